"""Leading a player through a procedure: his own dice are typed in throw by throw, and the rules say what comes next.

The question's own script is run along the throws so far. There is no second formula: what a player is led through is what
the odds are worked out from.
"""

from collections.abc import Callable, Coroutine, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from sandtable.dice.readings import Each
from sandtable.dice.roll import Roll, Rolled
from sandtable.dice.words import needed, said
from sandtable.foresight.outcomes import note
from sandtable.grammar import within
from sandtable.mechanics.prices import as_usual
from sandtable.mechanics.questions import Found, Staged
from sandtable.play.decision import Decision
from sandtable.play.events import Event
from sandtable.play.script import Play
from sandtable.play.shown import Fact

from .ask import AskError
from .foreseen import LikelyValue
from .rolls import step_of
from .supposed import say


class StepView(msgspec.Struct, frozen=True):
    """A throw that has been made, and what it said."""

    why: str
    dice: int
    sides: int
    needs: str
    because: tuple[str, ...]
    faces: tuple[int, ...]
    said: str


class NextView(msgspec.Struct, frozen=True):
    """The throw to make now, and how likely everything is that it may say."""

    why: str
    dice: int
    sides: int
    needs: str
    because: tuple[str, ...]
    chances: tuple[LikelyValue, ...]


class LedView(msgspec.Struct, frozen=True):
    """How far a procedure has got: the throws made, and either the next one or what came of it all."""

    steps: tuple[StepView, ...]
    next: NextView | None
    found: dict[str, str] | None


def lead(asked: Staged, throws: Sequence[Sequence[int]]) -> LedView:
    """Run a procedure along the throws that were made; what its owners are asked on the way is answered as usual."""
    play = _Listening(asked.state, asked.apply)
    return _along(asked.begin(play), throws, lambda result: _found(asked, play, result))


class _Listening(Play[Any]):
    """A play that keeps what is noted and no event tells."""

    __slots__ = ("facts",)

    def __init__(self, state: Any, apply: Callable[[Any, Event], Any]) -> None:
        super().__init__(state, apply)
        self.facts: list[tuple[Fact, int | str]] = []

    def note(self, unit: int, what: str, value: int | str) -> None:
        """Keep it."""
        self.facts.append(((unit, what), value))


def _found(asked: Staged, play: _Listening, result: Any) -> Found:
    """What an action has come to, from its state, its events and what was noted."""
    events = [event for event in play.happenings if isinstance(event, Event)]
    told = [fact for event in events for fact in asked.noted(event)]
    return asked.read(play.state, result, dict(note((), [*told, *play.facts])))


def _along(script: Coroutine[Any, Any, Any], throws: Sequence[Sequence[int]], found: Callable[[Any], Found]) -> LedView:
    """Run a script along the throws that were made."""
    steps: list[StepView] = []
    sent: Any = None
    try:
        while True:
            request = script.send(sent)
            sent = None
            if isinstance(request, Decision):
                only = request.domain.forced()
                sent = request.domain.check(as_usual(None, request) if only is None else only)
                continue
            assert isinstance(request, Roll)
            if not request.dice:
                sent = Rolled(request.reading.read(()), (), -1)
                continue
            if len(steps) == len(throws):
                return LedView(tuple(steps), _next(request), None)
            faces = _checked(request, throws[len(steps)], len(steps) + 1)
            value = request.reading.read(faces)
            steps.append(_step(request, faces, said(request, value)))
            sent = Rolled(value, faces, -1)
    except StopIteration as done:
        if len(throws) > len(steps):
            spare = f"throw {len(steps) + 1} is not needed"
            raise AskError(f"{spare}: after {len(steps)} throws it is all decided") from done
        return LedView(tuple(steps), None, {name: say(value) for name, value in found(done.value).items()})
    finally:
        script.close()


def _checked(roll: Roll[Any], faces: Sequence[int], number: int) -> tuple[int, ...]:
    """The faces of a throw, if they can be."""
    if len(faces) != roll.dice:
        dice = "1 die" if roll.dice == 1 else f"{roll.dice} dice"
        raise AskError(f"throw {number}, {within(_why(roll))}: it is of {dice}, not {len(faces)}")
    for face in faces:
        if not 1 <= face <= roll.sides:
            raise AskError(f"throw {number}, {within(_why(roll))}: a D{roll.sides} shows 1 to {roll.sides}, not {face}")
    return tuple(faces)


def _step(roll: Roll[Any], faces: tuple[int, ...], words: str) -> StepView:
    return StepView(_why(roll), roll.dice, roll.sides, needed(roll), _clauses(roll), faces, words)


def _why(roll: Roll[Any]) -> str:
    """What a throw is for: by its step in a procedure, as the odds have it; whose it is, if it is the other side's."""
    return f"They: {roll.step}" if roll.step and roll.seat > 0 else step_of(roll)


def _clauses(roll: Roll[Any]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(roll.because))


def _next(roll: Roll[Any]) -> NextView:
    if isinstance(roll.reading, Each):  # every throw is as likely as any other
        return NextView(_why(roll), roll.dice, roll.sides, needed(roll), _clauses(roll), ())
    weights = roll.reading.weights(roll.dice, roll.sides)
    whole = sum(weights.values())
    numbers = all(isinstance(value, int) for value in weights)
    ordered = sorted(weights) if numbers else list(weights)
    chances, left = [], whole
    for value in ordered:
        at_least = str(Fraction(left, whole)) if numbers else ""
        chances.append(LikelyValue(said(roll, value), str(Fraction(weights[value], whole)), at_least))
        left -= weights[value]
    return NextView(_why(roll), roll.dice, roll.sides, needed(roll), _clauses(roll), tuple(chances))
