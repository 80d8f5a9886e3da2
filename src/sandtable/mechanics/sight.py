"""Asking who sees whom, for groups of figures at once."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from sandtable.geometry import sight_kernels as kernels
from sandtable.geometry.kernel import Ints, ints

NOBODY: Ints = ints([])


class Sight(NamedTuple):
    """All that sight depends on: bodies and their units, terrain with a rulebook's effects, and what stands in the way."""

    bodies: Ints
    groups: Ints
    edges: Ints
    pieces: Ints
    screens: Ints  # figures that block sight as terrain does
    screen_class: int

    def with_bodies(self, extra: Ints, group: int) -> "tuple[Sight, Ints]":
        """The same with more bodies, which stand for something of one unit (windows, muzzles), and their rows."""
        count = len(self.bodies)
        more = self._replace(
            bodies=np.concatenate([self.bodies, extra]),
            groups=np.concatenate([self.groups, np.full(len(extra), group, dtype=np.int64)]),
        )
        return more, np.arange(count, count + len(extra), dtype=np.int64)


class Aim(NamedTuple):
    """What one viewer makes of a target unit."""

    distance: int  # to the nearest figure it may shoot at; -1 if there is none
    nearest: int  # that figure's row
    seen: int
    barred: int  # in sight, but friends stand too near to the line
    cover: tuple[int, int, int]  # how many figures have cover of class 1, 2, 3


def aim(sight: Sight, viewers: Ints, targets: Ints, friends: Ints = NOBODY, lane: int = 0) -> list[Aim]:
    """What each viewer makes of a group of targets."""
    found = kernels.aim(
        sight.bodies, viewers, targets, sight.edges, sight.pieces, sight.groups, sight.screens, sight.screen_class,
        friends, lane,
    ).tolist()  # fmt: skip
    return [Aim(row[0], row[1], row[2], row[3], (row[4], row[5], row[6])) for row in found]


def seen_groups(
    sight: Sight, viewers: Ints, groups: Sequence[tuple[int, ...]], friends: Ints = NOBODY, lane: int = 0
) -> list[bool]:
    """Which of several groups any of the viewers sees, with no friend too near to the line."""
    if not groups or not len(viewers):
        return [False] * len(groups)
    together, starts = _packed(tuple(groups))
    found = kernels.groups_seen(
        sight.bodies, viewers, together, starts, sight.edges, sight.pieces, sight.groups, sight.screens, friends, lane,
    )  # fmt: skip
    return [number > 0 for number in found.tolist()]


@lru_cache(maxsize=1 << 12)
def _packed(groups: tuple[tuple[int, ...], ...]) -> tuple[Ints, Ints]:
    """Groups one after the other, and where each begins."""
    starts = [0]
    for group in groups:
        starts.append(starts[-1] + len(group))
    return ints([row for group in groups for row in group]), ints(starts)


class Watch(NamedTuple):
    """A group that watches a move: its viewers, and how far they see."""

    viewers: Ints
    reach: int


def seen_on_the_way(
    sight: Sight, movers: Ints, places: Ints, watches: Sequence[Watch], friends: Ints = NOBODY, lane: int = 0
) -> list[list[bool]]:
    """At which stations of a move each watch sees any mover; places[station] has (x, y, bearing) of each mover."""
    starts = [0]
    for watch in watches:
        starts.append(starts[-1] + len(watch.viewers))
    found = kernels.sightings(
        sight.bodies, movers, places, np.concatenate([watch.viewers for watch in watches]), ints(starts), sight.edges,
        sight.pieces, sight.groups, sight.screens, friends, lane, ints([watch.reach for watch in watches]),
    )  # fmt: skip
    return [[seen > 0 for seen in row] for row in found.tolist()]
