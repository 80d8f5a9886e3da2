"""Proposing moves: how far a base can get around obstacles, and where a group can stand around a point.

These only propose. What they return is checked by `path_kernels` like anything a player draws.
"""

import numpy as np

from .bodies import RADIUS, X, Y
from .kernel import Ints, borrow, hold, kernel
from .measure_kernels import in_ring, near_on_segment, root_up, square_to_segment
from .path_kernels import (
    KEEP_OFF,
    barred_by,
    first_overlap,
    march_one,
    near_box,
    segment_cost,
    segment_gap,
    stand,
    touching,
)

UNREACHED = 1 << 40
STEPS = np.array(
    [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)]
    + [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)],
    dtype=np.int64,
)


@kernel
def push(costs: Ints, nodes: Ints, size: int, cost: int, node: int) -> int:
    """Put a node on a heap ordered by cost; the result is its new size."""
    place = size
    while place > 0:
        parent = (place - 1) // 2
        if costs[parent] <= cost:
            break
        costs[place], nodes[place] = costs[parent], nodes[parent]
        place = parent
    costs[place], nodes[place] = cost, node
    return size + 1


@kernel
def pop(costs: Ints, nodes: Ints, size: int) -> int:
    """Take the cheapest node (at place 0, to be read before) off the heap; the result is its new size."""
    size -= 1
    cost, node = costs[size], nodes[size]
    place = 0
    while True:
        child = 2 * place + 1
        if child >= size:
            break
        if child + 1 < size and costs[child + 1] < costs[child]:
            child += 1
        if costs[child] >= cost:
            break
        costs[place], nodes[place] = costs[child], nodes[child]
        place = child
    costs[place], nodes[place] = cost, node
    return size


