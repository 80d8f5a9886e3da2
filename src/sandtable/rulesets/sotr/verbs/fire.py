"""Verbs of the chapter on shooting: fire opened and ceased, hits, wounds, losses."""

from msgspec.structs import replace

from sandtable.play.events import Event
from sandtable.rulesets.sotr.state import Battle

from .common import Verb, nothing, set_figures, set_state, set_unit, taken_off


def fallen(state: Battle, event: Event) -> Battle:
    """Models go DOWN; while a shooting action is under way it is remembered that it was this one."""
    state = set_figures(state, event)
    return replace(state, fresh=(*state.fresh, *event.figures)) if state.firing >= 0 else state


VERBS: dict[str, Verb] = {
    "opened fire": Verb(set_state, ""),
    "ceased fire": Verb(set_state, ""),
    "fired": Verb(set_figures, "{unit:fires} at {at}: {shots}"),
    "fired on Overwatch": Verb(set_unit, "{unit:fires} on Overwatch at {at}"),
    "was done watching": Verb(set_figures, ""),
    "could not hit": Verb(nothing, "{unit:has} no chance to hit {at} ({shots})"),
    "was hit": Verb(nothing, "{unit:is} hit: {hits}"),
    "was missed": Verb(nothing, "{unit:is} not hit"),
    "went DOWN": Verb(fallen, "{unit}: {count:goes} DOWN"),
    "lost models": Verb(taken_off, "{unit}: {count:is} {goner}"),
    "was wiped out": Verb(nothing, "{unit:is} no more"),
    "had flesh wounds": Verb(nothing, "{unit}: only flesh wounds"),
    "counted losses": Verb(set_state, ""),
    "concentrated its fire": Verb(set_figures, "{unit:concentrates} {unit:~its} fire on {at}: {models:model}"),
}
