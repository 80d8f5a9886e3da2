"""Leaving the table by the far edge."""

from sandtable.geometry.bodies import RADIUS
from sandtable.geometry.measure_kernels import corner
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.zones import from_edge
from sandtable.play.asking import ask
from sandtable.play.domains import OnTable, SomeOf
from sandtable.play.script import Play
from sandtable.rulesets.fraley.basics.teams import CONTACT, acting, called
from sandtable.rulesets.fraley.machines.transport import carried
from sandtable.rulesets.fraley.setup.victory import escaped, share
from sandtable.rulesets.fraley.state import Battle

CLAUSE = "fraley.gap.scenario-breakthrough"


@rule("fraley.gap.scenario-breakthrough")
def at_the_far_edge(state: Battle, number: int) -> list[int]:
    """The Teams under a Unit's order that touch the edge by which their side breaks through."""
    unit = state.units[number]
    if state.mission.name != "breakthrough" or unit.side != state.mission.attacker:
        return []
    return [man for man in acting(state, number) if _touches(state, man, state.edges[1 - unit.side])]


def _touches(state: Battle, figure: int, edge: str) -> bool:
    if not state.layout.on_table(figure):
        return False
    bodies = state.layout.bodies
    x, y, _, radius = bodies[figure, : RADIUS + 1].tolist()
    if from_edge(state, edge, (x, y)) > radius + 2 * CONTACT:
        return False
    corners = [corner(bodies, figure, index) for index in range(4)]
    return min(from_edge(state, edge, (int(x), int(y))) for x, y in corners) <= CONTACT


@rule("fraley.gap.scenario-breakthrough", "fraley.gap.table-size")
async def may_leave(play: Play[Battle], number: int) -> None:
    """After a Move, Teams of the side that is breaking through may leave by the far edge that they touch."""
    state = play.state
    able = at_the_far_edge(state, number)
    if not able:
        return
    unit = state.units[number]
    keys = {f"m{man}": man for man in able}
    choices = SomeOf(keys, 0, len(keys), label=lambda man: called(state, man), points=lambda man: OnTable(figure=man))
    words = f"Which Teams of {unit.name} leave by the far edge?"
    chosen = await ask(play, number, "leave", choices, words, CLAUSE, usual=list(keys))
    if not chosen:
        return
    leaving = sorted(chosen)
    leaving += [rider for man in leaving for rider in carried(state, man)]
    play.tell(
        "left by the far edge",
        CLAUSE,
        unit=number,
        figures=tuple(leaving),
        sets={"escaped": _escaped_with(state, leaving)},
    )


def _escaped_with(state: Battle, leaving: list[int]) -> tuple[int, int]:
    """The points of Teams that have left, once these have, in whole points."""
    side = state.sides[leaving[0]]
    worth = escaped(state, side)
    for man in leaving:
        unit = state.units[state.figures[man].unit]
        worth += share(unit)
    found = [state.escaped[0], state.escaped[1]]
    found[side] = int(worth)
    return found[0], found[1]
