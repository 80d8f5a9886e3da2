"""Riding in vehicles (sotr.gap.transport), where the table plays it: getting in and out, and tumbling out of a wreck."""

from collections.abc import Sequence

from msgspec.structs import replace

from sandtable.geometry.angle import around
from sandtable.geometry.bodies import HALF_LENGTH, HALF_WIDTH, RADIUS, disc, stack
from sandtable.geometry.kernel import Ints
from sandtable.geometry.measure_kernels import gap
from sandtable.geometry.units import INCH, inches
from sandtable.mechanics.acts import shows_at
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.mustering import riders_in
from sandtable.mechanics.zones import ring
from sandtable.play.asking import ask
from sandtable.play.marching import Marching
from sandtable.play.refusal import Refusal
from sandtable.play.script import Play
from sandtable.play.walks import March, Walk
from sandtable.rulesets.sotr.basics.scatter import facing_in, strayed
from sandtable.rulesets.sotr.basics.sight import between, unit_engaged
from sandtable.rulesets.sotr.basics.ways import marching
from sandtable.rulesets.sotr.harm.wounds import Wounding, wound_models
from sandtable.rulesets.sotr.nerve.breaking import break_tests
from sandtable.rulesets.sotr.react.coming_upon import find_hidden
from sandtable.rulesets.sotr.state import Battle, Place5, Point, Unit
from sandtable.rulesets.sotr.units.afterwards import riders_tumble_out
from sandtable.table.data import DataError

from .placing import placed_at, setting_up, usual_place

CLAUSE = "sotr.gap.transport"
BESIDE = INCH  # how near to a vehicle one gets in or out
BASE = INCH  # how wide a man's base is
SLOT = inches(1.1)  # from one man to the next
NEAR = inches(0.1)  # how near to the wreck riders come down


def riders(state: Battle, vehicle: int) -> list[int]:
    """The units that ride in a vehicle."""
    return [number for number, unit in enumerate(state.units) if unit.place == "aboard" and unit.aboard == vehicle]


def room_for(units: Sequence[Unit], vehicle: int, rider: Unit) -> bool:
    """Whether a vehicle has seats left for a unit of men of its side."""
    carrier = units[vehicle]
    seated = sum(len(unit.men) for unit in units if unit.place == "aboard" and unit.aboard == vehicle)
    able = rider.card.kind == "infantry" and rider.side == carrier.side
    return able and seated + len(rider.men) <= carrier.card.capacity


def seat_riders(units: list[Unit], first: int, aboard: Sequence[str], file: str, key: str) -> None:
    """Put units that begin the battle in a vehicle into it."""
    for number, carrier, where in riders_in(enumerate(aboard, first), units, first, file, key):
        if not room_for(units, carrier, units[number]):
            raise DataError(file, where, f"{units[carrier].name} has no room for {units[number].name}")
        units[number] = replace(units[number], place="aboard", aboard=carrier)


# ---- getting in


@rule("sotr.gap.transport")
def carriers(state: Battle, number: int) -> list[int]:
    """The vehicles that a unit could get into with a normal move; none unless the table plays it."""
    unit = state.units[number]
    if not state.options.transport or not unit.on_table or unit_engaged(state, number):
        return []
    if any(state.figures[man].down for man in unit.men):
        return []
    return [
        vehicle
        for vehicle, carrier in enumerate(state.units)
        if carrier.on_table
        and room_for(state.units, vehicle, unit)
        and all(between(state, man, carrier.men[0]) <= unit.card.advance + BESIDE for man in unit.men)
    ]


@rule("sotr.gap.transport")
def boarding(state: Battle, number: int, vehicle: int) -> Marching:
    """Normal moves of a unit that end with everybody within an inch of a vehicle."""
    unit = state.units[number]
    hull = state.units[vehicle].men[0]

    def beside(march: March) -> Refusal | None:
        places = [(walk.figure, *walk.points[-1], 0, 0) for walk in march.walks]
        bodies = state.layout.placed(places).bodies
        far = [man for man in unit.men if int(gap(bodies, man, bodies, hull)) > BESIDE]
        return Refusal(f"it is not within 1 inch of {state.units[vehicle].name}", (CLAUSE,)) if far else None

    return marching(state, number, unit.men, unit.card.advance, "sotr.model.move-normal", also=beside)


@rule("sotr.gap.transport")
async def get_in(play: Play[Battle], number: int, vehicle: int) -> bool:
    """A unit gets in with its move and shoots no more this turn; False if no way there is found."""
    state = play.state
    domain = boarding(state, number, vehicle)
    usual = _nearest_seats(state, domain, state.units[vehicle].men[0])
    if usual is None:
        return False
    unit = state.units[number]
    words = f"{unit.name} gets in {state.units[vehicle].name}"
    await ask(play, number, "move", domain, words, CLAUSE, "sotr.model.move-normal", usual=usual)
    sets = {"place": "aboard", "aboard": vehicle, "men": unit.men, "hidden": False}
    tells = {"vehicle": state.units[vehicle].name}
    play.tell("got in", CLAUSE, unit=number, figures=unit.men, sets=sets, tells=tells, shows=shows_at(vehicle))
    return True


