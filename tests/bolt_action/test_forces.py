"""Choosing a force: what things cost, what a platoon may bring, and how a wrong list is refused."""

from typing import Any

import msgspec
import pytest

from sandtable.play.scenario import Enlisted, Force
from sandtable.rulesets.bolt_action.options import Options
from sandtable.rulesets.bolt_action.ruleset import RULESET
from sandtable.rulesets.bolt_action.setup.forces import raise_unit
from sandtable.rulesets.bolt_action.state import Battle
from sandtable.table.data import DataError
from tests.clause import clause

PLATOON = (Enlisted("us.second-lieutenant"), Enlisted("us.rifle-squad"), Enlisted("us.rifle-squad"))


def mustered(*units: Enlisted, nation: str = "US", points: int = 1000) -> Battle:
    """The battle that a force would fight in."""
    book = RULESET.scenario("attrition")
    forces = (Force("Ours", nation, units), book.forces[1])
    rules = {"bolt-action": {"name": "attrition", "points": points}}
    return RULESET.setup(msgspec.structs.replace(book, name="ours", forces=forces, rules=rules), Options())


def refused(*units: Enlisted, **rest: Any) -> tuple[str, str, str]:
    """Where and why a force is refused: file, key, reason."""
    with pytest.raises(DataError) as found:
        mustered(*units, **rest)
    return found.value.file, found.value.key, found.value.reason


def points(troop: str, **rest: Any) -> int:
    """What a unit costs."""
    return raise_unit(Enlisted(troop, **rest), "force", "units[0]").card.points


# ---- what things cost


@clause("ba.gap.unit-costs-basis")
@pytest.mark.parametrize(("quality", "cost"), [("inexperienced", 7), ("regular", 10), ("veteran", 13)])
def test_a_man_costs_by_his_quality(quality: str, cost: int) -> None:
    """Ten riflemen and an NCO against nine."""
    ten, nine = (points("gb.infantry-section", quality=quality, men=men) for men in (10, 9))
    assert ten - nine == cost
    assert ten == 10 * cost + 3 + 20


@clause("ba.gap.unit-costs-basis")
@pytest.mark.parametrize(
    ("add", "more"),
    [
        (("smg",), 3),
        (("smg", "smg"), 6),
        (("assault-rifle",), 5),
        (("panzerfaust",), 5),
        (("at-grenades",), 24),
    ],
)
def test_what_may_be_added_to_a_squad(add: tuple[str, ...], more: int) -> None:
    """To a US squad of twelve with an SMG (3) and an automatic rifle (5), 128 in all."""
    assert points("us.rifle-squad") == 12 * 10 + 3 + 5
    assert points("us.rifle-squad", add=add) == 128 + more


@clause("ba.gap.unit-costs-basis")
@pytest.mark.parametrize(
    ("troop", "quality", "cost"),
    [
        ("us.mmg-team", "veteran", 65),
        ("us.mmg-team", "inexperienced", 40),
        ("us.light-mortar", "veteran", 46),
        ("us.light-mortar", "inexperienced", 28),
        ("us.sherman", "veteran", 254),
        ("us.sherman", "inexperienced", 156),
        ("us.jeep", "veteran", 27),
        ("us.jeep", "inexperienced", 17),
    ],
)
def test_teams_and_vehicles_cost_by_a_factor(troop: str, quality: str, cost: int) -> None:
    """Veterans 1.3 times, Inexperienced 0.8 times, rounded: 45.5 is 46, 253.5 is 254, 16.8 is 17."""
    assert points(troop, quality=quality) == cost


# ---- what a platoon may bring


@clause("ba.gap.force-selection")
def test_a_lieutenant_and_two_squads_are_a_force() -> None:
    """And every unit has a name of its own."""
    state = mustered(*PLATOON)
    assert [unit.name for unit in state.units if unit.side == 0] == [
        "Second Lieutenant",
        "Rifle squad",
        "Rifle squad 2",
    ]


@clause("ba.gap.force-selection")
@pytest.mark.parametrize(
    ("units", "reason"),
    [
        (PLATOON[1:], "1 of lieutenant are allowed, not 0"),
        ((*PLATOON, Enlisted("us.first-lieutenant")), "1 of lieutenant are allowed, not 2"),
        (PLATOON[:2], "2 to 5 of infantry are allowed, not 1"),
        ((*PLATOON, *PLATOON[1:], *PLATOON[1:]), "2 to 5 of infantry are allowed, not 6"),
    ],
)
def test_one_lieutenant_and_two_to_five_squads_are_compulsory(units: tuple[Enlisted, ...], reason: str) -> None:
    """One fewer or one more is refused."""
    assert refused(*units) == ("ours", "forces[0].units", f"{reason} [ba.gap.force-selection]")


@clause("ba.gap.force-selection")
def test_five_squads_are_allowed() -> None:
    """Two and three more."""
    assert len(mustered(*PLATOON, *[PLATOON[1]] * 3).units) == 6 + 12


@clause("ba.gap.force-selection")
@pytest.mark.parametrize(
    ("slot", "one", "other"),
    [
        ("commander", "us.captain", "us.major"),
        ("medic", "us.medic", "us.medic"),
        ("observer", "us.artillery-observer", "us.air-observer"),
        ("machine-gun", "us.mmg-team", "us.hmg-team"),
        ("mortar", "us.light-mortar", "us.heavy-mortar"),
        ("sniper", "us.sniper-team", "us.sniper-team"),
        ("flamethrower", "us.flamethrower-team", "us.flamethrower-team"),
        ("anti-tank", "us.bazooka-team", "us.bazooka-team"),
        ("gun", "us.medium-at-gun", "us.light-howitzer"),
        ("armoured-car", "us.armoured-car", "us.heavy-armoured-car"),
        ("tank", "us.sherman", "us.sherman"),
    ],
)
def test_one_of_each_kind_of_support_at_most(slot: str, one: str, other: str) -> None:
    """One is allowed, two are not, whichever they are."""
    mustered(*PLATOON, Enlisted(one))
    reason = f"0 to 1 of {slot} are allowed, not 2 [ba.gap.force-selection]"
    assert refused(*PLATOON, Enlisted(one), Enlisted(other)) == ("ours", "forces[0].units", reason)


