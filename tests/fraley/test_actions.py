"""The actions of both lists: what is open, what is barred and why, and what each sets going."""

from typing import Any

import pytest

from sandtable.play.refusal import Refusal
from sandtable.play.script import Play
from sandtable.rulesets.fraley.leaders import leaders
from sandtable.rulesets.fraley.state import Battle
from sandtable.rulesets.fraley.turn import actions
from sandtable.rulesets.fraley.turn.actions import take_action
from tests.clause import clause

from .kit import Scene, german, us
from .turn_kit import Calls, stand_in


@pytest.fixture(autouse=True)
def calls(monkeypatch: pytest.MonkeyPatch) -> Calls:
    """Other chapters stand aside."""
    return stand_in(monkeypatch)


def platoon(troop: str = "us.rifle-platoon", fields: dict[str, Any] | None = None, **rest: Any) -> Scene:
    """One Unit of ours and one of theirs."""
    able = us(troop, (10, 10), name="Able", men=3, fields=fields or {})
    return Scene(able, german("de.mg-platoon", (30, 40), name="Berta", men=2), **rest)


def ordered(scene: Scene, key: str, *, passed: bool = True, **answers: Any) -> Scene:
    """An order is given and carried out."""
    scene.call(take_action, "Able", {"passed": passed}, action=key, **answers)
    return scene


SUCCESS = ["fire-and-move", "move-and-fire", "run", "aimed-fire", "assault", "dig-in", "barrage"]
FAIL = ["move", "fire", "overwatch"]


@clause("fraley.activation.success", "fraley.activation.fail")
def test_the_two_lists_are_kept_apart() -> None:
    """What is on the other one stays in view; doing nothing is always possible."""
    passed = ordered(platoon(), "nothing")
    assert passed.offered("action") == [*SUCCESS, "nothing"]
    assert passed.barred("action") == dict.fromkeys(FAIL, ("fraley.activation.success",))
    failed = ordered(platoon(), "nothing", passed=False)
    assert failed.offered("action") == [*FAIL, "nothing"]
    assert failed.barred("action") == dict.fromkeys(SUCCESS, ("fraley.activation.fail",))


@clause("fraley.activation.success")
def test_a_table_may_open_the_fail_list_to_those_who_passed() -> None:
    """Which adds Overwatch; never the other way round."""
    scene = ordered(platoon(success_may_use_fail_actions=True), "overwatch")
    assert scene.offered("action") == [*SUCCESS, *FAIL, "nothing"]
    assert scene.unit("Able").overwatch
    assert ordered(platoon(success_may_use_fail_actions=True), "nothing", passed=False).offered("action")[0] == "move"


@clause("fraley.action.fire-and-move")
def test_fire_and_move(calls: Calls) -> None:
    """All fire first, without the penalty of movers; then one Move."""
    ordered(platoon(), "fire-and-move")
    assert calls == [("fire", "Able", "fire"), ("move", "Able", "fraley.action.fire-and-move")]


@clause("fraley.action.move-and-fire")
def test_move_and_fire(calls: Calls, monkeypatch: pytest.MonkeyPatch) -> None:
    """The move first, then fire as a Unit that moved; not if nobody has come through."""
    ordered(platoon(), "move-and-fire")
    assert calls == [("move", "Able", "fraley.action.move-and-fire"), ("fire", "Able", "moved")]

    async def cut_down(*_: Any, **__: Any) -> bool:
        return False

    monkeypatch.setattr(actions, "move", cut_down)
    calls.clear()
    ordered(platoon(), "move-and-fire")
    assert calls == []


@clause("fraley.action.fail-move", "fraley.action.fail-fire")
def test_one_move_or_one_fire(calls: Calls) -> None:
    """Of the Fail list: nothing besides, and no rerolls."""
    ordered(platoon(), "move", passed=False)
    ordered(platoon(), "fire", passed=False)
    assert calls == [("move", "Able", "fraley.action.fail-move"), ("fire", "Able", "fire")]


@clause("fraley.activation.success")
@pytest.mark.parametrize(
    ("key", "called"),
    [
        ("run", ("run", "Able")),
        ("aimed-fire", ("fire", "Able", "aimed")),
        ("assault", ("assault", "Able")),
        ("dig-in", ("dig_in", "Able")),
        ("barrage", ("barrage", "Able")),
    ],
)
def test_the_other_chapters_carry_theirs_out(key: str, called: tuple[str, ...], calls: Calls) -> None:
    """One order for the whole Unit."""
    scene = ordered(platoon(), key)
    assert calls == [called]
    assert scene.event("declared its action").tells["key"] == key


@clause("fraley.action.overwatch")
def test_overwatch_is_a_state() -> None:
    """The Unit waits; nobody fires or moves now."""
    scene = ordered(platoon(), "overwatch", passed=False)
    assert scene.unit("Able").overwatch
    assert scene.event("went on Overwatch").because == ("fraley.action.overwatch",)


@clause("fraley.initiative.sequence", "fraley.activation.whole-unit")
def test_doing_nothing(calls: Calls) -> None:
    """It is an action like any other, and sets nothing going."""
    before = platoon()
    after = ordered(platoon(), "nothing")
    assert calls == []
    assert after.state.units == before.state.units


