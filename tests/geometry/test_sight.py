"""Lines of sight: what stops them, what covers, and from how high."""

from hypothesis import given
from hypothesis import strategies as st
from shapely.geometry import LineString, Polygon

from sandtable.geometry import ground
from sandtable.geometry.bodies import disc
from sandtable.geometry.kernel import Ints, ints
from sandtable.geometry.ray_kernels import WHOLE, standing
from sandtable.geometry.sight_kernels import (
    ARRIVED,
    COVER,
    CUT_BY,
    NEAREST,
    RAY_CUT_AT,
    RAY_CUT_BY,
    RAY_STATE,
    SEEN,
    UNCOVERED,
    aim,
    all_hidden,
    groups_seen,
    look,
    sightings,
    trace,
)

from .shapes import discs, polygons, stack, turned

NOBODY = ints([])
EYE = 1200


def scene(
    stops: int, outline: list[tuple[int, int]], *, top: int = 3000, cover: int = 1, depth: int = -1
) -> tuple[Ints, Ints]:
    """One piece of terrain with an effect on sight."""
    line = stops == ground.LOW
    pieces, edges = ground.flatten([(outline, not line, top)])
    pieces[0, ground.STOPS], pieces[0, ground.CLASS], pieces[0, ground.DEPTH] = stops, cover, depth
    return pieces, edges


def seen(rows: Ints, pieces: Ints, edges: Ints, screens: Ints = NOBODY) -> list[int]:
    """What body 0 sees of body 1: arrived, uncovered, cover class, cut by."""
    found = look(rows, ints([0]), ints([1]), edges, pieces, ints(range(len(rows))), screens, 2)
    return [int(number) for number in found[0, 0]]


def men(*places: tuple[int, int], ground_at: tuple[int, ...] = ()) -> Ints:
    """Men on round bases; `ground_at` says how high each stands."""
    heights = ground_at or (0,) * len(places)
    return stack([disc(x, y, 500, height=EYE, ground=z) for (x, y), z in zip(places, heights, strict=True)])


WOOD = [(10_000, 0), (14_000, 0), (14_000, 8000), (10_000, 8000)]
FAR, INSIDE, BEYOND = (2000, 4000), (12_000, 4000), (22_000, 4000)


def test_a_wood_is_seen_into_and_out_of_but_not_across() -> None:
    """Outside to inside has cover, inside to outside has none, outside to outside beyond sees nothing."""
    wood = scene(ground.AREA, WOOD)
    assert seen(men(FAR, INSIDE), *wood)[:3] == [9, 0, 1]
    assert seen(men(INSIDE, BEYOND), *wood)[:3] == [9, 9, 0]
    assert seen(men(FAR, BEYOND), *wood) == [0, 0, 1, 0]
    assert seen(men((11_000, 4000), (13_000, 4000)), *wood)[:3] == [9, 0, 1]


def test_depth_limits_how_far_one_sees_into_a_wood() -> None:
    """With a depth of two inches a man three inches in is out of sight, one an inch in is seen."""
    wood = scene(ground.AREA, WOOD, depth=2000)
    assert seen(men(FAR, (13_500, 4000)), *wood)[ARRIVED] == 0
    assert seen(men(FAR, (10_900, 4000)), *wood)[ARRIVED] == 9
    assert seen(men((13_500, 4000), FAR), *wood)[ARRIVED] == 0
    assert seen(men((10_600, 4000), (13_600, 4000)), *wood)[ARRIVED] == 0
    assert seen(men((10_600, 4000), (11_700, 4000)), *wood)[ARRIVED] == 9


def test_one_sees_over_what_is_lower_than_the_line() -> None:
    """From a height of six inches a line passes over a three-inch wood near the viewer, not over one near the target."""
    near = scene(ground.AREA, [(4000, 0), (6000, 0), (6000, 8000), (4000, 8000)])
    far = scene(ground.AREA, [(18_000, 0), (20_000, 0), (20_000, 8000), (18_000, 8000)])
    high = men(FAR, BEYOND, ground_at=(6000, 0))
    assert seen(high, *near)[ARRIVED] == 9
    assert seen(high, *far)[ARRIVED] == 0


