"""Coming onto the table: the first wave, reserves and outflanking units."""

from sandtable.geometry.kernel import ints
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask
from sandtable.play.moves import Segment
from sandtable.play.script import Play
from sandtable.rulesets.bolt_action.basics.journey import driven, on_foot
from sandtable.rulesets.bolt_action.fire.reactions import go_down
from sandtable.rulesets.bolt_action.move.deployment import beside
from sandtable.rulesets.bolt_action.move.movement import (
    allowance,
    choose_march,
    clause_of_move,
    coming_out,
    spotter_moves,
)
from sandtable.rulesets.bolt_action.move.travel import travel
from sandtable.rulesets.bolt_action.state import Battle, Unit

from .vehicles import driving, rate_of

GUN_AT_THE_EDGE = inches(5)  # a gun that is not moved by hand is at least brought onto the table with its crew


def edge_line(state: Battle, edge: str) -> Segment:
    """A long edge of the table."""
    y = 0 if edge == "north" else state.depth
    return 0, y, state.width, y


@rule("ba.gap.reserves")
def outflank_line(state: Battle, unit: Unit) -> Segment:
    """The stretch of a short edge that an outflanking unit may use: 24 inches on turn 3 and 12 more each turn after.

    It is measured from the corner of the unit's own table edge.
    """
    x = 0 if unit.outflank == "west" else state.width
    far = min(state.depth, inches(24 + 12 * (state.turn - 3)))
    if state.edges[unit.side] == "north":
        return x, 0, x, far
    return x, state.depth, x, state.depth - far


def entry_of(state: Battle, number: int) -> Segment:
    """Where a unit comes on."""
    unit = state.units[number]
    return outflank_line(state, unit) if unit.outflank else edge_line(state, state.edges[unit.side])


@rule("ba.gap.reserves", "ba.gap.first-wave")
def may_arrive(state: Battle, unit: Unit) -> bool:
    """Whether a unit off the table may come on this turn."""
    if unit.place == "wave":
        return True
    return unit.place == "reserve" and state.turn >= (3 if unit.outflank else 2)


@rule("ba.gap.entering-table")
async def come_on(play: Play[Battle], number: int, *, running: bool) -> None:
    """Come onto the table with an Advance or a Run, measured from the edge."""
    state = play.state
    unit = state.units[number]
    line = entry_of(state, number)
    clause = "ba.gap.first-wave" if unit.place == "wave" else "ba.gap.reserves"
    sets: dict[str, object] = {"place": "table", "came_on": True}
    if unit.is_vehicle:
        domain = driving(state, number, rate_of(unit, state.options, running=running), running=running, entry=line)
        if domain.first_entry() is None:
            _no_room(play, number)
            return
        words = f"{unit.name}: come onto the table"
        drive = await ask(play, number, "drive", domain, words, "ba.gap.entering-table", clause, clause_of_move(unit))
        journey = driven(play.state, unit.men[0], drive)
        await travel(play, number, journey, "ba.gap.entering-table", clause, verb="came on", sets=sets)
        return
    far = allowance(unit, state.options, running=running)
    if unit.is_artillery:
        far = far or GUN_AT_THE_EDGE
    march_on = coming_out(state, number, ints([line]), running=running, budget=far)
    if not march_on.has_room():
        _no_room(play, number)
        return
    march = await choose_march(play, number, march_on, "come onto the table", "ba.gap.entering-table", clause)
    journey = on_foot(play.state, march)
    await travel(play, number, journey, "ba.gap.entering-table", clause, verb="came on", sets=sets)
    await _bring_spotter(play, number, line, running=running)


@rule("ba.gap.spotter")
async def _bring_spotter(play: Play[Battle], number: int, line: Segment, *, running: bool) -> None:
    """A spotter comes on from the same edge on his own feet; where there is no room he keeps close behind his unit."""
    unit = play.state.units[number]
    if unit.spotter is None or not unit.alive:
        return
    place = beside(play.state, number, unit.spotter)
    domain = spotter_moves(play.state, number, running=running, entry=ints([line]))
    first = domain.suggest(place[1:3]) or domain.first_place()
    if first is not None:
        march = await choose_march(play, number, domain, "bring on the spotter", "ba.gap.spotter", usual=first)
        (place,) = on_foot(play.state, march).end
    play.tell("sent its spotter", "ba.gap.spotter", unit=number, sets={"places": [place]})


def _no_room(play: Play[Battle], number: int) -> None:
    """The edge is crowded: the unit waits off the table."""
    play.tell("found no room to come on", "ba.gap.entering-table", unit=number, sets={"place": "reserve"})
    go_down(play, number, "ba.gap.entering-table", why="waits off the table")
