"""Game turns: markers, initiative for any number of players, alternation, passing, the end of turns and of the battle."""

from typing import Any

import pytest

from sandtable.dice.chance import Chance
from sandtable.dice.sources import Keyed
from sandtable.play.game import Game
from sandtable.play.script import Play
from sandtable.rulesets.d10.ruleset import RULESET
from sandtable.rulesets.d10.setup.victory import broken
from sandtable.rulesets.d10.state import Battle, Mission
from sandtable.rulesets.d10.turn.turn import (
    begin_turn,
    finish_turn,
    leaders_of,
    next_activation,
    next_step,
    roll_initiative,
)
from tests.clause import clause

from .kit import Scene, german, shift, us

TOLD_FIRST = "d10.turn.initiative-choice"


def battle(*more: Any, **rest: Any) -> Scene:
    """Two units a side, too far apart to matter to one another."""
    return Scene(
        us("us.rifle-squad", (5, 5), name="Able", men=3),
        us("us.rifle-squad", (15, 5), name="Baker", men=3),
        german("de.grenadier-squad", (5, 44), name="Anton", men=3),
        german("de.grenadier-squad", (15, 44), name="Berta", men=3),
        *more,
        **rest,
    )


def between_turns(**rest: Any) -> Scene:
    """The same, before a turn begins."""
    return battle(fields={"phase": "turn", **rest.pop("fields", {})}, **rest)


def step(scene: Scene) -> str:
    """The name of the step that comes next."""
    found = next_step(scene.state)
    return found.name if found else ""


# ---- phases


@clause("d10.turn.phases")
def test_what_comes_next_is_read_from_the_state() -> None:
    """By its phase: a turn begins, units are activated, the turn ends."""
    names = {"setup": "a turn begins", "turn": "a turn begins", "activation": "activation", "end": "the end of a turn"}
    for phase, name in {**names, "over": ""}.items():
        assert step(battle(fields={"phase": phase})) == name
    assert step(battle(fields={"phase": "setup", "agenda": ("deploy",)})) == "set-up: deploy"


@clause("d10.turn.phases")
def test_markers_come_off_before_initiative_is_rolled_and_units_act() -> None:
    """In this order; then activations until the end."""
    scene = between_turns().change("Able", done=True, hold=True).run(begin_turn, [9, 2])
    assert [one.verb if hasattr(one, "verb") else "dice" for one in scene.news] == [
        "a turn began",
        "dice",
        "won the initiative",
    ]
    assert (scene.state.turn, scene.state.phase) == (3, "activation")
    for _ in range(4):
        assert step(scene) == "activation"
        scene.run(next_activation)
    assert step(scene) == "the end of a turn"
    scene.run(finish_turn)
    assert step(scene) == "a turn begins"


# ---- markers


def worn(keeps: str) -> Scene:
    """Units with every marker there is, after the markers of a turn came off."""
    scene = Scene(
        us("us.rifle-squad", (5, 5), name="Able", men=3),
        us("us.sherman", (25, 5), name="Sherman"),
        us("us.second-lieutenant", (40, 5), name="Hale"),
        german("de.grenadier-squad", (5, 44), name="Berta", men=3),
        fields={"phase": "turn"},
        marker_phase_keeps=keeps,
    )
    scene.change("Able", done=True, moved=True, orders=("move", "hold"), hold=True)
    scene.change("Berta", done=True, panicked=True, orders=("rush",))
    scene.change("Sherman", 0, wounds=2).change("Hale", 0, wounds=1).change("Hale", panicked=True)
    return scene.run(begin_turn, [9, 2])


@clause("d10.turn.marker-phase", "d10.turn.once")
@pytest.mark.parametrize(
    ("keeps", "panic", "wounds"),
    [
        ("wounds-and-panic", True, (2, 1)),
        ("wounds", False, (2, 1)),
        ("panic", True, (4, 3)),
        ("nothing", False, (4, 3)),
    ],
)
def test_markers_of_the_last_turn_come_off(keeps: str, panic: bool, wounds: tuple[int, int]) -> None:
    """Orders, moves, Hold and who has acted, always; panic and wounds as the table plays it."""
    scene = worn(keeps)
    able = scene.unit("Able")
    assert (able.done, able.moved, able.orders, able.hold) == (False, False, (), False)
    assert (scene.unit("Berta").done, scene.unit("Berta").orders) == (False, ())
    assert (scene.unit("Berta").panicked, scene.unit("Hale").panicked) == (panic, panic)
    assert (scene.model("Sherman").wounds, scene.model("Hale").wounds) == wounds
    assert "d10.turn.marker-phase" in scene.event("a turn began").because


