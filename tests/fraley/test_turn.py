"""Rounds and Initiatives: who goes on, who follows, how a round and a battle end."""

from typing import Any

import pytest

from sandtable.dice.chance import Chance
from sandtable.dice.sources import Keyed
from sandtable.play.game import Game
from sandtable.play.ruleset import Outcome
from sandtable.play.script import Play
from sandtable.rulesets.fraley.basics.teams import units_left
from sandtable.rulesets.fraley.leaders import leaders
from sandtable.rulesets.fraley.ruleset import RULESET
from sandtable.rulesets.fraley.state import Battle, Mission
from sandtable.rulesets.fraley.turn import turn
from sandtable.rulesets.fraley.turn.turn import begin_round, finish_round, next_activation, next_step, roll_off_die
from tests.clause import clause

from .kit import Scene, german, terrain, us
from .turn_kit import Calls, stand_in


@pytest.fixture(autouse=True)
def calls(monkeypatch: pytest.MonkeyPatch) -> Calls:
    """Other chapters stand aside; nothing scores and nothing decides the battle."""
    monkeypatch.setattr(turn, "scored", lambda state: state.scores)
    monkeypatch.setattr(turn, "outcome_of", lambda _: None)
    return stand_in(monkeypatch)


def battle(*more: Any, **rest: Any) -> Scene:
    """Two platoons a side."""
    return Scene(
        us("us.rifle-platoon", (10, 10), name="Able", men=3),
        us("us.mg-platoon", (30, 10), name="Baker", men=3),
        german("de.grenadier-platoon", (10, 40), name="Anton", men=3),
        german("de.mg-platoon", (30, 40), name="Berta", men=3),
        *more,
        **rest,
    )


def steps(scene: Scene) -> str:
    """The name of the step that comes next."""
    step = next_step(scene.state)
    return step.name if step else ""


@clause("fraley.round.roll-off", "fraley.round.structure")
def test_the_higher_die_has_the_first_initiative() -> None:
    """Allies 4, Axis 2; and the other way round. A round opens an Initiative of its own."""
    scene = battle(fields={"phase": "round"}).run(begin_round, [4, 2])
    assert (scene.state.first, scene.state.holder) == (0, 0)
    assert (scene.state.round, scene.state.initiative, scene.state.phase) == (3, 4, "initiative")
    assert scene.event("a round began").rolls == (0, 1)
    scene = battle(fields={"phase": "round"}).run(begin_round, [2, 4])
    assert (scene.state.first, scene.state.holder) == (1, 1)
    assert roll_off_die("US", 1).seat == 1


@clause("fraley.round.roll-off-ties")
def test_ties_are_rolled_again() -> None:
    """3-3, then 5-1."""
    scene = battle(fields={"phase": "round"}).run(begin_round, [3, 3, 5, 1])
    assert scene.state.holder == 0
    assert len(scene.throws("first Initiative")) == 4
    assert scene.event("a round began").rolls == (2, 3)
    assert "fraley.round.roll-off-ties" in scene.throws()[2].because


@clause("fraley.round.structure")
def test_the_first_round_is_number_one() -> None:
    """After the set-up, whatever the counter said."""
    scene = battle(fields={"phase": "setup", "round": 0, "initiative": 0})
    assert steps(scene) == "a round begins"
    assert scene.run(begin_round, [4, 2]).state.round == 1


@clause("fraley.gap.scenario-hold", "fraley.round.roll-off")
def test_both_roll_in_the_first_round_of_an_attack_too() -> None:
    """As the book prints of each round: the higher die has the first Initiative, the attacker's or not."""
    first = battle(mission=Mission("hold", attacker=1), fields={"phase": "round", "round": 0, "initiative": 0})
    assert first.run(begin_round, [4, 2]).state.holder == 0
    assert len(first.throws("first Initiative")) == 2


@clause("fraley.gap.scenario-hold")
def test_by_the_switch_an_attacker_begins_without_a_roll() -> None:
    """In the first round of an attack, not in the second."""
    switched: dict[str, Any] = {"mission": Mission("hold", attacker=1), "attacker_begins": True}
    first = battle(**switched, fields={"phase": "round", "round": 0, "initiative": 0})
    assert first.run(begin_round).state.holder == 1
    assert battle(**switched, fields={"phase": "round"}).run(begin_round, [4, 2]).state.holder == 0


@clause("fraley.round.structure")
def test_what_comes_next_is_read_from_the_state() -> None:
    """By its phase."""
    for phase, name in (("round", "a round begins"), ("initiative", "activation"), ("end", "the end of the round")):
        assert steps(battle(fields={"phase": phase})) == name
    assert steps(battle(fields={"phase": "setup", "agenda": ("deploy",)})) == "set-up: deploy"
    assert steps(battle(fields={"phase": "over"})) == ""


