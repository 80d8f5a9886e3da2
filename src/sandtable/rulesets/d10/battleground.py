"""Tables (d10.gap.table): how large one is, how much terrain it has, and laying one out from a number."""

from itertools import pairwise
from math import ceil
from typing import NamedTuple

from sandtable.dice.chance import Chance
from sandtable.geometry.units import INCH, inches
from sandtable.mechanics.clauses import rule
from sandtable.table.data import DataError
from sandtable.table.maps import Battlefield, MapFile, TerrainEntry, build_map

SIZES = ((72, 48), (48, 48))
APART = 3  # inches between any two footprints
BORDER = 1
TRIES = 400  # for one piece
CORNERS = ((0.25, 0), (0.75, 0.05), (1, 0.4), (0.9, 0.85), (0.5, 1), (0.1, 0.9), (0, 0.4))

Box = tuple[float, float, float, float]  # left, upper, right, lower


@rule("d10.gap.table")
def check_table(battlefield: Battlefield) -> None:
    """Refuse a table that is neither the standard nor the small one."""
    if (battlefield.width, battlefield.depth) not in {(inches(wide), inches(deep)) for wide, deep in SIZES}:
        says = (
            f"{battlefield.width // INCH} by {battlefield.depth // INCH} inches: a table measures 72 by 48, or 48 by 48"
        )
        raise DataError(battlefield.name, "size", says)


class Sort(NamedTuple):
    """A sort of terrain: how many, and how long and how deep a piece may be."""

    many: tuple[int, int]
    long: tuple[float, float]
    deep: tuple[float, float] = (0, 0)


# The largest first.
SORTS = {
    "woods": Sort((2, 3), (6, 10), (6, 8)),
    "hill": Sort((2, 2), (8, 10), (6, 8)),
    "building": Sort((2, 4), (6, 6), (4, 4)),
    "line": Sort((3, 4), (6, 8)),
}
PIECES = (8, 12)  # of all sorts, the road among them
ROAD = 2.5  # inches wide


@rule("d10.gap.table")
def lay_out(seed: int, width: int = 72, depth: int = 48) -> Battlefield:
    """A table laid out from a number: the same number always gives the same table."""
    chance = Chance("d10 battleground", seed)
    while True:
        terrain = _try(chance, width, depth)
        if terrain is not None:
            name = f"battleground-{seed}"
            return build_map(MapFile(name, f"Battleground {seed}", (width, depth), terrain), name)


def _try(chance: Chance, width: int, depth: int) -> list[TerrainEntry] | None:
    """A road from edge to edge, then everything else clear of it and of one another; None if there is no room."""
    bend = round(depth * chance.uniform(0.35, 0.65), 1)
    road = TerrainEntry("road", strip=[(0, bend), (width / 2, round(depth - bend, 1)), (width, bend)], width=ROAD)
    counts = {sort: chance.randint(*found.many) for sort, found in SORTS.items()}
    least, most = PIECES
    if not least <= sum(counts.values()) + 1 <= most:
        return None
    taken = _along(road)
    terrain = [road]
    for sort, count in counts.items():
        for _ in range(count):
            box = _room(chance, sort, width, depth, taken)
            if box is None:
                return None
            taken.append(box)
            terrain.append(_entry(chance, sort, box))
    return terrain


def _along(road: TerrainEntry) -> list[Box]:
    """Boxes that cover a road: one every inch, half an inch wider than it on either side for its slope and its bend."""
    assert road.strip is not None
    found = []
    half = ROAD / 2 + 0.5
    for (ax, ay), (bx, by) in pairwise(road.strip):
        steps = ceil(bx - ax)
        for step in range(steps + 1):
            x, y = ax + (bx - ax) * step / steps, ay + (by - ay) * step / steps
            found.append((x - half, y - half, x + half, y + half))
    return found


def _room(chance: Chance, sort: str, width: int, depth: int, taken: list[Box]) -> Box | None:
    given = SORTS[sort]
    for _ in range(TRIES):
        wide, high = round(chance.uniform(*given.long), 1), round(chance.uniform(*given.deep), 1)
        if chance.random() < 0.5:
            wide, high = high, wide
        left = round(chance.uniform(BORDER, width - BORDER - wide), 1)
        upper = round(chance.uniform(BORDER, depth - BORDER - high), 1)
        box = (left, upper, left + wide, upper + high)
        if all(_gap(box, other) >= APART for other in taken):
            return box
    return None


def _gap(one: Box, other: Box) -> float:
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
