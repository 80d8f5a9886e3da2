"""Force lists: every entry against its printed text, what teams cost, sample forces, and what a force may hold."""

import re

import pytest

from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import load_clauses
from sandtable.play.scenario import Enlisted, Force
from sandtable.rulesets.skirmish41.basics.charts import weapons
from sandtable.rulesets.skirmish41.basics.forces import Raised, bases, figure_points, muster, raise_team, troops
from sandtable.rulesets.skirmish41.ruleset import RULESET
from sandtable.table.data import DataError
from tests.clause import clause

CLAUSES = load_clauses("sandtable.rulesets.skirmish41")
TROOPS = {troop.clause: troop.id for troop in troops().values()}
ARMS = {
    "smg": ("smg",),
    "rifle": ("rifle",),
    "pistol": ("pistol",),
    "LMG": ("lmg",),
    "MMG": ("mmg",),
    "HMG": ("hmg",),
    "PIAT": ("piat",),
    "Panzerschreck": ("panzerschreck",),
    "light mortar": ("light-mortar",),
    "medium mortar": ("medium-mortar",),
    "scoped rifle": ("scoped-rifle",),
    "flamethrower": ("flamethrower",),
    "assault rifle": ("assault-rifle",),
    "Panzerfaust and rifle": ("rifle", "panzerfaust"),
    "gun crew rifle": ("rifle",),
}
GUNS = {
    "none": "",
    "up to 50mm": "gun-37",
    "75mm poor": "gun-75-poor",
    "17 pdr": "gun-17pdr",
    "51-76mm": "gun-75",
    "88mm": "gun-88",
    "autocannon": "autocannon",
}
MOUNTS = {
    "none": (),
    "pintle": ("pintle",),
    "pintle with shield": ("pintle",),
    "co-axial": ("co-axial",),
    "hull Bren": ("hull",),
    "co-axial, hull": ("co-axial", "hull"),
}

TEAMS = (
    "sk.gap.team-b-rifle",
    "sk.gap.team-b-bren",
    "sk.gap.team-b-para",
    "sk.gap.team-b-command",
    "sk.gap.team-b-recruit",
    "sk.gap.team-b-piat",
    "sk.gap.team-b-2in",
    "sk.gap.team-b-vickers",
    "sk.gap.team-b-sniper",
    "sk.gap.team-b-flame",
    "sk.gap.team-b-6pdr",
    "sk.gap.team-g-rifle",
    "sk.gap.team-g-faust",
    "sk.gap.team-g-lmg",
    "sk.gap.team-g-storm",
    "sk.gap.team-g-command",
    "sk.gap.team-g-volkssturm",
    "sk.gap.team-g-hmg",
    "sk.gap.team-g-hunter",
    "sk.gap.team-g-8cm",
    "sk.gap.team-g-sniper",
    "sk.gap.team-g-pak40",
)
VEHICLES = (
    "sk.gap.vehicle-b-jeep",
    "sk.gap.vehicle-b-lorry",
    "sk.gap.vehicle-b-carrier",
    "sk.gap.vehicle-b-humber",
    "sk.gap.vehicle-b-sherman",
    "sk.gap.vehicle-b-firefly",
    "sk.gap.vehicle-b-churchill",
    "sk.gap.vehicle-g-kubel",
    "sk.gap.vehicle-g-opel",
    "sk.gap.vehicle-g-251",
    "sk.gap.vehicle-g-222",
    "sk.gap.vehicle-g-stug",
    "sk.gap.vehicle-g-pz4",
    "sk.gap.vehicle-g-panther",
    "sk.gap.vehicle-g-tiger",
    "sk.gap.vehicle-g-tiger2",
)


def raised(troop: str, **entry: object) -> Raised:
    """A team as a force lists it."""
    return raise_team(Enlisted(troop, **entry), "test", "unit")  # type: ignore[arg-type]


@clause(*TEAMS)
@pytest.mark.parametrize("entry", TEAMS)
def test_a_team_is_what_its_entry_prints(entry: str) -> None:
    """Figures with their roles, actions and arms, what it carries besides, and its points."""
    text = CLAUSES[entry].ruling
    made = raised(TROOPS[entry])
    wanted = []
    for many, role, actions, arms in re.findall(r"(\d) ([A-Za-z]+) \((\d) actions?, ([^)]+)\)", text):
        wanted += [(role, int(actions), ARMS[arms])] * int(many)
    assert [(one.role, one.rating, one.arms) for one in made.figures] == wanted
    assert f"{len(wanted)} figure" in text
    assert made.card.points == int(re.findall(r"(\d+) points\.", text)[0])
    for printed, item in (("hand grenades", "grenade"), ("shots", "fuel"), ("bombs", "bomb"), ("rockets", "bomb")):
        found = re.search(rf"(\d+) {printed}", text)
        if found:
            assert made.items.count(item) == int(found[1])
    rounds = re.search(r"(\d+) mortar rounds, of which (\d+) smoke", text)
    if rounds:
        assert (len(made.items), made.items.count("smoke")) == (int(rounds[1]), int(rounds[2]))
    for tag in ("radio", "shield"):
        assert made.card.has(tag) == (tag in text)
    assert made.card.has("tripod") == ("tripod" in text or "medium mortar" in text)
    assert made.card.has("binoculars") == ("binoculars" in text or "telescopic" in text)


