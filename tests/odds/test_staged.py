"""Actions under every outcome, exactly, where nothing but dice matters."""

from fractions import Fraction
from itertools import product
from typing import Any

import icepool
import pytest

from sandtable.dice.readings import AtLeast, Each, Total
from sandtable.dice.roll import Roll
from sandtable.mechanics.questions import Nothing, Question, of_dice
from sandtable.odds import staged
from sandtable.odds.ask import AskError, ask
from sandtable.odds.distribution import marginals
from sandtable.odds.staged import odds_of
from sandtable.play.script import Play


def test_two_stages_agree_with_icepool() -> None:
    """Five dice at 4 or more, the hits again at 5 or more."""

    async def attack(_play: Play[Any]) -> int:
        hits = await Roll(5, 6, AtLeast(4), why="", because=())
        return (await Roll(hits.value, 6, AtLeast(5), why="", because=())).value

    expected = 5 @ ((icepool.d6 >= 4) & (icepool.d6 >= 5))
    found = marginals(odds_of(of_dice(attack, "wounds")).leaves)["wounds"]
    assert found == {wounds: Fraction(count, expected.denominator()) for wounds, count in expected.items()}


def test_a_tree_is_walked_die_by_die() -> None:
    """Against plain enumeration: two dice, and a third if they are equal."""

    async def throws(_play: Play[Any]) -> int:
        first, second = (await Roll(2, 6, Each(), why="", because=())).value
        return first + second + (await Roll(int(first == second), 6, Total(), why="", because=())).value

    expected: dict[int, Fraction] = {}
    for first, second in product(range(1, 7), repeat=2):
        for third in range(1, 7) if first == second else [0]:
            weight = Fraction(1, 216) if first == second else Fraction(1, 36)
            expected[first + second + third] = expected.get(first + second + third, Fraction(0)) + weight
    assert marginals(odds_of(of_dice(throws, "sum")).leaves)["sum"] == dict(sorted(expected.items()))


def test_a_tree_that_is_too_large_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Instead of running for ever."""
    monkeypatch.setattr(staged, "BUDGET", 50)

    async def dice(_play: Play[Any]) -> int:
        return sum([(await Roll(1, 6, Total(), why="", because=())).value * 7**place for place in range(6)])

    long: Question[Nothing, Nothing] = Question("long", "Long?", Nothing, lambda *_: of_dice(dice, "total"), ())
    with pytest.raises(AskError, match=r"long: this would take too long .*; ask for fewer dice"):
        ask(long, {}, Nothing())


def test_many_dice_one_by_one_are_refused_without_being_listed() -> None:
    """Listing six to the fortieth is what would take too long."""

    async def faces(_play: Play[Any]) -> tuple[int, ...]:
        return (await Roll(40, 6, Each(), why="", because=())).value

    many: Question[Nothing, Nothing] = Question("many", "Many?", Nothing, lambda *_: of_dice(faces, "faces"), ())
    with pytest.raises(AskError, match="40 dice are looked at one by one"):
        ask(many, {}, Nothing())


def test_values_are_listed_in_order() -> None:
    """Numbers by size, words by letter."""

    async def total(_play: Play[Any]) -> int:
        return (await Roll(2, 6, Total(), why="", because=())).value

    async def word(play: Play[Any]) -> str:
        found = await total(play)
        return "high" if found > 7 else "even" if found == 7 else "low"

    assert list(marginals(odds_of(of_dice(total, "total")).leaves)["total"]) == list(range(2, 13))
    assert list(marginals(odds_of(of_dice(word, "word")).leaves)["word"]) == ["even", "high", "low"]
