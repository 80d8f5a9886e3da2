"""The luck sheet: exact numbers of battles short enough to be worked out by hand."""

import dataclasses
from collections.abc import Sequence
from fractions import Fraction
from math import sqrt
from typing import Any

import pytest

from sandtable.dice.readings import AtLeast, Bands, Chart, Each, Total
from sandtable.dice.roll import Roll
from sandtable.dice.sources import Scripted
from sandtable.odds.luck import Judged, LuckSheet, all_rolls, judge, sheet, swing_of
from sandtable.play.decision import Decision
from sandtable.play.domains import OneOf
from sandtable.play.game import Game, Input
from sandtable.play.refusal import Refused
from sandtable.play.script import Play, Step
from tests.play.toy import TOY, ToyState, initial


async def _exchange(play: Play[ToyState]) -> None:
    """A die for both, six shots of seat 0 at 4+, seat 1's morale, and then the reply or none."""
    await Roll(1, 6, Chart(((1, "dark"), (4, "day"))), why="dawn", because=("toy.dawn",), neutral=True)
    play.tell("began", "toy.turn")
    hits = await Roll(6, 6, AtLeast(4), why="to hit", because=("toy.hit", "toy.hit"), seat=0, needs="4+")
    await Roll(hits.value, 6, Bands(((4, 5), (6, 6))), why="to damage", because=("toy.hit",), seat=0, needs="4+")
    nerve = Chart(((2, "pass"), (9, "fail")), low_is_good=True)
    await Roll(2, 6, nerve, why="nerve", because=("toy.nerve",), seat=1, needs="8 or less")
    reply = await Decision(1, "reply", OneOf({"yes": True, "no": False}), prompt="reply?", because=("toy.reply",))
    if reply:
        await Roll(2, 6, Total(), why="reply", because=("toy.reply",), seat=1)
    play.tell("ended", "toy.turn", sets={"scores": (10, 0)})


def _next_step(state: ToyState) -> Step[ToyState] | None:
    return None if max(state.scores) >= 10 else Step("exchange", _exchange)


EXCHANGE = dataclasses.replace(TOY, next_step=_next_step)  # one exchange of fire, and the battle is over


FACES = [5, *(6, 4, 3, 1, 4, 2), *(6, 2, 5), *(6, 5)]
INPUTS: list[Input] = [b"\x05", b"\x06\x04\x03\x01\x04\x02", b"\x06\x02\x05", b"\x06\x05", "yes", b"\x01\x02"]


def rolls_of(inputs: Sequence[Input] = INPUTS) -> list[Judged]:
    """The rolls of the exchange."""
    return all_rolls(EXCHANGE, initial(), inputs)


@pytest.fixture
def whole() -> LuckSheet:
    """The sheet of the whole exchange."""
    return sheet(rolls_of())


def test_the_rolls_are_those_of_the_battle() -> None:
    """Beat by beat what the game itself tells."""
    game: Game[Any] = Game(EXCHANGE, initial(), Scripted([*FACES, 1, 2]))
    assert game.pending
    game.answer("yes")
    assert game.over
    told = [(beat, getattr(one, "faces", None)) for beat, one in enumerate(game.take(), 1)]
    assert game.everything() == INPUTS
    thrown = [(beat, faces) for beat, faces in told if faces]
    assert [(one.beat, one.faces) for one in rolls_of()] == thrown
    assert [one.beat for one in rolls_of()] == [1, 3, 4, 5, 6]


def test_each_roll_says_what_was_expected_and_what_came(whole: LuckSheet) -> None:
    """Three of six at 4 or more; three dice to damage; a morale check that failed; a low total."""
    dawn, hits, damage, nerve, reply = whole.rolls
    assert (hits.dice, hits.needs, hits.came, hits.expected) == ("6D6", "4+", "3 of 6", "3")
    assert (hits.chance, hits.or_better, hits.or_worse) == ("5/16", "21/32", "21/32")
    assert hits.fortune == 0.0
    assert hits.because == ("toy.hit",)
    assert (damage.came, damage.expected) == ("2 of 3: 1 on 4-5, 1 on 6", "3/2")
    assert damage.chance == "1/6"  # 3 * 2 places for the 6 and the miss, times 2 faces, times 3: 36 of 216
    assert damage.or_better == str(Fraction(27 + 36 + 9, 216))
    assert (nerve.came, nerve.expected, nerve.chance) == ("fail", "", "5/18")
    assert (nerve.or_better, nerve.or_worse) == ("1", "5/18")
    assert (reply.came, reply.expected, reply.or_worse) == ("3", "7", "1/12")
    assert (dawn.seat, dawn.came, dawn.chance, dawn.or_better, dawn.fortune) == (None, "day", "1/2", "", None)
    assert whole.swings == "none" and all(roll.swing is None for roll in whole.rolls)


