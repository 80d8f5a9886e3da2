"""Verbs: what each kind of event does to the state, and how the log tells it. A rulebook is a table of them by name."""

from collections.abc import Callable, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

from sandtable.play.events import Apply, Event
from sandtable.play.state import State, with_figures, with_unit

S = TypeVar("S", bound=State[Any, Any])


class Verb(NamedTuple, Generic[S]):
    """What a verb does, and a line for the log; `{unit}` and whatever the event sets and tells can be named in it."""

    apply: Apply[S]
    line: str


def applied_by(verbs: Mapping[str, Verb[S]]) -> Callable[[S, Event], S]:
    """How events change a state, by the verbs of a rulebook."""

    def apply(state: S, event: Event) -> S:
        return verbs[event.verb].apply(state, event)

    return apply


def each_figure(state: S, event: Event) -> S:
    """Fields of figures one by one: `each` has (figure, fields); the unit gets whatever else is set."""
    sets = dict(event.sets)
    state = with_figures(state, sets.pop("each"))
    return with_unit(state, event.unit, sets) if sets and event.unit is not None else state
