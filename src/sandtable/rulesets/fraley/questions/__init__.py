"""Questions: every procedure of the book that is resolved with dice, asked without a table."""

from sandtable.mechanics.questions import grouped

from . import activation, armour, barrage, break_off, close_combat, fire, morale, moving
from .facts import FACTS, presets

QUESTIONS = grouped(
    {
        "Initiative and activation": (activation.QUESTIONS,),
        "Firing": (fire.QUESTIONS,),
        "Tanks": (armour.QUESTIONS, moving.QUESTIONS),
        "Assaults": (close_combat.QUESTIONS, break_off.QUESTIONS),
        "Indirect fire": (barrage.QUESTIONS,),
        "Morale": (morale.QUESTIONS,),
    }
)

__all__ = ["FACTS", "QUESTIONS", "presets"]
