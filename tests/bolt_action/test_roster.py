"""The catalogue against the rosters: every entry with its men, weapons, armour and points."""

from collections import Counter
from typing import Any

import pytest

from sandtable.play.scenario import Enlisted
from sandtable.rulesets.bolt_action.basics.charts import printed
from sandtable.rulesets.bolt_action.options import Options
from sandtable.rulesets.bolt_action.setup.forces import Raised, raise_unit, troops
from tests.clause import clause

EVERYBODY = ("de", "us", "gb", "su")
NATION = {"de": "German", "us": "US", "gb": "British", "su": "Soviet"}


def enlist(troop: str, **rest: Any) -> Raised:
    """A unit as a force lists it."""
    return raise_unit(Enlisted(troop, **rest), "force", "units[0]")


def people(raised: Raised) -> dict[tuple[str, str], int]:
    """How many of a unit's figures have which part and which weapon."""
    return dict(Counter((figure.role, figure.weapon) for figure in raised.figures))


def row(gap: str, *values: Any) -> Any:
    """One line of a roster, marked with its gap."""
    return pytest.param(*values, marks=clause(gap), id=str(values[0]))


def team(weapon: str, loaders: int) -> dict[tuple[str, str], int]:
    """A gunner and those who serve the weapon with him."""
    return {("gunner", weapon): 1, ("loader", ""): loaders}


HQ, MEDIUM_TANK, HEAVY_TANK = "ba.gap.unit-hq", "ba.gap.unit-medium-tank", "ba.gap.unit-heavy-tank"
FLAME = "flamethrower-infantry"
SNIPER = {("sniper", "rifle"): 1, ("assistant", "rifle"): 1}
LMG = {("nco", "smg"): 1, ("gunner", "lmg"): 1, ("loader", "rifle"): 1}


@pytest.mark.parametrize(
    ("troop", "quality", "points", "expected", "panzerfausts"),
    [
        row("ba.gap.unit-german-squad", "de.grenadier-squad", "regular", 133, LMG | {("man", "rifle"): 7}, 2),
        row(
            "ba.gap.unit-us-squad",
            "us.rifle-squad",
            "regular",
            128,
            {("nco", "smg"): 1, ("man", "automatic-rifle"): 1, ("man", "rifle"): 10},
            0,
        ),
        row("ba.gap.unit-british-section", "gb.infantry-section", "regular", 123, LMG | {("man", "rifle"): 7}, 0),
        row("ba.gap.unit-soviet-squad", "su.rifle-squad", "inexperienced", 107, LMG | {("man", "rifle"): 9}, 0),
        row("ba.gap.unit-soviet-squad", "su.assault-squad", "regular", 130, {("nco", "smg"): 1, ("man", "smg"): 9}, 0),
    ],
)
def test_squads(troop: str, quality: str, points: int, expected: dict[tuple[str, str], int], panzerfausts: int) -> None:
    """Every man with his weapon, and what the squad costs."""
    raised = enlist(troop)
    card = raised.card
    assert (card.kind, card.slot, card.move) == ("infantry", "infantry", "infantry")
    assert (card.quality, card.points, card.nation) == (quality, points, NATION[troop[:2]])
    assert people(raised) == expected
    assert [one for figure in raised.figures for one in figure.carries] == ["panzerfaust"] * panzerfausts


@clause("ba.gap.unit-german-squad")
@pytest.mark.parametrize(("men", "points"), [(5, 83), (9, 123), (10, 133)])
def test_a_german_squad_has_five_to_ten_men(men: int, points: int) -> None:
    """The NCO, the LMG and the panzerfausts come first; riflemen are left out."""
    raised = enlist("de.grenadier-squad", men=men)
    assert (len(raised.figures), raised.card.points) == (men, points)
    assert people(raised)["nco", "smg"] == people(raised)["gunner", "lmg"] == 1


