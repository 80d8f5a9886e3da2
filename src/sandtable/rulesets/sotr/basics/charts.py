"""The printed tables as a battle plays them: weapons, terrain, wounds."""

from collections.abc import Mapping
from functools import cache

from sandtable.mechanics.clauses import rule
from sandtable.rulesets.sotr.options import Options
from sandtable.rulesets.sotr.sheet import Columns, Kind, Terrain, Weapon, Wound

FLESH, DOWN, GONER = "flesh wound", "down", "goner"


@cache
@rule("sotr.weapon.tables-agree")
def printed() -> Mapping[str, Weapon]:
    """The weapons table as it is printed: twice with the same numbers, so it stands here once."""
    return Options().tables.weapons


def kinds() -> Mapping[str, Kind]:
    """What each weapon is, by id: no table changes that."""
    return printed()


def weapon_of(name: str, options: Options) -> Weapon:
    """A weapon with its numbers, as this table plays it."""
    return options.tables.weapons[name]


@rule("sotr.weapon.rof-list")
def rate_of_fire(weapon: Kind, options: Options) -> int:
    """How often a weapon shoots: two worked examples have an SMG shoot four times, so that one can be switched."""
    return options.tables.weapons[weapon.id].rof


@rule("sotr.rpg.move-or-fire")
def move_or_fire(weapon: Kind, options: Options) -> bool:
    """Whether a weapon is not fired by a model that moved; some tables let RPGs do so."""
    return weapon.has("move-or-fire") and (weapon.id != "rpg" or options.rpg_move_or_fire)


def terrain_rows(options: Options) -> Mapping[str, Terrain]:
    """The terrain rules by the kind of piece on our maps."""
    return options.tables.ground


@rule("sotr.wound.unarmored", "sotr.wound.light", "sotr.wound.heavy", "sotr.wound.armour-levels")
def wound_columns(armour: int, options: Options) -> Columns:
    """The column of the wound table for a level of armour, with those of lighter armour behind it."""
    return options.tables.columns[armour]


@rule("sotr.wound.formula")
def wound_bands(column: Wound, plus: int = 0) -> tuple[int, int]:
    """The lowest faces of a die that are DOWN and GONER in a column, with a bonus on the roll."""
    return max(1, column.down - plus), max(1, column.goner - plus)
