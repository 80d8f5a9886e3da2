"""Where chapters meet: grenades and template weapons as shooting actions, machines, crews, and who is still in a fight."""

from typing import Any

import pytest

from sandtable.rulesets.sotr.fire.suppressors import at_unit
from sandtable.rulesets.sotr.fire.targets import free_models
from sandtable.rulesets.sotr.harm.armour import strike
from sandtable.rulesets.sotr.harm.recovery import recover
from sandtable.rulesets.sotr.melee.blows import fighter
from sandtable.rulesets.sotr.move.crawling import crawlers
from sandtable.rulesets.sotr.move.movement import free_to_move
from sandtable.rulesets.sotr.weapons.blast import fire_blast
from sandtable.rulesets.sotr.weapons.flame import can_flame, fire_flame
from sandtable.rulesets.sotr.weapons.jets import jets
from sandtable.rulesets.sotr.weapons.shooting import may_not_shoot, overwatch_fire, shooters, shooting_action
from tests.clause import clause

from .kit import Scene, Side, Spot, reich, shift, spot, terrain, us

READY: dict[str, Any] = {"action": "advance"}


def squad(men: int = 2, at: Spot = (20, 20), **rest: Any) -> Side:
    """Riflemen that have advanced, led by nobody."""
    fields = {**READY, "smoke": 0, "frag": 0, **rest.pop("fields", {})}
    return us("us.rifle-squad", at, name="Squad", pick=("rifleman",) * men, fields=fields, **rest)


def foes(*spots: Spot, **rest: Any) -> Side:
    """Unarmoured grenadiers, Cool 7."""
    men = ("grenadier",) * len(spots)
    return reich("reich.sturmgrenadiers", spots[0], name="Foe", pick=men, spots=spots[1:], card={"armour": 0}, **rest)


# ---- who is still in a fight


def over_a_fallen_enemy() -> Scene:
    """A rifleman of two stands over an enemy who is DOWN; another enemy is well away."""
    scene = Scene(squad(), foes((20, 21), (20, 40), models={0: {"down": True}}))
    return scene.engage("Squad", 0, "Foe", 0)


@clause("sotr.gap.hth-two-sided", "sotr.shoot.allowed-moves")
def test_whoever_stands_over_a_fallen_enemy_is_free() -> None:
    """He and his unit shoot, and he walks off; the fallen man is still held. Once the enemy is up again nobody is free."""
    scene = over_a_fallen_enemy()
    assert may_not_shoot(scene.state, 0) is None and shooters(scene.state, 0) == scene.unit("Squad").men
    assert free_to_move(scene.state, 0) == scene.unit("Squad").men
    assert crawlers(scene.state, 1) == ()
    assert free_models(scene.state, 0) == scene.unit("Squad").men
    assert free_models(scene.state, 1) == scene.unit("Foe").men[1:]
    up = scene.change("Foe", 0, down=False)
    assert may_not_shoot(up.state, 0) is not None and free_to_move(up.state, 0) == scene.unit("Squad").men[1:]


@clause("sotr.gap.hth-two-sided", "sotr.hth.crawl-out")
def test_walking_away_leaves_the_fallen_behind() -> None:
    """Nobody is in contact with him any more, so that he may crawl."""
    scene = over_a_fallen_enemy()
    scene.activate("Squad", action="advance", move=shift(0, -2), fire="hold")
    assert scene.state.engaged == () and crawlers(scene.state, 1) == scene.unit("Foe").men[:1]


@clause("sotr.shoot.into-hth", "sotr.shoot.near-hth")
def test_flames_are_not_turned_on_a_fight() -> None:
    """Not on Engaged enemies nor on those within 2 inches of a fight; on those beyond they are."""
    pioneer = reich("reich.flame-pioneers", (20, 20), name="Pioneer", pick=("flamethrower man",))
    friend = reich("reich.sturmgrenadiers", (20, 16), name="Friend", men=1)
    for x, allowed in ((23, False), (23.1, True)):
        scene = Scene(squad(at=(20, 15), spots=((x, 15),)), pioneer, friend).engage("Squad", 0, "Friend", 0)
        assert bool(jets(scene.state, scene.row("Pioneer"))) is allowed
        assert can_flame(scene.state, scene.row("Pioneer")) is allowed


