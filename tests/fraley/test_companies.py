"""Company lists: what each platoon contains, what it costs, and what a company may be."""

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from sandtable.play.scenario import Enlisted, Force
from sandtable.rulesets.fraley.basics.charts import printed
from sandtable.rulesets.fraley.basics.training import trained
from sandtable.rulesets.fraley.options import Options
from sandtable.rulesets.fraley.ruleset import RULESET
from sandtable.rulesets.fraley.setup.forces import (
    Raised,
    bases,
    cost_of,
    muster,
    raise_unit,
    reckoned_points,
    troops,
)
from sandtable.table.data import DataError
from tests.clause import clause

STANDARD_US = ("us.cc", "us.rifle-platoon", "us.rifle-platoon", "us.mg-platoon", "us.mortar-platoon", "us.at-platoon")
STANDARD_DE = ("de.cc", "de.grenadier-platoon", "de.grenadier-platoon", "de.mg-platoon", "de.mortar-platoon")


def raised(troop: str, quality: str = "") -> Raised:
    """A Unit as it comes."""
    return raise_unit(Enlisted(troop, quality=quality), "test", "test")


def company(*named: str) -> Force:
    """A company of these troops."""
    return Force("test", "test", tuple(Enlisted(troop) for troop in named))


def spent(*named: str) -> int:
    """What a company costs."""
    return sum(unit.card.points for unit in muster(company(*named), 625, "test", "forces[0]"))


def entry(
    clause_id: str, troop: str, training: str, leader: str, arms: dict[str, int], points: int, fo: int = 0
) -> Any:
    """A platoon as its clause has it."""
    return pytest.param(clause_id, troop, training, leader, arms, points, fo, marks=clause(clause_id), id=troop)


