"""Rolling to damage armour: what is rolled, what is added to it, and what the total does."""

import pytest

from sandtable.rulesets.bolt_action.special.airstrike import here_it_comes
from tests.clause import clause

from .duel import duel
from .kit import Scene, card, de, us

FRONT, SIDE, REAR = 0, 90, 180
GUN = "de.medium-at-gun"  # penetration 5, range 60 inches
HIT = 6


def penetration_of(scene: Scene) -> list[str]:
    """What every roll against armour needed, with all reasons."""
    return [thrown.needs for thrown in scene.throws("to penetrate")]


def damage_by(scene: Scene) -> str:
    """What the one hit did."""
    told = [event.tells["damage"] for event in scene.events("was damaged")]
    hurt = told or [event.verb for event in scene.events("was not hurt")]
    assert len(hurt) == 1
    return str(hurt[0])


# ---- what can hurt armour at all


@clause("ba.armour.small-arms")
def test_small_arms_do_nothing_to_armour() -> None:
    """Four hits of a machine gun on a tank: no roll against its armour, no damage, no pin."""
    scene = duel(10, "de.mmg-team", "us.sherman")
    scene.order("Gun", "fire", [6, 6, 6, 6], target="Foe")
    assert scene.event("was hit").tells["hits"] == 4
    assert scene.event("was not hurt").because == ("ba.armour.small-arms",)
    assert not scene.throws("to penetrate")
    assert scene.unit("Foe").pins == 0


@clause("ba.armour.small-arms", "ba.weapon.hmg")
def test_a_heavy_machine_gun_is_no_small_arm() -> None:
    """Each of its hits is rolled against armour, and the tank is pinned."""
    scene = duel(10, "de.hmg-team", "us.sherman")
    scene.order("Gun", "fire", [6, 6, 1, 5, 6], target="Foe")
    assert penetration_of(scene) == ["9+ with +1 (+1 penetration)"] * 2
    assert scene.unit("Foe").pins == 1


@clause("ba.armour.roll", "ba.pen.side-top")
@pytest.mark.parametrize(("die", "damage"), [(2, "was not hurt"), (3, "superficial"), (4, "full")])
def test_die_penetration_and_modifiers_are_added_up(die: int, damage: str) -> None:
    """A bazooka (+5) into the side (+1) of a medium tank (9): a 3 is just enough."""
    scene = duel(10, "us.bazooka-team", "de.panzer-iv", turned=SIDE)
    scene.order("Gun", "fire", [HIT, die] + [1] * (damage != "was not hurt"), target="Foe")
    assert penetration_of(scene) == ["9+ with +6 (+5 penetration, +1 side armour)"]
    assert damage_by(scene) == damage


@clause("ba.armour.roll")
def test_every_hit_is_rolled_for() -> None:
    """Both shots of an automatic cannon hit: two dice, one after the other."""
    scene = duel(10, "us.flak-gun", "de.panzer-iv")
    scene.order("Gun", "fire", [6, 6, 6, 2], target="Foe", shell="ap")
    assert [faces for _, faces, _ in scene.thrown("to penetrate")] == [(6,), (2,)]


@clause("ba.armour.roll")
@pytest.mark.parametrize(("ones_fail", "damage"), [(True, "was not hurt"), (False, "full")])
def test_a_natural_one_is_added_like_any_score_but_by_the_switch(ones_fail: bool, damage: str) -> None:
    """A super-heavy gun (+7) at an armoured car (7): even a 1 adds up to 8."""
    scene = duel(10, "de.super-heavy-at-gun", "us.heavy-armoured-car", natural_one_fails=ones_fail)
    scene.order("Gun", "fire", [HIT, 1] + [1] * (not ones_fail), target="Foe", react="stay")
    assert damage_by(scene) == damage


# ---- armour values

ARMOURED = {
    "armoured-car": ("us.half-track", 7),
    "light-tank": ("us.sherman", 8),
    "medium-tank": ("us.sherman", 9),
    "heavy-tank": ("gb.churchill", 10),
    "super-heavy-tank": ("de.tiger", 11),
}


