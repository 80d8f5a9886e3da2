"""Journeys: where everybody is after so many inches of a declared move."""

import pytest

from sandtable.geometry.kernel import ints
from sandtable.play.driving import Drive, Driven
from sandtable.play.journey import Journey, Track, all_places, driven, heights_at, path_length, places_at, walked
from sandtable.play.walks import March, Walk
from sandtable.table.ground import Ground, ground
from sandtable.table.layout import Base, Layout
from sandtable.table.terrain import piece

HILL = piece("hill", ((12_000, 0), (20_000, 0), (20_000, 20_000), (12_000, 20_000)), height=2)
FLAT = ints([])


def squad(*places: tuple[int, int]) -> Layout:
    """Men at these places, who look north."""
    layout = Layout.of([Base(height=1200, radius=500)] * len(places))
    return layout.placed([(figure, x, y, 0, 0) for figure, (x, y) in enumerate(places)])


def on_foot(*ways: tuple[tuple[int, int], ...], face: int | None = None) -> Journey:
    """The journey of men along these ways, over flat ground."""
    march = March(tuple(Walk(figure, way) for figure, way in enumerate(ways)), face)
    return walked(march, squad(*(way[0] for way in ways)), ground(()), FLAT)


@pytest.mark.parametrize(
    ("points", "length"),
    [(((0, 0),), 0), (((0, 0), (3000, 4000)), 5000), (((0, 0), (3000, 0), (3000, 2500)), 5500)],
)
def test_how_long_a_path_is(points: tuple[tuple[int, int], ...], length: int) -> None:
    """The sum of its legs."""
    assert path_length(points) == length


@pytest.mark.parametrize(("length", "stations"), [(0, 1), (1, 1), (1000, 1), (1001, 2), (3500, 4), (4000, 4)])
def test_there_is_a_station_at_every_full_inch_and_at_the_end(length: int, stations: int) -> None:
    """An inch and a hair has two: after the inch, and where it ends."""
    journey = on_foot(((5000, 5000), (5000 + length, 5000)))
    assert journey.length == length
    assert journey.stations == stations


def test_everybody_is_as_far_as_he_has_come() -> None:
    """They set out together; whoever has arrived waits, and who does not go stays."""
    journey = on_foot(((0, 0), (4500, 0)), ((0, 2000), (1500, 2000)), ((0, 4000),))
    assert journey.stations == 5
    assert [place[:3] for place in journey.at(1)] == [(0, 1000, 0), (1, 1000, 2000), (2, 0, 4000)]
    assert [place[:3] for place in journey.at(2)] == [(0, 2000, 0), (1, 1500, 2000), (2, 0, 4000)]
    assert [place[:3] for place in journey.at(4)] == [(0, 4000, 0), (1, 1500, 2000), (2, 0, 4000)]
    assert [place[:3] for place in journey.at(5)] == [(0, 4500, 0), (1, 1500, 2000), (2, 0, 4000)]
    assert journey.at(9) == journey.at(5)


def test_a_way_with_bends_is_followed() -> None:
    """Round a corner: three inches east, then south."""
    journey = on_foot(((0, 0), (3000, 0), (3000, 2000)))
    assert [journey.at(station)[0][1:3] for station in range(1, 6)] == [
        (1000, 0),
        (2000, 0),
        (3000, 0),
        (3000, 1000),
        (3000, 2000),
    ]


def test_which_way_they_face() -> None:
    """The way they went, or as told; who stays keeps his."""
    journey = on_foot(((0, 0), (3000, 0)), ((0, 2000),))
    assert [place[3] for place in journey.at(3)] == [900, 0]
    told = on_foot(((0, 0), (3000, 0)), ((0, 2000),), face=1800)
    assert [place[3] for place in told.at(3)] == [1800, 1800]


def test_who_stays_and_who_only_turns() -> None:
    """Turning is something, too, unless it is the way they look already."""
    still = on_foot(((0, 0),))
    assert still.stays
    turned = on_foot(((0, 0),), face=900)
    assert not turned.stays
    assert turned.turned
    assert turned.stations == 1
    assert turned.at(1) == [(0, 0, 0, 900)]
    assert on_foot(((0, 0),), face=0).stays
    assert not on_foot(((0, 0), (500, 0))).stays


def hull(*poses: tuple[int, int, int], field: Ground | None = None, raised: int = 0) -> Journey:
    """The journey of a hull through these poses."""
    made = Driven(Drive(), poses)
    where = field or ground(())
    return driven(7, made, where, ints([raised] * len(where.terrain)))


def test_a_hull_turns_before_it_drives() -> None:
    """Its bearing is that of the leg it is on."""
    journey = hull((0, 0, 900), (2000, 0, 900), (2000, 3000, 1800))
    assert journey.length == 5000
    assert [journey.at(station)[0] for station in range(1, 6)] == [
        (7, 1000, 0, 900),
        (7, 2000, 0, 900),
        (7, 2000, 1000, 1800),
        (7, 2000, 2000, 1800),
        (7, 2000, 3000, 1800),
    ]


def test_a_hull_that_goes_astern_keeps_its_bearing() -> None:
    """It is its way that counts."""
    journey = hull((5000, 0, 900), (3000, 0, 900))
    assert journey.at(1) == [(7, 4000, 0, 900)]
    assert not journey.turned


def test_a_hull_that_stays_or_turns() -> None:
    """No legs at all, or a pivot."""
    assert hull((0, 0, 900)).stays
    assert hull((0, 0, 900)).tracks == (Track(7, ((0, 0),), 0, (900,)),)
    pivot = hull((0, 0, 900), (0, 0, 1300))
    assert not pivot.stays
    assert pivot.at(1) == [(7, 0, 0, 1300)]


def test_heights_along_the_way() -> None:
    """Onto a hill: where they stand on it they stand higher."""
    field = ground((HILL,))
    raised = ints([1])
    assert heights_at([(11_000, 5000), (13_000, 5000)], field, raised) == [0, 2000]
    assert heights_at([(13_000, 5000)], field, ints([0])) == [0]
    assert heights_at([], field, raised) == []
    march = March((Walk(0, ((10_500, 5000), (13_500, 5000))),))
    journey = walked(march, squad((10_500, 5000)), field, raised)
    assert [places_at(journey, station, field, raised)[0][4] for station in (1, 2, 3)] == [0, 2000, 2000]
    assert journey.end[0] == (0, 13_500, 5000, 900, 2000)
    assert hull((10_500, 5000, 900), (13_500, 5000, 900), field=field, raised=1).end[0][4] == 2000


def test_all_places_at_once() -> None:
    """As kernels take them: station, figure, and where it is."""
    journey = on_foot(((0, 0), (3000, 0)), ((0, 2000),))
    found = all_places(journey, [1, 3], ground(()), FLAT)
    assert found.tolist() == [[[1000, 0, 900, 0], [0, 2000, 0, 0]], [[3000, 0, 900, 0], [0, 2000, 0, 0]]]