@kernel
def open_nodes(
    bodies: Ints, row: int, left: int, upper: int, across: int, down: int, step: int, pieces: Ints,
    passage: Ints, groups: Ints, avoid: Ints, clearance: int, width: int, depth: int,
) -> Ints:  # fmt: skip
    """For each node of a grid: 0 closed, 1 open, 2 open but near ground that may bar the way, 3 near dear ground."""
    nodes = np.ones((down, across), dtype=np.int64)
    radius = bodies[row, RADIUS]
    for line in range(down):
        for place in range(across):
            x, y = left + place * step, upper + line * step
            if x < radius or y < radius or x > width - radius or y > depth - radius:
                nodes[line, place] = 0
    for piece in range(len(pieces)):
        if passage[piece] == 0:
            continue
        margin = radius + 3 * step
        for line in range(down):
            y = upper + line * step
            for place in range(across):
                x = left + place * step
                if nodes[line, place] and near_box(x, y, x, y, margin, pieces, piece):
                    nodes[line, place] = max(nodes[line, place], 2 if passage[piece] < 100 else 3)
    for other in range(len(bodies)):
        if avoid[groups[other]] != KEEP_OFF:
            continue
        reach = clearance + radius + bodies[other, RADIUS]
        if abs(bodies[other, X] - (left + across * step // 2)) > across * step // 2 + reach:
            continue
        for line in range(down):
            y = upper + line * step
            if abs(y - bodies[other, Y]) >= reach:
                continue
            for place in range(across):
                x = left + place * step
                if abs(x - bodies[other, X]) < reach and segment_gap(bodies, other, x, y, x, y) - radius < clearance:
                    nodes[line, place] = 0
    return nodes


@kernel
def spread(
    bodies: Ints, row: int, budget: int, step: int, edges: Ints, pieces: Ints, passage: Ints, groups: Ints,
    avoid: Ints, clearance: int, width: int, depth: int,
) -> tuple[int, int, Ints]:  # fmt: skip
    """The cheapest way to every node of a grid around a body: its left and upper edge, and costs by row and column.

    Nodes lie `step` apart with the body on one of them; from each, sixteen directions are tried. Costs are an upper bound
    (about one per cent too dear); `UNREACHED` where the budget ends.
    """
    reach = budget // step + 1
    across = down = 2 * reach + 1
    left, upper = bodies[row, X] - reach * step, bodies[row, Y] - reach * step
    nodes = open_nodes(
        bodies, row, left, upper, across, down, step, pieces, passage, groups, avoid, clearance, width, depth
    )
    cost = np.full((down, across), UNREACHED, dtype=np.int64)
    heap_costs = np.empty(across * down * 8, dtype=np.int64)
    heap_nodes = np.empty(across * down * 8, dtype=np.int64)
    radius = bodies[row, RADIUS]
    nodes[reach, reach] = max(nodes[reach, reach], 2)
    cost[reach, reach] = 0
    size = push(heap_costs, heap_nodes, 0, 0, reach * across + reach)
    edges_, pieces_, passage_ = borrow(edges), borrow(pieces), borrow(passage)
    while size > 0:
        here, at = heap_costs[0], heap_nodes[0]
        size = pop(heap_costs, heap_nodes, size)
        line, place = at // across, at % across
        if here > cost[line, place]:
            continue
        ax, ay = left + place * step, upper + line * step
        for way in range(16):
            to_line, to_place = line + STEPS[way, 1], place + STEPS[way, 0]
            if to_line < 0 or to_place < 0 or to_line >= down or to_place >= across or nodes[to_line, to_place] == 0:
                continue
            length = root_up((STEPS[way, 0] * STEPS[way, 0] + STEPS[way, 1] * STEPS[way, 1]) * step * step)
            if here + length > budget or here + length >= cost[to_line, to_place]:
                continue
            near = max(nodes[line, place], nodes[to_line, to_place])
            if near >= 2:
                bx, by = left + to_place * step, upper + to_line * step
                if barred_by(ax, ay, bx, by, radius, edges_, pieces_, passage_) >= 0:
                    continue
                if near == 3:
                    length = segment_cost(ax, ay, bx, by, edges_, pieces_, passage_)
            total = here + length
            if total <= budget and total < cost[to_line, to_place] and size < len(heap_costs):
                cost[to_line, to_place] = total
                size = push(heap_costs, heap_nodes, size, total, to_line * across + to_place)
    hold(edges)
    hold(pieces)
    hold(passage)
    return left, upper, cost


# How a group gets to the places it is given.
WALK, APPEAR, ENTER = 0, 1, 2  # on foot from where it stands; set up there; from one of the lines of entry


@kernel
def near_on_lines(x: int, y: int, lines: Ints) -> tuple[int, int]:
    """The point of several segments that is nearest to (x, y)."""
    best, best_x, best_y = 1 << 62, x, y
    for line in range(len(lines)):
        px, py = near_on_segment(x, y, lines[line, 0], lines[line, 1], lines[line, 2], lines[line, 3])
        square = (px - x) * (px - x) + (py - y) * (py - y)
        if square < best:
            best, best_x, best_y = square, px, py
    return best_x, best_y


@kernel
def lattice(goal_x: int, goal_y: int, spacing: int, rings: int) -> Ints:
    """Points around a goal on a triangular grid, ring by ring from the inside."""
    points = np.empty((1 + 3 * rings * (rings + 1), 2), dtype=np.int64)
    points[0, 0], points[0, 1] = goal_x, goal_y
    half, high = spacing // 2, spacing * 887 // 1024
    filled = 1
    for ring in range(1, rings + 1):
        x, y = goal_x - ring * spacing, goal_y
        for side in range(6):
            for _ in range(ring):
                points[filled, 0], points[filled, 1] = x, y
                filled += 1
                if side == 0:
                    x, y = x + half, y - high
                elif side == 1:
                    x += spacing
                elif side == 2:
                    x, y = x + half, y + high
                elif side == 3:
                    x, y = x - half, y + high
                elif side == 4:
                    x -= spacing
                else:
                    x, y = x - half, y - high
    return points


@kernel
def within_zone(x: int, y: int, radius: int, zone: Ints) -> bool:
    """Whether a round base lies wholly inside a ring of edges; an empty ring allows everything."""
    if len(zone) == 0:
        return True
    if not in_ring(zone, 0, len(zone), x, y):
        return False
    for edge in range(len(zone)):
        if square_to_segment(x, y, zone[edge, 0], zone[edge, 1], zone[edge, 2], zone[edge, 3]) < radius * radius:
            return False
    return True


@kernel
def who_next(bodies: Ints, movers: Ints, placed: Ints, tried: Ints, x: int, y: int, manner: int) -> int:
    """Whose turn it is to be put at (x, y): of those who have no place yet, the nearest, or the first if nobody walks."""
    best, best_square = -1, 1 << 62
    for place in range(len(movers)):
        if placed[place] or tried[place]:
            continue
        row = movers[place]
        square = (bodies[row, X] - x) ** 2 + (bodies[row, Y] - y) ** 2 if manner == WALK else place
        if square < best_square:
            best, best_square = place, square
    return best


@kernel
def pack(
    bodies: Ints, movers: Ints, goal_x: int, goal_y: int, spacing: int, manner: int, budgets: Ints, entry: Ints,
    zone: Ints, edges: Ints, pieces: Ints, passage: Ints, groups: Ints, avoid: Ints, clearance: int, width: int, depth: int,
    linked: Ints, link: int, chain: bool,
) -> Ints:  # fmt: skip
    """Places for a group around a goal, first mover nearest: rows (start x, start y, end x, end y), or none if none fit.

    Each place of a lattice around the goal is given to the mover that stands nearest to it and can get there straight.
    """
    rings = 2
    while 1 + 3 * rings * (rings + 1) < 3 * len(movers) + 7:
        rings += 1
    slots = lattice(goal_x, goal_y, spacing, rings)
    out = np.empty((len(movers), 4), dtype=np.int64)
    if manner == ENTER:
        bodies = bodies.copy()  # the movers will stand where they come in
    final = bodies.copy()
    needed = np.empty(len(bodies), dtype=np.int64)
    verdict = np.zeros(4, dtype=np.int64)
    placed = np.zeros(len(movers), dtype=np.int64)
    trail = np.empty((2, 2), dtype=np.int64)
    final_, bodies_, edges_, pieces_ = borrow(final), borrow(bodies), borrow(edges), borrow(pieces)
    passage_, groups_, avoid_ = borrow(passage), borrow(groups), borrow(avoid)
    needed_, trail_ = borrow(needed), borrow(trail)
    left = len(movers)
    for slot in range(len(slots)):
        if left == 0:
            break
        x, y = slots[slot, 0], slots[slot, 1]
        tried = np.zeros(len(movers), dtype=np.int64)
        for _ in range(left):
            best = (
                0 if slot == 0 and placed[0] + tried[0] == 0 else who_next(bodies_, movers, placed, tried, x, y, manner)
            )
            if best < 0:
                break
            tried[best] = 1
            row = movers[best]
            if not within_zone(x, y, bodies_[row, RADIUS], zone):
                break
            final_[row, X], final_[row, Y] = x, y
            trail_[1, 0], trail_[1, 1] = x, y
            if manner == WALK:
                trail_[0, 0], trail_[0, 1] = bodies_[row, X], bodies_[row, Y]
            elif manner == ENTER:
                trail_[0, 0], trail_[0, 1] = near_on_lines(x, y, entry)
                bodies_[row, X], bodies_[row, Y] = trail_[0, 0], trail_[0, 1]
            else:
                trail_[0, 0], trail_[0, 1] = x, y
            ok = True
            if manner == APPEAR:
                needed_[:] = -1
                ok = barred_by(x, y, x, y, bodies_[row, RADIUS], edges_, pieces_, passage_) < 0 and stand(
                    final_, row, groups_, avoid_, clearance, needed_, width, depth, verdict
                )
            else:
                ok = march_one(
                    bodies_, final_, row, trail_, 0, 2, budgets[best], edges_, pieces_, passage_, groups_, avoid_,
                    clearance, width, depth, needed_, verdict,
                )  # fmt: skip
            if ok:
                placed[best] = 1
                left -= 1
                out[best, 0], out[best, 1], out[best, 2], out[best, 3] = trail_[0, 0], trail_[0, 1], x, y
                break
            final_[row, X], final_[row, Y] = bodies_[row, X], bodies_[row, Y]
            if manner != WALK:
                break  # the next mover would fare no better
    done = left == 0
    if done and len(linked) > 0:
        one, _ = first_overlap(final_, linked)
        done = one < 0 and touching(final_, linked, link, chain) < 0
    hold(final)
    hold(needed)
    hold(trail)
    hold(bodies)
    return out if done else out[:0]
