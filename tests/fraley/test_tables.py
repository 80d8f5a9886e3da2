"""The tables of the sheet: every number and note of every row, and what follows from a row alone."""

from typing import Any

import pytest

from sandtable.geometry.units import inches
from sandtable.rulesets.fraley.basics.charts import vehicles, weapons
from sandtable.rulesets.fraley.basics.sight import LARGE, fires_over
from sandtable.rulesets.fraley.basics.teams import armoured, heavy, move_of, portable, tank_assault
from sandtable.rulesets.fraley.options import Options
from sandtable.rulesets.fraley.setup.forces import Recruit, on_foot, recruit
from sandtable.rulesets.fraley.sheet import LONG
from sandtable.rulesets.fraley.state import Team
from tests.clause import clause

PRINTED = Options()


def as_team(made: Recruit) -> Team:
    """A Team as enlisted."""
    return Team(0, made.role, made.kind, made.weapons, made.vehicle, made.leader, turret=0 if made.turret else -1)


def team(arm: str) -> Team:
    """A Team with a weapon, or a vehicle."""
    return as_team(recruit(arm))


def row(
    ruled: str,
    title: str,
    kind: str,
    reach: int,
    fp: int,
    barrage: int,
    ta: int,
    *traits: str,
    move: int,
    farthest: int,
) -> Any:
    """A row: range, FP, FP in a barrage, TA, notes; the Move of a Team with it, and how far it fires at all, in inches."""
    name = ruled.removeprefix("fraley.weapon.")
    return pytest.param(name, title, kind, reach, fp, barrage, ta, traits, move, farthest, marks=clause(ruled), id=name)


LIGHT, SHIELD = "moves-as-infantry", "shield"
WEAPONS = [
    row("fraley.weapon.rifle", "Rifle", "infantry", 18, 1, 0, 1, move=6, farthest=18),
    row("fraley.weapon.smg", "SMG", "infantry", 9, 2, 0, 1, move=6, farthest=18),
    row("fraley.weapon.lmg", "LMG", "gun", 18, 3, 0, 1, LIGHT, move=6, farthest=36),
    row("fraley.weapon.hmg", "HMG", "gun", 22, 4, 0, 1, LIGHT, move=6, farthest=44),
    row("fraley.weapon.bazooka", "Bazooka", "infantry", 10, 2, 0, 2, "at", move=6, farthest=20),
    row("fraley.weapon.panzerfaust", "Panzerfaust", "infantry", 4, 2, 0, 3, "at", move=6, farthest=8),
    row("fraley.weapon.panzerschreck", "Panzerschreck", "infantry", 10, 3, 0, 3, "at", move=6, farthest=20),
    row("fraley.weapon.mortar-60", "60mm mortar", "gun", 24, 2, 1, 1, "at", LIGHT, "over-friends", move=6, farthest=48),
    row("fraley.weapon.mortar-81", "81mm mortar", "gun", 40, 2, 1, 1, "at", LIGHT, "over-friends", move=6, farthest=80),
    row("fraley.weapon.57mm", "57mm", "gun", 24, 4, 0, 2, "at", SHIELD, move=3, farthest=48),
    row("fraley.weapon.105mm", "105mm", "gun", 100, 5, 2, 2, "at", "artillery", SHIELD, move=3, farthest=200),
    row("fraley.weapon.pak40", "Pak40", "gun", 32, 4, 0, 2, "at", SHIELD, move=3, farthest=64),
    row(
        "fraley.weapon.nebelwerfer",
        "15cm Nebelwerfer",
        "gun",
        100,
        0,
        1,
        1,
        "at",
        "artillery",
        "ranges-again",
        move=3,
        farthest=0,
    ),
]


@clause("fraley.weapon.columns", "fraley.unit.team-types")
@pytest.mark.parametrize(
    ("name", "title", "kind", "reach", "fp", "barrage", "ta", "traits", "move", "farthest"), WEAPONS
)
def test_a_weapon_is_as_the_table_has_it(  # noqa: PLR0917  # the columns of a table
    name: str,
    title: str,
    kind: str,
    reach: int,
    fp: int,
    barrage: int,
    ta: int,
    traits: tuple[str, ...],
    move: int,
    farthest: int,
) -> None:
    """Range, FP, TA and notes; whoever has it moves as noted, and fires at twice its range if half its FP are any."""
    weapon = weapons()[name]
    assert (weapon.title, weapon.kind, weapon.range) == (title, kind, inches(reach))
    assert (weapon.fp, weapon.barrage, weapon.ta) == (fp, barrage, ta)
    assert weapon.traits == traits
    assert weapon.clause == f"fraley.weapon.{name}"
    carrier = team(name)
    assert (carrier.kind, move_of(carrier, PRINTED), tank_assault(carrier, PRINTED)) == (kind, inches(move), ta)
    assert weapon.reach == inches(farthest)
    assert portable(carrier) == ("moves-as-infantry" in traits)
    assert heavy(carrier) == (move == 3)
    assert weapon.infantry_at == (kind == "infantry" and "at" in traits)


