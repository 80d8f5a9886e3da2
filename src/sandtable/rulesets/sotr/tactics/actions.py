"""Which unit is activated next, and its movement action."""

from typing import Any

from sandtable.dice.chance import Chance
from sandtable.geometry.units import INCH, inches
from sandtable.play.decision import Decision
from sandtable.play.domains import OneOf
from sandtable.rulesets.sotr.fire.suppression import fire_modifiers
from sandtable.rulesets.sotr.fire.suppressors import at_unit
from sandtable.rulesets.sotr.nerve.cool import cool, takes_tests
from sandtable.rulesets.sotr.state import Battle
from sandtable.rulesets.sotr.weapons.shooting import shooters

from .danger import is_seen
from .goals import fights_hand_to_hand, goal_of, nearest_enemy, place_of
from .melee import best_assault, chance_to_pass
from .moves import best_way, domain_of
from .worth import Fire, fire_of, left_of, worth

FAIR_SHOT = 0.5
POOR_SHOT = 0.25
GOOD_ASSAULT = 0.6
SUPPRESSED_SHARE = 0.22  # of a unit's worth is what it is worth to keep it from acting
FAR_OFF = inches(30)


def pick_unit(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """Those nearest to the enemy first, dear ones before cheap ones; whoever is on Overwatch or Hidden can wait."""
    domain = decision.domain
    assert isinstance(domain, OneOf)

    def urgency(number: int) -> tuple[float, int]:
        unit = view.units[number]
        near = nearest_enemy(view, number)
        eager = worth(unit) / 4 - (near[0] / inches(6) if near is not None else 10.0)
        if any(view.figures[man].overwatch for man in unit.men):
            eager -= 20
        if unit.fleeing or unit.suppressed or unit.disorganized:
            eager -= 5
        return eager - 3 * unit.hidden, -number

    return f"u{max(domain.values.values(), key=urgency)}"


def pick_action(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """Weigh fire, assault, suppression and getting on."""
    number = decision.unit
    assert number is not None
    domain = decision.domain
    assert isinstance(domain, OneOf)
    keys = domain.among(lambda key: not key.startswith("suppress t"))  # only units are fired at
    assaults = [key for key in keys if key.startswith("assault ")]
    if "advance" not in keys:  # held in a fight, or frenzied
        return _must_fight(view, number, assaults) or ("hold" if "hold" in keys else None)
    fire = fire_of(view, number, shooters(view, number), moved=False)
    promised, charge = best_assault(view, number, assaults)
    eager = fights_hand_to_hand(view, number)
    if charge and (promised > max(GOOD_ASSAULT, fire.value * 1.1) or (eager and promised > 0)):
        return charge
    if view.units[number].machine:
        return _drive(view, number, fire)
    sprayed, at = _best_suppression(view, number, keys, fire)
    if at and sprayed > max(FAIR_SHOT, fire.value * 1.2):
        return at
    if fire.value >= FAIR_SHOT:
        return "advance"
    return _get_on(view, number, keys, fire)


def _must_fight(view: Battle, number: int, assaults: list[str]) -> str | None:
    """Whom to assault for those who have little choice."""
    if not assaults:
        return None
    return best_assault(view, number, assaults)[1] or assaults[0]


def _drive(view: Battle, number: int, fire: Fire) -> str:
    """A machine: at the enemy while there is something to shoot at, else as fast as it gets somewhere."""
    if fire.value >= POOR_SHOT:
        return "advance"
    goal = goal_of(view, number)
    unit = view.units[number]
    return "double" if goal.off(place_of(view, number)) > unit.card.advance else "advance"


def _get_on(view: Battle, number: int, keys: list[str], fire: Fire) -> str:
    """Nothing much to shoot at: towards the goal, the faster the safer it is; there, out of sight."""
    unit = view.units[number]
    off = goal_of(view, number).off(place_of(view, number))
    if off <= INCH:
        return _settle(view, number, keys, fire)
    near = nearest_enemy(view, number)
    if near is not None and unit.hidden and _lurks(view, number, near[0]) and "sneak" in keys:
        return "sneak"
    if near is None or near[0] > FAR_OFF:
        return "double" if off > unit.card.advance else "advance"
    slow, fast = (domain_of(view, number, double=double) for double in (False, True))
    if slow is None or fast is None:
        return "advance"
    walked, _ = best_way(view, number, slow, shooters(view, number))
    run, way = best_way(view, number, fast, ())
    return "double" if way is not None and way.moves and run > walked else "advance"


def _lurks(view: Battle, number: int, near: int) -> bool:
    """Whether a Hidden monster still waits for its prey to come nearer."""
    patient = fights_hand_to_hand(view, number) and 2 * view.turn <= view.mission.turns + 1
    return patient and near > view.units[number].card.double


def _settle(view: Battle, number: int, keys: list[str], fire: Fire) -> str:
    """Where it wants to be: Hidden if nobody sees it, in the dirt if somebody does whom it cannot shoot at."""
    unit = view.units[number]
    lying = all(view.figures[man].prone for man in unit.men)
    if not unit.hidden and "hide" in keys and not is_seen(view, number):
        return "hide"
    if fire.value < POOR_SHOT and not unit.hidden and view.turn in unit.shot_at:
        return "dirt" if "dirt" in keys else "crawl" if lying and "crawl" in keys else "advance"
    return "advance"


def _best_suppression(view: Battle, number: int, keys: list[str], fire: Fire) -> tuple[float, str]:
    """The unit that is worth most to be kept down, and what that is worth; who has acted already is let be."""
    best = (0.0, "")
    for key in keys:
        if not key.startswith("suppress u"):
            continue
        target = int(key.partition(" u")[2])
        unit = view.units[target]
        if unit.activated == view.turn or unit.suppressed or unit.fleeing or not takes_tests(view, target):
            continue
        share = SUPPRESSED_SHARE * left_of(view, target)
        if share <= max(best[0], fire.value):  # no chance could make it worth while
            continue
        modifiers = fire_modifiers(view, at_unit(view, number, target), grenades=False)
        fails = 1 - chance_to_pass(view, cool(view, target, modifiers).needed)
        best = max(best, (share * fails, key))
    return best
