"""Templates: what lies under a circle and a square."""

from hypothesis import given
from hypothesis import strategies as st
from shapely.geometry import Point, Polygon

from sandtable.geometry.bodies import rectangle
from sandtable.geometry.measure_kernels import corner
from sandtable.geometry.template_kernels import CENTRED, CLEAR, circle, square

from .shapes import as_shapely, bodies, coordinates, stack


@given(bodies, coordinates, st.integers(500, 6000))
def test_circles_agree_with_shapely(one: list[int], at: tuple[int, int], radius: int) -> None:
    """Touched if any part lies under it, centred if the middle does; a hair at the rim may go either way."""
    rows = stack([one])
    under = int(circle(rows, *at, radius)[0])
    apart = as_shapely(rows, 0).distance(Point(at)) - radius
    if abs(apart) > 3:
        assert (under != CLEAR) == (apart < 0)
    assert (under == CENTRED) == ((one[0] - at[0]) ** 2 + (one[1] - at[1]) ** 2 <= radius**2)


@given(bodies, coordinates, st.integers(0, 3599))
def test_squares_agree_with_shapely(one: list[int], at: tuple[int, int], bearing: int) -> None:
    """An oriented square of six inches."""
    rows = stack([one])
    template = stack([rectangle(*at, 6000, 6000, bearing=bearing)])
    area = Polygon([tuple(map(int, corner(template, 0, index))) for index in range(4)])
    under = int(square(rows, template)[0])
    apart = as_shapely(rows, 0).distance(area)
    if apart > 3 or area.intersection(as_shapely(rows, 0)).area > 1000:
        assert (under != CLEAR) == (apart <= 3)
