"""The Command Phase: who is regrouped, who watches, where strikes fall, and JUST DO IT."""

from typing import Any

from sandtable.dice.chance import Chance
from sandtable.geometry.units import INCH, inches
from sandtable.mechanics.goals import far
from sandtable.play.decision import Decision
from sandtable.play.domains import OneOf
from sandtable.play.spot import Spot
from sandtable.rulesets.sotr.basics.sight import enemies, friends, standing
from sandtable.rulesets.sotr.command.command import Command
from sandtable.rulesets.sotr.command.just_do_it import Order
from sandtable.rulesets.sotr.command.radio import STRIKES, aim_point
from sandtable.rulesets.sotr.nerve.cool import command_radius
from sandtable.rulesets.sotr.state import Battle, Point

from .goals import fights_hand_to_hand, goal_of, nearest_enemy, place_of
from .worth import fire_of, worth, worth_of_a_model

UNDER_A_STRIKE = inches(4)
WORTH_A_STRIKE = 2.5
WATCHED_FROM = inches(30)
WORTH_TELLING = 0.5


def pick_command(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """Regroup first, then strikes at crowds, then Overwatch for those who hold their ground."""
    domain = decision.domain
    assert isinstance(domain, OneOf)
    open_to = [command for command in domain.values.values() if isinstance(command, Command)]
    regroups = [command for command in open_to if command.kind in {"regroup", "sarge"} and command.unit is not None]
    if regroups:
        return max(regroups, key=lambda command: (_worth_regrouping(view, command), command.key)).key
    for command in open_to:
        if command.kind in STRIKES and command.officer is not None:
            point = _target_of_strike(view, decision.seat, aim_point(view, command.officer))
            if point is not None:
                return command.key
    for command in open_to:
        if command.kind == "overwatch" and command.unit is not None and _holds_ground(view, command.unit):
            return command.key
    return "done"


def _worth_regrouping(view: Battle, command: Command) -> tuple[float, int, int]:
    """The dearest unit; by the Officer with the best Cool; its own Sarge before anybody else's time is spent."""
    assert command.unit is not None
    unit = view.units[command.unit]
    cool = 0 if command.officer is None else view.figures[command.officer].cool
    radius = 0 if command.officer is None else command_radius(view, command.officer)
    return worth(unit) * (2 if unit.fleeing else 1), cool, -radius


def _holds_ground(view: Battle, number: int) -> bool:
    """Whether a unit that sees nobody does best to wait for somebody: it is where it wants to be, and they are near."""
    if fights_hand_to_hand(view, number):
        return False
    near = nearest_enemy(view, number)
    return goal_of(view, number).off(place_of(view, number)) <= INCH and (near is None or near[0] <= WATCHED_FROM)


# ---- strikes


def _crowd(view: Battle, side: int, point: Point) -> float:
    """What stands around a point: the enemy's models, less twice our own."""
    total = 0.0
    for number, unit in enumerate(view.units):
        if unit.place != "table" or (unit.hidden and unit.side != side):
            continue
        inside = sum(far(view.layout.point(man), point) <= UNDER_A_STRIKE for man in standing(view, number))
        share = 0.5 if unit.machine else 1.0
        total += inside * worth_of_a_model(unit) * share * (1 if unit.side != side else -2)
    return total


def _target_of_strike(view: Battle, side: int, spot: Spot) -> Point | None:
    """The model in sight with the thickest crowd around it, if that is worth a strike."""
    found = []
    for foe in enemies(view, side):
        for man in standing(view, foe):
            point = view.layout.point(man)
            found.append((-_crowd(view, side, point), point))
    for value, point in sorted(found)[:6]:
        if -value < WORTH_A_STRIKE:
            return None
        if spot.fits(*point) is None:
            return point
    return None


def aim_strike(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """At the thickest of the enemy that the caller sees."""
    assert isinstance(decision.domain, Spot)
    point = _target_of_strike(view, decision.seat, decision.domain)
    return None if point is None else list(point)


# ---- JUST DO IT


def just_do_it(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """Told to shoot is who has somebody to shoot at; told to move, who would run for it otherwise."""
    domain = decision.domain
    assert isinstance(domain, OneOf)
    best: tuple[float, str] = (WORTH_TELLING, "none")
    for key, order in domain.values.items():
        if isinstance(order, Order):
            best = max(best, (_worth_telling(view, order), key))
    return best[1]


def _worth_telling(view: Battle, order: Order) -> float:
    unit = view.units[order.unit]
    men = standing(view, order.unit) if order.figure is None else (order.figure,)
    if not men or order.unit not in friends(view, unit.side):
        return 0.0
    if order.what == "move":
        return 1.0 if unit.fleeing and order.figure is None else 0.0
    return fire_of(view, order.unit, men, moved=False).value
