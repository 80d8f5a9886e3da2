"""Riding in vehicles: getting in and out, firing from them, being shot in them, and infantry that touches them."""

from typing import Any

import pytest

from sandtable.geometry.measure_kernels import gap
from sandtable.geometry.units import inches
from sandtable.rulesets.skirmish41.basics.units import contacts
from sandtable.rulesets.skirmish41.fire.shooters import shooters
from sandtable.rulesets.skirmish41.fire.shooting import key_of
from sandtable.rulesets.skirmish41.fire.shots import fire_targets, ways_to_fire
from sandtable.rulesets.skirmish41.fire.targets import Aim
from sandtable.rulesets.skirmish41.harm.casualties import gain_marker, kill
from sandtable.rulesets.skirmish41.harm.damage import damage
from sandtable.rulesets.skirmish41.harm.wrecks import bale_out
from sandtable.rulesets.skirmish41.heavy.heavy import arms_ready, targets_for
from sandtable.rulesets.skirmish41.machines.transport import carriers, room_in
from sandtable.rulesets.skirmish41.melee.storming import pairings
from sandtable.rulesets.skirmish41.turn.orders import orders_of
from tests.clause import clause

from .kit import Scene, Side, brit, german, goal, shift, terrain


def riders(vehicle: str, **rest: Any) -> Side:
    """A rifle team that rides in a vehicle."""
    return brit(rest.pop("troop", "gb.rifle-team"), (66, 44), name="Riders", aboard=vehicle, **rest)


FOES = german("de.riflemen", (36, 16), name="Berta")


# ---- getting in and out


@clause("sk.gap.vehicle-open")
@pytest.mark.parametrize(
    ("troop", "room"),
    [("gb.lorry", 10), ("de.hanomag", 10), ("gb.jeep", 3), ("gb.carrier", 4),
     ("gb.humber", 0), ("gb.sherman", 6), ("gb.churchill", 6)],
)  # fmt: skip
def test_how_many_ride(troop: str, room: int) -> None:
    """As the ruling has it; whoever is in takes a seat."""
    assert room_in(Scene(brit(troop, (36, 30), name="Able")).state, 0) == room
    assert room_in(Scene(brit(troop, (36, 30), name="Able"), riders("Able", men=2)).state, 0) == room - 2


@clause("sk.gap.vehicle-open")
@pytest.mark.parametrize(
    ("x", "each", "able"),
    [(38.49, {}, True), (38.51, {}, False), (38.4, {"spent": 2}, False), (38.4, {"spent": 1}, True)],
)
def test_getting_in(x: float, each: dict[str, Any], able: bool) -> None:
    """Everybody within an inch of the hull, with an action each."""
    team = brit("gb.rifle-team", (x, 30), name="Baker", men=2, spots=((x, 31.4),), each=each)
    scene = Scene(brit("gb.lorry", (36, 30), name="Lorry"), team)
    assert carriers(scene.state, 1) == ([0] if able else [])
    if able:
        scene.act("Baker", "get in:0")
        assert scene.unit("Baker").place == "aboard"
        assert [scene.figure("Baker", man).spent for man in (0, 1)] == [each.get("spent", 0) + 1] * 2
        assert not scene.state.layout.on_table(scene.row("Baker"))


@clause("sk.gap.vehicle-open")
def test_a_full_vehicle_takes_nobody() -> None:
    """Four men and three seats; nor does an enemy's."""
    team = brit("gb.rifle-team", (38.2, 28.6), name="Baker", spots=((38.2, 29.7), (38.2, 30.8), (38.2, 31.3)), gap=0)
    assert carriers(Scene(brit("gb.jeep", (36, 30)), team).state, 1) == []
    assert carriers(Scene(german("de.lorry", (36, 30)), team).state, 1) == []
    assert carriers(Scene(brit("gb.lorry", (36, 30)), team).state, 1) == [0]