@pytest.mark.parametrize(
    "armour",
    [
        pytest.param("armoured-car", marks=clause("ba.armour.car")),
        pytest.param("light-tank", marks=clause("ba.armour.light-tank")),
        pytest.param("medium-tank", marks=clause("ba.armour.medium-tank")),
        pytest.param("heavy-tank", marks=clause("ba.armour.heavy-tank")),
        pytest.param("super-heavy-tank", marks=clause("ba.armour.super-heavy-tank")),
    ],
)
def test_each_kind_of_vehicle_has_its_damage_value(armour: str) -> None:
    """Against a gun of +5 the value is just reached by one die, and just missed by the die below it."""
    troop, value = ARMOURED[armour]
    foe = {"card": card(troop, armour=armour)}
    reached = duel(10, GUN, troop, foe=foe)
    reached.order("Gun", "fire", [HIT, value - 5, 1], target="Foe")
    assert damage_by(reached) == "superficial"
    missed = duel(10, GUN, troop, foe=foe)
    missed.order("Gun", "fire", [HIT, value - 6], target="Foe")
    assert damage_by(missed) == "was not hurt"


@pytest.mark.parametrize(
    ("troop", "value"),
    [
        pytest.param("us.half-track", 7, marks=clause("ba.armour.car")),
        pytest.param("us.armoured-car", 7, marks=clause("ba.armour.car")),
        pytest.param("us.heavy-armoured-car", 7, marks=clause("ba.armour.car")),
        pytest.param("su.t34-85", 9, marks=clause("ba.armour.medium-tank")),
        pytest.param("de.panzer-iv", 9, marks=clause("ba.armour.medium-tank")),
        pytest.param("de.tiger", 10, marks=clause("ba.armour.heavy-tank")),
        pytest.param("gb.churchill", 10, marks=clause("ba.armour.heavy-tank")),
    ],
)
def test_vehicles_of_the_catalogue_have_the_armour_of_their_kind(troop: str, value: int) -> None:
    """Half-tracks count as carriers, with the armour of a car."""
    scene = duel(10, "de.light-at-gun", troop)
    scene.order("Gun", "fire", [HIT, 1], target="Foe")
    assert penetration_of(scene) == [f"{value}+ with +4 (+4 penetration)"]


# ---- what a total does


@pytest.mark.parametrize(
    ("die", "margin", "damage"),
    [
        pytest.param(2, 3, "was not hurt", marks=clause("ba.armour.no-damage")),
        pytest.param(3, 3, "superficial", marks=clause("ba.armour.superficial")),
        pytest.param(4, 3, "full", marks=clause("ba.armour.full")),
        pytest.param(5, 3, "full", marks=clause("ba.armour.full", "ba.armour.massive")),
        pytest.param(6, 3, "massive", marks=clause("ba.armour.massive")),
        pytest.param(6, 4, "full", marks=clause("ba.armour.massive")),
    ],
)
def test_less_equal_over_and_far_over_the_armour(die: int, margin: int, damage: str) -> None:
    """Totals of 8 to 12 against 9: nothing, superficial, full, full, massive; with a margin of 4 the 12 is full."""
    scene = duel(10, GUN, "us.sherman", turned=SIDE, massive_margin=margin)
    results = {"was not hurt": 0, "massive": 2}.get(damage, 1)
    scene.order("Gun", "fire", [HIT, die] + [1] * results, target="Foe")
    assert damage_by(scene) == damage
    assert len(scene.throws("damage result")) == results


@clause("ba.armour.massive", "ba.pen.rear")
def test_with_a_margin_of_four_thirteen_is_massive() -> None:
    """A 6 into the rear of a medium tank: 6 + 5 + 2."""
    scene = duel(10, GUN, "us.sherman", turned=REAR, massive_margin=4)
    scene.order("Gun", "fire", [HIT, 6, 1, 1], target="Foe")
    assert damage_by(scene) == "massive"


