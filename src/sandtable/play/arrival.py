"""How a march ends, and where it passes: what a rulebook needs to carry it out."""

from collections.abc import Sequence
from itertools import pairwise
from math import isqrt
from typing import NamedTuple

from sandtable.geometry.bodies import BEARING
from sandtable.geometry.kernel import Ints, ints
from sandtable.geometry.way_kernels import arrivals
from sandtable.table.ground import Ground
from sandtable.table.layout import Layout, rows

from .moves import Point
from .walks import March


class Arrival(NamedTuple):
    """Where marchers end: rows of (figure, x, y, bearing, ground), and how far the one goes who goes farthest.

    `legs` has (x, y, to x, to y) of each, if everybody goes straight.
    """

    places: tuple[tuple[int, int, int, int, int], ...]
    longest: int
    legs: Ints | None


def arrival(made: March, layout: Layout, ground: Ground, raised: Ints) -> Arrival:
    """How a march ends: everybody faces as told, else the way he went; `raised` marks the pieces that are stood on."""
    walks = made.walks
    legs = ints([(*points[-2], *points[-1]) if len(points := walk.points) > 1 else points[0] * 2 for walk in walks])
    bearings = layout.bodies[rows(tuple([walk.figure for walk in walks])), BEARING]
    found = arrivals(legs, bearings, ground.edges, ground.pieces, raised).tolist()
    face = made.face
    places = tuple(
        [
            (walk.figure, *walk.points[-1], bearing if face is None else face, height)
            for walk, (bearing, _, height) in zip(walks, found, strict=True)
        ]
    )
    if max([len(walk.points) for walk in walks], default=0) < 3:
        return Arrival(places, isqrt(max([row[1] for row in found], default=0)), legs)
    return Arrival(places, max(sum(_length(a, b) for a, b in pairwise(walk.points)) for walk in walks), None)


def along(points: Sequence[Point], share: int, whole: int) -> tuple[Point, int]:
    """Where one is after share/whole of a path, and after how many of its points."""
    if len(points) == 2:  # as nearly all are
        (ax, ay), (bx, by) = points
        return (ax + (bx - ax) * share // whole, ay + (by - ay) * share // whole), 1
    lengths = [_length(a, b) for a, b in pairwise(points)]
    left = sum(lengths) * share // whole
    for place, length in enumerate(lengths):
        if left <= length and length:
            (ax, ay), (bx, by) = points[place], points[place + 1]
            return (ax + (bx - ax) * left // length, ay + (by - ay) * left // length), place + 1
        left -= length
    return points[-1], len(points)


def _length(a: Point, b: Point) -> int:
    return isqrt((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2)
