"""Where a unit wants to be: at an objective, at a good distance from the enemy, or at his throat."""

from collections.abc import Sequence

from sandtable.geometry.units import INCH, inches
from sandtable.mechanics.goals import Goal, far
from sandtable.rulesets.sotr.basics.charts import kinds
from sandtable.rulesets.sotr.basics.sight import closest, enemies, standing
from sandtable.rulesets.sotr.setup.victory import LIVING
from sandtable.rulesets.sotr.state import Battle, Point, Unit
from sandtable.table.remembered import hangs_on

from .worth import worth

AT_OBJECTIVE = inches(2)
LONG_SHOT = inches(20)
FIRE_FIGHT = inches(12)
OVER_OBJECTIVE = inches(10)


def place_of(view: Battle, number: int) -> Point:
    """Where a unit is: its first model that stands."""
    men = standing(view, number) or view.units[number].men
    return view.layout.point(men[0])


@hangs_on(lambda view, number: (view.units[number], view.figures), most=64)
def fights_hand_to_hand(view: Battle, number: int) -> bool:
    """Whether a unit is at its best in contact: monsters, and whoever has nothing to shoot with."""
    unit = view.units[number]
    if unit.card.kind == "monster":
        return True
    arms = [name for man in unit.men for name in view.figures[man].weapons] or list(unit.card.mounts)
    return all(kinds()[name].has("hand") for name in arms)


def carries(view: Battle, number: int, trait: str) -> bool:
    """Whether anybody of a unit on foot has a weapon with a special rule."""
    figures = view.figures
    return any(kinds()[name].has(trait) for man in view.units[number].men for name in figures[man].weapons)


@hangs_on(lambda view, number: (view.units[number], view.figures, view.objectives), most=64)
def takes_objectives(view: Battle, number: int) -> bool:
    """Whether a unit is one of those who take and hold objectives: men on foot who need not stand still to shoot."""
    unit = view.units[number]
    slow = len(unit.men) < 4 and (carries(view, number, "scoped") or carries(view, number, "move-or-fire"))
    return bool(view.objectives) and unit.alive and unit.card.kind == "infantry" and not slow


def objective_for(view: Battle, number: int) -> Point:
    """Which objective a unit goes for: the nearest, but everybody who goes there already makes it farther."""
    side = view.units[number].side
    mine = [other for other, mate in enumerate(view.units) if mate.side == side and takes_objectives(view, other)]
    load = [0] * len(view.objectives)
    for mate in sorted(mine, key=lambda other: (-worth(view.units[other]), other)):
        place = min(range(len(load)), key=lambda at: _way(view, mate, view.objectives[at]) + load[at])
        if mate == number:
            return view.objectives[place]
        load[place] += 14 * INCH
    return min(view.objectives, key=lambda point: _way(view, number, point))


def _way(view: Battle, number: int, point: Point) -> int:
    """How far it is to a point; from its own edge for a unit that is not on the table yet."""
    unit = view.units[number]
    if unit.on_table and view.layout.on_table(unit.men[0]):
        return far(place_of(view, number), point)
    return view.depth // 2


def nearest_enemy(view: Battle, number: int) -> tuple[int, Point] | None:
    """How far the nearest known enemy model is, and where."""
    unit = view.units[number]
    foes = [man for foe in enemies(view, unit.side) for man in view.units[foe].men]
    men = [man for man in unit.men if view.layout.on_table(man)]
    if not foes or not men:
        return None
    distance, _, foe = closest(view, men, foes)
    return distance, view.layout.point(foe)


def goal_of(view: Battle, number: int) -> Goal:
    """Where a unit wants to go."""
    unit = view.units[number]
    foe = nearest_enemy(view, number)
    if fights_hand_to_hand(view, number) and foe is not None:
        return Goal(foe[1], 0, 0.3)
    if view.mission.name == "dead-walk" and unit.side == LIVING:
        return Goal(place_of(view, number), INCH)
    if takes_objectives(view, number):
        return Goal(objective_for(view, number), AT_OBJECTIVE, _haste(view, number))
    if foe is not None:
        return Goal(foe[1], LONG_SHOT if _stands_off(view, number, unit) else FIRE_FIGHT, 0.06)
    if view.objectives:
        return Goal(min(view.objectives, key=lambda point: _way(view, number, point)), OVER_OBJECTIVE, 0.05)
    return Goal((view.width // 2, view.depth // 2), OVER_OBJECTIVE, 0.05)


def _stands_off(view: Battle, number: int, unit: Unit) -> bool:
    return unit.machine or carries(view, number, "scoped") or carries(view, number, "high-powered")


def _haste(view: Battle, number: int) -> float:
    """What an inch towards an objective is worth: more when there are hardly turns enough left to get there."""
    turns = max(1, view.mission.turns - view.turn + 1)
    way = max(0, _way(view, number, objective_for(view, number)) - AT_OBJECTIVE)
    return 0.3 if way > (turns - 1) * view.units[number].card.advance else 0.12


def spread_points(zone: tuple[int, int, int, int], across: int, down: int) -> Sequence[Point]:
    """Points in the middle of the squares of a box."""
    left, upper, right, lower = zone
    return [
        (left + (right - left) * (2 * i + 1) // (2 * across), upper + (lower - upper) * (2 * j + 1) // (2 * down))
        for j in range(down)
        for i in range(across)
    ]
