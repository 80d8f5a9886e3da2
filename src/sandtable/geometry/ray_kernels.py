"""One line of sight: where it ends, what stands near it, and what it meets.

From the eye of a viewer (the middle of its base, at its full height) nine lines run to the middle and the rim of the
target's base, at half the target's height. A line is *cut* where it meets something that stops it, and *covered* where it
passes something that gives a cover class without stopping it.

Everything is counted in whole numbers: a line crosses an edge if cross products change sign, and its height there is
compared after multiplying out. Lines are cast in a direction-independent way, so that a line and its reverse cross the
same edges.
"""

import numpy as np

from .angle import heading, round_div
from .bodies import BEARING, GROUND, HALF_LENGTH, HALF_WIDTH, HEIGHT, RADIUS, X, Y
from .ground import (
    AREA,
    CLASS,
    CLOSED,
    COUNT,
    DEPTH,
    FIRST,
    LOW,
    MIDDLE_X,
    MIDDLE_Y,
    OPEN,
    REACH_X,
    REACH_Y,
    SOLID,
    STOPS,
    TOP,
    VEIL,
)
from .kernel import Ints, inlined, kernel
from .measure_kernels import corner, in_ring, root_up, square_to_segment

WHOLE = 1 << 20  # places on a line are counted in these parts of its length
TOUCH = 100  # a base this near to a low obstacle touches it


@kernel
def aim_point(bodies: Ints, row: int, ray: int) -> tuple[int, int]:
    """Where on a base a line ends: 0 its middle, 1 to 8 its rim, clockwise from its front."""
    x, y = bodies[row, X], bodies[row, Y]
    if ray == 0:
        return x, y
    if bodies[row, HALF_LENGTH] == 0:
        dx, dy = heading(bodies[row, BEARING] + (ray - 1) * 450)
        radius = bodies[row, RADIUS]
        return x + round_div(dx * radius, 1 << 20), y + round_div(dy * radius, 1 << 20)
    step = ray - 1
    length = bodies[row, HALF_LENGTH] if step in (0, 1, 7) else (-bodies[row, HALF_LENGTH] if step in (3, 4, 5) else 0)
    width = bodies[row, HALF_WIDTH] if step in (1, 2, 3) else (-bodies[row, HALF_WIDTH] if step in (5, 6, 7) else 0)
    front_x, front_y = heading(bodies[row, BEARING])
    return (
        x + round_div(front_x * length - front_y * width, 1 << 20),
        y + round_div(front_y * length + front_x * width, 1 << 20),
    )


@kernel
def aim_points(bodies: Ints, targets: Ints) -> Ints:
    """Where the lines to each target end: an array of [target, ray, (x, y)]."""
    points = np.empty((len(targets), 9, 2), dtype=np.int64)
    for place in range(len(targets)):
        for ray in range(9):
            points[place, ray, 0], points[place, ray, 1] = aim_point(bodies, targets[place], ray)
    return points


@kernel
def stands_in(bodies: Ints, row: int, edges: Ints, pieces: Ints, piece: int) -> bool:
    """Whether the middle of a body lies inside a closed piece of terrain."""
    if pieces[piece, CLOSED] == 0:
        return False
    x, y = bodies[row, X], bodies[row, Y]
    if abs(x - pieces[piece, MIDDLE_X]) > pieces[piece, REACH_X]:
        return False
    if abs(y - pieces[piece, MIDDLE_Y]) > pieces[piece, REACH_Y]:
        return False
    return in_ring(edges, pieces[piece, FIRST], pieces[piece, COUNT], x, y)


@kernel
def touches(bodies: Ints, row: int, edges: Ints, pieces: Ints, piece: int) -> bool:
    """Whether a body stands at a low obstacle, close enough to shoot over it."""
    x, y, near = bodies[row, X], bodies[row, Y], bodies[row, RADIUS] + TOUCH
    if abs(x - pieces[piece, MIDDLE_X]) > pieces[piece, REACH_X] + near:
        return False
    if abs(y - pieces[piece, MIDDLE_Y]) > pieces[piece, REACH_Y] + near:
        return False
    first = pieces[piece, FIRST]
    for edge in range(first, first + pieces[piece, COUNT]):
        if square_to_segment(x, y, edges[edge, 0], edges[edge, 1], edges[edge, 2], edges[edge, 3]) <= near * near:
            return True
    return False


@kernel
def standing(bodies: Ints, viewer: int, edges: Ints, pieces: Ints, where: Ints) -> None:
    """Note for each piece whether the viewer stands in it (areas) or at it (low obstacles)."""
    for piece in range(len(pieces)):
        stops = pieces[piece, STOPS]
        if stops in (AREA, VEIL):
            where[piece] = stands_in(bodies, viewer, edges, pieces, piece)
        elif stops == LOW:
            where[piece] = touches(bodies, viewer, edges, pieces, piece)
        else:
            where[piece] = 0


