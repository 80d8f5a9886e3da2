"""Measuring: between the closest models, base to base, from hulls and muzzles, and exactly at the limit."""

import pytest

from tests.clause import clause

from .kit import Scene, Side, de, us

NORTH, EAST = 0, 90
MEASURING = "ba.gap.measuring"


def in_range(shooter: Side, target: Side, gap: float, limit: float) -> bool:
    """Whether a declared target is in range: then a die is thrown, a one; otherwise the shot is in vain."""
    scene = Scene(shooter, target)
    scene.order(shooter.name, "fire", [1] if gap <= limit else [], target=target.name)
    assert bool(scene.events("fired in vain")) is not bool(scene.throws("to hit"))
    return bool(scene.throws("to hit"))


def pistol(x: float = 20) -> Side:
    """A man who shoots six inches."""
    return us("us.second-lieutenant", (x, 20), name="Officer")


@clause(MEASURING)
@pytest.mark.parametrize(("gap", "within"), [(6.0, True), (6.001, False)])
def test_men_measure_from_base_to_base_and_the_limit_is_within(gap: float, within: bool) -> None:
    """Bases are an inch across: seven inches from middle to middle are six."""
    assert in_range(pistol(), de("de.medic", (20 + 1 + gap, 20), name="Foe"), gap, 6) is within


@clause(MEASURING)
@pytest.mark.parametrize(("gap", "within"), [(6.0, True), (6.001, False)])
@pytest.mark.parametrize(("bearing", "half"), [(NORTH, 0.8), (EAST, 2.25)])
def test_vehicles_are_measured_to_their_hull(gap: float, within: bool, bearing: float, half: float) -> None:
    """A truck is 4.5 inches long and 1.6 wide: to its side or to its front."""
    truck = de("de.truck", (20 + 0.5 + gap + half, 20), name="Foe", bearing=bearing)
    assert in_range(pistol(), truck, gap, 6) is within


@clause(MEASURING)
@pytest.mark.parametrize(("gap", "within"), [(48.0, True), (48.001, False)])
def test_a_gun_shoots_from_its_muzzle(gap: float, within: bool) -> None:
    """From the rim of the gun's base in the direction of fire."""
    gun = us("us.light-at-gun", (5, 20), name="Gun", bearing=EAST)
    assert in_range(gun, de("de.medic", (5 + 1.181 + gap + 0.5, 20), name="Foe"), gap, 48) is within


@clause(MEASURING)
@pytest.mark.parametrize(("gap", "fires"), [(36.0, True), (36.001, False)])
def test_a_hull_weapon_shoots_from_the_front_of_the_hull(gap: float, fires: bool) -> None:
    """The hull machine gun of a tank is 2.05 inches ahead of its middle, its coaxial one turns with the turret."""
    tank = us("us.sherman", (5, 20), name="Tank", bearing=EAST)
    scene = Scene(tank, de("de.medic", (5 + 2.05 + gap + 0.5, 20), name="Foe", fields={"order": "down"}))
    scene.order("Tank", "fire", [1] * (5 if fires else 1), target=["Foe", "Foe"])
    assert [len(thrown.faces) for thrown in scene.throws("to hit")] == ([1, 4] if fires else [1])


@clause(MEASURING)
@pytest.mark.parametrize(("gap", "fires"), [(36.0, True), (36.001, False)])
def test_a_turret_weapon_shoots_from_the_turret(gap: float, fires: bool) -> None:
    """The turret is as wide as the hull: the coaxial machine gun of a tank seen from the side measures from its rim."""
    tank = us("us.sherman", (5, 20), name="Tank", bearing=NORTH)
    scene = Scene(tank, de("de.medic", (5 + 1 + gap + 0.5, 20), name="Foe", fields={"order": "down"}))
    scene.order("Tank", "fire", [1] * (5 if fires else 1), target="Foe")
    assert [len(thrown.faces) for thrown in scene.throws("to hit")] == ([1, 4] if fires else [1])


@clause(MEASURING)
@pytest.mark.parametrize(("gap", "helped"), [(6.0, True), (6.001, False)])
def test_units_are_as_far_apart_as_their_closest_models(gap: float, helped: bool) -> None:
    """An officer within six inches of the nearest man of a squad helps it, wherever the others are."""
    squad = us("us.rifle-squad", (30, 20), name="Able", fields={"pins": 1})
    scene = Scene(squad, us("us.second-lieutenant", (29 - gap, 20), name="Officer"))
    scene.order("Able", "ambush", [1, 1])
    assert ("Second Lieutenant" in scene.throws("order test")[0].needs) is helped


@clause(MEASURING)
@pytest.mark.parametrize("premeasure", [False, True])
def test_a_target_is_declared_before_its_distance_is_known(premeasure: bool) -> None:
    """Somebody out of range may be declared a target, and the shots are wasted; showing ranges changes no rule."""
    far = de("de.medic", (60, 20), name="Foe", fields={"order": "down"})
    scene = Scene(pistol(), far, premeasure=premeasure)
    scene.order("Officer", "fire", target="Foe")
    assert scene.event("fired in vain").because == ("ba.shoot.measure",)
    shown = [option.label for option in scene.asked[0].domain.describe().options]  # type: ignore[union-attr]
    assert shown[0] == ('Foe, 39" away' if premeasure else "Foe")
    assert not scene.throws()