def test_a_solid_piece_stops_lines_below_its_top() -> None:
    """A house of three inches hides a man; a step of half an inch does not."""
    assert seen(men(FAR, BEYOND), *scene(ground.SOLID, WOOD))[ARRIVED] == 0
    assert seen(men(FAR, BEYOND), *scene(ground.SOLID, WOOD, top=500))[ARRIVED] == 9


def test_a_wall_covers_what_is_behind_it_unless_the_viewer_stands_at_it() -> None:
    """A low obstacle never stops a line. Near the target it covers; touching the viewer's base it does not."""
    assert seen(men(FAR, BEYOND), *scene(ground.LOW, [(20_000, 0), (20_000, 8000)], top=1000))[:3] == [9, 0, 1]
    assert seen(men(FAR, BEYOND), *scene(ground.LOW, [(2550, 0), (2550, 8000)], top=5000))[:3] == [9, 9, 0]
    assert seen(men(FAR, BEYOND), *scene(ground.LOW, [(2700, 0), (2700, 8000)], top=5000))[:3] == [9, 0, 1]


def test_scrub_covers_what_is_in_it_and_behind_it() -> None:
    """A veil never stops a line; it covers a target inside, and one behind if it is high enough."""
    assert seen(men(FAR, INSIDE), *scene(ground.VEIL, WOOD, top=0))[:3] == [9, 0, 1]
    assert seen(men(FAR, BEYOND), *scene(ground.VEIL, WOOD, top=1100))[:3] == [9, 0, 1]
    assert seen(men(FAR, BEYOND), *scene(ground.VEIL, WOOD, top=0))[:3] == [9, 9, 0]


def test_open_ground_does_nothing() -> None:
    """A road is no obstacle to sight."""
    assert seen(men(FAR, BEYOND), *scene(ground.OPEN, WOOD)) == [9, 9, 0, -1]


def test_half_hidden_is_half_seen() -> None:
    """A house that covers one side of the line hides that side of the base."""
    house = scene(ground.SOLID, [(10_000, 4050), (14_000, 4050), (14_000, 9000), (10_000, 9000)], cover=2)
    arrived, uncovered, cover, cut_by = seen(men(FAR, BEYOND), *house)
    assert 3 <= arrived == uncovered <= 6
    assert (cover, cut_by) == (2, 0)


def test_bodies_in_the_way_stop_lines_unless_they_belong_to_viewer_or_target() -> None:
    """A third body between two others hides the far one; a low one does not; one's own never does."""
    nothing = ground.flatten([])
    between = (12_000, 4000)
    rows = stack([disc(*FAR, 500, height=EYE), disc(*BEYOND, 500, height=EYE), disc(*between, 1500, height=2000)])
    assert seen(rows, *nothing, ints([2])) == [0, 0, 2, 2]
    low = stack([disc(*FAR, 500, height=EYE), disc(*BEYOND, 500, height=EYE), disc(*between, 1500, height=300)])
    assert seen(low, *nothing, ints([2]))[ARRIVED] == 9
    groups = ints([0, 1, 0])
    own = look(rows, ints([0]), ints([1]), nothing[1], nothing[0], groups, ints([2]), 2)
    assert own[0, 0, ARRIVED] == 9


@given(discs, discs, polygons(), st.integers(0, 3))
def test_sight_turns_with_the_table(
    one: list[int], other: list[int], outline: list[tuple[int, int]], quarters: int
) -> None:
    """Turning everything by right angles changes nothing that is seen."""
    rows = stack([one, other])
    there = stack([turned(one, quarters), turned(other, quarters)])
    elsewhere = [tuple(turned([x, y, 0], quarters)[:2]) for x, y in outline]
    for stops in (ground.AREA, ground.SOLID, ground.VEIL):
        before = seen(rows, *scene(stops, outline))
        assert seen(there, *scene(stops, elsewhere))[CUT_BY] == before[CUT_BY]  # type: ignore[arg-type]


