"""Asking who sees whom, for groups of figures at once."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from sandtable.geometry import sight_kernels as kernels
from sandtable.geometry.bodies import GROUND, HEIGHT, X, Y
from sandtable.geometry.ground import CLASS, COUNT, FIRST, SOLID, STOPS, TOP
from sandtable.geometry.kernel import Ints, ints
from sandtable.geometry.path_kernels import crossing_places
from sandtable.geometry.ray_kernels import WHOLE

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


LINES = 9  # from one eye to one body


class Looked(NamedTuple):
    """What a group makes of each of several bodies: how many see it, and how many of those in the open."""

    seen: Ints  # one number a body
    in_the_open: Ints


def look(sight: Sight, viewers: Ints, targets: Ints) -> Looked:
    """How much one group sees of another, body by body."""
    found = kernels.look(
        sight.bodies, viewers, targets, sight.edges, sight.pieces, sight.groups, sight.screens, sight.screen_class
    )
    seen, uncovered = found[:, :, kernels.ARRIVED] > 0, found[:, :, kernels.UNCOVERED]
    covered = (found[:, :, kernels.COVER] > 0) & (uncovered * 2 <= LINES)  # at least half of the lines, as `aim` has it
    return Looked(seen.sum(axis=0), (seen & ~covered).sum(axis=0))


CLEAR, COVERED, CUT = 0, 1, 2


class SightLine(NamedTuple):
    """One line of sight: how it fares, where it ends, and where what meets it (a piece, or a body counted on from them)."""

    fate: int
    start: tuple[int, int]
    end: tuple[int, int]
    cut_at: tuple[int, int]
    met: int  # what cuts or covers it; -1 if it is clear


def lines(sight: Sight, viewer: int, target: int, most: int = LINES) -> list[SightLine]:
    """The lines from an eye to a body, or so many of them: the first to its middle, the others to its rim."""
    rays, met = kernels.trace(sight.bodies, viewer, target, sight.edges, sight.pieces, sight.groups, sight.screens)
    start = int(sight.bodies[viewer, X]), int(sight.bodies[viewer, Y])
    stops, classes = sight.pieces[:, STOPS].tolist(), sight.pieces[:, CLASS].tolist()
    found = []
    for (state, at, cutter, x, y), all_met in zip(rays[:most].tolist(), met[:most, : len(stops)].tolist(), strict=True):
        if state == CUT:
            cuts = [
                (_where_cut(sight, viewer, target, (x, y), piece), piece)
                for piece, stop in enumerate(stops)
                if stop == SOLID and all_met[piece] == CUT
            ]
            if cutter >= len(stops) or stops[cutter] != SOLID:
                cuts.append((at, cutter))
            share, by = min(cuts)
            place = start[0] + (x - start[0]) * share // WHOLE, start[1] + (y - start[1]) * share // WHOLE
            found.append(SightLine(CUT, start, (x, y), place, by))
            continue
        covers = [piece for piece, cover in enumerate(classes) if cover > 0 and all_met[piece] == COVERED]
        best = max(covers, key=lambda piece: classes[piece], default=-1)
        found.append(SightLine(COVERED if covers else CLEAR, start, (x, y), (x, y), best))
    return found


def _where_cut(sight: Sight, viewer: int, target: int, end: tuple[int, int], piece: int) -> int:
    """Where a line first meets a solid piece below its top, in parts of its length: the kernel stops at any such place."""
    bodies, row = sight.bodies, sight.pieces[piece]
    first, count = int(row[FIRST]), int(row[COUNT])
    places = np.empty(count + 1, dtype=np.int64)
    eye = int(bodies[viewer, GROUND] + bodies[viewer, HEIGHT])
    rise = int(bodies[target, GROUND] + bodies[target, HEIGHT] // 2) - eye
    filled = crossing_places(int(bodies[viewer, X]), int(bodies[viewer, Y]), *end, sight.edges, first, count, places, 0)
    low = [place for place in places[:filled].tolist() if eye * WHOLE + rise * place < int(row[TOP]) * WHOLE]
    return min(low, default=0)


def in_the_lane(sight: Sight, viewer: int, target: int, friends: Ints, lane: int) -> int:
    """The first of some friends whom the straight line to a target passes too near; -1 if none."""
    return int(kernels.lane_blocked(sight.bodies, viewer, target, lane, friends, sight.groups))
