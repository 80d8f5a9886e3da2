"""A script played up to its dice, to see what would be thrown: every question answered as usual."""

from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from sandtable.play.decision import Decision
from sandtable.play.events import Event
from sandtable.play.script import Play
from sandtable.play.state import State

S = TypeVar("S", bound=State[Any, Any])


def rehearsed(apply: Callable[[S, Event], S], state: S, script: Any, *arguments: Any) -> tuple[Any, S]:
    """What a script returns that throws no dice, its questions answered as usual; and the state that it leaves."""
    play = Play(state, apply)
    running: Coroutine[Any, Any, Any] = script(play, *arguments)
    sent: Any = None
    try:
        while True:
            request = running.send(sent)
            assert isinstance(request, Decision), "it throws dice"
            only = request.domain.forced()
            sent = request.domain.check(request.usual() if only is None else only)
    except StopIteration as done:
        return done.value, play.state
