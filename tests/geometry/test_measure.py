"""Distances between bases, hulls and terrain."""

import itertools
from math import isqrt

from hypothesis import given
from hypothesis import strategies as st
from shapely.geometry import LineString, Point, Polygon

from sandtable.geometry.bodies import disc, rectangle
from sandtable.geometry.kernel import ints
from sandtable.geometry.measure_kernels import (
    gap,
    gap_to_piece,
    gap_to_point,
    in_ring,
    nearest,
    root_up,
    segments_cross,
    square_between_segments,
)

from .shapes import as_shapely, bodies, coordinates, moved, polygons, ring, stack, turned

segments = st.tuples(coordinates, coordinates).filter(lambda ends: ends[0] != ends[1])


@given(st.integers(0, 10**17))
def test_roots_are_rounded_up_exactly(square: int) -> None:
    """The root is the smallest whole number whose square is enough, whatever a float would say."""
    root = root_up(square)
    assert root == isqrt(square) + (isqrt(square) ** 2 != square)


def test_a_gap_is_exact_at_its_limit() -> None:
    """Bases twelve inches apart are within twelve inches; a thousandth more is not."""
    rows = stack([disc(0, 0, 500), disc(13_000, 0, 500), disc(13_001, 0, 500)])
    assert gap(rows, 0, rows, 1) == 12_000
    assert gap(rows, 0, rows, 2) == 12_001


@given(bodies, bodies)
def test_gaps_agree_with_shapely(one: list[int], other: list[int]) -> None:
    """Edge to edge, discs and hulls alike."""
    rows = stack([one, other])
    expected = as_shapely(rows, 0).distance(as_shapely(rows, 1))
    assert abs(gap(rows, 0, rows, 1) - expected) <= 2.5


@given(bodies, bodies)
def test_a_gap_is_the_same_from_both_sides(one: list[int], other: list[int]) -> None:
    """It does not matter who measures."""
    rows = stack([one, other])
    assert gap(rows, 0, rows, 1) == gap(rows, 1, rows, 0)


@given(bodies, bodies, st.integers(-20_000, 20_000), st.integers(-20_000, 20_000), st.integers(0, 3))
def test_gaps_do_not_depend_on_the_table(one: list[int], other: list[int], dx: int, dy: int, quarters: int) -> None:
    """Moving both by the same way, or turning both by right angles, changes nothing."""
    rows = stack([one, other])
    there = stack([turned(moved(one, dx, dy), quarters), turned(moved(other, dx, dy), quarters)])
    assert gap(rows, 0, rows, 1) == gap(there, 0, there, 1)


@given(bodies, coordinates)
def test_gaps_to_points_agree_with_shapely(one: list[int], point: tuple[int, int]) -> None:
    """From a point to the edge of a body."""
    rows = stack([one])
    assert abs(gap_to_point(rows, 0, *point) - as_shapely(rows, 0).distance(Point(point))) <= 2.5


@given(bodies, polygons())
def test_gaps_to_areas_agree_with_shapely(one: list[int], outline: list[tuple[int, int]]) -> None:
    """From a body to a polygon; nothing if it stands in it or touches it."""
    rows = stack([one])
    pieces, edges = ring(outline)
    expected = as_shapely(rows, 0).distance(Polygon(outline))
    assert abs(gap_to_piece(rows, 0, edges, 0, int(pieces[0, 1]), True) - expected) <= 2.5


@given(bodies, polygons())
def test_gaps_to_lines_agree_with_shapely(one: list[int], outline: list[tuple[int, int]]) -> None:
    """From a body to an open line: standing inside its bend is not touching it."""
    rows = stack([one])
    edges = ints([[*a, *b] for a, b in itertools.pairwise(outline)])
    expected = as_shapely(rows, 0).distance(LineString(outline))
    assert abs(gap_to_piece(rows, 0, edges, 0, len(edges), False) - expected) <= 2.5


@given(polygons(), coordinates)
def test_being_inside_agrees_with_shapely(outline: list[tuple[int, int]], point: tuple[int, int]) -> None:
    """A point is inside a ring or not; on its very edge either answer will do."""
    pieces, edges = ring(outline)
    area = Polygon(outline)
    if area.exterior.distance(Point(point)) > 0:
        assert in_ring(edges, 0, int(pieces[0, 1]), *point) == area.contains(Point(point))


@given(segments, segments)
def test_crossing_agrees_with_shapely(one: tuple[tuple[int, int], ...], other: tuple[tuple[int, int], ...]) -> None:
    """Two segments have a point in common or not, end points and overlaps included."""
    found = segments_cross(*one[0], *one[1], *other[0], *other[1])
    assert found == LineString(one).intersects(LineString(other))


@given(segments, segments)
def test_distances_between_segments_agree_with_shapely(
    one: tuple[tuple[int, int], ...], other: tuple[tuple[int, int], ...]
) -> None:
    """To a thousandth, since the nearest point is rounded once."""
    square = square_between_segments(*one[0], *one[1], *other[0], *other[1])
    assert abs(square**0.5 - LineString(one).distance(LineString(other))) <= 1.5


@given(st.lists(bodies, min_size=1, max_size=5), st.lists(bodies, min_size=1, max_size=5))
def test_the_nearest_pair_is_the_nearest(ones: list[list[int]], others: list[list[int]]) -> None:
    """The shortcut by circles never misses a nearer pair."""
    rows = stack(ones + others)
    first, second = ints(range(len(ones))), ints(range(len(ones), len(rows)))
    best, one, other = nearest(rows, first, second)
    every = [gap(rows, a, rows, b) for a in first for b in second]
    assert best == min(every) == gap(rows, one, rows, other)


def test_nobody_is_near_to_nobody() -> None:
    """An empty group has no nearest pair."""
    rows = stack([rectangle(0, 0, 4000, 2000)])
    assert nearest(rows, ints([0]), ints([])) == (-1, -1, -1)
