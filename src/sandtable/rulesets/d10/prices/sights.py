"""What bases see of whole units: how near, in what cover; whom a side sees at all; what would be seen from a point."""

from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

import numpy as np

from sandtable.geometry.bodies import COLUMNS, GROUND, HEIGHT, RADIUS, X, Y
from sandtable.geometry.height_kernels import heights
from sandtable.geometry.kernel import Ints, ints
from sandtable.geometry.line_kernels import COVER, GAP, SEEN, lines
from sandtable.geometry.way_kernels import pieces_met
from sandtable.mechanics.pieces import raised
from sandtable.rulesets.d10.basics.sight import cast, table
from sandtable.rulesets.d10.basics.terrain import sight_effect
from sandtable.rulesets.d10.basics.units import on_table
from sandtable.rulesets.d10.fire.volley import cover_of
from sandtable.rulesets.d10.setup.forces import bases
from sandtable.rulesets.d10.state import Battle, Point
from sandtable.table.layout import Layout
from sandtable.table.remembered import Remembered
from sandtable.table.terrain import Piece

UNSEEN = 1 << 40


class Sights(NamedTuple):
    """What bases see of units: by base and unit the gap to the nearest model in sight, and each unit's cover."""

    gaps: list[list[int]]
    covers: list[int]


_SIGHTS: Remembered[Ints, list[Sights]] = Remembered(lambda _: [], most=16)


def sights(view: Battle, figures: tuple[int, ...], units: Sequence[tuple[int, ...]]) -> Sights:
    """What some bases make of units, each given by its models."""
    said = cast(view, figures, tuple([man for unit in units for man in unit]))
    known = _SIGHTS(said)
    if not known:
        known.append(_sighted(said, units))
    return known[0]


def _sighted(said: Ints, units: Sequence[tuple[int, ...]]) -> Sights:
    starts = list(accumulate(map(len, units), initial=0))
    seen, cover = said[:, :, SEEN] > 0, said[:, :, COVER]
    gaps = np.minimum.reduceat(np.where(seen, said[:, :, GAP], UNSEEN), starts[:-1], axis=1)
    covers = [
        cover_of(cover[:, first:end][seen[:, first:end]].tolist()) if near < UNSEEN else 0
        for near, (first, end) in zip(gaps.min(axis=0).tolist(), pairwise(starts), strict=True)
    ]
    return Sights(gaps.tolist(), covers)


# By the layout: what some models see of some units, with the terrain they looked over.
_SPOTTED: Remembered[Layout, dict[object, tuple[tuple[Piece, ...], frozenset[int]]]] = Remembered(lambda _: {}, most=4)


def spotted_by(view: Battle, side: int) -> frozenset[int]:
    """The enemy units that anybody of a side sees who is not panicked."""
    known = _SPOTTED(view.layout)
    watchers = tuple(
        [man for own in on_table(view, side) if not view.units[own].panicked for man in view.units[own].men[::2]]
    )
    foes = tuple(on_table(view, 1 - side))
    found = known.get((watchers, foes))
    if found is None or found[0] is not view.terrain:  # smoke may have come or gone
        said = sights(view, watchers, [view.units[foe].men for foe in foes]).gaps if watchers and foes else []
        spotted = frozenset(foe for place, foe in enumerate(foes) if any(line[place] < UNSEEN for line in said))
        found = known[watchers, foes] = view.terrain, spotted
    return found[1]


# ---- from where nobody stands yet


def views_from(view: Battle, points: Sequence[Point], seen: Sequence[Point]) -> list[int]:
    """How many of some points are seen by a man at each of others."""
    at = table(view)
    men = _men_at(view, [*points, *seen])
    count = len(at.bodies)
    bodies = np.concatenate([at.bodies, men])
    nobody = np.full(len(men), len(view.units), dtype=np.int64)
    groups, sizes = np.concatenate([at.groups, nobody]), np.concatenate([at.sizes, nobody * 0])
    _, _, _, _, thick, close = at.rest
    viewers = np.arange(count, count + len(points))
    targets = np.arange(count + len(points), count + len(men))
    found = lines(bodies, viewers, targets, at.farthest, at.edges, at.pieces, groups, sizes, thick, close)
    counts: list[int] = found[:, :, SEEN].sum(axis=1).tolist()
    return counts


def _men_at(view: Battle, points: Sequence[Point]) -> Ints:
    """A man on foot at each of some points."""
    base = bases()["foot"].row()
    found = np.zeros((len(points), COLUMNS), dtype=np.int64)
    found[:, [X, Y]] = points
    found[:, RADIUS], found[:, HEIGHT] = base[RADIUS], base[HEIGHT]
    found[:, GROUND] = heights(ints(points), view.ground.edges, view.ground.pieces, raised(view))
    return found


def covered(view: Battle, point: Point) -> int:
    """The cover of the area that a point lies in."""
    ground = view.ground
    if not len(ground.pieces):
        return 0
    met = pieces_met(*point, *point, ground.edges, ground.pieces).nonzero()[0].tolist()
    return max((sight_effect(view.terrain[piece]).cover for piece in met), default=0)
