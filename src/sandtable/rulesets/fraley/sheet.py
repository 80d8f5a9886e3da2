"""The tables of the book as types, and those that our rulings add: each is a file of `tables/`.

Whatever has limits is a cell that a table may change; names, notes and clauses stay what they are.
"""

from collections.abc import Callable, Mapping
from functools import cache, cached_property
from itertools import pairwise
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from sandtable.dice.readings import Bands, Chart
from sandtable.geometry.units import inches
from sandtable.mechanics.modifiers import Modifier
from sandtable.mechanics.tables import FIXED, Sheet

SIDES = 6
LONG = 2  # how many times its range a weapon reaches

Type = Literal["infantry", "gun", "tank"]
Face = Annotated[int, Meta(ge=1, le=6)]
Hopeless = Annotated[int, Meta(ge=0, le=7)]  # nothing, or more than a die shows, is never
Count = Annotated[int, Meta(ge=0, le=12)]
Plus = Annotated[int, Meta(ge=-6, le=6)]
Units = Annotated[int, Meta(ge=0, le=40)]
Share = Annotated[int, Meta(ge=1, le=100)]
Far = Annotated[float, Meta(ge=0, le=144)]
Fixed = Annotated[int, Meta(extra=FIXED)]


class Rows(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """Something printed, with its clause."""

    clause: str


class Weapon(Rows, frozen=True, kw_only=True, rename={"inches": "range"}, dict=True):
    """A row of the weapon table: range, FP, FP in a barrage, and Tank Assault rating."""

    id: str
    title: str
    kind: Annotated[Type, Meta(extra=FIXED)]
    inches: Far
    fp: Count
    ta: Count = 0  # 0 for NA
    barrage: Count = 0  # 0 for a weapon that fires none
    cost: Fixed = 0
    traits: tuple[str, ...] = ()  # at, artillery, moves-as-infantry, over-friends, shield, ranges-again

    @cached_property
    def range(self) -> int:
        """Its range in thousandths."""
        return inches(self.inches)

    @cached_property
    def reach(self) -> int:
        """How far it fires at all: twice its range if half its Fire Points are any."""
        if self.fp == 0:
            return 0
        return self.range * LONG if self.fp // 2 else self.range

    @cached_property
    def at(self) -> bool:
        """Whether it has the AT trait."""
        return "at" in self.traits

    @property
    def infantry_at(self) -> bool:
        """Whether it is an infantry AT weapon: noted both Infantry and AT."""
        return self.at and self.kind == "infantry"


class Mounted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon of a vehicle and where it is mounted; a coax fires only if the main gun does not."""

    weapon: str
    mount: Literal["turret", "hull", "coax"] = "turret"
    all_round: bool = False


class Vehicle(Rows, frozen=True, kw_only=True, rename=None):
    """A vehicle's stat line: armour Saves, a Move of its own if it has one, weapons, special notes."""

    id: str
    title: str
    base: str
    front: Face | None = None
    flank: Face | None = None
    move: Far | None = None
    turret: Annotated[bool, Meta(extra=FIXED)] = True
    weapons: tuple[Mounted, ...] = ()
    traits: tuple[str, ...] = ()  # infantry-at-reroll, terrain-reroll
    carries: Count = 0
    cost: Fixed = 0

    @property
    def armoured(self) -> bool:
        """Whether it is an Armored Team; else it is Soft Skinned."""
        return self.front is not None

    def saves_on(self, *, front: bool) -> int:
        """What an armour Save needs, with its Front or its Flank to the enemy."""
        needed = self.front if front else self.flank
        assert needed is not None, "a Soft Skinned Team has no armour"
        return needed


class Training(Rows, frozen=True):
    """A level of Training: what its checks need, what enemies need who fire at it, and what it costs in per cent."""

    check: Face
    to_hit: Face
    cost: Fixed


class Again(Rows, frozen=True):
    """A number of Units, and what a second die needs for Units to act again."""

    needs: Hopeless
    units: Units | None = None  # up to so many; the last row is for all others


class Move(Rows, frozen=True, dict=True):
    """How far a Team moves."""

    inches: Far

    @cached_property
    def moves(self) -> int:
        """The same in thousandths."""
        return inches(self.inches)


class Bonus(Rows, frozen=True):
    """What is added to a number that is needed."""

    plus: Plus

    def because(self, why: str) -> Modifier:
        """The modifier, with a word for it."""
        return Modifier(self.plus, why, self.clause)


class Hit(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """The firing modifiers."""

    concealed: Bonus
    gone_to_ground: Bonus
    long_range: Bonus
    moved: Bonus
    move_and_fire: Bonus
    reaction: Bonus
    overwatch: Bonus
    cc_observing: Bonus
    moving_in_open: Bonus


class Save(Rows, frozen=True):
    """What a type of Team needs to save, in the open or in Soft Cover, and in Hard Cover."""

    open: Face
    hard: Face


class Elsewhere(Rows, frozen=True):
    """What another table says."""


class Saves(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The Save table."""

    infantry: Save
    gun: Save
    tank: Elsewhere


class Row(Rows, frozen=True, rename={"lowest": "from"}):
    """A row of a chart that a die is read on: the first begins with whatever the die shows least."""

    lowest: Face = 1


class Suppressed(Bonus, frozen=True):
    """From which share of suppressed Teams on something is added."""

    share: Share


class Many(Rows, frozen=True):
    """More than so many guns have so many Fire Points more."""

    over: Count
    plus: Count


class Few(Rows, frozen=True):
    """Fewer than so many guns have a share of their Fire Points: one in so many."""

    below: Count
    share: Annotated[int, Meta(ge=1, le=12)]


class Barrage(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """What the number of guns does to a barrage."""

    many_guns: Many
    few_guns: Few


class Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab", dict=True):
    """All tables whose cells can be changed."""

    training: dict[str, Training]
    reactivation: dict[str, Again]
    movement: dict[str, Move]
    hit: Hit
    saves: Saves
    damage: dict[str, Row]
    part: dict[str, Row]
    suppression: dict[str, Suppressed]
    barrage: Barrage
    weapons: dict[str, Weapon]
    tanks: dict[str, Vehicle]

    def __post_init__(self) -> None:
        """Each row of a chart begins higher than the one before."""
        for table, chart in (("damage", self.damage), ("part", self.part)):
            _in_order(table, {name: row.lowest for name, row in chart.items()})
        _in_order("suppression", {name: row.share for name, row in self.suppression.items()})
        _in_order("reactivation", {name: row.units for name, row in self.reactivation.items() if row.units is not None})

    @cached_property
    def reads_damage(self) -> Bands:
        """How dice are read on the Vehicle Damage Table: how many suppress, how many destroy."""
        suppressed, destroyed = self.damage["suppression"].lowest, self.damage["destroyed"].lowest
        return Bands(((suppressed, destroyed - 1), (destroyed, SIDES)))

    @cached_property
    def reads_part(self) -> Chart:
        """How the die is read that says what is hit of a tank."""
        return Chart(tuple((row.lowest, name) for name, row in self.part.items()))

    @cached_property
    def says_damage(self) -> str:
        """The Vehicle Damage Table in a few words."""
        faces = _faces(self.damage)
        return f"{faces['suppression']} suppressed, {faces['destroyed']} destroyed"

    @cached_property
    def says_part(self) -> str:
        """What is hit, in a few words."""
        return ", ".join(f"{faces} {part}" for part, faces in _faces(self.part).items())

    @cached_property
    def arms(self) -> Callable[[tuple[str, ...]], tuple[Weapon, ...]]:
        """The weapons of some names."""
        return cache(lambda carried: tuple([self.weapons[name] for name in carried]))

    @cached_property
    def farthest(self) -> Callable[[tuple[str, ...]], int]:
        """How far the farthest-reaching of some weapons fires."""
        return cache(lambda carried: max([weapon.reach for weapon in self.arms(carried)], default=0))

    @cached_property
    def fires(self) -> Callable[[tuple[str, ...]], bool]:
        """Whether any of some weapons has Fire Points."""
        return cache(lambda carried: any(weapon.fp for weapon in self.arms(carried)))

    def drives(self, vehicle: str) -> int:
        """How far a Move carries a vehicle: as far as its own line says, else as any Tank Team."""
        own = self.tanks[vehicle].move
        return self.movement["tank"].moves if own is None else inches(own)


def _in_order(table: str, chart: Mapping[str, int]) -> None:
    """Refuse a chart in which a row begins no higher than the one before."""
    for (_, before), (name, begins) in pairwise(chart.items()):
        if begins <= before:
            raise ValueError(f"{table}.{name} begins with {begins}, the row before it with {before}")


def _faces(chart: Mapping[str, Row]) -> dict[str, str]:
    """The faces of each row of a chart, as they are written: `4-5`."""
    ends = [*[row.lowest - 1 for row in chart.values()][1:], SIDES]
    pairs = zip(chart, [row.lowest for row in chart.values()], ends, strict=True)
    return {name: str(low) if low == high else f"{low}-{high}" for name, low, high in pairs}


SHEET = Sheet(__package__, Tables)
