"""What holds for every rulebook. A rulebook that passes this suite can be played, saved, watched and trusted."""

import os
import subprocess
import sys
from typing import Any

import msgspec
import pytest

from sandtable.dice.chance import Chance
from sandtable.play.events import Event, Happening
from sandtable.play.record import Digest, load_game, make_record, save_game, verify
from sandtable.play.refusal import Refused
from sandtable.play.views import veil, view
from sandtable.play.wire import decode_hook, to_json
from sandtable.rulesets.library import RULESETS, clauses

from .battles import SCENARIOS, Battle, mutations, other_numbers, other_readings, plain
from .reading import Reader

every_scenario = pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
FULL_GAMES = 1000


@every_scenario
@pytest.mark.parametrize("seed", range(6))
def test_random_battles_end(name: str, scenario: str, seed: int) -> None:
    """With an outcome, after at most some thousand decisions; and their logs read well."""
    battle = Battle(name, scenario, seed)
    reader = Reader(battle.rules)
    count = 0
    for _ in battle.decisions():
        count += 1
        reader.read(battle.game.state, battle.game.take())
    reader.read(battle.game.state, battle.game.take())
    outcome = battle.game.outcome
    assert outcome is not None
    reader.end(outcome, battle.header.scenario.forces[outcome.winner or 0].name)
    assert 10 < count < 5000
    assert reader.lines > 50
    assert reader.wrong == []


@pytest.mark.parametrize(("name", "option", "value"), [other for name in RULESETS for other in other_readings(name)])
def test_random_battles_end_under_every_other_reading(name: str, option: str, value: object) -> None:
    """Each switch away from its default, one at a time, in two scenarios."""
    for scenario in [scenario for other, scenario in SCENARIOS if other == name][:2]:
        battle = Battle(name, scenario, 31, **{option: value})
        for _ in battle.decisions():
            pass
        assert battle.game.outcome is not None


@pytest.mark.parametrize(("name", "cells"), [other for name in RULESETS for other in other_numbers(name, 6)])
def test_random_battles_end_with_other_numbers_in_every_table(name: str, cells: tuple[tuple[str, object], ...]) -> None:
    """A sixth of all cells changed at once, in two scenarios."""
    for scenario in [scenario for other, scenario in SCENARIOS if other == name][:2]:
        battle = Battle(name, scenario, 17, cells=cells)
        for _ in battle.decisions():
            pass
        assert battle.game.outcome is not None


@pytest.mark.full
@every_scenario
def test_a_thousand_random_battles_end(name: str, scenario: str) -> None:
    """The long form: a thousand battles over all scenarios of the rulebook."""
    share = FULL_GAMES // sum(other == name for other, _ in SCENARIOS)
    for seed in range(1000, 1000 + share):
        battle = Battle(name, scenario, seed)
        for _ in battle.decisions():
            pass
        assert battle.game.outcome is not None


@every_scenario
def test_states_round_trip_at_every_decision(name: str, scenario: str) -> None:
    """To JSON and back the state is the same, byte for byte."""
    battle = Battle(name, scenario, 11)
    for _ in battle.decisions():
        written = to_json(battle.game.state)
        again = msgspec.json.decode(written, type=battle.rules.state_type, dec_hook=decode_hook)
        assert to_json(again) == written


@every_scenario
def test_saving_and_reloading_at_every_decision_stands_at_the_same_question(name: str, scenario: str) -> None:
    """Also in the middle of a step; and so does a fork."""
    battle = Battle(name, scenario, 12)
    for decision in battle.decisions():
        asked = to_json(decision.describe())
        state = to_json(battle.game.state)
        loaded = load_game(battle.rules, save_game(battle.game, battle.header, battle.dice))
        fork = battle.game.fork()
        for other in (loaded, fork):
            assert other.pending is not None
            assert to_json(other.pending.describe()) == asked
            assert to_json(other.state) == state


@every_scenario
def test_a_fork_that_is_given_the_same_answers_ends_the_same(name: str, scenario: str) -> None:
    """Forked in the middle of the battle."""
    battle = Battle(name, scenario, 13)
    fork = None
    for place, _ in enumerate(battle.decisions()):
        if place == 60:
            fork = battle.game.fork()
            taken = len(battle.game.everything())
    assert fork is not None
    for given in battle.game.everything()[taken:]:
        if not isinstance(given, bytes):
            fork.answer(given)
    assert fork.over
    assert to_json(fork.checkpoint) == to_json(battle.game.checkpoint)


