"""Posts: five lines between stands, what they stand in, who is in the way, and when a mover comes into fire."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely.affinity import rotate, translate
from shapely.geometry import LineString, Point, Polygon, box

from sandtable.geometry import ground
from sandtable.geometry.bodies import disc, rectangle, stack
from sandtable.geometry.kernel import Ints, ints
from sandtable.geometry.path_kernels import swept_gap
from sandtable.geometry.post_kernels import (
    AHEAD,
    AHEAD_TURRET,
    COVER,
    CUT_BY,
    FACED,
    FACED_TURRET,
    FIRES,
    FRIEND,
    GAP,
    NEAR,
    SEEN,
    held_by,
    looks,
    watched,
)

SOFT, HARD = 1, 2
WOOD = [(20_000, 5000), (24_000, 5000), (24_000, 15_000), (20_000, 15_000)]
HEDGE = [(22_000, 5000), (22_000, 15_000)]


def stand(x: int, y: int, bearing: int = 0) -> list[int]:
    """A stand two inches wide and an inch and a quarter deep."""
    return rectangle(x, y, 1250, 2000, bearing=bearing, height=750)


def terrain(*rows: tuple[int, list[tuple[int, int]], int, int]) -> tuple[Ints, Ints]:
    """Pieces as (how they stop lines, outline, class, top); a line if it has two points."""
    pieces, edges = ground.flatten([(outline, len(outline) > 2, top) for _, outline, _, top in rows])
    for row, (stops, _, cover, _) in enumerate(rows):
        pieces[row, ground.STOPS], pieces[row, ground.CLASS] = stops, cover
    return pieces, edges


def said(
    rows: Ints,
    ground_: tuple[Ints, Ints],
    *,
    levels: tuple[int, int] = (0, 0),
    turrets: tuple[int, int] = (-1, -1),
    bulk: int = 1,
    over: int = 0,
) -> list[int]:
    """What the first stand makes of the second; all others are friends of the first."""
    pieces, edges = ground_
    many = len(rows)
    sides = ints([0, 1, *([0] * (many - 2))])
    more = [0] * (many - 2)
    held = held_by(rows, edges, pieces)
    found = looks(
        rows, ints([0]), ints([1]), edges, pieces, held, ints([*levels, *more]), ints([*turrets, *([-1] * (many - 2))]),
        sides, ints([bulk] * many), ints([over] * many),
    )  # fmt: skip
    row: list[int] = found[0, 0].tolist()
    return row


FAR = stack([stand(10_000, 10_000), stand(30_000, 10_000)])


def test_an_area_is_seen_into_and_not_past() -> None:
    """Woods between two stands cut all lines and are named; woods around one of them cut none and cover him."""
    between = terrain((ground.AREA, WOOD, SOFT, 3000))
    assert [said(FAR, between)[what] for what in (SEEN, CUT_BY, COVER)] == [0, 0, 0]
    around = [(26_000, 5000), (34_000, 5000), (34_000, 15_000), (26_000, 15_000)]
    assert [said(FAR, terrain((ground.AREA, around, SOFT, 3000)))[what] for what in (SEEN, CUT_BY, COVER)] == [1, -1, 1]
    both = [(5000, 5000), (34_000, 5000), (34_000, 15_000), (5000, 15_000)]
    assert [said(FAR, terrain((ground.AREA, both, HARD, 3000)))[what] for what in (SEEN, COVER)] == [1, 2]


def test_one_free_line_to_a_corner_is_enough() -> None:
    """Woods that hide the middle of a stand but not its far corner do not hide it."""
    low = [(20_000, 9_700), (24_000, 9_700), (24_000, 30_000), (20_000, 30_000)]
    assert said(FAR, terrain((ground.AREA, low, SOFT, 3000)))[SEEN] == 1
    lower = [(20_000, 9_500), (24_000, 9_500), (24_000, 30_000), (20_000, 30_000)]
    assert said(FAR, terrain((ground.AREA, lower, SOFT, 3000)))[SEEN] == 0


@pytest.mark.parametrize(("share", "seen"), [(600, 1), (400, 0)])
def test_a_stand_is_in_an_area_with_more_than_half_of_its_base(share: int, seen: int) -> None:
    """Six tenths of its width are enough, four are not."""
    edge = 29_000 + 2000 - 2 * share
    around = [(edge, 5000), (40_000, 5000), (40_000, 15_000), (edge, 15_000)]
    assert (said(FAR, terrain((ground.AREA, around, SOFT, 3000)))[COVER] > 0) == bool(seen)


def test_a_tall_line_is_seen_across_by_whoever_touches_it() -> None:
    """Half way between them it hides; at the target's front, within a touch, it is cover; behind him nothing."""
    sideways = stack([stand(10_000, 10_000, 900), stand(30_000, 10_000, 2700)])
    assert said(sideways, terrain((ground.THICKET, HEDGE, HARD, 1250)))[SEEN] == 0
    assert said(sideways, terrain((ground.LOW, HEDGE, HARD, 500)))[SEEN] == 1
    for x, cover in ((29_375, HARD), (29_325, HARD), (29_324, 0), (30_625, 0)):
        line = [(x, 5000), (x, 15_000)]
        found = said(sideways, terrain((ground.LOW, line, HARD, 500)))
        assert (found[SEEN], found[COVER]) == (1, cover), x
        assert said(sideways, terrain((ground.THICKET, line, HARD, 1250)))[SEEN] == (x != 29_324)


