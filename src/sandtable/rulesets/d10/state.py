"""The state of a battle: models, units and the battle around them.

Wounds sit on models; panic, Hold, what a unit did this turn, and the items it carries on units. A squad is counted by its
models, an individual (an officer, a sniper, a vehicle) by its wounds. A towed gun is a base of its own that its crew stand
by: it is none of the unit's `men`.
"""

from functools import cached_property
from typing import Annotated, Literal

import msgspec

from sandtable import play
from sandtable.play.ruleset import Outcome

from .options import Options

Kind = Literal["squad", "gun", "individual", "vehicle"]
Quality = Literal["green", "regular", "veteran", "elite"]
Phase = Literal["setup", "turn", "activation", "end", "over"]

# Where a unit is: not set up yet, on the table, riding, or out of the battle.
Place = Literal["waiting", "table", "aboard", "destroyed", "routed", "exited"]
GONE = ("destroyed", "routed", "exited")

Point = tuple[int, int]
Place5 = tuple[int, int, int, int, int]  # figure, x, y, bearing, ground


class Card(msgspec.Struct, frozen=True, omit_defaults=True, dict=True):
    """The stat line of a unit and what its entry says besides: it never changes during a battle."""

    troop: str
    title: str
    nation: str
    kind: Kind
    points: int
    move: int  # a normal move
    shooting: int
    assault: int
    toughness: int
    wounds: int
    command: int
    size: int
    quality: Quality = "regular"
    rules: tuple[str, ...] = ()
    carries: int = 0

    @cached_property
    def individual(self) -> bool:
        """Whether it is counted by its wounds."""
        return self.kind in {"individual", "vehicle"}

    @cached_property
    def vehicle(self) -> bool:
        """Whether it is a vehicle."""
        return self.kind == "vehicle"

    def has(self, rule: str) -> bool:
        """Whether its entry lists a rule."""
        return rule in self.rules


class Model(play.Figure, frozen=True, omit_defaults=True):
    """A model: what it carries, its wounds left, how large it is, and on which floor of a building it stands."""

    weapons: tuple[str, ...] = ()
    wounds: int = 1
    size: int = 2
    floor: int = 0


class Unit(play.Unit, frozen=True, omit_defaults=True):
    """A unit. `men` are its models still in the battle. Orders, moves and Hold last until the next Marker Phase."""

    card: Card
    place: Place = "waiting"
    strength: int = 0  # models at the start
    gun: int = -1  # the base of its towed gun
    items: tuple[str, ...] = ()  # one-use weapons that are left
    missions: int = 0  # fire missions that are left
    done: bool = False  # it has been activated this turn
    orders: tuple[str, ...] = ()  # what it was ordered this turn
    moved: bool = False  # it has moved this turn
    hold: bool = False
    panicked: bool = False
    aboard: int = -1  # the vehicle that carries it
    stood: tuple[tuple[int, int], ...] = ()  # the outline of a hull that was removed, for those who get out of it

    @property
    def on_table(self) -> bool:
        """Whether it stands on the table."""
        return self.place == "table"

    @property
    def alive(self) -> bool:
        """Whether it can still matter."""
        return self.place not in GONE

    @property
    def bodies(self) -> tuple[int, ...]:
        """Everything of it that stands on the table: its models, and its gun."""
        return self.men if self.gun < 0 else (self.gun, *self.men)


class Mission(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What is fought for, as the scenario sets it. Turns of 0 are as many as the scenario has by itself."""

    name: Literal["meeting", "village", "breakthrough"] = "meeting"
    points: Annotated[int, msgspec.Meta(ge=50, le=5000)] = 550
    attacker: Annotated[int, msgspec.Meta(ge=0, le=1)] = 0
    turns: Annotated[int, msgspec.Meta(ge=0, le=20)] = 0


class Battle(play.State[Model, Unit], frozen=True):
    """A battle of the D10 squad sheet."""

    options: Options
    mission: Mission
    names: tuple[str, str]
    sides: tuple[int, ...]  # of every model; -1 for guns, which nobody fights
    agenda: tuple[str, ...]  # what remains to be done before the first turn
    phase: Phase = "setup"
    turn: int = 0
    winner: int = -1  # who won the last initiative roll
    active: int = 0  # who activates next, or sets up next
    acting: int = -1  # the unit that is being activated
    closed: tuple[int, ...] = ()  # units whose reaction test has failed in this activation
    passes: int = 0  # how often play was passed in a row
    edges: tuple[str, str] = ("south", "north")
    objectives: tuple[Point, ...] = ()
    buildings: tuple[int, ...] = ()  # pieces of terrain that are fought over
    escaped: int = 0  # points of units that left by the far edge
    extra_turn: bool = False
    outcome: Outcome | None = None
