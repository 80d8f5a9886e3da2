"""The turn: its phases in order, Turn Initiative, who begins, alternating activations, the end."""

from typing import Any

import pytest

from sandtable.play.script import Step
from sandtable.rulesets.sotr.state import Mission
from sandtable.rulesets.sotr.turn import turn
from sandtable.rulesets.sotr.turn.initiative import initiative_bonus, ranking, roll_off
from sandtable.rulesets.sotr.turn.turn import activation, choose_who_begins, next_step, to_act
from tests.clause import clause

from .kit import Scene, Side, reich, us
from .turn_kit import Calls, change, coming, quiet, step


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Calls:
    """What the turn asks of other chapters."""
    return quiet(monkeypatch)


def pair(*more: Side, **rest: Any) -> Scene:
    """A squad on each side, at the beginning of a turn."""
    able = us("us.rifle-squad", (20, 40), name="Able", men=2)
    storm = reich("reich.sturmgrenadiers", (20, 5), name="Storm", men=2)
    scene = Scene(able, storm, *more, **rest)
    return change(scene, phase="initiative", half=0)


# ---- phases


@clause("sotr.turn.phases", "sotr.turn.phase-modes", "sotr.turn.terms", "sotr.init.timing", "sotr.action.until-done")
def test_a_turn_runs_through_its_phases(calls: Calls) -> None:
    """Initiative, Maintenance by sides, Command by sides, Action by units, Close Combat, the next turn."""
    scene = pair(turn=1)
    seen = []
    for dice in ([4, 3], [], [], [], [], [], [], [], [], [], [], []):
        seen.append((scene.state.phase, coming(scene)))
        step(scene, dice)
    assert seen == [
        ("initiative", "initiative"),
        ("maintenance", "who begins"),
        ("maintenance", "maintenance"),
        ("maintenance", "maintenance"),
        ("command", "who begins"),
        ("command", "command"),
        ("command", "command"),
        ("action", "who begins"),
        ("action", "activation"),
        ("action", "activation"),
        ("action", "end of the Action Phase"),
        ("close", "turn end"),
    ]
    assert (scene.state.turn, scene.state.phase) == (2, "initiative")
    assert calls == [
        ("smoke", "turn-start"),
        ("maintain", 0),
        ("maintain", 1),
        ("command", 0),
        ("command", 1),
        ("activate", 0),
        ("activate", 1),
        ("coherency", range(2)),
    ]


@clause("sotr.turn.count")
@pytest.mark.parametrize(("number", "over"), [(5, False), (6, True)])
def test_the_scenario_says_how_many_turns_there_are(calls: Calls, number: int, over: bool) -> None:
    """Six: the sixth is the last."""
    scene = step(change(pair(turn=number), phase="close", half=1))
    assert (scene.state.phase == "over") is over
    assert (scene.state.outcome is not None) is over
    assert (next_step(scene.state) is None) is over
    assert calls == []


@clause("sotr.gap.state-scope", "sotr.turn.count")
def test_overwatch_and_orders_end_with_the_turn(calls: Calls) -> None:
    """Overwatch that was not used, and JUST DO IT to a unit or a model."""
    scene = change(pair(), phase="close", half=1)
    scene.change("Able", 0, overwatch=True, freed="shoot").change("Able", freed="move").change("Storm", hidden=True)
    step(scene)
    assert (scene.man("Able").overwatch, scene.man("Able").freed, scene.unit("Able").freed) == (False, "", "")
    assert scene.unit("Storm").hidden
    assert calls == []


