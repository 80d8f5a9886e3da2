"""Planning on a bare table: what dear ground costs, how a way is searched, and who has no room at all."""

import pytest

from sandtable.dice.chance import Chance
from sandtable.geometry.kernel import ints
from sandtable.geometry.path_kernels import KEEP_CLEAR, KEEP_OFF
from sandtable.geometry.reach_kernels import APPEAR
from sandtable.play.driving import Drive, Driven, Driving
from sandtable.play.marching import Marching
from sandtable.play.moves import Terms, Verdict
from sandtable.play.planned import farthest, towards, without_pauses
from sandtable.play.planning import ends, plan, reach
from sandtable.play.refusal import Refusal, Refused, refuse
from sandtable.play.walks import March
from sandtable.table.ground import ground
from sandtable.table.layout import Base, Layout
from sandtable.table.terrain import piece

BOG = piece("rough", ((12_000, 0), (16_000, 0), (16_000, 40_000), (12_000, 40_000)))
DOUBLE = 200


def explain(verdict: Verdict) -> Refusal:
    """The bare verdict as a refusal."""
    return Refusal(f"verdict {verdict[0]}")


def terms(layout: Layout, avoid: int = KEEP_OFF) -> Terms:
    """A table of 40 by 40 inches with a bog that costs double; the last figure is another unit."""
    groups = ints([0] * (len(layout.bodies) - 1) + [1])
    return Terms(layout, ground((BOG,)), 40_000, 40_000, ints([DOUBLE]), groups, ints([0, avoid]), 1000)


def pair(*, other: tuple[int, int] = (35_000, 35_000), avoid: int = KEEP_OFF, **rest: object) -> Marching:
    """Two men at (10, 10) and below, and somebody else."""
    layout = Layout.of([Base(height=1200, radius=500)] * 3)
    placed = layout.placed([(0, 10_000, 10_000, 0, 0), (1, 10_000, 11_500, 0, 0), (2, *other, 0, 0)])
    return Marching(terms(placed, avoid), (0, 1), 6000, explain=explain, **rest)  # type: ignore[arg-type]


def test_dear_ground_costs_more_and_is_told() -> None:
    """Two inches of grass and one of bog take four inches of a move; six take one to the middle of it."""
    planned = plan(pair(), (13_000, 10_000))
    assert (planned.slow, planned.beyond) == ((0,), None)
    assert 4000 <= planned.used <= 4002  # crossings are rounded up
    far = plan(pair(), (20_000, 10_000))
    assert abs(far.steps[0].path[-1][0] - 14_000) <= 10
    assert far.slow == (0,)
    assert plan(pair(), (10_000, 8000)).slow == ()


def test_places_to_pass_but_not_to_stop_at_are_passed() -> None:
    """Friends in the middle of the way: beyond them one may stop, on them one may not."""
    friends = pair(other=(10_000, 7600), avoid=KEEP_CLEAR)
    beyond = plan(friends, (10_000, 4000))
    assert (beyond.beyond, beyond.steps[0].path[-1]) == (None, (10_000, 4000))
    enemies = plan(pair(other=(10_000, 7600)), (10_000, 4000))
    assert enemies.beyond is not None
    assert enemies.beyond.why == "verdict 4"
    assert abs(enemies.steps[0].path[-1][1] - 9600) <= 10


def test_a_split_pair_that_can_only_just_close_up_does_so() -> None:
    """The second man gets to the first only if that one stays where he is."""
    layout = Layout.of([Base(height=1200, radius=500)] * 3)
    apart = layout.placed([(0, 10_000, 10_000, 0, 0), (1, 10_000, 17_200, 0, 0), (2, 35_000, 35_000, 0, 0)])
    domain = Marching(terms(apart), (0, 1), 6000, explain=explain)
    assert domain.must_close_up
    planned = plan(domain, (10_000, 4000))
    assert planned.refusal is None
    assert planned.beyond is not None
    assert planned.steps[0].path[-1] == (10_000, 10_000)
    assert planned.steps[1].used > 5000


def test_who_may_not_move_has_nowhere_to_go() -> None:
    """A gun too heavy to be moved by hand: no outline, and a plan that stays and says why."""
    layout = Layout.of([Base(height=1200, radius=500)] * 2).placed(
        [(0, 10_000, 10_000, 0, 0), (1, 35_000, 35_000, 0, 0)]
    )
    domain = Marching(terms(layout), (0,), 0, explain=explain, may_face=True)
    assert reach(domain) == ((), (0,))
    planned = plan(domain, (12_000, 10_000), face=900)
    assert planned.draft == March(domain.stay().walks, 900)
    assert planned.beyond == Refusal("verdict 1")


