"""Leaders: who helps whom, once an Initiative; suppression shifted; a new Platoon Leader."""

import msgspec
import pytest

from sandtable.play.script import Play
from sandtable.rulesets.fraley.basics.teams import acting, between, leader_of, suppression_penalty
from sandtable.rulesets.fraley.leaders import leaders
from sandtable.rulesets.fraley.state import Battle
from tests.clause import clause

from .kit import Scene, german, us


def company(**options: object) -> Scene:
    """A rifle platoon's PL with two Rifle Teams and an LMG beside him, the CC farther off, and Shermans."""
    return Scene(
        us(
            "us.rifle-platoon",
            (20, 20),
            name="Able",
            pick=("PL", "Rifle Team", "Rifle Team", "LMG Team"),
            spots=((23, 20), (30, 20), (20, 23)),
        ),
        us("us.cc", (40, 20), name="Captain"),
        us("us.sherman-platoon", (50, 20), name="Shermans", men=2),
        german("de.grenadier-platoon", (20, 5), name="Berta"),
        **options,  # type: ignore[arg-type]
    )


def nearer_cc(scene: Scene, x: float, y: float) -> Scene:
    """The same with the CC somewhere else."""
    place = (scene.row("Captain"), round(x * 1000), round(y * 1000), 0, 0)
    scene.state = msgspec.structs.replace(scene.state, layout=scene.state.layout.placed([place]))
    return scene


@clause("fraley.leader.pl-cc", "fraley.leader.once-per-initiative")
def test_a_pl_commands_his_unit_and_the_cc_everybody() -> None:
    """A PL on foot helps his own Teams, the CC all; nobody helps himself, and a PL in a tank helps nobody."""
    scene = company()
    pl, cc = scene.row("Able"), scene.row("Captain")
    assert leader_of(scene.state, scene.number("Able")) == pl
    assert leaders.able_leaders(scene.state, scene.row("Able", 1)) == [pl, cc]
    assert leaders.able_leaders(scene.state, pl) == [cc]
    assert leaders.able_leaders(scene.state, cc) == []
    assert scene.team("Shermans").leader
    assert leaders.able_leaders(scene.state, scene.row("Shermans", 1)) == [cc]
    assert len(scene.unit("Able").men) == 4  # the PL counts


@clause("fraley.leader.once-per-initiative")
def test_a_leader_helps_once_an_initiative() -> None:
    """Spent in this Initiative he is not able, in the next he is again; suppressed he is, too."""
    scene = company()
    pl, cc = scene.row("Able"), scene.row("Captain")
    scene.change("Able", 0, marks=1)
    scene.call(leaders.spend, pl, "directs fire", "fraley.leader.direct-fire")
    assert scene.unit("Able").used == 3
    assert leaders.able_leaders(scene.state, scene.row("Able", 1)) == [cc]
    scene.state = msgspec.structs.replace(scene.state, initiative=4)
    assert leaders.able_leaders(scene.state, scene.row("Able", 1)) == [pl, cc]


@pytest.mark.parametrize(("shares", "able"), [(True, 1), (False, 2)])
@clause("fraley.leader.once-per-initiative")
def test_a_reroll_may_spend_the_cc(shares: bool, able: int) -> None:
    """A reroll that he granted in this Initiative is his one use, unless the switch gives it a limit of its own."""
    scene = company(cc_reroll_shares_use=shares).change("Captain", rerolled=3)
    assert len(leaders.able_leaders(scene.state, scene.row("Able", 1))) == able


@clause("fraley.fo.units", "fraley.fo.no-cohesion")
def test_an_observer_acts_with_his_battery_and_counts_for_nothing_else() -> None:
    """He is among those who act and is under its PL, but not among its Teams: shares of suppression leave him out."""
    scene = Scene(us("us.mortar-platoon", (20, 40), name="Mortars", fo=(60, 20)), quiet=True)
    number, watcher = scene.number("Mortars"), scene.row("Mortars FO")
    assert acting(scene.state, number) == (*scene.unit("Mortars").men, watcher)
    assert watcher not in scene.unit("Mortars").men
    assert leaders.able_leaders(scene.state, watcher) == [scene.row("Mortars")]
    scene.change("Mortars", 1, marks=1)
    assert suppression_penalty(scene.unit("Mortars"), scene.state) == 0  # one of five; of six it would be as little
    scene.change("Mortars", 2, marks=1)
    assert suppression_penalty(scene.unit("Mortars"), scene.state) == 1


# ---- shifting suppression


def offered(scene: Scene) -> list[str]:
    """What the US leaders could do now."""
    return list(leaders.offers(scene.state, 0))


@clause("fraley.leader.shift-suppression")
def test_a_marker_goes_from_a_team_near_the_leader_to_any_of_its_unit() -> None:
    """The LMG within two inches of the PL is suppressed; a Rifle Team ten inches away takes its marker."""
    scene = company().change("Able", 3, marks=1)
    lmg, far = scene.row("Able", 3), scene.row("Able", 2)
    assert offered(scene) == [f"shift:m{lmg}"]
    scene.call(leaders.use, 0, f"shift:m{lmg}", shift_to=f"m{far}")
    assert scene.marks("Able") == [0, 0, 1, 0]
    assert scene.unit("Able").used == 3
    assert offered(scene) == []  # he has done so, and nobody is near the other


