"""The ground under those who stand or walk somewhere: what holds them, what covers them, what hinders their ways."""

import numpy as np

from .bodies import RADIUS, X, Y
from .ground import CLASS, CLOSED, COUNT, FIRST, PIT, STOPS
from .kernel import Ints, borrow, hold, kernel
from .line_kernels import met
from .measure_kernels import gap_to_piece, in_ring
from .path_kernels import near_box
from .ray_kernels import stands_in, touches
from .sight_kernels import crosses


@kernel
def held_in(bodies: Ints, rows: Ints, edges: Ints, pieces: Ints, marked: Ints) -> Ints:
    """The first marked area that each of some bodies has its middle in; -1 for none."""
    out = np.full(len(rows), -1, dtype=np.int64)
    for place in range(len(rows)):
        x, y = bodies[rows[place], X], bodies[rows[place], Y]
        for piece in range(len(pieces)):
            if marked[piece] == 0 or pieces[piece, CLOSED] == 0 or not near_box(x, y, x, y, 0, pieces, piece):
                continue
            if in_ring(edges, pieces[piece, FIRST], pieces[piece, COUNT], x, y):
                out[place] = piece
                break
    return out


@kernel
def sheltered(bodies: Ints, rows: Ints, edges: Ints, pieces: Ints, hug: int) -> Ints:
    """The best class of cover that each of some bodies stands in, or no farther from than `hug`; only in a pit itself."""
    out = np.zeros(len(rows), dtype=np.int64)
    bodies_, edges_, pieces_ = borrow(bodies), borrow(edges), borrow(pieces)
    for place in range(len(rows)):
        row = rows[place]
        x, y, best = bodies_[row, X], bodies_[row, Y], 0
        for piece in range(len(pieces_)):
            offers = pieces_[piece, CLASS]
            if offers <= best or not near_box(x, y, x, y, hug + bodies_[row, RADIUS], pieces_, piece):
                continue
            first, count, closed = pieces_[piece, FIRST], pieces_[piece, COUNT], pieces_[piece, CLOSED] != 0
            if pieces_[piece, STOPS] == PIT:
                if closed and in_ring(edges_, first, count, x, y):
                    best = offers
            elif gap_to_piece(bodies_, row, edges_, first, count, closed) <= hug:
                best = offers
        out[place] = best
    hold(bodies)
    hold(edges)
    hold(pieces)
    return out


@kernel
def covered(bodies: Ints, places: Ints, edges: Ints, pieces: Ints) -> int:
    """How many of some bodies would stand in an area with a class of cover, or at such a line: rows of (body, x, y, ...)."""
    moved = bodies.copy()
    count = 0
    for place in range(len(places)):
        row = places[place, 0]
        moved[row, X], moved[row, Y] = places[place, 1], places[place, 2]
        for piece in range(len(pieces)):
            if pieces[piece, CLASS] == 0:
                continue
            if pieces[piece, CLOSED] != 0:
                found = stands_in(moved, row, edges, pieces, piece)
            else:
                found = touches(moved, row, edges, pieces, piece)
            if found:
                count += 1
                break
    return count


@kernel
def hindrances(legs: Ints, edges: Ints, pieces: Ints, met_marks: Ints, crossed_marks: Ints) -> Ints:
    """For each straight way (x, y, to x, to y): the marks of all pieces that it meets, and of those whose edge it crosses.

    A way meets what it crosses or begins in. Marks are bits; those of one way are put together.
    """
    out = np.zeros(len(legs), dtype=np.int64)
    for leg in range(len(legs)):
        ax, ay, bx, by = legs[leg, 0], legs[leg, 1], legs[leg, 2], legs[leg, 3]
        if ax == bx and ay == by:
            continue
        for piece in range(len(pieces)):
            if met_marks[piece] | crossed_marks[piece] == 0 or not near_box(ax, ay, bx, by, 0, pieces, piece):
                continue
            first, count = pieces[piece, FIRST], pieces[piece, COUNT]
            if met_marks[piece] != 0:
                begins_in = pieces[piece, CLOSED] != 0 and in_ring(edges, first, count, ax, ay)
                if begins_in or crosses(ax, ay, bx, by, edges, first, count):
                    out[leg] |= met_marks[piece]
            if crossed_marks[piece] != 0 and met(ax, ay, bx, by, edges, first, count)[0] > 0:
                out[leg] |= crossed_marks[piece]
    return out
