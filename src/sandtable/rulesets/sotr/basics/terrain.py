"""Terrain (1.6.1.6): what each piece is to each kind of mover, how high it is, and what it does to sight."""

from functools import cache
from math import isqrt

from sandtable.geometry import ground as flat
from sandtable.geometry.kernel import Ints
from sandtable.geometry.path_kernels import BARRED, FREE, LEFT, WALLED
from sandtable.geometry.units import INCH, inches
from sandtable.mechanics.clauses import rule
from sandtable.rulesets.sotr.options import Options
from sandtable.rulesets.sotr.state import Battle, Card
from sandtable.table.ground import SightEffect
from sandtable.table.terrain import Piece

from .charts import terrain_rows

OPEN, DIFFICULT, IMPASSABLE = "open", "difficult", "impassable"
RUBBLE = ("ruin", "rocks")

SOFT, HARD, PILLBOX = 1, 2, 3  # classes of cover as fans have them
STOREY = inches(4)
DEPTH = inches(2)  # how far one sees into woods and brush
AT_THE_WALL = inches(1)  # how far from an outer wall men stand who look out of its windows

# Heights where ours are not those of the map (sotr.gap.elevation).
HEIGHTS = {"woods": inches(6), "ruin": inches(1.5), "rocks": inches(1.5)}
TWICE = 200  # an inch of Difficult Ground, in per cent
TALL_WALL = 500  # two inches more to climb it, for the half inch that a line is wide
LOW_WALL, CLIMBABLE = inches(1), inches(2)
WALLS = ("wall", "fence", "sandbags")
WIDE_DITCH = inches(2)


@rule(
    "sotr.terrain.classes",
    "sotr.terrain.by-troop",
    "sotr.terrain.open-list",
    "sotr.terrain.woods",
    "sotr.terrain.brush",
    "sotr.terrain.rubble",
    "sotr.terrain.rubble-conflict",
    "sotr.terrain.razorwire",
    "sotr.terrain.tank-traps",
    "sotr.terrain.wall",
)
def ground_class(piece: Piece, mover: str, options: Options) -> str:
    """Whether a piece is Open, Difficult or Impassable to a kind of mover; whatever is not listed is Open."""
    if "impassable" in piece.traits:
        return IMPASSABLE
    if "building" in piece.traits:
        return OPEN if mover == "infantry" else IMPASSABLE
    if piece.kind == "hill":
        return hillside(piece, mover, options)
    if piece.kind == "trench" and wide_ditch(piece):
        return OPEN if mover == "mecha" else IMPASSABLE
    if piece.kind in WALLS and piece.height > LOW_WALL:
        return _tall_wall(piece, mover)
    row = terrain_rows(options).get(piece.kind)
    if row is None:
        return OPEN
    if piece.kind in RUBBLE and options.rubble_table == "intro":
        row = options.tables.terrain["rubble-intro"]
    return row.to(mover)


@rule("sotr.terrain.hills", "sotr.terrain.hills-agree", "sotr.terrain.impassable-list")
def hillside(piece: Piece, mover: str, options: Options) -> str:
    """Hills slope and are Open, unless the map marks this one's sides as rough (impassable ones are known already)."""
    return DIFFICULT if "rough" in piece.traits else terrain_rows(options)["hill"].to(mover)


@rule("sotr.gap.tall-obstacles", "sotr.terrain.impassable-list")
def _tall_wall(piece: Piece, mover: str) -> str:
    """Walls above an inch: infantry and mecha climb them up to two inches; nobody beyond that."""
    return DIFFICULT if piece.height <= CLIMBABLE and mover in {"infantry", "mecha"} else IMPASSABLE


@cache
@rule("sotr.gap.tall-obstacles", "sotr.terrain.ditch")
def wide_ditch(piece: Piece) -> bool:
    """Whether a ditch is more than two inches wide."""
    corners = piece.outline
    edges = list(zip(corners, corners[1:] + corners[:1], strict=True))
    lengths = [isqrt((bx - ax) ** 2 + (by - ay) ** 2) for (ax, ay), (bx, by) in edges]
    turns = [
        (bx - ax) * (cy - by) - (by - ay) * (cx - bx)
        for (ax, ay), (bx, by), (cx, cy) in zip(
            corners, corners[1:] + corners[:1], corners[2:] + corners[:2], strict=True
        )
    ]
    if all(turn >= 0 for turn in turns) or all(turn <= 0 for turn in turns):
        return min(
            max(abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) for x, y in corners) // max(1, length)
            for ((ax, ay), (bx, by)), length in zip(edges, lengths, strict=True)
        ) > WIDE_DITCH  # fmt: skip
    # A ditch with bends: as wide as a straight one of the same area and the same length around.
    area = abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in edges)) // 2
    half = sum(lengths) // 2
    return (half - isqrt(max(0, half * half - 4 * area))) // 2 > WIDE_DITCH


