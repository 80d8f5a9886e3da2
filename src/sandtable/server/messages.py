"""Every message between the page and the server, as types. The page's TypeScript types are made from these."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from sandtable.odds.foreseen import Foreseen
from sandtable.play.refusal import Refusal
from sandtable.play.ruleset import Outcome, UnitCard
from sandtable.play.shown import Counter, Field, Point, Prospect, Shown, Sighting
from sandtable.play.wire import DecisionView

Ref = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]
Token = Annotated[str, Meta(min_length=16, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
BattleId = Annotated[str, Meta(min_length=6, max_length=24, pattern=r"^[a-z0-9]+$")]
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


class Dice(msgspec.Struct, frozen=True):
    """A throw: which faces, what each needed if that is one number, and what came of it."""

    sides: int
    faces: tuple[int, ...]
    seat: int
    needs: str
    why: str
    result: str


class Line(msgspec.Struct, frozen=True):
    """A line of the log. `beat` is its place in the battle; headings begin a turn or a phase."""

    beat: int
    text: str
    because: tuple[str, ...]
    unit: int | None
    figures: tuple[int, ...]
    heading: bool
    dice: Dice | None


class Beat(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that happened: its line, if it has one, and whatever it changed on the table.

    `answers` is how many answers had been given before it, which is where a battle can be taken up again. Figures and
    units whose number the table does not have yet are new; `cards` are then those of all units that have joined.
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


# --- what the page sends --------------------------------------------------------------------------------------------


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """Anything the page sends."""


class Join(Command, frozen=True, tag="join"):
    """The first message: the tokens of the seats this page plays (none: a spectator)."""

    tokens: Annotated[tuple[Token, ...], Meta(max_length=2)] = ()


class Answer(Command, frozen=True, tag="answer"):
    """The answer to the pending question of a version. Sent again with the same ref, it counts once."""

    ref: Ref
    version: Version
    answer: Any


class Undo(Command, frozen=True, tag="undo"):
    """Take one's last answer back."""

    ref: Ref
    version: Version


class RollForMe(Command, frozen=True, tag="roll"):
    """Where players throw their own dice: let the server throw these."""

    ref: Ref
    version: Version


class Resync(Command, frozen=True, tag="resync"):
    """A version was missed: send everything."""


class Ping(Command, frozen=True, tag="ping"):
    """Is anybody there?"""

    sent: int


class ShowTape(Command, frozen=True, tag="tape"):
    """Lay a measuring tape for everybody to see, or take it away."""

    points: Annotated[tuple[Place, ...], Meta(max_length=12)] = ()


class Ask(Command, frozen=True, tag="ask"):
    """A question about the table, which changes nothing."""

    ref: Ref
    version: Version
    about: "About"


class Query(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="query"):
    """Anything that can be asked."""


class Plan(Query, frozen=True, tag="plan"):
    """A move being dragged: to where, by which waypoints, and whether one figure or the whole group goes.

    `draft` is the plan so far, as the last reply gave it; `turret` is the way that the turret of the one figure shall point.
    """

    goal: Place
    via: Annotated[tuple[Place, ...], Meta(max_length=12)] = ()
    figure: int | None = None
    face: Annotated[int, Meta(ge=0, lt=3600)] | None = None
    draft: Any = None
    reverse: bool = False
    look: bool = True
    turret: Annotated[int, Meta(ge=0, lt=3600)] | None = None


class Look(Query, frozen=True, tag="look"):
    """What a unit sees from where it stands, or would stand at the end of a draft."""

    unit: int
    draft: Any = None
    rays: bool = True


class LookField(Query, frozen=True, tag="field"):
    """Which ground a unit sees."""

    unit: int
    draft: Any = None


class Reach(Query, frozen=True, tag="reach"):
    """Where the unit that is asked to move could go."""


class Odds(Query, frozen=True, tag="odds"):
    """What each option of the pending question promises."""


class Measure(Query, frozen=True, tag="measure"):
    """From one base or point to another, edge to edge, through waypoints."""

    points: Annotated[tuple[Place, ...], Meta(min_length=2, max_length=12)]
    first: int | None = None
    last: int | None = None


class Survey(Query, frozen=True, tag="survey"):
    """Distances and directions from a unit to all others, for the text mode."""

    unit: int


class Foresee(Query, frozen=True, tag="foresee"):
    """What comes of answering the pending question so: the exact forecast of each of these options."""

    options: Annotated[tuple[Annotated[str, Meta(max_length=80)], ...], Meta(min_length=1, max_length=12)]


class Spots(Query, frozen=True, tag="spots"):
    """Where a unit of one's own could go with an ordinary move: spots to weigh, best asked a few at a time."""

    unit: int


class Weigh(Query, frozen=True, tag="weigh"):
    """What a unit could do from each of these spots, and what could be done to it there."""

    unit: int
    spots: Annotated[tuple[Place, ...], Meta(min_length=1, max_length=24)]


About = Plan | Look | LookField | Reach | Odds | Measure | Survey | Foresee | Spots | Weigh
ClientMessage = Join | Answer | Undo | RollForMe | Resync | Ping | ShowTape | Ask

# --- what the server sends ------------------------------------------------------------------------------------------


