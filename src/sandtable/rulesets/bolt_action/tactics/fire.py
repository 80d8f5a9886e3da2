"""Whom to shoot at, with what, and whom to assault."""

from typing import Any

from sandtable.dice.chance import Chance
from sandtable.play.decision import Decision
from sandtable.play.domains import OneOf
from sandtable.rulesets.bolt_action.arms import Aimed, armed
from sandtable.rulesets.bolt_action.battlefield import distance
from sandtable.rulesets.bolt_action.charts import weapon
from sandtable.rulesets.bolt_action.contact import contact_march
from sandtable.rulesets.bolt_action.damage import troops_target
from sandtable.rulesets.bolt_action.indirect import score_needed, within_indirect_range
from sandtable.rulesets.bolt_action.quarters import attacks, reach
from sandtable.rulesets.bolt_action.quarters_vehicle import has_anti_tank
from sandtable.rulesets.bolt_action.state import Battle
from sandtable.rulesets.bolt_action.volley import AP, HE

from .worth import average, best_target, chance_of, worth, worth_of_a_man


def _aimed(decision: Decision[Any]) -> dict[str, Aimed]:
    domain = decision.domain
    assert isinstance(domain, OneOf)
    return {key: value for key, value in domain.values.items() if isinstance(value, Aimed)}


def pick_target(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """The target that shooting is expected to hurt most; for the enemy's friendly fire, likewise."""
    number = decision.unit
    assert number is not None
    targets = list(_aimed(decision).values())
    unit = view.units[number]
    if unit.card.team and "indirect" in weapon(unit.card.team, view.options).traits:
        return _pick_indirect(view, number, targets)
    moving = unit.order == "advance"
    _, target = best_target(view, number, targets, moving=moving)
    return "none" if target is None else target.key


def _pick_indirect(view: Battle, number: int, targets: list[Aimed]) -> str:
    """For a mortar: what it is ranged in on counts most, then how many men there are."""
    arm = armed(view, number).arms[0]
    best, best_value = "none", 0.0
    for target in targets:
        if not within_indirect_range(view, arm, target):
            continue
        victim = view.units[target.unit]
        chance = (7 - score_needed(view, number, target, moving=False)) / 6
        hurt = worth(victim) / 4 if victim.is_vehicle else average(arm.weapon.he) * worth_of_a_man(victim)
        value = chance * hurt * (1.5 if not victim.moved and victim.order in {"down", "ambush", "fire"} else 1.0)
        if value > best_value:
            best, best_value = target.key, value
    return best


def pick_shell(_view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """Armour-piercing at armour, high explosive at everything else; never smoke."""
    keys = decision.domain.options() or []
    return decision.usual() if HE in keys or AP in keys else "shells"


def aim_one_shot(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """Fire the one shot at the dearest vehicle within its range."""
    number = decision.unit
    assert number is not None
    carried = [name for man in view.units[number].men for name in view.figures[man].carries]
    reaches = max((weapon(name, view.options).reach for name in carried), default=0)
    near = [
        target
        for target in _aimed(decision).values()
        if view.units[target.unit].is_vehicle and distance(view, number, target.unit) <= reaches
    ]
    if not near:
        return "none"
    return max(near, key=lambda target: worth(view.units[target.unit])).key


def direct_or_indirect(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """Over open sights if anything can be seen that way."""
    number = decision.unit
    assert number is not None
    foes = [
        Aimed(other) for other, unit in enumerate(view.units) if unit.side != view.units[number].side and unit.on_table
    ]
    value, _ = best_target(view, number, foes, moving=False)
    return "direct" if value > 0 else "indirect"


def spring(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """Fire from Ambush at the last moment offered, when the mover is usually nearest."""
    assert view is not None
    keys = [key for key in decision.domain.options() or [] if key != "pass"]
    return keys[-1] if keys else "pass"


def assault_odds(view: Battle, number: int, target: int) -> float:
    """How much an assault promises: above 1 it should win."""
    unit, foe = view.units[number], view.units[target]
    if foe.is_vehicle:
        if foe.card.soft:
            return 1.5
        return 1.2 if has_anti_tank(view, unit) and foe.order != "run" else 0.2
    falls, kills_back = (chance_of(troops_target(one.card.quality, 0, view.options)) for one in (foe, unit))
    kills = attacks(view, unit) * falls
    left = max(0.0, len(foe.men) - kills)
    back = attacks(view, foe) * kills_back * left / max(1, len(foe.men))
    return min(kills, len(foe.men)) / max(0.3, back)


def can_charge(view: Battle, number: int, target: int) -> bool:
    """Whether an assault would get there: the target is in reach, and there is a way."""
    far = reach(view, number, target)
    return distance(view, number, target) <= far and contact_march(view, number, target, far) is not None


def pick_assault_target(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """The enemy in reach whom an assault promises to beat."""
    number = decision.unit
    assert number is not None
    domain = decision.domain
    assert isinstance(domain, OneOf)
    return max(
        domain.values,
        key=lambda key: (
            can_charge(view, number, domain.values[key]),
            assault_odds(view, number, domain.values[key]),
        ),
    )
