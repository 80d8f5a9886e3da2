"""A lesson as its player's page is told it: the step, where to look, and no to what the step does not want."""

from collections.abc import Sequence
from typing import Any

import msgspec

from sandtable.lessons.answers import Answer, NoSuchAnswer, answer_to, options_of
from sandtable.lessons.guide import Guide
from sandtable.lessons.rehearsal import rehearsed
from sandtable.lessons.written import Lesson, Step
from sandtable.play.decision import Decision
from sandtable.play.driving import Driving
from sandtable.play.marching import Marching
from sandtable.play.record import DiceBox, Header
from sandtable.play.refusal import Refused
from sandtable.play.ruleset import Ruleset
from sandtable.play.shown import Point
from sandtable.play.views import view
from sandtable.play.wire import to_plain

from .messages import LessonView, PointerView
from .played import PLACED, Played
from .store import Entry

ASTRAY = (
    "The battle has taken another turn than this lesson foresaw. It goes on as an ordinary battle: play on as you like."
)

ASIDE = "This comes in between: answer it as you like, and the lesson goes on."


def scene(
    rules: Ruleset[Any], lesson: Lesson, names: tuple[str, str], box: DiceBox
) -> tuple[Header, DiceBox, list[Entry]]:
    """What the battle of a lesson begins with: its header, its dice, and the journal that sets the scene."""
    played = rehearsed(lesson.book, lesson.name)
    options = to_plain(msgspec.convert(lesson.file.options, rules.options_type))
    header = Header(rules.name, rules.version, options, lesson.scenario, names)
    entries = [
        Entry(number, PLACED, seat, None, msgspec.json.encode(given))
        for number, (seat, given) in enumerate(played.before, 1)
    ]
    return header, msgspec.structs.replace(box, laid=played.laid), entries


def check(played: Played, decision: Decision[Any], given: Answer) -> None:
    """Refuse a player's answer that is legal but not what the lesson shows."""
    guide = played.guide
    if guide is None or decision.seat != guide.lesson.seat:
        return
    if refusal := guide.why_not(decision, given, played.game.state):
        raise Refused(refusal)


def reply(played: Played, decision: Decision[Any]) -> Answer:
    """The enemy's answer as a lesson has it; None where no lesson leads him."""
    guide = played.guide
    if guide is None or decision.seat == guide.lesson.seat:
        return None
    return None if guide.now.astray else guide.reply(decision, played.game.state)


def lesson_view(played: Played, seats: Sequence[int]) -> LessonView | None:
    """Where a lesson stands, for the one who learns."""
    guide = played.guide
    if guide is None or guide.lesson.seat not in seats or played.game.outcome is not None:
        return None
    state, decision = played.game.state, played.game.pending
    step = guide.step(decision, state)
    if guide.over:
        return _view(guide, guide.lesson.file.closing, over=True)
    if guide.is_aside(decision, state):
        return _view(guide, (ASIDE,))
    if guide.went_astray(decision, state):
        return _view(guide, (ASTRAY,), over=True)
    if step is None or decision is None:  # the enemy is about to do something
        return _view(guide, ())
    return _view(guide, step.notes, step.wants, pointer=_pointer(played, step, decision))


def _view(
    guide: Guide, notes: tuple[str, ...], wants: str = "", *, pointer: PointerView | None = None, over: bool = False
) -> LessonView:
    lesson, done = guide.lesson, guide.now.done
    chapters = lesson.file.chapters
    chapter = chapters.index(lesson.steps[min(done, len(lesson.steps) - 1)].chapter)
    return LessonView(
        title=lesson.file.title,
        step=done,
        steps=len(lesson.steps),
        chapters=chapters,
        chapter=chapter,
        notes=notes,
        wants=wants,
        pointer=pointer,
        over=over,
    )


def _pointer(played: Played, step: Step, decision: Decision[Any]) -> PointerView:
    """Where to look: at what the lesson says, and at the answer that it wants."""
    seen = view(played.ruleset, played.game.state, decision.seat)
    wanted: tuple[str, ...] = ()
    unit = at = None
    if not step.anything:
        wanted = _wanted(step, decision, played.game.state)
        chosen = next((one for one in options_of(decision) if (one.key,) == wanted), None)
        if chosen is not None:
            unit, at = chosen.unit, chosen.at or _place_of(seen, chosen.figure)
    radius = round(step.within * 1000) if step.goal else 0
    at = step.goal or at
    part = ""
    if step.look is not None:
        part = step.look.part
        if step.look.unit:
            unit = next((number for number, one in enumerate(seen.units) if one.name == step.look.unit), unit)
        if step.look.at is not None:
            at = round(step.look.at[0] * 1000), round(step.look.at[1] * 1000)
            radius = round(step.look.radius * 1000)
    if unit is None and at is None:
        unit = decision.unit
    option, several = (wanted[0], ()) if len(wanted) == 1 else ("", wanted)
    return PointerView(unit=unit, at=at, radius=radius, option=option, options=several, part=part)


def _place_of(seen: Any, figure: int | None) -> Point | None:
    """Where a figure stands that is seen."""
    return seen.layout.point(figure) if figure is not None and seen.layout.on_table(figure) else None


def _wanted(step: Step, decision: Decision[Any], state: Any) -> tuple[str, ...]:
    """The keys of the options that a step wants, as the page knows them."""
    if step.goal is not None and not options_of(decision):
        return ()
    try:
        wanted = answer_to(step, decision, state)
    except (NoSuchAnswer, Refused):
        return ()
    if wanted is None and isinstance(decision.domain, Marching | Driving):
        return ("stay",)
    wanted = to_plain(decision.usual()) if wanted is None else wanted
    if isinstance(wanted, bool):
        return ("yes" if wanted else "no",)
    if isinstance(wanted, str):
        return (wanted,)
    return tuple(key for key in wanted if isinstance(key, str)) if isinstance(wanted, list) else ()
