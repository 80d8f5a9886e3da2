"""Who is lost: casualties that the owner removes, those that the shooter picks, and the check after heavy losses."""

from typing import Any

import pytest

from tests.clause import clause

from .kit import Scene, Side, column, de, keys, stay, terrain, us


def able(troop: str = "us.rifle-squad", men: int = 6, **rest: Any) -> Side:
    """Those who shoot, to the east: six men with an SMG, an automatic rifle and four rifles, unless said otherwise."""
    return us(troop, (20, 20), name="Able", men=men, spots=column(20, 20, men), bearing=90, **rest)


def foes(troop: str = "us.rifle-squad", men: int = 6, x: float = 31, **rest: Any) -> Side:
    """Those who are shot at, in a column, figures 6 and up."""
    return de(troop, (x, 20), name="Foes", men=men, **{"spots": column(x, 20, men), **rest})


def hits(count: int) -> list[int]:
    """The eight dice of Able's shots: so many of them hit, the rifles' first."""
    order = [4, 5, 6, 7, 2, 3, 0, 1]
    return [6 if place in order[:count] else 1 for place in range(8)]


def removal(scene: Scene, *figures: int) -> Any:
    """One wound for each of these men of Foes, whom their owner then removes."""
    dice = [*hits(len(figures)), *[4] * len(figures)]
    gone = keys(*(f"f{figure}" for figure in figures))
    return scene.order("Able", "fire", dice, target="Foes", react="stay", remove_casualties=gone)


# ---- the owner's choice


@clause("ba.gap.casualty-removal")
def test_the_owner_removes_whom_he_likes() -> None:
    """He is asked, and may give up the rifleman at either end of the line."""
    for figure in (6, 11):
        scene = Scene(able(), foes())
        removal(scene, figure)
        assert scene.asked[-1].seat == 1
        assert scene.event("lost men").figures == (figure,)


@clause("ba.gap.casualty-removal")
def test_even_men_out_of_sight_can_be_removed() -> None:
    """A house hides the last men of the line from all shooters, and one of them is lost."""
    house = terrain("building", box=(25, 30, 3, 12))
    scene = Scene(able(men=6), foes(men=12), ground=[house])
    dice = [*[1] * 4, *hits(1)[4:], 4]
    scene.order("Able", "fire", dice, target="Foes", react="stay", remove_casualties=keys("f17"))
    assert scene.event("lost men").figures == (17,)


@clause("ba.gap.casualty-removal")
def test_a_unit_is_not_split_by_its_losses_if_that_can_be_helped() -> None:
    """From the middle of a line nobody can be removed, except together with one end of it."""
    scene = Scene(able(), foes())
    refused = scene.refused(lambda: removal(scene, 8))
    assert refused.refusal.because == ("ba.gap.casualty-removal", "ba.gap.coherency")
    removal(scene, 6, 7)
    assert scene.unit("Foes").men == (8, 9, 10, 11)


@clause("ba.gap.casualty-removal")
def test_what_is_split_already_may_lose_anybody() -> None:
    """Three groups of two, far apart: whoever is lost, the rest do not hang together."""
    spots = ((31, 21.5), (31, 26), (31, 27.5), (31, 32), (31, 33.5))
    scene = Scene(able(), foes(spots=spots))
    removal(scene, 8)
    assert scene.event("lost men").figures == (8,)


@clause("ba.gap.casualty-removal")
def test_a_team_loses_the_man_at_the_end_and_not_the_one_beside_the_gunner() -> None:
    """Gunner, first loader, second loader in a line: only the second can be lost."""
    scene = Scene(able(), foes("us.mmg-team", 3))
    refused = scene.refused(lambda: removal(scene, 7))
    assert refused.refusal.because == ("ba.gap.casualty-removal", "ba.gap.coherency")
    removal(scene, 8)
    assert scene.unit("Foes").men == (6, 7)


@clause("ba.gap.casualty-removal")
def test_a_crew_hangs_together_by_its_gun() -> None:
    """Two men left of the gun and one right of it: any of them can be lost."""
    for figure in (7, 8, 9):
        gun = de("us.flak-gun", (31, 20), name="Foes", spots=((29, 19), (29, 21), (33, 20)))
        scene = Scene(able(), gun)
        removal(scene, figure)
        assert scene.event("lost men").figures == (figure,)


# ---- exceptional damage


@clause("ba.gap.exceptional-damage")
def test_a_second_six_lets_the_shooter_pick() -> None:
    """Two natural sixes are rolled again: one six picks the leader, the other man is the owner's choice."""
    scene = Scene(able(), foes())
    picked, removed = keys("f6"), keys("f11")
    scene.order(
        "Able",
        "fire",
        [*hits(2), 6, 6, 6, 5],
        target="Foes",
        react="stay",
        pick_casualties=picked,
        remove_casualties=removed,
    )
    assert [(one.kind, one.seat) for one in scene.asked[2:]] == [("pick casualties", 0), ("remove casualties", 1)]
    assert scene.unit("Foes").men == (7, 8, 9, 10)


