"""Hit modifiers, each seen in a shot that is played out."""

from typing import Any

import pytest

from tests.clause import clause

from .kit import Scene, Side, column, shift, stay, terrain


def line(side: int, x: float, name: str, **changed: Any) -> Side:
    """Six men with an SMG, an automatic rifle and four rifles, in a column; or others, as said."""
    usual: dict[str, Any] = {"troop": "us.rifle-squad", "men": 6, "bearing": 270 if side else 90}
    told = usual | changed
    return Side(side=side, at=(x, 20), name=name, **{"spots": column(x, 20, told["men"]), **told})


def facing(
    distance: float, *, able: dict[str, Any] | None = None, foes: dict[str, Any] | None = None, **rest: Any
) -> Scene:
    """Able and Foes in two columns: every man measures the same distance to the man straight before him."""
    return Scene(line(0, 20, "Able", **(able or {})), line(1, 21 + distance, "Foes", **(foes or {})), **rest)


def needs(scene: Scene, weapon: str = "(Rifle)") -> str:
    """What the shots with a weapon needed, with all reasons."""
    (thrown,) = scene.throws(f"{weapon} at Foes: to hit")
    return thrown.needs


# A squad of six on Fire throws two dice for the automatic rifle and four for the rifles, and two for the SMG if it is
# within twelve inches; all ones means that nothing more is rolled.
MISSES = [1] * 6
MISSES_WITH_SMG = [1] * 8


@clause("ba.hit.base", "ba.order.fire", "ba.shoot.to-hit", "ba.weapon.rifle", "ba.weapon.automatic-rifle")
def test_a_shot_without_modifiers_hits_on_three() -> None:
    """On Fire, in the open, within half range: one die a rifle, two an automatic rifle, 3 or more hits."""
    scene = facing(12)
    scene.order("Able", "fire", [1, 1, 2, 3, 2, 3, 6, 1, 1, 2, 3], target="Foes", react="stay")
    assert scene.thrown("to hit") == [
        ("Able (Sub-machine gun) at Foes: to hit", (1, 1), "4+ (-1 long range)"),
        ("Able (Automatic rifle) at Foes: to hit", (2, 3), "3+"),
        ("Able (Rifle) at Foes: to hit", (2, 3, 6, 1), "3+"),
    ]
    assert scene.event("was hit").tells["hits"] == 3


@clause("ba.hit.point-blank", "ba.gap.range-bands")
@pytest.mark.parametrize(("distance", "rifles"), [(6.0, "2+ (+1 point blank)"), (6.001, "3+")])
def test_point_blank_is_six_inches_or_less(distance: float, rifles: str) -> None:
    """At 6.000 inches a shot is easier by one, a hair beyond it is not."""
    scene = facing(distance)
    scene.order("Able", "fire", MISSES_WITH_SMG, target="Foes", react="stay")
    assert needs(scene) == rifles


@clause("ba.hit.point-blank")
@pytest.mark.parametrize(("limit", "rifles"), [(8, "2+ (+1 point blank)"), (7, "3+")])
def test_point_blank_can_be_another_distance(limit: float, rifles: str) -> None:
    """Eight inches are point blank where the switch says eight, not where it says seven."""
    scene = facing(8, point_blank_inches=limit)
    scene.order("Able", "fire", MISSES_WITH_SMG, target="Foes", react="stay")
    assert needs(scene) == rifles


@clause("ba.hit.long-range", "ba.gap.range-bands")
@pytest.mark.parametrize(("distance", "rifles"), [(12.0, "3+"), (12.001, "4+ (-1 long range)")])
def test_long_range_is_more_than_half_the_range(distance: float, rifles: str) -> None:
    """A rifle reaches 24 inches: at 12.000 there is no penalty, a hair beyond there is."""
    scene = facing(distance)
    scene.order("Able", "fire", MISSES_WITH_SMG if distance == 12 else MISSES, target="Foes", react="stay")
    assert needs(scene) == rifles


@clause("ba.hit.long-range")
def test_long_range_can_be_another_fraction() -> None:
    """With the switch at 0.25, six inches is the most a rifle shoots without penalty."""
    scene = facing(7, long_range_fraction=0.25)
    scene.order("Able", "fire", MISSES_WITH_SMG, target="Foes", react="stay")
    assert needs(scene) == "4+ (-1 long range)"


@clause("ba.gap.range-bands", "ba.hit.point-blank", "ba.hit.long-range")
@pytest.mark.parametrize(
    ("distance", "pistol"), [(3.0, "2+ (+1 point blank)"), (4.0, "3+ (+1 point blank, -1 long range)")]
)
def test_a_pistol_can_be_at_point_blank_and_at_long_range(distance: float, pistol: str) -> None:
    """A pistol reaches six inches: beyond three it is at long range as well as point blank, and these cancel."""
    scene = facing(distance, able={"troop": "us.captain", "men": 1})
    scene.order("Able", "fire", [1], target="Foes", react="stay")
    assert needs(scene, "(Pistol)") == pistol


