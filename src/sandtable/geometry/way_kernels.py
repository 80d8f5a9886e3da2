"""What becomes of figures that go straight somewhere: which way they face then, how far they went, how high they stand."""

import numpy as np

from .angle import bearing_to
from .kernel import Ints, kernel
from .path_kernels import height_at


@kernel
def arrivals(legs: Ints, bearings: Ints, edges: Ints, pieces: Ints, raised: Ints) -> Ints:
    """For each leg (x, y, to x, to y): the bearing at its end, the square of its length, the height of the ground there.

    Who does not move keeps his bearing.
    """
    out = np.empty((len(legs), 3), dtype=np.int64)
    went_x, went_y, bearing = 0, 0, 0
    for leg in range(len(legs)):
        dx, dy = legs[leg, 2] - legs[leg, 0], legs[leg, 3] - legs[leg, 1]
        out[leg, 1] = dx * dx + dy * dy
        if dx == 0 and dy == 0:
            out[leg, 0] = bearings[leg]
        else:
            if dx != went_x or dy != went_y:  # mostly everybody goes the same way
                went_x, went_y, bearing = dx, dy, bearing_to(dx, dy)
            out[leg, 0] = bearing
        out[leg, 2] = height_at(legs[leg, 2], legs[leg, 3], edges, pieces, raised)
    return out
