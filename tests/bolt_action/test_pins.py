"""Pin markers: who gains how many, all the ways to lose them, and how many are too many."""

from typing import Any

import msgspec
import pytest

from sandtable.play.state import with_unit
from sandtable.rulesets.bolt_action.basics.charts import dice_count
from sandtable.rulesets.bolt_action.special.airstrike import here_it_comes
from sandtable.rulesets.bolt_action.special.barrage import fire_for_effect
from tests.clause import clause

from .kit import Scene, Side, de, keys, stay, us
from .turn_kit import facing

ONE_HIT = [1, 1, 3, 1, 1, 1, 1, 1]  # of SMG, automatic rifle and four rifles, twelve inches away


def foes_with(pins: int, quality: str = "", *more: Side, **rest: Any) -> Scene:
    """Two squads twelve inches apart, the foes with so many pins."""
    scene = facing(12, *more, **rest)
    card = scene.unit("Foes").card
    card = msgspec.structs.replace(card, quality=quality or card.quality)
    scene.state = with_unit(scene.state, 1, {"pins": pins, "card": card})
    return scene


@clause("ba.gap.pins-gained")
@pytest.mark.parametrize(("dice", "pins"), [([*ONE_HIT, 1], 1), ([1, 1, 3, 3, 3, 3, 3, 3, *[1] * 6], 1), ([1] * 8, 0)])
def test_a_unit_that_is_hit_takes_one_pin(dice: list[int], pins: int) -> None:
    """One pin for one hit or six, though nobody is hurt; none for none."""
    scene = foes_with(0).order("Able", "fire", dice, target="Foes")
    assert scene.unit("Foes").pins == pins
    assert len(scene.unit("Foes").men) == 6


@clause("ba.gap.pins-gained")
def test_each_unit_that_hits_gives_a_pin() -> None:
    """Two units shoot at the same target: two pins."""
    baker = us("us.rifle-squad", (33, 5), name="Baker", men=6, bearing=180)
    scene = facing(12, baker)
    scene.order("Able", "fire", [*ONE_HIT, 1], target="Foes")
    scene.order("Baker", "fire", [3, *[1] * 6], target="Foes")
    assert scene.unit("Foes").pins == 2


@clause("ba.gap.pins-gained")
def test_a_vehicle_with_several_weapons_is_one_unit_that_shoots() -> None:
    """A tank's gun and two machine guns hit: the shell's one pin, and none on top of it."""
    scene = Scene(us("us.sherman", (20, 20), name="Tank", bearing=90), de("us.rifle-squad", (40, 20), name="Foes"))
    shots, hits, damage = [3, *[4] * 4, *[3] * 4], [1], [1] * 9
    scene.order("Tank", "fire", [*shots, *hits, *damage], target=["Foes", "Foes"])
    assert scene.unit("Foes").pins == 1


@clause("ba.gap.pins-gained", "ba.gap.dice-notation")
@pytest.mark.parametrize(("face", "pins"), [(1, 1), (3, 1), (4, 2), (6, 2)])
def test_shells_give_their_own_number_of_pins(face: int, pins: int) -> None:
    """A medium mortar's shell gives D2 pins instead of one: 1 to 3 is one, 4 to 6 is two."""
    scene = Scene(
        us("us.medium-mortar", (20, 20), name="Mortar", bearing=90), de("us.rifle-squad", (45, 20), name="Foes")
    )
    scene.order("Mortar", "fire", [6, face, 1, 1], target="Foes")
    assert scene.unit("Foes").pins == pins


def against(vehicle: str, shooter: str, *, bearing: float = 270, quality: str = "", **rest: Any) -> Scene:
    """A team or squad that faces a vehicle ten inches away; the vehicle faces it too unless told otherwise."""
    return Scene(
        us(shooter, (20, 20), name="Able", men=6 if "squad" in shooter else 0, bearing=90),
        de(vehicle, (34, 20), name="Foes", bearing=bearing, quality=quality),
        **rest,
    )


@clause("ba.gap.pins-on-vehicles", "ba.gap.pins-gained")
@pytest.mark.parametrize(
    ("vehicle", "shooter", "dice", "pins"),
    [
        ("us.truck", "us.mmg-team", [3, 1, 1, 1, 1], 1),
        ("us.half-track", "us.mmg-team", [3, 1, 1, 1], 1),
        ("us.sherman", "us.mmg-team", [3, 1, 1, 1], 0),
        ("us.sherman", "us.hmg-team", [3, 1, 1, 1], 1),
        ("us.heavy-armoured-car", "us.mmg-team", [3, 1, 1, 1], 0),
    ],
)
def test_which_hits_pin_which_vehicles(vehicle: str, shooter: str, dice: list[int], pins: int) -> None:
    """Any hit pins soft-skins and open-topped vehicles; fully enclosed ones mind heavy weapons only."""
    scene = against(vehicle, shooter).order("Able", "fire", dice, target="Foes")
    assert scene.unit("Foes").pins == pins


