"""What a script holds in its hands: the state as it stands, and the telling of events.

A script is an `async def` of our own: it awaits decisions and rolls, and our driver answers them. Nothing here knows of
an event loop. After an await, read the state afresh: hand ids across it, not objects.
"""

from collections.abc import Callable, Coroutine
from typing import Any, Generic, NamedTuple, TypeVar

from msgspec.structs import replace

from .events import Event, Happening
from .state import State

S = TypeVar("S", bound=State[Any, Any])

Script = Coroutine[Any, Any, None]


class Play(Generic[S]):
    """One step of a game while it is played."""

    __slots__ = ("_apply", "_secret_of", "happenings", "state")

    foresees = False  # a forecast plays every outcome, stage by stage

    def __init__(
        self, state: S, apply: Callable[[S, Event], S], secret_of: Callable[[S, int], int | None] | None = None
    ) -> None:
        self.state = state
        self.happenings: list[Happening] = []
        self._apply = apply
        self._secret_of = secret_of

    def tell(
        self,
        verb: str,
        *because: str,
        unit: int | None = None,
        figures: tuple[int, ...] = (),
        sets: dict[str, Any] | None = None,
        tells: dict[str, Any] | None = None,
        shows: dict[str, Any] | None = None,
        rolls: tuple[int, ...] = (),
        known_to: int | None = None,
    ) -> None:
        """Let something happen. What happens to a unit that is a secret before and after it is as much of a secret."""
        keeper = None
        if known_to is None and unit is not None and self._secret_of is not None:
            keeper = self._secret_of(self.state, unit)
        event = Event(
            verb,
            because,
            unit,
            figures,
            sets or {},
            tells or {},
            rolls,
            keeper if known_to is None else known_to,
            keeper is not None,
            shows or {},
        )
        if sets or figures:  # what sets nothing and moves nobody changes nothing
            self.state = self._apply(self.state, event)
            if keeper is not None and self._secret_of(self.state, unit) is None:  # type: ignore[misc, arg-type]
                event = replace(event, known_to=None, veiled=False)
        self.happenings.append(event)

    def aside(self, verb: str, *because: str, unit: int) -> None:
        """Say to whoever reads along what changes nothing; of a unit that is a secret only to whom it is none."""
        keeper = None if self._secret_of is None else self._secret_of(self.state, unit)
        if keeper is None:
            self.happenings.append(Event(verb, because, unit, aside=True))
        else:  # it tells its keeper something: those who may not know are told nothing of it
            tells = {"aside": True}
            self.happenings.append(Event(verb, because, unit, tells=tells, known_to=keeper, veiled=True, aside=True))

    def note(self, unit: int, what: str, value: int | str) -> None:
        """Say what dice came to that no event tells, for whoever works out what may come; in a game nobody listens."""


Begin = Callable[[Play[S]], Script]


class Step(NamedTuple, Generic[S]):
    """The next script of a game: its name, and how to begin it."""

    name: str
    begin: Begin[S]
