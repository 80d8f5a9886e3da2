"""Indirect fire: ranges, ranging in, howitzers."""

from collections.abc import Callable
from typing import Any

import pytest

from sandtable.play.decision import Decision
from tests.clause import clause

from .duel import duel
from .kit import Scene, de, shift, stay, terrain, us

# Every indirect weapon with its nearest and farthest range in inches.
RANGES = [
    pytest.param("light-mortar", 12, 24, marks=clause("ba.weapon.light-mortar")),
    pytest.param("medium-mortar", 18, 60, marks=clause("ba.weapon.medium-mortar")),
    pytest.param("heavy-mortar", 18, 72, marks=clause("ba.weapon.heavy-mortar")),
    pytest.param("light-howitzer", 24, 48, marks=clause("ba.weapon.light-howitzer", "ba.weapon.howitzer-range")),
    pytest.param("medium-howitzer", 24, 60, marks=clause("ba.weapon.medium-howitzer", "ba.weapon.howitzer-range")),
    pytest.param("heavy-howitzer", 24, 72, marks=clause("ba.weapon.heavy-howitzer", "ba.weapon.howitzer-range")),
]


def lob(scene: Scene, *dice: int, at: str = "Foe", **answers: object) -> str:
    """The weapon fires indirectly at a target; what it needed, or nothing if it fired in vain."""
    howitzer = "howitzer" in scene.unit("Gun").card.team
    how: dict[str, object] = {"direct or indirect": "indirect"} if howitzer else {}
    scene.order("Gun", "fire", dice, target=at, **how, **answers)
    thrown = scene.throws("ranging in")
    assert bool(thrown) != bool(scene.events("fired in vain"))
    return thrown[0].needs if thrown else ""


# ---- ranges


@pytest.mark.parametrize(("weapon", "nearest", "farthest"), RANGES)
def test_an_indirect_shot_reaches_from_its_nearest_to_its_farthest_range(
    weapon: str, nearest: float, farthest: float
) -> None:
    """Both ends are within range; a thousandth of an inch nearer or farther the shot is wasted."""
    for distance in (nearest, farthest):
        assert lob(duel(distance, f"de.{weapon}", "us.rifle-squad"), 1) == "6+"
    for distance in (nearest - 0.001, farthest + 0.001):
        assert lob(duel(distance, f"de.{weapon}", "us.rifle-squad")) == ""


@clause("ba.gap.indirect-fire")
def test_range_is_measured_from_the_weapon_not_from_its_crew() -> None:
    """The loader stands an inch nearer to the enemy: the mortar itself is 24.5 inches away and cannot reach."""
    scene = Scene(
        us("de.light-mortar", (10, 24), name="Gun", spots=((11.5, 24),), bearing=90),
        de("us.rifle-squad", (35.5, 24), name="Foe"),
    )
    assert lob(scene) == ""


# ---- ranging in


@clause("ba.gap.indirect-fire")
def test_a_mortar_ranges_in_on_a_target_that_stays() -> None:
    """6, then 5, then 4, which hits; from then on 2, whether it hits or misses."""
    scene = duel(20, "de.medium-mortar", "us.rifle-squad")
    hit = [1, 1, 1]  # one pin, one hit, no damage
    assert [lob(scene, 5), lob(scene, 4), lob(scene, 4, *hit)] == ["6+", "5+", "4+"]
    assert [lob(scene, 1), lob(scene, 2, *hit), lob(scene, 1)] == ["2+", "2+", "2+"]


@clause("ba.gap.indirect-fire")
def test_no_shot_needs_less_than_a_two() -> None:
    """A mortar that keeps missing: one better each time, down to 2."""
    scene = duel(20, "de.medium-mortar", "us.rifle-squad")
    assert [lob(scene, 1) for _ in range(7)] == ["6+", "5+", "4+", "3+", "2+", "2+", "2+"]


@clause("ba.gap.indirect-fire")
def test_the_score_is_remembered_from_turn_to_turn() -> None:
    """A shot in one turn and the next in the following."""
    scene = duel(20, "de.medium-mortar", "us.rifle-squad")
    lob(scene, 1)
    scene.end_turn()
    scene.start_turn()
    assert lob(scene, 1) == "5+"


