"""Lines of sight between all pairs of two groups at once.

From the eye of a viewer (the middle of its base, at its full height) nine lines run to the middle and the rim of the
target's base, at half the target's height. A line is *cut* where it meets something that stops it, and *covered* where it
passes something that gives a cover class without stopping it. A target is seen if any line arrives. For each pair the
answer is how many lines arrive, how many arrive uncovered, and the best cover class that the others met.

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
    CONVEX,
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
from .kernel import Ints, borrow, hold, inlined, kernel
from .measure_kernels import corner, gap, in_ring, root_up, square_to_segment

RAYS = 9
WHOLE = 1 << 20  # places on a line are counted in these parts of its length
TOUCH = 100  # a base this near to a low obstacle touches it

# What `look` and `trace` say of a pair.
ARRIVED, UNCOVERED, COVER, CUT_BY = 0, 1, 2, 3
PAIR_COLUMNS = 4


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
    length: int,
    wide: int,
    edges: Ints,
    pieces: Ints,
    near: Ints,
    near_edges: Ints,
) -> int:
    """Collect the pieces, and of those the edges, that a line within `wide` of s-t could meet.

    `near` gets rows (piece, first and last place in `near_edges`); the result is how many.
    """
    dx, dy = tx - sx, ty - sy
    margin = wide * length
    left, right = min(sx, tx) - wide, max(sx, tx) + wide
    upper, lower = min(sy, ty) - wide, max(sy, ty) + wide
    count, filled = 0, 0
    for piece in range(len(pieces)):
        if pieces[piece, STOPS] == OPEN:
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
    count = gather_pieces(sx, sy, tx, ty, length, wide, edges, pieces, near, near_edges)
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


@kernel
def look(
    bodies: Ints, viewers: Ints, targets: Ints, edges: Ints, pieces: Ints, groups: Ints, screens: Ints,
    screen_class: int,
) -> Ints:  # fmt: skip
    """All pairs of two groups: an array of [viewer, target, (arrived, uncovered, cover class, cut by)]."""
    out = np.empty((len(viewers), len(targets), 4), dtype=np.int64)
    own_where, own_near, own_edges, own_screens = scratch(pieces, edges, screens)
    own_ends = aim_points(bodies, targets)
    where, near, near_edges, near_screens = (
        borrow(own_where),
        borrow(own_near),
        borrow(own_edges),
        borrow(own_screens),
    )
    ends, bodies, edges, pieces = borrow(own_ends), borrow(bodies), borrow(edges), borrow(pieces)
    groups, screens = borrow(groups), borrow(screens)
    for one in range(len(viewers)):
        standing(bodies, viewers[one], edges, pieces, where)
        for other in range(len(targets)):
            result = see(
                bodies, viewers[one], targets[other], ends, other, where, edges, pieces, groups, screens, screen_class,
                False, near, near_edges, near_screens,
            )  # fmt: skip
            out[one, other, 0], out[one, other, 1], out[one, other, 2], out[one, other, 3] = result
    hold(own_where)
    hold(own_near)
    hold(own_edges)
    hold(own_screens)
    hold(own_ends)
    return out


@kernel
def lane_blocked(bodies: Ints, viewer: int, target: int, lane: int, friends: Ints, groups: Ints) -> int:
    """The first of these bodies that the straight line between two others passes closer than `lane`; -1 if none.

    Bodies of the viewer's own group, and of the target's, never block.
    """
    sx, sy, tx, ty = bodies[viewer, X], bodies[viewer, Y], bodies[target, X], bodies[target, Y]
    for row in friends:
        reach = bodies[row, RADIUS] + lane
        x, y = bodies[row, X], bodies[row, Y]
        if x < min(sx, tx) - reach or x > max(sx, tx) + reach or y < min(sy, ty) - reach or y > max(sy, ty) + reach:
            continue
        if groups[row] == groups[viewer] or groups[row] == groups[target]:
            continue
        if square_to_segment(x, y, sx, sy, tx, ty) < reach * reach:
            return int(row)
    return -1


# What `aim` says of each viewer.
NEAREST, NEAREST_ROW, SEEN, BARRED, COVERED = (
    0,
    1,
    2,
    3,
    4,
)  # COVERED and after: how many targets have class 1, 2, 3
CLASSES = 3
AIM_COLUMNS = 4 + CLASSES


@kernel
def aim(
    bodies: Ints, viewers: Ints, targets: Ints, edges: Ints, pieces: Ints, groups: Ints, screens: Ints,
    screen_class: int, friends: Ints, lane: int,
) -> Ints:  # fmt: skip
    """For each viewer: the nearest target body it may shoot at, how many it sees, and how many have which cover.

    A target has a cover class if at least half of the lines to it are cut or covered. A target in sight is barred if the
    straight line to it passes within `lane` of one of `friends`.
    """
    out = np.zeros((len(viewers), 7), dtype=np.int64)
    own_where, own_near, own_edges, own_screens = scratch(pieces, edges, screens)
    own_ends = aim_points(bodies, targets)
    where, near, near_edges, near_screens = (
        borrow(own_where),
        borrow(own_near),
        borrow(own_edges),
        borrow(own_screens),
    )
    ends, bodies, edges, pieces = borrow(own_ends), borrow(bodies), borrow(edges), borrow(pieces)
    groups, screens, friends = borrow(groups), borrow(screens), borrow(friends)
    for one in range(len(viewers)):
        viewer = viewers[one]
        out[one, NEAREST], out[one, NEAREST_ROW] = -1, -1
        standing(bodies, viewer, edges, pieces, where)
        for other in range(len(targets)):
            target = targets[other]
            arrived, uncovered, cover, _ = see(
                bodies, viewer, target, ends, other, where, edges, pieces, groups, screens, screen_class, False,
                near, near_edges, near_screens,
            )  # fmt: skip
            if cover > 0 and uncovered * 2 <= 9:
                out[one, 3 + min(cover, 3)] += 1
            if arrived == 0:
                continue
            if lane_blocked(bodies, viewer, target, lane, friends, groups) >= 0:
                out[one, BARRED] += 1
                continue
            out[one, SEEN] += 1
            between = gap(bodies, viewer, bodies, target)
            if out[one, NEAREST] < 0 or between < out[one, NEAREST]:
                out[one, NEAREST], out[one, NEAREST_ROW] = between, target
    hold(own_where)
    hold(own_near)
    hold(own_edges)
    hold(own_screens)
    hold(own_ends)
    return out


@kernel
def crosses(ax: int, ay: int, bx: int, by: int, edges: Ints, first: int, count: int) -> bool:
    """Whether a segment crosses any of these edges."""
    for edge in range(first, first + count):
        cx, cy, dx, dy = edges[edge, 0], edges[edge, 1], edges[edge, 2], edges[edge, 3]
        side_c = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
        side_d = (bx - ax) * (dy - ay) - (by - ay) * (dx - ax)
        if (side_c > 0) == (side_d > 0):
            continue
        side_a = (dx - cx) * (ay - cy) - (dy - cy) * (ax - cx)
        side_b = (dx - cx) * (by - cy) - (dy - cy) * (bx - cx)
        if (side_a > 0) != (side_b > 0):
            return True
    return False


@kernel
def all_hidden(
    bodies: Ints, viewer: int, targets: Ints, begin: int, end: int, where: Ints, edges: Ints, pieces: Ints
) -> bool:  # fmt: skip
    """Whether one piece of terrain plainly hides a whole group from a viewer: a shortcut, never wrong when it says yes.

    The group lies between a leftmost and a rightmost line. A convex piece that is nearer than every target, higher than
    eye and targets, and crossed by both lines is crossed by every line between them. (An area the viewer stands in does
    not count.)
    """
    sx, sy = bodies[viewer, X], bodies[viewer, Y]
    highest = bodies[viewer, GROUND] + bodies[viewer, HEIGHT]
    left_x, left_y, right_x, right_y, near = 0, 0, 0, 0, 1 << 40
    for place in range(begin, end):
        row = targets[place]
        dx, dy = bodies[row, X] - sx, bodies[row, Y] - sy
        length = root_up(dx * dx + dy * dy)
        radius = bodies[row, RADIUS]
        if length <= 2 * radius:
            return False
        wide = radius + radius * radius // length + 3
        over_x, over_y = round_div(-dy * wide, length), round_div(dx * wide, length)
        near = min(near, length - radius)
        highest = max(highest, bodies[row, GROUND] + bodies[row, HEIGHT] // 2)
        if place == begin:
            left_x, left_y, right_x, right_y = dx - over_x, dy - over_y, dx + over_x, dy + over_y
            continue
        if left_x * dx + left_y * dy <= 0 or right_x * dx + right_y * dy <= 0:
            return False  # the group is all around the viewer
        if left_x * (dy - over_y) - left_y * (dx - over_x) < 0:
            left_x, left_y = dx - over_x, dy - over_y
        if right_x * (dy + over_y) - right_y * (dx + over_x) > 0:
            right_x, right_y = dx + over_x, dy + over_y
    if left_x * right_x + left_y * right_y <= 0:
        return False
    for piece in range(len(pieces)):
        if pieces[piece, CONVEX] == 0 or pieces[piece, TOP] <= highest:
            continue
        if pieces[piece, STOPS] != SOLID and (pieces[piece, STOPS] != AREA or where[piece] != 0):
            continue
        off_x, off_y = abs(pieces[piece, MIDDLE_X] - sx), abs(pieces[piece, MIDDLE_Y] - sy)
        reach_x, reach_y = pieces[piece, REACH_X], pieces[piece, REACH_Y]
        if off_x <= reach_x and off_y <= reach_y:
            continue
        if (off_x + reach_x) * (off_x + reach_x) + (off_y + reach_y) * (off_y + reach_y) >= near * near:
            continue
        first, count = pieces[piece, FIRST], pieces[piece, COUNT]
        if crosses(sx, sy, sx + left_x, sy + left_y, edges, first, count) and crosses(
            sx, sy, sx + right_x, sy + right_y, edges, first, count
        ):
            return True
    return False


@kernel
def groups_seen(
    bodies: Ints, viewers: Ints, targets: Ints, starts: Ints, edges: Ints, pieces: Ints, groups: Ints, screens: Ints,
    friends: Ints, lane: int,
) -> Ints:  # fmt: skip
    """Which of several groups of targets any viewer sees with a clear lane; group g is targets[starts[g]:starts[g + 1]].

    The answer is, for each group, 1 + the place of the first viewer that sees it, or 0.
    """
    out = np.zeros(len(starts) - 1, dtype=np.int64)
    own_where, own_near, own_edges, own_screens = scratch(pieces, edges, screens)
    own_ends = aim_points(bodies, targets)
    where, near, near_edges, near_screens = (
        borrow(own_where),
        borrow(own_near),
        borrow(own_edges),
        borrow(own_screens),
    )
    ends, bodies, edges, pieces = borrow(own_ends), borrow(bodies), borrow(edges), borrow(pieces)
    groups, screens, friends, targets = borrow(groups), borrow(screens), borrow(friends), borrow(targets)
    for one in range(len(viewers)):
        viewer = viewers[one]
        standing(bodies, viewer, edges, pieces, where)
        for group in range(len(out)):
            if out[group] != 0:
                continue
            if all_hidden(bodies, viewer, targets, starts[group], starts[group + 1], where, edges, pieces):
                continue
            for place in range(starts[group], starts[group + 1]):
                target = targets[place]
                arrived, _, _, _ = see(
                    bodies, viewer, target, ends, place, where, edges, pieces, groups, screens, 0, True,
                    near, near_edges, near_screens,
                )  # fmt: skip
                if arrived > 0 and lane_blocked(bodies, viewer, target, lane, friends, groups) < 0:
                    out[group] = one + 1
                    break
    hold(own_where)
    hold(own_near)
    hold(own_edges)
    hold(own_screens)
    hold(own_ends)
    return out


@kernel
def sightings(
    bodies: Ints, movers: Ints, places: Ints, watchers: Ints, starts: Ints, edges: Ints, pieces: Ints, groups: Ints,
    screens: Ints, friends: Ints, lane: int, reaches: Ints,
) -> Ints:  # fmt: skip
    """At which stations of a move each group of watchers sees any of the movers in range: [group, station].

    `places[station]` holds where each mover is then (x, y, bearing); group g of the watchers is
    watchers[starts[g]:starts[g + 1]], and sees as far as reaches[g].
    """
    out = np.zeros((len(starts) - 1, len(places)), dtype=np.int64)
    own_where, own_near, own_edges, own_screens = scratch(pieces, edges, screens)
    own_bodies = bodies.copy()
    where, near, near_edges, near_screens = borrow(own_where), borrow(own_near), borrow(own_edges), borrow(own_screens)
    bodies, edges, pieces = borrow(own_bodies), borrow(edges), borrow(pieces)
    groups, screens, friends, movers = borrow(groups), borrow(screens), borrow(friends), borrow(movers)
    for station in range(len(places)):
        for mover in range(len(movers)):
            bodies[movers[mover], X], bodies[movers[mover], Y] = places[station, mover, 0], places[station, mover, 1]
            bodies[movers[mover], BEARING] = places[station, mover, 2]
        own_ends = aim_points(bodies, movers)
        ends = borrow(own_ends)
        for group in range(len(out)):
            for place in range(starts[group], starts[group + 1]):
                viewer = watchers[place]
                standing(bodies, viewer, edges, pieces, where)
                if all_hidden(bodies, viewer, movers, 0, len(movers), where, edges, pieces):
                    continue
                for mover in range(len(movers)):
                    if gap(bodies, viewer, bodies, movers[mover]) > reaches[group]:
                        continue
                    arrived, _, _, _ = see(
                        bodies, viewer, movers[mover], ends, mover, where, edges, pieces, groups, screens, 0, True,
                        near, near_edges, near_screens,
                    )  # fmt: skip
                    if arrived > 0 and lane_blocked(bodies, viewer, movers[mover], lane, friends, groups) < 0:
                        out[group, station] = 1
                        break
                if out[group, station]:
                    break
        hold(own_ends)
    hold(own_where)
    hold(own_near)
    hold(own_edges)
    hold(own_screens)
    hold(own_bodies)
    return out


# What `trace` says of each line: what became of it (0 clear, 1 covered, 2 cut), where it was cut in 1/WHOLE of its
# length and by what, and the point it was aimed at.
RAY_STATE, RAY_CUT_AT, RAY_CUT_BY, RAY_X, RAY_Y = 0, 1, 2, 3, 4
RAY_COLUMNS = 5


@kernel
def trace(
    bodies: Ints, viewer: int, target: int, edges: Ints, pieces: Ints, groups: Ints, screens: Ints
) -> tuple[Ints, Ints]:  # fmt: skip
    """Every line of one pair in full, for explaining: rows of RAY_*, and which piece or body each line met (0, 1, 2)."""
    rays = np.zeros((9, 5), dtype=np.int64)
    met_all = np.zeros((9, len(pieces) + len(bodies)), dtype=np.int64)
    where, near, near_edges, near_screens = scratch(pieces, edges, screens)
    standing(bodies, viewer, edges, pieces, where)
    sx, sy = bodies[viewer, X], bodies[viewer, Y]
    sz = bodies[viewer, GROUND] + bodies[viewer, HEIGHT]
    tx, ty = bodies[target, X], bodies[target, Y]
    tz = bodies[target, GROUND] + bodies[target, HEIGHT] // 2
    wide = bodies[target, RADIUS] + 1
    length = root_up((tx - sx) * (tx - sx) + (ty - sy) * (ty - sy))
    count = gather_pieces(sx, sy, tx, ty, length, wide, edges, pieces, near, near_edges)
    blocking = gather_screens(sx, sy, tx, ty, length, wide, bodies, groups, viewer, target, screens, near_screens)
    for ray in range(9):
        px, py = aim_point(bodies, target, ray)
        rays[ray, RAY_CUT_AT], rays[ray, RAY_CUT_BY] = 1 << 20, -1
        rays[ray, RAY_X], rays[ray, RAY_Y] = px, py
        for item in range(count + blocking):
            if item < count:
                piece = near[item, 0]
                met, at = meet_piece(
                    sx, sy, sz, px, py, tz, edges, near_edges, near[item, 1], near[item, 2],
                    pieces[piece, STOPS], pieces[piece, TOP], pieces[piece, DEPTH], where[piece], True,
                )  # fmt: skip
                if pieces[piece, STOPS] == LOW and where[piece] != 0:
                    met = 0
                what = piece
            else:
                row = near_screens[item - count]
                hit, at = meet_screen(sx, sy, sz, px, py, tz, bodies, row)
                met, what = (2 if hit else 0), len(pieces) + row
            met_all[ray, what] = met
            rays[ray, RAY_STATE] = max(rays[ray, RAY_STATE], met)
            if met == 2 and at < rays[ray, RAY_CUT_AT]:
                rays[ray, RAY_CUT_AT], rays[ray, RAY_CUT_BY] = at, what
    return rays, met_all
