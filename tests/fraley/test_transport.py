"""Carrying troops and towing guns, where the table plays it."""

from typing import Any

import msgspec
import pytest

from sandtable.play.decision import Decision
from sandtable.play.scenario import Enlisted, Force
from sandtable.rulesets.fraley.basics.teams import acting, afoot, between, commander, standing
from sandtable.rulesets.fraley.fire.shooting import ready
from sandtable.rulesets.fraley.harm import losses
from sandtable.rulesets.fraley.machines import transport
from sandtable.rulesets.fraley.machines.transport import (
    beside,
    carried,
    dismount,
    has_room,
    may_mount,
    mount,
    passengers_lost,
)
from sandtable.rulesets.fraley.melee.close_combat import Party, members
from sandtable.rulesets.fraley.move.cohesion import in_cohesion
from sandtable.rulesets.fraley.move.exits import may_leave
from sandtable.rulesets.fraley.move.movement import move, run
from sandtable.rulesets.fraley.nerve.company import company_check
from sandtable.rulesets.fraley.options import Options
from sandtable.rulesets.fraley.setup.forces import recruit
from sandtable.rulesets.fraley.setup.set_up import set_up_battle
from sandtable.rulesets.fraley.state import Battle, Mission, Team
from sandtable.rulesets.fraley.turn.actions import SUCCESS, refusals
from sandtable.rulesets.fraley.turn.activation import eligible
from sandtable.rulesets.fraley.turn.morale import shaken
from sandtable.rulesets.library import scenario_in
from sandtable.table.data import DataError
from tests.clause import clause

from .kit import Scene, because, german, keys, shift, us

CLAUSE = "fraley.gap.transport"
STAND = 0.45 + 2 + 1  # from the middle of a truck to that of a stand beside it that is two inches off


def team(arm: str) -> Team:
    """A Team with a weapon, or a vehicle."""
    made = recruit(arm)
    return Team(0, made.role, made.kind, made.weapons, made.vehicle)


def roadside(*more: Any, away: float = STAND, men: int = 3, riding: int = 0, **options: Any) -> Scene:
    """A truck that looks north, three riflemen beside it, so many of whom ride already."""
    spots = tuple((30.0 + away, 20.0 + 2 * step) for step in range(1, men))
    able = us(
        "us.rifle-platoon",
        (30 + away, 20),
        name="Able",
        pick=("Rifle Team",) * men,
        spots=spots,
        teams={place: {"aboard": men} for place in range(riding)},
    )
    truck = us("us.truck-section", (30, 20), name="Truck", men=1)
    played = {"transport": True, **options}
    scene = Scene(able, truck, *more, quiet=True, **played)
    gone = scene.state.layout.without(range(riding))
    place = "aboard" if riding == men else "table"
    scene.state = msgspec.structs.replace(scene.state, layout=gone)
    return scene.change("Able", place=place)


# ---- room


@clause("fraley.gap.transport", "fraley.gap.soft-skinned", "fraley.gap.other-armor")
@pytest.mark.parametrize(
    ("load", "fits"),
    [
        (["rifle"] * 3, True),
        (["rifle", "lmg", "mortar-81"], True),
        (["rifle"] * 4, False),
        (["pak40"], True),
        (["pak40", "rifle"], True),
        (["pak40", "rifle", "rifle"], False),
        (["pak40", "57mm"], False),
        (["jeep"], False),
    ],
)
def test_what_a_truck_takes(load: list[str], fits: bool) -> None:
    """Three Infantry or portable Gun Teams, or one of them and a gun in tow; no vehicles."""
    assert has_room(3, [team(arm) for arm in load]) == fits
    assert not has_room(0, [team("rifle")])


# ---- getting in


@clause("fraley.gap.transport")
def test_a_team_within_two_inches_may_mount() -> None:
    """Not one a thousandth farther, not an enemy's truck, not where the table does not play it."""
    scene = roadside()
    truck = scene.row("Truck")
    assert may_mount(scene.state, 0)[truck][0] == 0
    assert truck not in may_mount(roadside(away=STAND + 0.001, men=1).state, 0)
    assert may_mount(roadside(transport=False).state, 0) == {}
    foreign = german("de.truck-section", (30 + 2 * STAND, 20), name="Opel", men=1)
    assert list(may_mount(roadside(foreign).state, 0)) == [truck]
    assert not Options().transport


