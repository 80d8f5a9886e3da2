"""The turn: drawing and picking, what comes before the first die, and what happens when the last is played."""

from typing import Any

import msgspec
import pytest

from sandtable.rulesets.bolt_action.state import Support
from sandtable.rulesets.bolt_action.turn.turn import cup, next_step
from sandtable.rulesets.bolt_action.turn.turn_end import end_battle
from tests.clause import clause

from .kit import Scene, de, keys, us
from .turn_kit import change, coming, lose, singles


@clause("ba.turn.phases")
def test_a_turn_is_orders_and_then_turn_end() -> None:
    """Dice are drawn until none is left; then the turn ends, and the next begins with orders again."""
    scene = change(Scene(*singles(0, 1), *singles(1, 1)), phase="start")
    seen = [coming(scene)]
    scene.start_turn()
    seen.append(coming(scene))
    scene.draw([1], order="down").draw(order="down")
    seen.append(coming(scene))
    scene.end_turn([4])
    assert [*seen, coming(scene)] == ["start of turn", "order die", "turn end", "start of turn"]
    assert scene.state.turn == 3


@clause("ba.turn.draw")
@pytest.mark.parametrize(("face", "owner"), [(1, "US"), (9, "US"), (10, "Germans"), (15, "Germans")])
def test_every_die_in_the_cup_is_as_likely(face: int, owner: str) -> None:
    """With 9 US and 6 German dice one of 15 equal dice is drawn, six of them German, and its owner acts."""
    scene = Scene(*singles(0, 9), *singles(1, 6))
    first = "A0" if owner == "US" else "B0"
    scene.draw([face], unit=first, order="down")
    (thrown,) = scene.throws("an order die is drawn")
    assert thrown.sides == 15
    assert scene.event("drew a die").tells == {"side": owner, "left": 14}
    assert scene.unit(first).order == "down"
    assert {decision.seat for decision in scene.asked} == {0 if owner == "US" else 1}


@clause("ba.turn.select")
def test_a_unit_with_a_die_is_not_picked_again() -> None:
    """The owner of the die picks freely among his units without a die, and each gets one order a turn."""
    scene = Scene(*singles(0, 3), *singles(1, 1, order="fire"))
    scene.draw(unit="A1", order="ambush")
    assert scene.offered("unit") == ["u0", "u1", "u2"]
    refused = scene.refused(lambda: scene.draw(unit="A1", order="down"))
    assert "u1" in str(refused)
    scene.draw(unit="A2", order="down")
    assert [scene.unit(name).order for name in ("A0", "A1", "A2")] == [None, "ambush", "down"]


@clause("ba.turn.test", "ba.turn.execute")
def test_the_test_comes_before_the_action_and_the_action_before_the_next_die() -> None:
    """A pinned unit tests when it is ordered; what results is played out before anything else is drawn."""
    scene = Scene(us("us.medic", (20, 20), name="Able", fields={"pins": 1}), de("us.medic", (60, 20), name="Foes"))
    scene.draw([1, 2, 3], order="run", move=lambda march: march.domain.shifted(-6000, 0))
    verbs = [one.verb for one in scene.news if hasattr(one, "verb")]
    assert verbs == ["drew a die", "took an order test", "shook off pins", "was ordered", "moved"]
    assert scene.point("Able") == (14, 20)
    assert coming(scene) == "order die"


@clause("ba.turn.test", "ba.turn.execute")
def test_what_a_failed_test_imposes_is_carried_out_instead() -> None:
    """A unit that fails its test does not run; its die shows Down."""
    scene = Scene(us("us.medic", (20, 20), name="Able", fields={"pins": 1}), de("us.medic", (60, 20), name="Foes"))
    scene.draw([1, 5, 4], order="run")
    assert scene.unit("Able").order == "down"
    assert scene.point("Able") == (20, 20)


@clause("ba.turn.repeat")
def test_orders_end_when_every_eligible_unit_has_one() -> None:
    """Destroyed units and units with a retained die are not waited for."""
    scene = Scene(*singles(0, 1, order="ambush"), *singles(1, 3))
    scene.draw(unit="B0", order="down")
    lose(scene, "B1")
    assert coming(scene) == "order die"
    scene.draw(order="ambush")
    assert scene.unit("B2").order == "ambush"
    assert coming(scene) == "turn end"


@clause("ba.turn.end-destroyed")
def test_dice_of_destroyed_units_are_out_of_the_game() -> None:
    """Ten units, two lost in the turn: eight dice in the cup for the next, whether or not they had acted."""
    scene = Scene(*singles(0, 10, order="fire"), *singles(1, 1, order="run"))
    lose(scene, "A3")
    lose(scene, "A7")
    scene.end_turn()
    assert scene.event("dice were returned").tells["out"] == 2
    assert cup(scene.state) == (8, 1)


