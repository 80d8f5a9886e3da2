"""Vehicles that are out of it: wrecks, fires, explosions, and those who get out."""

from msgspec.structs import replace

from sandtable.geometry.angle import FULL_TURN, RIGHT_ANGLE, ahead
from sandtable.geometry.bodies import HALF_LENGTH, HALF_WIDTH, HEIGHT
from sandtable.geometry.ground import CLOSED, COUNT, FIRST
from sandtable.geometry.measure_kernels import corner, gap_to_piece
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.play.script import Play
from sandtable.rulesets.skirmish41.basics.occupants import exposed
from sandtable.rulesets.skirmish41.basics.placing import place_at, spot_beside, stands_free
from sandtable.rulesets.skirmish41.basics.units import passengers
from sandtable.rulesets.skirmish41.state import Battle, Place5, Point
from sandtable.table.terrain import Piece, piece

NEAR = inches(2)
ROOM = inches(0.6)  # from the side of a hull to the middle of who stands beside it
STEP = inches(1.1)
HIGHER = 100  # so that a wreck is in the way of what its vehicle was in the way of


def wreck_name(vehicle: str) -> str:
    """What the wreck of a vehicle is called."""
    return f"the wreck of {vehicle}"


def wreck_of(state: Battle, number: int) -> Piece:
    """The wreck that a vehicle leaves."""
    unit, bodies = state.units[number], state.layout.bodies
    corners = tuple((int(x), int(y)) for x, y in (corner(bodies, unit.hull, index) for index in range(4)))
    height = (int(bodies[unit.hull, HEIGHT]) + HIGHER) / 1000
    return piece("wreck", corners, height=height, name=wreck_name(unit.name))


@rule("sk.gap.cover-types", "sk.dmg.soft-17", "sk.dmg.afv-18")
def leave_wreck(play: Play[Battle], number: int, clause: str, *, why: str, places: tuple[Place5, ...] = ()) -> None:
    """A vehicle is a wreck from now on: hard cover that lies where it stood. Its crew are at `places`, or lost with it."""
    state = play.state
    unit = state.units[number]
    sets: dict[str, object] = {
        "gone": (unit.hull,),
        "afoot": True,
        "immobile": True,
    }
    if not state.layout.bare:
        sets["battle"] = {"terrain": (*state.terrain, wreck_of(state, number))}
    if places:
        sets["places"] = places
    else:
        sets |= {"men": (), "place": "destroyed", "suppression": 0}
    play.tell("was wrecked", clause, unit=number, figures=(unit.hull,), sets=sets, tells={"why": why})


# ---- getting out in a hurry


def _around(state: Battle, hull: int) -> list[Point]:
    """Points around a hull where men get out, the nearest to it first: half a man's room to two inches off its sides."""
    x, y = state.layout.point(hull)
    bearing = state.layout.bearing(hull)
    long, wide = (int(state.layout.bodies[hull, part]) for part in (HALF_LENGTH, HALF_WIDTH))
    found: list[Point] = []
    for off in (ROOM, ROOM + STEP, NEAR + ROOM // 2):
        for forth in range(-(long + off) // STEP, (long + off) // STEP + 1):
            row = ahead(x, y, bearing, forth * STEP)
            found += [ahead(*row, (bearing + side) % FULL_TURN, wide + off) for side in (RIGHT_ANGLE, 3 * RIGHT_ANGLE)]
        for end in (2 * RIGHT_ANGLE, 0):
            row = ahead(x, y, (bearing + end) % FULL_TURN, long + off)
            found += [ahead(*row, (bearing + RIGHT_ANGLE) % FULL_TURN, across) for across in (0, STEP, -STEP)]
    return [(int(px), int(py)) for px, py in found]


def _outside(state: Battle, number: int, around: list[Point]) -> tuple[Place5, ...]:
    """Where the men of a team stand once they have left a vehicle."""
    if state.layout.bare:
        return tuple((man, 0, 0, 0, 0) for man in state.units[number].men)
    places: list[Place5] = []
    for man in state.units[number].men:
        at = next((point for point in around if stands_free(state, man, point, outside=True)), None)
        places.append(place_at(state, man, spot_beside(state, man, around[0]) if at is None else at))
        state = replace(state, layout=state.layout.placed(places))
    return tuple(places)


@rule("sk.dmg.soft-17", "sk.afv.bale-out", "sk.gap.vehicle-suppression")
def bale_out(play: Play[Battle], number: int, clause: str, *, why: str = "its crew bale out") -> None:
    """Crew and passengers leave a vehicle for good; it is lost."""
    state = play.state
    around = [] if state.layout.bare else _around(state, state.units[number].hull)
    for team in passengers(play.state, number):
        men = play.state.units[team].men
        sets: dict[str, object] = {"places": _outside(play.state, team, around), "place": "table", "aboard": -1}
        play.tell("baled out", clause, unit=team, figures=men, sets=sets)
    men = play.state.units[number].men
    leave_wreck(play, number, clause, why=why, places=_outside(play.state, number, around))
    if men:
        play.tell("baled out", clause, unit=number, figures=men)


# ---- explosions


def near_wreck(state: Battle, name: str) -> list[int]:
    """The figures within two inches of a wreck; who sits in an open vehicle or rides on a deck is where its hull is."""
    ground = state.ground
    place = next((place for place, found in enumerate(state.terrain) if found.name == name), None)
    if place is None:
        return []
    ground = state.ground
    row = ground.pieces[place]
    first, count, closed = int(row[FIRST]), int(row[COUNT]), bool(row[CLOSED])
    bodies = state.layout.bodies

    def near(body: int) -> bool:
        there = state.layout.on_table(body)
        return there and int(gap_to_piece(bodies, body, ground.edges, first, count, closed)) <= NEAR

    afoot = [man for unit in state.units for man in (*unit.men, *unit.down) if unit.card.kind != "dummy" and near(man)]
    hulls = [number for number, unit in enumerate(state.units) if unit.mounted and unit.on_table and near(unit.hull)]
    return [*afoot, *(man for vehicle in hulls for man in exposed(state, vehicle))]