@clause("ba.gap.exceptional-damage")
def test_a_heavy_weapon_destroys_a_gun_by_exceptional_damage() -> None:
    """One man of three is hit by an HMG, with two sixes: the gun is lost, and nobody has to pick."""
    scene = Scene(able("us.hmg-team", 3), de("us.flak-gun", (31, 20), name="Foes"))
    scene.order("Able", "fire", [6, 1, 1, 6, 6], target="Foes", react="stay")
    assert scene.event("was destroyed").tells["why"] == "the gun is destroyed"
    assert scene.kinds_asked() == ["target", "react"]


@clause("ba.gap.exceptional-damage")
def test_small_arms_only_pick_a_man_of_the_crew() -> None:
    """The same two sixes from a rifle cost the gun one man."""
    scene = Scene(able(), de("us.flak-gun", (31, 20), name="Foes"))
    scene.order("Able", "fire", [*hits(1), 6, 6], target="Foes", react="stay", pick_casualties=keys("f8"))
    assert scene.unit("Foes").men == (7, 9)


@clause("ba.gap.exceptional-damage")
def test_exceptional_damage_to_a_spotter_leaves_his_gun_alone() -> None:
    """A howitzer's spotter far from it is picked out by an HMG: he is lost, and nobody else."""
    howitzer = de("us.light-howitzer", (60, 40), name="Foes", add=("spotter",), spotter_at=(31, 20))
    scene = Scene(able("us.hmg-team", 3), howitzer)
    scene.order("Able", "fire", [6, 1, 1, 6, 6], target="u1s", react="stay")
    assert scene.unit("Foes").spotter is None
    assert len(scene.unit("Foes").men) == 3


@clause("ba.gap.exceptional-damage")
def test_there_is_no_exceptional_damage_in_close_quarters() -> None:
    """Seven blows, two of them sixes: none is rolled again, and the owner removes both men."""
    scene = Scene(able(), foes(x=26))
    scene.order("Able", "assault", [6, 6, 1, 1, 1, 1, 1, *[1] * 5, 1], move=stay())
    assert scene.kinds_asked() == ["remove casualties", "move"]


# ---- the check after heavy losses


@clause("ba.gap.casualty-morale")
@pytest.mark.parametrize(("men", "lost", "checks"), [(7, 4, True), (7, 3, False), (6, 3, True), (6, 2, False)])
def test_losing_half_or_more_forces_a_check(men: int, lost: int, checks: bool) -> None:
    """Of seven, four lost are half or more and three are not; of six, three are."""
    scene = Scene(able(), foes(men=men))
    check = [1, 1] if checks else []
    scene.order("Able", "fire", [*hits(lost), *[4] * lost, *check], target="Foes", react="stay")
    assert len(scene.events("checked morale")) == checks


@clause("ba.gap.casualty-morale")
@pytest.mark.parametrize(
    ("fraction", "lost", "checks"), [(0.25, 2, True), (0.25, 1, False), (1.0, 5, False), (0.5, 4, True)]
)
def test_the_share_that_forces_a_check_is_a_switch(fraction: float, lost: int, checks: bool) -> None:
    """A quarter of eight men is two; the whole of them never checks, for nobody is left to."""
    scene = Scene(able(), foes(men=8), casualty_check_fraction=fraction)
    check = [1, 1] if checks else []
    scene.order("Able", "fire", [*hits(lost), *[4] * lost, *check], target="Foes", react="stay")
    assert len(scene.events("checked morale")) == checks


@clause("ba.gap.casualty-morale")
@pytest.mark.parametrize(("roll", "stays"), [((4, 4), True), ((4, 5), False)])
def test_the_pin_of_that_shooting_counts_and_failing_removes_the_unit(roll: tuple[int, int], stays: bool) -> None:
    """Regulars (9) with the one pin just gained pass on 8 or less."""
    scene = Scene(able(), foes())
    scene.order("Able", "fire", [*hits(3), 4, 4, 4, *roll], target="Foes", react="stay")
    (check,) = scene.throws("checks morale")
    assert check.needs == "8 or less (9, -1 for pins)"
    assert scene.unit("Foes").alive == stays
    assert scene.unit("Foes").men == ((6, 7, 8) if stays else ())


@clause("ba.gap.casualty-morale")
def test_losses_to_two_units_are_not_counted_together() -> None:
    """Three of eight to one squad, two of five to another: more than half in all, and no check."""
    baker = us("us.rifle-squad", (42, 20), name="Baker", men=6, spots=column(42, 20, 6))
    scene = Scene(able(), foes(men=8), baker)
    scene.order("Able", "fire", [*hits(3), 4, 4, 4], target="Foes", react="stay")
    scene.order("Baker", "fire", [*hits(2), 4, 4], target="Foes", react="stay")
    assert len(scene.unit("Foes").men) == 3
    assert scene.events("checked morale") == []
