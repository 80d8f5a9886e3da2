"""Vehicles and mecha in hand-to-hand."""

import pytest

from sandtable.rulesets.sotr.units.grips import held
from tests.clause import clause

from .kit import Scene, reich, us
from .melee_kit import fight

CLOSE = {"phase": "close", "holder": 1}


def at_the_tank(*, frag: int = 1, charged: int = 2) -> Scene:
    """Three grenadiers behind a tank that faces north."""
    scene = Scene(
        us("us.tank", (20, 20), name="Tank"),
        reich(
            "reich.sturmgrenadiers", (19, 23), name="Men", pick=("grenadier",) * 3, spots=((20, 23), (21, 23)),
            fields={"frag": frag}, each={"charged": charged},
        ),
        fields=CLOSE,
    )  # fmt: skip
    for man in range(3):
        scene.engage("Tank", 0, "Men", man)
    return scene


@clause("sotr.gap.vehicle-hth")
def test_each_man_rolls_once_against_the_rear() -> None:
    """The vehicle never strikes back, and holds nobody afterwards."""
    scene = fight(at_the_tank(frag=0), [1, 2, 3])
    assert [len(one.faces) for one in scene.throws()] == [1, 1, 1]
    assert {one.seat for one in scene.throws()} == {1}
    assert scene.state.engaged == ()
    assert scene.events("fought") == []


@clause("sotr.gap.vehicle-hth")
def test_grenades_make_it_one_roll_at_three_more() -> None:
    """The unit's owner is asked; the attack is spent."""
    scene = fight(at_the_tank(), [2], melee_grenades=True)
    assert scene.decision("melee grenades").seat == 1
    assert scene.unit("Men").frag == 0
    assert len(scene.throws()) == 1
    other = fight(at_the_tank(), [1, 1, 1], melee_grenades=False)
    assert other.unit("Men").frag == 1


@clause("sotr.gap.vehicle-hth")
def test_only_those_who_assaulted_roll() -> None:
    """They charged a turn ago."""
    assert fight(at_the_tank(charged=1), []).throws() == []


@clause("sotr.gap.vehicle-hth")
def test_a_vehicle_holds_nobody() -> None:
    """Infantry may leave it freely."""
    scene = at_the_tank()
    assert not held(scene.state, scene.row("Men"))


def mech(dice: list[int], **man: object) -> Scene:
    """A man against a panzermech."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", pick=("rifleman",), each=man),
        reich("reich.panzermech", (20, 21.7), name="Mech"),
        fields=CLOSE,
    ).engage("Able", 0, "Mech", 0)
    return fight(scene, dice)


@clause("sotr.gap.vehicle-hth", "sotr.hth.horror")
def test_a_mecha_rolls_with_two_more_and_wounds_as_others_do() -> None:
    """1D6 + 2 + HORROR against 1D6; it holds its opponent."""
    scene = mech([3, 4, 1, 1])
    assert scene.event("fought").tells["score"] == 6
    assert scene.unit("Able").men
    assert held(scene.state, scene.row("Able"))


@clause("sotr.gap.vehicle-hth")
def test_hits_on_a_mecha_are_rolled_against_its_rear() -> None:
    """One D6 for each: 6 against 1 and three more makes two."""
    scene = mech([1, 6, 3, 4])
    assert scene.event("fought").tells["hits"] == 2
    assert scene.unit("Mech").on_table


@clause("sotr.gap.vehicle-hth")
@pytest.mark.parametrize("face", [1, 2])
def test_a_mecha_against_a_vehicle(face: int) -> None:
    """The vehicle scores 0: the mecha's whole score are hits."""
    scene = Scene(
        us("us.tank", (20, 20), name="Tank"),
        reich("reich.panzermech", (20, 23.7), name="Mech", each={"charged": 2}),
        fields=CLOSE,
    ).engage("Tank", 0, "Mech", 0)
    fight(scene, [face, *[1] * (face + 4)])
    assert scene.event("fought").tells["against"] == 0
    assert scene.event("fought").tells["hits"] == face + 4