@clause("sk.gap.vehicle-open")
def test_who_holds_a_prisoner_does_not_get_in() -> None:
    """He would leave him behind."""
    scene = Scene(brit("gb.lorry", (36, 30)), brit("gb.rifle-team", (38.2, 30), name="Baker", men=1), FOES)
    scene.change("Berta", 0, out="captured")
    scene.change("Baker", 0, carries=scene.row("Berta"))
    assert carriers(scene.state, 1) == []


@clause("sk.gap.vehicle-open")
def test_getting_out() -> None:
    """Within two inches of the hull, an action each."""
    scene = Scene(brit("gb.lorry", (36, 30), name="Lorry"), riders("Lorry"))
    scene.act("Riders", "get out")
    unit = scene.unit("Riders")
    bodies = scene.state.layout.bodies
    assert unit.place == "table"
    assert all(0 < int(gap(bodies, man, bodies, 0)) <= inches(2) for man in unit.men)
    assert [scene.figure("Riders", man).spent for man in range(4)] == [1] * 4


# ---- firing


@clause("sk.gap.vehicle-open")
@pytest.mark.parametrize(("moved", "ways"), [(0, {"aimed", "unaimed", "careful"}), (1, {"unaimed"})])
def test_passengers_fire_unaimed_if_their_vehicle_moved(moved: int, ways: set[str]) -> None:
    """Rifles and submachine guns, from an open vehicle."""
    scene = Scene(brit("gb.lorry", (36, 30), name="Lorry", fields={"moved": moved}), riders("Lorry"), FOES)
    assert {key.split()[0] for key in ways_to_fire(scene.state, 1, Aim(2))} == ways
    assert len(shooters(scene.state, 1)) == 4


@clause("sk.gap.vehicle-open")
@pytest.mark.parametrize(
    ("troop", "vehicle", "able"), [("gb.bren-team", "gb.lorry", 2), ("gb.rifle-team", "gb.sherman", 0)]
)
def test_no_machine_guns_and_nobody_from_a_closed_vehicle(troop: str, vehicle: str, able: int) -> None:
    """A Bren stays silent in a lorry, its rifles do not; on a tank's deck nobody fires."""
    scene = Scene(brit(vehicle, (36, 30), name="Lorry"), riders("Lorry", troop=troop), FOES)
    assert len(shooters(scene.state, 1)) == able


# ---- being shot at


@clause("sk.veh.occupants", "sk.gap.vehicle-crew", "sk.gap.vehicle-open")
def test_the_crew_of_an_open_vehicle_is_shot_one_by_one() -> None:
    """Driver and gunner fall; with them the half-track is lost, and its passengers stand around it, hit by what is left."""
    track = german("de.hanomag", (36, 30), name="Track")
    men = german("de.riflemen", (66, 44), name="Inside", aboard="Track", men=2)
    bren = brit("gb.bren-team", (36, 18), name="Bren", pick=("gunner", "loader"))
    scene = Scene(bren, track, men)
    hits = [20, 20, 20, 1, 1, 1]
    scene.act("Bren", "fire", dice=[*hits, 1, 6, 1, 6, 2, 4], shots="unaimed 2", shooters=[["f0"]])
    assert scene.unit("Track").place == "destroyed"
    inside = scene.unit("Inside")
    assert (inside.place, inside.aboard) == ("table", -1)
    assert [scene.figure("Inside", man).wounds for man in (0, 1)] == [0, 1]
    assert all(scene.state.layout.on_table(man) for man in inside.men)


@clause("sk.gap.vehicle-crew")
def test_passengers_get_out_of_a_vehicle_without_a_crew() -> None:
    """A lorry's only driver is killed: ten men find room around it, none on another, none in the wreck."""
    teams = [
        brit("gb.rifle-team", (66, 44), name=name, aboard="Lorry", men=men)
        for name, men in (("A", 4), ("B", 4), ("C", 2))
    ]
    scene = Scene(brit("gb.lorry", (36, 30), name="Lorry"), *teams)
    scene.call(kill, scene.row("Lorry"), "sk.effect.disable-kill")
    assert scene.unit("Lorry").place == "destroyed"
    men = [man for name in ("A", "B", "C") for man in scene.unit(name).men]
    bodies = scene.state.layout.bodies
    assert all(int(gap(bodies, one, bodies, other)) > 0 for one in men for other in men if one != other)
    for man in men:
        x, y = scene.state.layout.point(man)
        beside, before = abs(x - 36000) - 1000, abs(y - 30000) - 2500
        assert 500 <= max(beside, before) <= 2500


