"""Templates on the table: which models a blast or a jet of flame touches."""

from collections.abc import Sequence
from math import isqrt
from typing import NamedTuple

from sandtable.geometry import ground as flat
from sandtable.geometry.angle import ahead, heading
from sandtable.geometry.bodies import GROUND, HALF_LENGTH, disc, stack
from sandtable.geometry.measure_kernels import gap_to_piece, gap_to_point, in_ring
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.pieces import heights_of_ground
from sandtable.mechanics.templates import under_circle
from sandtable.rulesets.sotr.state import Battle, Point
from sandtable.table.remembered import Remembered, hangs_on
from sandtable.table.terrain import Piece

from .terrain import height_of, sight_effect

SMALL, LARGE = inches(1.5), inches(2.5)  # radii of the 3" and the 5" template
FLAME, FLAME_RADIUS = inches(8), inches(1.25)
FLAME_MIDDLE = FLAME - FLAME_RADIUS
_SLANT = isqrt(FLAME_MIDDLE**2 - FLAME_RADIUS**2)  # from the point to where its straight sides meet the circle
SAME_STOREY = inches(2)
_STEP = inches(0.125)


class Landing(NamedTuple):
    """Where the centre of a template lies: a point, and how high the ground or floor there is."""

    point: Point
    ground: int = 0


def at_point(state: Battle, point: Point) -> Landing:
    """A point of the table on the ground: on a hill, if there is one; on the lowest storey of a building."""
    return Landing(point, heights_of_ground(state, [point])[0])


def on_model(state: Battle, figure: int) -> Landing:
    """Where a model stands."""
    return Landing(state.layout.point(figure), int(state.layout.bodies[figure, GROUND]))


# ---- what protects


@rule("sotr.gap.templates-round", "sotr.gap.template-flame")
def solid(piece: Piece) -> bool:
    """Whether a piece has solid walls: buildings and pillboxes, and walls too high to look over."""
    return "building" in piece.traits or (piece.kind == "wall" and sight_effect(piece).stops == flat.SOLID)


def walled_off(state: Battle, ground: int, one: Point, other: Point) -> bool:
    """Whether a solid wall as high as that stands between two points."""
    left, right = sorted((one[0], other[0]))
    upper, lower = sorted((one[1], other[1]))
    for wall in _walls(state.terrain):
        (first_x, first_y), (last_x, last_y) = wall.box
        beside = last_x < left or first_x > right or last_y < upper or first_y > lower
        if not beside and wall.height > ground and any(_crosses(one, other, *edge) for edge in wall.edges):
            return True
    return False


class Wall(NamedTuple):
    """The outline of a solid piece: how high it is, the corners of the box around it, its edges."""

    height: int
    box: tuple[Point, Point]
    edges: tuple[tuple[Point, Point], ...]


def _walls_of(terrain: tuple[Piece, ...]) -> list[Wall]:
    found = []
    for piece in terrain:
        if solid(piece):
            across, along = [x for x, _ in piece.outline], [y for _, y in piece.outline]
            box = (min(across), min(along)), (max(across), max(along))
            ends = piece.outline[1:] + (piece.outline[:1] if piece.closed else ())
            found.append(Wall(height_of(piece), box, tuple(zip(piece.outline, ends, strict=False))))
    return found


_walls = Remembered(_walls_of, most=8)


