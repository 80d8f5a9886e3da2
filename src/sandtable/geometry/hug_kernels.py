"""Single lines under another reading of cover: only what the target stands in, or hugs, covers it.

Whether a line is cut, `line_kernels` says. A target has the best class of cover of what holds it, or of what it stands no
farther from than `hug` where the line crosses it. Two inside one house or trench have no cover of it from each other; in a
wood they do.
"""

import numpy as np

from .bodies import X, Y
from .ground import AREA, CLASS, CLOSED, COUNT, FIRST, PIT, STOPS, VEIL
from .kernel import Ints, borrow, hold, kernel
from .line_kernels import COVER, CUT_BY, GAP, SAID, SEEN, TOO_FAR, cast, met
from .measure_kernels import gap, gap_to_piece, in_ring
from .path_kernels import near_box


@kernel
def hugged(bodies: Ints, viewer: int, target: int, edges: Ints, pieces: Ints, hug: int) -> int:
    """The best class of cover that a target has from a viewer."""
    sx, sy, tx, ty = bodies[viewer, X], bodies[viewer, Y], bodies[target, X], bodies[target, Y]
    cover = 0
    for piece in range(len(pieces)):
        offers = pieces[piece, CLASS]
        if offers <= cover or not near_box(sx, sy, tx, ty, hug, pieces, piece):
            continue
        first, count = pieces[piece, FIRST], pieces[piece, COUNT]
        closed = pieces[piece, CLOSED] != 0
        if closed and in_ring(edges, first, count, tx, ty):
            if pieces[piece, STOPS] in (AREA, VEIL) or not in_ring(edges, first, count, sx, sy):
                cover = offers
            continue
        if pieces[piece, STOPS] == PIT or (closed and in_ring(edges, first, count, sx, sy)):
            continue
        if gap_to_piece(bodies, target, edges, first, count, closed) > hug:
            continue
        if met(sx, sy, tx, ty, edges, first, count)[0] > 0:
            cover = offers
    return cover


@kernel
def hugging_lines(
    bodies: Ints, viewers: Ints, targets: Ints, reach: int, edges: Ints, pieces: Ints, groups: Ints, sizes: Ints,
    depth: int, near: int, hug: int,
) -> Ints:  # fmt: skip
    """All pairs of two groups that are no farther apart than `reach`: an array of [viewer, target, what is said]."""
    out = np.zeros((len(viewers), len(targets), SAID), dtype=np.int64)
    bodies_, edges_, pieces_, groups_, sizes_ = (
        borrow(bodies), borrow(edges), borrow(pieces), borrow(groups), borrow(sizes)
    )  # fmt: skip
    for one in range(len(viewers)):
        for two in range(len(targets)):
            between = gap(bodies_, viewers[one], bodies_, targets[two])
            out[one, two, GAP] = between
            if between > reach:
                out[one, two, CUT_BY] = TOO_FAR
                continue
            _, cutter = cast(bodies_, viewers[one], targets[two], edges_, pieces_, groups_, sizes_, depth, near)
            out[one, two, SEEN], out[one, two, CUT_BY] = cutter < 0, cutter
            if cutter < 0:
                out[one, two, COVER] = hugged(bodies_, viewers[one], targets[two], edges_, pieces_, hug)
    hold(bodies)
    hold(edges)
    hold(pieces)
    hold(groups)
    hold(sizes)
    return out