@clause("fraley.gap.roster-format")
@pytest.mark.parametrize(
    ("clause_id", "troop", "training", "leader", "arms", "points", "fo"),
    [
        entry("fraley.gap.roster-us-cc", "us.cc", "veteran", "rifle", {}, 20),
        entry(
            "fraley.gap.roster-us-rifle",
            "us.rifle-platoon",
            "veteran",
            "rifle",
            {"rifle": 6, "lmg": 1, "bazooka": 1},
            85,
        ),
        entry("fraley.gap.roster-us-assault", "us.assault-platoon", "veteran", "smg", {"smg": 5, "bazooka": 1}, 70),
        entry("fraley.gap.roster-us-mg", "us.mg-platoon", "veteran", "rifle", {"hmg": 4}, 70),
        entry("fraley.gap.roster-us-mortar-60", "us.mortar-section", "veteran", "rifle", {"mortar-60": 3}, 50),
        entry("fraley.gap.roster-us-mortar-81", "us.mortar-platoon", "veteran", "rifle", {"mortar-81": 4}, 85, 1),
        entry("fraley.gap.roster-us-at", "us.at-platoon", "veteran", "rifle", {"57mm": 3}, 70),
        entry("fraley.gap.roster-us-artillery", "us.artillery-battery", "veteran", "rifle", {"105mm": 4}, 150, 1),
        entry("fraley.gap.roster-us-sherman", "us.sherman-platoon", "veteran", "", {"m4-sherman": 5}, 205),
        entry("fraley.gap.roster-us-stuart", "us.stuart-platoon", "veteran", "", {"m3-stuart": 5}, 145),
        entry("fraley.gap.roster-de-cc", "de.cc", "veteran", "smg", {}, 20),
        entry(
            "fraley.gap.roster-de-grenadier",
            "de.grenadier-platoon",
            "veteran",
            "smg",
            {"rifle": 4, "lmg": 3, "panzerfaust": 1},
            90,
        ),
        entry("fraley.gap.roster-de-assault", "de.assault-platoon", "elite", "smg", {"smg": 5, "panzerfaust": 1}, 90),
        entry(
            "fraley.gap.roster-de-tank-hunter",
            "de.tank-hunter-platoon",
            "veteran",
            "rifle",
            {"panzerschreck": 3, "rifle": 2},
            70,
        ),
        entry("fraley.gap.roster-de-mg", "de.mg-platoon", "veteran", "smg", {"hmg": 4}, 75),
        entry("fraley.gap.roster-de-mortar", "de.mortar-platoon", "veteran", "smg", {"mortar-81": 4}, 85, 1),
        entry("fraley.gap.roster-de-at", "de.at-platoon", "veteran", "smg", {"pak40": 3}, 85),
        entry(
            "fraley.gap.roster-de-nebelwerfer", "de.nebelwerfer-battery", "veteran", "smg", {"nebelwerfer": 6}, 155, 1
        ),
        entry("fraley.gap.roster-de-artillery", "de.artillery-battery", "veteran", "smg", {"105mm": 4}, 150, 1),
        entry("fraley.gap.roster-de-stug", "de.stug-platoon", "veteran", "", {"stug-iii-g": 3}, 130),
        entry("fraley.gap.roster-de-panzer-iv", "de.panzer-iv-platoon", "veteran", "", {"panzer-iv": 4}, 170),
        entry("fraley.gap.roster-de-panther", "de.panther-platoon", "veteran", "", {"panther": 3}, 215),
        entry("fraley.gap.roster-de-tiger", "de.tiger-platoon", "elite", "", {"tiger-i": 2}, 220),
    ],
)
def test_a_platoon_is_as_its_list_has_it(  # what a clause prints
    clause_id: str, troop: str, training: str, leader: str, arms: dict[str, int], points: int, fo: int
) -> None:
    """Training, leader, Teams, points, Forward Observers."""
    unit = raised(troop)
    assert troops()[troop].clause == clause_id
    assert (unit.card.training, unit.card.points, unit.card.leader) == (training, points, leader)
    assert [one.weapons for one in unit.observers] == [("rifle",)] * fo
    if leader:
        head, others = unit.teams[0], unit.teams[1:]
        assert (head.kind, head.weapons, head.base) == ("infantry", (leader,), "leader")
        assert head.role == ("PL" if arms else "CC")
    else:
        others = unit.teams
        assert all(one.kind == "tank" for one in others)
        assert others[0].role.endswith(" (PL)")
    assert [one.leader for one in unit.teams] == [bool(arms)] + [False] * (len(unit.teams) - 1)
    assert Counter(one.vehicle or one.weapons[0] for one in others) == arms
    assert unit.card.tank == (not leader)
    assert unit.card.rank == ("unit" if arms else "cc")


@clause("fraley.gap.squads")
@pytest.mark.parametrize(
    ("troop", "leader", "arms", "points"),
    [
        ("us.rifle-squad", "rifle", {"rifle": 2}, 30),
        ("us.mmg-team", "rifle", {"hmg": 1}, 25),
        ("us.bazooka-team", "rifle", {"bazooka": 1}, 25),
        ("us.light-mortar", "rifle", {"mortar-60": 1}, 25),
        ("us.sherman", "", {"m4-sherman": 1}, 45),
        ("us.second-lieutenant", "rifle", {}, 20),
        ("de.grenadier-squad", "smg", {"rifle": 1, "lmg": 1}, 35),
        ("de.mmg-team", "smg", {"hmg": 1}, 30),
        ("de.panzerschreck-team", "rifle", {"panzerschreck": 1}, 25),
        ("de.medium-mortar", "smg", {"mortar-81": 1}, 30),
        ("de.panzer-iv", "", {"panzer-iv": 1}, 45),
        ("de.second-lieutenant", "smg", {}, 20),
    ],
)
def test_squads_are_units_of_few_teams(troop: str, leader: str, arms: dict[str, int], points: int) -> None:
    """A leader's stand and the Teams of a squad; a vehicle leads itself; a lieutenant is the Company Commander."""
    unit = raised(troop)
    others = unit.teams[bool(leader) :]
    assert (unit.card.points, unit.card.leader) == (points, leader)
    assert Counter(one.vehicle or one.weapons[0] for one in others) == arms
    assert unit.card.rank == ("unit" if arms else "cc")
    assert unit.teams[0].leader == bool(arms)


