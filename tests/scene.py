"""What scenes of all rulebooks have in common: scripts played with scripted dice and answers, and looking at the result."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Generic, Protocol, Self, TypeVar

import msgspec

from sandtable.dice.sources import Scripted
from sandtable.play.decision import Decision
from sandtable.play.domains import OneOf, SomeOf
from sandtable.play.events import Event, Happening, Thrown
from sandtable.play.game import Game
from sandtable.play.refusal import Refused
from sandtable.play.ruleset import Ruleset
from sandtable.play.script import Play, Script, Step
from sandtable.play.state import State

S = TypeVar("S", bound=State[Any, Any])

Begin = Callable[[Play[S]], Script]


def one_step(rules: Ruleset[S], begin: Begin[S]) -> Ruleset[S]:
    """A rulebook that plays one script and nothing else, wherever that is begun from the same state."""
    states: dict[str, S] = {}

    async def once(play: Play[S]) -> None:
        await begin(play)
        states["ended"] = play.state

    def next_step(state: S) -> Step[S] | None:
        begun = states.setdefault("begun", state)
        return None if state is not begun or states.get("ended") is begun else Step("scene", once)

    return replace(rules, next_step=next_step)


class PlayedScene(Generic[S]):
    """A battle in which one script after another is played. Every decision without an answer takes its default."""

    rules: Ruleset[S]
    state: S
    news: list[Happening]
    asked: list[Decision[Any]]

    # ---- playing

    def run(self, begin: Begin[S], dice: Sequence[int] = (), **answers: Any) -> Self:
        """Play one script; the dice must be used up exactly, and so must every answer."""
        source = Scripted(dice)
        game: Game[S] = Game(one_step(self.rules, begin), self.state, source)
        given = {kind.replace("_", " "): _queue(answer) for kind, answer in answers.items()}
        self.asked = []
        while (decision := game.pending) is not None:
            self.asked.append(decision)
            game.answer(self._answer(decision, given))
        self.news = game.take()
        self.state = game.checkpoint
        left = {kind: queue for kind, queue in given.items() if queue}
        assert not source.left, f"dice left over: {source.left}; thrown: {self.thrown()}"
        assert not left, f"answers left over: {left}; asked: {[one.kind for one in self.asked]}"
        return self

    def call(self, script: Callable[..., Any], *arguments: Any, dice: Sequence[int] = (), **answers: Any) -> Any:
        """Play a script with arguments; names of units among them stand for their numbers. Gives what it returns.

        Keywords of the script itself go into a dict as the last argument.
        """
        keywords = arguments[-1] if arguments and isinstance(arguments[-1], dict) else {}
        given = arguments[: len(arguments) - bool(keywords)]
        numbers = [self.number(one) if isinstance(one, str) and self._number(one) is not None else one for one in given]
        found: list[Any] = []

        async def begin(play: Play[S]) -> None:
            result = script(play, *numbers, **keywords)
            found.append(await result if hasattr(result, "__await__") else result)

        self.run(begin, dice, **answers)
        return found[-1]

    def change(self, name: str, man: int | None = None, **fields: Any) -> Self:
        """Set fields of a unit, or of one of its figures."""
        if man is None:
            units = list(self.state.units)
            number = self.number(name)
            units[number] = msgspec.structs.replace(units[number], **fields)
            self.state = msgspec.structs.replace(self.state, units=tuple(units))
        else:
            figures = list(self.state.figures)
            row = self.row(name, man)
            figures[row] = msgspec.structs.replace(figures[row], **fields)
            self.state = msgspec.structs.replace(self.state, figures=tuple(figures))
        return self

    def _answer(self, decision: Decision[Any], given: dict[str, list[Any]]) -> object:
        queue = given.get(decision.kind)
        if not queue:
            usual = decision.usual()
            assert usual is not None, f"no answer for {decision.kind!r}: {decision.describe()}"
            return usual
        answer = queue.pop(0)
        if callable(answer):
            return answer(decision)
        if isinstance(answer, str) and isinstance(decision.domain, OneOf) and answer not in decision.domain.values:
            number = self._number(answer)
            return answer if number is None else f"u{number}"
        return answer

    def refused(self, begin: Callable[[], object]) -> Refused:
        """The refusal that something meets."""
        try:
            begin()
        except Refused as refused:
            return refused
        raise AssertionError("it was allowed")

    def why_refused(self, begin: Callable[[], object]) -> str:
        """The reason of that refusal."""
        return self.refused(begin).refusal.why

    # ---- looking

    def _number(self, name: str) -> int | None:
        return next((number for number, unit in enumerate(self.state.units) if unit.name == name), None)

    def number(self, name: str) -> int:
        """The number of a unit."""
        found = self._number(name)
        assert found is not None, f"no unit is called {name!r}"
        return found

    def row(self, name: str, man: int = 0) -> int:
        """The number of a unit's figure, by its place among those left."""
        return int(self.state.units[self.number(name)].men[man])

    def point(self, name: str, man: int = 0) -> tuple[float, float]:
        """Where a man of a unit stands, in inches."""
        x, y = self.state.layout.point(self.state.units[self.number(name)].men[man])
        return x / 1000, y / 1000

    def events(self, verb: str) -> list[Event]:
        """What happened of a kind."""
        return [one for one in self.news if isinstance(one, Event) and one.verb == verb]

    def event(self, verb: str) -> Event:
        """The one thing that happened of a kind."""
        found = self.events(verb)
        verbs = [one.verb for one in self.news if isinstance(one, Event)]
        assert len(found) == 1, f"{len(found)} times {verb!r}: {verbs}"
        return found[0]

    def told(self, *verbs: str) -> list[tuple[str, int | None]]:
        """What happened, in its order, as (verb, unit); of some kinds only, if any are named."""
        events = [one for one in self.news if isinstance(one, Event)]
        return [(one.verb, one.unit) for one in events if not verbs or one.verb in verbs]

    def throws(self, why: str = "") -> list[Thrown]:
        """The throws whose reason contains a text."""
        return [one for one in self.news if isinstance(one, Thrown) and why in one.why]

    def thrown(self, why: str = "") -> list[tuple[str, tuple[int, ...], str]]:
        """Throws as (reason, faces, needs), for messages and comparisons."""
        return [(one.why, one.faces, one.needs) for one in self.throws(why)]

    def kinds_asked(self) -> list[str]:
        """The kinds of decisions that were asked, in order."""
        return [one.kind for one in self.asked]

    def decision(self, kind: str) -> Decision[Any]:
        """The first decision of a kind that was asked."""
        return next(one for one in self.asked if one.kind == kind)

    def offered(self, kind: str) -> list[str]:
        """The keys that were to choose from when a kind of decision was first asked."""
        domain = self.decision(kind).domain
        assert isinstance(domain, OneOf | SomeOf), f"{kind} does not offer keys"
        return list(domain.values)

    def barred(self, kind: str) -> dict[str, tuple[str, ...]]:
        """What could not be chosen when a kind of decision was first asked, with the clauses that say so."""
        domain = self.decision(kind).domain
        assert isinstance(domain, OneOf), f"{kind} bars nothing"
        return {key: refusal.because for key, refusal in domain.barred().items()}

    def clauses(self) -> set[str]:
        """Every clause that what happened rests on."""
        return {clause for one in self.news for clause in one.because}


class Recruited(Protocol):
    """Somebody of a catalogue, by what he is."""

    @property
    def role(self) -> str:
        """What he is."""
        ...


R = TypeVar("R", bound=Recruited)


def picked(recruits: Sequence[R], men: int, roles: Sequence[str]) -> list[R]:
    """Those of some recruits who have these roles, in this order; with none named the first so many, or all."""
    if not roles:
        return list(recruits[: men or len(recruits)])
    left = list(recruits)
    found = []
    for role in roles:
        found.append(next(recruit for recruit in left if recruit.role == role))
        left.remove(found[-1])
    return found


def _queue(answer: Any) -> list[Any]:
    """A list is a queue of answers; write [[...]] for one answer that is itself a list."""
    return list(answer) if isinstance(answer, list) else [answer]