@clause("sk.dmg.soft-17")
def test_getting_out_beside_a_house() -> None:
    """Where a house stands nobody gets out, and everybody has a place of his own."""
    house = terrain("building", box=(37.2, 25, 6, 10), height=3)
    scene = Scene(brit("gb.lorry", (36, 30), name="Lorry"), riders("Lorry"), ground=[house])
    scene.call(bale_out, "Lorry", "sk.dmg.soft-17")
    spots = [scene.point("Riders", man) for man in range(4)] + [scene.point("Lorry")]
    assert len(set(spots)) == 5
    assert all(x < 36.8 or y < 24.6 or y > 35.4 for x, y in spots)


@clause("sk.veh.occupants", "sk.gap.vehicle-open")
def test_riders_on_a_deck_can_be_shot_the_crew_cannot() -> None:
    """Infantry in hard cover; the hit strikes a rider."""
    alone = Scene(FOES, brit("gb.sherman", (36, 30), name="Tank"))
    assert fire_targets(alone.state, 0) == []
    scene = Scene(FOES, brit("gb.sherman", (36, 30), name="Tank"), riders("Tank", men=1))
    assert [key_of(aim) for aim in fire_targets(scene.state, 0)] == ["u1"]
    scene.act("Berta", "fire", dice=[16, 1, 1, 1, 6], shots="aimed 2")
    assert scene.unit("Riders").place == "destroyed"
    assert len(scene.unit("Tank").men) == 5


@clause("sk.dmg.afv-20", "sk.gap.vehicle-open")
def test_a_vehicle_explodes_with_its_passengers() -> None:
    """Everybody dies once; nobody gets out first."""
    scene = Scene(
        german("de.hanomag", (36, 30), name="Track"), german("de.riflemen", (66, 44), name="Inside", aboard="Track")
    )
    scene.call(damage, "Track", "gun-57", -1, dice=[20])
    assert [verb for verb, _ in scene.told("baled out", "was wrecked", "was killed")] == [
        *["was killed"] * 4,
        "was wrecked",
        *["was killed"] * 2,
    ]
    assert [unit.place for unit in scene.state.units] == ["destroyed", "destroyed"]


@clause("sk.gap.vehicle-suppression")
def test_crews_that_have_baled_out_are_men_on_foot() -> None:
    """They stand on the table where they are, and move, flee and are shot at as any team."""
    scene = Scene(brit("gb.sherman", (36, 30), name="Tank"), FOES)
    scene.call(bale_out, "Tank", "sk.gap.vehicle-suppression")
    unit = scene.unit("Tank")
    assert unit.bodies == unit.men
    assert [key_of(aim) for aim in fire_targets(scene.state, 1)] == ["u0"]
    scene.act("Tank", "move", move=goal(40, 34))
    assert scene.told("moved")


# ---- infantry and vehicles


@clause("sk.gap.melee-vs-vehicle")
def test_no_melee_with_a_vehicle() -> None:
    """A man who touches a tank fights nobody, and may still throw what he has at it."""
    man = german("de.riflemen", (36, 33.1), name="Fritz", men=1, each={"arms": ("at-grenade",)})
    scene = Scene(man, brit("gb.sherman", (36, 30), name="Tank"))
    assert contacts(scene.state).figures == {}
    shot = targets_for(scene.state, 0, arms_ready(scene.state, 0)[0])[1]
    assert (shot.score, "storm:1" in orders_of(scene.state, 0).open) == (16, False)