@clause("fraley.gap.points")
@pytest.mark.parametrize("troop", list(troops()))
def test_printed_points_are_what_the_teams_cost(troop: str) -> None:
    """Team by Team, with the leader's four and the observer's ten, times the Training, to the nearest five."""
    written = troops()[troop]
    exact = reckoned_points(written) * Fraction(printed().training[written.training].cost, 100)
    assert abs(exact - written.points) <= Fraction(5, 2)
    assert written.points % 5 == 0


@clause("fraley.gap.points")
def test_what_teams_cost() -> None:
    """The list of the clause; a Sherman platoon is 5 x 40 + 4 = 204, and so 205."""
    assert [cost_of(arm) for arm in ("rifle", "smg", "lmg", "hmg", "bazooka", "panzerfaust", "panzerschreck")] == [
        8, 9, 12, 15, 11, 10, 14,
    ]  # fmt: skip
    assert [cost_of(arm) for arm in ("mortar-60", "mortar-81", "57mm", "pak40", "105mm", "nebelwerfer")] == [
        12, 16, 20, 24, 32, 22,
    ]  # fmt: skip
    tanks = ("m4-sherman", "m3-stuart", "stug-iii-g", "panzer-iv", "panther", "tiger-i")
    assert [cost_of(arm) for arm in tanks] == [40, 28, 42, 42, 70, 80]
    assert reckoned_points(troops()["us.sherman-platoon"]) == 204
    assert reckoned_points(troops()["us.mortar-platoon"]) == 12 + 4 * 16 + 10


@clause("fraley.gap.soft-skinned", "fraley.gap.other-armor")
def test_what_other_vehicles_cost() -> None:
    """Truck 8, jeep 6, half-track 16, self-propelled gun 45; in no standard company."""
    assert [cost_of(arm) for arm in ("truck", "jeep", "half-track", "sp-105mm")] == [8, 6, 16, 45]
    assert {troops()[name].clause for name in ("us.truck-section", "us.jeep-section")} == {"fraley.gap.soft-skinned"}
    assert {troops()[name].clause for name in ("us.half-track-section", "us.sp-battery")} == {"fraley.gap.other-armor"}
    assert len(raised("us.sp-battery").observers) == 1


@clause("fraley.gap.points", "fraley.gap.roster-format", "fraley.gap.roster-us-cc", "fraley.gap.roster-de-cc")
def test_another_training_costs_another_price() -> None:
    """A CC 15, 20 or 25; a rifle platoon 60, 85 or 110 (83 points exactly); an Elite platoon as Veterans for less."""
    for cc in ("us.cc", "de.cc"):
        assert [raised(cc, level).card.points for level in printed().training] == [15, 20, 25]
    assert [raised("us.rifle-platoon", level).card.points for level in printed().training] == [60, 85, 110]
    assert [raised("de.assault-platoon", level).card.points for level in printed().training] == [50, 70, 90]
    assert trained(Options(), raised("us.rifle-platoon", "green").card.training) == 5
    with pytest.raises(DataError, match="none of green, veteran, elite"):
        raised("us.rifle-platoon", "regular")


@clause("fraley.gap.sample-companies")
def test_the_sample_companies() -> None:
    """620 and 615 points with six Units each; 295 and 270 for the small game."""
    assert spent(*STANDARD_US, "us.sherman-platoon") == 620
    assert spent(*STANDARD_DE, "de.at-platoon", "de.panzer-iv-platoon") == 615
    assert spent("us.cc", "us.rifle-platoon", "us.mg-platoon", "us.mortar-section", "us.at-platoon") == 295
    assert spent("de.cc", "de.grenadier-platoon", "de.mg-platoon", "de.at-platoon") == 270


