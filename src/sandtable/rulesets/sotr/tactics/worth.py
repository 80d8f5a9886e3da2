"""What things are worth: harm done by a hit, and a unit's fire from where it stands, by the book's own numbers.

Everything is counted in the points by which a battle is scored: one for every ten that troops cost.
"""

from collections.abc import Hashable, Sequence
from typing import NamedTuple

from sandtable.geometry.units import inches
from sandtable.mechanics.prices import SURE
from sandtable.rulesets.sotr.basics.charts import kinds, rate_of_fire, weapon_of
from sandtable.rulesets.sotr.basics.sight import standing
from sandtable.rulesets.sotr.basics.templates import FLAME
from sandtable.rulesets.sotr.fire.targets import Arm, View, arms_of, is_ordinary, legal, may_aim_with, views
from sandtable.rulesets.sotr.fire.to_hit import Shot, can_head, is_near, score
from sandtable.rulesets.sotr.fire.volley import wounding as wounding_of
from sandtable.rulesets.sotr.harm import armour
from sandtable.rulesets.sotr.harm.wound_dice import Wounding
from sandtable.rulesets.sotr.options import Options
from sandtable.rulesets.sotr.prices.shots import breaches, hits, wounds
from sandtable.rulesets.sotr.setup.victory import COST
from sandtable.rulesets.sotr.sheet import Weapon
from sandtable.rulesets.sotr.state import Battle, Unit
from sandtable.table.remembered import Remembered, hangs_on

PLAIN = Wounding("")
FAR_OFF = inches(48)  # beyond what any weapon calls near

DOWN_SHARE = 0.5  # of a model that is DOWN: it may get up, but it counts for nothing until then
SHAKEN_SHARE, DAMAGED_SHARE = 0.1, 0.4  # of a machine
UNDER_A_TEMPLATE = 2.0  # models of a squad, as a rule
UNDER_A_JET = 2.5
SCATTERED = 0.1  # how likely a template that cannot hit comes down on somebody all the same


def worth(unit: Unit) -> float:
    """What a unit scores for whoever destroys it."""
    return unit.card.points / COST


def worth_of_a_model(unit: Unit) -> float:
    """What each of its models is worth."""
    return worth(unit) / max(1, unit.strength)


def wounding(options: Options, armour: int, how: Wounding = PLAIN) -> float:
    """How much of a man one hit takes, on the average."""
    found = wounds(options, armour, how)
    return (found.goners + DOWN_SHARE * found.down) / SURE


def breaching(options: Options, pen: int, armour: int, *, by_hand: bool = False) -> float:
    """How much of a machine one hit takes, on the average."""
    found = breaches(options, pen, armour, by_hand=by_hand)
    return (found.destroyed + DAMAGED_SHARE * found.damaged + SHAKEN_SHARE * found.shaken) / SURE


# What a hit of a weapon takes is asked of the same few weapons and units over and over.
_TAKEN: Remembered[Options, dict[Hashable, float]] = Remembered(lambda _: {}, most=4)


def harm(
    weapon: Weapon,
    victim: Unit,
    options: Options,
    *,
    facing: str = "side",
    distance: int = FAR_OFF,
    burns: bool = False,
) -> float:
    """What one hit of a weapon is worth against a unit."""
    card = victim.card
    if victim.machine:
        plate = card.hull[armour.SIDES.index(facing)]
        return breaching(options, weapon.pen, plate) * worth(victim)
    known, key = _TAKEN(options), (weapon.id, card.armour, is_near(weapon, distance), burns)
    if key not in known:
        how = wounding_of(Shot(weapon.id, distance), options)._replace(why="", pen=0, burns=burns)
        known[key] = wounding(options, card.armour, how)
    return known[key] * worth_of_a_model(victim)


def hit_by(options: Options, shot: Shot) -> float:
    """How likely a shot hits."""
    known = _HITS(options)
    if shot not in known:
        needed = score(shot, options)
        known[shot] = hits(options, needed, heads=can_head(shot.weapon, needed, options)) / SURE
    return known[shot]


_HITS: Remembered[Options, dict[Shot, float]] = Remembered(lambda _: {}, most=4)


def value_of_shot(view: Battle, arm: Arm, seen: View, *, aimed: bool = False) -> float:
    """What one shot at a unit is worth, its nearest model standing for all of them."""
    victim = view.units[seen.unit]
    facing = armour.facing(view, seen.model, view.layout.point(arm.figure)) if victim.machine else ""
    hit = hit_by(view.options, _shot_at(view, arm, seen, aimed=aimed))
    weapon = weapon_of(arm.weapon, view.options)
    return hit * harm(weapon, victim, view.options, facing=facing, distance=seen.distance)


def _shot_at(view: Battle, arm: Arm, seen: View, *, aimed: bool = False) -> Shot:
    victim, target = view.units[seen.unit], view.figures[seen.model]
    near = is_near(weapon_of(arm.weapon, view.options), seen.distance)
    return Shot(
        weapon=arm.weapon,
        distance=0 if near else FAR_OFF,  # nothing else counts, and so there are but a few shots to know of
        cover=seen.cover,
        aimed=aimed,
        camo="camo" in victim.card.traits,
        prone=target.prone or target.down,
        size=victim.card.size,
    )


def value_of_special(view: Battle, arm: Arm, seen: Sequence[View]) -> tuple[float, int]:
    """What a weapon with a template or a heavy one is worth, and against which unit."""
    best = (0.0, -1)
    flames = arm.row.has("flame")
    weapon = weapon_of(arm.weapon, view.options)
    for one in seen:
        victim = view.units[one.unit]
        if flames and one.distance > FLAME:
            continue
        hit = 1.0 if flames else max(SCATTERED, hit_by(view.options, _shot_at(view, arm, one)))
        under = UNDER_A_JET if flames else UNDER_A_TEMPLATE
        many = 1.0 if victim.machine else min(float(len(victim.men)), under)
        facing = armour.facing(view, one.model, view.layout.point(arm.figure)) if victim.machine else ""
        each = harm(weapon, victim, view.options, facing=facing, distance=one.distance, burns=flames)
        best = max(best, (hit * many * each, one.unit))
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


@hangs_on(
    lambda view, number, target, _="": (view.units[number], view.figures, view.units[target], view.options), most=512
)
def firepower(view: Battle, number: int, target: int, facing: str = "front") -> float:
    """What a unit would do to another if all its shots hit."""
    unit, victim = view.units[number], view.units[target]
    total = 0.0
    for man in standing(view, number):
        names = [name for name in (unit.card.mounts if unit.machine else view.figures[man].weapons) if name in kinds()]
        each = [
            (rate_of_fire(row, view.options) or UNDER_A_JET) * harm(row, victim, view.options, facing=facing)
            for row in (weapon_of(name, view.options) for name in names)
            if not row.has("hand")
        ]
        total += sum(each) if unit.machine else max(each, default=0.0)
    return total
