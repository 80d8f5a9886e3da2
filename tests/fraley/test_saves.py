"""Saves of Infantry, Guns and Soft Skinned vehicles, and when passed ones are rolled again."""

from typing import Any

import pytest

from sandtable.dice.readings import Each
from sandtable.rulesets.fraley.basics.terrain import HARD, SOFT
from sandtable.rulesets.fraley.harm.saves import Failing, reroll_of, running, save_number
from tests.clause import clause

from .kit import Scene, german, terrain, us
from .volleys import companies, fire, foes, foot, shot, shots

assert companies is not None  # a fixture of every test here


def numbers(scene: Scene, *, at_weapon: bool = False) -> list[int]:
    """What Berta's Team needs in the open, in Soft and in Hard Cover."""
    team = scene.row("Berta")
    return [save_number(scene.state, team, cover, at_weapon=at_weapon) for cover in (0, SOFT, HARD)]


def needs(scene: Scene) -> list[str]:
    """What Saves needed."""
    return [one.needs for one in scene.throws("Saves")]


# ---- the table


@clause("fraley.save.infantry")
def test_infantry_saves_on_three_in_hard_cover_on_two() -> None:
    """Against anything."""
    scene = Scene(foot(1), foes("Rifle Team"))
    assert numbers(scene) == numbers(scene, at_weapon=True) == [3, 3, 2]


@clause("fraley.save.gun")
def test_guns_save_on_five_in_hard_cover_on_three() -> None:
    """The table is followed; a switch makes it 4+."""
    scene = Scene(foot(1), foes("LMG Team"))
    assert numbers(scene) == numbers(scene, at_weapon=True) == [5, 5, 3]
    assert numbers(Scene(foot(1), foes("LMG Team"), gun_hard_cover_save=4)) == [5, 5, 4]


@clause("fraley.save.gun-inactive")
@pytest.mark.parametrize(
    ("did", "expected"),
    [
        ({"moved": False, "fired": False}, [3, 3, 2]),
        ({"moved": True, "fired": False}, [5, 5, 3]),
        ({"moved": False, "fired": True}, [5, 5, 3]),
    ],
)
def test_a_gun_that_neither_moved_nor_fired_saves_as_infantry(did: dict[str, bool], expected: list[int]) -> None:
    """A silent Pak40 in the open saves on 3+; after firing, 5+."""
    scene = Scene(foot(1), german("de.at-platoon", (20, 30), name="Berta", pick=("Pak40 Team",), each=did))
    assert numbers(scene) == expected


@clause("fraley.save.tank", "fraley.armor.classes", "fraley.armor.soft-non-at", "fraley.armor.soft-at")
def test_vehicles_save_by_their_class() -> None:
    """A truck as Infantry, against AT weapons as a Gun even if it stood still; an Armored Team not by this table."""
    still = {"moved": False, "fired": False}
    scene = Scene(foot(1), german("de.truck-section", (20, 30), name="Berta", men=1, each=still))
    assert numbers(scene) == [3, 3, 2]
    assert numbers(scene, at_weapon=True) == [5, 5, 3]
    scene = Scene(foot(1), german("de.half-track-section", (20, 30), name="Berta", men=1))
    with pytest.raises(AssertionError):
        numbers(scene)


# ---- rolling


@clause("fraley.save.procedure", "fraley.save.removed")
def test_one_failed_save_of_two_is_enough() -> None:
    """Rifle Team in the open with 2 hits: both dice must be 3+."""
    for faces, left in (((3, 3), 1), ((3, 2), 0), ((2, 6), 0)):
        scene = Scene(foot(2), foes("Rifle Team"))
        team = scene.row("Berta")
        fire(scene, shots(scene, 2), [3, 3, *faces])
        assert len(scene.unit("Berta").men) == left
        assert scene.state.layout.on_table(team) == (left == 1)
    assert scene.event("lost Teams").because == ("fraley.save.removed",)


@clause("fraley.armor.soft-at", "fraley.armor.soft-non-at")
def test_a_truck_rolls_a_save_for_every_hit_and_is_removed_on_a_failure() -> None:
    """A 57mm hits a truck twice in the open: two Saves at 5+, no Vehicle Damage roll, and the full FP; a rifle: 3+."""
    other = german("de.truck-section", (20, 43), name="Berta", men=1)
    scene = Scene(us("us.at-platoon", (20, 20), name="Able", pick=("57mm Team",), bearing=180), other)
    fire(scene, shots(scene, 1), [3, 3, 1, 1, 5, 4])
    assert [(len(one.faces), one.needs) for one in scene.throws("Saves")] == [(2, "5+")]
    assert scene.unit("Berta").men == ()
    scene = Scene(foot(1), german("de.truck-section", (20, 30), name="Berta", men=1))
    fire(scene, shots(scene, 1), [3, 3])
    assert needs(scene) == ["3+"]


@clause("fraley.save.cover-judged")
def test_pooled_hits_meet_the_cover_from_all_who_fire() -> None:
    """A gun with its shield towards one rifleman saves on 3+; with another at its side on 5+."""
    other = german("de.at-platoon", (20, 30), name="Berta", pick=("Pak40 Team",))
    scene = Scene(foot(2, spots=((30, 31),)), other)
    fire(scene, [shot(scene, 0)], [3, 6])
    assert needs(scene) == ["3+"]
    scene = Scene(foot(2, spots=((30, 31),)), other)
    fire(scene, shots(scene, 2), [3, 2, 6])
    assert needs(scene) == ["5+"]


