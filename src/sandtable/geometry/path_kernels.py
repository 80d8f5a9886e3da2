"""Checking moves: the exact lines that figures walk and hulls drive, against ground, other bodies and allowance.

What a piece of terrain does to a mover is one number a piece, supplied by the caller: `FREE`, `BARRED` (the middle of
the base may neither enter nor cross it), `WALLED` (the base may not even touch it), `LEFT` (the base comes out of it and
may not end touching it), or 100 and more, the cost of an inch in it in per cent. A line (a wall, a ditch) counts as
half an inch of such ground each time it is crossed. An area of `TOLL` and more costs nothing within, but what is above
`TOLL` each time its outline is crossed (a house with doors and windows). What other bodies do is one number a group,
`avoid[groups[row]]`: `IGNORED`, `KEEP_CLEAR` of them at the end of the move, `KEEP_OFF` all the way, `NOT_ON` their bases
at the end, or `NOT_THROUGH` their bases on the way and clear of them at the end. A body that already stands nearer than the
clearance may move, but not nearer.
"""

import numpy as np

from .angle import heading, round_div
from .bodies import BEARING, GROUND, HALF_LENGTH, HALF_WIDTH, RADIUS, X, Y
from .ground import CLOSED, COUNT, FIRST, MIDDLE_X, MIDDLE_Y, REACH_X, REACH_Y
from .kernel import Ints, borrow, hold, kernel
from .measure_kernels import (
    corner,
    gap,
    gap_to_piece,
    in_rectangle,
    in_ring,
    root_up,
    segments_cross,
    square_between_segments,
    square_to_segment,
)

FREE, BARRED, WALLED, LEFT = 0, 1, 2, 3
IGNORED, KEEP_CLEAR, KEEP_OFF, NOT_ON, NOT_THROUGH = 0, 1, 2, 3, 4
THIN = 500  # how wide a line of terrain is taken to be
TOLL = 10_000
STOREY = 3000  # bodies that stand so much higher than others are on another floor

# What is wrong with a move, and what the three numbers after it mean.
FINE = 0
TOO_FAR = 1  # mover, -, cost of the path
OFF_TABLE = 2  # mover
BAD_GROUND = 3  # mover, piece
TOO_NEAR = 4  # mover, body, gap
OVERLAP = 5  # mover, body
SCATTERED = 6  # mover that is out of touch


@kernel
def near_box(ax: int, ay: int, bx: int, by: int, margin: int, pieces: Ints, piece: int) -> bool:
    """Whether a segment comes within a margin of the box around a piece."""
    return (
        min(ax, bx) - margin <= pieces[piece, MIDDLE_X] + pieces[piece, REACH_X]
        and max(ax, bx) + margin >= pieces[piece, MIDDLE_X] - pieces[piece, REACH_X]
        and min(ay, by) - margin <= pieces[piece, MIDDLE_Y] + pieces[piece, REACH_Y]
        and max(ay, by) + margin >= pieces[piece, MIDDLE_Y] - pieces[piece, REACH_Y]
    )


@kernel
def barred_by(
    ax: int, ay: int, bx: int, by: int, radius: int, edges: Ints, pieces: Ints, passage: Ints
) -> int:  # fmt: skip
    """The first piece that a base of this radius may not pass on its way from a to b; -1 if none."""
    for piece in range(len(pieces)):
        rule = passage[piece]
        if rule not in (1, 2):
            continue
        if not near_box(ax, ay, bx, by, radius, pieces, piece):
            continue
        first, count = pieces[piece, FIRST], pieces[piece, COUNT]
        if pieces[piece, CLOSED] and (in_ring(edges, first, count, ax, ay) or in_ring(edges, first, count, bx, by)):
            return piece
        for edge in range(first, first + count):
            cx, cy, dx, dy = edges[edge, 0], edges[edge, 1], edges[edge, 2], edges[edge, 3]
            if rule == 1:
                if segments_cross(ax, ay, bx, by, cx, cy, dx, dy):
                    return piece
            elif square_between_segments(ax, ay, bx, by, cx, cy, dx, dy) < radius * radius:
                return piece
    return -1


@kernel
def crossing_places(
    ax: int, ay: int, bx: int, by: int, edges: Ints, first: int, count: int, places: Ints, at: int
) -> int:
    """Append where the segment ab crosses these edges, in 1/2**20 of its length; the result is the new end of the list."""
    for edge in range(first, first + count):
        cx, cy, dx, dy = edges[edge, 0], edges[edge, 1], edges[edge, 2], edges[edge, 3]
        side_c = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
        side_d = (bx - ax) * (dy - ay) - (by - ay) * (dx - ax)
        if (side_c > 0) == (side_d > 0):
            continue
        from_a = (dx - cx) * (ay - cy) - (dy - cy) * (ax - cx)
        from_b = (dx - cx) * (by - cy) - (dy - cy) * (bx - cx)
        if (from_a > 0) == (from_b > 0) or at >= len(places):
            continue
        places[at] = (abs(from_a) << 20) // abs(from_a - from_b)
        at += 1
    return at


