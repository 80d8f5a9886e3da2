"""The weapon list: every line of the rulings, word for word, against the table that is played with."""

import re

import pytest

from sandtable.geometry.units import inches
from sandtable.rulesets.d10.basics.charts import Weapon, limit_of
from sandtable.rulesets.d10.options import Options
from sandtable.rulesets.d10.turn.orders import can_shoot
from sandtable.rulesets.library import clauses
from tests.clause import clause

from .fire import duel

PLAYED = Options()
WEAPONS = PLAYED.tables.weapons

LINES = (
    "d10.gap.weapon-rifle",
    "d10.gap.weapon-garand",
    "d10.gap.weapon-carbine",
    "d10.gap.weapon-smg",
    "d10.gap.weapon-assault-rifle",
    "d10.gap.weapon-pistol",
    "d10.gap.weapon-bar",
    "d10.gap.weapon-lmg",
    "d10.gap.weapon-mg42",
    "d10.gap.weapon-mmg",
    "d10.gap.weapon-hmg50",
    "d10.gap.weapon-sniper-rifle",
    "d10.gap.weapon-frag",
    "d10.gap.weapon-satchel",
    "d10.gap.weapon-flamethrower",
    "d10.gap.weapon-panzerfaust",
    "d10.gap.weapon-bazooka",
    "d10.gap.weapon-atr",
    "d10.gap.weapon-light-mortar",
    "d10.gap.weapon-medium-mortar",
    "d10.gap.weapon-gun-37",
    "d10.gap.weapon-gun-57",
    "d10.gap.weapon-gun-75",
    "d10.gap.weapon-gun-75l",
    "d10.gap.weapon-gun-88",
    "d10.gap.weapon-auto-20",
    "d10.gap.weapon-hull-mg",
    "d10.gap.weapon-barrage",
)
RULINGS = {clause_id: clauses("d10")[clause_id].ruling for clause_id in LINES}
LINE = re.compile(
    r"id (?P<id>\S+)\. Strength CC (?P<cc>\S+), Short (?P<s>\S+), Medium (?P<m>\S+), Long (?P<l>\S+), Extreme (?P<e>[^;]+);"
    r" shots Short/Medium/Long/Extreme (?P<shots>[^;]+); tags: (?P<tags>.+?)\. Cost (?P<cost>-?\d+) points"
)


def number(text: str) -> int:
    """A printed number; a dash is none."""
    return 0 if text == "-" else int(text)


class Printed:
    """A weapon line as it is printed."""

    def __init__(self, ruling: str) -> None:
        found = LINE.match(ruling)
        assert found, ruling
        self.id = found["id"]
        self.cc = number(found["cc"])
        self.strength = tuple(number(found[band]) for band in "smle")
        shots = found["shots"].split("/")
        self.shots = tuple(number(part) for part in shots) if len(shots) == 4 else (0, 0, 0, 0)
        self.tags = [tag.strip() for tag in found["tags"].split(";")]
        self.cost = int(found["cost"])

    def has(self, *starts: str) -> bool:
        """Whether a tag begins so."""
        return any(tag.startswith(starts) for tag in self.tags)

    def counted(self, tag: str) -> int:
        """The number of a tag like Blast 3."""
        return next((int(one.split()[1]) for one in self.tags if re.fullmatch(rf"{tag} \d+", one)), 0)

    @property
    def he(self) -> tuple[int, int]:
        """Strength and Blast of high explosive."""
        found = next(
            (re.match(r"HE strength (\d+) Blast (\d+)", tag) for tag in self.tags if tag.startswith("HE")), None
        )
        return (int(found[1]), int(found[2])) if found else (0, 0)

    @property
    def reach(self) -> int:
        """A limit in inches within the band."""
        found = re.search(r"(?:thrown up to|reach) (\d+)\"", "; ".join(self.tags))
        return int(found[1]) if found else 0


PRINTED = {clause_id: Printed(ruling) for clause_id, ruling in RULINGS.items()}
LISTED = [pytest.param(line, marks=clause(clause_id), id=line.id) for clause_id, line in PRINTED.items()]


def test_there_are_28_weapons_and_no_other() -> None:
    """Every printed line is in the table under its own id and clause, and nothing else is."""
    assert len(PRINTED) == 28
    assert {line.id: clause_id for clause_id, line in PRINTED.items()} == {
        name: weapon.clause for name, weapon in WEAPONS.items()
    }


