"""Hand-to-hand: what an Assault promises, whether to run from one, whether to follow up."""

from functools import lru_cache
from itertools import product
from typing import Any

from sandtable.dice.chance import Chance
from sandtable.geometry.units import inches
from sandtable.mechanics.modifiers import total
from sandtable.play.decision import Decision
from sandtable.play.domains import OneOf
from sandtable.rulesets.sotr.blows import KEPT, fighter, modifiers
from sandtable.rulesets.sotr.contact import within_reach
from sandtable.rulesets.sotr.cool import cool
from sandtable.rulesets.sotr.horror import horror_of, must_check
from sandtable.rulesets.sotr.sight import apart, standing
from sandtable.rulesets.sotr.state import Battle

from .goals import fights_hand_to_hand, goal_of, place_of
from .worth import breaching, left_of, worth_of_a_model, wounding

MOST_DICE = 4
CHARGING = 1  # what it adds to a fight
MOST_TOGETHER = 3  # who get at one enemy, as a rule
MOST_TOUCHED = 2  # enemies whom one charger touches
UNDYING = 0.6


@lru_cache(maxsize=16)
def _scores(dice: int) -> dict[int, float]:
    """How likely so many dice come to each sum of the best two."""
    found: dict[int, float] = {}
    for faces in product(range(1, 7), repeat=dice):
        score = sum(sorted(faces)[-KEPT:])
        found[score] = found.get(score, 0.0) + 6.0**-dice
    return found


@lru_cache(maxsize=1024)
def duel(dice: int, against: int, ahead: int) -> tuple[float, float]:
    """The hits that a model with some dice gives and takes on the average, `ahead` being added to its roll."""
    gives = takes = 0.0
    for one, likely in _scores(min(dice, MOST_DICE)).items():
        for other, as_likely in _scores(min(against, MOST_DICE)).items():
            lead = one + ahead - other
            gives += max(0, lead) * likely * as_likely
            takes += max(0, -lead) * likely * as_likely
    return gives, takes


@lru_cache(maxsize=1024)
def chance_to_pass(needed: int) -> float:
    """How likely two dice come to so much or less."""
    return sum(one + other <= needed for one in range(1, 7) for other in range(1, 7)) / 36


def _falls(view: Battle, number: int, hits: float) -> float:
    """How much of a model hits take, on the average."""
    unit = view.units[number]
    if unit.machine:
        return min(1.0, hits * breaching(0, unit.card.hull[-1]))
    left: float = (1 - wounding(unit.card.armour, 0)) ** hits
    return (1 - left) * (UNDYING if "undying" in unit.card.traits else 1.0)


def value_of_fight(view: Battle, number: int, target: int) -> float:
    """What a round of hand-to-hand is expected to be worth to a unit that charges: their losses less its own.

    Who fights several fights one after another, and the n-th of them rolls n dice.
    """
    mine, theirs = standing(view, number), standing(view, target)
    if not mine or not theirs:
        return left_of(view, target) or worth_of_a_model(view.units[target]) if mine else 0.0
    prize, stake = worth_of_a_model(view.units[target]), worth_of_a_model(view.units[number])
    if view.units[target].card.kind == "vehicle":
        return min(len(mine), MOST_TOGETHER) * _falls(view, target, 3.5) * prize
    first, second = fighter(view, mine[0], theirs[0]), fighter(view, theirs[0], mine[0])
    ahead = total(modifiers(first)) - total(modifiers(second)) + CHARGING
    many = len(mine) >= len(theirs)
    most = MOST_TOGETHER if many else MOST_TOUCHED
    value, lone = 0.0, 1.0  # how much is left of the one who fights several
    for place in range(1, 1 + min(most, max(len(mine), len(theirs)) // min(len(mine), len(theirs)))):
        gives, takes = duel(place if many else 1, 1 if many else place, ahead)
        they_fall, we_fall = _falls(view, target, gives), _falls(view, number, takes)
        value += lone * (they_fall * prize - we_fall * stake)
        lone *= 1 - (they_fall if many else we_fall)
    return min(len(mine), len(theirs)) * value


def value_of_assault(view: Battle, number: int, target: int) -> float:
    """What an Assault promises: less if the unit must find its courage first, more if the others must."""
    value = value_of_fight(view, number, target)
    kind = horror_of(view, target)
    if must_check(view, number, kind):
        value = value * chance_to_pass(cool(view, number, horror=True).needed) - 0.5
    if must_check(view, target, horror_of(view, number)):
        value += (1 - chance_to_pass(cool(view, target, horror=True).needed)) * left_of(view, target) * 0.4
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
    steady = chance_to_pass(cool(view, number).needed) >= 0.7
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
