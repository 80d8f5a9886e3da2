"""The tables of the sheet as types, and those that our rulings add: each is a file of `tables/`.

Whatever has limits is a cell that a table may change; names, tags, clauses and costs stay what they are.
"""

from functools import cached_property
from typing import Annotated

import msgspec
from msgspec import Meta

from sandtable.geometry.units import inches
from sandtable.mechanics.modifiers import Modifier
from sandtable.mechanics.tables import FIXED, Sheet

SIDES = 10
BANDS = ("Short", "Medium", "Long", "Extreme")
SHORT, MEDIUM, LONG, EXTREME = 0, 1, 2, 3

Least = Annotated[int, Meta(ge=0, le=12)]
Plus = Annotated[int, Meta(ge=-6, le=6)]
Stat = Annotated[int, Meta(ge=1, le=10)]
Strength = Annotated[int, Meta(ge=0, le=10)]
Count = Annotated[int, Meta(ge=0, le=12)]
Share = Annotated[int, Meta(ge=0, le=101)]
Far = Annotated[float, Meta(gt=0, le=144)]
Fixed = Annotated[int, Meta(extra=FIXED)]


class Rows(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """Something printed, with its clause."""

    clause: str


class Needs(Rows, frozen=True):
    """The score that a die needs."""

    needs: Least


class Against(Rows, frozen=True, kw_only=True, rename=lambda name: name.removeprefix("at_")):
    """The scores that a die needs against each of ten values."""

    at_1: Least
    at_2: Least
    at_3: Least
    at_4: Least
    at_5: Least
    at_6: Least
    at_7: Least
    at_8: Least
    at_9: Least
    at_10: Least

    @property
    def row(self) -> tuple[int, ...]:
        """All of them."""
        return (
            self.at_1, self.at_2, self.at_3, self.at_4, self.at_5, self.at_6, self.at_7, self.at_8, self.at_9, self.at_10,
        )  # fmt: skip


class Difficulty(Rows, frozen=True):
    """The difficulty of a test."""

    diff: Stat


class Band(Rows, frozen=True):
    """How far a range band goes."""

    inches: Far


class Bonus(Rows, frozen=True):
    """What is added to a die."""

    plus: Plus

    def because(self, why: str) -> Modifier:
        """The modifier, with a word for it."""
        return Modifier(self.plus, why, self.clause)


class Size(Bonus, frozen=True, rename={"least": "from", "most": "to"}):
    """What the size of a target adds to a die."""

    least: Fixed
    most: Fixed


class Hit(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """The modifiers of a die to hit."""

    moved: Bonus
    size_1: Size
    size_4_5: Size
    size_6_7: Size
    size_8_9: Size
    soft_cover: Bonus
    hard_cover: Bonus
    hard_cover_from_above: Bonus
    out_of_sight: Bonus
    aimed: Bonus
    single_crewman: Bonus
    no_loader: Bonus

    @property
    def sizes(self) -> tuple[Size, ...]:
        """The sizes that count."""
        return self.size_1, self.size_4_5, self.size_6_7, self.size_8_9


class Blows(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """The modifiers of close combat."""

    panicked: Bonus
    charged: Bonus
    counter_charged: Bonus
    defending_cover: Bonus
    opponent_panicked: Bonus
    breaking_off: Bonus


class Rally(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The modifiers of a rally check."""

    medium: Bonus
    short: Bonus


class Below(Rows, frozen=True):
    """With less than so many per cent left."""

    below: Share

    def holds(self, left: int, whole: int) -> bool:
        """Whether less is left."""
        return left * 100 < whole * self.below

    def touches(self, left: int, whole: int) -> bool:
        """Whether less is left, or just as much."""
        return left * 100 <= whole * self.below


class Result(Rows, frozen=True):
    """What a failed check is otherwise."""


class Morale(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """When checks are due, and what failed ones are."""

    unit_casualty: Below
    individual_wounds: Below
    rout_unit: Below
    rout_individual: Below
    panic_unit: Result
    panic_individual: Result


class Kind(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename="kebab", dict=True):
    """What a weapon is, whatever its numbers are."""

    id: str
    title: str
    clause: str
    tags: tuple[str, ...] = ()
    cost: Fixed = 0

    def has(self, tag: str) -> bool:
        """Whether it has a tag."""
        return tag in self.tags


class Weapon(Kind, frozen=True, kw_only=True):
    """A line of the weapon list. A band without strength or without shots is a dash."""

    cc: Strength = 0
    short: Strength = 0
    medium: Strength = 0
    long: Strength = 0
    extreme: Strength = 0
    shots_short: Count = 0
    shots_medium: Count = 0
    shots_long: Count = 0
    shots_extreme: Count = 0
    blast: Count = 0
    at: Count = 0
    he: Strength = 0
    he_blast: Count = 0
    reach: Annotated[float, Meta(ge=0, le=144)] = 0
    crew: Count = 0
    missions: Count = 0

    @cached_property
    def used(self) -> tuple[bool, ...]:
        """In which bands it shoots."""
        return tuple(bool(strength and shots) for strength, shots in zip(self._strengths, self._shots, strict=True))

    @cached_property
    def strength(self) -> tuple[int, ...]:
        """How strong it is in each band; a dash is 0."""
        return tuple(strength * used for strength, used in zip(self._strengths, self.used, strict=True))

    @cached_property
    def shots(self) -> tuple[int, ...]:
        """How many dice it throws in each band; a dash is 0."""
        return tuple(shots * used for shots, used in zip(self._shots, self.used, strict=True))

    @property
    def _strengths(self) -> tuple[int, ...]:
        return self.short, self.medium, self.long, self.extreme

    @property
    def _shots(self) -> tuple[int, ...]:
        return self.shots_short, self.shots_medium, self.shots_long, self.shots_extreme


class Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab", dict=True):
    """All tables whose cells can be changed."""

    shooting: dict[str, Needs]
    hit: Hit
    range: dict[str, Band]
    weapons: dict[str, Weapon]
    test: dict[str, Against]
    difficulty: dict[str, Difficulty]
    close_combat: dict[str, Against]
    blows: Blows
    morale: Morale
    rally: Rally

    def __post_init__(self) -> None:
        """Each band goes farther than the one before, and no weapon skips a band between two in which it shoots."""
        for nearer, farther in zip(self.reaches, self.reaches[1:], strict=False):
            if farther <= nearer:
                raise ValueError("range: each band goes farther than the one before")
        for weapon in self.weapons.values():
            bands = [band for band, used in enumerate(weapon.used) if used]
            if bands and bands[-1] - bands[0] >= len(bands):
                raise ValueError(f"weapons.{weapon.id}: it shoots in bands next to each other")

    @cached_property
    def reaches(self) -> tuple[int, ...]:
        """How far each band goes."""
        return tuple(inches(band.inches) for band in self.range.values())

    @cached_property
    def farthest(self) -> int:
        """How far anybody sees and shoots."""
        return self.reaches[EXTREME]

    @cached_property
    def to_hit(self) -> tuple[int, ...]:
        """What a die needs to hit, by SH."""
        return tuple(row.needs for row in self.shooting.values())

    @cached_property
    def tests(self) -> tuple[tuple[int, ...], ...]:
        """What a die needs in a test."""
        return tuple(row.row for row in self.test.values())

    @cached_property
    def combat(self) -> tuple[tuple[int, ...], ...]:
        """What a die needs to hit in close combat."""
        return tuple(row.row for row in self.close_combat.values())

    @cached_property
    def limits(self) -> dict[str, int]:
        """How far each weapon shoots at all."""
        return {name: self._limit(weapon) for name, weapon in self.weapons.items()}

    @cached_property
    def nearest(self) -> dict[str, int]:
        """How near each weapon does not shoot: the reach of the bands it skips; -1 if it shoots at any distance."""
        first = {name: weapon.used.index(True) if any(weapon.used) else 0 for name, weapon in self.weapons.items()}
        return {name: self.reaches[band - 1] if band else -1 for name, band in first.items()}

    def _limit(self, weapon: Weapon) -> int:
        bands = [reach for reach, used in zip(self.reaches, weapon.used, strict=True) if used]
        return min(max(bands, default=0), inches(weapon.reach)) if weapon.reach else max(bands, default=0)


SHEET = Sheet(__package__, Tables)