@clause("ba.armour.to-table")
def test_damage_is_rolled_on_the_results_table() -> None:
    """Full damage and a 5: knocked out by the table; no damage, no roll on it."""
    scene = duel(10, GUN, "us.sherman")
    scene.order("Gun", "fire", [HIT, 3], target="Foe")
    assert not scene.throws("damage result")
    scene.order("Gun", "fire", [HIT, 5, 5], target="Foe")
    (thrown,) = scene.throws("damage result")
    assert thrown.value == "knocked-out"
    assert "ba.armour.to-table" in thrown.because
    assert not scene.unit("Foe").alive


# ---- penetration modifiers


@clause("ba.pen.scope")
@pytest.mark.parametrize(
    ("target", "needs"), [("us.truck", "5+ (+1 penetration)"), ("us.rifle-squad", "3+ (+1 penetration)")]
)
def test_facing_and_range_change_nothing_for_soft_targets(target: str, needs: str) -> None:
    """A heavy machine gun behind a truck or a squad at long range: its penetration is added, nothing else."""
    scene = duel(20, "de.hmg-team", target, turned=REAR)
    scene.order("Gun", "fire", [4, 1, 1, 1], target="Foe", react=["stay"] * (target == "us.rifle-squad"))
    assert [thrown.needs for thrown in scene.throws("to damage")] == [needs]


@pytest.mark.parametrize(
    ("turned", "needs"),
    [
        pytest.param(FRONT, "9+ with +5 (+5 penetration)", marks=clause("ba.gap.vehicle-arcs")),
        pytest.param(44.9, "9+ with +5 (+5 penetration)", marks=clause("ba.gap.vehicle-arcs")),
        pytest.param(45.1, "9+ with +6 (+5 penetration, +1 side armour)", marks=clause("ba.gap.vehicle-arcs")),
        pytest.param(SIDE, "9+ with +6 (+5 penetration, +1 side armour)", marks=clause("ba.pen.side-top")),
        pytest.param(-SIDE, "9+ with +6 (+5 penetration, +1 side armour)", marks=clause("ba.pen.side-top")),
        pytest.param(134.9, "9+ with +6 (+5 penetration, +1 side armour)", marks=clause("ba.gap.vehicle-arcs")),
        pytest.param(135.1, "9+ with +7 (+5 penetration, +2 rear armour)", marks=clause("ba.gap.vehicle-arcs")),
        pytest.param(REAR, "9+ with +7 (+5 penetration, +2 rear armour)", marks=clause("ba.pen.rear")),
    ],
)
def test_the_arc_a_gun_stands_in_is_the_armour_it_strikes(turned: float, needs: str) -> None:
    """Four quarters, cut at 45 degrees to the hull: nothing to the front, +1 to the sides, +2 to the rear."""
    scene = duel(20, GUN, "us.sherman", turned=turned)
    scene.order("Gun", "fire", [HIT, 1], target="Foe")
    assert penetration_of(scene) == [needs]


@clause("ba.gap.vehicle-arcs")
@pytest.mark.parametrize(
    ("in_front", "needs"),
    [(5, "+6 (+6 penetration)"), (3, "+6 (+6 penetration)"), (1, "+7 (+6 penetration, +1 side armour)")],
)
def test_a_squad_strikes_the_armour_that_most_of_its_shooters_see(in_front: int, needs: str) -> None:
    """NCO, gunner and two riflemen shoot, the loader between them does not; two against two count as the front."""
    ahead = [(20.0 + 1.2 * place, 28.0) for place in range(5)]
    beside = [(27.0, 20.0 + 1.2 * place) for place in range(5)]
    places = (*ahead[:in_front], *beside[in_front:])
    scene = Scene(
        us("de.grenadier-squad", places[0], name="Squad", men=5, spots=places[1:]),
        de("us.sherman", (20, 20), name="Foe", bearing=180),
    )
    panzerfausts = {"aim one-shot weapon": ["Foe", "none"]}
    scene.order("Squad", "fire", [HIT, 1, 1, 1, 1, 1, 1, 1], target="Foe", **panzerfausts)
    assert penetration_of(scene) == [f"9+ with {needs}"]


