"""Templates laid on the table: which bodies lie under a circle or a square."""

import numpy as np

from .bodies import X, Y
from .kernel import Ints, kernel
from .measure_kernels import gap, gap_to_point

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
