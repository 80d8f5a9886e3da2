"""What bases see of whole units: how near, in what cover; whom a side sees at all; what would be seen from a point."""

from collections.abc import Sequence
from itertools import accumulate, chain
from typing import NamedTuple, Self

import numpy as np

from sandtable.geometry.bodies import COLUMNS, GROUND, HEIGHT, RADIUS, X, Y
from sandtable.geometry.height_kernels import heights
from sandtable.geometry.kernel import Ints, ints
from sandtable.geometry.line_kernels import SEEN, lines
from sandtable.geometry.outlook_kernels import ALL_ROUND, TERMS, UNSEEN, in_bands, outlooks
from sandtable.geometry.way_kernels import pieces_met
from sandtable.mechanics.pieces import raised
from sandtable.rulesets.d10.basics.sight import table, units_seen
from sandtable.rulesets.d10.basics.terrain import HARD, sight_effect
from sandtable.rulesets.d10.basics.units import on_table
from sandtable.rulesets.d10.fire.arms import FRONT
from sandtable.rulesets.d10.fire.volley import cover_by
from sandtable.rulesets.d10.harm.armour import QUARTERS
from sandtable.rulesets.d10.setup.forces import bases
from sandtable.rulesets.d10.state import Battle, Point
from sandtable.table.layout import rows
from sandtable.table.remembered import hangs_on


class Rank(NamedTuple):
    """Some bases that shoot alike: the gap that is too near, the one that is not too far yet, whether they have an arc."""

    figures: tuple[int, ...]
    least: int
    most: int
    front: bool = False


class Ranks(NamedTuple):
    """All bases that look, and the ranks of them that shoot, as kernels take them."""

    viewers: tuple[int, ...]
    members: Ints
    starts: Ints
    terms: Ints

    @classmethod
    def of(cls, viewers: tuple[int, ...], ranks: Sequence[Rank]) -> Self:
        """Ranks of those who look; who is of a rank and does not look counts for nothing."""
        place = {figure: at for at, figure in enumerate(viewers)}
        members = [[place[figure] for figure in rank.figures if figure in place] for rank in ranks]
        everybody = list(chain.from_iterable(members))
        starts = accumulate(map(len, members), initial=0)
        terms = [(rank.least, rank.most, FRONT if rank.front else ALL_ROUND) for rank in ranks]
        return cls(viewers, ints(everybody), ints(list(starts)), ints(terms).reshape(len(ranks), TERMS))


Count = tuple[int, int, int, int]  # a rank, a band, a face, and how many bases of the rank have their target so


class Sights(NamedTuple):
    """What bases make of a unit: the gap to the nearest model in sight, its cover, how many of each rank are how near."""

    gap: int
    cover: int
    counts: list[Count]


OUT_OF_SIGHT = Sights(UNSEEN, 0, [])


def sights(views: Sequence[Battle], ranks: Ranks, units: Sequence[int]) -> list[list[Sights]]:
    """What ranks make of some units, as everybody stands in each of several views that differ in nothing else."""
    view = views[0]
    at = table(view)
    tables = ints([one.layout.bodies for one in views])
    men = [view.units[unit].men for unit in units]
    starts = tuple(accumulate(map(len, men), initial=0))
    gaps, covers = outlooks(
        tables,
        rows(ranks.viewers),
        rows(tuple(chain.from_iterable(men))),
        rows(starts),
        HARD + 1,
        at.farthest,
        *at.rest,
    )
    found = [
        [
            Sights(gap, cover_by(soft, hard, bare + soft + hard), []) if gap < UNSEEN else OUT_OF_SIGHT
            for gap, (bare, soft, hard) in zip(*one, strict=True)
        ]
        for one in zip(gaps.min(axis=1).tolist(), covers.tolist(), strict=True)
    ]
    if any(one is not OUT_OF_SIGHT for line in found for one in line):
        for place, unit, *count in counted(view, tables, gaps, ranks, units):
            found[place][unit].counts.append(tuple(count))  # type: ignore[arg-type]
    return found


def counted(view: Battle, tables: Ints, gaps: Ints, ranks: Ranks, units: Sequence[int]) -> list[list[int]]:
    """How many bases of each rank have each unit in which band, before which face: rows of table, unit and a count."""
    first = [view.units[unit].men[0] for unit in units]
    wheeled = [view.units[unit].card.vehicle for unit in units]
    found = in_bands(
        tables, gaps, rows(ranks.viewers), ints(first), ints(wheeled), *ranks[1:], rows(view.options.tables.reaches)
    ).tolist()
    for row in found:
        row[4] = QUARTERS[row[4]]
    return found  # type: ignore[no-any-return]


@hangs_on(lambda view, _: (view.layout, view.units, view.terrain), most=16)
def spotted_by(view: Battle, side: int) -> frozenset[int]:
    """The enemy units that anybody of a side sees who is not panicked."""
    able = [own for own in on_table(view, side) if not view.units[own].panicked]
    watchers = tuple([man for own in able for man in view.units[own].men[::2]])
    return frozenset(units_seen(view, watchers, on_table(view, 1 - side)))


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
