"""Questions: every procedure of the book that is resolved with dice, asked without a table."""

from sandtable.mechanics.questions import grouped, questions_in

from . import activation, armour, barrage, break_off, close_combat, fire, morale, moving
from .facts import FACTS, presets

QUESTIONS = grouped(
    {
        "Initiative and activation": (questions_in(activation),),
        "Firing": (questions_in(fire),),
        "Tanks": (questions_in(armour), questions_in(moving)),
        "Assaults": (questions_in(close_combat), questions_in(break_off)),
        "Indirect fire": (questions_in(barrage),),
        "Morale": (questions_in(morale),),
    }
)

__all__ = ["FACTS", "QUESTIONS", "presets"]
