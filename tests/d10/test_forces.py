"""Force lists: every unit entry against its printed text, what units cost, sample forces, and what a force may hold."""

import re
from collections import Counter

import msgspec
import pytest

from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import load_clauses
from sandtable.play.scenario import Enlisted, Force
from sandtable.rulesets.d10.basics.units import LINK, SPAN
from sandtable.rulesets.d10.options import Options
from sandtable.rulesets.d10.ruleset import RULESET
from sandtable.rulesets.d10.setup.forces import (
    FOOT,
    LEVELS,
    bases,
    muster,
    points_of,
    raise_unit,
    reckoned_points,
    troops,
)
from sandtable.rulesets.d10.setup.set_up import set_up_battle
from sandtable.rulesets.library import notes
from sandtable.table.data import DataError
from tests.clause import clause

CLAUSES = load_clauses("sandtable.rulesets.d10")
TROOPS = {troop.clause: troop for troop in troops().values()}
STATS = {
    "Mv": "move",
    "SH": "shooting",
    "AS": "assault",
    "T": "toughness",
    "W": "wounds",
    "CM": "command",
    "Sz": "size",
}
# The rules that entries print, as the catalogue writes them. What is not here changes no number of the unit's own.
RULES = {
    'Scouts: may deploy 6" further forward': ("scouts",),
    "Battle Awareness": ("battle-awareness",),
    "Battle Awareness for the main gun": ("battle-awareness",),
    "Leader": ("leader",),
    "Armoured": ("armoured",),
    "tracked": ("tracked",),
    "half-tracked": ("half-tracked",),
    "wheeled": ("wheeled",),
    "turret": ("turret",),
    "open-topped": ("open-topped",),
    "no turret (front arc)": (),
    "no armour": (),
    "side skirts: no side reduction of T against bazooka and panzerfaust": ("skirts",),
    "sides T -2": ("sloped",),
    "Sz 1 while it has not moved this turn, else 2": ("sniper",),
    "six shots instead of five at Short, Medium and Long": ("six-shots",),
    "carries 10": ("carrier",),
    "carries 3": ("carrier",),
    "Gun (d10.gap.guns)": (),
    "Sz 3 while the gun stands": (),
    "calls the barrage with a Shoot order on a target he sees": (),
    "none": (),
}


class Entry(msgspec.Struct):
    """A unit entry as its text prints it."""

    nation: str
    sort: str
    stats: dict[str, int]
    models: list[tuple[int, str, str]]
    weapons: list[str]
    items: list[str]
    rules: list[str]
    points: int
    count: int


def read_entry(text: str) -> Entry:
    """Take an entry apart; every word of it is accounted for."""
    whole = re.fullmatch(
        r"(?P<nation>US|German) 1944, (?P<sort>[^.]+)\. (?P<stats>Mv [^;]+); (?P<rest>.+)\. Rules: (?P<rules>.+)\. "
        r"(?P<points>\d+) points\.",
        text,
    )
    assert whole, text
    stats = {STATS[name]: int(value) for name, value in re.findall(r"([A-Za-z]+) (\d+)", whole["stats"])}
    models: list[tuple[int, str, str]] = []
    items: list[str] = []
    weapons: list[str] = []
    count = 1
    rest = whole["rest"]
    if rest.startswith("weapons: "):
        weapons = rest.removeprefix("weapons: ").split(", ")
    else:
        many, listed = rest.split(" models: ")
        count = int(many)
        for part in listed.split(", "):
            if carried := re.fullmatch(r"(\d+) x (\S+) \(carried item\)", part):
                items += [carried[2]] * int(carried[1])
                continue
            men = re.fullmatch(r"(\d+) (.+) with (\S+)", part)
            assert men, part
            models.append((int(men[1]), men[2], men[3]))
    rules = whole["rules"].split("; ")
    return Entry(whole["nation"], whole["sort"], stats, models, weapons, items, rules, int(whole["points"]), count)


