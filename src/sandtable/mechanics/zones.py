"""Edges of the table, zones along them that units are set up in, and a usual place in one for a group."""

from collections.abc import Sequence
from typing import Any

from sandtable.geometry.kernel import Ints, ints
from sandtable.geometry.units import INCH
from sandtable.play.journey import heights_at
from sandtable.play.marching import Marching
from sandtable.play.moves import Point
from sandtable.play.state import State
from sandtable.play.walks import March

from .pieces import raised

OPPOSITE = {"south": "north", "north": "south", "west": "east", "east": "west"}
FACING_IN = {"south": 0, "west": 900, "north": 1800, "east": 2700}  # the bearing of who looks in from an edge
FACING_OUT = {"north": 0, "east": 900, "south": 1800, "west": 2700}  # of who looks out at one
LOOKS = 12  # places along a zone that are looked at first


def from_edge(state: State[Any, Any], edge: str, point: Point) -> int:
    """How far a point is from an edge of the table."""
    x, y = point
    return {"north": y, "south": state.depth - y, "west": x, "east": state.width - x}[edge]


def across_at(state: State[Any, Any], edge: str, point: Point) -> Point:
    """The point of an edge of the table straight across from a point."""
    x, y = point
    return {"north": (x, 0), "south": (x, state.depth), "west": (0, y), "east": (state.width, y)}[edge]


def middle_of_edge(state: State[Any, Any], edge: str, deep: int = 0) -> Point:
    """The middle of an edge of the table, or the point so deep in from there."""
    x, y = state.width // 2, state.depth // 2
    return {"north": (x, deep), "south": (x, state.depth - deep), "west": (deep, y), "east": (state.width - deep, y)}[
        edge
    ]


def ring(corners: Sequence[Point]) -> Ints:
    """An outline as kernels take it: its sides as lines, the last of them back to where it began."""
    return ints([[*a, *b] for a, b in zip(corners, [*corners[1:], corners[0]], strict=True)])


def band(wide: int, deep: int, edge: str, far: int, begin: int = 0) -> Ints:
    """The strip of a table of this width and depth along an edge: from so far from it to so far from it."""
    left, upper, right, lower = {
        "north": (0, begin, wide, far),
        "south": (0, deep - far, wide, deep - begin),
        "west": (begin, 0, far, deep),
        "east": (wide - far, 0, wide - begin, deep),
    }[edge]
    return ring([(left, upper), (right, upper), (right, lower), (left, lower)])


def box_of(zone: Ints) -> tuple[int, int, int, int]:
    """The box around a zone: left, upper, right, lower."""
    xs, ys = zone[:, 0].tolist(), zone[:, 1].tolist()
    return min(xs), min(ys), max(xs), max(ys)


def along_the_middle(domain: Marching) -> March | None:
    """A place along the middle of a group's zone, beginning somewhere of its own; None if there is none."""
    left, upper, right, lower = box_of(domain.zone)
    begin = domain.movers[0] * 7 % LOOKS
    for look in range(LOOKS):
        share = 2 * ((begin + look) % LOOKS) + 1
        goal = (
            (left + (right - left) * share // (2 * LOOKS), (upper + lower) // 2)
            if right - left >= lower - upper
            else ((left + right) // 2, upper + (lower - upper) * share // (2 * LOOKS))
        )
        if found := domain.suggest(goal):
            return found
    return None


def usual_place(domain: Marching) -> March | None:
    """A place in a group's zone: along its middle if there is one, else looked for two inches by two."""
    if found := along_the_middle(domain):
        return found
    left, upper, right, lower = box_of(domain.zone)
    grid = ((x, y) for y in range(upper + INCH, lower, 2 * INCH) for x in range(left + INCH, right, 2 * INCH))
    return next((found for goal in grid if (found := domain.suggest(goal))), None)


def set_down(state: State[Any, Any], march: March, bearing: int) -> tuple[tuple[int, int, int, int, int], ...]:
    """Where everybody stands, and which way he faces, once he has been set up: figure, x, y, bearing, ground."""
    points = [walk.points[-1] for walk in march.walks]
    found = []
    for walk, point, height in zip(march.walks, points, heights_at(points, state.ground, raised(state)), strict=True):
        told = walk.face if walk.face is not None else march.face
        found.append((walk.figure, *point, bearing if told is None else told, height))
    return tuple(found)
