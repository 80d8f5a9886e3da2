"""Events: the only way state changes, and what the log, the page, a replay and a test read."""

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from .state import State, with_figures, with_unit

S = TypeVar("S", bound=State[Any, Any])


class Event(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag_field="type", tag="event"):
    """Something that happened: a verb, whom it concerns, the fields it sets, and the clauses it rests on.

    `sets` holds what changes; `tells` what only the telling needs. `rolls` are the numbers of the throws it used,
    within its step. Where `known_to` is a seat, nobody else may learn what it sets; where it is `veiled`, not even of whom.
    `shows` is what only a picture needs, fields of an `Act`: how something is drawn is no part of what happened.
    What is told `aside` changes nothing and is only for readers: a record does not swear to it.
    """

    verb: str
    because: tuple[str, ...]
    unit: int | None = None
    figures: tuple[int, ...] = ()
    sets: dict[str, Any] = {}
    tells: dict[str, Any] = {}
    rolls: tuple[int, ...] = ()
    known_to: int | None = None
    veiled: bool = False
    shows: dict[str, Any] = {}
    aside: bool = False


class Thrown(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag_field="type", tag="thrown"):
    """Dice were thrown: what for, what they show, what that means. Where `known_to` is set, nobody else is told.

    `aloud` is how what they need is read out, where `needs` is not plain enough: it is no part of what happened.
    """

    number: int
    why: str
    because: tuple[str, ...]
    sides: int
    faces: tuple[int, ...]
    value: Any
    seat: int = 0
    needs: str = ""
    known_to: int | None = None
    aloud: str = ""

    @property
    def wanted(self) -> str:
        """What they need, as it is read out."""
        return self.aloud or self.needs


PUBLIC = "public"  # under which an event shows what is seen of it even where it is a secret
NOBODY = 2  # no seat: what is known to nobody yet

Happening = Event | Thrown

Apply = Callable[[S, Event], S]


def nothing(state: S, _event: Event) -> S:
    """For verbs that only tell."""
    return state


def set_unit(state: S, event: Event) -> S:
    """For verbs that set fields of their unit."""
    assert event.unit is not None
    return with_unit(state, event.unit, event.sets)


def set_figures(state: S, event: Event) -> S:
    """For verbs that set fields of their figures."""
    return with_figures(state, [(figure, event.sets) for figure in event.figures])


def set_state(state: S, event: Event) -> S:
    """For verbs that set fields of the state itself."""
    return replace(state, **event.sets)
