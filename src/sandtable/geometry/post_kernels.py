"""Posts: what stands see of one another with five lines, what they stand in, and when a mover comes into fire.

From the middle of a viewer's base five lines run to the middle and the corners of the target's base; one free line is
enough. Terrain is flat to them: an *area* (`AREA`) stops a line that crosses it unless it holds one of the two stands, a
*tall line* (`THICKET`) unless one of the two touches it. From a hill one looks over what is lower than the hill and not
nearer to the other end. Cover is the class of an area that holds the target, or of a line that it touches on the side
away from the viewer.
"""

import numpy as np

from .angle import heading
from .bodies import BEARING, HALF_LENGTH, HALF_WIDTH, RADIUS, X, Y
from .ground import AREA, CLASS, CLOSED, COUNT, FIRST, LOW, OPEN, STOPS, THICKET, TOP, VEIL
from .kernel import Ints, borrow, hold, kernel
from .measure_kernels import corner, gap, gap_to_piece, in_ring
from .path_kernels import near_box, segment_gap

TOUCH = 50  # a base this near to something is in contact with it
TURRET = 400  # how far ahead of the middle of a hull the front of its turret is
ACROSS = 5  # points of a base that are looked at to say how much of it is inside, along either side

# What is said of a pair.
GAP = 0  # from edge to edge
SEEN = 1  # whether a line arrives
COVER = 2  # the best class of cover that the target has
CUT_BY = 3  # the piece that cut the last line that was cut; -1 for none
FRIEND = 4  # the first friend of the viewer in the way of its fire; -1 for none
AHEAD, AHEAD_TURRET = 5, 6  # whether the target lies ahead of the viewer's front, and of its turret's
FACED, FACED_TURRET = 7, 8  # whether the viewer lies ahead of the target's front, and of its turret's
SAID = 9

# What is said of a post and a moment of a move.
NEAR, FIRES = 1, 2  # somebody who moves is as near as is asked; somebody who moves can be shot at


@kernel
def holds(bodies: Ints, row: int, edges: Ints, pieces: Ints, piece: int) -> bool:
    """Whether more than half of a base lies in an area, or whether a base touches a line."""
    x, y, radius = bodies[row, X], bodies[row, Y], bodies[row, RADIUS]
    if not near_box(x, y, x, y, radius + TOUCH, pieces, piece):
        return False
    first, count = pieces[piece, FIRST], pieces[piece, COUNT]
    if pieces[piece, CLOSED] == 0:
        return gap_to_piece(bodies, row, edges, first, count, False) <= TOUCH
    half_length, half_width = bodies[row, HALF_LENGTH], bodies[row, HALF_WIDTH]
    if half_length == 0:
        return in_ring(edges, first, count, x, y)
    front_x, front_y = heading(bodies[row, BEARING])
    inside = 0
    for line in range(ACROSS):
        along = half_length * (2 * line + 1 - ACROSS) // ACROSS
        for place in range(ACROSS):
            aside = half_width * (2 * place + 1 - ACROSS) // ACROSS
            px = x + (front_x * along - front_y * aside >> 20)
            py = y + (front_y * along + front_x * aside >> 20)
            inside += in_ring(edges, first, count, px, py)
    return inside * 2 > ACROSS * ACROSS


@kernel
def note_holders(bodies: Ints, row: int, edges: Ints, pieces: Ints, held: Ints, place: int) -> None:
    """Note for each piece whether it holds a body."""
    for piece in range(len(pieces)):
        held[place, piece] = 0
        if pieces[piece, STOPS] != OPEN and holds(bodies, row, edges, pieces, piece):
            held[place, piece] = 1


@kernel
def held_by(bodies: Ints, edges: Ints, pieces: Ints) -> Ints:
    """Which pieces hold which bodies: 1 for each that stands in an area or touches a line."""
    held = np.zeros((len(bodies), len(pieces)), dtype=np.int64)
    for row in range(len(bodies)):
        if bodies[row, X] >= 0:
            note_holders(bodies, row, edges, pieces, held, row)
    return held


