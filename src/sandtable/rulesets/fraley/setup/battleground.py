"""Tables: how large one is, how much terrain it has, and laying one out from a number.

The 8 to 12 pieces are areas and hills; hedges, fences, walls, bocage and the road lie between them. A small table has
two thirds of each.
"""

from typing import NamedTuple

from sandtable.dice.chance import Chance
from sandtable.geometry.units import INCH, inches
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.laying_out import CORNERS, Box, gap_between, laid_out, somewhere
from sandtable.rulesets.fraley.basics.terrain import TALL
from sandtable.table.data import DataError
from sandtable.table.maps import Battlefield, TerrainEntry
from sandtable.table.terrain import Piece

SIZES = ((72, 48), (48, 48))
APART = 2.5  # inches between any two pieces that are laid out
TRIES = 300  # for one piece
BOCAGE = 1.25  # inches high

Range = tuple[int, int]


@rule("fraley.gap.table-size")
def check_table(battlefield: Battlefield) -> None:
    """Refuse a table that is neither the standard nor the small one."""
    size = (battlefield.width // INCH, battlefield.depth // INCH)
    if (battlefield.width, battlefield.depth) not in {(inches(wide), inches(deep)) for wide, deep in SIZES}:
        says = f"{size[0]} by {size[1]} inches: a table measures 72 by 48, or 48 by 48 for a small game"
        raise DataError(battlefield.name, "size", says)


class Sort(NamedTuple):
    """A sort of terrain: how many on a standard and on a small table, and how large a piece is."""

    standard: Range
    small: Range
    long: float
    deep: float = 0


# The largest first. Stream, rubble and water are extras: none of them is needed.
SORTS = {
    "hill": Sort((1, 1), (1, 1), 12, 8),
    "woods": Sort((3, 4), (2, 3), 9, 7),
    "field": Sort((2, 2), (1, 1), 9, 7),
    "building": Sort((2, 3), (1, 2), 6, 5),
    "bocage": Sort((0, 2), (0, 1), 9),
    "hedge": Sort((2, 3), (1, 2), 8),
    "wall": Sort((1, 2), (1, 1), 7),
    "road": Sort((1, 1), (1, 1), 0),
    "extra": Sort((0, 2), (0, 1), 0),
}
LINES = ("bocage", "hedge", "wall", "road")
AREAS = {False: (5, 8), True: (8, 12)}  # pieces that are no lines, by whether the table is a standard one


def sort_of(piece: Piece) -> str:
    """Which sort a piece is of."""
    if piece.kind in {"hedge", "fence"}:
        return "bocage" if piece.kind == "hedge" and piece.height > TALL else "hedge"
    return {"crops": "field", "sandbags": "wall"}.get(piece.kind, piece.kind if piece.kind in SORTS else "extra")


def survey(battlefield: Battlefield) -> dict[str, int]:
    """How many pieces of each sort lie on a table."""
    found = dict.fromkeys(SORTS, 0)
    for piece in battlefield.terrain:
        found[sort_of(piece)] += 1
    return found


@rule("fraley.gap.terrain-setup")
def as_we_play(count: dict[str, int], *, standard: bool = True) -> bool:
    """Whether a table has the terrain that we play with."""
    for sort, (large, small, *_) in SORTS.items():
        least, most = large if standard else small
        if not least <= count[sort] <= most:
            return False
    least, most = AREAS[standard]
    return least <= sum(number for sort, number in count.items() if sort not in LINES) <= most


# ---- laying one out


@rule("fraley.gap.terrain-setup", "fraley.gap.table-size")
def lay_out(seed: int, width: int = 72, depth: int = 48) -> Battlefield:
    """A table laid out from a number: the same number always gives the same table."""
    chance = Chance("fraley battleground", seed)
    return laid_out(lambda: _try(chance, width, depth), f"battleground-{seed}", f"Battleground {seed}", (width, depth))


def _try(chance: Chance, width: int, depth: int) -> list[TerrainEntry] | None:
    """A road from edge to edge, then everything else clear of it and of one another; None if there is no room."""
    bend = round(depth * chance.uniform(0.35, 0.65), 1)
    road = TerrainEntry("road", strip=[(0, bend), (width / 2, round(depth - bend, 1)), (width, bend)], width=2.5)
    taken = _along(road)
    terrain = [road]
    for sort, given in SORTS.items():
        if sort in {"road", "extra"}:
            continue
        least, most = given.standard if width > depth else given.small
        for _ in range(chance.randint(least, most)):
            box = _room(chance, sort, width, depth, taken)
            if box is None:
                return None
            taken.append(box)
            terrain.append(_entry(chance, sort, box))
    return terrain


def _along(road: TerrainEntry) -> list[Box]:
    """Boxes along a road that nothing is put on."""
    assert road.strip is not None
    found = []
    for (ax, ay), (bx, by) in zip(road.strip, road.strip[1:], strict=False):
        for step in range(12):
            x, y = ax + (bx - ax) * (step + 0.5) / 12, ay + (by - ay) * (step + 0.5) / 12
            found.append((x - 2, y - 1.5, x + 2, y + 1.5))
    return found


def _room(chance: Chance, sort: str, width: int, depth: int, taken: list[Box]) -> Box | None:
    wide, high = SORTS[sort].long, SORTS[sort].deep
    if chance.random() < 0.5:
        wide, high = high, wide
    for _ in range(TRIES):
        box = somewhere(chance, wide, high, width, depth)
        if all(gap_between(box, other) >= APART for other in taken):
            return box
    return None


def _entry(chance: Chance, sort: str, box: Box) -> TerrainEntry:
    left, upper, right, lower = box
    wide, high = right - left, lower - upper
    match sort:
        case "bocage":
            return TerrainEntry("hedge", line=[(left, upper), (right, lower)], height=BOCAGE)
        case "hedge":
            return TerrainEntry(chance.choice(["hedge", "fence"]), line=[(left, upper), (right, lower)], height=0.5)
        case "wall":
            return TerrainEntry("wall", line=[(left, upper), (right, lower)])
        case "building":
            return TerrainEntry("building", box=(left, upper, wide, high), floors=chance.choice([1, 2]))
        case "field":
            return TerrainEntry("crops", box=(left, upper, wide, high))
        case _:  # woods and hills
            return TerrainEntry(sort, points=[(left + wide * x, upper + high * y) for x, y in CORNERS])
