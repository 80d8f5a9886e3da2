"""One scenario, several rulebooks: the same file is fought under every book that knows its troops."""

import pytest

from sandtable.bots import bot
from sandtable.bots.match import fight
from sandtable.play.record import Header, new_game, seeded_box
from sandtable.rulesets.library import COMMON, RULESETS, ruleset, scenario_in, scenarios_in
from tests.clause import clause

NAME = "two-platoons"
BOOKS = [name for name in RULESETS if NAME in ruleset(name).scenarios()]


@clause("fraley.gap.squads", "d10.gap.points")
def test_at_least_three_books_fight_it() -> None:
    """Each through troop ids of its own catalogue, from one and the same file."""
    assert set(BOOKS) >= {"bolt-action", "fraley", "d10"}
    scenarios = [ruleset(name).scenario(NAME) for name in BOOKS]
    assert all(scenario is scenario_in(COMMON, NAME) or scenario == scenarios[0] for scenario in scenarios)
    assert scenarios[0].rules == {}


@pytest.mark.parametrize("name", BOOKS)
def test_both_forces_are_there_under_every_book(name: str) -> None:
    """Every entry is a unit under its own name, of the troop that the file names."""
    rules = ruleset(name)
    scenario = rules.scenario(NAME)
    state = rules.setup(scenario, rules.options_type())
    for side, force in enumerate(scenario.forces):
        named = {unit.name: unit.card.troop for unit in state.units if unit.side == side}
        assert {entry.name: entry.troop for entry in force.units}.items() <= named.items()


@pytest.mark.parametrize("name", BOOKS)
def test_it_is_fought_to_the_end_under_every_book(name: str) -> None:
    """By random bots."""
    rules = ruleset(name)
    header = Header(name, rules.version, {}, rules.scenario(NAME), ("random", "random"))
    game = new_game(rules, header, seeded_box(3))
    fight(game, (bot("random", rules, 3, 0), bot("random", rules, 3, 1)))
    assert game.outcome is not None


def test_a_book_that_does_not_know_the_troops_does_not_offer_it() -> None:
    """Nobody is asked to fight what he cannot raise."""
    assert NAME not in scenarios_in(RULESETS["d10"], ("us.rifle-squad",))
