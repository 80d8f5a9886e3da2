"""Reserves and outflanking: when they may come, their test, and where they come on."""

from typing import Any

import pytest

from sandtable.play.refusal import Refused
from sandtable.rulesets.bolt_action.ruleset import RULESET
from sandtable.rulesets.bolt_action.state import Mission
from tests.clause import clause

from .before import before, coming_from, do
from .kit import Scene, de, us

ENEMY = de("us.medic", (36, 3), name="Enemy", fields={"order": "down"})


def waiting(turn: int = 2, troop: str = "us.medic", outflank: str = "", **rest: Any) -> Scene:
    """One unit in reserve, by default an unarmed man, whose edge is the south."""
    return Scene(us(troop, name="Reserve", fields={"outflank": outflank}), ENEMY, turn=turn, **rest)


STRAIGHT = coming_from(30, 48, to=(30, 42))


@clause("ba.gap.reserves")
def test_reserves_do_not_come_in_the_first_turn() -> None:
    """The only die of their side finds nobody to go to."""
    scene = waiting(turn=1)
    scene.draw()
    assert scene.events("laid a die aside")
    assert scene.unit("Reserve").place == "reserve"


@clause("ba.gap.reserves")
def test_from_the_second_turn_a_die_may_be_given_to_a_reserve() -> None:
    """It comes on with an Advance or a Run, or waits with Down."""
    scene = waiting(turn=2)
    scene.draw([4, 4], order="advance", move=STRAIGHT)
    assert scene.asked[0].domain.options() == ["advance", "run", "down"]
    assert scene.unit("Reserve").place == "table"


@clause("ba.gap.reserves")
@pytest.mark.parametrize(("dice", "comes"), [([4, 4], True), ([4, 5], False), ([6, 6], False)])
def test_a_reserve_takes_an_order_test_at_minus_one(dice: list[int], comes: bool) -> None:
    """Regulars need 8 or less; who fails stays off with a Down die, and two sixes are no FUBAR off the table."""
    scene = waiting()
    answers = {"move": STRAIGHT} if comes else {}
    scene.order("Reserve", "advance", dice, **answers)
    assert scene.thrown("order test")[0][2] == "8 or less (9, -1 in reserve)"
    unit = scene.unit("Reserve")
    assert (unit.place, unit.order) == (("table", "advance") if comes else ("reserve", "down"))


@clause("ba.gap.reserves")
def test_waiting_with_down_needs_no_test() -> None:
    """Nothing is rolled, and next turn it is free to try."""
    scene = waiting()
    scene.order("Reserve", "down")
    assert scene.unit("Reserve").place == "reserve"
    scene.end_turn([4])
    assert scene.unit("Reserve").order is None


@clause("ba.gap.reserves")
@pytest.mark.parametrize(("order", "far"), [("advance", 6), ("run", 12)])
def test_a_reserve_comes_on_from_its_own_edge(order: str, far: int) -> None:
    """As far as the order allows, measured from the edge; the enemy's edge and the sides are refused."""
    scene = waiting()
    scene.order("Reserve", order, [1, 1], move=coming_from(30, 48, to=(30, 48 - far)))
    assert scene.point("Reserve") == (30, 48 - far)
    for start, to in (((30, 0), (30, 4)), ((0, 40), (4, 40)), ((30, 48), (30, 47.999 - far))):
        with pytest.raises(Refused):
            waiting().order("Reserve", order, [1, 1], move=coming_from(*start, to=to))


@clause("ba.gap.reserves")
def test_a_vehicle_in_reserve_drives_on_from_its_own_edge() -> None:
    """Nine inches on an Advance."""
    scene = waiting(troop="us.sherman")
    way = {"legs": [[0, 9000]], "start": [30000, 48000, 0]}
    scene.order("Reserve", "advance", [1, 1], drive=way, target=["none", "none"])
    assert scene.point("Reserve") == (30, 39)


# ---- outflanking


@clause("ba.gap.reserves")
def test_outflanking_is_written_down_in_secret_for_each_unit_in_reserve() -> None:
    """The owner sees the plan, the enemy and those who look on do not."""
    mission = Mission("attrition", outflank=(0,))
    scene = before(mission, us("us.medic", name="First"), us("us.medic", name="Second"), de("us.medic", name="Enemy"))
    do(scene, "outflank", outflank=["west", "no"])
    assert [unit.outflank for unit in scene.state.units] == ["west", "", ""]
    assert [one.known_to for one in scene.events("wrote down its plan")] == [0, 0]
    seen = [RULESET.view(scene.state, seat).units[0].outflank for seat in (0, 1, None)]
    assert seen == ["west", "", ""]


@clause("ba.gap.reserves")
@pytest.mark.parametrize(("turn", "may"), [(2, False), (3, True)])
def test_an_outflanking_unit_comes_from_the_third_turn_on(turn: int, may: bool) -> None:
    """In the second turn the die finds nobody to go to."""
    scene = waiting(turn=turn, outflank="west")
    answers: dict[str, Any] = {"order": "advance", "move": coming_from(0, 40, to=(5, 40))} if may else {}
    scene.draw([1, 1] * may, **answers)
    assert (scene.unit("Reserve").place == "table") == may


@clause("ba.gap.reserves")
@pytest.mark.parametrize(("turn", "limit"), [(3, 24.0), (4, 12.0), (5, 0.5), (6, 0.5)])
@pytest.mark.parametrize(("flank", "x", "inward"), [("west", 0, 4), ("east", 72, 68)])
def test_it_comes_on_within_24_inches_of_its_corner_and_12_more_each_later_turn(
    turn: int, limit: float, flank: str, x: float, inward: float
) -> None:
    """From the south-west or south-east corner along the short edge, until the whole of it is open."""
    scene = waiting(turn=turn, outflank=flank)
    scene.order("Reserve", "advance", [1, 1], move=coming_from(x, limit, to=(inward, limit)))
    assert scene.point("Reserve") == (inward, limit)
    if limit > 1:
        beyond = coming_from(x, limit - 0.001, to=(inward, limit))
        with pytest.raises(Refused, match="line of entry"):
            waiting(turn=turn, outflank=flank).order("Reserve", "advance", [1, 1], move=beyond)


@clause("ba.gap.reserves")
def test_the_corner_is_that_of_its_own_edge() -> None:
    """A side whose edge is the north comes on down to 24 inches from there."""
    scene = waiting(turn=3, outflank="west", edges=("north", "south"))
    scene.order("Reserve", "advance", [1, 1], move=coming_from(0, 24, to=(4, 24)))
    assert scene.point("Reserve") == (4, 24)


@clause("ba.gap.reserves")
@pytest.mark.parametrize(("x", "y", "to"), [(30, 48, (30, 44)), (72, 40, (68, 40))], ids=["own edge", "other flank"])
def test_an_outflanking_unit_keeps_to_the_flank_that_was_written_down(
    x: float, y: float, to: tuple[float, float]
) -> None:
    """Neither its own edge nor the other flank is open to it."""
    scene = waiting(turn=3, outflank="west")
    answer = coming_from(x, y, to=to)
    assert "line of entry" in scene.refused(lambda: scene.order("Reserve", "run", [1, 1], move=answer)).refusal.why
