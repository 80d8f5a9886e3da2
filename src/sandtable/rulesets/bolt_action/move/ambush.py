"""Ambush: units that wait fire at an enemy somewhere on his way, where they see him in range and arc."""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
import numpy as np

from sandtable.geometry.angle import in_arc
from sandtable.geometry.bodies import BEARING, X, Y
from sandtable.geometry.kernel import Ints, ints
from sandtable.geometry.units import INCH, inches
from sandtable.geometry.way_kernels import stages
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.sight import Watch, seen_on_the_way
from sandtable.play.asking import ask
from sandtable.play.domains import OneOf, OnTable
from sandtable.play.refusal import about
from sandtable.play.script import Play
from sandtable.play.stage import stage
from sandtable.play.state import with_unit
from sandtable.rulesets.bolt_action.basics.arms import QUARTER, Aimed, Arm, Armed, armed, label
from sandtable.rulesets.bolt_action.basics.battlefield import distance, fire_lane, friends_of, scattered
from sandtable.rulesets.bolt_action.basics.journey import Journey, places_at
from sandtable.rulesets.bolt_action.fire.aiming import Shoot, may_fire
from sandtable.rulesets.bolt_action.fire.shooting import shoot
from sandtable.rulesets.bolt_action.fire.volley import SCOPE_REACH
from sandtable.rulesets.bolt_action.state import Battle
from sandtable.table.layout import rows

AMBUSH = Shoot(ambush=True)
GRIPS = INCH  # nearer than this an assault is no target any more


class Spring(NamedTuple):
    """An ambush to be sprung: by whom, at which station."""

    station: int
    watcher: int


@rule("ba.order.ambush", "ba.gap.ambush-fire", "ba.gap.ambush-vs-assault")
async def springs(play: Play[Battle], mover: Aimed, journey: Journey, *, assault: bool) -> list[Spring]:
    """Ask every enemy unit in Ambush that sees the mover in range somewhere on its way whether and where it fires."""
    state = play.state
    number = mover.unit
    side = state.units[number].side
    found = []
    watchers = [
        watcher
        for watcher, unit in enumerate(state.units)
        if unit.order == "ambush" and unit.side != side and unit.place in {"table", "aboard"}
    ]
    seen = _seen_at(state, watchers, number, journey) if watchers else {}
    for watcher in watchers:
        unit = state.units[watcher]
        seen_at = seen[watcher]
        if not seen_at or scattered(state, watcher):
            continue
        if assault:
            seen_at = [station for station in seen_at if not _at_grips(state, watcher, number, journey, station)]
        if not seen_at:
            continue
        inches_gone = {station: about(journey.length * station // journey.stations) for station in seen_at}
        choices: dict[str, int | None] = {"pass": None, **{f"station {place}": place for place in seen_at}}
        answers = OneOf(
            choices,
            label=lambda place, gone=inches_gone: "let them go" if place is None else f"fire after {gone[place]}",  # type: ignore[misc]
            points=lambda place: None if place is None else _met_at(state, mover, journey, place),
        )
        words = f"{unit.name} in Ambush sees {label(state, mover)} move"
        chosen = await ask(play, watcher, "ambush", answers, words, "ba.gap.ambush-fire", usual="pass")
        if chosen is not None:
            found.append(Spring(chosen, watcher))
    return found


def _met_at(state: Battle, mover: Aimed, journey: Journey, station: int) -> OnTable:
    """Where the first of those who move is at a station."""
    _, x, y, _, _ = places_at(state, journey, station)[0]
    return OnTable(mover.unit, at=(x, y))


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
    lane = fire_lane(state)
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
        places = way.places[place : place + 1, ahead]
        if ahead and seen_on_the_way(view, way.movers[ahead], places, [watch], friends, lane)[0][0]:
            return True
    return False


def _reach_of(state: Battle, arm: Arm) -> int:
    """How far an arm reaches from Ambush, a sniper's with its scope."""
    return inches(SCOPE_REACH) if state.figures[arm.figure].role == "sniper" else arm.weapon.reach


@rule("ba.gap.ambush-vs-assault")
def _at_grips(state: Battle, watcher: int, number: int, journey: Journey, station: int) -> bool:
    """Whether an assault has come within an inch of a unit in Ambush, too near to be shot at."""
    layout = state.layout.placed(places_at(state, journey, station))
    there = with_unit(msgspec.structs.replace(state, layout=layout), number, {"building": None})
    return distance(there, watcher, number) <= GRIPS


@stage
async def spring(play: Play[Battle], target: Aimed, watcher: int) -> None:
    """A unit in Ambush fires; its die then shows Fire."""
    if not play.state.units[watcher].alive or play.state.units[watcher].order != "ambush":
        return
    sets = {"order": "fire"}
    play.tell("sprang its ambush", "ba.gap.ambush-fire", unit=watcher, sets=sets, shows={"targets": (target.unit,)})
    await shoot(play, watcher, Shoot(ambush=True, only=(target,), may_hold=False, reaction=False))