@clause("sk.gap.melee-vs-vehicle")
@pytest.mark.parametrize(
    ("troop", "y", "fields", "able"),
    [
        ("de.hanomag", 33.4, {"immobile": True}, True),
        ("de.hanomag", 33.4, {"stuck": True}, True),
        ("de.hanomag", 33.4, {}, False),
        ("de.hanomag", 34.1, {"immobile": True}, False),
        ("de.panzer-iv", 33.4, {"immobile": True}, False),
    ],
)
def test_what_may_be_stormed(troop: str, y: float, fields: dict[str, Any], able: bool) -> None:
    """An open vehicle that cannot drive, from within an inch of it."""
    scene = Scene(
        brit("gb.rifle-team", (36, y), name="Able", men=1), german(troop, (36, 30), name="Track", fields=fields)
    )
    assert ("storm:1" in orders_of(scene.state, 0).open) == able


@clause("sk.gap.melee-vs-vehicle", "sk.melee.plus-2")
@pytest.mark.parametrize(("y", "captured"), [(23, False), (22.98, True)])
def test_friends_of_those_inside_are_measured_from_the_hull(y: float, captured: bool) -> None:
    """Its nearer end is at 27.5: a friend whose base ends within four inches of it keeps the loser from being captured."""
    team = brit("gb.rifle-team", (36, 33.4), name="Able", pick=("rifleman",))
    track = german("de.hanomag", (36, 30), name="Track", men=1, fields={"immobile": True})
    friend = german("de.rifle-team", (36, y), name="Friend", pick=("rifleman",))
    scene = Scene(team, track, friend)
    scene.act("Able", "storm:1", dice=[3, 2] if captured else [3, 2, 1])
    assert scene.event("was beaten").tells["difference"] == 2
    assert bool(scene.events("was captured")) is captured


@clause("sk.gap.melee-vs-vehicle", "sk.melee.plus-1")
def test_who_is_thrown_out_goes_away_from_the_vehicle() -> None:
    """Beaten by one he is forced back an inch from the hull, on whichever side of it he stands."""
    team = brit("gb.rifle-team", (36, 33.4), name="Able", pick=("rifleman",))
    track = german("de.hanomag", (36, 30), name="Track", men=1, fields={"immobile": True})
    scene = Scene(team, track)
    scene.act("Able", "storm:1", dice=[1, 3, 1])
    assert scene.event("was beaten").tells["difference"] == 1
    assert scene.point("Able") == pytest.approx((36, 34.4), abs=0.01)


@clause("sk.gap.melee-vs-vehicle")
def test_storming_a_half_track() -> None:
    """Two climb in, an action each, and fight driver and gunner: one is killed, the other captured; the vehicle is lost."""
    track = german("de.hanomag", (36, 30), name="Track", fields={"immobile": True})
    team = brit("gb.rifle-team", (35, 33.4), name="Able", pick=("rifleman", "rifleman"))
    scene = Scene(team, track)
    scene.act("Able", "storm:1", dice=[6, 1, 5, 4])
    assert [(who.because[0], who.tells["difference"]) for who in scene.events("was beaten")] == [
        ("sk.melee.more", 6),
        ("sk.melee.plus-2", 2),
    ]
    assert scene.unit("Track").place == "destroyed"
    assert [scene.figure("Able", man).spent for man in (0, 1)] == [1, 1]
    assert [scene.figure("Able", man).carries for man in (0, 1)] == [-1, -1]


@clause("sk.gap.melee-vs-vehicle")
def test_the_smaller_party_is_outnumbered_evenly() -> None:
    """Five against two, of either side."""
    assert pairings([1, 2, 3, 4, 5], [8, 9], 0) == [((1, 3, 5), (8,)), ((2, 4), (9,))]
    assert pairings([1], [8, 9], 1) == [((8, 9), (1,))]


@clause("sk.at.cost", "sk.gun.cost")
def test_what_is_saved_is_lost_on_moving_and_when_suppressed() -> None:
    """A PIAT gunner's two actions; what a tank's crew has saved is not lost by driving, as its own test says."""
    piat = brit("gb.piat-team", (36, 30), name="Piat", pick=("gunner",), each={"saved": 2})
    scene = Scene(piat)
    scene.act("Piat", "move", move=shift(0, 2))
    assert scene.figure("Piat").saved == 0
    scene = Scene(piat)
    scene.call(gain_marker, "Piat", "sk.effect.suppressed")
    assert scene.figure("Piat").saved == 0