@clause("sotr.turn.phases")
def test_close_combat_goes_on_until_it_has_no_more_steps(calls: Calls, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever that chapter names comes before the end of the turn; its notes are fresh when it begins."""
    scene = change(pair(), phase="action", half=1, holder=1, fought=(0,), felled=((0, 2),), downed=((1, 1),))
    for name in ("Able", "Storm"):
        scene.change(name, activated=2)
    step(scene)
    state = scene.state
    assert (state.phase, state.side, state.fought, state.felled, state.downed) == ("close", 1, (), (), ())
    assert calls == [("coherency", range(2))]
    fight = Step("a fight", turn.end_turn)
    monkeypatch.setattr(turn, "close_step", lambda _: fight)
    assert next_step(scene.state) is fight


# ---- Initiative


@clause("sotr.init.roll")
def test_the_books_example_of_initiative() -> None:
    """Lieutenant of Cool 9 rolls 2 = 11; sergeant of Cool 8 rolls 4 = 12 and wins."""
    scene = Scene(us("us.command", (20, 40), name="HQ"), reich("reich.sturmgrenadiers", (20, 5), name="Storm"), turn=1)
    scene.call(roll_off, dice=[2, 4])
    assert (scene.state.initiative, scene.state.holder) == ((11, 12), 1)


@clause("sotr.gap.initiative-ties")
def test_equal_initiative_is_rolled_again() -> None:
    """11 to 11, 12 to 12, 10 to 9."""
    scene = Scene(us("us.command", (20, 40)), reich("reich.command", (20, 5)))
    scene.call(roll_off, dice=[2, 2, 3, 3, 2, 1])
    assert (scene.state.initiative, scene.state.holder) == ((11, 10), 0)


@clause("sotr.init.eligible", "sotr.gap.initiative-no-officer", "sotr.gap.state-scope")
@pytest.mark.parametrize(
    ("changes", "bonus"),
    [
        ({}, 9),
        ({"models": {0: {"down": True}}}, 0),
        ({"models": {0: {"disorganized": True}}}, 0),
        ({"fields": {"disorganized": True}}, 0),
        ({"fields": {"suppressed": True, "hidden": True}}, 9),
        ({"pick": ("rifleman", "medic")}, 0),
    ],
    ids=["fit", "down", "disorganized himself", "disorganized unit", "suppressed and hidden", "dead"],
)
def test_which_officer_counts(changes: dict[str, Any], bonus: int) -> None:
    """Alive, not Disorganized, not DOWN; without one nothing is added."""
    scene = Scene(us("us.command", (20, 40), **changes))
    assert initiative_bonus(scene.state, 0) == bonus


@clause("sotr.init.rank", "sotr.gap.platoon")
def test_rank_comes_before_cool() -> None:
    """A sergeant of Cool 8 outranks a spotter of Cool 9; of two sergeants the cooler one counts; the vampire has no rank."""
    sniper = us("us.sniper-team", (10, 40), name="Sniper")
    squad = us("us.rifle-squad", (20, 40), name="Able", men=2)
    assert initiative_bonus(Scene(sniper).state, 0) == 9
    assert initiative_bonus(Scene(sniper, squad).state, 0) == 8
    pack = reich("reich.werewolves", (10, 5), name="Pack")
    scene = Scene(reich("reich.sturmgrenadiers", (20, 5), men=2), pack, reich("reich.vampire", (30, 5)))
    assert ranking(scene.state, 1) == scene.row("Pack")
    assert initiative_bonus(Scene(reich("reich.vampire", (30, 5))).state, 1) == 0


@clause("sotr.init.choice", "sotr.maint.sides", "sotr.action.first")
@pytest.mark.parametrize("phase", ["maintenance", "command", "action"])
@pytest.mark.parametrize("holder", [0, 1])
@pytest.mark.parametrize("answer", ["self", "enemy"])
def test_the_winner_says_who_begins_each_phase(calls: Calls, phase: str, holder: int, answer: str) -> None:
    """He is asked afresh in every phase."""
    scene = change(pair(), phase=phase, holder=holder, half=0)
    scene.change("Able", 0, down=True).change("Storm", 0, down=True)
    scene.call(choose_who_begins, who_begins=answer)
    assert scene.asked[0].seat == holder
    assert scene.state.side == (holder if answer == "self" else 1 - holder)
    assert scene.state.half == 1
    assert calls == []


@clause("sotr.init.choice")
def test_nobody_is_asked_where_it_is_all_one(calls: Calls) -> None:
    """No side has anything to maintain; one side has no unit to activate; the dead obey nobody."""
    idle = change(pair(), phase="maintenance", holder=1, half=0)
    idle.call(choose_who_begins)
    alone = change(pair(), phase="action", holder=1, half=0)
    alone.change("Able", activated=2).call(choose_who_begins)
    dead = Scene(us("us.command", (20, 40)), reich("reich.zombies", (20, 5), men=2))
    change(dead, phase="command", holder=1, half=0).call(choose_who_begins)
    for scene in (idle, alone, dead):
        assert (scene.asked, scene.state.side, scene.state.half) == ([], 1, 1)
    assert calls == []


@clause("sotr.maint.sides", "sotr.turn.phase-modes")
@pytest.mark.parametrize("phase", ["maintenance", "command"])
def test_one_side_does_everything_before_the_other(calls: Calls, phase: str) -> None:
    """The second half is the other side's; then the next phase begins."""
    scene = change(pair(), phase=phase, side=1, half=1)
    step(scene)
    assert (scene.state.phase, scene.state.side, scene.state.half) == (phase, 0, 2)
    step(scene)
    assert scene.state.phase == {"maintenance": "command", "command": "action"}[phase]
    assert scene.state.half == 0
    assert [call[1] for call in calls] == [1, 0]


# ---- Action


@clause("sotr.action.alternate", "sotr.gap.activation-surplus", "sotr.unit.definition")
def test_activations_alternate_and_a_surplus_follows(calls: Calls) -> None:
    """One of three units, then the enemy's only one, then the other two in a row; nobody may pass."""
    more = [us("us.bazooka-team", (30, 40), name="Baker"), us("us.jeep", (40, 40), name="Jeep")]
    scene = change(pair(*more), phase="action", side=0, half=1)
    step(scene, unit="Baker")
    assert scene.offered("unit") == ["u0", "u2", "u3"]
    assert to_act(scene.state) == 1
    step(scene)
    assert scene.asked == []  # his only unit
    assert to_act(scene.state) == 0
    step(scene, unit="Able")
    assert to_act(scene.state) == 0
    step(scene)
    assert [call[1] for call in calls] == [2, 1, 0, 3]
    assert coming(scene) == "end of the Action Phase"


@clause("sotr.action.first")
def test_the_side_that_was_named_activates_first(calls: Calls) -> None:
    """Whoever begins, begins."""
    scene = change(pair(), phase="action", side=1, half=1)
    scene.call(activation)
    assert calls == [("activate", 1)]


@clause("sotr.action.first")
@pytest.mark.parametrize(("since", "stored"), [("activation", 0), ("phase-start", 4)])
def test_where_everybody_stood_is_kept_if_the_table_wants_it(calls: Calls, since: str, stored: int) -> None:
    """For Aimed Shots that need LOS since the start of the phase."""
    scene = change(pair(aimed_los_since=since), phase="action", half=0)
    scene.call(choose_who_begins)
    assert len(scene.state.opened) == stored
    if stored:
        assert scene.state.opened[0] == (0, 20_000, 40_000, 0, 0)
    assert calls == []


# ---- the end at once


@clause("sotr.gap.victory")
def test_a_side_with_nobody_standing_has_lost_at_once(calls: Calls) -> None:
    """In the middle of a phase; not while one of its units is still to come."""
    scene = change(pair(), phase="command", half=1)
    scene.change("Storm", 0, down=True)
    assert coming(scene) == "command"
    scene.change("Storm", 1, down=True)
    assert coming(scene) == "battle over"
    step(scene)
    assert scene.state.outcome is not None
    assert (scene.state.outcome.winner, scene.state.phase) == (0, "over")
    more = reich("reich.zombies", name="More", men=2)
    waits = change(pair(more, mission=Mission("dead-walk")), phase="command", half=1)
    waits.change("Storm", 0, down=True).change("Storm", 1, down=True)
    assert coming(waits) == "command"
    assert calls == []


@clause("sotr.init.choice")
def test_the_question_who_begins_gives_nothing_away(calls: Calls) -> None:
    """DOWN models of a Hidden unit are no reason to ask its enemy."""
    scene = change(pair(), phase="maintenance", holder=0, half=0)
    scene.change("Able", 0, down=True).change("Storm", 0, down=True).change("Storm", hidden=True)
    scene.call(choose_who_begins)
    assert scene.asked == []
    assert calls == []
