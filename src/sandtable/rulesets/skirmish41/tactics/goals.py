"""What teams are for, and where each of them wants to be."""

from collections.abc import Sequence
from functools import lru_cache

from sandtable.geometry.units import INCH, inches
from sandtable.mechanics.goals import Goal, far, far_to, shared_out
from sandtable.mechanics.pieces import is_building, middle_of
from sandtable.mechanics.zones import across_at
from sandtable.rulesets.skirmish41.basics.charts import weapons
from sandtable.rulesets.skirmish41.counters.generation import edge_centre
from sandtable.rulesets.skirmish41.setup.victory import DONE, figures_of, turns_of
from sandtable.rulesets.skirmish41.state import SOLO, Battle, Point
from sandtable.table.remembered import Remembered, hangs_on
from sandtable.table.terrain import Piece

CROWD = inches(14)  # how much farther a house seems for every team that goes there already
AT_CROSSING, OVERLOOKS, STANDS_OFF = inches(4), inches(18), inches(16)
IN_HOUSE = inches(1)
AT_BRIDGE = inches(1.5)
BEHIND = inches(10)
ROAD = inches(8)
PACE = inches(9)  # what a team on foot makes in a turn, all in all
SPARE = 2
STEADY = 200  # what an inch towards the bridge is worth while there is time
HUNTS = 11  # turns from the end on in which an ambush is hunted down
KEEPS = {"mortar": inches(20), "gun": inches(30), "machine gun": inches(12), "tank": inches(14)}


def _where(view: Battle, number: int) -> tuple[object, ...]:
    """What it hangs on where a team is: what it rides in, too."""
    unit = view.units[number]
    return view.layout, unit, view.units[unit.aboard] if unit.aboard >= 0 else None


@hangs_on(_where)
def bases_of(view: Battle, number: int) -> tuple[int, ...]:
    """The bases of a team on the table, or of what it rides in."""
    unit = view.units[number]
    if unit.place == "aboard":
        return (view.units[unit.aboard].hull,)
    return tuple(body for body in unit.bodies if view.layout.on_table(body))


@hangs_on(_where)
def place_of(view: Battle, number: int) -> Point:
    """Where a team is."""
    return middle_of(view.layout.points(bases_of(view, number)))


@hangs_on(lambda view, _: (view.layout, view.units, view.mission), most=16)
def known_foes(view: Battle, side: int) -> list[int]:
    """The enemy teams that stand on the table for a side to see; nobody may write to it."""
    return [
        number
        for number, unit in enumerate(view.units)
        if unit.side != side
        and unit.place == "table"
        and (unit.spotted or view.solo)
        and unit.card.kind != "dummy"
        and (bodies := unit.bodies)
        and view.layout.on_table(bodies[0])
    ]


def suspected(view: Battle, side: int) -> list[Point]:
    """Where enemies may be whom nobody has seen yet: markers, and counters of the solo side."""
    found = [(x, y) for owner, x, y in view.unknown if owner != side]
    return found + [marker.at for marker in view.markers if not marker.known or marker.sort == "portal"]


# ---- what a team is for


def role_of(view: Battle, number: int) -> str:
    """What a team is good for: rifles, machine gun, rockets, mortar, gun, tank, carrier, leader, dummy."""
    unit = view.units[number]
    card = unit.card
    if card.kind == "dummy":
        return "dummy"
    if unit.mounted:
        return "tank" if card.gun else "carrier"
    if card.kind == "gun":
        return "gun"
    roles = {role for man in unit.men for role in _roles_of(view.figures[man].arms)}
    found = next((role for role in SUPPORT if role in roles), None)
    return found or ("leader" if card.has("command") else "rifles")


SUPPORT = ("mortar", "machine gun", "rockets")


@lru_cache(maxsize=256)
def _roles_of(arms: tuple[str, ...]) -> list[str]:
    """What somebody with such arms is good for, beside rifles."""
    lines = [weapons()[arm] for arm in arms]
    found = ["mortar"] if any(line.has("mortar") for line in lines) else []
    if any(line.has("mg") or line.has("sniper") for line in lines):
        found.append("machine gun")
    if any(line.kind == "anti-tank" and line.has("pooled") for line in lines):
        found.append("rockets")
    return found


def turns_left(view: Battle) -> int:
    """How many turns there are after this one."""
    return max(0, turns_of(view) - view.turn)


_HOUSES: Remembered[tuple[Piece, ...], list[Point]] = Remembered(
    lambda terrain: [middle_of(piece.outline) for piece in terrain if is_building(piece)]
)


def houses(view: Battle) -> list[Point]:
    """The middles of the buildings; nobody may write to it."""
    return _HOUSES(view.terrain)


def attacks(view: Battle, side: int) -> bool:
    """Whether a side has to come on: everybody but the defender of a farm."""
    return view.mission.name != "farm" or side == view.mission.attacker


# ---- goals


