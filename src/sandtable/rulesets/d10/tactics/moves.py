"""Where to go: of some ways, the one whose end promises most: ground gained, fire, little danger, markers at the end."""

from typing import Any, NamedTuple

from sandtable.dice.chance import Chance
from sandtable.geometry.units import INCH, inches
from sandtable.mechanics.goals import Goal, far
from sandtable.play.decision import Decision
from sandtable.play.driving import Driving
from sandtable.play.marching import Marching
from sandtable.rulesets.d10.driving import drives
from sandtable.rulesets.d10.movement import GUN_CREW, marching, move_of
from sandtable.rulesets.d10.state import Battle, Unit
from sandtable.rulesets.d10.targets import candidates
from sandtable.rulesets.d10.units import engaged
from sandtable.rulesets.d10.victory import BUILDING, MARKER
from sandtable.table.layout import Layout

from .danger import Threat, danger, threats
from .fire import fire_of
from .goals import fought_for, goal_of, holders, place_of, role_of, turns_left
from .steps import Way, ways
from .worth import POINT, part

PROMISED = (2, 5)  # what fire from there counts, that has to wait for the next turn
AFRAID = (2, 5)  # what of the danger counts: not everybody shoots at this unit
REACTED = (1, 3)  # and of that from enemies on Hold, who may shoot at the move itself
NEAR_MARKER = inches(16)
CURIOUS = {"machine gun", "rockets", "tank", "lone"}
LOOKS_ON = inches(8)  # how far they go for a view
CURIOSITY = 400
SHARES = ((1, 1), (1, 2))  # what markers count for by the turns that are left


class Weighing(NamedTuple):
    """What ways of a unit are weighed by."""

    number: int
    goal: Goal
    feared: tuple[Threat, ...]
    holding: tuple[Threat, ...]
    foes: tuple[int, ...]
    markers: bool


class Best(NamedTuple):
    """The best way that was found: what its end is worth, and what fire after it is."""

    value: int
    fire: int
    way: Way | None


def weighing(view: Battle, number: int) -> Weighing:
    """What to weigh ways of a unit by."""
    side = view.units[number].side
    feared = threats(view, side)
    holding = tuple(threat for threat in feared if view.units[threat.arms.number].hold)
    here = place_of(view, number)
    late = turns_left(view) < len(SHARES) and any(far(here, point) < NEAR_MARKER for point in fought_for(view))
    foes = tuple(candidates(view, number))
    return Weighing(number, _with_a_view(view, number, goal_of(view, number), foes), feared, holding, foes, late)


def _with_a_view(view: Battle, number: int, goal: Goal, foes: tuple[int, ...]) -> Goal:
    """Who is content where he is but sees nobody to shoot at goes on all the same."""
    here = place_of(view, number)
    if not foes or goal.off(here) or role_of(view, number) not in CURIOUS or fire_of(view, number, foes=foes).value:
        return goal
    return goal._replace(near_enough=max(INCH, far(here, goal.point) - LOOKS_ON), eager=max(goal.eager, CURIOSITY))


def value_of(view: Battle, by: Weighing, then: Battle, *, moves: bool) -> int:
    """What it is worth to end there."""
    nearer = by.goal.off(place_of(view, by.number)) - by.goal.off(place_of(then, by.number))
    value = int(nearer * by.goal.eager // INCH) - part(danger(then, by.number, by.feared), AFRAID)
    if moves and by.holding:
        value -= part(danger(then, by.number, by.holding), REACTED)
    if by.foes and not view.units[by.number].panicked:
        value += part(fire_of(then, by.number, moved=False, foes=by.foes).value, PROMISED)
    if by.markers:
        value += part(held(then, view.units[by.number].side), SHARES[turns_left(view)])
    return value


def held(view: Battle, side: int) -> int:
    """What a side has of what is fought for, over what the other has."""
    points = MARKER if view.objectives else BUILDING
    owners = holders(view)
    return POINT * points * (sum(one == side for one in owners) - sum(one == 1 - side for one in owners))


def domain_of(view: Battle, number: int, *, rush: bool) -> Marching | Driving | None:
    """Where a unit could go; None if it cannot."""
    unit = view.units[number]
    if not unit.on_table or (unit.gun >= 0 and (rush or len(unit.men) < GUN_CREW)):
        return None
    if unit.card.vehicle:
        return drives(view, number, rush=rush)
    return None if engaged(view, number) else marching(view, number, rush=rush)


# What was found last: an order is chosen by the way that it will take, and that is asked for next.
_KNOWN: list[tuple[Layout, tuple[Unit, ...], tuple[int, bool, int], Best]] = []
REMEMBERED = 8


def best_way(view: Battle, by: Weighing, *, rush: bool, domain: Marching | Driving | None = None) -> Best:
    """The best way of a unit that goes anywhere: by the value of its end, with the fire that may follow a Move."""
    known = _recall(view, by.number, rush=rush)
    if known is not None:
        return known
    where = domain or domain_of(view, by.number, rush=rush)
    best = Best(0, 0, None)
    if where is not None:
        shoots = not rush and not view.units[by.number].panicked
        for way in ways(view, by.number, by.goal, where, rush=rush):
            value = value_of(view, by, way.then, moves=True)
            fire = fire_of(way.then, by.number, moved=True, foes=by.foes).value if shoots and by.foes else 0
            if best.way is None or value + fire > best.value + best.fire:
                best = Best(value, fire, way)
    keep(view, by.number, best, rush=rush)
    return best


def _recall(view: Battle, number: int, *, rush: bool) -> Best | None:
    for layout, units, kept, best in _KNOWN:
        if layout is view.layout and units is view.units and kept == (number, rush, view.turn):
            return best
    return None


def keep(view: Battle, number: int, best: Best, *, rush: bool) -> None:
    """Remember what a unit is going to do."""
    key = (number, rush, view.turn)
    _KNOWN[:] = [known for known in _KNOWN if known[2][:2] != key[:2]][-REMEMBERED:]
    _KNOWN.append((view.layout, view.units, key, best))


# ---- the questions


def pick_move(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """The way that the order was chosen for; a unit that breaks off goes straight away."""
    number, domain = decision.unit, decision.domain
    assert number is not None
    assert isinstance(domain, Marching | Driving)
    if isinstance(domain, Marching) and domain.fixed is not None:
        return None
    rush = domain.budget > move_of(view, number)
    best = _recall(view, number, rush=rush) or best_way(view, weighing(view, number), rush=rush, domain=domain)
    return None if best.way is None else best.way.answer
