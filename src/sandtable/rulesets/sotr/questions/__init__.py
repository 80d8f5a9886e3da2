"""Questions: every procedure of the book that is resolved with dice, asked without a table."""

from sandtable.mechanics.questions import grouped

from . import cool, fire, flames, machines, melee, models, strikes, suppression, templates, turn
from .facts import FACTS, presets

QUESTIONS = grouped(
    {
        "Cool and Commands": (cool.QUESTIONS, suppression.QUESTIONS),
        "Shooting": (fire.QUESTIONS, models.QUESTIONS),
        "Blasts, grenades and flame": (templates.QUESTIONS, flames.QUESTIONS),
        "Machines": (machines.QUESTIONS,),
        "Hand-to-hand": (melee.QUESTIONS,),
        "Off-board strikes": (strikes.QUESTIONS,),
        "The turn": (turn.QUESTIONS,),
    }
)

__all__ = ["FACTS", "QUESTIONS", "presets"]
