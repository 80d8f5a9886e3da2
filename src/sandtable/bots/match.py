"""Playing a battle between two bots."""

from collections.abc import Callable
from typing import Any

from sandtable.play.decision import Decision
from sandtable.play.events import Happening
from sandtable.play.game import Game
from sandtable.play.views import view

from . import Bot

MOST_DECISIONS = 20_000


def fight(
    game: Game[Any],
    bots: tuple[Bot, Bot],
    tell: Callable[[list[Happening]], None] | None = None,
    ask: Callable[[Decision[Any]], None] | None = None,
) -> int:
    """Play a game to its end; the result is how many decisions were made.

    `tell` hears what happens as it does, `ask` every question before it is answered.
    """
    decisions = 0
    while (decision := game.pending) is not None:
        if ask is not None:
            ask(decision)
        player = bots[decision.seat]
        seen = view(game.ruleset, game.state, decision.seat) if player.looks else None
        game.answer(player.answer(seen, decision))
        decisions += 1
        if tell is not None:
            tell(game.take())
        if decisions > MOST_DECISIONS:
            raise AssertionError("the battle does not end")
    return decisions
