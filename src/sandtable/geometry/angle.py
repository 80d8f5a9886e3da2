"""Bearings: tenths of a degree, clockwise from the top of the table (north); x grows right, y grows down.

The sine table is rounded to twenty bits. No entry lies near a rounding boundary (a test measures how near), so every
platform's library gives the same table, and nothing after it uses a float.
"""

import math
from functools import lru_cache

import numpy as np

from .kernel import Ints, ints, kernel

FULL_TURN = 3600
HALF_TURN = 1800
RIGHT_ANGLE = 900
SCALE = 1 << 20

SINE: Ints = ints([round(math.sin(math.radians(tenth / 10)) * SCALE) for tenth in range(FULL_TURN + RIGHT_ANGLE)])


@kernel
def round_div(number: int, by: int) -> int:
    """The nearest integer to number / by, halves away from zero, so that mirrored inputs give mirrored results."""
    if number >= 0:
        return (2 * number + by) // (2 * by)
    return -((-2 * number + by) // (2 * by))


@kernel
def heading(bearing: int) -> tuple[int, int]:
    """The direction of a bearing as a vector of length SCALE."""
    turn = bearing % 3600
    return SINE[turn], -SINE[turn + 900]


@kernel
def ahead(x: int, y: int, bearing: int, distance: int) -> tuple[int, int]:
    """The point that lies so far from (x, y) on this bearing."""
    dx, dy = heading(bearing)
    return x + round_div(dx * distance, 1 << 20), y + round_div(dy * distance, 1 << 20)


@kernel
def strides(bearing: int, most: int, less: int) -> Ints:
    """Strides (dx, dy) on a bearing, the longest first, each by so much shorter than the one before it."""
    dx, dy = heading(bearing)
    out = np.empty((max(0, (most + less - 1) // less), 2), dtype=np.int64)
    for place in range(len(out)):
        far = most - place * less
        out[place, 0], out[place, 1] = round_div(dx * far, 1 << 20), round_div(dy * far, 1 << 20)
    return out


@kernel
def bearing_to(dx: int, dy: int) -> int:
    """The bearing nearest to the direction (dx, dy); 0 for no direction at all."""
    if dx == 0 and dy == 0:
        return 0
    # Fold into the first quadrant (north to east), search there, and unfold.
    if dx >= 0 and dy < 0:
        quadrant, across, along = 0, dx, -dy
    elif dx > 0 or (dx >= 0 and dy > 0):
        quadrant, across, along = 1, dy, dx
    elif dy > 0:
        quadrant, across, along = 2, -dx, dy
    else:
        quadrant, across, along = 3, -dy, -dx
    if across == 0:
        return quadrant * 900
    low, high = 0, 900
    while high - low > 1:
        middle = (low + high) // 2
        if across * SINE[middle + 900] >= along * SINE[middle]:
            low = middle
        else:
            high = middle
    # across/along lies between the two; take the nearer by comparing the sine of the remaining angles.
    past_low = across * SINE[low + 900] - along * SINE[low]
    short_of_high = along * SINE[high] - across * SINE[high + 900]
    return (quadrant * 900 + (low if past_low <= short_of_high else high)) % 3600


@kernel
def turn_between(start: int, end: int) -> int:
    """The smallest turn from one bearing to another, from -1799 (left) to 1800 (right)."""
    turn = (end - start) % 3600
    return turn - 3600 if turn > 1800 else turn


@kernel
def in_arc(bearing: int, half_width: int, dx: int, dy: int) -> bool:
    """Whether the direction (dx, dy) lies within half_width of the bearing, its edges included."""
    if half_width >= 1800 or (dx == 0 and dy == 0):
        return True
    if half_width > 900:
        behind = (bearing + 1800) % 3600
        back_x, back_y = heading(behind)
        if dx * back_x + dy * back_y <= 0:
            return True
        left_x, left_y = heading(behind - (1800 - half_width))
        right_x, right_y = heading(behind + (1800 - half_width))
        return left_x * dy - left_y * dx <= 0 or dx * right_y - dy * right_x <= 0
    front_x, front_y = heading(bearing)
    if dx * front_x + dy * front_y < 0:
        return False
    left_x, left_y = heading(bearing - half_width)
    right_x, right_y = heading(bearing + half_width)
    return left_x * dy - left_y * dx >= 0 and dx * right_y - dy * right_x >= 0


FRONT, RIGHT, REAR, LEFT = 0, 1, 2, 3


@kernel
def quarter(bearing: int, dx: int, dy: int) -> int:
    """Which of four 90-degree quarters of a hull a direction lies in: 0 front, 1 right, 2 rear, 3 left.

    The diagonals belong to front and rear.
    """
    front_x, front_y = heading(bearing)
    along = dx * front_x + dy * front_y
    across = front_x * dy - front_y * dx
    if along >= abs(across):
        return 0
    if -along >= abs(across):
        return 2
    return 1 if across > 0 else 3


@lru_cache(maxsize=64)
def directions(count: int) -> tuple[int, ...]:
    """So many bearings evenly all round, from north on: the faces of a scatter die, the hours of a clock."""
    return tuple(FULL_TURN * place // count for place in range(count))


def around(x: int, y: int, distance: int, count: int) -> list[tuple[int, int]]:
    """So many points evenly on a circle, from north on."""
    return [(int(to_x), int(to_y)) for to_x, to_y in (ahead(x, y, way, distance) for way in directions(count))]
