"""Closing in: where bodies end that go straight for others, as many of them as can in contact."""

import numpy as np

from .angle import ahead, bearing_to, round_div
from .bodies import HALF_LENGTH, RADIUS, X, Y
from .kernel import Ints, kernel
from .measure_kernels import corner, gap, near_on_segment, nearest, root_up
from .path_kernels import march_one, storeys_apart

TOUCHING = 2  # thousandths between bases in contact
AROUND = 24  # places around a round base
ALONG = 9  # places along each side of a hull
PARTS = 8  # how finely a way is shortened for those who come up behind

# How a body ends.
BEHIND, SUPPORTS, TOUCHES = 0, 1, 2


@kernel
def short_of(amount: int, by: int) -> int:
    """The quotient rounded towards nothing, so that nobody gets farther than he may."""
    return amount // by if amount >= 0 else -(-amount // by)


@kernel
def spots_around(bodies: Ints, row: int, other: int, spots: Ints, at: int) -> int:
    """Append the places from which a round base touches another body; the result is the new end of the list."""
    x, y, radius = bodies[row, X], bodies[row, Y], bodies[row, RADIUS] + TOUCHING
    if bodies[other, HALF_LENGTH] == 0:
        ox, oy = bodies[other, X], bodies[other, Y]
        straight = bearing_to(x - ox, y - oy)
        for place in range(AROUND):
            turn = (place + 1) // 2 * (3600 // AROUND)
            bearing = straight + (turn if place % 2 else -turn)
            spots[at, 0], spots[at, 1] = ahead(ox, oy, bearing % 3600, radius + bodies[other, RADIUS])
            at += 1
        return at
    for index in range(4):
        ax, ay = corner(bodies, other, index)
        bx, by = corner(bodies, other, (index + 1) % 4)
        outward = bearing_to(by - ay, ax - bx)  # corners run clockwise, so that the left of a side is outside
        near_x, near_y = near_on_segment(x, y, ax, ay, bx, by)
        spots[at, 0], spots[at, 1] = ahead(near_x, near_y, outward, radius)
        at += 1
        for place in range(1, ALONG):
            px, py = ax + round_div((bx - ax) * place, ALONG), ay + round_div((by - ay) * place, ALONG)
            spots[at, 0], spots[at, 1] = ahead(px, py, outward, radius)
            at += 1
    return at


@kernel
def on_a_fellow(final: Ints, row: int, movers: Ints) -> bool:
    """Whether a body stands on another of its own."""
    for other in movers:
        if other != row and not storeys_apart(final, row, final, other) and gap(final, row, final, other) == 0:
            return True
    return False


@kernel
def may_go(
    bodies: Ints, final: Ints, row: int, to_x: int, to_y: int, budget: int, edges: Ints, pieces: Ints, passage: Ints,
    groups: Ints, avoid: Ints, width: int, depth: int, movers: Ints, trail: Ints, needed: Ints, verdict: Ints,
) -> bool:  # fmt: skip
    """Whether a body may go straight to a place and stand there; if so it is put there in `final`."""
    was_x, was_y = final[row, X], final[row, Y]
    trail[0, 0], trail[0, 1], trail[1, 0], trail[1, 1] = bodies[row, X], bodies[row, Y], to_x, to_y
    final[row, X], final[row, Y] = to_x, to_y
    if not on_a_fellow(final, row, movers) and march_one(
        bodies, final, row, trail, 0, 2, budget, edges, pieces, passage, groups, avoid, 1, width, depth, needed, verdict
    ):
        return True
    final[row, X], final[row, Y] = was_x, was_y
    return False


@kernel
def first_spot(
    bodies: Ints, final: Ints, row: int, spots: Ints, count: int, budget: int, edges: Ints, pieces: Ints, passage: Ints,
    groups: Ints, avoid: Ints, width: int, depth: int, movers: Ints, trail: Ints, needed: Ints, verdict: Ints,
) -> bool:  # fmt: skip
    """Put a body on the nearest of some places that it may go to; False if there is none."""
    x, y = bodies[row, X], bodies[row, Y]
    off = np.empty(count, dtype=np.int64)
    for place in range(count):
        dx, dy = spots[place, 0] - x, spots[place, 1] - y
        off[place] = dx * dx + dy * dy
    for _ in range(count):
        best = -1
        for place in range(count):
            if off[place] >= 0 and off[place] <= budget * budget and (best < 0 or off[place] < off[best]):
                best = place
        if best < 0:
            return False
        if may_go(
            bodies, final, row, spots[best, 0], spots[best, 1], budget, edges, pieces, passage, groups, avoid, width,
            depth, movers, trail, needed, verdict,
        ):  # fmt: skip
            return True
        off[best] = -1
    return False


@kernel
def close_in(
    bodies: Ints, movers: Ints, targets: Ints, budgets: Ints, edges: Ints, pieces: Ints, passage: Ints, groups: Ints,
    avoid: Ints, width: int, depth: int,
) -> Ints:  # fmt: skip
    """Where movers end that go straight for targets, one after another: rows of (x, y, how).

    Whoever can reach a target touches it at the nearest free place; then whoever can comes up to touch one that does, and
    the others go as far towards the nearest target as there is room. If nobody reaches a target, nobody moves.
    """
    out = np.zeros((len(movers), 3), dtype=np.int64)
    final = bodies.copy()
    needed = np.empty(len(bodies), dtype=np.int64)
    verdict = np.zeros(4, dtype=np.int64)
    trail = np.empty((2, 2), dtype=np.int64)
    spots = np.empty((max(len(targets), len(movers)) * 4 * (ALONG + 1) + AROUND, 2), dtype=np.int64)
    touching, before = 0, -1
    while touching > before:  # whoever has moved may have made room for others
        before = touching
        for place in range(len(movers)):
            if out[place, 2] == TOUCHES:
                continue
            row = movers[place]
            count = 0
            for target in targets:
                if gap(bodies, row, bodies, target) <= budgets[place]:
                    count = spots_around(bodies, row, target, spots, count)
            if first_spot(
                bodies, final, row, spots, count, budgets[place], edges, pieces, passage, groups, avoid, width, depth,
                movers, trail, needed, verdict,
            ):  # fmt: skip
                out[place, 2] = TOUCHES
                touching += 1
    for place in range(len(movers)):
        row = movers[place]
        if touching == 0 or out[place, 2] == TOUCHES:
            continue
        count = 0
        for other in range(len(movers)):
            if out[other, 2] == TOUCHES:
                count = spots_around(final, row, movers[other], spots, count)
        if first_spot(
            bodies, final, row, spots, count, budgets[place], edges, pieces, passage, groups, avoid, width, depth, movers,
            trail, needed, verdict,
        ):  # fmt: skip
            out[place, 2] = SUPPORTS
            continue
        between, _, target = nearest(bodies, movers[place : place + 1], targets)
        dx, dy = bodies[target, X] - bodies[row, X], bodies[target, Y] - bodies[row, Y]
        length = max(1, root_up(dx * dx + dy * dy))
        far = min(budgets[place], between)
        for part in range(PARTS, 0, -1):
            step = far * part // PARTS
            to_x, to_y = bodies[row, X] + short_of(dx * step, length), bodies[row, Y] + short_of(dy * step, length)
            if may_go(
                bodies, final, row, to_x, to_y,
                budgets[place], edges, pieces, passage, groups, avoid, width, depth, movers, trail, needed, verdict,
            ):  # fmt: skip
                break
    for place in range(len(movers)):
        out[place, 0], out[place, 1] = final[movers[place], X], final[movers[place], Y]
    return out
