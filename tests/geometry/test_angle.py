"""Bearings and arcs."""

from decimal import Decimal, getcontext
from math import atan2, degrees, isqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.geometry.angle import (
    FRONT,
    FULL_TURN,
    LEFT,
    REAR,
    RIGHT,
    SCALE,
    SINE,
    ahead,
    around,
    bearing_to,
    directions,
    heading,
    in_arc,
    quarter,
    round_div,
    turn_between,
)

from .shapes import bearings

vectors = st.tuples(st.integers(-90_000, 90_000), st.integers(-90_000, 90_000)).filter(lambda v: v != (0, 0))


def _sine(tenth: int) -> Decimal:
    """The sine of so many tenths of a degree, to 40 digits, by its series."""
    getcontext().prec = 50
    pi = Decimal("3.14159265358979323846264338327950288419716939937510582")
    x = pi * tenth / 1800
    term, total = x, x
    for n in range(1, 40):
        term *= -x * x / ((2 * n) * (2 * n + 1))
        total += term
    return total


def test_the_sine_table_is_the_same_on_every_platform() -> None:
    """No entry of the table lies near a rounding boundary, so a library's last bit cannot change it."""
    for tenth in range(901):
        exact = _sine(tenth) * SCALE
        assert int(SINE[tenth]) == int(exact.to_integral_value())
        assert abs(exact - exact.to_integral_value()) < Decimal("0.4999")


@given(vectors)
def test_bearings_agree_with_the_arc_tangent(vector: tuple[int, int]) -> None:
    """The bearing to a point is the nearest tenth of a degree, clockwise from north."""
    dx, dy = vector
    exact = degrees(atan2(dx, -dy)) * 10 % 3600
    off = abs((bearing_to(dx, dy) - exact + 1800) % 3600 - 1800)
    assert off <= 0.5001


@given(bearings, st.integers(0, 80_000))
def test_going_ahead_leads_where_the_bearing_points(bearing: int, distance: int) -> None:
    """A point ahead lies at its distance, to a thousandth or two."""
    x, y = ahead(0, 0, bearing, distance)
    assert abs((x * x + y * y) ** 0.5 - distance) <= 1.5


@given(bearings, bearings)
def test_turns_lead_from_one_bearing_to_the_other(start: int, end: int) -> None:
    """The turn is the short way round, and gets there."""
    turn = turn_between(start, end)
    assert -1800 < turn <= 1800
    assert (start + turn) % 3600 == end


@given(bearings, st.integers(0, 1800), vectors, st.integers(0, 3))
def test_arcs_turn_with_the_table(bearing: int, half: int, vector: tuple[int, int], quarters: int) -> None:
    """An arc and a direction turned together by right angles keep their relation."""
    dx, dy = vector
    before = in_arc(bearing, half, dx, dy)
    for _ in range(quarters):
        dx, dy = -dy, dx
    assert in_arc((bearing + 900 * quarters) % 3600, half, dx, dy) == before


@given(bearings, st.integers(1, 1799), vectors)
def test_an_arc_holds_what_lies_within_its_half_width(bearing: int, half: int, vector: tuple[int, int]) -> None:
    """Well inside is inside and well outside is outside; at the edge a tenth of a degree either way is allowed."""
    dx, dy = vector
    exact = degrees(atan2(dx, -dy)) * 10
    off = abs((exact - bearing + 1800) % 3600 - 1800)
    if off < half - 1:
        assert in_arc(bearing, half, dx, dy)
    if off > half + 1:
        assert not in_arc(bearing, half, dx, dy)


@pytest.mark.parametrize(
    ("dx", "dy", "expected"),
    [
        (0, -5, FRONT),
        (5, -5, FRONT),
        (5, 0, RIGHT),
        (5, 5, REAR),
        (0, 5, REAR),
        (-5, 5, REAR),
        (-5, 0, LEFT),
        (-5, -5, FRONT),
    ],
)
def test_a_hull_has_four_quarters(dx: int, dy: int, expected: int) -> None:
    """Facing north: front, right, rear and left, the diagonals belonging to front and rear."""
    assert quarter(0, dx, dy) == expected


@given(st.integers(-(10**9), 10**9), st.integers(1, 10**6))
def test_rounding_is_the_same_on_both_sides_of_zero(number: int, by: int) -> None:
    """Mirrored numbers round to mirrored results, never more than a half away."""
    assert round_div(-number, by) == -round_div(number, by)
    assert abs(round_div(number, by) * by - number) * 2 <= by


def test_headings_point_north_east_south_and_west() -> None:
    """The four right angles are exact."""
    assert [heading(bearing) for bearing in (0, 900, 1800, 2700)] == [(0, -SCALE), (SCALE, 0), (0, SCALE), (-SCALE, 0)]


def test_no_direction_has_the_bearing_north() -> None:
    """A point has no bearing to itself; we say north."""
    assert bearing_to(0, 0) == 0


@pytest.mark.parametrize("count", [4, 6, 8, 10, 12])
def test_directions_go_evenly_all_round(count: int) -> None:
    """From north on, clockwise, each as far from the next as the last is from the first."""
    ways = directions(count)
    assert ways[0] == 0
    assert {(after - before) % FULL_TURN for before, after in zip(ways, (*ways[1:], ways[0]), strict=True)} == {
        FULL_TURN // count
    }
    for (x, y), way in zip(around(50, -70, 5000, count), ways, strict=True):
        assert abs(isqrt((x - 50) ** 2 + (y + 70) ** 2) - 5000) <= 1
        assert abs(turn_between(int(bearing_to(x - 50, y + 70)), way)) <= 1
