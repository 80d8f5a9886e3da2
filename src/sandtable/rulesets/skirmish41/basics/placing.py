"""Putting figures down: where there is room for one beside a point."""

from sandtable.geometry.angle import around
from sandtable.geometry.path_kernels import barred_by
from sandtable.geometry.template_kernels import CLEAR, circle
from sandtable.mechanics.pieces import raised
from sandtable.play.journey import heights_at
from sandtable.rulesets.skirmish41.state import Battle, Point

from .terrain import outdoors, passage


def spot_beside(state: Battle, figure: int, at: Point) -> Point:
    """A free place beside a point for a figure: nearest first; the point itself if there is none."""
    radius = state.layout.radius(figure)
    for far in (2 * radius + 50, 3 * radius, 4 * radius, 6 * radius):
        for point in around(*at, far, 12):
            if stands_free(state, figure, point):
                return point
    return at


def stands_free(state: Battle, figure: int, at: Point, *, outside: bool = False) -> bool:
    """Whether a figure could stand at a point: on the table, on ground it can stand on, with nobody there."""
    radius, (x, y) = state.layout.radius(figure), at
    if not (radius <= x <= state.width - radius and radius <= y <= state.depth - radius):
        return False
    ground, where = state.ground, outdoors(state) if outside else passage(state, vehicle=False)
    if int(barred_by(x, y, x, y, radius, ground.edges, ground.pieces, where)) >= 0:
        return False
    return nobody_at(state, figure, at)


def nobody_at(state: Battle, figure: int, at: Point) -> bool:
    """Whether nobody else stands where the base of a figure would be."""
    under = circle(state.layout.bodies, *at, state.layout.radius(figure))
    under[figure] = CLEAR
    return not under.any()


def place_at(state: Battle, figure: int, at: Point) -> tuple[int, int, int, int, int]:
    """A figure put down at a point."""
    height = heights_at([at], state.ground, raised(state))[0]
    return figure, *at, state.layout.bearing(figure), height
