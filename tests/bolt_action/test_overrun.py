"""Tank assault and ramming: vehicles that drive over men and guns, and into vehicles."""

from typing import Any

import msgspec
import pytest

from sandtable.play.state import with_unit
from sandtable.rulesets.bolt_action.machines.overrun import overrun_targets, ram_targets
from tests.clause import clause

from .kit import Scene, Side, de, drive, instead_of, terrain, us


def tank(troop: str = "us.sherman", **fields: Any) -> Side:
    """A vehicle at (20, 20) that faces east."""
    return us(troop, (20, 20), name="Tank", bearing=90, fields=fields)


def men(distance: float, **rest: Any) -> Side:
    """Six men in a row across the way, so far before the bow of a medium tank."""
    x = 20 + 2.05 + 0.5 + distance
    spots = tuple((x, 17 + 1.5 * place) for place in range(1, 6))
    return de("us.rifle-squad", (x, 17), name="Foes", men=6, spots=spots, **rest)


def gun(distance: float, **fields: Any) -> Side:
    """A gun that looks at the tank from so far before its bow."""
    x = 20 + 2.05 + 1.181 + distance
    crew = ((x + 1.8, 19.3), (x + 1.8, 20.7), (x + 0.5, 22))
    return de("de.light-at-gun", (x, 20), name="Gun", bearing=270, fields=fields, spots=crew)


def changed(scene: Scene, **card: Any) -> Scene:
    """The same with a vehicle that the catalogue does not have."""
    new = msgspec.structs.replace(scene.unit("Tank").card, **card)
    scene.state = with_unit(scene.state, 0, {"card": new})
    return scene


ORDERED = {"order": "fire"}  # a target that has its die and so does not react


@clause("ba.gap.tank-assault")
@pytest.mark.parametrize(
    ("move", "armour", "able"),
    [
        ("tracked", "medium-tank", True),
        ("tracked", "light-tank", True),
        ("tracked", "armoured-car", False),
        ("slow-tracked", "heavy-tank", True),
        ("half-tracked", "light-tank", True),
        ("half-tracked", "armoured-car", False),
        ("wheeled", "light-tank", False),
    ],
)
def test_which_vehicles_drive_over_men(move: str, armour: str, able: bool) -> None:
    """Tracked and half-tracked ones of 8 or more."""
    scene = changed(Scene(tank(), men(5)), move=move, armour=armour)
    assert (overrun_targets(scene.state, 0) == [1]) == able


@clause("ba.gap.tank-assault")
def test_a_tank_assault_needs_a_run() -> None:
    """On an Advance the tank can only drive up to the men."""
    scene = Scene(tank(), men(12, fields=ORDERED))
    scene.order("Tank", "advance", drive=drive((0, 5)), target=["none", "none"])
    assert "manoeuvre" not in scene.kinds_asked()


@clause("ba.gap.tank-assault")
def test_men_who_pass_their_check_step_aside_and_the_vehicle_drives_on() -> None:
    """Officer's bonus and pins count: 9 - 2 + 1 = 8 or less; nobody is hurt, and the tank is eighteen inches on."""
    officer = de("us.second-lieutenant", (27.5, 11), name="Officer")
    scene = Scene(tank(), men(5, fields={**ORDERED, "pins": 2}), officer)
    scene.order("Tank", "run", [4, 4], manoeuvre="overrun u1", drive=drive((0, 18)))
    (check,) = scene.throws("driven over")
    assert check.needs == "8 or less (9, -2 for pins, +1 Second Lieutenant)"
    assert scene.point("Tank") == (38, 20)
    assert len(scene.unit("Foes").men) == 6
    assert scene.event("stepped aside").unit == 1


@clause("ba.gap.tank-assault")
def test_men_step_out_from_under_a_tank_that_stops_on_them() -> None:
    """Everybody ends an inch or more from the hull."""
    scene = Scene(tank(), men(5, fields=ORDERED))
    scene.order("Tank", "run", [4, 4], manoeuvre="overrun u1", drive=drive((0, 8)))
    for man in range(6):
        x, y = scene.point("Foes", man)
        beside = max(abs(x - 28) - 2.05, abs(y - 20) - 1.0)
        assert beside >= 1.5 - 0.001


@clause("ba.gap.tank-assault")
def test_men_who_fail_their_check_are_destroyed() -> None:
    """A total of ten is too much for Regulars."""
    scene = Scene(tank(), men(5, fields=ORDERED))
    scene.order("Tank", "run", [5, 5], manoeuvre="overrun u1", drive=drive((0, 18)))
    assert scene.unit("Foes").place == "destroyed"


@clause("ba.gap.tank-assault")
def test_a_gun_in_contact_is_destroyed_without_a_check() -> None:
    """The tank drives over it; no dice are rolled."""
    scene = Scene(tank(), gun(5, **ORDERED))
    scene.order("Tank", "run", manoeuvre="overrun u1", drive=drive((0, 10)))
    assert scene.event("was destroyed").tells["why"] == "crushed"


@clause("ba.gap.tank-assault")
@pytest.mark.parametrize(("distance", "reacts"), [(6.0, False), (6.001, True)])
def test_a_target_without_a_die_may_first_shoot_from_more_than_six_inches(distance: float, reacts: bool) -> None:
    """The gun shoots and misses, and is crushed all the same; at six inches it has no time."""
    scene = Scene(tank(), gun(distance))
    answers = {"react": True} if reacts else {}
    scene.order("Tank", "run", [1] * reacts, manoeuvre="overrun u1", drive=drive((0, 12)), **answers)
    assert bool(scene.events("shot back")) == reacts
    assert scene.unit("Gun").place == "destroyed"


