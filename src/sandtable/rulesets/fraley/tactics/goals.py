"""Where a Unit wants to be: on an objective, over the far edge, in sight of the enemy, or where it is."""

from sandtable.geometry.measure_kernels import nearest
from sandtable.geometry.units import INCH, inches
from sandtable.mechanics.goals import ACROSS, Goal, all_shared_out, far
from sandtable.mechanics.pieces import middle_of
from sandtable.mechanics.zones import across_at
from sandtable.rulesets.fraley.basics.teams import arms, enemies, heavy, portable
from sandtable.rulesets.fraley.indirect.battery import barrage_weapon
from sandtable.rulesets.fraley.setup.victory import TAKEN_FROM, held_by, may_hold
from sandtable.rulesets.fraley.state import Battle, Point
from sandtable.table.layout import rows
from sandtable.table.remembered import hangs_on

from .worth import parts_of

AT_OBJECTIVE = inches(1.5)
OVERLOOKS = inches(16)  # how far from what is fought for machine guns and guns are content
MORTARS = inches(22)
BEHIND = inches(9)
ABOUT = inches(6)
CROWD = inches(20)  # how much farther an objective seems for every Unit that goes there already


@hangs_on(lambda view, number: (view.layout, view.units[number].men))
def place_of(view: Battle, number: int) -> Point:
    """Where a Unit is: the middle of its Teams."""
    return middle_of(view.layout.points(view.units[number].men))


# ---- what a Unit is for


@hangs_on(parts_of)
def role_of(view: Battle, number: int) -> str:
    """What a Unit is good for: infantry, tanks, machine guns, guns, battery; cc and fo."""
    unit = view.units[number]
    if unit.card.rank != "unit":
        return unit.card.rank
    teams = [view.figures[man] for man in unit.men]
    if any(barrage_weapon(view, man) is not None for man in unit.men):
        return "battery"
    if all(team.kind == "tank" for team in teams):
        return "tanks"
    if any(heavy(team) for team in teams):
        return "guns"
    return "machine guns" if 2 * sum(portable(team) for team in teams) > len(teams) else "infantry"


def attacks(view: Battle, side: int) -> bool:
    """Whether a side has to come on: everybody but the defender of a scenario with one."""
    return view.mission.name == "meeting" or side == view.mission.attacker


def reach_of_unit(view: Battle, number: int) -> int:
    """How far most of its weapons go."""
    reaches = sorted(
        max((weapon.range for weapon in arms(view.figures[man], view.options)), default=0)
        for man in view.units[number].men
    )
    return reaches[len(reaches) // 2] if reaches else 0


def nearest_enemy(view: Battle, number: int) -> tuple[int, Point] | None:
    """How far off the nearest enemy Unit is, and where."""
    unit = view.units[number]
    foes = tuple([man for foe in enemies(view, unit.side) for man in view.units[foe].men])
    if not foes or not unit.on_table:
        return None
    apart, man, _ = nearest(view.layout.bodies, rows(foes), rows(unit.men))
    return int(apart), place_of(view, view.figures[man].unit)


# ---- goals


def goal_of(view: Battle, number: int) -> Goal:
    """Where a Unit wants to go."""
    unit = view.units[number]
    role = role_of(view, number)
    if role == "cc":
        return _behind_the_others(view, number)
    if view.mission.name == "breakthrough":
        return _through(view, number, role) if attacks(view, unit.side) else _bars(view, number, role)
    if role in {"infantry", "tanks"}:
        point = objective_for(view, number)
        return Goal(point, AT_OBJECTIVE, _haste(view, number, point))
    point = min(view.objectives, key=lambda one: (far(place_of(view, number), one), one))
    if role in {"battery", "guns"}:
        return Goal(point, MORTARS if role == "battery" else OVERLOOKS, 0.3)
    near = AT_OBJECTIVE * 2 if role == "machine guns" and _nobody_else(view, number, point) else OVERLOOKS
    return Goal(point, near, 1.0)


def objective_for(view: Battle, number: int) -> Point:
    """Which objective a Unit goes for: the nearest, but everybody who goes there already makes it farther."""
    place = _shares(view, view.units[number].side).get(number)
    if place is not None:
        return view.objectives[place]
    return min(view.objectives, key=lambda point: (_way(view, number, point), point))


@hangs_on(lambda view, _: (view.layout, view.units, view.figures, view.objectives), most=8)
def _shares(view: Battle, side: int) -> dict[int, int]:
    """Which objective each Unit of a side goes for that goes for any."""
    ways = {mate: [_way(view, mate, point) for point in view.objectives] for mate in _takers(view, side)}
    return all_shared_out(ways, CROWD)


def _takers(view: Battle, side: int) -> list[int]:
    """The infantry and tanks of a side that may hold an objective."""
    return [
        number
        for number, unit in enumerate(view.units)
        if unit.side == side and may_hold(unit) and role_of(view, number) in {"infantry", "tanks"}
    ]


def _way(view: Battle, number: int, point: Point) -> int:
    return far(place_of(view, number), point)


def _haste(view: Battle, number: int, point: Point) -> float:
    """What an inch towards an objective is worth: little where others of its side hold it already."""
    unit = view.units[number]
    held = held_by(view, point)
    if view.mission.name == "hold" and not attacks(view, unit.side):
        return 1.5
    if view.mission.name == "hold":
        late = view.mission.rounds - view.round <= 2
        return 6.0 if late else 1.0 + 0.8 * max(0, min(3, view.round - TAKEN_FROM + 3))
    return 1.0 if held == unit.side else 3.5


def _nobody_else(view: Battle, number: int, point: Point) -> bool:
    """Whether no infantry and no tanks of its side are nearer to an objective than a Unit."""
    side, own = view.units[number].side, _way(view, number, point)
    mates = _takers(view, side)
    return attacks(view, side) and all(mate == number or _way(view, mate, point) >= own + ABOUT for mate in mates)


def _through(view: Battle, number: int, role: str) -> Goal:
    """Straight over the far edge; tanks above all."""
    point = across_at(view, view.edges[1 - view.units[number].side], place_of(view, number))
    return Goal(point, INCH // 2, 7.0 if role == "tanks" else 3.0)


def _bars(view: Battle, number: int, role: str) -> Goal:
    """In the way of whoever comes nearest to the edge behind, as near as one's weapons want it."""
    foes = enemies(view, view.units[number].side)
    here = place_of(view, number)
    if not foes or role == "battery":
        return Goal(here, inches(4), 0)
    coming = [place_of(view, foe) for foe in foes if view.units[foe].counts] or [here]
    point = min(coming, key=lambda at: (far(here, at), at))
    dx, dy = ACROSS[view.edges[1 - view.units[number].side]]
    met = point[0] + dx * inches(9), point[1] + dy * inches(9)  # where they will be
    met = max(0, min(view.width, met[0])), max(0, min(view.depth, met[1]))
    reach = max(inches(4), reach_of_unit(view, number) - inches(4))
    return Goal(met, reach, 1.0 if role in {"infantry", "tanks"} else 0.4)


def _behind_the_others(view: Battle, number: int) -> Goal:
    """A CC follows the bulk of his company at a distance."""
    unit = view.units[number]
    mates = [
        place_of(view, other)
        for other, mate in enumerate(view.units)
        if mate.side == unit.side and mate.on_table and mate.counts and role_of(view, other) != "tanks"
    ]
    if not mates:
        return Goal(place_of(view, number), INCH, 0)
    x, y = middle_of(mates)
    dx, dy = ACROSS[view.edges[unit.side]]
    return Goal((x - dx * BEHIND, y - dy * BEHIND), inches(3), 0.3)
