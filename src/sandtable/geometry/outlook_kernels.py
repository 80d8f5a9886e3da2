"""Outlooks: what some bodies see of groups of others as all stand on each of several tables, and how many are how near.

What a line is, `line_kernels` says. Whoever weighs where to go asks here about all the places that he could go to at once.
"""

import numpy as np

from .angle import in_arc, quarter
from .bodies import BEARING, X, Y
from .glimpse_kernels import in_reach
from .kernel import Ints, borrow, hold, kernel
from .line_kernels import cast
from .measure_kernels import gap

UNSEEN = 1 << 40  # the gap to somebody of whom nothing is seen
TERMS = 3  # of a rank: the gap that is too near, the gap that is not too far yet, half of the arc ahead (or ALL_ROUND)
ALL_ROUND = -1
COUNTED = 6  # what is said of each count: table, group, rank, band, quarter, how many


@kernel
def outlooks(
    tables: Ints, viewers: Ints, targets: Ints, starts: Ints, classes: int, reach: int, edges: Ints, pieces: Ints,
    groups: Ints, sizes: Ints, depth: int, near: int,
) -> tuple[Ints, Ints]:  # fmt: skip
    """What viewers see of some groups: targets[starts[g]:starts[g + 1]] are group g, and tables[t] has all bodies.

    The answer is, by table, viewer and group, the gap to the nearest whom the viewer sees (`UNSEEN` if nobody), and, by
    table, group and class of cover, of how many pairs in sight the target has it.
    """
    count = len(starts) - 1
    gaps = np.full((len(tables), len(viewers), count), UNSEEN, dtype=np.int64)
    covers = np.zeros((len(tables), count, classes), dtype=np.int64)
    edges_, pieces_, groups_, sizes_ = borrow(edges), borrow(pieces), borrow(groups), borrow(sizes)
    for table in range(len(tables)):
        bodies = borrow(tables[table])
        for one in range(len(viewers)):
            for group in range(count):
                for two in range(starts[group], starts[group + 1]):
                    if not in_reach(bodies, viewers[one], targets[two], reach):
                        continue
                    cover, cutter = cast(
                        bodies, viewers[one], targets[two], edges_, pieces_, groups_, sizes_, depth, near
                    )
                    if cutter >= 0:
                        continue
                    covers[table, group, cover] += 1
                    between = gap(bodies, viewers[one], bodies, targets[two])
                    gaps[table, one, group] = min(gaps[table, one, group], between)
    hold(tables)
    hold(edges)
    hold(pieces)
    hold(groups)
    hold(sizes)
    return gaps, covers


@kernel
def in_bands(
    tables: Ints, gaps: Ints, viewers: Ints, faced: Ints, quartered: Ints, members: Ints, starts: Ints, terms: Ints,
    bands: Ints,
) -> Ints:  # fmt: skip
    """How many viewers of each rank are how near to each group: rows of `COUNTED`, for all counts that are not nothing.

    gaps[t, v, g] is how near viewer v is to group g on tables[t]; members[starts[r]:starts[r + 1]] are the viewers of
    rank r, by place, and terms[r] are its `TERMS`. A band is told by its number, the farthest gap of each is in `bands`.
    Arcs are looked along to the body faced[g]; where quartered[g] is set, those in different quarters of it count apart.
    """
    count = len(starts) - 1
    found = np.zeros((len(bands), 4), dtype=np.int64)
    out = np.empty((64, COUNTED), dtype=np.int64)
    filled = 0
    for table in range(len(tables)):
        bodies = tables[table]
        for group in range(gaps.shape[2]):
            face = faced[group]
            for rank in range(count):
                found[:] = 0
                for member in range(starts[rank], starts[rank + 1]):
                    between, row = gaps[table, members[member], group], viewers[members[member]]
                    if between <= terms[rank, 0] or between > terms[rank, 1]:
                        continue
                    dx, dy = bodies[row, X] - bodies[face, X], bodies[row, Y] - bodies[face, Y]
                    if terms[rank, 2] >= 0 and not in_arc(bodies[row, BEARING], terms[rank, 2], -dx, -dy):
                        continue
                    band = 0
                    while band < len(bands) - 1 and bands[band] < between:
                        band += 1
                    found[band, quarter(bodies[face, BEARING], dx, dy) if quartered[group] else 0] += 1
                for band in range(len(bands)):
                    for way in range(4):
                        if found[band, way] == 0:
                            continue
                        if filled == len(out):
                            out = np.concatenate((out, out))
                        out[filled, 0], out[filled, 1], out[filled, 2] = table, group, rank
                        out[filled, 3], out[filled, 4], out[filled, 5] = band, way, found[band, way]
                        filled += 1
    return out[:filled]
