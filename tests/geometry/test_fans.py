"""Fans: how much of a base is seen, what hides it, and what is looked over."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely.geometry import LineString, Polygon

from sandtable.geometry import ground
from sandtable.geometry.bodies import disc, rectangle
from sandtable.geometry.fan_kernels import (
    CLEAR,
    CUT_BY,
    HIDDEN,
    IF_SEEN,
    IN_SIGHT,
    NEARBY,
    RAYS,
    SAID,
    SOFTLY,
    WITHIN,
    fan,
    fan_point,
    fans,
    first_met,
    first_seer,
)
from sandtable.geometry.kernel import Ints, ints

from .shapes import discs, polygons, stack

VEILS = ints([]).reshape(0, 5)
WOOD = [(10_000, 0), (14_000, 0), (14_000, 8000), (10_000, 8000)]
SOFT, HARD, PILLBOX = 1, 2, 3


def man(x: int, y: int, *, at: int = 0, radius: int = 500) -> list[int]:
    """A man."""
    return disc(x, y, radius, height=1250, ground=at)


def piece(
    stops: int, outline: list[tuple[int, int]], *, cover: int = SOFT, depth: int = -1, top: int = 3000
) -> tuple[Ints, Ints]:
    """One piece of terrain: a line if it has two points."""
    pieces, edges = ground.flatten([(outline, len(outline) > 2, top)])
    pieces[0, ground.STOPS], pieces[0, ground.CLASS], pieces[0, ground.DEPTH] = stops, cover, depth
    return pieces, edges


NOTHING = ground.flatten([])


def said(
    rows: Ints,
    terrain: tuple[Ints, Ints] = NOTHING,
    *,
    ranks: tuple[int, ...] = (),
    peeks: bool = False,
    screens: tuple[int, ...] = (),
    hulls: tuple[int, ...] = (),
    groups: tuple[int, ...] = (),
    veils: Ints = VEILS,
    past_own: bool = False,
) -> list[int]:
    """What body 0 makes of body 1; every body is a group of its own unless told otherwise."""
    count = len(rows)
    pieces, edges = terrain
    given = (
        edges, pieces, ints(groups or range(count)), ints(ranks or [0] * count),
        ints([int(peeks), *[0] * (count - 1)]), ints(screens), ints([row in hulls for row in range(count)]), veils,
        past_own, 0,
    )  # fmt: skip
    found = fans(rows, ints([0]), ints([1]), *given)
    room = np.zeros((len(pieces), 3), dtype=np.int64), ints([0] * len(edges)), ints([0] * (len(screens) + 1))
    plain = ints([0] * SAID)
    fan.py_func(rows, 0, 1, *given, *room, np.zeros((len(pieces), 4), dtype=np.int64), plain)  # type: ignore[attr-defined]
    assert plain.tolist() == found[0, 0].tolist(), "compiled and plain disagree"
    return [int(number) for number in found[0, 0]]


@pytest.mark.parametrize(
    ("x", "clear"),
    [(11_900, True), (12_450, True), (12_600, False), (20_000, False)],
    ids=["in", "edge", "deep", "past"],
)
def test_a_wood_is_seen_into_to_its_depth_and_never_across(x: int, clear: bool) -> None:
    """Two inches to the edge of the base."""
    terrain = piece(ground.AREA, WOOD, depth=2000)
    for one, other in (((2000, 4000), (x, 4000)), ((x, 4000), (2000, 4000))):
        found = said(stack([man(*one), man(*other)]), terrain)
        assert (found[CLEAR] == RAYS) is clear
    inwards = said(stack([man(2000, 4000), man(x, 4000)]), terrain)
    assert inwards[SOFTLY] == (x < 20_000)


def test_who_peeks_out_of_a_wood_is_not_held_up_by_it() -> None:
    """But to somebody else in there he sees no farther than others."""
    terrain = piece(ground.AREA, WOOD, depth=2000)
    deep = [man(13_500, 4000), man(2000, 4000)]
    assert said(stack(deep), terrain)[CLEAR] == 0
    assert said(stack(deep), terrain, peeks=True)[CLEAR] == RAYS


def test_thin_brush_is_seen_through_and_thick_brush_is_not() -> None:
    """Two inches in all; what lies behind it is covered."""
    for wide, clear in ((2000, RAYS), (2100, 0)):
        box = [(10_000, 0), (10_000 + wide, 0), (10_000 + wide, 8000), (10_000, 8000)]
        found = said(stack([man(2000, 4000), man(20_000, 4000)]), piece(ground.VEIL, box, depth=2000))
        assert (found[CLEAR], found[SOFTLY]) == (clear, 1)


def test_a_low_wall_hides_the_part_of_a_base_behind_it() -> None:
    """A wall that ends at the middle of the base hides half of it and one line more."""
    for end, hidden in ((4000, 17), (5000, 33), (3000, 0)):
        wall = [(18_000, 0), (18_000, end)]
        found = said(stack([man(2000, 4000), man(19_000, 4000)]), piece(ground.LOW, wall, cover=HARD, top=1000))
        assert found[CLEAR] == RAYS
        assert abs(found[HIDDEN] - hidden) <= 1


def test_cover_close_to_the_viewer_alone_is_none() -> None:
    """Within an inch of him and not of the target."""
    wall = [(3000, 0), (3000, 8000)]
    terrain = piece(ground.LOW, wall, cover=HARD, top=1000)
    assert said(stack([man(2000, 4000), man(19_000, 4000)]), terrain)[HIDDEN] == 0
    assert said(stack([man(1400, 4000), man(19_000, 4000)]), terrain)[HIDDEN] == RAYS
    assert said(stack([man(2000, 4000), man(4500, 4000)]), terrain)[HIDDEN] == RAYS


def test_rooms_are_looked_into_and_out_of_at_the_wall() -> None:
    """Within an inch of it; inside, everybody on a storey sees everybody; nobody sees across, or through a ceiling."""
    terrain = piece(ground.ROOM, WOOD, cover=PILLBOX, depth=1000, top=4000)
    at_wall = said(stack([man(2000, 4000), man(11_400, 4000)]), terrain)
    assert (at_wall[CLEAR], at_wall[HIDDEN], at_wall[WITHIN]) == (RAYS, RAYS, PILLBOX)
    assert said(stack([man(2000, 4000), man(12_000, 4000)]), terrain)[CLEAR] == 0
    assert said(stack([man(2000, 4000), man(20_000, 4000)]), terrain)[CLEAR] == 0
    assert said(stack([man(10_800, 1000), man(13_000, 7000)]), terrain)[CLEAR] == RAYS
    assert said(stack([man(10_800, 1000), man(13_000, 7000, at=4000)]), terrain)[CLEAR] == 0


def test_terrain_is_looked_over_from_two_inches_above_it_at_either_end() -> None:
    """Exactly two inches are enough."""
    terrain = piece(ground.AREA, WOOD, cover=0, top=2000)
    for at, clear in ((4000, RAYS), (3999, 0)):
        assert said(stack([man(2000, 4000, at=at), man(20_000, 4000)]), terrain)[CLEAR] == clear
        assert said(stack([man(2000, 4000), man(20_000, 4000, at=at)]), terrain)[CLEAR] == clear


def test_a_thicket_is_only_seen_past_by_those_close_to_it() -> None:
    """Viewer or target within an inch."""
    terrain = piece(ground.THICKET, [(10_000, 0), (10_000, 8000)], top=1100)
    assert said(stack([man(2000, 4000), man(20_000, 4000)]), terrain)[CLEAR] == 0
    close = said(stack([man(2000, 4000), man(11_400, 4000)]), terrain)
    assert (close[CLEAR], close[SOFTLY]) == (RAYS, 1)
    assert said(stack([man(8600, 4000), man(20_000, 4000)]), terrain)[CLEAR] == RAYS


def test_bodies_hide_those_behind_them_but_not_their_own() -> None:
    """Those of the target's group never, those of the viewer's group unless they are looked past; hulls are hard cover."""
    rows = stack([man(2000, 4000), man(20_000, 4000), man(10_000, 4000, radius=1500)])
    assert said(rows, screens=(2,))[CUT_BY] == 2
    assert said(rows, screens=(2,))[CLEAR] == 0
    assert said(rows, screens=(2,), hulls=(2,))[HIDDEN] == RAYS
    assert said(rows, screens=(2,), groups=(0, 1, 1))[CLEAR] == RAYS
    assert said(rows, screens=(2,), groups=(0, 1, 0))[CLEAR] == 0
    assert said(rows, screens=(2,), groups=(0, 1, 0), past_own=True)[CLEAR] == RAYS


def test_large_ones_are_hidden_by_woods_and_not_by_men_and_titanic_ones_by_nothing() -> None:
    """And a titanic viewer looks over everything."""
    behind = stack([man(2000, 4000), man(20_000, 4000), man(18_000, 4000, radius=1500)])
    assert said(behind, screens=(2,), ranks=(0, 1, 0))[CLEAR] == RAYS
    wood = piece(ground.AREA, WOOD, depth=2000, top=6000)
    assert said(behind[:2], wood, ranks=(0, 1))[CLEAR] == 0
    assert said(behind[:2], wood, ranks=(0, 2))[CLEAR] == RAYS
    assert said(behind[:2], wood, ranks=(2, 0))[CLEAR] == RAYS
    brush = piece(ground.VEIL, WOOD, depth=2000)
    assert said(behind[:2], brush, ranks=(0, 1))[CLEAR] == RAYS


def test_veils_are_seen_across_by_their_own_group_alone() -> None:
    """A line between two men in smoke."""
    veil = ints([(10_000, 0, 10_000, 8000, 5)])
    rows = stack([man(2000, 4000), man(20_000, 4000)])
    assert said(rows, veils=veil)[CLEAR] == 0
    assert said(rows, veils=veil, groups=(5, 1))[CLEAR] == RAYS
    assert said(rows, veils=veil, ranks=(2, 0))[CLEAR] == RAYS


@given(discs, discs, polygons())
def test_solid_ground_cuts_what_shapely_says_it_cuts(
    one: list[int], other: list[int], outline: list[tuple[int, int]]
) -> None:
    """Line by line, where a line is not within a hair of a corner or of ending at the outline."""
    rows = stack([one, other])
    terrain = piece(ground.SOLID, outline)
    area = Polygon(outline)
    sure, doubtful = 0, 0
    for ray in range(RAYS):
        end = fan_point(rows, 0, 1, ray)
        line = LineString([one[:2], tuple(map(int, end))]) if tuple(one[:2]) != tuple(end) else None
        if line is None or line.boundary.distance(area.exterior) < 3:
            doubtful += 1
        elif area.exterior.intersects(line):
            crossed = line.intersection(area.exterior)
            doubtful += crossed.geom_type == "Point" and any(crossed.distance(_point(corner)) < 3 for corner in outline)
        else:
            sure += 1
    assert sure <= said(rows, terrain)[CLEAR] + doubtful
    assert said(rows, terrain)[CLEAR] <= sure + doubtful


def _point(corner: tuple[int, int]) -> LineString:
    return LineString([corner, corner])


STOPPING = [ground.SOLID, ground.AREA, ground.ROOM, ground.THICKET, ground.VEIL, ground.LOW]


@given(discs, discs, polygons(), st.sampled_from(STOPPING), st.sampled_from([-1, 1000, 2000]), st.booleans())
def test_whoever_asks_for_less_is_told_the_same(
    one: list[int], other: list[int], outline: list[tuple[int, int]], stops: int, depth: int, line: bool
) -> None:
    """Whether there is a line of sight is not a matter of how it is asked; nor is cover, where there is one."""
    rows = stack([one, other])
    pieces, edges = piece(stops, outline[:2] if line else outline, cover=HARD, depth=depth)
    rest = edges, pieces, ints([0, 1]), ints([0, 0]), ints([0, 0]), ints([]), ints([0, 0]), VEILS, False
    viewers, targets = ints([0, 1]), ints([1, 0])
    told = fans(rows, viewers, targets, *rest, 0)
    if_seen = fans(rows, viewers, targets, *rest, IF_SEEN)
    visible = told[:, :, CLEAR] >= 2
    assert ((if_seen[:, :, CLEAR] >= 2) == visible).all()
    assert (if_seen[visible][:, :CUT_BY] == told[visible][:, :CUT_BY]).all()
    for viewer, target in ((0, 1), (1, 0)):
        seer = first_seer(rows, ints([viewer]), ints([target]), *rest, 2)
        assert (seer == viewer) == (told[viewer, 1 - target, CLEAR] >= 2)


def test_a_mover_meets_whom_he_comes_near_or_sees_first() -> None:
    """Behind a wood he sees nobody; moments that are not asked about only put him somewhere."""
    rows = stack([man(2000, 4000), man(20_000, 4000)])
    pieces, edges = piece(ground.AREA, WOOD, depth=2000)
    rest = edges, pieces, ints(range(2)), ints([0] * 2), ints([0] * 2), ints([]), ints([0] * 2), VEILS, False, 2

    def met(*places: tuple[int, int, int], looking: bool = True, reach: int = -1) -> tuple[int, int]:
        moments = ints([(0, x, y, 0, 0, asked) for x, y, asked in places])
        where, how = first_met(rows, moments, ints([1]), looking, reach, *rest)
        return int(where), int(how)

    for looking in (True, False):
        assert met((2000, 4000, 1), (2000, 6000, 1), looking=looking) == (-1, 0)
        assert met((2000, 4000, 1), (2000, 20_000, 1), looking=looking) == (1, IN_SIGHT)
        assert met((2000, 20_000, 0), (2000, 4000, 1), looking=looking) == (-1, 0)
    assert met((2000, 4000, 1), (2000, 6000, 1), reach=17_100) == (0, NEARBY)
    assert met((2000, 4000, 1), (2000, 20_000, 1), reach=16_900) == (1, IN_SIGHT)


@given(st.integers(0, 3599), st.integers(3000, 9000))
def test_a_fan_spans_the_width_of_a_hull_as_it_is_seen(bearing: int, length: int) -> None:
    """Its outermost lines end beside the outermost corners."""
    rows = stack([man(10_000, 10_000), rectangle(30_000, 10_000, length, 2000, bearing=bearing)])
    ends = [fan_point(rows, 0, 1, ray)[1] for ray in (0, RAYS - 1)]
    assert max(ends) - min(ends) <= length + 2000
    assert abs((ends[0] + ends[1]) // 2 - 10_000) <= 2
    assert max(ends) - min(ends) >= 1998


def test_the_first_who_sees_anybody_is_named() -> None:
    """With two lines at least."""
    rows = stack([man(2000, 4000), man(2000, 20_000), man(20_000, 4000), man(20_000, 20_000)])
    pieces, edges = piece(ground.AREA, WOOD, depth=2000)
    rest = edges, pieces, ints(range(4)), ints([0] * 4), ints([0] * 4), ints([]), ints([0] * 4), VEILS, False, 2
    assert first_seer(rows, ints([0, 1]), ints([2]), *rest) == 1
    assert first_seer(rows, ints([0]), ints([2]), *rest) == -1
