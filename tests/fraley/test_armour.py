"""Armour Saves, Front and Flank, hull and turret, the Vehicle Damage Table."""

from typing import Any

import pytest

from sandtable.rulesets.fraley.fire.fire_modes import Struck
from sandtable.rulesets.fraley.machines.armour import Damage, by_count, damage, flank_of, save_roll
from sandtable.rulesets.fraley.options import Options
from tests.clause import clause

from .kit import Scene, Side, german, us
from .volleys import companies, fire, foot, shot, shots

assert companies is not None  # a fixture of every test here

FAR = 41.5  # more than 18" from a gun at y = 20


def guns(count: int = 1, at: tuple[float, float] = (20, 20), **more: Any) -> Side:
    """57mm guns that fire to the south."""
    return us("us.at-platoon", at, name="Able", pick=("57mm Team",) * count, bearing=180, **more)


def tanks(troop: str = "panzer-iv", count: int = 1, at: tuple[float, float] = (20, FAR), **more: Any) -> Side:
    """Tanks that look north."""
    return german(f"de.{troop}-platoon", at, name="Berta", men=count, **more)


def bazooka(at: tuple[float, float] = (20, 20)) -> Side:
    """A Bazooka Team that fires to the south."""
    return us("us.rifle-platoon", at, name="Able", pick=("Bazooka Team",), bearing=180)


def saves(scene: Scene) -> list[tuple[tuple[int, ...], str]]:
    """Armour Saves that were rolled."""
    return [(faces, needs) for _, faces, needs in scene.thrown("armour")]


# ---- who is harmed


@clause("fraley.armor.at-only", "fraley.armor.classes")
def test_armour_is_harmed_by_at_weapons_only() -> None:
    """Machine-gun hits on tanks and half-tracks are ignored: no Save, no marker."""
    own = us("us.mg-platoon", (20, 20), name="Able", pick=("HMG Team",) * 3, bearing=180)
    for other in (tanks(at=(20, 32)), german("de.half-track-section", (20, 32), name="Berta", men=1)):
        scene = Scene(own, other)
        assert fire(scene, shots(scene, 3), [3] * 12) == Struck(1, 12, 0)
        assert scene.told() == [("was hit", 1), ("was not harmed", 1)]
        assert scene.marks("Berta") == [0]


# ---- Saves


@clause("fraley.armor.save", "fraley.save.tank")
def test_a_tank_saves_once_for_every_hit_on_its_armour() -> None:
    """Panzer IV hit twice from the front: two Saves at 5+."""
    scene = Scene(guns(), tanks())
    assert fire(scene, shots(scene, 1), [3, 3, 1, 1, 5, 6]) == Struck(1, 2, 0)
    assert saves(scene) == [((5, 6), "5+")]
    assert scene.throws("armour")[0].seat == 1


@clause("fraley.armor.close-range")
@pytest.mark.parametrize(("y", "dice"), [(40.4, [5, 5]), (40.401, [5])])
def test_passed_saves_are_rolled_again_against_fire_from_eighteen_inches(y: float, dice: list[int]) -> None:
    """At 18.0" a passed Save must be passed again; just beyond it need not."""
    scene = Scene(guns(), tanks(at=(20, y)))
    fire(scene, shots(scene, 1), [3, 1, 1, 1, *dice])
    assert saves(scene) == [((5,), "5+")] * len(dice)


@clause("fraley.armor.close-range")
def test_only_passed_ones_are_rolled_again() -> None:
    """One of two passed: one die again, it fails, and two dice of damage follow."""
    scene = Scene(guns(), tanks(at=(20, 36)))
    fire(scene, shots(scene, 1), [3, 3, 1, 1, 5, 4, 1, 3, 3])
    assert saves(scene) == [((5, 4), "5+"), ((1,), "5+")]
    assert len(scene.throws("Vehicle Damage")[0].faces) == 2


@clause("fraley.hit.one-or-less")
def test_passed_armour_saves_are_rolled_again_where_one_was_needed() -> None:
    """From beyond 18"; where 2 was needed they are not."""
    for needed, dice in ((1, [5, 5]), (2, [5])):
        scene = Scene(guns(), tanks())
        fire(scene, shots(scene, 1, needed=needed), [3, 1, 1, 1, *dice])
        assert saves(scene) == [((5,), "5+")] * len(dice)