@kernel
def gather_pieces(
    sx: int,
    sy: int,
    tx: int,
    ty: int,
    lowest: int,
    length: int,
    wide: int,
    edges: Ints,
    pieces: Ints,
    near: Ints,
    near_edges: Ints,
) -> int:
    """Collect the pieces, and of those the edges, that a line within `wide` of s-t could meet.

    What only stands in the way counts if it is higher than `lowest`, the lower end of the line. `near` gets rows (piece,
    first and last place in `near_edges`); the result is how many.
    """
    dx, dy = tx - sx, ty - sy
    margin = wide * length
    left, right = min(sx, tx) - wide, max(sx, tx) + wide
    upper, lower = min(sy, ty) - wide, max(sy, ty) + wide
    count, filled = 0, 0
    for piece in range(len(pieces)):
        stops = pieces[piece, STOPS]
        if stops == OPEN or (pieces[piece, TOP] <= lowest and stops not in (AREA, VEIL)):
            continue
        mx, my = pieces[piece, MIDDLE_X], pieces[piece, MIDDLE_Y]
        rx, ry = pieces[piece, REACH_X], pieces[piece, REACH_Y]
        if mx + rx < left or mx - rx > right or my + ry < upper or my - ry > lower:
            continue
        off_line = abs(dx * (my - sy) - dy * (mx - sx))
        if off_line > margin + rx * abs(dy) + ry * abs(dx):
            continue
        begin = filled
        first = pieces[piece, FIRST]
        for edge in range(first, first + pieces[piece, COUNT]):
            side_a = dx * (edges[edge, 1] - sy) - dy * (edges[edge, 0] - sx)
            side_b = dx * (edges[edge, 3] - sy) - dy * (edges[edge, 2] - sx)
            if (side_a > margin and side_b > margin) or (side_a < -margin and side_b < -margin):
                continue
            near_edges[filled] = edge
            filled += 1
        near[count, 0], near[count, 1], near[count, 2] = piece, begin, filled
        count += 1
    return count


@kernel
def meet_piece(
    sx: int, sy: int, sz: int, px: int, py: int, pz: int,
    edges: Ints, near_edges: Ints, begin: int, end: int, stops: int, top: int, depth: int, inside: int, place_it: bool,
) -> tuple[int, int]:  # fmt: skip
    """What one line meets at one piece: (0 nothing, 1 its cover, 2 it is cut), and where in 1/WHOLE of the line.

    Where costs a division, so it is left at 0 unless `place_it` asks for it or a depth needs it.
    """
    rx, ry, rise = px - sx, py - sy, pz - sz
    # Orientation makes a line and its reverse cross the same edges when they pass exactly through a vertex.
    orient = 1 if (sx < px or (sx == px and sy < py)) else -1
    crossings, low_crossings, nearest, farthest = 0, 0, 1 << 20, 0
    for place in range(begin, end):
        edge = near_edges[place]
        ax, ay, bx, by = edges[edge, 0], edges[edge, 1], edges[edge, 2], edges[edge, 3]
        side_a = orient * (rx * (ay - sy) - ry * (ax - sx))
        side_b = orient * (rx * (by - sy) - ry * (bx - sx))
        if (side_a > 0) == (side_b > 0):
            continue
        ex, ey = bx - ax, by - ay
        from_eye = ex * (sy - ay) - ey * (sx - ax)
        from_end = ex * (py - ay) - ey * (px - ax)
        if (from_eye > 0) == (from_end > 0):
            continue
        num, den = abs(from_eye), abs(from_eye - from_end)
        below = (sz - top) * den + rise * num < 0
        where = (num << 20) // den if place_it or depth >= 0 else 0
        if stops in (AREA, VEIL):
            crossings += 1
            low_crossings += below
            nearest, farthest = min(nearest, where), max(farthest, where)
        elif below:
            return (2 if stops == SOLID else 1), where
    if stops not in (AREA, VEIL):
        return 0, 0
    starts_in = 1 if inside else 0
    ends_in = (crossings + starts_in) % 2
    if crossings - starts_in - ends_in >= 2 and low_crossings > 0:
        return (2 if stops == AREA else 1), farthest  # in at one side and out at the other, somewhere on the way
    if depth >= 0:
        length = root_up(rx * rx + ry * ry)
        if starts_in and crossings == 0 and length > depth:
            return 2, (depth << 20) // length
        if starts_in and crossings > 0 and length * nearest > depth << 20:
            return 2, nearest
        if ends_in and crossings > 0 and length * ((1 << 20) - farthest) > depth << 20:
            return 2, farthest
    return ends_in, farthest


