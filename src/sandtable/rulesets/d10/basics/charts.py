"""The tables of the sheet as a battle plays them: to hit by SH, close combat, tests, range bands; and the weapons."""

from collections.abc import Mapping, Sequence
from functools import cache

from sandtable.mechanics.clauses import rule
from sandtable.rulesets.d10.options import Options
from sandtable.rulesets.d10.sheet import BANDS, EXTREME, LONG, MEDIUM, SHORT, SIDES, Kind, Weapon

BAND_CLAUSES = ("d10.range.short", "d10.range.medium", "d10.range.long", "d10.range.extreme")
LARGE = 4  # from this size on AT weapons do more harm


def _row(value: int) -> int:
    """The row or column of a value: the tables go from 1 to 10."""
    return max(1, min(10, value)) - 1


@rule("d10.shoot.table")
def to_hit(shooting: int, options: Options) -> int:
    """What a die needs to hit, by SH: as printed 9+ at 1 down to 0+ at 10."""
    return options.tables.to_hit[_row(shooting)]


@rule("d10.cc.table")
def close_combat(attacker: int, defender: int, options: Options) -> int:
    """What a die needs to hit in close combat, by the two Assault values."""
    return _cell(options.tables.combat, attacker, defender)


@rule("d10.test.table", "d10.test.diff", "d10.test.damage")
def needed(active: int, difficulty: int, options: Options) -> int:
    """What a die needs in a test: active stat against difficulty."""
    return _cell(options.tables.tests, active, difficulty)


def _cell(table: Sequence[Sequence[int]], active: int, against: int) -> int:
    """Both tables print the same: 6 where the two are equal, one more or less for each point, from 2 to 10."""
    return table[_row(active)][_row(against)]


@rule("d10.test.default-diff")
def usual_difficulty(options: Options) -> int:
    """The difficulty of a test that names none."""
    return options.tables.difficulty["default"].diff


@rule("d10.range.short", "d10.range.medium", "d10.range.long", "d10.range.extreme", "d10.gap.measuring")
def band_of(distance: int, options: Options) -> int | None:
    """The band that a distance lies in: the shorter one owns the border; None beyond 48 inches."""
    for band, reach in enumerate(options.tables.reaches):
        if distance <= reach:
            return band
    return None


@cache
def _printed() -> Mapping[str, Weapon]:
    return Options().tables.weapons


@rule("d10.range.cc", "d10.gap.shots")
def weapons() -> Mapping[str, Kind]:
    """What each weapon is, by id: no table changes that."""
    return _printed()


def weapon(name: str, options: Options) -> Weapon:
    """A weapon with its numbers, as this table plays it."""
    return options.tables.weapons[name]


def limit_of(name: str, options: Options) -> int:
    """How far a weapon shoots."""
    return options.tables.limits[name]


def nearest_of(name: str, options: Options) -> int:
    """Up to what distance a weapon does not shoot; -1 if it shoots at any."""
    return options.tables.nearest[name]


def blasts(name: str, options: Options) -> bool:
    """Whether a success of a weapon may become several hits."""
    line = weapon(name, options)
    return bool(line.blast or line.he_blast)


@rule("d10.shoot.check-los-range", "d10.gap.tag-indirect", "d10.gap.unit-us-observer")
def lobs(name: str, options: Options) -> bool:
    """Whether a weapon may be fired at what it does not see: by the switch, if it is Indirect.

    An observer calls his barrage on what he sees himself.
    """
    return options.indirect_out_of_sight and weapons()[name].has("indirect") and not weapons()[name].has("called")


@rule("d10.range.no-to-hit-effect", "d10.gap.tag-indirect")
def reaches(name: str, distance: int, options: Options) -> bool:
    """Whether a weapon can be used at a distance."""
    return nearest_of(name, options) < distance <= limit_of(name, options)


__all__ = [
    "BANDS",
    "BAND_CLAUSES",
    "EXTREME",
    "LARGE",
    "LONG",
    "MEDIUM",
    "SHORT",
    "SIDES",
    "Kind",
    "Weapon",
    "band_of",
    "blasts",
    "close_combat",
    "limit_of",
    "lobs",
    "nearest_of",
    "needed",
    "reaches",
    "to_hit",
    "usual_difficulty",
    "weapon",
    "weapons",
]
