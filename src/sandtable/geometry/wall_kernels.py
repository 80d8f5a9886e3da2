"""Walls with openings: where a straight way is stopped by one."""

import numpy as np

from .kernel import Ints, kernel


@kernel
def stopped_by(
    ax: int, ay: int, bx: int, by: int, boxes: Ints, walls: Ints, openings: Ints, near: int, shut: bool
) -> int:  # fmt: skip
    """The first house whose walls stop the way from a to b; -1 if none does.

    `boxes` are rows of (left, upper, right, lower), one a house; `walls` of (x, y, to x, to y, house), those of a house one
    after another; `openings` of (x, y, house). A wall is passed within `near` of an opening, unless all are `shut`.
    """
    left, right, upper, lower = min(ax, bx), max(ax, bx), min(ay, by), max(ay, by)
    for wall in range(len(walls)):
        house = walls[wall, 4]
        if right < boxes[house, 0] or left > boxes[house, 2] or lower < boxes[house, 1] or upper > boxes[house, 3]:
            continue
        cx, cy, dx, dy = walls[wall, 0], walls[wall, 1], walls[wall, 2], walls[wall, 3]
        of_c = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
        of_d = (bx - ax) * (dy - ay) - (by - ay) * (dx - ax)
        if (of_c > 0) == (of_d > 0):
            continue
        of_a = (dx - cx) * (ay - cy) - (dy - cy) * (ax - cx)
        of_b = (dx - cx) * (by - cy) - (dy - cy) * (bx - cx)
        if (of_a > 0) == (of_b > 0):
            continue
        x, y = ax + (bx - ax) * of_a // (of_a - of_b), ay + (by - ay) * of_a // (of_a - of_b)
        passed = False
        for opening in range(len(openings)):
            off_x, off_y = x - openings[opening, 0], y - openings[opening, 1]
            if openings[opening, 2] == house and off_x * off_x + off_y * off_y <= near * near:
                passed = not shut
                break
        if not passed:
            return int(house)
    return -1


@kernel
def strides_open(
    x: int, y: int, strides: Ints, crowd: Ints, boxes: Ints, walls: Ints, openings: Ints, near: int, shut: bool
) -> Ints:  # fmt: skip
    """Those of some strides (dx, dy) from a point that no wall stops and that end clear of a crowd.

    The crowd has rows of (x, y, the square of how far one has to be from there).
    """
    out = np.empty((len(strides), 2), dtype=np.int64)
    count = 0
    for stride in range(len(strides)):
        to_x, to_y = x + strides[stride, 0], y + strides[stride, 1]
        free = True
        for other in range(len(crowd)):
            off_x, off_y = to_x - crowd[other, 0], to_y - crowd[other, 1]
            if off_x * off_x + off_y * off_y < crowd[other, 2]:
                free = False
                break
        if free and stopped_by(x, y, to_x, to_y, boxes, walls, openings, near, shut) < 0:
            out[count, 0], out[count, 1] = strides[stride, 0], strides[stride, 1]
            count += 1
    return out[:count]
