"""Tactics: how a rookie answers the questions of this book. It sees a view and a question, never the game."""

from sandtable.mechanics.goals import Opinion, chosen_by
from sandtable.rulesets.bolt_action.state import Battle

from . import choices, fire, moves, orders

OPINIONS: dict[str, Opinion[Battle]] = {
    "unit": orders.pick_unit,
    "order": orders.pick_order,
    "manoeuvre": orders.pick_manoeuvre,
    "target": fire.pick_target,
    "shell": fire.pick_shell,
    "aim one-shot weapon": fire.aim_one_shot,
    "direct or indirect": fire.direct_or_indirect,
    "ambush": fire.spring,
    "assault target": fire.pick_assault_target,
    "move": moves.pick_march,
    "drive": moves.pick_drive,
    "set up": moves.pick_place,
    "react": choices.react,
    "remove casualties": choices.remove_casualties,
    "pick casualties": choices.pick_casualties,
    "retain": choices.retain,
    "call support": choices.call_support,
    "aim barrage": choices.aim_barrage,
    "shift barrage": choices.shift_barrage,
    "aim air strike": choices.aim_air_strike,
    "choose units": choices.choose_units,
    "snap to action": choices.snap_to_action,
    "place objective": choices.place_objective,
}

choose = chosen_by(OPINIONS)
