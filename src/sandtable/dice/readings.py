"""How the faces of a throw are read, and the exact weight of every reading.

A script asks for dice together with a reading and goes on with what the reading says. Because the reading knows how
many of the equally likely throws lead to each value, a script can be run under every value without listing throws.
"""

from collections.abc import Callable, Hashable, Mapping
from functools import lru_cache
from math import comb
from typing import Protocol, TypeVar

import msgspec

V = TypeVar("V", bound=Hashable)

Faces = tuple[int, ...]


class Reading(Protocol[V]):
    """How to read faces: a pure function of them, and its distribution."""

    def read(self, faces: Faces) -> V:
        """What these faces say."""
        ...

    def weights(self, dice: int, sides: int) -> Mapping[V, int]:
        """In how many of the sides**dice equally likely throws each value comes up."""
        ...

    def number(self, value: V) -> int | None:
        """A value as a number whose mean says something; None where there is none."""
        ...

    def place(self, value: V) -> tuple[int, ...] | None:
        """Where a value stands from the worst to the best for whoever throws; None where values have no order."""
        ...

    def words(self, value: V, dice: int) -> str:
        """What so many dice came to, in a few words."""
        ...

    def __hash__(self) -> int: ...  # equal readings are worked out once


class AtLeast(msgspec.Struct, frozen=True):
    """How many dice show this score or more."""

    score: int

    def read(self, faces: Faces) -> int:
        """Count the successes."""
        score = self.score
        count = 0
        for face in faces:
            if face >= score:
                count += 1
        return count

    def weights(self, dice: int, sides: int) -> Mapping[int, int]:
        """The binomial distribution, in whole numbers."""
        hits = self.succeed(sides)
        return _binomial(dice, hits, sides - hits)

    def succeed(self, sides: int) -> int:
        """How many faces of a die succeed."""
        return max(0, min(sides, sides - self.score + 1))

    def number(self, value: int) -> int:
        """The successes."""
        return value

    def place(self, value: int) -> tuple[int, ...]:
        """More is better."""
        return (value,)

    def words(self, value: int, dice: int) -> str:
        """`3 of 6`."""
        return f"{value} of {dice}"


@lru_cache(maxsize=4096)
def _binomial(dice: int, good: int, bad: int) -> Mapping[int, int]:
    return {
        count: weight
        for count in range(dice + 1)
        if (weight := comb(dice, count) * good**count * bad ** (dice - count))
    }


class Bands(msgspec.Struct, frozen=True):
    """How many dice fall into each of several bands of faces; a band is (lowest, highest), and bands do not overlap."""

    bands: tuple[tuple[int, int], ...]

    def read(self, faces: Faces) -> tuple[int, ...]:
        """Count each band."""
        return tuple(sum(low <= face <= high for face in faces) for low, high in self.bands)

    def weights(self, dice: int, sides: int) -> Mapping[tuple[int, ...], int]:
        """The multinomial distribution, in whole numbers."""
        widths = tuple(max(0, min(high, sides) - max(low, 1) + 1) for low, high in self.bands)
        return _multinomial(dice, widths, sides - sum(widths))

    def succeed(self, sides: int) -> int:
        """How many faces of a die lie in any band."""
        return sum(max(0, min(high, sides) - max(low, 1) + 1) for low, high in self.bands)

    def number(self, value: tuple[int, ...]) -> int:
        """The successes: dice in any band."""
        return sum(value)

    def place(self, value: tuple[int, ...]) -> tuple[int, ...]:
        """More successes are better; among as many, more in the higher bands."""
        return (sum(value), *reversed(value))

    def words(self, value: tuple[int, ...], dice: int) -> str:
        """`3 of 6: 2 on 4-5, 1 on 6`."""
        parts = [
            f"{count} on {low}" if low == high else f"{count} on {low}-{high}"
            for count, (low, high) in zip(value, self.bands, strict=True)
            if low <= high and count
        ]
        return f"{sum(value)} of {dice}{': ' * bool(parts)}{', '.join(parts)}"


@lru_cache(maxsize=4096)
def _multinomial(dice: int, widths: tuple[int, ...], rest: int) -> Mapping[tuple[int, ...], int]:
    if not widths:
        return {(): rest**dice} if rest or not dice else {}
    out: dict[tuple[int, ...], int] = {}
    for count in range(dice + 1):
        head = comb(dice, count) * widths[0] ** count
        if head:
            for tail, weight in _multinomial(dice - count, widths[1:], rest).items():
                out[count, *tail] = head * weight
    return out


class Total(msgspec.Struct, frozen=True):
    """The sum of the dice, plus a fixed number; `worth` says what each face counts where that is not its number."""

    plus: int = 0
    worth: tuple[int, ...] = ()

    def read(self, faces: Faces) -> int:
        """Add up."""
        if self.worth:
            return self.plus + sum(self.worth[face - 1] for face in faces)
        return self.plus + sum(faces)

    def weights(self, dice: int, sides: int) -> Mapping[int, int]:
        """The distribution of the sum."""
        return _sums(dice, self.worth or tuple(range(1, sides + 1)), self.plus)

    def number(self, value: int) -> int:
        """The sum."""
        return value

    def place(self, value: int) -> tuple[int, ...]:
        """More is better."""
        return (value,)

    def words(self, value: int, dice: int) -> str:  # noqa: ARG002  # a sum says it all
        """`11`."""
        return str(value)


