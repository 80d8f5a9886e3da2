"""Vehicles and mecha: facings, damage, wrecks, nerves."""

from typing import Any

import pytest

from sandtable.geometry.units import inches
from sandtable.rulesets.sotr.basics.charts import printed
from sandtable.rulesets.sotr.basics.sight import HEAVY, LIGHT, OPEN_GROUND, sightings
from sandtable.rulesets.sotr.basics.terrain import ground_class
from sandtable.rulesets.sotr.harm.armour import (
    DAMAGED,
    DESTROYED,
    NOTHING,
    SHAKEN,
    affects,
    armour_roll,
    facing,
    strike,
    suppressible_machine,
    takes_no_tests,
)
from sandtable.rulesets.sotr.move import transport
from sandtable.rulesets.sotr.options import Options
from tests.clause import clause

from .kit import Scene, reich, terrain, us


def tank(**rest: Any) -> Scene:
    """A tank (8, 7, 6) that faces north, and the enemy."""
    return Scene(us("us.tank", (20, 20), name="Tank", **rest), reich("reich.zombies", (40, 40), name="Mob", men=1))


@clause("sotr.gap.vehicle-damage")
@pytest.mark.parametrize(
    ("x", "y", "side"),
    [(20, 10, "front"), (30, 10, "front"), (30.1, 10, "side"), (10, 20, "side"), (30, 30, "rear"), (20, 40, "rear")],
)
def test_facings_are_arcs_of_90_degrees(x: float, y: float, side: str) -> None:
    """The diagonals belong to front and rear."""
    assert facing(tank().state, 0, (inches(x), inches(y))) == side


@clause("sotr.gap.vehicle-damage", "sotr.rpg.anti-armor")
def test_the_worked_example_of_an_rpg_against_side_armour() -> None:
    """RPG on tank side 7: 1-2 nothing, 3 Shaken, 4-5 damaged, 6 destroyed."""
    roll = armour_roll(printed()["rpg"].pen, 7, "hit", (), 0, Options())
    said = [roll.reading.read((face,)) for face in range(1, 7)]
    assert said == [NOTHING, NOTHING, SHAKEN, DAMAGED, DAMAGED, DESTROYED]


@clause("sotr.gap.vehicle-damage")
def test_penetrations_are_those_of_our_table() -> None:
    """Small arms +0, HMG +1, launcher +1, flamethrower +2, RPG +4, tank gun +5, railgun +7."""
    names = ("rifle", "smg", "hmg", "grenade-launcher", "flamethrower", "rpg", "tank-gun", "railgun")
    assert [printed()[name].pen for name in names] == [0, 0, 1, 1, 2, 4, 5, 7]


@clause("sotr.gap.vehicle-damage")
def test_small_arms_do_nothing_to_armour_of_five() -> None:
    """No die is rolled; at armour 4 one is, and a 4 shakes it."""
    assert not affects(0, 5, Options()) and affects(0, 4, Options()) and affects(1, 8, Options())
    scene = tank()
    assert scene.call(strike, 0, 0, "rear", 1, ()) is False
    assert scene.told() == [("was unharmed", 0)]
    scene = tank(card={"hull": (4, 4, 4)})
    scene.call(strike, 0, 0, "rear", 1, (), dice=[4])
    assert scene.unit("Tank").shaken


@clause("sotr.gap.vehicle-damage")
@pytest.mark.parametrize(("face", "verb"), [(1, "was unharmed"), (2, "was unharmed"), (3, "was Shaken")])
def test_below_the_armour_nothing_happens_and_at_it_the_crew_is_shaken(face: int, verb: str) -> None:
    """Side armour 7 against +4; the attacker rolls."""
    scene = tank()
    scene.call(strike, 0, 4, "side", 1, (), dice=[face])
    assert scene.told() == [(verb, 0)]
    assert scene.unit("Tank").shaken is (face == 3)
    assert scene.throws()[0].seat == 1


@clause("sotr.gap.vehicle-damage")
def test_damage_immobilises_or_takes_a_weapon_and_twice_destroys() -> None:
    """1-3 immobilised, 4-6 a weapon, the owner's choice; the same once more destroys."""
    scene = tank()
    scene.call(strike, 0, 4, "side", 1, (), dice=[4, 3])
    assert scene.unit("Tank").immobilised and not scene.unit("Tank").broken
    assert scene.call(strike, 0, 4, "side", 1, (), dice=[5, 4], lost_weapon="tank-gun") is False
    assert scene.decision("lost weapon").seat == 0
    assert scene.unit("Tank").broken == ("tank-gun",)
    assert scene.man("Tank").weapons == ("hmg",)
    assert scene.call(strike, 0, 4, "side", 1, (), dice=[4, 1]) is True
    assert scene.unit("Tank").place == "destroyed"


