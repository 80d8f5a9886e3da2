"""Forecasts of shooting at vehicles, of flame, shells and one-shot weapons, reckoned by hand with fires and all."""

from fractions import Fraction

import icepool
import pytest

from tests.clause import clause

from .foretold import fails, foretold, needs, spread_of
from .kit import de, us
from .promises import DOWN, EAST, WEST, decoy, foe, rifles
from .test_forecasts import STEADY

SIXTH, HALF = Fraction(1, 6), Fraction(1, 2)


def full_damage(morale: int) -> Fraction:
    """One die of full damage on a vehicle that moves: 4 and more is a wreck; 3 is a fire, checked at this morale."""
    return HALF + SIXTH * fails(morale)


def superficial_damage(morale: int) -> Fraction:
    """One die less three: only a 6 does more than halt or immobilise, and that is a fire."""
    return SIXTH * fails(morale)


def massive_damage(morale: int) -> Fraction:
    """Two dice in turn; the second finds it pinned once more, and a second immobilisation is its end."""
    stunned, immobilised = SIXTH, SIXTH
    put_out = SIXTH * (1 - fails(morale))
    again = full_damage(morale - 1)
    return full_damage(morale) + (stunned + put_out) * again + immobilised * (again + SIXTH)


@clause("ba.armour.roll", "ba.pen.side-top", "ba.pen.long-range", "ba.armour.medium-tank", "ba.result.on-fire-fail")
def test_a_gun_at_the_flank_of_a_tank() -> None:
    """It hits on 4; 9 or more with 5: a 4 is superficial, 5 and 6 are full. Morale is 9, less the hit's pin and another.

    Superficial damage takes 3 off the die: 1 to 4 stun, 5 immobilises, 6 sets it on fire.
    """
    gun = us("us.medium-at-gun", (10, 20), name="Able", bearing=EAST)
    found = foretold(gun, foe("de.panzer-iv", (50, 20), bearing=0), decoy())
    assert found.spread("Foe", "superficial damage") == {0: Fraction(11, 12), 1: Fraction(1, 12)}
    assert found.spread("Foe", "full damage") == {0: Fraction(5, 6), 1: SIXTH}
    superficial = SIXTH * fails(7)
    destroyed = HALF * (SIXTH * superficial + Fraction(2, 6) * full_damage(7))
    assert found.chance("Foe", "destroyed", "yes") == destroyed == Fraction(29, 288)
    assert found.chance("Foe", "immobilised", "yes") == HALF * (SIXTH * SIXTH + Fraction(2, 6) * SIXTH)
    assert found.chance("Foe", "morale", "not tested") == 1 - HALF * HALF * SIXTH
    assert found.reading.lost == (
        Fraction(0),
        found.scene.unit("Foe").card.points * (destroyed + Fraction(1, 24) * HALF),
    )


@clause("ba.armour.massive", "ba.result.massive", "ba.result.immobilised-twice")
def test_massive_damage_rolls_twice_on_the_table() -> None:
    """A heavy gun at the front of an armoured car hits on 3; 1 is superficial, 2 and 3 are full damage, more is massive."""
    gun = us("us.heavy-at-gun", (20, 20), name="Able", bearing=EAST)
    found = foretold(gun, foe("de.armoured-car", (40, 20), bearing=WEST), decoy())
    pierced = SIXTH * superficial_damage(7) + Fraction(2, 6) * full_damage(7) + Fraction(3, 6) * massive_damage(7)
    destroyed = Fraction(2, 3) * pierced
    assert found.chance("Foe", "destroyed", "yes") == destroyed
    assert found.spread("Foe", "massive damage") == {0: Fraction(2, 3), 1: Fraction(1, 3)}


@clause("ba.result.immobilised-twice")
def test_a_vehicle_that_cannot_move_is_lost_when_it_is_immobilised_again() -> None:
    """The same gun and car: now each die of 2 is a wreck, too."""
    gun = us("us.heavy-at-gun", (20, 20), name="Able", bearing=EAST)
    lame = foe("de.armoured-car", (40, 20), bearing=WEST, fields={"order": "fire", "immobilised": True})
    found = foretold(gun, lame, decoy())
    once, then = (full_damage(morale) + SIXTH for morale in (7, 6))
    twice = once + (SIXTH + SIXTH * (1 - fails(7))) * then
    scratched = superficial_damage(7) + SIXTH
    destroyed = Fraction(2, 3) * (SIXTH * scratched + Fraction(2, 6) * once + Fraction(3, 6) * twice)
    assert found.chance("Foe", "destroyed", "yes") == destroyed
    assert not found.spread("Foe", "immobilised")


@clause("ba.armour.small-arms", "ba.gap.pins-on-vehicles")
def test_small_arms_hit_armour_for_nothing() -> None:
    """They may hit, and that is all: not even a pin."""
    found = foretold(rifles(), foe("de.panzer-iv", (30, 20)), decoy())
    assert found.spread("Foe", "hits") == spread_of(2 @ needs(3) + 4 @ needs(4))
    assert set(found.reading.spreads) == {(1, "hits")}
    assert not any(found.reading.lost)