def test_sides_add_up_their_own_rolls(whole: LuckSheet) -> None:
    """Nine dice for successes, one more came than was to be expected by half; the other side had no such dice."""
    first, second = whole.sides
    assert (first.throws, first.dice, first.counted) == (2, 9, 9)
    assert (first.expected, first.came) == ("9/2", 5)
    assert first.score == pytest.approx(0.5 / sqrt(9 / 4))
    assert (second.throws, second.dice, second.counted, second.came) == (2, 4, 0, 0)
    assert (second.expected, second.score) == ("0", None)
    nerve = Fraction(5, 18) - 1
    total = Fraction(1, 12) - Fraction(35, 36)
    assert second.fortune == pytest.approx(float(nerve + total))
    assert second.fortune_score is not None and second.fortune_score < -1
    assert (first.best, first.worst) == (4, None)
    assert (second.best, second.worst) == (None, 6)  # 3 or less is rarer than a failed check


def test_what_is_nobodys_luck_stands_apart(whole: LuckSheet) -> None:
    """How often what came, and how often it was to come."""
    (dawn,) = whole.nobody
    assert (dawn.why, dawn.throws) == ("dawn", 1)
    assert [(one.what, one.came, one.expected) for one in dawn.fell] == [("dark", 0, "1/2"), ("day", 1, "1/2")]


def test_many_different_values_of_nobodys_are_only_counted() -> None:
    """Two dice read face by face can fall in 36 ways."""
    both = Roll(2, 6, Each(), why="who chooses", because=("toy.sides",), neutral=True)
    (apart,) = sheet([judge(both, (4, 2), 1, 0)]).nobody
    assert (apart.throws, apart.fell) == (1, [])


def test_only_what_was_told_is_on_a_sheet() -> None:
    """And the sums are of that, too."""
    part = sheet(rolls_of(), {3, 6})
    assert [roll.beat for roll in part.rolls] == [3, 6]
    assert (part.sides[0].dice, part.sides[1].dice, part.nobody) == (6, 2, [])
    assert part.sides[0].expected == "3"


def test_a_battle_that_goes_on_has_a_sheet_so_far() -> None:
    """Up to the pending question, or to dice that are yet to be thrown."""
    assert [one.beat for one in rolls_of(INPUTS[:4])] == [1, 3, 4, 5]
    assert [one.beat for one in rolls_of(INPUTS[:2])] == [1, 3]
    assert rolls_of([]) == []


@pytest.mark.parametrize(
    ("inputs", "said"),
    [
        (["yes"], "an answer is recorded where 'dawn' wants 1 dice"),
        ([b"\x05\x05"], "1 dice were to be thrown, but 2 faces are given"),
        ([b"\x07"], "a die of 6 sides cannot show 7"),
        ([*INPUTS[:4], b"\x01"], "dice [1] are recorded where 'reply?' wants an answer"),
        ([*INPUTS[:4], "perhaps"], "perhaps"),
        ([*INPUTS, "yes"], "the battle is over, but 1 inputs are left"),
    ],
)
def test_inputs_that_cannot_be_are_refused(inputs: list[Input], said: str) -> None:
    """With what is wrong about them."""
    with pytest.raises(Refused) as refused:
        rolls_of(inputs)
    assert said in str(refused.value)


def test_swings_are_asked_for_before_each_roll_and_added_up() -> None:
    """The game waits for the roll; a swing that nobody knows counts nothing."""
    stood: list[tuple[str, int]] = []

    def swing(game: Game[Any], roll: Roll[Any], value: object) -> float | None:
        assert game.pending is not None and (game.pending.kind, game.pending.prompt) == ("throw", roll.why)
        stood.append((roll.why, len(game.everything())))
        return {"to hit": 2.0, "to damage": -0.5}.get(roll.why) if value != "fail" else None

    rolls = all_rolls(EXCHANGE, initial(), INPUTS, stand=True)
    found = sheet(rolls, None, {one.beat: swing_of(one, swing) for one in rolls})
    assert stood == [("to hit", 1), ("to damage", 2), ("nerve", 3), ("reply", 5)]
    assert [roll.swing for roll in found.rolls] == [None, 2.0, -0.5, None, None]
    assert (found.swings, found.sides[0].swing, found.sides[1].swing) == ("known", 1.5, 0)
    assert [(side.best, side.worst) for side in found.sides] == [(3, 4), (None, None)]
    assert sheet(rolls_of()).sides[0].swing is None


def test_a_zero_dice_roll_is_no_roll() -> None:
    """No hits, nothing to damage with."""
    missed: list[Input] = [b"\x05", b"\x01\x01\x01\x01\x01\x01", b"\x06\x05", "no"]
    assert [one.roll.why for one in rolls_of(missed)] == ["dawn", "to hit", "nerve"]
