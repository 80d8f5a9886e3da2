"""Questions: every procedure of the book that is resolved with dice, asked without a table."""

from sandtable.mechanics.questions import grouped, questions_in

from . import cool, fire, flames, machines, melee, models, strikes, suppression, templates, turn
from .facts import FACTS, presets

QUESTIONS = grouped(
    {
        "Cool and Commands": (questions_in(cool), questions_in(suppression)),
        "Shooting": (questions_in(fire), questions_in(models)),
        "Blasts, grenades and flame": (questions_in(templates), questions_in(flames)),
        "Machines": (questions_in(machines),),
        "Hand-to-hand": (questions_in(melee),),
        "Off-board strikes": (questions_in(strikes),),
        "The turn": (questions_in(turn),),
    }
)

__all__ = ["FACTS", "QUESTIONS", "presets"]