@clause("ba.gap.indirect-fire")
@pytest.mark.parametrize("mover", ["Gun", "Foe"])
def test_a_move_of_either_starts_again_at_six(mover: str) -> None:
    """The mortar, or its target, moves an inch between two shots."""
    scene = duel(20, "de.medium-mortar", "us.rifle-squad")
    lob(scene, 1)
    hold_fire: dict[str, Any] = {"target": "none"} if mover == "Foe" else {}
    scene.order(mover, "advance", move=shift(1, 0), **hold_fire)
    assert lob(scene, 1) == "6+"


@clause("ba.gap.indirect-fire")
def test_another_target_starts_again_at_six() -> None:
    """A shot at somebody else in between loses what was gained."""
    scene = duel(20, "de.medium-mortar", "us.rifle-squad", de("us.rifle-squad", (40, 35), name="Other"))
    lob(scene, 1)
    assert lob(scene, 1, at="Other") == "6+"
    assert lob(scene, 1) == "6+"


@clause("ba.gap.indirect-fire")
def test_the_spotter_of_a_unit_is_another_target_than_its_crew() -> None:
    """Ranged in on an enemy mortar, the shot at its spotter needs a 6; he is out of range where its crew is not."""
    scene = Scene(
        us("de.light-mortar", (10, 24), name="Gun", bearing=90),
        de("us.medium-mortar", (30, 24), name="Foe", add=("spotter",), spotter_at=(30, 30)),
    )
    lob(scene, 1)
    spotter = f"u{scene.number('Foe')}s"
    assert lob(scene, 1, at=spotter) == "6+"
    assert lob(scene, 1, at=spotter) == "5+"
    far = Scene(
        us("de.light-mortar", (10, 24), name="Gun", bearing=90),
        de("us.medium-mortar", (30, 24), name="Foe", add=("spotter",), spotter_at=(40, 24)),
    )
    assert lob(far, at=spotter) == ""


@clause("ba.gap.indirect-fire", "ba.gap.indirect-cover")
def test_no_modifier_changes_an_indirect_shot() -> None:
    """A pinned, inexperienced mortar at long range; two men, Down, behind a wall."""
    wall = terrain("wall", line=[(58.5, 20), (58.5, 30)])
    scene = Scene(
        us("de.medium-mortar", (10, 24), name="Gun", quality="inexperienced", bearing=90, fields={"pins": 2}),
        de("us.bazooka-team", (60, 24), name="Foe", fields={"order": "down"}),
        ground=[wall],
    )
    assert lob(scene, 1, 1, 5) == "6+"


@clause("ba.gap.indirect-cover")
def test_cover_does_not_help_against_what_falls_from_above() -> None:
    """Men in a ruin: as many hits, as easily wounded, as in the open."""
    needs = []
    for ground in ([], [terrain("ruin", box=(28, 20, 20, 10))]):
        scene = duel(25, "de.medium-mortar", "us.rifle-squad", ground=ground)
        assert lob(scene, 6, 1, 5, 1, 1, 1, 1, 1) == "6+"
        needs.append([(len(thrown.faces), thrown.needs) for thrown in scene.throws("to damage")])
    assert needs == [[(5, "2+ (+2 penetration)")]] * 2


# ---- when and at what it may fire


@clause("ba.gap.indirect-fire")
@pytest.mark.parametrize("march", [shift(0, 1), stay()])
def test_a_light_mortar_on_an_advance_needs_a_six_and_learns_nothing(march: Callable[[Decision[Any]], object]) -> None:
    """Ranged in to 5, it moves, or only might have: 6, and 6 again when it next stands and fires."""
    scene = duel(20, "de.light-mortar", "us.rifle-squad")
    lob(scene, 1)
    scene.order("Gun", "advance", [1], move=march, target="Foe")
    assert [thrown.needs for thrown in scene.throws("ranging in")] == ["6+"]
    assert lob(scene, 1) == "6+"


@clause("ba.gap.indirect-fire", "ba.weapon.medium-mortar", "ba.weapon.heavy-mortar")
@pytest.mark.parametrize("weapon", ["medium-mortar", "heavy-mortar"])
def test_a_fixed_mortar_does_not_fire_on_an_advance(weapon: str) -> None:
    """It is not asked for a target."""
    scene = duel(20, f"de.{weapon}", "us.rifle-squad")
    scene.order("Gun", "advance", move=shift(1, 0))
    assert "target" not in scene.kinds_asked()


@clause("ba.gap.indirect-fire")
def test_indirect_weapons_never_fire_from_ambush() -> None:
    """A squad moves before a light mortar in Ambush, which has no say in it."""
    scene = duel(20, "de.light-mortar", "us.rifle-squad", gun={"order": "ambush"})
    scene.order("Foe", "advance", move=shift(0, 1), target="none")
    assert "ambush" not in scene.kinds_asked()


