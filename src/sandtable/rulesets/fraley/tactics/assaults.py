"""Assaults: what one promises, who stays behind, and whether to strike back."""

from collections.abc import Sequence
from typing import Any

from sandtable.dice.chance import Chance
from sandtable.geometry.units import inches
from sandtable.mechanics.modifiers import total
from sandtable.play.decision import Decision
from sandtable.play.domains import OneOf, SomeOf
from sandtable.rulesets.fraley.basics.sight import sees_any
from sandtable.rulesets.fraley.basics.teams import (
    REACH,
    armoured,
    arms,
    enemies,
    leader_of,
    nearest_between,
    within,
)
from sandtable.rulesets.fraley.fire.allocation import halved
from sandtable.rulesets.fraley.fire.shooting import able
from sandtable.rulesets.fraley.fire.targets import fire_points
from sandtable.rulesets.fraley.fire.to_hit import base_number, moving, of_the_occasion
from sandtable.rulesets.fraley.melee.break_off import may_fall_back
from sandtable.rulesets.fraley.melee.charge import charge_of, chargers
from sandtable.rulesets.fraley.melee.close_combat import tank_assault_dice
from sandtable.rulesets.fraley.prices.assaults import Met, blow_does, fought, met, overrun
from sandtable.rulesets.fraley.prices.checks import passes
from sandtable.rulesets.fraley.prices.fire import dealt, foe_of
from sandtable.rulesets.fraley.setup.victory import held_by
from sandtable.rulesets.fraley.state import Battle

from .goals import place_of, role_of
from .harm import MARKED
from .worth import share_of, worth_of

CLOSE_FIRE = 9_000  # about how far off defenders fire, at best
CROWDED = 2  # attackers who find room about one defender
APART = inches(3)  # about how far from their attackers those are who break off
GROUND = 25.0  # what it is worth to drive somebody off an objective


def best_assault(view: Battle, number: int) -> tuple[float, int]:
    """The enemy Unit that it is best to assault, and what it promises in points; -1 for none."""
    unit = view.units[number]
    if not unit.counts or leader_of(view, number) is None or unit.still:
        return 0.0, -1
    if role_of(view, number) in {"battery", "guns"}:
        return 0.0, -1
    best = 0.0, -1
    for enemy in enemies(view, unit.side):
        foes = view.units[enemy].men
        going = in_reach(view, number, foes)
        if not going or not sees_any(view, unit.men, foes):
            continue
        best = max(best, (value_of_assault(view, number, enemy, going), enemy))
    return best


def in_reach(view: Battle, number: int, foes: Sequence[int]) -> list[int]:
    """The Teams of a Unit that could charge as far as some enemies."""
    if not foes:
        return []
    return [
        man
        for man in chargers(view, number, foes)
        if nearest_between(view, (man,), foes) <= charge_of(view, view.figures[man])
    ]


def value_of_assault(view: Battle, number: int, enemy: int, going: Sequence[int]) -> float:
    """What an assault promises: what the enemy loses less what it costs, after the fire that it has to get through."""
    foes = view.units[enemy].men
    needs = _needs(view, enemy, number)
    hits, halted = _fire_met(view, enemy, number, needs)
    harmless = all(armoured(view.figures[man]) for man in going)
    lost = 0.0 if harmless else hits * dealt(view.options, foe_of(view, going[0]), 0, needs).lost
    lands = 1.0 if harmless else 1 - halted
    arrive = max(0.0, min(len(going) - lost, CROWDED * len(foes) + 1))
    if arrive < 1 or not foes:
        return 0.0
    if all(armoured(view.figures[foe]) for foe in foes):
        gain, cost = _against_armour(view, number, enemy, going, arrive)
    else:
        gain, cost = _on_foot(view, number, enemy, arrive)
    side = view.units[enemy].side
    held = any(held_by(view, point) == side and _near(view, enemy, point) for point in view.objectives)
    taken = GROUND if held else 0.0
    kept = min(1.0, gain / max(1.0, share_of(view, enemy) * len(foes)))
    return lands * (gain + taken * kept - cost) - lost * share_of(view, number) * 1.2


def _near(view: Battle, number: int, point: tuple[int, int]) -> bool:
    x, y = place_of(view, number)
    return (x - point[0]) ** 2 + (y - point[1]) ** 2 <= 8_000**2


def _needs(view: Battle, enemy: int, number: int) -> int:
    """What an assaulted Unit needs to hit those who come over open ground."""
    options = view.options
    mods = [*of_the_occasion(options, "overwatch" if view.units[enemy].overwatch else "reaction"), *moving(options)]
    return base_number(options, view.units[number].card.training) + total(mods)


def _fire_met(view: Battle, enemy: int, number: int, needs: int) -> Met:
    """How many Fire Points of an assaulted Unit hit those who come, and how likely these halt them."""
    unit, options = view.units[enemy], view.options
    hard = all(armoured(view.figures[man]) for man in view.units[number].men)
    dice = 0
    for man in unit.men:
        if not able(view, man):
            continue
        points = [
            halved(options, fire_points(weapon, CLOSE_FIRE), 0, tank=hard)
            if weapon.at
            else fire_points(weapon, CLOSE_FIRE)
            for weapon in arms(view.figures[man], options)
            if weapon.at or not hard
        ]
        dice += max(points, default=0)
    return met(options, needs, dice)