def _nearest_seats(state: Battle, domain: Marching, hull: int) -> March | None:
    """Everybody straight to a place of his own beside a hull, the nearest that is left; None if that cannot be done."""
    slots = _slots(state, hull)
    walks = []
    for man in domain.movers:
        here = state.layout.point(man)
        slots.sort(key=lambda slot: (slot[0] - here[0]) ** 2 + (slot[1] - here[1]) ** 2)
        walks.append(Walk(man, (here, slots.pop(0))))
    march = March(tuple(walks))
    return march if domain.allows(march) else None


def _slots(state: Battle, hull: int) -> list[Point]:
    """Places for men along the sides of a hull, half an inch from it."""
    length, width = _halves(state, hull)
    x, y = state.layout.point(hull)
    bearing = state.layout.bearing(hull)
    far = BASE
    found = []
    for side in (-1, 1):
        for along in range(-(length // SLOT), length // SLOT + 1):
            beside = strayed((x, y), bearing + 900, side * (width + far))
            found.append(strayed(beside, bearing, along * SLOT))
        for across in range(-(width // SLOT), width // SLOT + 1):
            beyond = strayed((x, y), bearing, side * (length + far))
            found.append(strayed(beyond, bearing + 900, across * SLOT))
    return found


def _halves(state: Battle, hull: int) -> tuple[int, int]:
    """Half the length and half the width of a hull."""
    bodies = state.layout.bodies
    length, width = int(bodies[hull, HALF_LENGTH]), int(bodies[hull, HALF_WIDTH])
    return (length, width) if length else (state.layout.radius(hull), state.layout.radius(hull))


# ---- getting out


def around_hull(state: Battle, figure: int) -> Ints:
    """The ground within an inch of a hull, as far as a man's base reaches into it."""
    x, y = state.layout.point(figure)
    bearing = state.layout.bearing(figure)
    half_length, half_width = _halves(state, figure)
    far = BESIDE + BASE
    corners = []
    for along, across in ((1, -1), (1, 1), (-1, 1), (-1, -1)):
        ahead = strayed((x, y), bearing, along * (half_length + far))
        corners.append(strayed(ahead, bearing + 900, across * (half_width + far)))
    return ring(corners)


@rule("sotr.gap.transport")
async def get_out(play: Play[Battle], number: int) -> bool:
    """A unit gets out within an inch of its vehicle, which is its move; it shoots no more this turn."""
    state = play.state
    unit = state.units[number]
    assert unit.aboard is not None
    carrier = state.units[unit.aboard]
    domain = setting_up(state, number, around_hull(state, carrier.men[0]), CLAUSE)
    if usual_place(domain) is None:
        return False
    words = f"{unit.name} gets out of {carrier.name}"
    march = await ask(play, number, "get out", domain, words, CLAUSE, usual=lambda: usual_place(domain))
    places = placed_at(state, march, facing_in(state, unit.side))
    sets = {"places": places, "place": "table", "aboard": None, "models": {"moved": state.turn}}
    play.tell("got out", CLAUSE, unit=number, figures=unit.men, sets=sets, tells={"vehicle": carrier.name})
    find_hidden(play, number)
    return True


# ---- a machine destroyed


@riders_tumble_out.handed_in
@rule("sotr.gap.transport", "sotr.break.trigger")
async def tumble_out(play: Play[Battle], number: int, at: Point, reach: int, ground: int, by: int | None) -> None:
    """Riders tumble out around the wreck and take a wound roll each."""
    places: list[Place5] = []
    bodies = play.state.layout.bodies
    for man in play.state.units[number].men:
        radius = int(bodies[man, RADIUS])
        x, y = _free_place(play.state, at, reach + radius, radius, places)
        places.append((man, x, y, 0, ground))
    play.tell("tumbled out", "sotr.gap.transport", unit=number, sets={"places": [list(place) for place in places]})
    hits = tuple((man, 1) for man in play.state.units[number].men)
    losses = await wound_models(play, hits, Wounding("the wreck", ranged=False), None, ("sotr.gap.transport",))
    if by is not None:
        await break_tests(play, losses, by, "sotr.gap.transport")


def _free_place(state: Battle, at: Point, distance: int, radius: int, taken: list[Place5]) -> Point:
    """A free place for a base near a wreck: the first in rings around it."""
    others = [row for row in range(len(state.figures)) if state.layout.on_table(row)]
    for far in range(distance + NEAR, distance + inches(12), inches(0.5)):
        for x, y in around(*at, far, 24):
            body = stack([disc(x, y, radius)])
            inside = radius <= x <= state.width - radius and radius <= y <= state.depth - radius
            clear = all(int(gap(body, 0, state.layout.bodies, row)) > 0 for row in others)
            apart = all((x - place[1]) ** 2 + (y - place[2]) ** 2 > 4 * radius * radius for place in taken)
            if inside and clear and apart:
                return x, y
    return at
