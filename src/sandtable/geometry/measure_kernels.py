"""Distances between bases, hulls and terrain.

A gap is measured from edge to edge and rounded up to the next thousandth: so `gap <= limit` is exact for every whole
limit, and a target a hair beyond 12 inches is beyond 12 inches. "At least" is then lenient by less than a thousandth.
"""

import math

import numpy as np

from .angle import heading, round_div
from .bodies import BEARING, HALF_LENGTH, HALF_WIDTH, RADIUS, X, Y
from .kernel import Ints, kernel


@kernel
def root_up(square: int) -> int:
    """The smallest integer whose square is at least this."""
    if square <= 0:
        return 0
    root = int(math.sqrt(square))  # only a first guess: the loops below make it exact
    while root * root >= square:
        root -= 1
    while root * root < square:
        root += 1
    return root


@kernel
def near_on_segment(px: int, py: int, ax: int, ay: int, bx: int, by: int) -> tuple[int, int]:
    """The point of the segment ab nearest to p, rounded to thousandths."""
    dx, dy = bx - ax, by - ay
    along = (px - ax) * dx + (py - ay) * dy
    if along <= 0:
        return ax, ay
    whole = dx * dx + dy * dy
    if along >= whole:
        return bx, by
    return ax + round_div(dx * along, whole), ay + round_div(dy * along, whole)


@kernel
def square_to_segment(px: int, py: int, ax: int, ay: int, bx: int, by: int) -> int:
    """The squared distance from p to the segment ab."""
    qx, qy = near_on_segment(px, py, ax, ay, bx, by)
    return (px - qx) * (px - qx) + (py - qy) * (py - qy)


@kernel
def segments_cross(ax: int, ay: int, bx: int, by: int, cx: int, cy: int, dx: int, dy: int) -> bool:
    """Whether the segments ab and cd have a point in common."""
    abc = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    abd = (bx - ax) * (dy - ay) - (by - ay) * (dx - ax)
    cda = (dx - cx) * (ay - cy) - (dy - cy) * (ax - cx)
    cdb = (dx - cx) * (by - cy) - (dy - cy) * (bx - cx)
    if ((abc > 0) != (abd > 0)) and ((cda > 0) != (cdb > 0)) and abc != abd:
        return True
    return (
        (abc == 0 and _between(ax, ay, bx, by, cx, cy))
        or (abd == 0 and _between(ax, ay, bx, by, dx, dy))
        or (cda == 0 and _between(cx, cy, dx, dy, ax, ay))
        or (cdb == 0 and _between(cx, cy, dx, dy, bx, by))
    )


@kernel
def _between(ax: int, ay: int, bx: int, by: int, px: int, py: int) -> bool:
    """Whether p, known to lie on the line ab, lies between its ends."""
    return min(ax, bx) <= px <= max(ax, bx) and min(ay, by) <= py <= max(ay, by)


@kernel
def square_between_segments(ax: int, ay: int, bx: int, by: int, cx: int, cy: int, dx: int, dy: int) -> int:
    """The squared distance between two segments; 0 if they cross."""
    if segments_cross(ax, ay, bx, by, cx, cy, dx, dy):
        return 0
    return min(
        min(square_to_segment(ax, ay, cx, cy, dx, dy), square_to_segment(bx, by, cx, cy, dx, dy)),
        min(square_to_segment(cx, cy, ax, ay, bx, by), square_to_segment(dx, dy, ax, ay, bx, by)),
    )


@kernel
def in_ring(edges: Ints, first: int, count: int, px: int, py: int) -> bool:
    """Whether a point lies inside the closed ring of these edges."""
    inside = False
    for edge in range(first, first + count):
        ay, by = edges[edge, 1], edges[edge, 3]
        if (ay > py) != (by > py):
            ax, bx = edges[edge, 0], edges[edge, 2]
            side = (bx - ax) * (py - ay) - (by - ay) * (px - ax)
            if (side > 0) == (by > ay):
                inside = not inside
    return inside


@kernel
def corner(bodies: Ints, row: int, index: int) -> tuple[int, int]:
    """A corner of a rectangular body: 0 front right, 1 rear right, 2 rear left, 3 front left."""
    front_x, front_y = heading(bodies[row, BEARING])
    length = bodies[row, HALF_LENGTH] if index in (0, 3) else -bodies[row, HALF_LENGTH]
    width = bodies[row, HALF_WIDTH] if index in (0, 1) else -bodies[row, HALF_WIDTH]
    # The right-hand side of a heading (fx, fy) is (-fy, fx), since y grows downwards.
    return (
        bodies[row, X] + round_div(front_x * length - front_y * width, 1 << 20),
        bodies[row, Y] + round_div(front_y * length + front_x * width, 1 << 20),
    )


@kernel
def in_rectangle(bodies: Ints, row: int, px: int, py: int) -> bool:
    """Whether a point lies on or inside a rectangular body."""
    for index in range(4):
        ax, ay = corner(bodies, row, index)
        bx, by = corner(bodies, row, (index + 1) % 4)
        if (bx - ax) * (py - ay) - (by - ay) * (px - ax) < 0:
            return False
    return True


