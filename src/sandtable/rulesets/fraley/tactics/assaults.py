"""Assaults: what one promises, who stays behind, and whether to strike back."""

from collections.abc import Sequence
from math import comb
from typing import Any

from sandtable.dice.chance import Chance
from sandtable.play.decision import Decision
from sandtable.play.domains import OneOf, SomeOf
from sandtable.rulesets.fraley.charge import charge_of, chargers
from sandtable.rulesets.fraley.close_combat import tank_assault_dice
from sandtable.rulesets.fraley.shooting import able
from sandtable.rulesets.fraley.sight import sees_any
from sandtable.rulesets.fraley.state import Battle
from sandtable.rulesets.fraley.targets import fire_points
from sandtable.rulesets.fraley.teams import (
    REACH,
    armoured,
    arms,
    enemies,
    leader_of,
    nearest_between,
    vehicle_of,
    within,
)
from sandtable.rulesets.fraley.victory import held_by

from .goals import place_of, role_of
from .harm import DESTROYED, MARKED, STUNNED
from .worth import chance_of, passes, share_of, worth_of

HALTS = 5  # Fire Points that hit
SAVED = 2 / 3  # of Infantry that is hit in the open
CLOSE_FIRE = 9_000  # about how far off defenders fire, at best
CROWDED = 2  # attackers who find room about one defender
OVERRUN = 0.35  # of those who break off are still within reach of their attackers
GROUND = 25.0  # what it is worth to drive somebody off an objective


def odds_at_least(count: int, dice: int, chance: float) -> float:
    """How likely so many of some dice are to succeed."""
    return sum(comb(dice, hits) * chance**hits * (1 - chance) ** (dice - hits) for hits in range(count, dice + 1))


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
    hits, halted = _fire_met(view, enemy, number)
    harmless = all(armoured(view.figures[man]) for man in going)
    lost = 0.0 if harmless else hits * (1 - SAVED)
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


def _fire_met(view: Battle, enemy: int, number: int) -> tuple[float, float]:
    """How many Fire Points of an assaulted Unit hit those who come, and how likely these halt them."""
    unit = view.units[enemy]
    hard = all(armoured(view.figures[man]) for man in view.units[number].men)
    dice = 0
    for man in unit.men:
        if not able(view, man):
            continue
        points = [
            fire_points(weapon, CLOSE_FIRE) // (2 if weapon.at and not hard else 1)
            for weapon in arms(view.figures[man])
            if weapon.at or not hard
        ]
        dice += max(points, default=0)
    needs = view.units[number].card.to_hit + (0 if unit.overwatch else 1) - 1
    chance = chance_of(needs)
    return dice * chance, odds_at_least(HALTS, dice, chance)


def _on_foot(view: Battle, number: int, enemy: int, arrive: float) -> tuple[float, float]:
    """What blows back and forth take from either side, in points."""
    strike, back = passes(view, number), passes(view, enemy)
    foes = len(view.units[enemy].men)
    killed = min(foes, arrive * strike)
    left = foes - killed
    hits_back = back * min(left, arrive + 1) * back
    beaten = min(left, max(0.0, arrive - hits_back) * strike) * back + (1 - back) * left * OVERRUN
    each = share_of(view, enemy)
    markers = MARKED * (min(left - beaten, killed + beaten) * each)
    return (killed + beaten) * each + max(0.0, markers), hits_back * share_of(view, number) * (1 + MARKED)


def _against_armour(view: Battle, number: int, enemy: int, going: Sequence[int], arrive: float) -> tuple[float, float]:
    """Dice by Tank Assault ratings at Flank armour; the tanks strike back once each, or drive off."""
    foes = view.units[enemy].men
    ratings = sorted((tank_assault_dice(view.figures[man]) for man in going), reverse=True)[: int(arrive)]
    vehicle = vehicle_of(view.figures[foes[0]])
    assert vehicle is not None
    fails = 1 - max(0, 7 - vehicle.flank) / 6
    each = share_of(view, enemy)
    through = sum(ratings) * passes(view, number) * fails
    gain = min(float(len(foes)), through * DESTROYED) * each + min(float(len(foes)), through * STUNNED) * MARKED * each
    back = passes(view, enemy)
    return gain, back * len(foes) * back * share_of(view, number)


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
    passed, back = passes(view, number), passes(view, view.figures[foes[0]].unit)
    rooted = sum(view.figures[man].kind == "gun" for man in unit.men)
    caught = (rooted + OVERRUN * (len(unit.men) - rooted)) * own
    struck = min(len(strikers) * passed, len(foes))
    gain = passed * struck * mean
    cost = passed * min(len(unit.men), (len(foes) - struck) * back) * own + (1 - passed) * caught
    return "counter-attack" if gain - cost > -caught else "break-off"


__all__ = ["best_assault", "counter_attack", "pick_target", "stay_behind", "value_of_assault"]
