"""Columns: bodies that go one after another. In which order they can, who hangs on whom at the end, all of it at once."""

import numpy as np

from .bodies import BEARING, RADIUS, X, Y
from .kernel import Ints, borrow, hold, kernel
from .measure_kernels import gap
from .path_kernels import first_overlap, near_box, swept_gap

# What is said of a whole column: whether something is amiss, whether a marked piece is near an end, how many hang together.
AMISS, BY_PIECE, HANGING = 0, 1, 2


@kernel
def middle_of(bodies: Ints, rows: Ints) -> int:
    """The row nearest the middle of these; of several the lowest."""
    count = len(rows)
    middle_x, middle_y, best, found = 0, 0, -1, -1
    for place in range(count):
        middle_x += bodies[rows[place], X]
        middle_y += bodies[rows[place], Y]
    for place in range(count):
        row = rows[place]
        off_x, off_y = bodies[row, X] * count - middle_x, bodies[row, Y] * count - middle_y
        off = off_x * off_x + off_y * off_y
        if found < 0 or off < best or (off == best and row < found):
            best, found = off, row
    return int(found)


@kernel
def linked(bodies: Ints, one: int, other: int, reach: int) -> bool:
    """Whether two bodies are no farther apart than this."""
    most = reach + bodies[one, RADIUS] + bodies[other, RADIUS] + 10  # corners are rounded
    dx, dy = bodies[one, X] - bodies[other, X], bodies[one, Y] - bodies[other, Y]
    return bool(dx * dx + dy * dy <= most * most and gap(bodies, one, bodies, other) <= reach)


@kernel
def hanging(bodies: Ints, rows: Ints, hub: int, wide: Ints, near: int, far: int) -> Ints:
    """Which of these rows hang on a hub: 1 for itself and who is in touch with it, 2 for who is by one of these, else 0.

    Two are in touch within `near`, two that are both `wide` within `far`. A hub below zero is the one nearest the middle.
    """
    count = len(rows)
    out = np.zeros(count, dtype=np.int64)
    if hub < 0:
        hub = middle_of(bodies, rows)
    at = 0
    for place in range(count):
        if rows[place] == hub:
            at = place
    out[at] = 1
    for place in range(count):
        if place != at and linked(bodies, hub, rows[place], far if wide[place] and wide[at] else near):
            out[place] = 1
    for place in range(count):
        if out[place]:
            continue
        for by in range(count):
            if by != at and out[by] == 1:
                if linked(bodies, rows[by], rows[place], far if wide[place] and wide[by] else near):
                    out[place] = 2
                    break
    return out


@kernel
def boxed(points: Ints, first: int, last: int, margin: int, x: int, y: int) -> bool:
    """Whether a point lies inside the box around a way, with a margin."""
    left, right, upper, lower = points[first, 0], points[first, 0], points[first, 1], points[first, 1]
    for point in range(first + 1, last):
        left, right = min(left, points[point, 0]), max(right, points[point, 0])
        upper, lower = min(upper, points[point, 1]), max(lower, points[point, 1])
    return bool(left - margin < x < right + margin and upper - margin < y < lower + margin)


@kernel
def stays(points: Ints, first: int, last: int) -> bool:
    """Whether a way leads nowhere."""
    for point in range(first + 1, last):
        if points[point, 0] != points[first, 0] or points[point, 1] != points[first, 1]:
            return False
    return True


@kernel
def goes_alike(starts: Ints, points: Ints) -> bool:
    """Whether all ways are the same straight one."""
    for place in range(len(starts) - 1):
        first = starts[place]
        if starts[place + 1] - first != 2:
            return False
        if (
            points[first + 1, 0] - points[first, 0] != points[1, 0] - points[0, 0]
            or points[first + 1, 1] - points[first, 1] != points[1, 1] - points[0, 1]
        ):
            return False
    return True


@kernel
def ways_touched(bodies: Ints, movers: Ints, starts: Ints, points: Ints, large: Ints, apart: bool) -> Ints:
    """Which large bodies each way could touch, where they stand or where they end: 1 for each, by mover.

    With `apart`, large bodies that move themselves do not count.
    """
    out = np.zeros((len(movers), len(large)), dtype=np.int64)
    for place in range(len(large)):
        other = large[place]
        moves = -1
        for mover in range(len(movers)):
            if movers[mover] == other:
                moves = mover
        if moves >= 0 and apart:
            continue
        x, y = bodies[other, X], bodies[other, Y]
        end_x, end_y = x, y
        if moves >= 0:
            end_x, end_y = points[starts[moves + 1] - 1, 0], points[starts[moves + 1] - 1, 1]
        for mover in range(len(movers)):
            first, last = starts[mover], starts[mover + 1]
            if mover == moves or stays(points, first, last):
                continue
            margin = bodies[movers[mover], RADIUS] + bodies[other, RADIUS]
            if boxed(points, first, last, margin, x, y) or boxed(points, first, last, margin, end_x, end_y):
                out[mover, place] = 1
    return out


