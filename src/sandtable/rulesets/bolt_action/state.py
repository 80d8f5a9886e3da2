"""The state of a battle: figures, units and the battle around them."""

from typing import Annotated, Literal

import msgspec

from sandtable import play
from sandtable.play.ruleset import Outcome

from .options import Options

Order = Literal["fire", "advance", "run", "ambush", "rally", "down"]
Quality = Literal["inexperienced", "regular", "veteran"]

# Where a unit is.
Place = Literal["table", "wave", "reserve", "aboard", "destroyed", "left"]


class Mount(msgspec.Struct, frozen=True):
    """A weapon on a vehicle, and where it sits."""

    weapon: str
    where: Literal["turret", "coaxial", "hull", "pintle"]


class Card(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the catalogue says of a unit: it never changes during a battle."""

    troop: str
    title: str
    nation: str
    kind: Literal["infantry", "artillery", "vehicle"]
    quality: Quality
    points: int
    move: str
    slot: str
    traits: tuple[str, ...] = ()
    team: str = ""
    officer: str = ""
    armour: str = ""
    mounts: tuple[Mount, ...] = ()
    capacity: int = 0
    tows: tuple[str, ...] = ()

    @property
    def soft(self) -> bool:
        """Whether it is a soft-skinned vehicle."""
        return self.armour == "soft-skin"

    @property
    def armoured(self) -> bool:
        """Whether it is an armoured vehicle."""
        return self.kind == "vehicle" and not self.soft

    @property
    def enclosed(self) -> bool:
        """Whether it is fully enclosed and armoured."""
        return self.armoured and "open-topped" not in self.traits


class Soldier(play.Figure, frozen=True, omit_defaults=True):
    """A man, a gun or a vehicle."""

    weapon: str = ""
    carries: tuple[str, ...] = ()  # one-shot weapons not yet used


class Ranging(msgspec.Struct, frozen=True):
    """An indirect weapon ranging in: at whom, what the next shot needs, and who had moved how often then.

    `point` is where a spotter stood who was shot at apart from his unit, or where smoke was laid (`target` is -1 then).
    """

    target: int
    score: int
    target_moves: int
    own_moves: int
    point: tuple[int, int] | None = None


class Unit(play.Unit, frozen=True, omit_defaults=True):
    """A unit. `men` are those alive; a vehicle is its own only man; a gun is kept apart from its crew."""

    card: Card
    place: Place = "table"
    gun: int | None = None
    order: Order | None = None
    pins: int = 0
    moves: int = 0  # how often it has moved, for ranging in
    moved: bool = False  # this turn
    fixed_moved: bool = False  # boarded this turn, so it cannot move
    ranging: Ranging | None = None
    hidden: bool = False
    immobilised: bool = False
    aboard: int | None = None  # the transport or tow it rides with
    building: int | None = None  # the terrain piece it occupies
    floor: int = 0
    outflank: str = ""  # the table side it comes from, written down before the game
    spent: tuple[str, ...] = ()  # weapons out of fuel, and calls for support already made
    spotter: int | None = None  # the spotter of an indirect weapon; he is none of the men
    spotter_moved: bool = False  # this turn
    came_on: bool = False  # entered or got out this turn
    forced_off: bool = False  # left the table because it had to

    @property
    def alive(self) -> bool:
        """Whether it can still matter."""
        return self.place not in {"destroyed", "left"}

    @property
    def on_table(self) -> bool:
        """Whether it stands on the table itself (not off it, not in a vehicle)."""
        return self.place == "table"

    @property
    def is_vehicle(self) -> bool:
        """Whether it is a vehicle."""
        return self.card.kind == "vehicle"

    @property
    def is_infantry(self) -> bool:
        """Whether it is infantry."""
        return self.card.kind == "infantry"

    @property
    def is_artillery(self) -> bool:
        """Whether it is a gun with its crew."""
        return self.card.kind == "artillery"

    @property
    def figures(self) -> tuple[int, ...]:
        """All its figures on the table, the gun first."""
        return self.men if self.gun is None else (self.gun, *self.men)


class Support(msgspec.Struct, frozen=True):
    """A barrage or an air strike that has been called: by which side, from whom, where or at whom."""

    kind: Literal["barrage", "airstrike"]
    side: int
    observer: int
    point: tuple[int, int] = (0, 0)
    target: int = -1


class Mission(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What is fought for, as the scenario sets it; attrition, where it sets nothing."""

    name: Literal["breakthrough", "attrition", "three-objectives", "hold"] = "attrition"
    points: Annotated[int, msgspec.Meta(ge=100, le=10_000)] = 1000
    zone_depth: Annotated[int, msgspec.Meta(ge=6000, le=24_000)] = 12000  # of the defender's zone
    bombardment: bool = False
    # The sides (attacker 0, defender 1) that may outflank.
    outflank: Annotated[tuple[Annotated[int, msgspec.Meta(ge=0, le=1)], ...], msgspec.Meta(max_length=2)] = ()
    fixed_sides: bool = False  # no roll is made for who attacks
    attacker: Annotated[int, msgspec.Meta(ge=0, le=1)] = 0  # where the sides are fixed
    turns: Annotated[int, msgspec.Meta(ge=0, le=20)] = (
        0  # how many are sure to be played; 0: as many as the table plays
    )
    margin: Annotated[int, msgspec.Meta(ge=0, le=20)] = 0  # points ahead that win; 0: as many as the table wants
    deployed: bool = False  # both sides begin on the table, each in a zone along its own edge: nobody walks on


class Battle(play.State[Soldier, Unit], frozen=True):
    """A battle of Bolt Action."""

    options: Options
    mission: Mission
    names: tuple[str, str]
    agenda: tuple[str, ...]  # what remains to be done before the first turn
    phase: Literal["setup", "start", "orders", "over"] = "setup"
    turn: int = 0
    attacker: int = 0
    edges: tuple[str, str] = ("south", "north")
    objectives: tuple[tuple[int, int], ...] = ()
    supports: tuple[Support, ...] = ()
    laid_aside: tuple[int, int] = (0, 0)
    losses: tuple[int, int] = (0, 0)  # units destroyed, by the side that owned them
    dark: bool = False
    outcome: Outcome | None = None

    @property
    def defender(self) -> int:
        """The side that is attacked."""
        return 1 - self.attacker

    @property
    def margin(self) -> int:
        """How many points ahead win, where points decide: as many as the scenario says, or the table."""
        return self.mission.margin or self.options.victory_margin

    @property
    def turns(self) -> int:
        """How many turns are sure to be played: as many as the scenario says, or the table."""
        return self.mission.turns or self.options.turns
