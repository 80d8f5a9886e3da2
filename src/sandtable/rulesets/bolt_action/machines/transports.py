"""Transports and tows: boarding, getting out, hitching guns, and what happens to those inside."""

from collections.abc import Sequence

from sandtable.dice.roll import Roll
from sandtable.geometry.bodies import HALF_LENGTH, HALF_WIDTH
from sandtable.geometry.kernel import Ints, ints
from sandtable.geometry.measure_kernels import corner, gap, nearest
from sandtable.geometry.reach_kernels import near_on_lines
from sandtable.geometry.units import inches
from sandtable.mechanics.acts import shows_at
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.zones import ring
from sandtable.play.script import Play
from sandtable.rulesets.bolt_action.basics.arms import Aimed
from sandtable.rulesets.bolt_action.basics.battlefield import distance, friends
from sandtable.rulesets.bolt_action.basics.charts import CLAUSE_OF_DICE, dice_count
from sandtable.rulesets.bolt_action.basics.journey import on_foot
from sandtable.rulesets.bolt_action.basics.words import HITS
from sandtable.rulesets.bolt_action.fire.fire_effect import strike
from sandtable.rulesets.bolt_action.fire.struck import Struck
from sandtable.rulesets.bolt_action.harm.afterwards import riders_bail_out
from sandtable.rulesets.bolt_action.harm.losses import destroy
from sandtable.rulesets.bolt_action.move.movement import allowance, choose_march, coming_out, going_for, way_is_clear
from sandtable.rulesets.bolt_action.move.travel import travel
from sandtable.rulesets.bolt_action.nerve.pins import add_pins
from sandtable.rulesets.bolt_action.state import Battle, Card, Unit
from sandtable.table.layout import rows
from sandtable.table.terrain import Piece

WAY_OUT = inches(3)
TOUCHING = 2  # thousandths between a hull and a base beside it
CONTACT = inches(1)  # no unit moves nearer to another than this, so a gun this near to its tow is in contact


def riders(state: Battle, transport: int) -> list[int]:
    """The units that ride in or behind a vehicle."""
    return [number for number, unit in enumerate(state.units) if unit.aboard == transport and unit.alive]


@rule("ba.gap.transport-capacity")
def has_room(state: Battle, transport: int, unit: Unit) -> bool:
    """Whether a vehicle can take a whole unit: men by its capacity, one gun behind a tow that may pull it."""
    return takes(state.units[transport].card, [state.units[number] for number in riders(state, transport)], unit)


@rule("ba.gap.transport-capacity", "ba.gap.towing")
def takes(card: Card, inside: Sequence[Unit], unit: Unit) -> bool:
    """Whether a vehicle of this card has room for a unit besides those inside."""
    if unit.is_artillery:
        return unit.card.move in card.tows and not any(other.is_artillery for other in inside)
    men = sum(len(other.men) for other in inside if not other.is_artillery)
    return unit.is_infantry and men + len(unit.men) <= card.capacity


@rule("ba.gap.transport-mounting", "ba.gap.towing")
def can_board(state: Battle, number: int, transport: int, *, running: bool) -> bool:
    """Whether a unit can reach and enter a vehicle of its side that has not moved this turn."""
    unit, vehicle = state.units[number], state.units[transport]
    if vehicle.side != unit.side or not vehicle.on_table or vehicle.moved or not has_room(state, transport, unit):
        return False
    if unit.spotter is not None or unit.building is not None:
        return False
    hull = vehicle.men[0]
    bodies = state.layout.bodies
    if unit.gun is not None:
        return not running and int(gap(bodies, unit.gun, bodies, hull)) <= CONTACT
    far = allowance(unit, state.options, running=running)
    if any(gap(bodies, man, bodies, hull) > far for man in unit.men):
        return False
    through = going_for(state, unit, running=running)
    sides = hull_sides(state, transport)
    for man in unit.men:
        x, y = near_on_lines(*state.layout.point(man), sides)
        if not way_is_clear(state, number, man, (int(x), int(y)), through, near=(transport,)):
            return False
    return True


def board(play: Play[Battle], number: int, transport: int) -> None:
    """A unit gets into a vehicle, or hitches its gun to it; the vehicle cannot move any more this turn."""
    unit = play.state.units[number]
    clause = "ba.gap.towing" if unit.is_artillery else "ba.gap.transport-mounting"
    play.tell(
        "boarded",
        clause,
        unit=number,
        figures=unit.figures,
        sets={"place": "aboard", "aboard": transport},
        tells={"vehicle": play.state.units[transport].name},
        shows=shows_at(transport),
    )
    play.tell("was boarded", clause, unit=transport, sets={"fixed_moved": True})


