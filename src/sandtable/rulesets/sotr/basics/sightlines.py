"""Lines of sight to be drawn: a few of the fan between two models, where each is cut, and by what."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from sandtable.geometry.bodies import COLUMNS, HALF_LENGTH, HALF_WIDTH, X, Y
from sandtable.geometry.fan_kernels import fan_point
from sandtable.geometry.kernel import Ints, ints
from sandtable.mechanics.fans import RAYS, Eyes, Seen, look
from sandtable.play.shown import Ray
from sandtable.rulesets.sotr.state import Battle
from sandtable.table.layout import rows

DRAWN = (0, RAYS // 4, RAYS // 2, RAYS - 1 - RAYS // 4, RAYS - 1)  # the lines of a fan that are worth drawing
SMOKE = "smoke"
Point = tuple[int, int]


def rays_between(state: Battle, view: Eyes, viewer: int, target: int) -> tuple[Ray, ...]:
    """A few lines of the fan from one model to another, from its one side to its other."""
    bodies = view.bodies
    start = state.layout.point(viewer)
    ends = [(int(x), int(y)) for x, y in (fan_point(bodies, viewer, target, ray) for ray in DRAWN)]
    wider, places = view.with_bodies(_slivers(bodies, target, ends), int(view.groups[target]))
    ranks = wider.ranks.copy()
    ranks[places] = view.ranks[target]
    found = look(wider._replace(ranks=ranks), rows((viewer,)), places)[0]
    return tuple(_ray(state, view, start, end, seen) for end, seen in zip(ends, found, strict=True))


def _slivers(bodies: Ints, target: int, ends: Sequence[Point]) -> Ints:
    """A target as narrow as a line at each of some points: a fan to it is one line."""
    found = ints([bodies[target].tolist() for _ in ends]).reshape(len(ends), COLUMNS)
    found[:, [X, Y]] = ends
    found[:, [HALF_LENGTH, HALF_WIDTH]] = 1
    return found


def _ray(state: Battle, view: Eyes, start: Point, end: Point, seen: Seen) -> Ray:
    if seen.clear:
        return Ray(start, end, "covered" if seen.hidden or seen.soft else "clear")
    return Ray(start, end, "cut", _cut_at(state, view, start, end, seen.cut_by), title_of(state, seen.cut_by))


def title_of(state: Battle, cut_by: int) -> str:
    """What cuts lines of sight, as players call it: a piece of terrain, a unit, or else smoke on a unit."""
    if cut_by < 0:
        return SMOKE
    if cut_by < len(state.terrain):
        return state.terrain[cut_by].title
    return state.units[state.figures[cut_by - len(state.terrain)].unit].name


def _cut_at(state: Battle, view: Eyes, start: Point, end: Point, cut_by: int) -> Point | None:
    """Where a line meets what cuts it."""
    if cut_by < 0:
        return None
    if cut_by < len(state.terrain):
        return _first_crossing(state.terrain[cut_by].outline, start, end, closed=state.terrain[cut_by].closed)
    x, y = view.bodies[cut_by - len(state.terrain), [X, Y]].tolist()
    dx, dy = end[0] - start[0], end[1] - start[1]
    square = max(1, dx * dx + dy * dy)
    along = max(0, min(square, (x - start[0]) * dx + (y - start[1]) * dy))
    return start[0] + dx * along // square, start[1] + dy * along // square


def _first_crossing(outline: Sequence[Point], start: Point, end: Point, *, closed: bool) -> Point | None:
    """The first point at which a line crosses an outline."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    corners = [*outline, outline[0]] if closed else list(outline)
    found: list[Fraction] = []  # how far along
    for (ax, ay), (bx, by) in pairwise(corners):
        ex, ey = bx - ax, by - ay
        slope = dx * ey - dy * ex
        if not slope:
            continue
        along = Fraction((ax - start[0]) * ey - (ay - start[1]) * ex, slope)
        across = Fraction((ax - start[0]) * dy - (ay - start[1]) * dx, slope)
        if 0 <= along <= 1 and 0 <= across <= 1:
            found.append(along)
    if not found:
        return None
    share = min(found)
    return start[0] + round(dx * share), start[1] + round(dy * share)