@kernel
def line_meets(
    sx: int, sy: int, px: int, py: int, edges: Ints, first: int, count: int, top: int, from_level: int, to_level: int
) -> bool:
    """Whether a line crosses any of these edges where neither end looks over them."""
    rx, ry = px - sx, py - sy
    for edge in range(first, first + count):
        ax, ay, bx, by = edges[edge, 0], edges[edge, 1], edges[edge, 2], edges[edge, 3]
        side_a, side_b = rx * (ay - sy) - ry * (ax - sx), rx * (by - sy) - ry * (bx - sx)
        if (side_a > 0) == (side_b > 0):
            continue
        ex, ey = bx - ax, by - ay
        from_s, from_p = ex * (sy - ay) - ey * (sx - ax), ex * (py - ay) - ey * (px - ax)
        if (from_s > 0) == (from_p > 0):
            continue
        near, whole = abs(from_s), abs(from_s - from_p)
        if from_level > top and 2 * near <= whole:
            continue
        if to_level > top and 2 * near >= whole:
            continue
        return True
    return False


@kernel
def cut_by(
    bodies: Ints, viewer: int, target: int, edges: Ints, pieces: Ints, held: Ints, from_row: int, to_row: int, levels: Ints,
) -> int:  # fmt: skip
    """What stops all five lines to a target: the piece that stopped the last; -1 if one arrives."""
    sx, sy = bodies[viewer, X], bodies[viewer, Y]
    cutter = -1
    for ray in range(5):
        px, py = bodies[target, X], bodies[target, Y]
        if ray > 0:
            if bodies[target, HALF_LENGTH] == 0:
                break
            px, py = corner(bodies, target, ray - 1)
        cut = False
        for piece in range(len(pieces)):
            stops = pieces[piece, STOPS]
            if stops not in (AREA, THICKET) or held[from_row, piece] or held[to_row, piece]:
                continue
            if not near_box(sx, sy, px, py, 0, pieces, piece):
                continue
            if line_meets(
                sx, sy, px, py, edges, pieces[piece, FIRST], pieces[piece, COUNT], pieces[piece, TOP], levels[from_row],
                levels[to_row],
            ):  # fmt: skip
                cut, cutter = True, piece
                break
        if not cut:
            return -1
    return cutter


@kernel
def cover_of(bodies: Ints, viewer: int, target: int, edges: Ints, pieces: Ints, held: Ints, to_row: int) -> int:
    """The best class of cover that a target has from terrain against a viewer."""
    best = 0
    for piece in range(len(pieces)):
        if not held[to_row, piece] or pieces[piece, CLASS] <= best:
            continue
        stops = pieces[piece, STOPS]
        if stops in (AREA, VEIL) or (
            stops in (LOW, THICKET)
            and line_meets(
                bodies[viewer, X],
                bodies[viewer, Y],
                bodies[target, X],
                bodies[target, Y],
                edges,
                pieces[piece, FIRST],
                pieces[piece, COUNT],
                0,
                0,
                0,
            )
        ):
            best = pieces[piece, CLASS]
    return best


@kernel
def friend_between(bodies: Ints, viewer: int, target: int, sides: Ints, bulk: Ints, over: Ints) -> int:
    """The first friend whose base lies on the line between two middles and whom the viewer cannot fire over; -1 if none.

    `bulk` says how much of an obstacle each body is, `over` up to what bulk each fires over.
    """
    ax, ay, bx, by = bodies[viewer, X], bodies[viewer, Y], bodies[target, X], bodies[target, Y]
    for row in range(len(bodies)):
        if sides[row] != sides[viewer] or row == viewer or bulk[row] <= over[viewer]:
            continue
        reach = bodies[row, RADIUS]
        x, y = bodies[row, X], bodies[row, Y]
        if x < min(ax, bx) - reach or x > max(ax, bx) + reach or y < min(ay, by) - reach or y > max(ay, by) + reach:
            continue
        if segment_gap(bodies, row, ax, ay, bx, by) == 0:
            return row
    return -1


@kernel
def is_ahead(bodies: Ints, row: int, bearing: int, offset: int, other: int) -> bool:
    """Whether the middle of another body is on or ahead of the line so far before a middle, across a bearing."""
    front_x, front_y = heading(bearing)
    dx, dy = bodies[other, X] - bodies[row, X], bodies[other, Y] - bodies[row, Y]
    return bool(dx * front_x + dy * front_y >= offset << 20)


@kernel
def fronts(bodies: Ints, row: int, turrets: Ints, other: int) -> tuple[bool, bool]:
    """Whether another body is ahead of a body's front edge, and of its turret's; one without a turret has it in its hull."""
    hull = is_ahead(bodies, row, bodies[row, BEARING], bodies[row, HALF_LENGTH], other)
    return hull, hull if turrets[row] < 0 else is_ahead(bodies, row, turrets[row], TURRET, other)