@clause("fraley.gap.transport")
def test_teams_mount_instead_of_moving() -> None:
    """Whoever mounts is off the table and has moved; when all ride, so does the Unit."""
    scene = roadside()
    able = may_mount(scene.state, 0)[scene.row("Truck")]
    assert scene.call(mount, "Able", mount=keys("m0")) == (0,)
    assert able[0] == 0
    rider = scene.team("Able")
    assert (rider.aboard, rider.moved) == (scene.row("Truck"), True)
    assert not scene.state.layout.on_table(0)
    assert (scene.unit("Able").place, afoot(scene.state, 0)) == ("table", (1, 2))
    assert carried(scene.state, scene.row("Truck")) == [0]
    assert scene.event("got in").because == (CLAUSE,)
    alone = roadside(men=1)
    alone.call(mount, "Able", mount=keys("m0"))
    assert alone.unit("Able").place == "aboard"


@clause("fraley.gap.transport")
def test_nobody_need_mount() -> None:
    """By default nobody does."""
    scene = roadside()
    assert scene.call(mount, "Able") == ()
    assert scene.told() == []
    far = roadside(away=20)
    assert far.call(mount, "Able") == ()
    assert far.kinds_asked() == []


@clause("fraley.gap.transport")
def test_a_full_truck_takes_no_more() -> None:
    """Four Teams beside it are one too many."""
    spots = ((27.0, 20.0), (32.0, 22.0), (28.0, 22.0))
    able = us("us.rifle-platoon", (32.5, 20), name="Able", pick=("Rifle Team",) * 4, spots=spots)
    scene = Scene(able, us("us.truck-section", (30, 20), name="Truck", men=1), quiet=True, transport=True)
    decision = scene.call(mount, "Able", mount=keys("m0", "m1", "m2"))
    assert decision == (0, 1, 2)
    assert because(scene.decision("mount"), ["m0", "m1", "m2", "m3"]) == (CLAUSE,)
    assert may_mount(scene.state, 0) == {}


# ---- getting out


@clause("fraley.gap.transport")
def test_teams_dismount_within_two_inches() -> None:
    """As their whole Move; the Unit is on the table again."""
    scene = roadside(riding=3)
    assert scene.unit("Able").place == "aboard"
    assert scene.call(dismount, "Able") == (0, 1, 2)
    assert scene.unit("Able").on_table
    truck = scene.row("Truck")
    for man in scene.unit("Able").men:
        out = scene.state.figures[man]
        assert (out.aboard, out.moved, out.marks) == (-1, True, 0)
        assert between(scene.state, man, truck) <= 2000
    some = roadside(riding=3)
    assert some.call(dismount, "Able", dismount=keys("m1")) == (1,)
    assert afoot(some.state, 0) == (1,)
    assert carried(some.state, 3) == [0, 2]


@clause("fraley.gap.transport")
def test_nobody_gets_out_farther_than_two_inches() -> None:
    """Exactly two is allowed, a thousandth more is not."""
    scene = roadside(riding=1, men=1)
    domain = beside(scene.state, scene.row("Truck"), (0,))
    asked: Decision[Any] = Decision(0, "get out", domain, prompt="", because=())

    def at(x: float) -> object:
        return {"walks": [{"figure": 0, "points": [[round(x * 1000), 20_000]]}]}

    domain.check(at(30 + STAND))
    assert because(asked, at(30 + STAND + 0.001)) == (CLAUSE,)


@clause("fraley.gap.transport")
def test_nobody_dismounts_where_nobody_rides() -> None:
    """Nothing is asked."""
    scene = roadside()
    assert scene.call(dismount, "Able") == ()
    assert scene.kinds_asked() == []


# ---- the end of a vehicle


