"""Where a unit wants to be: on a marker, in a house, over the far edge, in the way, behind its friends."""

from sandtable.geometry.units import INCH, inches
from sandtable.mechanics.goals import ACROSS, Goal, far, shared_out
from sandtable.mechanics.pieces import middle_of
from sandtable.mechanics.zones import across_at
from sandtable.rulesets.d10.basics.charts import weapons
from sandtable.rulesets.d10.basics.units import on_table, passengers, served_weapon
from sandtable.rulesets.d10.move.movement import allowance
from sandtable.rulesets.d10.react.exits import far_edge
from sandtable.rulesets.d10.setup.victory import holders as markers_held
from sandtable.rulesets.d10.setup.victory import holders_of_buildings, turns_of
from sandtable.rulesets.d10.state import Battle, Point

from .worth import POINT

AT_MARKER = inches(1.5)
IN_HOUSE = inches(1)
SUPPORTS = inches(14)  # how far from what is fought for tanks and rocket launchers are content
OVERLOOKS = inches(24)
BEHIND = inches(5)
CROWD = inches(14)  # how much farther a marker seems for every unit that goes there already
STORMS = (5000, 5000, 2000, 900, 400)  # what an inch towards a house is worth, by the turns that are left
IN_HASTE = (15, 15, 10, 5, 3)  # tenths of what an inch to the far edge is worth, by the turns to spare
LATE = 2  # turns from the end on in which places count for more than losses


def place_of(view: Battle, number: int) -> Point:
    """Where a unit is: the middle of its models, or its vehicle."""
    unit = view.units[number]
    men = view.units[unit.aboard].men if unit.place == "aboard" else unit.men
    return middle_of(view.layout.points(men))


# ---- what a unit is for


def role_of(view: Battle, number: int) -> str:
    """What a unit is good for: squad, machine gun, mortar, gun, rockets, tank, leader, lone (a sniper, an observer)."""
    card = view.units[number].card
    if card.vehicle:
        return "tank"
    if card.individual:
        return "leader" if card.has("leader") else "lone"
    weapon = served_weapon(view, number)
    if weapon is None:
        return "squad"
    line = weapons()[weapon]
    if line.has("indirect"):
        return "mortar"
    if view.units[number].gun >= 0:
        return "gun"
    return "machine gun" if line.has("fixed") else "rockets"


def attacks(view: Battle, side: int) -> bool:
    """Whether a side has to come on: everybody but the defender of a scenario with one."""
    return view.mission.name == "meeting" or side == view.mission.attacker


def turns_left(view: Battle) -> int:
    """How many turns there are after this one."""
    return max(0, turns_of(view.mission)[0] - view.turn)


# ---- goals


