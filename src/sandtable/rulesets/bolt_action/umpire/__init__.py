"""Questions: every procedure of the book that is resolved with dice, asked without a table."""

from sandtable.mechanics.questions import grouped, questions_in

from . import close_quarters as quarters
from . import fire, gunnery, morale, shells, support, turn, vehicles
from .facts import FACTS, presets

QUESTIONS = grouped(
    {
        "Orders and morale": (questions_in(morale),),
        "Fire at men": (questions_in(fire), questions_in(shells)),
        "Vehicles": (questions_in(gunnery), questions_in(vehicles)),
        "Close quarters": (questions_in(quarters),),
        "Artillery and aircraft": (questions_in(support),),
        "The turn and the battle": (questions_in(turn),),
    }
)

__all__ = ["FACTS", "QUESTIONS", "presets"]
