"""Carrying out a move: the way is declared whole, units in Ambush may fire into it, survivors go on.

Every kind of move ends up here: on foot or driven, ordered, forced or in reaction.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import isqrt
from typing import NamedTuple

import msgspec
import numpy as np

from sandtable.geometry.angle import in_arc
from sandtable.geometry.bodies import BEARING, X, Y
from sandtable.geometry.kernel import Ints, ints
from sandtable.geometry.measure_kernels import nearest
from sandtable.geometry.units import INCH, inches, show
from sandtable.geometry.way_kernels import stages
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.sight import Watch, seen_on_the_way
from sandtable.play.decision import Decision
from sandtable.play.domains import OneOf
from sandtable.play.driving import Driven
from sandtable.play.marching import March, along, arrival
from sandtable.play.script import Play
from sandtable.play.state import with_unit
from sandtable.table.layout import rows

from .arms import QUARTER, Aimed, Arm, Armed, armed, label
from .battlefield import distance, friends_of, height_of_ground, heights_of_ground, raised, scattered, to_wall
from .declare import Shoot, may_fire
from .state import Battle
from .volley import SCOPE_REACH

STATIONS = 6
BETWEEN = 2 * INCH
AMBUSH = Shoot(ambush=True)
FINDS = inches(12)  # how near one has to come to a hidden unit
GRIPS = INCH  # nearer than this an assault is no target any more

Placing = tuple[int, int, int, int, int]  # figure, x, y, bearing, ground


class Journey(NamedTuple):
    """A declared move: where it ends, and how to say where everybody is at stations on the way."""

    end: tuple[Placing, ...]
    length: int
    tells: dict[str, object]
    on_the_way: Callable[[int, int], list[tuple[int, int, int, int]]]  # (figure, x, y, bearing) after n of m parts
    legs: Ints | None = None  # the same as numbers, if everybody goes straight

    @property
    def stays(self) -> bool:
        """Whether nobody goes anywhere."""
        return self.length == 0

    @property
    def stations(self) -> int:
        """In how many parts the way is watched."""
        return min(STATIONS, max(1, -(-self.length // BETWEEN)))


def on_foot(state: Battle, march: March) -> Journey:
    """The journey of men on foot."""
    layout = state.layout
    end = arrival(march, layout, state.ground, raised(state))

    def on_the_way(part: int, whole: int) -> list[tuple[int, int, int, int]]:
        return [(walk.figure, *along(walk.points, part, whole)[0], layout.bearing(walk.figure)) for walk in march.walks]

    return Journey(end.places, end.longest, {"march": march}, on_the_way, end.legs)


def driven(state: Battle, row: int, drive: Driven) -> Journey:
    """The journey of a hull along its legs."""
    poses = drive.poses
    points = [pose[:2] for pose in poses]
    x, y, bearing = poses[-1]

    def on_the_way(part: int, whole: int) -> list[tuple[int, int, int, int]]:
        (at_x, at_y), leg = along(points, part, whole)
        return [(row, at_x, at_y, poses[min(leg, len(poses) - 1)][2])]

    turned = int(poses[-1][2] != poses[0][2])
    end = ((row, x, y, bearing, height_of_ground(state, x, y)),)
    return Journey(end, _length(points) or turned, {"poses": [list(pose) for pose in poses]}, on_the_way)


def straight_to(state: Battle, number: int, goals: Sequence[tuple[int, int]], what: str) -> Journey:
    """The journey of a unit whose figures go straight to where they leave the table, each to a goal of its own."""
    layout, figures = state.layout, state.units[number].figures
    ways = [(figure, (layout.point(figure), goal)) for figure, goal in zip(figures, goals, strict=True)]

    def on_the_way(part: int, whole: int) -> list[tuple[int, int, int, int]]:
        return [(figure, *along(way, part, whole)[0], layout.bearing(figure)) for figure, way in ways]

    longest = max(_length(way) for _, way in ways)
    end = tuple(
        (*place, height) for place, height in zip(on_the_way(1, 1), heights_of_ground(state, goals), strict=True)
    )
    return Journey(end, max(1, longest), {"goal": what}, on_the_way)


def _length(points: Sequence[tuple[int, int]]) -> int:
    if len(points) == 1:
        return 0
    return sum([isqrt((bx - ax) ** 2 + (by - ay) ** 2) for (ax, ay), (bx, by) in pairwise(points)])


class Spring(NamedTuple):
    """An ambush to be sprung: by whom, at which station."""

    station: int
    watcher: int


async def travel(  # who, where to, and how it is told
    play: Play[Battle],
    number: int,
    journey: Journey,
    *because: str,
    verb: str = "moved",
    sets: dict[str, object] | None = None,
    watched: bool = True,
    assault: bool = False,
    spotter: bool = False,
) -> bool:
    """Go the whole way, under fire from units in Ambush if there are any; False if the unit did not get there.

    With `spotter` it is the unit's spotter who goes, alone: he is the target, and his unit has not moved.
    """
    mover = Aimed(number, spotter)
    if play.state.units[number].hidden and not journey.stays and not spotter:
        play.tell("came out of hiding", "ba.gap.hidden-setup", unit=number, sets={"hidden": False})
    springs = [] if journey.stays or not watched else await _springs(play, mover, journey, assault=assault)
    order = play.state.units[number].order
    reached = 0
    for spring in sorted(springs):
        if spring.station > reached:
            reached = spring.station
            _go(play, mover, journey, reached, because, verb, sets or {})
        await _spring(play, mover, spring.watcher)
        unit = play.state.units[number]
        if spotter and unit.spotter is None:
            return False
        if not unit.alive or unit.order != order or unit.immobilised:
            find_hidden(play, number, journey, spring.station)
            return False
    if reached < journey.stations:
        _go(play, mover, journey, journey.stations, because, verb, sets or {})
    find_hidden(play, number, journey, journey.stations)
    return True


def _places_at(state: Battle, journey: Journey, station: int) -> tuple[Placing, ...]:
    """Where everybody is at a station; station 0 is the start, the last station is the end."""
    if station == journey.stations:
        return journey.end
    rows_at = journey.on_the_way(station, journey.stations)
    ground = heights_of_ground(state, [(x, y) for _, x, y, _ in rows_at])
    return tuple((*row, height) for row, height in zip(rows_at, ground, strict=True))


def _go(
    play: Play[Battle],
    mover: Aimed,
    journey: Journey,
    station: int,
    because: tuple[str, ...],
    verb: str,
    sets: dict[str, object],
) -> None:
    """Put the movers where they are at a station: only the whole way is told as the move that it is."""
    unit = play.state.units[mover.unit]
    places: Sequence[Placing] = _places_at(play.state, journey, station)
    if len(places) > len(unit.figures):  # some have fallen on the way, or the spotter goes too
        there = unit.figures if unit.spotter is None else (*unit.figures, unit.spotter)
        places = [place for place in places if place[0] in there]
    changed: dict[str, object] = {"places": places, **sets}
    if mover.spotter:
        changed["spotter_moved"] = True
    elif not journey.stays:
        changed["moved"] = True
        changed["moves"] = unit.moves + 1
    tells = journey.tells | {"length": journey.length * station // journey.stations}
    verb = verb if station == journey.stations else "was on its way"
    play.tell(verb, *because, unit=mover.unit, sets=changed, tells=tells)


@rule("ba.order.ambush", "ba.gap.ambush-fire", "ba.gap.ambush-vs-assault")
async def _springs(play: Play[Battle], mover: Aimed, journey: Journey, *, assault: bool) -> list[Spring]:
    """Ask every enemy unit in Ambush that sees the mover in range somewhere on its way whether and where it fires."""
    state = play.state
    number = mover.unit
    side = state.units[number].side
    found = []
    watchers = [
        watcher
        for watcher, unit in enumerate(state.units)
        if unit.side != side and unit.order == "ambush" and unit.place in {"table", "aboard"}
        if not scattered(state, watcher)
    ]
    seen = _seen_at(state, watchers, number, journey) if watchers else {}
    for watcher in watchers:
        unit = state.units[watcher]
        seen_at = seen[watcher]
        if assault:
            seen_at = [station for station in seen_at if not _at_grips(state, watcher, number, journey, station)]
        if not seen_at:
            continue
        inches_gone = {station: show(journey.length * station // journey.stations) for station in seen_at}
        choices: dict[str, int | None] = {"pass": None, **{f"station {place}": place for place in seen_at}}
        chosen = await Decision(
            unit.side,
            "ambush",
            OneOf(
                choices,
                label=lambda place, gone=inches_gone: "let them go" if place is None else f"fire after {gone[place]}",  # type: ignore[misc]
            ),
            prompt=f"{unit.name} in Ambush sees {label(state, mover)} move",
            because=("ba.gap.ambush-fire",),
            unit=watcher,
            default="pass",
        )
        if chosen is not None:
            found.append(Spring(chosen, watcher))
    return found


class Way(NamedTuple):
    """Where movers are at each station of a journey, as kernels take it."""

    stations: range
    movers: Ints
    places: Ints  # [station, mover, (x, y, bearing)]


def _way_of(state: Battle, number: int, journey: Journey) -> Way:
    """The whole way of a unit; one already on the table can be met where it starts."""
    mover = state.units[number]
    first = 0 if mover.on_table and mover.building is None else 1
    last = journey.stations
    stations = range(first, last + 1)
    movers = rows(tuple([place[0] for place in journey.end]))
    if journey.legs is None:
        places = [journey.on_the_way(station, last) for station in stations[:-1]]
        places.append([place[:4] for place in journey.end])
        return Way(stations, movers, ints([[place[1:] for place in station] for station in places]))
    stops = np.empty((len(stations), len(movers), 3), dtype=np.int64)
    stops[:, :, :2] = stages(journey.legs, first, last)
    stops[:, :, 2] = state.layout.bodies[movers, BEARING]
    stops[-1, :, 2] = [place[3] for place in journey.end]
    return Way(stations, movers, stops)


class Post(NamedTuple):
    """Weapons of a unit in Ambush that reach equally far and point the same way."""

    watcher: int
    ready: Armed
    arms: list[Arm]
    watch: Watch


def _posts(state: Battle, watcher: int) -> list[Post]:
    """The weapons with which a unit in Ambush could fire."""
    ready = armed(state, watcher)
    alike: dict[tuple[int, int | None], list[Arm]] = {}
    for arm in ready.arms:
        if may_fire(state, arm, AMBUSH):
            alike.setdefault((_reach_of(state, arm), arm.arc), []).append(arm)
    return [
        Post(watcher, ready, arms, Watch(rows(tuple(dict.fromkeys([arm.viewer for arm in arms]))), reach))
        for (reach, _), arms in alike.items()
    ]


def _seen_at(state: Battle, watchers: Sequence[int], number: int, journey: Journey) -> dict[int, list[int]]:
    """The stations of a move at which each of some units in Ambush could fire at it."""
    way = _way_of(state, number, journey)
    views: dict[int, list[Post]] = {}
    for watcher in watchers:
        for post in _posts(state, watcher):
            views.setdefault(id(post.ready.sight), []).append(post)
    friends = friends_of(state, 1 - state.units[number].side)
    lane = inches(state.options.friendly_fire_lane_inches)
    found: dict[int, list[int]] = {watcher: [] for watcher in watchers}
    for posts in views.values():
        watches = [post.watch for post in posts]
        seen = seen_on_the_way(posts[0].ready.sight, way.movers, way.places, watches, friends, lane)
        for post, row in zip(posts, seen, strict=True):
            stations = [
                station
                for place, station in enumerate(way.stations)
                if row[place] and _bears(post, way, place, friends, lane)
            ]
            found[post.watcher] = sorted({*found[post.watcher], *stations})
    return found


@rule("ba.gap.weapon-fixed", "ba.gap.vehicle-weapons")
def _bears(post: Post, way: Way, place: int, friends: Ints, lane: int) -> bool:
    """Whether a weapon of a post sees one of those movers who are in its arc at a station."""
    view = post.ready.sight
    for arm in post.arms:
        if arm.arc is None:
            return True
        x, y = int(view.bodies[arm.viewer, X]), int(view.bodies[arm.viewer, Y])
        spots = way.places[place].tolist()
        ahead = [mover for mover, spot in enumerate(spots) if in_arc(arm.arc, QUARTER, spot[0] - x, spot[1] - y)]
        watch = Watch(rows((arm.viewer,)), post.watch.reach)
        if (
            ahead
            and seen_on_the_way(view, way.movers[ahead], way.places[place : place + 1, ahead], [watch], friends, lane)[
                0
            ][0]
        ):
            return True
    return False


def _reach_of(state: Battle, arm: Arm) -> int:
    """How far an arm reaches from Ambush, a sniper's with its scope."""
    return inches(SCOPE_REACH) if state.figures[arm.figure].role == "sniper" else arm.weapon.reach


