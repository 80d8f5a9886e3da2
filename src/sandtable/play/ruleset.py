"""What a rulebook must be able to do. A rulebook calls what it needs; nothing here is to be inherited from."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeVar

import msgspec

from .events import Event, Happening
from .scenario import Scenario
from .script import Step
from .state import State

S = TypeVar("S", bound=State[Any, Any])


class Outcome(msgspec.Struct, frozen=True):
    """How a battle ended: the seat that won (None for a draw), the score of each, and why."""

    winner: int | None
    scores: tuple[int, int]
    why: str
    because: tuple[str, ...]


class Ruleset(Protocol[S]):
    """A rulebook as the engine plays it."""

    name: str
    prefix: str
    title: str
    version: int
    history: Mapping[int, str]
    options_type: type[msgspec.Struct]
    state_type: type[S]

    def setup(self, scenario: Scenario, options: msgspec.Struct) -> S:
        """The state before the first step."""
        ...

    def next_step(self, state: S) -> Step[S] | None:
        """What comes next, from the state alone; None when the battle is over."""
        ...

    def apply(self, state: S, event: Event) -> S:
        """The state after an event."""
        ...

    def turn(self, state: S) -> int:
        """Which turn is being played."""
        ...

    def view(self, state: S, seat: int | None) -> S:
        """The state as a seat may know it (None: as a spectator may)."""
        ...

    def outcome(self, state: S) -> Outcome | None:
        """How it ended, once it has."""
        ...

    def sentence(self, state: S, happening: Happening) -> str:
        """The line of the log for something that happened; empty for what is not worth a line."""
        ...

    def scenarios(self) -> Sequence[str]:
        """The names of the scenarios it brings."""
        ...

    def scenario(self, name: str) -> Scenario:
        """One of them."""
        ...
