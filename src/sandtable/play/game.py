"""A game: a checkpoint, the number of the step being played, and the inputs given since.

Scripts cannot be copied or saved, and need not be: the running step is begun again from its checkpoint and fed the same
inputs. An input is an answer as it was given, or the faces of a throw as bytes.
"""

from collections.abc import Iterable
from typing import Any, Generic, TypeVar

import msgspec

from sandtable.dice.roll import Roll, Rolled
from sandtable.dice.sources import Place, Source, packed, unpacked

from .decision import Decision
from .domains import DiceFaces
from .events import NOBODY, Happening, Thrown
from .refusal import refuse
from .ruleset import Outcome, Ruleset, no_secret
from .script import Play, Script
from .state import State

S = TypeVar("S", bound=State[Any, Any])

Input = object  # an answer, or bytes: the faces of a throw

_PACK = msgspec.msgpack.Encoder().encode
_UNPACK = msgspec.msgpack.Decoder().decode


class GameOver(Exception):  # noqa: N818  # a fact, not a failure
    """The battle has ended; nothing can be answered any more."""


class Game(Generic[S]):
    """One battle being played."""

    def __init__(self, ruleset: Ruleset[S], initial: S, source: Source) -> None:
        self.ruleset = ruleset
        self.initial = initial
        self.source = source
        # whose secret a unit is, if anything ever is one
        self._secret_of = None if ruleset.secret_of is no_secret else ruleset.secret_of
        self.checkpoint = initial
        self.step = 0
        self.inputs: list[Input] = []  # of the step being played
        self._past: list[bytes] = []  # of the steps played, by number; packed, because most are never looked at again
        self.epochs: list[Place] = []  # from each of these places on, dice are of its epoch
        self.name_of_step = ""
        self._feed: list[Input] = []  # recorded inputs still to be played, last first
        self._play: Play[S] | None = None
        self._script: Script | None = None
        self._pending: Decision[Any] | None = None
        self._to_throw: Roll[Any] | None = None  # a roll that a person has to throw
        self._rolls = 0
        self._news: list[Happening] = []  # of finished steps, not yet taken
        self._taken = 0  # how many happenings of the running step have been taken
        self._over = False

    @property
    def state(self) -> S:
        """The state as it stands now, in the middle of a step too."""
        self._catch_up()
        return self._play.state if self._play else self.checkpoint

    @property
    def pending(self) -> Decision[Any] | None:
        """The question that the game waits for; None when it is over."""
        if self._pending is None and not self._over:
            self._run(None)
        return self._pending

    @property
    def waits(self) -> bool:
        """Whether a question is pending already, without playing on to one."""
        return self._pending is not None

    @property
    def over(self) -> bool:
        """Whether the battle has ended."""
        return self.pending is None

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, once it has."""
        return self.ruleset.outcome(self.checkpoint) if self.over else None

    def answer(self, answer: object) -> None:
        """Answer the pending question. A wrong answer raises `Refused` and changes nothing."""
        decision = self._pending or self.pending
        if decision is None:
            raise GameOver("the battle is over")
        value = decision.domain.check(answer)
        self._pending = None
        if self._to_throw is not None:
            roll, self._to_throw = self._to_throw, None
            self._run(self._read(roll, value))
        else:
            self.inputs.append(answer)
            self._run(value)

    def take(self) -> list[Happening]:
        """What has happened since this was last asked."""
        self._catch_up()
        news, self._news = self._news, []
        if self._play:
            news += self._play.happenings[self._taken :]
            self._taken = len(self._play.happenings)
        return news

    def fork(self, source: Source | None = None) -> "Game[S]":
        """A game that stands at the same point and goes its own way; its step is replayed when it is first asked."""
        other: Game[S] = Game(self.ruleset, self.initial, source or self.source)
        other.checkpoint = self.checkpoint
        other.step = self.step
        other._past = self._past.copy()
        other.epochs = self.epochs.copy()
        other._feed = self._feed + self.inputs[::-1]
        return other

    def _catch_up(self) -> None:
        """Play what a fork or a loaded game has been given but not played yet."""
        if self._feed and self._pending is None and not self._over:
            self._run(None)

    def take_up(self, checkpoint: S, step: int, steps: list[tuple[Input, ...]], epochs: list[Place]) -> None:
        """Stand where a saved game stood: at a step, with the inputs given since it began."""
        self.checkpoint = checkpoint
        self.step = step
        self._past = [_PACK(given) for given in steps[:step]]
        self.epochs = epochs
        self._feed = list(steps[step])[::-1] if len(steps) > step else []

    def everything(self) -> list[Input]:
        """All inputs since the beginning."""
        return [given for step in self.steps() for given in step]

    def steps(self) -> list[tuple[Input, ...]]:
        """All inputs since the beginning, by step; those of steps that are over as plain data."""
        self._catch_up()
        played: list[tuple[Input, ...]] = [tuple(_UNPACK(given)) for given in self._past]
        return [*played, tuple(self.inputs)] if self.inputs else played

    def replay(self, inputs: Iterable[Input]) -> None:
        """Play recorded inputs from here on: answers are checked, faces are taken as they are."""
        self._feed = list(inputs)[::-1]
        if self._pending is not None and self._feed:
            self.answer(self._feed.pop())
        if self.pending is None and self._feed:
            raise refuse(f"the battle is over, but {len(self._feed)} inputs are left")

    def rewind(self, answers: int, *, same_dice: bool = False, apart: int | None = None) -> "Game[S]":
        """A game taken back to where this one stood after so many answers.

        If dice have been thrown since then, now or before an earlier taking back, a new epoch begins: nobody gets to use
        a die that he has seen. With `same_dice` they fall as they did, for those who only want to know what if. With
        `apart` a new epoch begins in any case, so many after the next: a game that goes its own way with dice of its own.
        """
        inputs = self.everything()
        places = [place for place, given in enumerate(inputs) if not isinstance(given, bytes)]
        if not 0 <= answers <= len(places):
            raise refuse(f"{len(places)} answers have been given; there is no going back to {answers}")
        cut = places[answers] if answers < len(places) else len(inputs)
        other: Game[S] = Game(self.ruleset, self.initial, self.source)
        other.replay(inputs[:cut])
        if same_dice:
            other.epochs = self.epochs.copy()
            return other
        other.epochs = [mark for mark in self.epochs if mark[:2] < (other.step, other._rolls)]
        seen = any(isinstance(given, bytes) for given in inputs[cut:]) or len(other.epochs) < len(self.epochs)
        if seen or apart is not None:
            latest = max((mark.epoch for mark in self.epochs), default=0)
            other.epochs.append(Place(other.step, other._rolls, latest + 1 + (apart or 0)))
        return other

    def _run(self, value: object) -> None:
        """Play on until a person has to decide or the battle is over."""
        while True:
            if self._script is None and not self._begin():
                return
            try:
                request = self._script.send(value)  # type: ignore[union-attr]  # begun above
            except StopIteration:
                self._finish()
                value = None
                continue
            if isinstance(request, Roll):
                rolled = self._throw(request)
                if rolled is None:
                    return
                value = rolled
                continue
            only = request.domain.forced()
            if only is not None:
                value = request.domain.check(only)
            elif self._feed:
                answer = self._feed.pop()
                if isinstance(answer, bytes):
                    raise refuse(f"dice {list(answer)} are recorded where '{request.prompt}' wants an answer")
                value = request.domain.check(answer)
                self.inputs.append(answer)
            else:
                self._pending = request
                return

    def _begin(self) -> bool:
        """Begin the next step; False if there is none."""
        step = self.ruleset.next_step(self.checkpoint)
        if step is None:
            self._over = True
            return False
        self._play = Play(self.checkpoint, self.ruleset.apply, self._secret_of)
        self._script = step.begin(self._play)
        self.name_of_step = step.name
        self._rolls = 0
        self._taken = 0
        return True

    def _finish(self) -> None:
        """The step is done: what it made is the new checkpoint."""
        assert self._play is not None
        self._news += self._play.happenings[self._taken :]
        self.checkpoint = self._play.state
        self._past.append(_PACK(self.inputs))
        self.inputs = []
        self.step += 1
        self._play = None
        self._script = None

    def _throw(self, roll: Roll[Any]) -> Rolled[Any] | None:
        """Throw dice, or ask a person to."""
        if roll.dice == 0:
            return Rolled(roll.reading.read(()), (), -1)
        if self._feed:
            recorded = self._feed.pop()
            if not isinstance(recorded, bytes):
                raise refuse(f"an answer is recorded where '{roll.why}' wants {roll.dice} dice")
            return self._read(roll, DiceFaces(roll.dice, roll.sides).check(list(unpacked(recorded))))
        faces = self.source.throw(Place(self.step, self._rolls, self._epoch() if self.epochs else 0), roll)
        if faces is not None:
            return self._read(roll, faces)
        self._to_throw = roll
        wanted = DiceFaces(roll.dice, roll.sides)
        self._pending = Decision(roll.seat, "throw", wanted, prompt=roll.why, because=roll.because)
        return None

    def _epoch(self) -> int:
        """The epoch of the next throw."""
        here = (self.step, self._rolls)
        return max((mark.epoch for mark in self.epochs if mark[:2] <= here), default=0)

    def _read(self, roll: Roll[Any], faces: tuple[int, ...]) -> Rolled[Any]:
        """Note a throw and read it."""
        assert self._play is not None
        value = roll.reading.read(faces)
        self.inputs.append(packed(faces))
        known_to = NOBODY if roll.secret else None
        thrown = Thrown(
            self._rolls, roll.why, roll.because, roll.sides, faces, value, roll.seat, roll.needs, known_to, roll.aloud
        )
        self._play.happenings.append(thrown)
        self._rolls += 1
        return Rolled(value, faces, thrown.number)
