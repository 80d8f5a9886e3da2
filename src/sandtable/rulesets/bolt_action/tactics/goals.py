"""Where a unit wants to be: the objective, the enemy's edge, or a good distance from the enemy."""

from typing import NamedTuple

from sandtable.geometry.measure_kernels import nearest
from sandtable.geometry.units import inches
from sandtable.rulesets.bolt_action.battlefield import enemies
from sandtable.rulesets.bolt_action.charts import weapon
from sandtable.rulesets.bolt_action.state import Battle, Unit
from sandtable.table.layout import rows


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


def goal_of(view: Battle, number: int) -> Goal:
    """Where a unit wants to go."""
    unit = view.units[number]
    here = _place(view, unit)
    if wants_to_exit(view, number):
        edge = 0 if view.edges[view.defender] == "north" else view.depth
        return Goal((here[0], edge), 0, reached=False)
    if view.objectives and (unit.is_infantry or unit.is_artillery) and "sniper" not in unit.card.traits:
        point = _objective_for(view, number)
        near = inches(2)
        square = (here[0] - point[0]) ** 2 + (here[1] - point[1]) ** 2
        return Goal(point, near, reached=square <= near**2)
    foe = _nearest_enemy(view, number)
    if foe is None:
        return Goal((view.width // 2, view.depth // 2), inches(12), reached=False)
    near = best_range(view, unit)
    square = (here[0] - foe[0]) ** 2 + (here[1] - foe[1]) ** 2
    return Goal(foe, near, reached=square <= (near + inches(1)) ** 2)


def _objective_for(view: Battle, number: int) -> tuple[int, int]:
    """Objectives are shared out by number; the nearest where there is only one."""
    unit = view.units[number]
    mine = [
        other for other, mate in enumerate(view.units) if mate.side == unit.side and not mate.is_vehicle and mate.alive
    ]
    return view.objectives[mine.index(number) % len(view.objectives)]


def _nearest_enemy(view: Battle, number: int) -> tuple[int, int] | None:
    foes: list[int] = []
    for enemy in enemies(view, view.units[number].side):
        foes += view.units[enemy].figures
    if not foes or not view.units[number].on_table:
        return view.layout.point(foes[0]) if foes else None
    _, _, foe = nearest(view.layout.bodies, rows(view.units[number].figures), rows(tuple(foes)))
    return view.layout.point(int(foe))
