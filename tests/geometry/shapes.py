"""Random shapes for property tests, and the same shapes for shapely, which serves as the oracle."""

from typing import Any

import numpy as np
from hypothesis import strategies as st
from shapely.geometry import LineString, Point, Polygon

from sandtable.geometry.bodies import HALF_LENGTH, RADIUS, X, Y, disc, rectangle, stack
from sandtable.geometry.ground import Outline, flatten
from sandtable.geometry.kernel import Ints
from sandtable.geometry.measure_kernels import corner

WIDTH, DEPTH = 72_000, 48_000

coordinates = st.tuples(st.integers(0, WIDTH), st.integers(0, DEPTH))
bearings = st.integers(0, 3599)

discs = st.builds(
    lambda at, radius: disc(at[0], at[1], radius, height=1200), coordinates, st.sampled_from([400, 500, 787, 1181])
)
hulls = st.builds(
    lambda at, length, width, bearing: rectangle(at[0], at[1], length, width, bearing=bearing, height=1900),
    coordinates,
    st.integers(1500, 6000),
    st.integers(800, 3000),
    bearings,
)
bodies = st.one_of(discs, hulls)


@st.composite
def polygons(draw: st.DrawFn) -> list[tuple[int, int]]:
    """A star-shaped polygon of three to eight corners."""
    x, y = draw(coordinates)
    corners = draw(st.integers(3, 8))
    radii = [draw(st.integers(600, 5000)) for _ in range(corners)]
    angles = [2 * np.pi * place / corners for place in range(corners)]
    return [
        (round(x + radius * np.cos(angle)), round(y + radius * np.sin(angle)))
        for radius, angle in zip(radii, angles, strict=True)
    ]


def as_shapely(rows: Ints, row: int) -> Any:
    """A body as shapely knows it."""
    if rows[row, HALF_LENGTH] == 0:
        return Point(int(rows[row, X]), int(rows[row, Y])).buffer(int(rows[row, RADIUS]), quad_segs=256)
    return Polygon([tuple(map(int, corner(rows, row, index))) for index in range(4)])


def ring(outline: Outline, top: int = 3000) -> tuple[Ints, Ints]:
    """One closed piece as kernels read it."""
    return flatten([(outline, True, top)])


def turned(row: list[int], quarters: int) -> list[int]:
    """A body turned about the origin by right angles, clockwise as seen with y down."""
    x, y, bearing, *rest = row
    for _ in range(quarters):
        x, y, bearing = -y, x, (bearing + 900) % 3600
    return [x, y, bearing, *rest]


def moved(row: list[int], dx: int, dy: int) -> list[int]:
    """A body moved."""
    return [row[0] + dx, row[1] + dy, *row[2:]]


__all__ = ["LineString", "Point", "Polygon", "as_shapely", "bodies", "coordinates", "polygons", "ring", "stack"]
