"""Fans: many lines from one eye across the whole width of a base, for rules that ask how much of a model is hidden.

From the middle of a viewer's base `RAYS` lines run to points spread evenly over the width of the target's base, square to
the line between the two. A line is *cut* by what stops it; a line that meets hard cover counts as hidden by it whether it
is cut or not. Terrain is looked over from a base that stands `OVER` above its top, at either end.

A body has a rank: an ordinary one; a large one, which only woods, hills, buildings and the like hide; a titanic one, which
nothing hides and for which nothing hides others.
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
    ROOM,
    SOLID,
    STOPS,
    THICKET,
    TOP,
    VEIL,
)
from .kernel import Ints, borrow, hold, kernel
from .measure_kernels import gap_to_piece, root_up, segments_cross
from .ray_kernels import gather_pieces, meet_screen, stands_in

RAYS = 33
CLOSE = 1000  # cover this near to the viewer, and not to the target, is none
OVER = 2000
ORDINARY, LARGE, TITANIC = 0, 1, 2
SOFT, HARD = 1, 2  # cover classes; whatever is above HARD is something one stands in

# What is said of a pair: lines that arrive, lines that meet hard cover, whether soft cover is met, the highest class above
# HARD that the target stands in, and the last thing that cut a line (a piece, or len(pieces) + a body's row; -1 nothing).
CLEAR, HIDDEN, SOFTLY, WITHIN, CUT_BY = 0, 1, 2, 3, 4
SAID = 5


@kernel
def half_width(bodies: Ints, row: int, dx: int, dy: int, length: int) -> int:
    """Half the width of a base as it is seen along (dx, dy)."""
    if bodies[row, HALF_LENGTH] == 0 or length == 0:
        return bodies[row, RADIUS]
    front_x, front_y = heading(bodies[row, BEARING])
    across = abs(front_x * dy - front_y * dx) * bodies[row, HALF_LENGTH]
    along = abs(front_x * dx + front_y * dy) * bodies[row, HALF_WIDTH]
    return (across + along) // (length << 20)


@kernel
def fan_point(bodies: Ints, viewer: int, target: int, ray: int) -> tuple[int, int]:
    """Where a line of the fan ends."""
    dx, dy = bodies[target, X] - bodies[viewer, X], bodies[target, Y] - bodies[viewer, Y]
    length = root_up(dx * dx + dy * dy)
    if length == 0:
        return bodies[target, X], bodies[target, Y]
    wide = half_width(bodies, target, dx, dy, length) * (2 * ray - RAYS + 1)
    whole = length * (RAYS - 1)
    return bodies[target, X] - round_div(dy * wide, whole), bodies[target, Y] + round_div(dx * wide, whole)


@kernel
def crossings_of(
    sx: int, sy: int, px: int, py: int, edges: Ints, near_edges: Ints, begin: int, end: int
) -> tuple[int, int, int]:  # fmt: skip
    """How often a line crosses some edges, and where first and last, in 1/2**20 of its length."""
    rx, ry = px - sx, py - sy
    orient = 1 if (sx < px or (sx == px and sy < py)) else -1
    count, first, last = 0, 1 << 20, 0
    for place in range(begin, end):
        edge = near_edges[place]
        ax, ay, bx, by = edges[edge, 0], edges[edge, 1], edges[edge, 2], edges[edge, 3]
        side_a = orient * (rx * (ay - sy) - ry * (ax - sx))
        side_b = orient * (rx * (by - sy) - ry * (bx - sx))
        if (side_a > 0) == (side_b > 0):
            continue
        ex, ey = bx - ax, by - ay
        from_eye, from_end = ex * (sy - ay) - ey * (sx - ax), ex * (py - ay) - ey * (px - ax)
        if (from_eye > 0) == (from_end > 0):
            continue
        where = (abs(from_eye) << 20) // abs(from_eye - from_end)
        count, first, last = count + 1, min(first, where), max(last, where)
    return count, first, last


@kernel
def through_area(
    crossed: int, first: int, last: int, length: int, depth: int, starts_in: int, reach_in: int, reach_out: int
) -> tuple[bool, bool]:
    """Whether an area stops a line, and whether the line ends in it: seen into and out of to a depth, never across.

    `reach_in` and `reach_out` are what the bases at its ends add to the depth; below 0 an end is not held up at all.
    """
    ends_in = (crossed + starts_in) % 2
    if crossed - starts_in - ends_in >= 2:
        return True, False
    if depth >= 0:
        if starts_in and ends_in and crossed == 0:
            return length > depth + reach_in + max(0, reach_out), True
        if starts_in and crossed > 0 and reach_out >= 0 and length * first > (depth + reach_out) << 20:
            return True, False
        if ends_in and crossed > 0 and length * ((1 << 20) - last) > (depth + reach_in) << 20:
            return True, True
    return False, ends_in == 1


@kernel
def thickness(crossed: int, first: int, last: int, length: int, starts_in: int) -> int:
    """How much of a line lies within an area."""
    ends_in = (crossed + starts_in) % 2
    if crossed == 0:
        return length if starts_in else 0
    if starts_in and not ends_in:
        return length * first >> 20
    if ends_in and not starts_in:
        return length * ((1 << 20) - last) >> 20
    if starts_in:
        return (length * first >> 20) + (length * ((1 << 20) - last) >> 20)
    return length * (last - first) >> 20


@kernel
def close_to(bodies: Ints, row: int, edges: Ints, pieces: Ints, piece: int) -> bool:
    """Whether a base is so near to a piece that it has its cover, or shoots past it."""
    far = CLOSE + bodies[row, RADIUS] + 2  # from the middle of the base to the box around the piece
    if abs(bodies[row, X] - pieces[piece, MIDDLE_X]) > pieces[piece, REACH_X] + far:
        return False
    if abs(bodies[row, Y] - pieces[piece, MIDDLE_Y]) > pieces[piece, REACH_Y] + far:
        return False
    closed = pieces[piece, CLOSED] != 0
    return gap_to_piece(bodies, row, edges, pieces[piece, FIRST], pieces[piece, COUNT], closed) <= CLOSE


@kernel
def fan(
    bodies: Ints, viewer: int, target: int, edges: Ints, pieces: Ints, groups: Ints, ranks: Ints, peeks: Ints,
    screens: Ints, hulls: Ints, veils: Ints, past_own: bool, enough: int, near: Ints, near_edges: Ints, ends: Ints,
    marks: Ints, out: Ints,
) -> None:  # fmt: skip
    """One pair, into `out`. It stops once so many lines as are `enough` have arrived, if that is above 0.

    Then nothing is said of cover, and a line that is cut is not followed any farther.
    """
    quick = enough > 0
    out[CLEAR], out[HIDDEN], out[SOFTLY], out[WITHIN], out[CUT_BY] = 0, 0, 0, 0, -1
    sx, sy, tx, ty = bodies[viewer, X], bodies[viewer, Y], bodies[target, X], bodies[target, Y]
    sz, tz = bodies[viewer, GROUND] + bodies[viewer, HEIGHT], bodies[target, GROUND] + bodies[target, HEIGHT] // 2
    highest = max(bodies[viewer, GROUND], bodies[target, GROUND])
    length = root_up((tx - sx) * (tx - sx) + (ty - sy) * (ty - sy))
    wide = bodies[target, RADIUS] + 1
    # Whatever lies in a room may be near the line of somebody on another storey: a lower limit leaves rooms in.
    count = gather_pieces(sx, sy, tx, ty, highest - OVER, length, wide, edges, pieces, near, near_edges)
    over_all = ranks[viewer] == TITANIC or ranks[target] == TITANIC
    big = ranks[target] != ORDINARY
    blocking = 0
    if not big and not over_all:
        dx, dy = tx - sx, ty - sy
        for row in screens:
            if row in (viewer, target) or groups[row] == groups[target]:
                continue
            if past_own and groups[row] == groups[viewer]:
                continue
            reach = bodies[row, RADIUS] + wide
            qx, qy = bodies[row, X] - sx, bodies[row, Y] - sy
            if abs(dx * qy - dy * qx) > reach * length:
                continue
            along = dx * qx + dy * qy
            if along < -reach * length or along > (length + reach) * length:
                continue
            ends[blocking] = row
            blocking += 1
    veiled = False
    for veil in range(len(veils)):
        if veils[veil, 4] != groups[viewer] and veils[veil, 4] != groups[target]:
            veiled = True
    if (count == 0 and blocking == 0 and not veiled) or length == 0:
        out[CLEAR] = RAYS
        return
    for item in range(count):
        piece = near[item, 0]
        marks[item, 0] = pieces[piece, STOPS] in (AREA, VEIL, ROOM) and stands_in(bodies, viewer, edges, pieces, piece)
        marks[item, 1], marks[item, 2], marks[item, 3] = 0, 0, 0
        if not quick or pieces[piece, STOPS] == THICKET:
            marks[item, 1] = close_to(bodies, viewer, edges, pieces, piece)
            marks[item, 2] = close_to(bodies, target, edges, pieces, piece)
        if not quick:
            marks[item, 3] = pieces[piece, CLASS] > HARD and stands_in(bodies, target, edges, pieces, piece)
    half = half_width(bodies, target, tx - sx, ty - sy, length)
    whole = length * (RAYS - 1)
    wall = -1  # what cut the last line, and cuts every one that crosses it: it likely cuts the next, too
    for ray in range(RAYS):
        off = half * (2 * ray - RAYS + 1)
        px, py = tx - round_div((ty - sy) * off, whole), ty + round_div((tx - sx) * off, whole)
        if wall >= 0:
            crossed, _, _ = crossings_of(sx, sy, px, py, edges, near_edges, near[wall, 1], near[wall, 2])
            if crossed > 0:
                continue
            wall = -1
        far = root_up((px - sx) * (px - sx) + (py - sy) * (py - sy))
        cut, hard, thick = False, False, 0
        for item in range(count):
            piece = near[item, 0]
            stops, kind, depth = pieces[piece, STOPS], pieces[piece, CLASS], pieces[piece, DEPTH]
            if stops == OPEN or highest - pieces[piece, TOP] >= OVER or (quick and stops == LOW):
                continue
            crossed, first, last = crossings_of(sx, sy, px, py, edges, near_edges, near[item, 1], near[item, 2])
            starts_in = marks[item, 0]
            if crossed == 0 and starts_in == 0:
                continue
            stopped, covers = False, False
            room_in, room_out = bodies[target, RADIUS], bodies[viewer, RADIUS]
            if peeks[viewer]:
                room_out = -1
            if stops == SOLID:
                stopped, covers = True, True
            elif stops == LOW:
                covers = True
            elif stops == THICKET:
                stopped, covers = marks[item, 1] == 0 and marks[item, 2] == 0, True
            elif stops == AREA:
                stopped, covers = through_area(crossed, first, last, far, depth, starts_in, room_in, room_out)
            elif stops == ROOM:
                if starts_in and crossed == 0:
                    stopped = abs(bodies[viewer, GROUND] - bodies[target, GROUND]) >= OVER
                else:
                    stopped, covers = through_area(crossed, first, last, far, depth, starts_in, room_in, room_out)
                    covers = covers or stopped
            else:
                ends_in = (crossed + starts_in) % 2
                covers = ends_in == 1 or crossed - starts_in - ends_in >= 2
                if depth >= 0:
                    inside = thickness(crossed, first, last, far, starts_in)
                    inside -= room_in * ends_in + max(0, room_out) * starts_in
                    if not (peeks[viewer] and starts_in and not ends_in):
                        thick += max(0, inside)
                    stopped = thick > depth
            if stopped and big and stops in (LOW, VEIL, THICKET):
                stopped = False
            if covers and marks[item, 1] and not marks[item, 2]:
                covers = stopped
            if covers:
                if kind == SOFT:
                    out[SOFTLY] = 1
                elif kind >= HARD:
                    hard = True
                    if marks[item, 3]:
                        out[WITHIN] = max(out[WITHIN], kind)
            if stopped and not over_all:
                cut = True
                out[CUT_BY] = piece
                if quick:
                    if stops in (SOLID, THICKET):
                        wall = item
                    break
        if not cut:
            for item in range(blocking):
                row = ends[item]
                met, _ = meet_screen(sx, sy, sz, px, py, tz, bodies, row)
                if met:
                    cut = True
                    out[CUT_BY] = len(pieces) + row
                    if hulls[row]:
                        hard = True
                    break
        if not cut and not over_all:
            for veil in range(len(veils)):
                if veils[veil, 4] == groups[viewer] or veils[veil, 4] == groups[target]:
                    continue
                if segments_cross(sx, sy, px, py, veils[veil, 0], veils[veil, 1], veils[veil, 2], veils[veil, 3]):
                    cut = True
                    break
        if hard:
            out[HIDDEN] += 1
        if not cut:
            out[CLEAR] += 1
            if enough > 0 and out[CLEAR] >= enough:
                return


@kernel
def fans(
    bodies: Ints, viewers: Ints, targets: Ints, edges: Ints, pieces: Ints, groups: Ints, ranks: Ints, peeks: Ints,
    screens: Ints, hulls: Ints, veils: Ints, past_own: bool, enough: int,
) -> Ints:  # fmt: skip
    """All pairs of two groups: an array of [viewer, target, what is said of the pair]."""
    out = np.zeros((len(viewers), len(targets), SAID), dtype=np.int64)
    own_near = np.empty((len(pieces), 3), dtype=np.int64)
    own_edges = np.empty(len(edges), dtype=np.int64)
    own_ends = np.empty(len(screens) + 1, dtype=np.int64)
    own_marks = np.empty((len(pieces), 4), dtype=np.int64)
    near, near_edges, ends, marks = borrow(own_near), borrow(own_edges), borrow(own_ends), borrow(own_marks)
    bodies_, edges_, pieces_, groups_ = borrow(bodies), borrow(edges), borrow(pieces), borrow(groups)
    ranks_, peeks_, screens_, hulls_, veils_ = (
        borrow(ranks),
        borrow(peeks),
        borrow(screens),
        borrow(hulls),
        borrow(veils),
    )
    for one in range(len(viewers)):
        for other in range(len(targets)):
            fan(
                bodies_, viewers[one], targets[other], edges_, pieces_, groups_, ranks_, peeks_, screens_, hulls_,
                veils_, past_own, enough, near, near_edges, ends, marks, out[one, other],
            )  # fmt: skip
    hold(own_near)
    hold(own_edges)
    hold(own_ends)
    hold(own_marks)
    return out


@kernel
def first_seer(
    bodies: Ints, viewers: Ints, targets: Ints, edges: Ints, pieces: Ints, groups: Ints, ranks: Ints, peeks: Ints,
    screens: Ints, hulls: Ints, veils: Ints, past_own: bool, enough: int,
) -> int:  # fmt: skip
    """The first viewer that sees any of the targets with `enough` lines; -1 if none does."""
    own_out = np.zeros(SAID, dtype=np.int64)
    own_near = np.empty((len(pieces), 3), dtype=np.int64)
    own_edges = np.empty(len(edges), dtype=np.int64)
    own_ends = np.empty(len(screens) + 1, dtype=np.int64)
    own_marks = np.empty((len(pieces), 4), dtype=np.int64)
    out, near, near_edges = borrow(own_out), borrow(own_near), borrow(own_edges)
    ends, marks = borrow(own_ends), borrow(own_marks)
    bodies_, edges_, pieces_, groups_ = borrow(bodies), borrow(edges), borrow(pieces), borrow(groups)
    ranks_, peeks_, screens_ = borrow(ranks), borrow(peeks), borrow(screens)
    hulls_, veils_ = borrow(hulls), borrow(veils)
    found = -1
    for viewer in viewers:
        for target in targets:
            fan(
                bodies_, viewer, target, edges_, pieces_, groups_, ranks_, peeks_, screens_, hulls_, veils_, past_own,
                enough, near, near_edges, ends, marks, out,
            )  # fmt: skip
            if out[CLEAR] >= enough:
                found = viewer
                break
        if found >= 0:
            break
    hold(own_out)
    hold(own_near)
    hold(own_edges)
    hold(own_ends)
    hold(own_marks)
    return found
