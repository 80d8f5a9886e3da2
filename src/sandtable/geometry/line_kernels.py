"""Single lines: what one body sees of another along the straight line between the middles of their bases.

What stands in the way is judged by its top. *Solid* terrain stops a line if it is higher than both ends, and so does a
*line* of terrain; thick ground (`AREA`) is seen through up to a depth, counted over all of it that a line passes. Whatever
holds one of the two ends stops nothing, except by that depth. Bodies of other groups stop a line if they are no smaller than
the larger of the two. Whoever stands high looks over what does not reach up to his feet, unless it is close to the other
end. Cover is the best class of what the target stands in or behind; what the viewer stands in, or close against, gives none.
"""

import numpy as np

from .bodies import GROUND, HALF_LENGTH, HEIGHT, RADIUS, X, Y
from .ground import (
    AREA,
    CLASS,
    CLOSED,
    COUNT,
    FIRST,
    LOW,
    MIDDLE_X,
    MIDDLE_Y,
    OPEN,
    PIT,
    REACH_X,
    REACH_Y,
    SOLID,
    STOPS,
    TOP,
)
from .kernel import Ints, borrow, hold, kernel
from .measure_kernels import gap, gap_to_point, in_ring, root_up, square_to_segment
from .path_kernels import near_box, segment_gap
from .ray_kernels import touches

WHOLE = 1 << 20  # places on a line are counted in these parts of its length

# What is said of a pair.
GAP, SEEN, COVER, CUT_BY = 0, 1, 2, 3
SAID = 4
TOO_FAR = -2  # instead of what cut the line: it is too long to be looked along


@kernel
def met(sx: int, sy: int, tx: int, ty: int, edges: Ints, first: int, count: int) -> tuple[int, int, int, int]:
    """Where a line crosses these edges: how often, the first and the last place, and signed places for `within`.

    The places of crossings into a ring and out of it have opposite signs; their sum has the sign of the first one.
    """
    rx, ry = tx - sx, ty - sy
    # Orientation makes a line and its reverse cross the same edges when they pass exactly through a vertex.
    orient = 1 if (sx < tx or (sx == tx and sy < ty)) else -1
    crossings, nearest, farthest, signed, sign = 0, WHOLE, 0, 0, 1
    for edge in range(first, first + count):
        ax, ay, bx, by = edges[edge, 0], edges[edge, 1], edges[edge, 2], edges[edge, 3]
        side_a = orient * (rx * (ay - sy) - ry * (ax - sx))
        side_b = orient * (rx * (by - sy) - ry * (bx - sx))
        if (side_a > 0) == (side_b > 0):
            continue
        ex, ey = bx - ax, by - ay
        from_s, from_t = ex * (sy - ay) - ey * (sx - ax), ex * (ty - ay) - ey * (tx - ax)
        if (from_s > 0) == (from_t > 0):
            continue
        place = (abs(from_s) << 20) // abs(from_s - from_t)
        way = 1 if side_a > 0 else -1
        if place < nearest or crossings == 0:
            nearest, sign = place, way
        farthest = max(farthest, place)
        signed += way * place
        crossings += 1
    return crossings, nearest, farthest, signed * sign


@kernel
def within(crossings: int, signed: int, starts_in: bool) -> int:
    """How much of a line lies inside a ring, in parts of its length."""
    if starts_in:
        return signed if crossings % 2 == 1 else signed + WHOLE  # the first crossing leads out
    return WHOLE - signed if crossings % 2 == 1 else -signed  # the first crossing leads in


@kernel
def looks_over(top: int, level: int, off_end: int, near: int) -> bool:
    """Whether somebody at this level looks over what is so far from the other end of his line."""
    return level > 0 and top <= level and off_end > near


@kernel
def misses_box(sx: int, sy: int, tx: int, ty: int, pieces: Ints, piece: int) -> bool:
    """Whether a line, however long, passes the box around a piece."""
    rx, ry = tx - sx, ty - sy
    off = rx * (pieces[piece, MIDDLE_Y] - sy) - ry * (pieces[piece, MIDDLE_X] - sx)
    return bool(abs(off) > abs(rx) * pieces[piece, REACH_Y] + abs(ry) * pieces[piece, REACH_X])


@kernel
def body_between(
    bodies: Ints, viewer: int, target: int, groups: Ints, sizes: Ints, near: int
) -> int:  # fmt: skip
    """The first body of another group that stands on a line and is no smaller than the larger of its ends; -1 if none."""
    sx, sy, tx, ty = bodies[viewer, X], bodies[viewer, Y], bodies[target, X], bodies[target, Y]
    large = max(sizes[viewer], sizes[target])
    for row in range(len(bodies)):
        if sizes[row] <= 0 or sizes[row] < large or groups[row] == groups[viewer] or groups[row] == groups[target]:
            continue
        reach = bodies[row, RADIUS]
        x, y = bodies[row, X], bodies[row, Y]
        if x < min(sx, tx) - reach or x > max(sx, tx) + reach or y < min(sy, ty) - reach or y > max(sy, ty) + reach:
            continue
        if bodies[row, HALF_LENGTH] == 0:
            if square_to_segment(x, y, sx, sy, tx, ty) >= reach * reach:
                continue
        elif segment_gap(bodies, row, sx, sy, tx, ty) > 0:
            continue
        top, from_viewer, from_target = (
            bodies[row, GROUND] + bodies[row, HEIGHT],
            bodies[viewer, GROUND],
            bodies[target, GROUND],
        )
        if from_viewer > 0 and looks_over(top, from_viewer, gap(bodies, row, bodies, target), near):
            continue
        if from_target > 0 and looks_over(top, from_target, gap(bodies, row, bodies, viewer), near):
            continue
        return row
    return -1


