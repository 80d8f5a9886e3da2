"""Pieces of terrain as every rulebook takes them: which are stood on, which are roads, how high the ground is."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from sandtable.geometry import ground as flat
from sandtable.geometry.height_kernels import heights
from sandtable.geometry.kernel import Ints, ints
from sandtable.geometry.units import inches
from sandtable.play.moves import Point
from sandtable.play.state import State
from sandtable.table.ground import ground
from sandtable.table.remembered import Remembered
from sandtable.table.terrain import Piece


class Feature(NamedTuple):
    """What a kind of terrain is to lines of sight, which cover it gives, and whether it is rough ground."""

    stops: int
    cover: int
    rough: bool = False


NO_COVER, SOFT, HARD = 0, 1, 2

# What kinds of our maps are where a book says no more than soft and hard cover: a crater is soft, a trench and rocks hard.
USUAL = {
    "woods": Feature(flat.AREA, SOFT, rough=True),
    "smoke": Feature(flat.AREA, SOFT),
    "crops": Feature(flat.VEIL, SOFT),
    "brush": Feature(flat.VEIL, SOFT, rough=True),
    "rocks": Feature(flat.VEIL, HARD, rough=True),
    "ruin": Feature(flat.SOLID, HARD, rough=True),
    "building": Feature(flat.SOLID, HARD),
    "bunker": Feature(flat.SOLID, HARD),
    "wreck": Feature(flat.SOLID, HARD),
    "hill": Feature(flat.SOLID, NO_COVER),
    "wall": Feature(flat.LOW, HARD),
    "sandbags": Feature(flat.LOW, HARD),
    "tank-trap": Feature(flat.LOW, HARD),
    "hedge": Feature(flat.LOW, SOFT),
    "fence": Feature(flat.LOW, SOFT),
    "wire": Feature(flat.OPEN, NO_COVER),
    "trench": Feature(flat.PIT, HARD),
    "crater": Feature(flat.PIT, SOFT, rough=True),
    "rough": Feature(flat.OPEN, NO_COVER, rough=True),
    "water": Feature(flat.OPEN, NO_COVER, rough=True),
    "road": Feature(flat.OPEN, NO_COVER),
}


def top_of(piece: Piece, floor: int) -> int:
    """How high a piece stands: as its map has it, a building at least as high as its floors and the sill above them."""
    return max(piece.height, floor * piece.floors + inches(0.5)) if is_building(piece) else piece.height


def is_building(piece: Piece) -> bool:
    """Whether a piece is entered by doors and windows."""
    return "building" in piece.traits


def _stood_on(terrain: tuple[Piece, ...]) -> Ints:
    return ground(terrain).each("raised", lambda piece: int("raised" in piece.traits))


_raised = Remembered(_stood_on)


def raised(state: State[Any, Any]) -> Ints:
    """Which pieces are stood on, not in: hills."""
    return _raised(state.terrain)


def roads(state: State[Any, Any]) -> Ints:
    """Which pieces are roads."""
    return state.ground.each("road", lambda piece: int(piece.kind == "road"))


def heights_of_ground(state: State[Any, Any], points: Sequence[Point]) -> list[int]:
    """How high the ground is at some points: hills are stood on."""
    ground = state.ground
    if not points or not ground.has("raised"):
        return [0] * len(points)
    found: list[int] = heights(ints(points), ground.edges, ground.pieces, raised(state)).tolist()
    return found


def middle_of(points: Sequence[Point]) -> Point:
    """The mean of some points: corners of an outline, or places of figures."""
    if not points:
        return 0, 0
    xs, ys = zip(*points, strict=True)
    return sum(xs) // len(xs), sum(ys) // len(ys)
