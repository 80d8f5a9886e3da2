"""Damage: strength against Toughness, wounds, AT numbers, and that men fall only after all dice of an order."""

import pytest

from sandtable.rulesets.d10.fire.shooting import struck
from sandtable.rulesets.d10.harm.armour import Hit
from sandtable.rulesets.d10.harm.damage import damage_score, wounds_of
from sandtable.rulesets.d10.options import Options
from tests.clause import clause

from .fire import duel, needs
from .kit import Scene, german, us


@clause("d10.test.damage", "d10.gap.damage-stat", "d10.test.active-stat", "d10.test.diff", "d10.test.table")
@pytest.mark.parametrize(
    ("strength", "toughness", "score"), [(4, 4, 6), (5, 4, 5), (9, 7, 4), (8, 3, 2), (1, 9, 10), (10, 1, 2)]
)
def test_strength_is_tested_against_toughness(strength: int, toughness: int, score: int) -> None:
    """Rifle 4 against a man of 4: 6+. Machine gun 5: 5+. Anti-tank gun 9 against 7: 4+."""
    for everywhere in (True, False):
        assert damage_score(strength, toughness, Options(natural_rule_everywhere=everywhere)) == score


@clause("d10.test.damage", "d10.shoot.damage", "d10.gap.wounds")
@pytest.mark.parametrize(("face", "left"), [(5, 1), (6, 0)])
def test_a_rifle_hit_kills_a_man_on_6(face: int, left: int) -> None:
    """One die for the hit; a pass takes his one wound, and there is no saving roll."""
    scene = duel(foe_men=2, foe_strength=2, foe_pick=("rifleman", "rifleman"))
    scene.order("Able", "shoot", dice=[6, face])
    assert len(scene.unit("Berta").men) == 1 + left
    assert {"d10.shoot.damage", "d10.test.damage"} <= set(scene.throws()[1].because)
    assert bool(scene.events("was unhurt")) == bool(left)


@clause("d10.gap.damage-stat", "d10.test.active-stat")
@pytest.mark.parametrize(("stat", "score"), [("weapon-strength", "6+"), ("assault", "3+")])
def test_the_sheet_could_be_read_to_have_assault_do_the_damage(stat: str, score: str) -> None:
    """AS 7 with a rifle of 4 against T 4."""
    scene = duel(card={"assault": 7}, options={"damage_stat": stat}).order("Able", "shoot", dice=[6, 1])
    assert needs(scene) == ["6+", score]


@clause("d10.gap.damage-stat", "d10.range.no-to-hit-effect")
@pytest.mark.parametrize(("gap", "damage"), [(24, "6+"), (24.001, "7+")])
def test_the_strength_is_that_of_the_band(gap: float, damage: str) -> None:
    """A rifle has 4 up to 24 inches and 3 beyond."""
    assert needs(duel("rifle", gap).order("Able", "shoot", dice=[6, 1])) == ["6+", damage]


@clause("d10.gap.wounds")
def test_an_individual_loses_wounds_one_by_one() -> None:
    """A leutnant of 3 wounds: two passed rolls leave one; the fourth is one too many and he is gone."""
    scene = duel("mg42", 20, foe="de.second-lieutenant")
    scene.order("Able", "shoot", dice=[6, 6, 1, 1, 6, 6, 10])
    assert scene.event("lost wounds").tells["harm"] == "2 wounds, 1 left"
    scene.order("Able", "shoot", dice=[6, 6, 1, 1, 6, 6])
    assert scene.unit("Berta").place == "destroyed"


@clause("d10.gap.wounds", "d10.shoot.sequence")
def test_men_fall_after_all_dice_of_an_order() -> None:
    """Two hits on one of two visible men: his second die is thrown although the first has killed him."""
    scene = duel("mg42", foe_men=2, foe_pick=("rifleman", "rifleman"))
    first, second = scene.unit("Berta").men
    scene.order("Able", "shoot", dice=[6, 6, 6, 1, 6, 6, 1], further_hits={f"m{first}": 1})
    assert [thrown[1] for thrown in scene.thrown()] == [(6, 6, 6, 1), (6, 6), (1,)]
    assert scene.event("lost models").figures == (first,)
    assert scene.unit("Berta").men == (second,)


@clause("d10.gap.wounds")
def test_like_models_throw_together_and_the_first_named_fall_first() -> None:
    """Three riflemen with a hit each: two of three dice pass, so the first two named fall, whichever dice those were."""
    scene = Scene(
        us("us.rifle-squad", (20, 10), name="Able", pick=("rifleman",) * 3),
        german("de.grenadier-squad", (20, 31), name="Berta", pick=("leader", *["rifleman"] * 4)),
    )
    _, one, two, three, _ = scene.unit("Berta").men
    scene.order("Able", "shoot", dice=[6, 6, 6, 1, 6, 6], allocate=[[f"m{three}", f"m{one}", f"m{two}"]])
    assert len(scene.thrown()) == 2
    assert scene.event("lost models").figures == (three, one)


