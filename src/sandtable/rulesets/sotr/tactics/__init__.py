"""Tactics: how a rookie answers the questions of this book. It sees a view and a question, never the game.

Where a question is not listed its usual answer is as good as any: the least valuable models fall, templates go where they
touch most, grenades fly where they hurt.
"""

from sandtable.mechanics.goals import Opinion, chosen_by
from sandtable.rulesets.sotr.state import Battle

from . import actions, commands, fire, melee, moves, set_up

OPINIONS: dict[str, Opinion[Battle]] = {
    "unit to set up": set_up.pick_unit,
    "set up": set_up.pick_place,
    "begin hidden": set_up.begin_hidden,
    "command": commands.pick_command,
    "aim strike": commands.aim_strike,
    "just do it": commands.just_do_it,
    "unit": actions.pick_unit,
    "action": actions.pick_action,
    "move": moves.pick_move,
    "move on": moves.pick_move,
    "drive": moves.pick_move,
    "fire": fire.pick_fire,
    "grenades": fire.throw_at,
    "heavy target": fire.pick_heavy_target,
    "overwatch": fire.spring,
    "fall back": melee.fall_back,
    "follow up": melee.follow_up,
    "follow up move": moves.pick_follow_up_move,
    "opponent": melee.pick_opponent,
}

choose = chosen_by(OPINIONS)