def test_ends_and_steps_of_a_draft_agree() -> None:
    """On a table without hills everybody stands on the ground."""
    planned = plan(pair(), (11_000, 9000))
    layout = ends(pair(), planned.draft)
    assert layout.bodies[:2, :3].tolist() == [[11_000, 9000, 450], [11_000, 10_500, 450]]
    assert [step.bearing for step in planned.steps] == [450, 450]


def test_a_zone_with_no_room_is_refused() -> None:
    """Nobody fits into a square of half an inch: the plan says why, and is not legal."""
    corners = [(1000, 1000), (1500, 1000), (1500, 1500), (1000, 1500)]
    zone = ints([[*a, *b] for a, b in zip(corners, corners[1:] + corners[:1], strict=True)])
    off = Layout.of([Base(height=1200, radius=500)] * 3)
    domain = Marching(terms(off), (0, 1), 10**6, explain=explain, zone=zone, manner=APPEAR)
    planned = plan(domain, (1200, 1200))
    assert planned.refusal == Refusal("verdict 2")
    assert planned.beyond == planned.refusal
    assert [len(step.path) for step in planned.steps] == [1, 1]


def test_an_edge_with_no_room_is_refused() -> None:
    """A budget too small to get onto the table."""
    off = Layout.of([Base(height=1200, radius=500)] * 3)
    domain = Marching(terms(off), (0, 1), 300, explain=explain, entry=ints([[0, 40_000, 40_000, 40_000]]))
    planned = plan(domain, (20_000, 39_000))
    assert planned.refusal is not None
    assert isinstance(planned.draft, March)
    assert planned.steps[0].path[0] == (20_000, 40_000)


def hull(*, legal: bool = True, **rest: object) -> Driving:
    """A hull that may go six inches, or nowhere at all."""
    layout = Layout.of([Base(height=1900, length=4000, width=2000), Base(height=1200, radius=500)])
    placed = layout.placed([(0, 20_000, 20_000, 0, 0), (1, 35_000, 35_000, 0, 0)])

    def judge(driven: Driven) -> Refusal | None:
        far = sum(abs(distance) for _, distance in driven.drive.legs)
        return None if legal and far <= 6000 else Refusal("no")

    return Driving(terms(placed), 0, judge=judge, explain=explain, propose=lambda _: (), budget=6000, **rest)  # type: ignore[arg-type]


def test_a_hull_that_may_do_nothing_is_refused_with_its_reason() -> None:
    """The draft is what was wanted."""
    planned = plan(hull(legal=False), (20_000, 10_000), face=900)
    assert (planned.refusal, planned.beyond) == (Refusal("no"), Refusal("no"))
    back = plan(hull(legal=False), (20_000, 30_000), reverse=True)
    assert back.refusal == Refusal("no")
    assert reach(hull(legal=False)) == (((20_000, 20_000),), (6000,))
    assert hull().sample(Chance(1)) == Drive()


def test_a_hull_on_level_ground_stands_on_it() -> None:
    """Where the book names no ground that is stood on."""
    planned = plan(hull(), (20_000, 15_000))
    assert planned.draft == Drive(((0, 5000),))
    assert ends(hull(), planned.draft).bodies[0, :3].tolist() == [20_000, 15_000, 0]
    with pytest.raises(Refused, match="no"):
        ends(hull(), Drive(((0, 9000),)))


class Upto:
    """A domain of numbers: those up to so many, but for some."""

    def __init__(self, most: int, *gaps: range) -> None:
        self.most = most
        self.gaps = gaps

    def check(self, answer: object) -> int:
        assert isinstance(answer, int)
        if answer > self.most or any(answer in gap for gap in self.gaps):
            raise refuse("no")
        return answer

    def sample(self, chance: Chance) -> object:
        return chance.randint(0, self.most)

    def forced(self) -> None:
        return

    def options(self) -> None:
        return

    def describe(self) -> object:
        return None


@pytest.mark.parametrize(
    ("domain", "far", "found"),
    [
        (Upto(10_000), 6000, 6000),
        (Upto(4321), 6000, 4321),
        (Upto(6000, range(3000, 5000)), 6000, 6000),
        (Upto(6000, range(3000, 6001)), 6000, 2999),
        (Upto(-1), 6000, None),
        (Upto(100), 0, 0),
    ],
)
def test_the_farthest_is_found_to_a_hundredth_of_an_inch(domain: Upto, far: int, found: int | None) -> None:
    """From the far end on, over gaps in between."""
    best = farthest(domain, far, lambda distance: distance)  # type: ignore[arg-type]
    if found is None:
        assert best is None
    else:
        assert best is not None
        assert found - 10 <= best[0] <= found
        assert best[0] == best[1]


