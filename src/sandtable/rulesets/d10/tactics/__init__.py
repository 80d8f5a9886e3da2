"""Tactics: how a rookie answers the questions of this book. It sees a view and a question, never the game.

Where a question is not listed its usual answer is as good as any: the most expendable models take hits, all demolition
charges are used, who regroups closes up around the first model, who breaks off goes straight away.
"""

from sandtable.mechanics.goals import Opinion, chosen_by
from sandtable.rulesets.d10.state import Battle

from . import assaults, choices, moves, orders, set_up

OPINIONS: dict[str, Opinion[Battle]] = {
    "edge": set_up.pick_edge,
    "unit to set up": set_up.pick_unit,
    "set up": set_up.pick_place,
    "initiative": choices.initiative,
    "activate": choices.activate,
    "order": orders.pick_order,
    "move": moves.pick_move,
    "drive": moves.pick_move,
    "target": choices.pick_target,
    "main gun": choices.pick_main_gun,
    "weapons": choices.pick_weapons,
    "react": choices.react,
    "react at": choices.react_at,
    "assault": assaults.pick_target,
    "answer an assault": assaults.answer,
    "strike": assaults.strike,
}

choose = chosen_by(OPINIONS)