# ---- grenades are a shooting action


@clause("sotr.hide.ends-shooting", "sotr.hide.spot-bonus", "sotr.grenade.attack")
@pytest.mark.parametrize(("dice", "spotted"), [([4, 4], True), ([5, 4], False)])
def test_hidden_throwers_may_be_spotted_by_those_they_hit(dice: list[int], spotted: bool) -> None:
    """Two of them throw: Cool 7 and one more; the two men hit are scratched, nothing comes back."""
    house = terrain("building", box=(18, 18, 6, 4))
    scene = Scene(squad(fields={"hidden": True, "frag": 1}), foes((20, 28), (21, 28)), ground=(house,))
    scene.call(shooting_action, "Squad", dice=[1, 1, 1, *dice], fire="frag", grenades=spot(20, 28))
    assert scene.throws("spotting")[0].needs.startswith("8 or less")
    assert scene.unit("Squad").hidden is not spotted
    assert scene.state.firing == -1 and scene.state.toll == ()


@clause("sotr.down.second-down", "sotr.alloc.ex-sarge", "sotr.flame.tank-hit")
def test_grenades_and_the_fuel_they_set_off_are_one_attack() -> None:
    """A pioneer put DOWN by the grenades and DOWN again by the explosion is DOWN: he was not before that attack."""
    pioneers = reich(
        "reich.flame-pioneers", (20, 28), name="Pioneers", pick=("flamethrower man", "pioneer"), spots=((21.2, 28),)
    )
    scene = Scene(squad(fields={"frag": 1}), pioneers)
    scene.call(shooting_action, "Squad", dice=[6, 3, 3, 1], fire="frag", grenades=spot(20.6, 28))
    assert len(scene.events("exploded")) == 1
    assert len(scene.unit("Pioneers").men) == 1 and scene.man("Pioneers").down


@clause("sotr.break.each-enemy", "sotr.grenade.hits")
def test_one_break_test_for_a_grenade_attack() -> None:
    """Two GONERs of one attack."""
    scene = Scene(squad(fields={"frag": 1}), foes((20, 28), (21, 28), (30, 28)))
    scene.call(shooting_action, "Squad", dice=[6, 6, 1, 1, 1], fire="frag", grenades=spot(20, 28))
    assert len(scene.throws("losses to fire")) == 1 and len(scene.unit("Foe").men) == 1


@clause("sotr.grenade.attack", "sotr.command.jdi")
def test_a_man_told_to_shoot_does_not_throw_for_his_whole_unit() -> None:
    """His Disorganized unit does not throw; told to as a whole it does."""
    fields = {"frag": 1, "disorganized": True}
    scene = Scene(squad(fields=fields, models={0: {"freed": "shoot", "ordered": 2}}), foes((20, 28)))
    scene.call(shooting_action, "Squad", fire="hold")
    assert "frag" not in scene.offered("fire") and "sotr.grenade.attack" in scene.barred("fire")["frag"]
    scene = Scene(squad(fields={**fields, "freed": "shoot", "ordered": 2}), foes((20, 28)))
    scene.call(shooting_action, "Squad", fire="hold")
    assert "frag" in scene.offered("fire")


# ---- template weapons