def tank_gun(ruled: str, title: str, reach: int, fp: int) -> Any:
    """A row of a Tank's gun: all are AT and have no TA."""
    name = ruled.removeprefix("fraley.weapon.")
    return pytest.param(name, title, reach, fp, marks=clause(ruled), id=name)


@clause("fraley.weapon.columns", "fraley.unit.team-types")
@pytest.mark.parametrize(
    ("name", "title", "reach", "fp"),
    [
        tank_gun("fraley.weapon.37mm", "37mm", 20, 3),
        tank_gun("fraley.weapon.75mm", "75mm", 24, 4),
        tank_gun("fraley.weapon.kwk40", "7.5 cm KwK 40", 32, 4),
        tank_gun("fraley.weapon.kwk42", "7.5 cm KwK 42", 32, 5),
        tank_gun("fraley.weapon.kwk36", "8.8 cm KwK 36", 40, 5),
    ],
)
def test_a_tank_gun_is_as_the_table_has_it(name: str, title: str, reach: int, fp: int) -> None:
    """Range and FP; Tank, AT, no Tank Assault rating, no barrage."""
    gun = weapons()[name]
    assert (gun.title, gun.range, gun.fp) == (title, inches(reach), fp)
    assert (gun.kind, gun.traits, gun.ta, gun.barrage) == ("tank", ("at",), 0, 0)
    assert not gun.infantry_at


@clause("fraley.weapon.columns")
def test_there_are_no_other_weapons() -> None:
    """Nineteen rows, and the 105mm on a vehicle; long range is twice the range."""
    assert len(weapons()) == 20
    assert LONG == 2
    mg = weapons()["vehicle-mg"]
    assert (mg.range, mg.fp, mg.ta, mg.kind, mg.at) == (inches(16), 3, 0, "tank", False)


@clause("fraley.weapon.mortar-60", "fraley.weapon.mortar-81")
def test_only_mortars_fire_over_friends_of_any_type() -> None:
    """Other Guns fire over Infantry alone, Infantry over nobody."""
    assert [fires_over(team(arm)) for arm in ("mortar-60", "mortar-81")] == [LARGE, LARGE]
    assert fires_over(team("pak40")) < LARGE
    assert fires_over(team("rifle")) == 0


@clause("fraley.weapon.panzerfaust", "fraley.weapon.nebelwerfer")
def test_notes_that_are_not_there() -> None:
    """A Panzerfaust has no ammunition to run out of; a Nebelwerfer neither a shield nor direct fire."""
    assert weapons()["panzerfaust"].traits == ("at",)
    assert "shield" not in weapons()["nebelwerfer"].traits
    assert weapons()["nebelwerfer"].reach == 0


@clause("fraley.unit.attributes")
def test_weapons_belong_to_each_team() -> None:
    """Of two weapons a Team assaults Tanks with the better one; a Team without any has no rating."""
    assert tank_assault(Team(0, "both", "infantry", ("rifle", "panzerfaust")), PRINTED) == 3
    assert tank_assault(Team(0, "both", "infantry", ("bazooka", "rifle")), PRINTED) == 2
    assert tank_assault(team("truck"), PRINTED) == 0


# ---- tanks

COAX_AND_HULL = (("vehicle-mg", "hull"), ("vehicle-mg", "coax"))


def tank(
    ruled: str, title: str, front: int, flank: int, guns: Any, move: int, *traits: str, turret: bool = True
) -> Any:
    """A line of the tank table."""
    name = ruled.removeprefix("fraley.tank.")
    return pytest.param(name, title, front, flank, guns, move, traits, turret, marks=clause(ruled), id=name)