def goal_of(view: Battle, number: int) -> Goal:
    """Where a unit wants to go."""
    unit = view.units[number]
    role = role_of(view, number)
    if view.mission.name == "breakthrough":
        return _through(view, number) if attacks(view, unit.side) else _bars(view, number, role)
    if role == "leader":
        return _behind_the_others(view, number)
    points = fought_for(view)
    here = place_of(view, number)
    if not points:
        return Goal(nearest_foe(view, number) or here, SUPPORTS, 600)
    late = turns_left(view) < LATE
    if role == "squad" or (late and role not in {"mortar", "gun", "machine gun"} and not unit.card.vehicle):
        point = marker_for(view, number)
        return Goal(point, IN_HOUSE if view.buildings else AT_MARKER, _haste(view, number, point))
    point = min(points, key=lambda one: (far(here, one), one))
    if late and view.mission.name == "meeting" and unit.card.vehicle:
        point = marker_for(view, number)
        return Goal(point, AT_MARKER, _haste(view, number, point) // 2)
    return Goal(point, OVERLOOKS, 150) if role in {"mortar", "gun", "machine gun"} else Goal(point, SUPPORTS, 600)


def fought_for(view: Battle) -> list[Point]:
    """The markers, and the middles of houses that are fought over."""
    return [*view.objectives, *[middle_of(view.terrain[piece].outline) for piece in view.buildings]]


def holders(view: Battle) -> tuple[int | None, ...]:
    """Who has each of them."""
    return markers_held(view) + holders_of_buildings(view)


def marker_for(view: Battle, number: int) -> Point:
    """Which of them a unit goes for: the nearest, but everybody who goes there already makes it farther."""
    side = view.units[number].side
    points = fought_for(view)
    mine = [
        other
        for other, mate in enumerate(view.units)
        if mate.side == side
        and mate.place in {"table", "aboard"}
        and (other == number or (role_of(view, other) == "squad" and not mate.panicked))
    ]
    ways = {mate: [far(place_of(view, mate), point) for point in points] for mate in mine}
    place = shared_out(number, ways, CROWD)
    return points[place or 0]


def _haste(view: Battle, number: int, point: Point) -> int:
    """What an inch towards a marker is worth: more as the end comes near, less where others of its side hold it."""
    side = view.units[number].side
    left = turns_left(view)
    held = dict(zip(fought_for(view), holders(view), strict=True)).get(point)
    small = 2 if view.mission.points < 300 else 1
    if held == side:
        return 1500 * small
    if left <= 1:
        return 5 * POINT
    if view.buildings and attacks(view, side):  # whoever storms a village shoots first
        return STORMS[min(left, len(STORMS) - 1)]
    return (1800 if left <= 3 else 1300) * small


def _through(view: Battle, number: int) -> Goal:
    """Straight over the far edge, if there is time."""
    unit = view.units[number]
    here = place_of(view, number)
    point = across_at(view, far_edge(view, unit.side), here)
    way = far(here, point)
    if not unit.on_table:
        return Goal(point, 0, 0)
    step = max(1, allowance(view, number, rush=unit.gun < 0))
    needed = -(-way // step)
    spare = turns_left(view) + 1 - needed
    riders = passengers(view, number)
    points = unit.card.points + (0 if riders is None else view.units[riders].card.points)
    if spare < 0:
        return Goal(point, 0, 200)
    share = POINT * points * 3 // max(1, way // INCH + 12)
    return Goal(point, 0, share * IN_HASTE[min(spare, len(IN_HASTE) - 1)] // 10)


def _bars(view: Battle, number: int, role: str) -> Goal:
    """In the way of whoever comes nearest, about as near as one's weapons want it."""
    here = place_of(view, number)
    side = view.units[number].side
    foes = [foe for foe in on_table(view, 1 - side) if not view.units[foe].panicked]
    if not foes or role in {"mortar", "gun"}:
        return Goal(here, inches(4), 0)
    dx, dy = ACROSS[view.edges[1 - side]]
    coming = min((far(here, place_of(view, foe)), place_of(view, foe)) for foe in foes)[1]
    met = coming[0] + dx * inches(8), coming[1] + dy * inches(8)  # where they will be
    met = max(0, min(view.width, met[0])), max(0, min(view.depth, met[1]))
    return Goal(met, inches(20) if role == "machine gun" else inches(10), 300 if role == "machine gun" else 900)


def _behind_the_others(view: Battle, number: int) -> Goal:
    """A leader follows the squads that he leads, close behind."""
    unit = view.units[number]
    here = place_of(view, number)
    mates = [place_of(view, other) for other in on_table(view, unit.side) if role_of(view, other) == "squad"]
    if not mates:
        return Goal(here, INCH, 0)
    middle = middle_of(mates)
    x, y = min(mates, key=lambda at: (far(at, middle), at))
    dx, dy = ACROSS[view.edges[unit.side]]
    return Goal((x - dx * BEHIND, y - dy * BEHIND), inches(3), 400)


def nearest_foe(view: Battle, number: int) -> Point | None:
    """Where the nearest enemy unit is."""
    here = place_of(view, number)
    foes = [view.layout.point(view.units[foe].men[0]) for foe in on_table(view, 1 - view.units[number].side)]
    return min(foes, key=lambda at: (far(here, at), at), default=None)
