"""What verbs have in common, and those that every chapter uses."""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from sandtable.play.events import Apply, Event, nothing, set_figures, set_state, set_unit
from sandtable.play.state import with_figures, with_unit
from sandtable.rulesets.fraley.state import Battle


class Verb(NamedTuple):
    """What a verb does, and a line for the log; `{unit}` and whatever the event sets and tells can be named in it."""

    apply: Apply[Battle]
    line: str


def placed(state: Battle, event: Event) -> Battle:
    """Teams are put somewhere (`places`); `turrets` has (figure, bearing) of those that turn them.

    The event's figures get `teams`, its unit whatever else is set.
    """
    sets = dict(event.sets)
    places = sets.pop("places", ())
    teams = sets.pop("teams", {})
    turrets = sets.pop("turrets", ())
    if places:
        state = replace(state, layout=state.layout.placed(places))
    changed = [(figure, {"turret": bearing}) for figure, bearing in turrets]
    if teams:
        changed += [(figure, teams) for figure in event.figures]
    if changed:
        state = with_figures(state, changed)
    return with_unit(state, event.unit, sets) if sets and event.unit is not None else state


def each_team(state: Battle, event: Event) -> Battle:
    """Fields of Teams one by one: `each` has (figure, fields); the unit gets whatever else is set."""
    sets = dict(event.sets)
    state = with_figures(state, sets.pop("each"))
    return with_unit(state, event.unit, sets) if sets and event.unit is not None else state


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
    "granted a reroll": Verb(set_unit, "{unit} has {whose} roll again"),
    "checked its Training": Verb(nothing, "{unit} {passes} a Training Check ({why})"),
}

__all__ = [
    "VERBS",
    "Verb",
    "each_team",
    "nothing",
    "placed",
    "riding",
    "set_figures",
    "set_state",
    "set_unit",
    "taken_off",
]
