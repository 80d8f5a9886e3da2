"""Order dice: how many are in the cup, who decides first, and dice that no unit wants or can take."""

from typing import Any

import pytest

from sandtable.rulesets.bolt_action.turn.turn import cup
from tests.clause import clause

from .kit import Scene, de, us
from .turn_kit import coming, lose, singles


@clause("ba.gap.simultaneity")
def test_the_side_with_fewer_units_decides_first() -> None:
    """Two units against one: the one decides first what it keeps."""
    scene = Scene(*singles(0, 2, order="ambush"), *singles(1, 1, order="down"))
    scene.end_turn()
    assert [decision.seat for decision in scene.asked] == [1, 0]


@clause("ba.gap.simultaneity")
@pytest.mark.parametrize(("face", "seats"), [(4, [0, 1]), (3, [1, 0])])
def test_equal_numbers_roll_for_who_decides_first(face: int, seats: list[int]) -> None:
    """With equal numbers a die says who decides first; losses count, so two against one of two is not equal."""
    scene = Scene(*singles(0, 1, order="ambush"), *singles(1, 2, order="down"))
    lose(scene, "B1")
    scene.end_turn([face])
    assert [decision.seat for decision in scene.asked] == seats


@clause("ba.gap.order-dice-pool")
def test_each_unit_has_a_die_in_reserve_and_aboard_too() -> None:
    """A transport, its passengers and a unit in reserve bring a die each."""
    scene = Scene(
        us("us.truck", (20, 20), name="Truck"),
        us("us.medic", name="Rider", fields={"place": "aboard", "aboard": 0}),
        us("us.medic", name="Reserve"),
        de("us.medic", (60, 20), name="Foe"),
    )
    assert cup(scene.state) == (3, 1)


@clause("ba.gap.order-dice-pool")
def test_a_unit_lost_before_it_acted_takes_its_die_along_at_once() -> None:
    """The die of a unit that has not acted leaves the cup with it; that of one that has acted was not in it."""
    scene = Scene(*singles(0, 3), *singles(1, 2))
    scene.draw([1], unit="A0", order="down")
    assert cup(scene.state) == (2, 2)
    lose(scene, "A1")
    assert cup(scene.state) == (1, 2)
    lose(scene, "A0")
    assert cup(scene.state) == (1, 2)


def waiting(turn: int, **fields: Any) -> Scene:
    """A side of which one unit has acted and another is in reserve."""
    return Scene(
        *singles(0, 1, order="fire"),
        us("us.medic", name="Reserve", fields=fields),
        *singles(1, 1, order="fire"),
        turn=turn,
    )


@clause("ba.gap.no-eligible-unit")
def test_a_die_without_a_unit_is_laid_aside_for_the_turn() -> None:
    """In turn 1 reserves cannot come on: the die is laid aside, the turn ends, and it is back in the next."""
    scene = waiting(1).draw(spare_die="aside")
    assert scene.event("laid a die aside").tells == {"side": "US"}
    assert scene.unit("Reserve").order is None
    assert coming(scene) == "turn end"
    scene.end_turn()
    assert cup(scene.state) == (2, 1)


@clause("ba.gap.no-eligible-unit")
@pytest.mark.parametrize(("turn", "fields"), [(1, {}), (2, {"outflank": "west"})])
def test_a_reserve_that_may_not_come_yet_can_wait_with_the_die(turn: int, fields: dict[str, Any]) -> None:
    """A unit that cannot arrive yet takes the die as Down and stays off the table."""
    scene = waiting(turn, **fields).draw(spare_die="Reserve")
    assert (scene.unit("Reserve").order, scene.unit("Reserve").place) == ("down", "reserve")
    assert coming(scene) == "turn end"


@clause("ba.gap.no-eligible-unit")
@pytest.mark.parametrize(("turn", "fields"), [(2, {}), (3, {"outflank": "west"})])
def test_a_reserve_that_may_come_takes_the_die_itself(turn: int, fields: dict[str, Any]) -> None:
    """From turn 2, outflanking from turn 3, the die is no spare one."""
    scene = waiting(turn, **fields).draw(order="down")
    assert scene.kinds_asked() == ["order"]


@clause("ba.gap.forced-die")
def test_a_drawn_die_cannot_be_declined() -> None:
    """The die must be given to a unit, and the unit must be given an order."""
    scene = Scene(*singles(0, 2), *singles(1, 1, order="fire"))
    scene.refused(lambda: scene.draw(unit="none"))
    scene.refused(lambda: scene.draw(unit="A0", order="none"))
    scene.draw(unit="A0", order="down")
    assert scene.offered("unit") == ["u0", "u1"]


@clause("ba.gap.forced-die", "ba.gap.order-test")
@pytest.mark.parametrize(
    ("troop", "fields"),
    [
        ("us.rifle-squad", {"pins": 8}),
        ("us.medium-at-gun", {"pins": 3}),
        ("us.sherman", {"pins": 2, "immobilised": True}),
        ("us.medic", {"pins": 4}),
    ],
)
def test_down_may_always_be_given_and_needs_no_test(troop: str, fields: dict[str, Any]) -> None:
    """However badly pinned a unit is, Down is obeyed without dice and takes no pin off."""
    scene = Scene(us(troop, (20, 20), name="Able", fields=fields), *singles(1, 1, order="fire"))
    scene.draw(order="down")
    assert (scene.unit("Able").order, scene.unit("Able").pins) == ("down", fields["pins"])
