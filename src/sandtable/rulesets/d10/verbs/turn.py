"""Verbs of turns: markers, initiative, passing play, the end of turns and of the battle."""

from msgspec.structs import replace

from sandtable.mechanics.clauses import rule
from sandtable.play.events import Event
from sandtable.rulesets.d10.state import Battle, Unit

from .common import Verb, nothing, set_state


@rule("d10.turn.marker-phase", "d10.turn.once")
def clear_markers(state: Battle, event: Event) -> Battle:
    """The markers of the last turn come off, except those that are kept; then what else is set."""
    keeps = state.options.marker_phase_keeps
    panic_stays = keeps in {"wounds-and-panic", "panic"}
    units = tuple(_cleared(unit, panic_stays=panic_stays) for unit in state.units)
    figures = state.figures
    if keeps in {"panic", "nothing"}:
        whole = [unit.card.wounds for unit in state.units]
        figures = tuple(
            model if model.wounds in {0, whole[model.unit]} else replace(model, wounds=whole[model.unit])
            for model in figures
        )
    return replace(state, units=units, figures=figures, **event.sets)


def _cleared(unit: Unit, *, panic_stays: bool) -> Unit:
    if not (unit.done or unit.orders or unit.moved or unit.hold or (unit.panicked and not panic_stays)):
        return unit
    return replace(unit, done=False, orders=(), moved=False, hold=False, panicked=unit.panicked and panic_stays)


VERBS: dict[str, Verb] = {
    "the first turn began": Verb(set_state, "# Turn 1"),
    "a turn began": Verb(clear_markers, "# Turn {turn}"),
    "won the initiative": Verb(set_state, "{name} win the initiative{choice}"),
    "passed": Verb(set_state, "{name} pass"),
    "play passed": Verb(set_state, ""),
    "all units had acted": Verb(set_state, "all units have acted"),
    "a last turn was due": Verb(set_state, "there is one last turn"),
    "another turn was due": Verb(set_state, ""),
    "scored": Verb(nothing, "{name}: {losses} points for losses of the enemy, {scenario} for {what}"),
    "the battle ended": Verb(set_state, "# The battle is over: {why}"),
}