@clause("sotr.hide.ends-shooting", "sotr.blast.terrain")
def test_a_hidden_launcher_firing_at_terrain_may_be_spotted_by_those_in_it() -> None:
    """No unit was nominated; the one under the template spots it, or does not."""
    wood = terrain("woods", box=(16, 27, 10, 6))
    grenadier = us("us.rifle-squad", (20, 20), name="Squad", pick=("grenadier",),
                   fields={**READY, "hidden": True, "frag": 0, "smoke": 0})  # fmt: skip
    scene = Scene(grenadier, foes((20, 28)), ground=(wood,))
    scene.call(shooting_action, "Squad", dice=[6, 1, 1, 1], fire="special", blast_target="t0", blast_point=spot(20, 28))
    assert len(scene.throws("spotting")) == 1 and not scene.unit("Squad").hidden


@clause("sotr.shoot.mod-on-die", "sotr.shoot.camo", "sotr.shoot.prone", "sotr.shoot.elevated")
def test_a_rocket_has_the_modifiers_of_any_other_shot() -> None:
    """Camo cover and lying down; from a storey up; on Overwatch at a charging unit; at Large and Titanic targets."""
    team = us("us.bazooka-team", (20, 20), name="Team", each={"moved": 2})
    sniper = reich("reich.vampire", (20, 34), name="Foe", each={"prone": True}, card={"traits": ("camo",)})
    rpg: dict[str, Any] = {"rpg_move_or_fire": False}
    scene = Scene(team, sniper, **rpg)
    scene.call(fire_blast, 1, "rpg", dice=[1], blast_target="Foe")
    assert scene.thrown()[0][2] == "6+ (-1 prone, -1 camo cover)"
    scene = Scene(us("us.bazooka-team", (20, 20), name="Team", each={"moved": 2}, storey=1), foes((20, 34)), **rpg)
    scene.call(fire_blast, 1, "rpg", dice=[1], blast_target="Foe")
    assert scene.thrown()[0][2] == "3+ (+1 elevated position)"
    watching = us("us.bazooka-team", (20, 20), name="Team", each={"overwatch": True})
    scene = Scene(watching, foes((20, 34)))
    scene.call(lambda play: overwatch_fire(play, 0, 1, charging=True), dice=[1])
    assert scene.throws("RPG")[0].needs == "6+ (-1 overwatch, -1 being charged)"
    for troop, needs in (("reich.panzermech", "3+ (+1 large target)"), ("reich.titan", "2+ (+2 titanic target)")):
        scene = Scene(team, reich(troop, (20, 34), name="Foe", bearing=180), **rpg)
        scene.call(fire_blast, 1, "rpg", dice=[1], blast_target="Foe")
        assert scene.thrown()[0][2] == needs


# ---- crews


@clause("sotr.rpg.crew", "sotr.gap.sidearms")
def test_a_gunner_who_reloads_alone_has_his_pistol() -> None:
    """His RPG is not offered in the turn in which he reloads it."""
    alone = us("us.bazooka-team", (20, 20), name="Team", pick=("gunner",), fields=READY, each={"jammed": 2})
    scene = Scene(alone, foes((20, 30)))
    scene.call(shooting_action, "Team", dice=[1], fire="nearest")
    assert "special" not in scene.offered("fire")
    assert [throw.needs.split()[0] for throw in scene.throws(" at ")] == ["3+"]


# ---- machines


@clause("sotr.overwatch.lost-events")
def test_a_machine_that_is_hit_loses_overwatch() -> None:
    """By any hit, though it does nothing to it."""
    scene = Scene(squad(), reich("reich.panzermech", (20, 30), name="Mech", each={"overwatch": True}))
    scene.call(shooting_action, "Squad", dice=[6, 1, 1, 1], fire="nearest")
    assert len(scene.events("was unharmed")) == 1 and not scene.man("Mech").overwatch
    scene = Scene(squad(), reich("reich.panzermech", (20, 30), name="Mech", each={"overwatch": True}))
    scene.call(shooting_action, "Squad", dice=[1, 1, 1, 1], fire="nearest")
    assert scene.man("Mech").overwatch


