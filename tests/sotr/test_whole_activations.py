"""Whole activations, with every chapter as it is: where one of them has to know of another."""

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.rulesets.sotr.harm.wounds import Wounding, wound_models
from sandtable.rulesets.sotr.melee.assault import assault
from sandtable.rulesets.sotr.melee.follow_up import may_follow_up
from sandtable.rulesets.sotr.setup.arrivals import come_on
from sandtable.rulesets.sotr.state import Mission
from sandtable.rulesets.sotr.telling.log import sentence
from tests.clause import clause

from .kit import Scene, reich, shift, stay, terrain, us

FLEES = {"fleeing": True, "disorganized": True}


def squad(men: int = 3, at: tuple[float, float] = (20, 20), name: str = "Able", **rest: Any) -> Any:
    """A rifle squad."""
    return us("us.rifle-squad", at, name=name, men=men, **rest)


def foe(at: tuple[float, float] = (20, 10), men: int = 1, name: str = "Foe", **rest: Any) -> Any:
    """Sturmgrenadiers."""
    return reich("reich.sturmgrenadiers", at, name=name, men=men, **rest)


# ---- machines


@clause("sotr.gap.vehicle-damage", "sotr.gap.vehicle-morale")
def test_a_shaken_machine_lays_down_no_suppressing_fire() -> None:
    """That would be shooting; once it is Shaken no more it may."""
    jeep = us("us.jeep", (20, 20), name="Jeep", fields={"shaken": True})
    scene = Scene(jeep, foe()).activate("Jeep", action="advance")
    assert scene.barred("action")["suppress u1"] == ("sotr.gap.vehicle-damage",)
    scene.change("Jeep", activated=0).activate("Jeep", [1, 1], action="suppress u1")
    assert scene.man("Jeep").fired == 2


@clause("sotr.gap.vehicle-damage")
def test_an_immobilised_machine_may_still_lay_down_suppressing_fire() -> None:
    """It neither moves nor assaults, but it stands and shoots, or sprays."""
    jeep = us("us.jeep", (20, 20), name="Jeep", fields={"immobilised": True})
    scene = Scene(jeep, foe()).activate("Jeep", [1, 1], action="suppress u1")
    assert scene.offered("action") == ["advance", "suppress u1"]
    assert scene.barred("action")["double"] == ("sotr.gap.vehicle-damage",)
    scene = Scene(jeep, foe()).activate("Jeep", action="advance", fire="hold")
    assert scene.kinds_asked() == ["action", "fire"]


# ---- what comes first


@clause("sotr.frenzy.assault", "sotr.gap.engaged-activation")
def test_frenzied_models_of_an_engaged_unit_have_to_join_the_fight() -> None:
    """If they get there; those who are not Frenzied any more may stay out of it."""
    pack = reich("reich.werewolves", (20, 20), name="Pack", men=2, spots=((24, 20),))
    able = squad(2, (20, 21.3), fields={"horrors": ("werewolf",)})
    scene = Scene(pack, able).engage("Pack", 0, "Able", 0).activate("Pack")
    assert scene.unit("Pack").action == "assault"
    assert len(scene.state.engaged) > 1
    calm = Scene(pack, able).change("Pack", 0, frenzied=False).change("Pack", 1, frenzied=False)
    calm.engage("Pack", 0, "Able", 0).activate("Pack", action="hold")
    assert "assault u1" in calm.offered("action")


@clause("sotr.flame.terrain-leave")
def test_a_suppressed_unit_leaves_the_flames_too() -> None:
    """Those in them, and nobody else; it still shoots at nobody."""
    woods = [terrain("woods", box=(18, 18, 4, 4))]
    able = squad(1, fields={"suppressed": True, "suppressed_by": 1})
    scene = Scene(able, foe(), ground=woods, fields={"burning": (0,)}).activate("Able")
    x, y = scene.point("Able")
    assert not (18 <= x <= 22 and 18 <= y <= 22)
    assert scene.kinds_asked() == ["just do it"]
    assert scene.unit("Able").action == "advance"
    assert not scene.unit("Able").suppressed