@pytest.mark.parametrize(
    ("troop", "slot", "points", "expected", "field", "value"),
    [
        row(HQ, "second-lieutenant", "lieutenant", 50, {("officer", "pistol"): 1}, "officer", "second-lieutenant"),
        row(HQ, "first-lieutenant", "lieutenant", 75, {("officer", "pistol"): 1}, "officer", "first-lieutenant"),
        row(HQ, "captain", "commander", 110, {("officer", "pistol"): 1}, "officer", "captain"),
        row(HQ, "major", "commander", 150, {("officer", "pistol"): 1}, "officer", "major"),
        row(HQ, "medic", "medic", 23, {("medic", ""): 1}, "traits", ("medic",)),
        row(HQ, "artillery-observer", "observer", 100, {("observer", "pistol"): 1}, "traits", ("artillery-observer",)),
        row(HQ, "air-observer", "observer", 75, {("observer", "pistol"): 1}, "traits", ("air-observer",)),
        row("ba.gap.unit-mmg", "mmg-team", "machine-gun", 50, team("mmg", 2), "team", "mmg"),
        row("ba.gap.unit-mmg", "hmg-team", "machine-gun", 70, team("hmg", 2), "team", "hmg"),
        row("ba.gap.unit-mortars", "light-mortar", "mortar", 35, team("light-mortar", 1), "team", "light-mortar"),
        row("ba.gap.unit-mortars", "medium-mortar", "mortar", 50, team("medium-mortar", 2), "team", "medium-mortar"),
        row("ba.gap.unit-mortars", "heavy-mortar", "mortar", 65, team("heavy-mortar", 3), "team", "heavy-mortar"),
        row("ba.gap.unit-sniper", "sniper-team", "sniper", 50, SNIPER, "traits", ("sniper",)),
        row("ba.gap.unit-flamethrower", "flamethrower-team", "flamethrower", 50, team(FLAME, 1), "team", FLAME),
    ],
)  # fmt: skip
def test_officers_specialists_and_teams_of_every_nation(
    troop: str, slot: str, points: int, expected: dict[tuple[str, str], int], field: str, value: object
) -> None:
    """Regular infantry, at the printed price."""
    for nation in EVERYBODY:
        raised = enlist(f"{nation}.{troop}")
        card = raised.card
        assert (card.kind, card.quality, card.move, card.nation) == ("infantry", "regular", "infantry", NATION[nation])
        assert (card.slot, card.points, people(raised)) == (slot, points, expected)
        assert getattr(card, field) == value


@clause("ba.gap.unit-hq")
@pytest.mark.parametrize(("men", "points"), [(1, 50), (2, 60), (3, 70)])
def test_up_to_two_men_go_with_an_officer(men: int, points: int) -> None:
    """At ten points each for Regulars."""
    raised = enlist("us.second-lieutenant", men=men)
    assert raised.card.points == points
    assert people(raised).get(("man", "rifle"), 0) == men - 1


@clause("ba.gap.unit-hq")
@pytest.mark.parametrize(
    ("add", "weapons"),
    [((), ["pistol", "rifle"]), (("smg",), ["smg", "rifle"]), (("rifle", "smg"), ["rifle", "smg"])],
)
@pytest.mark.parametrize(("troop", "points"), [("second-lieutenant", 60), ("captain", 120), ("air-observer", 85)])
def test_officers_and_observers_choose_pistol_smg_or_rifle(
    add: tuple[str, ...], weapons: list[str], troop: str, points: int
) -> None:
    """First the officer, then his men; it costs nothing."""
    raised = enlist(f"gb.{troop}", men=2, add=add)
    assert [figure.weapon for figure in raised.figures] == weapons
    assert raised.card.points == points


@pytest.mark.parametrize(
    ("troop", "weapon", "points"),
    [
        row("ba.gap.unit-at-team", "us.bazooka-team", "bazooka", 60),
        row("ba.gap.unit-at-team", "de.panzerschreck-team", "panzerschreck", 80),
        row("ba.gap.unit-at-team", "gb.piat-team", "piat", 40),
        row("ba.gap.unit-at-team", "su.at-rifle-team", "at-rifle", 30),
    ],
)
def test_anti_tank_teams(troop: str, weapon: str, points: int) -> None:
    """Two men, one weapon; each nation has its own."""
    raised = enlist(troop)
    assert people(raised) == team(weapon, 1)
    assert (raised.card.team, raised.card.points, raised.card.nation) == (weapon, points, NATION[troop[:2]])
    assert sum(name.endswith(troop[3:]) for name in troops()) == 1


