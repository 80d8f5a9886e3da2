"""Ambush: whether a weapon that bears sees the mover, and at whom it may then fire."""

from typing import Any

import pytest

from tests.clause import clause

from .kit import Scene, column, de, shift, stay, terrain, us

AMBUSH = {"order": "ambush"}
ONE_SHOT = "aim one-shot weapon"
SQUAD = tuple((53.5 + 1.5 * place, 20.0) for place in range(1, 6))


@clause("ba.gap.ambush-fire", "ba.gap.weapon-fixed")
@pytest.mark.parametrize(
    ("bearing", "house", "asked"),
    [(0, (39, 30, 4, 4), False), (0, (4, 4, 4, 4), True), (90, (39, 30, 4, 4), True)],
    ids=["hidden in its arc, seen beside it", "seen in its arc", "turned to those it sees"],
)
@pytest.mark.parametrize("troop", ["us.mmg-team", "us.medium-at-gun"])
def test_a_fixed_weapon_in_ambush_must_see_somebody_in_its_arc(
    troop: str, bearing: float, house: tuple[float, float, float, float], asked: bool
) -> None:
    """Of six men those ahead are behind a house, and the one who is not is more than 45 degrees from where it points."""
    gun = us(troop, (36, 40), name="Gun", bearing=bearing, fields=AMBUSH)
    foes = de("us.rifle-squad", (53.5, 20), name="Foes", men=6, spots=SQUAD)
    scene = Scene(gun, foes, ground=[terrain("building", box=house)])
    scene.order("Foes", "run", move=shift(0, -0.01))
    assert ("ambush" in scene.kinds_asked()) == asked


@clause("ba.gap.ambush-fire", "ba.gap.coherency")
@pytest.mark.parametrize(("gap", "asked"), [(1.0, True), (1.001, False)])
def test_a_split_unit_does_not_spring_its_ambush(gap: float, asked: bool) -> None:
    """The last man stands an inch from the others, or a hair more."""
    spots = (*column(20, 20, 5), (20.0, 20 + 1.5 * 4 + 1 + gap))
    able = us("us.rifle-squad", (20, 20), name="Able", men=6, spots=spots, fields=AMBUSH)
    scene = Scene(able, de("us.medic", (30, 20), name="Foes"))
    scene.order("Foes", "run", move=shift(0, 1))
    assert ("ambush" in scene.kinds_asked()) == asked


def grenadiers(**fields: Any) -> Scene:
    """Five Grenadiers, two of them with panzerfausts; Foes ten inches away, and a Tank nearer."""
    return Scene(
        us("de.grenadier-squad", (20, 20), name="Able", men=5, spots=column(20, 20, 5), fields=fields),
        de("us.rifle-squad", (30, 20), name="Foes", men=6, spots=column(30, 20, 6)),
        de("us.sherman", (24, 34), name="Tank"),
    )


@clause("ba.gap.ambush-fire", "ba.gap.weapon-one-shot")
def test_from_ambush_a_one_shot_weapon_is_fired_only_at_the_mover() -> None:
    """A tank that stands by is no target."""
    scene = grenadiers(**AMBUSH)
    scene.order("Foes", "run", [1] * 7, move=shift(0, 2), ambush="station 0")
    assert scene.offered(ONE_SHOT) == ["none", "u1"]


@clause("ba.gap.assault-reaction", "ba.gap.weapon-one-shot")
def test_a_one_shot_weapon_is_shot_back_only_at_the_attackers() -> None:
    """The same when they are assaulted."""
    scene = grenadiers()
    shots, fight = [1] * 7, [4] * 7 + [1]
    scene.order("Foes", "assault", shots + fight, react=True, move=stay())
    assert scene.offered(ONE_SHOT) == ["none", "u1"]
