"""How the log tells things: every line once, in words that fit any name, and with what it means."""

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.geometry.units import inches
from sandtable.play.events import Thrown
from sandtable.rulesets.bolt_action.basics.arms import Aimed
from sandtable.rulesets.bolt_action.basics.charts import printed
from sandtable.rulesets.bolt_action.fire.fire_effect import strike
from sandtable.rulesets.bolt_action.fire.struck import Struck
from sandtable.rulesets.bolt_action.melee.vehicle_assault import attack_vehicle
from sandtable.rulesets.bolt_action.setup.victory import outcome_now
from sandtable.rulesets.bolt_action.special.airstrike import attack_from_the_air
from sandtable.rulesets.bolt_action.state import Mission
from sandtable.rulesets.bolt_action.telling.log import sentence
from sandtable.rulesets.bolt_action.verbs.acts import act
from tests.clause import clause

from .kit import Scene, de, drive, us


def lines(scene: Scene) -> list[str]:
    """The log of what was played last."""
    return [text for one in scene.news if (text := sentence(scene.state, one))]


def throws(scene: Scene) -> list[str]:
    """The lines for dice."""
    return [sentence(scene.state, one) for one in scene.news if isinstance(one, Thrown)]


def squad(*, order: str = "", **options: Any) -> Scene:
    """A squad of Germans on the table, with an order or none."""
    return Scene(
        us("us.rifle-squad", (20, 40), name="Able", men=6),
        de("de.grenadier-squad", (20, 10), name="Foes", men=5, fields={"order": order} if order else {}),
        **options,
    )


def test_dice_that_say_yes_or_no_are_told_so() -> None:
    """The die for one more turn."""
    scene = Scene(us("us.rifle-squad", (20, 40), name="Able", men=6), de("de.medic", (20, 10), name="Foe"), turn=6)
    scene.end_turn([3])
    assert "Is another turn played? Needs 4+: 3 = no" in lines(scene)


@clause("ba.gap.simultaneity")
@pytest.mark.parametrize(("die", "first"), [(3, "the defender"), (4, "the attacker")])
def test_the_side_that_decides_first_is_named(die: int, first: str) -> None:
    """By its part in the battle, as both may have the same name."""
    scene = squad(order="down")
    scene.end_turn([die], retain=[["u1"]])
    assert f"Who decides first at the end of the turn: {die} = {first}" in lines(scene)
    assert "Foes stay Down" in lines(scene)


@clause("ba.gap.he-vs-down")
def test_halving_is_told_with_the_throw() -> None:
    """Of a shell and of an aircraft."""
    scene = squad(order="down")
    shell = Struck(1, ("mortar",), False, he="D6", from_above=True, indirect=True)
    scene.run(lambda play: strike(play, Aimed(1), [shell], seat=0), [1, 3, 1, 1])
    assert "Foes: D6 hits, to be halved as it is Down: 3" in throws(scene)
    strafing = printed().aircraft["strafing-fighter"]
    scene = squad(order="down", down_halves_air_hits=True)
    scene.run(lambda play: attack_from_the_air(play, 1, strafing, seat=0), [1, 1, 1, 4, 1])
    assert throws(scene)[0].endswith("hits on Foes, to be halved as it is Down: 1 1 1 = 3")


@clause("ba.gap.tank-assault")
def test_a_tank_assault_names_its_target_first() -> None:
    """Before anybody reacts."""
    scene = Scene(us("us.sherman", (30, 30), name="Sherman"), de("de.medic", (30, 20), name="Foe"))
    scene.order("Sherman", "run", [3, 4], manoeuvre="overrun u1", drive=drive((0, 14)))
    assert lines(scene)[1] == "Sherman drives at Foe"


@clause("ba.gap.snap-to-action")
def test_who_is_called_to_act_at_once_is_told() -> None:
    """And by whom."""
    scene = Scene(
        us("us.first-lieutenant", (20, 40), name="Lieutenant"),
        us("us.rifle-squad", (20, 42), name="Able", men=6),
        de("de.medic", (20, 10), name="Foe", fields={"order": "down"}),
        snap_to_action=True,
    )
    scene.draw([], unit="Lieutenant", order=["ambush", "ambush"], snap_to_action=["u1"])
    assert "Able is called to act at once by Lieutenant" in lines(scene)


def test_one_point_is_one_point() -> None:
    """1 point to 0."""
    battle = squad().state
    assert outcome_now(replace(battle, losses=(0, 1))).why == "1 point to 0"
    assert outcome_now(replace(battle, losses=(1, 2))).why == "2 points to 1"