@pytest.mark.parametrize(
    ("troop", "weapon", "crew", "points", "move", "traits"),
    [
        row("ba.gap.unit-at-gun", "light-at-gun", "light-at-gun", 3, 50, "light-gun", ("gun-shield",)),
        row("ba.gap.unit-at-gun", "medium-at-gun", "medium-at-gun", 3, 75, "medium-gun", ("gun-shield",)),
        row("ba.gap.unit-at-gun", "heavy-at-gun", "heavy-at-gun", 4, 110, "heavy-gun", ("gun-shield",)),
        row("ba.gap.unit-at-gun", "super-heavy-at-gun", "super-heavy-at-gun", 7, 150, "heavy-gun", ("gun-shield",)),
        row("ba.gap.unit-at-gun", "flak-gun", "light-autocannon", 3, 50, "light-gun", ("flak",)),
        row("ba.gap.unit-howitzer", "light-howitzer", "light-howitzer", 3, 50, "light-gun", ()),
        row("ba.gap.unit-howitzer", "medium-howitzer", "medium-howitzer", 4, 75, "medium-gun", ()),
        row("ba.gap.unit-howitzer", "heavy-howitzer", "heavy-howitzer", 5, 115, "heavy-gun", ()),
    ],
)
def test_guns_of_every_nation(
    troop: str, weapon: str, crew: int, points: int, move: str, traits: tuple[str, ...]
) -> None:
    """A gun and its crew; anti-tank guns have a shield, the 20 mm is flak and has none."""
    for nation in EVERYBODY:
        raised = enlist(f"{nation}.{troop}")
        card = raised.card
        assert people(raised) == {("gun", weapon): 1, ("crew", ""): crew}
        assert (card.kind, card.slot, card.team, card.quality) == ("artillery", "gun", weapon, "regular")
        assert (card.points, card.move, card.traits) == (points, move, traits)


@pytest.mark.parametrize(
    ("troop", "points"),
    [
        row("ba.gap.unit-mortars", "medium-mortar", 60),
        row("ba.gap.unit-mortars", "heavy-mortar", 75),
        row("ba.gap.unit-howitzer", "light-howitzer", 60),
        row("ba.gap.unit-howitzer", "medium-howitzer", 85),
        row("ba.gap.unit-howitzer", "heavy-howitzer", 125),
    ],
)
def test_a_spotter_is_one_more_man_for_ten_points(troop: str, points: int) -> None:
    """For medium and heavy mortars and all howitzers."""
    raised = enlist(f"us.{troop}", add=("spotter",))
    assert people(raised)["spotter", ""] == 1
    assert raised.card.points == points


TURRET_MMG = ("mmg", "coaxial")
HULL_MMG = ("mmg", "hull")


