"""What solo troops shoot at and how: the nearest enemy, the best kind of shot, anti-tank weapons, guns that are turned."""

from typing import Any

import pytest

from sandtable.rulesets.skirmish41.heavy.heavy import arms_ready, targets_for
from sandtable.rulesets.skirmish41.solo.fire import fire_away, heavy_shot, small_arms_target, wanted
from sandtable.rulesets.skirmish41.solo.solo import act
from sandtable.rulesets.skirmish41.state import Mission
from tests.clause import clause

from .kit import Scene, Side, brit, german, terrain

PATROL = Mission("patrol")


def solo(*sides: Side, **rest: Any) -> Scene:
    """A scene in the solo force's part."""
    return Scene(*sides, mission=PATROL, fields={"active": 1}, **rest)


def target(scene: Scene, name: str) -> str:
    """Whom the small arms of a team are fired at."""
    aim = small_arms_target(scene.state, scene.number(name))
    return "" if aim is None else scene.state.units[aim.team].name


def heavy_target(scene: Scene, name: str) -> str:
    """Whom the next other weapon of a team is used on."""
    found = heavy_shot(scene.state, scene.number(name))
    return "" if found is None else scene.state.units[found[1]].name


@clause("sk.gap.solo-shooting")
def test_the_nearest_spotted_enemy_is_fired_at() -> None:
    """Nearer ones that nobody has spotted, or that are not in sight, are not."""
    house = terrain("building", box=(40, 22, 8, 4))
    scene = solo(
        brit("gb.rifle-team", (20, 10), name="Far", pick=("rifleman",)),
        brit("gb.rifle-team", (20, 16), name="Unseen", pick=("rifleman",), fields={"spotted": False}),
        brit("gb.rifle-team", (44, 20), name="Hidden", pick=("rifleman",)),
        brit("gb.rifle-team", (4, 10), name="Farther", pick=("rifleman",)),
        german("de.rifle-team", (30, 30), name="Berta", pick=("rifleman",)),
        ground=[house],
    )
    assert target(scene, "Berta") == "Far"


@clause("sk.gap.solo-shooting")
@pytest.mark.parametrize(
    ("role", "apart", "how"),
    [
        ("rifleman", 7, "2 unaimed"),  # point blank: twice 11 of 20 against 17
        ("rifleman", 42, "1 aimed"),  # long: twice 2 against 5
        ("NCO", 15, "1 careful aimed"),  # his three points at medium range: 13 against three times 4, or 9
    ],
)
def test_each_figure_fires_the_shot_that_promises_most(role: str, apart: float, how: str) -> None:
    """At two men side by side."""
    scene = solo(
        brit("gb.rifle-team", (20, 3), name="Able", pick=("rifleman", "rifleman")),
        german("de.rifle-team", (20, 3 + apart), name="Berta", pick=(role,)),
    )
    scene.call(fire_away, "Berta", dice=[1] * int(how[0]))
    told = scene.event("fired").tells
    assert f"{told['shots']} {told['how']}" == how


@clause("sk.gap.solo-shooting")
def test_figures_of_a_team_may_fire_differently() -> None:
    """At long range the submachine gun fires one careful shot, the rifle one aimed."""
    scene = solo(
        brit("gb.rifle-team", (20, 4), name="Able", pick=("rifleman", "rifleman")),
        german("de.rifle-team", (20, 39), name="Berta", pick=("NCO", "rifleman")),
    )
    scene.call(fire_away, "Berta", dice=[1, 1])
    assert [one.tells["how"] for one in scene.events("fired")] == ["careful aimed", "aimed"]


@clause("sk.gap.solo-shooting", "sk.shoot.group-fire")
def test_all_together_only_where_nobody_could_hit() -> None:
    """Two rifles at a lone man in a trench at long range fire together, with a single die; nobody has fired before."""
    scene = solo(
        brit("gb.rifle-team", (20, 4), name="Able", pick=("rifleman",)),
        german("de.rifle-team", (20, 44), name="Berta", pick=("rifleman", "rifleman")),
        ground=[terrain("trench", box=(10, 2, 20, 4))],
    )
    scene.call(fire_away, "Berta", dice=[19])
    assert len(scene.events("fired together")) == 1
    assert not scene.events("fired")


@clause("sk.gap.solo-shooting")
def test_anti_tank_weapons_are_kept_for_vehicles() -> None:
    """A Panzerfaust is not fired at men; at the AFV rather than at a nearer jeep."""
    sides = (
        brit("gb.rifle-team", (20, 24), name="Able", pick=("rifleman",)),
        german("de.panzerfaust-team", (20, 34), name="Berta"),
    )
    assert heavy_target(solo(*sides), "Berta") == ""
    jeep = brit("gb.jeep", (14, 25), name="Jeep")
    assert heavy_target(solo(*sides, jeep), "Berta") == "Jeep"
    tank = brit("gb.sherman", (30, 22), name="Sherman")
    assert heavy_target(solo(*sides, jeep, tank), "Berta") == "Sherman"


