"""What a seat may know: states and happenings, filtered once before anything else sees them."""

from typing import Any, TypeVar

import msgspec

from .events import Event, Happening
from .ruleset import Ruleset
from .state import State

S = TypeVar("S", bound=State[Any, Any])


def view(ruleset: Ruleset[S], state: S, seat: int | None) -> S:
    """The state as a seat may know it; None is a spectator."""
    return ruleset.view(state, seat)


def veil(happening: Happening, seat: int | None) -> Happening:
    """What happened as a seat may know it: that something was decided in secret, but not what."""
    if isinstance(happening, Event) and happening.known_to is not None and happening.known_to != seat:
        return msgspec.structs.replace(happening, figures=(), sets={}, tells={}, rolls=())
    return happening
