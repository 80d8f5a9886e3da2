"""Vehicles: rates and turns, going astern, roads, escaping, their orders, and what kinds of units there are."""

from typing import Any

import pytest

from sandtable.rulesets.bolt_action.setup.forces import troops
from tests.clause import clause

from .kit import Scene, Side, de, drive, instead_of, shift, terrain, us

NORTH, EAST = 0, 90
STAY = drive()


def at_start(troop: str, **rest: object) -> Side:
    """A vehicle at (10, 20), heading east."""
    return us(troop, (10, 20), name="One", bearing=EAST, **rest)


# ---- rates and turns

ROWS = [
    pytest.param("us.sherman", "ba.move.tracked", "advance", 9, 1, marks=clause("ba.move.tracked")),
    pytest.param("us.sherman", "ba.move.tracked", "run", 18, 0, marks=clause("ba.move.tracked")),
    pytest.param("us.half-track", "ba.move.half-tracked", "advance", 9, 2, marks=clause("ba.move.half-tracked")),
    pytest.param("us.half-track", "ba.move.half-tracked", "run", 18, 1, marks=clause("ba.move.half-tracked")),
    pytest.param("us.truck", "ba.move.wheeled", "advance", 12, 2, marks=clause("ba.move.wheeled")),
    pytest.param("us.truck", "ba.move.wheeled", "run", 24, 1, marks=clause("ba.move.wheeled")),
]


@pytest.mark.parametrize(("troop", "row", "order", "far", "turns"), ROWS)
def test_a_vehicle_moves_by_its_row_of_the_table(troop: str, row: str, order: str, far: float, turns: int) -> None:
    """Straight ahead the full distance and not a hair more; so many turns and not one more."""
    scene = Scene(at_start(troop))
    too_many = [(1, 1)] * (turns + 1)
    wrong = ((drive((0, far + 0.001)), row), (drive(*too_many), row))
    scene.order("One", order, drive=instead_of(*wrong, give=drive((0, far))))
    assert scene.point("One") == (10 + far, 20)
    again = Scene(at_start(troop))
    legs = [(-1, 1.0)] * turns
    again.order("One", order, drive=drive((0, far - turns), *legs))
    assert again.event("moved").unit == 0


@clause("ba.move.turns")
def test_a_turn_is_a_pivot_of_up_to_ninety_degrees() -> None:
    """90 degrees is one turn, 90.1 is none at all: it has to be made in two."""
    scene = Scene(at_start("us.half-track"))
    wrong = (drive((90.1, 0)), "ba.move.turns"), (drive((1, 1), (1, 1), (1, 1)), "ba.move.turns")
    scene.order("One", "advance", drive=instead_of(*wrong, give=drive((90, 0), (-45, 0))))
    assert scene.state.layout.bearing(0) == (EAST + 45) * 10
    assert scene.point("One") == (10, 20)


@clause("ba.move.turns", "ba.move.half-tracked")
def test_turns_are_made_anywhere_on_the_way_and_cost_no_inches() -> None:
    """Pivot 60 degrees, drive 5 inches, pivot 90, drive 4: the whole nine inches; or drive all of it and pivot last."""
    scene = Scene(at_start("us.half-track"))
    scene.order("One", "advance", drive=drive((60, 5), (-90, 4)))
    assert scene.event("moved").tells["length"] in range(8998, 9001)
    assert scene.state.layout.bearing(0) == (EAST - 30) * 10
    last = Scene(at_start("us.half-track"))
    last.order("One", "advance", drive=drive((0, 9), (-90, 0), (-90, 0)))
    assert (last.point("One"), last.state.layout.bearing(0)) == ((19, 20), 2700)


# ---- astern


@clause("ba.gap.vehicle-reverse")
@pytest.mark.parametrize(
    ("troop", "far"), [("us.sherman", 4.5), ("us.half-track", 4.5), ("us.truck", 6), ("us.armoured-car", 12)]
)
def test_a_vehicle_reverses_half_its_advance_and_recce_all_of_it(troop: str, far: float) -> None:
    """Straight back, without turns and without going ahead as well."""
    clauses = "ba.gap.vehicle-reverse"
    scene = Scene(us(troop, (30, 20), name="One", bearing=EAST))
    wrong = [drive((0, -far - 0.001)), drive((10, -1)), drive((0, 1), (0, -1)), drive((0, -1), (10, 0))]
    scene.order("One", "advance", drive=instead_of(*((way, clauses) for way in wrong), give=drive((0, -far))))
    assert scene.point("One") == (30 - far, 20)
    assert scene.state.layout.bearing(0) == EAST * 10


