"""Every lesson, played to its end by somebody who does what it says, and by somebody who does not."""

import re
from typing import Any

import pytest
from msgspec import structs

from sandtable.dice.chance import Chance
from sandtable.lessons.answers import is_wanted, options_of
from sandtable.lessons.rehearsal import rehearse
from sandtable.lessons.written import lesson, lesson_names
from sandtable.play.decision import Decision
from sandtable.play.driving import Driving
from sandtable.play.marching import Marching
from sandtable.play.planning import plan
from sandtable.play.record import read_record, verify, write_record
from sandtable.play.refusal import Refused
from sandtable.play.wire import to_plain
from sandtable.rulesets.library import OURS, RULESETS, ruleset
from sandtable.table.data import DataError

from .kit import LESSONS, Classroom, enter

every_lesson = pytest.mark.parametrize(("book", "name"), LESSONS)
CLAUSE = re.compile(r"\b[a-z0-9]+\.[a-z]+\.[a-z-]+")


def test_every_book_of_ours_has_a_lesson_and_others_need_none() -> None:
    """Books from outside may bring one too."""
    assert all(lesson_names(book) for book in OURS)
    assert all(isinstance(lesson_names(book), tuple) for book in RULESETS)


@every_lesson
def test_a_lesson_is_played_to_its_end_step_by_step(book: str, name: str) -> None:
    """Whoever does what is wanted comes to every step in order, and then to an ordinary battle; the first shot is near."""
    room = enter(book, name)
    steps = room.lesson.steps
    for number, step in enumerate(steps):
        room.wait()
        said = room.view()
        assert (said.step, said.over, said.wants, said.notes) == (number, False, step.wants, step.notes)
        assert said.chapters[said.chapter] == step.chapter
        room.give(room.wanted())
    room.wait()
    said = room.view()
    assert (said.step, said.over, said.notes) == (len(steps), True, room.lesson.file.closing)


@every_lesson
def test_whatever_is_pointed_at_is_there(book: str, name: str) -> None:
    """An option of the question, a unit on the table, a place of it."""
    room = enter(book, name)
    state = room.played.game.state
    for _ in room.lesson.steps:
        decision, pointer = room.asked(), room.view().pointer
        state = room.played.game.state
        assert pointer is not None
        assert pointer != type(pointer)()
        if pointer.option not in ("", "yes", "no", "stay"):
            chosen = next(option for option in options_of(decision) if option.key == pointer.option)
            if chosen.figure is not None:  # a man is pointed at where he stands, or where on his way he is meant
                assert pointer.at == (chosen.at or state.layout.point(chosen.figure))
        if pointer.at is not None:
            assert 0 <= pointer.at[0] <= state.width
            assert 0 <= pointer.at[1] <= state.depth
        if pointer.unit is not None:
            units = room.played.teller(room.lesson.seat).table().units
            assert any(one.number == pointer.unit and one.anchor is not None for one in units), pointer
        room.give(room.wanted())


@every_lesson
def test_what_a_step_does_not_want_is_refused_and_changes_nothing(book: str, name: str) -> None:
    """The refusal says what is wanted."""
    room = enter(book, name)
    for step in room.lesson.steps:
        decision = room.asked()
        state = room.played.game.state
        for other in _other_answers(decision):
            if is_wanted(step, decision, state, other):
                continue
            with pytest.raises(Refused) as refused:
                room.give(other)
            assert refused.value.refusal.remedy == step.wants
            assert room.played.game.state is state
        room.give(room.wanted())


def _other_answers(decision: Decision[Any]) -> list[object]:
    """Some legal answers to a question."""
    options = decision.domain.options()
    if options is not None:
        return list(options)
    chance = Chance("other answers")
    return [to_plain(decision.domain.sample(chance)) for _ in range(3)]


@every_lesson
def test_a_lesson_can_be_left_anywhere_and_taken_up_again(book: str, name: str) -> None:
    """The journal alone says which step is next, what it wants, and how the dice fall."""
    room = enter(book, name)
    for number in range(len(room.lesson.steps)):
        room.wait()
        again = room.again()
        again.wait()
        assert again.view() == room.view()
        assert again.view().step == number
        assert again.played.game.state == room.played.game.state
        room = again
        room.give(room.wanted())
    room.wait()
    assert room.again().view().over


@every_lesson
def test_an_answer_of_a_lesson_can_be_taken_back(book: str, name: str) -> None:
    """Back is a step back, and forth leads to the same battle."""
    room = enter(book, name)
    taken = 0
    for number in range(len(room.lesson.steps)):
        room.wait()
        wanted, state = room.wanted(), room.played.game.state
        room.give(wanted)
        if room.played.may_undo([room.lesson.seat]):
            after = room.played.game.state
            room.take_back()
            assert room.view().step == number
            assert room.played.game.state == state
            room.give(wanted)
            assert room.played.game.state == after
            taken += 1
    assert taken
    room.wait()
    assert room.view().over


