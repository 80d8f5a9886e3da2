"""Questions: every procedure of the sheet that is resolved with dice, asked without a table."""

from sandtable.mechanics.questions import grouped, questions_in

from . import armour, blasts, counters, events, fumes, melee, nerve, shooting, solo, spotting, turns
from .facts import FACTS, presets

QUESTIONS = grouped(
    {
        "Turns": (questions_in(turns),),
        "Spotting": (questions_in(spotting),),
        "Shooting": (questions_in(shooting),),
        "Grenades, guns and flame": (questions_in(blasts), questions_in(fumes)),
        "Vehicles": (questions_in(armour),),
        "Melee and morale": (questions_in(melee), questions_in(nerve)),
        "The solo enemy": (questions_in(solo), questions_in(counters), questions_in(events)),
    }
)

__all__ = ["FACTS", "QUESTIONS", "presets"]
