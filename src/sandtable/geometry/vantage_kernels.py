"""Vantages: what stands have before them from each of several places that bodies might take, all places at once.

Of each group of targets only the nearest is told that a viewer's fire bears on: whoever compares places wants no more, and
need not look at all pairs of all places one by one.
"""

import numpy as np

from .bodies import BEARING, HALF_LENGTH, RADIUS, X, Y
from .kernel import Ints, borrow, hold, kernel
from .measure_kernels import gap
from .post_kernels import cover_of, cut_by, friend_between, fronts, is_ahead, level_of, note_holders

# What a viewer's fire hangs on: the front of its hull, or of its turret, too; friends in the way alone; nothing.
BY_HULL, BY_TURRET, ALL_ROUND, ANYHOW = 0, 1, 2, 3
UNSEEN = 9  # more than any cover


@kernel
def bears(bodies: Ints, viewer: int, target: int, how: int, turrets: Ints, sides: Ints, bulk: Ints, over: Ints) -> bool:
    """Whether what a viewer fires bears on a target that it sees."""
    if how == ANYHOW:
        return True
    if how != ALL_ROUND:
        hull, turret = fronts(bodies, viewer, turrets, target)
        if not (hull or (how == BY_TURRET and turret)):
            return False
    return friend_between(bodies, viewer, target, sides, bulk, over) < 0


@kernel
def vantages(
    bodies: Ints, places: Ints, viewers: Ints, hows: Ints, targets: Ints, groups: Ints, hidden: Ints, edges: Ints,
    pieces: Ints, held: Ints, levels: Ints, hills: Ints, turrets: Ints, sides: Ints, bulk: Ints, over: Ints,
) -> tuple[Ints, Ints]:  # fmt: skip
    """The nearest of each group that viewers bear on, and how covered at least any of a group is that they see.

    `places` has for each way to stand a row (body, x, y, bearing, turret) of everybody who stands otherwise than now. The
    first answer has rows of the way, the viewer, the target (both by their numbers among those that are asked about), the
    gap, the target's cover and whether the viewer lies ahead of its front; the other by way and group. Targets that are
    `hidden` count as covered there wherever they are.
    """
    many = 0
    for two in range(len(targets)):
        many = max(many, groups[two] + 1)
    found = np.empty((len(places) * len(viewers) * many, 6), dtype=np.int64)
    least = np.full((len(places), many), UNSEEN, dtype=np.int64)
    nearest, gaps, covers = np.zeros(many, np.int64), np.zeros(many, np.int64), np.zeros(many, np.int64)
    own_table, own_held, own_levels, own_turrets = bodies.copy(), held.copy(), levels.copy(), turrets.copy()
    table, held_, levels_, turrets_ = borrow(own_table), borrow(own_held), borrow(own_levels), borrow(own_turrets)
    edges_, pieces_, hills_ = borrow(edges), borrow(pieces), borrow(hills)
    sides_, bulk_, over_ = borrow(sides), borrow(bulk), borrow(over)
    count = 0
    for way in range(len(places)):
        for place in range(places.shape[1]):
            row = places[way, place, 0]
            table[row, X], table[row, Y] = places[way, place, 1], places[way, place, 2]
            table[row, BEARING], turrets_[row] = places[way, place, 3], places[way, place, 4]
            note_holders(table, row, edges_, pieces_, held_, row)
            levels_[row] = level_of(held_, row, pieces_, hills_)
        for one in range(len(viewers)):
            viewer = viewers[one]
            nearest[:] = -1
            for two in range(len(targets)):
                target, group = targets[two], groups[two]
                nearer = True
                if nearest[group] >= 0:  # the circles around both say mostly that it is not, and are cheap
                    reach = gaps[group] + table[viewer, RADIUS] + table[target, RADIUS]
                    dx, dy = table[viewer, X] - table[target, X], table[viewer, Y] - table[target, Y]
                    nearer = dx * dx + dy * dy < reach * reach
                if not nearer and least[way, group] == 0:
                    continue
                if cut_by(table, viewer, target, edges_, pieces_, held_, viewer, target, levels_) >= 0:
                    continue
                cover = cover_of(table, viewer, target, edges_, pieces_, held_, target)
                least[way, group] = min(least[way, group], max(cover, hidden[two]))
                if nearer and bears(table, viewer, target, hows[one], turrets_, sides_, bulk_, over_):
                    between = gap(table, viewer, table, target)
                    if nearest[group] < 0 or between < gaps[group]:
                        nearest[group], gaps[group], covers[group] = two, between, cover
            for group in range(many):
                two = nearest[group]
                if two < 0:
                    continue
                target = targets[two]
                found[count, 0], found[count, 1], found[count, 2] = way, one, two
                found[count, 3], found[count, 4] = gaps[group], covers[group]
                found[count, 5] = is_ahead(table, target, table[target, BEARING], table[target, HALF_LENGTH], viewer)
                count += 1
    hold(own_table)
    hold(own_held)
    hold(own_levels)
    hold(own_turrets)
    hold(edges)
    hold(pieces)
    hold(hills)
    hold(sides)
    hold(bulk)
    hold(over)
    return found[:count], least
