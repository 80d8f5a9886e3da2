"""What an action has noted before the question that is weighed: it is known, and nothing to be foreseen."""

from typing import Any

from sandtable.dice.sources import TypedIn
from sandtable.foresight.outcomes import Facts, note
from sandtable.play.events import Event
from sandtable.play.game import Game

from .forecast import Standing


def happened(standing: Standing) -> Facts:
    """What was noted of the running step so far: a game takes it up with its inputs, to the pending question."""
    game: Game[Any] = Game(standing.rules, standing.checkpoint, TypedIn())
    game.take_up(standing.checkpoint, 0, [tuple(standing.given)], [])
    events = [one for one in game.take() if isinstance(one, Event)]
    return note((), [fact for event in events for fact in standing.rules.noted(event)])
