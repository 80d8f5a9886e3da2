"""Buildings to walk in (sotr.gap.buildings): walls with openings, storeys above one another, one stair between them."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from sandtable.geometry.bodies import GROUND
from sandtable.geometry.kernel import Ints, ints
from sandtable.geometry.measure_kernels import gap, gap_to_point
from sandtable.geometry.units import INCH
from sandtable.geometry.wall_kernels import stopped_by, strides_open
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.pieces import middle_of
from sandtable.play.refusal import Refusal
from sandtable.play.walks import March
from sandtable.rulesets.sotr.state import Battle, Place5, Point
from sandtable.table.layout import Layout
from sandtable.table.remembered import Remembered
from sandtable.table.terrain import Piece

from .hidden import as_seen
from .terrain import STOREY

AT_OPENING = INCH // 2  # how far from an opening a wall is still passed through it
AT_STAIR = INCH // 2  # how near to the stair one stands who takes it
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


class Walls(NamedTuple):
    """The walls of all buildings as kernels read them, numbered as in `houses`: `boxes`, `walls` and `openings`."""

    boxes: Ints
    walls: Ints
    openings: Ints


def _walls(terrain: tuple[Piece, ...]) -> Walls:
    boxes, walls, openings = [], [], []
    for place, house in enumerate(houses(terrain)):
        outline = house.piece.outline
        boxes.append((house.left, house.upper, house.right, house.lower))
        walls += [(*c, *d, place) for c, d in zip(outline, (*outline[1:], outline[0]), strict=True)]
        openings += [(*opening, place) for opening in house.piece.openings]
    return Walls(ints(boxes).reshape(-1, 4), ints(walls).reshape(-1, 5), ints(openings).reshape(-1, 3))


walls_of = Remembered(_walls)
NO_WALLS = _walls(())


def stair_of(piece: Piece) -> Point:
    """Where the stair of a building is: in the middle of it."""
    return middle_of(piece.outline)


# ---- walls


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
    known = walls_of(state.terrain)
    for walk in made.walks:
        if len(walk.points) < 2:
            continue
        upstairs = storey_of(state, walk.figure) > 0
        for a, b in pairwise(walk.points):
            stopped = stopped_by(*a, *b, *known, AT_OPENING, upstairs)
            if stopped >= 0:
                return _walled(state, walk.figure, houses(state.terrain)[stopped].piece, upstairs=upstairs)
    return None


def _walled(state: Battle, figure: int, piece: Piece, *, upstairs: bool) -> Refusal:
    name = state.units[state.figures[figure].unit].name
    why, remedy = f"{name} cannot walk through the walls of {piece.title}", "go by a door or a window"
    if upstairs:
        why, remedy = f"{name} is upstairs in {piece.title}", "take the stair down first"
    return Refusal(why, ("sotr.gap.buildings",), remedy=remedy, figures=(figure,))


@rule("sotr.gap.buildings", "sotr.advance.doors")
def open_strides(state: Battle, figure: int, strides: Ints, crowd: Ints) -> Ints:
    """Those of some strides of a model that no wall stops and that end clear of a crowd; machines know no walls."""
    machine = state.units[state.figures[figure].unit].machine
    upstairs = storey_of(state, figure) > 0
    walls = NO_WALLS if machine else walls_of(state.terrain)
    return strides_open(*state.layout.point(figure), strides, crowd, *walls, AT_OPENING, upstairs)


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
    high = state.layout.bodies.item(figure, GROUND) // STOREY
    if not high:
        return 0
    house = house_of(state, state.layout.point(figure))
    return high if house is not None and house.piece.floors > high else 0


@rule("sotr.gap.elevation", "sotr.gap.buildings")
@rule("sotr.advance.stairs")
def climb(state: Battle) -> int:
    """What a storey of stairs takes of a move."""
    return state.options.tables.movement.stairs.reach


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