def _crosses(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two segments cross each other, not merely touch: a template laid on a wall reaches both its sides."""
    return _turn(a, b, c) * _turn(a, b, d) < 0 and _turn(c, d, a) * _turn(c, d, b) < 0


def _turn(a: Point, b: Point, c: Point) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _exposed(state: Battle, figure: int, at: Landing) -> bool:
    """Whether a model under a template is on its storey, with no solid wall between."""
    ground = int(state.layout.bodies[figure, GROUND])
    if abs(ground - at.ground) >= SAME_STOREY:
        return False
    return not walled_off(state, max(ground, at.ground), at.point, state.layout.point(figure))


# ---- round templates


@rule("sotr.gap.templates-round")
@hangs_on(lambda state, *_: (state.layout, state.terrain), most=64)
def under_blast(state: Battle, at: Landing, radius: int) -> tuple[int, ...]:
    """The models that a round template touches with any part of their bases."""
    return tuple(
        figure for figure in under_circle(state.layout, at.point, radius).touched if _exposed(state, figure, at)
    )


def standing_on(state: Battle, point: Point) -> tuple[int, ...]:
    """The models on whose bases a point lies, on whatever storey."""
    return under_circle(state.layout, point, 0).touched


def right_under(state: Battle, at: Landing, touched: Sequence[int]) -> tuple[int, ...]:
    """Those of the models touched whose bases the very centre of the template is on."""
    there = standing_on(state, at.point)
    return tuple(figure for figure in touched if figure in there)


@rule("sotr.blast.infantry")
def best_over(state: Battle, number: int, centres: Sequence[int], radius: int) -> list[int]:
    """The models of a unit over whom a template touches the most of that unit: several where they tie."""
    counts = {
        centre: sum(
            state.figures[figure].unit == number for figure in under_blast(state, on_model(state, centre), radius)
        )
        for centre in centres
    }
    most = max(counts.values(), default=0)
    return [centre for centre in centres if counts[centre] == most]


# ---- the teardrop


def nozzle(state: Battle, figure: int, bearing: int) -> Landing:
    """Where the narrow end lies: at the edge of the shooter's base."""
    x, y = state.layout.point(figure)
    to_x, to_y = ahead(x, y, bearing, state.layout.radius(figure))
    return Landing((int(to_x), int(to_y)), int(state.layout.bodies[figure, GROUND]))


@rule("sotr.gap.template-flame")
def in_flame(point: Point, start: Point, bearing: int, radius: int = 0) -> bool:
    """Whether a disc lies partly under the teardrop: a circle and the two tangents to it from the point."""
    front_x, front_y = heading(bearing)
    dx, dy = point[0] - start[0], point[1] - start[1]
    along = (dx * front_x + dy * front_y) >> 20
    across = abs(front_x * dy - front_y * dx) >> 20
    side = across * FLAME_RADIUS + along * _SLANT
    if side < 0:
        return dx * dx + dy * dy <= radius * radius
    if side > _SLANT * FLAME_MIDDLE:
        return (along - FLAME_MIDDLE) ** 2 + across**2 <= (FLAME_RADIUS + radius) ** 2
    return across * _SLANT - along * FLAME_RADIUS <= radius * FLAME_MIDDLE


def _discs(start: Point, bearing: int) -> list[tuple[Point, int]]:
    """Discs along the axis that fill the teardrop, as (middle, radius)."""
    found = []
    for along in range(0, FLAME_MIDDLE + 1, _STEP):
        x, y = ahead(*start, bearing, along)
        found.append(((int(x), int(y)), FLAME_RADIUS * along // FLAME_MIDDLE))
    return found


@rule("sotr.gap.template-flame", "sotr.flame.template")
def under_flame(state: Battle, figure: int, bearing: int) -> tuple[int, ...]:
    """The models that a flamethrower's template touches when its man lays it along a bearing; solid walls stop it."""
    at = nozzle(state, figure, bearing)
    return tuple(
        row
        for row in under_circle(state.layout, at.point, FLAME).touched
        if row != figure and _flame_reaches(state, row, at.point, bearing) and _exposed(state, row, at)
    )


def _flame_reaches(state: Battle, row: int, start: Point, bearing: int) -> bool:
    if not state.layout.bodies[row, HALF_LENGTH]:
        return in_flame(state.layout.point(row), start, bearing, state.layout.radius(row))
    bodies = state.layout.bodies
    return any(int(gap_to_point(bodies, row, *middle)) <= radius for middle, radius in _discs(start, bearing))


def flame_on_piece(state: Battle, number: int, at: Landing, bearing: int) -> bool:
    """Whether the teardrop touches a piece of terrain."""
    row = state.ground.pieces[number]
    first, count, closed = int(row[flat.FIRST]), int(row[flat.COUNT]), bool(row[flat.CLOSED])
    for middle, radius in _discs(at.point, bearing):
        if int(gap_to_piece(stack([disc(*middle, radius)]), 0, state.ground.edges, first, count, closed)) == 0:
            return not walled_off(state, at.ground, at.point, middle)
    return False


# ---- pieces of terrain


def piece_holds(state: Battle, number: int, point: Point) -> bool:
    """Whether a point lies in a piece of terrain; lines have no inside."""
    row = state.ground.pieces[number]
    return bool(row[flat.CLOSED]) and bool(
        in_ring(state.ground.edges, int(row[flat.FIRST]), int(row[flat.COUNT]), *point)
    )


def off_piece(state: Battle, number: int, point: Point) -> int:
    """How far a point lies from a piece of terrain: 0 on it."""
    row = state.ground.pieces[number]
    first, count, closed = int(row[flat.FIRST]), int(row[flat.COUNT]), bool(row[flat.CLOSED])
    return int(gap_to_piece(stack([disc(*point, 0)]), 0, state.ground.edges, first, count, closed))
