"""Marching and driving: what is checked, what is suggested, what is sampled."""

from copy import copy
from typing import Any

import pytest

from sandtable.dice.chance import Chance
from sandtable.geometry.kernel import ints
from sandtable.geometry.path_kernels import BARRED, FINE, KEEP_OFF
from sandtable.geometry.reach_kernels import APPEAR
from sandtable.geometry.way_kernels import stages
from sandtable.play.arrival import along, arrival
from sandtable.play.driving import Drive, Driven, Driving
from sandtable.play.marching import Marching
from sandtable.play.moves import Terms, Verdict
from sandtable.play.refusal import Refusal, Refused
from sandtable.play.walks import March, Walk
from sandtable.play.wire import to_json, to_plain
from sandtable.table.ground import ground
from sandtable.table.layout import Base, Layout
from sandtable.table.terrain import piece

WALL = piece("wall", ((20_000, 10_000), (20_000, 30_000)))


def explain(verdict: Verdict) -> Refusal:
    """The bare verdict as a refusal."""
    return Refusal(f"verdict {verdict[0]}", ("toy.move",))


def terms(layout: Layout, *, enemy: bool = False) -> Terms:
    """A table of 40 by 40 inches with a wall; the last figure is another unit."""
    field = ground((WALL,))
    count = len(layout.bodies)
    groups = ints([0] * (count - 1) + [1])
    return Terms(layout, field, 40_000, 40_000, ints([BARRED]), groups, ints([0, KEEP_OFF if enemy else 0]), 1000)


def squad(*places: tuple[int, int]) -> Layout:
    """Men at these places, and one of another unit far away."""
    layout = Layout.of([Base(height=1200, radius=500)] * (len(places) + 1))
    rows = [(figure, x, y, 0, 0) for figure, (x, y) in enumerate(places)]
    return layout.placed([*rows, (len(places), 35_000, 35_000, 0, 0)])


def marching(
    budget: int = 6000, places: tuple[tuple[int, int], ...] = ((10_000, 10_000), (11_500, 10_000)), **rest: Any
) -> Marching:
    """All moves of a little squad."""
    return Marching(terms(squad(*places), enemy=True), tuple(range(len(places))), budget, explain=explain, **rest)


def walks(*paths: list[list[int]]) -> dict[str, Any]:
    """An answer as it comes over a wire."""
    return {"walks": [{"figure": figure, "points": points} for figure, points in enumerate(paths)]}


def test_an_ordered_march_keeps_the_order_of_the_answer() -> None:
    """Figures that go one after another go as they are listed."""
    answer = walks([[10_000, 10_000], [12_000, 14_000]], [[11_500, 10_000], [13_500, 14_000]])
    backwards = {"walks": answer["walks"][::-1]}
    assert [walk.figure for walk in marching().check(backwards).walks] == [0, 1]
    assert [walk.figure for walk in marching(ordered=True).check(backwards).walks] == [1, 0]


def test_some_go_less_far_than_others_and_need_nothing_to_stay() -> None:
    """Six inches, and two less for the second."""
    domain = marching(less={1: 2000}, link=9000)
    far, near = [[11_500, 10_000], [11_500, 14_001]], [[11_500, 10_000], [11_500, 14_000]]
    domain.check(walks([[10_000, 10_000], [10_000, 15_999]], near))
    with pytest.raises(Refused, match="verdict 1"):
        domain.check(walks([[10_000, 10_000]], far))
    rooted = marching(less={1: 9000}, link=9000)
    rooted.check(walks([[10_000, 10_000], [10_000, 12_000]], [[11_500, 10_000]]))
    chance = Chance("less")
    for _ in range(20):
        made = domain.sample(chance)
        domain.check(to_plain(made))


