"""Hit modifiers, each seen in a shot that is played out."""

import pytest

from tests.clause import clause

from .kit import Scene, Side, de, terrain, us


def facing(distance: float, *more: Side, men: int = 6, **rest: object) -> Scene:
    """Six men with an SMG, an automatic rifle and four rifles, in a column; Foes in another, `distance` inches away.

    Every man of Able has a man of Foes straight before him, so that all of them measure the same distance.
    """
    column = tuple((20.0, 20 + 1.5 * place) for place in range(1, 6))
    foes = tuple((21 + distance, 20 + 1.5 * place) for place in range(1, men))
    return Scene(
        us("us.rifle-squad", (20, 20), name="Able", men=6, spots=column, bearing=90),
        de("us.rifle-squad", (21 + distance, 20), name="Foes", men=men, spots=foes, bearing=270),
        *more,
        **rest,  # type: ignore[arg-type]
    )


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


@clause("ba.hit.soft-cover", "ba.gap.cover-types", "ba.gap.cover-who")
def test_a_hedge_before_the_target_is_soft_cover() -> None:
    """All of the target's men stand behind a hedge: -1."""
    scene = facing(12, ground=[terrain("hedge", line=[(31, 15), (31, 35)])])
    scene.order("Able", "fire", MISSES_WITH_SMG, target="Foes", react="stay")
    assert needs(scene) == "4+ (-1 soft cover)"
