"""Tactics: how a rookie answers the questions of this book. It sees a view and a question, never the game.

Where a question is not listed its usual answer is as good as any: everybody fires in the way that promises most hits, the
point of aim lies where most are caught, the best man fights, and whoever moves in sight is fired at.
"""

from typing import Any

from sandtable.dice.chance import Chance
from sandtable.mechanics.goals import Opinion
from sandtable.play.decision import Decision
from sandtable.rulesets.skirmish41.state import Battle

from . import actions, choices, moves, set_up

OPINIONS: dict[str, Opinion[Battle]] = {
    "edge": set_up.pick_edge,
    "team to set up": set_up.pick_team,
    "set up": set_up.pick_place,
    "team": choices.pick_team,
    "action": actions.pick_action,
    "move": moves.pick_move,
    "drive": moves.pick_move,
    "target": choices.pick_target,
    "figure": choices.pick_figure,
    "target of the battery": choices.pick_battery,
    "spot": choices.pick_spot,
    "turn to": choices.pick_turn,
}


def choose(view: Battle, decision: Decision[Any], chance: Chance) -> object:
    """An answer, or None for no opinion."""
    opinion = OPINIONS.get(decision.kind)
    if opinion is None and decision.kind.startswith("target of "):
        opinion = choices.pick_use
    return None if opinion is None else opinion(view, decision, chance)