@clause("fraley.action.run-save-penalty", "fraley.roll.single-reroll")
def test_tanks_that_ran_roll_passed_saves_again_once() -> None:
    """From afar for the Run, from near not twice."""
    for y in (FAR, 36):
        scene = Scene(guns(), tanks(at=(20, y), fields={"ran": True}))
        fire(scene, shots(scene, 1), [3, 1, 1, 1, 5, 5])
        assert saves(scene) == [((5,), "5+")] * 2


# ---- Front and Flank


@clause("fraley.armor.flank")
def test_a_shot_from_behind_the_front_line_meets_the_flank() -> None:
    """A Tiger: Front 3+, Flank 4+. Its nose is the line of its hull, and a firer exactly on it is in front.

    Between that and the front of its turret a die says which is hit; an inch behind the nose both show their flank.
    """
    nose = 43 - 1.25
    for y, part, needs in (
        (nose, [], "3+"),
        (nose + 0.001, [1], "4+"),
        (nose + 0.001, [6], "3+"),
        (nose + 1, [], "4+"),
    ):
        scene = Scene(guns(at=(44, y)), tanks("tiger", at=(20, 43)))
        fire(scene, shots(scene, 1), [3, 1, 1, 1, *part, 6])
        assert saves(scene) == [((6,), needs)]
    scene = Scene(guns(), tanks("tiger", bearing=180))
    fire(scene, shots(scene, 1), [3, 1, 1, 1, 6])
    assert saves(scene) == [((6,), "4+")]
    assert flank_of(scene.state, scene.row("Berta")) == 4


@clause("fraley.armor.hull-or-turret")
@pytest.mark.parametrize(("die", "needs"), [(2, "3+"), (3, "3+"), (4, "5+"), (5, "5+")])
def test_a_die_says_whether_hull_or_turret_is_hit(die: int, needs: str) -> None:
    """Panther, hull frontal, turret turned away: one die for all hits of the weapon."""
    scene = Scene(guns(), tanks("panther", teams={0: {"turret": 1800}}))
    fire(scene, shots(scene, 1), [3, 3, 1, 1, die, 6, 6])
    assert saves(scene) == [((6, 6), needs)]


@clause("fraley.armor.hull-or-turret")
def test_no_die_where_hull_and_turret_face_alike_or_there_is_no_turret() -> None:
    """Nor where a switch says that turrets have no heading of their own."""
    for other in (tanks("panther"), tanks("stug"), tanks("panther", bearing=180)):
        scene = Scene(guns(), other)
        fire(scene, shots(scene, 1), [3, 1, 1, 1, 6])
    scene = Scene(guns(), tanks("panther", teams={0: {"turret": 1800}}), turret_heading_tracked=False)
    fire(scene, shots(scene, 1), [3, 1, 1, 1, 6])
    assert saves(scene) == [((6,), "3+")]


# ---- infantry AT weapons


@clause("fraley.tank.inf-at-reroll", "fraley.roll.single-reroll")
@pytest.mark.parametrize(
    ("troop", "y", "dice", "rolled"),
    [
        ("panzer-iv", 30, [4, 3], 1),  # within 18" both rerolls cancel: one plain Save, which fails
        ("panzer-iv", 41, [4, 5], 2),  # at Long Range the failed one is rolled again
        ("panzer-iv", 41, [5], 1),
        ("stug", 41, [3, 4], 2),
        ("panther", 41, [2, 3], 1),  # not noted: it fails
    ],
)
def test_failed_saves_against_infantry_at_weapons(troop: str, y: float, dice: list[int], rolled: int) -> None:
    """StuG III G and Panzer IV roll them again."""
    scene = Scene(bazooka(), tanks(troop, at=(20, y)))
    fire(scene, [shot(scene, fp=1)], [3, *dice])
    assert len(saves(scene)) == rolled


@clause("fraley.tank.inf-at-reroll")
def test_guns_are_no_infantry_at_weapons() -> None:
    """A failed Save against a 57mm stands."""
    scene = Scene(guns(), tanks())
    fire(scene, shots(scene, 1), [3, 1, 1, 1, 4, 3])
    assert len(saves(scene)) == 1


# ---- the Vehicle Damage Table