class Told(msgspec.Struct, frozen=True, tag_field="type"):
    """Anything the server sends."""


class Snapshot(Told, frozen=True, tag="snapshot"):
    """Everything, on joining and after a gap. `lines` are the last ones; older ones are fetched."""

    version: int
    protocol: int
    seats: tuple[int, ...]
    battle: BattleView
    players: tuple[SeatView, SeatView]
    table: TableView
    lines: list[Line]
    beat: int
    decision: DecisionView | None
    waiting: Waiting | None
    undo: bool
    outcome: Outcome | None
    tapes: list[tuple[Place, ...]]


class Update(Told, frozen=True, tag="update"):
    """What happened between two versions, beat by beat. `base` is the version it follows."""

    version: int
    base: int
    beats: list[Beat]
    decision: DecisionView | None
    waiting: Waiting | None
    undo: bool
    outcome: Outcome | None


class Accepted(Told, frozen=True, tag="accepted"):
    """An answer has been written down for good."""

    ref: str
    version: int


class RefusedView(Told, frozen=True, tag="refused"):
    """An answer or question that was not taken, and why. Nothing has changed."""

    ref: str
    refusal: Refusal
    stale: bool = False


class Reply(Told, frozen=True, tag="reply"):
    """The answer to a question about the table."""

    ref: str
    version: int
    about: (
        "PlanView | LookView | SeenField | ReachView | OddsView | MeasureView | SurveyView "
        "| ForeseeView | SpotsView | WeighView"
    )


class Replied(msgspec.Struct, frozen=True, tag_field="query"):
    """Anything that is answered."""


class Step(msgspec.Struct, frozen=True):
    """How one figure would go: its path, how far that is, where it would face, and its turret if it is told."""

    figure: int
    path: tuple[Point, ...]
    bearing: int
    used: int
    poses: tuple[tuple[int, int, int], ...] = ()
    turret: int | None = None


class PlanView(Replied, frozen=True, tag="plan"):
    """A move as it would be. `draft` is to be sent as the answer; it is legal unless `refusal` says why not.

    Where the goal itself is out of reach, the draft goes as far as it may and `beyond` says why no farther.
    """

    draft: Any
    steps: tuple[Step, ...]
    budget: int
    used: int
    refusal: Refusal | None
    beyond: Refusal | None
    slow: tuple[int, ...]
    sightings: tuple[Sighting, ...]


class LookView(Replied, frozen=True, tag="look"):
    """What a unit sees."""

    unit: int
    sightings: tuple[Sighting, ...]


class SeenField(Replied, frozen=True, tag="field"):
    """Which ground it sees."""

    unit: int
    field: Field


class ReachView(Replied, frozen=True, tag="reach"):
    """The outline of where it could go, around where it stands."""

    outline: tuple[Point, ...]
    bands: tuple[int, ...]


class OddsView(Replied, frozen=True, tag="odds"):
    """What the options promise, by key."""

    prospects: dict[str, Prospect]


class ForeseeView(Replied, frozen=True, tag="foresee"):
    """What is foreseen of each option, by key; options of which nothing can be said are left out."""

    foreseen: dict[str, Foreseen]


class SpotsView(Replied, frozen=True, tag="spots"):
    """The middles of squares of this size that a unit's leader can reach, nearest first."""

    unit: int
    cell: int
    spots: tuple[Point, ...]


class Weight(msgspec.Struct, frozen=True):
    """A spot weighed: points that my best shot takes on average and at whom, and points that theirs takes and whose.

    `stands` is where the leader would come to stand; None, with no other numbers, where the unit finds no room there.
    """

    spot: Point
    stands: Point | None
    mine: float = 0
    at: int | None = None
    theirs: float = 0
    by: int | None = None


class WeighView(Replied, frozen=True, tag="weigh"):
    """Spots weighed, in the order asked."""

    unit: int
    weights: tuple[Weight, ...]


class MeasureView(Replied, frozen=True, tag="measure"):
    """How far it is; None where the table does not measure before declaring."""

    inches: int | None
    why: str


class SurveyRow(msgspec.Struct, frozen=True):
    """One unit as seen from another: how far, in which direction, whether in sight."""

    unit: int
    distance: int | None
    bearing: int | None
    seen: bool
    cover: str


class SurveyView(Replied, frozen=True, tag="survey"):
    """All units as seen from one."""

    unit: int
    rows: tuple[SurveyRow, ...]


class Pong(Told, frozen=True, tag="pong"):
    """Somebody is there."""

    sent: int
    version: int


class Presence(Told, frozen=True, tag="presence"):
    """Somebody came or went, or a seat was taken."""

    players: tuple[SeatView, SeatView]


class Tapes(Told, frozen=True, tag="tapes"):
    """The measuring tapes that lie on the table for all to see, by seat."""

    tapes: list[tuple[Place, ...]]


class Trouble(Told, frozen=True, tag="trouble"):
    """A message that could not be understood or allowed; the connection stays unless `fatal`."""

    code: str
    reason: str
    fatal: bool = False


ServerMessage = Snapshot | Update | Accepted | RefusedView | Reply | Pong | Presence | Tapes | Trouble
