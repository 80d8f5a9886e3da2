"""What a team does next: everything that is open to it is weighed in figures, and the best is done."""

from typing import Any

from sandtable.dice.chance import Chance
from sandtable.geometry.units import inches
from sandtable.mechanics.goals import far
from sandtable.play.decision import Decision
from sandtable.play.domains import OneOf
from sandtable.play.refusal import Refused
from sandtable.rulesets.skirmish41.actions.actions import turning
from sandtable.rulesets.skirmish41.basics.charts import weapon_of, weapons
from sandtable.rulesets.skirmish41.basics.units import left
from sandtable.rulesets.skirmish41.state import Battle
from sandtable.rulesets.skirmish41.turn.orders import (
    CALL,
    DONE,
    DRIVE,
    FIRE,
    GET_OUT,
    LEAVE,
    MOVE,
    PICK_UP,
    SET_UP,
    SPOT,
    TAKE_DOWN,
    TURN,
    orders_of,
)

from .choices import best_look, turns_to, uses
from .fire import points_at
from .goals import goal_of, goes_home, known_foes, place_of, suspected
from .moves import BETTER, Weighed, weigh

WORTH_A_ROUND = 150  # less is not worth it
DISMOUNT = inches(16)
CARRIED_ON = inches(10)  # a tripod is not taken down for less


def pick_action(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """The best of what is open."""
    number, domain = decision.unit, decision.domain
    assert number is not None
    assert isinstance(domain, OneOf)
    unit = view.units[number]
    open_to = list(orders_of(view, number).open)
    if LEAVE in open_to and goes_home(view, number):
        return LEAVE
    if unit.place == "aboard":
        return _riding(view, number, open_to)
    if PICK_UP in open_to and any(
        weapons()[arm].kind != "small" or weapons()[arm].has("mg") for arm, _, _ in unit.fallen
    ):
        return PICK_UP
    if SPOT in open_to and _looks_out(view, number):
        return SPOT
    if CALL in open_to:
        return CALL
    found = weigh(view, number)
    return _best(view, number, domain, open_to, found)


def _best(view: Battle, number: int, domain: OneOf[str], open_to: list[str], found: Weighed) -> str:
    """To go, to shoot, to handle the weapon, or nothing."""
    unit = view.units[number]
    values: dict[str, int] = {}
    mover = DRIVE if unit.mounted else MOVE
    if SET_UP in open_to and (_sees(found) or not found.goal.off(place_of(view, number))):
        return SET_UP
    for weapon, (value, _) in uses(view, number).items():
        if f"use:{weapon}" in open_to and value >= WORTH_A_ROUND:
            values[f"use:{weapon}"] = value + _others(view, number, weapon, found.fire)
    if FIRE in open_to and found.fire:
        values[FIRE] = found.fire
    while True:
        order = max(values, key=lambda order: values[order], default="")
        goes = found.stand is not None and found.goes > found.stays + values.get(order, 0) + BETTER
        if goes and mover in open_to and _allowed(domain, mover):
            return mover
        if not values:
            break
        if order != FIRE or _allowed(domain, FIRE):
            return order
        del values[FIRE]
    return _handles(view, number, open_to, found)


def _allowed(domain: OneOf[str], order: str) -> bool:
    """Whether it may, by the book: whether there is anybody to fire at, and whether its moving is not done already."""
    try:
        domain.check(order)
    except Refused:
        return False
    return True


def _others(view: Battle, number: int, weapon: str, fire: int) -> int:
    """What the rest of a team still does with its small arms."""
    whole = sum(left(view, man) for man in view.units[number].men)
    cost = weapon_of(weapon, view.options).cost
    return fire * max(0, whole - cost) // max(1, whole)


def _handles(view: Battle, number: int, open_to: list[str], found: Weighed) -> str:
    """A weapon on a tripod or wheels is turned, or carried on."""
    unit = view.units[number]
    here = place_of(view, number)
    seen = _sees(found)
    if TURN in open_to and known_foes(view, unit.side):
        to = turns_to(view, number)
        bearing = view.layout.bearing(turning(view, number))
        if seen and to is not None and not points_at(here, bearing, to):
            return TURN
    if TAKE_DOWN in open_to and not seen and found.goal.off(here) > CARRIED_ON and found.goal.eager:
        return TAKE_DOWN
    return DONE


def _sees(found: Weighed) -> bool:
    return any(line is not None for line in found.sights.sees[0])


def _looks_out(view: Battle, number: int) -> bool:
    """Whether to look for what is hidden: always for men; counters of the solo side only where they must be found."""
    if (
        view.solo
        and view.mission.name != "ambush"
        and not any(not view.units[foe].spotted for foe in known_foes(view, view.units[number].side))
    ):
        return False
    return best_look(view, number) is not None


def _riding(view: Battle, number: int, open_to: list[str]) -> str:
    """Troops get out near the enemy or their goal, or when their vehicle goes no farther."""
    if GET_OUT not in open_to:
        return DONE
    unit = view.units[number]
    carrier = view.units[unit.aboard]
    here = place_of(view, number)
    danger = [*suspected(view, unit.side), *(place_of(view, foe) for foe in known_foes(view, unit.side))]
    near = min((far(here, point) for point in danger), default=2 * DISMOUNT)
    stops = carrier.immobile or carrier.stuck
    return GET_OUT if stops or near <= DISMOUNT or goal_of(view, number).off(here) <= DISMOUNT else DONE
