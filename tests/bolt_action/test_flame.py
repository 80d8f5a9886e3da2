"""Flamethrowers: shots, terror, fuel, and the danger of carrying one."""

from typing import Any

import pytest

from sandtable.rulesets.bolt_action.state import Mount
from tests.clause import clause

from .duel import duel
from .kit import Scene, card, shift, terrain

TEAM = "de.flamethrower-team"
TANK = "us.sherman"
CALM, AFRAID = [1, 1], [6, 5]
FUEL_LEFT, FUEL_GONE = 2, 1


def flame_tank(where: str = "turret", **changes: object) -> dict[str, object]:
    """The fields of a Sherman that carries nothing but a flamethrower."""
    return {"card": card(TANK, mounts=(Mount("flamethrower-vehicle", where),), **changes)}  # type: ignore[arg-type]


def burn(scene: Scene, *dice: int, order: str = "fire", **answers: object) -> Scene:
    """The flamethrower fires at Foe; then these dice fall."""
    return scene.order("Gun", order, dice, target="Foe", **answers)


def needs(scene: Scene, why: str) -> list[str]:
    """What throws needed."""
    return [thrown.needs for thrown in scene.throws(why)]


# ---- the two weapons


@clause("ba.weapon.flamethrower-infantry")
def test_an_infantry_flamethrower_has_d6_shots_up_to_six_inches() -> None:
    """A 4: four shots, which hit on 2 at point blank and wound Regulars on 2; beyond six inches none."""
    scene = burn(duel(6, TEAM, "us.rifle-squad"), 4, 1, 1, 1, 6, 1, 1, *CALM, FUEL_LEFT)
    assert [thrown.value for thrown in scene.throws("shots")] == [4]
    assert [(len(thrown.faces), thrown.needs) for thrown in scene.throws("to hit")] == [(4, "2+ (+1 point blank)")]
    assert needs(scene, "to damage") == ["2+ (+2 penetration)"]
    assert burn(duel(6.001, TEAM, "us.rifle-squad")).events("fired in vain")


@clause("ba.weapon.flamethrower-vehicle")
@pytest.mark.parametrize("reach", [18, 12])
def test_a_vehicle_flamethrower_has_two_d6_shots_up_to_its_range(reach: int) -> None:
    """A 1 and a 2: three shots at +3; 18 inches as printed, 12 by the switch."""
    options: dict[str, Any] = {} if reach == 18 else {"vehicle_flamethrower_range": reach}
    # The muzzle is on the turret, a circle as wide as the hull: an inch from its middle, not 2.05.
    near = duel(reach - 1.05, TANK, "us.rifle-squad", gun=flame_tank(), **options)
    burn(near, 1, 2, 1, 1, 6, 1, 1, *CALM, FUEL_LEFT)
    assert [thrown.value for thrown in near.throws("shots")] == [3]
    assert needs(near, "to damage") == ["1+ (+3 penetration)"]
    far = duel(reach - 1.049, TANK, "us.rifle-squad", gun=flame_tank(), **options)
    assert burn(far).events("fired in vain")


@clause("ba.weapon.flamethrower-infantry")
def test_a_flamethrower_is_a_team_weapon() -> None:
    """With his companion gone its bearer shoots at -1."""
    scene = duel(4, TEAM, "us.rifle-squad", gun={"men": (0,)})
    burn(scene, 1, 1, FUEL_LEFT)
    assert needs(scene, "to hit") == ["3+ (+1 point blank, -1 short of crew)"]


# ---- hitting


@clause("ba.gap.flamethrower")
def test_flame_heeds_neither_cover_nor_down_nor_small_units_nor_long_range() -> None:
    """Two men, Down, behind a wall, four inches away, more than half the range: 2 as at anybody point blank."""
    wall = terrain("wall", line=[(9.5, 20), (9.5, 28)])
    scene = duel(4, TEAM, "us.bazooka-team", foe={"order": "down"}, ground=[wall])
    burn(scene, 1, 1, FUEL_LEFT)
    assert needs(scene, "to hit") == ["2+ (+1 point blank)"]


@clause("ba.gap.flamethrower")
def test_flame_is_hindered_by_what_hinders_its_bearer() -> None:
    """On the move, with a pin: -2."""
    scene = duel(5, TEAM, "us.rifle-squad", gun={"pins": 2})
    burn(scene, 1, 1, 1, 1, FUEL_LEFT, order="advance", move=shift(1, 0))
    assert needs(scene, "to hit") == ["4+ (+1 point blank, -1 for pins, -1 on the move)"]


@clause("ba.gap.flamethrower")
def test_a_gun_shield_is_no_help_against_flame() -> None:
    """The crew of a gun before its shield: 4 less 2."""
    scene = duel(4, TEAM, "us.light-at-gun")
    burn(scene, 1, 6, 1, 1, *CALM, FUEL_LEFT)
    assert needs(scene, "to damage") == ["2+ (+2 penetration)"]


# ---- terror


@clause("ba.gap.flamethrower")
@pytest.mark.parametrize(("die", "pins"), [(1, 2), (3, 3), (6, 4)])
def test_flame_causes_d3_and_one_pins_and_a_morale_check(die: int, pins: int) -> None:
    """Nobody is hurt by the one hit; the check counts the pins all the same."""
    scene = burn(duel(4, TEAM, "us.rifle-squad"), 1, 6, die, 1, *CALM, FUEL_LEFT)
    assert (scene.unit("Foe").pins, len(scene.unit("Foe").men)) == (pins, 12)
    assert needs(scene, "checks morale") == [f"{9 - pins} or less (9, -{pins} for pins)"]


