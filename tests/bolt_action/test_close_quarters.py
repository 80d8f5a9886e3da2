"""Close quarters between men, up to the moment of contact: who may assault, what the target does, how far it reaches."""

from collections.abc import Mapping
from math import dist

import pytest

from sandtable.play.decision import Decision
from sandtable.play.domains import OneOf
from sandtable.play.refusal import Refusal
from sandtable.play.script import Play
from sandtable.rulesets.bolt_action.ruleset import RULESET
from sandtable.rulesets.bolt_action.turn.orders import give_order
from tests.clause import clause

from .assaults import REGROUPS, able, blows, column, facing, foes
from .kit import Scene, de, stay, terrain, us


def barred(scene: Scene) -> Mapping[str, Refusal]:
    """The orders that the first unit is not offered, and why."""
    question = give_order(Play(scene.state, RULESET.apply), 0)
    decision = question.send(None)
    question.close()
    domain = decision.domain
    assert isinstance(domain, OneOf)
    return domain.barred()


WON = [*blows(7), REGROUPS]  # all of the defenders fall


@clause("ba.cq.sequence", "ba.cq.declare", "ba.cq.round-order", "ba.order.run-assault")
def test_an_assault_runs_from_declaration_to_regrouping_in_its_order() -> None:
    """Declare, react, move into contact, attackers strike, defenders strike back, the loser goes, the winner regroups."""
    scene = facing(8)
    scene.order("Able", "assault", [*blows(3), *blows(1, 4), REGROUPS], react=False, move=stay())
    assert scene.told() == [
        ("was ordered", 0),
        ("declared an assault", 0),
        ("charged", 0),
        ("fought a round", 0),
        ("lost men", 1),
        ("lost men", 0),
        ("was destroyed", 1),
        ("regrouped", 0),
    ]
    assert scene.kinds_asked()[0] == "react"
    assert [why for why, _, _ in scene.thrown()] == [
        "Able fights Foes: to damage",
        "Foes fights Able: to damage",
        "Able regroups",
    ]
    assert scene.unit("Able").order == "run"


@clause("ba.cq.declare")
def test_the_target_is_declared_before_anything_is_measured() -> None:
    """Every enemy in sight may be named, near or far."""
    scene = Scene(able(), foes(8, fields={"order": "fire"}), de("us.medic", (60, 20), name="Medic"))

    def far(decision: Decision[object]) -> object:
        assert decision.domain.options() == ["u1", "u2"]
        return "u2"

    scene.order("Able", "assault", assault_target=far)
    assert scene.event("declared an assault").tells == {"at": "Medic"}
    assert scene.events("fell short")


# ---- the target reacts


@clause("ba.cq.declare", "ba.gap.assault-reaction")
@pytest.mark.parametrize(("distance", "asked"), [(6.0, False), (6.001, True)])
def test_a_target_more_than_six_inches_away_may_shoot_back(distance: float, asked: bool) -> None:
    """At exactly six inches there is no time to react."""
    scene = facing(distance)
    answers = {"react": False} if asked else {}
    scene.order("Able", "assault", WON, move=stay(), **answers)
    assert ("react" in scene.kinds_asked()) == asked


@clause("ba.cq.declare", "ba.gap.assault-reaction")
@pytest.mark.parametrize(("order", "asked"), [(None, True), ("fire", False), ("down", False)])
def test_a_target_that_has_acted_does_not_react(order: str | None, asked: bool) -> None:
    """Its die shows what it did: it is not asked, and fights as it stands."""
    scene = Scene(able(), foes(8, fields={"order": order}))
    scene.order("Able", "assault", WON, move=stay(), **({"react": False} if asked else {}))
    assert ("react" in scene.kinds_asked()) == asked
    assert scene.events("fought a round")


@clause("ba.gap.assault-reaction")
def test_the_distance_for_shooting_back_is_a_switch() -> None:
    """With the switch at three inches, a target four inches away may shoot."""
    scene = facing(4, assault_reaction_min=3)
    scene.order("Able", "assault", WON, react=False, move=stay())
    assert "react" in scene.kinds_asked()


