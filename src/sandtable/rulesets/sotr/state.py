"""The state of a battle: models, units and the battle around them.

Disorganized, Fleeing, Suppressed, Hidden and the HORROR record sit on units; DOWN, Prone, burning, Frenzy and Overwatch on
models; who is Engaged with whom is kept once, as pairs, in the battle (sotr.gap.state-scope). What lasts for a turn is kept
as the number of that turn, so that nothing has to be wiped when it is over.
"""

from typing import Annotated, Literal

import msgspec

from sandtable import play
from sandtable.play.ruleset import Outcome

from .options import Options

Kind = Literal["infantry", "monster", "vehicle", "mecha"]
Mover = Literal["infantry", "wheeled", "tracked", "mecha"]
Training = Literal["", "green", "veteran", "elite"]
Size = Literal["", "small", "large", "titanic"]
Rank = Literal["", "corporal", "sergeant", "lieutenant"]
Phase = Literal["setup", "initiative", "maintenance", "command", "action", "close", "over"]

# Where a unit is: not set up yet, to come on later, on the table, riding, or out of the battle in one of three ways.
Place = Literal["waiting", "reserve", "table", "aboard", "destroyed", "fled", "exited"]
GONE = ("destroyed", "fled", "exited")

# What a JUST DO IT lets somebody do in spite of everything: move, shoot, or both.
Freed = Literal["", "move", "shoot", "both"]

Pair = tuple[int, int]
Point = tuple[int, int]
Place5 = tuple[int, int, int, int, int]  # figure, x, y, bearing, ground


class Card(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the order of battle says of a unit: it never changes during a battle. Distances in thousandths."""

    troop: str
    title: str
    nation: str
    kind: Kind
    points: int
    cool: int
    mover: Mover
    advance: int
    double: int
    training: Training = ""
    armour: int = 0  # the column of the wound table: 0, 1, 2
    hull: tuple[int, ...] = ()  # armour of front, side and rear; empty for those who use the wound table
    size: Size = ""
    horror: str = ""  # the type of HORROR it causes
    traits: tuple[str, ...] = ()  # command, mindless, frenzy, camo, all-terrain, undying, encumbered, fires-into-fights
    mounts: tuple[str, ...] = ()  # the weapons of a machine
    capacity: int = 0

    @property
    def machine(self) -> bool:
        """Whether it is damaged as vehicles are, not wounded."""
        return bool(self.hull)

    @property
    def sneak(self) -> int:
        """How far it sneaks or crawls: half an Advance."""
        return self.advance // 2


class Soldier(play.Figure, frozen=True, omit_defaults=True):
    """A model: a man, a monster or a machine. Turn numbers say when something was last so; 0 is never."""

    weapons: tuple[str, ...] = ()
    rank: Rank = ""
    cool: int = 0  # his own
    gear: tuple[str, ...] = ()  # radio, medic
    down: bool = False
    burning: bool = False
    prone: bool = False
    frenzied: bool = False
    overwatch: bool = False
    disorganized: bool = False  # on his own, apart from his unit
    freed: Freed = ""  # by a JUST DO IT to him alone
    ordered: int = 0  # the turn in which he last received a JUST DO IT
    commanded: int = 0  # the turn in which he last issued a Command, or spent the right to
    moved: int = 0  # the turn in which he last moved in his unit's movement step
    charged: int = 0
    caught: int = 0  # he charged and touched one who fell back or fled from it
    hurdled: int = 0  # he assaulted across an obstacle
    fired: int = 0
    jammed: int = 0
    tied: int = 0  # busy for the rest of that turn: with the radio, with a comrade he drags, changing the crew
    armour: int = -1  # his own column of the wound table, where it is not that of his unit's card


class Unit(play.Unit, frozen=True, omit_defaults=True):
    """A unit. `men` are its models still in the battle, DOWN ones too, its Officer first; a machine is its own only man."""

    card: Card
    place: Place = "waiting"
    strength: int = 0  # models at the start
    activated: int = 0  # the turn in which it was last activated
    disorganized: bool = False
    fleeing: bool = False
    suppressed: bool = False
    suppressed_by: int = -1
    hidden: bool = False
    # The turn in which it failed a HORROR check, for as long as that silences its Officer; below zero if it failed as it
    # charged, which does so for that turn only.
    dread: int = 0
    horrors: tuple[str, ...] = ()  # the types of HORROR it has been checked for
    shot_at: tuple[int, ...] = ()  # the last turns in which it was fired upon, at most two
    frag: int = 0  # attacks left
    smoke: int = 0
    freed: Freed = ""  # by a JUST DO IT, for its activation of this turn
    ordered: int = 0
    action: str = ""  # the movement action of its last activation
    shaken: bool = False
    immobilised: bool = False
    broken: tuple[str, ...] = ()  # weapons destroyed
    aboard: int | None = None
    began: tuple[Place5, ...] = ()  # where its models stood when its activation began, while it lasts

    @property
    def on_table(self) -> bool:
        """Whether it stands on the table."""
        return self.place == "table"

    @property
    def alive(self) -> bool:
        """Whether it can still matter."""
        return self.place not in GONE

    @property
    def machine(self) -> bool:
        """Whether it is a vehicle or a mecha."""
        return bool(self.card.hull)

    @property
    def mindless(self) -> bool:
        """Whether it takes no tests and obeys nobody."""
        return "mindless" in self.card.traits


class Strike(msgspec.Struct, frozen=True):
    """An off-board strike that has been called: what, by which side, in which turn, where and along which bearing."""

    kind: Literal["artillery", "air-strike", "air-strafe"]
    side: int
    turn: int
    point: Point
    bearing: int = 0


class Smoke(msgspec.Struct, frozen=True):
    """Smoke on a unit or on a piece of terrain: by whom and when."""

    side: int
    turn: int
    unit: int = -1
    piece: int = -1


class Mission(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What is fought for, as the scenario sets it."""

    name: Literal["meeting", "ruins", "dead-walk"]
    turns: Annotated[int, msgspec.Meta(ge=1, le=20)] = 6
    points: Annotated[int, msgspec.Meta(ge=50, le=10_000)] = 400
    zone: Annotated[int, msgspec.Meta(ge=1000, le=24_000)] = 8000  # how deep a deployment zone is
    strikes: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())  # granted to each side
    attacker: Annotated[int, msgspec.Meta(ge=0, le=1)] = 0  # of the ruins