@clause("fraley.gap.roster-format", "fraley.gap.points", "fraley.unit.count")
def test_what_a_company_may_be() -> None:
    """One CC, two to eight Units, within its points."""

    def wrong(*named: str, limit: int = 625) -> str:
        with pytest.raises(DataError) as refused:
            muster(company(*named), limit, "test", "forces[0]")
        return str(refused.value)

    platoon = "us.mortar-section"
    muster(company("us.cc", platoon, platoon), 120, "test", "forces[0]")
    assert "120 points of troops where 119 are allowed" in wrong("us.cc", platoon, platoon, limit=119)
    assert "one Company Commander, not 0" in wrong(platoon, platoon)
    assert "one Company Commander, not 2" in wrong("us.cc", "us.cc", platoon, platoon)
    assert "2 to 8 Units go with a Company Commander, not 1" in wrong("us.cc", platoon)
    muster(company("us.cc", *[platoon] * 8), 625, "test", "forces[0]")
    assert "not 9" in wrong("us.cc", *[platoon] * 9)
    assert "is in no company list" in wrong("us.cc", "us.cavalry", platoon)


@clause("fraley.gap.roster-format")
@pytest.mark.parametrize("fields", [{"men": 5}, {"add": ("bazooka",)}])
def test_platoons_come_whole(fields: dict[str, Any]) -> None:
    """Nobody is left out and nothing is added."""
    with pytest.raises(DataError, match="Rifle Platoon comes as its list has it"):
        raise_unit(Enlisted("us.rifle-platoon", **fields), "test", "test")


@clause("fraley.gap.mixed-unit-type")
def test_a_tank_unit_has_nothing_but_tanks() -> None:
    """A gun platoon with an Infantry leader is none; trucks are."""
    assert raised("us.sherman-platoon").card.tank
    assert raised("us.truck-section").card.tank
    assert not raised("us.at-platoon").card.tank
    assert not raised("us.cc").card.tank


@clause("fraley.gap.base-sizes")
def test_how_large_bases_are() -> None:
    """Stands 2 by 1.25, leaders 1.25 by 1, guns 2 by 2.5, and each hull its own."""
    sizes = {name: (base.width, base.length) for name, base in bases().items()}
    assert sizes == {
        "stand": (2000, 1250),
        "leader": (1250, 1000),
        "heavy-gun": (2000, 2500),
        "m3-stuart": (900, 1800),
        "m4-sherman": (1050, 2300),
        "panzer-iv": (1150, 2300),
        "stug-iii-g": (1150, 2200),
        "panther": (1350, 2700),
        "tiger-i": (1400, 2500),
        "half-track": (900, 2300),
        "truck": (900, 2400),
        "jeep": (600, 1300),
    }
    shapes = {one.weapons[0]: one.base for name in troops() for one in raised(name).teams if not one.vehicle}
    assert {shapes[arm] for arm in ("57mm", "pak40", "105mm", "nebelwerfer")} == {"heavy-gun"}
    assert {shapes[arm] for arm in ("lmg", "hmg", "mortar-60", "mortar-81", "bazooka")} == {"stand"}
    vehicles = {one.vehicle: one.base for name in troops() for one in raised(name).teams if one.vehicle}
    assert all(base in {vehicle, "m4-sherman"} for vehicle, base in vehicles.items())
    assert raised("us.mortar-platoon").observers[0].base == "leader"


@clause("fraley.gap.information")
def test_nothing_is_hidden() -> None:
    """Both players, and whoever looks on, see the battle as it is."""
    book, state = RULESET, object()
    assert all(book.view(state, seat) is state for seat in (0, 1, None))  # type: ignore[arg-type]
    assert book.secret_of(state, 0) is None  # type: ignore[arg-type]