@kernel
def looks(
    bodies: Ints, viewers: Ints, targets: Ints, edges: Ints, pieces: Ints, held: Ints, levels: Ints, turrets: Ints,
    sides: Ints, bulk: Ints, over: Ints,
) -> Ints:  # fmt: skip
    """All that fire between two groups depends on: an array of [viewer, target, what is said]."""
    out = np.empty((len(viewers), len(targets), SAID), dtype=np.int64)
    bodies_, edges_, pieces_, held_ = borrow(bodies), borrow(edges), borrow(pieces), borrow(held)
    levels_, turrets_, sides_, bulk_, over_ = borrow(levels), borrow(turrets), borrow(sides), borrow(bulk), borrow(over)
    for one in range(len(viewers)):
        viewer = viewers[one]
        for two in range(len(targets)):
            target = targets[two]
            out[one, two, GAP] = gap(bodies_, viewer, bodies_, target)
            cutter = cut_by(bodies_, viewer, target, edges_, pieces_, held_, viewer, target, levels_)
            out[one, two, SEEN], out[one, two, CUT_BY] = cutter < 0, cutter
            out[one, two, COVER] = cover_of(bodies_, viewer, target, edges_, pieces_, held_, target)
            out[one, two, FRIEND] = friend_between(bodies_, viewer, target, sides_, bulk_, over_)
            out[one, two, AHEAD], out[one, two, AHEAD_TURRET] = fronts(bodies_, viewer, turrets_, target)
            out[one, two, FACED], out[one, two, FACED_TURRET] = fronts(bodies_, target, turrets_, viewer)
    hold(bodies)
    hold(edges)
    hold(pieces)
    hold(held)
    hold(levels)
    hold(turrets)
    hold(sides)
    hold(bulk)
    hold(over)
    return out


@kernel
def lines_of_fire(
    bodies: Ints, viewers: Ints, reaches: Ints, targets: Ints, edges: Ints, pieces: Ints, held: Ints, levels: Ints,
    turrets: Ints, sides: Ints, bulk: Ints, over: Ints,
) -> Ints:  # fmt: skip
    """The pairs of two groups between which a line is open and no friend is in the way, as far as each viewer reaches.

    For each its viewer's place, its target's place, GAP, AHEAD and AHEAD_TURRET.
    """
    out = np.empty((len(viewers) * len(targets), 5), dtype=np.int64)
    bodies_, edges_, pieces_, held_ = borrow(bodies), borrow(edges), borrow(pieces), borrow(held)
    levels_, turrets_, sides_, bulk_, over_ = borrow(levels), borrow(turrets), borrow(sides), borrow(bulk), borrow(over)
    found = 0
    for one in range(len(viewers)):
        viewer = viewers[one]
        for two in range(len(targets)):
            target = targets[two]
            reach = reaches[one] + bodies_[viewer, RADIUS] + bodies_[target, RADIUS]
            dx, dy = bodies_[viewer, X] - bodies_[target, X], bodies_[viewer, Y] - bodies_[target, Y]
            if dx * dx + dy * dy > reach * reach:
                continue
            between = gap(bodies_, viewer, bodies_, target)
            if between > reaches[one] or friend_between(bodies_, viewer, target, sides_, bulk_, over_) >= 0:
                continue
            if cut_by(bodies_, viewer, target, edges_, pieces_, held_, viewer, target, levels_) >= 0:
                continue
            out[found, 0], out[found, 1], out[found, 2] = one, two, between
            out[found, 3], out[found, 4] = fronts(bodies_, viewer, turrets_, target)
            found += 1
    hold(bodies)
    hold(edges)
    hold(pieces)
    hold(held)
    hold(levels)
    hold(turrets)
    hold(sides)
    hold(bulk)
    hold(over)
    return out[:found]


@kernel
def level_of(held: Ints, row: int, pieces: Ints, hills: Ints) -> int:
    """How high the hill is that a body stands on."""
    level = 0
    for piece in range(len(pieces)):
        if hills[piece] and held[row, piece]:
            level = max(level, pieces[piece, TOP])
    return level


@kernel
def held_anew(
    bodies: Ints, before: Ints, held: Ints, levels: Ints, edges: Ints, pieces: Ints, hills: Ints
) -> tuple[Ints, Ints]:  # fmt: skip
    """Which pieces hold whom and how high everybody stands, where that is known for bodies as they stood before."""
    holders, heights = held.copy(), levels.copy()
    for row in range(len(bodies)):
        same = True
        for column in range(bodies.shape[1]):
            if bodies[row, column] != before[row, column]:
                same = False
                break
        if same:
            continue
        if bodies[row, X] >= 0:
            note_holders(bodies, row, edges, pieces, holders, row)
        else:
            holders[row] = 0
        heights[row] = level_of(holders, row, pieces, hills)
    return holders, heights


