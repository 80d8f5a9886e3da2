"""What vehicles shoot with, which way, and what an open top means."""

from typing import Any

import pytest

from sandtable.rulesets.bolt_action.state import Mount
from tests.clause import clause

from .kit import Scene, Side, card, de, drive, us

HALF_TRACK = "us.half-track"


def sherman(*foes: Side, **rest: object) -> Scene:
    """A Sherman in the middle of the table that looks north, with enemies around it."""
    return Scene(us("us.sherman", (36, 30), name="Tank"), *foes, **rest)  # type: ignore[arg-type]


def trucks(*places: tuple[float, float]) -> list[Side]:
    """Enemy trucks, called Foe 1, Foe 2 and so on."""
    return [de("de.truck", place, name=f"Foe {number}") for number, place in enumerate(places, 1)]


def fired(scene: Scene) -> list[tuple[str, int]]:
    """What was fired at whom, and with how many dice."""
    return [
        (thrown.why.removeprefix("Tank ").removesuffix(": to hit"), len(thrown.faces))
        for thrown in scene.throws("to hit")
    ]


# ---- mounts


@clause("ba.gap.vehicle-weapons")
def test_every_weapon_of_a_tank_may_fire() -> None:
    """A truck ahead: one shot of the gun, four of each machine gun, all at full effect."""
    scene = sherman(*trucks((36, 15)))
    scene.order("Tank", "fire", [1] * 9, target=["Foe 1", "Foe 1"], shell="ap")
    assert fired(scene) == [("(Medium anti-tank gun) at Foe 1", 1), ("(Medium machine gun) at Foe 1", 8)]
    assert {thrown.needs for thrown in scene.throws("to hit")} == {"3+"}


@clause("ba.gap.vehicle-weapons")
def test_the_coaxial_weapon_fires_at_the_target_of_the_turret_and_the_hull_at_its_own() -> None:
    """Two questions for a target, not three; gun and coaxial machine gun take the first, the hull the second."""
    scene = sherman(*trucks((30, 15), (42, 15)))
    scene.order("Tank", "fire", [1] * 9, target=["Foe 1", "Foe 2"], shell="ap")
    assert scene.kinds_asked().count("target") == 2
    assert fired(scene) == [
        ("(Medium anti-tank gun) at Foe 1", 1),
        ("(Medium machine gun) at Foe 1", 4),
        ("(Medium machine gun) at Foe 2", 4),
    ]


@clause("ba.gap.vehicle-weapons")
def test_weapons_may_hold_their_fire() -> None:
    """The turret is silent, the hull machine gun fires."""
    scene = sherman(*trucks((36, 15)))
    scene.order("Tank", "fire", [1] * 4, target=["none", "Foe 1"])
    assert fired(scene) == [("(Medium machine gun) at Foe 1", 4)]


@clause("ba.gap.vehicle-weapons")
def test_the_turret_fires_all_round_and_the_hull_only_ahead() -> None:
    """A truck behind the tank is for gun and coaxial machine gun alone."""
    scene = sherman(*trucks((36, 45)))
    scene.order("Tank", "fire", [1] * 5, target="Foe 1", shell="ap")
    assert fired(scene) == [("(Medium anti-tank gun) at Foe 1", 1), ("(Medium machine gun) at Foe 1", 4)]


@clause("ba.gap.vehicle-weapons")
@pytest.mark.parametrize(("aside", "questions"), [(10.0, 2), (10.01, 1)])
def test_the_hull_weapon_covers_forty_five_degrees_to_either_side(aside: float, questions: int) -> None:
    """From the middle of the bow (36, 27.95) a truck ten inches ahead and ten aside is just covered."""
    scene = sherman(*trucks((36 + aside, 17.95)))
    scene.order("Tank", "fire", target=["none"] * questions)
    assert scene.kinds_asked() == ["target"] * questions