@given(discs, discs, polygons())
def test_the_middle_line_agrees_with_shapely(one: list[int], other: list[int], outline: list[tuple[int, int]]) -> None:
    """The line from eye to middle is cut by a high wall-like ring exactly if it meets its outline."""
    rows = stack([one, other])
    pieces, edges = scene(ground.SOLID, outline, top=9000)
    rays, _ = trace(rows, 0, 1, edges, pieces, ints([0, 1]), NOBODY)
    line, edge = LineString([one[:2], other[:2]]), Polygon(outline).exterior
    crosses = line.crosses(edge) or line.intersects(edge)
    touching = any(LineString([one[:2], other[:2]]).distance(LineString([corner, corner])) < 1 for corner in outline)
    ends_near = (
        edge.distance(LineString([one[:2], one[:2]])) < 1 or edge.distance(LineString([other[:2], other[:2]])) < 1
    )
    if one[:2] != other[:2] and not touching and not ends_near:
        assert (rays[0, RAY_STATE] == 2) == crosses


@given(discs, discs, polygons())
def test_a_middle_line_is_the_same_from_both_ends(
    one: list[int], other: list[int], outline: list[tuple[int, int]]
) -> None:
    """Men of equal height, middle to middle: what crosses one way crosses the other way."""
    rows = stack([one, other])
    pieces, edges = scene(ground.SOLID, outline, top=9000)
    there, _ = trace(rows, 0, 1, edges, pieces, ints([0, 1]), NOBODY)
    back, _ = trace(rows, 1, 0, edges, pieces, ints([0, 1]), NOBODY)
    assert (there[0, RAY_STATE] == 2) == (back[0, RAY_STATE] == 2)


