"""What requests and replies are made of: the table, the log, who plays. The page's TypeScript types are made from these."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from sandtable.play.acts import Act, Result
from sandtable.play.aims import Briefing, Tally
from sandtable.play.notes import Season
from sandtable.play.ruleset import UnitCard
from sandtable.play.shown import Counter, Point, Shown
from sandtable.rulesets.house import ChangedCell

Ref = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]
Token = Annotated[str, Meta(min_length=16, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
Version = Annotated[int, Meta(ge=0)]
Seat = Annotated[int, Meta(ge=0, le=1)]
Coordinate = Annotated[int, Meta(ge=-(1 << 20), le=1 << 20)]
Place = tuple[Coordinate, Coordinate]
Name = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[^\x00-\x1f\x7f]+$")]

# --- what is on the table -------------------------------------------------------------------------------------------


class FigureView(msgspec.Struct, frozen=True):
    """One base. A disc has a radius; a hull has a length and a width. `at` is None off the table."""

    number: int
    unit: int
    role: str
    at: Point | None
    bearing: int
    radius: int
    length: int
    width: int


class UnitView(msgspec.Struct, frozen=True):
    """A unit. `anchor` is where its label goes: at its leader, or where whatever holds it stands.

    `side` is whom it fights for, `seat` who answers for it: two players may share a side.
    """

    number: int
    name: str
    side: int
    seat: int
    figures: tuple[int, ...]
    anchor: Point | None
    shown: Shown


class PieceView(msgspec.Struct, frozen=True):
    """A piece of terrain. `marks` is what has become of it: burning, burnt, smoke."""

    number: int
    kind: str
    title: str
    outline: tuple[Point, ...]
    closed: bool
    height: int
    marks: tuple[str, ...] = ()


class Fallen(msgspec.Struct, frozen=True):
    """Where a figure was taken off the table."""

    figure: int
    side: int
    at: Point


class TableView(msgspec.Struct, frozen=True):
    """Everything a seat may see of the table. `cards` are those of the units that joined since the battle began."""

    width: int
    depth: int
    terrain: list[PieceView]
    figures: list[FigureView]
    units: list[UnitView]
    objectives: list[Point]
    fallen: list[Fallen]
    turn: int
    heading: str
    templates: list[tuple[Point, ...]] = []
    counters: list[Counter] = []
    cards: list[UnitCard] = []
    tally: Tally | None = None
    briefing: Briefing | None = None  # as things stand: sides and edges may be chosen by now


class Dice(msgspec.Struct, frozen=True):
    """A throw: which faces, what each needed if that is one number, and what came of it.

    In short, for a chain of throws: `what` it was for, without names, what a die must show (`need`), which dice did
    (`good`, where that is for each to say), and the modifiers that made it so (`note`).
    """

    sides: int
    faces: tuple[int, ...]
    seat: int
    needs: str
    why: str
    result: str
    what: str = ""
    need: str = ""
    good: tuple[bool, ...] = ()
    note: str = ""


class Line(msgspec.Struct, frozen=True):
    """A line of the log. `beat` is its place in the battle; headings begin a turn or a phase."""

    beat: int
    text: str
    because: tuple[str, ...]
    unit: int | None
    figures: tuple[int, ...]
    heading: bool
    dice: Dice | None


class Consequence(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that came of an act: to whom, what (a key of the battle's `results`), how much or how."""

    unit: int | None
    what: str
    value: int | str
    detail: bool = False


class Beat(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that happened: its line, if it has one, and whatever it changed on the table.

    `answers` is how many answers had been given before it, which is where a battle can be taken up again. Figures and
    units whose number the table does not have yet are new; `cards` are then those of all units that have joined. With an
    `act` something new begins to be done; where its dice were thrown before it could be told, `since` is the beat of the
    first of them. `came` is what came of it in this beat.
    """

    beat: int
    answers: int
    line: Line | None = None
    figures: tuple[FigureView, ...] = ()
    units: tuple[UnitView, ...] = ()
    terrain: tuple[PieceView, ...] | None = None
    objectives: tuple[Point, ...] | None = None
    fallen: tuple[Fallen, ...] = ()
    turn: int | None = None
    heading: str | None = None
    templates: tuple[tuple[Point, ...], ...] | None = None
    counters: tuple[Counter, ...] | None = None
    cards: tuple[UnitCard, ...] | None = None
    act: Act | None = None
    since: int | None = None
    came: tuple[Consequence, ...] = ()
    tally: Tally | None = None
    briefing: Briefing | None = None


class SeatView(msgspec.Struct, frozen=True):
    """Who plays a side. `online` says whether anybody is connected for it; for the kind `rules` the rulebook acts."""

    seat: int
    side: str
    nation: str
    player: str
    kind: Literal["person", "bot", "open", "nobody", "rules"]
    online: bool


class Waiting(msgspec.Struct, frozen=True):
    """Whom the battle waits for, as far as everybody may know."""

    seat: int
    kind: str


class BattleView(msgspec.Struct, frozen=True):
    """What does not change during a battle."""

    id: str
    ruleset: str
    ruleset_title: str
    prefix: str
    scenario: str
    title: str
    about: str
    commitment: str
    own_dice: bool
    premeasure: bool
    options: dict[str, Any]
    parent: str
    cards: list[UnitCard]  # by unit, as they were before the battle
    sides: tuple[int, int]  # that the seats play: in a battle against the rules both may play the same
    briefing: Briefing
    results: dict[str, Result]  # how consequences are told, by what they are
    season: Season  # how the ground looks
    changed: list[ChangedCell] = []  # the cells of the book's tables that are played otherwise


class PointerView(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a lesson points: at a unit, a place with a radius, an option of the question, a part of the page.

    `option` is "yes" or "no" for such questions, and "stay" for a move that is none; `options` are there where the answer
    is more than one of them.
    """

    unit: int | None = None
    at: Point | None = None
    radius: int = 0
    option: str = ""
    options: tuple[str, ...] = ()
    part: str = ""


class LessonView(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a lesson stands: its step, what is said of it, where to look, and what is to be done.

    `notes` are read one after another before the step is done; `wants` says what to do, in a few words. `chapters` are the
    headings of the whole lesson, `chapter` the one of this step. `over` is the last step of all: from there on it is an
    ordinary battle.
    """

    title: str
    step: int
    steps: int
    chapters: tuple[str, ...]
    chapter: int
    notes: tuple[str, ...]
    wants: str = ""
    pointer: PointerView | None = None
    over: bool = False
