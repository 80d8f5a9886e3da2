"""Buildings to walk in (sotr.gap.buildings): walls with openings, storeys above one another, one stair between them."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from sandtable.geometry.bodies import GROUND
from sandtable.geometry.measure_kernels import gap, gap_to_point
from sandtable.geometry.units import INCH, inches
from sandtable.mechanics.clauses import rule
from sandtable.play.marching import March
from sandtable.play.refusal import Refusal
from sandtable.table.layout import Layout
from sandtable.table.remembered import Remembered
from sandtable.table.terrain import Piece

from .hidden import as_seen
from .state import Battle, Place5, Point
from .terrain import STOREY

AT_OPENING = INCH // 2  # how far from an opening a wall is still passed through it
AT_STAIR = INCH // 2  # how near to the stair one stands who takes it
CLIMB = inches(2)
UP, DOWNSTAIRS = 1, -1
WAYS = {"up": UP, "down": DOWNSTAIRS}


class House(NamedTuple):
    """A building: which piece of terrain it is, and the box around it."""

    number: int
    piece: Piece
    left: int
    upper: int
    right: int
    lower: int


def _houses(terrain: tuple[Piece, ...]) -> tuple[House, ...]:
    found = []
    for number, piece in enumerate(terrain):
        if "building" in piece.traits:
            xs, ys = [x for x, _ in piece.outline], [y for _, y in piece.outline]
            found.append(House(number, piece, min(xs), min(ys), max(xs), max(ys)))
    return tuple(found)


houses = Remembered(_houses)


def stair_of(piece: Piece) -> Point:
    """Where the stair of a building is: in the middle of it."""
    count = len(piece.outline)
    return sum(x for x, _ in piece.outline) // count, sum(y for _, y in piece.outline) // count


# ---- walls


def crossings(outline: Sequence[Point], a: Point, b: Point) -> Iterator[Point]:
    """Where the way from a to b crosses an outline."""
    (ax, ay), (bx, by) = a, b
    for (cx, cy), (dx, dy) in zip(outline, (*outline[1:], outline[0]), strict=True):
        of_c = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
        of_d = (bx - ax) * (dy - ay) - (by - ay) * (dx - ax)
        if (of_c > 0) == (of_d > 0):
            continue
        of_a = (dx - cx) * (ay - cy) - (dy - cy) * (ax - cx)
        of_b = (dx - cx) * (by - cy) - (dy - cy) * (bx - cx)
        if (of_a > 0) != (of_b > 0):
            yield ax + (bx - ax) * of_a // (of_a - of_b), ay + (by - ay) * of_a // (of_a - of_b)


def inside(outline: Sequence[Point], point: Point) -> bool:
    """Whether a point lies within an outline."""
    x, y = point
    within = False
    for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (ay > y) != (by > y) and (x - ax) * (by - ay) * (1 if by > ay else -1) < (y - ay) * (bx - ax) * (
            1 if by > ay else -1
        ):
            within = not within
    return within


@rule("sotr.gap.buildings", "sotr.advance.doors")
def through_walls(state: Battle, made: March) -> Refusal | None:
    """What walls have against a march: they are passed at openings, at no cost, and on the ground floor only."""
    known = houses(state.terrain)
    for walk in made.walks:
        for a, b in pairwise(walk.points):
            left, right = min(a[0], b[0]), max(a[0], b[0])
            upper, lower = min(a[1], b[1]), max(a[1], b[1])
            for house in known:
                if right < house.left or left > house.right or lower < house.upper or upper > house.lower:
                    continue
                refusal = _through(state, walk.figure, house.piece, a, b)
                if refusal is not None:
                    return refusal
    return None


def _through(state: Battle, figure: int, piece: Piece, a: Point, b: Point) -> Refusal | None:
    name = state.units[state.figures[figure].unit].name
    for x, y in crossings(piece.outline, a, b):
        if storey_of(state, figure):
            why = f"{name} is upstairs in {piece.title}"
            return Refusal(why, ("sotr.gap.buildings",), remedy="take the stair down first", figures=(figure,))
        if not any((x - to_x) ** 2 + (y - to_y) ** 2 <= AT_OPENING**2 for to_x, to_y in piece.openings):
            why = f"{name} cannot walk through the walls of {piece.title}"
            return Refusal(why, ("sotr.gap.buildings",), remedy="go by a door or a window", figures=(figure,))
    return None


# ---- storeys


def house_of(state: Battle, point: Point) -> House | None:
    """The building that a point lies in."""
    x, y = point
    for house in houses(state.terrain):
        if house.left <= x <= house.right and house.upper <= y <= house.lower and inside(house.piece.outline, point):
            return house
    return None


def storey_of(state: Battle, figure: int) -> int:
    """The storey that a model stands on; 0 is the ground floor, and everywhere outside of buildings."""
    high = int(state.layout.bodies[figure, GROUND]) // STOREY
    if not high:
        return 0
    house = house_of(state, state.layout.point(figure))
    return high if house is not None and house.piece.floors > high else 0


@rule("sotr.gap.elevation", "sotr.gap.buildings")
@rule("sotr.gap.buildings", "sotr.advance.stairs")
def stairs_for(state: Battle, figure: int) -> dict[str, Refusal | None]:
    """The ways that a model could take by the stair it stands at: `up`, `down`, with why not where it cannot."""
    house = house_of(state, state.layout.point(figure))
    if house is None or house.piece.floors < 2:
        return {}
    if int(gap_to_point(state.layout.bodies, figure, *stair_of(house.piece))) > AT_STAIR:
        return {}
    storey = storey_of(state, figure)
    found = {}
    for way, step in WAYS.items():
        if 0 <= storey + step < house.piece.floors:
            found[way] = crowded(state, {figure: step})
    return found


def landed(state: Battle, steps: Mapping[int, int]) -> list[Place5]:
    """Where models are that have taken the stair by so many storeys."""
    layout = state.layout
    return [
        (figure, *layout.point(figure), layout.bearing(figure), (storey_of(state, figure) + step) * STOREY)
        for figure, step in steps.items()
    ]


@rule("sotr.move.one-inch")
def crowded(state: Battle, steps: Mapping[int, int]) -> Refusal | None:
    """Who is in the way at the other end of the stair."""
    seen = as_seen(state, state.units[state.figures[next(iter(steps))].unit].side)
    layout: Layout = seen.layout.placed(landed(state, steps))
    bodies = layout.bodies
    for figure in steps:
        side = state.units[state.figures[figure].unit].side
        for other, model in enumerate(seen.figures):
            apart = abs(int(bodies[other, GROUND]) - int(bodies[figure, GROUND]))
            if other == figure or not layout.on_table(other) or apart >= STOREY - INCH:
                continue
            clear = int(gap(bodies, figure, bodies, other))
            friend = seen.units[model.unit].side == side
            if clear == 0 or (not friend and clear < INCH):
                why = f"{seen.units[model.unit].name} is in the way on the stair"
                because = ("sotr.gap.fallback-edges",) if friend else ("sotr.move.one-inch",)
                return Refusal(why, because, figures=(figure, other))
    return None