@kernel
def meet_screen(
    sx: int, sy: int, sz: int, px: int, py: int, pz: int, bodies: Ints, row: int
) -> tuple[bool, int]:  # fmt: skip
    """Whether a body stands in a line, and where in 1/WHOLE of the line."""
    top = bodies[row, GROUND] + bodies[row, HEIGHT]
    rx, ry, rise = px - sx, py - sy, pz - sz
    if bodies[row, HALF_LENGTH] == 0:
        along = (bodies[row, X] - sx) * rx + (bodies[row, Y] - sy) * ry
        whole = rx * rx + ry * ry
        radius = bodies[row, RADIUS]
        if along <= 0 or along >= whole:
            return False, 0
        if square_to_segment(bodies[row, X], bodies[row, Y], sx, sy, px, py) >= radius * radius:
            return False, 0
        where = (along << 20) // whole
        return ((sz - top) << 20) + rise * where < 0, where
    for index in range(4):
        ax, ay = corner(bodies, row, index)
        bx, by = corner(bodies, row, (index + 1) % 4)
        side_a = rx * (ay - sy) - ry * (ax - sx)
        side_b = rx * (by - sy) - ry * (bx - sx)
        if (side_a > 0) == (side_b > 0):
            continue
        ex, ey = bx - ax, by - ay
        from_eye = ex * (sy - ay) - ey * (sx - ax)
        from_end = ex * (py - ay) - ey * (px - ax)
        if (from_eye > 0) == (from_end > 0):
            continue
        num, den = abs(from_eye), abs(from_eye - from_end)
        if (sz - top) * den + rise * num < 0:
            return True, (num << 20) // den
    return False, 0


@kernel
def gather_screens(
    sx: int, sy: int, tx: int, ty: int, length: int, wide: int, bodies: Ints, groups: Ints, viewer: int, target: int,
    screens: Ints, near: Ints,
) -> int:  # fmt: skip
    """Collect the bodies that could stand in a line within `wide` of s-t; those of the two groups themselves never do."""
    dx, dy = tx - sx, ty - sy
    count = 0
    for row in screens:
        if groups[row] == groups[viewer] or groups[row] == groups[target]:
            continue
        reach = bodies[row, RADIUS] + wide
        qx, qy = bodies[row, X] - sx, bodies[row, Y] - sy
        if abs(dx * qy - dy * qx) > reach * length:
            continue
        along = dx * qx + dy * qy
        if along < -reach * length or along > (length + reach) * length:
            continue
        near[count] = row
        count += 1
    return count


@kernel
def scratch(pieces: Ints, edges: Ints, screens: Ints) -> tuple[Ints, Ints, Ints, Ints]:
    """Room for one pair at a time: where the viewer stands; pieces, edges and screens near the line."""
    return (
        np.zeros(len(pieces), dtype=np.int64),
        np.empty((len(pieces), 3), dtype=np.int64),
        np.empty(len(edges), dtype=np.int64),
        np.empty(len(screens), dtype=np.int64),
    )


@inlined
def see(
    bodies: Ints, viewer: int, target: int, ends: Ints, place: int, where: Ints, edges: Ints, pieces: Ints,
    groups: Ints, screens: Ints, screen_class: int, once: bool, near: Ints, near_edges: Ints, near_screens: Ints,
) -> tuple[int, int, int, int]:  # fmt: skip
    """One pair: lines that arrive, lines that arrive uncovered, best cover class met, and the last thing that cut.

    `ends` is what `aim_points` gave and `place` the target's place in it. With `once` it stops at the first line that
    arrives. What cut is a piece, or len(pieces) + a body's row.
    """
    sx, sy = bodies[viewer, X], bodies[viewer, Y]
    sz = bodies[viewer, GROUND] + bodies[viewer, HEIGHT]
    tx, ty = bodies[target, X], bodies[target, Y]
    tz = bodies[target, GROUND] + bodies[target, HEIGHT] // 2
    wide = bodies[target, RADIUS] + 1
    length = root_up((tx - sx) * (tx - sx) + (ty - sy) * (ty - sy))
    count = gather_pieces(sx, sy, tx, ty, min(sz, tz), length, wide, edges, pieces, near, near_edges)
    blocking = gather_screens(sx, sy, tx, ty, length, wide, bodies, groups, viewer, target, screens, near_screens)
    if count == 0 and blocking == 0:
        return 9, 9, 0, -1
    arrived, uncovered, best, cut_by = 0, 0, 0, -1
    for ray in range(9):
        px, py = ends[place, ray, 0], ends[place, ray, 1]
        covered, cut = 0, False
        for item in range(count):
            piece = near[item, 0]
            met, _ = meet_piece(
                sx, sy, sz, px, py, tz, edges, near_edges, near[item, 1], near[item, 2],
                pieces[piece, STOPS], pieces[piece, TOP], pieces[piece, DEPTH], where[piece], False,
            )  # fmt: skip
            if met == 2:
                cut, cut_by, covered = True, piece, pieces[piece, CLASS]
                for column in range(3):  # what cut this line is asked first about the next
                    near[0, column], near[item, column] = near[item, column], near[0, column]
                break
            if met == 1 and not (pieces[piece, STOPS] == LOW and where[piece] != 0):
                covered = max(covered, pieces[piece, CLASS])
        if not cut:
            for item in range(blocking):
                hit, _ = meet_screen(sx, sy, sz, px, py, tz, bodies, near_screens[item])
                if hit:
                    cut, cut_by, covered = True, len(pieces) + near_screens[item], max(covered, screen_class)
                    break
        best = max(best, covered)
        if not cut:
            arrived += 1
            if covered == 0:
                uncovered += 1
            if once:
                break
    return arrived, uncovered, best, cut_by