def test_what_else_a_rulebook_asks_is_asked_of_every_march() -> None:
    """Of answers, of suggestions and of samples."""

    def eastward(made: March) -> Refusal | None:
        bad = any(walk.points[-1][0] < walk.points[0][0] for walk in made.walks)
        return Refusal("to the east!", ("toy.move",)) if bad else None

    domain = marching(also=eastward)
    with pytest.raises(Refused, match="east"):
        domain.check(walks([[10_000, 10_000], [9000, 10_000]], [[11_500, 10_000], [10_500, 10_000]]))
    assert domain.suggest((8000, 10_000)) is None
    assert domain.suggest((14_000, 10_000)) is not None
    chance = Chance("also")
    assert all(eastward(domain.sample(chance)) is None for _ in range(30))


def test_an_answer_is_the_exact_path_of_every_figure() -> None:
    """Plain data is accepted and becomes a march with figures in their order."""
    answer = walks([[10_000, 10_000], [12_000, 14_000]], [[11_500, 10_000], [13_500, 14_000]])
    march = marching().check({"walks": answer["walks"][::-1], "face": 900})
    assert [walk.figure for walk in march.walks] == [0, 1]
    assert march.face == 900


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (None, "not a march"),
        ({"walks": "x"}, "not a march"),
        ({"walks": [], "speed": 3}, "not a march"),
        (walks([[10_000, 10_000]]), "exactly one path"),
        ({"walks": [*walks([[10_000, 10_000]])["walks"] * 2]}, "exactly one path"),
        (walks([[10_000, 10_001], [9000, 9000]], [[11_500, 10_000]]), "does not start where it stands"),
        (walks([], [[11_500, 10_000]]), "a path has 1 to 40 points"),
        (walks([[10_000, 10_000]] * 41, [[11_500, 10_000]]), "a path has 1 to 40 points"),
        (walks([[10_000, 10_000], [10**9, 0]], [[11_500, 10_000]]), "far off the table"),
        ({**walks([[10_000, 10_000]], [[11_500, 10_000]]), "face": 3600}, "a bearing is 0 to 3599"),
        (walks([[10_000, 10_000], [16_001, 10_000]], [[11_500, 10_000]]), "verdict 1"),
        (walks([[10_000, 10_000], [10_000, 12_500]], [[11_500, 10_000]]), "verdict 6"),
    ],
)
def test_what_is_wrong_with_a_march_is_said(answer: object, why: str) -> None:
    """Shape, figures, start, length and the rules of the move."""
    with pytest.raises(Refused) as caught:
        marching().check(answer)
    assert why in str(caught.value)


def test_suggestions_samples_and_staying_are_legal() -> None:
    """Whatever the domain proposes passes its own check, through plain data too."""
    domain = marching()
    proposed = [domain.stay(), domain.shifted(1000, 1000), domain.suggest((13_000, 12_000))]
    proposed += [domain.sample(Chance(seed)) for seed in range(40)]
    for march in proposed:
        assert march is not None
        assert marching().check(march) == march
    assert domain.suggest((30_000, 30_000)) is None
    assert to_json(domain.describe())


def test_a_sample_is_not_checked_twice() -> None:
    """The very march that was sampled is accepted as it is."""
    domain = marching()
    march = domain.sample(Chance(1))
    assert domain.check(march) is march


def test_what_was_legal_is_looked_at_again_in_a_copy() -> None:
    """The very march that the original allows is too long for a copy that may go less far."""
    domain = marching()
    march = domain.shifted(0, 5000)
    assert domain.allows(march) and domain.allows(march)
    shorter = copy(domain)
    shorter.budget = 4000
    assert not shorter.allows(march)
    assert domain.allows(march)


def test_a_scattered_group_must_close_up_if_it_can() -> None:
    """Out of touch, the sample brings it together; staying apart is refused; too far apart it is let off."""
    apart = ((10_000, 10_000), (14_000, 10_000))
    domain = marching(places=apart)
    assert domain.must_close_up
    for seed in range(5):
        marching(places=apart).check(domain.sample(Chance(seed)))
    with pytest.raises(Refused, match="verdict 6"):
        domain.check(domain.stay())
    too_far = marching(budget=2000, places=((10_000, 10_000), (18_000, 10_000)))
    assert too_far.check(too_far.stay()) == too_far.stay()


