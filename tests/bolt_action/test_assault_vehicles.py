"""Infantry against vehicles: nerve, hitting by what the vehicle did, one roll of damage, and falling back."""

from typing import Any

import pytest

from tests.clause import clause

from .assaults import able
from .kit import Scene, Side, de, us

TANK, HALF_TRACK, TRUCK = "de.panzer-iv", "de.half-track", "de.truck"


def vehicle(troop: str = TANK, order: str | None = "fire", **fields: Any) -> Side:
    """A vehicle five inches from the attackers, broadside on, that has been given an order."""
    return de(troop, (27.5, 20), name="Foe", bearing=0, fields={"order": order, **fields})


def grenades(men: int = 6, **rest: Any) -> Side:
    """Attackers with anti-tank grenades, who need no nerve."""
    return able(men, add=("at-grenades",), **rest)


# ---- nerve


@clause("ba.cqv.nerve")
@pytest.mark.parametrize(("dice", "dares"), [((3, 2), True), ((3, 3), False)])
def test_without_anti_tank_weapons_men_check_at_minus_three(dice: tuple[int, int], dares: bool) -> None:
    """Regulars with one pin need 9 - 1 - 3 = 5 or less; those who fail go Down and do not assault."""
    scene = Scene(able(fields={"pins": 2}), vehicle())
    scene.order("Able", "assault", [1, 1, *dice, *[3] * 6 * dares])
    (thrown,) = scene.throws("facing armour")
    assert thrown.needs == "5 or less (9, -1 for pins, -3 no anti-tank weapons)"
    assert bool(scene.events("charged")) == dares
    assert scene.unit("Able").order == ("run" if dares else "down")


@clause("ba.cqv.nerve")
@pytest.mark.parametrize("troop", [HALF_TRACK, TRUCK])
def test_no_nerve_is_needed_against_open_topped_and_soft_skinned_vehicles(troop: str) -> None:
    """The only dice are those to hit."""
    scene = Scene(able(), vehicle(troop))
    scene.order("Able", "assault", [3] * 6)
    assert [why for why, _, _ in scene.thrown()] == ["Able assaults Foe: to hit"]


@clause("ba.cqv.nerve", "ba.gap.at-weapons-list")
@pytest.mark.parametrize(
    ("troop", "men", "add", "checks"),
    [
        ("us.rifle-squad", 6, (), True),
        ("us.rifle-squad", 6, ("at-grenades",), False),
        ("us.rifle-squad", 6, ("panzerfaust",), False),
        ("us.bazooka-team", 2, (), False),
        ("de.panzerschreck-team", 2, (), False),
        ("gb.piat-team", 2, (), False),
        ("us.flamethrower-team", 2, (), False),
        ("su.at-rifle-team", 2, (), True),
    ],
)
def test_what_counts_as_an_anti_tank_weapon(troop: str, men: int, add: tuple[str, ...], checks: bool) -> None:
    """Panzerfaust, bazooka, panzerschreck, PIAT, flamethrower and grenades do; an anti-tank rifle does not."""
    scene = Scene(able(men, troop, add=add), vehicle())
    scene.order("Able", "assault", [*[1, 1] * checks, *[3] * men])
    assert bool(scene.throws("facing armour")) == checks


# ---- hitting


@clause("ba.cqv.hit-run")
def test_a_vehicle_that_has_run_cannot_be_hit() -> None:
    """Nobody rolls; the men are placed clear of it."""
    scene = Scene(grenades(), vehicle(order="run"))
    scene.order("Able", "assault")
    assert scene.event("struck a vehicle").tells["hits"] == 0
    assert scene.events("fell back a step")


@clause("ba.cqv.hit-advance")
def test_a_vehicle_that_has_advanced_is_hit_on_six() -> None:
    """Fives miss."""
    scene = Scene(grenades(), vehicle(order="advance"))
    scene.order("Able", "assault", [5, 5, 5, 5, 5, 6, 2])
    assert scene.thrown("to hit")[0][2] == "6+"
    assert scene.event("struck a vehicle").tells["hits"] == 1


@clause("ba.cqv.hit-stationary")
@pytest.mark.parametrize("order", ["fire", "ambush", "rally", "down", None])
def test_a_stationary_vehicle_is_hit_on_four(order: str | None) -> None:
    """Also one that has had no order yet; it is five inches away and so cannot shoot back."""
    scene = Scene(grenades(), vehicle(order=order))
    scene.order("Able", "assault", [3, 3, 3, 3, 3, 4, 2])
    assert scene.thrown("to hit")[0][2] == "4+"
    assert scene.event("struck a vehicle").tells["hits"] == 1


@clause("ba.cqv.hit-stationary")
def test_an_immobilised_vehicle_is_stationary() -> None:
    """Immobilised by a shot in the turn of its Run, its die shows Down and it is hit on 4 or more."""
    scene = Scene(grenades(), vehicle(order="down", immobilised=True))
    scene.order("Able", "assault", [3, 3, 3, 3, 3, 4, 2])
    assert scene.thrown("to hit")[0][2] == "4+"


@clause("ba.gap.assault-vehicle-attacks")
@pytest.mark.parametrize(("troop", "add"), [("us.rifle-squad", ("tough-fighters",)), ("su.assault-squad", ())])
def test_every_man_has_one_die_whatever_he_carries(troop: str, add: tuple[str, ...]) -> None:
    """Ten tough fighters, or ten men with SMGs, have ten dice against a halted tank."""
    scene = Scene(able(10, troop, add=(*add, "at-grenades")), vehicle())
    scene.order("Able", "assault", [3] * 10)
    assert [len(one.faces) for one in scene.throws("to hit")] == [10]


# ---- damage


