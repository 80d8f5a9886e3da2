"""Activation: the check, suppression, recovery, the CC's reroll, a CC who acts by himself or alongside a Unit."""

from typing import Any

import pytest

from sandtable.play.modifier import Modifier
from sandtable.play.scenario import Enlisted
from sandtable.rulesets.fraley.basics.training import check, needed_by
from sandtable.rulesets.fraley.fire.to_hit import base_number
from sandtable.rulesets.fraley.setup.forces import raise_unit
from sandtable.rulesets.fraley.setup.set_up import enlist
from sandtable.rulesets.fraley.state import Team
from sandtable.rulesets.fraley.turn.activation import activate, activation_modifiers, eligible
from tests.clause import clause

from .kit import Scene, german, us
from .turn_kit import Calls, stand_in

NEVER_AGAIN = {"cells": (("reactivation.up-to-5.needs", 0),)}


@pytest.fixture(autouse=True)
def calls(monkeypatch: pytest.MonkeyPatch) -> Calls:
    """Other chapters stand aside."""
    return stand_in(monkeypatch)


def platoon(*more: Any, men: int = 4, marks: tuple[int, ...] = (), level: str = "veteran", **rest: Any) -> Scene:
    """A rifle platoon with markers on its first Teams."""
    teams = {place: {"marks": count} for place, count in enumerate(marks)}
    able = us("us.rifle-platoon", (10, 10), name="Able", men=men, teams=teams, card={"training": level})
    return Scene(able, german("de.mg-platoon", (30, 40), name="Berta", men=2), *more, **rest)


def company(**rest: Any) -> Scene:
    """With a CC who stands an inch off."""
    return platoon(us("us.cc", (10, 14), name="Major"), **rest)


# ---- the check


@clause("fraley.training.check", "fraley.training.green", "fraley.training.veteran", "fraley.training.elite")
@pytest.mark.parametrize(("level", "number"), [("green", 5), ("veteran", 4), ("elite", 3)])
def test_the_number_of_each_training(level: str, number: int) -> None:
    """That number passes, one less fails; who shoots at the Unit needs 7 less that."""
    assert platoon(level=level).call(activate, "Able", dice=[number], action="nothing") is True
    assert platoon(level=level).call(activate, "Able", dice=[number - 1], action="nothing") is False
    scene = platoon(level=level).run(_checked, [number])
    assert base_number(scene.state.options, scene.unit("Able").card.training) == 7 - number
    assert scene.thrown() == [("Able: test", (number,), f"{number}+")]


async def _checked(play: Any) -> None:
    await check(play, 0, "test")


@clause("fraley.training.check")
def test_seven_or_more_is_impossible() -> None:
    """A 6 does not pass it; and nobody rerolls what cannot pass."""
    scene = company(marks=(1, 1), level="green").change("Berta", done=True)
    assert scene.call(activate, "Able", dice=[6], action="nothing") is False
    assert scene.thrown()[0][2] == "7+, impossible"
    assert "reroll" not in scene.kinds_asked()


@clause("fraley.training.check", "fraley.reactivation.up-to-5")
@pytest.mark.parametrize(("acted", "switches", "thrown"), [(True, {}, 1), (False, {}, 0), (True, NEVER_AGAIN, 0)])
def test_no_die_is_thrown_for_what_cannot_pass(acted: bool, switches: dict[str, Any], thrown: int) -> None:
    """But for the natural 6, where it would make a Unit eligible again: somebody must have acted, and a 6 be of use."""
    scene = company(marks=(1, 1), level="green", **switches).change("Berta", done=acted)
    assert scene.call(activate, "Able", dice=[2] * thrown, action="nothing") is False
    assert len(scene.thrown()) == thrown
    assert ("checked its Training", 0) in scene.told()
    assert "run" not in scene.offered("action")


@clause("fraley.training.check")
def test_no_die_is_thrown_for_any_other_check_that_cannot_pass() -> None:
    """Of those only a table's own numbers make one."""
    harder = (Modifier(3, "a test", "fraley.training.check"),)

    async def tried(play: Any) -> None:
        assert not (await check(play, 0, "test", modifiers=harder)).passed

    assert platoon().run(tried, []).thrown() == []