def test_groups_come_on_from_a_line() -> None:
    """Every sample starts on the table's edge and ends within the budget; other starts are refused."""
    edge = ints([[0, 40_000, 40_000, 40_000]])
    off = Layout.of([Base(height=1200, radius=500)] * 4)
    domain = Marching(terms(off), (0, 1, 2), 6000, explain=explain, entry=edge, may_face=True)
    for seed in range(10):
        march = domain.sample(Chance(seed))
        Marching(terms(off), (0, 1, 2), 6000, explain=explain, entry=edge).check(march)
        assert all(walk.points[0][1] == 40_000 for walk in march.walks)
    with pytest.raises(Refused, match="line of entry"):
        domain.check(walks([[5000, 39_000]], [[6500, 39_000]], [[8000, 39_000]]))
    sides = ints([[10_000, 10_000, 12_000, 10_000], [12_000, 10_000, 12_000, 14_000]])
    out = Marching(terms(off), (0, 1, 2), 6000, explain=explain, entry=sides)
    assert len(out.check(out.sample(Chance(3))).walks) == 3
    closed = Marching(terms(off), (0, 1, 2), 400, explain=explain, entry=edge)
    assert closed.first_place() is None
    with pytest.raises(AssertionError):
        closed.sample(Chance(1))


def test_groups_are_set_up_in_a_zone() -> None:
    """Inside it, at one point each; outside it is refused."""
    zone = ints([[0, 0, 9000, 0], [9000, 0, 9000, 9000], [9000, 9000, 0, 9000], [0, 9000, 0, 0]])
    off = Layout.of([Base(height=1200, radius=500)] * 4)

    def setting_up(ring: Any = zone) -> Marching:
        return Marching(terms(off), (0, 1, 2), 10**6, explain=explain, zone=ring, manner=APPEAR)

    for seed in range(10):
        setting_up().check(setting_up().sample(Chance(seed)))
    with pytest.raises(Refused, match="verdict 2"):
        setting_up().check(walks([[12_000, 1000]], [[13_500, 1000]], [[15_000, 1000]]))
    with pytest.raises(Refused, match="at one point"):
        setting_up().check(walks([[1000, 1000], [2000, 1000]], [[3500, 1000]], [[5000, 1000]]))
    assert setting_up(zone[:0]).first_place() is not None
    tiny = zone // 20
    assert setting_up(tiny).first_place() is None


def test_figures_face_the_way_they_went_unless_told() -> None:
    """The last leg counts; who stays keeps his bearing."""
    layout = squad((10_000, 10_000), (11_500, 10_000))
    march = March((Walk(0, ((10_000, 10_000), (12_000, 10_000))), Walk(1, ((11_500, 10_000),))))
    hill = ground((piece("hill", ((11_000, 9000), (13_000, 9000), (13_000, 11_000), (11_000, 11_000)), height=1.5),))
    ends = arrival(march, layout, hill, ints([1]))
    assert ends.places == ((0, 12_000, 10_000, 900, 1500), (1, 11_500, 10_000, 0, 1500))
    assert ends.longest == 2000
    told = arrival(March(march.walks, 1800), layout, hill, ints([0]))
    assert [place[3:] for place in told.places] == [(1800, 0), (1800, 0)]
    bent = March((Walk(0, ((10_000, 10_000), (10_000, 13_000), (14_000, 13_000))), march.walks[1]))
    assert arrival(bent, layout, hill, ints([0])).longest == 7000


@pytest.mark.parametrize(
    ("share", "point", "leg"),
    [(0, (0, 0), 1), (1, (5000, 0), 1), (2, (10_000, 0), 1), (3, (10_000, 5000), 2), (4, (10_000, 10_000), 2)],
)
def test_a_path_can_be_followed_part_of_the_way(share: int, point: tuple[int, int], leg: int) -> None:
    """A quarter, half, three quarters of twenty inches with a bend."""
    assert along([(0, 0), (10_000, 0), (10_000, 10_000)], share, 4) == (point, leg)
    assert along([(7, 7)], 1, 2) == ((7, 7), 1)


