"""What things are worth: harm done by a hit, and a unit's fire from where it stands, by the book's own numbers.

Everything is counted in the points by which a battle is scored: one for every ten that troops cost.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from sandtable.geometry.units import inches
from sandtable.rulesets.sotr import armour
from sandtable.rulesets.sotr.charts import kinds, rate_of_fire, weapon_of, wound_bands
from sandtable.rulesets.sotr.sheet import Weapon
from sandtable.rulesets.sotr.sight import standing
from sandtable.rulesets.sotr.state import Battle, Unit
from sandtable.rulesets.sotr.targets import Arm, View, arms_of, is_ordinary, legal, may_aim_with, views
from sandtable.rulesets.sotr.to_hit import SIDES, Shot, is_near, score

COST = 10
DOWN_SHARE = 0.5  # of a model that is DOWN: it may get up, but it counts for nothing until then
DAMAGE_SHARE = {armour.SHAKEN: 0.1, armour.DAMAGED: 0.4, armour.DESTROYED: 1.0}
UNDER_A_TEMPLATE = 2.0  # models of a squad, as a rule
UNDER_A_JET = 2.5
FLAME_REACH = inches(8)


def worth(unit: Unit) -> float:
    """What a unit scores for whoever destroys it."""
    return unit.card.points / COST


def worth_of_a_model(unit: Unit) -> float:
    """What each of its models is worth."""
    return worth(unit) / max(1, unit.strength)


@lru_cache(maxsize=512)
def wounding(column: int, plus: int) -> float:
    """How much of a model one wound die takes, on the average."""
    down, goner = wound_bands(column, plus)
    goners = max(0, SIDES + 1 - goner)
    return (goners + DOWN_SHARE * max(0, min(goner, SIDES + 1) - down)) / SIDES


@lru_cache(maxsize=512)
def breaching(pen: int, plate: int) -> float:
    """How much of a machine one hit takes, on the average."""
    if not armour.affects(pen, plate):
        return 0.0
    weights = armour.armour_roll(pen, plate, "", (), 0).reading.weights(1, SIDES)
    return sum(DAMAGE_SHARE.get(done, 0.0) * many for done, many in weights.items()) / SIDES


def harm(weapon: Weapon, victim: Unit, *, facing: str = "side", near: bool = False) -> float:
    """What one hit of a weapon is worth against a unit."""
    if victim.machine:
        return breaching(weapon.pen, victim.card.hull[armour.SIDES.index(facing)]) * worth(victim)
    column = max(0, victim.card.armour - int(weapon.has("high-powered")))
    return wounding(column, weapon.near_wound if near else 0) * worth_of_a_model(victim)


def chance_of(needed: int) -> float:
    """How likely a die shows so much."""
    return max(0.0, min(1.0, (SIDES + 1 - needed) / SIDES))


def value_of_shot(view: Battle, arm: Arm, seen: View, *, aimed: bool = False) -> float:
    """What one shot at a unit is worth, its nearest model standing for all of them."""
    victim = view.units[seen.unit]
    target = view.figures[seen.model]
    shot = Shot(
        weapon=arm.weapon,
        distance=seen.distance,
        cover=seen.cover,
        aimed=aimed,
        camo="camo" in victim.card.traits,
        prone=target.prone or target.down,
        size=victim.card.size,
    )
    hit = chance_of(score(shot, view.options))
    facing = armour.facing(view, seen.model, view.layout.point(arm.figure)) if victim.machine else ""
    if arm.row.has("headshot") and not victim.machine:
        hit = max(hit, chance_of(SIDES))
    weapon = weapon_of(arm.weapon, view.options)
    return hit * harm(weapon, victim, facing=facing, near=is_near(weapon, seen.distance))


def value_of_special(view: Battle, arm: Arm, seen: Sequence[View]) -> tuple[float, int]:
    """What a weapon with a template or a heavy one is worth, and against which unit."""
    best = (0.0, -1)
    for one in seen:
        victim = view.units[one.unit]
        if arm.row.has("flame") and one.distance > FLAME_REACH:
            continue
        hit = 0.9 if arm.row.has("flame") else max(0.1, 0.5 - one.cover / SIDES)
        many = 1.0 if victim.machine else min(float(len(victim.men)), UNDER_A_TEMPLATE)
        if arm.row.has("flame"):
            many = min(float(len(victim.men)), UNDER_A_JET)
        facing = armour.facing(view, one.model, view.layout.point(arm.figure)) if victim.machine else ""
        best = max(best, (hit * many * harm(weapon_of(arm.weapon, view.options), victim, facing=facing), one.unit))
    return best


class Fire(NamedTuple):
    """What a unit's fire is expected to be worth in all, and by the unit it is at."""

    value: float
    by_target: dict[int, float]


NO_FIRE = Fire(0.0, {})


def fire_of(view: Battle, number: int, men: Sequence[int], *, moved: bool) -> Fire:
    """The fire of some models of a unit from where they stand in this view, each at its best target."""
    unit = view.units[number]
    arms = [
        arm
        for man in men
        for arm in arms_of(view, man)
        if not arm.row.has("hand") and (unit.machine or not moved or not arm.row.has("move-or-fire"))
    ]
    if not arms:
        return NO_FIRE
    seen = views(view, tuple(dict.fromkeys(arm.figure for arm in arms)))
    best: dict[tuple[int, int], tuple[float, int]] = {}
    for arm in arms:
        found = _best_shot(view, arm, seen[arm.figure], moved=moved)
        key = arm.figure, arm.mount if unit.machine else 0
        if found[0] > best.get(key, (0.0, -1))[0]:
            best[key] = found
    by_target: dict[int, float] = {}
    for value, target in best.values():
        by_target[target] = by_target.get(target, 0.0) + value
    by_target = {target: min(value, left_of(view, target)) for target, value in by_target.items()}
    return Fire(sum(by_target.values()), by_target)


def _best_shot(view: Battle, arm: Arm, seen: Sequence[View], *, moved: bool) -> tuple[float, int]:
    """What a weapon is worth at the best of its targets, and which that is."""
    if not seen:
        return 0.0, -1
    if not is_ordinary(arm.row):
        return value_of_special(view, arm, seen)
    shots = rate_of_fire(arm.row, view.options)
    aimed = not moved and shots == 1 and may_aim_with(view.options, arm.row)
    found = (0.0, -1)
    for one in legal(view, arm, seen):
        found = max(found, (shots * value_of_shot(view, arm, one, aimed=aimed), one.unit))
    return found


def left_of(view: Battle, number: int) -> float:
    """What is left of a unit."""
    unit = view.units[number]
    return worth(unit) if unit.machine else len(standing(view, number)) * worth_of_a_model(unit)


def firepower(view: Battle, number: int, victim: Unit, facing: str = "front") -> float:
    """What a unit would do to another if all its shots hit."""
    unit = view.units[number]
    total = 0.0
    for man in standing(view, number):
        names = [name for name in (unit.card.mounts if unit.machine else view.figures[man].weapons) if name in kinds()]
        each = [
            (rate_of_fire(row, view.options) or UNDER_A_JET) * harm(row, victim, facing=facing)
            for row in (weapon_of(name, view.options) for name in names)
            if not row.has("hand")
        ]
        total += sum(each) if unit.machine else max(each, default=0.0)
    return total