@clause("ba.gap.range-bands")
@pytest.mark.parametrize(("distance", "dice"), [(12.0, [1]), (11.999, [])])
def test_nothing_is_shot_at_within_a_minimum_range(distance: float, dice: list[int]) -> None:
    """A light mortar fires at 12.000 inches, and in vain at a hair less."""
    wider = 0.787 - 0.5  # a mortar has a wider base than a man
    scene = facing(distance + wider, able={"troop": "us.light-mortar", "men": 2})
    scene.order("Able", "fire", dice, target="Foes", react="stay")
    assert len(scene.events("fired in vain")) == (0 if dice else 1)


@clause("ba.hit.pins")
@pytest.mark.parametrize(("pins", "rifles"), [(2, "4+ (-1 for pins)"), (4, "6+ (-3 for pins)")])
def test_every_pin_on_the_shooters_makes_hitting_harder_by_one(pins: int, rifles: str) -> None:
    """Passing the order test takes one pin off; the others count, and those on the target do not."""
    scene = facing(12, able={"fields": {"pins": pins}}, foes={"fields": {"pins": 5}})
    scene.order("Able", "fire", [1, 1, *MISSES_WITH_SMG], target="Foes", react="stay")
    assert needs(scene) == rifles


@clause("ba.hit.inexperienced")
@pytest.mark.parametrize(
    ("able", "foes", "rifles"),
    [("inexperienced", "veteran", "4+ (-1 inexperienced)"), ("veteran", "inexperienced", "3+")],
)
def test_inexperienced_shooters_hit_less(able: str, foes: str, rifles: str) -> None:
    """It is the quality of those who shoot that counts, and only the worst of the three changes anything."""
    scene = facing(12, able={"quality": able}, foes={"quality": foes})
    scene.order("Able", "fire", MISSES_WITH_SMG, target="Foes", react="stay")
    assert needs(scene) == rifles


@clause("ba.hit.moving", "ba.order.advance")
def test_shooting_on_an_advance_is_harder_by_one() -> None:
    """An inch nearer and then shooting: -1 for those without assault weapons."""
    scene = facing(12)
    scene.order("Able", "advance", MISSES_WITH_SMG, move=shift(1, 0), target="Foes", react="stay")
    assert needs(scene) == "4+ (-1 on the move)"
    assert needs(scene, "(Automatic rifle)") == "4+ (-1 on the move)"


@clause("ba.hit.moving", "ba.order.advance")
@pytest.mark.parametrize(("counts", "rifles"), [(True, "4+ (-1 on the move)"), (False, "3+")])
def test_an_advance_of_no_inches_counts_as_moving_unless_the_table_says_otherwise(counts: bool, rifles: str) -> None:
    """Nobody moves on this Advance: the penalty depends on the switch."""
    scene = facing(12, advance_zero_counts_as_moving=counts)
    scene.order("Able", "advance", MISSES_WITH_SMG, move=stay(), target="Foes", react="stay")
    assert needs(scene) == rifles


@clause("ba.hit.down", "ba.order.down")
@pytest.mark.parametrize(
    ("switch", "rifles"), [({}, "4+ (-1 target is Down)"), ({"down_to_hit": -2}, "5+ (-2 target is Down)")]
)
def test_men_who_are_down_are_harder_to_hit(switch: dict[str, Any], rifles: str) -> None:
    """One harder, or as the switch says."""
    scene = facing(12, **switch)
    scene.order("Able", "fire", MISSES_WITH_SMG, target="Foes", react="down")
    assert needs(scene) == rifles


@clause("ba.hit.down")
@pytest.mark.parametrize(("troop", "rifles"), [("de.light-at-gun", "4+ (-1 target is Down)"), ("de.truck", "3+")])
def test_a_gun_gains_by_being_down_and_a_vehicle_does_not(troop: str, rifles: str) -> None:
    """Artillery is harder to hit when it is Down; a vehicle that shows Down is only halted."""
    scene = facing(8, foes={"troop": troop, "men": 0, "spots": (), "fields": {"order": "down"}})
    scene.order("Able", "fire", MISSES_WITH_SMG, target="Foes")
    assert needs(scene) == rifles


@clause("ba.hit.small", "ba.gap.small-unit")
@pytest.mark.parametrize(
    ("troop", "men", "switch", "rifles"),
    [
        ("de.captain", 1, 2, "4+ (-1 small unit)"),
        ("de.captain", 2, 2, "4+ (-1 small unit)"),
        ("de.captain", 3, 2, "3+"),
        ("de.captain", 3, 3, "4+ (-1 small unit)"),
        ("de.captain", 1, 0, "3+"),
        ("de.jeep", 1, 2, "3+"),
    ],
)
def test_one_or_two_men_are_a_small_unit(troop: str, men: int, switch: int, rifles: str) -> None:
    """One man or two are harder to hit, three are not unless the switch says so, and a vehicle never is."""
    scene = facing(8, foes={"troop": troop, "men": men}, small_unit_max=switch)
    scene.order("Able", "fire", MISSES_WITH_SMG, target="Foes", **({} if troop == "de.jeep" else {"react": "stay"}))
    assert needs(scene) == rifles