@clause("fraley.initiative.sequence", "fraley.initiative.ends-on-fail", "fraley.activation.once")
def test_the_holder_goes_on_until_a_unit_fails() -> None:
    """Able succeeds and acts, Baker rolls 2 and takes a Fail Action, then the Germans start."""
    scene = battle().run(next_activation, [4], activate="Able", action="nothing")
    assert (scene.state.holder, scene.state.initiative) == (0, 3)
    assert scene.unit("Able").done
    scene.run(next_activation, [2], action="overwatch")  # nobody but Baker is left to pick
    assert scene.kinds_asked() == ["action"]
    told = [verb for verb, _ in scene.told("went on Overwatch", "an Initiative began")]
    assert told == ["went on Overwatch", "an Initiative began"]
    assert (scene.state.holder, scene.state.initiative) == (1, 4)
    assert scene.unit("Baker").done


@clause("fraley.activation.once", "fraley.initiative.sequence")
def test_who_has_acted_is_not_picked_again() -> None:
    """It stays in view with the reason; and nobody may stop."""
    scene = battle(us("us.mortar-section", (50, 10), name="Charlie", men=3)).change("Able", done=True)
    scene.run(next_activation, [4], activate="Baker", action="nothing")
    assert scene.offered("activate") == ["u1", "u4"]
    assert scene.barred("activate") == {"u0": ("fraley.activation.once",)}


@clause("fraley.initiative.opponent-turn")
def test_control_passes_when_the_units_run_out() -> None:
    """Without a failure, too; and comes back at once, as a new Initiative, if the other has nobody left."""
    scene = battle().change("Baker", done=True).run(next_activation, [4], action="nothing")
    assert (scene.state.holder, scene.state.initiative) == (1, 4)
    scene = battle().change("Anton", done=True).change("Berta", done=True)
    scene.run(next_activation, [1], activate="Able", action="nothing")
    assert (scene.state.holder, scene.state.initiative) == (0, 4)
    assert not scene.unit("Baker").done


@clause("fraley.round.end", "fraley.initiative.opponent-turn")
def test_a_round_ends_when_all_units_have_acted() -> None:
    """The last one to act ends it; its end counts as an Initiative."""
    scene = battle()
    for name in ("Baker", "Anton", "Berta"):
        scene.change(name, done=True)
    scene.run(next_activation, [4], action="nothing")
    assert (scene.state.phase, scene.state.initiative) == ("end", 4)
    assert steps(scene) == "the end of the round"


@clause("fraley.initiative.sequence")
def test_a_table_may_let_the_holder_stop_after_an_action() -> None:
    """Not before he has activated anybody in this Initiative; his Units stay eligible."""
    scene = battle(may_pass_initiative=True).run(next_activation, [4], activate="Able", action="nothing")
    assert scene.offered("activate") == ["u0", "u1"]
    scene.run(next_activation, activate="pass")
    assert scene.offered("activate") == ["u1", "pass"]
    assert (scene.state.holder, scene.state.initiative) == (1, 4)
    assert not scene.unit("Baker").done
    strict = battle().run(next_activation, [4], activate="Able", action="nothing").run(next_activation, [4])
    assert strict.kinds_asked() == ["action"]  # Baker has to go on


@clause("fraley.reactivation.who-benefits")
def test_units_that_are_eligible_again_may_be_declined() -> None:
    """Only when no others are left; and then the round can end."""
    scene = battle().change("Able", refreshed=True)
    scene.run(next_activation, [4], activate="Baker", action="nothing")
    assert scene.offered("activate") == ["u0", "u1"]
    for name in ("Anton", "Berta"):
        scene.change(name, done=True)
    scene.run(next_activation, activate="pass")
    assert scene.offered("activate") == ["u0", "pass"]
    assert scene.unit("Able").done
    assert not scene.unit("Able").refreshed
    assert scene.state.phase == "end"


@clause("fraley.initiative.sequence")
def test_leaders_may_help_before_a_unit_is_picked(monkeypatch: pytest.MonkeyPatch) -> None:
    """And the question is asked again."""
    left = ["shift-m3"]
    monkeypatch.setattr(leaders, "offers", lambda *_: dict.fromkeys(left, "shift"))

    async def use(_play: Play[Battle], side: int, key: str) -> None:
        assert side == 0
        left.remove(key)

    monkeypatch.setattr(leaders, "use", use)
    scene = battle().run(next_activation, [4], activate=["shift-m3", "Able"], action="nothing")
    assert scene.kinds_asked() == ["activate", "activate", "action"]