@clause("ba.gap.flamethrower")
def test_men_who_fail_the_check_are_destroyed() -> None:
    """A squad without a single loss runs from the flames."""
    scene = burn(duel(4, TEAM, "us.rifle-squad"), 1, 6, 1, 1, *AFRAID, FUEL_LEFT)
    assert scene.event("was destroyed").because == ("ba.gap.flamethrower",)


@clause("ba.gap.flamethrower")
def test_there_is_one_check_however_many_are_lost() -> None:
    """Six of six hits kill half of a squad of twelve: the check for the flames is the only one."""
    scene = burn(duel(4, TEAM, "us.rifle-squad"), 6, *[5] * 6, 1, *[2] * 6, *CALM, FUEL_LEFT)
    assert len(scene.unit("Foe").men) == 6
    assert [event.tells["why"] for event in scene.events("checked morale")] == ["under flame"]


@clause("ba.gap.flamethrower")
def test_a_shot_that_misses_frightens_nobody() -> None:
    """No hit, no pins, no check; but the fuel is rolled for."""
    scene = burn(duel(4, TEAM, "us.rifle-squad"), 1, 1, FUEL_LEFT)
    assert scene.unit("Foe").pins == 0
    assert not scene.events("checked morale")
    assert scene.throws("fuel")


@clause("ba.gap.flamethrower")
@pytest.mark.parametrize(("check", "alive"), [(CALM, True), (AFRAID, False)])
def test_a_vehicle_crew_may_abandon_it(check: list[int], alive: bool) -> None:
    """An undamaged tank takes the pins and checks; failed, it is left as a wreck."""
    scene = burn(duel(4, TEAM, TANK), 1, 6, 1, 2, *check, FUEL_LEFT)
    assert scene.unit("Foe").alive == alive
    assert [piece.kind for piece in scene.state.terrain] == ([] if alive else ["wreck"])


@clause("ba.gap.flamethrower")
@pytest.mark.parametrize("turned", [0, 180])
def test_flame_adds_one_against_any_armour(turned: float) -> None:
    """Front or rear, near or far: +3 for the vehicle weapon and +1, no more and no less."""
    scene = duel(12, TANK, "de.panzer-iv", turned=turned, gun=flame_tank())
    burn(scene, 1, 1, 6, 1, 1, 1, *CALM, FUEL_LEFT)
    assert needs(scene, "to penetrate") == ["9+ with +4 (+3 penetration, +1 top armour)"]


# ---- fuel


@clause("ba.gap.flamethrower")
@pytest.mark.parametrize(("die", "alive"), [(FUEL_GONE, False), (FUEL_LEFT, True)])
def test_a_team_whose_fuel_is_gone_leaves_the_table(die: int, alive: bool) -> None:
    """On a 1 after shooting the weapon and its two men are removed."""
    scene = burn(duel(4, TEAM, "us.rifle-squad"), 1, 1, die)
    assert scene.unit("Gun").alive == alive


@clause("ba.gap.flamethrower")
def test_a_vehicle_whose_fuel_is_gone_only_loses_the_weapon() -> None:
    """It stays, and the next time it has nothing to fire."""
    scene = burn(duel(4, TANK, "us.rifle-squad", gun=flame_tank()), 1, 1, 1, 1, FUEL_GONE)
    assert scene.unit("Gun").alive
    scene.order("Gun", "fire")
    assert not scene.kinds_asked()


@clause("ba.gap.flamethrower")
def test_no_fuel_is_used_by_a_shot_that_cannot_reach() -> None:
    """Out of range, no die is thrown at all."""
    assert not burn(duel(7, TEAM, "us.rifle-squad")).throws()


# ---- the danger to its bearer


@clause("ba.gap.flamethrower-risk")
@pytest.mark.parametrize(("risky", "adds"), [(False, ""), (True, " (+1 carries a flamethrower)")])
def test_a_flamethrower_vehicle_burns_more_easily_only_by_the_switch(risky: bool, adds: str) -> None:
    """Full damage on one: D6, or one more where the table plays it."""
    scene = duel(10, "de.medium-at-gun", TANK, foe=flame_tank(), flame_vehicle_plus_one=risky)
    scene.order("Gun", "fire", [6, 5, 1], target="Foe", shell="ap")
    assert scene.throws("damage result")[0].why == f"Foe: damage result{adds}"


@clause("ba.gap.flamethrower-risk")
def test_the_switch_is_for_vehicles_that_carry_one() -> None:
    """An ordinary tank rolls as ever."""
    scene = duel(10, "de.medium-at-gun", TANK, flame_vehicle_plus_one=True)
    scene.order("Gun", "fire", [6, 5, 1], target="Foe", shell="ap")
    assert scene.throws("damage result")[0].why.endswith(": damage result")


@clause("ba.gap.flamethrower-risk")
def test_a_flamethrower_on_a_mans_back_is_no_danger_to_him() -> None:
    """A team that is shot at needs the same rolls as any two men, and loses one man to one wound."""
    scene = duel(10, "de.mmg-team", TEAM, flame_vehicle_plus_one=True)
    burn(scene, 6, 1, 1, 1, 4, *CALM)
    assert needs(scene, "to damage") == ["4+"]
    assert len(scene.unit("Foe").men) == 1
