"""The printed tables: read once from TOML into typed rows, each row with the clause it restates."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import TypeVar

import msgspec

from sandtable.dice.readings import Chart, Total
from sandtable.geometry.units import INCH

from .options import Options

T = TypeVar("T")


class Weapon(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the weapons chart."""

    id: str
    clause: str
    name: str
    range: int
    shots: str
    small_arm: bool = False
    nearest: int = 0
    pen: int | None = None
    he: str = ""
    traits: tuple[str, ...] = ()

    @property
    def reach(self) -> int:
        """Its longest range in thousandths."""
        return self.range * INCH


class Quality(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the troop quality and damage tables."""

    name: str
    morale: int
    damaged_on: int
    clauses: tuple[str, str]


class Rank(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the officer table."""

    rank: str
    title: str
    bonus: int
    clause: str


class Mover(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the movement table."""

    name: str
    advance: float
    run: float
    clause: str
    advance_turns: int = 0
    run_turns: int = 0


class Armour(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the damage values of vehicles."""

    name: str
    damaged_on: int
    clause: str


class Explosive(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the high-explosive table."""

    dice: str
    pins: str
    pen: int
    clause: str


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"lowest": "from"}):
    """A row of a chart that one die is read on."""

    lowest: int
    name: str
    clause: str
    pins: int = 0
    hits: str = ""
    pen: int = 0


def _rows(file: str, key: str, kind: type[T]) -> tuple[T, ...]:
    text = files(__package__).joinpath("tables", f"{file}.toml").read_text(encoding="utf-8")
    return tuple(msgspec.convert(row, kind) for row in tomllib.loads(text)[key])


@cache
def weapons() -> dict[str, Weapon]:
    """The weapons chart by weapon id."""
    return {row.id: row for row in _rows("weapons", "weapon", Weapon)}


@cache
def _switched(weapon: str, reach: float, he: str) -> Weapon:
    return msgspec.structs.replace(weapons()[weapon], range=round(reach), he=he)


def weapon(name: str, options: Options) -> Weapon:
    """A weapon as this table plays it: three rows have a reading of their own."""
    row = weapons()[name]
    if name == "flamethrower-vehicle":
        return _switched(name, options.vehicle_flamethrower_range, row.he)
    if name == "heavy-mortar":
        return _switched(name, row.range, options.heavy_mortar_he)
    if name == "light-howitzer":
        return _switched(name, row.range, options.light_howitzer_he)
    return row


@cache
def qualities() -> dict[str, Quality]:
    """Troop qualities by name."""
    return {row.name: row for row in _rows("troops", "quality", Quality)}


@cache
def ranks() -> dict[str, Rank]:
    """Officers by rank."""
    return {row.rank: row for row in _rows("troops", "officer", Rank)}


@cache
def movers() -> dict[str, Mover]:
    """Ways of moving by name."""
    return {row.name: row for row in _rows("movement", "mover", Mover)}


@cache
def armours() -> dict[str, Armour]:
    """Kinds of vehicle by name."""
    return {row.name: row for row in _rows("armour", "vehicle", Armour)}


@cache
def explosives() -> dict[str, Explosive]:
    """High explosive by class."""
    return {row.dice: row for row in _rows("explosive", "class", Explosive)}


@cache
def chart_rows(name: str) -> tuple[Row, ...]:
    """The rows of a chart."""
    return _rows("charts", name, Row)


@cache
def chart(name: str, plus: int = 0) -> Chart:
    """A chart as a reading of dice."""
    return Chart(tuple((row.lowest, row.name) for row in chart_rows(name)), plus)


@cache
def chart_row(name: str, row: str) -> Row:
    """A row of a chart by its name."""
    return next(found for found in chart_rows(name) if found.name == row)


YES, NO = "yes", "no"


@cache
def yes_on(least: int) -> Chart:
    """How one die is read that says yes with this score or more, and no otherwise."""
    return Chart(((1, NO), (least, YES)))


class DiceCount(msgspec.Struct, frozen=True):
    """Dice as the book writes them: how many D6 to throw, and how to read them (D2 and D3 are read off a D6)."""

    dice: int
    reading: Total


_WORTH = {"D2": (1, 1, 1, 2, 2, 2), "D3": (1, 1, 2, 2, 3, 3), "D6": ()}


@cache
def dice_count(written: str) -> DiceCount:
    """What `3`, `D2`, `D3`, `D6`, `2D6` or `D3-1` means; a plain number throws nothing."""
    body, plus = written, 0
    for sign in "+-":
        head, found, tail = written.partition(sign)
        if found:
            body, plus = head, int(sign + tail)
    count, die, sides = body.partition("D")
    if not die:
        return DiceCount(0, Total(int(count) + plus))
    return DiceCount(int(count or "1"), Total(plus, _WORTH[f"D{sides}"]))


CLAUSE_OF_DICE = "ba.gap.dice-notation"
