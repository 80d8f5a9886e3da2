"""Questions: every procedure of the sheet that is resolved with dice, asked without a table."""

from sandtable.mechanics.questions import grouped

from . import close_combat, command, harm, shooting, turns, vehicle_assault
from .facts import FACTS, presets

QUESTIONS = grouped(
    {
        "Turns": (turns.QUESTIONS,),
        "Shooting": (shooting.QUESTIONS, harm.QUESTIONS),
        "Close combat": (close_combat.QUESTIONS, vehicle_assault.QUESTIONS),
        "Morale and Command": (command.QUESTIONS,),
    }
)

__all__ = ["FACTS", "QUESTIONS", "presets"]
