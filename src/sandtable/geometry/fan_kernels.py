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
    CONVEX,
    COUNT,
    DEPTH,
    FIRST,
    LOW,
    MIDDLE_X,
    MIDDLE_Y,
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
from .measure_kernels import gap, gap_to_piece, root_up, segments_cross
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
IF_SEEN = (
    -1
)  # instead of how many lines are enough: nothing is asked of a pair but whether and how well it sees, if it does


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
def crossed_by(sx: int, sy: int, px: int, py: int, edges: Ints, near_edges: Ints, begin: int, end: int) -> int:
    """How often a line crosses some edges: `crossings_of` without its divisions."""
    rx, ry = px - sx, py - sy
    orient = 1 if (sx < px or (sx == px and sy < py)) else -1
    count = 0
    for place in range(begin, end):
        edge = near_edges[place]
        ax, ay, bx, by = edges[edge, 0], edges[edge, 1], edges[edge, 2], edges[edge, 3]
        side_a = orient * (rx * (ay - sy) - ry * (ax - sx))
        side_b = orient * (rx * (by - sy) - ry * (bx - sx))
        if (side_a > 0) == (side_b > 0):
            continue
        ex, ey = bx - ax, by - ay
        count += (ex * (sy - ay) - ey * (sx - ax) > 0) != (ex * (py - ay) - ey * (px - ax) > 0)
    return count


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
def mark_close(
    bodies: Ints, viewer: int, target: int, edges: Ints, pieces: Ints, piece: int, marks: Ints, item: int
) -> None:
    """Note whether either end of a fan is close to a piece, where it has not been noted yet."""
    if marks[item, 1] < 0:
        marks[item, 1] = close_to(bodies, viewer, edges, pieces, piece)
        marks[item, 2] = close_to(bodies, target, edges, pieces, piece)


@kernel
def keep_met(
    sx: int, sy: int, ax: int, ay: int, bx: int, by: int, quick: bool, highest: int, edges: Ints, pieces: Ints,
    near: Ints, near_edges: Ints, count: int, bodies: Ints, viewer: int, marks: Ints,
) -> int:  # fmt: skip
    """Of the pieces and edges near a fan from s to ab, keep those that a line of it could meet; the result is how many.

    Lines end at rounded points: `slack` keeps all that is within two thousandths of the fan.
    """
    lx, ly, rx, ry = ax - sx, ay - sy, bx - sx, by - sy
    mx, my = lx + rx, ly + ry
    slack = 2 * (abs(lx) + abs(ly) + abs(rx) + abs(ry)) + 8
    reach = max(mx * lx + my * ly, mx * rx + my * ry) + 2 * slack
    turn = 1 if lx * ry - ly * rx >= 0 else -1
    kept, filled = 0, 0
    for item in range(count):
        piece = near[item, 0]
        stops = pieces[piece, STOPS]
        if highest - pieces[piece, TOP] >= OVER or (quick and stops == LOW):
            continue
        begin = filled
        for place in range(near[item, 1], near[item, 2]):
            edge = near_edges[place]
            px, py, qx, qy = edges[edge, 0] - sx, edges[edge, 1] - sy, edges[edge, 2] - sx, edges[edge, 3] - sy
            if turn * (lx * py - ly * px) < -slack and turn * (lx * qy - ly * qx) < -slack:
                continue
            if turn * (rx * py - ry * px) > slack and turn * (rx * qy - ry * qx) > slack:
                continue
            one, other = mx * px + my * py, mx * qx + my * qy
            if (one > reach and other > reach) or (one < -slack and other < -slack):
                continue
            near_edges[filled] = edge
            filled += 1
        starts_in = stops in (AREA, VEIL, ROOM) and stands_in(bodies, viewer, edges, pieces, piece)
        if begin == filled and not starts_in:
            continue
        near[kept, 0], near[kept, 1], near[kept, 2] = piece, begin, filled
        marks[kept, 0], marks[kept, 1], marks[kept, 2], marks[kept, 3] = starts_in, -1, -1, -1
        kept += 1
    return kept


@kernel
def across_all(sx: int, sy: int, ax: int, ay: int, bx: int, by: int, px: int, py: int, qx: int, qy: int) -> bool:
    """Whether the segment pq stands across every line from s to ab, clear of where they end."""
    one = (ax - sx) * (py - sy) - (ay - sy) * (px - sx)
    two = (bx - sx) * (py - sy) - (by - sy) * (px - sx)
    three = (ax - sx) * (qy - sy) - (ay - sy) * (qx - sx)
    four = (bx - sx) * (qy - sy) - (by - sy) * (qx - sx)
    if not ((one > 0 and two > 0 and three < 0 and four < 0) or (one < 0 and two < 0 and three > 0 and four > 0)):
        return False
    ex, ey = qx - px, qy - py
    margin = 4 * (abs(ex) + abs(ey))
    eye = ex * (sy - py) - ey * (sx - px)
    left, right = ex * (ay - py) - ey * (ax - px), ex * (by - py) - ey * (bx - px)
    return (eye > 0 and left < -margin and right < -margin) or (eye < 0 and left > margin and right > margin)


