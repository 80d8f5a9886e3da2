"""A scenario for all rulebooks as it stands under one of them when both sides are ready. Runs on the workbench's thread."""

from functools import cache
from typing import Any

from sandtable.bots import Bot, bot
from sandtable.foresight.breath import breathe
from sandtable.play.game import Game
from sandtable.play.record import Header, new_game, seeded_box
from sandtable.play.ruleset import Ruleset
from sandtable.play.scenario import Force
from sandtable.play.views import view
from sandtable.play.wire import to_plain
from sandtable.rulesets.library import COMMON, RULESETS, books_for, common_scenarios, ruleset, scenario_in

from .http_types import BookView, CommonScenarioView, FieldedView, ReadyForceView, ReadyView
from .problems import NotFound
from .telling import OpenTeller

SEED = 1  # everybody is shown the same set-up
WHO = "rookie"


@cache
def scenarios() -> list[CommonScenarioView]:
    """The scenarios that belong to no rulebook."""
    return [_scenario(name) for name in common_scenarios()]


def _scenario(name: str) -> CommonScenarioView:
    scenario = scenario_in(COMMON, name)
    books = [BookView(book, ruleset(book).title) for book in books_for(name)]
    return CommonScenarioView(name, scenario.title, scenario.about, books)


def check(name: str, book: str) -> None:
    """Say that there is no such scenario or rulebook, or that the one does not fight the other."""
    if name not in common_scenarios():
        raise NotFound(f"no scenario for all rulebooks is called {name!r}: there are {', '.join(common_scenarios())}")
    if book not in RULESETS:
        raise NotFound(f"no rulebook is called {book!r}")
    if book not in books_for(name):
        raise NotFound(f"{ruleset(book).title} does not know the troops of {name!r}")


@cache
def ready(name: str, book: str) -> ReadyView:
    """Both sides set up by rookies, the same for everybody; worked out once."""
    rules = ruleset(book)
    scenario = rules.scenario(name)
    header = Header(book, rules.version, to_plain(rules.options_type()), scenario, (WHO, WHO))
    game = new_game(rules, header, seeded_box(SEED))
    came_on = _set_up(rules, game, (bot(WHO, rules, SEED, 0), bot(WHO, rules, SEED, 1)))
    ours, theirs = (_force(rules, game.initial, force, side) for side, force in enumerate(scenario.forces))
    return ReadyView(
        ruleset=book,
        title=rules.title,
        scenario=name,
        came_on=came_on,
        table=OpenTeller(rules, game.state).table(),
        forces=(ours, theirs),
    )


def _set_up(rules: Ruleset[Any], game: Game[Any], players: tuple[Bot, Bot]) -> bool:
    """Play to the first decision of the first turn; and where a side is not on the table then, to the end of that turn.

    The result says whether that was so: some missions have whole sides walk on.
    """
    _play(rules, game, players, 1)
    turn = rules.turn(game.state)
    if all(_is_there(rules, game.state, side) for side in (0, 1)):
        return False
    _play(rules, game, players, turn + 1)
    return True


def _play(rules: Ruleset[Any], game: Game[Any], players: tuple[Bot, Bot], turn: int) -> None:
    while (decision := game.pending) is not None and rules.turn(game.state) < turn:
        seen = view(rules, game.state, decision.seat)
        game.answer(players[decision.seat].answer(seen, decision))
        breathe()


def _is_there(rules: Ruleset[Any], state: Any, side: int) -> bool:
    """Whether anything of a side lies or stands on the table."""
    stands = any(
        state.units[figure.unit].side == side and state.layout.on_table(row) for row, figure in enumerate(state.figures)
    )
    return stands or any(counter.side == side for counter in rules.counters(state))


def _force(rules: Ruleset[Any], state: Any, force: Force, side: int) -> ReadyForceView:
    units = [
        FieldedView(
            card=rules.card(state, number),
            figures=sum(figure.unit == number for figure in state.figures),
            symbol=rules.shown(state, number).symbol,
        )
        for number, unit in enumerate(state.units)
        if unit.side == side
    ]
    return ReadyForceView(force.name, force.nation, sum(unit.card.points for unit in units), units)
