"""Questions: every procedure of the sheet that is resolved with dice, asked without a table."""

from sandtable.mechanics.questions import grouped

from . import armour, blasts, events, melee, nerve, shooting, solo, spotting, turns
from .facts import FACTS, presets

QUESTIONS = grouped(
    {
        "Turns": (turns.QUESTIONS,),
        "Spotting": (spotting.QUESTIONS,),
        "Shooting": (shooting.QUESTIONS,),
        "Grenades, guns and flame": (blasts.QUESTIONS,),
        "Vehicles": (armour.QUESTIONS,),
        "Melee and morale": (melee.QUESTIONS, nerve.QUESTIONS),
        "The solo enemy": (solo.QUESTIONS, spotting.COUNTERS, events.QUESTIONS),
    }
)

__all__ = ["FACTS", "QUESTIONS", "presets"]