@clause("ba.gap.vehicle-weapons")
def test_a_pintle_weapon_fires_all_round() -> None:
    """The machine gun of a manned half-track at a truck behind it."""
    scene = Scene(
        us(HALF_TRACK, (36, 30), name="Tank"),
        us("us.medic", name="Rider", fields={"place": "aboard", "aboard": 0}),
        *trucks((36, 45)),
    )
    scene.order("Tank", "fire", [1] * 4, target="Foe 1")
    assert fired(scene) == [("(Medium machine gun) at Foe 1", 4)]


@clause("ba.gap.vehicle-weapons")
def test_on_an_advance_every_weapon_fires_at_one_less() -> None:
    """Fixed weapons too: on a vehicle the mount counts, not the keyword."""
    scene = sherman(*trucks((36, 15)))
    scene.order("Tank", "advance", [1] * 9, drive=drive((0, 1)), target=["Foe 1", "Foe 1"], shell="ap")
    assert {thrown.needs for thrown in scene.throws("to hit")} == {"4+ (-1 on the move)"}
    assert sum(dice for _, dice in fired(scene)) == 9


@clause("ba.gap.vehicle-weapons")
@pytest.mark.parametrize("order", ["run", "rally"])
def test_no_weapon_fires_on_other_orders(order: str) -> None:
    """A tank that runs or rallies is not asked for a target."""
    scene = sherman(*trucks((36, 5)))
    ahead: dict[str, Any] = {"drive": drive((0, 10))} if order == "run" else {}
    scene.order("Tank", order, **ahead)
    assert "target" not in scene.kinds_asked()


@clause("ba.gap.vehicle-weapons")
@pytest.mark.parametrize(("distance", "shots"), [(36.0, 4), (36.001, 0)])
def test_a_vehicle_machine_gun_has_the_range_of_the_chart(distance: float, shots: int) -> None:
    """Measured from the rim of the turret, an inch from the middle of a Sherman, to the nearest side of a jeep."""
    only = {"card": card("us.sherman", mounts=(Mount("mmg", "turret"),))}
    scene = Scene(
        us("us.sherman", (10, 24), name="Tank", fields=only),
        de("de.jeep", (11 + distance + 0.55, 24), name="Foe 1"),
    )
    scene.order("Tank", "fire", [1] * shots, target="Foe 1")
    assert sum(dice for _, dice in fired(scene)) == shots
    assert bool(scene.events("fired in vain")) == (not shots)


@clause("ba.gap.vehicle-weapons")
def test_a_vehicle_is_never_short_of_crew() -> None:
    """Its machine guns are team weapons on the chart, but nobody counts its crew."""
    scene = sherman(*trucks((36, 15)))
    scene.order("Tank", "fire", [1] * 9, target=["Foe 1", "Foe 1"], shell="ap")
    assert not any("crew" in thrown.needs for thrown in scene.throws("to hit"))


@clause("ba.gap.vehicle-arcs")
def test_a_tank_strikes_the_armour_that_its_gun_looks_at() -> None:
    """A tank beside another, whatever its own facing: the side."""
    scene = sherman(de("de.panzer-iv", (56, 30), name="Panzer"))
    scene.order("Tank", "fire", [6, 1, 1, 1, 1, 1], target="Panzer", shell="ap")
    assert [thrown.needs for thrown in scene.throws("to penetrate")] == ["9+ with +6 (+5 penetration, +1 side armour)"]


# ---- open tops


@clause("ba.gap.open-topped")
@pytest.mark.parametrize(("troop", "pins"), [("us.armoured-car", 1), (HALF_TRACK, 1), ("us.heavy-armoured-car", 0)])
def test_small_arms_pin_those_with_an_open_top(troop: str, pins: int) -> None:
    """One hit of a machine gun, which hurts nobody: the enclosed car does not care."""
    scene = Scene(
        us("us.mmg-team", (10, 24), name="Gun", bearing=90),
        de(troop, (24, 24), name="Foe", bearing=270, fields={"order": "fire"}),
    )
    scene.order("Gun", "fire", [6, 1, 1, 1], target="Foe")
    assert scene.events("was not hurt")
    assert scene.unit("Foe").pins == pins


