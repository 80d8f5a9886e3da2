"""Which unit acts, and with which order."""

from typing import Any

from sandtable.dice.chance import Chance
from sandtable.geometry.units import inches
from sandtable.mechanics.goals import about, open_to, unit_of
from sandtable.mechanics.prices import SURE
from sandtable.play.decision import Decision
from sandtable.play.domains import OneOf
from sandtable.rulesets.bolt_action.basics.arms import Aimed, armed, candidates, in_sight
from sandtable.rulesets.bolt_action.basics.battlefield import distance, enemies, nearest_of
from sandtable.rulesets.bolt_action.basics.charts import weapon
from sandtable.rulesets.bolt_action.basics.observed import indirect_targets, seen_by_observers
from sandtable.rulesets.bolt_action.fire.aiming import Shoot, may_fire
from sandtable.rulesets.bolt_action.melee.close_quarters import assault_targets, reach
from sandtable.rulesets.bolt_action.prices.nerve import obeys
from sandtable.rulesets.bolt_action.state import Battle, Unit

from .fire import assault_value, can_charge
from .goals import goal_of, heads_for_objective, near_objective, short_of_time, wants_to_exit
from .moves import drives_straight_there, runs_better
from .worth import MAN, best_target, worth

GOOD_SHOT, FAIR_SHOT, POOR_SHOT = 1600, 900, 300
ANY_SHOT = 200  # of a gun that cannot go anywhere
ON_THE_MOVE = (3, 4)  # of a shot that one would rather not stand still for
OBEYED = 750  # how likely an order is carried out that a pinned unit is given
ASSAULTED = 1000  # what an assault has to promise


def pick_unit(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """Those with the best chance to do something first: near the enemy, unpinned, dear."""
    domain = open_to(decision, OneOf)
    foes = enemies(view, decision.seat)

    def urgency(number: int) -> tuple[int, int]:
        unit = view.units[number]
        if not unit.on_table:
            return (50 if unit.place == "wave" else 5) * MAN + worth(unit) // 100, -number
        near = nearest_of(view, number, foes)
        near = inches(72) if near is None else near
        eager = worth(unit) // 3 + (30 if near <= inches(24) else 10 if near <= inches(36) else 0) * MAN
        if unit.card.team and "indirect" in weapon(unit.card.team, view.options).traits:
            eager += 12 * MAN
        return eager * (400 + 600 * obeys(view, number) // SURE) // 1000 - near // 6, -number

    return f"u{max(domain.values.values(), key=urgency)}"


def _targets_now(view: Battle, number: int) -> list[Aimed]:
    """What the unit could shoot at from where it stands."""
    ready = armed(view, number)
    arms = [arm for arm in ready.arms if may_fire(view, arm, Shoot())]
    if not arms:
        return []
    wanted = candidates(view, view.units[number].side)
    lobbed = next((arm for arm in arms if "indirect" in arm.weapon.traits), None)
    if lobbed is not None:
        return indirect_targets(view, number, lobbed, wanted)
    return in_sight(view, number, ready.sight, arms, wanted)


def pick_order(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """Weigh shooting, moving, assaulting and recovering."""
    number, domain = about(decision, OneOf)
    allowed = list(domain.values)
    for wanted in _wishes(view, number):
        if wanted in allowed:
            return wanted
    return "down" if "down" in allowed else allowed[0]


def _wishes(view: Battle, number: int) -> list[str]:
    """Orders from the most to the least wanted."""
    unit = view.units[number]
    if unit.place in {"wave", "reserve"}:
        return ["run" if unit.is_infantry and not unit.card.team else "advance", "run", "advance"]
    if unit.aboard is not None:
        return ["advance", "run", "down"]
    if unit.pins >= 3 and obeys(view, number) < OBEYED:
        return ["rally"]
    if wants_to_exit(view, number):
        on_foot = unit.is_infantry and unit.building is None
        return ["run", "advance"] if not on_foot or runs_better(view, number) else ["advance", "run"]
    if (
        unit.is_infantry
        and not unit.card.team
        and unit.card.slot == "infantry"
        and _assault_value(view, number) > ASSAULTED
    ):
        return ["assault"]
    if short_of_time(view, number) and not unit.is_artillery and unit.building is None:
        return ["run", "advance"] if runs_better(view, number) else ["advance", "run"]
    if {"artillery-observer", "air-observer"} & set(unit.card.traits) - set(unit.spent) and enemies(view, unit.side):
        return ["fire"]
    return _shoot_or_move(view, number, unit)


def _shoot_or_move(view: Battle, number: int, unit: Unit) -> list[str]:
    targets = _targets_now(view, number)
    if unit.card.team and "indirect" in weapon(unit.card.team, view.options).traits:
        if not targets and seen_by_observers(view, number, candidates(view, unit.side)):
            return ["advance", "down"]  # to turn towards the enemy
        return ["fire"] if targets else ["down" if unit.pins else "ambush", "down"]
    value, _ = best_target(view, number, targets, moving=False)
    if unit.is_artillery or (unit.card.team and "fixed" in weapon(unit.card.team, view.options).traits):
        return (
            ["fire"] if value > ANY_SHOT else ["advance" if not targets and not unit.is_artillery else "ambush", "down"]
        )
    at_goal = goal_of(view, number).reached
    if heads_for_objective(view, unit) and not at_goal:
        return ["advance", "run"]
    if value >= GOOD_SHOT or (at_goal and value > POOR_SHOT):
        on_the_move, _ = best_target(view, number, targets, moving=True)
        return ["advance" if on_the_move * ON_THE_MOVE[1] > value * ON_THE_MOVE[0] and not at_goal else "fire", "fire"]
    if at_goal:
        return ["ambush", "down"]
    if value < FAIR_SHOT and unit.card.slot == "infantry" and unit.building is None and _far_off(view, number):
        return ["run", "advance"] if runs_better(view, number) else ["advance", "run"]
    if value > POOR_SHOT:
        return ["advance", "fire"]
    if targets or (unit.is_vehicle and not drives_straight_there(view, number)):
        return ["advance", "run"]
    return ["run", "advance", "ambush", "down"]


def _far_off(view: Battle, number: int) -> bool:
    """Whether the enemy is too far away for anything but getting nearer."""
    return (nearest_of(view, number, enemies(view, view.units[number].side)) or 0) > inches(18)


def _assault_value(view: Battle, number: int) -> int:
    """The best promise of an assault within reach; late in the battle nobody leaves an objective for one."""
    best = 0
    late = view.turn >= view.turns - 1
    stays = late and heads_for_objective(view, view.units[number]) and goal_of(view, number).reached
    for target in assault_targets(view, number):
        if stays and not near_objective(view, number, target):
            continue
        if distance(view, number, target) > reach(view, number, target):
            continue
        value = assault_value(view, number, target)
        if value > best and can_charge(view, number, target):
            best = value
    return best


def pick_manoeuvre(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """Leave by the far edge if that is the point of it; get out of vehicles; otherwise simply move."""
    number = unit_of(decision)
    keys = [str(key) for key in decision.domain.options() or []]
    if "exit" in keys and wants_to_exit(view, number):
        return "exit"
    for key in keys:
        if key.startswith("overrun"):
            return key
    if "out" in keys:
        return "out"
    if "stay" in keys:
        return "stay"
    return "move"