@clause("ba.gap.scenario-hold")
def test_the_holder_of_the_objective_is_named_whatever_its_number() -> None:
    """Germans do not holds it."""
    held = Scene(de("de.grenadier-squad", (20, 10), name="Foes"), mission=Mission("hold"), objectives=[(20, 10)])
    assert outcome_now(held.state).why == "the objective is held by Germans"


@clause("ba.gap.night")
@pytest.mark.parametrize(("order", "more"), [("fire", ", 2D6 and 6 more: 1 1 = 8"), ("rally", ", 2D6: 1 1 = 2")])
def test_what_is_added_for_an_active_target_in_the_dark_is_told(order: str, more: str) -> None:
    """Six more inches for a target that fired."""
    scene = Scene(
        us("us.rifle-squad", (20, 40), name="Able", men=6),
        de("de.grenadier-squad", (20, 20), name="Foes", men=5, fields={"order": order}),
        dark=True,
    )
    scene.order("Able", "fire", [1, 1], target="Foes")
    assert f"Able peers into the dark{more}" in throws(scene)


@clause("ba.cqv.result", "ba.damage.soft-skin")
def test_an_assaulted_truck_is_destroyed_and_not_superficially() -> None:
    """What the damage would be on armour is not said of a soft-skinned vehicle."""
    scene = Scene(us("us.rifle-squad", (20, 40), name="Able", men=6), de("de.truck", (20, 20), name="Truck"))
    scene.run(lambda play: attack_vehicle(play, 0, 1), [4, 1, 1, 1, 1, 1, 6])
    assert throws(scene)[1] == "Able assaults Truck: damage, needs 6+ in all (the die, +1 for hits): 6 = destroyed"
    assert lines(scene)[-1] == "Truck is destroyed: beaten in close quarters"


@clause("ba.gap.recce-escape")
def test_an_escape_is_told_in_good_words() -> None:
    """The car goes Down because it has made its escape."""
    scene = Scene(
        us("us.medium-at-gun", (20, 40), name="Gun"), de("de.armoured-car", (20, 20), name="Puma", bearing=180)
    )
    scene.order("Gun", "fire", target="Puma", shell="ap", react="escape", drive=drive((0, -4)), dice=[1])
    assert "Puma goes Down: it has made its escape" in lines(scene)


@clause("ba.shoot.declare")
def test_who_fires_at_nobody_holds_its_fire() -> None:
    """Ordered to fire and choosing no target is told, and seen, by name; a vehicle that fires one weapon has not held it."""
    scene = Scene(
        us("us.rifle-squad", (20, 40), name="Able", men=6), de("us.rifle-squad", (20, 20), name="Foes", men=6)
    )
    scene.order("Able", "fire", target="none")
    assert lines(scene)[-1] == "Able holds its fire"
    last = scene.news[-1]
    assert not isinstance(last, Thrown)
    seen = act(scene.state, last)
    assert seen is not None
    assert (seen.says, seen.quiet) == ("holds its fire", False)
    tank = Scene(us("us.sherman", (20, 40), name="Tank", bearing=0), de("us.rifle-squad", (20, 30), name="Foes", men=6))
    tank.order("Tank", "fire", [1] * 5, target=["Foes", "none"], shell="ap", react="stay")
    assert "Tank holds its fire" not in lines(tank)


@clause("ba.gap.smoke")
def test_smoke_that_misses_is_told_once() -> None:
    """The die, and that it was in vain; the weapon is ranged in all the same."""
    scene = Scene(us("us.medium-mortar", (20, 40), name="Mortar"), smoke=True)
    scene.order("Mortar", "fire", [1], shell="smoke", smoke=[[inches(20), inches(10)]])
    after = lines(scene)[1:]
    assert after == ["Mortar (Medium mortar) fires smoke, needs 6+: 1 = miss", "Mortar fires smoke in vain"]
    assert scene.unit("Mortar").ranging is not None


@clause("ba.gap.weapon-one-shot", "ba.shoot.measure")
def test_a_one_shot_weapon_that_does_not_reach_is_told_to_be_wasted() -> None:
    """The rifles reach the truck, the panzerfaust does not."""
    scene = Scene(
        us("de.grenadier-squad", (20, 40), name="Able", men=5),
        de("us.truck", (20, 22), name="Truck", fields={"order": "fire"}),
    )
    scene.order("Able", "fire", [1] * 4, target="Truck", **{"aim one-shot weapon": "u1"})
    assert "Able: its Panzerfaust cannot be brought to bear on Truck" in lines(scene)
    assert "Able opens fire at Truck" in lines(scene)
