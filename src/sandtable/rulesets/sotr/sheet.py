"""The printed tables as types, and those that our rulings add: each is a file of `tables/`.

Whatever has limits is a cell that a table may change; names, traits, kinds, clauses and costs stay.
"""

from functools import cached_property
from itertools import pairwise
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from sandtable.geometry.units import inches
from sandtable.mechanics.tables import FIXED, Sheet
from sandtable.play.modifier import Modifier

Far = Annotated[int, Meta(ge=0, le=144)]
Inches = Annotated[float, Meta(ge=0, le=48)]
Plus = Annotated[int, Meta(ge=-6, le=6)]
Few = Annotated[int, Meta(ge=0, le=12)]
Some = Annotated[int, Meta(ge=1, le=12)]
Least = Annotated[int, Meta(ge=1, le=12)]
From = Annotated[int, Meta(ge=1, le=7)]
Face = Annotated[int, Meta(ge=1, le=6)]
Fixed = Annotated[int, Meta(extra=FIXED)]
Ground = Literal["open", "difficult", "impassable"]


class Rows(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """Something printed, with its clause."""

    clause: str


# ---- weapons


class Kind(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a weapon is, whatever its numbers are."""

    id: str
    clause: str
    name: str
    cost: Fixed = 0  # what a man with it costs more, and is worth more
    traits: tuple[str, ...] = ()

    def has(self, trait: str) -> bool:
        """Whether a special rule of this name is printed with it."""
        return trait in self.traits


class Weapon(Kind, frozen=True, kw_only=True):
    """A row of the weapons table."""

    rof: Annotated[int, Meta(ge=1, le=10)] = 0  # none, for weapons that use a template of their own
    short: Far = 0  # beyond it `long` applies, up to it `near`
    range: Far = 0  # 0: the whole table
    long: Plus = 0
    near: Plus = 0
    near_wound: Plus = 0
    pen: Few = 0

    @property
    def reach(self) -> int:
        """Its longest range in thousandths; 0 for the whole table."""
        return inches(self.range)


# ---- rows of other tables


class Bonus(Rows, frozen=True):
    """What is added to a roll."""

    plus: Plus

    def because(self, why: str) -> Modifier:
        """The modifier, with a word for it."""
        return Modifier(self.plus, why, self.clause)

    def times(self, count: int, why: str) -> Modifier:
        """So many times the modifier."""
        return Modifier(self.plus * count, why, self.clause)


class Needs(Rows, frozen=True):
    """What a die needs."""

    needs: Least


class Distance(Rows, frozen=True):
    """How far."""

    inches: Inches

    @property
    def reach(self) -> int:
        """The same in thousandths."""
        return inches(self.inches)


class Training(Rows, frozen=True):
    """The Cool that comes with training."""

    cool: Least


class Together(Bonus, frozen=True):
    """What each of several models that fire together adds, up to so many; 0 is no limit."""

    most: Few


class Above(Bonus, frozen=True):
    """What standing so much higher adds."""

    inches: Inches

    @property
    def reach(self) -> int:
        """How much higher, in thousandths."""
        return inches(self.inches)


class Wound(Rows, frozen=True):
    """A column of the wound table: the lowest faces that are DOWN and GONER."""

    down: From
    goner: From


Columns = tuple[Wound, ...]  # that of a model's armour first, then those that lighter ones have


class Terrain(Rows, frozen=True, kw_only=True):
    """A row of the terrain rules: what it is to each kind of mover."""

    infantry: Ground
    wheeled: Ground
    tracked: Ground
    mecha: Ground
    kinds: tuple[str, ...] = ()

    def to(self, mover: str) -> str:
        """What it is to a kind of mover."""
        found: str = getattr(self, mover)
        return found


class Fire(Rows, frozen=True):
    """A rate of fire."""

    rof: Some


class Hail(Bonus, frozen=True):
    """What a rate of fire adds."""

    rof: Some


class Over(Rows, frozen=True):
    """By how much a total is over the armour."""

    over: Few


class Value(Rows, frozen=True):
    """A value of armour."""

    value: Few


class Damage(Rows, frozen=True, rename={"lowest": "from"}):
    """A kind of damage, from a face on."""

    lowest: Face = 1


class Men(Rows, frozen=True):
    """So many models."""

    men: Some


class Against(Rows, frozen=True):
    """What is added against armour."""

    pen: Few


class Cost(Rows, frozen=True):
    """What something costs."""

    points: Fixed


class Suppresses(Rows, frozen=True, kw_only=True):
    """What a strike takes off the Cool of those under it."""

    suppress: Plus

    def because(self, why: str) -> Modifier:
        """The modifier, with a word for it."""
        return Modifier(self.suppress, why, self.clause)


class Artillery(Suppresses, frozen=True, kw_only=True):
    """Shells, each straying by so many dice of inches."""

    shells: Some
    stray: Some
    pen: Few


class AirStrike(Rows, frozen=True, kw_only=True):
    """Two bombs that stray together."""

    stray: Some
    plus: Plus
    pen: Few


class AirStrafe(Suppresses, frozen=True, kw_only=True):
    """A strip of bullets."""

    needs: Least
    shift: Few
    pen: Few


# ---- tables with a row for each thing that a rule asks about


class Cool(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Cool by training, and what an Officer has more."""

    green: Training
    veteran: Training
    elite: Training
    officer: Bonus

    def of(self, training: str) -> int:
        """The Cool of troops of such training."""
        found: Training = getattr(self, training)
        return found.cool


class Movement(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """How far human models move, and what takes something of it."""

    normal: Distance
    double: Distance
    getting_up: Distance
    stairs: Distance


class Hit(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """What a shot needs, and its modifiers."""

    base: Needs
    aimed: Bonus
    being_charged: Bonus
    camo: Bonus
    concentrated: Together
    elevated: Above
    heavy_cover: Bonus
    large: Bonus
    light_cover: Bonus
    pillbox: Bonus
    prone: Bonus
    small: Bonus
    titanic: Bonus
    overwatch: Bonus
    scoped: Bonus
    smoke: Bonus


class Hth(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """The modifiers of hand-to-hand."""

    close_weapon: Bonus
    charging: Bonus
    caught: Bonus
    disorganized: Bonus
    encumbered: Bonus
    higher: Bonus
    horror: Bonus
    hurdled: Bonus
    prone: Bonus
    frenzied: Bonus
    mecha: Bonus


class Suppression(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Suppressing Fire: what it takes, and what it takes off a Cool."""

    enough: Fire
    automatic: Hail
    pool: Hail
    grenades: Bonus


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """The modifiers of Command Rolls."""

    strike: Bonus
    on_their_own: Bonus
    spotting: Bonus


class Armour(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """What hits do to machines."""

    shaken: Over
    damaged: Over
    destroyed: Over
    proof: Value
    soft_skinned: Value


class Grenades(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """Grenade attacks."""

    range: Distance
    many: Men
    coming_back: Needs
    frag: Against
    by_hand: Against


class Strikes(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """Strikes from off the table."""

    artillery: Artillery
    air_strike: AirStrike
    air_strafe: AirStrafe


class Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """All tables whose cells can be changed."""

    weapons: dict[str, Weapon]
    hit: Hit
    wound: dict[str, Wound]
    hth: Hth
    cool: Cool
    command: Command
    suppression: Suppression
    movement: Movement
    terrain: dict[str, Terrain]
    grenades: Grenades
    armour: Armour
    damage: dict[str, Damage]
    strikes: Strikes
    points: dict[str, Cost]

    def __post_init__(self) -> None:
        """What is worse takes more, row by row."""
        for name, column in self.wound.items():
            if column.goner < column.down:
                raise ValueError(f"wound.{name}: a GONER takes no less than DOWN")
        rows = self.armour.shaken, self.armour.damaged, self.armour.destroyed
        if any(worse.over <= lighter.over for lighter, worse in pairwise(rows)):
            raise ValueError("armour: each row is farther over the armour than the one before")
        if any(after.lowest <= before.lowest for before, after in pairwise(self.damage.values())):
            raise ValueError("damage: each row begins higher than the one before")

    @cached_property
    def columns(self) -> tuple[Columns, ...]:
        """The columns of the wound table by the level of armour, each with the lighter ones behind it."""
        levels = tuple(self.wound.values())
        return tuple(levels[level::-1] for level in range(len(levels)))

    @cached_property
    def ground(self) -> dict[str, Terrain]:
        """The terrain rules by the kind of piece on our maps."""
        return {kind: row for row in self.terrain.values() for kind in row.kinds}


SHEET = Sheet(__package__, Tables)
