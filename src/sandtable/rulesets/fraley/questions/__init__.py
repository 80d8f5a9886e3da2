"""Questions: every procedure of the book that is resolved with dice, asked without a table."""

from typing import Any

from sandtable.mechanics.questions import Question, under

from . import activation, armour, barrage, break_off, close_combat, fire, morale, moving
from .facts import FACTS, presets

_GROUPS = {
    "Initiative and activation": (activation,),
    "Firing": (fire,),
    "Tanks": (armour, moving),
    "Assaults": (close_combat, break_off),
    "Indirect fire": (barrage,),
    "Morale": (morale,),
}
QUESTIONS: dict[str, Question[Any, Any]] = {
    question.name: question
    for group, modules in _GROUPS.items()
    for module in modules
    for question in under(group, module.QUESTIONS)
}

__all__ = ["FACTS", "QUESTIONS", "presets"]