@clause(*VEHICLES)
@pytest.mark.parametrize("entry", VEHICLES)
def test_a_vehicle_is_what_its_entry_prints(entry: str) -> None:
    """Class, drive, fuel, whether it is open, its crew, seats, gun and machine guns, what protects it, its points."""
    text = CLAUSES[entry].ruling
    card = raised(TROOPS[entry]).card
    says = re.search(
        r"Class ([a-z A-Z]+); ([a-z-]+); (petrol|diesel); (open|closed); crew (\d) \(2 actions each\); seats (\d+); "
        r"main gun: ([^;]+); machine guns: ([^;]+); flags: ([^.]+(?:\.[^ ][^.]*)*)\.",
        text,
    )
    assert says is not None
    size, drive, fuel, top, crew, seats, gun, mounts, flags = says.groups()
    assert (card.size, card.drive, card.fuel) == (size.removesuffix(" AFV"), drive, fuel)
    assert (card.open, card.seats) == (top == "open", int(seats))
    figures = raised(TROOPS[entry]).figures
    assert (len(figures), {one.rating for one in figures}) == (int(crew), {2})
    expected = "gun-75-long" if "counts as HVAP" in flags else GUNS[gun]
    assert (card.gun, card.mounts) == (expected, MOUNTS[mounts])
    assert card.has("schurzen") == ("schurzen" in flags)
    assert card.has("thick-front") == ("-8 from the front" in flags)
    assert card.has("thick-all-round") == ("-8 from every side" in flags)
    assert (card.gun != "" and not card.has("turret")) == ("no turret" in flags)
    assert card.points == int(re.findall(r"(\d+) points\.", text)[0])


@clause("sk.gap.points", "sk.gap.family")
def test_every_entry_costs_what_the_formula_says() -> None:
    """The catalogue prints the points; the formula comes to the same."""
    for troop in troops().values():
        assert raised(troop.id).card.points == troop.points, troop.id


@clause("sk.gap.points", "sk.gap.family")
@pytest.mark.parametrize(
    ("troop", "place", "points"),
    [
        ("gb.command", 0, 3),
        ("gb.rifle-team", 0, 4),
        ("gb.bren-team", 1, 6),
        ("de.assault-team", 1, 5),
        ("de.sniper", 0, 5),
    ],
)
def test_a_figure_costs_its_actions_arms_and_rank(troop: str, place: int, points: int) -> None:
    """An officer with a pistol 2 - 1 + 2, an NCO with a submachine gun 2 + 1 + 1, a Bren gunner 2 + 4."""
    assert figure_points(raised(troop).figures[place]) == points


@clause("sk.gap.points")
def test_quality_and_additions_are_paid_for() -> None:
    """Veterans cost an action more each, grenades a point; a veteran crew a point a man; nothing costs less than one."""
    assert raised("gb.rifle-team", quality="veteran").card.points == 12 + 4
    assert raised("gb.rifle-team", add=("grenade",)).card.points == 13
    assert raised("gb.sherman", add=("veteran-crew",)).card.points == 55
    assert figure_points(raised("gb.command", quality="second-line").figures[0]) == 2


@clause("sk.gap.base-sizes")
def test_bases_measure_what_they_should() -> None:
    """Inches, by troop."""
    shapes = bases()
    assert (shapes["foot"].radius, shapes["tripod"].radius) == (inches(0.5), inches(0.787))
    hulls = {name: (base.length, base.width) for name, base in shapes.items() if base.length}
    wanted = {
        "gun": (3, 2),
        "small-soft": (3, 1.5),
        "large-soft": (5, 2),
        "carrier": (4, 2),
        "half-track": (5, 2),
        "medium-tank": (5, 2.5),
        "heavy-tank": (6, 3),
    }
    assert hulls == {name: (inches(long), inches(wide)) for name, (long, wide) in wanted.items()}
    by_troop = {
        troop: raised(troop).hull for troop in ("gb.jeep", "de.lorry", "de.hanomag", "gb.humber", "de.stug", "de.tiger")
    }
    assert list(by_troop.values()) == ["small-soft", "large-soft", "half-track", "carrier", "medium-tank", "heavy-tank"]
    assert raised("de.hmg-team").figures[1].base == "tripod"


