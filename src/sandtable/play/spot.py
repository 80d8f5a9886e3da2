"""The domain of a point on the table."""

from collections.abc import Callable
from typing import NamedTuple

from sandtable.dice.chance import Chance

from .refusal import Refusal, Refused, refuse
from .wire import (
    SpotView,
)


class Bounds(NamedTuple):
    """What can be said of all legal points beforehand, for drawing; `SpotView` says what each means."""

    box: tuple[int, int, int, int] | None = None
    around: tuple[int, int] | None = None
    nearest: int = 0
    farthest: int | None = None
    clear_of: tuple[tuple[int, int], ...] = ()
    apart: int = 0
    lays: tuple[int, int, int] | None = None


class Spot:
    """A point of the table where `fits` agrees; `suggest` proposes points that are likely to."""

    __slots__ = ("_sampled", "bounds", "fits", "fixed", "suggest")

    def __init__(
        self,
        fits: Callable[[int, int], Refusal | None],
        suggest: Callable[[Chance], tuple[int, int]],
        fixed: tuple[int, int],
        bounds: Bounds = Bounds(),  # noqa: B008  # a frozen value
    ) -> None:
        self.fits = fits
        self.suggest = suggest
        self.fixed = fixed  # a point that is always legal, for when guesses fail
        self.bounds = bounds
        self._sampled: tuple[int, int] | None = None

    def check(self, answer: object) -> tuple[int, int]:
        """A pair of whole numbers, thousandths of an inch, at a legal place."""
        if self._sampled is not None and answer is self._sampled:
            return self._sampled
        match answer:
            case [int(x), int(y)] if not isinstance(x, bool) and not isinstance(y, bool):
                if refusal := self.fits(x, y):
                    raise Refused(refusal)
                return x, y
        raise refuse(f"a point of two whole numbers (thousandths of an inch) is needed, not {answer!r}")

    def sample(self, chance: Chance) -> tuple[int, int]:
        """A point that fits."""
        for _ in range(20):
            x, y = self.suggest(chance)
            if self.fits(x, y) is None:
                self._sampled = (x, y)
                return self._sampled
        return self.fixed

    def forced(self) -> None:
        """There is always a choice."""
        return

    def options(self) -> None:
        """Too many to list."""
        return

    def describe(self) -> SpotView:
        """One legal point, and where the others lie as far as that is known."""
        return SpotView(self.fixed, *self.bounds)