# ---- JUST DO IT


@clause("sotr.command.jdi")
@pytest.mark.parametrize("fields", [FLEES, {"suppressed": True, "suppressed_by": 1}, {"disorganized": True}])
def test_who_was_told_to_go_his_own_way_does_not_run_with_the_others(fields: dict[str, Any]) -> None:
    """He goes where he likes, once; the rest do what they must."""
    able = squad(3, fields=fields, models={2: {"freed": "move", "ordered": 2}})
    scene = Scene(able, foe((20, 3)), ground=[terrain("woods", box=(15, 22, 14, 6))])
    scene.activate("Able", move=shift(0, -1))
    assert scene.point("Able", 2)[1] == 19
    assert scene.point("Able", 0)[1] > 21


@clause("sotr.command.jdi")
def test_who_was_told_to_move_and_shoot_does_both() -> None:
    """Where a whole activation is freed: an Advance, and then his fire."""
    able = squad(2, fields=FLEES, models={1: {"freed": "both", "ordered": 2}})
    wood = [terrain("woods", box=(15, 22, 14, 6))]
    scene = Scene(able, foe((20, 10)), ground=wood, jdi_scope="activation")
    scene.activate("Able", [1, 1], move=shift(0, -1), fire="nearest")
    assert scene.decision("move").domain.budget == 4000  # type: ignore[attr-defined]
    assert scene.man("Able", 1).fired == 2
    assert scene.man("Able", 0).fired == 0
    assert scene.point("Able", 1)[1] == 19


@clause("sotr.command.jdi-lieutenant", "sotr.assault.horror-charging-fail")
def test_a_lieutenant_has_those_shoot_who_do_not_dare_to_charge() -> None:
    """At any moment of the Action Phase: HORROR keeps them from shooting, he makes them. Their own sergeant is silent."""
    hale = us("us.command", (24, 20), name="Hale", men=1)
    mob = reich("reich.zombies", (20, 15), name="Mob", men=1)
    scene = Scene(squad(2), mob, hale)
    scene.activate("Able", [6, 6, 1, 1, 1, 1, 1], action="assault u1", just_do_it="shoot u0 by m3", fire="nearest")
    assert scene.kinds_asked() == ["action", "just do it", "fire"]
    assert scene.offered("just do it") == ["shoot u0 by m3", "none"]
    assert scene.man("Able").fired == 2
    alone = Scene(squad(2), mob).activate("Able", [6, 6], action="assault u1")
    assert alone.kinds_asked() == ["action"]
    assert alone.man("Able").fired == 0


# ---- tied up


@clause("sotr.command.strike-radio")
def test_the_radio_operator_stays_at_his_set_when_his_section_is_disorganized() -> None:
    """The others make for cover without him."""
    hale = us("us.command", (20, 20), name="Hale", men=3, fields={"disorganized": True}, models={1: {"tied": 2}})
    scene = Scene(hale, foe((20, 3)), ground=[terrain("woods", box=(15, 22, 14, 6))])
    before = scene.point("Hale", 1)
    scene.activate("Hale", disorganized="double")
    assert scene.point("Hale", 1) == before
    assert scene.point("Hale", 0)[1] > 21


@clause("sotr.assault.short", "sotr.command.strike-radio")
def test_who_is_done_for_the_turn_does_not_follow_up() -> None:
    """Whoever fell short of a charge, and the operator who called a strike; one who dragged a comrade may."""
    able = squad(3, models={1: {"tied": 2}}, fields={"action": "assault"})
    assert may_follow_up(Scene(able).state, 0) == (0, 2)
    able = squad(3, models={1: {"tied": 2}, 2: {"tied": 2, "gear": ("radio",)}}, fields={"action": "advance"})
    assert may_follow_up(Scene(able).state, 0) == (0, 1)