@clause("ba.gap.pins-on-vehicles")
@pytest.mark.parametrize(
    ("quality", "bearing", "nerve", "pins"),
    [
        ("inexperienced", 270, [], 1),
        ("regular", 270, [], 0),
        ("regular", 0, [], 0),
        ("regular", 90, [], 1),
        ("veteran", 270, [], 0),
        ("veteran", 90, [3], 1),
        ("veteran", 90, [4], 0),
    ],
)
def test_by_crew_only_dangerous_hits_pin(quality: str, bearing: float, nerve: list[int], pins: int) -> None:
    """A heavy machine gun cannot hurt a medium tank but from behind: 6 + 1 + 2 is 9. Veterans ignore even that on 4."""
    scene = against("us.sherman", "us.hmg-team", bearing=bearing, quality=quality, vehicle_pins="crew")
    scene.order("Able", "fire", [3, 1, 1, *nerve, 1], target="Foes")
    assert scene.unit("Foes").pins == pins


@clause("ba.gap.pins-removed")
@pytest.mark.parametrize(("pins", "left"), [(3, 2), (1, 0), (0, 0)])
def test_a_retained_down_takes_a_pin_off(pins: int, left: int) -> None:
    """One pin goes when Down is kept into the next turn, never below none."""
    scene = Scene(
        us("us.medic", (20, 20), name="Able", fields={"pins": pins, "order": "down"}),
        de("us.medic", (40, 20), name="Foes", fields={"order": "run"}),
        de("us.medic", (44, 20), name="More", fields={"order": "run"}),
    )
    scene.end_turn(retain=keys("u0"))
    assert scene.unit("Able").pins == left


@clause("ba.gap.pins-removed")
@pytest.mark.parametrize(("order", "kept"), [("ambush", ["u0"]), ("down", [])])
def test_only_a_down_that_is_kept_does(order: str, kept: list[str]) -> None:
    """A kept Ambush takes no pin off, nor does a Down that goes back into the cup."""
    scene = Scene(
        us("us.medic", (20, 20), name="Able", fields={"pins": 3, "order": order}),
        de("us.medic", (40, 20), name="Foes", fields={"order": "run"}),
        de("us.medic", (44, 20), name="More", fields={"order": "run"}),
    )
    scene.end_turn(retain=keys(*kept))
    assert scene.unit("Able").pins == 3


@clause("ba.gap.pins-removed")
def test_an_order_test_passed_takes_one_off() -> None:
    """Three pins and an order obeyed: two."""
    scene = facing(12, pins=3).order("Able", "ambush", [2, 2])
    assert scene.unit("Able").pins == 2


@clause("ba.gap.pins-removed")
def test_contact_takes_all_pins_off_both() -> None:
    """The assaulted lose their four pins when contact is made, and the attackers their two."""
    scene = foes_with(4)
    scene.state = with_unit(scene.state, 1, {"order": "fire"})
    scene.state = with_unit(scene.state, 0, {"pins": 3})
    scene.order("Able", "assault", [1, 1, 6, *[1] * 6, *[1] * 6, 1], move=stay())
    assert [(event.unit, event.tells["count"]) for event in scene.events("shook off pins")] == [(0, 1), (0, 2), (1, 4)]
    assert scene.unit("Able").pins == 0


@clause("ba.gap.pins-removed")
def test_a_vehicle_that_is_assaulted_loses_its_pins_too() -> None:
    """A truck with three pins is assaulted and not hit: none are left, nor has the assaulting squad any."""
    scene = against("us.truck", "us.rifle-squad")
    scene.state = with_unit(scene.state, 0, {"pins": 2})
    scene.state = with_unit(scene.state, 1, {"pins": 3, "order": "rally"})
    scene.order("Able", "assault", [1, 1, *[1] * 6])
    assert (scene.unit("Able").pins, scene.unit("Foes").pins) == (0, 0)


@clause("ba.gap.rally-total")
@pytest.mark.parametrize("dice", ["D6", "D6+1"])
@pytest.mark.parametrize(("pins", "face", "left"), [(8, 3, 4), (8, 6, 1), (5, 3, 1), (3, 6, 0)])
def test_d6_and_the_pin_of_the_test_are_d6_and_one(dice: str, pins: int, face: int, left: int) -> None:
    """Eight pins and a 3: the test takes one off and Rally three; a sheet that says D6+1 counts the same four."""
    scene = facing(12, pins=pins, rally_pins=dice).order("Able", "rally", [1, 1, face])
    assert scene.unit("Able").pins == left
    assert scene.throws(f"Able rallies: {dice} pins")


