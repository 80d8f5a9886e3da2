"""Questions: every procedure of the sheet that is resolved with dice, asked without a table."""

from typing import Any

from sandtable.mechanics.questions import Question, under

from . import close_combat, command, harm, shooting, turns, vehicle_assault
from .facts import FACTS, presets

_GROUPS = {
    "Turns": (turns,),
    "Shooting": (shooting, harm),
    "Close combat": (close_combat, vehicle_assault),
    "Morale and Command": (command,),
}
QUESTIONS: dict[str, Question[Any, Any]] = {
    question.name: question
    for group, modules in _GROUPS.items()
    for module in modules
    for question in under(group, module.QUESTIONS)
}

__all__ = ["FACTS", "QUESTIONS", "presets"]
