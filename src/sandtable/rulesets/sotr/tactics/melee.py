"""Hand-to-hand: what an Assault promises, whether to run from one, whether to follow up."""

from typing import Any

from sandtable.dice.chance import Chance
from sandtable.geometry.units import inches
from sandtable.mechanics.prices import SURE
from sandtable.play.decision import Decision
from sandtable.play.domains import OneOf
from sandtable.rulesets.sotr.basics.sight import apart, standing
from sandtable.rulesets.sotr.melee.blows import Fighter, fighter
from sandtable.rulesets.sotr.melee.contact import within_reach
from sandtable.rulesets.sotr.nerve.cool import cool
from sandtable.rulesets.sotr.nerve.horror import horror_of, must_check
from sandtable.rulesets.sotr.options import Options
from sandtable.rulesets.sotr.prices.fights import Blows, Body, blows, body_of, passes
from sandtable.rulesets.sotr.prices.shots import stays_down
from sandtable.rulesets.sotr.state import Battle

from .goals import fights_hand_to_hand, goal_of, place_of
from .worth import DAMAGED_SHARE, DOWN_SHARE, breaching, left_of, worth_of_a_model

MOST_TOGETHER = 3  # who get at one enemy, as a rule
MOST_TOUCHED = 2  # enemies whom one charger touches
Falls = tuple[float, float]  # how much of each of two models a combat takes
Facts = tuple[Fighter, Fighter, Body, Body]


def chance_to_pass(view: Battle, needed: int) -> float:
    """How likely two dice come to so much or less."""
    return passes(view.options, needed) / SURE


def _falls(options: Options, facts: Facts, dice: tuple[int, int]) -> Falls:
    """How much of the one who attacks a combat takes, and of the other."""
    one, other, mine, theirs = facts
    ours, their = blows(options, one, other, (mine, theirs), dice)
    return _share(ours, mine), _share(their, theirs)


def _share(left: Blows, body: Body) -> float:
    return (left.out + (DAMAGED_SHARE if body.rear else DOWN_SHARE) * left.hurt) / SURE


def _lasting(view: Battle, number: int) -> float:
    """How much of what falls of a unit is gone: of those that do not die, some get up again that others would not."""
    card = view.units[number].card
    if "undying" not in card.traits:
        return 1.0
    options = view.options
    return stays_down(options, card.armour, undying=True) / max(1, stays_down(options, card.armour, undying=False))


def facts_of(view: Battle, one: int, other: int) -> Facts:
    """What counts of two models of which the first charges."""
    mine, theirs = (body_of(view.units[view.figures[man].unit]) for man in (one, other))
    charger = fighter(view, one, other)._replace(charging=True, disorganized=False, prone=False)
    return charger, fighter(view, other, one)._replace(charging=False, caught=False, hurdled=False), mine, theirs


def value_of_fight(view: Battle, number: int, target: int) -> float:
    """What a round of hand-to-hand is expected to be worth to a unit that charges: their losses less its own.

    Who fights several fights one after another, and the n-th of them rolls n dice.
    """
    mine, theirs = standing(view, number), standing(view, target)
    if not mine or not theirs:
        return left_of(view, target) or worth_of_a_model(view.units[target]) if mine else 0.0
    prize, stake = worth_of_a_model(view.units[target]), worth_of_a_model(view.units[number])
    if view.units[target].card.kind == "vehicle":
        each = breaching(view.options, 0, view.units[target].card.hull[-1], by_hand=True)
        return min(1.0, min(len(mine), MOST_TOGETHER) * each) * prize
    facts = facts_of(view, mine[0], theirs[0])
    ours, their = _lasting(view, number), _lasting(view, target)
    many = len(mine) >= len(theirs)
    most = MOST_TOGETHER if many else MOST_TOUCHED
    value, lone = 0.0, 1.0  # how much is left of the one who fights several
    for place in range(1, 1 + min(most, max(len(mine), len(theirs)) // min(len(mine), len(theirs)))):
        we_fall, they_fall = _falls(view.options, facts, (place, 1) if many else (1, place))
        we_fall, they_fall = ours * we_fall, their * they_fall
        value += lone * (they_fall * prize - we_fall * stake)
        lone *= 1 - (they_fall if many else we_fall)
    return min(len(mine), len(theirs)) * value


def value_of_assault(view: Battle, number: int, target: int) -> float:
    """What an Assault promises: less if the unit must find its courage first, more if the others must."""
    value = value_of_fight(view, number, target)
    kind = horror_of(view, target)
    if must_check(view, number, kind):
        value = value * chance_to_pass(view, cool(view, number, horror=True).needed) - 0.5
    if must_check(view, target, horror_of(view, number)):
        value += (1 - chance_to_pass(view, cool(view, target, horror=True).needed)) * left_of(view, target) * 0.4
    return value


def best_assault(view: Battle, number: int, keys: list[str]) -> tuple[float, str]:
    """The Assault that promises most of those that get there, and what it promises."""
    best = (0.0, "")
    men = standing(view, number)
    reach = view.units[number].card.double
    for key in keys:
        target = int(key.partition(" u")[2])
        if apart(view, men, view.units[target].men) > reach:
            continue
        value = value_of_assault(view, number, target)
        if value > best[0] and within_reach(view, number, target):
            best = value, key
    return best


# ---- the questions


def fall_back(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """Run only from a fight that is lost, if there is room to run and nerve to do it in order."""
    number = decision.unit
    assert number is not None
    charger = _charger_of(view, number)
    if charger is None:
        return False
    lost = value_of_fight(view, charger, number)
    distance = apart(view, standing(view, charger), standing(view, number))
    escapes = distance + view.units[number].card.double > view.units[charger].card.double + inches(1)
    steady = chance_to_pass(view, cool(view, number).needed) >= 0.7
    return lost > 0.5 * left_of(view, number) and escapes and steady


def _charger_of(view: Battle, number: int) -> int | None:
    """The unit of the other side that has just declared an Assault: the nearest of those that did this turn."""
    side = view.units[number].side
    found = [
        other
        for other, unit in enumerate(view.units)
        if unit.side != side
        and unit.on_table
        and unit.action == "assault"
        and unit.activated == view.turn
        and unit.began
    ]
    men = view.units[number].men
    return min(found, key=lambda other: apart(view, view.units[other].men, men), default=None)


def follow_up(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """Three inches for nothing are taken by whoever is not yet where he wants to be."""
    number = decision.unit
    assert number is not None
    domain = decision.domain
    assert isinstance(domain, OneOf)
    goal = goal_of(view, number)
    wanted = fights_hand_to_hand(view, number) or (goal.eager > 0 and not view.units[number].hidden)
    return "move" if wanted and goal.off(place_of(view, number)) > 0 and "move" in domain.values else "stay"


def pick_opponent(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """An Officer or whoever carries most, among those one may fight."""
    domain = decision.domain
    assert isinstance(domain, OneOf)

    def dear(key: str) -> tuple[bool, int, str]:
        man = view.figures[domain.values[key]]
        return bool(man.rank), len(man.weapons) + len(man.gear), key

    return max(domain.values, key=dear)