@clause("ba.pen.long-range")
@pytest.mark.parametrize(
    ("distance", "die", "damage", "needs"),
    [
        (30.0, 4, "superficial", "9+ with +5 (+5 penetration)"),
        (30.001, 4, "was not hurt", "9+ with +4 (+5 penetration, -1 long range)"),
        (31.0, 5, "superficial", "9+ with +4 (+5 penetration, -1 long range)"),
        (31.0, 6, "full", "9+ with +4 (+5 penetration, -1 long range)"),
    ],
)
def test_beyond_half_range_one_is_taken_off(distance: float, die: int, damage: str, needs: str) -> None:
    """A medium gun reaches 60 inches: at 30 it still has its full penetration, a hair beyond not."""
    scene = duel(distance, GUN, "us.sherman")
    scene.order("Gun", "fire", [HIT, die] + [1] * (damage != "was not hurt"), target="Foe")
    assert penetration_of(scene) == [needs]
    assert damage_by(scene) == damage


@clause("ba.pen.long-range")
@pytest.mark.parametrize(
    ("ignores", "needs"),
    [(False, "9+ with +0 (+1 penetration, -1 long range)"), (True, "9+ with +1 (+1 penetration)")],
)
def test_a_high_explosive_shell_pays_for_long_range_too(ignores: bool, needs: str) -> None:
    """The sheet takes 1 off whatever a heavy weapon fires at armour; by the switch nothing off a shell that explodes."""
    scene = duel(31, GUN, "us.sherman", he_ignores_long_range=ignores)
    scene.order("Gun", "fire", [HIT, 1], target="Foe", shell="he")
    assert penetration_of(scene) == [needs]


@clause("ba.pen.long-range", "ba.gap.shaped-charge")
@pytest.mark.parametrize(
    ("ignores", "needs"),
    [(True, "9+ with +5 (+5 penetration)"), (False, "9+ with +4 (+5 penetration, -1 long range)")],
)
def test_a_shaped_charge_loses_nothing_at_long_range(ignores: bool, needs: str) -> None:
    """A bazooka beyond 12 of its 24 inches is harder to hit with, but penetrates as well; the switch takes that away."""
    scene = duel(12.001, "us.bazooka-team", "de.panzer-iv", shaped_charge_ignores_long_range=ignores)
    scene.order("Gun", "fire", [4, 1], target="Foe")
    assert [thrown.needs for thrown in scene.throws("to hit")] == ["4+ (-1 long range)"]
    assert penetration_of(scene) == [needs]


# ---- top armour


@clause("ba.gap.top-armour", "ba.pen.side-top")
@pytest.mark.parametrize("turned", [FRONT, SIDE, REAR])
def test_indirect_fire_strikes_the_top_from_wherever_it_comes(turned: float) -> None:
    """A light mortar: +1 for the class of its shell, +1 for the top, nothing more for side or rear."""
    scene = duel(15, "de.light-mortar", "us.sherman", turned=turned)
    scene.order("Gun", "fire", [HIT, 1], target="Foe")
    assert penetration_of(scene) == ["9+ with +2 (+1 penetration, +1 top armour)"]


@clause("ba.gap.top-armour")
def test_flame_strikes_the_top() -> None:
    """From behind a tank: +2 for the weapon, +1 for the top, not +2 for the rear."""
    scene = duel(4, "de.flamethrower-team", "us.sherman", turned=REAR)
    scene.order("Gun", "fire", [1, HIT, 1, 1, 1, 1, 6], target="Foe")
    assert penetration_of(scene) == ["9+ with +3 (+2 penetration, +1 top armour)"]


@clause("ba.gap.top-armour")
def test_aircraft_strike_the_top() -> None:
    """A fighter-bomber's two hits on a tank are each at +2 and +1."""
    scene = duel(20, GUN, "us.sherman", turned=REAR)
    foe = scene.number("Foe")
    scene.run(lambda play: here_it_comes(play, foe, seat=0), [1, 2, 1, 1, 3, 3])
    assert penetration_of(scene) == ["9+ with +3 (+2 penetration, +1 top armour)"] * 2
