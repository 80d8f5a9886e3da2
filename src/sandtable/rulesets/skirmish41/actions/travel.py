"""Carrying out moves: tests under fire, unseen enemies come upon, charges, and what the enemy makes of it."""

from msgspec.structs import replace

from sandtable.geometry.measure_kernels import nearest
from sandtable.geometry.units import inches
from sandtable.mechanics.acts import shows_at
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.pieces import raised
from sandtable.play.driving import Driven
from sandtable.play.journey import Journey, driven, places_at, walked
from sandtable.play.script import Play
from sandtable.play.walks import March
from sandtable.rulesets.skirmish41.basics.sight import look, shelters
from sandtable.rulesets.skirmish41.basics.units import MELEE, able, contacts, on_table
from sandtable.rulesets.skirmish41.counters.markers import disturb
from sandtable.rulesets.skirmish41.harm.carrying import brought_along
from sandtable.rulesets.skirmish41.machines.driving import stopped_at, where_stuck
from sandtable.rulesets.skirmish41.machines.overrun import into_unseen, run_over, under_way
from sandtable.rulesets.skirmish41.move.movement import hindrances_of, move_cost
from sandtable.rulesets.skirmish41.nerve.morale import test_morale, tests_due
from sandtable.rulesets.skirmish41.spotting.hidden import called, lay_marks
from sandtable.rulesets.skirmish41.spotting.spotting import spot, spot_the_obvious, watch_move
from sandtable.rulesets.skirmish41.state import Battle
from sandtable.table.layout import rows

from .opportunity import opportunity

CROSSING = "sk.morale.when-crossing"

CREEP = inches(2)  # whoever goes no farther crosses nothing


@rule("sk.move.cost", "sk.move.max-two", "sk.gap.accumulate", "sk.gap.fire-team")
async def march_out(play: Play[Battle], number: int, march: March, *, free: bool = False) -> bool:
    """A team goes its way; False if it did not set out, or did not get where it wanted to."""
    state = play.state
    journey = walked(march, state.layout, state.ground, raised(state))
    if journey.length == 0:
        return True
    tests = not free and _under_fire_in_the_open(state, number, journey)
    if tests and not await test_morale(play, number, ("crossing open ground",)):
        return False
    state = play.state
    station = comes_upon(state, number, journey)
    places = tuple(places_at(journey, station, state.ground, raised(state)))
    hindered = zip(march.walks, hindrances_of(state, march.walks), strict=True)
    costs = {walk.figure: move_cost(walk, hindrance) for walk, hindrance in hindered}
    each = tuple(
        (
            man,
            {
                "spent": state.figures[man].spent + (0 if free else cost),
                "moves": state.figures[man].moves + (0 if free else 1),
                "saved": 0,
                "floor": 0,
            },
        )
        for man, cost in costs.items()
        if cost
    )
    unit = state.units[number]
    sets: dict[str, object] = {
        "places": (*places, *brought_along(state, places)),
        "each": each,
        "moved": unit.moved + min(journey.length, inches(station)),
        "shifts": unit.shifts + 1,
        "retiring": False,
    }
    tells = {"length": min(journey.length, inches(station))}
    play.tell("moved", "sk.move.cost", unit=number, figures=tuple(costs), sets=sets, tells=tells)
    await after_moving(play, number, journey, station)
    return station >= journey.stations


async def after_moving(play: Play[Battle], number: int, journey: Journey, station: int) -> None:
    """What follows a move as far as a station of it: who sees it, who is run into, who shoots at it."""
    walk_over_dummies(play, number, journey, station)
    reveal_touched(play, number)
    await watch_move(play, number, journey, station)
    spot_the_obvious(play)
    lay_marks(play)
    await disturb(play, number)
    await charged(play, number, tuple(track.figure for track in journey.tracks))
    await opportunity(play, number)


# ---- under fire


@rule("sk.morale.when-crossing")
def _under_fire_in_the_open(state: Battle, number: int, journey: Journey) -> bool:
    """Whether a move of more than two inches leads through the open in view of an enemy that fired at the team."""
    unit = state.units[number]
    if not unit.shot_by or journey.length <= CREEP:
        return False
    if any(harm.team < 0 for harm in unit.shot_by) and _ends_in_the_open(state, journey):
        return True  # nobody knows from where it was fired
    shots = [harm.team for harm in unit.shot_by if harm.team >= 0 and state.units[harm.team].on_table]
    if not shots:
        return False
    eyes_of = tuple(body for team in dict.fromkeys(shots) for body in state.units[team].bodies)
    for station in range(1, journey.stations + 1):
        places = places_at(journey, station, state.ground, raised(state))
        there = replace(state, layout=state.layout.placed(places))
        lines = look(there, eyes_of, [place[0] for place in places])
        if any(one.seen and not one.cover for line in lines for one in line):
            return True
    return False


def _ends_in_the_open(state: Battle, journey: Journey) -> bool:
    there = state.layout.placed(journey.end)
    return not all(shelters(state, tuple([place[0] for place in journey.end]), there))


# ---- contact


