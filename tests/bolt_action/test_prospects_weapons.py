"""The dice of heavy weapons, flame, snipers and one-shot weapons, and what is said besides them."""

from tests.clause import clause

from .kit import de, us
from .promises import DOWN, EAST, decoy, dice_of, foe, promised, rifles


@clause("ba.armour.roll", "ba.pen.side-top", "ba.pen.long-range", "ba.armour.medium-tank")
def test_against_armour_the_penetration_is_told() -> None:
    """A medium gun at the flank of a medium tank, far away: 9 or more with 5 and 1 for the side, 1 less for the range."""
    gun = us("us.medium-at-gun", (10, 20), name="Able", bearing=EAST)
    tank = foe("de.panzer-iv", (50, 20), bearing=0)
    found = promised(gun, tank, decoy())["Foe"]
    assert dice_of(found) == [
        ("Medium anti-tank gun: to hit", "1", "4+", "1/2"),
        ("Medium anti-tank gun: to penetrate", "1 a hit", "9+ with +5", "1/2"),
    ]
    assert [modifier.value for modifier in found.volleys[1].modifiers] == [5, 1, -1]


@clause("ba.armour.small-arms")
def test_small_arms_hit_armour_for_nothing() -> None:
    """They may hit, and that is all."""
    found = promised(rifles(), foe("de.panzer-iv", (30, 20)), decoy())["Foe"]
    assert [volley.what for volley in found.volleys] == ["Automatic rifle: to hit", "4 x Rifle: to hit"]
    assert found.note == "5 of 6 can fire; small arms cannot hurt it"


@clause("ba.damage.soft-skin", "ba.gap.soft-skin-destroyed")
def test_a_soft_skin_is_damaged_like_men() -> None:
    """A rifle needs 3, then 6."""
    pair = us("us.sniper-team", (15, 20), name="Able", men=2, fields={"men": (1,)})
    found = promised(pair, foe("de.truck", (26, 20)), decoy())["Foe"]
    assert dice_of(found) == [("Rifle: to hit", "1", "3+", "2/3"), ("Rifle: to damage", "1 a hit", "6+", "1/6")]


@clause("ba.gap.flamethrower", "ba.weapon.flamethrower-infantry")
def test_flame_rolls_for_its_shots() -> None:
    """D6 of them at point blank, each hitting on 2; terror comes on top."""
    team = us("us.flamethrower-team", (15, 20), name="Able")
    found = promised(team, foe(at=(20, 20)), decoy())["Foe"]
    assert dice_of(found)[0] == ("Flamethrower: to hit", "D6", "2+", "5/6")
    assert "whoever is struck by flame checks morale" in found.note


@clause("ba.gap.sniper")
def test_a_sniper_shoots_with_his_scope() -> None:
    """One shot that needs 2, and his assistant's rifle apart from it."""
    team = us("us.sniper-team", (15, 20), name="Able")
    assert dice_of(promised(team, foe(at=(35, 20)), decoy())["Foe"])[0] == ("sniper's shot: to hit", "1", "2+", "5/6")


@clause("ba.gap.target-reaction", "ba.gap.recce-escape", "ba.gap.night")
def test_what_the_numbers_leave_out_is_said() -> None:
    """Reactions, and the dark."""
    waits = promised(rifles(), foe(fields={}), decoy(), dark=True)["Foe"]
    assert waits.note == "5 of 6 can fire; in the dark it must first be seen, within 2D6 inches; it may go Down first"
    scout = promised(rifles(), foe("de.armoured-car", (30, 20), fields={}), decoy())["Foe"]
    assert "it may escape first" in scout.note


@clause("ba.gap.he-hits")
def test_shells_are_compared_for_the_target_that_was_named() -> None:
    """Armour-piercing or high explosive, at men and at armour."""
    gun = us("us.medium-at-gun", (10, 20), name="Able", bearing=EAST)
    shells = promised(gun, foe(), decoy(), kind="shell", answers={"target": "Foe"})
    assert set(shells) == {"ap", "he"}
    assert [one.volleys[1].dice for one in shells.values()] == ["1 a hit", "D2 a hit"]
    assert [one.volleys[1].needed for one in shells.values()] == ["2+", "3+"]
    usual = promised(gun, foe(), decoy())["Foe"]
    assert usual == shells["he"]


@clause("ba.gap.weapon-one-shot", "ba.gap.split-fire")
def test_a_one_shot_weapon_is_weighed_apart() -> None:
    """A panzerfaust at a tank 11 inches away, while the squad shoots at men."""
    squad = de("de.grenadier-squad", (20, 20), name="Group", men=5)
    tank = us("us.sherman", (37, 20), name="Tank", bearing=90, fields={"order": "fire"})
    men = us("us.rifle-squad", (20, 35), name="Men", fields={"order": "fire"})
    found = promised(squad, tank, men, kind="aim one-shot weapon", answers={"target": "Men"})["Tank"]
    assert dice_of(found)[0][:2] == ("Panzerfaust: to hit", "1")
    assert dice_of(found)[1] == ("Panzerfaust: to penetrate", "1 a hit", "9+ with +8", "5/6")


@clause("ba.fubar.friendly-fire")
def test_fire_at_friends_is_weighed_too() -> None:
    """By the one who picks them."""
    foe_near = de("de.medic", (31, 24), name="Enemy")
    friends = [us("us.medic", (30, 20), name="One", fields=DOWN), us("us.medic", (30, 28), name="Two", fields=DOWN)]
    found = promised(rifles(fields={"pins": 1}), *friends, foe_near, dice=[6, 6, 1])
    assert set(found) == {"One", "Two"}
    assert found["One"].volleys
    mortar = us("us.light-mortar", (12, 24), name="Able", fields={"pins": 1})
    lobbed = promised(mortar, *friends, foe_near, dice=[6, 6, 1])
    assert dice_of(lobbed["One"])[0][0] == "Light mortar: ranging in"
