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
        hits = max(0, min(sides, sides - self.score + 1))
        return _binomial(dice, hits, sides - hits)


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
    """A chart read by the sum of the dice: rows of (lowest total, name), in rising order of totals."""

    rows: tuple[tuple[int, str], ...]
    plus: int = 0

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
        return gather(_sums(dice, tuple(range(1, sides + 1)), self.plus), self.row)


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


class Best(msgspec.Struct, frozen=True):
    """The sum of the highest few dice."""

    keep: int

    def read(self, faces: Faces) -> int:
        """Keep the highest."""
        return sum(sorted(faces)[-self.keep :]) if self.keep else 0

    def weights(self, dice: int, sides: int) -> Mapping[int, int]:
        """The distribution of the best few."""
        return _best(dice, sides, self.keep)


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