def aim_of(view: Battle) -> Point:
    """What is fought for; where nothing is marked, the middle of the table or of the solo force's edge."""
    if view.objectives:
        return view.objectives[0]
    return edge_centre(view, SOLO) if view.solo else (view.width // 2, view.depth // 2)


def goal_of(view: Battle, number: int) -> Goal:
    """Where a team wants to go."""
    side = view.units[number].side
    role = role_of(view, number)
    match view.mission.name:
        case "crossroads":
            return _to_crossing(view, number, role)
        case "farm":
            return _to_houses(view, number, role)
        case "patrol":
            return _on_patrol(view, number)
        case "tank-hunt":
            return _to_the_edge(view, role)
        case _:
            return _along_the_road(view, number, role, side)


def _to_crossing(view: Battle, number: int, role: str) -> Goal:
    """At first where it can be covered from, then onto it: only the last turn counts."""
    point = aim_of(view)
    left = turns_left(view)
    if role in {"mortar", "gun"}:
        return Goal(point, OVERLOOKS, 60)
    if role in {"machine gun", "tank", "carrier"}:
        return Goal(point, OVERLOOKS, 150) if left > 3 or role != "machine gun" else Goal(point, AT_CROSSING, 250)
    need = far(place_of(view, number), point) // PACE
    if left <= need + SPARE:
        return Goal(point, AT_CROSSING, 700 if left <= 2 else 400)
    return Goal(point, STANDS_OFF, 200)


def _to_houses(view: Battle, number: int, role: str) -> Goal:
    side = view.units[number].side
    points = houses(view)
    here = place_of(view, number)
    if not points:
        return Goal(here, INCH, 0)
    left = turns_left(view)
    if role in {"rifles", "leader", "dummy", "rockets"} or (not attacks(view, side) and role == "machine gun"):
        point = _share(view, number, points)
        if not attacks(view, side):
            return Goal(point, IN_HOUSE, 400)
        need = far(here, point) // PACE
        return Goal(point, IN_HOUSE, 600 if left <= need + SPARE else 220)
    point = min(points, key=lambda one: (far(here, one), one))
    return Goal(point, OVERLOOKS, 120 if role != "mortar" else 60)


def _share(view: Battle, number: int, points: Sequence[Point]) -> Point:
    """Which house a team goes for: the nearest, but everybody who goes there already makes it farther."""
    side = view.units[number].side
    mine = [
        other
        for other, mate in enumerate(view.units)
        if mate.side == side
        and mate.place == "table"
        and not mate.mounted
        and mate.card.kind == view.units[number].card.kind
        and bases_of(view, other)
    ]
    ways = {mate: far_to(place_of(view, mate), points) for mate in mine}
    place = shared_out(number, ways, CROWD)
    return points[place or 0]


# ---- against the solo enemy


def goes_home(view: Battle, number: int) -> bool:
    """Whether it is time to go home from a patrol: the bridge has been held, or there is just time enough left."""
    if view.reached >= DONE:
        return True
    here = place_of(view, number)
    way = far(here, across_at(view, view.edges[0], here))
    return turns_left(view) <= way // PACE and number not in _to_bridge(view)


def _to_bridge(view: Battle) -> list[int]:
    """The teams that go to the bridge itself: as few as can be spared from getting home, the nearest first."""
    able = [
        number
        for number, unit in enumerate(view.units)
        if unit.side == 0 and unit.on_table and unit.men and not unit.routing and not unit.mounted
    ]
    point = aim_of(view)
    order = sorted(able, key=lambda number: (-len(view.units[number].men), far(place_of(view, number), point), number))
    spare = view.escaped + sum(len(view.units[number].men) for number in able) - -(-figures_of(view, 0) // 2)
    found: list[int] = []
    for number in order:
        men = len(view.units[number].men)
        if not found or men <= spare:
            found.append(number)
            spare -= men
    return found[:2]


def _on_patrol(view: Battle, number: int) -> Goal:
    """All together to the bridge, in no hurry while there is time to fight on the way; then home."""
    here = place_of(view, number)
    point = aim_of(view)
    home = across_at(view, view.edges[0], here)
    if goes_home(view, number):
        spare = turns_left(view) - far(here, home) // PACE
        return Goal(home, 0, 500 if spare <= SPARE else 300)
    spare = turns_left(view) - DONE - (far(here, point) + far(point, across_at(view, view.edges[0], point))) // PACE
    if number in _to_bridge(view):
        return Goal(point, AT_BRIDGE, 600 if spare <= 1 or view.reached else STEADY)
    return Goal(point, BEHIND, 150)  # the others cover them


def _to_the_edge(view: Battle, role: str) -> Goal:
    """The tank and six figures to the middle of the far edge."""
    point = aim_of(view)
    if role == "tank":
        mates = [
            far(place_of(view, mate), point)
            for mate, unit in enumerate(view.units)
            if unit.side == 0 and unit.on_table and unit.men and not unit.mounted
        ]
        ahead = min(mates, default=0)  # never far before the infantry
        return Goal(point, max(inches(4), ahead - inches(4)) if turns_left(view) > 4 else inches(4), 350)
    return Goal(point, inches(8), 350 if role != "mortar" else 200)


def _along_the_road(view: Battle, number: int, role: str, side: int) -> Goal:
    """Towards the nearest enemy or counter: at first they are shot at from cover, then hunted down."""
    here = place_of(view, number)
    foes = [place_of(view, foe) for foe in known_foes(view, side) if not view.units[foe].routing]
    points = foes or suspected(view, side)
    if not points:
        return Goal(here, INCH, 0)
    point = min(points, key=lambda one: (far(here, one), one))
    hunts = turns_left(view) <= HUNTS
    keep = KEEPS.get(role, inches(4) if hunts else inches(12))
    return Goal(point, keep, 350 if hunts and role != "mortar" else 60)
