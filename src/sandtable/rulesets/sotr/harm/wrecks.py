"""Machines destroyed: what is left of them (sotr.gap.vehicle-cover)."""

from sandtable.geometry.angle import around
from sandtable.geometry.bodies import GROUND, HALF_LENGTH, RADIUS
from sandtable.geometry.measure_kernels import corner
from sandtable.mechanics.clauses import rule
from sandtable.play.script import Play
from sandtable.rulesets.sotr.state import Battle, Point
from sandtable.rulesets.sotr.units.afterwards import riders_tumble_out
from sandtable.table.terrain import Piece, piece

WRECK_HEIGHT = 2
COVER = "sotr.gap.vehicle-cover"
CORNERS = 8  # of the wreck of a machine on a round base


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
    hull = play.state.units[machine].men
    if play.state.layout.bare:
        play.tell("was wrecked", *because, unit=machine, figures=hull, sets={"place": "destroyed"})
        return
    left = wreck_of(play.state, machine)
    at, reach = play.state.layout.point(hull[0]), play.state.layout.radius(hull[0])
    ground = int(play.state.layout.bodies[hull[0], GROUND])
    play.tell("was wrecked", *because, unit=machine, figures=hull, sets={"place": "destroyed"})
    play.tell("left a wreck", COVER, sets={"terrain": (*play.state.terrain, left)})
    for number, unit in enumerate(play.state.units):
        if unit.aboard == machine and unit.place == "aboard":
            await riders_tumble_out.play(play, number, at, reach, ground, by)