@pytest.mark.parametrize(
    ("troop", "points", "move", "damaged_on", "traits", "mounts"),
    [
        row(
            "ba.gap.unit-armoured-car", "*.armoured-car", 95, "wheeled", 7, ("open-topped", "recce"),
            [("light-autocannon", "turret"), TURRET_MMG],
        ),
        row(
            "ba.gap.unit-armoured-car", "*.heavy-armoured-car", 145, "wheeled", 7, ("recce",),
            [("medium-at-gun", "turret"), TURRET_MMG],
        ),
        row("ba.gap.unit-transports", "*.half-track", 89, "half-tracked", 7, ("open-topped",), [("mmg", "pintle")]),
        row("ba.gap.unit-transports", "*.truck", 39, "wheeled", 6, (), []),
        row("ba.gap.unit-transports", "*.jeep", 21, "wheeled", 6, (), []),
        row(MEDIUM_TANK, "us.sherman", 195, "tracked", 9, (), [("medium-at-gun", "turret"), TURRET_MMG, HULL_MMG]),
        row(MEDIUM_TANK, "su.t34-76", 195, "tracked", 9, (), [("medium-at-gun", "turret"), TURRET_MMG, HULL_MMG]),
        row(MEDIUM_TANK, "gb.cromwell", 195, "tracked", 9, (), [("medium-at-gun", "turret"), TURRET_MMG, HULL_MMG]),
        row(MEDIUM_TANK, "de.panzer-iv", 235, "tracked", 9, (), [("heavy-at-gun", "turret"), TURRET_MMG, HULL_MMG]),
        row(MEDIUM_TANK, "su.t34-85", 235, "tracked", 9, (), [("heavy-at-gun", "turret"), TURRET_MMG, HULL_MMG]),
        row(HEAVY_TANK, "de.tiger", 395, "tracked", 10, (), [("super-heavy-at-gun", "turret"), TURRET_MMG, HULL_MMG]),
        row(HEAVY_TANK, "su.is-2", 380, "tracked", 10, (), [("super-heavy-at-gun", "turret"), HULL_MMG]),
        row(
            "ba.gap.unit-heavy-tank", "gb.churchill", 265, "slow-tracked", 10, ("slow",),
            [("medium-at-gun", "turret"), TURRET_MMG, HULL_MMG],
        ),
    ],
)  # fmt: skip
def test_vehicles(
    troop: str, points: int, move: str, damaged_on: int, traits: tuple[str, ...], mounts: list[tuple[str, str]]
) -> None:
    """How it moves, what damages it, what it is armed with; those with a star are there for every nation."""
    names = [troop.replace("*", nation) for nation in EVERYBODY] if troop.startswith("*") else [troop]
    for name in names:
        card = enlist(name).card
        assert (card.kind, card.quality, card.points, card.nation) == ("vehicle", "regular", points, NATION[name[:2]])
        assert (card.move, card.traits) == (move, traits)
        assert printed().armour[card.armour].damaged_on == damaged_on
        assert (card.soft, card.enclosed) == (damaged_on == 6, damaged_on > 6 and "open-topped" not in traits)
        assert [(mount.weapon, mount.where) for mount in card.mounts] == mounts


@clause("ba.gap.unit-transports")
@pytest.mark.parametrize(
    ("troop", "capacity", "tows"),
    [("half-track", 12, ("light-gun", "medium-gun")), ("truck", 12, ("light-gun", "medium-gun")), ("jeep", 3, ())],
)
def test_what_transports_carry_and_tow(troop: str, capacity: int, tows: tuple[str, ...]) -> None:
    """Twelve men and any gun that is not heavy; a jeep has three seats and no tow."""
    card = enlist(f"us.{troop}").card
    assert (card.capacity, card.tows, card.slot) == (capacity, tows, "transport")


@clause("ba.gap.unit-heavy-tank")
def test_a_churchill_is_slow_by_switches_alone() -> None:
    """The sheet has one rate for all tracked vehicles; by the switches six inches on an Advance and twelve on a Run."""
    move = enlist("gb.churchill").card.move
    rows = [options.tables.movement[move] for options in (Options(), Options(slow_advance=6, slow_run=12))]
    assert [(row.advance, row.run) for row in rows] == [(9, 18), (6, 12)]


def test_every_entry_of_the_catalogue_is_a_row_of_some_roster() -> None:
    """Nothing is in the catalogue that is not listed above, but a Sherman of the British."""
    listed = {
        "de.grenadier-squad", "us.rifle-squad", "gb.infantry-section", "su.rifle-squad", "su.assault-squad",
        "us.bazooka-team", "de.panzerschreck-team", "gb.piat-team", "su.at-rifle-team", "us.sherman", "gb.sherman",
        "gb.cromwell", "su.t34-76", "su.t34-85", "de.panzer-iv", "de.tiger", "su.is-2", "gb.churchill",
    }  # fmt: skip
    common = {
        "second-lieutenant", "first-lieutenant", "captain", "major", "medic", "artillery-observer", "air-observer",
        "mmg-team", "hmg-team", "light-mortar", "medium-mortar", "heavy-mortar", "sniper-team", "flamethrower-team",
        "light-at-gun", "medium-at-gun", "heavy-at-gun", "super-heavy-at-gun", "flak-gun", "light-howitzer",
        "medium-howitzer", "heavy-howitzer", "armoured-car", "heavy-armoured-car", "half-track", "truck", "jeep",
    }  # fmt: skip
    assert set(troops()) == listed | {f"{nation}.{name}" for nation in EVERYBODY for name in common}