@clause("fraley.activation.success", "fraley.activation.fail", "fraley.activation.whole-unit")
def test_the_list_follows_the_check() -> None:
    """And the activation ends with the action."""
    scene = platoon().run(_activated, [4], action="nothing")
    assert {"fire-and-move", "assault"} < set(scene.offered("action"))
    assert scene.told()[-1] == ("ended its activation", 0)
    assert scene.state.acting == -1
    scene = platoon(level="green").run(_activated, [3], action="nothing")
    assert scene.offered("action") == ["move", "fire", "overwatch", "nothing"]


async def _activated(play: Any) -> None:
    await activate(play, 0)


@clause("fraley.activation.once", "fraley.overwatch.duration", "fraley.gap.first-round")
def test_an_activation_begins_afresh() -> None:
    """What its Teams and its FO did last time is forgotten, and Overwatch and Run are over; so it was at the start."""
    mortars = us("us.mortar-platoon", (10, 10), name="Tubes", fo=(40, 20))
    scene = Scene(mortars, german("de.mg-platoon", (30, 40), name="Berta"))
    scene.change("Tubes", overwatch=True, ran=True, went=True, refreshed=True, placed=True)
    assert (scene.team("Tubes").moved, scene.team("Tubes FO").fired) == (True, True)
    scene.call(activate, "Tubes", dice=[4], action="nothing")
    unit = scene.unit("Tubes")
    assert not unit.placed
    assert (unit.done, unit.refreshed, unit.overwatch, unit.ran, unit.went) == (True, False, False, False, False)
    for team in (scene.team("Tubes"), scene.team("Tubes FO")):
        assert (team.moved, team.fired, team.observed) == (False, False, False)
    assert (scene.team("Berta").moved, scene.team("Berta").fired) == (True, True)
    begun = scene.event("was activated")
    assert len(begun.figures) == 6


@clause("fraley.gap.first-round")
def test_before_the_first_activation_nobody_has_moved_or_fired() -> None:
    """Nor observed."""
    figures: list[Team] = []
    enlist(0, 0, "Able", raise_unit(Enlisted("us.rifle-platoon"), "test", "test"), figures, [])
    assert figures
    assert not any(team.moved or team.fired or team.observed for team in figures)


# ---- suppression


@clause("fraley.suppression.penalty-25", "fraley.suppression.penalty-50", "fraley.suppression.penalty-75")
@pytest.mark.parametrize(
    ("men", "marked", "penalty"),
    [(8, 1, 0), (8, 2, 1), (9, 2, 0), (8, 3, 1), (8, 4, 2), (5, 3, 2), (8, 5, 2), (8, 6, 3), (3, 2, 2), (4, 4, 3)],
)
def test_the_share_of_suppressed_teams(men: int, marked: int, penalty: int) -> None:
    """+1 from 25%, +2 from 50%, +3 from 75%; two markers on a Team count once."""
    scene = platoon(men=men, marks=(2, *(1,) * (marked - 1)))
    found = activation_modifiers(scene.state, 0)
    assert sum(one.value for one in found) == penalty
    share = {0: [], 1: ["25"], 2: ["50"], 3: ["75"]}[penalty]
    assert [one.clause for one in found] == [f"fraley.suppression.penalty-{one}" for one in share]


@clause("fraley.suppression.penalty-25", "fraley.suppression.penalty-75")
def test_the_check_of_a_suppressed_unit() -> None:
    """2 of 8 Veterans: 5+. 6 of 8 Elite: 6+. Other checks are as ever."""
    veterans: dict[str, Any] = {"men": 8, "marks": (1, 1)}
    assert platoon(**veterans).call(activate, "Able", dice=[5], action="nothing") is True
    assert platoon(**veterans).call(activate, "Able", dice=[4], action="nothing") is False
    elite: dict[str, Any] = {"men": 8, "marks": (1,) * 6, "level": "elite"}
    assert platoon(**elite).call(activate, "Able", dice=[6], action="nothing") is True
    assert platoon(**elite).call(activate, "Able", dice=[5], action="nothing") is False
    assert platoon(**elite).call(check, "Able", "test", dice=[3]).passed