@clause("fraley.gap.transport")
def test_passengers_of_a_destroyed_vehicle_save_on_five(monkeypatch: pytest.MonkeyPatch) -> None:
    """4 is dead; 5 and 6 stand beside the wreck, suppressed."""
    dead: list[Any] = []

    async def lose(_: object, figures: Any, *clauses: str, why: str = "") -> None:
        dead.append((tuple(figures), clauses, why))

    monkeypatch.setattr(transport, "lose", lose)
    scene = roadside(riding=3)
    scene.call(passengers_lost, [scene.row("Truck")], dice=[4, 5, 6])
    assert dead == [((0,), (CLAUSE,), "in Truck's Truck (PL)")]
    assert [scene.team("Able", man).marks for man in range(3)] == [0, 1, 1]
    assert [scene.state.layout.on_table(man) for man in range(3)] == [False, True, True]
    assert [scene.team("Able", man).aboard for man in range(3)] == [3, -1, -1]
    assert scene.unit("Able").on_table
    assert scene.throws()[0].needs == "5+"


@clause("fraley.gap.transport")
def test_an_empty_vehicle_takes_nobody_with_it() -> None:
    """No dice."""
    scene = roadside()
    scene.call(passengers_lost, [scene.row("Truck")])
    assert scene.told() == []


@clause("fraley.gap.transport", "fraley.gap.scenario-breakthrough")
def test_passengers_leave_with_their_vehicle() -> None:
    """A truck that leaves by the far edge takes out who rides in it."""
    scene = roadside(riding=3, mission=Mission("breakthrough"))
    moved = scene.state.layout.placed([(3, 72_000 - 1200, 20_000, 900, 0)])
    scene.state = msgspec.structs.replace(scene.state, layout=moved, edges=("west", "east"))
    scene.call(may_leave, "Truck")
    assert [scene.unit(name).place for name in ("Truck", "Able")] == ["exited", "exited"]
    assert scene.unit("Able").left == 3


# ---- in a Move


@clause("fraley.gap.transport", "fraley.activation.once")
def test_a_unit_that_rides_is_activated_and_may_only_get_out() -> None:
    """It is eligible; all but orders to move are barred, and none of its Teams goes any farther."""
    scene = roadside(german("de.mg-platoon", (30, 5), name="Berta"), riding=3)
    assert scene.number("Able") in eligible(scene.state, 0)
    barred = refusals(scene.state, 0, passed=True)
    assert [key for key in SUCCESS if key not in barred] == ["fire-and-move", "move-and-fire", "run"]
    assert barred["dig-in"].because == (CLAUSE,)
    scene.call(move, "Able")
    assert scene.kinds_asked() == ["dismount", "get out"]
    assert scene.unit("Able").on_table
    assert scene.unit("Able").went
    assert all(scene.team("Able", man).moved for man in range(3))


@clause("fraley.gap.transport")
def test_whoever_got_out_does_not_get_in_again_in_the_same_move() -> None:
    """But may with the second Move of a Run; one that got in is not asked to march."""
    scene = roadside(riding=3)
    scene.call(move, "Able")
    assert "mount" not in scene.kinds_asked()
    scene = roadside(riding=1, men=1)
    scene.call(run, "Able", mount=keys("m0"))
    assert scene.kinds_asked() == ["dismount", "get out", "mount"]
    assert scene.unit("Able").place == "aboard"
    scene = roadside()
    scene.call(move, "Able", mount=keys("m0"), move=shift(1, 0))
    asked: Any = scene.decision("move").domain
    assert asked.movers == (1, 2)


@clause("fraley.gap.transport")
def test_riders_go_with_their_vehicle() -> None:
    """The truck drives off; they get out where it has come to."""
    scene = roadside(riding=3)
    scene.call(move, "Truck", move=shift(0, -8))
    assert scene.point("Truck") == (30, 12)
    scene.call(move, "Able")
    assert all(between(scene.state, man, scene.row("Truck")) <= 2000 for man in scene.unit("Able").men)


@clause("fraley.gap.transport")
def test_riders_do_nothing_and_are_no_targets() -> None:
    """One rides, two are beside the truck: two fire, two are seen, two count for cohesion; three count for morale."""
    berta = german("de.mg-platoon", (30, 8), name="Berta", pick=("PL", "HMG Team"), bearing=180)
    scene = roadside(berta, riding=1)
    assert acting(scene.state, 0) == ready(scene.state, 0, "fire") == (1, 2)
    assert in_cohesion(scene.state, 0) == [1, 2]
    assert members(scene.state, Party(0)) == (1, 2)
    assert [man for man in standing(scene.state) if man < 3] == [1, 2]
    scene.change("Able", lost=1, strength=6)
    assert not shaken(scene.state, 0)
    scene.change("Able", strength=7)
    assert shaken(scene.state, 0)


