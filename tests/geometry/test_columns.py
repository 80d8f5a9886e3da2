"""Columns: in which order bodies can go, who hangs on whom, and what one call says of all of it."""

from sandtable.geometry.bodies import disc, rectangle, stack
from sandtable.geometry.column_kernels import column, hanging, in_order, middle_of
from sandtable.geometry.ground import flatten
from sandtable.geometry.kernel import Ints, ints

INCH = 1000
NO_ORDER = (-1, -1)


def _tanks(*places: tuple[int, int]) -> Ints:
    """Hulls of two inches by one that face east."""
    return stack([rectangle(x, y, 2 * INCH, INCH, bearing=900) for x, y in places])


def _ways(bodies: Ints, *ends: tuple[int, int]) -> tuple[Ints, Ints, Ints, Ints]:
    """Everybody straight to his end, facing as he does."""
    points = [point for body, end in zip(bodies.tolist(), ends, strict=True) for point in ((body[0], body[1]), end)]
    count = len(bodies)
    return ints(range(count)), ints(range(0, 2 * count + 1, 2)), ints(points), ints([-1] * count)


def _order(
    bodies: Ints, ways: tuple[Ints, Ints, Ints, Ints], *, apart: bool = False
) -> tuple[list[int], tuple[int, int]]:
    *order, row, other = in_order(bodies, *ways, ints([0, 1]), apart).tolist()
    return order, (row, other)


def test_who_is_in_front_goes_first() -> None:
    """The one behind would pass through the one in front; once that has gone, the way is free."""
    bodies = _tanks((2000, 5000), (5000, 5000))
    assert _order(bodies, _ways(bodies, (6000, 5000), (9000, 5000))) == ([1, 0], NO_ORDER)


def test_nobody_goes_where_each_is_in_the_others_way() -> None:
    """Two that change places: the first that cannot go is named, with whom it would pass through."""
    bodies = _tanks((2000, 5000), (7000, 5000))
    assert _order(bodies, _ways(bodies, (7000, 5000), (2000, 5000)))[1] == (0, 1)


def test_movers_that_stay_apart_are_not_in_the_way() -> None:
    """Where it is said that movers are in nobody's way, they go as they stand."""
    bodies = _tanks((2000, 5000), (5000, 5000))
    assert _order(bodies, _ways(bodies, (6000, 5000), (9000, 5000)), apart=True) == ([0, 1], NO_ORDER)


def test_hanging_by_one_in_between() -> None:
    """In touch with the hub, by one that is, or by two in between: that is too far."""
    bodies = stack([disc(x, 5000, 500) for x in (1000, 7000, 13_000, 19_000)])
    found = hanging(bodies, ints([0, 1, 2, 3]), 0, ints([0] * 4), 6 * INCH, 10 * INCH)
    assert found.tolist() == [1, 1, 2, 0]


def test_two_that_are_wide_are_in_touch_from_farther() -> None:
    """The wider distance counts between two that are both wide, and for nobody else."""
    bodies = stack([disc(1000, 5000, 500), disc(11_000, 5000, 500), disc(11_000, 8000, 500)])
    found = hanging(bodies, ints([0, 1, 2]), 0, ints([1, 1, 0]), 6 * INCH, 10 * INCH)
    assert found.tolist() == [1, 1, 2]
    assert hanging(bodies, ints([0, 1]), 0, ints([1, 0]), 6 * INCH, 10 * INCH).tolist() == [1, 0]


def test_without_a_hub_it_is_the_one_in_the_middle() -> None:
    """The body nearest the middle, of two as near the lower row."""
    bodies = stack([disc(x, 5000, 500) for x in (1000, 8000, 9000, 20_000)])
    assert middle_of(bodies, ints([0, 1, 2, 3])) == 2
    assert middle_of(bodies, ints([3, 0])) == 0
    assert hanging(bodies, ints([0, 1, 2]), -1, ints([0] * 3), 2 * INCH, 2 * INCH).tolist() == [0, 1, 1]


def test_a_column_as_a_whole() -> None:
    """Whether two end on each other or block each other, whether one ends by a house, how many hang together."""
    pieces, _ = flatten([(((12_000, 4000), (14_000, 4000), (14_000, 6000), (12_000, 6000)), True, 2000)])
    bodies = _tanks((2000, 5000), (6000, 5000))

    def said(*ends: tuple[int, int], large: tuple[int, ...] = (0, 1)) -> tuple[int, int, int]:
        found = column(
            bodies, *_ways(bodies, *ends), ints(large), True, ints([0, 1]), 0, ints([0, 0]), 3 * INCH, 5 * INCH, INCH,
            pieces, ints([1]),
        )  # fmt: skip
        return tuple(map(int, found))  # type: ignore[return-value]  # of three

    assert said((3000, 5000), (7000, 5000)) == (0, 0, 2)  # side by side as they were
    assert said((6000, 5000), (6500, 5000)) == (1, 0, 2)  # one on the other
    assert said((6000, 5000), (2000, 5000)) == (1, 0, 2)  # each in the other's way
    assert said((6000, 5000), (2000, 5000), large=()) == (0, 0, 2)  # nobody is large
    assert said((2000, 5000), (11_000, 5000)) == (0, 1, 1)  # by the house, and away from the other
