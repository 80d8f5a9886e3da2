"""Whether and at whom to fire, with what, and when to spring an Overwatch."""

from collections.abc import Sequence
from typing import Any

from sandtable.dice.chance import Chance
from sandtable.mechanics.prices import SURE
from sandtable.play.decision import Decision
from sandtable.play.domains import OneOf
from sandtable.play.refusal import Refused
from sandtable.rulesets.sotr.basics.sight import any_sees, apart, enemies, to_point
from sandtable.rulesets.sotr.basics.templates import on_model, under_blast
from sandtable.rulesets.sotr.fire.plans import Means, at_unit, exposed, nearest, plan
from sandtable.rulesets.sotr.fire.targets import Aim
from sandtable.rulesets.sotr.fire.throwing import grenade_range, template_of, throwers, thrown_from
from sandtable.rulesets.sotr.prices.shots import comes_back
from sandtable.rulesets.sotr.state import Battle, Point
from sandtable.rulesets.sotr.weapons.shooting import means, shooters

from .worth import firepower, left_of, value_of_shot, worth_of_a_model, wounding

SILENT = ("double", "assault", "dirt", "engaged", "down")
UNDER_ONE = 3  # models of a unit under a single grenade, at most
GRENADES_ARE_FEW = 1.15  # how much better than fire they must be


def able_to_shoot(view: Battle, number: int) -> Sequence[int]:
    """The models of a unit that could shoot in this activation."""
    if view.units[number].action in SILENT or view.units[number].action.startswith("suppress"):
        return ()
    return shooters(view, number)


# ---- orders for a unit's fire


def pick_fire(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """The way to fire that is expected to do most; grenades where they do more."""
    number = decision.unit
    assert number is not None
    domain = decision.domain
    assert isinstance(domain, OneOf)
    keys = list(domain.values)
    found = means(view, shooters(view, number))
    best, most = ("special", 0.0) if "special" in keys else ("hold", 0.0)
    for key in keys:
        value = _value_of_plan(view, found, key)
        if value > most:
            best, most = key, value
    if "frag" in keys and value_of_grenades(view, number) > max(0.4, most * GRENADES_ARE_FEW):
        return "frag"
    return best if best != "hold" or not found.specials else decision.usual()


def _value_of_plan(view: Battle, found: Means, key: str) -> float:
    """What a way to fire is worth; nothing for those that ask for more, model by model."""
    match key:
        case "nearest":
            aims = plan(view, found, nearest)
        case "exposed":
            aims = plan(view, found, exposed)
        case "aimed":
            aims = plan(view, found, nearest, slow=True)
        case _ if key[:1] == "u" and key[1:].isdigit():
            aims = plan(view, found, at_unit(int(key[1:])))
        case _:
            return 0.0
    return value_of_aims(view, found, aims)


def value_of_aims(view: Battle, found: Means, aims: Sequence[Aim]) -> float:
    """What aims are worth; no more than there is of each target."""
    by_target: dict[int, float] = {}
    for aim in aims:
        seen = next(one for one in found.laid[aim.arm] if one.unit == aim.target)
        value = aim.shots * value_of_shot(view, aim.arm, seen, aimed=aim.aimed)
        by_target[aim.target] = by_target.get(aim.target, 0.0) + value
    return sum(min(value, left_of(view, target)) for target, value in by_target.items())


def value_of_grenades(view: Battle, number: int) -> float:
    """What the best throw of fragmentation grenades would do, less what one that comes back may do."""
    best = _best_throw(view, number)
    unit = view.units[number]
    back = (
        comes_back(view.options)
        / SURE
        * min(UNDER_ONE, len(unit.men))
        * wounding(view.options, unit.card.armour)
        * worth_of_a_model(unit)
    )
    return best[0] - back


def _best_throw(view: Battle, number: int) -> tuple[float, Point]:
    """The enemy model in reach and in sight around which a throw does most, and what it does, friends counting twice."""
    side = view.units[number].side
    near, able = thrown_from(view, number), throwers(view, number)
    radius = template_of(view, number)
    best: tuple[float, Point] = (0.0, (0, 0))
    for foe in enemies(view, side):
        if not near or apart(view, near, view.units[foe].men) > grenade_range(view):
            continue
        for man in view.units[foe].men:
            point = view.layout.point(man)
            if min(to_point(view, one, point) for one in near) > grenade_range(view):
                continue
            value = _value_under(view, side, under_blast(view, on_model(view, man), radius))
            if value > best[0] and any_sees(view, able, (man,)):
                best = value, point
    return best


def throw_at(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """Where the throw does most."""
    number = decision.unit
    assert number is not None
    value, point = _best_throw(view, number)
    return list(point) if value > 0 else None


def _value_under(view: Battle, side: int, touched: Sequence[int]) -> float:
    total = 0.0
    for one in touched:
        unit = view.units[view.figures[one].unit]
        if not unit.machine:
            total += (
                wounding(view.options, unit.card.armour) * worth_of_a_model(unit) * (1 if unit.side != side else -2)
            )
    return total


# ---- model by model


def pick_heavy_target(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """The unit that a heavy weapon hurts most."""
    domain = decision.domain
    assert isinstance(domain, OneOf)
    units = {key: number for key, number in domain.values.items() if key[:1] == "u"}
    return max(units, key=lambda key: (_worth_shelling(view, units[key]), key), default="pass")


def _worth_shelling(view: Battle, number: int) -> float:
    unit = view.units[number]
    return left_of(view, number) * (0.5 if unit.machine else min(3, len(unit.men)) / max(1, unit.strength))


# ---- Overwatch


def spring(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """Fire when about half of them have moved, if the fire can do anything to them."""
    domain = decision.domain
    assert isinstance(domain, OneOf)
    assert domain.points is not None
    assert decision.unit is not None
    keys = list(domain._values)  # noqa: SLF001  # those in doubt are not all worked out
    stations = [key for key in keys if key != "pass"]
    shown = domain.points(domain._values[stations[0]])  # noqa: SLF001
    mover = None if shown is None else shown.unit
    if mover is None or firepower(view, decision.unit, mover) < 0.2:
        return "pass"
    for key in (stations[len(stations) // 2], stations[-1]):
        try:
            domain.check(key)
        except Refused:
            continue
        return key
    return stations[0]
