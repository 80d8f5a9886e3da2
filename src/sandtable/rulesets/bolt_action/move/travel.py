"""Carrying out a move: units in Ambush may fire into it, survivors go on, and hidden enemies are found."""

from collections.abc import Sequence

from sandtable.geometry.measure_kernels import nearest
from sandtable.geometry.units import INCH, inches
from sandtable.play.script import Play
from sandtable.rulesets.bolt_action.basics.arms import Aimed
from sandtable.rulesets.bolt_action.basics.battlefield import to_wall
from sandtable.rulesets.bolt_action.basics.journey import Journey, Placing, places_at
from sandtable.rulesets.bolt_action.state import Battle
from sandtable.table.layout import rows

from .ambush import spring, springs

FINDS = inches(12)  # how near one has to come to a hidden unit


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
    sprung = [] if journey.stays or not watched else await springs(play, mover, journey, assault=assault)
    order = play.state.units[number].order
    reached = 0
    for station, watcher in sorted(sprung):
        if station > reached:
            reached = station
            _go(play, mover, journey, reached, because, verb, sets or {})
        await spring(play, mover, watcher)
        unit = play.state.units[number]
        if spotter and unit.spotter is None:
            return False
        if not unit.alive or unit.order != order or unit.immobilised:
            find_hidden(play, number, journey, station)
            return False
    if reached < journey.stations:
        _go(play, mover, journey, journey.stations, because, verb, sets or {})
    find_hidden(play, number, journey, journey.stations)
    return True


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
    places: Sequence[Placing] = places_at(play.state, journey, station)
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
    play.tell(verb, *because, unit=mover.unit, sets=changed, tells=tells, shows=journey.shows)


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
        for places in (*(journey.on_the_way(part, whole) for part in parts), places_at(state, journey, station))
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
