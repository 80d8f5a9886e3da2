"""Taking breath: a long look ahead stops every few hundredths of a second, so that somebody else may go first.

Whoever runs looks ahead on a thread that others wait for says what is to be done in between (`BETWEEN`). Scripts are
suspended then, and nothing that is looked at can change; so it makes no difference to what is found.
"""

from collections.abc import Callable
from contextvars import ContextVar


def _nothing() -> None:
    """Nobody waits."""


BETWEEN: ContextVar[Callable[[], None]] = ContextVar("between", default=_nothing)

EVERY = 64  # runs of a stage or a trial of dice; such a run takes some hundredths of a millisecond


def breathe() -> None:
    """Let others go first, if there are any."""
    BETWEEN.get()()
