"""Barrages: whom to range in on, who observes, and where a template that went astray lands."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from sandtable.dice.chance import Chance
from sandtable.play.decision import Decision
from sandtable.play.domains import OneOf
from sandtable.rulesets.fraley.basics.terrain import HARD
from sandtable.rulesets.fraley.fire.concealment import in_concealing_terrain
from sandtable.rulesets.fraley.fire.to_hit import needed, ranging_in
from sandtable.rulesets.fraley.indirect.battery import GUNS, Gun, fire_points, firing_at, guns_of
from sandtable.rulesets.fraley.indirect.observing import targets
from sandtable.rulesets.fraley.indirect.template import laid, under
from sandtable.rulesets.fraley.prices.barrages import ranges_in, shells_do
from sandtable.rulesets.fraley.prices.fire import foe_of
from sandtable.rulesets.fraley.state import Battle, Level

from .harm import MARKED
from .worth import worth_of

FRIENDLY = 2.0  # what a friend under the template counts, who may be hit


class Barrage(NamedTuple):
    """A Team to range in on, by whom, and what that promises."""

    value: float
    observer: int
    target: int


def best_barrage(view: Battle, number: int) -> Barrage | None:
    """The most promising barrage of a Unit; None if it can fire none that does any good."""
    guns = guns_of(view, number)
    if len(guns) < GUNS or view.units[number].still:
        return None
    best: Barrage | None = None
    worths: dict[int, float] = {}
    for observer, seen in targets(view, number, guns).items():
        chances: dict[int, float] = {}
        for target in seen:
            unit = view.figures[target].unit
            if unit not in chances:
                chances[unit] = range_in(view, guns, observer, unit)
            if target not in worths:
                worths[target] = falls_on(view, number, guns, target)
            found = Barrage(chances[unit] * worths[target], observer, target)
            if best is None or (found.value, -found.target) > (best.value, -best.target):
                best = found
    return best if best is not None and best.value > 0 else None


def range_in(view: Battle, guns: Sequence[Gun], observer: int, unit: int) -> float:
    """How likely an observer has a battery range in on a Unit."""
    needs = needed(view, unit, ranging_in(view, unit, view.units[unit].men, observer))
    return ranges_in(view.options, needs, rockets=all("ranges-again" in gun.weapon.traits for gun in guns))


def falls_on(view: Battle, number: int, guns: Sequence[Gun], target: int) -> float:
    """What a template over a Team is expected to do: to enemies, less to friends."""
    middle = view.layout.point(target)
    firing = firing_at(view, guns, middle)
    if firing is None:
        return 0.0
    dice, side = fire_points(view, firing), view.units[number].side
    level = view.units[number].card.training
    total = 0.0
    for figure in under(view, laid(middle, firing.middle)):
        harm = _harm(view, figure, level, dice)
        total += harm if view.sides[figure] != side else -FRIENDLY * (harm + 1)
    return total


def _harm(view: Battle, figure: int, level: Level, dice: int) -> float:
    """What so many dice do to a Team, and by it to its Unit."""
    cover = HARD if view.figures[figure].dug_in else int(in_concealing_terrain(view, figure))
    does = shells_do(view.options, level, dice, foe_of(view, figure), cover)
    return worth_of(view, figure) * (does.lost + does.markers * MARKED)


# ---- the questions


def barrage_or_smoke(_view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """Smoke hides the enemy as well as us: shells, if there are any to fire."""
    assert isinstance(decision.domain, OneOf)
    return "barrage" if "barrage" in decision.domain.values else None


def pick_observer(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """The one who sees the best target best."""
    number = decision.unit
    assert number is not None
    best = best_barrage(view, number)
    return None if best is None or f"m{best.observer}" not in decision.domain.values else f"m{best.observer}"  # type: ignore[attr-defined]


def pick_target(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """The Team with most harm to be done around it; the observer is chosen already."""
    number = decision.unit
    assert number is not None
    domain = decision.domain
    assert isinstance(domain, OneOf)
    guns = guns_of(view, number)
    able = list(domain.values.values())
    seen = targets(view, number, guns)
    watcher = next((man for man, known in seen.items() if sorted(known) == sorted(able)), None)
    chances: dict[int, float] = {}

    def gain(target: int) -> tuple[float, int]:
        unit = view.figures[target].unit
        if watcher is not None and unit not in chances:
            chances[unit] = range_in(view, guns, watcher, unit)
        return chances.get(unit, 1.0) * falls_on(view, number, guns, target), -target

    return f"m{max(able, key=gain)}"