@clause("ba.gap.assault-reaction")
def test_shooting_back_is_at_the_distance_the_attackers_start_from_and_turns_the_die_to_fire() -> None:
    """Twelve inches away only the SMG shoots at long range; the pin and the losses count, and then they fight."""
    scene = facing(12)
    shots = [4, 4, 3, 2, 3, 2, 2, 2]
    scene.order("Able", "assault", [*shots, 4, 3, 3, 3, *blows(6, 6), REGROUPS], react=True, move=stay())
    assert scene.thrown("to hit") == [
        ("Foes (Sub-machine gun) at Able: to hit", (4, 4), "4+ (-1 long range)"),
        ("Foes (Automatic rifle) at Able: to hit", (3, 2), "3+"),
        ("Foes (Rifle) at Able: to hit", (3, 2, 2, 2), "3+"),
    ]
    assert len(scene.unit("Able").men) == 5
    assert scene.event("pinned").unit == scene.number("Able")
    assert scene.event("shot back").sets["order"] == "fire"
    assert scene.events("charged")


@clause("ba.gap.assault-reaction")
def test_a_failed_check_for_losses_from_shooting_back_ends_the_assault() -> None:
    """Three of six men fall, the morale check fails: Able is gone before it moves."""
    scene = facing(8)
    shots = [4, 4, 3, 2, 2, 2, 2, 2]
    scene.order("Able", "assault", [*shots, 4, 4, 4, 6, 3], react=True)
    assert scene.unit("Able").place == "destroyed"
    assert not scene.events("charged")


@clause("ba.gap.assault-reaction")
def test_a_target_that_has_its_die_cannot_react() -> None:
    """A unit that has been given its order this turn neither shoots nor goes Down."""
    scene = Scene(able(), foes(8, fields={"order": "rally"}))
    scene.order("Able", "assault", WON, move=stay())
    assert "react" not in scene.kinds_asked()


@clause("ba.gap.assault-reaction")
def test_a_target_cannot_go_down_before_an_assault() -> None:
    """The only reaction is to shoot: yes or no."""
    scene = facing(8)

    def no(decision: Decision[object]) -> object:
        assert decision.domain.options() == [False, True]
        return False

    scene.order("Able", "assault", WON, react=no, move=stay())


# ---- who may assault


@clause("ba.gap.assault-eligibility")
@pytest.mark.parametrize(
    ("troop", "allowed"),
    [
        ("us.rifle-squad", True),
        ("us.second-lieutenant", True),
        ("us.bazooka-team", True),
        ("us.light-mortar", True),
        ("us.mmg-team", False),
        ("us.medium-mortar", False),
        ("us.sniper-team", False),
        ("us.light-at-gun", False),
        ("us.sherman", False),
    ],
)
def test_who_may_start_an_assault(troop: str, allowed: bool) -> None:
    """Infantry may; teams with Fixed weapons, a sniper's spotter, guns and vehicles may not."""
    scene = Scene(us(troop, (20, 20), name="Able"), de("us.rifle-squad", (20, 30), name="Foes", men=6))
    assert ("assault" not in barred(scene)) == allowed


@clause("ba.gap.assault-eligibility")
def test_a_sniper_without_his_spotter_may_assault() -> None:
    """Only the spotter is barred."""
    scene = Scene(us("us.sniper-team", (20, 20), name="Able", fields={"men": (0,)}), foes(8))
    assert "assault" not in barred(scene)


@clause("ba.gap.assault-eligibility")
def test_an_enemy_must_be_in_sight_to_be_assaulted() -> None:
    """With a building between them there is nobody to assault."""
    scene = facing(8, ground=[terrain("building", box=(23, 10, 4, 25))])
    assert barred(scene)["assault"].why == "no enemy in sight"


@clause("ba.gap.assault-eligibility")
def test_a_unit_that_has_just_come_on_does_not_assault() -> None:
    """Nor does one that got out of a vehicle this turn."""
    scene = Scene(able(fields={"came_on": True}), foes(8))
    assert barred(scene)["assault"].why == "it has only just arrived"


# ---- reaching the enemy


@clause("ba.cq.move", "ba.gap.assault-eligibility")
@pytest.mark.parametrize(("distance", "reached"), [(12.0, True), (12.001, False)])
def test_an_assault_reaches_as_far_as_a_run(distance: float, reached: bool) -> None:
    """A target exactly twelve inches away is reached, one a hair farther is not."""
    scene = Scene(able(), foes(distance, fields={"order": "fire"}))
    _assault(scene, reached=reached)
    assert bool(scene.events("charged")) == reached
    assert bool(scene.events("fell short")) != reached


