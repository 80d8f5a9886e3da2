"""Enemy force generation: the throw for arrivals, the table, where a force comes on, and the figures there are for it."""

from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from sandtable.dice.readings import Chart, Total
from sandtable.dice.roll import Roll
from sandtable.geometry.line_kernels import SEEN
from sandtable.geometry.measure_kernels import near_on_segment
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.modifiers import Modifier, felt, total
from sandtable.mechanics.zones import from_edge, middle_of_edge
from sandtable.play.script import Play
from sandtable.play.stage import stage
from sandtable.rulesets.skirmish41.basics.charts import D6
from sandtable.rulesets.skirmish41.basics.forces import at_quality
from sandtable.rulesets.skirmish41.basics.sight import points_seen
from sandtable.rulesets.skirmish41.basics.units import on_table
from sandtable.rulesets.skirmish41.move.flight import length_between
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.spotting.spotting import spot_the_obvious
from sandtable.rulesets.skirmish41.state import SOLO, Battle, Marker, Point

from .arrivals import bring_on
from .pool import MOVED, NOTHING, Pool, deployable_from, pool_of, troop_raised
from .portals import APART, in_sight, is_preset, lay, portals, usable_places, withdraw_from_the_open, without

OFF_LINE = inches(6)
HEAVY = ("13", "14")  # tanks and anti-tank guns, which appear far from the players' tanks
TANK_SIZES = ("medium", "heavy")  # a carrier or an armoured car is no tank


# ---- the throw


def arrival_modifiers(options: Options, *, contact: bool, portals: int) -> tuple[Modifier, ...]:
    """What the throw gets: one less before the first contact, one more for each portal in sight after the first."""
    found, table = [], options.tables.arrivals
    if not contact:
        found.append(table.no_contact.because("no contact yet"))
    if portals > 1:
        found.append(table.more_counters.because("portals in sight", portals - 1))
    return tuple(felt(found))


@rule("sk.gen.roll", "sk.gen.natural-1", "sk.gen.result-1-5", "sk.gen.no-contact", "sk.gen.more-counters")
def outcome_of(die: int, modifiers: tuple[Modifier, ...], options: Options) -> str:
    """What a die brings: a natural 1 always nothing."""
    return NOTHING if die == 1 else options.tables.chart("generation").row(die + total(modifiers))


def arrival_roll() -> Roll[int]:
    """The throw for arrivals: what it needs nobody knows who does not know the portals."""
    because = ("sk.turn.arrivals", "sk.gen.roll")
    why = "Does the enemy come on?"
    return Roll(1, D6, Total(), why=why, because=because, neutral=True, step="whether the enemy comes on")


@rule("sk.turn.arrivals", "sk.gen.roll", "sk.gen.force", "sk.portal.open")
async def arrivals(play: Play[Battle]) -> None:
    """The first step of a turn: a throw for all portals in sight together; then portals in the open withdraw.

    The die is thrown whenever any face-down counter is in sight, so that it does not tell which of them are portals.
    """
    state = play.state
    if not state.solo or is_preset(state):
        return
    if in_sight(state, perhaps=True):
        comes = await arrive(play, ways_on(state))
        if comes.result == MOVED:
            redeploy(play)
        elif comes.result != NOTHING:
            deploy(play, comes)
            spot_the_obvious(play)
    withdraw_from_the_open(play)


class WaysOn(NamedTuple):
    """How the enemy may come on, as it was measured: portals in sight, figures left, the portal far from tanks of ours."""

    seen: tuple[int, ...]
    pool: Pool
    far: int | None = None


class Arrival(NamedTuple):
    """What comes on: by which row of the table, at which portal, which troops, how good; whether `far` from tanks."""

    result: str
    place: int = -1
    troops: tuple[str, ...] = ()
    quality: str = ""
    far: bool = False


@rule("sk.gen.where", "sk.gen.where-tanks")
def ways_on(state: Battle) -> WaysOn:
    """How the enemy may come on."""
    far = far_from_tanks(state) if tanks_of_players(state) and portals(state) else None
    return WaysOn(tuple(in_sight(state)), pool_of(state), far)


@stage
@rule("sk.gen.no-figures", "sk.gen.recycle", "sk.gap.generated-quality", "sk.gen.where-tanks")
async def arrive(play: Play[Battle], ways: WaysOn) -> Arrival:
    """The throw for arrivals, and what a result brings or what there are figures for instead."""
    rolled = await arrival_roll()
    options = play.state.options
    found = arrival_modifiers(options, contact=play.state.contact, portals=len(ways.seen))
    wanted = outcome_of(rolled.value, found, options) if ways.seen else NOTHING
    result = deployable_from(ways.pool, wanted, options)
    if result == NOTHING:
        if wanted == NOTHING:
            play.tell("nothing came", "sk.gen.result-1-5", rolls=(rolled.number,))
        else:
            play.tell("nobody was left to come", "sk.gen.recycle", "sk.gen.no-figures", rolls=(rolled.number,))
        return Arrival(NOTHING)
    row = options.tables.generation[result]
    tells = {"what": row.what, "why": ", ".join(map(str, found))}
    clauses = (row.clause, *(one.clause for one in found), *(("sk.gen.no-figures",) if result != wanted else ()))
    play.tell("the enemy came on", *clauses, rolls=(rolled.number,), tells=tells)
    if result == MOVED:
        return Arrival(MOVED)
    far = result in HEAVY and ways.far is not None
    place = ways.far if far and ways.far is not None else await where(ways.seen)
    troops = row.teams if result != "14" else ((await tank_roll(options)).value,)
    return Arrival(result, place, troops, (await quality_roll(options)).value, far)


