"""Overwatch (1.5.2.5): units that wait shoot once at an enemy unit on its way, at the point they choose."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from sandtable.geometry.bodies import BEARING, GROUND, X, Y
from sandtable.geometry.kernel import Ints
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.fans import sees
from sandtable.play.asking import ask
from sandtable.play.domains import OnTable
from sandtable.play.refusal import Refusal, about
from sandtable.play.script import Play
from sandtable.rulesets.sotr.basics.offers import Waiting
from sandtable.rulesets.sotr.basics.sight import eyes
from sandtable.rulesets.sotr.basics.tracks import Station, Track, layout_at, moments_of, stations
from sandtable.rulesets.sotr.state import Battle
from sandtable.rulesets.sotr.units.conditions import lose_overwatch
from sandtable.rulesets.sotr.weapons.shooting import can_overwatch, overwatch_fire
from sandtable.table.layout import rows

PLACE = (X, Y, BEARING, GROUND)


class Call(NamedTuple):
    """Overwatch fire to come: at which station, by whom."""

    station: Station
    watcher: int


def watching(state: Battle, number: int) -> tuple[int, ...]:
    """The models of a unit that are on Overwatch and could shoot."""
    figures = state.figures
    return tuple(man for man in state.units[number].men if figures[man].overwatch and not figures[man].down)


@rule("sotr.overwatch.fire", "sotr.overwatch.point")
async def calls(play: Play[Battle], number: int, tracks: Sequence[Track], charge: int | None = None) -> list[Call]:
    """Ask every enemy unit on Overwatch that could fire somewhere on the way whether and where it does, once each."""
    state = play.state
    side = state.units[number].side
    watchers = [
        other
        for other, unit in enumerate(state.units)
        if unit.side != side and unit.place == "table" and watching(state, other)
    ]
    found = []
    for watcher in watchers:
        seen = _seen_at(state, watcher, tracks)
        chosen = await _ask(play, watcher, number, tracks, seen, charge) if seen else None
        if chosen is not None:
            found.append(Call(chosen, watcher))
    return sorted(found)


def _seen_at(state: Battle, watcher: int, tracks: Sequence[Track]) -> list[Station]:
    """The stations at which a unit on Overwatch sees any of the movers: mates are in nobody's way to each other."""
    view = eyes(state, state.units[watcher].side)
    viewers = rows(watching(state, watcher))
    movers = [track.figure for track in tracks]

    def seen(bodies: Ints, figure: int) -> bool:
        return sees(view._replace(bodies=bodies), viewers, rows((figure,)))

    ahead = [False]  # whether any is seen of those yet to go, from the last to the first
    for figure in reversed(movers):
        ahead.append(ahead[-1] or seen(state.layout.bodies, figure))
    ahead.reverse()
    ended = state.layout.placed([track.end for track in tracks]).bodies
    done = [False]  # whether any is seen of those who have arrived
    for figure in movers:
        done.append(done[-1] or seen(ended, figure))
    bodies = state.layout.bodies.copy()
    under_way = view._replace(bodies=bodies)
    coming = stations(tracks)
    found = []
    for figure, x, y, bearing, ground, stops in moments_of(state, tracks).tolist():
        bodies[figure, PLACE] = x, y, bearing, ground
        if not stops:
            continue
        station = next(coming)
        if done[station.track] or ahead[station.track + 1] or sees(under_way, viewers, rows((figure,))):
            found.append(station)
    return found


async def _ask(
    play: Play[Battle],
    watcher: int,
    number: int,
    tracks: Sequence[Track],
    seen: Sequence[Station],
    charge: int | None,
) -> Station | None:
    """Whether and where a unit on Overwatch fires; what it could do at a station is worked out once somebody asks."""
    state = play.state
    unit, mover = state.units[watcher], state.units[number]

    def doubt(station: Station) -> Callable[[], Refusal | None]:
        return lambda: _cannot(state, watcher, number, tracks, station)

    sure = next((place for place, station in enumerate(seen) if doubt(station)() is None), None)
    if sure is None:
        return None
    choices: dict[str, Station | None] = {"pass": None}
    choices |= {str(station.number): station for station in seen[sure:]}
    answers = Waiting(
        number,
        tracks,
        charge,
        choices,
        label=lambda station: "hold fire" if station is None else _said(state, tracks, station),
        points=lambda station: None if station is None else _met(state, number, tracks, station),
        doubts={str(station.number): doubt(station) for station in seen[sure + 1 :]},
        every=lambda: choices,
    )
    words = f"{unit.name} on Overwatch sees {mover.name} move"
    return await ask(
        play, watcher, "overwatch", answers, words, "sotr.overwatch.fire", "sotr.overwatch.point", usual="pass"
    )


def _cannot(state: Battle, watcher: int, number: int, tracks: Sequence[Track], station: Station) -> Refusal | None:
    there = replace(state, layout=layout_at(state, tracks, station))
    if can_overwatch(there, watcher, number):
        return None
    name = state.units[watcher].name
    return Refusal(f"nobody of {name} can shoot at them there", ("sotr.overwatch.fire",))


def _said(state: Battle, tracks: Sequence[Track], station: Station) -> str:
    track = tracks[station.track]
    figure = state.figures[track.figure]
    unit = state.units[figure.unit]
    name = f"{figure.role} {station.track + 1} of {len(tracks)}" if len(tracks) > 1 else figure.role
    name = unit.name if len(unit.men) == 1 else name
    if station.step == track.steps:
        return f"{name} at the end of its way"
    return f"{name} after {about(track.gone(station.step))}"


def _met(state: Battle, number: int, tracks: Sequence[Track], station: Station) -> OnTable:
    track = tracks[station.track]
    at = layout_at(state, tracks, station).point(track.figure)
    return OnTable(number, figure=track.figure, at=at)


@rule("sotr.overwatch.once", "sotr.overwatch.modifier", "sotr.overwatch.ex-street")
async def fire(play: Play[Battle], watcher: int, number: int, charge: int | None) -> None:
    """A unit on Overwatch shoots at the mover, if it still is and still can; that was its activation."""
    state = play.state
    unit = state.units[watcher]
    if not unit.on_table or not watching(state, watcher) or not can_overwatch(state, watcher, number):
        return
    await overwatch_fire(play, watcher, number, charging=charge == watcher)
    spend(play, watcher)


@rule("sotr.overwatch.spent", "sotr.overwatch.once")
def spend(play: Play[Battle], watcher: int) -> None:
    """Having fired, the unit counts as activated; nobody of it is on Overwatch any more."""
    unit = play.state.units[watcher]
    if unit.on_table and unit.activated != play.state.turn:
        turn = {"activated": play.state.turn}
        play.tell("spent its Overwatch", "sotr.overwatch.spent", "sotr.overwatch.once", unit=watcher, sets=turn)
    lose_overwatch(play, play.state.units[watcher].men, "sotr.overwatch.spent", why="fired")
