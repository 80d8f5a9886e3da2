"""The Dead Walk (sotr.gap.scenarios): mobs that come on from a random edge, and the living who leave by the far one."""

from sandtable.dice.readings import Chart
from sandtable.dice.roll import Roll
from sandtable.geometry.bodies import HALF_LENGTH, RADIUS, X, Y
from sandtable.geometry.measure_kernels import corner
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.zones import FACING_IN, band, from_edge
from sandtable.play.asking import ask
from sandtable.play.domains import YesNo
from sandtable.play.script import Play
from sandtable.rulesets.sotr.basics.sight import standing, unit_engaged
from sandtable.rulesets.sotr.move.placing import placed_at, setting_up, usual_place
from sandtable.rulesets.sotr.react.coming_upon import find_hidden
from sandtable.rulesets.sotr.state import Battle, Point

from .victory import DEAD, LIVING

CLAUSE = "sotr.gap.scenarios"
LATE = (2, 4)  # the turns at the start of which one more mob comes on
AT_THE_EDGE = inches(1)
# Left, right and far as the living see it.
EDGES = {
    "south": ("west", "east", "north"),
    "north": ("east", "west", "south"),
    "west": ("north", "south", "east"),
    "east": ("south", "north", "west"),
}


@rule("sotr.gap.scenarios")
def edge_roll(own: str, name: str, seat: int) -> Roll[str]:
    """Which edge a mob comes on from: 1-2 left, 3-4 right, 5-6 far, as the living see it."""
    left, right, far = EDGES[own]
    chart = Chart(((1, left), (3, right), (5, far)))
    return Roll(1, 6, chart, why=f"{name} comes on", because=(CLAUSE,), seat=seat, neutral=True, step="to come on")


def far_edge(state: Battle) -> str:
    """The edge that the living want to reach."""
    return EDGES[state.edges[LIVING]][2]


async def come_on(play: Play[Battle], number: int) -> bool:
    """A mob comes on from a random edge, as deep as its Advance; False if there is no room for it."""
    state = play.state
    unit = state.units[number]
    rolled = await edge_roll(state.edges[LIVING], unit.name, unit.side)
    edge = rolled.value
    domain = setting_up(state, number, band(state.width, state.depth, edge, unit.card.advance), CLAUSE)
    if usual_place(domain) is None:
        play.tell("found no room to come on", CLAUSE, unit=number, rolls=(rolled.number,))
        return False
    words = f"{unit.name} comes on from the {edge} edge"
    march = await ask(play, number, "set up", domain, words, CLAUSE, usual=lambda: usual_place(domain))
    sets = {"places": placed_at(state, march, FACING_IN[edge]), "place": "table"}
    play.tell("came on", CLAUSE, unit=number, sets=sets, tells={"edge": edge}, rolls=(rolled.number,))
    find_hidden(play, number)
    return True


async def first_mobs(play: Play[Battle]) -> None:
    """At the beginning all mobs come on but those that come later."""
    mobs = [number for number, unit in enumerate(play.state.units) if unit.side == DEAD]
    for number in mobs[: len(mobs) - late_mobs(len(mobs))]:
        await come_on(play, number)


def late_mobs(mobs: int) -> int:
    """How many of so many mobs come later: one for each turn of arrival, as long as one is there from the start."""
    return min(len(LATE), mobs - 1)


@rule("sotr.maint.scenario", "sotr.gap.scenarios")
async def bring_on_the_dead(play: Play[Battle], side: int) -> None:
    """In the Maintenance of turns 2 and 4, where monsters appear (1.4), another mob comes on; the crowded out try again."""
    state = play.state
    if state.mission.name != "dead-walk" or side != DEAD:
        return
    waiting = [number for number, unit in enumerate(state.units) if unit.side == DEAD and unit.place == "reserve"]
    still_to_come = sum(turn > state.turn for turn in LATE)
    for number in waiting[: max(0, len(waiting) - still_to_come)]:
        await come_on(play, number)


# ---- leaving


@rule("sotr.gap.scenarios")
async def may_exit(play: Play[Battle], number: int) -> None:
    """A unit of the living whose standing models are all within an inch of the far edge may leave when it has acted."""
    state = play.state
    unit = state.units[number]
    if state.mission.name != "dead-walk" or unit.side != LIVING or not unit.on_table:
        return
    upright = standing(state, number)
    blocked = unit.fleeing or unit.disorganized or unit_engaged(state, number) or not upright
    if blocked or any(to_edge(state, man, far_edge(state)) > AT_THE_EDGE for man in upright):
        return
    leaves = await ask(play, number, "exit", YesNo(), f"Does {unit.name} leave the table?", CLAUSE, usual=True)
    if not leaves:
        return
    left = tuple(man for man in unit.men if man not in upright)
    if left:
        play.tell("left comrades behind", CLAUSE, unit=number, figures=left, sets={"place": "table"})
    sets = {"place": "exited", "men": upright, "hidden": False}
    play.tell("left the table", CLAUSE, unit=number, figures=upright, sets=sets)


def to_edge(state: Battle, figure: int, edge: str) -> int:
    """How far a base is from an edge of the table."""
    return min(from_edge(state, edge, point) for point in _outermost(state, figure))


def _outermost(state: Battle, figure: int) -> list[Point]:
    bodies = state.layout.bodies
    if bodies[figure, HALF_LENGTH]:
        return [(int(x), int(y)) for x, y in (corner(bodies, figure, index) for index in range(4))]
    x, y, radius = int(bodies[figure, X]), int(bodies[figure, Y]), int(bodies[figure, RADIUS])
    return [(x - radius, y), (x + radius, y), (x, y - radius), (x, y + radius)]