@clause("ba.gap.pins-break")
@pytest.mark.parametrize(("quality", "morale"), [("inexperienced", 8), ("regular", 9), ("veteran", 10)])
def test_as_many_pins_as_morale_destroy_a_unit(quality: str, morale: int) -> None:
    """The pin that brings it to its unmodified morale removes it at once; one fewer does not."""
    scene = foes_with(morale - 1, quality).order("Able", "fire", ONE_HIT, target="Foes")
    assert scene.unit("Foes").place == "destroyed"
    assert "ba.gap.pins-break" in scene.event("was destroyed").because
    scene = foes_with(morale - 2, quality).order("Able", "fire", [*ONE_HIT, 1], target="Foes")
    assert (scene.unit("Foes").place, scene.unit("Foes").pins) == ("table", morale - 1)


@clause("ba.gap.pins-break")
@pytest.mark.parametrize(("pins", "dice", "place"), [(8, [1], "table"), (9, [], "destroyed")])
def test_it_may_take_more_pins_than_morale(pins: int, dice: list[int], place: str) -> None:
    """With the switch at more, a ninth pin does not destroy Regulars, a tenth does."""
    scene = foes_with(pins, pins_break="more").order("Able", "fire", [*ONE_HIT, *dice], target="Foes")
    assert scene.unit("Foes").place == place


@clause("ba.gap.pins-break")
def test_an_officer_does_not_change_how_many_are_too_many() -> None:
    """It is the unmodified morale that counts, a Major near by or not."""
    scene = foes_with(8, "", de("us.major", (33, 32), name="Boss")).order("Able", "fire", ONE_HIT, target="Foes")
    assert scene.unit("Foes").place == "destroyed"


@clause("ba.gap.pins-break")
def test_too_many_pins_leave_a_vehicle_as_a_wreck() -> None:
    """Vehicles break like others."""
    scene = against("us.half-track", "us.mmg-team")
    scene.state = with_unit(scene.state, 1, {"pins": 8})
    scene.order("Able", "fire", [3, 1, 1, 1], target="Foes")
    assert scene.unit("Foes").place == "destroyed"
    assert scene.events("left a wreck")


@clause("ba.gap.dice-notation")
@pytest.mark.parametrize(("face", "pins"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_a_d3_is_half_a_die_rounded_up(face: int, pins: int) -> None:
    """A barrage gives D3 pins to those within D6+6 inches."""
    scene = Scene(us("us.medic", (20, 20), name="Able"), de("us.medic", (40, 20), name="Foes"))
    scene.run(lambda play: fire_for_effect(play, (40000, 32500), seat=0), [6, 1, face])
    assert scene.event("the barrage fell").tells["reach"] == 12
    assert scene.unit("Foes").pins == pins


@clause("ba.gap.dice-notation")
@pytest.mark.parametrize(("face", "pins"), [(1, 0), (2, 0), (3, 1), (4, 1), (5, 2), (6, 2)])
def test_a_d3_less_one_is_none_to_two(face: int, pins: int) -> None:
    """Aircraft overhead give D3-1 pins, then a strafing fighter one more and 3D6 hits, which is a sum."""
    scene = Scene(us("us.medic", (20, 20), name="Able"), de("us.rifle-squad", (50, 20), name="Foes"))
    scene.run(lambda play: here_it_comes(play, 1, seat=0), [face, 1, 1, 2, 3, *[1] * 6])
    assert scene.unit("Foes").pins == pins + 1
    assert scene.event("was hit").tells["hits"] == 6


@clause("ba.gap.dice-notation")
@pytest.mark.parametrize(
    ("written", "faces", "total"),
    [
        ("D2", (3,), 1),
        ("D2", (4,), 2),
        ("D3", (5,), 3),
        ("D6", (5,), 5),
        ("2D6", (3, 4), 7),
        ("3D6", (1, 5, 6), 12),
        ("D6+6", (2,), 8),
        ("D3-1", (2,), 0),
        ("D6-3", (1,), -2),
        ("D3+1", (6,), 4),
        ("2", (), 2),
    ],
)
def test_dice_as_they_are_written(written: str, faces: tuple[int, ...], total: int) -> None:
    """D2 and D3 are read off a D6, compound dice are summed, and a number after them is added or taken away."""
    count = dice_count(written)
    assert count.dice == len(faces)
    assert count.reading.read(faces) == total
