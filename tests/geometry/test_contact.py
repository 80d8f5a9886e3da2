"""Coming into contact: exact touch, nothing too far off, nothing behind somebody else; and walls with doors."""

from sandtable.geometry.angle import strides
from sandtable.geometry.bodies import disc, rectangle, stack
from sandtable.geometry.contact_kernels import just_touching, places_around, plainly_behind
from sandtable.geometry.kernel import ints
from sandtable.geometry.measure_kernels import gap_to_point, gaps
from sandtable.geometry.wall_kernels import stopped_by, strides_open

TURNS = ints([0, 300, -300, 900])
NUDGES = ints([(dx, dy) for dx in range(-2, 3) for dy in range(-2, 3)])
NOBODY = ints([])
HOUSE = ints([[0, 0, 4000, 4000]])
WALLS = ints([[0, 0, 4000, 0, 0], [4000, 0, 4000, 4000, 0], [4000, 4000, 0, 4000, 0], [0, 4000, 0, 0, 0]])
DOOR = ints([[4000, 2000, 0]])


def test_the_first_place_around_a_base_is_straight_ahead() -> None:
    """Two bases half an inch wide end with their middles an inch apart, on the line between them."""
    bodies = stack([disc(0, 0, 500), disc(5000, 0, 500)])
    assert places_around(bodies, 0, 1, TURNS).tolist()[0] == [4000, 0]


def test_touching_is_exact_and_within_reach() -> None:
    """Every point lies a radius from the other's edge; with less of an allowance there is none."""
    bodies = stack([disc(137, 911, 500), disc(5003, 2777, 787)])
    near = places_around(bodies, 0, 1, TURNS)
    found = just_touching(bodies, 0, 1, near, NUDGES, 9000, NOBODY, 5).tolist()
    assert len(found) == len(near)
    assert {int(gap_to_point(bodies, 1, x, y)) for x, y in found} == {500}
    assert not len(just_touching(bodies, 0, 1, near, NUDGES, 2000, NOBODY, 5))


def test_nobody_comes_through_another_base() -> None:
    """One who stands in between is in the way; one who stands aside of the way, or behind where it starts, is not."""
    bodies = stack(
        [disc(0, 0, 500), disc(5000, 0, 500), disc(2000, 300, 500), disc(2000, 1001, 500), disc(-600, 0, 500)]
    )
    assert plainly_behind(bodies, 0, 4000, 0, ints([2]), 5)
    assert not plainly_behind(bodies, 0, 4000, 0, ints([3, 4]), 5)
    assert plainly_behind(bodies, 0, 1200, 0, ints([2]), 5)  # the way ends on him
    near = places_around(bodies, 0, 1, TURNS)
    ahead = just_touching(bodies, 0, 1, near, NUDGES, 9000, ints([2]), 5).tolist()
    assert [4000, 0] not in ahead


def test_gaps_of_all_pairs() -> None:
    """A row for each of the first, a column for each of the others."""
    bodies = stack([disc(0, 0, 500), disc(3000, 0, 500), rectangle(0, 5000, 2000, 4000)])
    assert gaps(bodies, ints([0]), ints([1, 2])).tolist() == [[2000, 3500]]


def test_strides_grow_shorter_until_nothing_is_left() -> None:
    """Due east, from 600 down by 250; nothing at all where there is no room for any."""
    assert strides(900, 600, 250).tolist() == [[600, 0], [350, 0], [100, 0]]
    assert not len(strides(900, 0, 250))
    assert not len(strides(900, -300, 250))


def test_a_wall_is_passed_at_its_door_alone() -> None:
    """Out by the door, not through the wall beside it, and not at all where doors are shut; within the house one is free."""
    table = (HOUSE, WALLS, DOOR, 500)
    assert stopped_by(2000, 2000, 6000, 2000, *table, False) == -1
    assert stopped_by(2000, 2000, 6000, 2000, *table, True) == 0
    assert stopped_by(2000, 2000, 6000, 4000, *table, False) == 0
    assert stopped_by(1000, 1000, 3000, 3000, *table, True) == -1
    assert stopped_by(5000, 0, 5000, 4000, *table, True) == -1


def test_strides_that_end_on_somebody_or_beyond_a_wall_are_left_out() -> None:
    """To the north the wall stops all but the shortest; to the east, through the door, somebody stands."""
    table = (HOUSE, WALLS, DOOR, 500, False)
    nobody = ints([]).reshape(0, 3)
    assert strides_open(2000, 2000, strides(0, 2500, 1000), nobody, *table).tolist() == [[0, -1500], [0, -500]]
    crowd = ints([[5000, 2000, 1000**2]])
    assert strides_open(2000, 2000, strides(900, 4000, 1000), crowd, *table).tolist() == [
        [4000, 0],
        [2000, 0],
        [1000, 0],
    ]
