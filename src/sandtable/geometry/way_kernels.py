"""Straight ways: what they meet, where one is on them, and what becomes of those who have gone them."""

import numpy as np

from .angle import bearing_to, in_arc
from .bodies import X, Y
from .ground import CLOSED, COUNT, FIRST
from .height_kernels import height_at
from .kernel import Ints, kernel
from .measure_kernels import in_ring
from .path_kernels import near_box
from .sight_kernels import crosses


@kernel
def arrivals(legs: Ints, bearings: Ints, edges: Ints, pieces: Ints, raised: Ints) -> Ints:
    """For each leg (x, y, to x, to y): the bearing at its end, the square of its length, the height of the ground there.

    Who does not move keeps his bearing.
    """
    out = np.empty((len(legs), 3), dtype=np.int64)
    went_x, went_y, bearing = 0, 0, 0
    for leg in range(len(legs)):
        dx, dy = legs[leg, 2] - legs[leg, 0], legs[leg, 3] - legs[leg, 1]
        out[leg, 1] = dx * dx + dy * dy
        if dx == 0 and dy == 0:
            out[leg, 0] = bearings[leg]
        else:
            if dx != went_x or dy != went_y:  # mostly everybody goes the same way
                went_x, went_y, bearing = dx, dy, bearing_to(dx, dy)
            out[leg, 0] = bearing
        out[leg, 2] = height_at(legs[leg, 2], legs[leg, 3], edges, pieces, raised)
    return out


@kernel
def stages(legs: Ints, first: int, whole: int) -> Ints:
    """Where those who go straight are after `first` to `whole` parts of their way: [part, mover, (x, y)]."""
    out = np.empty((whole - first + 1, len(legs), 2), dtype=np.int64)
    for part in range(first, whole + 1):
        for leg in range(len(legs)):
            for axis in range(2):
                gone = legs[leg, axis + 2] - legs[leg, axis]
                out[part - first, leg, axis] = legs[leg, axis] + gone * part // whole
    return out


@kernel
def pieces_met(ax: int, ay: int, bx: int, by: int, edges: Ints, pieces: Ints) -> Ints:
    """Which pieces a straight way crosses or begins in: 1 for each that it does."""
    out = np.zeros(len(pieces), dtype=np.int64)
    for piece in range(len(pieces)):
        if not near_box(ax, ay, bx, by, 0, pieces, piece):
            continue
        first, count = pieces[piece, FIRST], pieces[piece, COUNT]
        begins_in = pieces[piece, CLOSED] != 0 and in_ring(edges, first, count, ax, ay)
        out[piece] = int(begins_in or crosses(ax, ay, bx, by, edges, first, count))
    return out


@kernel
def any_met(legs: Ints, edges: Ints, pieces: Ints, marked: Ints) -> bool:
    """Whether any of several straight ways (x, y, to x, to y) crosses or begins in a marked piece; who stays meets none."""
    for leg in range(len(legs)):
        ax, ay, bx, by = legs[leg, 0], legs[leg, 1], legs[leg, 2], legs[leg, 3]
        if ax == bx and ay == by:
            continue
        for piece in range(len(pieces)):
            if marked[piece] == 0 or not near_box(ax, ay, bx, by, 0, pieces, piece):
                continue
            first, count = pieces[piece, FIRST], pieces[piece, COUNT]
            if pieces[piece, CLOSED] != 0 and in_ring(edges, first, count, ax, ay):
                return True
            if crosses(ax, ay, bx, by, edges, first, count):
                return True
    return False


@kernel
def moments(
    legs: Ints, lengths: Ints, bearings: Ints, distances: Ints, edges: Ints, pieces: Ints, raised: Ints
) -> Ints:
    """Where those who go straight are once each has gone so far: [distance, mover, (x, y, bearing, ground)].

    Whoever has arrived waits for the others.
    """
    out = np.empty((len(distances), len(legs), 4), dtype=np.int64)
    for moment in range(len(distances)):
        for leg in range(len(legs)):
            x, y = legs[leg, 2], legs[leg, 3]
            if distances[moment] < lengths[leg]:
                x = legs[leg, 0] + (x - legs[leg, 0]) * distances[moment] // lengths[leg]
                y = legs[leg, 1] + (y - legs[leg, 1]) * distances[moment] // lengths[leg]
            out[moment, leg, 0], out[moment, leg, 1], out[moment, leg, 2] = x, y, bearings[leg]
            out[moment, leg, 3] = height_at(x, y, edges, pieces, raised)
    return out


@kernel
def ahead_of(bodies: Ints, viewer: int, bearing: int, half_width: int, targets: Ints) -> Ints:
    """Those of some bodies whose middle lies in an arc before a viewer."""
    out = np.empty(len(targets), dtype=np.int64)
    found = 0
    for place in range(len(targets)):
        row = targets[place]
        if in_arc(bearing, half_width, bodies[row, X] - bodies[viewer, X], bodies[row, Y] - bodies[viewer, Y]):
            out[found] = row
            found += 1
    return out[:found]
