"""Templates: which figures lie under a blast or a jet of flame."""

from typing import NamedTuple

from sandtable.geometry.angle import ahead, directions
from sandtable.geometry.bodies import rectangle, stack
from sandtable.geometry.kernel import Ints
from sandtable.geometry.template_kernels import CENTRED, TOUCHED, circle, square
from sandtable.table.layout import Layout
from sandtable.table.terrain import Point


class Under(NamedTuple):
    """The figures under a template: with any part of their base, and with its middle."""

    touched: tuple[int, ...]
    centred: tuple[int, ...]


def _found(layout: Layout, under: Ints) -> Under:
    rows = [(row, int(code)) for row, code in enumerate(under.tolist()) if code and layout.on_table(row)]
    return Under(
        tuple(row for row, code in rows if code >= TOUCHED), tuple(row for row, code in rows if code == CENTRED)
    )


def under_circle(layout: Layout, middle: Point, radius: int) -> Under:
    """Who lies under a circle."""
    return _found(layout, circle(layout.bodies, *middle, radius))


def under_square(layout: Layout, middle: Point, length: int, width: int, bearing: int = 0) -> Under:
    """Who lies under a square or a strip that runs along a bearing."""
    return _found(layout, square(layout.bodies, stack([rectangle(*middle, length, width, bearing=bearing)])))


def scattered(aimed: Point, face: int, faces: int, distance: int) -> Point:
    """Where a shot lands that strays so far in the direction a die shows: 1 is north, and on clockwise."""
    x, y = ahead(*aimed, directions(faces)[face - 1], distance)
    return int(x), int(y)
