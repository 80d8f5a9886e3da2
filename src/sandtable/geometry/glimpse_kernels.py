"""Glimpses: whether anybody of a group sees anybody of another along single lines, whom, and who is the nearest of all.

What a line is, `line_kernels` says. Here as few of them as possible are looked along.
"""

import numpy as np

from .bodies import BEARING, GROUND, RADIUS, X, Y
from .kernel import Ints, borrow, hold, kernel
from .line_kernels import cast
from .measure_kernels import gap


@kernel
def in_reach(bodies: Ints, one: int, other: int, reach: int) -> bool:
    """Whether two bodies are no farther apart than `reach`."""
    far = reach + bodies[one, RADIUS] + bodies[other, RADIUS]
    if abs(bodies[one, X] - bodies[other, X]) > far or abs(bodies[one, Y] - bodies[other, Y]) > far:
        return False
    return gap(bodies, one, bodies, other) <= reach


@kernel
def groups_glimpsed(
    bodies: Ints, viewers: Ints, targets: Ints, reach: int, enough: int, edges: Ints, pieces: Ints, groups: Ints,
    sizes: Ints, depth: int, near: int,
) -> Ints:  # fmt: skip
    """The groups of targets of which any viewer sees anybody within `reach`, up to so many: 1 for each, by number."""
    out = np.zeros(groups.max() + 1, dtype=np.int64)
    bodies_, edges_, pieces_, groups_, sizes_ = (
        borrow(bodies), borrow(edges), borrow(pieces), borrow(groups), borrow(sizes)
    )  # fmt: skip
    found = 0
    for two in range(len(targets)):
        group = groups_[targets[two]]
        for one in range(len(viewers)):
            if out[group] != 0 or found >= enough:
                break
            if not in_reach(bodies_, viewers[one], targets[two], reach):
                continue
            _, cutter = cast(bodies_, viewers[one], targets[two], edges_, pieces_, groups_, sizes_, depth, near)
            if cutter < 0:
                out[group] = 1
                found += 1
    hold(bodies)
    hold(edges)
    hold(pieces)
    hold(groups)
    hold(sizes)
    return out


@kernel
def glimpsed(
    bodies: Ints, viewers: Ints, targets: Ints, reach: int, edges: Ints, pieces: Ints, groups: Ints, sizes: Ints,
    depth: int, near: int,
) -> bool:  # fmt: skip
    """Whether any viewer sees any target within `reach`."""
    found = groups_glimpsed(bodies, viewers, targets, reach, 1, edges, pieces, groups, sizes, depth, near)
    return bool(found.max() > 0)


@kernel
def moments_glimpsed(
    bodies: Ints, movers: Ints, places: Ints, watchers: Ints, reaches: Ints, edges: Ints, pieces: Ints, groups: Ints,
    sizes: Ints, depth: int, near: int,
) -> Ints:  # fmt: skip
    """At which moments of a move any watcher sees any mover within its reach: 1 for each.

    places[moment] has (x, y, bearing, ground) of each mover then.
    """
    out = np.zeros(len(places), dtype=np.int64)
    table = bodies.copy()
    table_, edges_, pieces_, groups_, sizes_ = (
        borrow(table), borrow(edges), borrow(pieces), borrow(groups), borrow(sizes)
    )  # fmt: skip
    for moment in range(len(places)):
        for mover in range(len(movers)):
            row = movers[mover]
            table_[row, X], table_[row, Y] = places[moment, mover, 0], places[moment, mover, 1]
            table_[row, BEARING], table_[row, GROUND] = places[moment, mover, 2], places[moment, mover, 3]
        for pair in range(len(watchers) * len(movers)):
            watcher, mover = pair // len(movers), movers[pair % len(movers)]
            if not in_reach(table_, watchers[watcher], mover, reaches[watcher]):
                continue
            _, cutter = cast(table_, watchers[watcher], mover, edges_, pieces_, groups_, sizes_, depth, near)
            if cutter < 0:
                out[moment] = 1
                break
    hold(table)
    hold(edges)
    hold(pieces)
    hold(groups)
    hold(sizes)
    return out


@kernel
def gaps_glimpsed(
    bodies: Ints, viewers: Ints, targets: Ints, reaches: Ints, edges: Ints, pieces: Ints, groups: Ints, sizes: Ints,
    depth: int, near: int,
) -> Ints:  # fmt: skip
    """The gap to the nearest target of each group that any viewer sees within its reach, by number; -1 for none."""
    out = np.full(groups.max() + 1, -1, dtype=np.int64)
    bodies_, edges_, pieces_, groups_, sizes_ = (
        borrow(bodies), borrow(edges), borrow(pieces), borrow(groups), borrow(sizes)
    )  # fmt: skip
    for one in range(len(viewers)):
        viewer = viewers[one]
        for two in range(len(targets)):
            target = targets[two]
            best = out[groups_[target]]
            reach = reaches[one] if best < 0 else min(reaches[one], best - 1)
            if not in_reach(bodies_, viewer, target, reach):
                continue
            _, cutter = cast(bodies_, viewer, target, edges_, pieces_, groups_, sizes_, depth, near)
            if cutter < 0:
                out[groups_[target]] = gap(bodies_, viewer, bodies_, target)
    hold(bodies)
    hold(edges)
    hold(pieces)
    hold(groups)
    hold(sizes)
    return out


@kernel
def nearest_glimpsed(
    bodies: Ints, viewers: Ints, targets: Ints, reaches: Ints, edges: Ints, pieces: Ints, groups: Ints, sizes: Ints,
    depth: int, near: int,
) -> tuple[int, int]:  # fmt: skip
    """The gap to the nearest target that any viewer sees within its reach, and that target; (-1, -1) for none.

    Of targets that are equally near to a viewer it is the first; of those of several viewers the one with the least number.
    """
    best_gap, best_row = -1, -1
    bodies_, edges_, pieces_, groups_, sizes_ = (
        borrow(bodies), borrow(edges), borrow(pieces), borrow(groups), borrow(sizes)
    )  # fmt: skip
    gaps = np.empty(len(targets), dtype=np.int64)
    for one in range(len(viewers)):
        viewer = viewers[one]
        reach = reaches[one] if best_gap < 0 else min(reaches[one], best_gap)
        for two in range(len(targets)):
            gaps[two] = -1
            if in_reach(bodies_, viewer, targets[two], reach):
                gaps[two] = gap(bodies_, viewer, bodies_, targets[two])
        while True:
            first = -1
            for two in range(len(targets)):
                if gaps[two] >= 0 and (first < 0 or gaps[two] < gaps[first]):
                    first = two
            if first < 0:
                break
            _, cutter = cast(bodies_, viewer, targets[first], edges_, pieces_, groups_, sizes_, depth, near)
            if cutter < 0:
                if best_gap < 0 or gaps[first] < best_gap or targets[first] < best_row:
                    best_gap, best_row = gaps[first], targets[first]
                break
            gaps[first] = -1
    hold(bodies)
    hold(edges)
    hold(pieces)
    hold(groups)
    hold(sizes)
    return best_gap, best_row
