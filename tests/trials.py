"""Questions that are still trials of their own: what tests of them need until they are actions of the game."""

from collections.abc import Sequence

from sandtable.mechanics.questions import Asked, Staged, Trial
from sandtable.odds.led import LedView, lead


def trial(asked: Asked | Staged) -> Trial:
    """The trial of a question that has one."""
    assert isinstance(asked, Asked)
    return asked.trial


def led_along(script: Trial, throws: Sequence[Sequence[int]]) -> LedView:
    """Being led through a trial."""
    return lead(Asked("", (), script), throws)