@kernel
def at_end(ax: int, ay: int, bx: int, by: int, edges: Ints, near_edges: Ints, begin: int, end: int) -> bool:
    """Whether any of some edges comes near the line through a and b."""
    margin = 4 * (abs(bx - ax) + abs(by - ay))
    for place in range(begin, end):
        edge = near_edges[place]
        one = (bx - ax) * (edges[edge, 1] - ay) - (by - ay) * (edges[edge, 0] - ax)
        other = (bx - ax) * (edges[edge, 3] - ay) - (by - ay) * (edges[edge, 2] - ax)
        if not ((one > margin and other > margin) or (one < -margin and other < -margin)):
            return True
    return False


@kernel
def hidden_by_one(
    sx: int, sy: int, ax: int, ay: int, bx: int, by: int, big: bool, bodies: Ints, viewer: int, target: int,
    edges: Ints, pieces: Ints, near: Ints, near_edges: Ints, count: int, marks: Ints,
) -> bool:  # fmt: skip
    """Whether a single piece cuts every line of a fan from s to ab, as its outermost lines tell.

    An edge that both of them cross is crossed by all between; so is an area without dents that both go in at and out of,
    if the fan begins outside it and it does not reach to where the lines end.
    """
    for item in range(count):
        piece, begin, end = near[item, 0], near[item, 1], near[item, 2]
        stops = pieces[piece, STOPS]
        if stops == SOLID or (stops == THICKET and not big):
            for place in range(begin, end):
                edge = near_edges[place]
                if not across_all(
                    sx, sy, ax, ay, bx, by, edges[edge, 0], edges[edge, 1], edges[edge, 2], edges[edge, 3]
                ):
                    continue
                if stops == SOLID:
                    return True
                mark_close(bodies, viewer, target, edges, pieces, piece, marks, item)
                if marks[item, 1] == 0 and marks[item, 2] == 0:
                    return True
        elif stops in (AREA, ROOM) and pieces[piece, CONVEX] != 0 and marks[item, 0] == 0:
            left, near_left, _ = crossings_of(sx, sy, ax, ay, edges, near_edges, begin, end)
            if left != 2 or near_left == 0:
                continue
            right, near_right, _ = crossings_of(sx, sy, bx, by, edges, near_edges, begin, end)
            if right == 2 and near_right > 0 and not at_end(ax, ay, bx, by, edges, near_edges, begin, end):
                return True
    return False


