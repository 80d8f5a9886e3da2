"""Plans on foot: formations kept and adapted, one figure of a group, coming on and setting up."""

from msgspec.structs import replace

from sandtable.play.marching import Marching
from sandtable.play.planning import plan
from sandtable.play.walks import March

from .drags import BUILT, DOMAINS, STATE, movers, plain

# ---- the whole group


def test_a_group_keeps_its_formation() -> None:
    """Everybody goes three inches north, through the same bend."""
    planned = plan(BUILT["advance"], (18_000, 19_000), via=((17_000, 21_000),))
    starts = [STATE.layout.point(step.figure) for step in planned.steps]
    for (x, y), step in zip(starts, planned.steps, strict=True):
        assert step.path == ((x, y), (x - 1000, y - 1000), (x, y - 3000))
    bent = 1414 + 2236
    assert (planned.refusal, planned.beyond, planned.budget) == (None, None, 6000)
    assert bent <= planned.used <= bent + 2


def test_a_group_goes_as_far_as_it_may_and_says_why_no_farther() -> None:
    """Six inches to the north; the goal itself lies fifteen away."""
    planned = plan(BUILT["advance"], (18_000, 7000))
    assert planned.steps[0].path[-1] == (18_000, 16_000)
    assert planned.beyond is not None
    assert (planned.beyond.why, planned.beyond.measured) == ("a man of Able would move too far", 15_000)
    assert planned.beyond.because == ("ba.move.infantry",)


def test_a_group_stops_short_of_what_it_may_not_cross() -> None:
    """A Run does not cross the wall at y = 28; men stop before it to a hundredth of an inch."""
    planned = plan(BUILT["run"], (18_000, 30_000))
    lowest = max(step.path[-1][1] for step in planned.steps)
    assert 28_000 - 20 <= lowest < 28_000
    assert planned.beyond is not None
    assert planned.beyond.why == "a man of Able may not cross the wall"


def test_a_group_adapts_its_formation_where_it_must() -> None:
    """Its leader stops a little before the wall, which the second row would have to cross to stay behind him."""
    domain = BUILT["run"]
    goal = (19_000, 26_700)
    planned = plan(domain, goal)
    assert planned.beyond is None
    assert planned.steps[0].path[-1] == goal
    start = STATE.layout.points(movers(domain))
    shifts = {(step.path[-1][0] - x, step.path[-1][1] - y) for step, (x, y) in zip(planned.steps, start, strict=True)}
    assert len(shifts) > 1


def test_after_the_last_waypoint_a_group_adapts_too() -> None:
    """The way leads first north and then back to where they cannot keep their formation."""
    planned = plan(BUILT["run"], (19_000, 26_700), via=((18_000, 20_000),))
    assert planned.beyond is None
    assert all(len(step.path) == 3 for step in planned.steps)
    assert planned.steps[0].path[1:] == ((18_000, 20_000), (19_000, 26_700))


def test_waypoints_out_of_reach_are_left_out() -> None:
    """The first is reached, the second not: the way ends between them."""
    planned = plan(BUILT["advance"], (18_000, 0), via=((18_000, 20_000), (18_000, 8000)))
    assert [point[1] for point in planned.steps[0].path] == [22_000, 20_000, 16_000]
    assert planned.beyond is not None


def test_a_split_group_closes_up() -> None:
    """Around its leader wherever he goes, and as far as they all come up with him."""
    domain = BUILT["close up"]
    assert isinstance(domain, Marching)
    assert domain.must_close_up
    near = plan(domain, (61_000, 11_000))
    assert (near.refusal, near.beyond, near.steps[0].path[-1]) == (None, None, (61_000, 11_000))
    far = plan(domain, (40_000, 10_000))
    assert far.refusal is None
    assert far.beyond is not None
    assert far.steps[0].path[-1][0] < 60_000


def test_one_man_of_a_split_group_is_moved_while_it_closes_up() -> None:
    """Without a draft the others come up around their leader, since nobody may stay apart."""
    domain = BUILT["close up"]
    last = movers(domain)[-1]
    rest = plan(domain, (60_000, 10_000))
    x, y = rest.steps[-1].path[-1]
    planned = plan(domain, (x + 200, y), figure=last)
    assert planned.refusal is None
    assert planned.steps[:-1] == rest.steps[:-1]
    assert planned.steps[-1].path[-1] == (x + 200, y)


def test_a_waypoint_that_is_no_place_to_stop_at() -> None:
    """Men may pass through Baker squad but not stop there: with nowhere to go behind it they stop before."""
    planned = plan(BUILT["advance"], (18_000, 27_000), via=((18_000, 27_500),))
    assert planned.refusal is None
    stuck = plan(BUILT["run"], (34_000, 20_000), via=((18_000, 29_000),))
    assert stuck.refusal is None
    assert stuck.beyond is not None
    assert stuck.steps[0].path[-1][1] < 28_000


def test_a_gun_is_turned_where_it_stands_or_goes() -> None:
    """A bearing is kept by the next drag unless another is given; men do not care which way they face."""
    domain = BUILT["gun"]
    turned = plan(domain, (55_000, 40_000), face=900)
    assert isinstance(turned.draft, March)
    assert (turned.draft.face, turned.used, {step.bearing for step in turned.steps}) == (900, 0, {900})
    moved = plan(domain, (55_000, 38_000), draft=plain(turned.draft))
    assert isinstance(moved.draft, March)
    assert (moved.draft.face, moved.used) == (900, 2000)
    squad = plan(BUILT["advance"], (18_000, 20_000), face=900)
    assert isinstance(squad.draft, March)
    assert (squad.draft.face, squad.steps[0].bearing) == (None, 0)


# ---- one figure