@pytest.mark.parametrize(
    ("levels", "x", "seen"),
    [((2000, 0), 15_000, 1), ((2000, 0), 25_000, 0), ((0, 2000), 25_000, 1), ((0, 0), 15_000, 0)],
)
def test_from_a_hill_one_looks_over_what_is_lower_and_not_nearer_to_the_other(
    levels: tuple[int, int], x: int, seen: int
) -> None:
    """A field near to the one on the hill hides nobody; near to the other one it does."""
    field = [(x - 500, 5000), (x + 500, 5000), (x + 500, 15_000), (x - 500, 15_000)]
    assert said(FAR, terrain((ground.AREA, field, SOFT, 750)), levels=levels)[SEEN] == seen
    assert said(FAR, terrain((ground.AREA, field, SOFT, 3000)), levels=levels)[SEEN] == 0


def test_friends_on_the_line_are_in_the_way_of_who_cannot_fire_over_them() -> None:
    """The line is that of the middles; how much of an obstacle a friend is must be more than the viewer fires over."""
    nothing = terrain()
    rows = stack([stand(10_000, 10_000), stand(30_000, 10_000), stand(20_000, 10_600)])
    assert said(rows, nothing)[FRIEND] == 2
    assert said(rows, nothing, over=1)[FRIEND] == -1
    assert said(rows, nothing, over=1, bulk=2)[FRIEND] == 2
    beside = stack([stand(10_000, 10_000), stand(30_000, 10_000), stand(20_000, 10_700)])
    assert said(beside, nothing)[FRIEND] == -1


def test_ahead_is_on_or_before_the_line_across_the_front() -> None:
    """A target level with the front edge of a base is ahead; a hair behind it is not. A turret has a line of its own."""
    nothing = terrain()
    for dy, ahead in ((-625, 1), (-624, 0), (-2000, 1)):
        rows = stack([stand(10_000, 10_000), stand(14_000, 10_000 + dy)])
        found = said(rows, nothing)
        assert (found[AHEAD], found[AHEAD_TURRET]) == (ahead, ahead), dy
    rows = stack([stand(10_000, 10_000), stand(20_000, 10_000, 2700)])
    found = said(rows, nothing, turrets=(900, 0))
    assert [found[what] for what in (AHEAD, AHEAD_TURRET, FACED, FACED_TURRET)] == [0, 1, 1, 0]
    assert said(stack([stand(10_000, 10_000), stand(10_400, 10_000)]), nothing, turrets=(900, -1))[AHEAD_TURRET] == 1
    assert said(stack([stand(10_000, 10_000), stand(10_399, 10_000)]), nothing, turrets=(900, -1))[AHEAD_TURRET] == 0


points = st.tuples(st.integers(0, 30_000), st.integers(0, 20_000))