@every_scenario
def test_samples_pass_their_check_and_mutated_answers_are_refused(name: str, scenario: str) -> None:
    """Over a wire too. What is refused has a reason and changes nothing."""
    battle = Battle(name, scenario, 14)
    chance = Chance("conformance")
    for place, decision in enumerate(battle.decisions()):
        answer = plain(decision.domain.sample(chance))
        decision.domain.check(answer)
        if place % 5:
            continue
        before = to_json(battle.game.state), len(battle.game.inputs)
        for wrong in mutations(answer):
            _refused_or_legal(decision.domain, wrong)
        assert (to_json(battle.game.state), len(battle.game.inputs)) == before


def _refused_or_legal(domain: Any, answer: object) -> None:
    try:
        domain.check(answer)
    except Refused as refused:
        assert refused.refusal.why


@every_scenario
def test_every_event_and_question_cites_clauses_that_exist(name: str, scenario: str) -> None:
    """And every event cites at least one."""
    known = clauses(name)
    battle = Battle(name, scenario, 15)
    for decision in battle.decisions():
        assert decision.because
        assert all(clause in known for clause in decision.because)
        for happening in battle.game.take():
            assert happening.because, happening
            assert all(clause in known for clause in happening.because), happening


@every_scenario
def test_every_event_has_a_line_for_the_log(name: str, scenario: str) -> None:
    """Or is not worth one; either way nothing breaks in the telling."""
    battle = Battle(name, scenario, 16)
    happened: list[Happening] = []
    for _ in battle.decisions():
        happened += battle.game.take()
    happened += battle.game.take()  # what follows the last answer: an enemy that nobody plays may end it
    assert sum(bool(battle.rules.sentence(battle.game.state, one)) for one in happened) > 100


@every_scenario
def test_events_alone_lead_to_the_same_end(name: str, scenario: str) -> None:
    """Applied one after another to the first state, without any script."""
    battle = Battle(name, scenario, 17)
    state = battle.game.initial
    for _ in battle.decisions():
        for happening in battle.game.take():
            if isinstance(happening, Event):
                state = battle.rules.apply(state, happening)
    for happening in battle.game.take():
        if isinstance(happening, Event):
            state = battle.rules.apply(state, happening)
    assert to_json(state) == to_json(battle.game.checkpoint)


@every_scenario
def test_a_battle_can_be_taken_back_to_earlier_answers(name: str, scenario: str) -> None:
    """At a handful of places: the question stands as it stood then."""
    battle = Battle(name, scenario, 18)
    asked = [to_json(decision.describe()) for decision in battle.decisions()]
    for place in range(0, len(asked), max(1, len(asked) // 6)):
        back = battle.game.rewind(place)
        assert back.pending is not None
        assert to_json(back.pending.describe()) == asked[place]


@every_scenario
def test_a_record_replays_to_the_same_end_and_is_proven(name: str, scenario: str) -> None:
    """Every die from the key, every answer legal."""
    battle = Battle(name, scenario, 19)
    digest = Digest()
    for _ in battle.decisions():
        digest.add(battle.game.take())
    digest.add(battle.game.take())
    record = make_record(battle.game, battle.header, battle.dice, digest.hex())
    assert to_json(verify(battle.rules, record).checkpoint) == to_json(battle.game.checkpoint)


@every_scenario
def test_views_give_nothing_hidden_away(name: str, scenario: str) -> None:
    """What an event sets for one seat alone can be changed without the other seat's bytes changing."""
    battle = Battle(name, scenario, 20)
    state = battle.game.initial
    for _ in battle.decisions():
        for happening in battle.game.take():
            if not isinstance(happening, Event):
                continue
            after = battle.rules.apply(state, happening)
            if happening.known_to is not None:
                lie = msgspec.structs.replace(happening, sets=_blank(happening.sets))
                for seat in (1 - happening.known_to, None):
                    assert to_json(veil(happening, seat)) == to_json(veil(lie, seat))
                    told = battle.rules.apply(state, lie)
                    assert to_json(view(battle.rules, told, seat)) == to_json(view(battle.rules, after, seat))
            state = after


def _blank(sets: dict[str, Any]) -> dict[str, Any]:
    """Values of the same types that say nothing; a number is that of nobody."""
    return {name: -1 if type(value) is int else type(value)() for name, value in sets.items()}


@pytest.mark.parametrize("name", dict.fromkeys(name for name, _ in SCENARIOS))
def test_two_hash_seeds_agree(name: str) -> None:
    """The same battle in two processes whose sets and dicts are hashed differently."""
    found = []
    for seed in ("1", "2"):
        command = [
            sys.executable,
            "-m",
            "sandtable.cli",
            "watch",
            name,
            "--seed",
            "21",
            "--bots",
            "random",
            "rookie",
            "--json",
        ]
        run = subprocess.run(
            command, capture_output=True, text=True, check=True, env={**os.environ, "PYTHONHASHSEED": seed}
        )
        found.append(msgspec.json.decode(run.stdout.splitlines()[-1])["record_sha256"])
    assert found[0] == found[1]