@kernel
def fan(
    bodies: Ints, viewer: int, target: int, edges: Ints, pieces: Ints, groups: Ints, ranks: Ints, peeks: Ints,
    screens: Ints, hulls: Ints, veils: Ints, past_own: bool, enough: int, near: Ints, near_edges: Ints, ends: Ints,
    marks: Ints, out: Ints,
) -> None:  # fmt: skip
    """One pair, into `out`. It stops once so many lines as are `enough` have arrived, if that is above 0.

    Then nothing is said of cover, and a line that is cut is not followed any farther. With `IF_SEEN` cover is told, too,
    but nothing is said of a pair that does not see each other, and not what cut its lines.
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
    half = half_width(bodies, target, tx - sx, ty - sy, length)
    whole = length * (RAYS - 1)
    if count > 0:
        over_x, over_y = round_div((ty - sy) * half, length), round_div((tx - sx) * half, length)
        ax, ay, bx, by = tx + over_x, ty - over_y, tx - over_x, ty + over_y
        count = keep_met(
            sx, sy, ax, ay, bx, by, quick, highest, edges, pieces, near, near_edges, count, bodies, viewer, marks
        )
        # Lines lie side by side in their order where the base is so wide that rounding their ends cannot swap two.
        if enough != 0 and half >= RAYS and not over_all and hidden_by_one(
            sx, sy, ax, ay, bx, by, big, bodies, viewer, target, edges, pieces, near, near_edges, count, marks
        ):  # fmt: skip
            return
    wall = -1  # what cut the last line, and cuts every one that crosses it: it likely cuts the next, too
    for ray in range(RAYS):
        off = half * (2 * ray - RAYS + 1)
        px, py = tx - round_div((ty - sy) * off, whole), ty + round_div((tx - sx) * off, whole)
        if wall >= 0:
            if crossed_by(sx, sy, px, py, edges, near_edges, near[wall, 1], near[wall, 2]) > 0:
                continue
            wall = -1
        far = -1
        cut, hard, thick = False, False, 0
        for item in range(count):
            piece = near[item, 0]
            stops, kind, depth = pieces[piece, STOPS], pieces[piece, CLASS], pieces[piece, DEPTH]
            crossed, first, last = crossed_by(sx, sy, px, py, edges, near_edges, near[item, 1], near[item, 2]), 0, 0
            starts_in = marks[item, 0]
            if crossed == 0 and starts_in == 0:
                continue
            if depth >= 0 and (stops == VEIL or starts_in or crossed % 2):  # how far a line is in it may decide
                crossed, first, last = crossings_of(sx, sy, px, py, edges, near_edges, near[item, 1], near[item, 2])
                if far < 0:
                    far = root_up((px - sx) * (px - sx) + (py - sy) * (py - sy))
            stopped, covers = False, False
            room_in, room_out = bodies[target, RADIUS], bodies[viewer, RADIUS]
            if peeks[viewer]:
                room_out = -1
            if stops == SOLID:
                stopped, covers = True, True
            elif stops == LOW:
                covers = True
            elif stops == THICKET:
                mark_close(bodies, viewer, target, edges, pieces, piece, marks, item)
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
            if covers and not stopped and not quick:
                mark_close(bodies, viewer, target, edges, pieces, piece, marks, item)
                covers = marks[item, 1] == 0 or marks[item, 2] != 0
            if covers and not quick:
                if kind == SOFT:
                    out[SOFTLY] = 1
                elif kind >= HARD:
                    hard = True
                    if kind > HARD and marks[item, 3] < 0:
                        marks[item, 3] = stands_in(bodies, target, edges, pieces, piece)
                    if kind > HARD and marks[item, 3]:
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
                off_line = abs((px - sx) * (bodies[row, Y] - sy) - (py - sy) * (bodies[row, X] - sx))
                if off_line > (bodies[row, RADIUS] + 2) * (length + wide):
                    continue
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


NEARBY, IN_SIGHT = 1, 2
FIGURE, AT_X, AT_Y, FACING, HIGH, ASKED = (
    0,
    1,
    2,
    3,
    4,
    5,
)  # of a moment: who is where then, and whether it is asked about


@kernel
def first_met(
    bodies: Ints, moments: Ints, others: Ints, looking: bool, reach: int, edges: Ints, pieces: Ints, groups: Ints,
    ranks: Ints, peeks: Ints, screens: Ints, hulls: Ints, veils: Ints, past_own: bool, enough: int,
) -> tuple[int, int]:  # fmt: skip
    """The first moment of a move at which whoever goes then meets any of the others, and how; (-1, 0) if there is none.

    They meet if they come within `reach`, unless it is below 0; or if one who is `looking` sees any of the others; if he
    is not, if any of them sees him. Everybody stays where his last moment put him.
    """
    table = bodies.copy()
    own_out = np.zeros(SAID, dtype=np.int64)
    own_near = np.empty((len(pieces), 3), dtype=np.int64)
    own_edges = np.empty(len(edges), dtype=np.int64)
    own_ends = np.empty(len(screens) + 1, dtype=np.int64)
    own_marks = np.empty((len(pieces), 4), dtype=np.int64)
    out, near, near_edges, ends, marks = (
        borrow(own_out), borrow(own_near), borrow(own_edges), borrow(own_ends), borrow(own_marks)
    )  # fmt: skip
    table_, edges_, pieces_, groups_ = borrow(table), borrow(edges), borrow(pieces), borrow(groups)
    ranks_, peeks_, screens_ = borrow(ranks), borrow(peeks), borrow(screens)
    hulls_, veils_ = borrow(hulls), borrow(veils)
    found, how = -1, 0
    for moment in range(len(moments)):
        row = moments[moment, FIGURE]
        table_[row, X], table_[row, Y] = moments[moment, AT_X], moments[moment, AT_Y]
        table_[row, BEARING], table_[row, GROUND] = moments[moment, FACING], moments[moment, HIGH]
        if moments[moment, ASKED] == 0:
            continue
        if reach >= 0:
            for other in others:
                if gap(table_, row, table_, other) <= reach:
                    found, how = moment, NEARBY
                    break
        if found < 0:
            for other in others:
                viewer, target = (row, other) if looking else (other, row)
                fan(
                    table_, viewer, target, edges_, pieces_, groups_, ranks_, peeks_, screens_, hulls_, veils_,
                    past_own, enough, near, near_edges, ends, marks, out,
                )  # fmt: skip
                if out[CLEAR] >= enough:
                    found, how = moment, IN_SIGHT
                    break
        if found >= 0:
            break
    hold(table)
    hold(own_out)
    hold(own_near)
    hold(own_edges)
    hold(own_ends)
    hold(own_marks)
    return found, how
