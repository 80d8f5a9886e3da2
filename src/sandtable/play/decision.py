"""A decision: who answers, what about, under which clauses, and over which domain."""

from collections.abc import Callable, Generator, Sequence
from typing import Any, Generic, Protocol, TypeVar

from sandtable.dice.chance import Chance

from .wire import DecisionView, DomainView, to_plain

T_co = TypeVar("T_co", covariant=True)
T = TypeVar("T")


class Domain(Protocol[T_co]):
    """The legal answers to a decision. One object checks, samples, lists and describes them, so that these agree."""

    def check(self, answer: object) -> T_co:
        """What the script goes on with, or `Refused` with what is wrong."""
        ...

    def sample(self, chance: Chance) -> object:
        """Some legal answer."""
        ...

    def forced(self) -> object | None:
        """The only legal answer, where there is no choice at all."""
        ...

    def options(self) -> Sequence[object] | None:
        """Every legal answer, where they are few enough to list."""
        ...

    def describe(self) -> DomainView:
        """All a page needs to ask, as plain data."""
        ...


class Decision(Generic[T]):
    """A question to a seat. A script awaits it and gets the checked answer."""

    __slots__ = ("because", "default", "domain", "kind", "prompt", "seat", "unit")

    def __init__(
        self,
        seat: int,
        kind: str,
        domain: Domain[T],
        *,
        prompt: str,
        because: tuple[str, ...],
        unit: int | None = None,
        default: object | Callable[[], object] = None,
    ) -> None:
        self.seat = seat
        self.kind = kind
        self.domain = domain
        self.prompt = prompt
        self.because = because
        self.unit = unit
        self.default = default

    def usual(self) -> object:
        """What its owner would usually answer, where the rulebook knows; None where it does not."""
        return self.default() if callable(self.default) else self.default

    def __await__(self) -> "Generator[Decision[Any], T, T]":
        return (yield self)

    def describe(self) -> DecisionView:
        """The whole question as plain data."""
        usual = to_plain(self.usual())
        return DecisionView(self.seat, self.kind, self.prompt, self.because, self.unit, self.domain.describe(), usual)
