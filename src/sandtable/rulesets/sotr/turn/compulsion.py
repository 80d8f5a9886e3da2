"""Movement actions that leave no choice (1.6.1): who must flee, keep low, leave the flames, or go for the enemy."""

from sandtable.mechanics.clauses import rule
from sandtable.rulesets.sotr.basics.hidden import as_seen
from sandtable.rulesets.sotr.basics.sight import opponents
from sandtable.rulesets.sotr.melee.frenzy import must_assault
from sandtable.rulesets.sotr.move.burning_ground import in_flames
from sandtable.rulesets.sotr.move.movement import free_to_move, held
from sandtable.rulesets.sotr.state import Battle
from sandtable.rulesets.sotr.units.conditions import freed_to


@rule("sotr.normal.eligible", "sotr.gap.engaged-activation", "sotr.flame.terrain-leave")
def compelled(state: Battle, number: int) -> str:
    """The movement action that leaves no choice; empty if there is one."""
    unit = state.units[number]
    if not free_to_move(state, number):
        return "engaged" if any(held(state, man) for man in unit.men) else "down"
    if unit.mindless:
        return _mob_action(state, number)
    troubled = unit.fleeing or unit.suppressed or unit.disorganized
    freed = troubled and freed_to(state, number, "move")
    if unit.fleeing and not freed:
        return "compulsory"
    if not unit.machine and in_flames(state, number):
        return "fire"
    if unit.suppressed and not freed:
        return "suppressed"
    if unit.disorganized and not freed:
        return "disorganized"
    return ""


def _mob_action(state: Battle, number: int) -> str:
    """A mob Assaults the nearest enemy within reach; else it goes for the nearest."""
    prey = must_assault(as_seen(state, state.units[number].side), number)
    return f"assault u{prey[0]}" if prey else "mob"


def engaged_with(state: Battle, number: int) -> list[int]:
    """The enemy units that hold models of a unit in hand-to-hand."""
    men = [man for man in state.units[number].men if held(state, man)]
    return sorted({state.figures[foe].unit for man in men for foe in opponents(state, man)})