@kernel
def square_to_rectangle(bodies: Ints, row: int, px: int, py: int) -> int:
    """The squared distance from a point to a rectangular body; 0 inside it."""
    if in_rectangle(bodies, row, px, py):
        return 0
    best = 1 << 62
    for index in range(4):
        ax, ay = corner(bodies, row, index)
        bx, by = corner(bodies, row, (index + 1) % 4)
        best = min(best, square_to_segment(px, py, ax, ay, bx, by))
    return best


@kernel
def gap_to_point(bodies: Ints, row: int, px: int, py: int) -> int:
    """From a point to the edge of a body; 0 on or inside it."""
    if bodies[row, HALF_LENGTH] == 0:
        dx, dy = bodies[row, X] - px, bodies[row, Y] - py
        return max(0, root_up(dx * dx + dy * dy) - bodies[row, RADIUS])
    return root_up(square_to_rectangle(bodies, row, px, py))


@kernel
def gap(bodies: Ints, row: int, others: Ints, other: int) -> int:
    """From edge to edge of two bodies; 0 if they touch or overlap."""
    first_round = bodies[row, HALF_LENGTH] == 0
    second_round = others[other, HALF_LENGTH] == 0
    if first_round:
        return max(0, gap_to_point(others, other, bodies[row, X], bodies[row, Y]) - bodies[row, RADIUS])
    if second_round:
        return max(0, gap_to_point(bodies, row, others[other, X], others[other, Y]) - others[other, RADIUS])
    if in_rectangle(bodies, row, others[other, X], others[other, Y]) or in_rectangle(
        others, other, bodies[row, X], bodies[row, Y]
    ):
        return 0
    best = 1 << 62
    for index in range(4):
        ax, ay = corner(bodies, row, index)
        bx, by = corner(bodies, row, (index + 1) % 4)
        for against in range(4):
            cx, cy = corner(others, other, against)
            dx, dy = corner(others, other, (against + 1) % 4)
            best = min(best, square_between_segments(ax, ay, bx, by, cx, cy, dx, dy))
    return root_up(best)


@kernel
def nearest(bodies: Ints, ones: Ints, others: Ints) -> tuple[int, int, int]:
    """The smallest gap between two groups of rows, and the two rows that have it; (-1, -1, -1) if one is empty."""
    best, best_one, best_other = -1, -1, -1
    for one in ones:
        for other in others:
            if best >= 0:
                # The circles around both are a lower bound, and cheap.
                reach = best + bodies[one, RADIUS] + bodies[other, RADIUS]
                dx, dy = bodies[one, X] - bodies[other, X], bodies[one, Y] - bodies[other, Y]
                if dx * dx + dy * dy >= reach * reach:
                    continue
            between = gap(bodies, one, bodies, other)
            if best < 0 or between < best:
                best, best_one, best_other = between, one, other
    return best, best_one, best_other


@kernel
def nearest_each(bodies: Ints, ones: Ints, others: Ints) -> Ints:
    """The gap from each body of one group to the nearest of the other."""
    out = np.empty(len(ones), dtype=np.int64)
    for one in range(len(ones)):
        out[one], _, _ = nearest(bodies, ones[one : one + 1], others)
    return out


@kernel
def gaps(bodies: Ints, ones: Ints, others: Ints) -> Ints:
    """The gap from each body of one group to each of the other."""
    out = np.empty((len(ones), len(others)), dtype=np.int64)
    for one in range(len(ones)):
        for other in range(len(others)):
            out[one, other] = gap(bodies, ones[one], bodies, others[other])
    return out


@kernel
def gap_to_piece(bodies: Ints, row: int, edges: Ints, first: int, count: int, closed: bool) -> int:
    """From the edge of a body to a polygon (0 inside it) or a line of edges."""
    x, y = bodies[row, X], bodies[row, Y]
    if closed and in_ring(edges, first, count, x, y):
        return 0
    best = 1 << 62
    if bodies[row, HALF_LENGTH] == 0:
        for edge in range(first, first + count):
            best = min(best, square_to_segment(x, y, edges[edge, 0], edges[edge, 1], edges[edge, 2], edges[edge, 3]))
        return max(0, root_up(best) - bodies[row, RADIUS])
    if in_rectangle(bodies, row, edges[first, 0], edges[first, 1]):
        return 0
    for index in range(4):
        ax, ay = corner(bodies, row, index)
        bx, by = corner(bodies, row, (index + 1) % 4)
        for edge in range(first, first + count):
            best = min(
                best,
                square_between_segments(ax, ay, bx, by, edges[edge, 0], edges[edge, 1], edges[edge, 2], edges[edge, 3]),
            )
    return root_up(best)


@kernel
def near_points(bodies: Ints, rows: Ints, points: Ints, reach: int) -> Ints:
    """Who is no farther than this from which points: an array of [point, row], 1 for whoever is."""
    out = np.zeros((len(points), len(rows)), dtype=np.int64)
    for point in range(len(points)):
        x, y = points[point, 0], points[point, 1]
        for place in range(len(rows)):
            row = rows[place]
            if abs(bodies[row, X] - x) <= reach + bodies[row, RADIUS] and gap_to_point(bodies, row, x, y) <= reach:
                out[point, place] = 1
    return out
