"""Exact chances, and said so that a player understands them."""

from fractions import Fraction

import pytest

from sandtable.mechanics.chances import chance_of, say_chance, say_number
from sandtable.mechanics.modifiers import Always, Needed, Never, Score, Twice


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
