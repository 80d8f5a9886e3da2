"""What goes over plain HTTP: rulebooks, scenarios and clauses to read, battles to list and to begin."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from sandtable.odds.luck import LuckSheet
from sandtable.play.aims import Briefing
from sandtable.play.notes import Difficulty, Season
from sandtable.play.ruleset import Outcome, UnitCard
from sandtable.play.shown import Point
from sandtable.rulesets.switches import SwitchView

from .messages import BattleView, Beat, Name, PieceView, SeatView, TableView, Token

Player = Literal["me", "screen", "link", "rookie", "random"]


class MapView(msgspec.Struct, frozen=True):
    """A table before anybody is on it."""

    name: str
    width: int
    depth: int
    terrain: list[PieceView]
    objectives: list[Point]


class ForceView(msgspec.Struct, frozen=True):
    """One side of a scenario, with the cards of its units."""

    name: str
    nation: str
    points: int
    cards: list[UnitCard]
    symbols: list[str]


class ScenarioView(msgspec.Struct, frozen=True):
    """A scenario to choose. `plays_itself` are the seats that nobody plays: the rules act for them.

    `short` ones are over in about ten minutes, and begin with everybody in place; `minutes` is how long a battle takes two
    people, `difficulty` how much of the book one has to know. `season` is how the ground looks.
    """

    name: str
    title: str
    about: str
    map: MapView
    forces: tuple[ForceView, ForceView]
    plays_itself: list[int]
    briefing: Briefing
    short: bool
    minutes: int
    difficulty: Difficulty
    season: Season


class LessonCard(msgspec.Struct, frozen=True):
    """A guided first battle, begun like a scenario of its name: what it is called, and what its chapters teach."""

    name: str
    title: str
    about: str
    minutes: int
    chapters: tuple[str, ...]
    map: MapView


class RulesetView(msgspec.Struct, frozen=True):
    """A rulebook to choose. `page_options` are the switches that a battle on this page begins with."""

    name: str
    title: str
    about: str
    prefix: str
    version: int
    clauses: int
    implemented: int
    scenarios: list[ScenarioView]
    switches: list[SwitchView]
    page_options: dict[str, Any]
    bots: list[str]
    lesson: LessonCard | None


class ClauseView(msgspec.Struct, frozen=True):
    """A clause in our words, its ruling and switch, and where it lives in the code."""

    id: str
    kind: str
    where: str
    says: str
    ruling: str
    option: str
    example: str
    not_implemented: str
    code: list[str]
    tests: int | None


class TableRowView(msgspec.Struct, frozen=True):
    """A printed table of the rulebook."""

    name: str
    columns: list[str]
    rows: list[list[str]]


class RulesView(msgspec.Struct, frozen=True):
    """All a reader wants of a rulebook: clauses, switches, tables, cards."""

    name: str
    title: str
    version: int
    history: dict[str, str]
    clauses: list[ClauseView]
    switches: list[SwitchView]
    tables: list[TableRowView]
    cards: list[UnitCard]


class BookCard(msgspec.Struct, frozen=True):
    """A rulebook on the shelf: what is to be said of it before it is opened, and the emblem it is known by."""

    name: str
    title: str
    short_title: str
    about: str
    pitch: str
    emblem: str


class BookView(msgspec.Struct, frozen=True):
    """A rulebook by name."""

    name: str
    title: str


class CommonScenarioView(msgspec.Struct, frozen=True):
    """A scenario that belongs to no rulebook, and the books that fight it."""

    name: str
    title: str
    about: str
    books: list[BookView]


class FieldedView(msgspec.Struct, frozen=True):
    """A unit as a book represents a troop: its card, how many figures it is, and what it is at a glance."""

    card: UnitCard
    figures: int
    symbol: str


class ReadyForceView(msgspec.Struct, frozen=True):
    """One side of a scenario as a book represents it."""

    name: str
    nation: str
    points: int
    units: list[FieldedView]


class ReadyView(msgspec.Struct, frozen=True):
    """A scenario under a book when both sides stand ready, with nobody's secrets kept: no battle is fought there.

    `came_on` says that a side begins off the table, so that the first turn has been played to bring it on.
    """

    ruleset: str
    title: str
    scenario: str
    came_on: bool
    table: TableView
    forces: tuple[ReadyForceView, ReadyForceView]


class ArchiveView(msgspec.Struct, frozen=True):
    """Where the rules lie that a browser can run itself; the address changes with what they say."""

    address: str
    bytes: int


class NewBattle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A battle to begin: who plays which side. `me` and `screen` sit at this page, `link` gets an invitation.

    With `placed` both sides have been set up already, as bots would, and the first question is one of the battle.
    Where it is `watched`, bots wait until somebody has come in to see them from their first order on.
    """

    ruleset: Annotated[str, Meta(max_length=40)]
    scenario: Annotated[str, Meta(max_length=80)]
    players: tuple[Player, Player] = ("me", "rookie")
    names: tuple[Name, Name] | None = None
    options: dict[str, Any] = {}
    own_dice: bool = False
    seed: Annotated[int, Meta(ge=0, lt=1 << 53)] | None = None
    contribution: Annotated[str, Meta(max_length=64, pattern=r"^[A-Za-z0-9]*$")] = ""
    placed: bool = False
    watched: bool = False


