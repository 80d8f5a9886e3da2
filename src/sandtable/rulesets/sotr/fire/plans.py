"""Plans for a unit's fire: what everybody would fire at whom."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from sandtable.mechanics.clauses import rule
from sandtable.rulesets.sotr.basics.charts import rate_of_fire
from sandtable.rulesets.sotr.state import Battle

from .targets import Aim, Arm, View, by_cover, by_distance, held_sight, may_aim_with

Pick = Callable[[Sequence[View]], View]


class Means(NamedTuple):
    """What a unit could fire: ordinary weapons with the units each may be fired at, special ones, and all units seen."""

    laid: Mapping[Arm, list[View]]
    specials: tuple[Arm, ...]
    seen: tuple[int, ...] = ()


class Orders(NamedTuple):
    """What a unit fires: aims of ordinary weapons, special weapons, who concentrates his fire, or grenades."""

    aims: tuple[Aim, ...] = ()
    specials: tuple[Arm, ...] = ()
    together: tuple[int, ...] = ()
    grenades: str = ""


HOLD = Orders()


# ---- plans for all


def nearest(seen: Sequence[View]) -> View:
    """The nearest of the units that may be shot at."""
    return min(seen, key=by_distance)


def exposed(seen: Sequence[View]) -> View:
    """The one with the least cover."""
    return min(seen, key=by_cover)


def at_unit(number: int) -> Pick:
    """A given unit by those who may shoot at it; the others shoot at their nearest."""
    return lambda seen: next((view for view in seen if view.unit == number), None) or nearest(seen)


@rule("sotr.weapon.rof", "sotr.shoot.aimed", "sotr.weapon.semi-aimed", "sotr.weapon.multi-no-aim")
def aim_at(state: Battle, arm: Arm, target: int, *, slow: bool, steady: bool) -> Aim:
    """A weapon laid on a unit: all its shots, or a single aimed one where it is fired `slow` and that is allowed.

    Without `steady` nobody aims (on Overwatch). A weapon with one shot is aimed whenever it may be.
    """
    shots = rate_of_fire(arm.row, state.options)
    wanted = steady and (shots == 1 or slow) and may_aim_with(state.options, arm.row)
    if wanted and held_sight(state, arm.figure, target):
        return Aim(arm, target, 1, aimed=True)
    return Aim(arm, target, shots)


@rule("sotr.gap.sidearms")
def main_arms(state: Battle, means: Means) -> list[Arm]:
    """What everybody fires unless told otherwise: machines all they have, men the weapon with the most shots.

    A man who can fire a special weapon fires that one.
    """
    busy = {arm.figure for arm in means.specials}
    found: dict[tuple[int, int], Arm] = {}
    for arm in means.laid:
        machine = state.units[state.figures[arm.figure].unit].machine
        if arm.figure in busy and not machine:
            continue
        key = arm.figure, arm.mount if machine else 0
        best = found.get(key)
        if best is None or rate_of_fire(arm.row, state.options) > rate_of_fire(best.row, state.options):
            found[key] = arm
    return list(found.values())


@rule("sotr.target.per-model")
def plan(state: Battle, means: Means, pick: Pick, *, slow: bool = False, steady: bool = True) -> tuple[Aim, ...]:
    """Everybody's main weapon at the unit of a model's own that is picked for it."""
    return tuple(
        aim_at(state, arm, pick(means.laid[arm]).unit, slow=slow, steady=steady) for arm in main_arms(state, means)
    )
