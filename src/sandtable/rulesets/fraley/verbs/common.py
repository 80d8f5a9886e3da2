"""What verbs have in common, and those that every chapter uses."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from sandtable.mechanics import verbs
from sandtable.mechanics.verbs import each_figure
from sandtable.play.events import Event, nothing, set_figures, set_state, set_unit
from sandtable.play.state import with_unit
from sandtable.rulesets.fraley.state import Battle

Verb = verbs.Verb[Battle]


def placed(state: Battle, event: Event) -> Battle:
    """Teams are put somewhere (`places`); `turrets` has (figure, bearing) of those that turn them.

    The event's figures get `teams`, its unit whatever else is set.
    """
    sets = dict(event.sets)
    places = sets.pop("places", ())
    teams = sets.pop("teams", {})
    turrets = sets.pop("turrets", ())
    changed: dict[str, Any] = {}
    if places:
        changed["layout"] = state.layout.placed(places)
    if turrets or teams:
        figures = list(state.figures)
        for figure, bearing in turrets:
            if figures[figure].turret != bearing:
                figures[figure] = replace(figures[figure], turret=bearing)
        for figure in event.figures if teams else ():
            figures[figure] = replace(figures[figure], **teams)
        changed["figures"] = tuple(figures)
    if sets and event.unit is not None:
        units, number = state.units, event.unit
        changed["units"] = (*units[:number], replace(units[number], **sets), *units[number + 1 :])
    return replace(state, **changed) if changed else state


def riding(state: Battle, men: Sequence[int]) -> dict[str, object]:
    """A Unit of which nobody but Teams in vehicles is left rides as a whole."""
    return {"place": "aboard"} if men and all(state.figures[man].aboard >= 0 for man in men) else {}


def taken_off(state: Battle, event: Event) -> Battle:
    """Teams leave the table for good; their unit gets what else is set."""
    assert event.unit is not None
    state = replace(state, layout=state.layout.without(event.figures))
    men = tuple(man for man in state.units[event.unit].men if man not in event.figures)
    return with_unit(state, event.unit, {"men": men, **riding(state, men), **event.sets})


VERBS: dict[str, Verb] = {
    "granted a reroll": Verb(set_unit, "{unit:has} {whose} roll again"),
    "checked its Training": Verb(nothing, "{unit} {passes} a Training Check ({why})"),
}

__all__ = [
    "VERBS",
    "Verb",
    "each_figure",
    "nothing",
    "placed",
    "riding",
    "set_figures",
    "set_state",
    "set_unit",
    "taken_off",
]
