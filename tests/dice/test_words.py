"""Dice in words: how a throw is read where nobody says what it needs, and what it said."""

import pytest

from sandtable.dice.readings import AtLeast, Bands, Best, Chart, Each, Reading, Total
from sandtable.dice.roll import Roll
from sandtable.dice.words import counted, needed, plainly, said, worded


@pytest.mark.parametrize(
    ("reading", "dice", "words"),
    [
        (AtLeast(4), 3, "4+"),
        (Bands(((4, 5), (6, 6))), 3, "4-5 or 6"),
        (Total(), 1, "the die"),
        (Total(6), 1, "the die, +6"),
        (Total(), 2, "the total of the dice"),
        (Total(-1, (1, 1, 2, 2, 3, 3)), 1, "1-2 is 1, 3-4 is 2, 5-6 is 3, -1"),
        (Chart(((1, "friendly-fire"), (3, "panic"))), 1, "1-2 friendly fire, 3-6 panic"),
        (Chart(((-99, "stunned"), (2, "immobilised"), (3, "on-fire")), -3), 1, "1-4 stunned, 5 immobilised, 6 on fire"),
        (Best(2), 3, "the 2 highest, added up"),
        (Each(), 2, "each die as it falls"),
    ],
)
def test_how_a_throw_is_read(reading: Reading[object], dice: int, words: str) -> None:
    """From the reading itself."""
    assert needed(Roll(dice, 6, reading, why="", because=())) == words


def test_what_is_needed_is_said_where_a_roll_says_it() -> None:
    """Its own words come first."""
    assert needed(Roll(1, 6, AtLeast(4), why="", because=(), needs="4+ (-1 long range)")) == "4+ (-1 long range)"


def test_what_a_throw_said() -> None:
    """Counted, worded or plainly."""
    hits = Roll(3, 6, AtLeast(4), why="", because=(), say=counted("hit", "hits"))
    assert [said(hits, number) for number in (0, 1, 3)] == ["no hits", "1 hit", "3 hits"]
    test = Roll(2, 6, Chart(((2, "pass"), (8, "fail"))), why="", because=(), say=worded({"pass": "passes"}))
    assert [said(test, row) for row in ("pass", "fail")] == ["passes", "fail"]
    assert [plainly(value) for value in (True, (3, 4), "on-fire", 7)] == ["yes", "3, 4", "on fire", "7"]