class Battle(play.State[Soldier, Unit], frozen=True):
    """A battle of Secrets of the Third Reich."""

    options: Options
    mission: Mission
    names: tuple[str, str]
    agenda: tuple[str, ...]  # what remains to be done before the first turn
    phase: Phase = "setup"
    turn: int = 0
    initiative: tuple[int, int] = (0, 0)
    holder: int = 0  # the winner of Turn Initiative
    side: int = 0  # whose half of the phase it is, or who activates next
    half: int = 0  # of the phase: 0 before anybody has begun it, 1 the first side's, 2 the second side's
    edges: tuple[str, str] = ("south", "north")
    objectives: tuple[Point, ...] = ()
    grants: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())  # strikes not used up
    called: tuple[Strike, ...] = ()
    smokes: tuple[Smoke, ...] = ()
    burning: tuple[int, ...] = ()  # pieces of terrain
    engaged: tuple[Pair, ...] = ()  # models in contact, (of side 0, of side 1)
    fought: tuple[int, ...] = ()  # units whose engagement of this phase is over
    felled: tuple[Pair, ...] = ()  # (unit, GONERs) of this Close Combat Phase
    downed: tuple[Pair, ...] = ()  # (unit, DOWN results) of this Close Combat Phase
    opened: tuple[
        Place5, ...
    ] = ()  # where everybody stood when the Action Phase began, if the table plays `phase-start`
    outcome: Outcome | None = None
    firing: int = -1  # the unit whose shooting action is under way
    watched: int = -1  # the moving unit that its Overwatch fire is at: nothing else may be the target
    fresh: tuple[int, ...] = ()  # models put DOWN by that action
    toll: tuple[Pair, ...] = ()  # (unit, GONERs) of that action: they test when it is over
    followers: tuple[int, ...] = ()  # units whose follow-up of this Close Combat Phase is still to come
