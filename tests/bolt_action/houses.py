"""A house on the table, and units in and beside it."""

from typing import Any

from sandtable.table.terrain import Piece

from .kit import Side, terrain, us


def house(**rest: Any) -> Piece:
    """A house from (30, 17) to (36, 23), with two openings in each wall; those of the west wall at y = 18.5 and 21.5."""
    return terrain("building", box=(30, 17, 6, 6), **rest)


def outside(x: float, y: float = 18.5, troop: str = "us.medic", **rest: Any) -> Side:
    """A unit west of the house."""
    return us(troop, (x, y), name="Squad", **rest)


def inside(troop: str = "us.rifle-squad", name: str = "Squad", side: int = 0, floor: int = 0, **rest: Any) -> Side:
    """A unit in the house."""
    fields = {"building": 0, "floor": floor, **rest.pop("fields", {})}
    return Side(side=side, troop=troop, at=(31, 18), name=name, fields=fields, **rest)