# ---- the end of a round


@clause("fraley.round.end", "fraley.overwatch.duration")
def test_what_lasts_for_a_round_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Activations, declarations, Run, losses; Overwatch stays unless a table has it expire."""
    worn = {"done": True, "refreshed": True, "still": True, "grounded": True, "ran": True, "lost": 1, "overwatch": True}
    scene = battle(fields={"phase": "end"}).change("Able", **worn).run(finish_round)
    unit = scene.unit("Able")
    assert (unit.done, unit.refreshed, unit.still, unit.grounded, unit.ran, unit.lost) == (False,) * 5 + (0,)
    assert unit.overwatch
    assert scene.state.phase == "round"
    scene = battle(fields={"phase": "end"}, overwatch_expires="round_end").change("Able", overwatch=True)
    assert not scene.run(finish_round).unit("Able").overwatch


@clause("fraley.round.end", "fraley.gtg.declare-cost")
def test_who_lay_still_to_the_end_has_been_still_and_silent() -> None:
    """Not who reacted with fire meanwhile, and not the others."""
    scene = battle(fields={"phase": "end"}).change("Able", grounded=True, still=True).change("Baker", still=True)
    scene.run(finish_round)
    assert [(scene.team(name).moved, scene.team(name).fired) for name in ("Able", "Baker")] == [
        (False,) * 2,
        (True,) * 2,
    ]


@clause("fraley.smoke.removed", "fraley.round.end")
def test_smoke_is_removed() -> None:
    """And no other terrain."""
    smoke, woods = terrain("smoke", box=(30, 20, 6, 6)), terrain("woods", box=(40, 20, 6, 6))
    scene = battle(ground=[woods, smoke], fields={"phase": "end"}).run(finish_round)
    assert scene.state.terrain == (woods,)


@clause("fraley.round.end", "fraley.gap.victory")
def test_scores_are_counted_before_the_battle_is_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    """The outcome is asked with the new scores, at the end of every round; it ends the battle."""
    monkeypatch.setattr(turn, "scored", lambda _: (2, 1))
    asked: list[tuple[str, tuple[int, int]]] = []

    def outcome(state: Battle) -> Outcome | None:
        asked.append((state.phase, state.scores))
        return Outcome(0, state.scores, "more points", ("fraley.gap.scenario-meeting",)) if len(asked) > 1 else None

    monkeypatch.setattr(turn, "outcome_of", outcome)
    scene = battle(fields={"phase": "end"}).run(finish_round)
    assert (scene.state.phase, scene.state.scores) == ("round", (2, 1))
    scene.run(begin_round, [4, 2]).run(finish_round)
    assert scene.state.phase == "over"
    assert scene.state.outcome == Outcome(0, (2, 1), "more points", ("fraley.gap.scenario-meeting",))
    assert scene.event("the battle ended").because == ("fraley.gap.scenario-meeting",)


@clause("fraley.company.fail")
def test_a_retreat_ends_the_battle_after_the_activation(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not waited for the end of the round; a company without Units is as much of an end."""
    lost = Outcome(1, (0, 0), "retreat", ("fraley.company.fail",))
    monkeypatch.setattr(turn, "outcome_of", lambda state: lost if state.retreats or not units_left(state, 1) else None)
    scene = battle(fields={"retreats": (0,)}).run(next_activation, [4], activate="Able", action="nothing")
    assert (scene.state.phase, scene.state.outcome) == ("over", lost)
    scene = battle().change("Anton", place="destroyed").change("Berta", place="destroyed")
    assert scene.run(next_activation, [4], activate="Able", action="nothing").state.phase == "over"
    scene = battle().run(next_activation, [4], activate="Able", action="nothing")
    assert scene.state.phase == "initiative"


@clause("fraley.round.end", "fraley.initiative.sequence")
@pytest.mark.parametrize("seed", range(6))
def test_rounds_come_to_an_end_with_random_answers(seed: int) -> None:
    """All kinds of tables, five rounds each."""
    options: list[dict[str, Any]] = [
        {},
        {"may_pass_initiative": True},
        {"reactivation_includes_roller": True},
        {"cc_activation": "with_unit", "success_may_use_fail_actions": True},
    ]
    scene = battle(us("us.cc", (12, 12), name="CC"), fields={"phase": "round"}, **options[seed % 4])
    game: Game[Battle] = Game(RULESET, scene.state, Keyed(bytes([seed])))
    chance = Chance(seed)
    for _ in range(3000):
        if game.state.round > 6:
            break
        decision = game.pending
        assert decision is not None
        game.answer(decision.domain.sample(chance))
    assert game.state.round > 6