def test_those_who_go_straight_are_followed_all_at_once() -> None:
    """To the thousandth where following each of them would find him, also backwards."""
    legs = [(0, 0, 10_000, 7), (5000, 9000, -1, 8999), (3, 3, 3, 3)]
    found = stages(ints(legs), 0, 3)
    for part in range(4):
        for place, (ax, ay, bx, by) in enumerate(legs):
            assert tuple(found[part, place]) == along([(ax, ay), (bx, by)], part, 3)[0]


def hull(**rest: Any) -> Driving:
    """All drives of a tank that may go six inches."""
    layout = Layout.of([Base(height=1900, length=4000, width=2000), Base(height=1200, radius=500)])
    placed = layout.placed([(0, 10_000, 20_000, 0, 0), (1, 10_000, 12_500, 0, 0)])

    def judge(driven: Driven) -> Refusal | None:
        far = sum(abs(distance) for _, distance in driven.drive.legs)
        return Refusal("too far") if far > 6000 else None

    def propose(chance: Chance) -> list[Drive]:
        return [Drive(((chance.randint(-900, 900), chance.randint(0, 9000)),)) for _ in range(4)]

    return Driving(terms(placed, enemy=True), 0, judge=judge, explain=explain, propose=propose, **rest)


def test_a_drive_is_judged_and_checked() -> None:
    """Legs as plain data become poses."""
    driven = hull().check({"legs": [[900, 3000], [0, -1000]]})
    assert driven.poses == ((10_000, 20_000, 0), (13_000, 20_000, 900), (12_000, 20_000, 900))
    for answer, why in (
        ({"legs": [[0, 9000]]}, "too far"),
        ({"legs": [[0, 5000], [900, 500], [-900, 500]]}, "verdict 4"),
        ({"legs": [[0]]}, "not a drive"),
        ({"legs": [[0, 1]] * 41}, "at most 40 legs"),
        ({"legs": [[0, 10**8]]}, "out of all proportion"),
        ({"legs": [], "start": [0, 0, 0]}, "starts where it stands"),
    ):
        with pytest.raises(Refused) as caught:
            hull().check(answer)
        assert why in str(caught.value)


def test_sampled_drives_are_legal() -> None:
    """Proposals are tried, and not moving is always possible."""
    for seed in range(20):
        domain = hull()
        drive = domain.sample(Chance(seed))
        assert hull().check(drive)
        assert domain.check(drive)
    assert to_json(hull().describe())


def test_hulls_come_on_from_a_line() -> None:
    """Straight in, far enough to stand on the table; elsewhere is refused."""
    domain = hull(entry=(0, 40_000, 40_000, 40_000))
    drive = domain.first_entry()
    assert drive is not None
    assert domain.check(drive).poses[-1][1] < 40_000
    assert domain.check(domain.sample(Chance(2)))
    for start, why in ((None, "say where"), ((5000, 30_000, 0), "line of entry"), ((5000, 40_000, 9999), "a bearing")):
        with pytest.raises(Refused, match=why):
            domain.check(Drive(((0, 3000),), start))
    assert domain.tried(drive)[1][0] == FINE


@pytest.mark.parametrize("men", [1, 2, 5, 9, 16])
def test_nobody_is_put_farther_from_a_goal_than_the_crowd_reaches(men: int) -> None:
    """Wherever the goal is, and beside a wall that leaves only some places."""
    places = tuple((4000 + 1500 * (man % 4), 4000 + 1500 * (man // 4)) for man in range(men))
    domain = marching(40_000, places)
    goals = ((19_000, 20_000), (10_000, 12_000), (600, 600), (12_000, 5000))
    ends = [(goal, march) for goal in goals if (march := domain.suggest(goal)) is not None]
    assert len(ends) > 1
    for (x, y), march in ends:
        off = [max(abs(walk.points[-1][0] - x), abs(walk.points[-1][1] - y)) for walk in march.walks]
        assert max(off) <= domain.crowd
