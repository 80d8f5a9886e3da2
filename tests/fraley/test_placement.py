"""The free placement of an Infantry Platoon Leader."""

from typing import Any

from sandtable.dice.chance import Chance
from sandtable.rulesets.fraley.move.placement import may_place_leader, place_leader
from tests.clause import clause

from .kit import Scene, because, german, spot, takes, terrain, us

MEN = ((24, 20), (30, 20), (36, 20))


def platoon(*more: Any, fields: dict[str, Any] | None = None, teams: Any = None, **rest: Any) -> Scene:
    """A PL on the left of three Teams."""
    able = us(
        "us.rifle-platoon", (20, 20), name="Able", men=4, spots=MEN, fields=fields or {}, teams=teams or {},
    )  # fmt: skip
    return Scene(able, *more, **{"quiet": True, **rest})


def asked(scene: Scene) -> Any:
    """The decision where he goes."""
    scene.call(place_leader, "Able")
    return scene.decision("place leader")


@clause("fraley.leader.free-placement")
def test_he_goes_anywhere_among_his_men_and_has_moved() -> None:
    """He goes anywhere among his men and has moved."""
    scene = platoon(teams={0: {"dug_in": True}, 1: {"dug_in": True}})
    scene.call(place_leader, "Able", place_leader=spot(41, 20))
    assert scene.point("Able") == (41, 20)
    assert scene.team("Able").moved
    assert not scene.team("Able").dug_in
    assert scene.team("Able", 1).dug_in
    assert not scene.team("Able", 1).moved
    assert not scene.unit("Able").went
    assert scene.kinds_asked() == ["place leader"]  # nobody reacts


@clause("fraley.leader.free-placement")
def test_once_in_an_activation_even_if_he_stays() -> None:
    """Once in an activation even if he stays."""
    scene = platoon()
    assert may_place_leader(scene.state, 0)
    scene.call(place_leader, "Able")
    assert scene.unit("Able").placed
    assert not may_place_leader(scene.state, 0)


@clause("fraley.leader.free-placement", "fraley.cohesion.half")
def test_half_the_unit_must_be_in_cohesion_with_him() -> None:
    """Half the unit must be in cohesion with him."""
    decision = asked(platoon())
    # From the rightmost Team's right edge at 37: he is in touch with it up to a left edge at 43.
    assert takes(decision, [43625, 20000])
    assert "fraley.cohesion.half" in because(decision, [43626, 20000])


@clause("fraley.leader.free-placement", "fraley.gap.moving-through-teams")
def test_not_near_enemies_not_onto_anybody_not_off_the_table_not_into_water() -> None:
    """Not near enemies not onto anybody not off the table not into water."""
    foe = german("de.grenadier-platoon", (30, 14), name="Berta", pick=("PL",))
    decision = asked(platoon(foe, ground=[terrain("water", box=(30, 24, 4, 3))]))
    # The enemy's front edge (he faces north) is at 13.5, his rear at 14.5; ours is half an inch ahead of the middle.
    assert takes(decision, [30000, 17000])
    assert because(decision, [30000, 16999]) == ("fraley.gap.moving-through-teams",)
    assert because(decision, [24000, 20000]) == ("fraley.gap.moving-through-teams",)
    assert "fraley.terrain.infantry-free" in because(decision, [32000, 25000])
    corner = us("us.rifle-platoon", (3, 20), name="Able", men=2)
    assert because(asked(Scene(corner)), [400, 20000]) == ("fraley.gap.table-size",)


@clause("fraley.leader.free-placement", "fraley.gap.buildings")
def test_not_into_a_full_building() -> None:
    """Not into a full building."""
    inside = us("us.mg-platoon", (22, 26.5), name="Baker", pick=("HMG Team",) * 4, gap=0.3)
    decision = asked(platoon(inside, ground=[terrain("building", box=(20, 22, 12, 6))]))
    assert because(decision, [27000, 23500]) == ("fraley.gap.buildings",)


@clause("fraley.leader.free-placement")
def test_who_may_not_be_placed() -> None:
    """Who may not be placed."""
    assert not may_place_leader(platoon(pl_placement="normal_move").state, 0)
    assert not may_place_leader(platoon(teams={0: {"observed": True}}).state, 0)
    assert not may_place_leader(platoon(fields={"placed": True}).state, 0)
    assert not may_place_leader(platoon(fields={"still": True}).state, 0)
    assert not may_place_leader(platoon(teams={0: {"leader": False}}).state, 0)
    held = {0: {"marks": 1}}
    assert may_place_leader(platoon(teams=held).state, 0)
    assert not may_place_leader(platoon(teams=held, suppressed_may_move=False).state, 0)
    tanks = Scene(us("us.sherman-platoon", (20, 20), name="Able"), us("us.cc", (40, 20), name="Miller"))
    assert not may_place_leader(tanks.state, 0)
    assert not may_place_leader(tanks.state, 1)


def test_random_places_are_legal() -> None:
    """Random places are legal."""
    decision = asked(platoon(german("de.grenadier-platoon", (30, 14), name="Berta", pick=("PL",))))
    chance = Chance(3)
    found = [decision.domain.sample(chance) for _ in range(10)]
    assert all(takes(decision, list(one)) for one in found)
    assert len(set(found)) > 5
