"""Troop quality and morale: values, officers, what else counts, and the limits of every roll."""

from typing import Any

import pytest

from sandtable.rulesets.bolt_action.harm.losses import remove_men
from tests.clause import clause

from .kit import Scene, Side, de, terrain, us
from .turn_kit import facing

FAILS = [6, 5]


def pinned(pins: int, *more: Side, troop: str = "us.rifle-squad", quality: str = "", **rest: Any) -> Scene:
    """Able with so many pins at the west of the table, a foe far away, and whoever else there is."""
    men = 6 if troop == "us.rifle-squad" else 0
    able = us(troop, (10, 20), name="Able", men=men, quality=quality, fields={"pins": pins})
    return Scene(able, de("us.medic", (70, 2), name="Foes"), *more, **rest)


def nerve(scene: Scene, name: str = "Able", order: str = "rally") -> str:
    """What a unit needs in an order test, with all reasons."""
    scene.order(name, order, FAILS)
    (thrown,) = scene.throws("order test")
    return thrown.needs


def lose(scene: Scene, name: str, *places: int) -> Scene:
    """Men of a unit are lost."""
    number = scene.number(name)
    gone = [scene.unit(name).men[place] for place in places]
    return scene.run(lambda play: remove_men(play, number, gone, "ba.gap.morale-modifiers"))


