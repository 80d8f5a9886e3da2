"""Templates laid on the table: which bodies lie under a circle, a square or a teardrop."""

import numpy as np

from .angle import heading, round_div
from .bodies import HALF_LENGTH, RADIUS, X, Y
from .kernel import Ints, kernel
from .measure_kernels import corner, gap, gap_to_point, root_up

CLEAR, TOUCHED, CENTRED = 0, 1, 2  # beside the template; any part of the base under it; its middle under it


@kernel
def circle(bodies: Ints, x: int, y: int, radius: int) -> Ints:
    """What lies under a circle."""
    under = np.zeros(len(bodies), dtype=np.int64)
    for row in range(len(bodies)):
        dx, dy = bodies[row, X] - x, bodies[row, Y] - y
        if dx * dx + dy * dy <= radius * radius:
            under[row] = CENTRED
        elif gap_to_point(bodies, row, x, y) <= radius:
            under[row] = TOUCHED
    return under


@kernel
def square(bodies: Ints, template: Ints) -> Ints:
    """What lies under an oriented square or rectangle, given as a body of one row."""
    under = np.zeros(len(bodies), dtype=np.int64)
    for row in range(len(bodies)):
        if gap_to_point(template, 0, bodies[row, X], bodies[row, Y]) == 0:
            under[row] = CENTRED
        elif gap(template, 0, bodies, row) == 0:
            under[row] = TOUCHED
    return under


@kernel
def off_teardrop(px: int, py: int, x: int, y: int, bearing: int, length: int, radius: int) -> int:
    """How far outside a teardrop a point lies (0 or less inside): a point at (x, y) widening to a circle at its far end.

    `length` runs from the point to the far rim. Beside the axis the width grows evenly; beyond the circle's middle it is
    the circle itself.
    """
    front_x, front_y = heading(bearing)
    dx, dy = px - x, py - y
    along = round_div(dx * front_x + dy * front_y, 1 << 20)
    across = abs(round_div(front_x * dy - front_y * dx, 1 << 20))
    middle = length - radius
    if along <= 0:
        return root_up(dx * dx + dy * dy)
    if along >= middle:
        return root_up((along - middle) ** 2 + across * across) - radius
    return across - radius * along // middle


@kernel
def teardrop(bodies: Ints, x: int, y: int, bearing: int, length: int, radius: int) -> Ints:
    """What lies under a teardrop with its point at (x, y)."""
    under = np.zeros(len(bodies), dtype=np.int64)
    for row in range(len(bodies)):
        off = off_teardrop(bodies[row, X], bodies[row, Y], x, y, bearing, length, radius)
        if off <= 0:
            under[row] = CENTRED
        elif bodies[row, HALF_LENGTH] == 0:
            under[row] = TOUCHED if off <= bodies[row, RADIUS] else CLEAR
        else:
            for index in range(4):
                cx, cy = corner(bodies, row, index)
                if off_teardrop(cx, cy, x, y, bearing, length, radius) <= 0:
                    under[row] = TOUCHED
    return under
