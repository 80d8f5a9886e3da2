"""What verbs have in common, and those that every chapter uses."""

from typing import Any

from msgspec.structs import replace

from sandtable.mechanics import verbs
from sandtable.mechanics.verbs import each_figure
from sandtable.play.events import Event, nothing, set_figures, set_state, set_unit
from sandtable.play.state import with_figures, with_unit
from sandtable.rulesets.d10.state import Battle

Verb = verbs.Verb[Battle]


def placed(state: Battle, event: Event) -> Battle:
    """Models are put somewhere (`places`), on a floor (`floors`: figure, floor); their unit gets whatever else is set."""
    sets = dict(event.sets)
    places = sets.pop("places", ())
    floors = sets.pop("floors", ())
    if floors:
        state = with_figures(state, [(figure, {"floor": floor}) for figure, floor in floors])
    fields = {"layout": state.layout.placed(places)} if places else {}
    return _with_both(state, event.unit, sets, fields)


def taken_off(state: Battle, event: Event) -> Battle:
    """Models leave the table for good; their unit gets what else is set. A gun without crew goes with them."""
    assert event.unit is not None
    unit = state.units[event.unit]
    men = tuple(man for man in unit.men if man not in event.figures)
    gone = event.figures if men or unit.gun < 0 else (*event.figures, unit.gun)
    state = replace(state, layout=state.layout.without(gone))
    return with_unit(state, event.unit, {"men": men, **event.sets})


def set_both(state: Battle, event: Event) -> Battle:
    """`battle` are fields of the state, the rest fields of the unit."""
    sets = dict(event.sets)
    return _with_both(state, event.unit, sets, sets.pop("battle"))


def _with_both(state: Battle, number: int | None, sets: dict[str, Any], fields: dict[str, Any]) -> Battle:
    """The state with fields of a unit and fields of its own changed at once."""
    if not sets or number is None:
        return replace(state, **fields) if fields else state
    units = state.units
    unit = replace(units[number], **sets)
    return replace(state, units=(*units[:number], unit, *units[number + 1 :]), **fields)


__all__ = [
    "Verb",
    "each_figure",
    "nothing",
    "placed",
    "set_both",
    "set_figures",
    "set_state",
    "set_unit",
    "taken_off",
]
