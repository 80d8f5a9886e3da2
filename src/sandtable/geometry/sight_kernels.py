"""Lines of sight between all pairs of two groups at once.

A target is seen if any line to it arrives. For each pair the answer is how many lines arrive, how many arrive uncovered,
and the best cover class that the others met.
"""

import numpy as np

from .angle import round_div
from .bodies import BEARING, GROUND, HEIGHT, RADIUS, X, Y
from .ground import (
    AREA,
    CONVEX,
    COUNT,
    DEPTH,
    FIRST,
    LOW,
    MIDDLE_X,
    MIDDLE_Y,
    REACH_X,
    REACH_Y,
    SOLID,
    STOPS,
    TOP,
)
from .kernel import Ints, borrow, hold, kernel
from .measure_kernels import gap, root_up, square_to_segment
from .ray_kernels import (
    aim_point,
    aim_points,
    gather_pieces,
    gather_screens,
    meet_piece,
    meet_screen,
    scratch,
    see,
    standing,
)

# What `look` and `trace` say of a pair.
ARRIVED, UNCOVERED, COVER, CUT_BY = 0, 1, 2, 3


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
NEAREST, NEAREST_ROW, SEEN, BARRED = 0, 1, 2, 3


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
                if lane_blocked(bodies, viewer, target, lane, friends, groups) >= 0:
                    continue
                arrived, _, _, _ = see(
                    bodies, viewer, target, ends, place, where, edges, pieces, groups, screens, 0, True,
                    near, near_edges, near_screens,
                )  # fmt: skip
                if arrived > 0:
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
    count = gather_pieces(sx, sy, tx, ty, min(sz, tz), length, wide, edges, pieces, near, near_edges)
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
