"""Dice that count each for themselves are added up, not gone through; and are not taken at their word."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from sandtable.dice.readings import AtLeast
from sandtable.dice.roll import Roll
from sandtable.foresight.adding import Said
from sandtable.foresight.look import run_through
from sandtable.foresight.met import Meeting, chance_in, mixed
from sandtable.foresight.thrown import said
from sandtable.mechanics.modifiers import Score, Target
from sandtable.play.stage import Throws, each_for_itself
from sandtable.rulesets.bolt_action.harm.damage import roll_to_damage

HITS = Target(Score(4), ())


def told(said: Said) -> tuple[dict[Any, Fraction], set[Any]]:
    """What dice say, and the rolls on the way with their dice and chances."""
    met = mixed([(weight, met) for _, weight, met in said.values])
    rolls = {
        (Meeting.key(roll), tuple(sorted(dice)), chance_in(met, 1 << place))
        for place, (roll, dice) in enumerate(said.meeting.rolls)
    }
    return {value: Fraction(weight, said.whole) for value, weight, _ in said.values}, rolls


@pytest.mark.parametrize("most", [0, 3])
@pytest.mark.parametrize("exceptional", [True, False])
@pytest.mark.parametrize("hits", [0, 1, 4, 7])
def test_hits_that_are_added_up_do_what_they_do_together(hits: int, most: int, *, exceptional: bool) -> None:
    """Exactly, with all that is met on the way."""
    throws: Throws[Any] = Throws(
        roll_to_damage, (hits, HITS), {"why": "shots", "seat": 0, "exceptional": exceptional, "most": most}
    )
    assert told(said(throws, run_through)) == told(run_through(throws))


def _twice(one: int, other: int, **_: object) -> int:
    return one + other


def _sixes(dice: int) -> Roll[int]:
    return Roll(dice, 6, AtLeast(6), why="sixes", because=("a rule",))


@each_for_itself(_twice)
async def _one_too_many(dice: int) -> int:
    return (await _sixes(dice)).value + 1


@each_for_itself(_twice)
async def _not_after_the_second(dice: int) -> int:
    return (await _sixes(min(dice, 2))).value


@pytest.mark.parametrize("script", [_one_too_many, _not_after_the_second])
def test_what_does_not_add_up_is_gone_through(script: Callable[..., Any]) -> None:
    """A script may say of itself what it likes."""
    throws: Throws[Any] = Throws(script, (5,), {})
    assert told(said(throws, run_through)) == told(run_through(throws))
