"""Measuring: between the closest models, base to base, from hulls and muzzles, and exactly at the limit."""

import pytest

from sandtable.rulesets.bolt_action.telling.log import sentence
from tests.clause import clause

from .duel import duel
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


FAR = de("de.medic", (60, 20), name="Foe", fields={"order": "down"})


@clause(MEASURING, "ba.shoot.declare", "ba.shoot.measure")
def test_a_target_is_declared_before_its_distance_is_known() -> None:
    """Somebody out of range may be declared a target; the shots are wasted, and the log says by how much."""
    scene = Scene(pistol(), FAR)
    scene.order("Officer", "fire", target="Foe")
    told = scene.event("fired in vain")
    assert told.because == ("ba.shoot.measure", "ba.gap.who-shoots")
    assert sentence(scene.state, told) == "Officer cannot fire at Foe: out of range: 39 inches, 6 at most"
    assert scene.asked[0].domain.describe().options[0].label == "Foe"  # type: ignore[union-attr]
    assert not scene.throws()


@clause(MEASURING, "ba.shoot.declare")
def test_where_distances_are_known_beforehand_nobody_out_of_range_is_declared() -> None:
    """He is barred, with how far he is; who is in range is offered with it."""
    near = de("de.medic", (26, 20), name="Near", fields={"order": "down"})
    scene = Scene(pistol(), FAR, near, premeasure=True)
    scene.order("Officer", "fire", [1], target="Near")
    offered = scene.asked[0].domain.describe()
    assert [option.label for option in offered.options] == ['Near, 5" away', "hold fire"]  # type: ignore[union-attr]
    barred = scene.asked[0].domain.barred()  # type: ignore[attr-defined]
    assert {key: (one.why, one.because) for key, one in barred.items()} == {
        "u1": ("out of range: 39 inches, 6 at most", ("ba.shoot.measure", "ba.gap.who-shoots"))
    }
    assert Scene(pistol(), FAR, premeasure=True).order("Officer", "fire").told("opened fire") == []


@clause(MEASURING, "ba.gap.indirect-fire", "ba.shoot.declare")
@pytest.mark.parametrize(
    ("gap", "why"),
    [
        (11.999, "out of range: 11.99 inches, 12 at least"),
        (12, None),
        (24, None),
        (24.001, "out of range: 24.01 inches, 24 at most"),
    ],
)
def test_a_mortar_may_be_too_near_and_too_far(gap: float, why: str | None) -> None:
    """A light mortar reaches from 12 inches to 24: in the log, and barred where that is known beforehand."""
    dice = [1] if why is None else []
    late = duel(gap, "de.light-mortar", "us.medic", foe={"order": "down"}).order("Gun", "fire", dice, target="Foe")
    assert [one.tells["why"] for one in late.events("fired in vain")] == ([why] if why else [])
    known = duel(gap, "de.light-mortar", "us.medic", foe={"order": "down"}, premeasure=True)
    known.order("Gun", "fire", dice, **({"target": "Foe"} if why is None else {}))
    assert len(known.events("opened fire")) == (why is None)