@clause("ba.gap.vehicle-reverse")
@pytest.mark.parametrize("troop", ["us.sherman", "us.half-track", "us.truck", "us.armoured-car"])
def test_nothing_reverses_on_a_run(troop: str) -> None:
    """Not an inch, not even recce."""
    scene = Scene(at_start(troop))
    scene.order("One", "run", drive=instead_of((drive((0, -0.001)), "ba.gap.vehicle-reverse"), give=STAY))
    assert scene.point("One") == (10, 20)


# ---- roads

MOVES = {"us.sherman": "tracked", "us.half-track": "half-tracked", "us.truck": "wheeled"}
STRAIGHT = terrain("road", box=(0, 18.5, 72, 3))


@clause("ba.gap.road-bonus", "ba.move.tracked", "ba.move.half-tracked", "ba.move.wheeled")
@pytest.mark.parametrize(
    ("troop", "order", "far"),
    [("us.sherman", "advance", 9), ("us.sherman", "run", 18), ("us.half-track", "run", 18), ("us.truck", "run", 24)],
)
def test_a_road_makes_nobody_faster(troop: str, order: str, far: float) -> None:
    """The sheet prints one rate for each kind of vehicle and order, wherever it drives."""
    scene = Scene(at_start(troop), ground=[STRAIGHT])
    too_far = (drive((0, far + 0.001)), f"ba.move.{MOVES[troop]}")
    scene.order("One", order, drive=instead_of(too_far, give=drive((0, far))))
    assert scene.point("One") == (10 + far, 20)


@clause("ba.gap.road-bonus")
@pytest.mark.parametrize(
    ("troop", "order", "far"),
    [
        ("us.sherman", "advance", 18),
        ("us.sherman", "run", 36),
        ("us.half-track", "advance", 18),
        ("us.half-track", "run", 36),
        ("us.truck", "advance", 24),
        ("us.truck", "run", 48),
    ],
)
def test_a_vehicle_doubles_its_rate_on_a_road(troop: str, order: str, far: float) -> None:
    """By the switch, where the whole move lies on the road: twice the rate, and the order stays what it is."""
    scene = Scene(at_start(troop), ground=[STRAIGHT], road_bonus=True)
    too_far = (drive((0, far + 0.001)), "ba.gap.road-bonus")
    scene.order("One", order, drive=instead_of(too_far, give=drive((0, far))))
    assert (scene.point("One"), scene.unit("One").order) == ((10 + far, 20), order)


@clause("ba.gap.road-bonus")
def test_a_move_that_leaves_the_road_is_not_doubled() -> None:
    """By the switch, a road that ends halfway, or begins after the start, gives nothing."""
    for road in (terrain("road", box=(0, 18.5, 18, 3)), terrain("road", box=(12, 18.5, 50, 3))):
        scene = Scene(at_start("us.sherman"), ground=[road], road_bonus=True)
        scene.order("One", "advance", drive=instead_of((drive((0, 9.001)), "ba.move.tracked"), give=drive((0, 9))))
        assert scene.point("One") == (19, 20)


@clause("ba.gap.road-bonus")
def test_turns_that_follow_the_road_are_free() -> None:
    """By the switch a tank on a Run may not turn, but it may follow a road around two corners."""
    bends = terrain("road", strip=[(5, 20), (20, 20), (20, 32), (40, 32)], width=4)
    scene = Scene(at_start("us.sherman"), ground=[bends], road_bonus=True)
    astray = (drive((0, 4), (45, 5)), "ba.move.turns")
    scene.order("One", "run", drive=instead_of(astray, give=drive((0, 10), (90, 12), (-90, 14))))
    assert scene.point("One") == (34, 32)