@kernel
def passes_through(bodies: Ints, row: int, points: Ints, first: int, last: int, other: int) -> bool:
    """Whether a body would pass through another on its way; one that it starts on is let off."""
    for point in range(first, last - 1):
        ax, ay, bx, by = points[point, 0], points[point, 1], points[point + 1, 0], points[point + 1, 1]
        if swept_gap(bodies, row, other, ax, ay, bx, by) == 0:
            return bool(gap(bodies, row, bodies, other) > 0)
    return False


@kernel
def in_order(
    bodies: Ints, movers: Ints, starts: Ints, points: Ints, bearings: Ints, large: Ints, apart: bool
) -> Ints:  # fmt: skip
    """An order in which all can go their ways, and nobody passes through a large body: places among the movers.

    Who has gone stands at the end of his way. If there is no such order the last two numbers are the first row that
    cannot go and whom it would pass through; they are -1 if there is one. With `apart`, large bodies that move
    themselves are in nobody's way.
    """
    points_ = borrow(points)
    touched = ways_touched(bodies, movers, starts, points_, large, apart)
    if touched.sum() == 0:
        order = np.arange(len(movers) + 2)
        order[len(movers) :] = -1
        return order
    count = len(movers)
    own = bodies.copy()
    now = borrow(own)
    gone = np.zeros(count, dtype=np.int64)
    out = np.full(count + 2, -1, dtype=np.int64)
    for turn in range(count):
        found, stuck, met = -1, -1, -1
        for place in range(count):
            if gone[place]:
                continue
            first_met = -1
            for number in range(len(large)):
                if touched[place, number] and passes_through(
                    now, movers[place], points_, starts[place], starts[place + 1], large[number]
                ):
                    first_met = large[number]
                    break
            if first_met < 0:
                found = place
                break
            if stuck < 0:
                stuck, met = movers[place], first_met
        if found < 0:
            out[count], out[count + 1] = stuck, met
            break
        gone[found] = 1
        out[turn] = found
        row, last = movers[found], starts[found + 1] - 1
        now[row, X], now[row, Y] = points[last, 0], points[last, 1]
        if bearings[found] >= 0:
            now[row, BEARING] = bearings[found]
    hold(own)
    hold(points)
    return out


@kernel
def ends_near(bodies: Ints, final: Ints, movers: Ints, margin: int, pieces: Ints, marked: Ints) -> bool:
    """Whether somebody who goes or turns ends near the box around a marked piece."""
    for place in range(len(movers)):
        row = movers[place]
        x, y = final[row, X], final[row, Y]
        if x == bodies[row, X] and y == bodies[row, Y] and final[row, BEARING] == bodies[row, BEARING]:
            continue
        for piece in range(len(pieces)):
            if marked[piece] and near_box(x, y, x, y, max(margin, bodies[row, RADIUS]), pieces, piece):
                return True
    return False


@kernel
def column(
    bodies: Ints, movers: Ints, starts: Ints, points: Ints, bearings: Ints, large: Ints, apart: bool, men: Ints, hub: int,
    wide: Ints, near: int, far: int, margin: int, pieces: Ints, marked: Ints,
) -> tuple[int, int, int]:  # fmt: skip
    """What is to be said of a column as a whole: AMISS, BY_PIECE and HANGING.

    Something is amiss where two movers end on each other or no order lets all of them go. With `apart` and the same
    straight way for all, movers are not in one another's way.
    """
    final = bodies.copy()
    for place in range(len(movers)):
        row, last = movers[place], starts[place + 1] - 1
        final[row, X], final[row, Y] = points[last, 0], points[last, 1]
        if bearings[place] >= 0:
            final[row, BEARING] = bearings[place]
    bodies_, final_ = borrow(bodies), borrow(final)
    amiss = first_overlap(final_, movers)[0] >= 0
    if not amiss and len(large):
        alike = apart and goes_alike(starts, points)
        amiss = in_order(bodies_, movers, starts, points, bearings, large, alike)[len(movers)] >= 0
    by_piece = ends_near(bodies_, final_, movers, margin, pieces, marked)
    count = 0
    if len(men):
        found = hanging(final_, men, hub, wide, near, far)
        for place in range(len(men)):
            count += found[place] > 0
    hold(bodies)
    hold(final)
    return int(amiss), int(by_piece), count
