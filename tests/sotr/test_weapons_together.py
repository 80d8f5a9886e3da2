"""Template weapons with the wound table and the break tests behind them."""

from typing import Any

import pytest

from sandtable.rulesets.sotr.harm.wounds import Wounding, wound_models
from sandtable.rulesets.sotr.weapons.blast import fire_blast, fire_heavy
from sandtable.rulesets.sotr.weapons.flame import fire_flame
from sandtable.rulesets.sotr.weapons.grenades import throw_grenades
from tests.clause import clause

from .kit import Scene, reich, spot, us


def foes(*spots: tuple[float, float], **rest: Any) -> Any:
    """Grenadiers, the first of them with a rank; lightly armoured, Cool 7."""
    return reich(
        "reich.sturmgrenadiers", spots[0], name="Foe", men=len(spots), spots=spots[1:], card={"armour": 1}, **rest
    )


@clause("sotr.blast.wounds", "sotr.rpg.annihilating")
def test_an_rpg_among_three_men() -> None:
    """The one under the centre is a GONER without a die; of the two others one is DOWN and one scratched; one test."""
    scene = Scene(us("us.bazooka-team", (20, 20), name="Bazooka"), foes((20, 34), (21.9, 34), (23.8, 34)))
    middle = scene.row("Foe", 1)
    scene.call(fire_blast, 1, "rpg", dice=[3, 3, 2, 1, 1], blast_target="Foe")
    assert scene.thrown()[0][2] == "3+ (+1 aimed shot)"
    assert middle not in scene.unit("Foe").men and len(scene.unit("Foe").men) == 2
    assert sorted(scene.man("Foe", place).down for place in range(2)) == [False, True]
    assert len(scene.throws("losses to fire")) == 1


@clause("sotr.flame.hits", "sotr.flame.cool")
def test_a_man_put_down_by_flames_burns() -> None:
    """He takes no Cool check, being DOWN, nor does the other, whom the jet does not touch."""
    scene = Scene(
        reich("reich.flame-pioneers", (20, 20), name="Pioneer", pick=("flamethrower man",)),
        us("us.rifle-squad", (20, 15), name="Squad", pick=("rifleman", "rifleman"), spots=((26, 15),)),
    )
    scene.call(fire_flame, 0, dice=[2], flame="Squad")
    assert scene.man("Squad").down and scene.man("Squad").burning


@clause("sotr.flame.tank-hit", "sotr.flame.tank-friends")
@pytest.mark.parametrize(("face", "explodes"), [(6, True), (5, False)])
def test_a_six_to_wound_a_flamethrower_man_blows_him_up(face: int, explodes: bool) -> None:
    """A natural 6 by a ranged weapon; whoever stands near rolls a wound as well."""
    pioneers = reich("reich.flame-pioneers", (20, 20), name="Pioneers", men=3, spots=((21.2, 20), (22.4, 20)))
    scene = Scene(pioneers, us("us.rifle-squad", (20, 40), name="Squad", men=1))
    carrier = scene.row("Pioneers", 1)
    dice = [face, 1, 1] if explodes else [face]
    scene.call(wound_models, ((carrier, 1),), Wounding("rifle"), 1, (), dice=dice)
    assert carrier not in scene.unit("Pioneers").men
    assert bool(scene.events("exploded")) is explodes


@clause("sotr.flame.tank-friends")
def test_fuel_tanks_do_not_hurt_enemies() -> None:
    """The book speaks of friends: an enemy an inch off rolls nothing."""
    pioneers = reich("reich.flame-pioneers", (20, 20), name="Pioneers", men=3, spots=((21.2, 20), (30, 20)))
    scene = Scene(pioneers, us("us.rifle-squad", (21.2, 21.2), name="Squad", men=1))
    carrier = scene.row("Pioneers", 1)
    scene.call(wound_models, ((carrier, 1),), Wounding("rifle"), 1, (), dice=[6, 1])
    assert scene.events("exploded")
    assert [throw.why for throw in scene.throws("wounds")][1:] == ["wounds of Pioneers' sergeant"]


@clause("sotr.grenade.hits", "sotr.grenade.coming-back")
def test_grenades_that_come_back_wound_the_throwers() -> None:
    """Two men are hit by the attack, one thrower by what comes back; two units test."""
    scene = Scene(us("us.rifle-squad", (20, 20), name="Squad", men=2, spots=((24, 20),)), foes((20, 28), (21.2, 28)))
    dice = [6, 1, 6, 6, 1, 1, 1, 1]
    scene.call(throw_grenades, "Squad", "frag", dice=dice, grenades=spot(20, 28), coming_back=f"m{1}")
    assert len(scene.unit("Foe").men) == 1 and scene.unit("Squad").men == (0,)
    assert len(scene.throws("losses to fire")) == 2


@clause("sotr.gap.heavy-weapons")
def test_solid_shot_removes_its_man() -> None:
    """Whatever armour he has; his unit tests."""
    scene = Scene(us("us.tank", (20, 30), name="Tank"), foes((20, 10), (30, 10)))
    scene.call(fire_heavy, 0, "tank-gun", dice=[4, 1, 1], shell="solid", heavy_target="Foe", heavy_model="m2")
    assert scene.unit("Foe").men == (1,)
