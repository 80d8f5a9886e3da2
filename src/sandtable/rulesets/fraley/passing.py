"""Passing other Teams on a move: through friends on foot, never through friendly vehicles and heavy guns."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from sandtable.geometry.bodies import BEARING, RADIUS, X, Y
from sandtable.geometry.kernel import Ints
from sandtable.geometry.measure_kernels import gap
from sandtable.geometry.path_kernels import swept_gap
from sandtable.mechanics.clauses import rule
from sandtable.play.marching import March, Walk
from sandtable.play.refusal import Refusal
from sandtable.table.layout import rows
from sandtable.table.remembered import Remembered

from .state import Battle, Point, Team
from .teams import heavy, standing, who
from .ways import facing, goes


def bulky(team: Team) -> bool:
    """Whether friends cannot pass through it: a vehicle, or a heavy gun."""
    return team.kind == "tank" or heavy(team)


def _bulky(state: Battle) -> tuple[tuple[int, ...], tuple[int, ...]]:
    figures = state.figures
    found = [tuple([man for man in standing(state, side) if bulky(figures[man])]) for side in (0, 1)]
    return found[0], found[1]


_BULKY: Remembered[Battle, tuple[tuple[int, ...], tuple[int, ...]]] = Remembered(_bulky, most=8)


def bulky_friends(state: Battle, side: int) -> tuple[int, ...]:
    """A side's vehicles and heavy guns on the table."""
    return _BULKY(state)[side]


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


@rule("fraley.gap.moving-through-teams", "fraley.gap.reaction-resolution")
def in_turn(state: Battle, bodies: Ints, march: March, large: Sequence[int]) -> tuple[March, Refusal | None]:
    """A march in an order in which nobody passes through a vehicle or a heavy gun; or why there is none.

    Teams go one after another; who has gone stands at the end of his way.
    """
    near = _near(bodies, march, large)
    if not near:
        return march, None
    now = bodies.copy()
    waiting, ordered = list(march.walks), list[Walk]()
    while waiting:
        found, met = _next(now, waiting, near)
        if found is None:
            row, other = met
            return march, Refusal(
                f"{who(state, row)} would pass through {who(state, other)}",
                ("fraley.gap.moving-through-teams",),
                remedy="go around",
                figures=(row, other),
            )
        waiting.remove(found)
        ordered.append(found)
        now[found.figure, X], now[found.figure, Y] = found.points[-1]
        if (face := facing(march, found)) is not None:
            now[found.figure, BEARING] = face
    return March(tuple(ordered), march.face), None


def _near(bodies: Ints, march: March, large: Sequence[int]) -> dict[int, list[int]]:
    """For each Team that goes somewhere, the large ones that its way could touch where they stand or where they end."""
    going = {walk.figure: walk.points for walk in march.walks if goes(walk)} if large else {}
    if not going:
        return {}
    sizes = dict(zip(going, bodies[rows(tuple(going)), RADIUS].tolist(), strict=True))
    left, upper, right, lower = box_of([point for points in going.values() for point in points], max(sizes.values()))
    close: list[tuple[int, int, tuple[Point, ...]]] = []  # with its radius, and the places where it is or will be
    for other, (x, y, _, radius) in zip(large, bodies[rows(tuple(large)), : RADIUS + 1].tolist(), strict=True):
        if left - radius < x < right + radius and upper - radius < y < lower + radius:
            close.append((other, radius, ((x, y), *going.get(other, ())[-1:])))
    found: dict[int, list[int]] = {}
    for row, points in going.items() if close else ():
        left, upper, right, lower = box_of(points, sizes[row])
        for other, radius, places in close:
            for x, y in places if other != row else ():
                if left - radius < x < right + radius and upper - radius < y < lower + radius:
                    found.setdefault(row, []).append(other)
                    break
    return found


def _alike(march: March) -> bool:
    """Whether everybody goes the same straight way: then who is in front goes first, and nobody is in another's."""
    shifts = set()
    for walk in march.walks:
        if len(walk.points) != 2:
            return False
        (ax, ay), (bx, by) = walk.points
        shifts.add((bx - ax, by - ay))
    return len(shifts) == 1 and march.face is None


@rule("fraley.gap.moving-through-teams")
def passing(state: Battle, bodies: Ints, march: March, large: Sequence[int]) -> Refusal | None:
    """Why Teams cannot all pass the vehicles and heavy guns on their ways; None if they can."""
    if _alike(march):
        movers = [walk.figure for walk in march.walks]
        large = [row for row in large if row not in movers]
    return in_turn(state, bodies, march, large)[1]


def _next(now: Ints, waiting: Sequence[Walk], near: Mapping[int, Sequence[int]]) -> tuple[Walk | None, tuple[int, int]]:
    """The first who can go now, or who is in the way of the first who cannot."""
    met = (-1, -1)
    for walk in waiting:
        other = in_the_way(now, walk.figure, walk.points, near.get(walk.figure, ()))
        if other < 0:
            return walk, met
        if met[0] < 0:
            met = (walk.figure, other)
    return None, met