@clause("ba.gap.indirect-fire")
@pytest.mark.parametrize(
    ("weapon", "aside", "fires"), [("medium", 20.0, True), ("medium", 20.1, False), ("light", 20.1, True)]
)
def test_a_fixed_mortar_fires_only_where_it_points(weapon: str, aside: float, fires: bool) -> None:
    """A jeep at 45 degrees from the barrel, and a little more; a light mortar is not Fixed and turns as it likes."""
    scene = Scene(
        us(f"de.{weapon}-mortar", (10, 20), name="Gun", bearing=90),
        de("us.jeep", (30 - 4.5 * (weapon == "light"), 20 + aside), name="Foe"),
    )
    if fires:
        assert lob(scene, 1) == "6+"
    else:
        scene.order("Gun", "fire")
        assert not scene.events("opened fire")


# ---- howitzers


@clause("ba.weapon.howitzer-range", "ba.gap.howitzer")
def test_a_howitzer_twenty_inches_away_fires_direct_but_not_indirect() -> None:
    """Declared direct it rolls to hit as any gun; declared indirect the shot is wasted."""
    direct = duel(20, "de.light-howitzer", "us.rifle-squad")
    direct.order("Gun", "fire", [1], target="Foe", **{"direct or indirect": "direct"})
    assert [thrown.needs for thrown in direct.throws("to hit")] == ["3+"]
    assert lob(duel(20, "de.light-howitzer", "us.rifle-squad")) == ""


@pytest.mark.parametrize(("weapon", "nearest", "farthest"), [row for row in RANGES if "howitzer" in str(row.values[0])])
def test_direct_fire_of_a_howitzer_has_no_nearest_range(weapon: str, nearest: float, farthest: float) -> None:
    """From half an inch to the farthest range, with the hit modifiers: point blank, long range."""
    needs = []
    for distance in (0.5, nearest, farthest, farthest + 0.001):
        scene = duel(distance, f"de.{weapon}", "us.rifle-squad")
        dice = [1] if distance <= farthest else []
        scene.order("Gun", "fire", dice, target="Foe", **{"direct or indirect": "direct"})
        needs += [thrown.needs for thrown in scene.throws("to hit")]
    assert needs == ["2+ (+1 point blank)", "3+", "4+ (-1 long range)"]


@clause("ba.gap.howitzer")
def test_direct_fire_needs_the_guns_own_sight_and_indirect_a_spotters() -> None:
    """The house hides the squad from the gun, not from its spotter."""
    house = terrain("building", box=(20, 20, 6, 8))
    scene = Scene(
        us("de.light-howitzer", (5, 24), name="Gun", bearing=90, add=("spotter",), spotter_at=(30, 40)),
        de("us.rifle-squad", (35, 24), name="Foe"),
        ground=[house],
    )
    scene.order("Gun", "fire", (), **{"direct or indirect": "direct"})
    assert not scene.events("opened fire")
    assert lob(scene, 1) == "6+"


@clause("ba.gap.howitzer")
def test_howitzers_fire_high_explosive_only() -> None:
    """Neither way of firing asks for a shell; direct fire strikes the armour it sees from afar, indirect fire the top."""
    direct = duel(25, "de.light-howitzer", "us.sherman")
    direct.order("Gun", "fire", [6, 1, 1], target="Foe", **{"direct or indirect": "direct"})
    indirect = duel(25, "de.light-howitzer", "us.sherman")
    lob(indirect, 6, 1, 1)
    for scene, needs in (
        (direct, "+1 (+2 penetration, -1 long range)"),
        (indirect, "+3 (+2 penetration, +1 top armour)"),
    ):
        assert "shell" not in scene.kinds_asked()
        assert [thrown.needs for thrown in scene.throws("to penetrate")] == [f"9+ with {needs}"]


@clause("ba.gap.howitzer")
def test_a_howitzer_in_ambush_fires_direct() -> None:
    """It waits for a squad to move and is not asked how it fires."""
    scene = duel(30, "de.light-howitzer", "us.rifle-squad", gun={"order": "ambush"})
    scene.order("Foe", "advance", [1], move=shift(0, 2), ambush="station 1", target="none")
    assert "direct or indirect" not in scene.kinds_asked()
    assert [thrown.needs for thrown in scene.throws("to hit")] == ["4+ (-1 long range)"]
