"""Ways through a stage: a play that can be begun again along what is known, and where the ways lead."""

from collections.abc import Callable, Container, Sequence
from typing import Any, NamedTuple

from sandtable.dice.roll import Roll, Rolled
from sandtable.dice.sources import check_faces, unpacked
from sandtable.play.decision import Decision
from sandtable.play.events import Event
from sandtable.play.refusal import refuse
from sandtable.play.script import Play
from sandtable.play.shown import Fact
from sandtable.play.stage import Scene

from .met import Met
from .outcomes import Heft, Share

Policy = Callable[[Any, Decision[Any]], object]  # who answers the questions on the way
Apply = Callable[[Any, Event], Any]
Veil = Callable[[Any], Any]  # a state as whoever asks may know it
Noted = Callable[[Event], Sequence[tuple[Fact, int | str]]]


class _Everything:
    def __contains__(self, _: object) -> bool:
        return True


EVERYTHING = _Everything()


class Foreplay(Play[Any]):
    """A play that is begun again for every way through a stage: what has been told once is not worked out twice."""

    __slots__ = ("_listens", "_noted", "_read", "facts", "trail")

    foresees = True

    def __init__(
        self, state: Any, apply: Apply, noted: Noted, trail: list[Any], *, listens: Container[str] = ()
    ) -> None:
        super().__init__(state, apply)
        self._listens = listens  # to which things that no event tells
        self.trail = trail  # the state after each event, of those that have been told before
        self.facts: list[tuple[Fact, int | str]] = []  # noted since the last fork of the way
        self._noted = noted
        self._read = 0

    def tell(self, verb: str, *because: str, **rest: Any) -> None:
        """Let something happen, or happen again as it did."""
        if self._read < len(self.trail):
            self.state = self.trail[self._read]
        else:
            super().tell(verb, *because, **rest)
            event = self.happenings[-1]
            assert isinstance(event, Event)
            self.facts += self._noted(event)
            self.trail.append(self.state)
        self._read += 1

    def aside(self, verb: str, *because: str, unit: int) -> None:
        """Nobody reads along."""

    def note(self, unit: int, what: str, value: int | str) -> None:
        """Note it once, however often the stage is begun again."""
        if what not in self._listens:
            return
        if self._read == len(self.trail):
            self.facts.append(((unit, what), value))
            self.trail.append(self.state)
        self._read += 1


class Given:
    """Inputs that have been given already: they are handed out in turn before anything is left to chance or policy."""

    __slots__ = ("_left",)

    def __init__(self, inputs: Sequence[object] = ()) -> None:
        self._left = list(inputs)[::-1]

    def __bool__(self) -> bool:
        return bool(self._left)

    def roll(self, roll: Roll[Any]) -> Rolled[Any]:
        """What the faces that were thrown say."""
        faces = self._left.pop()
        if not isinstance(faces, bytes):
            raise refuse(f"an answer is recorded where '{roll.why}' wants {roll.dice} dice")
        return Rolled(roll.reading.read(check_faces(unpacked(faces), roll.dice, roll.sides)), (), -1)

    def answer(self, decision: Decision[Any]) -> object:
        """The answer that was given."""
        answer = self._left.pop()
        if isinstance(answer, bytes):
            raise refuse(f"dice {list(answer)} are recorded where '{decision.prompt}' wants an answer")
        return answer


class Way:
    """A way into a stage: what it was fed, where each event led, what was noted, its share, and the rolls met on it."""

    __slots__ = ("facts", "fed", "met", "trail", "whole")

    def __init__(self, fed: list[tuple[Any, Any]], trail: list[Any], facts: Heft, whole: int, met: Met = 0) -> None:
        self.fed = fed  # (the state it came with, or None; what the script was sent)
        self.trail = trail
        self.facts = facts
        self.whole = whole
        self.met = met


Where = tuple[int, Any]  # the number of a scene in a state, and what the stage returns that ends in it
Tails = dict[Where, tuple[Scene[Any], Any, list[Share]]]


def share_of(tails: Tails, where: Where, scene: Scene[Any], state: Any) -> list[Share]:
    """The shares that lead to a last scene so far."""
    known = tails.get(where)
    if known is None:
        known = tails[where] = (scene, state, [])
    return known[2]


class Through(NamedTuple):
    """All ways through a stage: ends of its own, and last scenes that it hands over to."""

    ends: list[tuple[Any, Any, Heft, int, Met]]  # state, result, weights, their whole, rolls met
    tails: Tails
