"""Buildings: going in, being inside, coming out."""

from math import isqrt

from sandtable.geometry.ground import COUNT, FIRST
from sandtable.geometry.kernel import Ints, ints
from sandtable.geometry.measure_kernels import in_ring, nearest, root_up
from sandtable.geometry.path_kernels import BARRED
from sandtable.geometry.units import INCH, inches
from sandtable.mechanics import pieces
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.zones import ring
from sandtable.play.script import Play
from sandtable.play.walks import March
from sandtable.rulesets.bolt_action.basics.battlefield import FLOOR_HEIGHT
from sandtable.rulesets.bolt_action.basics.battlefield import distance as between
from sandtable.rulesets.bolt_action.basics.journey import Journey, on_foot
from sandtable.rulesets.bolt_action.state import Battle, Unit
from sandtable.table.layout import rows
from sandtable.table.remembered import Remembered
from sandtable.table.terrain import Piece

from .movement import BENDS, allowance, choose_march, coming_out, going_for, towards, way_is_clear
from .travel import travel

AT_THE_DOOR = inches(1)
FLOOR_SIZE = inches(6)


def is_building(state: Battle, piece: int) -> bool:
    """Whether a piece of terrain can be occupied."""
    return "building" in state.terrain[piece].traits


@rule("ba.gap.buildings")
def places_on_floor(state: Battle, piece: int) -> int:
    """How many units fit on a floor: one for each six inches by six."""
    xs, ys = zip(*state.terrain[piece].outline, strict=True)
    wide, deep = int(max(xs) - min(xs)), int(max(ys) - min(ys))
    return max(1, (wide + FLOOR_SIZE // 2) // FLOOR_SIZE) * max(1, (deep + FLOOR_SIZE // 2) // FLOOR_SIZE)


def free_floor(state: Battle, piece: int) -> int | None:
    """The lowest floor of a building with room; None if it is full."""
    inside = [unit for unit in state.units if unit.building == piece and unit.alive]
    for floor in range(state.terrain[piece].floors):
        if sum([unit.floor == floor for unit in inside]) < places_on_floor(state, piece):
            return floor
    return None


def held_by_enemy(state: Battle, piece: int, side: int) -> bool:
    """Whether a unit of the other side is in a building."""
    return any(unit.alive for unit in state.units if unit.building == piece and unit.side != side)


@rule("ba.gap.buildings")
def can_enter(state: Battle, number: int, piece: int, *, running: bool) -> bool:
    """Whether all men of an infantry unit can get within an inch of an opening."""
    unit = state.units[number]
    if not unit.is_infantry or unit.spotter is not None or not is_building(state, piece):
        return False
    far = allowance(unit, state.options, running=running)
    if _out_of_reach(state, unit, piece, far):
        return False
    if held_by_enemy(state, piece, unit.side) or free_floor(state, piece) is None:
        return False
    through = going_for(state, unit, running=running).copy()
    through[piece] = BARRED  # men go along its walls, but not through it
    return all(_reaches_opening(state, number, man, piece, far, through) for man in unit.men)


def _out_of_reach(state: Battle, unit: Unit, piece: int, far: int) -> bool:
    """Whether every opening is out of reach of the first man or of the last, whatever lies between."""
    openings = state.terrain[piece].openings
    for man in (unit.men[0], unit.men[-1]):
        x, y = state.layout.point(man)
        reach = far + AT_THE_DOOR + state.layout.radius(man)
        for to_x, to_y in openings:
            if abs(to_x - x) <= reach and abs(to_y - y) <= reach:
                break
        else:
            return True
    return False


def _reaches_opening(state: Battle, number: int, man: int, piece: int, far: int, through: Ints) -> bool:
    """Whether a man can go straight to within an inch of some opening."""
    x, y = state.layout.point(man)
    near = AT_THE_DOOR + state.layout.radius(man)
    for to_x, to_y in state.terrain[piece].openings:
        length = int(root_up((to_x - x) ** 2 + (to_y - y) ** 2))
        step = max(0, length - near)
        if step <= far:
            door = x + (to_x - x) * step // max(1, length), y + (to_y - y) * step // max(1, length)
            if way_is_clear(state, number, man, door, through):
                return True
    return False


def enterable(state: Battle, number: int, *, running: bool) -> list[int]:
    """The buildings that a unit can enter with this move."""
    unit = state.units[number]
    if not unit.is_infantry or unit.spotter is not None:
        return []
    far = allowance(unit, state.options, running=running)
    near = [piece for piece in _buildings(state.terrain) if not _out_of_reach(state, unit, piece, far)]
    return [piece for piece in near if can_enter(state, number, piece, running=running)]


def _all_buildings(terrain: tuple[Piece, ...]) -> list[int]:
    return [number for number, piece in enumerate(terrain) if "building" in piece.traits]


_buildings = Remembered(_all_buildings)


def middle_of(state: Battle, piece: int) -> tuple[int, int]:
    """The middle of a building: where it is pointed at."""
    return pieces.middle_of(state.terrain[piece].outline)


def inside_places(state: Battle, unit: Unit, piece: int, floor: int) -> list[tuple[int, int, int, int, int]]:
    """Where men stand inside: rows around the middle, only for the eye."""
    middle_x, middle_y = middle_of(state, piece)
    across = isqrt(len(unit.men)) + 1
    step = inches(1.1)
    places = []
    for place, man in enumerate(unit.men):
        x = middle_x + (place % across) * step - (across - 1) * step // 2
        y = middle_y + (place // across) * step - (across - 1) * step // 2
        places.append((man, x, y, state.layout.bearing(man), floor * FLOOR_HEIGHT))
    return places


async def enter(play: Play[Battle], number: int, piece: int) -> None:
    """A unit goes into a building, under fire from units in Ambush as it goes."""
    state = play.state
    unit = state.units[number]
    floor = free_floor(state, piece)
    assert floor is not None
    outside = [(man, *state.layout.point(man), state.layout.bearing(man)) for man in unit.men]
    inside = tuple(inside_places(state, unit, piece, floor))
    journey = Journey(inside, inches(3), {"building": state.terrain[piece].title}, lambda _part, _whole: outside)
    if await travel(play, number, journey, "ba.gap.buildings", verb="entered"):
        sets = {"building": piece, "floor": floor}
        play.tell("occupied", "ba.gap.buildings", unit=number, sets=sets, tells=journey.tells)


def wall_lines(state: Battle, piece: int) -> Ints:
    """The walls of a building as lines."""
    return ring(state.terrain[piece].outline)


@rule("ba.gap.buildings")
def ways_out(state: Battle, piece: int) -> Ints:
    """The openings of a building, as the lines (each a point) that men come out from."""
    return ints([[x, y, x, y] for x, y in state.terrain[piece].openings]).reshape(-1, 4)


@rule("ba.fubar.panic")
def flight_from_building(state: Battle, number: int, enemy: int, distance: int) -> tuple[March | None, bool]:
    """Out of a building and away from an enemy, as far from the walls as all men get; None if there is no way.

    The second part of the answer says whether the straight way at full distance leads over the table's edge.
    """
    unit = state.units[number]
    assert unit.building is not None
    domain = coming_out(
        state, number, ways_out(state, unit.building), running=True, budget=distance, left=unit.building
    )
    foes = rows(state.units[enemy].figures)
    _, man, foe = nearest(state.layout.bodies, rows(unit.men), foes)
    (x, y), (from_x, from_y) = state.layout.point(int(man)), state.layout.point(int(foe))
    before = between(state, number, enemy)
    ways = [towards(x - from_x, y - from_y, bend, INCH) for bend in BENDS]
    walls = [_to_the_wall(state, unit.building, (x, y), way) for way in ways]
    dx, dy = towards(*ways[0], 0, walls[0] + distance)
    at_edge = not (0 <= x + dx <= state.width and 0 <= y + dy <= state.depth)
    for far in range(distance, 0, -INCH):
        for way, wall in zip(ways, walls, strict=True):
            dx, dy = towards(*way, 0, wall + far)
            march = domain.suggest((x + dx, y + dy))
            if march is None:
                continue
            there = state.layout.placed([(walk.figure, *walk.points[-1], 0, 0) for walk in march.walks])
            if nearest(there.bodies, rows(unit.men), foes)[0] >= before:
                return march, at_edge
    return None, at_edge


def _to_the_wall(state: Battle, piece: int, start: tuple[int, int], way: tuple[int, int]) -> int:
    """How far it is from inside a building to its wall, to a quarter of an inch less."""
    edges, row = state.ground.edges, state.ground.pieces[piece]
    far = 0
    while True:
        dx, dy = towards(*way, 0, far + INCH // 4)
        if not in_ring(edges, int(row[FIRST]), int(row[COUNT]), start[0] + dx, start[1] + dy):
            return far
        far += INCH // 4


async def leave(play: Play[Battle], number: int, *, running: bool) -> None:
    """A unit leaves a building as it came, through its openings; its move is measured from there."""
    state = play.state
    unit = state.units[number]
    assert unit.building is not None
    far = allowance(unit, state.options, running=running)
    lines = ways_out(state, unit.building)
    domain = coming_out(state, number, lines, running=running, budget=far, left=unit.building)
    if not domain.has_room():
        play.tell("found no room to get out", "ba.gap.buildings", unit=number)
        return
    march = await choose_march(play, number, domain, "leave the building", "ba.gap.buildings")
    sets: dict[str, object] = {"building": None, "floor": 0}
    await travel(play, number, on_foot(play.state, march), "ba.gap.buildings", verb="left the building", sets=sets)