@clause("sotr.gap.crew-replacement")
def test_the_crew_of_a_gun_that_has_fired_is_not_changed() -> None:
    """Neither gunner nor new loader may fire in that activation: not by Suppressing Fire before it, either."""
    team = us("us.hmg-team", (20, 20), name="Gun", pick=("corporal", "gunner"), gap=0)
    scene = Scene(team, foe()).activate("Gun", [1, 1, 1], action="suppress u1")
    assert "take over" not in scene.kinds_asked()
    scene = Scene(team, foe()).activate("Gun", action="advance", move=stay(), take_over="loader m0")
    assert scene.man("Gun", 1).tied == 2


# ---- the charge, and what comes to light


@clause("sotr.assault.move", "sotr.unit.disorganized-no-voluntary")
def test_chargers_whose_nerve_fails_on_the_way_go_no_farther() -> None:
    """Overwatch fells one; the test is failed in cover: Disorganized, they stop where they are."""
    wood = [terrain("brush", box=(10, 14, 20, 10))]
    able = squad(3, (20, 18))
    watch = foe((20, 12), 1, each={"overwatch": True})
    scene = Scene(able, watch, ground=wood)
    scene.call(assault, "Able", "Foe", dice=[6, 6, 6, 6, 1, 1, 6, 6], overwatch="2")
    assert scene.unit("Able").disorganized
    assert len(scene.events("charged")) == 0


@clause("sotr.hide.ends-los", "sotr.gap.scenarios")
def test_a_mob_that_comes_on_finds_who_hides_in_its_sight() -> None:
    """Coming on is moving: whoever lies in the open before it is Hidden no longer, a man behind a house still is."""
    mob = reich("reich.zombies", None, name="Mob", men=1)
    house = [terrain("building", box=(20, 20, 6, 6))]
    hidden = {"hidden": True}
    near = squad(1, (3, 10), fields=hidden)
    far = squad(1, (27.5, 23), "Baker", fields=hidden)
    scene = Scene(near, mob, far, ground=house, mission=Mission("dead-walk"))
    scene.call(come_on, "Mob", dice=[1])
    assert not scene.unit("Able").hidden
    assert scene.unit("Baker").hidden


# ---- the log


@clause("sotr.hide.declare")
def test_the_log_says_who_could_not_hide_and_nothing_of_moves_that_nobody_made() -> None:
    """In sight of the enemy one may try, and stays in view."""
    scene = Scene(squad(1), foe()).activate("Able", action="hide", move=stay(), fire="hold")
    lines = [sentence(scene.state, one) for one in scene.news]
    assert "Able cannot hide: Able is in sight of the enemy" in lines
    assert not any("moves" in line for line in lines)


@clause("sotr.hide.effect")
def test_wounds_of_hidden_models_are_rolled_for_without_a_name() -> None:
    """A strike may touch them; the dice are seen by all, so nobody says whose they are."""
    able = squad(2, fields={"hidden": True})
    scene = Scene(able, foe(), ground=[terrain("woods", box=(18, 18, 6, 6))])
    hits = tuple((row, 1) for row in scene.unit("Able").men)
    scene.call(wound_models, hits, Wounding("a shell", ranged=False), None, (), dice=[2, 2])
    assert [one.why for one in scene.throws()] == ["wounds of a Hidden unit"]
    scene.call(wound_models, hits[:1], Wounding("a shell", ranged=False), None, (), dice=[2])
    assert [one.why for one in scene.throws()] == ["wounds of a Hidden unit"]


# ---- firing back


@clause("sotr.unit.disorganized-fire")
def test_a_disorganized_unit_fires_in_the_turn_after_it_was_fired_upon() -> None:
    """Fired upon in turn 2 (every shot misses): it may fire in turn 3, not in turn 4 unless fired upon again."""
    scene = Scene(squad(1), foe(), fields={"turn": 2}).activate("Foe", [1] * 3, action="advance", fire="nearest")
    assert scene.unit("Able").shot_at == (2,)
    scene.change("Able", disorganized=True)
    for turn, kinds in ((3, ["disorganized", "fire"]), (4, ["disorganized"])):
        scene.state = replace(scene.state, turn=turn)
        answers: dict[str, Any] = {"fire": "hold"} if "fire" in kinds else {}
        scene.activate("Able", disorganized="stay", **answers)
        assert [kind for kind in scene.kinds_asked() if kind != "just do it"] == kinds