@clause("sotr.gap.vehicle-damage")
def test_a_second_weapon_or_none_to_lose_destroys() -> None:
    """Both are results that cannot be applied once more."""
    scene = tank(fields={"broken": ("hmg",)}, models={0: {"weapons": ("tank-gun",)}})
    assert scene.call(strike, 0, 4, "side", 1, (), dice=[4, 6]) is True
    scene = tank(models={0: {"weapons": ()}})
    assert scene.call(strike, 0, 4, "side", 1, (), dice=[4, 6]) is True


@clause("sotr.gap.vehicle-damage", "sotr.gap.vehicle-cover")
def test_a_destroyed_machine_leaves_a_wreck() -> None:
    """Two inches of hard cover where its hull stood; difficult ground, impassable to wheels."""
    scene = tank()
    assert scene.call(strike, 0, 4, "side", 1, (), dice=[6]) is True
    assert not scene.unit("Tank").men and scene.unit("Tank").place == "destroyed"
    assert not scene.state.layout.on_table(0)
    wreck = scene.state.terrain[-1]
    assert (wreck.kind, wreck.height, wreck.name) == ("wreck", inches(2), "the wreck of Tank")
    assert {(x, y) for x, y in wreck.outline} == {
        (18_500, 17_500),
        (21_500, 17_500),
        (21_500, 22_500),
        (18_500, 22_500),
    }
    classes = [ground_class(wreck, mover, Options()) for mover in ("infantry", "wheeled", "tracked", "mecha")]
    assert classes == ["difficult", "impassable", "difficult", "difficult"]
    assert scene.call(strike, 0, 4, "side", 1, ()) is False


@clause("sotr.gap.vehicle-cover")
def test_a_wreck_is_hard_cover() -> None:
    """A man right behind it has heavy cover."""
    scene = tank()
    scene.call(strike, 0, 4, "side", 1, (), dice=[6])
    behind = Scene(
        us("us.rifle-squad", (20, 5), men=1),
        reich("reich.zombies", (20, 23.5), men=1),
        ground=(scene.state.terrain[-1],),
    )
    assert sightings(behind.state, (0,), (1,))[0, 1].cover == HEAVY


@clause("sotr.gap.vehicle-cover")
@pytest.mark.parametrize(
    ("card", "soft", "cover"),
    [
        ({}, False, LIGHT),
        ({"size": "large"}, True, LIGHT),
        ({"size": "large"}, False, OPEN_GROUND),
        ({"size": "titanic"}, True, OPEN_GROUND),
    ],
)
def test_who_has_soft_cover(card: dict[str, str], soft: bool, cover: int) -> None:
    """Whoever is in the brush, a large machine unless the table says otherwise; a titanic one ignores all terrain."""
    scene = Scene(
        reich("reich.zombies", (20, 30), men=1),
        us("us.jeep", (20, 20), card=card),
        ground=(terrain("brush", box=(15, 15, 10, 8)),),
        soft_cover_hides_large=soft,
    )
    assert sightings(scene.state, (0,), (1,))[0, 1].cover == cover


@clause("sotr.gap.vehicle-cover")
def test_cover_of_a_machine_goes_by_how_much_of_its_hull_is_hidden() -> None:
    """A low wall before the whole hull is heavy cover, before less than half of it light."""
    covers = []
    for wide in (8, 1):
        wall = terrain("wall", line=[(20 - wide / 2, 24), (20 + wide / 2, 24)])
        scene = Scene(reich("reich.zombies", (20, 40), men=1), us("us.tank", (20, 20)), ground=(wall,))
        covers.append(sightings(scene.state, (0,), (1,))[0, 1].cover)
    assert covers == [HEAVY, LIGHT]


@clause("sotr.gap.vehicle-morale")
def test_machines_take_no_tests_and_only_soft_ones_are_suppressed() -> None:
    """A jeep, armour 3, is suppressed as infantry is; a tank is not."""
    scene = Scene(us("us.tank", (20, 20)), us("us.jeep", (30, 20)), us("us.rifle-squad", (10, 10), men=2))
    assert [takes_no_tests(scene.state, number) for number in range(3)] == [True, True, False]
    assert [suppressible_machine(scene.state, number) for number in range(3)] == [False, True, False]


@clause("sotr.gap.vehicle-damage")
def test_riders_of_a_wreck_get_out_and_are_wounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where troops are carried, each takes a wound roll."""
    hurt: list[tuple[int, int]] = []

    async def wound(_play: object, hits: tuple[tuple[int, int], ...], *_rest: object) -> tuple[()]:
        hurt.extend(hits)
        return ()

    monkeypatch.setattr(transport, "wound_models", wound)
    scene = Scene(
        us("us.jeep", (20, 20), name="Jeep"),
        us("us.rifle-squad", name="Riders", men=3, fields={"place": "aboard", "aboard": 0}),
        reich("reich.zombies", (40, 40), men=1),
        transport=True,
    )
    assert scene.call(strike, 0, 4, "side", 2, (), dice=[6]) is True
    riders = scene.unit("Riders")
    assert riders.on_table and riders.aboard is None
    assert hurt == [(man, 1) for man in riders.men]
    assert all(scene.state.layout.on_table(man) for man in riders.men)
