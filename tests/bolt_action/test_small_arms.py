"""The small arms of the weapons chart: range, shots, no penetration, and what is special about each."""

from typing import Any, NamedTuple

import pytest

from tests.clause import clause

from .kit import Scene, Side, column, de, shift, stay, us


class Row(NamedTuple):
    """A row of the chart, and a unit that has the weapon."""

    weapon: str
    reach: float
    shots: int  # of all weapons of the kind in the unit
    troop: str
    men: int
    add: tuple[str, ...] = ()
    others: int = 0  # dice of other weapons in the unit that reach as far
    others_near: int = 0  # and that reach half as far
    base: float = 0.5  # the radius of the shooter's base
    at_limit: str = "4+ (-1 long range)"
    on_the_move: str = "4+ (-1 on the move)"  # at half its range

    def unit(self, **rest: Any) -> Side:
        """The unit in a column, facing east."""
        spots = column(10, 10, self.men)
        return us(self.troop, (10, 10), name="Able", men=self.men, add=self.add, spots=spots, bearing=90, **rest)

    def foes(self, distance: float) -> Side:
        """A squad of six in a column, so many inches away."""
        x = 10.5 + self.base + distance
        return de("de.grenadier-squad", (x, 10), name="Foes", men=6, spots=column(x, 10, 6))

    def says(self, scene: Scene) -> list[tuple[int, str]]:
        """How many shots this weapon had, and what they needed."""
        return [(len(faces), needs) for _, faces, needs in scene.thrown(f"Able ({self.weapon}) at Foes: to hit")]


RIFLE = Row("Rifle", 24, 1, "us.captain", 2)
PISTOL = Row("Pistol", 6, 1, "us.captain", 1, at_limit="3+ (+1 point blank, -1 long range)", on_the_move="3+")
SMG = Row("Sub-machine gun", 12, 10, "su.assault-squad", 5, on_the_move="3+")
AUTOMATIC = Row("Automatic rifle", 30, 2, "us.rifle-squad", 6, others_near=4)
ASSAULT = Row(
    "Assault rifle", 24, 8, "us.rifle-squad", 6, ("assault-rifle",) * 4, others=2, others_near=4, on_the_move="3+"
)
LMG = Row("Light machine gun", 30, 3, "gb.infantry-section", 5, others_near=2)
MMG = Row("Medium machine gun", 36, 4, "us.mmg-team", 3, base=0.787)

ROWS = [
    pytest.param(row, marks=clause(printed), id=printed)
    for printed, row in {
        "ba.weapon.rifle": RIFLE,
        "ba.weapon.pistol": PISTOL,
        "ba.weapon.smg": SMG,
        "ba.weapon.automatic-rifle": AUTOMATIC,
        "ba.weapon.assault-rifle": ASSAULT,
        "ba.weapon.lmg": LMG,
        "ba.weapon.mmg": MMG,
    }.items()
]


@pytest.mark.parametrize("row", ROWS)
def test_a_small_arm_has_its_shots_at_its_whole_range(row: Row) -> None:
    """At the very limit of its range every shot of the weapon is rolled, at long range."""
    scene = Scene(row.unit(), row.foes(row.reach))
    scene.order("Able", "fire", [1] * (row.shots + row.others), target="Foes", react="stay")
    assert row.says(scene) == [(row.shots, row.at_limit)]


@pytest.mark.parametrize("row", ROWS)
def test_a_small_arm_does_not_reach_beyond_its_range(row: Row) -> None:
    """A thousandth of an inch beyond, it does not fire."""
    scene = Scene(row.unit(), row.foes(row.reach + 0.001))
    scene.order("Able", "fire", [1] * row.others, target="Foes", react="stay")
    assert row.says(scene) == []


@pytest.mark.parametrize("row", ROWS)
def test_a_small_arm_does_nothing_to_armour(row: Row) -> None:
    """Every shot hits a tank, and not one is rolled against its armour."""
    scene = Scene(row.unit(), de("us.sherman", (10 + row.base + row.reach, 13), name="Foes", bearing=0))
    scene.order("Able", "fire", [6] * (row.shots + row.others), target="Foes")
    assert row.says(scene) == [(row.shots, row.at_limit)]
    assert scene.event("was hit").tells["hits"] == row.shots + row.others
    assert "ba.armour.small-arms" in scene.clauses()


@pytest.mark.parametrize("row", ROWS[:-1])
def test_assault_weapons_shoot_on_the_move_without_penalty(row: Row) -> None:
    """After an Advance to half range it is 3+ with Assault, 4+ without."""
    scene = Scene(row.unit(), row.foes(row.reach / 2 + 1), point_blank_inches=0)
    dice = [1] * (row.shots + row.others_near)
    scene.order("Able", "advance", dice, move=shift(1, 0), target="Foes", react="stay")
    assert row.says(scene) == [(row.shots, row.on_the_move)]


@clause("ba.weapon.mmg")
def test_a_medium_machine_gun_is_fixed() -> None:
    """After an Advance it does not shoot, and is not asked at whom."""
    scene = Scene(MMG.unit(), MMG.foes(10))
    scene.order("Able", "advance", move=shift(1, 0))
    assert scene.kinds_asked() == ["move"]


@pytest.mark.parametrize(
    "row",
    [pytest.param(LMG, marks=clause("ba.weapon.lmg")), pytest.param(MMG, marks=clause("ba.weapon.mmg"))],
    ids=["lmg", "mmg"],
)
def test_machine_guns_are_team_weapons(row: Row) -> None:
    """With only the gunner left it shoots at -1."""
    scene = Scene(row.unit(fields={"men": (1,) if row is LMG else (0,)}), row.foes(10))
    scene.order("Able", "fire", [1] * row.shots, target="Foes", react="stay")
    assert row.says(scene) == [(row.shots, "4+ (-1 short of crew)")]


@clause("ba.gap.weapon-assault")
def test_assault_weapons_are_exempt_from_the_penalty_for_moving() -> None:
    """In one squad on the move, the sub-machine gun hits on 3 and the rifles on 4."""
    scene = Scene(AUTOMATIC.unit(), AUTOMATIC.foes(7.5), point_blank_inches=0)
    scene.order("Able", "advance", [1] * 8, move=shift(1.5, 0), target="Foes", react="stay")
    assert scene.thrown("to hit") == [
        ("Able (Sub-machine gun) at Foes: to hit", (1, 1), "3+"),
        ("Able (Automatic rifle) at Foes: to hit", (1, 1), "4+ (-1 on the move)"),
        ("Able (Rifle) at Foes: to hit", (1, 1, 1, 1), "4+ (-1 on the move)"),
    ]


@clause("ba.gap.weapon-assault")
def test_an_assault_weapon_gives_two_attacks_in_close_quarters() -> None:
    """Five sub-machine guns strike ten blows; a squad of five with one of them strikes six back."""
    scene = Scene(SMG.unit(), AUTOMATIC.foes(3))
    scene.order("Able", "assault", [4] + [1] * 9 + [1] * 6 + [1], move=stay())
    blows = scene.throws("fights")
    assert [(one.why, len(one.faces)) for one in blows] == [
        ("Able fights Foes: to damage", 10),
        ("Foes fights Able: to damage", 6),
    ]
