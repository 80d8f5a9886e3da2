"""Where a team stands or could stand, and who would see whom from there: many places looked at in one go."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from sandtable.geometry.bodies import disc
from sandtable.geometry.hug_kernels import hugging_lines
from sandtable.geometry.kernel import Ints
from sandtable.geometry.line_kernels import COVER, GAP, SEEN
from sandtable.mechanics.goals import far
from sandtable.mechanics.pieces import middle_of
from sandtable.rulesets.skirmish41.basics.charts import ENDLESS
from sandtable.rulesets.skirmish41.basics.sight import MAN, WIDE, table
from sandtable.rulesets.skirmish41.basics.terrain import HUG
from sandtable.rulesets.skirmish41.state import Battle, Point

from .goals import known_foes, suspected

UNSEEN = 1 << 40
TALL = 2500  # a hull
LOOKED_AT = 3  # figures of a team that stand for all of it
MARKERS = 4  # that are thought of


class Stand(NamedTuple):
    """A place for a team: where its figures would be, and which way a hull would face."""

    points: tuple[Point, ...]
    bearing: int = 0
    answer: object = None

    @property
    def middle(self) -> Point:
        """The mean of it."""
        return middle_of(self.points)


class Line(NamedTuple):
    """What there is between a team at a place and an enemy: the gap, and the least cover of those in sight."""

    gap: int
    cover: int


_line: Callable[[tuple[int, int]], Line] = partial(tuple.__new__, Line)  # twice as fast as by name


class Looks(NamedTuple):
    """For each place, by enemy team: how the team is seen there, and how it sees; and who of the unseen may see it."""

    foes: tuple[int, ...]
    suffers: list[list[Line | None]]
    sees: list[list[Line | None]]
    feared: list[list[Line]]


def sampled(points: Sequence[Point]) -> list[Point]:
    """The first, the middle and the last of some points."""
    if len(points) <= LOOKED_AT:
        return list(points)
    return [points[0], points[len(points) // 2], points[-1]]


def looks(view: Battle, number: int, stands: Sequence[Stand]) -> Looks:
    """Who sees whom, for every place."""
    unit = view.units[number]
    foes = tuple(known_foes(view, unit.side))
    here = stands[0].middle
    doubts = sorted(suspected(view, unit.side), key=lambda at: (far(here, at), at))[:MARKERS]
    at = table(view)
    mine = [sampled(stand.points) for stand in stands]
    flat = [point for points in mine for point in points]
    rows = [view.units[foe].bodies[:1] + view.units[foe].bodies[1:][-1:] for foe in foes]
    height = TALL if unit.mounted else MAN
    bodies, more = view.layout.with_bodies(
        [disc(x, y, WIDE, height=height) for x, y in flat] + [disc(x, y, WIDE, height=MAN) for x, y in doubts]
    )
    extra = np.full(len(more), len(view.units), dtype=np.int64)
    extra[: len(flat)] = number  # a hull is not in its own way
    groups, sizes = np.concatenate([at.groups, extra]), np.concatenate([at.sizes, extra * 0])
    rest = (at.rest[0], at.rest[1], groups, sizes, *at.rest[4:])
    own, unknown = more[: len(flat)], more[len(flat) :]
    them = np.array([row for group in rows for row in group], dtype=np.int64)
    starts = _starts([len(points) for points in mine])
    groups_of = _starts([len(group) for group in rows])
    none: list[list[Line | None]] = [[None] * len(foes) for _ in stands]
    suffers, sees = none, none
    if len(them):
        suffers = _lines(hugging_lines(bodies, them, own, ENDLESS, *rest, HUG).swapaxes(0, 1), starts, groups_of)
        sees = _lines(hugging_lines(bodies, own, them, ENDLESS, *rest, HUG), starts, groups_of)
    feared: list[list[Line]] = [[] for _ in stands]
    if len(unknown):
        each = np.arange(len(unknown))
        lines = _lines(hugging_lines(bodies, unknown, own, ENDLESS, *rest, HUG).swapaxes(0, 1), starts, each)
        feared = [[line for line in row if line is not None] for row in lines]
    return Looks(foes, suffers, sees, feared)


def _starts(counts: Sequence[int]) -> Ints:
    found: Ints = np.cumsum([0, *counts[:-1]])
    return found


def _lines(said: Ints, starts: Ints, groups: Ints) -> list[list[Line | None]]:
    """Lines of many to many, gathered by place and by team: the nearest in sight, and the least cover of those."""
    seen = said[:, :, SEEN] > 0
    gaps = np.where(seen, said[:, :, GAP], UNSEEN)
    cover = np.where(seen, said[:, :, COVER], UNSEEN)
    nearest = np.minimum.reduceat(np.minimum.reduceat(gaps, starts, axis=0), groups, axis=1).tolist()
    least = np.minimum.reduceat(np.minimum.reduceat(cover, starts, axis=0), groups, axis=1).tolist()
    return [
        [None if gap >= UNSEEN else _line((gap, low)) for gap, low in zip(row, covers, strict=True)]
        for row, covers in zip(nearest, least, strict=True)
    ]