@clause("fraley.suppression.recover-success")
def test_a_passed_check_clears_everything() -> None:
    """Second markers too, before the action."""
    scene = platoon(men=4, marks=(2, 1)).run(_activated, [6], action="fire-and-move")
    assert scene.marks("Able") == [0, 0, 0, 0]
    assert "fraley.suppression.recover-success" in scene.clauses()


@clause("fraley.suppression.recover-fail")
def test_a_failed_check_takes_one_marker_off(calls: Calls) -> None:
    """3 suppressed of 6: two remain, whichever the owner likes; then comes the action."""
    chosen = platoon(men=6, marks=(1, 1, 1)).run(_activated, [2], recover="m1", action="fire")
    assert chosen.marks("Able") == [1, 0, 1, 0, 0, 0]
    assert chosen.kinds_asked() == ["recover", "action"]
    assert chosen.offered("recover") == ["m0", "m1", "m2"]
    assert calls == [("fire", "Able", "fire")]
    usual = platoon(men=6, marks=(2, 1, 1)).run(_activated, [2], action="nothing")
    assert usual.marks("Able") == [2, 0, 1, 0, 0, 0]
    only = platoon(men=6, marks=(2,)).run(_activated, [2], action="nothing")
    assert only.marks("Able")[0] == 1
    assert only.kinds_asked() == ["action"]


@clause("fraley.suppression.recover-fail")
def test_a_table_may_leave_the_suppressed_only_a_move() -> None:
    """While any Team is suppressed after the marker came off."""
    still = platoon(men=6, marks=(1, 1), suppressed_fail_actions="move_only")
    still.run(_activated, [2], action="nothing")
    assert still.offered("action") == ["move", "nothing"]
    assert still.barred("action")["fire"] == ("fraley.suppression.recover-fail",)
    free = platoon(men=6, marks=(1,), suppressed_fail_actions="move_only")
    free.run(_activated, [2], action="nothing")
    assert free.offered("action") == ["move", "fire", "overwatch", "nothing"]
    usual = platoon(men=6, marks=(1, 1)).run(_activated, [2], action="nothing")
    assert usual.offered("action") == ["move", "fire", "overwatch", "nothing"]


# ---- the CC's reroll


@clause("fraley.cc.reroll", "fraley.cc.has-pl-abilities")
def test_a_cc_has_a_check_rolled_again_once_an_initiative() -> None:
    """The second result stands; then he is spent until the next Initiative."""
    scene = company()
    assert scene.call(activate, "Able", dice=[2, 5], action="nothing") is True
    assert (scene.unit("Major").used, scene.unit("Major").rerolled) == (3, 3)
    assert scene.call(check, "Able", "test", dice=[2]).passed is False
    scene = company(initiative=4).change("Major", used=3, rerolled=3)
    assert scene.call(check, "Able", "test", dice=[2, 3]).passed is False
    assert scene.call(check, "Berta", "test", dice=[2]).passed is False  # he is none of theirs


@clause("fraley.cc.reroll")
def test_a_cc_need_not_and_not_for_himself() -> None:
    """He is asked right after the roll; his own checks are not a Unit's."""
    scene = company()
    assert scene.call(check, "Able", "test", dice=[2], reroll=False).passed is False
    assert scene.unit("Major").used == 0
    assert scene.call(check, "Major", "test", dice=[2]).passed is False
    assert scene.kinds_asked() == []
    assert scene.call(check, "Able", "test", dice=[4]).passed
    assert scene.kinds_asked() == []


@clause("fraley.cc.has-pl-abilities")
def test_one_use_covers_abilities_and_reroll() -> None:
    """Unless a table gives the reroll a limit of its own."""
    assert not company().change("Major", used=3).call(check, "Able", "test", dice=[2]).passed
    own = company(cc_reroll_shares_use=False).change("Major", used=3)
    assert own.call(check, "Able", "test", dice=[2, 4]).passed
    assert (own.unit("Major").used, own.unit("Major").rerolled) == (3, 3)
    assert not own.call(check, "Able", "test", dice=[2]).passed