@clause("ba.gap.force-selection")
def test_one_transport_for_each_unit_of_infantry_or_artillery() -> None:
    """Three units of men: three jeeps, but not four; a gun brings a tow of its own, a tank does not."""
    jeep, gun, tank = Enlisted("us.jeep"), Enlisted("us.light-at-gun"), Enlisted("us.sherman")
    mustered(*PLATOON, *[jeep] * 3)
    mustered(*PLATOON, gun, *[jeep] * 4)
    reason = "one transport for each infantry or artillery unit is allowed: 3, not 4 [ba.gap.force-selection]"
    assert refused(*PLATOON, *[jeep] * 4) == ("ours", "forces[0].units", reason)
    assert refused(*PLATOON, tank, *[jeep] * 4) == ("ours", "forces[0].units", reason)


@clause("ba.gap.force-selection")
def test_a_force_costs_a_thousand_points_at_most() -> None:
    """One that costs exactly a thousand is legal; where 999 are allowed it is refused."""
    full = (
        PLATOON[0],
        Enlisted("us.rifle-squad", add=("smg", "smg")),
        Enlisted("us.rifle-squad"),
        *map(Enlisted, ("us.sherman", "us.bazooka-team", "us.sniper-team", "us.mmg-team", "us.flamethrower-team")),
        *map(Enlisted, ("us.major", "us.medic", "us.light-at-gun")),
        Enlisted("us.medium-mortar", add=("spotter",)),
    )
    state = mustered(*full)
    assert sum(unit.card.points for unit in state.units if unit.side == 0) == 1000
    reason = "the force costs 1000 points, 999 are allowed [ba.gap.force-selection]"
    assert refused(*full, points=999) == ("ours", "forces[0].units", reason)


@clause("ba.gap.force-selection")
def test_the_scenarios_of_the_book_have_legal_forces() -> None:
    """All four can be set up."""
    for name in RULESET.scenarios():
        assert RULESET.setup(RULESET.scenario(name), Options()).units


# ---- lists with mistakes


@clause("ba.gap.force-selection")
def test_a_force_has_one_nation() -> None:
    """A German squad among Americans is refused."""
    where = "forces[0].units[3].troop"
    reason = "de.grenadier-squad is German, the force is US"
    assert refused(*PLATOON, Enlisted("de.grenadier-squad")) == ("ours", where, reason)


@pytest.mark.parametrize(
    ("unit", "key", "reason"),
    [
        (Enlisted("us.paratroopers"), "troop", "'us.paratroopers' is not in the catalogue"),
        (Enlisted("us.rifle-squad", quality="elite"), "quality", "'elite' is none of inexperienced, regular, veteran"),
        (Enlisted("us.rifle-squad", men=13), "men", "Rifle squad has 6 to 12 men, not 13"),
        (Enlisted("us.rifle-squad", men=5), "men", "Rifle squad has 6 to 12 men, not 5"),
        (Enlisted("us.medic", men=4), "men", "Medic has 1 to 3 men, not 4"),
        (Enlisted("us.mmg-team", men=2), "men", "MMG team has 3 to 3 men, not 2"),
        (Enlisted("us.rifle-squad", add=("smg", "spotter")), "add[1]", "Rifle squad cannot have 'spotter'"),
        (Enlisted("us.light-mortar", add=("spotter",)), "add[0]", "Light mortar team cannot have 'spotter'"),
        (Enlisted("us.medic", add=("smg",)), "add[0]", "Medic cannot have 'smg'"),
        (Enlisted("us.captain", add=("assault-rifle",)), "add[0]", "Captain cannot have 'assault-rifle'"),
        (Enlisted("us.captain", add=("smg", "smg")), "add", "Captain has no more men who could take another weapon"),
        (
            Enlisted("us.rifle-squad", men=6, add=("smg",) * 5),
            "add",
            "Rifle squad has no more men who could take another weapon",
        ),
        (
            Enlisted("us.rifle-squad", men=6, add=("panzerfaust",) * 5),
            "add",
            "Rifle squad has no more riflemen who could carry a panzerfaust",
        ),
        (Enlisted("us.medic", aboard="Tram"), "aboard", "no unit of this force is called 'Tram'"),
        (
            Enlisted("us.rifle-squad", aboard="Jeep"),
            "aboard",
            "Jeep has no room for Rifle squad 3 [ba.gap.transport-capacity]",
        ),
        (
            Enlisted("us.medium-mortar", add=("spotter",), aboard="Truck"),
            "aboard",
            "Medium mortar team has a spotter, who does not ride [ba.gap.spotter]",
        ),
    ],
)
@clause("ba.gap.force-selection")
def test_a_mistake_in_a_list_is_named_by_its_file_its_key_and_its_reason(unit: Enlisted, key: str, reason: str) -> None:
    """The fourth unit of the force is wrong."""
    others = Enlisted("us.jeep"), Enlisted("us.truck")
    assert refused(*PLATOON, unit, *others) == ("ours", f"forces[0].units[3].{key}", reason)
