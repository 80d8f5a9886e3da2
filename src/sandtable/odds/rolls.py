"""The rolls that may be met on the way, as they are shown: what each needs and why, and how likely it is thrown at all.

No sequence of a rule stands here: which dice follow which is what looking ahead has met (`foresight.met`).
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import msgspec

from sandtable.dice.roll import Roll
from sandtable.dice.words import is_read, needed, said
from sandtable.foresight.met import Meeting, Throw
from sandtable.foresight.outcomes import Outcomes
from sandtable.play.modifier import Modifier

MOST_RESULTS = 6  # that a throw is told by


class ResultView(msgspec.Struct, frozen=True):
    """One thing that a throw may say, in words, and how likely it does."""

    words: str
    chance: str


class RollView(msgspec.Struct, frozen=True):
    """A roll that may be met on the way: what it is, how many dice, what each needs and why, how likely it is thrown.

    Where nothing is needed, `needs` is how the dice are read. `chance` is that of each die, where each counts for itself.
    Where they are read together, `results` are what they may say, if that is little enough to be told. One that comes
    `again` may be thrown more than once, so many each time.
    """

    step: str
    side: int
    dice: str
    sides: int
    needs: str
    modifiers: tuple[Modifier, ...]
    because: tuple[str, ...]
    chance: str
    thrown: str
    read: bool = False
    results: tuple[ResultView, ...] = ()
    again: bool = False


def rolls_met(meeting: Meeting, found: Outcomes) -> tuple[RollView, ...]:
    """All rolls that were met on the way to some outcomes, in the order in which they are thrown."""
    return tuple(map(roll_view, meeting.chances(found.met)))


def roll_view(throw: Throw) -> RollView:
    """One of them."""
    roll, dice, thrown, again = throw
    least, most = min(dice), max(dice)
    return RollView(
        step=step_of(roll),
        side=roll.seat,
        dice=str(most) if least == most else f"{least} to {most}",
        sides=roll.sides,
        needs=bare_need(roll),
        modifiers=roll.modifiers,
        because=tuple(dict.fromkeys(roll.because)),
        chance=_chance(roll),
        thrown=str(thrown),
        read=is_read(roll),
        results=_results(roll) if least == most else (),
        again=again,
    )


def step_of(roll: Roll[Any]) -> str:
    """What a roll is, as a sentence begins."""
    words = roll.step or roll.why
    return f"{words[:1].upper()}{words[1:]}"


def bare_need(roll: Roll[Any]) -> str:
    """What a roll needs, without the reasons: those are its modifiers."""
    return needed(roll).partition(" (")[0] if roll.modifiers else needed(roll)


def _chance(roll: Roll[Any]) -> str:
    """How likely one of its dice succeeds."""
    succeed = getattr(roll.reading, "succeed", None)  # readings in which each die counts for itself have it
    return "" if succeed is None else str(Fraction(succeed(roll.sides), roll.sides))


def _results(roll: Roll[Any]) -> tuple[ResultView, ...]:
    """What its dice may say together, the best for whoever throws them first."""
    if hasattr(roll.reading, "succeed"):
        return ()
    weights: Mapping[Any, int] = roll.reading.weights(roll.dice, roll.sides)
    whole, told = sum(weights.values()), dict[str, int]()
    for value, weight in sorted(weights.items(), key=lambda one: roll.reading.place(one[0]) or (), reverse=True):
        words = said(roll, value)
        told[words] = told.get(words, 0) + weight
    if len(told) > MOST_RESULTS or all(words.isdigit() for words in told):  # a number says itself
        return ()
    return tuple(ResultView(words, str(Fraction(weight, whole))) for words, weight in told.items())
