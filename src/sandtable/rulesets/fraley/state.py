"""The state of a battle: Teams, Units and the battle around them.

Suppression markers, what a Team did in its last activation and whether it is dug in sit on Teams; Training, Overwatch, a
declared Gone to Ground and what was lost this round on Units. A Company Commander and a Forward Observer are Units of one
Team with a rank of their own; an Observer knows his battery. What holds for one Initiative is kept as the number of that
Initiative, so that nothing has to be wiped when it is over.
"""

from typing import Annotated, Literal

import msgspec

from sandtable import play
from sandtable.play.ruleset import Outcome

from .options import Options
from .sheet import Type

Level = Literal["green", "veteran", "elite"]
Rank = Literal["unit", "cc", "fo"]
Phase = Literal["setup", "round", "initiative", "end", "over"]

# Where a Unit is: not set up yet, on the table, behind its own table edge, riding, or out of the battle.
Place = Literal["waiting", "table", "off-table", "aboard", "destroyed", "exited"]
GONE = ("destroyed", "exited")

Point = tuple[int, int]
Place5 = tuple[int, int, int, int, int]  # figure, x, y, bearing, ground


class Card(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the company list says of a Unit: it never changes during a battle."""

    troop: str
    title: str
    nation: str
    training: Level
    points: int
    rank: Rank = "unit"
    tank: bool = False  # a Unit whose starting Teams are all Tank Teams
    leader: str = ""  # the weapon of its Platoon Leader's stand; empty where he rides in a vehicle


class Team(play.Figure, frozen=True, omit_defaults=True):
    """A stand of figures or a vehicle. `moved`, `fired` and `observed` are of its last activation, and of fire since."""

    kind: Type = "infantry"
    weapons: tuple[str, ...] = ()
    vehicle: str = ""  # the row of the tank table, for Tank Teams
    leader: bool = False  # the Platoon Leader
    marks: int = 0  # suppression markers
    moved: bool = False
    fired: bool = False
    observed: bool = False
    dug_in: bool = False
    shot: int = 0  # the Initiative in which it last fired
    turret: int = -1  # which way its turret points; -1 for none
    aboard: int = -1  # the Team that carries it

    @property
    def suppressed(self) -> bool:
        """Whether it has a suppression marker."""
        return self.marks > 0


class Unit(play.Unit, frozen=True, omit_defaults=True):
    """A Unit. `men` are its Teams still in the battle, its Platoon Leader first. A CC and an FO are Units of their own."""

    card: Card
    place: Place = "waiting"
    strength: int = 0  # Teams at the start
    done: bool = False  # it has had its activation of this round, and is not eligible again
    refreshed: bool = False  # eligible again by a re-activation: it need not act
    overwatch: bool = False
    grounded: bool = False  # it has declared Gone to Ground this round
    still: bool = False  # having declared, it neither moves nor fires for the rest of the round
    ran: bool = False  # it ran: passed Saves are rerolled
    went: bool = False  # it moved in its last activation
    lost: int = 0  # Teams lost this round
    used: int = 0  # the Initiative in which its leader last used an ability
    rerolled: int = 0  # the Initiative in which the CC last granted a reroll
    appointed: int = 0  # the Initiative in which the CC last appointed a leader
    watching: int = 0  # the round in which a CC observed for a barrage, and so may not move
    battery: int = -1  # the artillery Unit of a Forward Observer
    carried: tuple[int, int] = (0, 0)  # hits left over towards a marker, and of which Initiative
    left: int = 0  # Teams that have left by the far edge; `strength` counts them no longer
    placed: bool = False  # its Platoon Leader has been placed freely in this activation
    watched: int = 0  # the Initiative in which it fired on Overwatch

    @property
    def on_table(self) -> bool:
        """Whether it stands on the table."""
        return self.place == "table"

    @property
    def alive(self) -> bool:
        """Whether it can still matter."""
        return self.place not in GONE

    @property
    def counts(self) -> bool:
        """Whether it is a Unit in the sense of the rules, not a CC or an FO."""
        return self.card.rank == "unit"


class Mission(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What is fought for, as the scenario sets it."""

    name: Literal["meeting", "hold", "breakthrough"] = "meeting"
    rounds: Annotated[int, msgspec.Meta(ge=1, le=20)] = 8
    points: Annotated[int, msgspec.Meta(ge=50, le=5000)] = 625
    attacker: Annotated[int, msgspec.Meta(ge=0, le=1)] = 0
    off_table: tuple[str, ...] = ()  # troops that may be deployed behind their own edge
    zone: Annotated[int, msgspec.Meta(ge=6000, le=20_000)] = 12_000  # how deep the zones of a meeting are


class Battle(play.State[Team, Unit], frozen=True):
    """A battle of the Fraley company rules."""

    options: Options
    mission: Mission
    names: tuple[str, str]
    sides: tuple[int, ...]  # of every Team
    agenda: tuple[str, ...]  # what remains to be done before the first round
    phase: Phase = "setup"
    round: int = 0
    initiative: int = 0  # counted through the whole battle; the end of a round counts as one, too
    holder: int = 0  # who holds the Initiative
    first: int = 0  # who won the roll-off of this round
    side: int = 0  # who sets up next
    acting: int = -1  # the Unit that is being activated
    edges: tuple[str, str] = ("south", "north")
    objectives: tuple[Point, ...] = ()
    scores: tuple[int, int] = (0, 0)
    units_at_start: tuple[int, int] = (0, 0)
    escaped: tuple[int, int] = (0, 0)  # points of Teams that left by the far edge
    retreats: tuple[int, ...] = ()  # sides whose company has called the retreat
    outcome: Outcome | None = None
    template: tuple[int, int, int] | None = (
        None  # of a barrage being fired: its middle, and the bearing it is squared to
    )
    activated: int = 0  # the last Initiative in which a Unit was activated
