"""Runs that nobody chooses: as far as a model gets on its way, round what it cannot cross, to spots in cover."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from heapq import heappop, heappush
from itertools import pairwise
from math import isqrt
from typing import NamedTuple

from sandtable.geometry.angle import around
from sandtable.geometry.path_kernels import NOT_THROUGH, barred_by, segment_cost, segment_gap
from sandtable.mechanics.clauses import rule
from sandtable.play.journey import path_length
from sandtable.play.marching import Marching
from sandtable.play.walks import March, Walk
from sandtable.rulesets.sotr.basics.shelter import Shelter, held, how_far, spots_in, way_in
from sandtable.rulesets.sotr.basics.ways import marching
from sandtable.rulesets.sotr.state import Battle

Point = tuple[int, int]
Path = tuple[Point, ...]
Fits = Callable[[int, Point], bool]

STRIDE = 200  # how finely a path is looked back along for a place to stop
TRIES = 10  # spots in a piece that a model tries straight, nearest first
BENT = 3  # and those of them that it tries to get to some other way
ROUNDS = 4  # how often more obstacles are taken into account for a way round


class Run:
    """A run of models of a unit: the terms of their moves, and where those already seen to end up."""

    def __init__(
        self,
        state: Battle,
        number: int,
        movers: Sequence[int],
        budget: int,
        less: Mapping[int, int],
        clause: str,
        near: Sequence[int] = (),
    ) -> None:
        self.state = state
        self.side = state.units[number].side
        self.movers = tuple(movers)
        self.budget = budget
        self.less = less
        self.domain: Marching = marching(state, number, self.movers, budget, clause, linked=(), less=less, near=near)
        self.layout = self.domain.terms.layout
        men = state.units[number].men
        self.ends: dict[int, Point] = dict(zip(men, state.layout.points(men), strict=True))
        self.radii = dict(zip(men, state.layout.radii(men), strict=True))

    def allowance(self, figure: int) -> int:
        """How far a model may go."""
        return max(0, self.budget - self.less.get(figure, 0))

    def free(self, figure: int, spot: Point) -> bool:
        """Whether nobody of the unit stands, or will stand, where a model would."""
        radius = self.radii[figure]
        for other, (x, y) in self.ends.items():
            if other != figure:
                reach = radius + self.radii[other]
                if (spot[0] - x) ** 2 + (spot[1] - y) ** 2 < reach * reach:
                    return False
        return True

    def allows(self, figure: int, path: Path) -> bool:
        """Whether a model may go this way and stop at its end."""
        return self.free(figure, path[-1]) and self.domain.allows(March((Walk(figure, path),)))

    def cost(self, a: Point, b: Point) -> int:
        """What it costs to go straight."""
        terms = self.domain.terms
        return int(segment_cost(*a, *b, terms.ground.edges, terms.ground.pieces, terms.passage))

    def blocked_by(self, figure: int, a: Point, b: Point) -> tuple[str, int] | None:
        """What a model runs into on a straight way: a piece that it cannot cross, an enemy's base; None if nothing."""
        terms = self.domain.terms
        radius = self.layout.radius(figure)
        piece = int(barred_by(*a, *b, radius, terms.ground.edges, terms.ground.pieces, terms.passage))
        if piece >= 0:
            return "piece", piece
        bodies = self.layout.bodies
        for other in self.in_the_way:
            if segment_gap(bodies, other, *a, *b) < radius:
                return "body", other
        return None

    @cached_property
    def in_the_way(self) -> list[int]:
        """The models that nobody of the unit walks through."""
        avoid = self.domain.terms.avoid.tolist()
        figures = enumerate(self.state.figures)
        return [man for man, soldier in figures if avoid[soldier.unit] == NOT_THROUGH and self.layout.on_table(man)]

    def march(self, paths: Mapping[int, Path]) -> March:
        """The march of those who go anywhere, in the order in which they were seen to."""
        return March(tuple(Walk(figure, path) for figure, path in paths.items() if len(path) > 1))


# ---- as far as one gets


@rule("sotr.flee.around", "sotr.gap.fallback-edges", "sotr.move.one-inch-stop")
def towards(run: Run, figure: int, goal: Point) -> Path:
    """The way of a model to a goal as far as its allowance goes: round impassable ground, an inch short of enemies."""
    start = run.state.layout.point(figure)
    goal = on_table(run, figure, goal)
    path: Path = (start, goal)
    if run.blocked_by(figure, start, goal) is not None:
        path = way_round(run, figure, goal) or path
    path = _cut(run, path, run.allowance(figure))
    found = _back_off(run, figure, path)
    run.ends[figure] = found[-1]
    return found


