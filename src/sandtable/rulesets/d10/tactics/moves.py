"""Where to go: of some ways, the one whose end promises most: ground gained, fire, little danger, markers at the end."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from sandtable.dice.chance import Chance
from sandtable.geometry.units import INCH, inches
from sandtable.mechanics.goals import Goal, far
from sandtable.play.decision import Decision
from sandtable.play.driving import Driving
from sandtable.play.marching import Marching
from sandtable.rulesets.d10.basics.units import engaged
from sandtable.rulesets.d10.fire.targets import candidates
from sandtable.rulesets.d10.machines.driving import drives
from sandtable.rulesets.d10.move.movement import GUN_CREW, marching, move_of
from sandtable.rulesets.d10.setup.victory import BUILDING, MARKER
from sandtable.rulesets.d10.state import Battle, Unit
from sandtable.table.layout import Layout
from sandtable.table.remembered import forgotten

from .fire import Fire, Threats, danger, dangers, fire_of, fires_of, threats
from .goals import fought_for, goal_of, holders, place_of, role_of, turns_left
from .steps import Way, ways
from .worth import POINT, part

PROMISED = (2, 5)  # what fire from there counts, that has to wait for the next turn
STEADIER = (1, 2)  # and that of somebody who has moved, and will not have then
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
    feared: Threats
    foes: tuple[int, ...]
    fire: Fire
    markers: bool


class Best(NamedTuple):
    """The best way that was found: what its end is worth, and what fire after it is."""

    value: int
    fire: int
    way: Way | None


def weighing(view: Battle, number: int) -> Weighing:
    """What to weigh ways of a unit by."""
    side = view.units[number].side
    here = place_of(view, number)
    late = turns_left(view) < len(SHARES) and any(far(here, point) < NEAR_MARKER for point in fought_for(view))
    foes = tuple(candidates(view, number))
    fire = fire_of(view, number, foes=foes)
    goal = goal_of(view, number)
    if foes and not goal.off(here) and role_of(view, number) in CURIOUS and not fire.value:
        # who is content where he is but sees nobody to shoot at goes on all the same
        near = max(INCH, far(here, goal.point) - LOOKS_ON)
        goal = goal._replace(near_enough=near, eager=max(goal.eager, CURIOSITY))
    return Weighing(number, goal, threats(view, side), foes, fire, late)


def staying(view: Battle, by: Weighing) -> tuple[int, int]:
    """What it is worth to stay, and what fire is."""
    return _value(view, by, view, danger(view, by.number), _shoots(view, by, by.fire), moves=False)


def going(view: Battle, by: Weighing, thens: Sequence[Battle]) -> list[tuple[int, int]]:
    """What it is worth to end as in each of some views, and what fire from there is."""
    fears = dangers(thens, by.number, by.feared)
    fires = fires_of(thens, by.number, by.foes)
    return [
        _value(view, by, then, feared, _shoots(view, by, fire), moves=True)
        for then, feared, fire in zip(thens, fears, fires, strict=True)
    ]


def _shoots(view: Battle, by: Weighing, fire: Fire) -> int:
    return 0 if view.units[by.number].panicked else fire.value


def _value(
    view: Battle, by: Weighing, then: Battle, fears: tuple[int, int], fire: int, *, moves: bool
) -> tuple[int, int]:
    nearer = by.goal.off(place_of(view, by.number)) - by.goal.off(place_of(then, by.number))
    feared, reacting = fears
    value = int(nearer * by.goal.eager // INCH) - part(feared, AFRAID) - (part(reacting, REACTED) if moves else 0)
    if by.markers:
        value += part(held(then, view.units[by.number].side), SHARES[turns_left(view)])
    return value + part(fire, STEADIER if moves else PROMISED), fire


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


# What was found last of each unit: an order is chosen by the way that it will take, and that is asked for next.
_KNOWN: dict[tuple[int, bool], tuple[Layout, tuple[Unit, ...], int, Best]] = {}
forgotten(_KNOWN.clear)


def best_way(view: Battle, by: Weighing, *, rush: bool, domain: Marching | Driving | None = None) -> Best:
    """The best way of a unit that goes anywhere: by the value of its end, with the fire that may follow a Move."""
    known = _recall(view, by.number, rush=rush)
    if known is not None:
        return known
    where = domain or domain_of(view, by.number, rush=rush)
    best = Best(0, 0, None)
    if where is not None:
        found = list(ways(view, by.number, by.goal, where, rush=rush))
        values = going(view, by, [way.then for way in found]) if found else []
        for way, (value, fire) in zip(found, values, strict=True):
            fire = 0 if rush else fire  # noqa: PLW2901
            if best.way is None or value + fire > best.value + best.fire:
                best = Best(value, fire, way)
    keep(view, by.number, best, rush=rush)
    return best


def _recall(view: Battle, number: int, *, rush: bool) -> Best | None:
    layout, units, turn, best = _KNOWN.get((number, rush), (None, None, 0, None))
    return best if layout is view.layout and units is view.units and turn == view.turn else None


def keep(view: Battle, number: int, best: Best, *, rush: bool) -> None:
    """Remember what a unit is going to do."""
    _KNOWN[number, rush] = view.layout, view.units, view.turn, best


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
