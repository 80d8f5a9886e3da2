"""Enemy force generation: the throw for arrivals, the table, where a force comes on, and the figures there are for it."""

from functools import partial

from msgspec.structs import replace

from sandtable.dice.readings import Chart, Total
from sandtable.dice.roll import Roll
from sandtable.geometry.line_kernels import SEEN
from sandtable.geometry.measure_kernels import near_on_segment
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.modifiers import Modifier, total
from sandtable.mechanics.zones import from_edge, middle_of_edge
from sandtable.play.script import Play

from .arrivals import bring_on
from .charts import D6
from .flight import length_between
from .forces import at_quality
from .pool import FORCES, MOVED, NOTHING, ROWS, deployable, pool_of, troop_raised
from .portals import APART, in_sight, is_preset, lay, portals, usable_places, withdraw_from_the_open, without
from .sight import points_seen
from .spotting import spot_the_obvious
from .state import SOLO, Battle, Marker, Point
from .units import on_table

CLAUSES = {
    NOTHING: "sk.gen.result-1-5",
    "6-7": "sk.gen.result-6-7",
    "8": "sk.gen.result-8",
    "9": "sk.gen.result-9",
    MOVED: "sk.gen.result-10",
    "11": "sk.gen.result-11",
    "12": "sk.gen.result-12",
    "13": "sk.gen.result-13",
    "14": "sk.gen.result-14",
}
WORDS = {
    NOTHING: "nothing",
    "6-7": "3 riflemen and an NCO",
    "8": "4 riflemen and a man with a Panzerfaust",
    "9": "4 riflemen and a light machine-gun team",
    MOVED: "portals are redeployed",
    "11": "a heavy machine gun and 4 riflemen",
    "12": "a tank-hunter team",
    "13": "an anti-tank gun and a light machine gun",
    "14": "a tank or self-propelled gun",
}
TANKS = ((1, "de.stug"), (4, "de.panzer-iv"), (6, "de.panther"))
QUALITIES = ((1, "second-line"), (2, "regular"), (6, "veteran"))
RATINGS = {"second-line": 1, "regular": 2, "veteran": 3}
OFF_LINE = inches(6)
TANK_SIZES = ("medium", "heavy")  # a carrier or an armoured car is no tank


# ---- the throw


def arrival_modifiers(*, contact: bool, portals: int) -> tuple[Modifier, ...]:
    """What the throw gets: one less before the first contact, one more for each portal in sight after the first."""
    found = []
    if not contact:
        found.append(Modifier(-1, "no contact yet", "sk.gen.no-contact"))
    if portals > 1:
        found.append(Modifier(portals - 1, "portals in sight", "sk.gen.more-counters"))
    return tuple(found)


@rule("sk.gen.roll", "sk.gen.natural-1", "sk.gen.result-1-5", "sk.gen.no-contact", "sk.gen.more-counters")
def outcome_of(die: int, modifiers: tuple[Modifier, ...]) -> str:
    """What a die brings: a natural 1 always nothing."""
    return NOTHING if die == 1 else Chart(ROWS).row(die + total(modifiers))


def arrival_roll() -> Roll[int]:
    """The throw for arrivals: what it needs nobody knows who does not know the portals."""
    because = ("sk.turn.arrivals", "sk.gen.roll")
    return Roll(1, D6, Total(), why="Does the enemy come on?", because=because, neutral=True)


@rule("sk.turn.arrivals", "sk.gen.roll", "sk.gen.force", "sk.portal.open")
async def arrivals(play: Play[Battle]) -> None:
    """The first step of a turn: a throw for all portals in sight together; then portals in the open withdraw.

    The die is thrown whenever any face-down counter is in sight, so that it does not tell which of them are portals.
    """
    state = play.state
    if not state.solo or is_preset(state):
        return
    if in_sight(state, perhaps=True):
        rolled = await arrival_roll()
        seen = in_sight(state)
        found = arrival_modifiers(contact=state.contact, portals=len(seen))
        wanted = outcome_of(rolled.value, found) if seen else NOTHING
        await _come(play, wanted, seen, found, rolled.number)
    withdraw_from_the_open(play)


@rule("sk.gen.no-figures", "sk.gen.recycle")
async def _come(play: Play[Battle], wanted: str, seen: list[int], found: tuple[Modifier, ...], number: int) -> None:
    """What a result brings, or what there are figures for instead."""
    result = deployable(play.state, wanted)
    if result == NOTHING:
        if wanted == NOTHING:
            play.tell("nothing came", "sk.gen.result-1-5", rolls=(number,))
        else:
            play.tell("nobody was left to come", "sk.gen.recycle", "sk.gen.no-figures", rolls=(number,))
        return
    said = ", ".join(map(str, found))
    tells = {"what": WORDS[result], "why": said}
    clauses = (CLAUSES[result], *(one.clause for one in found), *(("sk.gen.no-figures",) if result != wanted else ()))
    play.tell("the enemy came on", *clauses, rolls=(number,), tells=tells)
    if result == MOVED:
        redeploy(play)
        return
    await deploy(play, result, seen)
    spot_the_obvious(play)


# ---- figures


# ---- where


def where_roll(count: int) -> Roll[int]:
    """At which portal a force appears."""
    why, because = "At which portal in sight", ("sk.gen.where",)
    return Roll(1, count, Total(), why=why, because=because, neutral=True)


@rule("sk.gen.where", "sk.gen.where-tanks")
async def where(play: Play[Battle], result: str, seen: list[int]) -> int:
    """The portal at which a force appears: any in sight; tanks and anti-tank guns far from the players' tanks."""
    if result in {"13", "14"} and tanks_of_players(play.state):
        return far_from_tanks(play.state)
    if len(seen) == 1:
        return seen[0]
    rolled = await where_roll(len(seen))
    return seen[rolled.value - 1]


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


def quality_roll() -> Roll[str]:
    """How good a force is."""
    why, because = "Quality of the force", ("sk.gap.generated-quality",)
    return Roll(1, D6, Chart(QUALITIES), why=why, because=because, neutral=True)


def tank_roll() -> Roll[str]:
    """Which tank comes."""
    why, because = "Which vehicle", ("sk.gap.generated-quality",)
    return Roll(1, D6, Chart(TANKS), why=why, because=because, neutral=True)


@rule("sk.gap.generated-quality", "sk.portal.rock-start", "sk.gen.roll")
async def deploy(play: Play[Battle], result: str, seen: list[int]) -> None:
    """A force appears at a portal, which stays; one behind a rock is good for this once."""
    place = await where(play, result, seen)
    marker = play.state.markers[place]
    troops = FORCES[result]
    if result == "14":
        picked = await tank_roll()
        troops = (picked.value,)
    rolled = await quality_roll()
    for troop in troops:
        bring_on(play, at_quality(troop_raised(troop), RATINGS[rolled.value]), marker.at, SOLO, CLAUSES[result])
    markers = play.state.markers
    now = without(markers, place) if marker.once else _known(markers, place)
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