def on_table(run: Run, figure: int, goal: Point) -> Point:
    """The last point on the straight way to a goal where a base is wholly on the table."""
    radius = run.layout.radius(figure)
    x, y = run.state.layout.point(figure)
    dx, dy = goal[0] - x, goal[1] - y
    share, whole = 1, 1
    for at, step, size in ((x, dx, run.state.width), (y, dy, run.state.depth)):
        room = size - radius - at if step > 0 else at - radius
        if abs(step) * share > max(0, room) * whole:
            share, whole = max(0, room), abs(step)
    return x + _toward_zero(dx * share, whole), y + _toward_zero(dy * share, whole)


def _toward_zero(number: int, by: int) -> int:
    return number // by if number >= 0 else -(-number // by)


def _point_along(path: Path, length: int) -> Path:
    """The first so much of a path."""
    done: list[Point] = [path[0]]
    for a, b in pairwise(path):
        leg = isqrt((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2)
        if length < leg:
            dx, dy = (b[0] - a[0]) * length, (b[1] - a[1]) * length
            end = a[0] + _toward_zero(dx, leg), a[1] + _toward_zero(dy, leg)
            return (*done, end) if end != a else tuple(done)
        done.append(b)
        length -= leg
    return tuple(done)


def _cut(run: Run, path: Path, allowance: int) -> Path:
    """As much of a path as an allowance pays for."""
    if sum(run.cost(a, b) for a, b in pairwise(path)) <= allowance:
        return path
    least, most = 0, path_length(path)
    while most - least > 1:
        middle = (least + most) // 2
        part = _point_along(path, middle)
        if sum(run.cost(a, b) for a, b in pairwise(part)) <= allowance:
            least = middle
        else:
            most = middle
    return _point_along(path, least)


def _back_off(run: Run, figure: int, path: Path) -> Path:
    """The longest part of a path that ends where a model may stop."""
    if len(path) == 1 or run.allows(figure, path):
        return path
    length = path_length(path)
    tries = [*range(length - STRIDE, 0, -STRIDE)]
    above = length
    for far in tries:
        if len(part := _point_along(path, far)) > 1 and run.allows(figure, part):
            return _refined(run, figure, path, far, above)
        above = far
    return path[:1] if above > STRIDE or not tries else _refined(run, figure, path, 0, above)


def _refined(run: Run, figure: int, path: Path, fine: int, above: int) -> Path:
    """The longest part that will do between a length that does and one that does not."""
    while above - fine > 1:
        middle = (fine + above) // 2
        part = _point_along(path, middle)
        fine, above = (middle, above) if len(part) > 1 and run.allows(figure, part) else (fine, middle)
    return _point_along(path, fine) if fine else path[:1]


# ---- ways round


@rule("sotr.flee.around")
def way_round(run: Run, figure: int, goal: Point) -> Path | None:
    """The shortest way to a goal round what is in the way; None if there is none."""
    start = run.state.layout.point(figure)
    blockers: list[tuple[str, int]] = []
    for _ in range(ROUNDS):
        nodes = [start, goal, *(node for blocker in blockers for node in _corners(run, figure, blocker))]
        path, met = _shortest(run, figure, nodes)
        if path is not None:
            return path
        new = [blocker for blocker in met if blocker not in blockers]
        if not new:
            return None
        blockers += new
    return None


def _corners(run: Run, figure: int, blocker: tuple[str, int]) -> Iterator[Point]:
    """Points round an obstacle that a base can stand at."""
    kind, number = blocker
    radius = run.layout.radius(figure)
    if kind == "piece":
        spots = [spot for corner in run.state.terrain[number].outline for spot in around(*corner, radius * 3 // 2, 8)]
    else:
        reach = (radius + run.layout.radius(number)) * 9 // 8
        spots = around(*run.layout.point(number), reach, 8)
    for x, y in spots:
        on = radius <= x <= run.state.width - radius and radius <= y <= run.state.depth - radius
        if on and run.blocked_by(figure, (x, y), (x, y)) is None:
            yield x, y


def _shortest(run: Run, figure: int, nodes: list[Point]) -> tuple[Path | None, list[tuple[str, int]]]:
    """The cheapest way from the first node to the second, and what was met in looking for it."""
    met: list[tuple[str, int]] = []
    best: dict[int, int] = {0: 0}
    heap: list[tuple[int, int, tuple[int, ...]]] = [(0, 0, (0,))]
    while heap:
        spent, at, path = heappop(heap)
        if at == 1:
            return tuple(nodes[place] for place in path), met
        if spent > best[at]:
            continue
        for place in range(1, len(nodes)):
            if place in path:
                continue
            blocker = run.blocked_by(figure, nodes[at], nodes[place])
            if blocker is not None:
                if blocker not in met:
                    met.append(blocker)
                continue
            total = spent + run.cost(nodes[at], nodes[place])
            if total < best.get(place, total + 1):
                best[place] = total
                heappush(heap, (total, place, (*path, place)))
    return None, met


# ---- to cover


class Found(NamedTuple):
    """A way to cover: the piece, the paths of those who get there, and of those who only get nearer."""

    piece: int
    paths: dict[int, Path]
    reached: tuple[int, ...]


@rule("sotr.gap.nearest-ties")
def covers(shelter: Shelter, side: int, points: Sequence[Point]) -> Iterator[int]:
    """The pieces that give cover and are not held by enemies, the nearest first; of two as near, the lower number."""
    state = shelter.state
    pieces = sorted({*shelter.areas, *shelter.walls})
    far = {piece: min(how_far(state, piece, point) for point in points) for piece in pieces}
    return (piece for piece in sorted(pieces, key=lambda one: (far[one], one)) if not held(state, piece, side))


def to_cover(make: Callable[[], Run], shelter: Shelter, fits: Fits, *, within_reach: bool = True) -> Found | None:
    """The run to the nearest cover that fits: more than half have to get there, unless being nearer is enough."""
    run = make()
    if not run.movers:
        return None
    points = [run.state.layout.point(figure) for figure in run.movers]
    reach = (run.budget + 2 * max(run.layout.radius(figure) for figure in run.movers)) ** 2
    for piece in covers(shelter, run.side, points):
        if within_reach and min(how_far(run.state, piece, point) for point in points) > reach:
            return None
        run = make()
        paths = into(run, shelter, piece, fits)
        if 2 * len(paths) > len(run.movers) or (not within_reach and (paths or _spot(run, shelter, piece, fits))):
            return _rest(run, shelter, piece, paths, fits)
    return None


def into(run: Run, shelter: Shelter, piece: int, fits: Fits) -> dict[int, Path]:
    """The paths of those who can get into the cover of a piece, whoever stands farthest off choosing first."""
    state = run.state
    far = sorted(run.movers, key=lambda one: (-how_far(state, piece, state.layout.point(one)), one))
    grids: dict[int, list[Point]] = {}
    paths: dict[int, Path] = {}
    for figure in far:
        radius = run.layout.radius(figure)
        if radius not in grids:
            grids[radius] = spots_in(shelter, piece, radius)
        path = _to_spot(run, shelter, piece, figure, grids[radius], fits)
        if path is not None:
            run.ends[figure] = path[-1]
            paths[figure] = path
    return paths


def _nearest_spots(run: Run, shelter: Shelter, piece: int, figure: int, grid: list[Point], fits: Fits) -> list[Point]:
    """Spots in a piece that would do for a model, the nearest first."""
    x, y = point = run.state.layout.point(figure)
    first = way_in(shelter, piece, point)
    spots = [*([first] if first is not None else ()), *grid]
    near = sorted(spots, key=lambda spot: ((spot[0] - x) ** 2 + (spot[1] - y) ** 2, spot))
    return [spot for spot in near if fits(figure, spot)]


def _to_spot(run: Run, shelter: Shelter, piece: int, figure: int, grid: list[Point], fits: Fits) -> Path | None:
    """The way of a model into the cover of a piece; None if it cannot get there."""
    start = run.state.layout.point(figure)
    allowance = run.allowance(figure)
    spots = [
        spot
        for spot in _nearest_spots(run, shelter, piece, figure, grid, fits)
        if (spot[0] - start[0]) ** 2 + (spot[1] - start[1]) ** 2 <= allowance * allowance and run.free(figure, spot)
    ]
    for spot in spots[:TRIES]:
        if run.allows(figure, (start, spot)):
            return start, spot
    for spot in spots[:BENT]:
        bent = way_round(run, figure, spot)
        if bent is not None and run.allows(figure, bent):
            return bent
    return None


def _spot(run: Run, shelter: Shelter, piece: int, fits: Fits) -> bool:
    """Whether there is anywhere in a piece to run to at all."""
    figure = run.movers[0]
    return bool(_nearest_spots(run, shelter, piece, figure, spots_in(shelter, piece, run.layout.radius(figure)), fits))


def _rest(run: Run, shelter: Shelter, piece: int, paths: dict[int, Path], fits: Fits) -> Found:
    """Those who cannot get there go as near as they can."""
    reached = tuple(paths)
    for figure in run.movers:
        if figure not in paths:
            grid = spots_in(shelter, piece, run.layout.radius(figure))
            spots = _nearest_spots(run, shelter, piece, figure, grid, fits)
            if spots:
                paths[figure] = towards(run, figure, spots[0])
    return Found(piece, paths, reached)
