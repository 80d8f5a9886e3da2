"""Questions: every procedure of the book that is resolved with dice, asked without a table."""

from typing import Any

from sandtable.mechanics.questions import Question, under

from . import armour, fire, morale, quarters, shells, support, turn, vehicles
from .facts import FACTS, presets

_GROUPS = {
    "Orders and morale": (morale,),
    "Fire at men": (fire, shells),
    "Vehicles": (armour, vehicles),
    "Close quarters": (quarters,),
    "Artillery and aircraft": (support,),
    "The turn and the battle": (turn,),
}
QUESTIONS: dict[str, Question[Any, Any]] = {
    question.name: question
    for group, modules in _GROUPS.items()
    for module in modules
    for question in under(group, module.QUESTIONS)
}

__all__ = ["FACTS", "QUESTIONS", "presets"]