@clause("ba.gap.rough-run-assault", "ba.gap.assault-eligibility")
@pytest.mark.parametrize(("distance", "reached"), [(6.0, True), (6.001, False)])
def test_through_rough_ground_an_assault_reaches_six_inches(distance: float, reached: bool) -> None:
    """A patch of rough ground lies on the way."""
    rough = terrain("rough", box=(22, 15, 2, 20))
    scene = Scene(able(), foes(distance, fields={"order": "fire"}), ground=[rough])
    _assault(scene, reached=reached)
    assert bool(scene.events("charged")) == reached


def _assault(scene: Scene, *, reached: bool) -> None:
    if reached:
        scene.order("Able", "assault", WON, move=stay())
    else:
        scene.order("Able", "assault")


@clause("ba.cq.move")
def test_an_assault_brings_the_nearest_man_into_contact() -> None:
    """The base of the first man touches that of the man opposite, and the others stand around him in coherency."""
    scene = facing(5)
    scene.order("Able", "assault", WON, move=stay())
    assert scene.point("Able") == (24.998, 20)
    assert scene.event("charged").unit == 0


@clause("ba.cq.move")
def test_an_assault_that_falls_short_moves_up_to_twelve_inches_and_stops_an_inch_short() -> None:
    """The enemy was twelve and a half inches away: Able ends an inch to one and a half from him, and nobody fights."""
    scene = Scene(able(), foes(12.5, fields={"order": "fire"}))
    scene.order("Able", "assault")
    x, _ = scene.point("Able")
    assert 31 <= x <= 31.5
    assert not scene.events("fought a round")
    assert scene.unit("Able").order == "run"


@clause("ba.cq.move")
def test_an_assault_that_falls_far_short_moves_the_whole_run() -> None:
    """The enemy is twenty inches away: Able runs twelve towards him."""
    scene = Scene(able(), foes(20, fields={"order": "fire"}))
    scene.order("Able", "assault")
    assert scene.point("Able") == (32, 20)


@clause("ba.cq.move", "ba.gap.rough-run-assault")
@pytest.mark.parametrize(("distance", "far", "rough"), [(11, 12, False), (5, 6, True)])
def test_no_man_charges_farther_than_the_assault_reaches(distance: float, far: float, rough: bool) -> None:
    """Six men one behind the other, away from the enemy: the last does not run as far as the first stands from him."""
    strung_out = tuple((20 - 1.5 * place, 20.0) for place in range(1, 6))
    squad = us("us.rifle-squad", (20, 20), name="Able", men=6, spots=strung_out)
    ground = [terrain("rough", box=(22, 15, 2, 20))] if rough else []
    scene = Scene(squad, foes(distance, fields={"order": "fire"}), ground=ground)
    before = [scene.point("Able", man) for man in range(6)]
    scene.order("Able", "assault", WON, move=stay())
    ways = [dist(start, scene.point("Able", man)) for man, start in enumerate(before)]
    assert scene.event("charged").unit == 0
    assert max(ways) <= far
    assert ways[0] == pytest.approx(distance, abs=0.01)


@clause("ba.gap.assault-reaction")
@pytest.mark.parametrize(("bearing", "asked"), [(270, True), (90, False)])
def test_a_target_whose_weapon_points_away_cannot_shoot_back(bearing: float, asked: bool) -> None:
    """A machine gun shoots back only at attackers in its arc."""
    gun = de("us.mmg-team", (33, 20), name="Gun", bearing=bearing)
    scene = Scene(able(), gun)
    scene.order("Able", "assault", WON, move=stay(), **({"react": False} if asked else {}))
    assert ("react" in scene.kinds_asked()) == asked


@clause("ba.gap.coherency", "ba.gap.assault-reaction")
@pytest.mark.parametrize(("gap", "asked"), [(1.0, True), (1.001, False)])
def test_a_split_target_does_not_shoot_back(gap: float, asked: bool) -> None:
    """The last man stands an inch from the others, or a hair more."""
    spots = (*column(31, 5), (31, 20 + 1.5 * 4 + 1 + gap))
    scene = Scene(able(), de("us.rifle-squad", (31, 20), name="Foes", men=6, spots=spots))
    scene.order("Able", "assault", WON, move=stay(), **({"react": False} if asked else {}))
    assert ("react" in scene.kinds_asked()) == asked
