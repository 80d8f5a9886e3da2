"""The printed tables: read once from TOML into typed rows, each row with the clause it restates."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import msgspec

from sandtable.mechanics.clauses import rule

from .options import Options
from .sheet import Kind, Weapon

FLESH, DOWN, GONER = "flesh wound", "down", "goner"


class Terrain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the terrain rules: what it is to infantry, wheeled and tracked vehicles and mecha."""

    name: str
    clause: str
    kinds: tuple[str, ...]
    going: tuple[str, str, str, str]


def _table(name: str) -> dict[str, list[dict[str, object]]]:
    return tomllib.loads(files(__package__).joinpath("tables", f"{name}.toml").read_text(encoding="utf-8"))


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


@cache
def terrain_rows() -> dict[str, Terrain]:
    """The terrain rules by the kind of piece on our maps."""
    found = msgspec.convert(_table("terrain")["terrain"], list[Terrain])
    return {kind: row for row in found for kind in row.kinds}


@rule("sotr.wound.formula", "sotr.wound.unarmored", "sotr.wound.light", "sotr.wound.heavy", "sotr.wound.armour-levels")
def wound_bands(armour: int, plus: int = 0) -> tuple[int, int]:
    """The lowest faces of a die that are DOWN and GONER for an armour column, with a bonus on the roll."""
    return max(1, 2 + armour - plus), max(1, 4 + armour - plus)
