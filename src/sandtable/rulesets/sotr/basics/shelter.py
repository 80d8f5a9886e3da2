"""Cover as terrain goes (sotr.gap.cover-for-units): which pieces give it, who is in it, and spots in it to run to."""

from collections.abc import Sequence
from math import isqrt
from typing import NamedTuple

from sandtable.geometry import ground as flat
from sandtable.geometry.bodies import RADIUS, X, Y
from sandtable.geometry.measure_kernels import gap_to_piece, in_ring, near_on_segment, segments_cross, square_to_segment
from sandtable.geometry.units import INCH
from sandtable.mechanics.clauses import rule
from sandtable.rulesets.sotr.state import Battle
from sandtable.table.ground import Ground
from sandtable.table.layout import Layout
from sandtable.table.remembered import Remembered

from .sight import enemies, standing
from .terrain import HARD, height_of, sight_effect

Point = tuple[int, int]

BEHIND = INCH // 2  # how near to hard cover one is behind it
TALL = INCH  # how high it has to be
INSIDE = 30  # how far inside an area whoever just reaches it stands
ROOM = 100  # between the bases of those who share cover


class Shelter(NamedTuple):
    """What cover as terrain depends on for a side: the state, pieces one is in, pieces one is behind, and whom from."""

    state: Battle
    areas: tuple[int, ...]
    walls: tuple[int, ...]
    threats: tuple[Point, ...]


@rule("sotr.gap.cover-for-units", "sotr.flame.terrain-leave")
def shelter_of(state: Battle, side: int) -> Shelter:
    """The cover on the table for a side, by what it knows; burning pieces and burnt ones are none."""
    areas, walls = [], []
    for number, piece in enumerate(state.terrain):
        cover = sight_effect(piece).cover
        if not cover or number in state.burning:
            continue
        if piece.closed:
            areas.append(number)
        if cover >= HARD and height_of(piece) >= TALL:
            walls.append(number)
    threats = [state.layout.point(man) for other in enemies(state, side) for man in standing(state, other)]
    return Shelter(state, tuple(areas), tuple(walls), tuple(threats))


def inside(state: Battle, piece: int, point: Point) -> bool:
    """Whether a point lies in a piece of area terrain: that of a base which is at least half inside does."""
    ground = state.ground
    row = plain_rows(ground)[piece]
    return bool(in_ring(ground.edges, row[flat.FIRST], row[flat.COUNT], *point))


def touches(state: Battle, figure: int, piece: int) -> bool:
    """Whether a model's base is at least partly inside a piece."""
    return to_piece(state, figure, piece) == 0


def to_piece(state: Battle, figure: int, piece: int) -> int:
    """From the edge of a model's base to a piece."""
    ground = state.ground
    row = plain_rows(ground)[piece]
    closed = bool(row[flat.CLOSED])
    return int(gap_to_piece(state.layout.bodies, figure, ground.edges, row[flat.FIRST], row[flat.COUNT], closed))


def beside(state: Battle, figures: tuple[int, ...], piece: int, reach: int) -> list[int]:
    """Those of some models that are near the box around a piece; no others can be within `reach` of it."""
    row = plain_rows(state.ground)[piece]
    middle_x, middle_y = row[flat.MIDDLE_X], row[flat.MIDDLE_Y]
    across, along = row[flat.REACH_X] + reach, row[flat.REACH_Y] + reach
    return [
        figure
        for figure, (x, y, radius) in zip(figures, discs(state.layout, figures), strict=True)
        if abs(x - middle_x) <= across + radius and abs(y - middle_y) <= along + radius
    ]


def discs(layout: Layout, figures: tuple[int, ...]) -> list[list[int]]:
    """Where models stand, and the radius of their bases or of the circle around them."""
    known = _DISCS(layout)
    return [known[figure] for figure in figures]


def _all_discs(layout: Layout) -> list[list[int]]:
    found: list[list[int]] = layout.bodies[:, [X, Y, RADIUS]].tolist()
    return found


_DISCS = Remembered(_all_discs, most=8)


def _plain_rows(ground: Ground) -> list[list[int]]:
    found: list[list[int]] = ground.pieces.tolist()
    return found


plain_rows = Remembered(
    _plain_rows
)  # the pieces as plain numbers: reading one from an array takes longer than using it


def _plain_boxes(ground: Ground) -> list[tuple[int, int, int, int]]:
    return [
        (
            row[flat.MIDDLE_X] - row[flat.REACH_X],
            row[flat.MIDDLE_Y] - row[flat.REACH_Y],
            row[flat.MIDDLE_X] + row[flat.REACH_X],
            row[flat.MIDDLE_Y] + row[flat.REACH_Y],
        )
        for row in plain_rows(ground)
    ]


plain_boxes = Remembered(_plain_boxes)


def _plain_edges(ground: Ground) -> list[list[int]]:
    found: list[list[int]] = ground.edges.tolist()
    return found


plain_edges = Remembered(_plain_edges)


def _edges(state: Battle, piece: int) -> list[list[int]]:
    ground = state.ground
    row = plain_rows(ground)[piece]
    return plain_edges(ground)[row[flat.FIRST] : row[flat.FIRST] + row[flat.COUNT]]