@clause("fraley.cc.reroll")
def test_a_table_may_limit_the_reach_of_a_cc() -> None:
    """The CC's edge is 2 7/8 inches off: within 3 inches, not within 2."""
    assert company(cc_reroll_range=3).call(check, "Able", "test", dice=[2, 4]).passed
    assert not company(cc_reroll_range=2).call(check, "Able", "test", dice=[2]).passed


# ---- a CC's own activation


@clause("fraley.gap.cc-activation")
def test_a_cc_is_activated_by_his_own_check() -> None:
    """As if he were a Unit of one Team; he does not assault."""
    scene = company()
    assert eligible(scene.state, 0) == [0, 2]
    assert scene.call(activate, "Major", dice=[needed_by(scene.state, scene.number("Major"))], action="run") is True
    assert scene.barred("action")["assault"] == ("fraley.gap.cc-activation",)
    assert {"run", "fire-and-move", "dig-in"} < set(scene.offered("action"))
    assert eligible(scene.state, 0) == [0]
    assert company().call(activate, "Major", dice=[2], action="move") is False


@clause("fraley.gap.cc-activation")
def test_a_suppressed_cc_recovers_like_a_unit_of_one_team() -> None:
    """+3 on his check; a failure removes one marker."""
    scene = company().change("Major", 0, marks=2).change("Berta", done=True)
    needed = needed_by(scene.state, scene.number("Major")) + 3
    scene.call(activate, "Major", dice=[2], action="nothing")
    assert scene.thrown()[0][2].startswith(f"{needed}+")
    assert scene.marks("Major") == [1]


@clause("fraley.gap.cc-activation")
def test_a_cc_may_go_with_a_unit_instead(calls: Calls) -> None:
    """Within 6 inches, without a check, from the Unit's list, once a round."""
    scene = company(cc_activation="with_unit")
    assert eligible(scene.state, 0) == [0]
    scene.run(_activated, [2], action=["move", "overwatch"], alongside=True, reroll=False)
    assert calls == [("move", "Able", "fraley.action.fail-move")]
    assert (scene.unit("Major").overwatch, scene.unit("Major").done, scene.state.acting) == (True, True, -1)
    assert scene.offered("action") == ["move", "fire", "overwatch", "nothing"]
    scene.change("Able", done=False).run(_activated, [4], action="nothing")
    assert "alongside" not in scene.kinds_asked()
    stays = company(cc_activation="with_unit").run(_activated, [4], action="nothing")
    assert stays.kinds_asked() == ["action", "alongside"]
    assert not stays.unit("Major").done


@clause("fraley.gap.cc-activation")
@pytest.mark.parametrize(("gap", "asked"), [(6.0, True), (6.001, False)])
def test_a_cc_goes_with_a_unit_within_six_inches(gap: float, asked: bool) -> None:
    """From edge to edge, as the Unit is activated."""
    middle = 10 + 0.5 + gap + 0.5
    scene = platoon(us("us.cc", (10, middle), name="Major"), men=1, cc_activation="with_unit")
    scene.run(_activated, [4], action="nothing")
    assert ("alongside" in scene.kinds_asked()) is asked


@clause("fraley.gap.cc-activation", "fraley.gap.cc-fo-alone-rules")
@pytest.mark.parametrize(("die", "marks"), [(4, 0), (3, 1)])
def test_a_cc_who_goes_along_recovers_by_the_check_of_the_unit(die: int, marks: int) -> None:
    """Passed, he is free of both his markers; failed, of one."""
    scene = platoon(us("us.cc", (10, 13), name="Major", each={"marks": 2}), men=1, cc_activation="with_unit")
    scene.run(_activated, [die], action=["nothing", "nothing"], alongside=True, reroll=False if die < 4 else [])
    assert scene.marks("Major") == [marks]