UNITS = (
    "d10.gap.unit-us-rifle",
    "d10.gap.unit-us-para",
    "d10.gap.unit-us-engineer",
    "d10.gap.unit-us-replacement",
    "d10.gap.unit-us-recon",
    "d10.gap.unit-us-mmg",
    "d10.gap.unit-us-mortar",
    "d10.gap.unit-us-bazooka",
    "d10.gap.unit-us-57",
    "d10.gap.unit-us-lieutenant",
    "d10.gap.unit-us-sergeant",
    "d10.gap.unit-us-sniper",
    "d10.gap.unit-us-observer",
    "d10.gap.unit-us-sherman",
    "d10.gap.unit-us-m10",
    "d10.gap.unit-us-stuart",
    "d10.gap.unit-us-halftrack",
    "d10.gap.unit-us-jeep",
    "d10.gap.unit-de-grenadier",
    "d10.gap.unit-de-panzergrenadier",
    "d10.gap.unit-de-sturm",
    "d10.gap.unit-de-pioneer",
    "d10.gap.unit-de-volkssturm",
    "d10.gap.unit-de-hmg",
    "d10.gap.unit-de-mortar",
    "d10.gap.unit-de-panzerschreck",
    "d10.gap.unit-de-pak40",
    "d10.gap.unit-de-leutnant",
    "d10.gap.unit-de-feldwebel",
    "d10.gap.unit-de-sniper",
    "d10.gap.unit-de-pz4",
    "d10.gap.unit-de-stug",
    "d10.gap.unit-de-panther",
    "d10.gap.unit-de-251",
    "d10.gap.unit-de-222",
)
ENTRIES = {name: read_entry(CLAUSES[name].ruling) for name in UNITS}
BY_CLAUSE = [pytest.param(name, marks=clause(name)) for name in UNITS]


def test_every_entry_is_in_the_catalogue_once() -> None:
    """All of them, and nothing else."""
    assert sorted(UNITS) == sorted(TROOPS) == sorted(name for name in CLAUSES if name.startswith("d10.gap.unit-"))
    assert len(troops()) == len(UNITS)


