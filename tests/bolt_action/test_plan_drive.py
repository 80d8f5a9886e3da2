"""Plans of hulls: turns and legs, astern, facing, coming on."""

from msgspec.structs import replace

from sandtable.play.driving import Drive
from sandtable.play.planning import plan
from sandtable.play.refusal import Refusal

from .drags import BUILT, DOMAINS, STATE, movers


def test_a_hull_turns_towards_its_goal_and_drives_there() -> None:
    """South-east of it, six inches away."""
    planned = plan(BUILT["drive"], (12_000 + 4243, 40_000 + 4243))
    assert isinstance(planned.draft, Drive)
    assert planned.draft.legs == ((450, 6000),)
    assert (planned.beyond, planned.used, planned.budget) == (None, 6000, 9000)
    assert planned.steps[0].poses[0] == (12_000, 40_000, 900)


def test_a_hull_goes_through_waypoints_as_its_turns_allow() -> None:
    """A truck on an Advance has two turns of 90 degrees."""
    x, y = STATE.layout.point(movers(BUILT["drive a truck"])[0])
    planned = plan(BUILT["drive a truck"], (x + 2000, y - 5000), via=((x + 2000, y - 2500),))
    assert isinstance(planned.draft, Drive)
    assert len(planned.draft.legs) == 2
    assert planned.beyond is None
    three = plan(BUILT["drive a truck"], (x, y - 3000), via=((x + 2000, y - 2500), (x + 2000, y - 5000)))
    assert three.beyond is not None
    assert three.beyond.because[0] == "ba.move.turns"
    assert three.refusal is None


def test_a_turn_of_more_than_a_right_angle_is_made_in_two() -> None:
    """A truck may turn twice, a tank once: it comes round by a right angle and says why no more."""
    x, y = STATE.layout.point(movers(BUILT["drive a truck"])[0])
    truck = plan(BUILT["drive a truck"], (x - 3000, y + 3000))
    assert isinstance(truck.draft, Drive)
    turns = [turn for turn, _ in truck.draft.legs]
    assert len(turns) == 2
    assert abs(sum(turns)) > 900
    assert truck.beyond is None
    off_road = replace(STATE, terrain=STATE.terrain[:4])
    tank = plan(DOMAINS["drive"](off_road), (8000, 36_000))
    assert isinstance(tank.draft, Drive)
    assert tank.draft.legs == ((-900, 4000),)
    assert tank.beyond is not None
    assert tank.beyond.because[0] == "ba.move.turns"


def test_a_hull_that_may_not_turn_follows_its_nose() -> None:
    """A tank on a Run goes straight ahead until the goal is abreast."""
    off_road = replace(STATE, terrain=STATE.terrain[:4])
    planned = plan(DOMAINS["drive fast"](off_road), (17_000, 36_000))
    assert isinstance(planned.draft, Drive)
    assert planned.draft.legs == ((0, 5000),)
    assert planned.beyond is not None
    behind = plan(DOMAINS["drive fast"](off_road), (8000, 39_000))
    assert (behind.draft, behind.refusal) == (Drive(), None)
    assert behind.beyond is not None


def test_a_hull_stops_where_judge_or_ground_stop_it() -> None:
    """Nine inches off the road, twice that on it, and an inch from whoever stands in the way."""
    off_road = replace(STATE, terrain=STATE.terrain[:4])
    assert plan(DOMAINS["drive"](off_road), (40_000, 40_000)).used == 9000
    on_road = plan(BUILT["drive fast"], (70_000, 40_000))
    assert on_road.used > 9000
    assert on_road.refusal is None
    assert on_road.beyond is not None


def test_a_hull_reverses_straight_back() -> None:
    """Half its Advance at most, and to where the goal is abreast; what lies ahead is no way astern."""
    planned = plan(BUILT["drive"], (9000, 37_000), reverse=True)
    assert isinstance(planned.draft, Drive)
    assert (planned.draft.legs, planned.beyond) == (((0, -3000),), None)
    far = plan(BUILT["drive"], (2000, 40_000), reverse=True)
    assert isinstance(far.draft, Drive)
    assert abs(far.draft.legs[0][1] + 4500) <= 10
    assert far.beyond is not None
    ahead = plan(BUILT["drive"], (30_000, 40_000), reverse=True)
    assert (ahead.draft, ahead.beyond) == (Drive(), Refusal("that lies ahead, not astern"))


def test_a_hull_faces_at_the_end_as_its_turns_allow() -> None:
    """A turn on the spot after the last leg; one too many is left out and said to be."""
    off_road = replace(STATE, terrain=STATE.terrain[:4])
    planned = plan(DOMAINS["drive"](off_road), (16_000, 40_000), face=450)
    assert isinstance(planned.draft, Drive)
    assert planned.draft.legs == ((0, 4000), (-450, 0))
    assert planned.steps[0].bearing == 450
    twice = plan(DOMAINS["drive"](off_road), (15_000, 37_000), face=2700)
    assert twice.refusal is None
    assert twice.beyond is not None
    assert twice.steps[0].bearing == 450
    truck = plan(BUILT["drive a truck"], STATE.layout.point(movers(BUILT["drive a truck"])[0]), face=1800)
    assert isinstance(truck.draft, Drive)
    assert [turn for turn, _ in truck.draft.legs] == [715, 715] or sum(turn for turn, _ in truck.draft.legs) == 1430


def test_a_hull_comes_on_from_the_nearest_place_of_its_edge() -> None:
    """Facing inward; in a corner it moves over, at the very edge it drives until it is on the table."""
    planned = plan(BUILT["drive on"], (40_000, 42_500))
    assert planned.draft == Drive(((0, 5500),), (40_000, 48_000, 0))
    edge = plan(BUILT["drive on"], (40_000, 48_000))
    assert edge.refusal is None
    assert 1200 <= edge.used <= 1450
    corner = plan(BUILT["drive on"], (0, 44_000))
    assert isinstance(corner.draft, Drive)
    assert corner.refusal is None
    assert corner.draft.start is not None
    assert 550 <= corner.draft.start[0] <= 1000
    flank = plan(BUILT["drive on from the flank"], (5000, 30_000))
    assert flank.draft == Drive(((0, 5000),), (0, 30_000, 900))


def test_a_hull_that_must_reach_somebody_is_shown_how() -> None:
    """Dragged elsewhere, it drives over its target all the same, and says that this is what it may do."""
    planned = plan(BUILT["overrun"], (12_000, 46_000))
    assert planned.refusal is None
    assert planned.beyond is not None
    at_them = plan(BUILT["overrun"], (28_000, 38_700))
    assert at_them.refusal is None


def test_nobody_comes_on_astern() -> None:
    """Reversing is not asked for there."""
    assert plan(BUILT["drive on"], (40_000, 42_000), reverse=True) == plan(BUILT["drive on"], (40_000, 42_000))