def test_one_figure_goes_its_own_way() -> None:
    """The others keep the paths of the draft."""
    group = plan(BUILT["advance"], (18_000, 20_000))
    figure = movers(BUILT["advance"])[-1]
    x, y = STATE.layout.point(figure)
    planned = plan(BUILT["advance"], (x + 500, y - 2500), figure=figure, draft=plain(group.draft))
    assert planned.steps[:-1] == group.steps[:-1]
    assert planned.steps[-1].path == ((x, y), (x + 500, y - 2500))
    assert planned.beyond is None


def test_one_figure_is_kept_in_touch() -> None:
    """Dragged away from his unit, the last man goes as far as an inch from the next."""
    figure = movers(BUILT["advance"])[-1]
    x, y = STATE.layout.point(figure)
    planned = plan(BUILT["advance"], (x + 5000, y), figure=figure)
    (end_x, end_y), others = planned.steps[-1].path[-1], [step.path[-1] for step in planned.steps[:-1]]
    gap = min(((end_x - to_x) ** 2 + (end_y - to_y) ** 2) ** 0.5 for to_x, to_y in others) - 1000
    assert 985 <= gap <= 1000
    assert planned.beyond is not None
    assert planned.beyond.because == ("ba.gap.coherency",)
    assert all(len(step.path) == 1 for step in planned.steps[:-1])


def test_one_figure_that_cannot_go_at_all_stays_with_the_draft() -> None:
    """Nobody stands on the leader, or on the way to him; by waypoints he goes as far as the last that will do."""
    figure = movers(BUILT["advance"])[1]
    x, y = STATE.layout.point(figure)
    into = plan(BUILT["advance"], (18_000, 22_000), figure=figure)
    assert into.refusal is None
    assert into.beyond is not None
    assert abs(into.steps[1].path[-1][0] - (18_000 + 1000)) <= 10
    by = plan(BUILT["advance"], (x, 0), via=((x, y - 900), (x + 30_000, y)), figure=figure)
    assert by.refusal is None
    assert by.steps[1].path[1] == (x, y - 900)


# ---- coming on and setting up


def test_a_group_comes_on_towards_a_goal() -> None:
    """From the nearest place of its edge; farther in than it may go it stops at the end of its move."""
    planned = plan(BUILT["come on"], (40_000, 45_000))
    assert planned.steps[0].path == ((40_000, 48_000), (40_000, 45_000))
    far = plan(BUILT["come on"], (40_000, 20_000))
    assert far.steps[0].path[-1] == (40_000, 42_000)
    assert far.beyond is not None
    assert far.beyond.measured == 28_000


def test_a_group_comes_on_and_goes_on_through_waypoints() -> None:
    """In the formation that it came on in."""
    planned = plan(BUILT["come on"], (43_000, 45_500), via=((40_000, 46_000),))
    assert planned.beyond is not None or planned.steps[0].path[-1] == (43_000, 45_500)
    assert planned.steps[0].path[:2] == ((40_000, 48_000), (40_000, 46_000))
    assert planned.refusal is None
    shifts = {(step.path[-1][0] - step.path[1][0], step.path[-1][1] - step.path[1][1]) for step in planned.steps}
    assert len(shifts) == 1


def test_a_group_that_comes_on_leaves_out_waypoints_that_are_too_far() -> None:
    """It goes towards the first of them as far as it may."""
    planned = plan(BUILT["come on"], (40_000, 10_000), via=((40_000, 46_000), (40_000, 30_000)))
    assert planned.refusal is None
    assert planned.beyond is not None
    assert 42_000 <= planned.steps[0].path[-1][1] <= 44_000  # those behind the leader have farther to go
    blocked = plan(BUILT["come on"], (40_000, 10_000), via=((40_000, 20_000),))
    assert blocked.refusal is None
    assert blocked.steps[0].path[-1] == (40_000, 42_000)


def test_at_the_very_edge_a_group_is_brought_fully_onto_the_table() -> None:
    """A base does not stick out over the edge."""
    planned = plan(BUILT["come on"], (40_000, 48_000))
    assert planned.refusal is None
    assert planned.beyond is not None
    assert all(step.path[-1][1] <= 47_500 for step in planned.steps)


def test_a_group_is_set_up_where_it_is_dropped_and_keeps_that_formation() -> None:
    """Dragged on, everybody shifts alike; out of the zone it stays at its rim."""
    domain = BUILT["set up"]
    first = plan(domain, (20_000, 42_000))
    assert (first.steps[0].path, first.used, first.beyond) == (((20_000, 42_000),), 0, None)
    assert {step.bearing for step in first.steps} == {0}
    aside = movers(domain)[-1]
    x, y = first.steps[-1].path[0]
    first = plan(domain, (x + 100, y + 200), figure=aside, draft=plain(first.draft))
    assert first.steps[-1].path == ((x + 100, y + 200),)
    second = plan(domain, (25_000, 43_000), draft=plain(first.draft))
    for one, other in zip(first.steps, second.steps, strict=True):
        assert (other.path[0][0] - one.path[0][0], other.path[0][1] - one.path[0][1]) == (5000, 1000)
    out = plan(domain, (25_000, 20_000), draft=plain(second.draft))
    assert out.refusal is None
    assert out.beyond is not None
    x, y = out.steps[0].path[0]
    assert abs(x - 25_000) <= 2500 and 36_500 <= y <= 40_000


def test_men_set_up_face_the_enemys_edge() -> None:
    """Those of the north look south, so that a gun of theirs has its arc where it will have it."""
    state = replace(STATE, edges=("north", "south"))
    planned = plan(DOMAINS["set up a gun"](state), (20_000, 42_000))
    assert {step.bearing for step in planned.steps} == {1800}