@rule(
    "sotr.terrain.difficult-cost",
    "sotr.terrain.ex-difficult",
    "sotr.terrain.difficult-list",
    "sotr.terrain.impassable-effect",
    "sotr.terrain.open-effect",
    "sotr.gap.buildings",
    "sotr.terrain.obstacles",
)
def going(piece: Piece, card: Card, options: Options) -> int:
    """What a piece does to a unit that moves: a cost in per cent of an inch, or that it may not be entered.

    A line is taken for half an inch of its ground; a wall that has to be climbed costs two inches more.
    """
    if card.size == "titanic":
        return _titanic(piece, options)
    found = ground_class(piece, card.mover, options)
    if found == IMPASSABLE and "all-terrain" in card.traits and "building" not in piece.traits:
        return TWICE
    if found == IMPASSABLE:
        return WALLED if card.mover != "infantry" else BARRED
    if found == DIFFICULT and piece.kind in WALLS and piece.height > LOW_WALL:
        return TALL_WALL
    return TWICE if found == DIFFICULT else FREE


@rule("sotr.terrain.titanic-ignores", "sotr.gap.buildings")
def _titanic(piece: Piece, options: Options) -> int:
    """A Titanic model walks over everything; whether it may end its move on a building is a switch."""
    return LEFT if "building" in piece.traits and not options.titanic_stops_on_buildings else FREE


def passage(state: Battle, card: Card) -> Ints:
    """What each piece on the table does to a unit that moves."""
    options = state.options
    big, free = card.size == "titanic", "all-terrain" in card.traits
    key = ("sotr going", card.mover, big, free, options.rubble_table, options.titanic_stops_on_buildings, options.cells)
    return state.ground.each(key, lambda piece: going(piece, card, options))


@rule("sotr.gap.elevation")
def height_of(piece: Piece) -> int:
    """How high a piece is, for being looked over: buildings four inches a storey."""
    if "building" in piece.traits:
        return STOREY * max(1, piece.floors)
    return HEIGHTS.get(piece.kind, piece.height)


# What a kind of piece does to sight; the others go by their traits.
_BY_KIND = {
    "woods": SightEffect(flat.AREA, SOFT, DEPTH),
    "brush": SightEffect(flat.VEIL, SOFT, DEPTH),
    "hedge": SightEffect(flat.THICKET, SOFT),
    "crops": SightEffect(flat.VEIL, SOFT),
    "hill": SightEffect(flat.AREA),
    "wreck": SightEffect(flat.LOW, HARD),
    "bunker": SightEffect(flat.ROOM, PILLBOX, AT_THE_WALL),
    "building": SightEffect(flat.ROOM, HARD, AT_THE_WALL),
}
_LINES = {"wall", "fence", "sandbags", "tank-trap"}


@cache
@rule(
    "sotr.los.woods-depth",
    "sotr.los.woods-through",
    "sotr.cover.kinds",
    "sotr.terrain.hills-large",
    "sotr.terrain.hills-titanic",
    "sotr.terrain.woods-large",
    "sotr.terrain.woods-titanic",
)
def sight_effect(piece: Piece) -> SightEffect:
    """What a piece does to sight, and which cover it gives."""
    if "burnt" in piece.traits:
        return SightEffect()
    if piece.kind in _BY_KIND:
        return _BY_KIND[piece.kind]
    if piece.kind in _LINES:
        return SightEffect(flat.SOLID if piece.height > CLIMBABLE else flat.LOW, HARD)
    return SightEffect(flat.VEIL, HARD) if "hard" in piece.traits else SightEffect()  # rubble, rocks, craters, trenches


__all__ = ["INCH", "STOREY", "going", "ground_class", "height_of", "passage", "sight_effect"]
