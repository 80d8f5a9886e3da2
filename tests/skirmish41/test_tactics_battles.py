"""Rookies in whole battles: every answer is legal, the same battle ends the same way, and chance is beaten."""

import re
from pathlib import Path
from typing import Any

import pytest

from sandtable.bots import bot
from sandtable.bots.match import fight
from sandtable.bots.rookie import Rookie
from sandtable.dice.chance import Chance
from sandtable.play.decision import Decision
from sandtable.play.game import Game
from sandtable.play.record import Header, new_game, seeded_box
from sandtable.rulesets import skirmish41
from sandtable.rulesets.skirmish41.ruleset import RULESET
from sandtable.rulesets.skirmish41.state import Battle
from sandtable.rulesets.skirmish41.tactics import OPINIONS
from sandtable.rulesets.skirmish41.tactics import choose as opinion

OPPOSED = ("crossroads", "farm")
SOLO = ("patrol", "tank-hunt", "road-ambush")


def fought(scenario: str, seed: int, players: tuple[str, str], **options: Any) -> Game[Battle]:
    """A battle from set-up to its end."""
    header = Header("skirmish41", RULESET.version, options, RULESET.scenario(scenario), players)
    game: Game[Battle] = new_game(RULESET, header, seeded_box(seed))
    fight(game, (bot(players[0], RULESET, seed, 0), bot(players[1], RULESET, seed, 1)))
    return game


def winner(game: Game[Battle], players: tuple[str, str]) -> str | None:
    """Which bot won; None for a draw."""
    assert game.outcome is not None
    return None if game.outcome.winner is None else players[game.outcome.winner]


def test_every_opinion_is_asked_for() -> None:
    """No opinion about a question that this book does not ask."""
    folder = Path(skirmish41.__file__).parent
    text = "".join(file.read_text(encoding="utf-8") for file in sorted(folder.rglob("*.py")))
    for kind in OPINIONS:
        assert re.search(rf'"{re.escape(kind)}"', text), kind


@pytest.fixture
def strict(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Rookies whose opinions are taken at their word: what is not legal fails at once."""
    checked: list[str] = []

    def sound(_self: Rookie, seen: Any, decision: Decision[Any]) -> object:
        wanted = opinion(seen, decision, Chance("test", len(checked)))
        if wanted is None:
            wanted = decision.usual()
        decision.domain.check(wanted)
        checked.append(decision.kind)
        return wanted

    monkeypatch.setattr(Rookie, "answer", sound)
    return checked


@pytest.mark.parametrize("scenario", RULESET.scenarios())
def test_a_rookie_never_answers_what_is_not_allowed(scenario: str, strict: list[str]) -> None:
    """In battles of rookies every opinion is legal, and so is every usual answer where there is none."""
    assert fought(scenario, 3, ("rookie", "rookie")).outcome is not None
    assert {"set up", "team", "action", "move"} <= set(strict)


def test_nor_with_other_switches(strict: list[str]) -> None:
    """Where careful aim is carried over, moving men are shot at, and grenades are thrown at anybody."""
    options = {"cas_carry_over": True, "opportunity_fire": True, "grenades_any_target": True}
    assert fought("crossroads", 5, ("rookie", "random"), **options).outcome is not None
    assert "action" in strict


def test_a_rookie_says_the_same_again() -> None:
    """The same battle twice ends with the same state."""
    ends = [fought("tank-hunt", 11, ("rookie", "random")).state for _ in range(2)]
    assert ends[0] == ends[1]


@pytest.mark.parametrize("scenario", OPPOSED)
def test_the_rookie_beats_chance_from_both_seats(scenario: str) -> None:
    """One battle from each seat."""
    for seed, players in ((700, ("rookie", "random")), (701, ("random", "rookie"))):
        assert winner(fought(scenario, seed, players), players) == "rookie"


@pytest.mark.full
@pytest.mark.parametrize("scenario", OPPOSED)
def test_the_rookie_beats_chance_in_38_of_40(scenario: str) -> None:
    """The long form."""
    seats = (("rookie", "random"), ("random", "rookie"))
    won = [winner(fought(scenario, 700 + seed, seats[seed % 2]), seats[seed % 2]) == "rookie" for seed in range(40)]
    assert sum(won) >= 38


@pytest.mark.full
@pytest.mark.parametrize("scenario", SOLO)
def test_the_rookie_wins_more_against_the_rules_than_chance_does(scenario: str) -> None:
    """Twenty battles each, with the same dice to begin with."""
    won = {
        player: sum(
            winner(fought(scenario, 700 + seed, (player, "random")), (player, "the rules")) == player
            for seed in range(20)
        )
        for player in ("rookie", "random")
    }
    assert won["rookie"] > won["random"]
