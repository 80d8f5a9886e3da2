"""Lessons as they are written: a scene, what is answered while it is set up, and steps."""

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Annotated, Any

import msgspec

from sandtable.geometry.units import inches
from sandtable.play.scenario import Force, Scenario, Seat
from sandtable.rulesets.library import RULESETS, battlefield, maps
from sandtable.table.data import DataError, check, parse_toml
from sandtable.table.maps import Battlefield, MapFile, build_map

Face = Annotated[int, msgspec.Meta(ge=1, le=1 << 15)]
Inches = Annotated[float, msgspec.Meta(ge=0, le=144)]
Text = Annotated[str, msgspec.Meta(min_length=1, max_length=240)]

# Parts of the page that a lesson may point at.
PARTS = ("table", "tray", "aim", "turns", "question", "forecast", "story")


class Reply(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An answer to a question: which question it is for, and which of its legal answers is meant.

    The question is known by its kind (`asks`) and by the name of the unit it is about (`of`); left out, any will do. The
    answer is an option by its key, its label or the unit that it stands for, several of them for a question that wants
    several, yes or no; or a place (`to`, inches) for moves and set-ups, faced in degrees. Without either it is the
    usual answer, and else a sound one.
    """

    asks: str = ""
    of: str = ""
    seat: Seat | None = None
    answer: str | bool | tuple[str, ...] | None = None
    to: tuple[Inches, Inches] | None = None
    face: Annotated[int, msgspec.Meta(ge=0, lt=360)] | None = None

    @property
    def goal(self) -> tuple[int, int] | None:
        """The place that is meant, in thousandths of an inch."""
        return None if self.to is None else (inches(self.to[0]), inches(self.to[1]))


class Throw(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A throw that is to fall so: known by words of what it is thrown for. Further dice fall as they like."""

    why: str
    faces: tuple[Face, ...]


class Look(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where to look, if that is not where the answer is given: a unit by its name, a place, a part of the page."""

    unit: str = ""
    at: tuple[Inches, Inches] | None = None
    radius: Inches = 1.5
    part: str = ""


class Step(Reply, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """Something that the player does, told before it is done, with the dice and the enemy's answers that follow it.

    `notes` are read first, `wants` says what to do. Any answer `within` so many inches of the place will do; with `also`
    those options will do besides, and with `anything` every legal answer. Where more dice fall than the lesson names,
    because somebody stands a little elsewhere, they show `rest`.
    """

    chapter: str
    notes: tuple[Text, ...] = ()
    wants: Text
    within: Inches = 1.5
    rest: Face | None = None
    also: tuple[str, ...] = ()
    anything: bool = False
    look: Look | None = None
    dice: tuple[Throw, ...] = ()
    enemy: tuple[Reply, ...] = ()


class LessonFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A lesson as it is written.

    `asides` are kinds of questions that may come in between, because somebody stands a little elsewhere or a die fell
    otherwise: where no step expects one it is answered as one likes, and the lesson goes on.
    """

    title: Text
    about: Text
    minutes: Annotated[int, msgspec.Meta(ge=1, le=60)]
    seat: Seat = 0  # of the one who learns
    chapters: Annotated[tuple[Text, ...], msgspec.Meta(min_length=1)]
    options: dict[str, Any] = {}
    map: str | MapFile
    forces: tuple[Force, Force]
    rules: dict[str, dict[str, Any]] = {}
    placed: tuple[Reply, ...] = ()
    dice: tuple[Throw, ...] = ()
    enemy: tuple[Reply, ...] = ()
    asides: tuple[str, ...] = ()
    steps: Annotated[tuple[Step, ...], msgspec.Meta(min_length=1)]
    closing: Annotated[tuple[Text, ...], msgspec.Meta(min_length=1)]


class Lesson(msgspec.Struct, frozen=True):
    """A lesson of a rulebook, ready to be played."""

    book: str
    name: str
    file: LessonFile
    scenario: Scenario

    @property
    def seat(self) -> int:
        """The seat of the one who learns."""
        return self.file.seat

    @property
    def steps(self) -> tuple[Step, ...]:
        """What he does."""
        return self.file.steps


@cache
def lesson_names(book: str) -> tuple[str, ...]:
    """The names of a rulebook's lessons, the first one first; a book need not have any."""
    folder = _folder(book)
    if not folder.is_dir():
        return ()
    return tuple(sorted(one.name.removesuffix(".toml") for one in folder.iterdir() if one.name.endswith(".toml")))


@cache
def lesson(book: str, name: str) -> Lesson:
    """A lesson of a rulebook."""
    return parse_lesson(_folder(book).joinpath(f"{name}.toml").read_text(encoding="utf-8"), book, name)


def is_lesson(book: str, name: str) -> bool:
    """Whether a rulebook that is here has a lesson of this name."""
    return book in RULESETS and name in lesson_names(book)


def _folder(book: str) -> Traversable:
    return files(RULESETS[book]).joinpath("lessons")


def parse_lesson(text: str, book: str, name: str) -> Lesson:
    """A lesson from the text of a file."""
    file = f"{name}.toml"
    written = parse_toml(text, file, LessonFile)
    for place, step in enumerate(written.steps):
        key = f"steps[{place}]"
        check(step.chapter in written.chapters, file, f"{key}.chapter", f"{step.chapter!r} is none of the chapters")
        part = step.look.part if step.look else ""
        check(not part or part in PARTS, file, f"{key}.look.part", f"{part!r} is none of {', '.join(PARTS)}")
    scenario = Scenario(
        name=name,
        title=written.title,
        about=written.about,
        battlefield=_battlefield(written.map, file),
        forces=written.forces,
        rules=written.rules,
    )
    return Lesson(book, name, written, scenario)


def _battlefield(written: str | MapFile, file: str) -> Battlefield:
    """The table of a lesson: its own, or one of the maps we bring."""
    if isinstance(written, MapFile):
        return build_map(written, file)
    if written not in maps():
        raise DataError(file, "map", f"{written!r} is none of {', '.join(maps())}")
    return battlefield(written)