def hull_sides(state: Battle, transport: int, *, out: int = 0) -> Ints:
    """The four sides of a vehicle, or lines so far outside of them."""
    hull = state.layout.bodies[[state.units[transport].men[0]]]
    hull[0, HALF_LENGTH] += out
    hull[0, HALF_WIDTH] += out
    corners = [tuple(map(int, corner(hull, 0, index))) for index in range(4)]
    return ints([[*corners[place], *corners[(place + 1) % 4]] for place in range(4)])


@rule("ba.gap.transport-mounting")
def can_get_out(state: Battle, number: int) -> bool:
    """Whether the men aboard may get out: their vehicle has not made a Run this turn."""
    transport = state.units[number].aboard
    return transport is not None and not (state.units[transport].order == "run" and state.units[transport].moved)


async def get_out(play: Play[Battle], number: int, *, running: bool) -> None:
    """Men get out with their own move, from where they stand at the hull; a gun is unhitched within three inches."""
    state = play.state
    unit = state.units[number]
    assert unit.aboard is not None
    clause = "ba.gap.towing" if unit.is_artillery else "ba.gap.transport-mounting"
    far = WAY_OUT if unit.is_artillery else allowance(unit, state.options, running=running)
    widest = max(state.layout.radius(figure) for figure in unit.figures)
    sides = hull_sides(state, unit.aboard, out=widest + TOUCHING)
    domain = coming_out(state, number, sides, running=running, budget=far)
    if not domain.has_room():
        play.tell("found no room to get out", clause, unit=number)
        return
    march = await choose_march(play, number, domain, "get out", clause)
    sets: dict[str, object] = {"place": "table", "aboard": None, "came_on": True}
    journey = on_foot(play.state, march)
    await travel(play, number, journey._replace(length=max(1, journey.length)), clause, verb="got out", sets=sets)


def crash_roll(name: str, *, seat: int) -> Roll[int]:
    """How many hits those take who get out of a destroyed vehicle."""
    count, because = dice_count("D6"), ("ba.gap.transport-hits", CLAUSE_OF_DICE)
    why = f"{name} bails out: D6 hits"
    return Roll(count.dice, 6, count.reading, why=why, because=because, seat=seat, say=HITS, step="hits")


@riders_bail_out.handed_in
@rule("ba.gap.transport-hits")
async def bail_out(play: Play[Battle], number: int, wreck: Piece | None) -> None:
    """A unit gets out of a destroyed vehicle: D6 hits, a pin, a place within three inches, and a check for its losses."""
    state = play.state
    if wreck is None:
        await destroy(play, number, "ba.gap.transport-hits", why="lost with its vehicle")
        return
    lines = ring(wreck.outline)
    left = len(state.terrain) - 1
    domain = coming_out(state, number, lines, running=False, budget=WAY_OUT, left=left)
    if not domain.has_room():
        await destroy(play, number, "ba.gap.transport-hits", why="trapped in the wreck")
        return
    march = await choose_march(play, number, domain, "get out of the wreck", "ba.gap.transport-hits")
    sets: dict[str, object] = {"place": "table", "aboard": None, "came_on": True}
    journey = on_foot(play.state, march)
    await travel(play, number, journey, "ba.gap.transport-hits", verb="bailed out", sets=sets, watched=False)
    await shaken_out(play, number)


@rule("ba.gap.transport-hits")
async def shaken_out(play: Play[Battle], number: int) -> None:
    """What getting out of a destroyed vehicle costs a unit."""
    unit = play.state.units[number]
    rolled = await crash_roll(unit.name, seat=1 - unit.side)
    await add_pins(play, number, 1, "ba.gap.transport-hits", rolls=(rolled.number,))
    if play.state.units[number].alive:
        crash = Struck(rolled.value, ("the crash",), False, crash=True)
        await strike(play, Aimed(number), (crash,), seat=1 - unit.side, pins=False)


@rule("ba.gap.transport-empty")
async def abandon_empty(play: Play[Battle]) -> None:
    """At the end of a turn an empty transport nearer to the enemy than to its own is given up."""
    state = play.state
    if not state.options.empty_transport_removed:
        return
    for number, unit in enumerate(state.units):
        if not unit.card.capacity or not unit.on_table or riders(state, number):
            continue
        friend = _nearest(state, number, unit.side)
        enemy = _nearest(state, number, 1 - unit.side)
        if enemy is not None and (friend is None or enemy < friend):
            await destroy(play, number, "ba.gap.transport-empty", why="abandoned near the enemy")


def _nearest(state: Battle, number: int, side: int) -> int | None:
    """How far the nearest unit of a side is from a vehicle."""
    near = [other for other in friends(state, side) if other != number]
    outside = tuple(
        [figure for other in near if state.units[other].building is None for figure in state.units[other].figures]
    )
    found = [distance(state, number, other) for other in near if state.units[other].building is not None]
    if outside:
        found.append(int(nearest(state.layout.bodies, rows(state.units[number].men), rows(outside))[0]))
    return min(found, default=None)