@clause("fraley.gap.transport")
def test_a_unit_rides_as_a_whole_once_those_on_foot_are_gone() -> None:
    """Two are lost, and the third is in the truck: the Unit is no target, but not destroyed either."""
    scene = roadside(riding=1)
    scene.call(losses.lose, (1, 2), "fraley.save.removed")
    assert scene.unit("Able").place == "aboard"
    assert scene.unit("Able").men == (0,)


@clause("fraley.gap.transport", "fraley.company.no-cc")
def test_a_cc_in_a_vehicle_is_on_the_table() -> None:
    """He takes the company check; he helps nobody meanwhile."""
    scene = roadside(us("us.cc", (30, 30), name="Harlan", each={"aboard": 3}, fields={"place": "aboard"}))
    scene.state = msgspec.structs.replace(scene.state, layout=scene.state.layout.without((scene.row("Harlan"),)))
    scene.call(company_check, 0, "fraley.company.trigger", dice=[6])
    assert scene.events("called the retreat") == []
    assert commander(scene.state, 0) is None


@clause("fraley.gap.transport", "fraley.suppression.no-fire")
def test_suppressed_teams_stay_in_or_out_where_they_may_not_move() -> None:
    """By the switch; otherwise they get out as others do."""
    for may_move in (True, False):
        scene = roadside(riding=1, men=1, suppressed_may_move=may_move).change("Able", 0, marks=1)
        assert scene.call(dismount, "Able") == ((0,) if may_move else ())
        scene = roadside(men=1, suppressed_may_move=may_move).change("Able", 0, marks=1)
        assert bool(may_mount(scene.state, 0)) == may_move


@clause("fraley.gap.transport", "fraley.fo.no-suppression")
def test_who_jumps_clear_has_at_least_one_marker() -> None:
    """Two stay two; an FO takes none."""
    fo = us("us.mortar-platoon", (60, 5), name="Berta", fo=(40, 30))
    scene = roadside(fo, riding=2, men=2).change("Able", 0, marks=2)
    row = scene.row("Berta FO")
    scene.change("Berta FO", 0, aboard=scene.row("Truck")).change("Berta FO", place="aboard")
    scene.state = msgspec.structs.replace(scene.state, layout=scene.state.layout.without((row,)))
    scene.call(losses.lose, (scene.row("Truck"),), "fraley.vdt.destroyed", dice=[6, 6, 6])
    assert [scene.state.figures[man].marks for man in (0, 1, row)] == [2, 1, 0]
    assert scene.state.layout.on_table(row)


# ---- beginning aboard


def convoy(*, trucks: str = "us.truck-section", aboard: str = "Trucks", **options: Any) -> Battle:
    """A mortar platoon that begins in a section of trucks."""
    ours = (
        Enlisted("us.cc"),
        Enlisted(trucks, name="Trucks"),
        Enlisted("us.mortar-platoon", name="Mortars", aboard=aboard),
    )
    base = scenario_in("sandtable.rulesets.fraley", "skirmish")
    forces = (Force("US", "US", ours), base.forces[1])
    return set_up_battle(msgspec.structs.replace(base, forces=forces), Options(**options))


@clause("fraley.gap.transport")
def test_a_unit_may_begin_aboard() -> None:
    """Five Teams in the first two of three trucks; on foot where the table does not play it."""
    state = convoy(transport=True)
    trucks, mortars = state.units[1], state.units[2]
    assert mortars.place == "aboard"
    assert [state.figures[man].aboard for man in mortars.men] == [trucks.men[0]] * 3 + [trucks.men[1]] * 2
    walking = convoy()
    assert walking.units[2].place == "waiting"
    assert {walking.figures[man].aboard for man in walking.units[2].men} == {-1}


@clause("fraley.gap.transport")
def test_who_cannot_begin_aboard() -> None:
    """In jeeps, which carry nobody, or in what is not there."""
    with pytest.raises(DataError, match="Trucks has no room for Mortars"):
        convoy(trucks="us.jeep-section", transport=True)
    with pytest.raises(DataError, match="no unit of this force is called 'Lorries'"):
        convoy(aboard="Lorries", transport=True)
