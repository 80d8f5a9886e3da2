"""Questions: every procedure of the book that is resolved with dice, asked without a table."""

from typing import Any

from sandtable.mechanics.questions import Question, under

from . import cool, fire, flames, machines, melee, models, strikes, suppression, templates, turn
from .facts import FACTS, presets

_GROUPS = {
    "Cool and Commands": (cool, suppression),
    "Shooting": (fire, models),
    "Blasts, grenades and flame": (templates, flames),
    "Machines": (machines,),
    "Hand-to-hand": (melee,),
    "Off-board strikes": (strikes,),
    "The turn": (turn,),
}
QUESTIONS: dict[str, Question[Any, Any]] = {
    question.name: question
    for group, modules in _GROUPS.items()
    for module in modules
    for question in under(group, module.QUESTIONS)
}

__all__ = ["FACTS", "QUESTIONS", "presets"]
