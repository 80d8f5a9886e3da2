"""Questions: every procedure of the sheet that is resolved with dice, asked without a table."""

from sandtable.mechanics.questions import grouped, questions_in

from . import close_combat, command, harm, shooting, turns, vehicle_assault
from .facts import FACTS, presets

QUESTIONS = grouped(
    {
        "Turns": (questions_in(turns),),
        "Shooting": (questions_in(shooting), questions_in(harm)),
        "Close combat": (questions_in(close_combat), questions_in(vehicle_assault)),
        "Morale and Command": (questions_in(command),),
    }
)

__all__ = ["FACTS", "QUESTIONS", "presets"]
