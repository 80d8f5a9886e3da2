"""Laying out the counters of the solo side: where they lie, and what is shuffled among them."""

from sandtable.dice.readings import Each
from sandtable.dice.roll import Roll
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.zones import from_edge
from sandtable.play.events import NOBODY
from sandtable.play.script import Play
from sandtable.rulesets.skirmish41.basics.charts import D20
from sandtable.rulesets.skirmish41.basics.units import in_battle
from sandtable.rulesets.skirmish41.move.flight import length_between
from sandtable.rulesets.skirmish41.state import SOLO, Battle, Marker, Point, Sort

from .generation import edge_centre, off_line
from .portals import IN_THE_OPEN, exposure, is_preset, players, usable_places

CLAUSE = "sk.gap.solo-markers"
CLEAR = inches(18)  # from where the players start
APART = inches(4)
PER_FIGURES, LEAST = 4, 4
START = inches(10)  # how deep that zone is
EVENTS: tuple[Sort, ...] = ("sniper", "mines", "artillery", "sniper", "mines", "smoke")


@rule("sk.gap.solo-markers")
def start_zone_gap(state: Battle, point: Point) -> int:
    """How far a point is from the zone in which the players set up."""
    return max(0, from_edge(state, state.edges[0], point) - START)


@rule("sk.gap.solo-markers", "sk.solo.setup")
def how_many(state: Battle) -> tuple[int, int]:
    """How many portals, and how many event and dummy counters among them: at most twice as many."""
    figures = sum(len(state.units[team].men) for team in in_battle(state, 0))
    teams = sum(unit.side == SOLO for unit in state.units)
    count = teams if is_preset(state) else state.mission.portals or max(LEAST, figures // PER_FIGURES)
    others = state.mission.markers or count
    return count, min(others, 2 * count)


@rule("sk.gap.solo-markers", "sk.event.replaces")
def stack_of(state: Battle, drawn: tuple[Sort, ...]) -> list[Marker]:
    """The counters before they are shuffled: portals, blanks for half of the others, and the events that were drawn."""
    count, others = how_many(state)
    teams = [number for number, unit in enumerate(state.units) if unit.side == SOLO]
    preset = is_preset(state)
    nowhere = (0, 0)
    found = [Marker("portal", nowhere, team=teams[place] if preset else -1) for place in range(count)]
    blanks = others - others // 2
    found += [Marker("dummy", nowhere)] * blanks
    found += [Marker(sort, nowhere) for sort in drawn[: others - blanks]]
    return found


def draw_roll(dice: int) -> Roll[tuple[int, ...]]:
    """Events are drawn from their pot: a die for each in it that nobody sees."""
    return Roll(dice, D20, Each(), why="Events are drawn", because=(CLAUSE,), neutral=True, secret=True)


@rule("sk.gap.solo-markers")
async def draw_events(state: Battle) -> tuple[Sort, ...]:
    """The events in the order in which they are drawn; nothing is thrown if there are none to draw."""
    wanted = how_many(state)[1] // 2
    if not wanted:
        return ()
    pot = EVENTS * (1 + (wanted - 1) // len(EVENTS))
    rolled = await draw_roll(len(pot))
    return tuple(pot[place] for place in sorted(range(len(pot)), key=lambda place: (rolled.value[place], place)))


@rule("sk.gen.placement", "sk.gap.solo-markers", "sk.portal.rock-start")
def spread(state: Battle, count: int) -> list[Point]:
    """Places for so many counters: in cover along the ways to the objective or the solo edge, apart from one another."""
    goal = state.objectives[0] if state.objectives else edge_centre(state, SOLO)
    start = edge_centre(state, 0)
    viewers = players(state)
    able = [point for point in usable_places(state) if start_zone_gap(state, point) >= CLEAR]
    bare = [point for point in able if exposure(state, point, viewers) == IN_THE_OPEN]  # from where the players begin
    covered = [point for point in able if point not in bare]

    def wanted(point: Point) -> tuple[int, int, Point]:
        return off_line(point, start, goal) // inches(8), length_between(point, goal), point

    found: list[Point] = []
    for places in (sorted(covered, key=wanted), sorted(bare, key=wanted)):
        for apart in (APART, APART // 2, inches(1)):
            for point in places:
                if len(found) < count and all(length_between(point, other) > apart for other in found):
                    found.append(point)
    return found


def shuffle_roll(dice: int) -> Roll[tuple[int, ...]]:
    """Counters are shuffled face down: a die for each that nobody sees."""
    return Roll(dice, D20, Each(), why="Counters are shuffled", because=(CLAUSE,), neutral=True, secret=True)


@rule("sk.solo.setup", "sk.gap.solo-markers", "sk.portal.rock-start")
async def lay_counters(play: Play[Battle]) -> None:
    """Shuffle the counters face down and lay them out."""
    state = play.state
    stack = stack_of(state, await draw_events(state))
    points = spread(state, len(stack))
    stack = _fitting(stack, len(points))
    rolled = await shuffle_roll(len(stack))
    order = sorted(range(len(stack)), key=lambda place: (rolled.value[place], place))
    laid = [
        Marker(stack[place].sort, point, team=stack[place].team) for place, point in zip(order, points, strict=True)
    ]
    if state.mission.rock is not None and not is_preset(state):
        x, y = state.mission.rock
        laid.append(Marker("portal", (inches(x), inches(y)), once=True))
    face_down = tuple(Marker("unknown", one.at) for one in laid)
    tells = {"count": len(laid)}
    play.tell(
        "counters were laid out", CLAUSE, "sk.gen.placement", sets={"battle": {"markers": face_down}}, tells=tells
    )
    sorts = tuple((one.sort, one.team, one.once) for one in laid)
    play.tell("counters were shuffled", CLAUSE, sets={"sorts": sorts}, rolls=(rolled.number,), known_to=NOBODY)


def _fitting(stack: list[Marker], room: int) -> list[Marker]:
    """As many counters as there are places for: dummies are left out first."""
    dummies = [one for one in stack if one.sort == "dummy"]
    left = list(stack)
    while len(left) > room:
        left.remove(dummies.pop() if dummies else left[-1])
    return left
