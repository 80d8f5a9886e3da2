"""The way of a unit model by model: models go one after another, each in steps of at most an inch."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import isqrt
from typing import NamedTuple

from sandtable.geometry.bodies import GROUND
from sandtable.geometry.kernel import Ints, ints
from sandtable.geometry.units import INCH
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.pieces import heights_of_ground, raised
from sandtable.play.arrival import arrival
from sandtable.play.driving import Driven
from sandtable.play.walks import March
from sandtable.rulesets.sotr.state import Battle, Place5
from sandtable.table.layout import Layout

from .shelter import inside
from .terrain import STOREY

Point = tuple[int, int]
Pose = tuple[int, int, int]


class Track(NamedTuple):
    """The way of one model: its poses (x, y, bearing) at every bend, where it ends, how long it is."""

    figure: int
    poses: tuple[Pose, ...]
    end: Place5
    length: int

    @property
    def steps(self) -> int:
        """In how many steps it goes: one for every inch begun."""
        return -(-self.length // INCH)

    def gone(self, step: int) -> int:
        """How far it has gone after so many steps."""
        return self.length * step // self.steps if self.steps else 0

    def pose(self, gone: int) -> Pose:
        """Where it is, and which way it faces, after so much of its way."""
        left = gone
        for (ax, ay, facing), (bx, by, _) in pairwise(self.poses):
            leg = isqrt((bx - ax) ** 2 + (by - ay) ** 2)
            if left < leg:
                return ax + (bx - ax) * left // leg, ay + (by - ay) * left // leg, facing
            left -= leg
        return self.poses[-1]


@rule("sotr.action.one-model-at-a-time")
def tracks_of(state: Battle, number: int, march: March | Driven) -> list[Track]:
    """The ways of everybody who moves, in the order in which they go."""
    layout = state.layout
    if isinstance(march, Driven):
        row = state.units[number].men[0]
        poses = march.poses
        x, y, bearing = poses[-1]
        end = (row, x, y, bearing, _height(state, row, (x, y), heights_of_ground(state, [(x, y)])[0]))
        turned = int(any(pose[2] != poses[0][2] for pose in poses))
        return [Track(row, poses, end, _length([pose[:2] for pose in poses]) or turned)]
    ends = arrival(march, layout, state.ground, raised(state)).places
    found = []
    for walk, (figure, x, y, bearing, height) in zip(march.walks, ends, strict=True):
        facing = layout.bearing(figure)
        poses = tuple((px, py, facing) for px, py in walk.points)
        end = (figure, x, y, bearing, _height(state, figure, (x, y), height))
        found.append(Track(figure, poses, end, _length(walk.points)))
    return found


def _length(points: Sequence[Point]) -> int:
    return sum(isqrt((bx - ax) ** 2 + (by - ay) ** 2) for (ax, ay), (bx, by) in pairwise(points))


@rule("sotr.advance.stairs")
def _height(state: Battle, figure: int, point: Point, ground: int) -> int:
    """How high a model stands at a point: whoever is on an upper floor stays on it for as long as he is in the house."""
    height = _storey_of(state, figure)
    if not height:
        return ground
    start = state.layout.point(figure)
    homes = (number for number, piece in enumerate(state.terrain) if "building" in piece.traits)
    return height if any(inside(state, home, start) and inside(state, home, point) for home in homes) else ground


def _storey_of(state: Battle, figure: int) -> int:
    height = int(state.layout.bodies[figure, GROUND])
    return height if height >= STOREY and height % STOREY == 0 else 0


def place_at(state: Battle, track: Track, gone: int) -> Place5:
    """Where a model is after so much of its way."""
    if gone >= track.length:
        return track.end
    x, y, bearing = track.pose(gone)
    return track.figure, x, y, bearing, _height(state, track.figure, (x, y), heights_of_ground(state, [(x, y)])[0])


def moments_of(state: Battle, tracks: Sequence[Track]) -> Ints:
    """The steps of all who go, one after the other, as lines of sight take the moments of a move."""
    found = []
    for track in tracks:
        poses = [track.pose(track.gone(step)) for step in range(1, track.steps)]
        heights = heights_of_ground(state, [pose[:2] for pose in poses])
        found += [
            (track.figure, x, y, bearing, _height(state, track.figure, (x, y), height), 1)
            for (x, y, bearing), height in zip(poses, heights, strict=True)
        ]
        found.append((*track.end, int(track.steps > 0)))
    return ints(found).reshape(len(found), 6)


class Station(NamedTuple):
    """A point of a move at which it can be interrupted: after a step of one of those who go."""

    number: int
    track: int
    step: int


def stations(tracks: Sequence[Track]) -> Iterator[Station]:
    """Every point of a move at which it can be interrupted, in their order, counted from 1."""
    number = 0
    for place, track in enumerate(tracks):
        for step in range(1, track.steps + 1):
            number += 1
            yield Station(number, place, step)


@rule("sotr.overwatch.point")
def layout_at(state: Battle, tracks: Sequence[Track], station: Station) -> Layout:
    """Where everybody is at a station: those who have moved at their ends, those yet to move where they started."""
    track = tracks[station.track]
    places = [done.end for done in tracks[: station.track]]
    return state.layout.placed([*places, place_at(state, track, track.gone(station.step))])