@given(points, points, st.integers(0, 3599), points, st.integers(500, 8000), st.integers(500, 8000))
def test_lines_are_those_of_geometry(
    one: tuple[int, int], two: tuple[int, int], bearing: int, at: tuple[int, int], wide: int, deep: int
) -> None:
    """A box in the way of all five lines hides; one that leaves a line well clear does not."""
    wood = [at, (at[0] + wide, at[1]), (at[0] + wide, at[1] + deep), (at[0], at[1] + deep)]
    area = box(at[0], at[1], at[0] + wide, at[1] + deep)
    rows = stack([stand(*one), stand(*two, bearing)])
    pieces, edges = terrain((ground.AREA, wood, SOFT, 3000))
    held = held_by(rows, edges, pieces)
    base = translate(rotate(box(-1000, -625, 1000, 625), bearing / 10, origin=(0, 0)), *two)
    lines = [
        LineString([one, end]) for end in [two, *list(base.exterior.coords)[:4]] if Point(end).distance(Point(one))
    ]
    found = said(rows, (pieces, edges))[SEEN]
    if held.any() or any(line.distance(area) > 3 for line in lines):
        assert found == 1
    elif not area.buffer(3).contains(Point(one)) and all(
        line.intersection(area).length > 6 and not area.contains(Point(line.coords[1])) for line in lines
    ):
        assert found == 0


@given(points, points, points, st.integers(0, 3599), st.integers(0, 3599))
def test_the_ground_that_a_rectangle_sweeps_is_that_of_geometry(
    start: tuple[int, int], end: tuple[int, int], other: tuple[int, int], bearing: int, facing: int
) -> None:
    """The gap to another rectangle is the distance to the hull around both ends of the way."""
    rows = stack([stand(*start, bearing), stand(*other, facing)])
    here = rotate(box(-1000, -625, 1000, 625), bearing / 10, origin=(0, 0))
    hull = translate(here, *start).union(translate(here, *end)).convex_hull
    there = translate(rotate(box(-1000, -625, 1000, 625), facing / 10, origin=(0, 0)), *other)
    assert abs(int(swept_gap(rows, 0, 1, *start, *end)) - hull.distance(there)) <= 4


def test_what_lies_wholly_within_the_swept_ground_is_swept_over() -> None:
    """A small base between the tracks of the corners is not missed, and one just beside them is."""
    rows = stack([stand(5000, 5000), disc(5000, 15_000, 200), disc(6200, 15_000, 150)])
    assert int(swept_gap(rows, 0, 1, 5000, 5000, 5000, 25_000)) == 0
    assert int(swept_gap(rows, 0, 2, 5000, 5000, 5000, 25_000)) == 50


# ---- moments of a move


def moments(
    posts: list[list[int]], *, wood: list[tuple[int, int]] | None = None, near: int = 18_000
) -> list[list[int]]:
    """What posts of the second side make of two stands that walk south one after another, by moments."""
    rows = stack([stand(10_000, 5000), stand(13_000, 5000), stand(40_000, 10_000, 2700)])
    pieces, edges = terrain((ground.AREA, wood, SOFT, 3000)) if wood else terrain()
    held = held_by(rows, edges, pieces)
    places = ints([(10_000, 7000), (10_000, 9000), (13_000, 7000), (13_000, 9000)])
    found = watched(
        rows, ints([0, 1]), ints([0, 2, 4]), places, ints(posts), near, edges, pieces, held, ints([0, 0, 0]),
        ints([0] * len(pieces)), ints([-1, -1, -1]), ints([0, 0, 1]), ints([1, 1, 1]), ints([0, 0, 0]),
    )  # fmt: skip
    result: list[list[int]] = np.asarray(found).tolist()
    return result


def test_a_post_fires_at_whoever_is_in_reach_and_near_is_told_apart() -> None:
    """The second stand is in reach all the time; it is near enough only if that is asked for generously."""
    assert moments([[2, 27_000, 0, 1]]) == [[FIRES] * 4]
    assert moments([[2, 27_000, 0, 1]], near=27_000) == [[NEAR | FIRES] * 4]
    assert moments([[2, 20_000, 0, 1]]) == [[0] * 4]
    assert moments([[2, 27_000, 0, 0]]) == [[FIRES] * 4]


def test_a_moment_is_judged_with_those_who_went_at_their_ends_and_the_others_at_their_starts() -> None:
    """Behind a wood that covers the starts, the first is seen at its end only; the second, then, from the first's end on."""
    wood = [(20_000, 0), (22_000, 0), (22_000, 8800), (20_000, 8800)]
    seen = moments([[2, 40_000, 0, 1]], wood=wood)[0]
    assert [what & FIRES for what in seen] == [0, FIRES, FIRES, FIRES]


def test_gaps_are_from_edge_to_edge() -> None:
    """Twenty inches from middle to middle, less half a width each."""
    assert said(FAR, terrain())[GAP] == 18_000


def test_a_ring_is_a_polygon() -> None:
    """The woods of these tests are what they seem."""
    assert Polygon(WOOD).area == 40_000_000