@clause("d10.turn.marker-phase", "d10.gap.scenario-village")
def test_nothing_comes_off_before_the_first_turn() -> None:
    """Who begins on Hold is on Hold."""
    scene = between_turns(turn=0).change("Anton", hold=True).run(begin_turn, [9, 2])
    assert scene.unit("Anton").hold
    assert scene.told("the first turn began", "a turn began") == [("the first turn began", None)]
    assert scene.state.turn == 1


# ---- initiative


def rolled(names: tuple[str, ...], dice: list[int], last: int = -1) -> tuple[int, list[tuple[int, ...]]]:
    """Who wins the initiative among these players, and the throws."""
    scene = battle()

    async def script(play: Play[Battle], *given: Any) -> Any:
        return await roll_initiative(play, *given)

    winner, throws = scene.call(script, names, last, dice=dice)
    faces = [one.faces for one in scene.throws("Initiative")]
    assert len(throws) == len(faces)
    return winner, faces


@clause("d10.turn.initiative-roll")
def test_the_highest_die_of_any_number_of_players_wins() -> None:
    """Two, three, five."""
    assert rolled(("A", "B"), [3, 8]) == (1, [(3, 8)])
    assert rolled(("A", "B", "C"), [9, 8, 1]) == (0, [(9, 8, 1)])
    assert rolled(("A", "B", "C", "D", "E"), [1, 2, 3, 10, 9])[0] == 3
    assert leaders_of((7, 7, 4)) == [0, 1]


@clause("d10.turn.initiative-roll")
def test_tied_leaders_roll_again() -> None:
    """7, 7, 4: the two sevens reroll, the four is out; as often as it takes."""
    assert rolled(("A", "B", "C"), [7, 7, 4, 2, 6]) == (1, [(7, 7, 4), (2, 6)])
    assert rolled(("A", "B", "C"), [4, 7, 7, 6, 6, 9, 1]) == (1, [(4, 7, 7), (6, 6), (9, 1)])


@clause("d10.turn.initiative-roll")
def test_ties_may_go_to_the_last_winner() -> None:
    """If he is among those tied; else they roll again, as they do in the first turn."""
    assert rolled(("A", "B", "C"), [7, 7, 4], last=1) == (1, [(7, 7, 4)])
    assert rolled(("A", "B", "C"), [7, 7, 4, 9, 1], last=2) == (0, [(7, 7, 4), (9, 1)])
    scene = between_turns(initiative_tie="last-winner", fields={"winner": 1}).run(begin_turn, [5, 5])
    assert scene.state.winner == 1
    scene = between_turns(initiative_tie="last-winner").run(begin_turn, [5, 5, 6, 2])
    assert scene.state.winner == 0
    scene = between_turns(fields={"winner": 1}).run(begin_turn, [5, 5, 6, 2])
    assert scene.state.winner == 0


@clause("d10.turn.initiative-roll", "d10.turn.initiative-choice")
def test_the_winner_begins_or_names_the_other() -> None:
    """The Allied player wins with 9 and names the Axis player."""
    scene = between_turns().run(begin_turn, [9, 4])
    assert (scene.state.winner, scene.state.active) == (0, 0)
    assert scene.decision("initiative").seat == 0
    assert scene.offered("initiative") == ["p0", "p1"]
    scene = between_turns().run(begin_turn, [9, 4], initiative="p1")
    assert (scene.state.winner, scene.state.active) == (0, 1)
    scene.run(next_activation, activate="Anton", order="nothing")
    assert scene.unit("Anton").done
    scene = between_turns().run(begin_turn, [4, 9])
    assert (scene.state.winner, scene.decision("initiative").seat) == (1, 1)
    assert scene.event("won the initiative").because == ("d10.turn.initiative-roll", TOLD_FIRST)


