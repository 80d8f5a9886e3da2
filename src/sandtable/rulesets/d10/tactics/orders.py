"""What a unit is ordered: everything it may do is weighed in points, and the best is done."""

from typing import Any

from sandtable.dice.chance import Chance
from sandtable.geometry.units import INCH, inches
from sandtable.mechanics.goals import far
from sandtable.play.decision import Decision
from sandtable.play.driving import Driving
from sandtable.rulesets.d10.basics.units import engaged, half_or_less, on_table
from sandtable.rulesets.d10.machines.transport import GET_OUT
from sandtable.rulesets.d10.move.movement import allowance
from sandtable.rulesets.d10.prices.actions import reacts
from sandtable.rulesets.d10.state import Battle
from sandtable.rulesets.d10.turn.orders import ASSAULT, GET_IN, HOLD, LEAVE, MOVE, NOTHING, RUSH, SHOOT, orders_of

from .assaults import approach, best_assault, in_combat
from .goals import attacks, goal_of, place_of, role_of
from .moves import Best, Weighing, best_way, domain_of, keep, staying, weighing
from .worth import POINT, part

WATCHED = (2, 5)  # what of a reaction counts: somebody has to come, too
EXPECTED = (1, 24)  # of a unit, what it hopes to do to those whom it does not see yet
OUT_OF_REACH = inches(30)
SAFER = 6 * POINT  # what a Rush into cover may be worth, as a rule
DISMOUNT = inches(16)  # so near to the enemy or the goal troops get out


def pick_order(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """The best of the orders that are open."""
    number = decision.unit
    assert number is not None
    orders = orders_of(view, number)
    open_to = orders.open
    unit = view.units[number]
    if LEAVE in open_to:
        return LEAVE
    if unit.place == "aboard":
        return GET_OUT if GET_OUT in open_to and _gets_out(view, number) else NOTHING
    if engaged(view, number) and not unit.card.vehicle:
        return in_combat(view, number)
    boards = next((order for order in open_to if order.startswith(GET_IN)), None)
    if boards is not None and _gets_in(view, number, int(boards.rpartition("u")[2])):
        return boards
    values = weigh(view, number, list(open_to))
    ranked = sorted(values, key=lambda order: -values[order])
    return next(order for order in ranked if order not in orders.doubts or orders.doubts[order]() is None)


def weigh(view: Battle, number: int, open_to: list[str]) -> dict[str, int]:
    """What each order is worth."""
    by = weighing(view, number)
    stays, fire = staying(view, by)
    values = {NOTHING: stays}
    if HOLD in open_to:
        values[HOLD] = stays + 1 + watching(view, by)
    if SHOOT in open_to and fire:
        values[SHOOT] = stays + fire
    if ASSAULT in open_to:
        _weigh_assault(view, by, values, stays, may_move=MOVE in open_to)
    for order in (MOVE, RUSH):
        if order in open_to and (order == MOVE or _worth_running(view, by, max(values.values()) - stays)):
            best = best_way(view, by, rush=order == RUSH)
            if best.way is not None and values.get(order, best.value) <= best.value + best.fire:
                values[order] = best.value + best.fire
    return values


def _worth_running(view: Battle, by: Weighing, found: int) -> bool:
    """Whether a Rush could be better than what was found: not if the ground it gains is worth less than that by far."""
    off = min(by.goal.off(place_of(view, by.number)), allowance(view, by.number, rush=True))
    return by.markers or off * by.goal.eager // INCH + SAFER > found


def _weigh_assault(view: Battle, by: Weighing, values: dict[str, int], stays: int, *, may_move: bool) -> None:
    """An assault straight away, or a Move that makes it possible."""
    found = best_assault(view, by.number, may_move=may_move)
    if found.target < 0 or found.value <= 0:
        return
    if not found.moves:
        values[ASSAULT] = stays + found.value
        return
    best = best_way(view, by, rush=False)
    if best.way is not None and best.value + best.fire >= stays + found.value:
        return
    domain = domain_of(view, by.number, rush=False)
    if domain is None or isinstance(domain, Driving):
        return
    way = approach(view, by.number, found.target, domain)
    if way is not None:
        keep(view, by.number, Best(stays, found.value, way), rush=False)


def watching(view: Battle, by: Weighing) -> int:
    """What it is worth to be on Hold: a share of the best shot at an enemy who has not acted yet, if the test is passed."""
    coming = [foe for foe in by.foes if not view.units[foe].done]
    seen = max((by.fire.harms.get(foe, 0) for foe in coming), default=0)
    here = place_of(view, by.number)
    near = not seen and any(far(here, place_of(view, foe)) <= OUT_OF_REACH for foe in coming)
    hoped = part(view.units[by.number].card.points * POINT, EXPECTED) if near else 0
    return reacts(view, by.number, part(seen, WATCHED) + hoped)


# ---- carriers


def _gets_out(view: Battle, number: int) -> bool:
    """Whether it is time to get out: near to the goal or the enemy; who has to get through rides on."""
    unit = view.units[number]
    if view.mission.name == "breakthrough" and attacks(view, unit.side):
        return view.units[unit.aboard].panicked or half_or_less(view, unit.aboard)
    here = place_of(view, number)
    near = min((far(here, place_of(view, foe)) for foe in on_table(view, 1 - unit.side)), default=DISMOUNT)
    return near <= DISMOUNT or goal_of(view, number).off(here) <= DISMOUNT


def _gets_in(view: Battle, number: int, vehicle: int) -> bool:
    """Whether a lift is worth it: for those who have far to go to the far edge, in a carrier that still moves this turn."""
    unit, carrier = view.units[number], view.units[vehicle]
    goes = view.mission.name == "breakthrough" and attacks(view, unit.side) and role_of(view, number) == "squad"
    moves = "carrier" in carrier.card.rules and not carrier.done and not carrier.panicked
    return goes and moves and not unit.panicked