@clause("ba.gap.road-bonus")
def test_an_advance_along_a_road_still_shoots_on_the_move() -> None:
    """By the switch eighteen inches along the road count as an Advance: the gun fires with the usual penalty."""
    foe = de("de.truck", (58, 20), name="Foe")
    scene = Scene(at_start("us.sherman"), foe, ground=[STRAIGHT], road_bonus=True)
    scene.order("One", "advance", [1] * 9, drive=drive((0, 18)), target=["Foe", "Foe"])
    assert {thrown.needs for thrown in scene.throws("to hit")} == {
        "4+ (-1 on the move)",
        "5+ (-1 long range, -1 on the move)",
    }


@clause("ba.gap.road-bonus")
@pytest.mark.parametrize(("away", "possible"), [(18, True), (18.5, False)])
def test_a_tank_assault_gets_nothing_from_a_road(away: float, possible: bool) -> None:
    """By the switch, too, men beyond the plain Run of 18 inches cannot be driven over, road or no road."""
    foe = de("de.grenadier-squad", (10 + 2.05 + away + 0.5, 20), name="Foe", men=5, spots=FILE)
    scene = Scene(at_start("us.sherman"), foe, ground=[STRAIGHT], road_bonus=True)
    scene.order("One", "run", drive=STAY)
    assert ("manoeuvre" in scene.kinds_asked()) is possible


FILE = tuple((40.0, 20 + 1.5 * place) for place in range(4))


# ---- escaping


def scout(**fields: object) -> Scene:
    """A rifleman's officer with a pistol, five inches before a scout car that faces him."""
    car = de("de.armoured-car", (20 + 5 + 0.5 + 1.7, 20), name="Car", bearing=270, fields=fields)
    return Scene(
        us("us.second-lieutenant", (20, 20), name="Officer"), car, ground=[terrain("building", box=(32, 21, 6, 6))]
    )


@clause("ba.gap.recce-escape")
def test_a_recce_vehicle_escapes_before_range_is_measured() -> None:
    """It reverses a full Advance out of pistol range; the shot is wasted and its die shows Down."""
    scene = scout()
    too_far = (drive((0, -12.001)), "ba.gap.vehicle-reverse")
    scene.order("Officer", "fire", target="Car", react="escape", drive=instead_of(too_far, give=drive((0, -12))))
    assert scene.point("Car") == (39.2, 20)
    assert (scene.unit("Car").order, scene.event("fired in vain").unit) == ("down", 0)


@clause("ba.gap.recce-escape")
def test_an_escape_may_go_ahead_with_turns() -> None:
    """One move up to the Advance rate, as on an Advance; still in range it is shot at where it is then."""
    scene = scout()
    too_far = (drive((90, 12.001)), "ba.move.wheeled")
    ways = instead_of(too_far, give=drive((90, 2), (90, 0)))
    scene.order("Officer", "fire", [1], target="Car", react="escape", drive=ways)
    assert scene.point("Car") == (27.2, 18)
    assert scene.throws("to hit")


@clause("ba.gap.recce-escape")
def test_a_shot_at_a_vehicle_that_escaped_out_of_sight_is_lost() -> None:
    """Behind a house there is nothing left to shoot at."""
    riflemen = us("us.rifle-squad", (20, 26), name="Able", men=6)
    car = de("de.armoured-car", (30, 16), name="Car", bearing=EAST)
    scene = Scene(riflemen, car, ground=[terrain("building", box=(34, 12, 8, 8), turn=0)])
    scene.order("Able", "fire", target="Car", react="escape", drive=drive((-60, 6), (60, 6)))
    assert not scene.throws("to hit")
    assert scene.event("fired in vain").unit == 0


@clause("ba.gap.recce-escape")
@pytest.mark.parametrize("fields", [{"order": "ambush"}, {"order": "fire"}, {"immobilised": True}])
def test_a_recce_vehicle_with_a_die_or_without_tracks_does_not_escape(fields: dict[str, object]) -> None:
    """The reaction takes a die from the cup, so one that shows already prevents it; and it takes a move."""
    scene = scout(**fields)
    scene.order("Officer", "fire", [1], target="Car")
    assert "react" not in scene.kinds_asked()