# ---- where


def where_roll(count: int) -> Roll[int]:
    """At which portal a force appears."""
    why, because = "At which portal in sight", ("sk.gen.where",)
    return Roll(1, count, Total(), why=why, because=because, neutral=True, step="at which portal")


@rule("sk.gen.where")
async def where(seen: tuple[int, ...]) -> int:
    """The portal at which a force appears: any in sight."""
    return seen[0] if len(seen) == 1 else seen[(await where_roll(len(seen))).value - 1]


def tanks_of_players(state: Battle) -> list[int]:
    """The tanks that players have on the table."""
    return [
        team for team in on_table(state, 0) if state.units[team].mounted and state.units[team].card.size in TANK_SIZES
    ]


@rule("sk.gen.where-tanks")
def far_from_tanks(state: Battle) -> int:
    """The portal farthest from the tank that is nearest to it, of those that see it; of all if none does."""
    hulls = [state.units[team].hull for team in tanks_of_players(state)]

    def nearest(place: int) -> tuple[int, int]:
        at = state.markers[place].at
        return min((length_between(state.layout.point(hull), at), hull) for hull in hulls)

    able = portals(state)
    seeing = [
        place for place in able if points_seen(state, (nearest(place)[1],), [state.markers[place].at])[0, 0, SEEN]
    ]
    return max(seeing or able, key=lambda place: (nearest(place)[0], -place))


def quality_roll(options: Options) -> Roll[str]:
    """How good a force is."""
    why, because = "Quality of the force", ("sk.gap.generated-quality",)
    return Roll(
        1, D6, options.tables.chart("qualities"), why=why, because=because, neutral=True, step="how good they are"
    )


def tank_roll(options: Options) -> Roll[str]:
    """Which tank comes."""
    why, because = "Which vehicle", ("sk.gap.generated-quality",)
    chart = Chart(tuple((low, f"de.{name}") for low, name in options.tables.chart("tanks").rows))
    return Roll(1, D6, chart, why=why, because=because, neutral=True, step="which vehicle")


@rule("sk.gap.generated-quality", "sk.portal.rock-start", "sk.gen.roll")
def deploy(play: Play[Battle], comes: Arrival) -> None:
    """A force appears at a portal, which stays; one behind a rock is good for this once."""
    marker, tables = play.state.markers[comes.place], play.state.options.tables
    for troop in comes.troops:
        raised = at_quality(troop_raised(troop), tables.qualities[comes.quality].actions)
        bring_on(play, raised, marker.at, SOLO, tables.generation[comes.result].clause)
    markers = play.state.markers
    now = without(markers, comes.place) if marker.once else _known(markers, comes.place)
    lay(play, now, "sk.portal.rock-start" if marker.once else "sk.gen.where")


def _known(markers: tuple[Marker, ...], place: int) -> tuple[Marker, ...]:
    return (*markers[:place], replace(markers[place], known=True), *markers[place + 1 :])


# ---- a ten


def edge_centre(state: Battle, side: int) -> Point:
    """The middle of a side's table edge."""
    return middle_of_edge(state, state.edges[side])


@rule("sk.gen.result-10")
def redeploy(play: Play[Battle]) -> None:
    """Portals that the players have passed go to cover near the line to the middle of the solo edge; an officer may come."""
    state = play.state
    depth = partial(from_edge, state, state.edges[0])  # of the players
    points = [at for team in on_table(state, 0) for at in state.layout.points(state.units[team].bodies)]
    if points:
        lead = max(points, key=lambda at: (depth(at), at))
        goal = edge_centre(state, SOLO)
        for place in portals(state):
            if depth(play.state.markers[place].at) < depth(lead):
                _shift(play, place, lead, goal)
    rear = max(portals(play.state), key=lambda place: (depth(play.state.markers[place].at), -place), default=None)
    if rear is not None and pool_of(play.state).men > 0:
        bring_on(play, troop_raised("de.officer"), play.state.markers[rear].at, SOLO, "sk.gen.result-10")
        lay(play, _known(play.state.markers, rear), "sk.gen.result-10")


def _shift(play: Play[Battle], place: int, lead: Point, goal: Point) -> None:
    """A portal that was passed goes to the nearest free cover by the line from the leading figure to the solo edge."""
    state = play.state
    depth = partial(from_edge, state, state.edges[0])  # of the players
    taken = [marker.at for other, marker in enumerate(state.markers) if other != place]
    able = [
        point
        for point in usable_places(state)
        if depth(point) > depth(lead)
        and off_line(point, lead, goal) <= OFF_LINE
        and all(length_between(other, point) > APART for other in taken)
    ]
    if not able:
        return
    point = min(able, key=lambda point: (off_line(point, lead, goal), length_between(point, lead), point))
    markers = state.markers
    moved = (*markers[:place], replace(markers[place], at=point, known=True), *markers[place + 1 :])
    lay(play, moved, "sk.gen.result-10")
    play.tell("was redeployed", "sk.gen.result-10", tells={"length": length_between(markers[place].at, point)})


def off_line(point: Point, start: Point, end: Point) -> int:
    """How far a point is off the straight line between two others."""
    x, y = near_on_segment(*point, *start, *end)
    return length_between(point, (int(x), int(y)))