@rule("sk.gap.charging", "sk.gap.spotted-status")
def comes_upon(state: Battle, number: int, journey: Journey, reach: int = MELEE) -> int:
    """The station at which a move comes within an inch of an enemy that its side did not know of; its last if none."""
    side = state.units[number].side
    unseen = [
        body for foe in on_table(state, 1 - side) if not state.units[foe].spotted for body in state.units[foe].bodies
    ]
    return _first_within(state, journey, unseen, reach) or journey.stations


def _first_within(state: Battle, journey: Journey, bodies: list[int], reach: int, last: int = 0) -> int | None:
    """The first station of a journey that brings anybody so near to any of some bodies."""
    if not bodies:
        return None
    foes = rows(tuple(bodies))
    men = rows(tuple(track.figure for track in journey.tracks))
    for station in range(1, (last or journey.stations) + 1):
        places = places_at(journey, station, state.ground, raised(state))
        there = state.layout.placed(places)
        if int(nearest(there.bodies, men, foes)[0]) <= reach:
            return station
    return None


@rule("sk.gap.spotted-status")
def walk_over_dummies(play: Play[Battle], number: int, journey: Journey, station: int) -> None:
    """A marker that hides nobody is taken away by whoever comes within an inch of it; it stops nobody."""
    state = play.state
    side = state.units[number].side
    for other, unit in enumerate(state.units):
        dummy = unit.card.kind == "dummy" and unit.on_table and unit.side != side and not unit.spotted
        if dummy and _first_within(state, journey, list(unit.men), MELEE, station) is not None:
            spot(play, other, "sk.gap.spotted-status")


@rule("sk.gap.charging", "sk.gap.spotted-status")
def reveal_touched(play: Play[Battle], number: int) -> None:
    """Whoever is run into is spotted, and so is who ran into him."""
    state = play.state
    side = state.units[number].side
    mine = state.units[number].bodies
    if not mine or not state.units[number].on_table or state.units[number].card.kind == "dummy":
        return
    for foe in on_table(state, 1 - side):
        theirs = state.units[foe].bodies
        if theirs and int(nearest(state.layout.bodies, rows(mine), rows(theirs))[0]) <= MELEE:
            spot(play, foe, "sk.melee.contact", by=called(play.state, number))
            spot(play, number, "sk.melee.contact", by=called(play.state, foe))


@rule("sk.melee.contact", "sk.gap.spotted-status")
def reveal_contacts(play: Play[Battle]) -> None:
    """Nobody fights hand to hand unseen: whoever has come within an inch of an enemy, by whatever way, is spotted."""
    for number in sorted(contacts(play.state).teams):
        spot(play, number, "sk.melee.contact")


@rule("sk.morale.when-charged", "sk.gap.charging")
async def charged(play: Play[Battle], number: int, going: tuple[int, ...]) -> None:
    """A team that more enemies have charged this turn than it has figures tests before the melee."""
    for foe in contacts(play.state).teams.get(number, []):
        state = play.state
        came = _at(state, foe)
        fresh = tuple(man for man in came if man in going)
        if not fresh:
            continue
        tells = {"at": state.units[foe].name, "men": len(fresh)}
        play.tell("charged", "sk.gap.charging", unit=number, figures=fresh, tells=tells, shows=shows_at(foe))
        if len(came) > len(able(state, foe)):
            await test_morale(play, foe, ("charged",))


def _at(state: Battle, foe: int) -> list[int]:
    """The figures that have moved to within an inch of a team this turn, of whatever team."""
    touching = contacts(state).figures
    near = dict.fromkeys(man for one in state.units[foe].men for man in touching.get(one, []))
    return [man for man in near if state.figures[man].moves]


# ---- vehicles


@rule("sk.gap.vehicle-move", "sk.veh.moving-costs-action", "sk.veh.stuck")
async def drive_out(play: Play[Battle], number: int, drive: Driven) -> None:
    """A vehicle is driven: it may get stuck on the way, or come upon somebody."""
    state = play.state
    unit = state.units[number]
    journey = driven(unit.hull, drive, state.ground, raised(state))
    if journey.stays:
        return
    station = journey.stations
    stuck = await where_stuck(play, number, journey)
    station = into_unseen(play.state, number, journey)
    if stuck is not None and stuck <= station:
        station = stuck
    else:
        stuck = None
    under = under_way(play.state, number, journey, station)
    sets: dict[str, object] = {
        "places": stopped_at(play.state, journey, station),
        "moved": max(1, min(journey.length, inches(station))),
        "shifts": unit.shifts + 1,
        "retiring": False,
    }
    if station == 0:
        sets["places"] = ()
    if stuck is not None:
        sets["stuck"] = True
    tells = {"length": min(journey.length, inches(station)), "stuck": " and gets stuck" if stuck is not None else ""}
    play.tell("drove", "sk.gap.vehicle-move", unit=number, figures=(unit.hull,), sets=sets, tells=tells)
    run_over(play, number, under)
    walk_over_dummies(play, number, journey, station)
    reveal_touched(play, number)
    await watch_move(play, number, journey, station)
    spot_the_obvious(play)
    await disturb(play, number)
    await opportunity(play, number)
    await tests_due(play)