def nearest_threat(shelter: Shelter, point: Point) -> Point | None:
    """The enemy model nearest to a point."""
    x, y = point
    return min(shelter.threats, key=lambda one: ((one[0] - x) ** 2 + (one[1] - y) ** 2, one), default=None)


def behind(shelter: Shelter, piece: int, point: Point, radius: int) -> bool:
    """Whether a base at a point is within half an inch of a piece that lies on the enemy's side of it."""
    x, y = point
    reach = (BEHIND + radius) ** 2
    edges = _edges(shelter.state, piece)
    if all(square_to_segment(x, y, *edge) > reach for edge in edges):
        return False
    threat = nearest_threat(shelter, point)
    return threat is None or any(segments_cross(x, y, *threat, *edge) for edge in edges)


def covered(shelter: Shelter, point: Point, radius: int) -> bool:
    """Whether a base at a point is in cover."""
    x, y = point
    margin = radius + BEHIND
    boxes = plain_boxes(shelter.state.ground)
    for piece in {*shelter.areas, *shelter.walls}:
        left, upper, right, lower = boxes[piece]
        near = left - margin <= x <= right + margin and upper - margin <= y <= lower + margin
        if near and covered_by(shelter, piece, point, radius):
            return True
    return False


def covered_by(shelter: Shelter, piece: int, point: Point, radius: int) -> bool:
    """Whether a base at a point is in the cover of one piece."""
    if not _near(shelter.state, piece, point, radius):
        return False
    if piece in shelter.areas and inside(shelter.state, piece, point):
        return True
    return piece in shelter.walls and behind(shelter, piece, point, radius)


def _near(state: Battle, piece: int, point: Point, radius: int) -> bool:
    """Whether a base is near the box around a piece."""
    row = plain_rows(state.ground)[piece]
    margin = radius + BEHIND
    return (
        abs(point[0] - row[flat.MIDDLE_X]) <= row[flat.REACH_X] + margin
        and abs(point[1] - row[flat.MIDDLE_Y]) <= row[flat.REACH_Y] + margin
    )


def how_far(state: Battle, piece: int, point: Point) -> int:
    """From a point to a piece, squared; 0 inside it."""
    if state.terrain[piece].closed and inside(state, piece, point):
        return 0
    return min(int(square_to_segment(*point, *edge)) for edge in _edges(state, piece))


@rule("sotr.break.fail-open", "sotr.flee.direction")
def held(state: Battle, piece: int, side: int) -> bool:
    """Whether enemies of a side are known to be in a piece, or behind it where it is a line."""
    reach = 0 if state.terrain[piece].closed else BEHIND
    foes = tuple(man for other in enemies(state, side) for man in standing(state, other))
    return any(to_piece(state, man, piece) <= reach for man in beside(state, foes, piece, reach))


# ---- spots to run to


def spots_in(shelter: Shelter, piece: int, radius: int) -> list[Point]:
    """Spots in the cover of a piece: a grid through an area, a row on the sheltered side of a line."""
    state = shelter.state
    apart = 2 * radius + ROOM
    if piece in shelter.areas:
        row = state.ground.pieces[piece]
        left, upper = int(row[flat.MIDDLE_X] - row[flat.REACH_X]), int(row[flat.MIDDLE_Y] - row[flat.REACH_Y])
        right, lower = int(row[flat.MIDDLE_X] + row[flat.REACH_X]), int(row[flat.MIDDLE_Y] + row[flat.REACH_Y])
        grid = ((x, y) for y in range(upper + radius, lower, apart) for x in range(left + radius, right, apart))
        return [spot for spot in grid if inside(state, piece, spot)]
    found = []
    for ax, ay, bx, by in _edges(state, piece):
        length = max(1, isqrt((bx - ax) ** 2 + (by - ay) ** 2))
        across_x, across_y = (ay - by) * (radius + ROOM) // length, (bx - ax) * (radius + ROOM) // length
        for along in range(min(radius, length // 2), length, apart):
            x, y = ax + (bx - ax) * along // length, ay + (by - ay) * along // length
            found += [(x + across_x, y + across_y), (x - across_x, y - across_y)]
    return [spot for spot in found if behind(shelter, piece, spot, radius)]


def way_in(shelter: Shelter, piece: int, point: Point) -> Point | None:
    """The spot just inside an area that is nearest to a point outside it."""
    state = shelter.state
    if piece not in shelter.areas:
        return None
    x, y = point
    near = min((near_on_segment(x, y, *edge) for edge in _edges(state, piece)), key=lambda p: _square(p, point))
    length = max(1, isqrt(_square(near, point)))
    spot = int(near[0] + (near[0] - x) * INSIDE // length), int(near[1] + (near[1] - y) * INSIDE // length)
    return spot if inside(state, piece, spot) else None


def _square(one: Sequence[int], other: Sequence[int]) -> int:
    return int((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2)


__all__ = ["Shelter", "covered", "covered_by", "held", "how_far", "inside", "shelter_of", "spots_in", "way_in"]
