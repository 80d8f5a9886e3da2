"""Walking a trial: every outcome, exactly."""

from fractions import Fraction
from itertools import product

import icepool
import pytest

from sandtable.dice.readings import AtLeast, Each, Total
from sandtable.dice.roll import Roll
from sandtable.mechanics.questions import Found, Settled
from sandtable.odds import walk as walking
from sandtable.odds.walk import TooLong, marginals, walk


async def hits_then_wounds() -> Found:
    """Five dice at 4 or more, the hits again at 5 or more."""
    hits = await Roll(5, 6, AtLeast(4), why="", because=())
    wounds = await Roll(hits.value, 6, AtLeast(5), why="", because=())
    return {"hits": hits.value, "wounds": wounds.value}


async def merged() -> Found:
    """The same, merged after the hits."""
    hits = await Roll(5, 6, AtLeast(4), why="", because=())
    await Settled(("hits", hits.value))
    wounds = await Roll(hits.value, 6, AtLeast(5), why="", because=())
    return {"hits": hits.value, "wounds": wounds.value}


def test_two_stages_agree_with_icepool() -> None:
    """Hits, then wounds."""
    expected = 5 @ ((icepool.d6 >= 4) & (icepool.d6 >= 5))
    found = marginals(walk(hits_then_wounds))["wounds"]
    assert found == {wounds: Fraction(count, expected.denominator()) for wounds, count in expected.items()}


def test_merging_changes_nothing() -> None:
    """Equal keys are one, and the distribution is the same."""
    assert walk(merged) == walk(hits_then_wounds)


def test_a_tree_is_walked_die_by_die() -> None:
    """Against plain enumeration: two dice, and a third if they are equal."""

    async def trial() -> Found:
        first, second = (await Roll(2, 6, Each(), why="", because=())).value
        third = await Roll(int(first == second), 6, Total(), why="", because=())
        return {"sum": first + second + third.value}

    expected: dict[int, Fraction] = {}
    for first, second in product(range(1, 7), repeat=2):
        for third in range(1, 7) if first == second else [0]:
            weight = Fraction(1, 216) if first == second else Fraction(1, 36)
            expected[first + second + third] = expected.get(first + second + third, Fraction(0)) + weight
    assert marginals(walk(trial))["sum"] == dict(sorted(expected.items()))


def test_a_tie_that_is_rolled_again_is_summed_to_its_limit() -> None:
    """Higher die wins, ties again: exactly one half each, although no number of rounds is enough."""

    async def trial() -> Found:
        while True:
            first, second = (await Roll(2, 6, Each(), why="", because=())).value
            if first != second:
                return {"first wins": first > second}
            await Settled("tie")

    assert marginals(walk(trial))["first wins"] == {False: Fraction(1, 2), True: Fraction(1, 2)}


def test_loops_through_several_keys_are_solved() -> None:
    """A walk between two doors: from A to B on 1-3, from B to A on 1-2, otherwise out by that door."""

    async def trial() -> Found:
        door = "a"
        while True:
            await Settled(door)
            face = (await Roll(1, 6, Total(), why="", because=())).value
            if door == "a" and face > 3:
                return {"door": "a"}
            if door == "b" and face > 2:
                return {"door": "b"}
            door = "b" if door == "a" else "a"

    # out by a: 1/2 + 1/2 * 1/3 * (out by a)
    assert marginals(walk(trial))["door"] == {"a": Fraction(3, 5), "b": Fraction(2, 5)}


def test_a_tree_that_is_too_large_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Instead of running for ever."""
    monkeypatch.setattr(walking, "BUDGET", 100)

    async def trial() -> Found:
        total = 0
        for _ in range(6):
            total += (await Roll(1, 6, Total(), why="", because=())).value
        return {"total": total}

    with pytest.raises(TooLong):
        walk(trial)


def test_values_are_listed_in_order() -> None:
    """Numbers by size, words by letter."""

    async def trial() -> Found:
        rolled = await Roll(2, 6, Total(), why="", because=())
        return {"total": rolled.value, "word": "high" if rolled.value > 7 else "even" if rolled.value == 7 else "low"}

    found = marginals(walk(trial))
    assert list(found["total"]) == list(range(2, 13))
    assert list(found["word"]) == ["even", "high", "low"]
