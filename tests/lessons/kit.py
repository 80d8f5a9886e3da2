"""A lesson as the server plays it, without a server: one player, the lesson's enemy, and a journal in a list."""

from typing import Any

import msgspec

from sandtable.bots import Bot, bot
from sandtable.dice.chance import Chance
from sandtable.lessons.answers import Answer, answer_to
from sandtable.lessons.guide import ENEMY, sound_answer
from sandtable.lessons.written import Lesson, lesson, lesson_names
from sandtable.play.decision import Decision
from sandtable.play.record import DiceBox, Header, seeded_box
from sandtable.play.wire import to_plain
from sandtable.rulesets.library import OURS, ruleset
from sandtable.server import deeds, teaching
from sandtable.server.messages import LessonView, Place, SeatView
from sandtable.server.played import Played
from sandtable.server.requests import Answer as Answered
from sandtable.server.requests import Change, PlayOn, Undo
from sandtable.server.seating import seat_view
from sandtable.server.store import Entry, Kept, Progress, SeatRow

LESSONS = [(book, name) for book in OURS for name in lesson_names(book)]


class Classroom:
    """A battle in which something can be done."""

    def __init__(self, one: Lesson, header: Header, dice: DiceBox, entries: list[Entry]) -> None:
        self.lesson = one
        self.journal = list(entries)
        rules = ruleset(one.book)
        kinds = ["bot", "bot"]
        kinds[one.seat] = "person"
        self.seats = [SeatRow(number, kind, header.seats[number], "") for number, kind in enumerate(kinds)]
        self.played = Played(rules, header, dice)
        self.played.replay(entries)
        self.kept = Kept("lesson", header, dice, "", 0, Progress(0, 0, 0, None, None), tuple(self.seats))
        self.bots: dict[int, Bot] = {1 - one.seat: bot(ENEMY, rules, 1, 2)}
        self.version = len(self.journal)
        self._refs = 0

    def players(self) -> tuple[SeatView, SeatView]:
        first, second = (seat_view(self.kept, one, online=True) for one in self.seats)
        return first, second

    def laid_tapes(self) -> list[tuple[Place, ...]]:
        return [(), ()]

    def holdings(self) -> set[tuple[int, ...]]:
        return {(self.lesson.seat,), ()}

    # ---- what is done

    def wait(self) -> None:
        """Let the enemy do what he does, and answer what comes in between."""
        while True:
            while (done := deeds.answer_of_bot(self, self.bots)) is not None:
                self._write(done)
            guide, decision = self.played.guide, self.played.game.pending
            if guide is None or decision is None or not guide.is_aside(decision, self.played.game.state):
                return
            self.give(decision.usual() or to_plain(decision.domain.sample(Chance("in between"))))

    def _do(self, sent: Change) -> None:
        self._write(deeds.do(self, [self.lesson.seat], sent))

    def _write(self, done: deeds.Done) -> None:
        self.journal += done.entries
        self.version = len(self.journal)

    @property
    def ref(self) -> str:
        """A new one each time."""
        self._refs += 1
        return f"r{self._refs}"

    def asked(self) -> Decision[Any]:
        """The question that the player stands at, after the enemy has done what he does."""
        self.wait()
        decision = self.played.game.pending
        assert decision is not None
        return decision

    def give(self, answer: Answer) -> None:
        """Answer as the page would."""
        self._do(Answered(self.ref, self.version, answer))

    def take_back(self) -> None:
        """Take the last answer back."""
        self._do(Undo(self.ref, self.version))

    def play_on(self) -> None:
        """Leave the lesson."""
        self._do(PlayOn(self.ref, self.version))

    def view(self) -> LessonView:
        found = teaching.lesson_view(self.played, [self.lesson.seat])
        assert found is not None
        return found

    def wanted(self) -> Answer:
        """What the step wants, as the lesson's author meant it."""
        decision = self.asked()
        step = self.lesson.steps[self.view().step]
        found = answer_to(step, decision, self.played.game.state)
        if found is not None:
            return found
        usual = decision.usual()
        rules = ruleset(self.lesson.book)
        return (
            to_plain(usual)
            if usual is not None
            else sound_answer(rules, self.lesson, decision, self.played.game.state, 1)
        )

    def again(self) -> "Classroom":
        """The same lesson from its journal, as after a restart of the server."""
        return Classroom(self.lesson, self.kept.header, self.kept.dice, self.journal)


def enter(book: str, name: str, seed: int = 7) -> Classroom:
    """A lesson at its first step."""
    one = lesson(book, name)
    names = ["Rookie", "Rookie"]
    names[one.seat] = "Somebody"
    header, dice, entries = teaching.scene(ruleset(book), one, (names[0], names[1]), seeded_box(seed))
    stored = msgspec.json.decode(msgspec.json.encode(dice), type=DiceBox)
    return Classroom(one, header, stored, entries)