def assaulted(troop: str, *dice: int, **options: object) -> Scene:
    """Five Soviets with nothing against tanks run at a vehicle four inches away that has acted already."""
    scene = Scene(
        us("su.assault-squad", (10, 24), name="Squad", men=5),
        de(troop, (16, 20), name="Foe", fields={"order": "fire"}),
        **options,  # type: ignore[arg-type]
    )
    return scene.order("Squad", "assault", dice)


@clause("ba.gap.open-topped")
def test_nobody_needs_nerve_to_assault_an_open_top() -> None:
    """Against the enclosed car a check at -3, against the half-track none."""
    afraid = assaulted("us.heavy-armoured-car", 6, 6)
    assert [thrown.needs for thrown in afraid.throws("checks morale")] == ["6 or less (9, -3 no anti-tank weapons)"]
    bold = assaulted(HALF_TRACK, 1, 1, 1, 1, 1)
    assert not bold.events("checked morale")


@clause("ba.gap.open-topped")
@pytest.mark.parametrize(("destroys", "alive"), [(False, True), (True, False)])
def test_damage_in_an_assault_goes_by_the_results_table_unless_the_table_plays_otherwise(
    destroys: bool, alive: bool
) -> None:
    """Two hits and a 5 are superficial damage: a stunned crew, or the end of the half-track by the switch."""
    result = [] if destroys else [1]
    scene = assaulted(HALF_TRACK, 4, 4, 1, 1, 1, 5, *result, open_topped_assault_destroys=destroys)
    assert scene.unit("Foe").alive == alive
    assert len(scene.throws("damage result")) == len(result)


@clause("ba.gap.open-topped")
def test_the_switch_for_open_tops_leaves_enclosed_vehicles_alone() -> None:
    """The enclosed car rolls on the table in any case."""
    scene = assaulted("us.heavy-armoured-car", 1, 1, 4, 4, 1, 1, 1, 5, 1, open_topped_assault_destroys=True)
    assert scene.unit("Foe").alive


def riding(vehicle: str, **fields: object) -> Scene:
    """A squad of twelve in a vehicle, and an enemy squad ten inches off."""
    return Scene(
        us(vehicle, (20, 24), name="Ride", bearing=90, fields=fields),
        us("us.rifle-squad", name="Riders", fields={"place": "aboard", "aboard": 0}),
        de("de.grenadier-squad", (31.25, 24), name="Foe", fields={"order": "fire"}),
    )


@clause("ba.gap.open-topped")
@pytest.mark.parametrize(
    ("order", "needs"),
    [("fire", {"3+", "4+ (-1 long range)"}), ("advance", {"4+ (-1 on the move)", "4+ (-1 long range)"})],
)
def test_four_passengers_shoot_out_of_an_open_top(order: str, needs: set[str]) -> None:
    """Two shots each for sub-machine gun and automatic rifle, two rifles; on an Advance they shoot on the move."""
    scene = riding(HALF_TRACK)
    stays = {"manoeuvre": "stay"} if order == "advance" else {}
    scene.order("Riders", order, [1] * 6, target="Foe", **stays)
    assert [len(thrown.faces) for thrown in scene.throws("to hit")] == [2, 2, 2]
    assert {thrown.needs for thrown in scene.throws("to hit")} == needs


@clause("ba.gap.open-topped")
def test_nobody_shoots_out_of_any_other_vehicle() -> None:
    """The same squad in a truck may be ordered neither to fire nor to wait in Ambush, and does not shoot on an Advance."""
    for order in ("fire", "ambush"):
        scene = riding("us.truck", order="fire")
        refusal = scene.refused(lambda: scene.draw(order=order)).refusal  # noqa: B023  # asked at once
        assert refusal.because == ("ba.gap.open-topped",)
    scene = riding("us.truck")
    scene.order("Riders", "advance", manoeuvre="stay")
    assert not scene.events("opened fire")