@clause("fraley.save.cover-judged")
def test_who_does_not_see_a_team_does_not_take_its_cover() -> None:
    """One fires across a wall that a Team touches; the other, behind it, has a wood before him and hits its neighbour."""
    ground = [terrain("wall", line=[(15, 29.375), (25, 29.375)]), terrain("woods", box=(12, 34, 14, 3))]
    scene = Scene(
        foot(2, spots=((20, 42),)), foes("Rifle Team", "Rifle Team", at=(20, 30), spots=((32, 40),)), ground=ground
    )
    fire(scene, shots(scene, 2), [3, 3, 6, 6])
    assert sorted((faces, needs) for _, faces, needs in scene.thrown("Saves")) == [((6,), "2+"), ((6,), "3+")]


@clause("fraley.save.cover-judged")
def test_an_at_weapon_meets_the_cover_from_itself_alone() -> None:
    """A dug-in Team is in Hard Cover from everywhere; a shield is none against a Bazooka, whoever else fires."""
    own = us("us.rifle-platoon", (20, 20), name="Able", pick=("Bazooka Team", "Rifle Team"), bearing=180)
    scene = Scene(own, german("de.at-platoon", (20, 29), name="Berta", pick=("Pak40 Team",)))
    fire(scene, shots(scene, 2), [3, 3, 6, 6])
    assert sorted(needs(scene)) == ["3+", "5+"]


# ---- rolled again


def runners(roles: tuple[str, ...] = ("Rifle Team",), **more: Any) -> Scene:
    """A Unit that has run."""
    return Scene(foot(1), foes(*roles, fields={"ran": True}), **more)


@clause("fraley.action.run-save-penalty")
def test_a_unit_that_ran_rolls_passed_saves_again() -> None:
    """Rolls 5, must roll again, gets 2: removed."""
    scene = runners()
    fire(scene, shots(scene, 1), [3, 5, 2])
    assert scene.unit("Berta").men == ()
    scene = runners()
    fire(scene, shots(scene, 1), [3, 2])  # a failed one is not
    assert scene.unit("Berta").men == ()
    scene = Scene(foot(1), foes("Rifle Team"))
    fire(scene, shots(scene, 1), [3, 5])


@clause("fraley.action.run-save-penalty")
def test_by_a_switch_only_while_it_runs() -> None:
    """Only fire that interrupts the Run itself."""
    scene = runners(run_penalty_until="during_move")
    assert not running(scene.state, scene.row("Berta"))
    scene = runners(run_penalty_until="during_move", fields={"acting": 1})
    assert running(scene.state, scene.row("Berta"))


@clause("fraley.action.run-save-penalty", "fraley.hit.one-or-less", "fraley.at.one-save")
@pytest.mark.parametrize(("needed", "ran", "dice"), [(1, False, [5, 4]), (3, True, [5, 4]), (3, False, [5])])
def test_the_save_against_an_at_weapon_is_rolled_again_as_well(needed: int, ran: bool, dice: list[int]) -> None:
    """For a Run, or where 1 was needed."""
    own = us("us.at-platoon", (20, 20), name="Able", pick=("57mm Team",), bearing=180)
    scene = Scene(own, foes("Rifle Team", fields={"ran": ran}))
    fire(scene, [shot(scene, needed=needed)], [6, 1, *dice])
    assert [faces for _, faces, _ in scene.thrown("Saves")] == [(die,) for die in dice]


@clause("fraley.roll.single-reroll")
def test_no_save_is_rolled_again_twice() -> None:
    """A running Team hit on a needed 1: once, not twice. Rules for both passed and failed ones cancel."""
    scene = runners()
    fire(scene, shots(scene, 1, needed=1), [3, 5, 5])
    assert len(scene.unit("Berta").men) == 1
    assert reroll_of(passed=True, failed=True) == 0
    assert (reroll_of(passed=True), reroll_of(passed=False, failed=True)) == (1, -1)


@clause("fraley.armor.close-range")
@pytest.mark.parametrize(("y", "dice"), [(39.25, [3, 5, 5]), (39.251, [3, 5])])
def test_by_a_switch_all_saves_are_rolled_again_within_eighteen_inches(y: float, dice: list[int]) -> None:
    """Exactly 18.0" is within; an LMG fires."""
    own = us("us.mg-platoon", (20, 20), name="Able", pick=("HMG Team",), bearing=180)
    scene = Scene(own, foes("Rifle Team", at=(20, y)), close_range_reroll="all_saves")
    fire(scene, [shot(scene, fp=1)], dice)
    assert len(scene.throws("Saves")) == len(dice) - 1
    scene = Scene(own, foes("Rifle Team", at=(20, y)))
    fire(scene, [shot(scene, fp=1)], [3, 5])
    assert len(scene.throws("Saves")) == 1


# ---- the reading


@pytest.mark.parametrize(("needed", "each", "kinds"), [(3, 1, (1, 1, 2)), (5, 2, (1, 2)), (2, 1, (1, 1)), (4, 3, (1,))])
def test_the_weights_of_who_fails_are_those_of_all_throws(needed: int, each: int, kinds: tuple[int, ...]) -> None:
    """Counted throw by throw; Teams alike are all one."""
    reading = Failing(needed, each, kinds)
    counted: dict[Any, int] = {}
    for faces in Each().weights(each * len(kinds), 6):
        value = reading.read(faces)
        counted[value] = counted.get(value, 0) + 1
    assert counted == dict(reading.weights(each * len(kinds), 6))
