"""A declared move: where it goes, where everybody is on the way, and where it ends.

Every kind of move is one of these: on foot or driven, ordered, forced or in reaction.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import isqrt
from typing import NamedTuple

from sandtable.geometry.kernel import Ints
from sandtable.geometry.units import INCH
from sandtable.mechanics.pieces import heights_of_ground, raised
from sandtable.play.arrival import along, arrival
from sandtable.play.driving import Driven
from sandtable.play.walks import March
from sandtable.rulesets.bolt_action.state import Battle

from .battlefield import height_of_ground

STATIONS = 6
BETWEEN = 2 * INCH

Placing = tuple[int, int, int, int, int]  # figure, x, y, bearing, ground


class Journey(NamedTuple):
    """A declared move: where it ends, and how to say where everybody is at stations on the way."""

    end: tuple[Placing, ...]
    length: int
    tells: dict[str, object]
    on_the_way: Callable[[int, int], list[tuple[int, int, int, int]]]  # (figure, x, y, bearing) after n of m parts
    legs: Ints | None = None  # the same as numbers, if everybody goes straight
    shows: dict[str, object] | None = None  # at whom they go

    @property
    def stays(self) -> bool:
        """Whether nobody goes anywhere."""
        return self.length == 0

    @property
    def stations(self) -> int:
        """In how many parts the way is watched."""
        return min(STATIONS, max(1, -(-self.length // BETWEEN)))


def on_foot(state: Battle, march: March) -> Journey:
    """The journey of men on foot."""
    layout = state.layout
    end = arrival(march, layout, state.ground, raised(state))

    def on_the_way(part: int, whole: int) -> list[tuple[int, int, int, int]]:
        return [(walk.figure, *along(walk.points, part, whole)[0], layout.bearing(walk.figure)) for walk in march.walks]

    return Journey(end.places, end.longest, {"march": march}, on_the_way, end.legs)


def driven(state: Battle, row: int, drive: Driven) -> Journey:
    """The journey of a hull along its legs."""
    poses = drive.poses
    points = [pose[:2] for pose in poses]
    x, y, bearing = poses[-1]

    def on_the_way(part: int, whole: int) -> list[tuple[int, int, int, int]]:
        (at_x, at_y), leg = along(points, part, whole)
        return [(row, at_x, at_y, poses[min(leg, len(poses) - 1)][2])]

    turned = int(poses[-1][2] != poses[0][2])
    end = ((row, x, y, bearing, height_of_ground(state, x, y)),)
    return Journey(end, _length(points) or turned, {"poses": [list(pose) for pose in poses]}, on_the_way)


def straight_to(state: Battle, number: int, goals: Sequence[tuple[int, int]], what: str) -> Journey:
    """The journey of a unit whose figures go straight to where they leave the table, each to a goal of its own."""
    layout, figures = state.layout, state.units[number].figures
    ways = [(figure, (layout.point(figure), goal)) for figure, goal in zip(figures, goals, strict=True)]

    def on_the_way(part: int, whole: int) -> list[tuple[int, int, int, int]]:
        return [(figure, *along(way, part, whole)[0], layout.bearing(figure)) for figure, way in ways]

    longest = max(_length(way) for _, way in ways)
    end = tuple(
        (*place, height) for place, height in zip(on_the_way(1, 1), heights_of_ground(state, goals), strict=True)
    )
    return Journey(end, max(1, longest), {"goal": what}, on_the_way)


def _length(points: Sequence[tuple[int, int]]) -> int:
    if len(points) == 1:
        return 0
    return sum([isqrt((bx - ax) ** 2 + (by - ay) ** 2) for (ax, ay), (bx, by) in pairwise(points)])


def places_at(state: Battle, journey: Journey, station: int) -> tuple[Placing, ...]:
    """Where everybody is at a station; station 0 is the start, the last station is the end."""
    if station == journey.stations:
        return journey.end
    rows_at = journey.on_the_way(station, journey.stations)
    ground = heights_of_ground(state, [(x, y) for _, x, y, _ in rows_at])
    return tuple((*row, height) for row, height in zip(rows_at, ground, strict=True))
