"""How high the ground is, and whether a way stays inside pieces of it."""

import numpy as np

from .ground import COUNT, FIRST, TOP
from .kernel import Ints, kernel
from .measure_kernels import (
    in_ring,
    segments_cross,
)
from .path_kernels import near_box


@kernel
def height_at(x: int, y: int, edges: Ints, pieces: Ints, raised: Ints) -> int:
    """How high the ground is at a point: the top of the highest piece marked in `raised` that it lies in."""
    best = 0
    for piece in range(len(pieces)):
        if raised[piece] and pieces[piece, TOP] > best and near_box(x, y, x, y, 0, pieces, piece):
            if in_ring(edges, pieces[piece, FIRST], pieces[piece, COUNT], x, y):
                best = pieces[piece, TOP]
    return best


@kernel
def heights(points: Ints, edges: Ints, pieces: Ints, raised: Ints) -> Ints:
    """How high the ground is at each of several points."""
    out = np.zeros(len(points), dtype=np.int64)
    for point in range(len(points)):
        out[point] = height_at(points[point, 0], points[point, 1], edges, pieces, raised)
    return out


@kernel
def inside_all_the_way(points: Ints, edges: Ints, pieces: Ints, chosen: Ints) -> bool:
    """Whether every leg of a polyline lies inside some one piece marked in `chosen` (a road, say)."""
    for point in range(len(points) - 1):
        ax, ay, bx, by = points[point, 0], points[point, 1], points[point + 1, 0], points[point + 1, 1]
        held = False
        for piece in range(len(pieces)):
            if not chosen[piece] or not near_box(ax, ay, bx, by, 0, pieces, piece):
                continue
            first, count = pieces[piece, FIRST], pieces[piece, COUNT]
            if not (in_ring(edges, first, count, ax, ay) and in_ring(edges, first, count, bx, by)):
                continue
            crossed = False
            for edge in range(first, first + count):
                if segments_cross(ax, ay, bx, by, edges[edge, 0], edges[edge, 1], edges[edge, 2], edges[edge, 3]):
                    crossed = True
                    break
            if not crossed:
                held = True
                break
        if not held:
            return False
    return True