@clause("sk.gap.sample-forces")
@pytest.mark.parametrize(
    ("scenario", "side", "figures", "points"),
    [("crossroads", 0, 21, 125), ("crossroads", 1, 21, 122), ("patrol", 0, 16, 52)],
)
def test_the_sample_forces_are_those_of_the_scenarios(scenario: str, side: int, figures: int, points: int) -> None:
    """Figures and points as printed."""
    force = RULESET.scenario(scenario).forces[side]
    teams = muster(force, points, "test", "force")
    assert sum(len(team.figures) for team in teams if not team.card.vehicle) == figures
    assert sum(team.card.points for team in teams) == points


@clause("sk.gap.points")
def test_what_is_wrong_with_a_force_is_said() -> None:
    """Too many points, unknown troops, qualities and additions: by file and key."""
    rifles = Enlisted("gb.rifle-team")
    with pytest.raises(DataError, match="24 points of troops where 23 are allowed"):
        muster(Force("British", "British", (rifles, rifles)), 23, "test", "force")
    with pytest.raises(DataError, match="is in no force list"):
        raised("gb.cavalry")
    with pytest.raises(DataError, match="is none of second-line, regular, veteran"):
        raised("gb.rifle-team", quality="elite")
    with pytest.raises(DataError, match="is a vehicle"):
        raised("gb.sherman", quality="veteran")
    with pytest.raises(DataError, match="cannot add 'railgun'"):
        raised("gb.rifle-team", add=("railgun",))
    with pytest.raises(DataError, match="comes as its entry has it"):
        raised("gb.rifle-team", men=3)


def test_every_weapon_of_an_entry_is_in_the_tables() -> None:
    """Arms, guns and what is carried."""
    for troop in troops().values():
        arms = [arm for men in troop.men for arm in men.arms] + ([troop.gun] if troop.gun else [])
        assert all(arm in weapons() for arm in arms)


PLATOON = {
    "us.second-lieutenant": ("officer carbine", "signaller rifle"),
    "us.rifle-squad": ("NCO smg", "gunner bar", *["rifleman rifle"] * 3),
    "us.mmg-team": ("NCO rifle", "gunner mmg", "loader rifle"),
    "us.bazooka-team": ("gunner bazooka", "loader rifle"),
    "us.light-mortar": ("gunner light-mortar", "loader rifle"),
    "de.second-lieutenant": ("officer smg", "signaller rifle"),
    "de.grenadier-squad": ("NCO smg", "gunner lmg", "loader rifle", *["rifleman rifle"] * 2),
    "de.mmg-team": ("NCO rifle", "gunner hmg", "loader rifle"),
    "de.panzerschreck-team": ("gunner panzerschreck", "loader rifle"),
}
PLATOON_POINTS = dict(zip(PLATOON, (6, 18, 11, 8, 12, 7, 18, 11, 8), strict=True))


@clause("sk.gap.shared-troops")
@pytest.mark.parametrize("troop", PLATOON)
def test_the_teams_of_an_ordinary_platoon(troop: str) -> None:
    """A squad is one team of six; all have two actions, at the price of the formula."""
    team = raise_team(Enlisted(troop), "test", "test")
    assert tuple(" ".join((one.role, *one.arms)) for one in team.figures) == PLATOON[troop]
    assert {one.rating for one in team.figures} == {2}
    assert team.card.points == troops()[troop].points == PLATOON_POINTS[troop]
    rounds = {"us.light-mortar": ["he"] * 6 + ["smoke"] * 2, "us.bazooka-team": ["bomb"] * 5}
    if troop in rounds:
        assert list(team.items) == rounds[troop]


@clause("sk.gap.shared-troops")
def test_the_american_sherman_is_the_british_one() -> None:
    """In everything but its nation; the lieutenants have the radio that a mortar's targets are reported by."""
    mine, theirs = (raise_team(Enlisted(troop), "test", "test") for troop in ("us.sherman", "gb.sherman"))
    assert (mine.card.points, mine.card.gun, mine.card.mounts, mine.card.size) == (
        theirs.card.points,
        theirs.card.gun,
        theirs.card.mounts,
        theirs.card.size,
    )
    assert (mine.figures, mine.hull) == (theirs.figures, theirs.hull)
    for troop in ("us.second-lieutenant", "de.second-lieutenant"):
        assert {"command", "radio"} <= set(troops()[troop].tags)
