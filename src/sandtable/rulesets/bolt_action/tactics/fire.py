"""Whom to shoot at, with what, and whom to assault."""

from typing import Any

from sandtable.dice.chance import Chance
from sandtable.mechanics.goals import about, open_to, unit_of
from sandtable.mechanics.modifiers import Score
from sandtable.mechanics.prices import SURE
from sandtable.play.decision import Decision
from sandtable.play.domains import OneOf
from sandtable.rulesets.bolt_action.basics.arms import Aimed, armed
from sandtable.rulesets.bolt_action.basics.battlefield import distance
from sandtable.rulesets.bolt_action.basics.charts import weapon
from sandtable.rulesets.bolt_action.fire.indirect import score_needed, within_indirect_range
from sandtable.rulesets.bolt_action.fire.struck import Struck
from sandtable.rulesets.bolt_action.fire.volley import AP, HE
from sandtable.rulesets.bolt_action.melee.close_quarters import reach
from sandtable.rulesets.bolt_action.melee.contact import contact_march
from sandtable.rulesets.bolt_action.prices.nerve import assault
from sandtable.rulesets.bolt_action.prices.volleys import hit_does, shot_at
from sandtable.rulesets.bolt_action.state import Battle

from .worth import best_target, harm, worth

STAYS = (3, 2)  # what shells count at those who will be there for the next one, too
EAGER = (1, 1)  # what the enemy's loss in an assault counts to one's own


def _aimed(decision: Decision[Any]) -> dict[str, Aimed]:
    domain = open_to(decision, OneOf)
    return {key: value for key, value in domain.values.items() if isinstance(value, Aimed)}


def pick_target(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """The target that shooting is expected to hurt most; for the enemy's friendly fire, likewise."""
    number = unit_of(decision)
    targets = list(_aimed(decision).values())
    unit = view.units[number]
    if unit.card.team and "indirect" in weapon(unit.card.team, view.options).traits:
        return _pick_indirect(view, number, targets)
    moving = unit.order == "advance"
    _, target = best_target(view, number, targets, moving=moving)
    return "none" if target is None else target.key


def _pick_indirect(view: Battle, number: int, targets: list[Aimed]) -> str:
    """For a mortar: what it is ranged in on counts most, then what a shell does there."""
    arm = armed(view, number).arms[0]
    shell = Struck(1, ("",), small_arm=False, he=arm.weapon.he, from_above=True, indirect=True)
    best, best_value = "none", 0
    for target in targets:
        if not within_indirect_range(view, arm, target):
            continue
        victim = view.units[target.unit]
        needed = Score(score_needed(view, number, target, moving=False))
        value = harm(view, target.unit, hit_does(view, target.unit, shell)) * shot_at(view.options, needed)["hits"]
        if not victim.moved and victim.order in {"down", "ambush", "fire"}:
            value = value * STAYS[0] // STAYS[1]
        if value > best_value:
            best, best_value = target.key, value
    return best


def pick_shell(_view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """Armour-piercing at armour, high explosive at everything else; never smoke."""
    keys = decision.domain.options() or []
    return decision.usual() if HE in keys or AP in keys else "shells"


def aim_one_shot(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """Fire the one shot at the dearest vehicle within its range."""
    number = unit_of(decision)
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
    number = unit_of(decision)
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


def assault_value(view: Battle, number: int, target: int) -> int:
    """What an assault promises: what the enemy loses by it, over what one loses oneself."""
    found = assault(view, number, target)
    unit, foe = view.units[number], view.units[target]
    return (found["theirs"] * worth(foe) * EAGER[0] // EAGER[1] - found["ours"] * worth(unit)) // SURE


def can_charge(view: Battle, number: int, target: int) -> bool:
    """Whether an assault would get there: the target is in reach, and there is a way."""
    far = reach(view, number, target)
    return distance(view, number, target) <= far and contact_march(view, number, target, far) is not None


def pick_assault_target(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """The enemy in reach whom an assault promises to beat."""
    number, domain = about(decision, OneOf)
    able = [key for key, target in domain.values.items() if can_charge(view, number, target)]
    return max(able or domain.values, key=lambda key: assault_value(view, number, domain.values[key]))
