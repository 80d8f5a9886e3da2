"""Briefings and tallies of every rulebook: complete, the same as what the end counts, and silent about what is hidden."""

from collections.abc import Iterator
from itertools import chain, cycle
from typing import Any

import msgspec
import pytest

from sandtable.bots import bot
from sandtable.play.aims import Briefing, Tally
from sandtable.play.events import Event
from sandtable.play.views import view
from sandtable.rulesets.library import RULESETS, ruleset

from .battles import SCENARIOS, Battle
from .test_conformance import _blank

every_scenario = pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
EVERY = [(name, scenario) for name in RULESETS for scenario in ruleset(name).scenarios()]
AUDIENCES = (0, 1, None)


def complete(briefing: Briefing) -> bool:
    """Whether a briefing says everything it is for."""
    said = [*briefing.aims, *briefing.short, *briefing.scoring, briefing.length]
    return all(text.strip() for text in said) and bool(briefing.scoring) and briefing.turns > 0


@pytest.mark.parametrize(("name", "scenario"), EVERY)
def test_every_scenario_has_a_complete_briefing(name: str, scenario: str) -> None:
    """Both sides' aims, at length and in a line; what counts how much; how long it lasts."""
    rules = ruleset(name)
    state = rules.setup(rules.scenario(scenario), rules.options_type())
    briefing = rules.briefing(state)
    assert complete(briefing)
    assert all(len(text) < 110 for text in briefing.short)
    before = rules.tally(state)
    assert (before.scores, before.ahead, before.left) == ((0, 0), None, None)


@every_scenario
def test_the_tally_of_a_battle_that_is_over_is_its_outcome(name: str, scenario: str) -> None:
    """The outcome itself, and also what the tally counts without it: victory has no second reckoning."""
    battle = Battle(name, scenario, 41)
    rules = battle.rules
    for _ in battle.decisions():
        tally = rules.tally(battle.game.state)
        assert tally.ahead in (None, 0, 1)
        if tally.lead and not rules.outcome(battle.game.state):
            _agrees_with_its_lead(tally)
    state, outcome = battle.game.state, battle.game.outcome
    assert outcome is not None
    assert complete(rules.briefing(state))
    for counted in (state, msgspec.structs.replace(state, outcome=None)):
        tally = rules.tally(counted)
        assert (tally.scores, tally.ahead) == (outcome.scores, outcome.winner)
    for audience in AUDIENCES:
        told = rules.tally(view(rules, state, audience))
        assert (told.scores, told.ahead) == (outcome.scores, outcome.winner)


def _agrees_with_its_lead(tally: Tally) -> None:
    """Whoever is ahead by enough would win, where points decide; and the words say so."""
    ahead = tally.scores[0] - tally.scores[1]
    if "ended now" in tally.words:
        assert abs(ahead) >= tally.lead
        assert tally.ahead == int(ahead < 0)
    elif tally.words.startswith("level"):
        assert ahead == 0


def every_state(battle: Battle) -> Iterator[Any]:
    """The states after everything that happens, those too in which nobody is asked anything."""
    state = battle.game.initial
    for _ in chain(battle.decisions(), (None,)):
        for happening in battle.game.take():
            if isinstance(happening, Event):
                state = battle.rules.apply(state, happening)
                yield state


@every_scenario
def test_a_tally_makes_sense_at_every_moment_for_everybody(name: str, scenario: str) -> None:
    """What may still act is never more than there is, and whatever is worth points lies on the table."""
    battle = Battle(name, scenario, 3)
    battle.bots = (bot("rookie", battle.rules, 3, 0), bot("rookie", battle.rules, 3, 1))  # who destroy more
    for state, audience in zip(every_state(battle), cycle((0, 1, None)), strict=False):
        tally = battle.rules.tally(view(battle.rules, state, audience))
        for may, there in tally.left or ():
            assert 0 <= may <= there
        assert bool(tally.left_of) == (tally.left is not None)
        for prize in tally.prizes:
            assert prize.title
            assert prize.holder in (None, 0, 1)
            assert all(0 <= x <= state.width and 0 <= y <= state.depth for x, y in (prize.at, *prize.outline))


@every_scenario
def test_what_one_seat_alone_knows_shows_in_no_number_of_the_other(name: str, scenario: str) -> None:
    """Told a lie about whatever is hidden, the other seat and spectators are given the same briefing and tally."""
    battle = Battle(name, scenario, 43)
    rules = battle.rules
    state = battle.game.initial
    for _ in battle.decisions():
        for happening in battle.game.take():
            if not isinstance(happening, Event):
                continue
            after = rules.apply(state, happening)
            if happening.known_to is not None:
                lie = rules.apply(state, msgspec.structs.replace(happening, sets=_blank(happening.sets)))
                for seat in (1 - happening.known_to, None):
                    assert said(rules, lie, seat) == said(rules, after, seat)
            state = after


def said(rules: Any, state: Any, seat: int | None) -> tuple[Briefing, Tally]:
    """What an audience is told."""
    known = view(rules, state, seat)
    return rules.briefing(known), rules.tally(known)
