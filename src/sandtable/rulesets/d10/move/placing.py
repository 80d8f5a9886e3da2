"""Setting units down on the table: zones, what a place is checked against, and a usual place for a unit."""

from sandtable.geometry.bodies import OFF_TABLE as NOT_THERE
from sandtable.geometry.kernel import Ints, ints
from sandtable.geometry.path_kernels import (
    BAD_GROUND,
    IGNORED,
    KEEP_CLEAR,
    NOT_ON,
    OFF_TABLE,
    OVERLAP,
    SCATTERED,
    TOO_NEAR,
)
from sandtable.geometry.reach_kernels import APPEAR
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.pieces import raised
from sandtable.play.marching import Marching
from sandtable.play.moves import Explain, Terms, Verdict
from sandtable.play.refusal import Refusal
from sandtable.play.walks import March
from sandtable.rulesets.d10.basics.sight import groups
from sandtable.rulesets.d10.basics.terrain import passage
from sandtable.rulesets.d10.basics.units import LINK, who
from sandtable.rulesets.d10.state import Battle

from .movement import too_wide

ANYWHERE = inches(300)


@rule("d10.gap.deployment")
def placing_terms(state: Battle, number: int, bearing: int, apart: int) -> Terms:
    """What setting a unit down is checked against: its ground, other units, enemies so far off."""
    unit = state.units[number]
    codes = [
        IGNORED if other == number or one.place != "table" else NOT_ON if one.side == unit.side else KEEP_CLEAR
        for other, one in enumerate(state.units)
    ]
    return Terms(
        layout=state.layout.placed([(body, NOT_THERE, NOT_THERE, bearing, 0) for body in unit.bodies]),
        ground=state.ground,
        width=state.width,
        depth=state.depth,
        passage=passage(state, number),
        groups=groups(state.figures),
        avoid=ints(codes),
        clearance=apart,
        raised=raised(state),
    )


def _explainer(state: Battle, clause: str, apart: int) -> Explain:
    def explain(verdict: Verdict) -> Refusal:
        code, figure, what, amount = verdict
        name = who(state, figure)
        if code == OFF_TABLE:
            return Refusal(f"{name} would stand outside its zone", (clause,), figures=(figure,))
        if code == BAD_GROUND:
            why = f"{name} cannot be set down on {state.terrain[what].title}"
            return Refusal(why, ("d10.gap.movement", clause), figures=(figure,))
        if code == OVERLAP:
            return Refusal(f"{name} would stand on {who(state, what)}", (clause,), figures=(figure, what))
        if code == SCATTERED:
            return Refusal(f"{name} would be out of coherency", ("d10.gap.coherency",), figures=(figure,))
        if code == TOO_NEAR:
            why = f"{name} would start too near to {who(state, what)}"
            return Refusal(why, (clause,), measured=amount, allowed=apart, figures=(figure, what))
        raise AssertionError(f"unknown verdict {verdict}")

    return explain


def setting_up(state: Battle, number: int, zone: Ints, clause: str, *, bearing: int, apart: int) -> Marching:
    """All places where a unit may be set up in a zone: in coherency, facing as its owner likes."""
    unit = state.units[number]

    def also(march: March) -> Refusal | None:
        return too_wide(state, unit.bodies, march)

    return Marching(
        placing_terms(state, number, bearing, apart),
        unit.bodies,
        ANYWHERE,
        explain=_explainer(state, clause, apart),
        link=LINK,
        zone=zone,
        manner=APPEAR,
        may_face=True,
        faces=bearing,
        also=also if len(unit.bodies) > 1 else None,
        turns=unit.card.vehicle,
    )