@clause("ba.gap.recce-escape")
def test_other_vehicles_do_not_escape() -> None:
    """A truck has to take what comes."""
    scene = Scene(us("us.second-lieutenant", (20, 20), name="Officer"), de("de.truck", (25, 20), name="Truck"))
    scene.order("Officer", "fire", [1], target="Truck")
    assert "react" not in scene.kinds_asked()


# ---- orders


@clause("ba.gap.vehicle-orders")
@pytest.mark.parametrize("order", ["fire", "advance", "run", "ambush", "rally", "down"])
def test_a_vehicle_may_be_given_any_of_the_six_orders(order: str) -> None:
    """A tank takes each of them; only an assault is not for vehicles."""
    scene = Scene(at_start("us.sherman"))
    moves: dict[str, Any] = {"drive": STAY} if order in {"advance", "run"} else {}
    scene.draw(order=instead_of(("assault", "ba.gap.assault-eligibility"), give=order), **moves)
    assert scene.unit("One").order == order


@clause("ba.gap.vehicle-orders")
def test_down_does_not_make_a_vehicle_harder_to_hit() -> None:
    """It is halted, and hit as before."""
    truck = de("de.truck", (23, 20), name="Truck", fields={"order": "down"})
    scene = Scene(us("us.second-lieutenant", (20, 20), name="Officer"), truck)
    scene.order("Officer", "fire", [1], target="Truck")
    (thrown,) = scene.throws("to hit")
    assert thrown.needs == "2+ (+1 point blank)"


@clause("ba.gap.vehicle-orders")
@pytest.mark.parametrize(("quality", "morale"), [("inexperienced", 8), ("regular", 9), ("veteran", 10)])
def test_a_crew_rallies_like_infantry_and_has_the_morale_of_its_quality(quality: str, morale: int) -> None:
    """Four pins, the test passed takes one off, a Rally die of 2 two more."""
    scene = Scene(at_start("us.sherman", quality=quality, fields={"pins": 4}))
    scene.order("One", "rally", [1, 2, 2])
    assert scene.throws("order test")[0].needs == f"{morale - 4} or less ({morale}, -4 for pins)"
    assert scene.unit("One").pins == 1


# ---- kinds of units


@clause("ba.gap.unit-types")
def test_the_catalogue_knows_infantry_guns_with_crews_and_single_vehicles() -> None:
    """Infantry is men, artillery a gun and its crew, a vehicle one model; every vehicle is soft or armoured."""
    for number, troop in enumerate(troops()):
        scene = Scene(us(troop, (30, 20), name="One"))
        one = scene.unit("One")
        assert one.card.kind in {"infantry", "artillery", "vehicle"}
        assert (one.gun is not None) == one.is_artillery, number
        assert one.is_artillery <= (len(one.men) >= 3)
        assert one.is_vehicle <= (len(one.figures) == 1)
        assert (one.card.soft, one.card.armoured).count(True) == one.is_vehicle
        assert one.card.enclosed <= one.card.armoured


@clause("ba.gap.unit-types")
@pytest.mark.parametrize(
    ("troop", "pins", "damage"), [("de.truck", 1, True), ("de.half-track", 1, False), ("de.panzer-iv", 0, False)]
)
def test_soft_open_and_enclosed_vehicles_fare_differently_under_small_arms(troop: str, pins: int, damage: bool) -> None:
    """A pistol hit may wreck a soft-skin, pins an open-topped carrier, and does nothing to a closed tank."""
    target = de(troop, (20 + 5, 20), name="Target", bearing=NORTH)
    scene = Scene(us("us.second-lieutenant", (20, 20), name="Officer"), target)
    scene.order("Officer", "fire", [6, 5] if damage else [6], target="Target")
    assert (scene.unit("Target").pins, bool(scene.throws("to damage"))) == (pins, damage)


@clause("ba.gap.unit-types")
def test_artillery_is_a_unit_of_its_own_kind() -> None:
    """Its crew walks with the gun and none of them shoots for himself."""
    scene = Scene(us("us.light-at-gun", (20, 20), name="Gun", bearing=EAST), de("de.medic", (40, 20), name="Foe"))
    scene.order("Gun", "advance", move=shift(2, 0))
    assert not scene.throws()
    scene.order("Gun", "fire", [1], target="Foe")
    assert len(scene.throws("to hit")[0].faces) == 1
