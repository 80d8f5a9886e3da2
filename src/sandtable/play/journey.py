"""A declared move: the way of everybody who goes, where all are after so many inches, and where it ends.

Figures that walk and hulls that drive are alike here. All set out together, and each is as far along its own way as it has
come; whoever has arrived waits for the others.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import isqrt
from typing import NamedTuple

from sandtable.geometry.height_kernels import heights
from sandtable.geometry.kernel import Ints, ints
from sandtable.geometry.units import INCH
from sandtable.geometry.way_kernels import moments
from sandtable.table.ground import Ground
from sandtable.table.layout import Layout
from sandtable.table.remembered import Remembered

from .arrival import along, arrival
from .driving import Driven
from .moves import Point
from .walks import March

Placing = tuple[int, int, int, int, int]  # figure, x, y, bearing, ground

_ANY: Remembered[Ints, bool] = Remembered(lambda marks: bool(marks.any()))


class Track(NamedTuple):
    """The way of one figure: its points, how long it is, and the bearing that it has on each leg."""

    figure: int
    points: tuple[Point, ...]
    length: int
    bearings: tuple[int, ...]


class Journey(NamedTuple):
    """The ways of all who go, where they end, and how far the one goes who goes farthest."""

    tracks: tuple[Track, ...]
    end: tuple[Placing, ...]
    length: int
    turned: bool = False  # it goes nowhere, but faces another way

    @property
    def stays(self) -> bool:
        """Whether nobody moves in any way."""
        return self.length == 0 and not self.turned

    @property
    def stations(self) -> int:
        """How many stations there are: every full inch, and the end."""
        return max(1, -(-self.length // INCH))

    def at(self, station: int) -> list[tuple[int, int, int, int]]:
        """Where everybody is (figure, x, y, bearing) after so many inches; the last station is the end."""
        if station >= self.stations:
            return [place[:4] for place in self.end]
        return [_along(track, station * INCH) for track in self.tracks]


def _along(track: Track, distance: int) -> tuple[int, int, int, int]:
    if distance >= track.length:
        return track.figure, *track.points[-1], track.bearings[-1]
    (x, y), leg = along(track.points, distance, track.length)
    return track.figure, x, y, track.bearings[min(leg, len(track.bearings)) - 1]


def path_length(points: Sequence[Point]) -> int:
    """How long a path is."""
    return sum([isqrt((bx - ax) ** 2 + (by - ay) ** 2) for (ax, ay), (bx, by) in pairwise(points)])


def walked(march: March, layout: Layout, ground: Ground, raised: Ints) -> Journey:
    """The journey of figures on foot."""
    end = arrival(march, layout, ground, raised)
    tracks = tuple(
        [
            Track(walk.figure, walk.points, path_length(walk.points), (place[3],))
            for walk, place in zip(march.walks, end.places, strict=True)
        ]
    )
    turned = march.face is not None and any(place[3] != layout.bearing(place[0]) for place in end.places)
    return Journey(tracks, end.places, end.longest, turned)


def driven(row: int, drive: Driven, ground: Ground, raised: Ints) -> Journey:
    """The journey of a hull along its legs; it turns before it drives each of them."""
    poses = drive.poses
    points = tuple((x, y) for x, y, _ in poses)
    x, y, bearing = poses[-1]
    height = heights_at([(x, y)], ground, raised)[0]
    length = path_length(points)
    track = Track(row, points, length, tuple(pose[2] for pose in poses[1:]) or (bearing,))
    return Journey((track,), ((row, x, y, bearing, height),), length, bearing != poses[0][2])


def heights_at(points: Sequence[Point], ground: Ground, raised: Ints) -> list[int]:
    """How high the ground is at some points."""
    if not points or not _ANY(raised):
        return [0] * len(points)
    found: list[int] = heights(ints(points), ground.edges, ground.pieces, raised).tolist()
    return found


def places_at(journey: Journey, station: int, ground: Ground, raised: Ints) -> list[Placing]:
    """Where everybody is at a station, with the height of the ground there."""
    if station >= journey.stations:
        return list(journey.end)
    rows = journey.at(station)
    found = heights_at([(x, y) for _, x, y, _ in rows], ground, raised)
    return [(*row, height) for row, height in zip(rows, found, strict=True)]


def all_places(journey: Journey, stations: Sequence[int], ground: Ground, raised: Ints) -> Ints:
    """Where everybody is at several stations, as kernels take it: [station, figure, (x, y, bearing, ground)]."""
    tracks = journey.tracks
    if max([len(track.points) for track in tracks], default=3) > 2:
        rows = [place for station in stations for place in places_at(journey, station, ground, raised)]
        return ints([place[1:] for place in rows]).reshape(len(stations), len(tracks), 4)
    legs = ints([(*track.points[0], *track.points[-1]) for track in tracks])
    lengths, bearings = ints([track.length for track in tracks]), ints([track.bearings[-1] for track in tracks])
    far = ints([station * INCH for station in stations])
    found = moments(legs, lengths, bearings, far, ground.edges, ground.pieces, raised)
    for place, station in enumerate(stations):
        if station >= journey.stations:
            found[place] = [end[1:] for end in journey.end]
    return found
