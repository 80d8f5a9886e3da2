"""What verbs have in common: one way to change a battle, whatever an event sets."""

from typing import Any

from msgspec.structs import replace

from sandtable.mechanics import verbs
from sandtable.play.events import Event, nothing
from sandtable.play.state import with_figures
from sandtable.rulesets.skirmish41.state import Battle, Figure

LISTED = frozenset({"unit", "role", "arms", "rating"})


Verb = verbs.Verb[Battle]


def changed(state: Battle, event: Event) -> Battle:
    """Whatever an event sets.

    `places` puts figures somewhere, `gone` takes them off the table, `each` has (figure, fields), `teams` has (team,
    fields), `battle` has fields of the state; all else are fields of the event's own team.
    """
    sets = dict(event.sets)
    fields: dict[str, Any] = dict(sets.pop("battle", {}))
    layout = state.layout
    if places := sets.pop("places", ()):
        layout = layout.placed(places)
    if gone := sets.pop("gone", ()):
        layout = layout.without(gone)
    if layout is not state.layout:
        fields["layout"] = layout
    if each := sets.pop("each", ()):
        state = with_figures(state, [(man, _noted(state.figures[man], changes)) for man, changes in each])
    teams = list(sets.pop("teams", ()))
    if sets and event.unit is not None:
        teams.append((event.unit, sets))
    if teams:
        units = list(state.units)
        for number, changes in teams:
            units[number] = replace(units[number], **changes)
        fields["units"] = tuple(units)
    return replace(state, **fields) if fields else state


def _noted(figure: Figure, changes: dict[str, Any]) -> dict[str, Any]:
    """What changes of a figure; and what the lists said of it, once that is no longer so: the enemy knows the lists."""
    if figure.listed is not None or not LISTED & changes.keys():
        return changes
    return {**changes, "listed": (figure.unit, figure.role, figure.arms, figure.rating)}


__all__ = ["Verb", "changed", "nothing"]
