"""What the server sends: where a battle stands, what has happened, and answers to queries."""

from typing import Any

import msgspec

from sandtable.odds.foreseen import Foreseen
from sandtable.odds.rolls import RollView
from sandtable.play.refusal import Refusal
from sandtable.play.ruleset import Outcome
from sandtable.play.shown import Field, Point, Promised, Sighting
from sandtable.play.wire import DecisionView

from .messages import BattleView, Beat, LessonView, Line, Place, SeatView, TableView, Waiting


class Told(msgspec.Struct, frozen=True, tag_field="type"):
    """Anything the server sends."""


class Snapshot(Told, frozen=True, tag="snapshot"):
    """Everything, on joining and after a gap. `lines` are the last ones; older ones are fetched.

    `undo_why` says why one's last answer cannot be taken back, `may_arrange` that the rest of one's units can be set up for
    one, `begins` that only the last answer before the battle is left, `movable` which units can still be put elsewhere.
    `lesson` is where a lesson stands, if the battle is one.
    """

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
    undo_why: str = ""
    may_arrange: bool = False
    begins: bool = False
    movable: tuple[int, ...] = ()
    lesson: LessonView | None = None


class Update(Told, frozen=True, tag="update"):
    """What happened between two versions, beat by beat. `base` is the version it follows."""

    version: int
    base: int
    beats: list[Beat]
    decision: DecisionView | None
    waiting: Waiting | None
    undo: bool
    outcome: Outcome | None
    undo_why: str = ""
    may_arrange: bool = False
    begins: bool = False
    movable: tuple[int, ...] = ()
    lesson: LessonView | None = None


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
        "PlanView | LiftView | LookView | SeenField | ReachView | PromisesView | MeasureView | SurveyView "
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


class LiftView(Replied, frozen=True, tag="lift"):
    """The question that placed a unit, to be answered otherwise."""

    unit: int
    decision: DecisionView


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


class PromisesView(Replied, frozen=True, tag="promises"):
    """What is known of the options at once, by key: what the book says of them, and the roll that each sets off first."""

    promises: dict[str, Promised]
    rolls: dict[str, RollView]


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