@every_lesson
def test_whoever_stands_a_little_elsewhere_is_taught_the_same(book: str, name: str) -> None:
    """Places are taken within a radius, and wherever in it somebody goes the lesson goes on to its end."""
    for turn in range(4):
        room = enter(book, name, seed=turn)
        for number, _ in enumerate(room.lesson.steps):
            room.wait()
            assert room.view().step == number, f"astray before step {number + 1}"
            assert not room.view().over, f"astray before step {number + 1}"
            room.give(_elsewhere(room, turn) or room.wanted())
        room.wait()
        assert room.view().notes == room.lesson.file.closing


def _elsewhere(room: Classroom, turn: int) -> object:
    """An answer off the middle of what a step takes; None if there is none in that direction."""
    decision, step = room.asked(), room.lesson.steps[room.view().step]
    if step.anything:
        return to_plain(decision.domain.sample(Chance("elsewhere", turn)))
    if step.goal is None or not isinstance(decision.domain, Marching | Driving):
        return None
    off = round(step.within * 700)
    dx, dy = ((off, 0), (-off, 0), (0, off), (0, -off))[turn]
    planned = plan(decision.domain, (step.goal[0] + dx, step.goal[1] + dy))
    if planned.refusal is not None:
        return None
    draft = to_plain(planned.draft)
    return draft if is_wanted(step, decision, room.played.game.state, draft) else None


@every_lesson
def test_whoever_skips_a_lesson_plays_on_freely(book: str, name: str) -> None:
    """Nothing is refused any more, there is no guidance, and the dice are not the lesson's."""
    room = enter(book, name)
    room.wait()
    room.play_on()
    assert room.played.guide is None
    for _ in range(6):
        decision = room.asked()
        room.give(to_plain(decision.domain.sample(Chance("free"))))
    again = room.again()
    assert again.played.guide is None
    assert again.played.game.state == room.played.game.state
    with pytest.raises(Refused):
        room.play_on()


@every_lesson
def test_the_record_of_a_lesson_holds(book: str, name: str) -> None:
    """Laid dice are in the record, and it proves like any other."""
    room = enter(book, name)
    for _ in room.lesson.steps:
        room.wait()
        room.give(room.wanted())
    room.wait()
    rules = ruleset(book)
    rest = Chance("the rest")
    for _ in range(3000):
        decision = room.played.game.pending
        if decision is None:
            break
        room.played.answer(to_plain(decision.domain.sample(rest)))
    assert room.played.game.over
    record = room.played.record()
    assert record.dice.laid
    verify(rules, read_record(write_record(record)))


@every_lesson
def test_a_lesson_speaks_plainly(book: str, name: str) -> None:
    """No clause ids, no keys of catalogues; two sentences at most are read at once, and it does not take long."""
    file = lesson(book, name).file
    said = [*file.chapters, *file.closing, *(text for step in file.steps for text in (*step.notes, step.wants))]
    assert not [text for text in said if CLAUSE.search(text)]
    assert all(len(text) <= 200 for text in said), [text for text in said if len(text) > 200]
    assert all(len(step.notes) <= 2 for step in file.steps)
    assert [step.chapter for step in file.steps] == sorted(
        (step.chapter for step in file.steps), key=file.chapters.index
    )
    assert all(len(force.units) <= 4 for force in file.forces)
    assert 5 <= file.minutes <= 15


def test_a_question_in_between_is_answered_freely() -> None:
    """Where no step expects it, and the lesson says that it may come, it takes any answer and the next step is the same."""
    one = lesson("d10", "hold-your-fire")
    place = next(number for number, step in enumerate(one.steps) if step.asks == "allocate")
    before, left_out = one.steps[place - 1 : place + 1]
    before = structs.replace(before, dice=before.dice + left_out.dice)
    steps = (*one.steps[: place - 1], before, *one.steps[place + 1 :])
    aside = structs.replace(one, file=structs.replace(one.file, steps=steps))
    assert rehearse(ruleset("d10"), aside).answers
    with pytest.raises(DataError, match="is asked 'allocate'"):
        rehearse(ruleset("d10"), structs.replace(aside, file=structs.replace(aside.file, asides=())))


def test_a_battle_that_is_as_good_as_won_is_won() -> None:
    """What the last words of the solo lesson promise: dice that follow its last step show what the step says."""
    room = enter("skirmish41", "what-lies-there")
    for _ in room.lesson.steps:
        room.wait()
        room.give(room.wanted())
    room.give("done")
    outcome = room.played.game.outcome
    assert outcome is not None
    assert outcome.winner == room.lesson.seat


def test_a_battle_that_takes_another_turn_goes_on_freely(monkeypatch: pytest.MonkeyPatch) -> None:
    """A lesson that no longer fits does not hang: it says so, and refuses nothing."""
    book, name = LESSONS[0]
    room = enter(book, name)
    room.wait()
    monkeypatch.setattr("sandtable.lessons.guide.is_for", lambda *_: False)
    assert room.view().over
    decision = room.asked()
    room.give(to_plain(decision.domain.sample(Chance("astray"))))
    monkeypatch.undo()
    room.wait()
    assert room.view().over
    assert "another turn" in room.view().notes[0]