@pytest.mark.parametrize("name", BY_CLAUSE)
def test_a_unit_is_as_its_entry_prints_it(name: str) -> None:
    """Stats, models with their weapons, items, rules and points."""
    printed, troop = ENTRIES[name], TROOPS[name]
    unit = raise_unit(Enlisted(troop.id), "test", "unit")
    card = unit.card
    stats = {field: getattr(card, field) for field in STATS.values()} | {"move": card.move // 1000}
    wanted = dict(printed.stats)
    if "Sz 3 while the gun stands" in printed.rules:
        assert (troop.kind, wanted["size"]) == ("gun", 2)
        wanted["size"] = 3
    assert stats == wanted
    assert card.points == printed.points
    assert card.nation == printed.nation
    assert unit.items == tuple(printed.items)
    assert set(card.rules) == {rule for text in printed.rules for rule in RULES[text]}
    assert len(card.rules) == len(set(card.rules))
    carried = [int(text.removeprefix("carries ")) for text in printed.rules if text.startswith("carries")]
    assert card.carries == (carried[0] if carried else 6 if "tracked" in printed.rules else 0)
    assert len(unit.models) == printed.count
    assert {model.wounds for model in unit.models} == {printed.stats["wounds"]}
    assert {model.size for model in unit.models} == {wanted["size"]}


@pytest.mark.parametrize("name", BY_CLAUSE)
def test_the_models_of_a_unit_carry_what_its_entry_prints(name: str) -> None:
    """A gun's own weapon stands beside its gunner, on a base of its own."""
    printed, troop = ENTRIES[name], TROOPS[name]
    unit = raise_unit(Enlisted(troop.id), "test", "unit")
    if printed.weapons:
        assert [model.weapons for model in unit.models] == [tuple(printed.weapons)]
        assert unit.card.kind == ("vehicle" if "vehicle" in printed.sort else "individual")
        return
    assert unit.card.quality == printed.sort.lower()
    found = Counter((model.role, model.weapons) for model in unit.models)
    wanted: Counter[tuple[str, tuple[str, ...]]] = Counter({(role, (arm,)): many for many, role, arm in printed.models})
    if unit.gun is not None:
        _, role, arm = printed.models[0]
        del wanted[role, (arm,)]
        wanted[role, ()] = 1
        assert (unit.gun.weapons, unit.gun.size, unit.gun.base) == ((arm,), 3, "gun")
    assert found == wanted
    assert sum(many for many, _, _ in printed.models) == printed.count
    assert (unit.gun is not None) == ("Gun (d10.gap.guns)" in printed.rules)


@clause("d10.gap.points")
@pytest.mark.parametrize("name", ENTRIES)
def test_the_formula_gives_the_printed_points(name: str) -> None:
    """For all but those that are priced by hand: leaders, snipers and observers."""
    printed, troop = ENTRIES[name], TROOPS[name]
    reckoned = reckoned_points(troop, troop.quality)
    if printed.sort == "individual":
        assert reckoned is None
        assert printed.points in {35, 40, 50}
    else:
        assert reckoned == printed.points == troop.points


@clause("d10.gap.points", "d10.gap.quality-levels")
def test_a_foot_unit_may_be_of_another_quality() -> None:
    """Ten riflemen cost 20 points less or more for each level; their stats go with it."""
    rifles = troops()["us.rifle-squad"]
    costs = [points_of(rifles, quality) for quality in ("green", "regular", "veteran", "elite")]
    assert costs == [53, 73, 93, 113]
    elite = raise_unit(Enlisted("us.rifle-squad", quality="elite"), "test", "unit").card
    assert (elite.shooting, elite.assault, elite.command, elite.points) == (5, 6, 7, 113)
    for entry, key in (
        (Enlisted("us.rifle-squad", quality="heroic"), "unit.quality"),
        (Enlisted("us.sherman", quality="veteran"), "unit.quality"),
        (Enlisted("us.rifle-squad", men=5), "unit.men"),
        (Enlisted("us.zeppelin"), "unit.troop"),
    ):
        with pytest.raises(DataError) as caught:
            raise_unit(entry, "test", "unit")
        assert caught.value.key == key


@clause("d10.gap.quality-levels", "d10.gap.stat-line")
def test_the_four_levels() -> None:
    """Each against the ruling, number by number; what every foot soldier has besides."""
    text = CLAUSES["d10.gap.quality-levels"].ruling
    found = {
        name.lower(): (int(shooting), int(assault), int(command))
        for name, shooting, assault, command in re.findall(r"(\w+): SH (\d+), AS (\d+), CM (\d+)", text)
    }
    assert found == {level: (stats["shooting"], stats["assault"], stats["command"]) for level, stats in LEVELS.items()}
    assert "Mv 4, T 4, W 1, Sz 2" in text
    assert FOOT == {"move": 4, "toughness": 4, "wounds": 1, "size": 2}


@clause("d10.gap.stat-line")
def test_stats_run_from_one_to_ten() -> None:
    """All but Mv, which is in inches."""
    for troop in troops().values():
        card = raise_unit(Enlisted(troop.id), "test", "unit").card
        assert all(1 <= getattr(card, stat) <= 10 for stat in STATS.values() if stat != "move")
        assert card.move in {inches(4), inches(8), inches(9), inches(10)}


@clause("d10.gap.size-scale")
def test_sizes_are_those_of_the_scale() -> None:
    """A hidden man 1, a man 2, jeep and gun 3, scout car 4, half-track, light tank and low assault gun 5, tanks 6 and 7."""
    sizes = {troop: raise_unit(Enlisted(troop), "test", "unit").card.size for troop in troops()}
    wanted = {
        1: ("us.sniper-team", "de.sniper-team"),
        3: ("us.jeep", "us.medium-at-gun", "de.heavy-at-gun"),
        4: ("de.armoured-car",),
        5: ("us.half-track", "de.half-track", "us.stuart", "de.stug"),
        6: ("us.sherman", "us.m10", "de.panzer-iv"),
        7: ("de.panther",),
    }
    listed = {troop: size for size, several in wanted.items() for troop in several}
    assert sizes == {troop: listed.get(troop, 2) for troop in sizes}


@clause("d10.gap.base-sizes")
def test_bases_are_as_large_as_they_should_be() -> None:
    """25 mm for a man, 40 for a weapon on a mount, 60 for a gun; hulls by the inch."""
    mm = {name: round(base.radius * 2 * 25.4 / 1000) for name, base in bases().items() if base.radius}
    assert mm == {"foot": 25, "sniper": 25, "weapon": 40, "gun": 60}
    hulls = {name: (base.length, base.width) for name, base in bases().items() if base.length}
    assert hulls == {
        "jeep": (3000, 1500),
        "armoured-car": (4500, 2000),
        "half-track": (4500, 2000),
        "light-tank": (4500, 2000),
        "assault-gun": (5000, 2500),
        "medium-tank": (5000, 2500),
        "heavy-tank": (6000, 3000),
    }
    wanted = {"us.jeep": "jeep", "us.half-track": "half-track", "us.stuart": "light-tank", "us.sherman": "medium-tank"}
    wanted |= {"us.m10": "medium-tank", "de.panzer-iv": "medium-tank", "de.panther": "heavy-tank"}
    assert {troop: troops()[troop].base for troop in wanted} == wanted


@clause("d10.gap.base-sizes")
def test_a_weapon_team_is_one_larger_base_and_its_crew() -> None:
    """Machine guns and mortars on a mount; bazookas and light machine guns are carried by a man."""
    for troop, first in (("us.mmg-team", "weapon"), ("de.medium-mortar", "weapon"), ("us.bazooka-team", "foot")):
        unit = raise_unit(Enlisted(troop), "test", "unit")
        assert [model.base for model in unit.models] == [first] + ["foot"] * (len(unit.models) - 1)


# ---- forces


SAMPLES: dict[str, tuple[tuple[tuple[str, int], ...], int, int]] = {
    "Standard US": (
        (
            ("us.second-lieutenant", 1),
            ("us.rifle-squad", 3),
            ("us.mmg-team", 1),
            ("us.bazooka-team", 1),
            ("us.light-mortar", 1),
            ("us.sherman", 1),
        ),
        41,
        540,
    ),
    "Standard German": (
        (
            ("de.second-lieutenant", 1),
            ("de.grenadier-squad", 2),
            ("de.panzergrenadier-squad", 1),
            ("de.mmg-team", 1),
            ("de.panzerschreck-team", 1),
            ("de.medium-mortar", 1),
            ("de.stug", 1),
        ),
        38,
        550,
    ),
    "Small US": ((("us.platoon-sergeant", 1), ("us.rifle-squad", 2), ("us.mmg-team", 1)), 25, 219),
    "Small German": ((("de.platoon-sergeant", 1), ("de.grenadier-squad", 2), ("de.mmg-team", 1)), 23, 203),
}


def force(*units: str | Enlisted) -> Force:
    """A force of these troops."""
    return Force("US", "US", tuple(Enlisted(one) if isinstance(one, str) else one for one in units))


@clause("d10.gap.sample-forces", "d10.gap.points")
@pytest.mark.parametrize("name", SAMPLES)
def test_sample_forces_are_as_large_as_printed(name: str) -> None:
    """Models and points, which the ruling prints; each may be played."""
    units, models, points = SAMPLES[name]
    listed = [troop for troop, many in units for _ in range(many)]
    level = 550 if name.startswith("Standard") else 220
    raised = muster(force(*listed), level, level, "test", "force")
    assert sum(len(unit.models) for unit in raised) == models
    assert sum(unit.card.points for unit in raised) == points
    text = CLAUSES["d10.gap.sample-forces"].ruling
    found = re.search(rf"{name}: [^.]*?: (\d+) models, (\d+) points", text)
    assert found
    assert (int(found[1]), int(found[2])) == (models, points)


@clause("d10.gap.sample-forces")
@pytest.mark.parametrize(
    ("scenario", "samples"), [("meeting", ("Standard US", "Standard German")), ("small", ("Small US", "Small German"))]
)
def test_our_scenarios_are_played_with_them(scenario: str, samples: tuple[str, str]) -> None:
    """Two of them."""
    for side, name in zip(RULESET.scenario(scenario).forces, samples, strict=True):
        assert Counter(entry.troop for entry in side.units) == dict(SAMPLES[name][0])


@clause("d10.gap.sample-forces")
def test_what_the_lower_side_may_spend_the_difference_on() -> None:
    """A Panzerfaust for 5, a satchel charge for 4, a better rifle for 1: 17 points for the small German force."""
    more = Enlisted("de.grenadier-squad", add=("panzerfaust", "satchel", "garand", "garand"))
    unit = raise_unit(more, "test", "unit")
    assert unit.card.points == 63 + 5 + 4 + 2
    assert unit.items == ("panzerfaust", "satchel")
    assert Counter(model.weapons for model in unit.models)[("garand",)] == 2
    assert Counter(model.weapons for model in unit.models)[("rifle",)] == 5
    for entry in (
        Enlisted("de.grenadier-squad", add=("tank",)),
        Enlisted("de.grenadier-squad", add=("garand",) * 8),
        Enlisted("de.stug", add=("panzerfaust",)),
        Enlisted("de.second-lieutenant", add=("panzerfaust",)),
    ):
        with pytest.raises(DataError) as caught:
            raise_unit(entry, "test", "unit")
        assert caught.value.key == "unit.add"
    small = ["de.platoon-sergeant", "de.grenadier-squad", "de.mmg-team"]
    muster(force(*small, Enlisted("de.grenadier-squad", add=("panzerfaust",) * 3)), 220, 218, "test", "force")
    with pytest.raises(DataError, match="218 points of troops where 217 are allowed"):
        muster(force(*small, Enlisted("de.grenadier-squad", add=("panzerfaust",) * 3)), 220, 217, "test", "force")


SQUAD = "us.rifle-squad"


@clause("d10.gap.points")
@pytest.mark.parametrize(
    ("units", "level", "says"),
    [
        ((SQUAD, "us.mmg-team", "us.bazooka-team"), 550, ""),
        ((SQUAD, "us.mmg-team", "us.bazooka-team", "us.light-mortar"), 550, "1 of 4 units are squads of 6 or more"),
        (("us.mmg-team",), 550, "0 of 1 units are squads"),
        ((SQUAD, SQUAD, "us.jeep", "us.jeep"), 251, ""),
        ((SQUAD, "us.jeep", "us.jeep"), 250, "2 vehicles where 250 points allow 1"),
        ((SQUAD, SQUAD, "us.jeep", "us.jeep", "us.jeep"), 501, ""),
        ((SQUAD, SQUAD, "us.jeep", "us.jeep", "us.jeep"), 500, "3 vehicles where 500 points allow 2"),
        ((SQUAD, "us.platoon-sergeant", "us.second-lieutenant"), 301, ""),
        ((SQUAD, "us.platoon-sergeant", "us.second-lieutenant"), 300, "2 leaders where 300 points allow 1"),
        ((SQUAD, SQUAD), 146, ""),
        ((SQUAD, SQUAD), 145, "146 points of troops where 145 are allowed"),
    ],
)
def test_what_a_force_may_hold(units: tuple[str, ...], level: int, says: str) -> None:
    """Its points, a third of squads of six or more, a vehicle for 250 points or part, a Leader for 300 or part."""
    if not says:
        assert len(muster(force(*units), level, level, "test", "force")) == len(units)
        return
    with pytest.raises(DataError, match=says) as caught:
        muster(force(*units), level, level, "test", "force")
    assert (caught.value.file, caught.value.key) == ("test", "force.units")


@clause("d10.gap.points", "d10.gap.family")
@pytest.mark.parametrize("name", RULESET.scenarios())
def test_our_scenarios_keep_to_their_points(name: str) -> None:
    """550 a side, 220 in the small game and up to 280 in short battles; squads of at most ten, the average man is a 4."""
    state = set_up_battle(RULESET.scenario(name), Options())
    if notes(RULESET.name, name).short:
        assert 220 <= state.mission.points <= 280
    else:
        assert state.mission.points == (220 if name == "small" else 550)
    assert all(len(unit.men) <= 10 for unit in state.units)
    regular = LEVELS["regular"]
    assert (regular["shooting"], regular["assault"], FOOT["toughness"]) == (4, 4, 4)


@clause("d10.gap.family")
def test_wounds_and_panic_stay_in_the_marker_phase_by_default() -> None:
    """As in the family; and a unit's models stay within 2 inches of another, 12 inches in all."""
    assert Options().marker_phase_keeps == "wounds-and-panic"
    assert (inches(2), inches(12)) == (LINK, SPAN)
