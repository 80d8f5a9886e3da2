"""Lines of sight and distances between figures: asked for groups at once, and kept for as long as nobody moves."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from sandtable.geometry import glimpse_kernels as glimpses
from sandtable.geometry import ground as flat
from sandtable.geometry.angle import in_arc
from sandtable.geometry.bodies import disc
from sandtable.geometry.foot_kernels import held_in, sheltered
from sandtable.geometry.hug_kernels import hugging_lines
from sandtable.geometry.kernel import Ints, ints
from sandtable.geometry.measure_kernels import gap
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.lines import Sighted
from sandtable.rulesets.skirmish41.state import Battle, Figure, Point
from sandtable.table.layout import Layout, rows
from sandtable.table.remembered import Remembered, forgotten

from .charts import ENDLESS
from .terrain import CLOSE, HARD, HUG, IN_WOODS, sight_effect

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


class Posts(NamedTuple):
    """Who belongs to which team, and how large everybody is to lines; of some figures, held so that they stay the same."""

    figures: tuple[Figure, ...]
    groups: Ints
    sizes: Ints


_LAST: list[Posts] = []  # the latest, for figures change often, and their posts seldom
forgotten(_LAST.clear)


def _find_posts(figures: tuple[Figure, ...]) -> Posts:
    if _LAST and _same_posts(_LAST[0].figures, figures):
        return _LAST[0]
    sizes = [HULL if figure.role == "hull" else 0 for figure in figures]
    _LAST[:] = [Posts(figures, ints([figure.unit for figure in figures]), ints(sizes))]
    return _LAST[0]


def _same_posts(ones: tuple[Figure, ...], others: tuple[Figure, ...]) -> bool:
    if len(ones) != len(others):
        return False
    for one, other in zip(ones, others, strict=True):
        if one is not other and (one.unit != other.unit or one.role != other.role):
            return False
    return True


posts = Remembered(_find_posts, most=8)


def groups(figures: tuple[Figure, ...]) -> Ints:
    """The team of every figure."""
    return posts(figures).groups


@rule("sk.gap.line-of-sight")
def _table(state: Battle) -> Table:
    """Hulls are in the way of lines, figures are not."""
    ground = state.ground
    _, units, sizes = posts(state.figures)
    rest = (ground.edges, ground.for_sight(sight_effect), units, sizes, IN_WOODS, CLOSE)
    return Table(state.layout.bodies, units, sizes, rest)


_TABLES: Remembered[Battle, Table] = Remembered(_table, most=8)


def table(state: Battle) -> Table:
    """The table as lines are cast on it."""
    return _TABLES(state)


@rule("sk.gap.line-of-sight", "sk.gap.cover-types", "sk.gap.base-sizes", "sk.spot.woods")
def cast(state: Battle, viewers: tuple[int, ...], targets: tuple[int, ...]) -> Ints:
    """What each viewer makes of each target, as the kernel says it."""
    return cast_on(table(state), rows(viewers), rows(targets))


def cast_on(at: Table, viewers: Ints, targets: Ints) -> Ints:
    """The same on a table that may have more on it than the state says."""
    return hugging_lines(at.bodies, viewers, targets, ENDLESS, *at.rest, HUG)


# By the layout: lines between some and others, with the ground they were cast on.
_LOOKS: Remembered[Layout, dict[object, tuple[Ints, list[list[Sighted]]]]] = Remembered(lambda _: {}, most=4)


def look(state: Battle, viewers: Iterable[int], targets: Iterable[int]) -> list[list[Sighted]]:
    """What each viewer makes of each target, by name; nobody may write to it."""
    known = _LOOKS(state.layout)
    one, other = tuple(viewers), tuple(targets)
    figures, ground = state.figures, state.ground.for_sight(sight_effect)
    key = (one, other, tuple([figures[target].unit for target in other]))  # whoever joins a gun has its shield
    found = known.get(key)
    if found is None or found[0] is not ground:  # smoke may have come or gone
        found = known[key] = ground, _look(state, one, other)
    return found[1]


_sighted: Callable[[tuple[int, bool, int, int]], Sighted] = partial(tuple.__new__, Sighted)  # twice as fast as by name


def _look(state: Battle, viewers: tuple[int, ...], targets: tuple[int, ...]) -> list[list[Sighted]]:
    found = [
        [_sighted((gap, seen == 1, cover, cut_by)) for gap, seen, cover, cut_by in line]
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
    bodies = state.layout.bodies
    found = {}
    for place, target in enumerate(targets):
        unit = state.units[state.figures[target].unit]
        if unit.card.kind == "gun" and unit.card.has("shield") and target != unit.hull:
            hull = unit.hull
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
    return cast_on(at, rows(viewers), more)


def seen_from(state: Battle, point: Point, targets: tuple[int, ...]) -> list[Sighted]:
    """What a man at a point makes of each target."""
    at, more = with_points(state, [point])
    lines = cast_on(at, more, rows(targets))[0].tolist()
    return [Sighted(gap, seen == 1, cover, cut_by) for gap, seen, cover, cut_by in lines]


def shelter(state: Battle, figure: int, layout: Layout | None = None) -> int:
    """The best cover that a figure stands in, or within an inch of: where no line is looked along."""
    return shelters(state, (figure,), layout)[0]


@rule("sk.gap.cover-types", "sk.gap.spotted-status")
def shelters(state: Battle, figures: tuple[int, ...], layout: Layout | None = None) -> list[int]:
    """The best cover that each of some figures stands in, or within an inch of."""
    ground = state.ground
    bodies = (layout or state.layout).bodies
    found: list[int] = sheltered(bodies, rows(figures), ground.edges, ground.for_sight(sight_effect), HUG).tolist()
    return found


_BOXES: Remembered[Ints, Ints] = Remembered(
    lambda pieces: pieces[pieces[:, flat.CLASS] > 0, flat.MIDDLE_X : flat.REACH_Y + 1], most=16
)


def cover_boxes(state: Battle) -> Ints:
    """The boxes around all pieces that give cover: the middle of each, and how far it reaches either way."""
    return _BOXES(state.ground.for_sight(sight_effect))


def in_cover(state: Battle, number: int) -> bool:
    """Whether all of a team stands in cover of some kind."""
    bodies = state.units[number].bodies
    return bool(bodies) and all(shelters(state, bodies))


_ANY: Remembered[Ints, bool] = Remembered(lambda marks: bool(marks.any()))


def inside_piece(state: Battle, figure: int, kinds: tuple[str, ...]) -> int | None:
    """The piece of one of some kinds that a figure stands in."""
    return inside_pieces(state, (figure,), kinds)[0]


def inside_pieces(state: Battle, figures: tuple[int, ...], kinds: tuple[str, ...]) -> list[int | None]:
    """The piece of one of some kinds that each of some figures stands in."""
    ground = state.ground
    marked = ground.each(("sk inside", kinds), lambda piece: int(piece.kind in kinds))
    if not _ANY(marked):
        return [None] * len(figures)
    found = held_in(state.layout.bodies, rows(figures), ground.edges, ground.pieces, marked).tolist()
    return [None if piece < 0 else piece for piece in found]
