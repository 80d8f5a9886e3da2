"""Questions: every procedure of the sheet that is resolved with dice, asked without a table."""

from typing import Any

from sandtable.mechanics.questions import Question, under

from . import armour, blasts, events, melee, nerve, shooting, solo, spotting, turns
from .facts import FACTS, presets

_GROUPS: dict[str, tuple[tuple[Question[Any, Any], ...], ...]] = {
    "Turns": (turns.QUESTIONS,),
    "Spotting": (spotting.QUESTIONS,),
    "Shooting": (shooting.QUESTIONS,),
    "Grenades, guns and flame": (blasts.QUESTIONS,),
    "Vehicles": (armour.QUESTIONS,),
    "Melee and morale": (melee.QUESTIONS, nerve.QUESTIONS),
    "The solo enemy": (solo.QUESTIONS, spotting.COUNTERS, events.QUESTIONS),
}
QUESTIONS: dict[str, Question[Any, Any]] = {
    question.name: question
    for group, sets in _GROUPS.items()
    for questions in sets
    for question in under(group, questions)
}

__all__ = ["FACTS", "QUESTIONS", "presets"]