@kernel
def segment_cost(ax: int, ay: int, bx: int, by: int, edges: Ints, pieces: Ints, passage: Ints) -> int:
    """What it costs to walk from a to b: its length, each stretch at the dearest ground it lies in."""
    length = root_up((bx - ax) * (bx - ax) + (by - ay) * (by - ay))
    dear = False
    for piece in range(len(pieces)):
        if passage[piece] >= 100 and near_box(ax, ay, bx, by, 0, pieces, piece):
            dear = True
            break
    if not dear or length == 0:
        return length
    places = np.empty(66, dtype=np.int64)
    toll = 0
    for piece in range(len(pieces)):
        rate = passage[piece]
        if rate <= 100 or (pieces[piece, CLOSED] and rate < TOLL) or not near_box(ax, ay, bx, by, 0, pieces, piece):
            continue
        crossed = crossing_places(ax, ay, bx, by, edges, pieces[piece, FIRST], pieces[piece, COUNT], places, 0)
        toll += crossed * (rate - TOLL if rate >= TOLL else (rate - 100) * THIN // 100)
    places[0], end = 0, 1
    for piece in range(len(pieces)):
        if 100 <= passage[piece] < TOLL and pieces[piece, CLOSED] and near_box(ax, ay, bx, by, 0, pieces, piece):
            end = crossing_places(ax, ay, bx, by, edges, pieces[piece, FIRST], pieces[piece, COUNT], places[:65], end)
    places[end] = 1 << 20
    stops = np.sort(places[: end + 1])
    cost = 0
    for stop in range(end):
        middle = (stops[stop] + stops[stop + 1]) // 2
        x, y = ax + round_div((bx - ax) * middle, 1 << 20), ay + round_div((by - ay) * middle, 1 << 20)
        rate = 100
        for piece in range(len(pieces)):
            if rate < passage[piece] < TOLL and pieces[piece, CLOSED] and near_box(x, y, x, y, 0, pieces, piece):
                if in_ring(edges, pieces[piece, FIRST], pieces[piece, COUNT], x, y):
                    rate = passage[piece]
        cost += length * (stops[stop + 1] - stops[stop]) * rate
    return -(-cost // (100 << 20)) + toll


@kernel
def path_cost(points: Ints, first: int, last: int, edges: Ints, pieces: Ints, passage: Ints) -> int:
    """What a polyline costs, from points[first] to points[last - 1]."""
    cost = 0
    for point in range(first, last - 1):
        cost += segment_cost(
            points[point, 0],
            points[point, 1],
            points[point + 1, 0],
            points[point + 1, 1],
            edges,
            pieces,
            passage,
        )
    return cost


@kernel
def segment_gap(bodies: Ints, row: int, ax: int, ay: int, bx: int, by: int) -> int:
    """From the segment ab to the edge of a body; 0 if it passes through it."""
    if bodies[row, HALF_LENGTH] == 0:
        return max(
            0,
            root_up(square_to_segment(bodies[row, X], bodies[row, Y], ax, ay, bx, by)) - bodies[row, RADIUS],
        )
    if in_rectangle(bodies, row, ax, ay):
        return 0
    best = 1 << 62
    for index in range(4):
        cx, cy = corner(bodies, row, index)
        dx, dy = corner(bodies, row, (index + 1) % 4)
        best = min(best, square_between_segments(ax, ay, bx, by, cx, cy, dx, dy))
    return root_up(best)


@kernel
def swept_gap(bodies: Ints, row: int, other: int, ax: int, ay: int, bx: int, by: int) -> int:
    """From the ground that a rectangle covers on its way from a to b, not turning, to the edge of another body.

    That ground is bounded by the rectangle at both ends and by the tracks of its corners.
    """
    dx, dy = bx - ax, by - ay
    front_x, front_y = heading(bodies[row, BEARING])
    best = 1 << 62
    for index in range(4):
        cx, cy = corner(bodies, row, index)
        ex, ey = corner(bodies, row, (index + 1) % 4)
        cx, cy = cx - bodies[row, X] + ax, cy - bodies[row, Y] + ay
        ex, ey = ex - bodies[row, X] + ax, ey - bodies[row, Y] + ay
        best = min(best, segment_gap(bodies, other, cx, cy, cx + dx, cy + dy))
        best = min(best, segment_gap(bodies, other, cx, cy, ex, ey))
        best = min(best, segment_gap(bodies, other, cx + dx, cy + dy, ex + dx, ey + dy))
        if best == 0:
            return 0
    # Whatever lies wholly inside that ground touches none of its bounds: then its middle is within it.
    px, py = bodies[other, X] - ax, bodies[other, Y] - ay
    length, width = bodies[row, HALF_LENGTH], bodies[row, HALF_WIDTH]
    along, across = px * front_x + py * front_y, front_x * py - front_y * px
    went, aside = dx * front_x + dy * front_y, front_x * dy - front_y * dx
    if along < min(0, went) - (length << 20) or along > max(0, went) + (length << 20):
        return best
    if across < min(0, aside) - (width << 20) or across > max(0, aside) + (width << 20):
        return best
    # Between the two outer tracks: no farther across the way than the corner that is farthest from it.
    off = abs(dx * py - dy * px) << 20
    reach = abs(dx * front_y - dy * front_x) * length + abs(dx * front_x + dy * front_y) * width
    return 0 if off <= reach else best


@kernel
def alone(bodies: Ints, rows: Ints, link: int) -> int:
    """The first of these rows that has none of the others within `link`; -1 if there is none, or only one row."""
    if len(rows) < 2:
        return -1
    for one in range(len(rows)):
        here, found = rows[one], False
        for other in range(len(rows)):
            there = rows[other]
            reach = link + bodies[here, RADIUS] + bodies[there, RADIUS]
            dx, dy = bodies[here, X] - bodies[there, X], bodies[here, Y] - bodies[there, Y]
            if other != one and dx * dx + dy * dy <= reach * reach and gap(bodies, here, bodies, there) <= link:
                found = True
                break
        if not found:
            return int(here)
    return -1


@kernel
def storeys_apart(bodies: Ints, one: int, others: Ints, other: int) -> bool:
    """Whether a floor lies between two bodies, so that neither is in the other's way."""
    return abs(bodies[one, GROUND] - others[other, GROUND]) >= STOREY


@kernel
def touching(bodies: Ints, rows: Ints, link: int, chain: bool) -> int:
    """The first of these rows that no chain of gaps of at most `link` joins to the first row; -1 if all hang together.

    Without `chain` it is enough that each has another one within `link`: groups may then lie apart.
    """
    count = len(rows)
    if not chain:
        return alone(bodies, rows, link)
    reached = np.zeros(count, dtype=np.int64)
    queue = np.empty(count, dtype=np.int64)
    if count == 0:
        return -1
    reached[0], queue[0], head, tail = 1, 0, 0, 1
    while head < tail:
        here = rows[queue[head]]
        head += 1
        for place in range(count):
            if reached[place]:
                continue
            other = rows[place]
            reach = link + bodies[here, RADIUS] + bodies[other, RADIUS]
            dx, dy = bodies[here, X] - bodies[other, X], bodies[here, Y] - bodies[other, Y]
            if dx * dx + dy * dy <= reach * reach and gap(bodies, here, bodies, other) <= link:
                reached[place] = 1
                queue[tail] = place
                tail += 1
    for place in range(count):
        if not reached[place]:
            return int(rows[place])
    return -1


@kernel
def stand(
    bodies: Ints, row: int, groups: Ints, avoid: Ints, clearance: int, needed: Ints, width: int, depth: int, verdict: Ints
) -> bool:  # fmt: skip
    """Whether a body may stand where it is: on the table, clear of others. `needed` overrides the clearance where >= 0."""
    x, y, radius = bodies[row, X], bodies[row, Y], bodies[row, RADIUS]
    if bodies[row, HALF_LENGTH] == 0:
        if x < radius or y < radius or x > width - radius or y > depth - radius:
            verdict[0], verdict[1] = OFF_TABLE, row
            return False
    else:
        for index in range(4):
            cx, cy = corner(bodies, row, index)
            if cx < 0 or cy < 0 or cx > width or cy > depth:
                verdict[0], verdict[1] = OFF_TABLE, row
                return False
    for other in range(len(bodies)):
        if avoid[groups[other]] == IGNORED:
            continue
        need = clearance if needed[other] < 0 else min(clearance, needed[other])
        if avoid[groups[other]] == NOT_ON:
            need = 0
        reach = need + radius + bodies[other, RADIUS]
        dx, dy = x - bodies[other, X], y - bodies[other, Y]
        if abs(dx) >= reach or abs(dy) >= reach or dx * dx + dy * dy >= reach * reach:
            continue
        if storeys_apart(bodies, row, bodies, other):
            continue
        between = gap(bodies, row, bodies, other)
        if avoid[groups[other]] == NOT_ON and between == 0:
            verdict[0], verdict[1], verdict[2] = OVERLAP, row, other
            return False
        if between < need:
            verdict[0], verdict[1], verdict[2], verdict[3] = TOO_NEAR, row, other, between
            return False
    return True


@kernel
def first_overlap(bodies: Ints, rows: Ints) -> tuple[int, int]:
    """The first two of these rows whose bases overlap; (-1, -1) if none do."""
    for one in range(len(rows)):
        a = rows[one]
        for other in range(one + 1, len(rows)):
            b = rows[other]
            reach = bodies[a, RADIUS] + bodies[b, RADIUS]
            dx, dy = bodies[a, X] - bodies[b, X], bodies[a, Y] - bodies[b, Y]
            if dx * dx + dy * dy >= reach * reach or storeys_apart(bodies, a, bodies, b):
                continue
            if bodies[a, HALF_LENGTH] == 0 and bodies[b, HALF_LENGTH] == 0:
                return int(a), int(b)
            if gap(bodies, a, bodies, b) == 0:
                return int(a), int(b)
    return -1, -1


@kernel
def start_gaps(bodies: Ints, row: int, groups: Ints, avoid: Ints, clearance: int, needed: Ints) -> None:
    """Note how near a body already stands to the others, where that is nearer than the clearance."""
    for other in range(len(bodies)):
        needed[other] = -1
        if avoid[groups[other]] == IGNORED:
            continue
        reach = clearance + bodies[row, RADIUS] + bodies[other, RADIUS]
        dx, dy = bodies[row, X] - bodies[other, X], bodies[row, Y] - bodies[other, Y]
        if abs(dx) < reach and abs(dy) < reach and dx * dx + dy * dy < reach * reach:
            between = gap(bodies, row, bodies, other)
            if between < clearance:
                needed[other] = between


@kernel
def march_one(
    bodies: Ints, final: Ints, row: int, points: Ints, first: int, last: int, budget: int, edges: Ints, pieces: Ints,
    passage: Ints, groups: Ints, avoid: Ints, clearance: int, width: int, depth: int, needed: Ints, verdict: Ints,
) -> bool:  # fmt: skip
    """Whether one figure may walk points[first:last]; its start is where it stands."""
    radius = bodies[row, RADIUS]
    cost = path_cost(points, first, last, edges, pieces, passage)
    if cost > budget:
        verdict[0], verdict[1], verdict[3] = TOO_FAR, row, cost
        return False
    start_gaps(bodies, row, groups, avoid, clearance, needed)
    for point in range(first, last - 1):
        ax, ay, bx, by = points[point, 0], points[point, 1], points[point + 1, 0], points[point + 1, 1]
        if ax == bx and ay == by:
            continue
        if bx < 0 or by < 0 or bx > width or by > depth:
            verdict[0], verdict[1] = OFF_TABLE, row
            return False
        piece = barred_by(ax, ay, bx, by, radius, edges, pieces, passage)
        if piece >= 0:
            verdict[0], verdict[1], verdict[2] = BAD_GROUND, row, piece
            return False
        for other in range(len(bodies)):
            code = avoid[groups[other]]
            if code != KEEP_OFF and (code != NOT_THROUGH or needed[other] == 0):
                continue
            need = clearance if needed[other] < 0 else min(clearance, needed[other])
            if code == NOT_THROUGH:
                need = 0
            reach = need + radius + bodies[other, RADIUS]
            ox, oy = bodies[other, X], bodies[other, Y]
            if ox < min(ax, bx) - reach or ox > max(ax, bx) + reach:
                continue
            if oy < min(ay, by) - reach or oy > max(ay, by) + reach or storeys_apart(bodies, row, bodies, other):
                continue
            if bodies[row, HALF_LENGTH] == 0:
                between = segment_gap(bodies, other, ax, ay, bx, by) - radius
            else:
                between = swept_gap(bodies, row, other, ax, ay, bx, by)
                between = -1 if between == 0 else between
            if between < 0 and code == KEEP_OFF:
                between = 0
            if between < need:
                between = max(0, between)
                verdict[0], verdict[1], verdict[2], verdict[3] = TOO_NEAR, row, other, between
                return False
    for piece in range(len(pieces)):
        if passage[piece] == LEFT and near_box(
            final[row, X], final[row, Y], final[row, X], final[row, Y], radius, pieces, piece
        ):
            first_edge, count = pieces[piece, FIRST], pieces[piece, COUNT]
            if gap_to_piece(final, row, edges, first_edge, count, pieces[piece, CLOSED] != 0) == 0:
                verdict[0], verdict[1], verdict[2] = BAD_GROUND, row, piece
                return False
    return stand(final, row, groups, avoid, clearance, needed, width, depth, verdict)


@kernel
def march(
    bodies: Ints, movers: Ints, starts: Ints, points: Ints, bearings: Ints, budgets: Ints, edges: Ints, pieces: Ints,
    passage: Ints, groups: Ints, avoid: Ints, clearance: int, width: int, depth: int, linked: Ints, link: int, chain: bool,
) -> Ints:  # fmt: skip
    """Whether figures may walk their polylines: mover m walks points[starts[m]:starts[m + 1]], at most budgets[m].

    At the end it faces bearings[m], or as it did if that is below zero. `linked` are the rows that must hang together at
    the end, movers and others. The answer is (what is wrong, and three numbers about it).
    """
    verdict = np.zeros(4, dtype=np.int64)
    verdict[1:3] = -1
    final = bodies.copy()
    needed = np.empty(len(bodies), dtype=np.int64)
    for place in range(len(movers)):
        final[movers[place], X] = points[starts[place + 1] - 1, 0]
        final[movers[place], Y] = points[starts[place + 1] - 1, 1]
        if bearings[place] >= 0:
            final[movers[place], BEARING] = bearings[place]
    bodies_, final_, needed_, points_ = borrow(bodies), borrow(final), borrow(needed), borrow(points)
    edges_, pieces_, passage_ = borrow(edges), borrow(pieces), borrow(passage)
    groups_, avoid_ = borrow(groups), borrow(avoid)
    fine = True
    for place in range(len(movers)):
        if not march_one(
            bodies_, final_, movers[place], points_, starts[place], starts[place + 1], budgets[place], edges_, pieces_,
            passage_, groups_, avoid_, clearance, width, depth, needed_, verdict,
        ):  # fmt: skip
            fine = False
            break
    if fine:
        one, other = first_overlap(final_, linked)
        if one >= 0:
            verdict[0], verdict[1], verdict[2] = OVERLAP, one, other
        else:
            lost = touching(final_, linked, link, chain)
            if lost >= 0:
                verdict[0], verdict[1] = SCATTERED, lost
    hold(bodies)
    hold(final)
    hold(needed)
    hold(points)
    return verdict


@kernel
def fine_shifts(
    bodies: Ints, movers: Ints, shifts: Ints, enough: int, budgets: Ints, edges: Ints, pieces: Ints, passage: Ints,
    groups: Ints, avoid: Ints, clearance: int, width: int, depth: int, linked: Ints, link: int, chain: bool,
) -> Ints:  # fmt: skip
    """The first so many of these shifts, by number, by which all movers may walk straight, keeping their formation."""
    starts = np.arange(len(movers) + 1) * 2
    points = np.empty((2 * len(movers), 2), dtype=np.int64)
    as_they_face = np.full(len(movers), -1, dtype=np.int64)
    found = np.empty(len(shifts), dtype=np.int64)
    count = 0
    for place in range(len(movers)):
        points[2 * place, 0], points[2 * place, 1] = bodies[movers[place], X], bodies[movers[place], Y]
    for shift in range(len(shifts)):
        if count >= enough:
            break
        for place in range(len(movers)):
            points[2 * place + 1, 0] = bodies[movers[place], X] + shifts[shift, 0]
            points[2 * place + 1, 1] = bodies[movers[place], Y] + shifts[shift, 1]
        verdict = march(
            bodies, movers, starts, points, as_they_face, budgets, edges, pieces, passage, groups, avoid, clearance,
            width, depth, linked, link, chain,
        )  # fmt: skip
        if verdict[0] == FINE:
            found[count] = shift
            count += 1
    return found[:count]


@kernel
def first_shift(
    bodies: Ints, movers: Ints, shifts: Ints, budgets: Ints, edges: Ints, pieces: Ints, passage: Ints,
    groups: Ints, avoid: Ints, clearance: int, width: int, depth: int, linked: Ints, link: int, chain: bool,
) -> int:  # fmt: skip
    """The first of these shifts by which all movers may walk straight, keeping their formation; -1 if none."""
    found = fine_shifts(
        bodies, movers, shifts, 1, budgets, edges, pieces, passage, groups, avoid, clearance, width, depth, linked,
        link, chain,
    )  # fmt: skip
    return found[0] if len(found) > 0 else -1
