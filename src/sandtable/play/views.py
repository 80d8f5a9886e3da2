"""What a seat may know: states and happenings, filtered once before anything else sees them."""

from typing import Any, TypeVar

import msgspec

from .events import PUBLIC, Event, Happening
from .ruleset import Ruleset
from .state import State

S = TypeVar("S", bound=State[Any, Any])


def view(ruleset: Ruleset[S], state: S, seat: int | None) -> S:
    """The state as a seat may know it; None is a spectator."""
    return ruleset.view(state, seat)


def veil(happening: Happening, seat: int | None) -> Happening:
    """What happened as a seat may know it: that something was decided in secret, but not what, nor of whom.

    What everybody sees of it, shots out of nowhere, the event shows as `public`.
    """
    if happening.known_to is None or happening.known_to == seat:
        return happening
    if isinstance(happening, Event):
        unit = None if happening.veiled else happening.unit
        return msgspec.structs.replace(
            happening, unit=unit, figures=(), sets={}, tells={}, shows=happening.shows.get(PUBLIC, {}), rolls=()
        )
    return msgspec.structs.replace(happening, faces=(), value=None, needs="", aloud="")