@clause("fraley.tank.example-stats")
@pytest.mark.parametrize(
    ("name", "title", "front", "flank", "guns", "move", "traits", "turret"),
    [
        tank("fraley.tank.m4-sherman", "M4 Sherman", 5, 5, (("75mm", "turret"), *COAX_AND_HULL), 12),
        tank("fraley.tank.m3-stuart", "M3 Stuart", 5, 6, (("37mm", "turret"), *COAX_AND_HULL), 14),
        tank(
            "fraley.tank.stug-iii-g",
            "StuG III G",
            4,
            6,
            (("kwk40", "hull"), ("vehicle-mg", "coax")),
            12,
            "infantry-at-reroll",
            turret=False,
        ),
        tank(
            "fraley.tank.panzer-iv", "Panzer IV", 5, 6, (("kwk40", "turret"), *COAX_AND_HULL), 12, "infantry-at-reroll"
        ),
        tank("fraley.tank.panther", "Panther", 3, 5, (("kwk42", "turret"), *COAX_AND_HULL), 12, "terrain-reroll"),
        tank("fraley.tank.tiger-i", "Tiger I", 3, 4, (("kwk36", "turret"), *COAX_AND_HULL), 8, "terrain-reroll"),
    ],
)
def test_a_tank_is_as_the_table_has_it(  # the columns of a table
    name: str,
    title: str,
    front: int,
    flank: int,
    guns: tuple[tuple[str, str], ...],
    move: int,
    traits: tuple[str, ...],
    turret: bool,
) -> None:
    """Armour, weapons with their mounts, Move and notes."""
    vehicle = vehicles()[name]
    assert (vehicle.title, vehicle.front, vehicle.flank, PRINTED.tables.drives(name)) == (
        title,
        front,
        flank,
        inches(move),
    )
    assert tuple((mount.weapon, mount.mount) for mount in vehicle.weapons) == guns
    assert (vehicle.traits, vehicle.turret, vehicle.clause) == (traits, turret, f"fraley.tank.{name}")
    assert not any(mount.all_round for mount in vehicle.weapons)
    made = team(name)
    assert (made.kind, armoured(made), move_of(made, PRINTED), made.turret) == (
        "tank",
        True,
        inches(move),
        0 if turret else -1,
    )


@clause("fraley.tank.m3-stuart", "fraley.tank.tiger-i", "fraley.tank.m4-sherman")
def test_how_far_tanks_run() -> None:
    """Twice their Move: a Stuart 28 inches, a Tiger 16, a Sherman 24."""
    runs = [2 * move_of(team(name), PRINTED) for name in ("m3-stuart", "tiger-i", "m4-sherman")]
    assert runs == [inches(28), inches(16), inches(24)]


@clause("fraley.gap.soft-skinned")
@pytest.mark.parametrize("name", ["truck", "jeep"])
def test_soft_skinned_vehicles(name: str) -> None:
    """Tank Teams without armour or arms that move 12 inches."""
    made = team(name)
    assert (made.kind, armoured(made), made.weapons, move_of(made, PRINTED)) == ("tank", False, (), inches(12))
    assert (vehicles()[name].front, vehicles()[name].flank, made.turret) == (None, None, -1)


@clause("fraley.gap.other-armor")
def test_half_tracks_and_self_propelled_guns() -> None:
    """Armour of 6+ all round; an MG that fires all round; a 105mm that fires barrages, without a turret."""
    half_track, gun = vehicles()["half-track"], vehicles()["sp-105mm"]
    for vehicle in (half_track, gun):
        assert (vehicle.front, vehicle.flank, PRINTED.tables.drives(vehicle.id)) == (6, 6, inches(12))
        assert not vehicle.turret
        assert armoured(team(vehicle.id))
    assert [(mount.weapon, mount.mount, mount.all_round) for mount in half_track.weapons] == [
        ("vehicle-mg", "hull", True)
    ]
    assert [(mount.weapon, mount.mount) for mount in gun.weapons] == [("105mm-sp", "hull"), ("vehicle-mg", "hull")]
    howitzer = weapons()["105mm-sp"]
    assert (howitzer.range, howitzer.fp, howitzer.barrage, howitzer.ta) == (inches(100), 5, 2, 0)
    assert (howitzer.kind, howitzer.traits) == ("tank", ("at", "artillery"))


@clause("fraley.unit.team-types")
def test_every_team_is_of_one_of_three_types() -> None:
    """An HMG makes a Gun Team, a Bazooka an Infantry Team; a jeep is a Tank Team; every vehicle is."""
    assert [team(arm).kind for arm in ("hmg", "bazooka", "jeep")] == ["gun", "infantry", "tank"]
    assert {team(name).kind for name in vehicles()} == {"tank"}


@clause("fraley.gap.pl-weapon")
def test_a_leader_is_an_infantry_team_with_a_rating_of_one() -> None:
    """Whether he has a rifle or an SMG, and whatever his Unit carries."""
    for weapon in ("rifle", "smg"):
        leader = as_team(on_foot("PL", weapon, leader=True))
        assert (leader.kind, leader.weapons, tank_assault(leader, PRINTED), leader.leader) == (
            "infantry",
            (weapon,),
            1,
            True,
        )
