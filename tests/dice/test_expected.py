"""What to expect of a roll: means, variances and chances against icepool and against every throw listed."""

from fractions import Fraction
from itertools import product
from typing import Any

import icepool
import pytest

from sandtable.dice.expected import Expected, Odds, expected
from sandtable.dice.readings import AtLeast, Bands, Best, Chart, Each, Reading, Total

from .test_readings import READINGS

MORALE = Chart(((2, "pass"), (9, "fail"), (12, "fubar")), low_is_good=True)
ORDERED = [reading for reading in [*READINGS, MORALE] if not isinstance(reading, Each)]


def throws(dice: int) -> list[tuple[int, ...]]:
    """All throws of so many D6."""
    return list(product(range(1, 7), repeat=dice))


@pytest.mark.parametrize("dice", [1, 2, 3])
@pytest.mark.parametrize("reading", ORDERED, ids=str)
def test_what_is_expected_is_the_mean_over_all_throws(reading: Reading[Any], dice: int) -> None:
    """Mean and variance of the number; nothing of either where a reading has none."""
    found = expected(reading, dice, 6)
    numbers = [reading.number(reading.read(faces)) for faces in throws(dice)]
    if isinstance(reading, Chart):
        assert (found.mean, found.variance) == (None, None)
        return
    known = [number for number in numbers if number is not None]
    mean = Fraction(sum(known), len(known))
    assert found.mean == mean
    assert found.variance == sum((number - mean) ** 2 for number in known) / len(known)


@pytest.mark.parametrize("dice", [1, 2, 3])
@pytest.mark.parametrize("reading", ORDERED, ids=str)
def test_no_luck_is_to_be_expected(reading: Reading[Any], dice: int) -> None:
    """Over all throws, the deviation from the mean and the fortune both come to exactly nothing."""
    found = expected(reading, dice, 6)
    values = [reading.read(faces) for faces in throws(dice)]
    fortunes = [found.odds(value).fortune for value in values]
    assert sum(fortune for fortune in fortunes if fortune is not None) == 0
    assert None not in fortunes
    assert found.variance_of_fortune == sum(f * f for f in fortunes if f is not None) / len(values)
    if found.mean is not None:
        assert sum((reading.number(value) or 0) - found.mean for value in values) == 0


@pytest.mark.parametrize("dice", [1, 2, 3])
@pytest.mark.parametrize("reading", ORDERED, ids=str)
def test_chances_of_this_or_better_count_every_throw(reading: Reading[Any], dice: int) -> None:
    """So many of all throws are exactly this, this or better, this or worse."""
    found = expected(reading, dice, 6)
    values = [reading.read(faces) for faces in throws(dice)]
    places = [reading.place(value) or () for value in values]
    for value in set(values):
        here = reading.place(value) or ()
        odds = found.odds(value)
        assert odds.exactly == Fraction(values.count(value), len(values))
        assert odds.or_better == Fraction(sum(place >= here for place in places), len(values))
        assert odds.or_worse == Fraction(sum(place <= here for place in places), len(values))


@pytest.mark.parametrize("dice", [5, 12, 20])
def test_many_dice_agree_with_icepool(dice: int) -> None:
    """Counting and adding up, where nobody lists all throws."""
    for reading, pool in ((AtLeast(4), dice @ (icepool.d6 >= 4)), (Total(2), dice @ icepool.d6 + 2)):
        found = Expected(reading, dice, 6)
        assert found.mean == Fraction(*pool.mean().as_integer_ratio())
        assert found.variance == Fraction(*pool.variance().as_integer_ratio())
        value = dice // 2 + 3
        below = sum(quantity for outcome, quantity in pool.items() if int(outcome) < value)
        assert found.odds(value).or_better == 1 - Fraction(below, pool.denominator())


def test_in_a_morale_check_low_is_good() -> None:
    """Passing is the best row, a double six the worst."""
    found = expected(MORALE, 2, 6)
    assert found.odds("pass").or_better == Fraction(26, 36)
    assert found.odds("fubar").or_worse == Fraction(1, 36)
    assert found.odds("fail").fortune == Fraction(1, 36) - Fraction(26, 36)


def test_faces_without_an_order_are_only_likely_or_not() -> None:
    """Two dice that two people throw: neither better nor worse."""
    odds = expected(Each(), 2, 6).odds((4, 2))
    assert odds.fortune is None
    assert odds == (Fraction(1, 36), None, None)
    assert expected(Each(), 2, 6).variance_of_fortune is None


@pytest.mark.parametrize(
    ("reading", "faces", "words"),
    [
        (AtLeast(4), (6, 1, 4), "2 of 3"),
        (Bands(((4, 5), (6, 6))), (6, 4, 5, 1), "3 of 4: 2 on 4-5, 1 on 6"),
        (Bands(((4, 5), (6, 6))), (1, 2), "0 of 2"),
        (Bands(((6, 5), (6, 6))), (6, 2), "1 of 2: 1 on 6"),
        (Total(1), (6, 5), "12"),
        (Chart(((1, "delay"), (4, "fire-for-effect"))), (5,), "fire for effect"),
        (Each(), (4, 2), "4, 2"),
        (Best(2), (6, 1, 5), "11 with the best 2 of 3"),
    ],
)
def test_what_came_is_said_in_words(reading: Reading[Any], faces: tuple[int, ...], words: str) -> None:
    """A few words for each reading."""
    assert reading.words(reading.read(faces), len(faces)) == words


def test_faces_one_by_one_are_never_listed() -> None:
    """Twenty counters are shuffled by twenty dice: every throw is as likely as any other, and none is better."""
    many = expected(Each(), 20, 20)
    assert many.odds((1,) * 20) == Odds(Fraction(1, 20**20), None, None)
    assert (many.mean, many.variance, many.variance_of_fortune) == (None, None, None)
    assert next(many.chances()) == ((1,) * 20, Fraction(1, 20**20))
    assert dict(expected(Each(), 2, 4).chances()) == {(a, b): Fraction(1, 16) for a in range(1, 5) for b in range(1, 5)}