def test_ways_are_rounded_towards_their_start_and_have_no_pauses() -> None:
    """Nobody gets farther than he may, and nobody goes to where he is."""
    assert towards((0, 0), (-10, -10), 7) == (-5, -5)
    assert towards((0, 0), (3, 4), 99) == (3, 4)
    assert towards((5, 5), (5, 5), 0) == (5, 5)
    assert without_pauses([(1, 1), (1, 1), (2, 2), (1, 1)]) == ((1, 1), (2, 2), (1, 1))


def stands(second: int = 7600, **rest: object) -> Marching:
    """Two stands that face up the table, and somebody else; each is turned by itself."""
    layout = Layout.of([Base(height=750, length=1250, width=2000)] * 3)
    placed = layout.placed([(0, 5000, 10_000, 0, 0), (1, second, 10_000, 0, 0), (2, 35_000, 35_000, 0, 0)])
    return Marching(terms(placed), (0, 1), 6000, explain=explain, turns=True, may_face=True, **rest)  # type: ignore[arg-type]


def test_one_of_a_group_is_turned_and_stays_turned() -> None:
    """What one figure is told is kept while others are moved and turned; a page knows that it may ask for that."""
    domain = stands(link=6000)
    assert domain.describe().turns
    assert not pair().describe().turns
    group = plan(domain, (5000, 8000), face=0)
    one = plan(domain, (7600, 8000), figure=1, face=150, draft=group.draft)
    assert [step.bearing for step in one.steps] == [0, 150]
    other = plan(domain, (4500, 7000), figure=0, draft=one.draft)
    assert [step.bearing for step in other.steps] == [0, 150]
    assert [step.path[-1] for step in other.steps] == [(4500, 7000), (7600, 8000)]
    assert domain.check(other.draft) == other.draft
    assert [step.bearing for step in plan(domain, (5000, 7000), face=3450, draft=other.draft).steps] == [3450, 3450]


def test_who_has_no_room_to_turn_faces_as_before() -> None:
    """A tenth of an inch between two stands: one degree is fine, an eighth of a turn is not."""
    domain = stands(second=7100)
    before = plan(domain, (7100, 10_000), figure=1, face=10)
    assert before.beyond is None
    cramped = plan(domain, (7100, 10_000), figure=1, face=450, draft=before.draft)
    assert (cramped.refusal, cramped.beyond) == (None, Refusal("verdict 5"))
    assert [step.bearing for step in cramped.steps] == [0, 10]


def test_a_turret_is_turned_by_itself_and_goes_along() -> None:
    """It is told of one figure, kept when others or all of them go, and refused where there are none."""
    domain = stands(link=6000)
    made = plan(domain, (7600, 9000), figure=1, turret=900)
    assert [(step.bearing, step.turret) for step in made.steps] == [(0, None), (0, 900)]
    for figure in (0, None):
        kept = plan(domain, (5000, 8000), figure=figure, draft=made.draft)
        assert [step.turret for step in kept.steps] == [None, 900]
    with pytest.raises(Refused, match="a bearing is 0 to 3599"):
        plan(domain, (5000, 9000), figure=1, turret=3600)
    with pytest.raises(Refused, match="one by one"):
        plan(domain, (5000, 9000), turret=900)
    for rigid in (pair(), hull()):
        with pytest.raises(Refused, match="turrets are not turned here"):
            plan(rigid, (10_000, 9000), figure=0, turret=900)


def test_who_is_set_up_elsewhere_stands_as_he_did() -> None:
    """A group that is set up keeps the faces of its draft when it is dragged on, until it is told another."""
    corners = [(1000, 1000), (20_000, 1000), (20_000, 20_000), (1000, 20_000)]
    zone = ints([[*a, *b] for a, b in zip(corners, corners[1:] + corners[:1], strict=True)])
    domain = stands(link=6000, zone=zone, manner=APPEAR, faces=1800)
    first = plan(domain, (8000, 8000))
    assert [step.bearing for step in first.steps] == [1800, 1800]
    one = plan(domain, first.steps[1].path[-1], figure=1, face=1650, draft=first.draft)
    on = plan(domain, (9000, 9000), draft=one.draft)
    assert (on.steps[0].path, [step.bearing for step in on.steps]) == (((9000, 9000),), [1800, 1650])
    assert [step.bearing for step in plan(domain, (9000, 9000), face=0, draft=on.draft).steps] == [0, 0]
