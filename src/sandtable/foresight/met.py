"""Rolls that are met on the way: which there are, in which order, and how likely each is thrown at all.

A roll that is met is a bit. What has been met where a way ends is a number whose bits are the rolls that every way there
has thrown; only where some ways have thrown a roll and others have not is its chance kept, too. Nothing of this depends on
what was noted, so that looking ahead merges as much as it would without it.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import gcd
from typing import Any, NamedTuple

from sandtable.dice.roll import Roll

_Share = tuple[int, int]  # so many of so many
_NEVER, _SURELY = (0, 1), (1, 1)
_ALWAYS = Fraction(1)


class Partly:
    """Rolls that have surely been thrown, and those that may have been with their chances; `either` are all of them."""

    __slots__ = ("either", "maybe", "sure")

    def __init__(self, sure: int, maybe: Mapping[int, _Share], either: int) -> None:
        self.sure = sure
        self.maybe = maybe
        self.either = either


Met = int | Partly


class Portion(NamedTuple):
    """A share of everything, and what has been met in it."""

    share: Fraction
    met: Met


def either_of(met: Met) -> int:
    """The rolls that may have been met."""
    return met if type(met) is int else met.either  # type: ignore[union-attr]


def _sure(met: Met) -> int:
    return met if type(met) is int else met.sure  # type: ignore[union-attr]


def _maybe(met: Met, bit: int) -> _Share:
    if type(met) is int:
        return _SURELY if met & bit else _NEVER
    return _SURELY if met.sure & bit else met.maybe.get(bit, _NEVER)  # type: ignore[union-attr]


def chance_in(met: Met, bit: int) -> Fraction:
    """How likely a roll has been thrown."""
    return Fraction(*_maybe(met, bit))


def _of(sure: int, maybe: dict[int, _Share], either: int) -> Met:
    return Partly(sure, maybe, either) if maybe else sure


def _reduced(part: int, whole: int) -> _Share:
    common = gcd(part, whole)
    return part // common, whole // common


def both(first: Met, second: Met) -> Met:
    """What has been met on two stretches of a way."""
    if type(first) is int and type(second) is int:
        return first | second
    sure = _sure(first) | _sure(second)
    either = either_of(first) | either_of(second)
    maybe = {}
    for bit in bits(either & ~sure):
        part, whole = _maybe(first, bit)
        other, of = _maybe(second, bit)
        if not part:
            maybe[bit] = other, of
        elif not other:
            maybe[bit] = part, whole
        else:
            maybe[bit] = _reduced(part * of + other * (whole - part), whole * of)
    return _of(sure, maybe, either)


def bits(mask: int) -> Iterable[int]:
    """The single bits of a number, lowest first."""
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit


def mixed(portions: Iterable[tuple[int, Met]]) -> Met:
    """What has been met where several ways lead, each with its weight."""
    weights: dict[Met, int] = {}
    for weight, met in portions:
        weights[met] = weights.get(met, 0) + weight
    sure, either = -1, 0
    for met in weights:
        sure &= _sure(met)
        either |= either_of(met)
    if len(weights) == 1:
        return next(iter(weights))
    if sure == either:
        return sure
    whole = sum(weights.values())
    maybe = {}
    for bit in bits(either & ~sure):
        plain = sum([weight for met, weight in weights.items() if type(met) is int and met & bit])
        part, common = plain, 1
        for met, weight in weights.items():
            if type(met) is not int and met.either & bit:  # type: ignore[union-attr]
                some, of = _maybe(met, bit)
                part, common = part * of + some * weight * common, common * of
        maybe[bit] = _reduced(part, whole * common)
    return _of(sure, maybe, either)


def looped(there: Met, back: Portion, noted: Portion) -> tuple[Met, Met]:
    """What has been met where a way ends that may have led back to where it came from before, over and over.

    Once for those that were led back only by the `back` where nothing is noted, once for those that were `noted` as well.
    """
    sure, either = _sure(there), either_of(there) | either_of(back.met) | either_of(noted.met)
    plain, marked = dict[int, _Share](), dict[int, _Share]()
    once = 1 / (1 - back.share)
    more = 1 / (1 - back.share - noted.share) - once
    for bit in bits(either & ~sure):
        left = 1 - chance_in(there, bit)
        by, other = [one.share * (1 - chance_in(one.met, bit)) for one in (back, noted)]
        missed = 1 / (1 - by)
        plain[bit] = (1 - left * missed / once).as_integer_ratio()
        if more:
            marked[bit] = (1 - left * (1 / (1 - by - other) - missed) / more).as_integer_ratio()
    return _of(sure, plain, either), _of(sure, marked, either)


def _moved(mask: int, where: Mapping[int, int]) -> int:
    return sum({where[bit] for bit in bits(mask)})


def _lifted(met: Met, where: Mapping[int, int]) -> Met:
    """The same rolls under other bits."""
    if type(met) is int:
        return _moved(met, where)
    assert isinstance(met, Partly)
    maybe = {where[bit]: chance for bit, chance in met.maybe.items()}
    return Partly(_moved(met.sure, where), maybe, _moved(met.either, where))


class Throw(NamedTuple):
    """A roll that was met: its numbers of dice, the chance that it is thrown at all, and whether more than once."""

    roll: Roll[Any]
    dice: Iterable[int]
    chance: Fraction = _ALWAYS
    again: bool = False


class Meeting:
    """The rolls of one look ahead: those of one step that need the same for the same reasons are one."""

    def __init__(self) -> None:
        self.rolls: list[tuple[Roll[Any], set[int]]] = []  # each with the numbers of dice it is thrown with
        self._bits: dict[Hashable, int] = {}
        self.after: set[tuple[int, int]] = set()
        self.again = 0  # those that may be thrown more than once on one way
        self._both: dict[tuple[Met, Met], Met] = {}
        self._taken: dict[Meeting, Sequence[tuple[Any, int, Met]]] = {}

    def meet(self, roll: Roll[Any], met: Met = 0) -> Met:
        """A roll after what has been met before it."""
        return self.then(met, self.enter(roll, (roll.dice,)))

    @staticmethod
    def key(roll: Roll[Any]) -> Hashable:
        """Rolls of which this is the same are one."""
        return roll.step or roll.why, roll.seat, roll.sides, roll.needs or roll.reading, roll.modifiers

    def enter(self, roll: Roll[Any], dice: Iterable[int]) -> int:
        """The bit of a roll that is thrown with so many dice."""
        key = self.key(roll)
        bit = self._bits.get(key)
        if bit is None:
            bit = self._bits[key] = 1 << len(self.rolls)
            self.rolls.append((roll, set()))
        self.rolls[bit.bit_length() - 1][1].update(dice)
        return bit

    def takes_over(self, other: "Meeting", said: Sequence[tuple[Any, int, Met]]) -> Sequence[tuple[Any, int, Met]]:
        """What dice say that have been looked at by themselves, their rolls met here."""
        known = self._taken.get(other)
        if known is None:
            here = {1 << place: self.enter(*one) for place, one in enumerate(other.rolls)}
            self.after.update((_moved(first, here), _moved(second, here)) for first, second in other.after)
            self.again |= _moved(other.again, here)
            known = self._taken[other] = [(value, count, _lifted(met, here)) for value, count, met in said]
        return known

    def then(self, first: Met, second: Met) -> Met:
        """What has been met on one stretch and then on another."""
        if not first or not second:
            return first or second
        known = self._both.get((first, second))
        if known is None:
            self.follow(either_of(first), either_of(second))
            known = self._both[first, second] = both(first, second)
        return known

    def follow(self, first: int, second: int) -> None:
        """Rolls are met after others."""
        self.after.add((first, second))
        self.again |= first & second

    def chances(self, met: Met) -> list[Throw]:
        """Every roll with the chance that it is thrown, in the order in which they are thrown."""
        before = [0] * len(self.rolls)
        for first, second in self.after:
            for bit in bits(second & ~first):
                before[bit.bit_length() - 1] |= first
        left = list(range(len(self.rolls)))
        found = []
        while left:
            remain = sum(1 << place for place in left)
            place = next((place for place in left if not before[place] & remain & ~(1 << place)), left[0])
            left.remove(place)
            found.append(Throw(*self.rolls[place], chance_in(met, 1 << place), bool(self.again >> place & 1)))
        return found
