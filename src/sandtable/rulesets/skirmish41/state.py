"""The state of a battle: figures, fire teams and the battle around them.

Actions, wounds and what a man has in hand sit on figures; suppression, whether the enemy has spotted it and what it suffers
sit on teams. A gun or a hull is a base of its own (`hull`) that is none of a team's `men`; the crew of a vehicle are men who
stand nowhere while they are inside. Killed figures leave the battle; disabled ones lie where they fell (`down`).
"""

from typing import Annotated, Literal

import msgspec

from sandtable import play
from sandtable.mechanics.clauses import rule
from sandtable.play.ruleset import Outcome

from .options import Options

Kind = Literal["team", "gun", "vehicle", "dummy"]
Class = Literal["", "small soft", "large soft", "light", "medium", "heavy"]
Phase = Literal["setup", "turn", "part", "melee", "end", "over"]

# Where a team is: not set up yet, on the table, riding in a vehicle, or out of the battle.
Place = Literal["waiting", "table", "aboard", "destroyed", "fled", "left"]
GONE = ("destroyed", "fled", "left")
SOLO = 1  # the side of the solo force, where there is one

Point = tuple[int, int]
Place5 = tuple[int, int, int, int, int]  # figure, x, y, bearing, ground
Sort = Literal["portal", "sniper", "artillery", "mines", "smoke", "dummy", "unknown"]


