"""Lines of sight and distances between figures: asked for groups at once, and kept for as long as nobody moves."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from sandtable.geometry import glimpse_kernels as glimpses
from sandtable.geometry import ground as flat
from sandtable.geometry.angle import in_arc
from sandtable.geometry.bodies import disc
from sandtable.geometry.hug_kernels import hugging_lines
from sandtable.geometry.kernel import Ints, ints
from sandtable.geometry.measure_kernels import gap, gap_to_piece, in_ring
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.lines import Sighted
from sandtable.table.layout import Layout, rows
from sandtable.table.remembered import Remembered

from .charts import ENDLESS
from .state import Battle, Figure, Point
from .terrain import CLOSE, HARD, HUG, IN_WOODS, NO_COVER, sight_effect

HULL = 1  # how large a hull is to lines; figures are nothing: they do not block
MAN = inches(1.2)
WIDE = inches(0.5)  # half of a base
QUARTER = 450  # to either side of a gun's barrel, in tenths of a degree


class Table(NamedTuple):
    """What all lines on a table have in common; `rest` is what kernels take after bodies and groups of them."""

    bodies: Ints
    groups: Ints
    sizes: Ints
    rest: tuple[Ints, Ints, Ints, Ints, int, int]


def _groups(figures: tuple[Figure, ...]) -> Ints:
    return ints([figure.unit for figure in figures])


def _sizes(figures: tuple[Figure, ...]) -> Ints:
    return ints([HULL if figure.role == "hull" else 0 for figure in figures])


groups = Remembered(_groups)
_SIZES = Remembered(_sizes)


@rule("sk.gap.line-of-sight")
def _table(state: Battle) -> Table:
    """Hulls are in the way of lines, figures are not."""
    ground = state.ground
    units, sizes = groups(state.figures), _SIZES(state.figures)
    rest = (ground.edges, ground.for_sight(sight_effect), units, sizes, IN_WOODS, CLOSE)
    return Table(state.layout.bodies, units, sizes, rest)


_TABLES: Remembered[Battle, Table] = Remembered(_table, most=8)
# By the bodies: lines between some and others, with the ground they were cast on.
_LINES: Remembered[Ints, dict[object, tuple[Ints, Ints]]] = Remembered(lambda _: {}, most=4)


def table(state: Battle) -> Table:
    """The table as lines are cast on it."""
    return _TABLES(state)


@rule("sk.gap.line-of-sight", "sk.gap.cover-types", "sk.gap.base-sizes", "sk.spot.woods")
def cast(state: Battle, viewers: Iterable[int], targets: Iterable[int]) -> Ints:
    """What each viewer makes of each target, as the kernel says it."""
    at = table(state)
    known = _LINES(at.bodies)
    one, other = tuple(viewers), tuple(targets)
    ground, found = known.get((one, other), (None, None))
    if found is None or ground is not at.rest[1]:  # smoke may have come or gone
        found = hugging_lines(at.bodies, rows(one), rows(other), ENDLESS, *at.rest, HUG)
        known[one, other] = (at.rest[1], found)
    return found


_LOOKS: Remembered[Ints, dict[object, tuple[Ints, list[list[Sighted]]]]] = Remembered(lambda _: {}, most=4)


def look(state: Battle, viewers: Iterable[int], targets: Iterable[int]) -> list[list[Sighted]]:
    """What each viewer makes of each target, by name; nobody may write to it."""
    at = table(state)
    known = _LOOKS(at.bodies)
    one, other = tuple(viewers), tuple(targets)
    figures = state.figures
    key = (
        one,
        other,
        id(at.rest[1]),
        tuple([figures[target].unit for target in other]),
    )  # whoever joins a gun has its shield
    found = known.get(key)
    if found is None:
        found = known[key] = at.rest[1], _look(state, one, other)
    return found[1]


def _look(state: Battle, viewers: tuple[int, ...], targets: tuple[int, ...]) -> list[list[Sighted]]:
    found = [
        [Sighted(gap, seen == 1, cover, cut_by) for gap, seen, cover, cut_by in line]
        for line in cast(state, viewers, targets).tolist()
    ]
    for place, gun in _behind_shields(state, targets).items():
        for viewer, line in zip(viewers, found, strict=True):
            if line[place].cover < HARD and _before(state, gun, viewer):
                line[place] = line[place]._replace(cover=HARD)
    return found


@rule("sk.gap.towed-guns")
def _behind_shields(state: Battle, targets: tuple[int, ...]) -> dict[int, int]:
    """Which of some targets serve a gun with a shield, within an inch of it, and the gun."""
    guns = {number for number, unit in enumerate(state.units) if unit.card.kind == "gun" and unit.card.has("shield")}
    if not guns:
        return {}
    bodies = state.layout.bodies
    found = {}
    for place, target in enumerate(targets):
        number = state.figures[target].unit
        if number in guns and target != state.units[number].hull:
            hull = state.units[number].hull
            if hull >= 0 and state.layout.on_table(hull) and int(gap(bodies, target, bodies, hull)) <= HUG:
                found[place] = hull
    return found


@rule("sk.gap.towed-guns")
def _before(state: Battle, gun: int, viewer: int) -> bool:
    """Whether a viewer is in the quarter before a gun, where its shield is in the way."""
    (x, y), (from_x, from_y) = state.layout.point(gun), state.layout.point(viewer)
    return bool(in_arc(state.layout.bearing(gun), QUARTER, from_x - x, from_y - y))


def eyes(state: Battle, number: int) -> tuple[int, ...]:
    """From where a team looks: its figures, or the hull they sit in."""
    unit = state.units[number]
    if unit.place == "aboard":
        return (state.units[unit.aboard].hull,)
    return (unit.hull,) if unit.mounted else unit.men


def sees(state: Battle, one: int, other: int, reach: int = ENDLESS) -> bool:
    """Whether anybody of a team sees anybody of another."""
    viewers, targets = eyes(state, one), state.units[other].bodies
    if not viewers or not targets:
        return False
    at = table(state)
    return bool(glimpses.glimpsed(at.bodies, rows(viewers), rows(targets), reach, *at.rest))


def teams_seen(state: Battle, viewers: tuple[int, ...], teams: Sequence[int], reach: int = ENDLESS) -> list[int]:
    """Those of some teams of which any viewer sees anybody."""
    men = rows(tuple([body for team in teams for body in state.units[team].bodies]))
    if not len(men) or not viewers:
        return []
    at = table(state)
    found = glimpses.groups_glimpsed(at.bodies, rows(viewers), men, reach, len(teams), *at.rest).tolist()
    return [team for team in teams if found[team]]


def with_points(state: Battle, points: Sequence[Point], *, height: int = MAN, radius: int = 0) -> tuple[Table, Ints]:
    """The table with bodies of nobody at some points, and their rows."""
    at = table(state)
    bodies, more = state.layout.with_bodies([disc(x, y, radius, height=height) for x, y in points])
    nobody = np.full(len(points), len(state.units), dtype=np.int64)
    units, sizes = np.concatenate([at.groups, nobody]), np.concatenate([at.sizes, nobody * 0])
    rest = (at.rest[0], at.rest[1], units, sizes, IN_WOODS, CLOSE)
    return Table(bodies, units, sizes, rest), more


def points_seen(state: Battle, viewers: tuple[int, ...], points: Sequence[Point]) -> Ints:
    """What each viewer makes of a man at each of some points."""
    at, more = with_points(state, points)
    return hugging_lines(at.bodies, rows(viewers), more, ENDLESS, *at.rest, HUG)


def seen_from(state: Battle, point: Point, targets: tuple[int, ...]) -> list[Sighted]:
    """What a man at a point makes of each target."""
    at, more = with_points(state, [point])
    lines = hugging_lines(at.bodies, more, rows(targets), ENDLESS, *at.rest, HUG)[0].tolist()
    return [Sighted(gap, seen == 1, cover, cut_by) for gap, seen, cover, cut_by in lines]


@rule("sk.gap.cover-types", "sk.gap.spotted-status")
def shelter(state: Battle, figure: int, layout: Layout | None = None) -> int:
    """The best cover that a figure stands in, or within an inch of: where no line is looked along."""
    pieces, edges = state.ground.for_sight(sight_effect), state.ground.edges
    bodies = (layout or state.layout).bodies
    x, y = (layout or state.layout).point(figure)
    best = NO_COVER
    for row in pieces.tolist():
        offers, first, count, closed = row[flat.CLASS], row[flat.FIRST], row[flat.COUNT], row[flat.CLOSED] != 0
        if offers <= best:
            continue
        inside = closed and in_ring(edges, first, count, x, y)
        pit = row[flat.STOPS] == flat.PIT
        if inside or (not pit and gap_to_piece(bodies, figure, edges, first, count, closed) <= HUG):
            best = offers
    return best


def in_cover(state: Battle, number: int) -> bool:
    """Whether all of a team stands in cover of some kind."""
    bodies = state.units[number].bodies
    return bool(bodies) and all(shelter(state, body) for body in bodies)


def inside_piece(state: Battle, figure: int, kinds: Sequence[str]) -> int | None:
    """The piece of one of some kinds that a figure stands in."""
    x, y = state.layout.point(figure)
    ground = state.ground
    for number, piece in enumerate(state.terrain):
        if piece.kind in kinds and piece.closed:
            row = ground.pieces[number]
            if in_ring(ground.edges, int(row[flat.FIRST]), int(row[flat.COUNT]), x, y):
                return number
    return None
