"""What a move is checked against, and the words for what is wrong with it. A side moves by what it knows."""

from collections.abc import Callable, Mapping, Sequence

from sandtable.geometry.kernel import Ints, ints
from sandtable.geometry.path_kernels import (
    BAD_GROUND,
    IGNORED,
    KEEP_CLEAR,
    LEFT,
    NOT_ON,
    NOT_THROUGH,
    OFF_TABLE,
    OVERLAP,
    SCATTERED,
    TOO_FAR,
    TOO_NEAR,
)
from sandtable.geometry.units import INCH
from sandtable.grammar import whose
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.pieces import raised
from sandtable.play.marching import Marching
from sandtable.play.moves import Terms, Verdict
from sandtable.play.refusal import Refusal, about
from sandtable.play.terms_of_march import NOWHERE, Also
from sandtable.play.walks import March
from sandtable.rulesets.sotr.state import Battle

from .charts import terrain_rows
from .hidden import as_seen
from .sight import COHERENCY, groups
from .storeys import houses, through_walls
from .terrain import going, passage

CLEAR = INCH  # of enemies, at the end of every move but an Assault


@rule("sotr.move.one-inch", "sotr.gap.fallback-edges", "sotr.move.terrain-applies")
def terms(state: Battle, number: int, *, near: Sequence[int] = (), clearance: int = CLEAR) -> Terms:
    """What a unit's move is checked against: its ground; through friends but not onto them; an inch clear of enemies.

    Units in `near` may be touched: those that are assaulted. What the side does not know of is in nobody's way.
    """
    unit = state.units[number]
    seen = as_seen(state, unit.side)
    codes = []
    for place, other in enumerate(seen.units):
        if place == number or place in near or other.place != "table":
            codes.append(IGNORED)
        else:
            codes.append(NOT_ON if other.side == unit.side else NOT_THROUGH)
    marks = groups(seen.figures)
    if unit.machine and any(figure.down for figure in seen.figures):
        marks = _past_the_fallen(seen, unit.side, codes)
    return Terms(
        layout=seen.layout,
        ground=seen.ground,
        width=seen.width,
        depth=seen.depth,
        passage=passage(seen, unit.card),
        groups=marks,
        avoid=ints(codes),
        clearance=clearance,
        raised=raised(seen),
    )


@rule("sotr.gap.vehicle-movement")
def _past_the_fallen(state: Battle, side: int, codes: list[int]) -> Ints:
    """Machines drive over models that are DOWN, though they do not stop on them: these are groups of their own."""
    friends, foes = len(codes), len(codes) + 1
    marks = [
        figure.unit
        if not figure.down or codes[figure.unit] == IGNORED
        else friends
        if state.units[figure.unit].side == side
        else foes
        for figure in state.figures
    ]
    codes += [NOT_ON, KEEP_CLEAR]
    return ints(marks)


def who(state: Battle, figure: int) -> str:
    """A model as players speak of it."""
    unit = state.units[state.figures[figure].unit]
    return unit.name if unit.men == (figure,) else f"{whose(unit.name)} {state.figures[figure].role}"


@rule("sotr.terrain.impassable-effect")
def _bad_ground(state: Battle, figure: int, what: int) -> Refusal:
    """What is wrong with a piece of ground: which row of the terrain rules it is, or that nobody ends a move on it."""
    if not 0 <= what < len(state.terrain):
        return Refusal(f"{who(state, figure)} cannot go there", ("sotr.terrain.impassable-effect",), figures=(figure,))
    piece = state.terrain[what]
    name, card = who(state, figure), state.units[state.figures[figure].unit].card
    if going(piece, card, state.options) == LEFT:
        return Refusal(f"{name} cannot end a move on {piece.title}", ("sotr.gap.buildings",), figures=(figure,))
    because = ["sotr.terrain.impassable-effect"]
    if "building" in piece.traits:
        because.append("sotr.gap.buildings")
    elif piece.kind in terrain_rows(state.options):
        because.append(terrain_rows(state.options)[piece.kind].clause)
    return Refusal(f"{name} cannot cross {piece.title}", tuple(because), figures=(figure,))


def explainer(state: Battle, clause: str, budget: int) -> Callable[[Verdict], Refusal]:
    """Says in words what is wrong with a move that is made under this clause."""

    def explain(verdict: Verdict) -> Refusal:
        code, figure, what, amount = verdict
        name = who(state, figure)
        match code:
            case _ if code == TOO_FAR:
                return Refusal(
                    f"{name} would move too far",
                    (clause,),
                    measured=amount,
                    allowed=budget,
                    remedy=f"shorten the way by {about(max(1, amount - budget))}",
                    figures=(figure,),
                )
            case _ if code == BAD_GROUND:
                return _bad_ground(state, figure, what)
            case _ if code == TOO_NEAR:
                return Refusal(
                    f"{name} comes too near to {state.units[state.figures[what].unit].name}",
                    ("sotr.move.one-inch",),
                    measured=amount,
                    allowed=CLEAR,
                    figures=(figure, what),
                )
            case _ if code == OVERLAP:
                return Refusal(
                    f"{name} would stand on {who(state, what)}", ("sotr.gap.fallback-edges",), figures=(figure, what)
                )
            case _ if code == SCATTERED:
                return Refusal(
                    f"{name} would be out of Coherency",
                    ("sotr.unit.coherency-voluntary", "sotr.unit.coherency"),
                    remedy="stay within 4 inches of another model of the unit",
                    figures=(figure,),
                )
            case _ if code == OFF_TABLE:
                return Refusal(f"{name} would leave the table", ("sotr.gap.fallback-edges",), figures=(figure,))
        raise AssertionError(f"unknown verdict {verdict}")

    return explain


def marching(  # noqa: PLR0913  # the terms of a move are many
    state: Battle,
    number: int,
    movers: tuple[int, ...],
    budget: int,
    clause: str,
    *,
    linked: tuple[int, ...] | None = None,
    less: Mapping[int, int] | None = None,
    near: Sequence[int] = (),
    clearance: int = CLEAR,
    also: Also | None = None,
    entry: Ints = NOWHERE,
    may_face: bool = False,
) -> Marching:
    """Moves on foot of models of a unit, one after another in the order of the answer.

    `linked` are the models that must be in Coherency at the end (all of the unit, unless told otherwise; machines and the
    mindless need not), `less` what some of them lose of their allowance if they move. Walls are passed at openings only.
    """
    unit = state.units[number]
    exempt = unit.machine or unit.mindless
    together = unit.men if linked is None else linked
    return Marching(
        terms(state, number, near=near, clearance=clearance),
        movers,
        budget,
        explain=explainer(state, clause, budget),
        linked=movers if exempt else together,
        link=COHERENCY if not exempt else 1 << 20,
        chain=state.options.coherency_chain,
        ordered=True,
        less=less,
        also=within_walls(state, number, also),
        entry=entry,
        may_face=may_face,
    )


def within_walls(state: Battle, number: int, also: Also | None) -> Also | None:
    """What is asked of a march besides, and what the walls of buildings ask of those on foot."""
    if state.units[number].machine or not houses(state.terrain):
        return also

    def both(made: March) -> Refusal | None:
        return through_walls(state, made) or (also(made) if also else None)

    return both
