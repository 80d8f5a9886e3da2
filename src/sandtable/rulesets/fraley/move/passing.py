"""Passing other Teams on a move: through friends on foot, never through friendly vehicles and heavy guns."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from sandtable.geometry.column_kernels import goes_alike, in_order
from sandtable.geometry.kernel import Ints, ints
from sandtable.geometry.measure_kernels import gap
from sandtable.geometry.path_kernels import swept_gap
from sandtable.mechanics.clauses import rule
from sandtable.play.refusal import Refusal
from sandtable.play.walks import March
from sandtable.rulesets.fraley.basics.teams import heavy, who
from sandtable.rulesets.fraley.state import Battle, Point, Team
from sandtable.table.layout import rows
from sandtable.table.remembered import Remembered


def bulky(team: Team) -> bool:
    """Whether friends cannot pass through it: a vehicle, or a heavy gun."""
    return team.kind == "tank" or heavy(team)


def bulky_friends(state: Battle, side: int) -> tuple[int, ...]:
    """A side's vehicles and heavy guns on the table."""
    figures = state.figures
    return tuple(
        [
            man
            for unit in state.units
            if unit.side == side and unit.place == "table"
            for man in unit.men
            if (team := figures[man]).kind != "infantry" and team.aboard < 0 and bulky(team)
        ]
    )


Box = tuple[int, int, int, int]


def box_of(points: Sequence[Point], margin: int) -> Box:
    """The box around a way, with a margin."""
    xs, ys = zip(*points, strict=True)
    return min(xs) - margin, min(ys) - margin, max(xs) + margin, max(ys) + margin


def in_the_way(bodies: Ints, row: int, points: Sequence[Point], others: Sequence[int]) -> int:
    """The first of some bodies that a Team would pass through on its way; -1 if none. One it starts on is let off."""
    for other in others:
        if (
            other != row
            and any(swept_gap(bodies, row, other, ax, ay, bx, by) == 0 for (ax, ay), (bx, by) in pairwise(points))
            and gap(bodies, row, bodies, other) > 0
        ):
            return other
    return -1


class Column(NamedTuple):
    """A march as kernels take it: who moves, where each way starts among the points, how each is told to face, or -1."""

    movers: Ints
    starts: Ints
    points: Ints
    bearings: Ints


def _column(march: March) -> Column:
    points: list[Point] = []
    starts = [0]
    for walk in march.walks:
        points += walk.points
        starts.append(len(points))
    told = -1 if march.face is None else march.face
    faces = [told if walk.face is None else walk.face for walk in march.walks]
    movers = rows(tuple([walk.figure for walk in march.walks]))
    return Column(movers, rows(tuple(starts)), ints(points), ints(faces))


_COLUMNS: Remembered[March, Column] = Remembered(_column, most=4)


def column_of(march: March) -> Column:
    """A march as kernels take it."""
    return _COLUMNS(march)


@rule("fraley.gap.moving-through-teams", "fraley.gap.reaction-resolution")
def in_turn(state: Battle, bodies: Ints, march: March, large: Sequence[int]) -> tuple[March, Refusal | None]:
    """A march in an order in which nobody passes through a vehicle or a heavy gun; or why there is none.

    Teams go one after another; who has gone stands at the end of his way.
    """
    if not large or not march.walks:
        return march, None
    ways, others = column_of(march), rows(tuple(large))
    *order, row, other = in_order(bodies, *ways, others, False).tolist()
    if row >= 0:
        return march, Refusal(
            f"{who(state, row)} would pass through {who(state, other)}",
            ("fraley.gap.moving-through-teams",),
            remedy="go around",
            figures=(row, other),
        )
    return March(tuple([march.walks[place] for place in order]), march.face), None


def _alike(march: March) -> bool:
    """Whether everybody goes the same straight way: then who is in front goes first, and nobody is in another's."""
    return march.face is None and bool(march.walks) and bool(goes_alike(*column_of(march)[1:3]))


@rule("fraley.gap.moving-through-teams")
def passing(state: Battle, bodies: Ints, march: March, large: Sequence[int]) -> Refusal | None:
    """Why Teams cannot all pass the vehicles and heavy guns on their ways; None if they can."""
    if _alike(march):
        movers = [walk.figure for walk in march.walks]
        large = [row for row in large if row not in movers]
    return in_turn(state, bodies, march, large)[1]