@clause("d10.gap.scenario-village", "d10.turn.initiative-roll")
def test_all_roll_for_the_first_initiative_of_a_village() -> None:
    """As the sheet prints it of the Initiative Phase: the higher die begins, the attacker's or not."""
    for attacker in (0, 1):
        first = between_turns(mission=Mission("village", attacker=attacker), turn=0).run(begin_turn, [2, 3])
        assert (first.state.winner, first.state.active) == (1, 1)
        assert "d10.turn.initiative-roll" in first.event("won the initiative").because


@clause("d10.gap.scenario-village")
def test_by_the_switch_the_attacker_of_a_village_has_the_first_initiative() -> None:
    """Without a roll, in the first turn only; he may name the other all the same."""
    for attacker in (0, 1):
        village = Mission("village", attacker=attacker)
        first = between_turns(mission=village, turn=0, attacker_begins=True).run(begin_turn)
        assert (first.state.winner, first.state.active) == (attacker, attacker)
        assert first.offered("initiative") == [f"p{attacker}", f"p{1 - attacker}"]
        later = between_turns(mission=village, turn=1, attacker_begins=True).run(begin_turn, [2, 3])
        assert later.state.winner == 1
    assert between_turns(turn=0, attacker_begins=True).run(begin_turn, [2, 3]).state.winner == 1


# ---- activations


@clause("d10.turn.alternate", "d10.turn.once")
def test_players_take_turns_with_one_unit_each() -> None:
    """Whoever has acted is not offered again; the last one needs no question."""
    scene = battle().run(next_activation, activate="Baker", order="nothing")
    assert scene.offered("activate") == ["u0", "u1"]
    assert scene.state.active == 1
    scene.run(next_activation, activate="Anton", order="nothing")
    assert scene.offered("activate") == ["u2", "u3"]
    assert scene.state.active == 0
    scene.run(next_activation)
    assert scene.kinds_asked() == ["order"]
    assert scene.unit("Able").done
    scene.run(next_activation)
    assert (scene.unit("Berta").done, scene.state.phase) == (True, "end")


@clause("d10.turn.alternate")
def test_a_side_that_runs_out_lets_the_other_go_on() -> None:
    """Five against three: after the third pair the larger side plays its last two in succession."""
    more = [us("us.rifle-squad", (25 + 10 * place, 5), name=f"U{place}", men=2) for place in range(3)]
    scene = battle(*more, german("de.grenadier-squad", (25, 44), name="Casar", men=3))
    sides = []
    while step(scene) == "activation":
        scene.run(next_activation)
        sides += [scene.state.units[unit or 0].side for _, unit in scene.told("was activated")]
    assert sides == [0, 1, 0, 1, 0, 1, 0, 0]


@clause("d10.turn.alternate")
def test_nobody_left_to_act_ends_the_turn() -> None:
    """Even if it was not foreseen."""
    scene = battle()
    for name in ("Able", "Baker", "Anton", "Berta"):
        scene.change(name, done=True)
    assert scene.run(next_activation).state.phase == "end"
    assert scene.told() == [("all units had acted", None)]