def _on_foot(view: Battle, number: int, enemy: int, arrive: float) -> tuple[float, float]:
    """What a fight takes from either side, in points; afterwards those who lost Teams take a marker for each."""
    ours, theirs = view.units[number], view.units[enemy]
    found = fought(view.options, ours.card.training, theirs.card.training, round(arrive), len(theirs.men))
    caught = overrun(view.options, APART)
    lost = found.dealt + caught * min(found.flee, CROWDED * arrive)
    own = found.taken + caught * min(found.own_flee, CROWDED * len(theirs.men))
    marked = MARKED * min(len(theirs.men) - lost, lost)
    return (lost + marked) * share_of(view, enemy), own * share_of(view, number) * (1 + MARKED)


def _against_armour(view: Battle, number: int, enemy: int, going: Sequence[int], arrive: float) -> tuple[float, float]:
    """The best blows at tanks; these strike back once each, or drive off."""
    foes, level = view.units[enemy].men, view.units[number].card.training
    tank = view.figures[foes[0]].vehicle
    each = [
        blow_does(view.options, level, view.figures[man].weapons, tank) for man in going if able_to_strike(view, man)
    ]
    best = sorted(each, reverse=True)[: int(arrive)]
    most, share = float(len(foes)), share_of(view, enemy)
    lost, marked = min(most, sum(one.lost for one in best)), min(most, sum(one.markers for one in best))
    back = passes(view, enemy)
    return (lost + marked * MARKED) * share, back * len(foes) * back * share_of(view, number)


def able_to_strike(view: Battle, figure: int) -> bool:
    """Whether a Team can do anything to a tank that it touches."""
    return tank_assault_dice(view.figures[figure], view.options) > 0


# ---- the questions


def pick_target(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """The one that promises most."""
    number = decision.unit
    assert number is not None
    domain = decision.domain
    assert isinstance(domain, OneOf)

    def promise(enemy: int) -> tuple[float, int]:
        going = in_reach(view, number, view.units[enemy].men)
        return value_of_assault(view, number, enemy, going), -enemy

    return f"u{max(domain.values.values(), key=promise)}"


def stay_behind(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """Those who cannot charge or would not get there give fire; the leader goes only where few are left."""
    number = decision.unit
    assert number is not None
    domain = decision.domain
    assert isinstance(domain, SomeOf)
    men = view.units[number].men
    foes = [
        man
        for enemy in enemies(view, view.units[number].side)
        if in_reach(view, number, view.units[enemy].men)
        for man in view.units[enemy].men
    ]
    usual = decision.usual()
    assert isinstance(usual, list)
    going = [man for man in men if f"m{man}" not in usual]
    near = [man for man in going if nearest_between(view, (man,), foes) <= charge_of(view, view.figures[man])]
    stays = [man for man in going if man not in near and near]
    wanted = [*usual, *(f"m{man}" for man in stays)]
    return wanted if len(wanted) < len(men) else None


def counter_attack(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """Strike back where the blows are worth more than what breaking off saves."""
    number = decision.unit
    assert number is not None
    unit = view.units[number]
    foes = [
        man for enemy in enemies(view, unit.side) for man in view.units[enemy].men if within(view, man, unit.men, REACH)
    ]
    if not foes:
        return "counter-attack"
    strikers = [man for man in unit.men if within(view, man, foes, REACH)]
    if all(armoured(view.figures[man]) for man in unit.men):
        soft = [foe for foe in foes if view.figures[foe].kind != "tank"]
        marked = any(view.figures[man].suppressed for man in unit.men)
        return "counter-attack" if soft and (marked or len(strikers) >= 1) else "break-off"
    mean, own = sum(worth_of(view, foe) for foe in foes) / len(foes), share_of(view, number)
    passed, levels = passes(view, number), (unit.card.training, view.units[view.figures[foes[0]].unit].card.training)
    left = sum(overrun(view.options, gap_to(view, man, foes), stays=not may_fall_back(view, man)) for man in unit.men)
    caught, apart = left * own, overrun(view.options, APART)
    many = max(1, len(strikers))
    found = fought(view.options, *levels, many, len(foes))
    gain = passed * (found.dealt + apart * min(found.flee, CROWDED * many)) * mean
    cost = passed * (found.taken + apart * min(found.own_flee, CROWDED * len(foes))) * own + (1 - passed) * caught
    return "counter-attack" if gain - cost > -caught else "break-off"


def gap_to(view: Battle, figure: int, foes: Sequence[int]) -> int:
    """How far a Team is from the nearest of some enemies."""
    return nearest_between(view, (figure,), foes)


__all__ = ["best_assault", "counter_attack", "pick_target", "stay_behind", "value_of_assault"]
