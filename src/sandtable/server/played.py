"""A battle as the server plays it: the game, its audiences, and what may be taken back.

Everything here runs on the workbench's thread.
"""

import secrets
from bisect import bisect_left
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from sandtable.dice.sources import Place, unpacked
from sandtable.lessons.guide import Guide
from sandtable.lessons.rehearsal import rehearsed
from sandtable.lessons.written import is_lesson, lesson
from sandtable.odds.luck import Swings
from sandtable.play.decision import Decision
from sandtable.play.events import Happening, Thrown
from sandtable.play.game import Game
from sandtable.play.marching import Marching
from sandtable.play.record import DiceBox, Digest, Header, Record, make_record, new_game
from sandtable.play.refusal import Refused, refuse
from sandtable.play.ruleset import Ruleset
from sandtable.play.wire import DecisionView, FacesView, to_plain
from sandtable.table.data import DataError

from .messages import Beat, Line, TableView
from .store import Entry
from .telling import Audience, Teller, each_state

LINES_AT_ONCE = 300
ANSWER, DICE, BACK, EPOCHS = "answer", "dice", "back", "epochs"
PLACED = "placed"  # an answer or dice of a set-up that was made before anybody came: nobody takes it back


class Taken(msgspec.Struct, frozen=True):
    """Answers taken back: to how many, and whether the dice fall again as they did.

    Where a battle goes on from a moment of another, `apart` is a secret that keeps its dice apart from those of the other.
    """

    to: int
    same_dice: bool = False
    apart: int | None = None


class Given(NamedTuple):
    """An answer that was given: by whom, to which question, and the unit it set up before the battle, if it did."""

    seat: int
    kind: str
    unit: int | None
    placed: int | None


class _Told(NamedTuple):
    teller: Teller
    lines: list[Line]


