"""Exact chances of dice that do not depend on each other: how many succeed, what that adds up to, and saying it."""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import comb

from .modifiers import Always, Needed, Never, Score

Spread = Mapping[int, Fraction]  # how likely each number is

PLAIN = 36  # fractions with larger parts than this are said as decimals
CERTAIN: Spread = {1: Fraction(1)}


def chance_of(needed: Needed, sides: int = 6) -> Fraction:
    """How likely one die succeeds, thrown again where that is needed."""
    if isinstance(needed, Always):
        return Fraction(1)
    if isinstance(needed, Never):
        return Fraction(0)
    first = Fraction(max(0, sides + 1 - needed.least), sides)
    return first if isinstance(needed, Score) else first * Fraction(max(0, sides + 1 - needed.then), sides)


def exactly(number: int) -> Spread:
    """A number that is certain."""
    return {number: Fraction(1)}


def weighted(weights: Mapping[int, int]) -> Spread:
    """Numbers with the weights that a reading of dice gives them."""
    whole = sum(weights.values())
    return {number: Fraction(weight, whole) for number, weight in weights.items()}


@lru_cache(maxsize=4096)
def _binomial(dice: int, chance: Fraction) -> tuple[Fraction, ...]:
    return tuple(comb(dice, good) * chance**good * (1 - chance) ** (dice - good) for good in range(dice + 1))


def successes(dice: Spread, chance: Fraction) -> Spread:
    """How many of so many dice succeed, each with this chance."""
    found: dict[int, Fraction] = {}
    for count, likely in dice.items():
        for good, share in enumerate(_binomial(count, chance)):
            if share:
                found[good] = found.get(good, Fraction(0)) + likely * share
    return found


def together(spreads: Iterable[Spread]) -> Spread:
    """What several numbers add up to."""
    whole: Spread = exactly(0)
    for spread in spreads:
        found: dict[int, Fraction] = {}
        for one, first in whole.items():
            for other, second in spread.items():
                found[one + other] = found.get(one + other, Fraction(0)) + first * second
        whole = found
    return whole


def repeated(times: Spread, each: Spread) -> Spread:
    """What so many throws of the same dice add up to."""
    found: dict[int, Fraction] = {}
    sums: Spread = exactly(0)
    for count in range(max(times, default=0) + 1):
        if count:
            sums = together((sums, each))
        for total, share in sums.items() if count in times else ():
            found[total] = found.get(total, Fraction(0)) + times[count] * share
    return found


def mapped(spread: Spread, change: Callable[[int], int]) -> Spread:
    """The same with every number changed, equal ones put together."""
    found: dict[int, Fraction] = {}
    for number, likely in spread.items():
        found[change(number)] = found.get(change(number), Fraction(0)) + likely
    return found


def mean(spread: Spread) -> Fraction:
    """What to expect."""
    return sum((number * likely for number, likely in spread.items()), Fraction(0))


def chance_that(spread: Spread, holds: Callable[[int], bool]) -> Fraction:
    """How likely a number is one of those."""
    return sum((likely for number, likely in spread.items() if holds(number)), Fraction(0))


def say_number(number: Fraction) -> str:
    """An expected number: `2 1/3` where the fraction is a plain one, else `2.37`."""
    if number.denominator > PLAIN:
        return f"{round(number * 100) // 100}.{round(number * 100) % 100:02d}"
    whole, rest = divmod(number.numerator, number.denominator)
    if not rest:
        return str(whole)
    return f"{whole} {rest}/{number.denominator}" if whole else f"{rest}/{number.denominator}"


def say_chance(chance: Fraction) -> str:
    """A chance in per cent; what can still happen is never said to be impossible, nor what can fail to be certain."""
    whole = round(chance * 100)
    if chance > 0 and whole == 0:
        return "under 1 %"
    return "over 99 %" if chance < 1 and whole == 100 else f"{whole} %"