@clause("fraley.gtg.declare-cost")
def test_who_has_gone_to_ground_digs_in_or_does_nothing() -> None:
    """With a failed check there is nothing but nothing, so nobody is asked; and the PL lies as still as the others."""
    passed = ordered(platoon(fields={"still": True}), "dig-in")
    assert passed.offered("action") == ["dig-in", "nothing"]
    assert passed.barred("action")["run"] == ("fraley.gtg.declare-cost",)
    failed = platoon(fields={"still": True})
    failed.call(take_action, "Able", {"passed": False})
    assert failed.asked == []
    assert failed.event("declared its action").tells["key"] == "nothing"


@clause("fraley.action.dig-in-no-tanks")
def test_tanks_do_not_dig_in() -> None:
    """It stays in view with the reason."""
    scene = ordered(platoon("us.sherman-platoon"), "nothing")
    assert scene.barred("action")["dig-in"] == ("fraley.action.dig-in-no-tanks",)


@clause("fraley.activation.success", "fraley.reaction.once-per-initiative")
def test_what_is_barred_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    """Assaults and barrages by their chapters; fire where no Team can fire in this Initiative."""
    no = Refusal("nobody near", ("fraley.action.assault",))
    monkeypatch.setattr(actions, "may_not_assault", lambda *_: no)
    monkeypatch.setattr(actions, "may_not_barrage", lambda *_: Refusal("no guns", ("fraley.action.barrage",)))
    scene = platoon().change("Able", 0, shot=3).change("Able", 1, marks=1).change("Able", 2, shot=3)
    ordered(scene, "nothing")
    assert scene.offered("action") == ["fire-and-move", "move-and-fire", "run", "dig-in", "nothing"]
    assert scene.barred("action")["assault"] == ("fraley.action.assault",)
    assert scene.barred("action")["barrage"] == ("fraley.action.barrage",)
    assert "fraley.reaction.once-per-initiative" in scene.barred("action")["aimed-fire"]


@clause("fraley.gap.cc-activation", "fraley.barrage.no-move")
def test_a_cc_who_has_observed_stays_where_he_is() -> None:
    """For the rest of that round."""
    cc = Scene(us("us.cc", (10, 10), name="Able", fields={"watching": 2}), german("de.cc", (30, 40), name="Berta"))
    ordered(cc, "nothing")
    assert cc.offered("action") == ["aimed-fire", "dig-in", "barrage", "nothing"]
    assert cc.barred("action")["run"] == ("fraley.barrage.no-move",)
    cc.change("Able", watching=1)
    assert "run" in ordered(cc, "nothing").offered("action")


@clause("fraley.gap.roster-us-artillery")
def test_a_battery_behind_its_edge_fires_barrages() -> None:
    """Or does nothing."""
    scene = Scene(us("us.artillery-battery", name="Able", fields={"place": "off-table"}), german("de.cc", (30, 40)))
    ordered(scene, "barrage")
    assert scene.offered("action") == ["barrage", "nothing"]


@clause("fraley.leader.free-placement")
def test_a_leader_is_placed_before_or_after_the_action(calls: Calls, monkeypatch: pytest.MonkeyPatch) -> None:
    """Asked again after the action only if he still may be; after an action that changes nothing he is not."""
    placed: list[int] = []
    monkeypatch.setattr(actions, "may_place_leader", lambda *_: not placed)

    async def place(_play: Play[Battle], number: int) -> None:
        placed.append(number)
        calls.append(("placed",))

    monkeypatch.setattr(actions, "place_leader", place)
    scene = ordered(platoon(), ["place-leader", "run"])  # type: ignore[arg-type]
    assert scene.kinds_asked() == ["action", "action"]
    assert calls == [("placed",), ("run", "Able")]
    placed.clear()
    scene = ordered(platoon(), "run", after_action="place-leader")
    assert calls[2:] == [("run", "Able"), ("placed",)]
    placed.clear()
    assert ordered(platoon(), "run").kinds_asked() == ["action", "after action"]
    assert ordered(platoon(), "dig-in").kinds_asked() == ["action"]
    assert "place-leader" not in ordered(platoon(fields={"still": True}), "dig-in").offered("action")


@clause("fraley.leader.once-per-initiative")
def test_leaders_may_help_before_the_action(monkeypatch: pytest.MonkeyPatch) -> None:
    """And the question is asked again."""
    left = ["shift-m3"]
    monkeypatch.setattr(leaders, "offers", lambda *_: dict.fromkeys(left, "shift"))

    async def use(_play: Play[Battle], _side: int, key: str) -> None:
        left.remove(key)

    monkeypatch.setattr(leaders, "use", use)
    assert ordered(platoon(), ["shift-m3", "run"]).kinds_asked() == ["action", "action"]  # type: ignore[arg-type]


@clause("fraley.activation.whole-unit")
def test_what_a_unit_usually_does(calls: Calls) -> None:
    """The answer that is taken where nobody answers is always open."""
    for fields, passed, usual in (
        ({}, True, "fire-and-move"),
        ({}, False, "fire"),
        ({"still": True}, True, "dig-in"),
    ):
        scene = platoon(fields=fields)
        scene.call(take_action, "Able", {"passed": passed})
        assert scene.event("declared its action").tells["key"] == usual
    tired = platoon()
    for man in range(3):
        tired.change("Able", man, shot=3)
    tired.call(take_action, "Able", {"passed": False})
    assert calls[-1][0] == "move"


def test_nobody_is_asked_for_a_unit_that_is_gone() -> None:
    """It was lost before it could act."""
    scene = platoon()
    scene.change("Able", men=())
    scene.call(take_action, "Able", {"passed": True})
    assert scene.asked == []
