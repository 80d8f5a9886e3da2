"""Where a unit wants to be: the objective, the enemy's edge, or a good distance from the enemy."""

from collections.abc import Sequence
from math import isqrt
from typing import NamedTuple

from sandtable.geometry.measure_kernels import nearest
from sandtable.geometry.units import INCH, inches
from sandtable.rulesets.bolt_action.basics.arms import seen_of
from sandtable.rulesets.bolt_action.basics.battlefield import enemies
from sandtable.rulesets.bolt_action.basics.charts import weapon
from sandtable.rulesets.bolt_action.state import Battle, Unit
from sandtable.table.layout import rows
from sandtable.table.remembered import hangs_on

AT_OBJECTIVE = inches(2)
IN_SIGHT_AT_LAST = inches(4)  # how near one goes to an enemy whom one does not see
NEAR_OBJECTIVE = inches(9)


class Goal(NamedTuple):
    """A point to be near, how near is near enough, and whether the unit is there."""

    point: tuple[int, int]
    near_enough: int
    reached: bool


def wants_to_exit(view: Battle, number: int) -> bool:
    """Whether leaving the table is what the unit is for."""
    unit = view.units[number]
    return view.mission.name == "breakthrough" and unit.side == view.attacker and unit.card.slot != "mortar"


def _place(view: Battle, unit: Unit) -> tuple[int, int]:
    return view.layout.point(unit.men[0])


def best_range(view: Battle, unit: Unit) -> int:
    """The distance from which a unit likes to fight."""
    names = [mount.weapon for mount in unit.card.mounts] or [unit.card.team or ""]
    reaches = [weapon(name, view.options).reach for name in names if name]
    return min(max(reaches, default=inches(24)) // 2, inches(24)) if reaches else inches(11)


@hangs_on(lambda view, _: (view.layout, view.units, view.terrain, view.objectives), most=32)
def goal_of(view: Battle, number: int) -> Goal:
    """Where a unit wants to go."""
    unit = view.units[number]
    here = _place(view, unit)
    if wants_to_exit(view, number):
        edge = 0 if view.edges[view.defender] == "north" else view.depth
        return Goal((here[0], edge), 0, reached=False)
    if heads_for_objective(view, unit):
        point = objective_for(view, number)
        near = AT_OBJECTIVE
        square = (here[0] - point[0]) ** 2 + (here[1] - point[1]) ** 2
        return Goal(point, near, reached=square <= near**2)
    foe = _nearest_enemy(view, number)
    if foe is None:
        return Goal((view.width // 2, view.depth // 2), inches(12), reached=False)
    near = best_range(view, unit) if seen_of(view, number, enemies(view, unit.side)) else IN_SIGHT_AT_LAST
    square = (here[0] - foe[0]) ** 2 + (here[1] - foe[1]) ** 2
    return Goal(foe, near, reached=square <= (near + inches(1)) ** 2)


@hangs_on(lambda view, _: (view.layout, view.units, view.objectives), most=32)
def objective_for(view: Battle, number: int) -> tuple[int, int]:
    """Which objective a unit goes for: the nearest, but each man who goes there already makes it two inches farther."""
    side = view.units[number].side
    wanted = _wanted_objectives(view, side)
    mine = [other for other, mate in enumerate(view.units) if mate.side == side and heads_for_objective(view, mate)]
    load = [0] * len(wanted)
    for mate in sorted(mine, key=lambda other: (-len(view.units[other].men), other)):
        place = min(range(len(wanted)), key=lambda at: _far(view, mate, wanted[at]) + load[at])  # used at once
        if mate == number:
            return wanted[place]
        load[place] += len(view.units[mate].men) * 2 * INCH
    return wanted[number % len(wanted)]


def heads_for_objective(view: Battle, unit: Unit) -> bool:
    """Whether a unit is one of those who take and hold objectives, and there are any."""
    apart = "sniper" in unit.card.traits or "medic" in unit.card.traits
    return bool(view.objectives) and unit.alive and not unit.is_vehicle and not apart


def _far(view: Battle, number: int, point: tuple[int, int]) -> int:
    """How far a unit has to go to a point; one that is not on the table yet, from its edge."""
    unit = view.units[number]
    if not unit.on_table:
        return abs(point[1] - (0 if view.edges[unit.side] == "north" else view.depth))
    x, y = _place(view, unit)
    return isqrt((x - point[0]) ** 2 + (y - point[1]) ** 2)


def _wanted_objectives(view: Battle, side: int) -> Sequence[tuple[int, int]]:
    """All of them; but who has to take two of three goes for the two that are nearest and least defended."""
    if view.mission.name != "three-objectives" or side != view.attacker:
        return view.objectives
    mine = [number for number, unit in enumerate(view.units) if unit.side == side and heads_for_objective(view, unit)]

    def cost(point: tuple[int, int]) -> int:
        """How hard an objective is to take; one that is all but taken is not given up for another."""
        foes = [foe for foe in enemies(view, side) if _far(view, foe, point) <= NEAR_OBJECTIVE]
        there = any(_far(view, number, point) <= NEAR_OBJECTIVE for number in mine)
        way = sum(_far(view, number, point) for number in mine) // max(1, len(mine))
        return way + sum(len(view.units[foe].men) for foe in foes) * INCH - there * inches(24)

    return sorted(view.objectives, key=cost)[:2]


def near_objective(view: Battle, number: int, foe: int) -> bool:
    """Whether an enemy is about the objective that a unit is for."""
    return _far(view, foe, objective_for(view, number)) <= NEAR_OBJECTIVE


def short_of_time(view: Battle, number: int) -> bool:
    """Whether a unit has to run all the way to be at its objective before the battle may end."""
    unit = view.units[number]
    if not unit.on_table or not heads_for_objective(view, unit):
        return False
    turns = view.turns - 1 - view.turn  # with some to spare, for what will get in the way
    return _far(view, number, objective_for(view, number)) - AT_OBJECTIVE > turns * inches(6)


def _nearest_enemy(view: Battle, number: int) -> tuple[int, int] | None:
    foes: list[int] = []
    for enemy in enemies(view, view.units[number].side):
        foes += view.units[enemy].figures
    if not foes or not view.units[number].on_table:
        return view.layout.point(foes[0]) if foes else None
    _, _, foe = nearest(view.layout.bodies, rows(view.units[number].figures), rows(tuple(foes)))
    return view.layout.point(int(foe))
