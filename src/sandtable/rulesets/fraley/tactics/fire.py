"""At whom to fire, with whom, and when to fire at those who move."""

from typing import Any

from sandtable.dice.chance import Chance
from sandtable.mechanics.goals import far
from sandtable.play.decision import Decision
from sandtable.play.domains import OneOf, SomeOf
from sandtable.rulesets.fraley.basics.teams import arms
from sandtable.rulesets.fraley.fire.declaring import ANY, DONE, NOBODY, SPLIT
from sandtable.rulesets.fraley.fire.fire_modes import Mode
from sandtable.rulesets.fraley.fire.shooting import able
from sandtable.rulesets.fraley.fire.targets import fire_points, targets_of
from sandtable.rulesets.fraley.indirect.observing import looked
from sandtable.rulesets.fraley.move.moments import Moment
from sandtable.rulesets.fraley.state import Battle

from .harm import POINTLESS, Plan, fire_on, unit_plan
from .leading import marker_off
from .worth import left_of

WORTH_A_SHOT = 1.0  # points of harm for which one gives away that one is there
UNTOUCHED = 2.5  # and for which one does if one has not moved or fired, and is hard to hit
LOOKED_AT = 8


def plan_for(view: Battle, number: int) -> Plan:
    """How a Unit that is firing now divides its fire."""
    moved = view.units[number].went and view.acting == number
    return unit_plan(view, number, "moved" if moved else "fire")


def pick_target(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """As planned, the best target first; nobody where it would only be noise."""
    number = decision.unit
    assert number is not None
    domain = decision.domain
    assert isinstance(domain, OneOf)
    keys = list(domain.values)
    plan = plan_for(view, number)
    if plan.divided and SPLIT in keys and NOBODY in keys:
        return SPLIT
    for target, _, _ in plan.orders:
        if f"u{target}" in keys:
            return f"u{target}"
    return NOBODY if NOBODY in keys else DONE


def pick_firers(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """Those of the plan; at somebody who moves all who can do anything to him."""
    number = decision.unit
    assert number is not None
    domain = decision.domain
    assert isinstance(domain, SomeOf)
    keys = list(domain.values)
    if view.acting != number:
        return _who_reacts(view, number, keys)
    for _, firers, _ in plan_for(view, number).orders:
        wanted = [f"m{firer}" for firer in firers if f"m{firer}" in keys]
        if wanted and len(wanted) < len(keys):
            return wanted
    return keys


def _who_reacts(view: Battle, number: int, keys: list[str]) -> list[str]:
    """All but those whose fire does nothing to the Unit on the move."""
    target = view.acting
    if target < 0:
        return keys
    firers = tuple(int(key[1:]) for key in keys)
    aims = targets_of(view, firers, (target,)).get(target)
    if not aims:
        return keys
    does = fire_on(view, target, aims, mode_of(view, number))
    found = [key for key in keys if does.get(int(key[1:]), 0.0) > 0]
    return found or keys


def mode_of(view: Battle, number: int) -> Mode:
    """How a Unit fires at those who move."""
    return "overwatch" if view.units[number].overwatch else "reaction"


def pick_type(_view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """AT weapons are for tanks, then for guns."""
    assert isinstance(decision.domain, OneOf)
    keys = list(decision.domain.values)
    return next(key for key in ("tank", "gun", "infantry", ANY) if key in keys)


# ---- at those who move


def react(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """Whoever does most harm first; nobody for next to nothing, nor a Unit better kept for a dearer one to come."""
    target = decision.unit
    assert target is not None
    domain = decision.domain
    assert isinstance(domain, OneOf)
    keys = [key for key in domain.values if key[0] == "u" and key[1:].isdigit()]
    best, most = NOBODY, 0.0
    for key in keys:
        number = int(key[1:])
        value = worth_of_reaction(view, number, target)
        if value > most:
            best, most = key, value
    if best == NOBODY:
        return best
    return marker_off(view, int(best[1:]), domain.values) or best


def worth_of_reaction(view: Battle, number: int, target: int) -> float:
    """What fire at a Unit on the move promises from where it is now; nothing if it is better saved."""
    unit = view.units[number]
    firers = tuple(man for man in unit.men if able(view, man))
    aims = targets_of(view, firers, (target,), reaction=not unit.overwatch).get(target)
    least = (
        UNTOUCHED if all(not (view.figures[man].moved or view.figures[man].fired) for man in unit.men) else WORTH_A_SHOT
    )
    if aims is None:  # it comes into reach on its way: judge it when it does
        return POINTLESS if left_of(view, target) > 0 and _worth_waiting(view, number, target) else 0.0
    value = sum(fire_on(view, target, aims, mode_of(view, number)).values())
    return value if value >= least else 0.0


def _worth_waiting(view: Battle, number: int, target: int) -> bool:
    """Whether a Unit's weapons can do anything at all to another."""
    hard = all(view.figures[man].kind == "tank" for man in view.units[target].men)
    return any(
        not hard or weapon.at for man in view.units[number].men for weapon in arms(view.figures[man], view.options)
    )


def react_at(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """The moment at which most dice roll at somebody in the open, the nearest of several."""
    number = decision.unit
    assert number is not None
    domain = decision.domain
    assert isinstance(domain, OneOf)
    firers = [man for man in view.units[number].men if able(view, man)]
    if not firers:
        return None
    points = {man: view.layout.point(man) for man in firers}

    def near(moment: Moment) -> int:
        return min(far(points[man], moment.at) for man in firers)

    order = sorted(domain.values, key=lambda key: (near(domain.values[key]), key))
    first = order[:: max(1, len(order) // LOOKED_AT)][:LOOKED_AT]

    def promise(key: str) -> tuple[float, int]:
        moment = domain.values[key]
        dice = 0.0
        for man, (seen, cover) in zip(firers, looked(view, moment.at, firers, from_point=False), strict=True):
            gap = max(0, far(points[man], moment.at) - view.layout.radius(man))
            reach = max((fire_points(weapon, gap) for weapon in arms(view.figures[man], view.options)), default=0)
            dice += reach * seen * (0.6 if cover else 1.0)
        return dice, -near(moment)

    return max(first, key=promise)
