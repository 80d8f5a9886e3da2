"""The roll that an answer sets off at once, before anybody is asked again: known long before all that may come of it."""

from collections.abc import Iterable
from typing import Any

from sandtable.dice.roll import Roll
from sandtable.foresight.budget import TooLong
from sandtable.foresight.look import Foresight
from sandtable.foresight.met import Meeting, Throw
from sandtable.play.decision import Decision
from sandtable.play.views import view

from .forecast import Standing
from .rolls import RollView, roll_view


class _Thrown(Exception):  # noqa: N818  # a signal
    """A roll has been met."""

    def __init__(self, roll: Roll[Any]) -> None:
        super().__init__()
        self.roll = roll


class _Asked(Exception):  # noqa: N818  # a signal
    """Somebody is asked before anything is thrown."""


class _First(Meeting):
    """Looks no farther than the first roll."""

    def enter(self, roll: Roll[Any], dice: Iterable[int]) -> int:  # noqa: ARG002
        """Met."""
        raise _Thrown(roll)


def _asked(_state: object, _decision: Decision[Any]) -> object:
    raise _Asked


def first_roll(standing: Standing, answer: object) -> RollView | None:
    """The roll that follows an answer to the pending question, if one's own is what comes next."""
    rules = standing.rules
    step = rules.next_step(standing.checkpoint)
    assert step is not None
    ahead = Foresight(
        standing.checkpoint, rules.apply, lambda _: (), _asked, veil=lambda state: view(rules, state, standing.seat)
    )
    ahead.meeting = _First()
    try:
        ahead.look(step.begin, [*standing.given, answer])
    except _Thrown as thrown:
        roll = thrown.roll
        own = roll.seat == standing.seat and not (roll.neutral or roll.secret)
        return roll_view(Throw(roll, (roll.dice,))) if own else None
    except (_Asked, TooLong):
        pass
    return None
