"""Pieces of terrain as every rulebook takes them: which are stood on, which are roads, how high the ground is."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from sandtable.geometry.height_kernels import heights
from sandtable.geometry.kernel import Ints, ints
from sandtable.play.moves import Point
from sandtable.play.state import State
from sandtable.table.terrain import Piece


class Feature(NamedTuple):
    """What a kind of terrain is to lines of sight, which cover it gives, and whether it is rough ground."""

    stops: int
    cover: int
    rough: bool = False


def is_building(piece: Piece) -> bool:
    """Whether a piece is entered by doors and windows."""
    return "building" in piece.traits


def raised(state: State[Any, Any]) -> Ints:
    """Which pieces are stood on, not in: hills."""
    return state.ground.each("raised", lambda piece: int("raised" in piece.traits))


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
    count = max(1, len(points))
    return sum(x for x, _ in points) // count, sum(y for _, y in points) // count