@clause("fraley.armor.vdt-per-failure", "fraley.vdt.no-effect", "fraley.vdt.suppression")
def test_a_die_for_every_failed_save() -> None:
    """Two failed Saves, 3 and 5: no effect and one suppression, on the tank that was hit."""
    scene = Scene(guns(), tanks(count=2))
    hit = scene.row("Berta", 1)
    struck = fire(scene, shots(scene, 1), [3, 3, 1, 1, 1, 1, 3, 5], allot=[[f"m{hit}"]])
    assert struck == Struck(1, 2, 1)
    assert scene.marks("Berta") == [0, 1]
    thrown = scene.throws("Vehicle Damage")[0]
    assert (thrown.faces, thrown.seat) == ((3, 5), 0)


@clause("fraley.vdt.no-effect")
def test_one_to_three_do_nothing() -> None:
    """All three faces."""
    scene = Scene(guns(), tanks())
    assert scene.call(damage, scene.row("Berta"), 3, 0, dice=[1, 2, 3]) == Damage(0, destroyed=False)
    assert scene.marks("Berta") == [0]
    assert scene.told() == [("was not damaged", 1)]


@clause("fraley.vdt.destroyed")
def test_a_six_destroys() -> None:
    """It is removed and leaves nothing behind."""
    scene = Scene(guns(), tanks(count=2))
    team = scene.row("Berta")
    struck = fire(scene, shots(scene, 1), [3, 1, 1, 1, 1, 6], allot=[[f"m{team}"]])
    assert struck == Struck(1, 1, 1)
    assert not scene.state.layout.on_table(team)
    assert scene.unit("Berta").lost == 1
    assert not scene.state.terrain


@clause("fraley.vdt.destroyed", "fraley.at.single-team")
def test_hits_on_a_tank_that_is_gone_are_spent() -> None:
    """Two guns, one tank: the first destroys it, and nothing is rolled for the hits of the second."""
    scene = Scene(guns(2), tanks())
    assert fire(scene, shots(scene, 2), [3, 1, 1, 1] * 2 + [1, 6]) == Struck(1, 2, 1)
    assert not scene.unit("Berta").men


@clause("fraley.vdt.one-suppression-per-weapon", "fraley.vdt.suppression")
def test_one_weapon_suppresses_once() -> None:
    """Rolls 4, 5, 5: one marker; a second weapon may add its own where all are suppressed."""
    scene = Scene(guns(), tanks())
    team = scene.row("Berta")
    assert scene.call(damage, team, 3, 0, dice=[4, 5, 5]) == Damage(1, destroyed=False)
    assert scene.marks("Berta") == [1]
    scene.call(damage, team, 1, 0, dice=[4])
    assert scene.marks("Berta") == [2]
    scene.call(damage, team, 1, 0, dice=[4])
    assert scene.marks("Berta") == [2]


@clause("fraley.vdt.suppression")
def test_a_marker_that_the_tank_may_not_have_goes_to_another() -> None:
    """It holds one while another holds none."""
    scene = Scene(guns(), tanks(count=2, teams={1: {"marks": 1}}))
    scene.call(damage, scene.row("Berta", 1), 1, 0, dice=[4])
    assert scene.marks("Berta") == [1, 1]


@clause("fraley.armor.vdt-per-failure")
def test_by_a_switch_the_number_of_failed_saves_is_looked_up() -> None:
    """No die: 1 to 3 nothing, 4 and 5 a suppression, 6 destroys."""
    assert [by_count(Options(), failed) for failed in (1, 3, 4, 5, 6, 7)] == [
        (0, 0),
        (0, 0),
        (1, 0),
        (1, 0),
        (0, 1),
        (0, 1),
    ]
    scene = Scene(guns(), tanks(), vdt_mode="count_of_failures")
    team = scene.row("Berta")
    assert scene.call(damage, team, 4, 0) == Damage(1, destroyed=False)
    assert scene.call(damage, team, 6, 0) == Damage(0, destroyed=True)


def test_armour_saves_can_be_rolled_by_other_chapters() -> None:
    """How many fail in the end; a second throw only if something is to be thrown again."""
    scene = Scene(foot(1), tanks())
    team = scene.row("Berta")

    async def roll(play: Any, reroll: int) -> int:
        rolled = await save_roll(play.state, team, 4, 3, "Saves", "fraley.assault.tank-save", reroll=reroll)
        return rolled.value

    assert scene.call(roll, 0, dice=[4, 3, 3]) == 2
    assert scene.call(roll, 1, dice=[4, 4, 3, 4, 3]) == 2
    assert scene.call(roll, 1, dice=[1, 2, 3]) == 3
    assert scene.call(roll, -1, dice=[4, 3, 3, 3, 4]) == 1
    assert scene.call(roll, -1, dice=[4, 4, 4]) == 0