@clause("sotr.break.trigger", "sotr.gap.transport")
@pytest.mark.parametrize(("by_hand", "tests"), [(False, 1), (True, 0)])
def test_riders_of_a_vehicle_that_is_shot_up_test_for_their_losses(by_hand: bool, tests: int) -> None:
    """One of two is a GONER in the wreck; in hand-to-hand there is no such test."""
    riders = us("us.rifle-squad", None, name="Riders", pick=("rifleman",) * 2, fields={"place": "aboard", "aboard": 1})
    scene = Scene(riders, us("us.jeep", (20, 20), name="Jeep"), foes((20, 30)))
    dice = [6, 6, 1, *([1, 1] if tests else [])]
    scene.call(lambda play: strike(play, scene.row("Jeep"), 7, "rear", 2, (), by_hand), dice=dice)
    assert len(scene.unit("Riders").men) == 1 and len(scene.throws("losses to fire")) == tests


# ---- hand-to-hand and recovery


@clause("sotr.hth.encumbered", "sotr.gap.special-keywords")
def test_whoever_drags_a_comrade_is_encumbered_in_hand_to_hand() -> None:
    """In that turn, while he holds him; one who is busy with something else is not."""
    busy = {"tied": 2, "moved": 2}
    scene = Scene(squad(3, gap=0, models={0: busy, 1: {"down": True}}), foes((20, 21)))
    assert fighter(scene.state, 0, scene.row("Foe")).encumbered
    assert not fighter(scene.change("Squad", 1, down=False).state, 0, scene.row("Foe")).encumbered


@clause("sotr.down.recovery", "sotr.gap.mixed-armour")
def test_a_man_recovers_on_his_own_armour() -> None:
    """Heavy armour of his own: 3 or less."""
    scene = Scene(squad(1, each={"down": True, "armour": 2}), foes((20, 40)))
    scene.call(recover, "Squad", (), dice=[3])
    assert not scene.man("Squad").down


@clause("sotr.flame.cool")
def test_flames_at_terrain_name_those_in_it() -> None:
    """A jet at a wood gives the enemies under it as fired at."""
    wood = terrain("woods", box=(16, 13, 10, 4))
    pioneer = reich("reich.flame-pioneers", (20, 20), name="Pioneer", pick=("flamethrower man",))
    scene = Scene(pioneer, squad(1, at=(20, 15.5)), ground=(wood,))
    found = scene.call(fire_flame, 0, dice=[1, 1, 1], flame="t0")
    assert found == (1,)


@clause("sotr.gap.vehicle-damage", "sotr.gap.vehicle-morale")
def test_a_shaken_machine_lays_down_no_suppressing_fire() -> None:
    """It shoots nothing in its next activation, whatever the shooting is called."""
    tank = us("us.tank", (20, 20), name="Tank")
    assert at_unit(Scene(tank, foes((20, 30))).state, 0, 1)
    assert not at_unit(Scene(tank, foes((20, 30))).change("Tank", shaken=True).state, 0, 1)


@clause("sotr.gap.vehicle-damage")
def test_hits_that_armour_is_proof_against_are_told_once() -> None:
    """Two hits by rifles on a tank's front of 8: one line, no dice."""
    scene = Scene(squad(1), reich("reich.panzermech", (20, 30), name="Mech"))
    scene.call(shooting_action, "Squad", dice=[6, 6], fire="nearest")
    assert len(scene.events("was unharmed")) == 1 and len(scene.throws()) == 1


@clause("sotr.hide.spot-bonus", "sotr.gap.concentrate-fire")
def test_who_concentrates_his_fire_gives_himself_away_once() -> None:
    """Three take part, one shoots: Cool 7 with no bonus."""
    house = terrain("building", box=(17, 18, 8, 4))
    hidden = squad(3, fields={"hidden": True}, gap=1)
    scene = Scene(hidden, foes((20, 30)), ground=(house,))
    scene.call(shooting_action, "Squad", dice=[1, 1, 4, 4], fire="concentrate")
    assert scene.throws("spotting")[0].needs.startswith("7 or less") and scene.unit("Squad").hidden