@kernel
def cast(
    bodies: Ints, viewer: int, target: int, edges: Ints, pieces: Ints, groups: Ints, sizes: Ints, depth: int, near: int
) -> tuple[int, int]:  # fmt: skip
    """One line: the class of cover that the target has, and what cuts the line (a piece, or a body counted on from them)."""
    sx, sy, tx, ty = bodies[viewer, X], bodies[viewer, Y], bodies[target, X], bodies[target, Y]
    highest = max(bodies[viewer, GROUND] + bodies[viewer, HEIGHT], bodies[target, GROUND] + bodies[target, HEIGHT])
    length = root_up((tx - sx) * (tx - sx) + (ty - sy) * (ty - sy))
    cover, thick = 0, 0
    for piece in range(len(pieces)):
        stops = pieces[piece, STOPS]
        if stops == OPEN or not near_box(sx, sy, tx, ty, 0, pieces, piece):
            continue
        if misses_box(sx, sy, tx, ty, pieces, piece):
            continue
        first, count, top = pieces[piece, FIRST], pieces[piece, COUNT], pieces[piece, TOP]
        closed = pieces[piece, CLOSED] != 0
        holds_viewer = closed and in_ring(edges, first, count, sx, sy)
        holds_target = closed and in_ring(edges, first, count, tx, ty)
        if stops == PIT:
            if holds_target and not holds_viewer:
                cover = max(cover, pieces[piece, CLASS])
            continue
        crossings, nearest, farthest, signed = met(sx, sy, tx, ty, edges, first, count)
        if crossings == 0 and not holds_target:
            continue
        if not holds_target and not holds_viewer and (bodies[viewer, GROUND] > 0 or bodies[target, GROUND] > 0):
            off_target = gap_to_point(
                bodies, target, sx + ((tx - sx) * farthest >> 20), sy + ((ty - sy) * farthest >> 20)
            )
            if looks_over(top, bodies[viewer, GROUND], off_target, near):
                continue
            off_viewer = gap_to_point(
                bodies, viewer, sx + ((tx - sx) * nearest >> 20), sy + ((ty - sy) * nearest >> 20)
            )
            if looks_over(top, bodies[target, GROUND], off_viewer, near):
                continue
        if stops in (SOLID, LOW) and top > highest and not holds_viewer and not holds_target:
            return cover, piece
        if stops == AREA:
            thick += length * within(crossings, signed, holds_viewer)
            if thick >> 20 > depth:  # exactly so deep is seen through, however places are rounded
                return cover, piece
        if stops == LOW and touches(bodies, viewer, edges, pieces, piece):
            continue
        if holds_viewer and (not holds_target or stops == SOLID):
            continue
        cover = max(cover, pieces[piece, CLASS])
    body = body_between(bodies, viewer, target, groups, sizes, near)
    return cover, -1 if body < 0 else len(pieces) + body


@kernel
def lines(
    bodies: Ints, viewers: Ints, targets: Ints, reach: int, edges: Ints, pieces: Ints, groups: Ints, sizes: Ints,
    depth: int, near: int,
) -> Ints:  # fmt: skip
    """All pairs of two groups that are no farther apart than `reach`: an array of [viewer, target, what is said]."""
    out = np.zeros((len(viewers), len(targets), SAID), dtype=np.int64)
    bodies_, edges_, pieces_, groups_, sizes_ = (
        borrow(bodies), borrow(edges), borrow(pieces), borrow(groups), borrow(sizes)
    )  # fmt: skip
    for one in range(len(viewers)):
        for two in range(len(targets)):
            between = gap(bodies_, viewers[one], bodies_, targets[two])
            out[one, two, GAP] = between
            if between > reach:
                out[one, two, CUT_BY] = TOO_FAR
                continue
            cover, cutter = cast(
                bodies_, viewers[one], targets[two], edges_, pieces_, groups_, sizes_, depth, near
            )  # fmt: skip
            out[one, two, SEEN], out[one, two, COVER], out[one, two, CUT_BY] = cutter < 0, cover, cutter
    hold(bodies)
    hold(edges)
    hold(pieces)
    hold(groups)
    hold(sizes)
    return out


@kernel
def contacts(bodies: Ints, sides: Ints, touch: int) -> Ints:
    """The pairs of bodies of different sides that are no farther apart than `touch`, on the same floor: rows of two."""
    found = np.empty((len(bodies) * 8, 2), dtype=np.int64)
    count = 0
    for one in range(len(bodies)):
        if sides[one] < 0 or bodies[one, X] < 0:
            continue
        for other in range(one + 1, len(bodies)):
            if sides[other] < 0 or sides[other] == sides[one] or count >= len(found):
                continue
            reach = bodies[one, RADIUS] + bodies[other, RADIUS] + touch
            dx, dy = bodies[one, X] - bodies[other, X], bodies[one, Y] - bodies[other, Y]
            if abs(dx) > reach or abs(dy) > reach or abs(bodies[one, GROUND] - bodies[other, GROUND]) >= 3000:
                continue
            if gap(bodies, one, bodies, other) <= touch:
                found[count, 0], found[count, 1] = one, other
                count += 1
    return found[:count].copy()