def test_a_trace_says_where_and_by_what_each_line_is_cut() -> None:
    """The wood cuts at its far side; the wall before it only covers."""
    pieces, edges = ground.flatten([(WOOD, True, 3000), ([(20_000, 0), (20_000, 8000)], False, 1000)])
    pieces[0, ground.STOPS], pieces[0, ground.CLASS] = ground.AREA, 1
    pieces[1, ground.STOPS], pieces[1, ground.CLASS] = ground.LOW, 2
    rays, met = trace(men(FAR, BEYOND), 0, 1, edges, pieces, ints([0, 1]), NOBODY)
    assert all(ray[RAY_STATE] == 2 and ray[RAY_CUT_BY] == 0 for ray in rays)
    assert abs(rays[0, RAY_CUT_AT] * 20_000 // WHOLE - 12_000) <= 1
    assert [int(mark) for mark in met[0, :2]] == [2, 1]


def test_aiming_counts_covered_targets_and_finds_the_nearest() -> None:
    """Of three men behind a wall and two in the open, the nearest open one is found and three have cover."""
    pieces, edges = scene(ground.LOW, [(20_000, 0), (20_000, 5200)], top=1000, cover=2)
    places = [FAR, (22_000, 1000), (22_000, 2500), (22_000, 4000), (22_000, 8000), (21_500, 9500)]
    rows = men(*places)
    groups = ints([0, 1, 1, 1, 1, 1])
    found = aim(rows, ints([0]), ints(range(1, 6)), edges, pieces, groups, NOBODY, 2, NOBODY, 0)[0]
    assert found[SEEN] == 5
    assert int(found[NEAREST]) == min(
        round(((x - 2000) ** 2 + (y - 4000) ** 2) ** 0.5 + 0.4999) - 1000 for x, y in places[1:]
    )
    assert [int(count) for count in found[4:7]] == [0, 3, 0]


def test_friends_too_near_to_the_line_bar_a_shot() -> None:
    """A friend an inch from the line does not, a hair nearer does; friends of the viewer's own group never do."""
    nothing = ground.flatten([])
    for off, barred in ((1500, 0), (1499, 1)):
        rows = men(FAR, BEYOND, (12_000, 4000 + off))
        found = aim(rows, ints([0]), ints([1]), nothing[1], nothing[0], ints([0, 1, 2]), NOBODY, 2, ints([2]), 1000)[0]
        assert int(found[3]) == barred
    rows = men(FAR, BEYOND, (12_000, 4000))
    found = aim(rows, ints([0]), ints([1]), nothing[1], nothing[0], ints([0, 1, 0]), NOBODY, 2, ints([2]), 1000)[0]
    assert int(found[3]) == 0


def test_groups_are_seen_if_any_of_them_is() -> None:
    """One group hides behind the wood whole, of the other one man looks out."""
    pieces, edges = scene(ground.AREA, WOOD)
    rows = men(FAR, (22_000, 4000), (22_000, 3000), (22_000, 5000), (22_000, 20_000))
    groups = ints([0, 1, 1, 2, 2])
    found = groups_seen(rows, ints([0]), ints([1, 2, 3, 4]), ints([0, 2, 4]), edges, pieces, groups, NOBODY, NOBODY, 0)
    assert found.tolist() == [0, 1]


def test_watchers_see_a_mover_at_some_stations_of_his_way() -> None:
    """He walks past the wood: hidden behind it, seen beside it, and out of reach at the end."""
    pieces, edges = scene(ground.AREA, WOOD)
    rows = men(FAR, BEYOND)
    places = ints([[[22_000, 4000, 0]], [[22_000, 14_000, 0]], [[22_000, 40_000, 0]]])
    found = sightings(
        rows, ints([1]), places, ints([0]), ints([0, 1]), edges, pieces, ints([0, 1]), NOBODY, NOBODY, 0, ints([30_000])
    )
    assert found.tolist() == [[0, 1, 0]]


def test_uncovered_lines_are_counted_apart() -> None:
    """Half of the base behind a hedge: all lines arrive, some of them covered."""
    hedge = scene(ground.LOW, [(20_000, 0), (20_000, 4000)], top=1000)
    found = seen(men(FAR, BEYOND), *hedge)
    assert found[ARRIVED] == 9
    assert 0 < found[UNCOVERED] < 9
    assert found[COVER] == 1


@given(discs, st.lists(discs, min_size=1, max_size=4), st.lists(polygons(), min_size=1, max_size=4))
def test_the_shortcut_for_hidden_groups_is_never_wrong(
    viewer: list[int], others: list[list[int]], outlines: list[list[tuple[int, int]]]
) -> None:
    """What is plainly hidden is not seen by any line of any pair."""
    rows = stack([viewer, *others])
    pieces, edges = ground.flatten([(outline, True, 2500) for outline in outlines])
    targets = ints(range(1, len(rows)))
    for stops in (ground.SOLID, ground.AREA):
        pieces[:, ground.STOPS] = stops
        where = ints([0] * len(pieces))
        standing(rows, 0, edges, pieces, where)
        if all_hidden(rows, 0, targets, 0, len(targets), where, edges, pieces):
            found = look(rows, ints([0]), targets, edges, pieces, ints(range(len(rows))), NOBODY, 2)
            assert int(found[:, :, ARRIVED].sum()) == 0


def test_a_house_plainly_hides_a_squad() -> None:
    """The shortcut sees it; from one side, or from inside a wood, it does not."""
    squad = [(22_000, 3000 + 700 * place) for place in range(4)]
    rows = men(FAR, *squad)
    house = scene(ground.SOLID, [(8000, 0), (9000, 0), (9000, 9000), (8000, 9000)])
    narrow = scene(ground.SOLID, [(8000, 3800), (9000, 3800), (9000, 4200), (8000, 4200)])
    targets, nowhere = ints([1, 2, 3, 4]), ints([0])
    assert all_hidden(rows, 0, targets, 0, 4, nowhere, house[1], house[0])
    assert not all_hidden(rows, 0, targets, 0, 4, nowhere, narrow[1], narrow[0])
    wood = scene(ground.AREA, [(0, 0), (9000, 0), (9000, 9000), (0, 9000)])
    assert not all_hidden(rows, 0, targets, 0, 4, ints([1]), wood[1], wood[0])