@clause("ba.cqv.damage", "ba.cqv.result")
@pytest.mark.parametrize(
    ("die", "damage", "more"),
    [
        (4, "no damage", []),
        (5, "superficial", [1]),
        (6, "full", [1]),
    ],
)
def test_the_hits_are_added_to_one_die_and_compared_with_the_armour(die: int, damage: str, more: list[int]) -> None:
    """Eight men, four hits on a medium tank: 4 + 5 is equal to its 9, no facing and no penetration count."""
    scene = Scene(grenades(8), vehicle())
    scene.order("Able", "assault", [4, 4, 4, 4, 3, 3, 3, 3, die, *more])
    assert scene.thrown("damage")[0] == ("Able assaults Foe: damage", (die,), "9+ with +4")
    if damage == "no damage":
        assert scene.events("was not hurt")
    else:
        assert scene.event("was damaged").tells["damage"] == damage


@clause("ba.cqv.result")
def test_a_total_over_by_the_margin_is_massive_damage() -> None:
    """Six hits and a 6 make 12 against 9: two dice on the results table, both of which count."""
    scene = Scene(grenades(6), vehicle())
    scene.order("Able", "assault", [4] * 6 + [6, 1, 1])
    assert scene.event("was damaged").tells["damage"] == "massive"
    assert scene.unit("Foe").pins == 3


@clause("ba.cqv.damage", "ba.gap.natural-one")
@pytest.mark.parametrize(("fails", "destroyed"), [(True, False), (False, True)])
def test_a_natural_one_counts_unless_the_switch_says_otherwise(fails: bool, destroyed: bool) -> None:
    """Six hits and a 1 make 7 against a soft-skin's 6, which counts unless by the switch a 1 fails."""
    scene = Scene(able(), vehicle(TRUCK), natural_one_fails=fails)
    scene.order("Able", "assault", [4] * 6 + [1])
    assert (scene.unit("Foe").place == "destroyed") == destroyed


@clause("ba.cqv.result", "ba.damage.soft-skin")
@pytest.mark.parametrize(("hits", "destroyed"), [(3, False), (4, True)])
def test_a_soft_skin_is_destroyed_by_a_total_of_six(hits: int, destroyed: bool) -> None:
    """With a die of 2: three hits make 5, four make 6; nothing is rolled on the results table."""
    scene = Scene(able(), vehicle(TRUCK))
    scene.order("Able", "assault", [4] * hits + [3] * (6 - hits) + [2])
    assert (scene.unit("Foe").place == "destroyed") == destroyed


@clause("ba.cqv.result", "ba.gap.open-topped")
def test_an_open_topped_vehicle_is_rolled_for_on_the_results_table() -> None:
    """Two hits and a 5 are equal to 7: superficial, a 1 stuns the crew and the half-track is still there."""
    scene = Scene(able(), vehicle(HALF_TRACK))
    scene.order("Able", "assault", [4, 4, 3, 3, 3, 3, 5, 1])
    assert scene.unit("Foe").place == "table"


@clause("ba.gap.open-topped")
def test_any_damage_can_be_played_to_destroy_an_open_topped_vehicle() -> None:
    """With the switch on there is no roll on the results table."""
    scene = Scene(able(), vehicle(HALF_TRACK), open_topped_assault_destroys=True)
    scene.order("Able", "assault", [4, 4, 3, 3, 3, 3, 5])
    assert scene.unit("Foe").place == "destroyed"


# ---- afterwards


@clause("ba.gap.assault-vehicle-end")
@pytest.mark.parametrize(("dice", "pins"), [([3] * 6, 0), ([4, 3, 3, 3, 3, 3, 2], 1)])
def test_a_vehicle_is_pinned_if_it_is_hit_and_the_men_stand_clear_after_one_round(dice: list[int], pins: int) -> None:
    """One round; the vehicle does not strike back; every man ends an inch or more from the hull and keeps his Run."""
    scene = Scene(grenades(), vehicle())
    scene.order("Able", "assault", dice)
    assert scene.unit("Foe").pins == pins
    assert len(scene.unit("Able").men) == 6
    right = max(scene.point("Able", man)[0] for man in range(6))
    assert right <= 27.5 - 1.0 - 1.0 - 0.5
    assert scene.unit("Able").order == "run"


@clause("ba.gap.assault-pins")
def test_contact_with_a_vehicle_ends_all_pins_too() -> None:
    """The tank had three pins and the men two; after a round of misses nobody has any."""
    scene = Scene(grenades(fields={"pins": 2}), vehicle(pins=3))
    scene.order("Able", "assault", [1, 1, *[3] * 6])
    assert (scene.unit("Able").pins, scene.unit("Foe").pins) == (0, 0)


@clause("ba.gap.assault-vehicle-end")
def test_a_vehicle_without_a_die_may_shoot_back_from_more_than_six_inches() -> None:
    """The tank's machine gun in the hull bears on the attackers before it; its die then shows Fire."""
    tank = de(TANK, (20, 8), name="Foe", bearing=180)
    scene = Scene(us("us.rifle-squad", (20, 20), name="Able", men=6, add=("at-grenades",)), tank)
    main, coaxial, hull = [2], [2] * 4, [2] * 4
    shots = [*main, *coaxial, *hull]
    scene.order("Able", "assault", [*shots, *[3] * 6], react=True)
    assert scene.unit("Foe").order == "fire"
    assert scene.events("charged")


@clause("ba.gap.assault-vehicle-end")
def test_men_who_destroy_a_vehicle_stay_where_they_are() -> None:
    """There is nothing left to fall back from, and nobody regroups."""
    scene = Scene(able(), vehicle(TRUCK))
    scene.order("Able", "assault", [4] * 6 + [2])
    assert not scene.events("fell back a step")
    assert not scene.throws("regroups")
    assert "move" not in scene.kinds_asked()
