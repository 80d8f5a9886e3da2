"""Tables (sotr.gap.board): how large one is, how much terrain it has, and laying one out from a number."""

from typing import NamedTuple

from sandtable.dice.chance import Chance
from sandtable.geometry.units import INCH, inches
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.laying_out import gap_between, laid_out
from sandtable.table.data import DataError
from sandtable.table.maps import Battlefield, TerrainEntry
from sandtable.table.terrain import Piece

SHORTEST = inches(48)
APART = 3  # inches between any two pieces
MOST = 14  # pieces
TRIES = 400  # for one piece
LINES = ("wall", "wire", "sandbags", "hedge", "fence", "tank-trap")

Box = tuple[float, float, float, float]  # left, upper, right, lower


@rule("sotr.weapon.table-size", "sotr.gap.board")
def check_table(battlefield: Battlefield) -> None:
    """Refuse a table of less than 4 by 4 feet."""
    if battlefield.width < SHORTEST or battlefield.depth < SHORTEST:
        size = f"{battlefield.width // INCH} by {battlefield.depth // INCH}"
        raise DataError(battlefield.name, "size", f"{size} inches is too small: 48 by 48 is needed, or 72 by 48")


class Count(NamedTuple):
    """How much terrain of each sort is on a table, roads apart, and how near the nearest two pieces are."""

    pieces: int
    buildings: int
    woods: int
    brush: int
    hills: int
    rubble: int
    lines: int
    nearest: int


def survey(battlefield: Battlefield) -> Count:
    """Count the terrain."""
    pieces = [piece for piece in battlefield.terrain if piece.kind != "road"]
    kinds = [piece.kind for piece in pieces]
    boxes = [_box(piece) for piece in pieces]
    gaps = [gap_between(one, other) for place, one in enumerate(boxes) for other in boxes[place + 1 :]]
    return Count(
        len(pieces),
        kinds.count("building") + kinds.count("bunker"),
        kinds.count("woods"),
        kinds.count("brush"),
        kinds.count("hill"),
        kinds.count("ruin"),
        sum(kind in LINES for kind in kinds),
        int(min(gaps, default=SHORTEST)),
    )


@rule("sotr.gap.board")
def as_we_play(count: Count) -> bool:
    """Whether a table has the terrain that we play with."""
    return (
        10 <= count.pieces <= MOST
        and 2 <= count.buildings <= 3
        and 2 <= count.woods <= 3
        and count.brush == 2
        and count.hills == 1
        and count.rubble == 2
        and 3 <= count.lines <= 4
        and count.nearest >= inches(APART)
    )


def _box(piece: Piece) -> Box:
    xs, ys = [x for x, _ in piece.outline], [y for _, y in piece.outline]
    return min(xs), min(ys), max(xs), max(ys)


# ---- laying one out


@rule("sotr.gap.board")
def lay_out(seed: int, width: int = 48, depth: int = 48) -> Battlefield:
    """A table laid out from a number: the same number always gives the same table."""
    chance = Chance("sotr battleground", seed)
    return laid_out(lambda: _try(chance, width, depth), f"battleground-{seed}", f"Battleground {seed}", (width, depth))


def _wanted(chance: Chance) -> list[tuple[str, float, float]]:
    """What is to be laid out, the largest first: kinds with the size of each."""
    wanted = [("hill", 10.0, 8.0)] + [("woods", 8.0, 6.0)] * chance.randint(2, 3)
    wanted += [("building", 6.0, 6.0)] * chance.randint(2, 3)
    wanted += [("brush", 6.0, 5.0)] * 2 + [("ruin", 5.0, 5.0)] * 2
    more = 1 if len(wanted) == MOST - 3 else chance.randint(1, 2)
    lines = ["wall", "wire", *(chance.choice(["wall", "sandbags", "hedge"]) for _ in range(more))]
    return wanted + [(kind, chance.uniform(4, 6), 0.0) for kind in lines]


def _try(chance: Chance, width: int, depth: int) -> list[TerrainEntry] | None:
    taken: list[Box] = []
    terrain: list[TerrainEntry] = []
    for kind, across, deep in _wanted(chance):
        wide, high = (across, deep) if chance.random() < 0.5 else (deep, across)
        for _ in range(TRIES):
            left = round(chance.uniform(1, width - 1 - wide), 1)
            upper = round(chance.uniform(1, depth - 1 - high), 1)
            box = (left, upper, left + wide, upper + high)
            if all(gap_between(box, other) >= APART + 0.01 for other in taken):
                break
        else:
            return None
        taken.append(box)
        terrain.append(_entry(chance, kind, box))
    return terrain


def _entry(chance: Chance, kind: str, box: Box) -> TerrainEntry:
    left, upper, right, lower = box
    wide, high = right - left, lower - upper
    if kind in LINES:
        return TerrainEntry(kind, line=[(left, upper), (right, lower)])
    if kind == "building":
        return TerrainEntry(kind, box=(left, upper, wide, high), floors=chance.choice([1, 2, 2]))
    if kind == "ruin":
        return TerrainEntry(kind, box=(left, upper, wide, high))
    corners = ((0.25, 0), (0.75, 0.05), (1, 0.4), (0.9, 0.85), (0.5, 1), (0.1, 0.9), (0, 0.4))
    return TerrainEntry(kind, points=[(left + wide * x, upper + high * y) for x, y in corners])
