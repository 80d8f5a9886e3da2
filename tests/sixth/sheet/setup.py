"""Before the battle: both forces raised, then set up along their edges, a unit each in turn."""

from msgspec.structs import replace

from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.zones import FACING_IN, band, usual_place
from sandtable.play.arrival import arrival
from sandtable.play.asking import ask_seat
from sandtable.play.domains import OneOf, OnTable
from sandtable.play.scenario import Scenario
from sandtable.play.script import Play
from sandtable.table.layout import Layout

from .forces import FOOT, raise_forces
from .movement import placing
from .options import Options
from .state import Battle
from .terrain import raised

EDGES = ("south", "north")
ZONE = inches(10)


def set_up_battle(scenario: Scenario, options: Options) -> Battle:
    """The state before the first step: both forces raised, nobody on the table."""
    figures, units = raise_forces(scenario)
    return Battle(
        width=scenario.battlefield.width,
        depth=scenario.battlefield.depth,
        terrain=scenario.battlefield.terrain,
        layout=Layout.of(FOOT for _ in figures),
        figures=figures,
        units=units,
        options=options,
        names=(scenario.forces[0].name, scenario.forces[1].name),
    )


def waiting(state: Battle, side: int) -> list[int]:
    """A side's units that have not been set up yet."""
    return [number for number, unit in enumerate(state.units) if unit.side == side and unit.place == "waiting"]


@rule("sheet.setup.edges")
async def set_up_next(play: Play[Battle]) -> None:
    """A side sets up one unit; then it is the other's turn, if it has any left."""
    state = play.state
    side = state.active if waiting(state, state.active) else 1 - state.active
    number = await pick(side, "unit to set up", waiting(state, side), state, "set up which unit next?")
    edge = EDGES[side]
    domain = placing(state, number, band(state.width, state.depth, edge, ZONE), FACING_IN[edge])
    domain.fixed = usual_place(domain)
    name = state.units[number].name
    because = ("sheet.setup.edges",)
    march = await ask_seat(side, "set up", domain, f"Set up {name}", *because, unit=number, usual=domain.fixed)
    faced = march if march.face is not None else replace(march, face=FACING_IN[edge])
    places = arrival(faced, state.layout, state.ground, raised(state)).places
    sets = {"places": places, "place": "table"}
    play.tell("was set up", *because, unit=number, figures=state.units[number].men, sets=sets)
    if any(unit.place == "waiting" for unit in play.state.units):
        play.tell("the other side sets up", *because, sets={"active": 1 - side})
    else:
        play.tell("a turn began", "sheet.turn.alternate", sets={"phase": "battle", "turn": 1, "active": 0})


async def pick(side: int, kind: str, able: list[int], state: Battle, asks: str) -> int:
    """One of a side's units by its owner's choice."""
    choices = OneOf(
        {f"u{number}": number for number in able},
        label=lambda number: state.units[number].name,
        points=lambda number: OnTable(unit=number),
    )
    return await ask_seat(
        side,
        kind,
        choices,
        f"{state.names[side]}: {asks}",
        "sheet.setup.edges" if state.phase == "setup" else "sheet.turn.alternate",
        usual=f"u{able[0]}",
    )
