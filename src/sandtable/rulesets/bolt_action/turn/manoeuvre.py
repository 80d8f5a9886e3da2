"""What a unit does with an Advance or a Run: move, board, get out, enter a building, come on, leave, drive over."""

from collections.abc import Awaitable, Callable

from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask
from sandtable.play.domains import OneOf, OnTable
from sandtable.play.script import Play
from sandtable.rulesets.bolt_action.basics.journey import straight_to
from sandtable.rulesets.bolt_action.harm.losses import leave_table
from sandtable.rulesets.bolt_action.machines.entering import come_on
from sandtable.rulesets.bolt_action.machines.overrun import overrun, overrun_targets, ram, ram_targets
from sandtable.rulesets.bolt_action.machines.transports import board, can_board, can_get_out, get_out
from sandtable.rulesets.bolt_action.machines.vehicles import drive_on, drives_off
from sandtable.rulesets.bolt_action.move.buildings import enter, enterable, leave, middle_of
from sandtable.rulesets.bolt_action.move.movement import allowance, going_for, move_on_foot, way_is_clear
from sandtable.rulesets.bolt_action.move.travel import travel
from sandtable.rulesets.bolt_action.state import Battle

Act = Callable[[], Awaitable[None]]


async def manoeuvre(play: Play[Battle], number: int, *, running: bool) -> bool:
    """Move in one of the ways open to the unit; True if it may shoot afterwards (on an Advance)."""
    unit = play.state.units[number]
    if unit.place in {"wave", "reserve"}:
        await come_on(play, number, running=running)
        return True
    ways = _ways(play, number, running=running)
    if len(ways) == 1:
        chosen = next(iter(ways))
    else:
        choices = OneOf(
            {key: key for key in ways},
            label=lambda key: _say(play.state, key),
            points=lambda key: _where(play.state, key),
        )
        chosen = await ask(
            play,
            number,
            "manoeuvre",
            choices,
            f"{unit.name}: how to move?",
            "ba.order.run" if running else "ba.order.advance",
            usual=next(iter(ways)),
        )
    await ways[chosen]()
    inside = chosen.split()[0] in {"out", "leave", "enter", "board"}  # as they find themselves then
    return chosen in {"move", "stay"} or (inside and not unit.is_artillery)


def _say(state: Battle, key: str) -> str:
    """A manoeuvre in words."""
    verb, _, what = key.partition(" ")
    if verb in {"board", "overrun", "ram"}:
        return f"{verb} {state.units[int(what[1:])].name}"
    if verb == "enter":
        return f"enter {state.terrain[int(what[1:])].title}"
    return {"move": "move", "stay": "stay", "out": "get out", "leave": "leave the building", "exit": "leave the table"}[
        verb
    ]


def _where(state: Battle, key: str) -> OnTable | None:
    """What a manoeuvre leads to: a unit to board or to drive at, a building to enter."""
    verb, _, what = key.partition(" ")
    if verb == "enter":
        return OnTable(at=middle_of(state, int(what[1:])))
    return OnTable(int(what[1:])) if what else None


def _ways(play: Play[Battle], number: int, *, running: bool) -> dict[str, Act]:
    """Every way to carry out a move."""
    state = play.state
    unit = state.units[number]

    async def nothing() -> None:
        """Stay inside."""
        play.aside("stayed inside", "ba.order.run" if running else "ba.order.advance", unit=number)

    if unit.aboard is not None:
        ways: dict[str, Act] = {"stay": nothing}
        if can_get_out(state, number):
            ways["out"] = lambda: get_out(play, number, running=running)
        return ways
    if unit.building is not None:
        return {"stay": nothing, "leave": lambda: leave(play, number, running=running)}
    if unit.is_vehicle:
        return _vehicle_ways(play, number, running=running)
    ways = {"move": lambda: move_on_foot(play, number, running=running)}
    for transport in _transports(state):
        if can_board(state, number, transport, running=running):
            ways[f"board u{transport}"] = _boarding(play, number, transport)
    for piece in enterable(state, number, running=running):
        ways[f"enter b{piece}"] = _entering(play, number, piece)
    if can_exit(state, number, running=running):
        ways["exit"] = lambda: _exit(play, number)
    return ways


def _transports(state: Battle) -> list[int]:
    return [number for number, unit in enumerate(state.units) if unit.card.capacity or unit.card.tows]


def _boarding(play: Play[Battle], number: int, transport: int) -> Act:
    async def act() -> None:
        state = play.state
        vehicle = state.units[transport]
        goals = [state.layout.point(vehicle.men[0])] * len(state.units[number].figures)
        journey = straight_to(state, number, goals, vehicle.name)
        if await travel(play, number, journey, "ba.gap.transport-mounting", verb="set out"):
            board(play, number, transport)

    return act


def _entering(play: Play[Battle], number: int, piece: int) -> Act:
    return lambda: enter(play, number, piece)


def _vehicle_ways(play: Play[Battle], number: int, *, running: bool) -> dict[str, Act]:
    state = play.state
    ways: dict[str, Act] = {"move": lambda: drive_on(play, number, running=running)}
    if running:
        for target in overrun_targets(state, number):
            ways[f"overrun u{target}"] = _over(play, number, target)
        for target in ram_targets(state, number):
            ways[f"ram u{target}"] = _ramming(play, number, target)
    if can_exit(state, number, running=running):
        ways["exit"] = lambda: _exit(play, number)
    return ways


def _over(play: Play[Battle], number: int, target: int) -> Act:
    return lambda: overrun(play, number, target)


def _ramming(play: Play[Battle], number: int, target: int) -> Act:
    return lambda: ram(play, number, target)


@rule("ba.gap.leaving-table", "ba.gap.scenario-breakthrough")
def can_exit(state: Battle, number: int, *, running: bool) -> bool:
    """Whether the scenario lets this unit leave by the enemy's edge, and all of it can reach that edge."""
    unit = state.units[number]
    if state.mission.name != "breakthrough" or unit.side != state.attacker or unit.spotter is not None:
        return False
    edge = 0 if state.edges[state.defender] == "north" else state.depth
    if unit.is_vehicle:
        return drives_off(state, number, edge, running=running)
    far = allowance(unit, state.options, running=running)
    if any(abs(state.layout.point(figure)[1] - edge) > far for figure in unit.figures):
        return False
    through = going_for(state, unit, running=running)
    return all(
        way_is_clear(state, number, figure, (state.layout.point(figure)[0], edge), through) for figure in unit.figures
    )


async def _exit(play: Play[Battle], number: int) -> None:
    """Leave the table by the enemy's edge."""
    state = play.state
    edge = 0 if state.edges[state.defender] == "north" else state.depth
    goals = [(state.layout.point(figure)[0], edge) for figure in state.units[number].figures]
    journey = straight_to(state, number, goals, "the table's edge")
    if await travel(play, number, journey, "ba.gap.leaving-table", verb="set out"):
        leave_table(play, number)
