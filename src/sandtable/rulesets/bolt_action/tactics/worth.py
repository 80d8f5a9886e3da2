"""What things are worth: expected losses of a volley, and the value of a unit, by the book's own numbers."""

from functools import lru_cache

from sandtable.mechanics.modifiers import Always, Score, Target, Twice
from sandtable.rulesets.bolt_action.aiming import Shoot, may_fire
from sandtable.rulesets.bolt_action.armour import NO_DAMAGE, facing_to, penetration, penetration_chart
from sandtable.rulesets.bolt_action.arms import Aimed, Armed, armed, men_of
from sandtable.rulesets.bolt_action.charts import dice_count, explosive
from sandtable.rulesets.bolt_action.damage import soft_skin_target, troops_target
from sandtable.rulesets.bolt_action.options import Options
from sandtable.rulesets.bolt_action.state import Battle, Unit
from sandtable.rulesets.bolt_action.volley import AP, HE, Laid, Ready, measure

KNOCK_OUT_SHARE = {"superficial": 0.1, "full": 0.55, "massive": 0.8}


def chance_of(target: Target) -> float:
    """How likely one die succeeds."""
    needed = target.needed
    if isinstance(needed, Score):
        return max(0, 7 - needed.least) / 6
    if isinstance(needed, Twice):
        return (7 - needed.least) * (7 - needed.then) / 36
    return 1.0 if isinstance(needed, Always) else 0.0


@lru_cache(maxsize=256)
def average(written: str) -> float:
    """The average of dice as the book writes them."""
    count = dice_count(written)
    weights = count.reading.weights(count.dice, 6) if count.dice else {count.reading.plus: 1}
    return sum(value * weight for value, weight in weights.items()) / sum(weights.values())


@lru_cache(maxsize=4096)
def penetrating(bonus: int, armour: str, options: Options) -> float:
    """About how likely a hit knocks a vehicle out."""
    weights = penetration_chart(bonus, options.tables.armour[armour].damaged_on, options).weights(1, 6)
    return sum(KNOCK_OUT_SHARE.get(done, 0) * count for done, count in weights.items() if done != NO_DAMAGE) / 6


def worth(unit: Unit) -> float:
    """What a unit is worth, a man of a squad being about one."""
    return unit.card.points / 10


def worth_of_a_man(unit: Unit) -> float:
    """What each casualty costs a unit."""
    return worth(unit) / max(1, len(unit.men))


def value_of(state: Battle, ready: list[Ready], target: Aimed, bodies: Armed) -> float:
    """What a measured volley is expected to be worth."""
    victim = state.units[target.unit]
    options = state.options
    total, any_hit = 0.0, 1.0
    facing = ""
    if victim.card.armoured:
        places = [bodies.sight.bodies[one.laid.arm.viewer] for one in ready]
        facing = facing_to(state, target.unit, [(int(row[0]), int(row[1])) for row in places])
    for one in ready:
        kind = one.laid.arm.weapon
        hit = chance_of(one.target)
        shots = average(kind.shots)
        any_hit *= (1 - hit) ** shots
        pen = explosive(kind.he, options).pen if one.laid.shell == HE else kind.pen or 0
        if victim.card.armoured:
            if kind.small_arm:
                continue
            bonus = sum(modifier.value for modifier in penetration(pen, facing, options, long_range=one.long_range))
            total += shots * hit * penetrating(bonus, victim.card.armour, options) * worth(victim)
            continue
        many = average(kind.he) if one.laid.shell == HE else 1.0
        if victim.card.soft:
            total += min(1.0, shots * hit * many * chance_of(soft_skin_target(pen, options))) * worth(victim)
            continue
        damage = chance_of(troops_target(victim.card.quality, pen, options))
        total += shots * hit * many * damage * worth_of_a_man(victim)
    pin = 0.0 if victim.card.enclosed and all(one.laid.arm.weapon.small_arm for one in ready) else 0.8
    total += (1 - any_hit) * pin
    return min(total, worth(victim) * 1.2)


def best_target(
    state: Battle, number: int, targets: list[Aimed], *, moving: bool, ready: Armed | None = None
) -> tuple[float, Aimed | None]:
    """The most rewarding of some targets, and what shooting at it is expected to be worth."""
    ready = ready or armed(state, number)
    how = Shoot(moving=moving)
    best: tuple[float, Aimed | None] = (0.0, None)
    for target in targets:
        if not men_of(state, target):
            continue
        laid = [Laid(arm, _shell(state, arm.weapon.he, target)) for arm in ready.arms if may_fire(state, arm, how)]
        if not laid:
            continue
        value = value_of(state, measure(state, number, ready, laid, target, moving=moving), target, ready)
        if value > best[0]:
            best = value, target
    return best


def _shell(state: Battle, he: str, target: Aimed) -> str:
    return HE if he and not state.units[target.unit].card.armoured else AP
