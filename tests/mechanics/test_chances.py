"""Exact chances: against counting every throw, and said so that a player understands them."""

from fractions import Fraction
from itertools import product

import pytest

from sandtable.mechanics.chances import (
    chance_of,
    chance_that,
    exactly,
    mapped,
    mean,
    repeated,
    say_chance,
    say_number,
    successes,
    together,
    weighted,
)
from sandtable.mechanics.modifiers import Always, Needed, Never, Score, Twice

D6 = range(1, 7)


@pytest.mark.parametrize(
    ("needed", "chance"),
    [
        (Score(4), Fraction(1, 2)),
        (Score(1), Fraction(1)),
        (Score(7), Fraction(0)),
        (Twice(6, 6), Fraction(1, 36)),
        (Always(), Fraction(1)),
        (Never(), Fraction(0)),
    ],
)
def test_one_die(needed: Needed, chance: Fraction) -> None:
    """Six faces, some of which will do."""
    assert chance_of(needed) == chance


def test_successes_are_those_of_every_throw_counted() -> None:
    """Three dice that need 5, of which every success is thrown again and needs 4."""
    counted: dict[int, Fraction] = {}
    for throw in product(product(D6, D6), repeat=3):
        good = sum(first >= 5 and second >= 4 for first, second in throw)
        counted[good] = counted.get(good, Fraction(0)) + Fraction(1, 36**3)
    assert successes(successes(exactly(3), Fraction(1, 3)), Fraction(1, 2)) == counted


def test_dice_add_up() -> None:
    """Two dice, and two throws of a die that counts half."""
    die = weighted(dict.fromkeys(D6, 1))
    counted: dict[int, Fraction] = {}
    for one, other in product(D6, D6):
        counted[one + other] = counted.get(one + other, Fraction(0)) + Fraction(1, 36)
    assert together((die, die)) == counted == repeated(exactly(2), die)
    half = mapped(die, lambda face: (face + 1) // 2)
    assert half == {1: Fraction(1, 3), 2: Fraction(1, 3), 3: Fraction(1, 3)}
    often = repeated({0: Fraction(1, 2), 2: Fraction(1, 2)}, exactly(3))
    assert often == {0: Fraction(1, 2), 6: Fraction(1, 2)}
    assert (mean(die), chance_that(die, lambda face: face > 4)) == (Fraction(7, 2), Fraction(1, 3))


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (Fraction(7, 3), "2 1/3"),
        (Fraction(2), "2"),
        (Fraction(5, 36), "5/36"),
        (Fraction(0), "0"),
        (Fraction(1, 37), "0.03"),
        (Fraction(101, 99), "1.02"),
        (Fraction(1999, 1000), "2.00"),
    ],
)
def test_expected_numbers_are_said_as_plain_fractions_or_decimals(number: Fraction, text: str) -> None:
    """Nobody reads thousandths."""
    assert say_number(number) == text


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (Fraction(0), "0 %"),
        (Fraction(1, 1000), "under 1 %"),
        (Fraction(61, 100), "61 %"),
        (Fraction(999, 1000), "over 99 %"),
        (Fraction(1), "100 %"),
    ],
)
def test_chances_are_said_in_per_cent(chance: Fraction, text: str) -> None:
    """What can happen is never said not to."""
    assert say_chance(chance) == text