class Opened(msgspec.Struct, frozen=True):
    """A battle that has begun: the tokens of the seats that the asker may hand out or sit on himself."""

    id: str
    tokens: dict[str, str]


class BattleRow(msgspec.Struct, frozen=True):
    """A battle in the list. `turns` are those it is sure to have (0: not known), `scores` what everybody may know.

    `lesson` says that it is a lesson, or began as one.
    """

    id: str
    ruleset: str
    scenario: str
    title: str
    lesson: bool
    players: tuple[SeatView, SeatView]
    turn: int
    turns: int
    scores: tuple[int, int] | None
    answers: int
    waiting: int | None
    outcome: Outcome | None
    begun: str
    touched: str
    parent: str


class History(msgspec.Struct, frozen=True):
    """A battle as far as it has gone, for replaying: the table at its beginning, and every beat since."""

    battle: BattleView
    players: tuple[SeatView, SeatView]
    start: TableView
    beats: list[Beat]
    outcome: Outcome | None
    may_fork: str
    may_download: str


class LuckView(msgspec.Struct, frozen=True):
    """The luck sheet of a battle: the whole of it, or while it goes on what the asker was told."""

    whole: bool
    sheet: LuckSheet


class Fork(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Go on from a moment of a battle as a new one."""

    beat: Annotated[int, Meta(ge=0)]
    players: tuple[Player, Player] = ("me", "rookie")
    same_dice: bool = False
    tokens: Annotated[tuple[Token, ...], Meta(max_length=2)] = ()


class Verified(msgspec.Struct, frozen=True):
    """Whether a record holds what it claims, and what was proved."""

    good: bool
    said: str
    answers: int
    throws: int
    digest: str


class Health(msgspec.Struct, frozen=True):
    """That the server is up, and which one; `addresses` are those that others can open, the best first."""

    name: str
    version: str
    protocol: int
    addresses: tuple[str, ...] = ()


class Problem(msgspec.Struct, frozen=True):
    """What was wrong with a request."""

    code: str
    reason: str


class ScoredView(msgspec.Struct, frozen=True):
    """A moment at which the score changed: in whose favour, what for, by whom, and how it stood then."""

    beat: int
    turn: int
    seat: int
    text: str
    unit: int | None
    by: int | None
    scores: tuple[int, int]


class LossView(msgspec.Struct, frozen=True):
    """What a unit has lost: how many of how many are left, and what has become of it where it is gone."""

    unit: int
    name: str
    side: int
    symbol: str
    left: int
    full: int
    gone: str


class MomentView(msgspec.Struct, frozen=True):
    """A moment worth going back to: what happened, what it was worth in points to seat 0, and how likely it was.

    `chance` is a number of per cent as people say it, of something as good (or of a bad throw, as bad); empty where
    several throws had a part in it. `seat` is whose throw it was, or whose deed.
    """

    beat: int
    turn: int
    text: str
    unit: int | None = None
    swing: int = 0
    chance: str = ""
    seat: int | None = None


class SummaryView(msgspec.Struct, frozen=True):
    """A battle that is over, told in short.

    `curve` has, moment by moment, the turn and the value that seat 0 is ahead by, in `curve_of`: what was destroyed of each
    side. `turning` is its largest step. `best` and `worst` are throws: of the asker's side, where he has one.
    """

    scored: list[ScoredView]
    scoring: list[str]
    losses: list[LossView]
    curve: list[tuple[int, int, int]]  # beat, turn, value
    curve_of: str
    turning: MomentView | None
    best: MomentView | None
    worst: MomentView | None
    turns: int
