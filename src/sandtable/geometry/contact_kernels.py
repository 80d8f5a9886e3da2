"""Coming into contact: places at which a round base just touches another body."""

import numpy as np

from .angle import ahead, bearing_to
from .bodies import RADIUS, X, Y
from .kernel import Ints, kernel
from .measure_kernels import gap_to_point


@kernel
def places_around(bodies: Ints, row: int, other: int, turns: Ints) -> Ints:
    """Places beside a round base to which another does not come through it, `turns` off the one straight ahead."""
    x, y, ox, oy = bodies[row, X], bodies[row, Y], bodies[other, X], bodies[other, Y]
    straight = bearing_to(x - ox, y - oy)
    out = np.empty((len(turns), 2), dtype=np.int64)
    count = 0
    for turn in turns:
        px, py = ahead(ox, oy, (straight + turn) % 3600, bodies[row, RADIUS] + bodies[other, RADIUS])
        if (px - x) * (ox - px) + (py - y) * (oy - py) >= 0:
            out[count, 0], out[count, 1] = px, py
            count += 1
    return out[:count]


@kernel
def plainly_behind(bodies: Ints, row: int, to_x: int, to_y: int, blockers: Ints, slack: int) -> bool:
    """Whether the straight way of a base to a place leads through one of some round bases, or ends on one."""
    x, y = bodies[row, X], bodies[row, Y]
    way_x, way_y = to_x - x, to_y - y
    square = way_x * way_x + way_y * way_y
    for blocker in blockers:
        there_x, there_y = bodies[blocker, X] - x, bodies[blocker, Y] - y
        wide = bodies[blocker, RADIUS] + bodies[row, RADIUS] - slack
        along = way_x * there_x + way_y * there_y
        if along >= square:
            off_x, off_y = way_x - there_x, way_y - there_y
            if off_x * off_x + off_y * off_y < wide * wide:
                return True
        elif along > 0:
            beside = way_x * there_y - way_y * there_x
            if beside * beside < wide * wide * square:
                return True
    return False


@kernel
def just_touching(
    bodies: Ints, row: int, other: int, places: Ints, nudges: Ints, most: int, blockers: Ints, slack: int
) -> Ints:  # fmt: skip
    """Points next to some places at which a round base touches another body to the thousandth, one for each place.

    Left out are places farther than `most` and those plainly behind other bases (`blockers`), by more than the `slack`.
    A point is looked for a little nearer first, then by the `nudges`.
    """
    x, y, radius = bodies[row, X], bodies[row, Y], bodies[row, RADIUS]
    out = np.empty((len(places), 2), dtype=np.int64)
    count = 0
    for place in range(len(places)):
        px, py = places[place, 0], places[place, 1]
        if (px - x) * (px - x) + (py - y) * (py - y) > (most + slack) * (most + slack):
            continue
        if plainly_behind(bodies, row, px, py, blockers, slack):
            continue
        step_x, step_y = max(-1, min(1, bodies[other, X] - px)), max(-1, min(1, bodies[other, Y] - py))
        for nudge in range(-4, len(nudges)):
            if nudge < 0:
                dx, dy = step_x * (nudge & 1), step_y * (nudge >> 1 & 1)
            else:
                dx, dy = nudges[nudge, 0], nudges[nudge, 1]
            if gap_to_point(bodies, other, px + dx, py + dy) == radius:
                out[count, 0], out[count, 1] = px + dx, py + dy
                count += 1
                break
    return out[:count]
