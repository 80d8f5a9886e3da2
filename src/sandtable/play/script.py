"""What a script holds in its hands: the state as it stands, and the telling of events.

A script is an `async def` of our own: it awaits decisions and rolls, and our driver answers them. Nothing here knows of
an event loop. After an await, read the state afresh: hand ids across it, not objects.
"""

from collections.abc import Callable, Coroutine
from typing import Any, Generic, NamedTuple, TypeVar

from .events import Event, Happening
from .state import State

S = TypeVar("S", bound=State[Any, Any])

Script = Coroutine[Any, Any, None]


class Play(Generic[S]):
    """One step of a game while it is played."""

    __slots__ = ("_apply", "happenings", "state")

    foresees = False  # a forecast plays every outcome, stage by stage

    def __init__(self, state: S, apply: Callable[[S, Event], S]) -> None:
        self.state = state
        self.happenings: list[Happening] = []
        self._apply = apply

    def tell(
        self,
        verb: str,
        *because: str,
        unit: int | None = None,
        figures: tuple[int, ...] = (),
        sets: dict[str, Any] | None = None,
        tells: dict[str, Any] | None = None,
        rolls: tuple[int, ...] = (),
        known_to: int | None = None,
    ) -> None:
        """Let something happen."""
        event = Event(verb, because, unit, figures, sets or {}, tells or {}, rolls, known_to)
        if sets or figures:  # what sets nothing and moves nobody changes nothing
            self.state = self._apply(self.state, event)
        self.happenings.append(event)


Begin = Callable[[Play[S]], Script]


class Step(NamedTuple, Generic[S]):
    """The next script of a game: its name, and how to begin it."""

    name: str
    begin: Begin[S]