@pytest.mark.parametrize("line", LISTED)
def test_a_weapon_is_as_its_line_prints_it(line: Printed) -> None:
    """Strengths, shots, numbers of tags, reach and cost."""
    weapon = WEAPONS[line.id]
    assert (weapon.cc, weapon.strength, weapon.shots) == (line.cc, line.strength, line.shots)
    assert (weapon.blast, weapon.at, (weapon.he, weapon.he_blast)) == (
        line.counted("Blast"),
        line.counted("AT"),
        line.he,
    )
    assert (weapon.reach, weapon.cost) == (line.reach, line.cost)


@pytest.mark.parametrize("line", LISTED)
def test_a_weapon_has_the_tags_of_its_line(line: Printed) -> None:
    """Words that matter, and none that is not printed."""
    weapon = WEAPONS[line.id]
    assert weapon.has("steady") == line.has("Steady")
    assert weapon.has("fixed") == line.has("Fixed")
    assert weapon.has("indirect") == line.has("Indirect")
    assert weapon.has("aimed") == line.has("Aimed")
    assert weapon.has("one-use") == line.has("One-use")
    assert weapon.has("ignores-cover") == line.has("Ignores cover")
    assert weapon.crew == (2 if line.has("needs 2 crew") else 0)
    assert weapon.missions == (2 if line.has("two fire missions") else 0)


@clause("d10.range.cc")
@pytest.mark.parametrize("weapon", WEAPONS.values(), ids=list(WEAPONS))
def test_a_dash_is_a_band_without_strength_and_without_shots(weapon: Weapon) -> None:
    """Every weapon has a value for contact and for each of four bands; where it has no strength it has no shots."""
    assert [strength > 0 for strength in weapon.strength] == [shots > 0 for shots in weapon.shots]
    assert all(0 <= strength <= 10 for strength in (weapon.cc, *weapon.strength))


@clause("d10.gap.weapon-frag", "d10.gap.weapon-flamethrower", "d10.gap.weapon-panzerfaust", "d10.gap.weapon-satchel")
def test_how_far_weapons_reach() -> None:
    """Grenades 6 inches, flamethrowers 8, a Panzerfaust to the end of Short; a charge is for contact only."""
    reach = {name: limit_of(name, PLAYED) for name in WEAPONS}
    assert (reach["frag"], reach["flamethrower"], reach["panzerfaust"]) == (inches(6), inches(8), inches(12))
    assert (reach["smg"], reach["carbine"], reach["rifle"], reach["mmg"]) == (12_000, 24_000, 36_000, 48_000)
    assert reach["satchel"] == 0


@clause("d10.gap.shots", "d10.range.no-to-hit-effect", "d10.gap.damage-stat")
@pytest.mark.parametrize(
    ("gap", "shots", "damage"),
    [(12, 5, "5+"), (12.001, 5, "5+"), (24.001, 5, "5+"), (36, 5, "5+"), (36.001, 4, "6+"), (48, 4, "6+")],
)
def test_range_changes_shots_and_strength_but_not_the_score(gap: float, shots: int, damage: str) -> None:
    """A tripod machine gun: five shots at strength 5, four at strength 4 beyond 36 inches, always 6+ to hit at SH 4."""
    scene = duel("mmg", gap, men=2, models={1: {"weapons": ()}})
    scene.order("Able", "shoot", dice=[6, *[1] * (shots - 1), 10])
    thrown = scene.thrown()
    assert (len(thrown[0][1]), thrown[0][2], thrown[1][2]) == (shots, "6+", damage)


@clause("d10.gap.shots", "d10.range.no-to-hit-effect", "d10.gap.weapon-smg", "d10.gap.weapon-carbine")
@pytest.mark.parametrize(("weapon", "reach"), [("smg", 12), ("carbine", 24), ("rifle", 36), ("lmg", 48), ("frag", 6)])
def test_a_weapon_is_of_no_use_beyond_its_last_band(weapon: str, reach: float) -> None:
    """It fires at exactly its reach, and has nobody to fire at a thousandth of an inch beyond."""
    assert can_shoot(duel(weapon, reach).state, 0)
    assert not can_shoot(duel(weapon, reach + 0.001).state, 0)
