"""The tables of the book: weapons, and the stat lines of vehicles."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec

from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule

from .state import Type

LONG = 2  # how many times its range a weapon reaches
MOVES = {"infantry": 6, "gun": 3, "tank": 12}


class Weapon(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the weapon table. Range in thousandths of an inch; FP, FP in a barrage, and Tank Assault rating."""

    id: str
    title: str
    clause: str
    kind: Type
    range: int
    fp: int
    ta: int = 0  # 0 for NA
    barrage: int = 0  # 0 for a weapon that fires none
    traits: tuple[str, ...] = ()  # at, artillery, moves-as-infantry, over-friends, shield, ranges-again

    @property
    def at(self) -> bool:
        """Whether it has the AT trait."""
        return "at" in self.traits

    @property
    def infantry_at(self) -> bool:
        """Whether it is an infantry AT weapon: noted both Infantry and AT."""
        return self.at and self.kind == "infantry"


Mount = Literal["turret", "hull", "coax"]


class Mounted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon of a vehicle and where it is mounted; a coax fires only if the main gun does not."""

    weapon: str
    mount: Mount = "turret"
    all_round: bool = False


class Vehicle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A vehicle's stat line: armour Saves (0: soft-skinned), Move, weapons, special notes."""

    id: str
    title: str
    clause: str
    base: str
    front: int = 0
    flank: int = 0
    move: int = 12
    turret: bool = True
    weapons: tuple[Mounted, ...] = ()
    traits: tuple[str, ...] = ()  # infantry-at-reroll, terrain-reroll
    carries: int = 0

    @property
    def armoured(self) -> bool:
        """Whether it is an Armored Team; else it is Soft Skinned."""
        return self.front > 0


def _rows(file: str, table: str) -> list[dict[str, object]]:
    text = files(__package__).joinpath("tables", f"{file}.toml").read_text(encoding="utf-8")
    found: list[dict[str, object]] = tomllib.loads(text)[table]
    return found


@cache
@rule("fraley.weapon.columns", "fraley.unit.team-types")
def weapons() -> dict[str, Weapon]:
    """Every weapon by its id."""
    found = {}
    for row in _rows("weapons", "weapon"):
        reach = row.pop("range")
        assert isinstance(reach, int | float)
        weapon = msgspec.convert({**row, "range": inches(reach)}, Weapon)
        found[weapon.id] = weapon
    return found


@cache
@rule("fraley.tank.example-stats", "fraley.armor.classes", "fraley.gap.soft-skinned", "fraley.gap.other-armor")
def vehicles() -> dict[str, Vehicle]:
    """Every vehicle by its id."""
    return {row.id: row for row in msgspec.convert(_rows("tanks", "tank"), list[Vehicle])}