@clause("d10.gap.wounds")
def test_unlike_models_throw_apart() -> None:
    """It matters whether the leader falls or the rifleman."""
    scene = Scene(
        us("us.rifle-squad", (20, 10), name="Able", pick=("rifleman",) * 2),
        german("de.grenadier-squad", (20, 31), name="Berta", pick=("leader", "rifleman")),
    )
    leader, rifleman = scene.unit("Berta").men
    scene.order("Able", "shoot", dice=[6, 6, 1, 6])
    assert [len(thrown[1]) for thrown in scene.thrown()] == [2, 1, 1]
    assert scene.event("lost models").figures == (rifleman,)
    assert scene.unit("Berta").men == (leader,)


@clause("d10.gap.wounds", "d10.shoot.allocate")
def test_no_hit_is_wasted_on_who_has_fallen_by_another_kind() -> None:
    """Two men have a hit of either kind: each throws for himself, so one pass of each kind may fell them both."""
    scene = duel(foe_men=2, foe_pick=("rifleman", "rifleman"))
    one, two = scene.unit("Berta").men
    shares = {f"m{one}": 1, f"m{two}": 1}
    scene.call(struck, 0, 1, (Hit(2, 5), Hit(2, 4)), (one, two), dice=[1, 5, 6, 1], further_hits=shares)
    assert [(thrown[1], thrown[2]) for thrown in scene.thrown()] == [
        ((1,), "5+"),
        ((5,), "5+"),
        ((6,), "6+"),
        ((1,), "6+"),
    ]
    assert scene.unit("Berta").place == "destroyed"


@clause("d10.gap.tag-at", "d10.test.damage")
def test_at_weapons_take_more_wounds_of_large_models() -> None:
    """From Size 4 on the AT number, one of everything smaller and by weapons without it."""
    assert [wounds_of(Hit(1, 9, at=3), size) for size in (1, 3, 4, 6)] == [1, 1, 3, 3]
    assert wounds_of(Hit(1, 9), 6) == 1


@clause("d10.gap.tag-at", "d10.gap.weapon-bazooka", "d10.gap.vehicle-damage")
@pytest.mark.parametrize(("foe", "left"), [("de.panzer-iv", 2), ("de.armoured-car", 1)])
def test_a_rocket_takes_two_wounds(foe: str, left: int) -> None:
    """Of a Panzer IV with 4 and of an armoured car (Size 4) with 3; the crew of the car, below half, keep their heads."""
    scene = duel("bazooka", 8, foe=foe, foe_bearing=270, men=2, models={1: {"weapons": ()}})
    scene.order("Able", "shoot", dice=[10, 10, *([10] if left == 1 else [])])
    assert scene.model("Berta").wounds == left


@clause("d10.gap.tag-at")
def test_what_is_smaller_than_a_lorry_gets_high_explosive() -> None:
    """A jeep (Size 3): strength 5 against T 4, and 2 less for a Blast into its open top; one hit, one wound."""
    scene = Scene(
        german("de.panzerschreck-team", (20, 10), name="Team", models={1: {"weapons": ()}}),
        us("us.jeep", (20, 22), name="Jeep"),
    )
    scene.order("Team", "shoot", dice=[6, 3])
    assert needs(scene) == ["6+", "3+"]
    assert scene.model("Jeep").wounds == 1


@clause("d10.gap.weapon-gun-57", "d10.gap.tag-at")
def test_a_towed_gun_fires_what_suits_its_target() -> None:
    """High explosive at men (strength 4, Blast 2), armour-piercing at a tank (strength 9, two wounds)."""
    spots = ((20, 7.5), (21.5, 7.5))
    gun = us("us.medium-at-gun", (20, 10), name="Gun", bearing=180, men=2, spots=spots, each={"weapons": ()})
    men = Scene(gun, german("de.grenadier-squad", (20, 30), name="Target", pick=("rifleman",) * 3))
    assert needs(men.order("Gun", "shoot", dice=[6, 1, 1])) == ["6+", "6+"]
    tank = Scene(gun, german("de.panzer-iv", (20, 30), name="Target", bearing=0))
    assert needs(tank.order("Gun", "shoot", dice=[4, 4])) == ["4+", "4+"]
    assert tank.model("Target").wounds == 2