@clause("ba.gap.small-unit")
def test_a_gun_is_small_once_two_of_its_crew_are_left() -> None:
    """A crew of three is shot at twice: after the first loss it is a small unit, counted without the gun."""
    scene = facing(8, foes={"troop": "de.flak-gun", "men": 3, "spots": ()})
    scene.order("Able", "fire", [4, 1, 1, 1, 1, 1, 1, 1, 4], target="Foes", react="stay")
    assert needs(scene) == "3+"
    scene.order("Able", "fire", MISSES_WITH_SMG, target="Foes", react="stay")
    assert needs(scene) == "4+ (-1 small unit)"


def wall(x: float) -> Any:
    """A wall across the line of fire."""
    return terrain("wall", line=[(x, 15), (x, 35)])


def hedge(x: float) -> Any:
    """A hedge across the line of fire."""
    return terrain("hedge", line=[(x, 15), (x, 35)])


@clause("ba.hit.soft-cover", "ba.gap.cover-types", "ba.gap.cover-who")
def test_a_hedge_before_the_target_is_soft_cover() -> None:
    """All of the target's men stand behind a hedge: -1."""
    scene = facing(12, ground=[hedge(31)])
    scene.order("Able", "fire", MISSES_WITH_SMG, target="Foes", react="stay")
    assert needs(scene) == "4+ (-1 soft cover)"


@clause("ba.hit.hard-cover")
def test_a_wall_before_the_target_is_hard_cover() -> None:
    """All of the target's men stand behind a wall: -2."""
    scene = facing(12, ground=[wall(31)])
    scene.order("Able", "fire", MISSES_WITH_SMG, target="Foes", react="stay")
    assert needs(scene) == "5+ (-2 hard cover)"


@clause("ba.hit.cover-exclusive")
@pytest.mark.parametrize(
    "ground",
    [
        [hedge(30), wall(31)],
        [wall(30), hedge(31)],
        [hedge(31), terrain("ruin", box=(32, 18, 6, 14))],
    ],
    ids=["wall behind hedge", "hedge behind wall", "ruin behind hedge"],
)
def test_soft_and_hard_cover_are_not_added_up(ground: list[Any]) -> None:
    """A hedge and a wall, in either order, or a hedge before a ruin: the hard cover counts alone."""
    scene = facing(12, ground=ground)
    scene.order("Able", "fire", MISSES_WITH_SMG, target="Foes", react="stay")
    assert needs(scene) == "5+ (-2 hard cover)"


@clause("ba.hit.base", "ba.hit.long-range", "ba.hit.soft-cover")
def test_modifiers_add_up() -> None:
    """Long range and soft cover: five or six hits, four misses."""
    scene = facing(14, ground=[hedge(31)])
    scene.order("Able", "fire", [1, 1, 4, 5, 6, 4, 1, 1], target="Foes", react="stay")
    assert needs(scene) == "5+ (-1 long range, -1 soft cover)"
    assert scene.event("was hit").tells["hits"] == 2


@clause("ba.gap.impossible-shots")
def test_a_shot_that_needs_more_than_six_needs_two_sixes() -> None:
    """Long range, hard cover and Down make 3+ into 7+: each six is rolled again, and a second six hits."""
    scene = facing(14, ground=[wall(31)])
    dice = [1, 1, 6, 6, 6, 5, 6, 5, 6, 1, 1]  # automatic rifle, rifles, the three sixes again, two rolls to damage
    scene.order("Able", "fire", dice, target="Foes", react="down")
    assert needs(scene) == "6+ then 6+ (-1 long range, -1 target is Down, -2 hard cover)"
    assert scene.thrown("each six again") == [("Able (Rifle) at Foes: each six again", (6, 5, 6), "6+")]
    assert scene.event("was hit").tells["hits"] == 2


@clause("ba.gap.impossible-shots")
def test_six_is_still_possible_and_nothing_is_harder_than_two_sixes() -> None:
    """One modifier less and a single six hits; six modifiers more and it is two sixes still."""
    scene = facing(12, ground=[wall(31)])
    scene.order("Able", "fire", MISSES_WITH_SMG, target="Foes", react="down")
    assert needs(scene) == "6+ (-1 target is Down, -2 hard cover)"
    scene = facing(14, ground=[wall(31)], able={"fields": {"pins": 6}})
    scene.order("Able", "fire", [1, 1, *MISSES], target="Foes", react="down")
    assert needs(scene).startswith("6+ then 6+ (-1 long range, -5 for pins")


@clause("ba.gap.natural-one")
@pytest.mark.parametrize("fails", [True, False])
def test_a_one_misses_however_easy_the_shot(fails: bool) -> None:
    """Scope and point blank together make a sniper's shot 1+: a one misses still, unless it counts like any score."""
    scene = facing(12, able={"troop": "us.sniper-team", "men": 2}, natural_one_fails=fails, point_blank_inches=12)
    scene.order("Able", "fire", [1, 1], target="Foes", react="stay")
    scope, hits = "Able (sniper's shot) at Foes: to hit", "2+ (+1 point blank, +1 sniper's scope)"
    assert scene.thrown("sniper's shot") == ([(scope, (1,), hits)] if fails else [])
    assert len(scene.events("was hit")) == (0 if fails else 1)
