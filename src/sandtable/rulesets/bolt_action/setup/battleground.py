"""Battlegrounds: how large a table is, how much terrain it has, and laying one out from a number."""

from typing import NamedTuple

from sandtable.dice.chance import Chance
from sandtable.geometry.units import INCH, inches
from sandtable.mechanics.clauses import rule
from sandtable.table.data import DataError
from sandtable.table.maps import Battlefield, MapFile, TerrainEntry, build_map
from sandtable.table.terrain import Piece

SMALL_FORCE = 500
LANE = 6  # inches: how wide a lane is
LONGEST_LANE = inches(36)
CELL = 12  # inches: one piece at most stands in each cell of this size
TRIES = 500


@rule("ba.gap.table-size")
def check_table(battlefield: Battlefield, points: int) -> None:
    """Refuse a table that is too small: 48 by 48 inches for up to 500 points, 72 by 48 beyond."""
    wide = inches(48) if points <= SMALL_FORCE else inches(72)
    if battlefield.width < wide or battlefield.depth < inches(48):
        size = f"{battlefield.width // INCH} by {battlefield.depth // INCH}"
        wanted = f"{wide // INCH} by 48"
        raise DataError(battlefield.name, "size", f"{size} inches is too small for {points} points: {wanted} is needed")


class Count(NamedTuple):
    """How much terrain of the kinds that matter is on a table."""

    pieces: int
    buildings: int
    woods: int
    walls_and_hedges: int
    roads: int
    longest_lane: int


def survey(battlefield: Battlefield) -> Count:
    """Count the terrain, roads apart, and find the longest straight lane from one long edge towards the other."""
    kinds = [piece.kind for piece in battlefield.terrain]
    return Count(
        pieces=sum(kind != "road" for kind in kinds),
        buildings=kinds.count("building"),
        woods=kinds.count("woods"),
        walls_and_hedges=kinds.count("wall") + kinds.count("hedge"),
        roads=kinds.count("road"),
        longest_lane=max(_longest_gap(battlefield, left) for left in _lanes(battlefield)),
    )


def _lanes(battlefield: Battlefield) -> list[int]:
    """The left sides of the lanes to look at: any other lane has the same pieces in it as one of these, or more."""
    last = battlefield.width - inches(LANE)
    lefts = [0, last]
    for piece in battlefield.terrain:
        xs = [x for x, _ in piece.outline]
        lefts += [max(xs), min(xs) - inches(LANE)]
    return sorted({left for left in lefts if 0 <= left <= last})


def _longest_gap(battlefield: Battlefield, left: int) -> int:
    """The longest stretch of a lane, straight across the table, that no piece of terrain reaches into."""
    right = left + inches(LANE)
    spans = sorted(
        _span(piece) for piece in battlefield.terrain if piece.kind != "road" and _reaches(piece, left, right)
    )
    longest, clear_from = 0, 0
    for upper, lower in spans:
        longest = max(longest, upper - clear_from)
        clear_from = max(clear_from, lower)
    return max(longest, battlefield.depth - clear_from)


def _reaches(piece: Piece, left: int, right: int) -> bool:
    xs = [x for x, _ in piece.outline]
    return max(xs) > left and min(xs) < right


def _span(piece: Piece) -> tuple[int, int]:
    ys = [y for _, y in piece.outline]
    return min(ys), max(ys)


@rule("ba.gap.terrain-density")
def dense_enough(count: Count) -> bool:
    """Whether a table has the terrain we play with."""
    return (
        8 <= count.pieces <= 12
        and count.buildings >= 2
        and count.woods >= 2
        and count.walls_and_hedges >= 3
        and count.roads >= 1
        and count.longest_lane <= LONGEST_LANE
    )


def lay_out(seed: int, width: int = 72, depth: int = 48) -> Battlefield:
    """A table laid out from a number: the same number always gives the same table."""
    chance = Chance("battleground", seed)
    for _ in range(TRIES):
        made = _try(chance, seed, width, depth)
        if dense_enough(survey(made)):
            return made
    raise AssertionError(f"no table found for {seed}")


def _try(chance: Chance, seed: int, width: int, depth: int) -> Battlefield:
    cells = [(x, y) for x in range(width // CELL) for y in range(depth // CELL)]
    chance.shuffle(cells)
    kinds = ["building", "building", "woods", "woods", "wall", "hedge", chance.choice(["wall", "hedge"])]
    kinds += [
        chance.choice(["woods", "building", "hill", "ruin", "crops", "rocks", "fence"])
        for _ in range(chance.randint(3, 5))
    ]
    middle = depth / 2
    bends = [(0.0, middle + chance.randint(-6, 6)), (width / 2, middle + chance.randint(-4, 4))]
    road = TerrainEntry(
        "road", strip=[*bends, (float(width), middle + chance.randint(-6, 6))], width=3, name="the road"
    )
    terrain = [road] + [_piece(chance, kind, cell) for kind, cell in zip(kinds, cells, strict=False)]
    name = f"battleground-{seed}"
    return build_map(MapFile(name, f"Battleground {seed}", (width, depth), terrain), name)


def _piece(chance: Chance, kind: str, cell: tuple[int, int]) -> TerrainEntry:
    """A piece six to nine inches across, somewhere in its cell."""
    across, deep = chance.uniform(6, 9), chance.uniform(6, 8.5)
    left = cell[0] * CELL + chance.uniform(0.5, CELL - 0.5 - across)
    upper = cell[1] * CELL + chance.uniform(0.5, CELL - 0.5 - deep)
    left, upper = round(left, 1), round(upper, 1)
    if kind in {"wall", "hedge", "fence"}:
        ends = [(left, upper + deep / 2), (left + across, upper + deep / 2 + chance.uniform(-2, 2))]
        return TerrainEntry(kind, line=ends)
    if kind == "building":
        return TerrainEntry(kind, box=(left, upper, 6, 6), floors=chance.choice([1, 1, 2]))
    if kind == "ruin":
        return TerrainEntry(kind, box=(left, upper, 6, 6))
    corners = []
    for wide, high in ((0.25, 0), (0.75, 0.05), (1, 0.4), (0.9, 0.85), (0.5, 1), (0.1, 0.9), (0, 0.4)):
        corners.append((left + across * wide, upper + deep * high))
    return TerrainEntry(kind, points=corners)