class Played:
    """One battle."""

    def __init__(self, ruleset: Ruleset[Any], header: Header, dice: DiceBox) -> None:
        self.ruleset = ruleset
        self.header = header
        self.dice = dice
        self.game = new_game(ruleset, header, dice)
        self.given: list[Given] = []  # what each answer was given to
        self.next_set_up: tuple[object, bool] | None = None  # what a bot would answer now for whoever is setting up
        self.placing: tuple[int, Decision[Any]] | None = None  # where a unit stands that is being put elsewhere
        self.clean = 0  # how many of the last answers no die has followed
        self.begun = 0  # how many answers had been given when the first player came
        self.beat = 0
        self._told: dict[Audience, _Told] = {}
        self._changes = 0
        self._retold: dict[Audience, tuple[int, TableView, list[Beat]]] = {}  # after how many changes, and what
        self._asked: DecisionView | None = None
        self.swings: Swings | None = None  # what rolls were worth; worked out once the battle is over
        self.summed: dict[object, Any] = {}  # the battle summed up for those who may know as much, once it is over
        self._guide = _guide_of(ruleset, header, dice)
        self.game.pending  # noqa: B018  # whatever happens before the first question
        self.beat += len(self.game.take())

    @property
    def answers(self) -> int:
        """How many answers have been given and not taken back."""
        return len(self.given)

    @property
    def guide(self) -> Guide | None:
        """The guide of a lesson, until the player goes on without it: dice that are taken back end it too."""
        return None if self.game.epochs else self._guide

    def asked(self) -> DecisionView | None:
        """The pending question as plain data."""
        if self._asked is None and self.game.pending is not None:
            self._asked = self.game.pending.describe()
        return self._asked

    def replay(self, entries: Sequence[Entry]) -> None:
        """Play a journal."""
        for entry in entries:
            if entry.kind == BACK:
                self.back(msgspec.json.decode(entry.data, type=Taken))
            elif entry.kind == EPOCHS:  # of a record in which dice were taken back
                self.game.epochs = msgspec.json.decode(entry.data, type=list[Place])
            else:
                self.answer(msgspec.json.decode(entry.data))
                if entry.kind == PLACED:
                    self.begin_here()

    def answer(self, answer: object) -> dict[Audience, list[Beat]]:
        """Answer the pending question; what each audience hears of it. A wrong answer raises `Refused`."""
        decision = self.game.pending
        if decision is None:
            raise refuse("the battle is over")
        before, answers = self.game.state, self.answers
        given = _given(decision, set_up=self.ruleset.setting_up(before))
        try:
            self.game.answer(answer)
        except Refused as error:
            if self.game.waits:
                raise
            raise RuntimeError(f"a legal answer was refused in the middle of a step: {error}") from error
        if self._guide is not None and decision.kind != "throw":
            self._guide.note(decision, answer, before)
        self._changed()
        if decision.kind == "throw":
            self.clean = 0
        else:
            self.given.append(given)
            self.clean += 1
        self.game.pending  # noqa: B018  # play on to the next question
        return self._tell(before, answers, self.game.take())

    def begin_here(self) -> None:
        """What has been answered so far was settled before anybody came; nobody takes it back."""
        self.clean, self.begun = 0, self.answers

    def back(self, taken: Taken) -> None:
        """Take answers back."""
        self.game = self.game.rewind(taken.to, same_dice=taken.same_dice, apart=taken.apart)
        self.game.pending  # noqa: B018
        self.clean = max(0, self.clean - (self.answers - taken.to))
        del self.given[taken.to :]
        self.begun = min(self.begun, taken.to)
        if self._guide is not None:
            self._guide.back(taken.to)
        self.beat = len(self.game.take())
        self._told.clear()
        self._changed()

    def _changed(self) -> None:
        """What was worked out of the battle as it stood is forgotten."""
        self._asked = self.next_set_up = self.placing = None
        self.summed.clear()
        self._changes += 1

    def may_undo(self, seats: Sequence[int]) -> bool:
        """Whether these seats may take their last answer back."""
        return bool(seats) and not self.why_no_undo(seats)

    def why_no_undo(self, seats: Sequence[int]) -> str:
        """Why these seats may not take their last answer back; empty if they may."""
        pending = self.game.pending
        if pending is None:
            return "the battle is over"
        if not any(given.seat in seats for given in self.given[self.begun :]):
            return "nothing to take back yet"
        if not self.clean:
            return "dice have fallen since"
        if self.given[-1].seat not in seats:
            return "the enemy has answered since"
        return "" if pending.seat in seats else "the enemy is asked now"

    def answers_given(self) -> list[object]:
        """All answers that have been given and not taken back, without the dice."""
        return [given for given in self.game.everything() if not isinstance(given, bytes)]

    def teller(self, audience: Audience) -> Teller:
        """The teller of an audience; the battle is told to it from the beginning if it has just come."""
        return self._audience(audience).teller

    def lines(self, audience: Audience, before: int | None = None) -> list[Line]:
        """The last lines of the log, or the last before a beat."""
        lines = self._audience(audience).lines
        end = len(lines) if before is None else bisect_left(lines, before, key=lambda line: line.beat)
        return lines[max(0, end - LINES_AT_ONCE) : end]

    def throws_told(self, audience: Audience) -> set[int]:
        """The beats of the throws that an audience was told of."""
        return {line.beat for line in self._audience(audience).lines if line.dice is not None}

    def history(self, audience: Audience) -> tuple[TableView, list[Beat]]:
        """The table at the beginning and every beat since; worked out once, however often it is asked for."""
        kept = self._retold.get(audience)
        if kept is None or kept[0] != self._changes:
            start, beats, _ = self.retell(audience)
            kept = self._retold[audience] = (self._changes, start, beats)
        return kept[1], kept[2]

    def retell(self, audience: Audience) -> tuple[TableView, list[Beat], Teller]:
        """The whole battle as an audience may know it: the table at the beginning, every beat, and the table now."""
        game = self._copy()
        teller = Teller(self.ruleset, game.initial, audience)
        start = teller.table()
        beats: list[Beat] = []
        state, answers = game.initial, 0
        for given in [None, *self.game.everything()]:
            if given is not None:
                if isinstance(given, bytes) and (game.pending is None or game.pending.kind != "throw"):
                    continue  # the key has thrown it already
                game.answer(list(unpacked(given)) if isinstance(given, bytes) else given)
            game.pending  # noqa: B018
            batch: list[Beat] = []
            for happening, after in each_state(self.ruleset, state, game.take()):
                batch.append(teller.tell(len(beats) + len(batch) + 1, answers, happening, after))
                state = after
            answers += given is not None and not isinstance(given, bytes)
            beats += _closed(batch, answers)
        return start, beats, teller

    def record(self) -> Record:
        """The record of the battle as it stands."""
        game = self._copy()
        digest = Digest()
        game.replay(self.game.everything())
        digest.add(game.take())
        return make_record(self.game, self.header, self.dice, digest.hex())

    def _copy(self) -> Game[Any]:
        game = new_game(self.ruleset, self.header, self.dice)
        game.epochs = self.game.epochs.copy()
        return game

    def _audience(self, audience: Audience) -> _Told:
        if audience not in self._told:
            _, beats, teller = self.retell(audience)
            lines = [beat.line for beat in beats if beat.line is not None]
            self._told[audience] = _Told(teller, lines)
        return self._told[audience]

    def _tell(self, before: Any, answers: int, news: Sequence[Happening]) -> dict[Audience, list[Beat]]:
        if any(isinstance(happening, Thrown) for happening in news):
            self.clean = 0
        told: dict[Audience, list[Beat]] = {audience: [] for audience in self._told}
        for happening, after in each_state(self.ruleset, before, news):
            self.beat += 1
            for audience, beats in told.items():
                beat = self._told[audience].teller.tell(self.beat, answers, happening, after)
                beats.append(beat)
                if beat.line is not None:
                    self._told[audience].lines.append(beat.line)
        return {audience: _closed(beats, self.answers) for audience, beats in told.items()}

    def written(self, answer: object) -> bytes:
        """An answer as the journal keeps it."""
        return msgspec.json.encode(to_plain(answer))


def _given(decision: Decision[Any], *, set_up: bool) -> Given:
    placed = decision.unit if set_up and isinstance(decision.domain, Marching) else None
    return Given(decision.seat, decision.kind, decision.unit, placed)


def thrown(decision: Decision[Any]) -> list[int]:
    """Dice that the server throws for whoever is asked for them."""
    wanted = decision.domain.describe()
    if decision.kind != "throw" or not isinstance(wanted, FacesView):
        raise refuse("no dice are to be thrown")
    return [secrets.randbelow(wanted.sides) + 1 for _ in range(wanted.dice)]


def _guide_of(ruleset: Ruleset[Any], header: Header, dice: DiceBox) -> Guide | None:
    """The guide of a battle that is a lesson."""
    if not dice.laid or not is_lesson(ruleset.name, header.scenario.name):
        return None
    try:
        known = lesson(ruleset.name, header.scenario.name)
        return Guide(ruleset, known, len(rehearsed(known.book, known.name).before))
    except DataError:  # it has been broken since; the battle can still be played
        return None


def _closed(batch: list[Beat], answers: int) -> list[Beat]:
    """What followed one answer: it can be taken up again before that answer, or at its end, where the next is asked."""
    if batch:
        batch[-1] = msgspec.structs.replace(batch[-1], answers=answers)
    return batch