@rule("ba.gap.ambush-vs-assault")
def _at_grips(state: Battle, watcher: int, number: int, journey: Journey, station: int) -> bool:
    """Whether an assault has come within an inch of a unit in Ambush, too near to be shot at."""
    layout = state.layout.placed(_places_at(state, journey, station))
    there = with_unit(msgspec.structs.replace(state, layout=layout), number, {"building": None})
    return distance(there, watcher, number) <= GRIPS


async def _spring(play: Play[Battle], target: Aimed, watcher: int) -> None:
    """A unit in Ambush fires; its die then shows Fire."""
    from .shooting import shoot  # noqa: PLC0415  # shooting may lead to moves, and moves to shooting

    if not play.state.units[watcher].alive or play.state.units[watcher].order != "ambush":
        return
    sets = {"order": "fire"}
    play.tell("sprang its ambush", "ba.gap.ambush-fire", unit=watcher, sets=sets)
    await shoot(play, watcher, Shoot(ambush=True, only=(target,), may_hold=False, reaction=False))


def find_hidden(play: Play[Battle], number: int, journey: Journey, station: int) -> None:
    """An enemy who comes within 12 inches finds a hidden unit, wherever on his way; he is looked at twice an inch."""
    state = play.state
    mover = state.units[number]
    hidden = [other for other, unit in enumerate(state.units) if unit.hidden and unit.side != mover.side]
    if not hidden or not mover.alive:
        return
    there = (*mover.figures, mover.spotter)
    whole = max(1, 2 * journey.length // INCH)
    parts = range(whole * station // journey.stations + 1)
    stands = [
        [place for place in places if place[0] in there]
        for places in (*(journey.on_the_way(part, whole) for part in parts), _places_at(state, journey, station))
    ]
    for other in hidden:
        if any(_near_hidden(state, places, other) for places in stands):
            play.tell("was found", "ba.gap.hidden-setup", unit=other, sets={"hidden": False})


def _near_hidden(state: Battle, places: Sequence[tuple[int, ...]], hidden: int) -> bool:
    """Whether figures at these places are within 12 inches of a hidden unit."""
    unit = state.units[hidden]
    bodies = state.layout.placed([(row, x, y, bearing, 0) for row, x, y, bearing, *_ in places]).bodies
    if unit.building is not None:
        return any(to_wall(state, bodies, place[0], unit.building) <= FINDS for place in places)
    return 0 <= int(nearest(bodies, rows(tuple(place[0] for place in places)), rows(unit.figures))[0]) <= FINDS
