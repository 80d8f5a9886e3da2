"""Questions: every procedure of the book that is resolved with dice, asked without a table."""

from sandtable.mechanics.questions import grouped

from . import armour, fire, morale, quarters, shells, support, turn, vehicles
from .facts import FACTS, presets

QUESTIONS = grouped(
    {
        "Orders and morale": (morale.QUESTIONS,),
        "Fire at men": (fire.QUESTIONS, shells.QUESTIONS),
        "Vehicles": (armour.QUESTIONS, vehicles.QUESTIONS),
        "Close quarters": (quarters.QUESTIONS,),
        "Artillery and aircraft": (support.QUESTIONS,),
        "The turn and the battle": (turn.QUESTIONS,),
    }
)

__all__ = ["FACTS", "QUESTIONS", "presets"]
