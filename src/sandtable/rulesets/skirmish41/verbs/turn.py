"""Verbs of turns and parts: actions come back, what lasts for a part is cleared, the battle ends."""

from msgspec.structs import replace

from sandtable.mechanics.clauses import rule
from sandtable.play.events import Event
from sandtable.rulesets.skirmish41.state import Battle, Figure, Unit

from .common import Verb, changed, nothing


@rule("sk.gap.actions-per-figure", "sk.effect.suppressed", "sk.morale.retire")
def begin_part(state: Battle, event: Event) -> Battle:
    """A side's part begins: its figures have all their actions again, its teams have done nothing yet."""
    side, first = event.sets["side"], event.sets["first"]
    mine = [unit.side == side for unit in state.units]
    figures = tuple([_fresh(figure) if mine[figure.unit] else figure for figure in state.figures])
    solo = state.solo
    units = tuple([_ready(unit, own=unit.side == side, solo=solo and unit.side == 1) for unit in state.units])
    return replace(state, figures=figures, units=units, phase="part", active=side, first=first, acting=-1)


def _fresh(figure: Figure) -> Figure:
    if not (figure.spent or figure.fired or figure.burst or figure.moves or figure.looked or figure.aimed >= 0):
        return figure
    aimed = figure.aimed if figure.saved else -1
    return replace(figure, spent=0, fired=0, burst=0, moves=0, looked=False, aimed=aimed)


def _ready(unit: Unit, *, own: bool, solo: bool) -> Unit:
    changes: dict[str, object] = {}
    if unit.marked_by:
        changes["marked_by"] = ()
    if unit.holes:
        changes["holes"] = ()
    if own:
        changes |= {"done": False, "moved": 0, "shot": False, "passed": False}
        if not solo and not unit.routing:
            changes["retiring"] = False
    return replace(unit, **changes) if changes else unit


@rule("sk.gap.under-fire", "sk.spot.target-shooting", "sk.morale.fall-back", "sk.dmg.afv-7", "sk.dmg.afv-16")
def end_part(state: Battle, event: Event) -> Battle:
    """A side's part ends: what it was shot at with is past, and the other side's shots have been heard."""
    side = event.sets["side"]
    return replace(state, units=tuple([_past(unit, own=unit.side == side) for unit in state.units]))


def _past(unit: Unit, *, own: bool) -> Unit:
    changes: dict[str, object] = {}
    if own and unit.shot_by:
        changes["shot_by"] = ()
    if not own and unit.fired:
        changes["fired"] = False
    if own:
        changes |= {
            name: getattr(unit, name) - 1 for name in ("frozen", "stunned", "driverless") if getattr(unit, name)
        }
    return replace(unit, **changes) if changes else unit


VERBS: dict[str, Verb] = {
    "a turn began": Verb(changed, "# Turn {turn}"),
    "a part began": Verb(begin_part, "# {name}"),
    "a part ended": Verb(end_part, ""),
    "was activated": Verb(changed, "{unit:acts}"),
    "stood idle": Verb(nothing, "{unit:does} nothing"),
    "stood by": Verb(changed, "{unit:stands} by"),
    "did nothing": Verb(nothing, "{unit:does} nothing: {why}"),
    "everybody had acted": Verb(changed, ""),
    "both parts were done": Verb(changed, ""),
    "another turn was due": Verb(changed, ""),
    "is at the objective": Verb(changed, "{name} have somebody at the objective"),
    "has reached the objective": Verb(changed, "{name} have held the objective for a full turn"),
    "left the objective": Verb(changed, "{name} have nobody at the objective any more"),
    "scored": Verb(nothing, "{name}: {losses} points for losses of the enemy, {scenario} for the scenario"),
    "the battle ended": Verb(changed, "# The battle is over: {why}"),
}
