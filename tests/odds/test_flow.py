"""Shares pushed forward: stages that follow stages, rounds that many ways lead to, rounds that lead in a circle."""

import gc
from fractions import Fraction
from typing import Any

import pytest

from sandtable.dice.roll import Rolled
from sandtable.foresight.budget import TooLong
from sandtable.odds.trials import sample
from sandtable.play.script import Play
from sandtable.play.stage import Again, last, rounds, stage, then
from tests.play.toy import ToyState, initial

from .test_foresight import D6, apply, d6, die, look, noted, score, scores, yes

STRUCK: list[int] = []


@stage
async def hit(play: Play[ToyState]) -> int:
    """A hit scores on an odd face."""
    STRUCK.append(play.state.scores[0])
    face = (await d6()).value
    if face % 2:
        score(play, 1)
    return 0


@stage
async def hits(play: Play[ToyState], _: int, left: int) -> None:
    """One hit after another."""
    if left:
        await then(hit(play), play, hits, left - 1)


async def volley(play: Play[ToyState]) -> None:
    """As many hits as a die says."""
    await last(hits(play, 0, (await d6()).value))


def test_a_stage_is_followed_by_another_as_dice_are() -> None:
    """Against icepool; and what a hit does is played once for each state, however many are left."""
    STRUCK.clear()
    found = look(volley)
    expected: Any = D6.map(lambda many: many @ (D6 % 2))
    assert scores(found) == die(expected)
    assert sorted(STRUCK) == [points for points in range(6) for _ in range(6)]


def test_a_stage_that_follows_another_is_thrown_like_any() -> None:
    """In play and in trials it is what it was."""
    often = scores(sample(initial(), apply, noted, yes, volley, (), 600)[0])
    exact = scores(look(volley))
    assert all(abs(share - exact[points]) < Fraction(1, 10) for points, share in often.items())
    play: Play[ToyState] = Play(initial(), apply)
    script = hits(play, 0, 2)
    script.send(None)
    script.send(Rolled(3, (3,), 0))
    with pytest.raises(StopIteration):
        script.send(Rolled(5, (5,), 0))
    assert play.state.scores == (2, 0)


@rounds()
async def in_turn(play: Play[ToyState], whose: int, *, of: int) -> Again | None:
    """Whoever throws a six first scores his number; they throw in a circle."""
    if (await d6()).value == 6:
        score(play, whose + 1)
        return None
    return Again((whose + 1) % of, of=of)


@pytest.mark.parametrize("of", [1, 2, 3, 5])
def test_rounds_that_lead_in_a_circle_are_summed_to_the_end(of: int) -> None:
    """Begun by any of them: the circle is entered where a die says."""

    async def begin(play: Play[ToyState]) -> None:
        first = (await d6()).value
        await last(in_turn(play, 0 if first < 5 else of - 1, of=of))

    def chance(place: int) -> Fraction:
        """Whoever is so many places behind the first."""
        return Fraction(5, 6) ** place / 6 / (1 - Fraction(5, 6) ** of)

    expected = {
        whose + 1: Fraction(2, 3) * chance(whose) + Fraction(1, 3) * chance((whose - of + 1) % of)
        for whose in range(of)
    }
    assert scores(look(begin)) == expected


def test_a_round_is_played_once_for_all_ways_that_lead_to_it() -> None:
    """From whichever number of men it begins: a man falls on less than six, else it is over."""
    fought: list[int] = []

    @rounds("number")
    async def fight(play: Play[ToyState], men: int, *, number: int) -> Again | None:
        fought.append(men)
        if not men or (await d6()).value == 6:
            score(play, men)
            return None
        return Again(men - 1, number=number + 1)

    async def begin(play: Play[ToyState]) -> None:
        await last(fight(play, (await d6()).value, number=1))

    five, sixth = Fraction(5, 6), Fraction(1, 6)
    standing = {
        men: sum(
            (sixth * five ** (first - men) * (sixth if men else 1) for first in range(max(men, 1), 7)), Fraction(0)
        )
        for men in range(7)
    }
    assert scores(look(begin)) == standing
    assert sorted(fought) == [0, *[men for men in range(1, 7) for _ in range(6)]]


def test_the_collector_is_left_alone_only_while_it_lasts() -> None:
    """Also where it is given up; and whoever has switched it off finds it off."""
    assert gc.isenabled()
    look(volley)
    assert gc.isenabled()
    with pytest.raises(TooLong):
        look(volley, budget=3)
    assert gc.isenabled()
    gc.disable()
    try:
        look(volley)
        assert not gc.isenabled()
    finally:
        gc.enable()
