"""Tank guns and railguns."""

from typing import Any

import pytest

from sandtable.rulesets.sotr.weapons.blast import can_fire_blast, fire_heavy
from tests.clause import clause

from .kit import Scene, reich, terrain, us
from .struck import Struck, rows


def tank(*sides: Any, weapon: str = "tank-gun", **rest: Any) -> Scene:
    """A tank that has moved, so that it takes no aim, and others."""
    return Scene(us("us.tank", (20, 30), name="Tank", each={"moved": 2, "weapons": (weapon,)}), *sides, **rest)


SQUAD = reich("reich.sturmgrenadiers", (20, 10), name="Foe", men=3, spots=((21.2, 10), (30, 10)))


@clause("sotr.gap.heavy-weapons")
def test_solid_shot_kills_one_model_of_the_firers_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    """A GONER without a wound roll; nobody else is touched."""
    struck = Struck(monkeypatch)
    scene = tank(SQUAD)
    last = scene.row("Foe", 2)
    scene.call(fire_heavy, 0, "tank-gun", dice=[4], shell="solid", heavy_target="Foe", heavy_model=f"m{last}")
    assert struck.goners == {last} and not struck.rolled
    assert struck.tests == [(((1, 1),), 0)]


@clause("sotr.gap.heavy-weapons")
def test_high_explosive_bursts_and_annihilates_under_its_centre(monkeypatch: pytest.MonkeyPatch) -> None:
    """A 3" blast; it is the usual choice where no machine is in sight."""
    struck = Struck(monkeypatch)
    scene = tank(SQUAD, rpg_direct_hit="none")
    first = scene.row("Foe", 0)
    scene.call(fire_heavy, 0, "tank-gun", dice=[4], blast_target="Foe", template=f"m{first}")
    assert struck.goners == {first} and struck.rolled == rows(scene, "Foe", 1)
    assert scene.decision("shell").usual() == "he"


@clause("sotr.gap.heavy-weapons", "sotr.gap.vehicle-damage")
@pytest.mark.parametrize(("weapon", "pen"), [("tank-gun", 5), ("railgun", 7)])
def test_penetration_against_the_facing_the_firer_stands_before(
    monkeypatch: pytest.MonkeyPatch, weapon: str, pen: int
) -> None:
    """A mech that looks away is hit in the rear; it is a large target."""
    Struck(monkeypatch)
    scene = tank(reich("reich.panzermech", (20, 10), name="Mech", card={"hull": (12, 11, 10)}), weapon=weapon)
    answers = {"shell": "solid"} if weapon == "tank-gun" else {}
    scene.call(fire_heavy, 0, weapon, dice=[3, 1], heavy_target="Mech", **answers)
    assert scene.thrown()[0][2] == "3+ (+1 large target)"
    assert f"penetration +{pen}" in scene.throws("hit on the rear")[0].needs


@clause("sotr.gap.heavy-weapons")
def test_a_railgun_misses_and_nothing_else_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    """One shot at any unit in LOS; cover of the one model counts."""
    struck = Struck(monkeypatch)
    wall = terrain("wall", line=[(19, 10.8), (22.5, 10.8)])
    scene = tank(SQUAD, weapon="railgun", ground=(wall,))
    first = scene.row("Foe", 0)
    scene.call(fire_heavy, 0, "railgun", dice=[5], heavy_target="Foe", heavy_model=f"m{first}")
    assert scene.thrown()[0][2] == "6+ (-2 heavy cover)"
    assert not struck.hits
    assert scene.told("missed") == [("missed", None)]


@clause("sotr.gap.heavy-weapons")
def test_a_heavy_weapon_needs_a_target_in_sight() -> None:
    """Behind a house there is none; a Shaken machine does not fire at all."""
    house = terrain("building", box=(5, 18, 35, 4))
    assert not can_fire_blast(tank(SQUAD, weapon="railgun", ground=(house,)).state, 0, "railgun")
    assert can_fire_blast(tank(SQUAD, weapon="railgun").state, 0, "railgun")
    assert not can_fire_blast(tank(SQUAD).change("Tank", shaken=True).state, 0, "tank-gun")