@clause("ba.damage.soft-skin", "ba.gap.soft-skin-destroyed")
def test_a_soft_skin_is_destroyed_by_any_damage() -> None:
    """A rifle needs 3, then 6; a machine gun has four dice of the same."""
    rifle = us("us.sniper-team", (15, 20), name="Able", men=2, fields={"men": (1,)})
    gun = us("us.mmg-team", (15, 20), name="Able", bearing=EAST)
    for shooter, far, shots in ((rifle, 26, 1), (gun, 30, 4)):
        found = foretold(shooter, foe("de.truck", (far, 20)), decoy())
        assert found.chance("Foe", "destroyed", "no") == (1 - Fraction(2, 3) * SIXTH) ** shots
        assert found.some("Foe", "pins") == 1 - Fraction(1, 3) ** shots


@clause("ba.gap.flamethrower", "ba.weapon.flamethrower-infantry")
def test_flame_burns_a_truck_or_makes_its_crew_flee() -> None:
    """D6 shots that hit on 2 and destroy on 4; where none does, morale 9 less D3+1 pins is checked."""
    team = us("us.flamethrower-team", (15, 20), name="Able")
    found = foretold(team, foe("de.truck", (21, 20)), decoy())
    hits = icepool.d6 @ needs(2)
    assert found.spread("Foe", "hits") == spread_of(hits)
    assert found.mean("Foe", "hits") == Fraction(7, 2) * Fraction(5, 6)
    holds = 1 - sum((fails(9 - pins) for pins in (2, 3, 4)), Fraction(0)) / 3
    unhurt = sum((share * HALF**count for count, share in spread_of(hits).items() if count), Fraction(0))
    missed = spread_of(hits)[0]
    assert found.chance("Foe", "destroyed", "no") == missed + unhurt * holds
    assert found.chance("Foe", "morale", "holds") == unhurt * holds
    assert found.chance("Foe", "pins", 3) == (1 - missed) / 3
    assert found.chance("Able", "destroyed", "yes") == SIXTH  # its fuel runs out


@clause("ba.gap.he-hits")
def test_shells_are_compared_for_the_target_that_was_named() -> None:
    """Armour-piercing: one hit that kills whatever the die. High explosive: D2 hits that kill on 3."""
    gun = us("us.medium-at-gun", (10, 20), name="Able", bearing=EAST)
    for shell, several, least in (("ap", 1 @ icepool.d(1), 1), ("he", icepool.d(2), 3)):
        found = foretold(gun, foe(), decoy(), kind="shell", answer=shell, answers={"target": "Foe"}, **STEADY)
        assert found.spread("Foe", "men lost") == spread_of(needs(3) @ several @ needs(least))


@clause("ba.gap.weapon-one-shot", "ba.gap.split-fire")
def test_a_one_shot_weapon_is_weighed_together_with_the_rest() -> None:
    """A panzerfaust hits on 4, with 8 against 9: 1 is superficial, 2 and 3 full, 4 to 6 massive. The squad shoots at men."""
    squad = de("de.grenadier-squad", (20, 20), name="Group", men=5)
    tank = us("us.sherman", (37, 20), name="Tank", bearing=90, fields={"order": "fire"})
    men = us("us.rifle-squad", (20, 35), name="Men", fields={"order": "fire"})
    asked = {"kind": "aim one-shot weapon", "answers": {"target": "Men"}, "answer": "Tank"}
    found = foretold(squad, tank, men, **asked, **STEADY)  # type: ignore[arg-type]
    pierced = SIXTH * superficial_damage(7) + Fraction(2, 6) * full_damage(7) + Fraction(3, 6) * massive_damage(7)
    destroyed = HALF * pierced
    assert found.chance("Tank", "destroyed", "yes") == destroyed
    hits = 1 @ needs(3) + 1 @ needs(3) + 1 @ needs(3) + 1 @ needs(4)
    assert found.spread("Men", "men lost") == spread_of(hits @ needs(4))


@clause("ba.fubar.friendly-fire")
@pytest.mark.parametrize(("victim", "steady"), [("One", Fraction(1, 6)), ("Two", Fraction(1, 36))])
def test_fire_at_friends_is_foreseen_too(victim: str, steady: Fraction) -> None:
    """By the one who picks them: rifles need two sixes, the automatic rifle one or two."""
    foe_near = de("de.medic", (31, 24), name="Enemy")
    friends = [us("us.medic", (30, 20), name="One", fields=DOWN), us("us.medic", (30, 28), name="Two", fields=DOWN)]
    found = foretold(rifles(fields={"pins": 1}), *friends, foe_near, dice=[6, 6, 1], answer=victim)
    spared = (1 - steady * HALF) ** 2 * (1 - Fraction(1, 36) * HALF) ** 4
    assert found.chance(victim, "destroyed", "yes") == 1 - spared
    assert found.spread("Able", "order test") == {"fubar": 1}