class Card(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the entry of a team says: it never changes during a battle."""

    troop: str
    title: str
    nation: str
    kind: Kind
    points: int
    tags: tuple[str, ...] = ()  # tripod, shield, radio, binoculars, command, support...
    # of vehicles and guns
    size: Class = ""
    drive: Literal["", "wheeled", "half-tracked", "tracked"] = ""
    fuel: Literal["petrol", "diesel"] = "petrol"
    open: bool = False
    seats: int = 0
    gun: str = ""
    mounts: tuple[str, ...] = ()  # machine guns: co-axial, hull, pintle
    body: int = 0  # points of the body

    @property
    def vehicle(self) -> bool:
        """Whether it is a vehicle."""
        return self.kind == "vehicle"

    @property
    @rule("sk.veh.light", "sk.veh.medium", "sk.veh.heavy", "sk.veh.soft-small", "sk.veh.soft-large")
    def armoured(self) -> bool:
        """Whether it is an AFV."""
        return self.size in {"light", "medium", "heavy"}

    def has(self, tag: str) -> bool:
        """Whether its entry lists something."""
        return tag in self.tags


class Figure(play.Figure, frozen=True, omit_defaults=True):
    """A figure: its arms, its actions and what it has spent of them this turn, its wounds and what it carries."""

    arms: tuple[str, ...] = ()
    rating: int = 2
    wounds: int = 0
    out: Literal["", "disabled", "captured"] = ""
    spent: int = 0  # own actions, this turn
    fired: int = 0  # of which on firing its weapon
    burst: int = 0  # points of its weapon bonus, this turn
    moves: int = 0  # move actions, this turn
    aimed: int = -1  # the team it fires at this turn, or takes aim at
    saved: int = 0  # carried over from earlier turns, for a gun or the like
    looked: bool = False  # it has tried to spot this turn
    floor: int = 0
    carries: int = -1  # the casualty or the prisoner that it has in hand
    listed: tuple[int, str, tuple[str, ...], int] | None = None  # team, role, arms, rating, where these have changed


class Harm(msgspec.Struct, frozen=True):
    """Being shot at: by which team, with how many figures, and with what."""

    team: int
    figures: int
    what: Literal["small arms", "grenade", "mortar", "flame", "gun", "anti-tank", "event"]
    afv: bool = False


class Unit(play.Unit, frozen=True, omit_defaults=True):
    """A fire team. `men` are its figures still in the fight; what lasts for a part of a turn is cleared when it ends."""

    card: Card
    partner: bool = False  # the second seat answers for it, in a co-operative game
    place: Place = "waiting"
    strength: int = 0  # figures at the start
    down: tuple[int, ...] = ()  # disabled figures that lie on the table
    hull: int = -1  # the base of its gun or vehicle
    fallen: tuple[tuple[str, int, int], ...] = ()  # weapons that lie where their bearers fell
    items: tuple[str, ...] = ()  # grenades and rounds that are left
    ready: bool = True  # its tripod or mortar is set up
    done: bool = False
    spotted: bool = False  # the other side knows where it is
    lost_sight: int = 0  # how many parts it has been out of everybody's sight
    aware: bool = False  # it knows that enemies are about
    suppression: int = 0
    moved: int = 0  # how far it went in its last part
    shot: bool = False  # its gun or mortar has fired this turn
    fired: bool = False  # it fired, and the other side has not had a part since
    shot_by: tuple[Harm, ...] = ()  # since its own last part
    marked_by: tuple[int, ...] = ()  # the teams that have suppressed it in this part
    holes: tuple[
        tuple[int, int], ...
    ] = ()  # (team, its hits on this soft vehicle in this part that are short of three)
    tests: tuple[str, ...] = ()  # why it has to test its morale
    passed: bool = False  # it has let the first enemy go that moved in its sight
    frozen: int = 0  # own parts in which it may neither move nor fire
    routing: bool = False
    retiring: bool = False
    gave: int = 0  # harm done in its firefight since its last part began
    took: int = 0
    foe: int = -1  # the team it exchanged fire with
    ranged: tuple[int, int] = (-1, -1)  # whom its mortar hit with its last shot, and how often that one had moved
    shifts: int = 0  # how often it has moved
    shelled: bool = False  # it has had a round of indirect or off-table fire before
    aboard: int = -1
    # of vehicles
    stuck: bool = False
    immobile: bool = False
    stunned: int = 0  # own parts in which its crew do nothing
    optics: bool = True
    wrecked: tuple[str, ...] = ()  # weapons that are out of order
    afoot: bool = False  # its crew have left it
    driverless: int = 0  # own parts until another has the wheel
    # of the solo force
    action: str = ""
    seen_enemy: bool = False
    defends: bool = False

    @property
    def seat(self) -> int:
        """Who answers for it."""
        return 1 if self.partner else self.side

    @property
    def on_table(self) -> bool:
        """Whether it stands on the table."""
        return self.place == "table"

    @property
    def alive(self) -> bool:
        """Whether it can still matter."""
        return self.place not in GONE

    @property
    def mounted(self) -> bool:
        """Whether it is a vehicle with its crew inside."""
        return not self.afoot and self.card.kind == "vehicle"

    @property
    def bodies(self) -> tuple[int, ...]:
        """Everything of it that stands on the table and is in the fight."""
        if self.hull < 0:  # most have neither gun nor vehicle
            return self.men
        if self.mounted:
            return (self.hull,)
        return self.men if self.afoot else (self.hull, *self.men)


class Marker(msgspec.Struct, frozen=True):
    """A counter of the solo side: what it is, where it lies, and whether players know it."""

    sort: Sort
    at: Point
    known: bool = False
    team: int = -1  # the team it hides, where forces are preset
    struck: int = 0  # the turn in which mines went off last
    victims: tuple[int, ...] = ()  # the teams that it has struck
    once: bool = False  # good for one arrival


class Smoke(msgspec.Struct, frozen=True):
    """A fog on the table: the side that fired it, and its last part."""

    name: str
    side: int
    parts: int


class Fuse(msgspec.Struct, frozen=True):
    """A wreck that will explode: its name, and in which turn."""

    wreck: str
    turn: int


SOLO_MISSIONS = frozenset({"patrol", "tank-hunt", "ambush"})


class Mission(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What is fought for, as the scenario sets it. Turns of 0 are as many as the scenario has by itself."""

    name: Literal["crossroads", "farm", "patrol", "tank-hunt", "ambush"] = "crossroads"
    points: Annotated[int, msgspec.Meta(ge=20, le=1000)] = 125
    attacker: Annotated[int, msgspec.Meta(ge=0, le=1)] = 0
    turns: Annotated[int, msgspec.Meta(ge=0, le=30)] = 0
    zone: Annotated[int, msgspec.Meta(ge=0, le=24_000)] = 0  # how deep a deployment zone is; 0: ten inches
    in_sight: bool = False  # both sides know where the other is: all begin spotted, and there are no dummies
    portals: Annotated[int, msgspec.Meta(ge=0, le=20)] = 0  # 0: one for every four figures, at least four
    markers: Annotated[int, msgspec.Meta(ge=0, le=40)] = 0  # 0: as many as portals
    objective: tuple[float, float] | None = None
    partner: tuple[str, ...] = ()  # teams that a second player commands
    rock: tuple[float, float] | None = None  # a portal behind a rock, good for one arrival
    batteries: Annotated[int, msgspec.Meta(ge=0, le=2)] = 0  # how many sides have a battery off the table

    @property
    def solo(self) -> bool:
        """Whether the rules play the other side."""
        return self.name in SOLO_MISSIONS


class Battle(play.State[Figure, Unit], frozen=True):
    """A battle of WW2 skirmish 4.1."""

    options: Options
    mission: Mission
    names: tuple[str, str]
    sides: tuple[int, ...]  # of every figure; -1 for guns and hulls, which nobody fights hand to hand
    agenda: tuple[str, ...]
    phase: Phase = "setup"
    turn: int = 0
    first: int = 0  # who has the first part of a turn
    active: int = 0  # whose part it is
    acting: int = -1  # the team that acts
    edges: tuple[str, str] = ("south", "north")
    objectives: tuple[Point, ...] = ()
    markers: tuple[Marker, ...] = ()
    alert: tuple[bool, bool] = (False, False)  # whether a side has spotted any enemy yet
    contact: bool = False  # the solo side has met the players today
    smokes: tuple[Smoke, ...] = ()
    fuses: tuple[Fuse, ...] = ()
    shells: tuple[int, int] = (0, 0)  # rounds of batteries off the table
    called: tuple[int, int] = (0, 0)  # the turn in which a side last called one
    zeroed: tuple[Point | None, Point | None] = (None, None)  # where the last one hit
    reached: int = 0  # turns that an unrouted figure has spent at the objective
    escaped: int = 0  # figures of the players that left by their own edge
    unknown: tuple[tuple[int, int, int], ...] = ()  # markers of unspotted teams: side and place
    outcome: Outcome | None = None

    def side_of(self, seat: int) -> int:
        """The side that a seat plays: in a co-operative game both play the first."""
        return 0 if self.mission.solo and self.mission.partner else seat

    @property
    def solo(self) -> bool:
        """Whether the rules play the other side."""
        return self.mission.name in SOLO_MISSIONS