@lru_cache(maxsize=4096)
def _sums(dice: int, worth: tuple[int, ...], plus: int) -> Mapping[int, int]:
    sums = {plus: 1}
    for _ in range(dice):
        new: dict[int, int] = {}
        for total, weight in sums.items():
            for value in worth:
                new[total + value] = new.get(total + value, 0) + weight
        sums = new
    return sums


class Chart(msgspec.Struct, frozen=True):
    """A chart read by the sum of the dice: rows of (lowest total, name), in rising order of totals.

    Later rows are better for whoever throws, or with `low_is_good` earlier ones.
    """

    rows: tuple[tuple[int, str], ...]
    plus: int = 0
    low_is_good: bool = False

    def row(self, total: int) -> str:
        """The row that a total falls into; totals below the first row belong to it."""
        name = self.rows[0][1]
        for lowest, row in self.rows:
            if total >= lowest:
                name = row
        return name

    def read(self, faces: Faces) -> str:
        """Look the sum up."""
        return self.row(sum(faces) + self.plus)

    def weights(self, dice: int, sides: int) -> Mapping[str, int]:
        """The sums gathered by row."""
        return _rows(self, dice, sides)

    def number(self, value: str) -> None:  # noqa: ARG002
        """A row is not a number."""
        return

    def place(self, value: str) -> tuple[int, ...]:
        """By its row."""
        row = next(place for place, (_, name) in enumerate(self.rows) if name == value)
        return (-row,) if self.low_is_good else (row,)

    def words(self, value: str, dice: int) -> str:  # noqa: ARG002  # a row says it all
        """The row's name: `fire for effect`."""
        return value.replace("-", " ")


@lru_cache(maxsize=4096)
def _rows(chart: Chart, dice: int, sides: int) -> Mapping[str, int]:
    return gather(_sums(dice, tuple(range(1, sides + 1)), chart.plus), chart.row)


class Each(msgspec.Struct, frozen=True):
    """The faces themselves, die by die: for few dice, where it matters which die shows what."""

    def read(self, faces: Faces) -> Faces:
        """As thrown."""
        return faces

    def weights(self, dice: int, sides: int) -> Mapping[Faces, int]:
        """Every throw once."""
        throws: list[Faces] = [()]
        for _ in range(dice):
            throws = [(*throw, face) for throw in throws for face in range(1, sides + 1)]
        return dict.fromkeys(throws, 1)

    def number(self, value: Faces) -> None:  # noqa: ARG002
        """What single faces are good for only the rule knows."""
        return

    def place(self, value: Faces) -> None:  # noqa: ARG002
        """As little is known of what would have been better."""
        return

    def words(self, value: Faces, dice: int) -> str:  # noqa: ARG002  # there is a face for each
        """`4, 2`."""
        return ", ".join(map(str, value))


class Best(msgspec.Struct, frozen=True):
    """The sum of the highest few dice."""

    keep: int

    def read(self, faces: Faces) -> int:
        """Keep the highest."""
        return sum(sorted(faces)[-self.keep :]) if self.keep else 0

    def weights(self, dice: int, sides: int) -> Mapping[int, int]:
        """The distribution of the best few."""
        return _best(dice, sides, self.keep)

    def number(self, value: int) -> int:
        """The sum of those kept."""
        return value

    def place(self, value: int) -> tuple[int, ...]:
        """More is better."""
        return (value,)

    def words(self, value: int, dice: int) -> str:
        """`11 with the best 2 of 3`."""
        return f"{value} with the best {min(self.keep, dice)} of {dice}"


@lru_cache(maxsize=1024)
def _best(dice: int, sides: int, keep: int) -> Mapping[int, int]:
    """By the number of dice that show the highest face, then the same with that face taken away."""
    if not dice or not keep:
        return {0: sides**dice}
    if sides == 1:
        return {min(dice, keep): 1}
    out: dict[int, int] = {}
    for top in range(dice + 1):
        ways = comb(dice, top)
        kept = min(top, keep)
        for total, weight in _best(dice - top, sides - 1, keep - kept).items():
            out[total + kept * sides] = out.get(total + kept * sides, 0) + ways * weight
    return {total: out[total] for total in sorted(out)}


K = TypeVar("K", bound=Hashable)
N = TypeVar("N", bound=Hashable)


def gather(weights: Mapping[K, int], name: Callable[[K], N]) -> dict[N, int]:
    """The same weights under coarser names, equal names added up."""
    out: dict[N, int] = {}
    for value, weight in weights.items():
        key = name(value)
        out[key] = out.get(key, 0) + weight
    return out
