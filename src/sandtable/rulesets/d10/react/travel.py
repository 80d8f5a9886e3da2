"""Carrying out a move: units on Hold may shoot at every full inch of it, and the survivors go on."""

from sandtable.geometry.measure_kernels import nearest
from sandtable.geometry.units import INCH
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.pieces import raised
from sandtable.play.journey import Journey, places_at
from sandtable.play.script import Play
from sandtable.rulesets.d10.basics.units import on_table
from sandtable.rulesets.d10.state import Battle
from sandtable.table.layout import rows

from .reactions import at_a_move, on_hold, react_to_move

ON_ITS_WAY = "was on its way"


@rule("d10.gap.reaction-shoot", "d10.gap.reaction-limits")
async def travel(
    play: Play[Battle], number: int, journey: Journey, *because: str, verb: str, sets: dict[str, object] | None = None
) -> bool:
    """A unit goes its way; False if it did not get there: it panicked under fire, or nobody is left."""
    if journey.stays:
        return True
    reached = 0
    while on_hold(play.state, 1 - play.state.units[number].side):
        before = play.state.units[number].panicked
        called = await at_a_move(play, number, journey, reached)
        if called is None:
            break
        holder, station = called
        if station > reached:
            reached = station
            _go(play, number, journey, station, because, verb if station == journey.stations else ON_ITS_WAY, sets)
        await react_to_move(play, holder, number)
        unit = play.state.units[number]
        if not unit.on_table or (unit.panicked and not before):
            return False
    if reached < journey.stations and not _riders_in_the_way(play.state, number, journey):
        _go(play, number, journey, journey.stations, because, verb, sets)
    return True


@rule("d10.gap.transport")
def _riders_in_the_way(state: Battle, number: int, journey: Journey) -> bool:
    """Whether a vehicle would end on friends: on its riders, who have jumped clear while it was under way."""
    unit = state.units[number]
    if not unit.card.vehicle:
        return False
    there = state.layout.placed(journey.end).bodies
    friends = [body for other in on_table(state, unit.side) if other != number for body in state.units[other].bodies]
    return bool(friends) and int(nearest(there, rows(unit.men[:1]), rows(tuple(friends)))[0]) == 0


def _go(
    play: Play[Battle],
    number: int,
    journey: Journey,
    station: int,
    because: tuple[str, ...],
    verb: str,
    sets: dict[str, object] | None,
) -> None:
    """Put everybody who is left where he is at a station. Who goes anywhere comes down to the ground floor."""
    state = play.state
    unit = state.units[number]
    there = unit.bodies
    places = [place for place in places_at(journey, station, state.ground, raised(state)) if place[0] in there]
    changed: dict[str, object] = {"places": tuple(places), "moved": True, **(sets or {})}
    going = {track.figure for track in journey.tracks if track.length}
    floors = tuple((man, 0) for man in unit.men if man in going and state.figures[man].floor)
    if floors:
        changed["floors"] = floors
    kept = [man for man in unit.men if man not in going and state.figures[man].floor]
    if kept:  # who stays upstairs stays at his height
        changed["places"] = tuple(place for place in places if place[0] not in kept)
    tells = {"length": min(journey.length, station * INCH)}
    play.tell(verb, *because, unit=number, sets=changed, tells=tells)
