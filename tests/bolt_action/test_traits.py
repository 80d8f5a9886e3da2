"""What units have besides weapons: the traits that are built, and anti-tank weapons against armour."""

from typing import Any

import pytest

from sandtable.rulesets.bolt_action.setup.forces import troops
from sandtable.table.data import DataError
from tests.clause import clause

from .kit import Scene, column, de, drive, stay, us

# ---- traits


@clause("ba.gap.unit-traits")
def test_the_catalogue_has_the_traits_that_are_built_and_no_others() -> None:
    """Apart from what specialists do, vehicles and guns are recce, flak, gun shield, open-topped or slow."""
    specialists = {"medic", "sniper", "artillery-observer", "air-observer"}
    found = {trait for troop in troops().values() for trait in troop.traits}
    assert found - specialists == {"recce", "flak", "gun-shield", "open-topped", "slow"}


@clause("ba.gap.unit-traits")
@pytest.mark.parametrize("trait", ["fanatics", "green", "stubborn", "shirkers", "engineers", "motorcycles", "cavalry"])
def test_traits_that_are_left_out_cannot_be_had(trait: str) -> None:
    """A force that asks for one is told so."""
    with pytest.raises(DataError, match=f"cannot have '{trait}'"):
        Scene(us("us.rifle-squad", (20, 20), add=(trait,)))


@clause("ba.gap.unit-traits")
@pytest.mark.parametrize(("add", "blows"), [((), 7), (("tough-fighters",), 12)])
def test_tough_fighters_strike_twice(add: tuple[str, ...], blows: int) -> None:
    """Six men with one sub-machine gun strike seven blows; as tough fighters twelve, the gun adds nothing."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", men=6, spots=column(20, 20, 6), add=add),
        de("us.captain", (23, 20), name="Foes"),
    )
    scene.order("Able", "assault", [4, *[1] * (blows - 1), 1], move=stay())
    assert [len(one.faces) for one in scene.throws("Able fights")] == [blows]


@clause("ba.gap.unit-traits", "ba.move.tracked")
@pytest.mark.parametrize(
    ("order", "far", "switches"),
    [
        ("advance", 9, {}),
        ("run", 18, {}),
        ("advance", 6, {"slow_advance": 6, "slow_run": 12}),
        ("run", 12, {"slow_advance": 6, "slow_run": 12}),
    ],
)
def test_a_slow_tank_is_slow_by_switches_alone(order: str, far: float, switches: dict[str, Any]) -> None:
    """A Churchill drives as the sheet has it of tracked vehicles, or as the switches say, and not a hair more."""
    scene = Scene(us("gb.churchill", (20, 20), name="Able", bearing=90), **switches)
    scene.refused(lambda: scene.order("Able", order, drive=drive((0, far + 0.001))))
    scene.order("Able", order, drive=drive((0, far)))
    assert scene.point("Able") == (20 + far, 20)


@clause("ba.gap.unit-traits")
@pytest.mark.parametrize(("troop", "asked"), [("us.heavy-armoured-car", True), ("us.sherman", False)])
def test_a_recce_vehicle_may_escape(troop: str, asked: bool) -> None:
    """An armoured car that is shot at may make off, a tank may not."""
    scene = Scene(us("us.captain", (20, 20), name="Able"), de(troop, (25, 20), name="Foes"))
    scene.order("Able", "fire", [1], target="Foes", **({"react": "stay"} if asked else {}))
    assert ("react" in scene.kinds_asked()) == asked


@clause("ba.gap.unit-traits")
@pytest.mark.parametrize(("troop", "pins"), [("us.half-track", 1), ("us.sherman", 0)])
def test_an_open_topped_vehicle_is_pinned_by_small_arms(troop: str, pins: int) -> None:
    """A pistol shot that hits pins a half-track, and does nothing to a tank."""
    scene = Scene(us("us.captain", (20, 20), name="Able"), de(troop, (25, 20), name="Foes"))
    scene.order("Able", "fire", [6], target="Foes")
    assert scene.unit("Foes").pins == pins


# ---- anti-tank weapons


def beside_a_tank(troop: str, *, men: int = 0, **rest: Any) -> Scene:
    """A unit an inch or two from an enemy tank that has fired."""
    return Scene(
        us(troop, (20, 20), name="Able", men=men, **rest),
        de("us.sherman", (20, 16), name="Tank", bearing=90, fields={"order": "fire"}),
    )


@clause("ba.gap.at-weapons-list")
@pytest.mark.parametrize(
    ("troop", "men", "add"),
    [
        ("de.grenadier-squad", 5, ()),
        ("us.bazooka-team", 2, ()),
        ("de.panzerschreck-team", 2, ()),
        ("gb.piat-team", 2, ()),
        ("us.flamethrower-team", 2, ()),
        ("us.rifle-squad", 6, ("at-grenades",)),
        ("us.rifle-squad", 6, ("panzerfaust",)),
    ],
)
def test_men_with_anti_tank_weapons_dare_to_assault_a_tank(troop: str, men: int, add: tuple[str, ...]) -> None:
    """They take no check, and strike one blow a man."""
    scene = beside_a_tank(troop, men=men, add=add)
    scene.order("Able", "assault", [1] * men)
    assert scene.event("struck a vehicle").tells == {"hits": 0}


@clause("ba.gap.at-weapons-list")
@pytest.mark.parametrize(("troop", "men"), [("us.rifle-squad", 6), ("su.at-rifle-team", 2)])
def test_without_them_it_takes_nerve_and_an_anti_tank_rifle_is_none(troop: str, men: int) -> None:
    """A check at -3: six or less for Regulars; with seven they go Down."""
    scene = beside_a_tank(troop, men=men)
    scene.order("Able", "assault", [3, 4])
    assert [one.needs for one in scene.throws("checks morale")] == ["6 or less (9, -3 no anti-tank weapons)"]
    assert scene.unit("Able").order == "down"


@clause("ba.gap.at-weapons-list")
def test_a_panzerfaust_that_has_been_fired_does_not_count() -> None:
    """Both are spent on the tank from afar; the assault then needs a check."""
    scene = beside_a_tank("de.grenadier-squad", men=5)
    scene.order("Able", "fire", [1] * 2, **{"target": "none", "aim one-shot weapon": ["Tank", "Tank"]})
    scene.order("Able", "assault", [6, 6])
    assert scene.throws("checks morale")


@clause("ba.gap.at-weapons-list")
def test_anti_tank_grenades_cost_two_points_a_man() -> None:
    """Twelve men: 24 points more."""
    scene = Scene(us("us.rifle-squad", name="Bare"), us("us.rifle-squad", name="Armed", add=("at-grenades",)))
    assert scene.unit("Armed").card.points == scene.unit("Bare").card.points + 24
