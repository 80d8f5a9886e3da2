"""Tactics: how a rookie answers the questions of this book. It sees a view and a question, never the game.

Where a question is not listed its usual answer is as good as any: the most expendable Teams take hits and markers, the
template goes where it hurts least, tanks fire whatever rolls most dice, whoever touches the far edge leaves by it.
"""

from sandtable.mechanics.goals import Opinion, chosen_by
from sandtable.rulesets.fraley.state import Battle

from . import actions, assaults, barrages, fire, leading, moves, scouting, set_up

OPINIONS: dict[str, Opinion[Battle]] = {
    "unit to set up": set_up.pick_unit,
    "set up": set_up.pick_place,
    "activate": actions.pick_unit,
    "action": actions.pick_action,
    "after action": leading.after_action,
    "place leader": leading.place_leader,
    "move": moves.pick_move,
    "pursue": scouting.pick_pursuit,
    "target": fire.pick_target,
    "firers": fire.pick_firers,
    "type": fire.pick_type,
    "react": fire.react,
    "react at": fire.react_at,
    "go to ground": leading.go_to_ground,
    "reroll": leading.reroll,
    "assault": assaults.pick_target,
    "stay behind": assaults.stay_behind,
    "counter-attack": assaults.counter_attack,
    "barrage or smoke": barrages.barrage_or_smoke,
    "observer": barrages.pick_observer,
    "range in on": barrages.pick_target,
}

choose = chosen_by(OPINIONS)
