"""What verbs have in common, and those of states that every chapter uses."""

from msgspec.structs import replace

from sandtable.mechanics import verbs
from sandtable.play.events import Event, nothing, set_figures, set_state, set_unit
from sandtable.play.state import with_figure, with_unit
from sandtable.rulesets.sotr.state import Battle

Verb = verbs.Verb[Battle]


def placed(state: Battle, event: Event) -> Battle:
    """Models are put somewhere (`places`); the event's figures and its unit get what else it sets (`models`, the rest)."""
    assert event.unit is not None
    sets = dict(event.sets)
    places = sets.pop("places")
    models = sets.pop("models", {})
    state = replace(state, layout=state.layout.placed(places))
    for figure in event.figures if models else ():
        state = with_figure(state, figure, models)
    return with_unit(state, event.unit, sets) if sets else state


def taken_off(state: Battle, event: Event) -> Battle:
    """Models leave the table: GONERs, those who flee off it, those who get in. Nobody is Engaged with them any more."""
    assert event.unit is not None
    gone = event.figures
    engaged = tuple(pair for pair in state.engaged if pair[0] not in gone and pair[1] not in gone)
    state = replace(state, layout=state.layout.without(gone), engaged=engaged)
    men = tuple(man for man in state.units[event.unit].men if man not in gone)
    return with_unit(state, event.unit, {"men": men, **event.sets})


VERBS: dict[str, Verb] = {
    "tested its Cool": Verb(nothing, "{unit} {passes} a Cool test ({why}) on a Cool of {cool}"),
    "lost Overwatch": Verb(set_figures, "{unit}: {count:loses} Overwatch ({why})"),
    "became Disorganized": Verb(set_unit, "{unit:becomes} Disorganized{why:: ?}"),
    "broke and fled": Verb(set_unit, "{unit:is} Disorganized and Fleeing{why:: ?}"),
    "stopped fleeing": Verb(set_unit, "{unit:flees} no longer{why:: ?}"),
    "regrouped": Verb(set_unit, "{unit:regroups}"),
    "was Suppressed": Verb(set_unit, "{unit:is} Suppressed"),
    "went Prone": Verb(set_figures, "{unit:goes} Prone"),
    "got up": Verb(set_figures, "{unit:gets} up"),
    "came into view": Verb(set_unit, "{unit:comes} into view{why:: ?}"),
    "left the fight": Verb(set_state, ""),
    "was fired upon": Verb(set_unit, ""),
}

__all__ = ["VERBS", "Verb", "nothing", "placed", "set_figures", "set_state", "set_unit", "taken_off"]
