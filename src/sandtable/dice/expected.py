"""What to expect of a roll, and how lucky what came of it was: everything exact, from the weights of its reading."""

from bisect import bisect_left, bisect_right
from collections.abc import Hashable, Iterator
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import product
from typing import Any, NamedTuple

from .readings import Each, Reading

NOTHING = Fraction(0)


class Odds(NamedTuple):
    """How likely a value was, and where values have an order, how likely this or better, and this or worse."""

    exactly: Fraction
    or_better: Fraction | None
    or_worse: Fraction | None

    @property
    def fortune(self) -> Fraction | None:
        """The chance of something worse less the chance of something better: from almost -1 to almost 1.

        Over all values of a roll its mean is exactly 0, whatever is rolled, so it can be added up over different rolls.
        """
        if self.or_better is None or self.or_worse is None:
            return None
        return self.or_worse - self.or_better


class Expected:
    """What so many dice of so many sides promise, read in one way."""

    def __init__(self, reading: Reading[Any], dice: int, sides: int) -> None:
        # Of faces die by die every throw is as likely as any other, and no better: there may be far too many to list.
        self._faces = (dice, sides) if isinstance(reading, Each) else None
        weights = {} if self._faces else reading.weights(dice, sides)
        self._reading = reading
        self._weights = weights
        self._whole = sides**dice if self._faces else sum(weights.values())
        numbers = {value: reading.number(value) for value in weights}
        self.mean = None if self._faces else self._mean(numbers)
        self.variance = None if self.mean is None else self._spread(numbers)
        self._places, self._below = self._order()

    def odds(self, value: Hashable) -> Odds:
        """How likely a value is."""
        if self._faces:
            return Odds(Fraction(1, self._whole), None, None)
        exactly = Fraction(self._weights.get(value, 0), self._whole)
        place = self._reading.place(value)
        if place is None:
            return Odds(exactly, None, None)
        worse = self._below[bisect_left(self._places, place)]
        not_better = self._below[bisect_right(self._places, place)]
        return Odds(exactly, Fraction(self._whole - worse, self._whole), Fraction(not_better, self._whole))

    def chances(self) -> Iterator[tuple[Any, Fraction]]:
        """Every value that can come, and how likely it is; one after the other, for there may be many."""
        if self._faces:
            dice, sides = self._faces
            for faces in product(range(1, sides + 1), repeat=dice):
                yield faces, Fraction(1, self._whole)
        for value, weight in self._weights.items():
            yield value, Fraction(weight, self._whole)

    @cached_property
    def variance_of_fortune(self) -> Fraction | None:
        """How far fortune strays: the mean of its square, its own mean being 0."""
        if self._faces:
            return None
        found = NOTHING
        for value, weight in self._weights.items():
            fortune = self.odds(value).fortune
            if fortune is None:
                return None
            found += weight * fortune * fortune
        return found / self._whole

    def _mean(self, numbers: dict[Any, int | None]) -> Fraction | None:
        found = 0
        for value, weight in self._weights.items():
            number = numbers[value]
            if number is None:
                return None
            found += number * weight
        return Fraction(found, self._whole)

    def _spread(self, numbers: dict[Any, int | None]) -> Fraction:
        assert self.mean is not None
        squares = sum((numbers[value] or 0) ** 2 * weight for value, weight in self._weights.items())
        return Fraction(squares, self._whole) - self.mean**2

    def _order(self) -> tuple[list[tuple[int, ...]], list[int]]:
        """The places of values from the worst to the best, and the weight of everything below each."""
        by_place: dict[tuple[int, ...], int] = {}
        for value, weight in self._weights.items():
            place = self._reading.place(value)
            if place is not None:
                by_place[place] = by_place.get(place, 0) + weight
        places, below = sorted(by_place), [0]
        for place in places:
            below.append(below[-1] + by_place[place])
        return places, below


@lru_cache(maxsize=1024)
def expected(reading: Reading[Any], dice: int, sides: int) -> Expected:
    """What to expect of a roll; worked out once for equal rolls."""
    return Expected(reading, dice, sides)