@clause("ba.gap.tank-assault")
def test_a_tank_that_is_stopped_by_the_shot_does_not_arrive() -> None:
    """The light gun (+4) hits the front of the medium tank: 5 + 4 is equal to 9, superficial, the crew is stunned."""
    scene = Scene(tank(), gun(8))
    scene.order("Tank", "run", [3, 5, 1], manoeuvre="overrun u1", drive=drive((0, 12)), react=True)
    assert scene.point("Tank") == (20, 20)
    assert scene.unit("Gun").place == "table"
    assert scene.unit("Tank").order == "down"


@clause("ba.gap.tank-assault")
@pytest.mark.parametrize(
    "legs", [((0, 18.001),), ((5, 12),), ((0, 4),), ((0, -3),)], ids=["too far", "a turn", "too short", "astern"]
)
def test_a_tank_assault_keeps_to_the_run_and_reaches_the_target(legs: tuple[tuple[float, float], ...]) -> None:
    """A tracked Run has eighteen inches and no turn, and must pass over a man."""
    scene = Scene(tank(), men(5, fields=ORDERED))
    answers: dict[str, Any] = {"manoeuvre": "overrun u1", "drive": drive(*legs)}
    assert scene.refused(lambda: scene.order("Tank", "run", **answers)).refusal.because
    assert scene.point("Tank") == (20, 20)


@clause("ba.gap.tank-assault", "ba.move.turns")
def test_a_tank_assault_may_turn_by_a_right_angle() -> None:
    """Where a Run allows a turn: a man exactly to the side is driven over, with a turn of ninety degrees and no more."""
    man = de("us.medic", (20, 10), name="Foes", fields=ORDERED)
    scene = changed(Scene(tank(), man), move="half-tracked", armour="light-tank")
    answer = instead_of((drive((-90.1, 12)), "ba.move.turns"), give=drive((-90, 12)))
    scene.order("Tank", "run", [4, 4], manoeuvre="overrun u1", drive=answer)
    assert scene.point("Tank") == (20, 8)


@clause("ba.gap.tank-assault", "ba.gap.road-bonus")
def test_a_road_does_not_help_a_tank_assault() -> None:
    """Men twenty inches away along a road are out of reach."""
    scene = Scene(tank(), men(20), ground=[terrain("road", box=(0, 16, 72, 8))])
    assert overrun_targets(scene.state, 0) == []


# ---- ramming

PANZER = "de.panzer-iv"


def ramming(bearing: float, troop: str = PANZER, rammer: str = "us.sherman", **options: Any) -> Scene:
    """A vehicle ten inches before the tank, pointing somewhere; the table plays ramming."""
    return Scene(tank(rammer), de(troop, (32, 20), name="Foe", bearing=bearing), ramming=True, **options)


def rammed(scene: Scene) -> dict[str, str]:
    """What the hit on each of the two needed."""
    return {why.split(" is rammed")[0]: needs for why, _, needs in scene.thrown("is rammed")}


@clause("ba.gap.tank-ram")
def test_ramming_is_not_played_unless_the_switch_is_on() -> None:
    """By default a vehicle before the tank is no target."""
    scene = Scene(tank(), de(PANZER, (32, 20), name="Foe"))
    assert ram_targets(scene.state, 0) == []
    assert ram_targets(ramming(0).state, 0) == [1]


@clause("ba.gap.tank-ram")
@pytest.mark.parametrize(
    ("bearing", "dice", "needs"),
    [
        (270, [1, 2], "9+ with +6 (+6 penetration)"),
        (0, [1, 2], "9+ with +7 (+6 penetration, +1 side armour)"),
        (90, [1, 1, 2], "9+ with +8 (+6 penetration, +2 rear armour)"),  # equal: a die for the superficial damage
    ],
)
def test_each_takes_a_hit_by_the_others_armour_on_the_facing_struck(
    bearing: float, dice: list[int], needs: str
) -> None:
    """A medium tank (9) strikes with D6 + 6; the rammer is struck in front."""
    scene = ramming(bearing)
    scene.order("Tank", "run", dice, manoeuvre="ram u1")
    assert rammed(scene) == {"Foe": needs, "Tank": "9+ with +6 (+6 penetration)"}
    assert scene.event("rammed").unit == 0


@clause("ba.gap.tank-ram")
def test_a_heavy_tank_rams_harder_than_it_is_struck() -> None:
    """A Tiger (10) strikes with D6 + 7 and takes D6 + 6 against its own 10."""
    scene = ramming(270, rammer="de.tiger")
    scene.order("Tank", "run", [2, 1, 4, 1], manoeuvre="ram u1")
    assert rammed(scene) == {"Foe": "9+ with +7 (+7 penetration)", "Tank": "10+ with +6 (+6 penetration)"}
    assert [(one.unit, one.tells["damage"]) for one in scene.events("was damaged")] == [
        (1, "superficial"),
        (0, "superficial"),
    ]


@clause("ba.gap.tank-ram", "ba.gap.natural-one")
@pytest.mark.parametrize(("fails", "place"), [(True, "table"), (False, "destroyed")])
def test_a_truck_that_is_rammed_is_destroyed_by_any_die_and_by_the_switch_not_by_a_one(fails: bool, place: str) -> None:
    """D6 + 6 against 6: anything does it, save a natural 1 by the switch; its facing does not matter."""
    scene = ramming(0, "de.truck", natural_one_fails=fails)
    scene.order("Tank", "run", [1, 1], manoeuvre="ram u1")
    assert rammed(scene)["Foe"] == "6+ with +6 (+6 penetration)"
    assert scene.unit("Foe").place == place