@clause("fraley.leader.shift-suppression")
def test_only_one_marker_and_not_from_afar() -> None:
    """Two inches are near enough, a hair more is not; of two markers one goes."""
    scene = company().change("Able", 2, marks=1)
    assert offered(scene) == []
    scene = company()
    scene.state = msgspec.structs.replace(
        scene.state, layout=scene.state.layout.placed([(scene.row("Able", 2), 20_000, 23_125, 0, 0)])
    )
    scene.change("Able", 2, marks=1)
    gap = between(scene.state, scene.row("Able"), scene.row("Able", 2))
    assert gap == 2000
    assert offered(scene) == [f"shift:m{scene.row('Able', 2)}"]
    scene.state = msgspec.structs.replace(
        scene.state, layout=scene.state.layout.placed([(scene.row("Able", 2), 20_000, 23_126, 0, 0)])
    )
    assert offered(scene) == []


@clause("fraley.leader.shift-suppression")
def test_a_second_marker_only_where_all_are_suppressed() -> None:
    """With one Team free only that one can take a marker; with all suppressed any that has one."""
    scene = company()
    for man in (1, 2, 3):
        scene.change("Able", man, marks=1)
    assert leaders.receivers(scene.state, scene.row("Able", 3)) == [scene.row("Able", 0)]
    scene.change("Able", 0, marks=2)
    assert leaders.receivers(scene.state, scene.row("Able", 3)) == [scene.row("Able", 1), scene.row("Able", 2)]
    scene.change("Able", 1, marks=2).change("Able", 2, marks=2)
    assert f"shift:m{scene.row('Able', 3)}" not in offered(scene)


@clause("fraley.leader.shift-suppression")
def test_the_cc_does_it_where_the_pl_cannot() -> None:
    """Beside a Sherman whose fellow is suppressed the CC moves the marker; the PL in the tank could not."""
    scene = company().change("Shermans", 1, marks=1)
    assert offered(scene) == []
    x, y = scene.point("Shermans", 1)
    nearer_cc(scene, x + 2, y)
    scene.call(leaders.use, 0, f"shift:m{scene.row('Shermans', 1)}")
    assert scene.marks("Shermans") == [1, 0]
    assert scene.unit("Captain").used == 3


# ---- a new Platoon Leader


def leaderless() -> Scene:
    """The platoon without its PL, the CC at its LMG."""
    scene = company()
    men = scene.unit("Able").men[1:]
    return nearer_cc(scene.change("Able", men=men, used=3), 20, 25.5)


@clause("fraley.cc.appoint-pl")
def test_the_cc_appoints_a_team_within_two_inches() -> None:
    """The LMG Team becomes the PL's stand with a Rifle and keeps its marker; it is no use of the CC's ability."""
    scene = leaderless().change("Able", 2, marks=1)
    lmg = scene.row("Able", 2)
    key = f"appoint:m{lmg}"
    assert [one for one in offered(scene) if one.startswith("appoint")] == [key]
    scene.call(leaders.use, 0, key)
    team = scene.state.figures[lmg]
    assert (team.kind, team.weapons, team.role, team.leader, team.marks) == ("infantry", ("rifle",), "PL", True, 1)
    assert scene.unit("Able").men[0] == lmg == leader_of(scene.state, scene.number("Able"))
    assert (scene.unit("Captain").appointed, scene.unit("Captain").used) == (3, 0)
    assert leaders.able_leaders(scene.state, scene.row("Able", 1)) == [lmg, scene.row("Captain")]


@clause("fraley.cc.appoint-pl")
def test_he_appoints_once_an_initiative_and_only_where_the_pl_is_dead() -> None:
    """Nothing is offered while the PL lives, nor a second time in an Initiative, nor three inches away."""
    assert offered(nearer_cc(company(), 20, 25.5)) == []
    assert offered(leaderless().change("Captain", appointed=3)) == []
    assert offered(leaderless().change("Captain", appointed=2)) != []
    assert offered(nearer_cc(leaderless(), 20, 28)) == []


@clause("fraley.cc.appoint-pl")
def test_a_tank_that_is_appointed_keeps_its_vehicle() -> None:
    """A Sherman becomes the PL's and stays a Sherman."""
    scene = company()
    scene.change("Shermans", men=scene.unit("Shermans").men[1:])
    x, y = scene.point("Shermans")
    nearer_cc(scene, x + 2, y)
    before = scene.team("Shermans")
    scene.call(leaders.use, 0, f"appoint:m{scene.row('Shermans')}")
    after = scene.team("Shermans")
    assert after.leader
    assert (after.vehicle, after.weapons, after.kind) == (before.vehicle, before.weapons, "tank")


def test_random_leaders_stay_within_the_rules() -> None:
    """Whatever is offered can be done, and there is an end to it."""

    async def everything(play: Play[Battle]) -> int:
        count = 0
        while found := leaders.offers(play.state, 0):
            await leaders.use(play, 0, list(found)[-1])
            count += 1
        return count

    scene = leaderless().change("Able", 2, marks=1)
    assert scene.call(everything) == 2  # appointed, and its marker shifted by the CC
