"""What things are worth, in thousandths of a man of a squad: units, and what fire is expected to do to them."""

from sandtable.rulesets.bolt_action.basics.arms import Aimed, Armed, armed, men_of
from sandtable.rulesets.bolt_action.fire.aiming import Shoot, may_fire
from sandtable.rulesets.bolt_action.fire.volley import AP, HE, Laid, measure
from sandtable.rulesets.bolt_action.prices.volleys import Harm, volley_does
from sandtable.rulesets.bolt_action.state import Battle, Unit

MAN = 1000
PINNED = 800  # a pin
STUCK = (2, 5)  # of what a vehicle is worth, if it cannot move any more
AT_MOST = (6, 5)  # of a unit, however much would fall on it


def worth(unit: Unit) -> int:
    """What a unit is worth."""
    return unit.card.points * MAN // 10


def harm(state: Battle, number: int, done: Harm) -> int:
    """What it is worth to do so much to a unit."""
    unit = state.units[number]
    whole = worth(unit)
    lost = (done.lost + done.stuck * STUCK[0] // STUCK[1]) * whole // (MAN * max(1, len(unit.men)))
    return min(lost + done.pins * PINNED // MAN, whole * AT_MOST[0] // AT_MOST[1])


def best_target(
    state: Battle, number: int, targets: list[Aimed], *, moving: bool, ready: Armed | None = None
) -> tuple[int, Aimed | None]:
    """The most rewarding of some targets, and what shooting at it is expected to be worth."""
    ready = ready or armed(state, number)
    arms = [arm for arm in ready.arms if may_fire(state, arm, Shoot(moving=moving))]
    best: tuple[int, Aimed | None] = (0, None)
    for target in targets if arms else ():
        if not men_of(state, target):
            continue
        armoured = state.units[target.unit].card.armoured
        laid = [Laid(arm, HE if arm.weapon.he and not armoured else AP) for arm in arms]
        able = measure(state, number, ready, laid, target, moving=moving)
        value = harm(state, target.unit, volley_does(state, number, able, target, ready)) if able else 0
        if value > best[0]:
            best = value, target
    return best
