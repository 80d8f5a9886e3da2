"""Vehicles that are out of it: wrecks, fires, explosions, and those who get out."""

from msgspec.structs import replace

from sandtable.dice.readings import Total
from sandtable.dice.roll import Roll
from sandtable.geometry.angle import FULL_TURN, RIGHT_ANGLE, ahead
from sandtable.geometry.bodies import HALF_LENGTH, HALF_WIDTH, HEIGHT
from sandtable.geometry.ground import CLOSED, COUNT, FIRST
from sandtable.geometry.measure_kernels import corner, gap_to_piece
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.play.script import Play
from sandtable.table.terrain import Piece, piece

from .carrying import place_at, spot_beside, stands_free
from .charts import D6
from .state import Battle, Fuse, Place5, Point
from .units import passengers

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
        "battle": {"terrain": (*state.terrain, wreck_of(state, number))},
    }
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
    places: list[Place5] = []
    for man in state.units[number].men:
        at = next((point for point in around if stands_free(state, man, point, outside=True)), None)
        places.append(place_at(state, man, spot_beside(state, man, around[0]) if at is None else at))
        state = replace(state, layout=state.layout.placed(places))
    return tuple(places)


@rule("sk.dmg.soft-17", "sk.afv.bale-out", "sk.gap.vehicle-suppression")
def bale_out(play: Play[Battle], number: int, clause: str, *, why: str = "its crew bale out") -> None:
    """Crew and passengers leave a vehicle for good; it is lost."""
    around = _around(play.state, play.state.units[number].hull)
    for team in passengers(play.state, number):
        men = play.state.units[team].men
        sets: dict[str, object] = {"places": _outside(play.state, team, around), "place": "table", "aboard": -1}
        play.tell("baled out", clause, unit=team, figures=men, sets=sets)
    men = play.state.units[number].men
    leave_wreck(play, number, clause, why=why, places=_outside(play.state, number, around))
    if men:
        play.tell("baled out", clause, unit=number, figures=men)


# ---- explosions


@rule("sk.dmg.soft-19", "sk.dmg.afv-17", "sk.dmg.afv-20", "sk.at.fire-table")
async def explode(play: Play[Battle], number: int, by: int, clause: str) -> None:
    """A vehicle explodes: everybody aboard is killed, and whoever is within two inches of an AFV is hit as by a bomb."""
    from .blasts import burst_near  # noqa: PLC0415  # a blast may set off another
    from .casualties import kill  # noqa: PLC0415

    unit = play.state.units[number]
    for man in [man for team in passengers(play.state, number) for man in play.state.units[team].men]:
        kill(play, man, clause)
    leave_wreck(play, number, clause, why="it explodes")
    for man in unit.men:
        kill(play, man, clause)
    if unit.card.armoured:
        await burst_near(play, wreck_name(unit.name), by, clause)


def fuse_roll(name: str, seat: int) -> Roll[int]:
    """In how many turns a burning vehicle explodes."""
    why = f"In how many turns does {name} explode?"
    return Roll(1, D6, Total(), why=why, because=("sk.dmg.afv-18",), seat=seat, neutral=True)


@rule("sk.dmg.afv-18")
async def set_alight(play: Play[Battle], number: int, seat: int) -> None:
    """Ammunition burns: everybody gets out, and the wreck explodes some turns later."""
    name = play.state.units[number].name
    bale_out(play, number, "sk.dmg.afv-18", why="its ammunition is on fire")
    rolled = await fuse_roll(name, seat)
    fuse = Fuse(wreck_name(name), play.state.turn + rolled.value)
    sets = {"battle": {"fuses": (*play.state.fuses, fuse)}}
    play.tell(
        "will explode", "sk.dmg.afv-18", unit=number, sets=sets, rolls=(rolled.number,), tells={"turn": fuse.turn}
    )


@rule("sk.dmg.afv-18", "sk.dmg.afv-20")
async def burn_down(play: Play[Battle]) -> None:
    """At the start of a turn, wrecks explode whose time has come."""
    from .blasts import burst_near  # noqa: PLC0415

    due = [fuse for fuse in play.state.fuses if fuse.turn <= play.state.turn]
    for fuse in due:
        rest = tuple(other for other in play.state.fuses if other != fuse)
        tells = {"wreck": fuse.wreck}
        play.tell("exploded", "sk.dmg.afv-18", sets={"battle": {"fuses": rest}}, tells=tells)
        await burst_near(play, fuse.wreck, -1, "sk.dmg.afv-18")


def near_wreck(state: Battle, name: str) -> list[int]:
    """The figures within two inches of a wreck; who sits in an open vehicle or rides on a deck is where its hull is."""
    from .targets import exposed  # noqa: PLC0415  # what is aimed at may be a wreck next

    ground = state.ground
    place = next((place for place, found in enumerate(state.terrain) if found.name == name), None)
    if place is None:
        return []
    row = ground.pieces[place]
    first, count, closed = int(row[FIRST]), int(row[COUNT]), bool(row[CLOSED])
    bodies = state.layout.bodies

    def near(body: int) -> bool:
        there = state.layout.on_table(body)
        return there and int(gap_to_piece(bodies, body, ground.edges, first, count, closed)) <= NEAR

    afoot = [man for unit in state.units for man in (*unit.men, *unit.down) if unit.card.kind != "dummy" and near(man)]
    hulls = [number for number, unit in enumerate(state.units) if unit.mounted and unit.on_table and near(unit.hull)]
    return [*afoot, *(man for vehicle in hulls for man in exposed(state, vehicle))]