@clause("sk.gap.solo-shooting")
@pytest.mark.parametrize(("apart", "throws"), [(12, True), (12.1, False)])
def test_grenades_within_twelve_inches(apart: float, *, throws: bool) -> None:
    """At men in a trench, a legal target; the table of ranges would go farther."""
    scene = solo(
        brit("gb.rifle-team", (20, 10), name="Able", pick=("rifleman",)),
        german("de.rifle-team", (20, 11 + apart), name="Berta", pick=("NCO",)),
        ground=[terrain("trench", box=(10, 8, 20, 4))],
    )
    assert "grenade" in scene.unit("Berta").items
    arm = next(arm for arm in arms_ready(scene.state, 1) if arm.weapon == "grenade")
    foes = targets_for(scene.state, 1, arm)
    assert foes
    assert (wanted(scene.state, 1, arm, foes) == 0) is throws


@clause("sk.afv.targets")
def test_the_main_gun_prefers_afvs_and_anti_tank_guns() -> None:
    """The nearest of them before nearer infantry; without any the nearest enemy."""
    men = brit("gb.rifle-team", (20, 20), name="Able", pick=("rifleman",))
    panzer = german("de.panzer-iv", (20, 44), name="Panzer")
    gun = brit("gb.6-pounder", (30, 14), name="Gun")
    tank = brit("gb.sherman", (10, 8), name="Sherman")
    assert heavy_target(solo(men, panzer), "Panzer") == "Able"
    assert heavy_target(solo(men, panzer, tank), "Panzer") == "Sherman"
    assert heavy_target(solo(men, panzer, tank, gun), "Panzer") == "Gun"


@clause("sk.afv.targets")
def test_machine_guns_of_an_afv_fire_at_who_can_hurt_it() -> None:
    """A PIAT in its range before nearer riflemen; beyond its range the nearest."""
    men = brit("gb.rifle-team", (20, 36), name="Able", pick=("rifleman",))
    panzer = german("de.panzer-iv", (20, 44), name="Panzer")
    assert target(solo(men, panzer, brit("gb.piat-team", (26, 20), name="Piat")), "Panzer") == "Piat"
    assert target(solo(men, panzer, brit("gb.piat-team", (26, 4), name="Piat")), "Panzer") == "Able"


@clause("sk.gap.solo-facing", "sk.act.halt", "sk.act.support")
@pytest.mark.parametrize(("bearing", "turns"), [(0, False), (40, False), (90, True), (180, True)])
def test_a_tripod_is_turned_to_the_enemy(bearing: float, *, turns: bool) -> None:
    """An action of its crew, when the enemy is out of its quarter: one careful shot is left of two aimed ones."""
    scene = solo(
        brit("gb.rifle-team", (20, 10), name="Able", pick=("rifleman",)),
        german("de.hmg-team", (20, 40), name="Berta", bearing=bearing, pick=("gunner",)),
    )
    scene.call(fire_away, "Berta", dice=[1] if turns else [1, 1])
    assert bool(scene.events("turned its weapon")) is turns
    assert len(scene.events("fired")) == 1


@clause("sk.gap.solo-facing", "sk.afv.targets")
def test_a_gun_is_turned_to_the_tank_not_to_nearer_men() -> None:
    """Men behind it are nearer; the tank on its flank is what it turns to, and then it stays."""
    scene = solo(
        brit("gb.rifle-team", (30, 44), name="Able", pick=("rifleman",)),
        brit("gb.sherman", (62, 34), name="Sherman"),
        german("de.pak40", (30, 34), name="Pak", bearing=0),
    )
    scene.call(fire_away, "Pak", dice=[1, 1, 1, 1])
    assert scene.event("turned its weapon").tells["degrees"] == 90
    scene.call(fire_away, "Pak")
    assert not scene.events("turned its weapon")


@clause("sk.act.halt", "sk.gap.solo-shooting")
def test_halted_troops_fire_with_all_their_actions() -> None:
    """Nobody has anything left."""
    scene = solo(
        brit("gb.rifle-team", (20, 20), name="Able", pick=("rifleman", "rifleman")),
        german("de.rifle-team", (20, 27), name="Berta", pick=("rifleman", "rifleman"), fields={"defends": True}),
    )
    scene.call(act, "Berta", dice=[1, 1, 1, 1, 1])
    assert [scene.figure("Berta", man).spent for man in range(2)] == [2, 2]
