"""Walking and driving: costs, barred ground, keeping away, staying together."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely.geometry import LineString, Polygon

from sandtable.geometry.bodies import disc, rectangle
from sandtable.geometry.drive_kernels import drive
from sandtable.geometry.ground import flatten
from sandtable.geometry.height_kernels import heights, inside_all_the_way
from sandtable.geometry.kernel import Ints, ints
from sandtable.geometry.path_kernels import (
    BAD_GROUND,
    BARRED,
    FINE,
    FREE,
    KEEP_CLEAR,
    KEEP_OFF,
    LEFT,
    NOT_ON,
    NOT_THROUGH,
    OFF_TABLE,
    OVERLAP,
    SCATTERED,
    TOO_FAR,
    TOO_NEAR,
    WALLED,
    first_shift,
    march,
    path_cost,
    touching,
)

from .shapes import DEPTH, WIDTH, coordinates, polygons, ring, stack

NONE = flatten([])
BOX = [(10_000, 10_000), (14_000, 10_000), (14_000, 14_000), (10_000, 14_000)]


def walk(
    rows: Ints,
    *paths: list[tuple[int, int]],
    budget: int = 12_000,
    ground: tuple[Ints, Ints] = NONE,
    passage: tuple[int, ...] = (),
    avoid: tuple[int, ...] | None = None,
    linked: tuple[int, ...] | None = None,
) -> list[int]:
    """The verdict on body 0 walking the first path, body 1 the second, and so on; every body is a group of its own."""
    starts, points = [0], []
    for path in paths:
        points += path
        starts.append(len(points))
    movers = ints(range(len(paths)))
    pieces, edges = ground
    codes = avoid or tuple([0] * len(rows))
    found = march(
        rows, movers, ints(starts), ints(points), ints([-1] * len(paths)), ints([budget] * len(paths)), edges, pieces,
        ints(passage or [0] * len(pieces)), ints(range(len(rows))), ints(codes), 1000, WIDTH, DEPTH,
        movers if linked is None else ints(linked), 1000, True,
    )  # fmt: skip
    return [int(number) for number in found]


def man(x: int, y: int) -> list[int]:
    """A man."""
    return disc(x, y, 500)


def test_a_path_may_use_all_of_the_budget_and_no_more() -> None:
    """Twelve inches with a bend is fine, a thousandth more is too far, and the cost is said."""
    rows = stack([man(1000, 1000)])
    assert walk(rows, [(1000, 1000), (7000, 1000), (7000, 7000)])[0] == FINE
    assert walk(rows, [(1000, 1000), (7000, 1000), (7000, 7001)]) == [TOO_FAR, 0, -1, 12_001]


@pytest.mark.parametrize(
    ("passage", "path", "verdict"),
    [
        (FREE, [(8000, 12_000), (12_000, 12_000)], FINE),
        (BARRED, [(8000, 12_000), (12_000, 12_000)], BAD_GROUND),
        (BARRED, [(8000, 12_000), (9999, 12_000)], FINE),
        (BARRED, [(8000, 9000), (15_000, 9000)], FINE),
        (BARRED, [(12_000, 12_000), (12_000, 18_000)], BAD_GROUND),
        (WALLED, [(8000, 12_000), (9500, 12_000)], FINE),
        (WALLED, [(8000, 12_000), (9501, 12_000)], BAD_GROUND),
        (WALLED, [(8000, 9501), (15_000, 9501)], BAD_GROUND),
        (LEFT, [(12_000, 12_000), (12_000, 15_000)], FINE),
        (LEFT, [(12_000, 12_000), (12_000, 14_400)], BAD_GROUND),
    ],
)
def test_ground_lets_pass_or_not(passage: int, path: list[tuple[int, int]], verdict: int) -> None:
    """Barred ground may not be entered by the middle of the base, walled ground not touched, left ground not ended on."""
    rows = stack([man(*path[0])])
    assert walk(rows, path, ground=ring(BOX), passage=(passage,))[0] == verdict


@given(polygons(), coordinates, coordinates, st.sampled_from([150, 200, 300]))
def test_dear_ground_costs_by_the_inch(
    outline: list[tuple[int, int]], start: tuple[int, int], end: tuple[int, int], rate: int
) -> None:
    """The cost is the length outside plus the length inside at its rate, as shapely measures them."""
    pieces, edges = ring(outline)
    line, area = LineString([start, end]), Polygon(outline)
    inside = line.intersection(area).length if start != end else 0
    expected = line.length + inside * (rate - 100) / 100
    assert abs(path_cost(ints([start, end]), 0, 2, edges, pieces, ints([rate])) - expected) <= 4 + rate / 50


def test_the_dearest_of_overlapping_grounds_counts() -> None:
    """Two inches through mud at double and swamp at triple cost cost six."""
    pieces, edges = flatten([(BOX, True, 0), (BOX, True, 0)])
    assert path_cost(ints([(11_000, 12_000), (13_000, 12_000)]), 0, 2, edges, pieces, ints([200, 300])) == 6000


def test_others_are_kept_off_or_only_kept_clear_of() -> None:
    """Past a friend one may walk and not stop near; past an enemy one may not even walk near."""
    rows = stack([man(5000, 5000), man(10_000, 5000)])
    past, near = [(5000, 5000), (15_000, 5000)], [(5000, 5000), (8001, 5000)]
    assert walk(rows, past, avoid=(0, KEEP_CLEAR))[0] == FINE
    assert walk(rows, near, avoid=(0, KEEP_CLEAR)) == [TOO_NEAR, 0, 1, 999]
    assert walk(rows, past, avoid=(0, KEEP_OFF)) == [TOO_NEAR, 0, 1, 0]
    assert walk(rows, [(5000, 5000), (8000, 5000)], avoid=(0, KEEP_OFF))[0] == FINE
    assert walk(rows, past, avoid=(0, 0))[0] == FINE


def test_bases_are_not_stood_on_or_not_gone_through() -> None:
    """Through a friend, touching him at the end, but not on him; past an enemy however near, an inch clear at the end."""
    rows = stack([man(5000, 5000), man(10_000, 5000)])
    past, touching_him, on_him = ([(5000, 5000), (x, 5000)] for x in (15_000, 9000, 9001))
    assert walk(rows, past, avoid=(0, NOT_ON))[0] == FINE
    assert walk(rows, touching_him, avoid=(0, NOT_ON))[0] == FINE
    assert walk(rows, on_him, avoid=(0, NOT_ON)) == [OVERLAP, 0, 1, 0]
    assert walk(rows, past, avoid=(0, NOT_THROUGH)) == [TOO_NEAR, 0, 1, 0]
    beside = [(5000, 5000), (5000, 6000), (15_000, 6000)]
    assert walk(rows, beside, avoid=(0, NOT_THROUGH))[0] == FINE
    assert walk(rows, [(5000, 5000), (8001, 5000)], avoid=(0, NOT_THROUGH)) == [TOO_NEAR, 0, 1, 999]


def test_those_on_another_storey_are_in_nobodys_way() -> None:
    """Neither to pass nor to stand: three inches are a floor."""
    for above, verdict in ((3000, FINE), (2999, TOO_NEAR)):
        rows = stack([man(5000, 5000), disc(10_000, 5000, 500, ground=above)])
        assert walk(rows, [(5000, 5000), (10_000, 5000)], avoid=(0, KEEP_OFF))[0] == verdict


def test_a_line_counts_as_half_an_inch_of_its_ground() -> None:
    """Each time it is crossed: at double that is half an inch more."""
    pieces, edges = flatten([([(10_000, 0), (10_000, 20_000)], False, 1000)])
    straight, there_and_back = [(5000, 5000), (15_000, 5000)], [(5000, 5000), (15_000, 5000), (5000, 5000)]
    for path, tolls in ((straight, 1), (there_and_back, 2)):
        cost = path_cost(ints(path), 0, len(path), edges, pieces, ints([200]))
        assert cost == 10_000 * tolls + 500 * tolls
    assert path_cost(ints(straight), 0, 2, edges, pieces, ints([500])) == 12_000
    assert path_cost(ints(straight), 0, 2, edges, pieces, ints([FREE])) == 10_000


def test_pairs_apart_are_together_unless_a_chain_is_asked_for() -> None:
    """Two pairs far from each other; one alone is never out of touch."""
    rows = stack([man(5000, 5000), man(7000, 5000), man(30_000, 5000), man(32_000, 5000), man(40_000, 5000)])
    assert touching(rows, ints([0, 1, 2, 3]), 1000, True) == 2
    assert touching(rows, ints([0, 1, 2, 3]), 1000, False) == -1
    assert touching(rows, ints([0, 1, 2, 3, 4]), 1000, False) == 4
    assert touching(rows, ints([4]), 1000, False) == -1


def test_one_who_stands_too_near_may_leave_but_not_come_nearer() -> None:
    """Half an inch from an enemy he may go away or along, not towards him."""
    rows = stack([man(5000, 5000), man(6500, 5000)])
    assert walk(rows, [(5000, 5000), (3000, 5000)], avoid=(0, KEEP_OFF))[0] == FINE
    assert walk(rows, [(5000, 5000), (5001, 5000)], avoid=(0, KEEP_OFF))[0] == TOO_NEAR


def test_hulls_are_kept_off_by_their_true_outline() -> None:
    """Along the side of a tank an inch away, not nearer."""
    tank = rectangle(10_000, 10_000, 4000, 2000)
    for x, verdict in ((12_500, FINE), (12_499, TOO_NEAR)):
        rows = stack([man(x, 5000), tank])
        assert walk(rows, [(x, 5000), (x, 15_000)], avoid=(0, KEEP_OFF))[0] == verdict


def test_nobody_walks_off_the_table() -> None:
    """A base stays wholly on it."""
    rows = stack([man(1000, 1000)])
    assert walk(rows, [(1000, 1000), (500, 1000)])[0] == FINE
    assert walk(rows, [(1000, 1000), (499, 1000)])[0] == OFF_TABLE
    assert walk(rows, [(1000, 1000), (-10, 1000), (1000, 1000)])[0] == OFF_TABLE


def test_a_group_stays_together_and_does_not_stand_on_itself() -> None:
    """An inch between bases is in touch, a hair more is not; overlapping bases are refused."""
    rows = stack([man(5000, 5000), man(6500, 5000)])
    stay = [(6500, 5000)]
    assert walk(rows, [(5000, 5000), (4500, 5000)], stay)[0] == FINE
    assert walk(rows, [(5000, 5000), (4499, 5000)], stay)[0] == SCATTERED
    assert walk(rows, [(5000, 5000), (5501, 5000)], stay) == [OVERLAP, 0, 1, 0]


@given(st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12)), min_size=1, max_size=8, unique=True))
def test_touching_finds_the_first_that_is_cut_off(cells: list[tuple[int, int]]) -> None:
    """Against a plain search: men on a grid of 1.5 inches are in touch with their neighbours, not diagonally."""
    rows = stack([man(3000 + x * 1600, 3000 + y * 1600) for x, y in cells])
    reached, waiting = {0}, [0]
    while waiting:
        x, y = cells[waiting.pop()]
        for place, (other_x, other_y) in enumerate(cells):
            if place not in reached and abs(x - other_x) + abs(y - other_y) == 1:
                reached.add(place)
                waiting.append(place)
    lost = [place for place in range(len(cells)) if place not in reached]
    assert touching(rows, ints(range(len(cells))), 1000, True) == (lost[0] if lost else -1)


def test_the_first_shift_that_works_is_taken() -> None:
    """The first shift runs into a wall, the second is too far, the third will do."""
    rows = stack([man(5000, 12_000), man(6500, 12_000)])
    pieces, edges = ring(BOX)
    shifts = ints([(4000, 0), (0, 9000), (0, -3000)])
    movers = ints([0, 1])
    arguments = (
        ints([6000, 6000]),
        edges,
        pieces,
        ints([WALLED]),
        ints([0, 0]),
        ints([0]),
        1000,
        WIDTH,
        DEPTH,
        movers,
        1000,
        True,
    )
    assert first_shift(rows, movers, shifts, *arguments) == 2
    assert first_shift(rows, movers, shifts[:2], *arguments) == -1


def driven(
    rows: Ints, *legs: tuple[int, int], ground: tuple[Ints, Ints] = NONE, passage: int = 0, avoid: int = 0
) -> tuple[int, list[int]]:
    """The verdict on the hull in row 0 driving some legs, and where it ends."""
    pieces, edges = ground
    codes = ints([0] + [avoid] * (len(rows) - 1))
    verdict, poses = drive(
        rows, 0, ints(legs).reshape(len(legs), 2), edges, pieces, ints([passage] * len(pieces)),
        ints(range(len(rows))), codes, 1000, WIDTH, DEPTH,
    )  # fmt: skip
    return int(verdict[0]), [int(number) for number in poses[-1]]


def test_a_hull_turns_on_the_spot_and_drives_where_it_points() -> None:
    """North six inches, right by 90 degrees, east three, then astern one."""
    rows = stack([rectangle(20_000, 20_000, 4000, 2000)])
    assert driven(rows, (0, 6000), (900, 3000), (0, -1000)) == (FINE, [22_000, 14_000, 900])


def test_a_hull_sweeps_ground_and_bodies_with_its_whole_width() -> None:
    """It may not touch ground that is closed to it, nor come within an inch of others on the way."""
    rows = stack([rectangle(20_000, 20_000, 4000, 2000), man(21_999, 10_000)])
    assert driven(rows, (0, 12_000), avoid=KEEP_OFF)[0] == TOO_NEAR
    clear = stack([rectangle(20_000, 20_000, 4000, 2000), man(22_500, 10_000)])
    assert driven(clear, (0, 12_000), avoid=KEEP_OFF)[0] == FINE
    near_box = stack([rectangle(15_001, 20_000, 4000, 2000)])
    assert driven(near_box, (0, 12_000), ground=ring(BOX), passage=WALLED)[0] == FINE
    at_box = stack([rectangle(14_999, 20_000, 4000, 2000)])
    assert driven(at_box, (0, 12_000), ground=ring(BOX), passage=WALLED)[0] == BAD_GROUND


def test_a_hull_stays_on_the_table_and_ends_clear_of_others() -> None:
    """Its corners stay on, and it does not stop within an inch of those it may pass."""
    rows = stack([rectangle(20_000, 5000, 4000, 2000), man(22_000, 1000)])
    assert driven(rows, (0, 3001))[0] == OFF_TABLE
    assert driven(rows, (0, 2000), avoid=KEEP_CLEAR)[0] == TOO_NEAR


def test_hills_are_stood_on() -> None:
    """The ground is as high as the highest raised piece a point lies in."""
    pieces, edges = flatten([(BOX, True, 2000), ([(11_000, 11_000), (13_000, 11_000), (12_000, 13_000)], True, 3000)])
    found = heights(ints([(9000, 9000), (10_500, 10_500), (12_000, 11_500)]), edges, pieces, ints([1, 1]))
    assert found.tolist() == [0, 2000, 3000]
    assert heights(ints([(12_000, 11_500)]), edges, pieces, ints([1, 0])).tolist() == [2000]


def test_a_road_is_followed_if_every_leg_lies_in_it() -> None:
    """Inside all the way, or not if a leg cuts a corner."""
    pieces, edges = flatten(
        [([(0, 0), (20_000, 0), (20_000, 3000), (3000, 3000), (3000, 20_000), (0, 20_000)], True, 0)]
    )
    bend = ints([(1500, 15_000), (1500, 1500), (15_000, 1500)])
    cut = ints([(1500, 15_000), (15_000, 1500)])
    assert inside_all_the_way(bend, edges, pieces, ints([1]))
    assert not inside_all_the_way(cut, edges, pieces, ints([1]))
    assert not inside_all_the_way(bend, edges, pieces, ints([0]))
