"""Machines destroyed: what is left of them (sotr.gap.vehicle-cover), and what becomes of riders (sotr.gap.transport)."""

from sandtable.geometry.angle import around
from sandtable.geometry.bodies import GROUND, HALF_LENGTH, RADIUS, disc, stack
from sandtable.geometry.measure_kernels import corner, gap
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.play.script import Play
from sandtable.table.terrain import Piece, piece

from .breaking import break_tests
from .state import Battle, Place5, Point
from .wounds import Wounding, wound_models

WRECK_HEIGHT = 2
COVER = "sotr.gap.vehicle-cover"
CORNERS = 8  # of the wreck of a machine on a round base
NEAR = inches(0.1)


def hull_outline(state: Battle, figure: int) -> tuple[Point, ...]:
    """The outline of a machine on the table."""
    row = state.layout.bodies[figure]
    if row[HALF_LENGTH]:
        ends = (corner(state.layout.bodies, figure, index) for index in range(4))
        return tuple((int(x), int(y)) for x, y in ends)
    x, y = state.layout.point(figure)
    return tuple(around(x, y, int(row[RADIUS]), CORNERS))


@rule("sotr.gap.vehicle-cover")
def wreck_of(state: Battle, machine: int) -> Piece:
    """The wreck of a machine: hard cover two inches high where its hull stood."""
    unit = state.units[machine]
    return piece("wreck", hull_outline(state, unit.men[0]), height=WRECK_HEIGHT, name=f"the wreck of {unit.name}")


@rule("sotr.gap.vehicle-cover")
async def wreck(play: Play[Battle], machine: int, *because: str, by: int | None = None) -> None:
    """A machine is destroyed: removed as a GONER, its wreck stays; whoever rode in it gets out, hurt or not.

    `by` is the unit whose fire did it: riders who lose models to that test for it.
    """
    left = wreck_of(play.state, machine)
    hull = play.state.units[machine].men
    at, reach = play.state.layout.point(hull[0]), play.state.layout.radius(hull[0])
    ground = int(play.state.layout.bodies[hull[0], GROUND])
    play.tell("was wrecked", *because, unit=machine, figures=hull, sets={"place": "destroyed"})
    play.tell("left a wreck", COVER, sets={"terrain": (*play.state.terrain, left)})
    for number, unit in enumerate(play.state.units):
        if unit.aboard == machine and unit.place == "aboard":
            await _spill(play, number, at, reach, ground, by)


@rule("sotr.gap.transport", "sotr.break.trigger")
async def _spill(play: Play[Battle], number: int, at: Point, reach: int, ground: int, by: int | None) -> None:
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
    for ring in range(distance + NEAR, distance + inches(12), inches(0.5)):
        for x, y in around(*at, ring, 24):
            body = stack([disc(x, y, radius)])
            inside = radius <= x <= state.width - radius and radius <= y <= state.depth - radius
            clear = all(int(gap(body, 0, state.layout.bodies, row)) > 0 for row in others)
            apart = all((x - place[1]) ** 2 + (y - place[2]) ** 2 > 4 * radius * radius for place in taken)
            if inside and clear and apart:
                return x, y
    return at
