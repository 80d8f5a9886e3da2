"""The printed tables: read once from TOML into typed rows, each row with the clause it restates."""

import tomllib
from functools import cache
from importlib.resources import files

import msgspec

from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule

from .options import Options

FLESH, DOWN, GONER = "flesh wound", "down", "goner"


class Weapon(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the weapons table."""

    id: str
    clause: str
    name: str
    rof: int
    short: int = 0  # beyond it `long` applies, up to it `near`
    range: int = 0  # 0: the whole table
    long: int = 0
    near: int = 0
    near_wound: int = 0
    pen: int = 0
    traits: tuple[str, ...] = ()

    @property
    def reach(self) -> int:
        """Its longest range in thousandths; 0 for the whole table."""
        return inches(self.range)

    def has(self, trait: str) -> bool:
        """Whether a special rule of this name is printed with it."""
        return trait in self.traits


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
def weapons() -> dict[str, Weapon]:
    """The weapons table by id: printed twice with the same numbers, so it stands here once."""
    return {row.id: row for row in msgspec.convert(_table("weapons")["weapon"], list[Weapon])}


@rule("sotr.weapon.rof-list")
def rate_of_fire(weapon: Weapon, options: Options) -> int:
    """How often a weapon shoots: two worked examples have an SMG shoot four times, so that one can be switched."""
    return options.smg_rof if weapon.id == "smg" else weapon.rof


@rule("sotr.rpg.move-or-fire")
def move_or_fire(weapon: Weapon, options: Options) -> bool:
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