@clause("ba.turn.end-return")
@pytest.mark.parametrize("order", ["fire", "advance", "run", "rally", "ambush", "down"])
def test_dice_go_back_into_the_cup(order: str) -> None:
    """Whatever a die shows, it goes back if its unit does not keep it."""
    scene = Scene(*singles(0, 2, order=order), *singles(1, 1, order="run"))
    assert cup(scene.state) == (0, 0)
    scene.end_turn()
    assert cup(scene.state) == (2, 1)


@clause("ba.turn.end-retain")
def test_ambush_and_down_may_be_kept() -> None:
    """Of twelve units two keep Ambush and one keeps Down: nine dice go into the cup, and the three cannot be ordered."""
    fields: list[dict[str, Any]] = [{"order": "ambush"}] * 3 + [{"order": "down"}] * 2 + [{"order": "run"}] * 7
    units = [msgspec.structs.replace(unit, fields=given) for unit, given in zip(singles(0, 12), fields, strict=True)]
    scene = Scene(*units, *singles(1, 1, order="fire"))
    scene.end_turn(retain=keys("u0", "u2", "u4"))
    assert scene.offered("retain") == ["u0", "u1", "u2", "u3", "u4"]
    assert cup(scene.state) == (9, 1)
    assert [scene.unit(name).order for name in ("A0", "A1", "A2", "A3", "A4", "A5")] == [
        "ambush", None, "ambush", None, "down", None,
    ]  # fmt: skip
    scene.start_turn()
    scene.draw([1], unit="A1", order="down")
    assert not {"u0", "u2", "u4"} & set(scene.offered("unit"))


def supported(*supports: Support, attacker: int = 0) -> Scene:
    """One unit a side and support that was called before, at the start of a turn."""
    scene = Scene(*singles(0, 1), *singles(1, 1), attacker=attacker)
    return change(scene, supports=supports, phase="start")


@clause("ba.gap.special-situations")
@pytest.mark.parametrize("attacker", [0, 1])
def test_barrages_come_before_air_strikes_and_the_attackers_before_the_defenders(attacker: int) -> None:
    """All of it is resolved before the first die is drawn; what is delayed is not rolled for again this turn."""
    scene = supported(
        Support("airstrike", 1, 1, target=0),
        Support("barrage", 1, 1, point=(10000, 24000)),
        Support("airstrike", 0, 0, target=1),
        Support("barrage", 0, 0, point=(60000, 24000)),
        attacker=attacker,
    )
    assert coming(scene) == "start of turn"
    scene.start_turn([2, 3, 2, 3])
    first, second = attacker, 1 - attacker
    assert [(one.why, one.seat) for one in scene.throws()] == [
        ("artillery barrage", first),
        ("artillery barrage", second),
        ("air strike", first),
        ("air strike", second),
    ]
    assert len(scene.state.supports) == 4
    assert coming(scene) == "order die"


@clause("ba.gap.special-situations")
def test_several_of_a_kind_come_in_the_order_their_owner_chooses() -> None:
    """Two barrages of one side: its player says which is resolved first."""
    near, far = (10000, 24000), (60000, 24000)
    scene = supported(Support("barrage", 0, 0, point=near), Support("barrage", 0, 0, point=far))
    scene.start_turn([2, 2], order_of_support=keys("1", "0"))
    assert [event.tells["point"] for event in scene.events("a barrage was due")] == [list(far), list(near)]
    assert scene.asked[0].seat == 0


@clause("ba.gap.game-length")
@pytest.mark.parametrize(
    ("turn", "dice", "turns", "phase"),
    [(5, [], 6, "start"), (6, [4], 6, "start"), (6, [3], 6, "over"), (7, [], 6, "over"), (3, [3], 3, "over")],
)
def test_six_turns_and_on_four_a_seventh(turn: int, dice: list[int], turns: int, phase: str) -> None:
    """No die before the last turn, one at its end, and none after the extra turn; the switch says which turn is the last."""
    scene = Scene(*singles(0, 1, order="run"), *singles(1, 1, order="run"), turn=turn, turns=turns)
    scene.end_turn(dice)
    assert scene.state.phase == phase
    assert scene.state.turn == (turn + 1 if phase == "start" else turn)


@clause("ba.gap.game-length")
def test_the_battle_ends_at_once_when_a_side_has_nobody_left() -> None:
    """With its last unit gone a side has lost; dice still in the cup are not drawn."""
    scene = Scene(*singles(0, 2), *singles(1, 1))
    lose(scene, "B0")
    assert coming(scene) == "battle over"
    scene.run(end_battle)
    assert scene.state.phase == "over"
    assert next_step(scene.state) is None


@clause("ba.gap.game-length")
@pytest.mark.parametrize(("place", "name"), [("reserve", "order die"), ("left", "battle over")])
def test_a_unit_in_reserve_keeps_the_battle_going(place: str, name: str) -> None:
    """A side with a unit in reserve fights on; one whose units have all left the table does not."""
    scene = Scene(*singles(0, 1), de("us.medic", name="Last", fields={"place": place}))
    assert coming(scene) == name
