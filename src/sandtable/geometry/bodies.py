"""The columns of a body: a base on the table, a disc or an oriented rectangle, with heights.

A body is a row of an integer array, so that a kernel takes all figures of a battle in one argument.
"""

from collections.abc import Sequence
from math import isqrt

from .kernel import Ints, ints

X, Y = 0, 1
BEARING = 2
RADIUS = 3  # of a disc; of the circle around a rectangle
HALF_LENGTH = 4  # 0 for a disc
HALF_WIDTH = 5
GROUND = 6  # how high the ground or floor is that it stands on
HEIGHT = 7  # of the figure itself
COLUMNS = 8

OFF_TABLE = -1_000_000  # the X and Y of whatever is not on the table


def disc(x: int, y: int, radius: int, *, bearing: int = 0, ground: int = 0, height: int = 0) -> list[int]:
    """The row of a round base."""
    return [x, y, bearing, radius, 0, 0, ground, height]


def rectangle(
    x: int, y: int, length: int, width: int, *, bearing: int = 0, ground: int = 0, height: int = 0
) -> list[int]:
    """The row of a hull: its length runs along its bearing."""
    half_length, half_width = length // 2, width // 2
    around = (isqrt(4 * (half_length**2 + half_width**2)) + 1) // 2  # the nearest whole number to the root
    return [x, y, bearing, around, half_length, half_width, ground, height]


def stack(rows: Sequence[Sequence[int]]) -> Ints:
    """Rows as the array that kernels take."""
    return ints(rows).reshape(len(rows), COLUMNS)
