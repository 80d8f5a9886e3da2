"""Laying out a table from chance: pieces of several sorts, clear of roads and of one another."""

from collections.abc import Callable, Mapping
from itertools import pairwise
from math import ceil
from typing import NamedTuple

from sandtable.dice.chance import Chance
from sandtable.table.maps import Battlefield, MapFile, TerrainEntry, build_map

APART = 3  # inches between any two footprints
BORDER = 1
TRIES = 400  # for one piece
CORNERS = ((0.25, 0), (0.75, 0.05), (1, 0.4), (0.9, 0.85), (0.5, 1), (0.1, 0.9), (0, 0.4))

Box = tuple[float, float, float, float]  # left, upper, right, lower


class Sort(NamedTuple):
    """A sort of terrain: how many, and how long and how deep a piece may be."""

    many: tuple[int, int]
    long: tuple[float, float]
    deep: tuple[float, float] = (0, 0)


def laid_out(
    attempt: Callable[[], list[TerrainEntry] | None], name: str, title: str, size: tuple[int, int]
) -> Battlefield:
    """A table of this size: attempts one after another, until there was room for everything."""
    while True:
        terrain = attempt()
        if terrain is not None:
            return build_map(MapFile(name, title, size, terrain), name)


def along(strip: TerrainEntry) -> list[Box]:
    """Boxes that cover a road or a stream: one every inch, half an inch wider on either side for its slope and its bend."""
    assert strip.strip is not None
    found = []
    half = strip.width / 2 + 0.5
    for (ax, ay), (bx, by) in pairwise(strip.strip):
        steps = max(1, ceil(abs(bx - ax)), ceil(abs(by - ay)) if bx == ax else 1)
        for step in range(steps + 1):
            x, y = ax + (bx - ax) * step / steps, ay + (by - ay) * step / steps
            found.append((x - half, y - half, x + half, y + half))
    return found


def fill(
    chance: Chance, width: int, depth: int, sorts: Mapping[str, Sort], counts: Mapping[str, int], taken: list[Box]
) -> list[TerrainEntry] | None:
    """So many pieces of each sort where nothing else is; None if there is no room for one of them."""
    found = []
    for sort, count in counts.items():
        for _ in range(count):
            box = _room(chance, sorts[sort], width, depth, taken)
            if box is None:
                return None
            taken.append(box)
            found.append(_entry(chance, sort, box))
    return found


def _room(chance: Chance, sort: Sort, width: int, depth: int, taken: list[Box]) -> Box | None:
    for _ in range(TRIES):
        wide, high = round(chance.uniform(*sort.long), 1), round(chance.uniform(*sort.deep), 1)
        if chance.random() < 0.5:
            wide, high = high, wide
        box = somewhere(chance, wide, high, width, depth)
        if all(gap_between(box, other) >= APART for other in taken):
            return box
    return None


def somewhere(chance: Chance, wide: float, high: float, width: int, depth: int) -> Box:
    """A box of this size anywhere on the table, clear of its border."""
    left = round(chance.uniform(BORDER, width - BORDER - wide), 1)
    upper = round(chance.uniform(BORDER, depth - BORDER - high), 1)
    return left, upper, left + wide, upper + high


def gap_between(one: Box, other: Box) -> float:
    """How far apart two boxes are, at least: along whichever way it is more."""
    return max(one[0] - other[2], other[0] - one[2], one[1] - other[3], other[1] - one[3])


def _entry(chance: Chance, sort: str, box: Box) -> TerrainEntry:
    left, upper, right, lower = box
    wide, high = right - left, lower - upper
    match sort:
        case "line":
            return TerrainEntry(chance.choice(["hedge", "wall"]), line=[(left, upper), (right, lower)], height=1)
        case "building":
            return TerrainEntry("building", box=(left, upper, wide, high), floors=chance.choice([1, 2]))
        case _:  # woods and hills
            return TerrainEntry(sort, points=[(left + wide * x, upper + high * y) for x, y in CORNERS])
