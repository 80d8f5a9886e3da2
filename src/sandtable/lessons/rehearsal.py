"""Rehearsing a lesson: it is played to its end by the engine, which finds its dice and proves that it can be done."""

from functools import cache
from typing import Any, NamedTuple

import msgspec

from sandtable.dice.readings import Faces
from sandtable.dice.roll import Roll
from sandtable.dice.sources import Keyed, Place, Source, bare_words
from sandtable.play.decision import Decision
from sandtable.play.game import Game
from sandtable.play.record import LaidThrow, RecordError
from sandtable.play.refusal import Refused
from sandtable.play.ruleset import Ruleset
from sandtable.play.wire import to_plain
from sandtable.rulesets.library import ruleset
from sandtable.table.data import DataError

from .answers import Answer, NoSuchAnswer, answer_to, is_for
from .guide import Guide, sound_answer
from .written import Lesson, Throw, lesson

SEED = 19
MOST = 400  # answers of a rehearsal: a lesson is short
SPARE_DICE, SPARE_THROWS = 24, 8  # laid down besides, for a battle that goes a little otherwise than it was rehearsed
MOST_OF_REST = 30  # throws of a step whose dice show all the same: ties that are thrown again must end some time


class Rehearsed(NamedTuple):
    """A lesson that was played to its end: what set the scene, the dice, and every answer."""

    before: tuple[tuple[int, Answer], ...]  # seats and answers
    laid: tuple[LaidThrow, ...]
    answers: tuple[tuple[int, Answer], ...]


class _Falling:
    """Dice that fall as a lesson says, throw by throw, and where it says nothing as a fixed number has them; all noted."""

    def __init__(self, otherwise: Source) -> None:
        self.noted: list[LaidThrow] = []
        self.left: list[Throw] = []
        self.rest: int | None = None
        self._spare: dict[int, tuple[int, int | None]] = {}  # by step: its last throw, and what other dice show
        self._otherwise = otherwise

    def throw(self, place: Place, roll: Roll[Any]) -> Faces:
        """The faces of a roll."""
        faces = self._otherwise.throw(place, roll)
        assert faces is not None
        rest = self.rest if place.number < MOST_OF_REST else None
        if rest is not None:
            faces = (rest,) * (roll.dice + SPARE_DICE)
        if self.left and self.left[0].why in roll.why:
            told = self.left.pop(0).faces
            if any(face > roll.sides for face in told):
                raise NoSuchAnswer(f"{roll.why}: a die of {roll.sides} sides cannot show {list(told)}")
            faces = (*told, *faces[len(told) :])
        self.noted.append(LaidThrow(place.step, place.number, faces, bare_words(roll.why)))
        self._spare[place.step] = (place.number, rest)
        return faces[: roll.dice]

    def laid(self) -> tuple[LaidThrow, ...]:
        """Every throw, and spare ones at the end of steps whose other dice are to show something."""
        spare = [
            LaidThrow(step, last + number, (rest,) * SPARE_DICE)
            for step, (last, rest) in self._spare.items()
            if rest is not None
            for number in range(1, SPARE_THROWS + 1)
        ]
        return tuple(sorted([*self.noted, *spare], key=lambda one: (one.step, one.number)))


class _Stage:
    """A lesson being rehearsed."""

    def __init__(self, rules: Ruleset[Any], one: Lesson) -> None:
        self.rules = rules
        self.lesson = one
        self.dice = _Falling(Keyed(f"lesson {one.book} {one.name} {SEED}".encode()))
        options = msgspec.convert(one.file.options, rules.options_type)
        self.game: Game[Any] = Game(rules, rules.setup(one.scenario, options), self.dice)
        self.given: list[tuple[int, Answer]] = []

    def set_the_scene(self) -> None:
        """Answer whatever is asked before the first step."""
        self.dice.left = list(self.lesson.file.dice)
        while True:
            decision = self._pending()
            reply = next((one for one in self.lesson.file.placed if is_for(one, decision, self.game.state)), None)
            first = self.lesson.steps[0]
            mine = decision.seat == self.lesson.seat
            if reply is None and mine and is_for(first, decision, self.game.state):
                return
            given = None if reply is None else answer_to(reply, decision, self.game.state)
            self._answer(decision, self._sound(decision) if given is None else given)

    def play(self) -> None:
        """Do every step, the enemy as the lesson has it, to the next question after the last step."""
        guide = Guide(self.rules, self.lesson, len(self.given))
        for _ in self.given:
            guide.note(self._pending(), None, self.game.state)
        while not guide.over or (self.game.pending is not None and self.game.pending.seat != self.lesson.seat):
            decision, state = self._pending(), self.game.state
            if guide.is_aside(decision, state):
                given = self._sound(decision)
            elif decision.seat == self.lesson.seat:
                step = guide.step(decision, state)
                if step is None:
                    raise NoSuchAnswer(self._off(guide, decision))
                self._no_dice_left()
                self.dice.left, self.dice.rest = list(step.dice), step.rest
                given = answer_to(step, decision, state)
                given = self._sound(decision) if given is None else given
            else:
                given = guide.reply(decision, state)
            self._answer(decision, given)
            guide.note(decision, given, state)
            if guide.now.astray:
                raise NoSuchAnswer(f"'{decision.prompt}': the step's own answer is not among those it takes")
        self._no_dice_left()

    def _off(self, guide: Guide, decision: Decision[Any]) -> str:
        step = self.lesson.steps[guide.now.done]
        unit = "" if decision.unit is None else f" of {self.game.state.units[decision.unit].name}"
        wanted = f"{step.asks}{f' of {step.of}' if step.of else ''}"
        return f"step {guide.now.done + 1} expects the question '{wanted}', and is asked '{decision.kind}'{unit}"

    def _no_dice_left(self) -> None:
        if self.dice.left:
            raise NoSuchAnswer(f"dice that were never thrown: {', '.join(one.why for one in self.dice.left)}")

    def _pending(self) -> Decision[Any]:
        decision = self.game.pending
        if decision is None or len(self.given) > MOST:
            raise NoSuchAnswer("the battle is over before the lesson is" if decision is None else "it goes on for ever")
        return decision

    def _sound(self, decision: Decision[Any]) -> Answer:
        usual = decision.usual()
        if usual is not None:
            return to_plain(usual)
        return sound_answer(self.rules, self.lesson, decision, self.game.state, len(self.given))

    def _answer(self, decision: Decision[Any], given: Answer) -> None:
        self.game.answer(given)
        self.given.append((decision.seat, given))


def rehearse(rules: Ruleset[Any], one: Lesson) -> Rehearsed:
    """Play a lesson to its end; what does not fit is said as an error of its file."""
    try:
        stage = _Stage(rules, one)
        stage.set_the_scene()
        before = tuple(stage.given)
        stage.play()
    except (NoSuchAnswer, Refused, RecordError, msgspec.ValidationError) as error:
        raise DataError(f"{one.name}.toml", "", str(error)) from error
    return Rehearsed(before, stage.dice.laid(), tuple(stage.given))


@cache
def rehearsed(book: str, name: str) -> Rehearsed:
    """A lesson of a rulebook, rehearsed once."""
    return rehearse(ruleset(book), lesson(book, name))
