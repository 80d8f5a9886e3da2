"""Asking a player: what every question of a script has in common is written here once."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from .decision import Decision, Domain
from .script import Play
from .state import State

S = TypeVar("S", bound=State[Any, Any])
T = TypeVar("T")


def ask(
    play: Play[S],
    number: int,
    kind: str,
    domain: Domain[T],
    words: str,
    *because: str,
    usual: object | Callable[[], object] = None,
) -> Awaitable[T]:
    """Ask whoever leads a unit, about that unit: to be awaited."""
    side = play.state.units[number].side
    return Decision(side, kind, domain, prompt=words, because=because, unit=number, default=usual)


def ask_seat(
    seat: int,
    kind: str,
    domain: Domain[T],
    words: str,
    *because: str,
    unit: int | None = None,
    usual: object | Callable[[], object] = None,
) -> Awaitable[T]:
    """Ask a seat, which is to be awaited: about the side as a whole, or about a unit that another side leads."""
    return Decision(seat, kind, domain, prompt=words, because=because, unit=unit, default=usual)
