"""Bots: legal, repeatable, and the rookie better than chance."""

import pytest

from sandtable.bots import BOTS, UnknownBot, bot, match
from sandtable.bots.match import fight
from sandtable.play.record import Header, new_game, seeded_box
from sandtable.rulesets.library import RULESETS, no_opinion, ruleset, tactics


def winner(name: str, scenario: str, seed: int, players: tuple[str, str]) -> str | None:
    """Which bot wins a battle; None for a draw."""
    rules = ruleset(name)
    header = Header(name, rules.version, {}, rules.scenario(scenario), players)
    game = new_game(rules, header, seeded_box(seed))
    fight(game, (bot(players[0], rules, seed, 0), bot(players[1], rules, seed, 1)))
    assert game.outcome is not None
    return None if game.outcome.winner is None else players[game.outcome.winner]


def test_bots_are_known_by_name() -> None:
    """And nobody else is."""
    rules = ruleset(next(iter(RULESETS)))
    assert [bot(name, rules, 1).name for name in BOTS] == list(BOTS)
    with pytest.raises(UnknownBot, match="'hal': there are random, rookie"):
        bot("hal", rules, 1)


@pytest.mark.parametrize("name", RULESETS)
def test_the_rookie_beats_chance(name: str) -> None:
    """Twenty battles from both sides: eighteen won at least."""
    if tactics(name) is no_opinion:
        pytest.skip("this book brings no tactics")
    scenario = ruleset(name).scenarios()[0]
    won = 0
    for seed in range(20):
        players = ("rookie", "random") if seed % 2 else ("random", "rookie")
        won += winner(name, scenario, 100 + seed, players) == "rookie"
    assert won >= 18


@pytest.mark.full
@pytest.mark.parametrize("name", RULESETS)
def test_the_rookie_beats_chance_in_95_of_100(name: str) -> None:
    """The long form."""
    scenario = ruleset(name).scenarios()[0]
    won = 0
    for seed in range(100):
        players = ("rookie", "random") if seed % 2 else ("random", "rookie")
        won += winner(name, scenario, seed, players) == "rookie"
    assert won >= 95


@pytest.mark.parametrize("name", RULESETS)
def test_rookies_fight_every_scenario_to_the_end(name: str) -> None:
    """Against each other, without an illegal answer."""
    for scenario in ruleset(name).scenarios():
        assert winner(name, scenario, 5, ("rookie", "rookie")) in {"rookie", None}


def test_a_battle_that_does_not_end_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rather than fought for ever."""
    monkeypatch.setattr(match, "MOST_DECISIONS", 5)
    name = next(iter(RULESETS))
    with pytest.raises(AssertionError, match="does not end"):
        winner(name, ruleset(name).scenarios()[0], 1, ("random", "random"))