@pytest.mark.parametrize(
    ("quality", "needed"),
    [
        pytest.param("inexperienced", "7 or less (8, -1 for pins)", marks=clause("ba.quality.inexperienced")),
        pytest.param("regular", "8 or less (9, -1 for pins)", marks=clause("ba.quality.regular")),
        pytest.param("veteran", "9 or less (10, -1 for pins)", marks=clause("ba.quality.veteran")),
    ],
)
def test_morale_by_quality(quality: str, needed: str) -> None:
    """8, 9 or 10, less the one pin that makes a test necessary; on the number it is passed, above it is not."""
    assert nerve(pinned(1, quality=quality)) == needed
    most = int(needed.split(maxsplit=1)[0])
    for total, order in ((most, "ambush"), (most + 1, "down")):
        scene = pinned(1, quality=quality)
        scene.order("Able", "ambush", [total // 2, total - total // 2])
        assert scene.unit("Able").order == order


@pytest.mark.parametrize(
    ("rank", "title", "bonus"),
    [
        pytest.param("second-lieutenant", "Second Lieutenant", 1, marks=clause("ba.officer.second-lieutenant")),
        pytest.param("first-lieutenant", "First Lieutenant", 2, marks=clause("ba.officer.first-lieutenant")),
        pytest.param("captain", "Captain", 3, marks=clause("ba.officer.captain")),
        pytest.param("major", "Major", 4, marks=clause("ba.officer.major")),
    ],
)
def test_an_officer_adds_to_morale(rank: str, title: str, bonus: int) -> None:
    """Regulars with two pins and an officer near: 9 - 2 and what his rank adds."""
    scene = pinned(4, us(f"us.{rank}", (10, 24), name="Boss"))
    assert nerve(scene) == f"{5 + bonus} or less (9, -4 for pins, +{bonus} {title})"


def boss(distance: float, rank: str = "captain", men: int = 1) -> Side:
    """An officer so far to the west of the first man of a squad at (40, 20), his own men still farther west."""
    return us(f"us.{rank}", (39 - distance, 20), name="Boss", men=men, spots=((37.5 - distance, 20.0),) * (men - 1))


def under(*officers: Side, **rest: Any) -> Scene:
    """A pinned squad at (40, 20), and officers."""
    able = us("us.rifle-squad", (40, 20), name="Able", men=6, fields={"pins": 2})
    return Scene(able, de("us.medic", (70, 2), name="Foes"), *officers, **rest)


ALONE, LED = "7 or less (9, -2 for pins)", "10 or less (9, -2 for pins, +3 Captain)"


@clause("ba.gap.officer-range")
@pytest.mark.parametrize(("distance", "needed"), [(6, LED), (6.001, ALONE)])
def test_an_officer_reaches_six_inches(distance: float, needed: str) -> None:
    """At 6.000 inches his bonus counts, a thousandth beyond it does not."""
    assert nerve(under(boss(distance))) == needed


@clause("ba.gap.officer-range")
def test_the_range_of_officers_is_a_switch() -> None:
    """With a range of eight inches an officer eight inches away counts."""
    assert nerve(under(boss(8), officer_range=8)) == LED


@clause("ba.gap.officer-range")
def test_only_the_highest_officer_counts() -> None:
    """A Captain and a Lieutenant near by add 3, not 4, in whatever order they stand."""
    other = us("us.first-lieutenant", (40, 25), name="Lieutenant")
    assert nerve(under(boss(3), other)) == LED
    assert nerve(under(other, boss(3))) == LED


@clause("ba.gap.officer-range")
def test_an_officer_needs_no_line_of_sight() -> None:
    """A house between them changes nothing."""
    house = terrain("building", box=(36, 15, 2, 10))
    assert nerve(under(boss(5), ground=[house])) == LED


@clause("ba.gap.officer-range")
def test_the_officer_himself_must_be_near() -> None:
    """It is measured from the officer, not from the men with him."""
    with_men = us("us.captain", (30, 20), name="Boss", men=3, spots=((31.5, 20), (33.0, 20)))
    assert nerve(under(with_men)) == ALONE


@clause("ba.gap.officer-range")
def test_a_fallen_officer_helps_nobody() -> None:
    """When the officer is lost, the men who were with him add nothing, not even for themselves."""
    scene = lose(under(boss(3, men=2)), "Boss", 0)
    assert nerve(scene) == ALONE


@clause("ba.gap.officer-range")
def test_enemy_officers_do_not_count() -> None:
    """Only officers of one's own side help."""
    assert nerve(under(de("us.captain", (36, 20), name="Boss"))) == ALONE


@clause("ba.gap.officer-range")
@pytest.mark.parametrize(
    ("at", "pins", "needed"), [((10, 20), 2, LED), (None, 0, "10 or less (9, +3 Captain, -1 in reserve)")]
)
def test_an_officer_helps_his_own_unit(at: tuple[float, float] | None, pins: int, needed: str) -> None:
    """A Captain adds his bonus to his own order tests, on the table and in reserve."""
    captain = us("us.captain", at, name="Able", fields={"pins": pins} if at else {})
    assert nerve(Scene(captain, de("us.medic", (70, 2), name="Foes")), order="run") == needed


def riding() -> Scene:
    """A Captain and a squad in a half-track, all pinned, and a squad on foot beside it."""
    aboard = {"place": "aboard", "aboard": 0, "pins": 2}
    return Scene(
        us("us.half-track", (20, 20), name="Track", fields={"pins": 2}),
        us("us.captain", name="Boss", fields=aboard),
        us("us.rifle-squad", name="Riders", men=6, fields=aboard),
        us("us.rifle-squad", (24, 20), name="Able", men=6, fields={"pins": 2}),
        de("us.medic", (70, 46), name="Foes"),
    )


@clause("ba.gap.officer-range")
@pytest.mark.parametrize(("name", "needed"), [("Track", LED), ("Boss", LED), ("Riders", LED), ("Able", ALONE)])
def test_an_officer_in_a_vehicle_leads_only_those_in_it(name: str, needed: str) -> None:
    """The vehicle and all in it have his bonus; men beside it do not."""
    assert nerve(riding(), name) == needed


@clause("ba.gap.morale-modifiers")
@pytest.mark.parametrize(("pins", "needed"), [(1, "8 or less (9, -1 for pins)"), (6, "3 or less (9, -6 for pins)")])
def test_each_pin_costs_one(pins: int, needed: str) -> None:
    """-1 for each pin marker."""
    assert nerve(pinned(pins)) == needed


@clause("ba.gap.morale-modifiers")
def test_a_squad_without_its_nco_is_worse_off() -> None:
    """-1 when the NCO is dead; losing any other man costs nothing."""
    assert nerve(lose(pinned(1), "Able", 0)) == "7 or less (9, -1 for pins, -1 NCO lost)"
    assert nerve(lose(pinned(1), "Able", 3)) == "8 or less (9, -1 for pins)"


@clause("ba.gap.morale-modifiers")
@pytest.mark.parametrize("troop", ["us.mmg-team", "us.bazooka-team", "us.sniper-team", "us.medium-at-gun"])
def test_the_last_man_of_a_team_is_worse_off(troop: str) -> None:
    """-1 when one man is left of a team, a sniper's included, and not before."""
    scene = pinned(1, troop=troop)
    crew = len(scene.unit("Able").men)
    if crew > 2:
        assert nerve(lose(scene, "Able", 1)) == "8 or less (9, -1 for pins)"
    scene = lose(pinned(1, troop=troop), "Able", *range(1, crew))
    assert nerve(scene) == "7 or less (9, -1 for pins, -1 last man of the team)"


@clause("ba.gap.morale-modifiers")
@pytest.mark.parametrize("troop", ["us.medic", "us.sherman"])
def test_one_man_who_is_no_team_is_not(troop: str) -> None:
    """A medic is alone from the start, and a vehicle is no team weapon."""
    assert nerve(pinned(1, troop=troop)) == "8 or less (9, -1 for pins)"


HALF_LOST = [1, 1, 3, 3, 3, 1, 1, 1, 4, 4, 4]  # three hits of six, and three casualties


def checked(dice: list[int], *more: Side, **rest: Any) -> Scene:
    """Foes lose half of their men, and check morale with these dice."""
    return facing(12, *more, **rest).order("Able", "fire", [*HALF_LOST, *dice], target="Foes")


@clause("ba.gap.morale-check")
def test_a_check_is_passed_on_morale_or_less_and_takes_no_pin_off() -> None:
    """Half lost and one pin: 8 or less, and the pin stays."""
    scene = checked([4, 4])
    (thrown,) = scene.throws("checks morale")
    assert (thrown.needs, thrown.value) == ("8 or less (9, -1 for pins)", "pass")
    assert (scene.unit("Foes").pins, len(scene.unit("Foes").men)) == (1, 3)


@clause("ba.gap.morale-check", "ba.fubar.trigger")
@pytest.mark.parametrize("dice", [[4, 5], [6, 6]])
def test_a_failed_check_for_losses_removes_the_unit(dice: list[int]) -> None:
    """Nine is too much, and a double six is a failure like any other: no FUBAR."""
    scene = checked(dice)
    assert scene.unit("Foes").place == "destroyed"
    assert not scene.events("was confused")


@clause("ba.gap.morale-check")
@pytest.mark.parametrize(("dice", "place"), [([3, 3], "table"), ([3, 4], "destroyed")])
def test_so_does_a_failed_check_under_flame(dice: list[int], place: str) -> None:
    """Struck by flame a unit checks morale with its new pins, D3+1 of them, losses or none."""
    scene = Scene(
        us("us.flamethrower-team", (20, 20), name="Able", bearing=90),
        de("us.rifle-squad", (26, 20), name="Foes", men=6),
    )
    scene.order("Able", "fire", [1, 6, 4, 1, *dice, 6], target="Foes")
    (thrown,) = scene.throws("checks morale")
    assert thrown.needs == "6 or less (9, -3 for pins)"
    assert scene.unit("Foes").place == place


@clause("ba.gap.morale-modifiers")
def test_the_same_things_count_in_a_check() -> None:
    """A lost NCO, pins and an officer count in a morale check as in an order test."""
    scene = lose(facing(12, de("us.captain", (33, 30), name="Boss")), "Foes", 0)
    scene.order("Able", "fire", [*HALF_LOST[2:], 5, 5], target="Foes")
    (thrown,) = scene.throws("checks morale")
    assert thrown.needs == "10 or less (9, -1 for pins, -1 NCO lost, +3 Captain)"


@clause("ba.gap.morale-limits")
@pytest.mark.parametrize(("dice", "order"), [([1, 1], "ambush"), ([1, 2], "down")])
def test_a_two_always_passes(dice: list[int], order: str) -> None:
    """With eight pins morale is 1, and yet a double one is enough."""
    scene = pinned(8)
    scene.order("Able", "ambush", dice)
    assert scene.unit("Able").order == order


@clause("ba.gap.morale-limits")
@pytest.mark.parametrize(("dice", "order"), [([5, 5], "ambush"), ([5, 6], "down")])
def test_an_eleven_always_fails(dice: list[int], order: str) -> None:
    """Veterans with a Major have a morale of 13, and 10 is still the most that passes."""
    scene = pinned(1, us("us.major", (10, 24), name="Boss"), quality="veteran")
    scene.order("Able", "ambush", dice)
    assert scene.throws("order test")[0].needs == "10 or less (10, -1 for pins, +4 Major)"
    assert scene.unit("Able").order == order


@clause("ba.gap.morale-limits")
@pytest.mark.parametrize(
    ("limit", "dice", "place"),
    [(11, [5, 6], "destroyed"), (12, [5, 6], "table"), (12, [6, 6], "destroyed"), (13, [6, 6], "table")],
)
def test_what_always_fails_is_a_switch(limit: int, dice: list[int], place: str) -> None:
    """A morale check with morale enough for anything fails from 11 on, or from where the table says."""
    scene = checked(dice, de("us.major", (33, 30), name="Boss"), morale_auto_fail=limit)
    assert scene.unit("Foes").place == place