@kernel
def can_fire(
    bodies: Ints, post: Ints, target: int, edges: Ints, pieces: Ints, held: Ints, to_row: int, levels: Ints,
    turrets: Ints, sides: Ints, bulk: Ints, over: Ints, between: int,
) -> bool:  # fmt: skip
    """Whether a post (its body, the reach of what fires with the hull, the reach of what fires with the turret) can fire."""
    viewer = post[0]
    if between > max(post[1], post[2]):
        return False
    hull, turret = True, True
    if post[3] == 0:
        hull, turret = fronts(bodies, viewer, turrets, target)
    if not ((hull and between <= post[1]) or (turret and between <= post[2])):
        return False
    if cut_by(bodies, viewer, target, edges, pieces, held, viewer, to_row, levels) >= 0:
        return False
    return friend_between(bodies, viewer, target, sides, bulk, over) < 0


@kernel
def watched(
    bodies: Ints, movers: Ints, starts: Ints, places: Ints, posts: Ints, near: int, edges: Ints, pieces: Ints, held: Ints,
    levels: Ints, hills: Ints, turrets: Ints, sides: Ints, bulk: Ints, over: Ints,
) -> Ints:  # fmt: skip
    """What posts can do at each moment of a move in which bodies go one after another: [post, moment], NEAR and FIRES.

    Mover m passes places[starts[m]:starts[m + 1]], the last of which is where it ends; the moments are all places in turn.
    A post is (body, reach ahead of its hull, reach ahead of its turret, whether it fires all round).
    """
    rows = len(bodies)
    own_table = bodies.copy()
    own_holders = np.zeros((rows + 1, len(pieces)), dtype=np.int64)
    own_holders[:rows] = held
    own_heights = np.zeros(rows + 1, dtype=np.int64)
    own_heights[:rows] = levels
    table, holders, heights, posts_ = borrow(own_table), borrow(own_holders), borrow(own_heights), borrow(posts)
    edges_, pieces_, hills_, turrets_ = borrow(edges), borrow(pieces), borrow(hills), borrow(turrets)
    sides_, bulk_, over_ = borrow(sides), borrow(bulk), borrow(over)
    # What each post makes of each mover where it starts, at each place, and where it ends.
    before = np.zeros((len(posts), len(movers)), dtype=np.int64)
    after = np.zeros((len(posts), len(movers)), dtype=np.int64)
    out = np.zeros((len(posts), len(places)), dtype=np.int64)
    for mover in range(len(movers)):
        row = movers[mover]
        for moment in range(starts[mover] - 1, starts[mover + 1]):
            if moment >= starts[mover]:
                table[row, X], table[row, Y] = places[moment, 0], places[moment, 1]
            note_holders(table, row, edges_, pieces_, holders, rows)
            heights[rows] = level_of(holders, rows, pieces_, hills_)
            for post in range(len(posts)):
                viewer = posts_[post, 0]
                reach = max(near, max(posts_[post, 1], posts_[post, 2])) + table[row, RADIUS] + table[viewer, RADIUS]
                dx, dy = table[row, X] - table[viewer, X], table[row, Y] - table[viewer, Y]
                said = 0
                if abs(dx) <= reach and abs(dy) <= reach:
                    between = gap(table, viewer, table, row)
                    said = NEAR if between <= near else 0
                    if can_fire(
                        table,
                        posts_[post],
                        row,
                        edges_,
                        pieces_,
                        holders,
                        rows,
                        heights,
                        turrets_,
                        sides_,
                        bulk_,
                        over_,
                        between,
                    ):
                        said |= FIRES
                if moment < starts[mover]:
                    before[post, mover] = said
                else:
                    out[post, moment] = said
                    after[post, mover] = said
        table[row, X], table[row, Y] = bodies[row, X], bodies[row, Y]
    for post in range(len(posts)):
        for mover in range(len(movers)):
            others = 0
            for other in range(len(movers)):
                if other < mover:
                    others |= after[post, other]
                elif other > mover:
                    others |= before[post, other]
            for moment in range(starts[mover], starts[mover + 1]):
                out[post, moment] |= others
    hold(own_table)
    hold(posts)
    hold(own_holders)
    hold(own_heights)
    hold(edges)
    hold(pieces)
    hold(hills)
    hold(turrets)
    hold(sides)
    hold(bulk)
    hold(over)
    return out