@clause("d10.turn.once")
def test_a_reaction_is_no_activation() -> None:
    """Berta shoots at Able's move from Hold and is still to be activated."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", men=1),
        us("us.rifle-squad", (60, 5), name="Baker", men=3),
        german("de.grenadier-squad", (20, 30), name="Berta", men=1, fields={"hold": True}),
        german("de.grenadier-squad", (60, 44), name="Anton", men=3),
    )
    scene.run(
        next_activation, [10, 1, 1], activate="Able", order=["move", "nothing"], move=shift(3, 0), react="Berta",
        react_at="s1",
    )  # fmt: skip
    assert not scene.unit("Berta").hold
    assert not scene.unit("Berta").done
    scene.run(next_activation, activate="Berta", order="nothing")
    assert scene.offered("activate") == ["u2", "u3"]


@clause("d10.turn.alternate")
def test_a_table_may_allow_passing() -> None:
    """The unit stays eligible; two passes in a row end the turn, and so does one if the other has nobody left."""
    assert "pass" not in battle().run(next_activation).offered("activate")
    scene = battle(allow_pass=True).run(next_activation, activate="pass")
    assert scene.offered("activate") == ["u0", "u1", "pass"]
    assert (scene.state.active, scene.state.passes, scene.state.phase) == (1, 1, "activation")
    again = scene.run(next_activation, activate="Anton", order="nothing")
    assert (again.state.active, again.state.passes) == (0, 0)
    assert again.run(next_activation, activate="pass").state.phase == "activation"
    assert again.run(next_activation, activate="pass").state.phase == "end"
    alone = battle(allow_pass=True).change("Anton", done=True).change("Berta", done=True)
    assert alone.run(next_activation, activate="pass").state.phase == "end"
    last = battle(allow_pass=True).change("Able", done=True).run(next_activation, activate="pass")
    assert last.offered("activate") == ["u1", "pass"]


@clause("d10.turn.alternate", "d10.gap.game-length")
@pytest.mark.parametrize("seed", range(4))
def test_turns_come_to_an_end_with_random_answers(seed: int) -> None:
    """With and without passing; the battle is over after seven turns at the latest."""
    scene = battle(fields={"phase": "turn"}, turn=0, allow_pass=seed % 2 == 0)
    game: Game[Battle] = Game(RULESET, scene.state, Keyed(bytes([seed])))
    chance = Chance(seed)
    asked = 0
    while (decision := game.pending) is not None:
        game.answer(decision.domain.sample(chance))
        asked += 1
        assert asked < 2000
    assert game.state.phase == "over"
    assert 6 <= game.state.turn <= 7


# ---- the end


def at_the_end(turn: int, mission: Mission | None = None, **rest: Any) -> Scene:
    """A turn has been played."""
    return battle(turn=turn, mission=mission, fields={"phase": "end"}, **rest)


@clause("d10.gap.game-length", "d10.gap.scenario-meeting")
@pytest.mark.parametrize(
    ("turn", "dice", "phase"), [(5, [], "turn"), (6, [6], "over"), (6, [7], "turn"), (7, [], "over")]
)
def test_six_turns_and_perhaps_a_last_one(turn: int, dice: list[int], phase: str) -> None:
    """After the sixth a die of 7 or more means one last turn, and no more than one."""
    scene = at_the_end(turn).run(finish_turn, dice)
    assert scene.state.phase == phase
    assert scene.state.extra_turn == (dice == [7])
    assert (scene.state.outcome is not None) == (phase == "over")


@clause("d10.gap.scenario-village", "d10.gap.scenario-breakthrough", "d10.gap.game-length")
@pytest.mark.parametrize(("name", "turns"), [("village", 7), ("breakthrough", 8)])
def test_other_scenarios_have_their_own_length(name: Any, turns: int) -> None:
    """7 turns and 8, and no die."""
    mission = Mission(name)
    assert at_the_end(turns - 1, mission).run(finish_turn).state.phase == "turn"
    assert at_the_end(turns, mission).run(finish_turn).state.phase == "over"
    assert at_the_end(3, Mission(name, turns=3)).run(finish_turn).state.phase == "over"


@clause("d10.gap.game-length")
def test_a_side_without_an_unpanicked_unit_ends_the_battle_at_once() -> None:
    """In the middle of a turn; one unit that stands, or rides, is enough to go on."""
    scene = battle().change("Anton", panicked=True).change("Berta", place="destroyed")
    assert broken(scene.state)
    scene.run(next_activation, activate="Able", order="nothing")
    assert (scene.state.phase, scene.unit("Baker").done) == ("over", False)
    assert not broken(battle().change("Anton", panicked=True).state)
    riding = battle(german("de.grenadier-squad", name="Riders", men=3))
    for name in ("Anton", "Berta"):
        riding.change(name, panicked=True)
    assert broken(riding.state)
    assert not broken(riding.change("Riders", place="aboard").state)
    assert (
        at_the_end(2).change("Anton", panicked=True).change("Berta", panicked=True).run(finish_turn).state.phase
        == "over"
    )


@clause("d10.gap.victory", "d10.gap.game-length")
def test_the_end_tells_the_points_of_both_sides() -> None:
    """And what they are for."""
    scene = at_the_end(7).change("Berta", place="destroyed").run(finish_turn)
    told = [(one.tells["name"], one.tells["losses"], one.tells["scenario"]) for one in scene.events("scored")]
    assert told == [("US", 63, 0), ("Germans", 0, 0)]
    outcome = scene.state.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.scores) == (0, (63, 0))
    assert scene.event("the battle ended").because == outcome.because
