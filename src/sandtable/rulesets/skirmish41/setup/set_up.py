"""Before the battle: forces raised, edges, objectives, teams set up, counters laid out."""

from collections.abc import Awaitable, Callable

import msgspec

from sandtable.mechanics import setting_up as mechanics
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.missions import mission_in
from sandtable.mechanics.mustering import ground_of, name_of, riders_in
from sandtable.play.scenario import Enlisted, Force, Scenario
from sandtable.play.script import Play
from sandtable.rulesets.skirmish41.basics.forces import BATTERY, Raised, Recruit, bases, muster, raise_force
from sandtable.rulesets.skirmish41.counters.arrivals import enlist, sides_of
from sandtable.rulesets.skirmish41.heavy.shelling import ROUNDS
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.state import SOLO, Battle, Card, Figure, Mission, Unit
from sandtable.table.data import DataError

from .battleground import check_table
from .deployment import CLAUSE, counters, deploy, left_to_set_up, roll_off
from .victory import SCENARIOS, SHARES, objectives_of

NAME = "skirmish41"
AMBUSH = (*("de.rifle-team",) * 3, *("de.mg-team",) * 2, "de.panzerfaust-team", "de.pak40")
DUMMIES = 2
DUMMY = Raised(Card("dummy", "Dummy marker", "", "dummy", 0), (Recruit("counter", (), 1, "counter"),))


@rule("sk.gap.scenario-crossroads", "sk.gap.scenario-farm", "sk.gap.scenario-patrol", "sk.gap.scenario-tank-hunt")
def set_up_battle(scenario: Scenario, options: Options) -> Battle:
    """The state before the first step: forces raised, nobody on the table."""
    mission = mission_of(scenario)
    check_table(scenario.battlefield)
    figures: list[Figure] = []
    units: list[Unit] = []
    shapes: list[str] = []
    forces = list(scenario.forces)
    if mission.solo:
        forces[SOLO] = solo_force(forces[SOLO], mission, options)
    for side, force in enumerate(forces):
        first = len(units)
        raised = _raised(scenario, force, side, mission)
        for entry, team in zip(force.units, raised, strict=False):
            name = name_of(entry, team.card.title, units)
            unit = enlist(len(units), side, name, team, figures, shapes)
            units.append(msgspec.structs.replace(unit, partner=side == 0 and name in mission.partner))
        _seat_riders(units, first, force, scenario.name, f"forces[{side}]")
        if not mission.solo and not mission.in_sight:
            for place in range(DUMMIES):
                units.append(enlist(len(units), side, f"{force.name} dummy {place + 1}", DUMMY, figures, shapes))
    _check_partner(mission, units, scenario.name)
    return Battle(
        **ground_of(scenario, bases(), shapes),
        figures=tuple(figures),
        units=tuple(units),
        options=options,
        mission=mission,
        sides=sides_of(units, figures),
        agenda=("roll-off", "objectives", "deploy", "counters"),
        shells=(ROUNDS * (mission.batteries > 0), ROUNDS * (mission.batteries > 1)),
    )


@rule("sk.solo.setup", "sk.gap.scenario-preset")
def solo_force(force: Force, mission: Mission, options: Options) -> Force:
    """The teams that lie under portals: those the scenario lists, or the usual ambush; none where forces are generated."""
    preset = options.solo_mode == "preset" or mission.name == "ambush"
    if not preset:
        return msgspec.structs.replace(force, units=())
    return force if force.units else msgspec.structs.replace(force, units=tuple(Enlisted(troop) for troop in AMBUSH))


@rule("sk.gap.tasks")
def task_mission(scenario: Scenario) -> Mission:
    """The mission for a scenario that sets a task for any rulebook."""
    if scenario.task == "assault":
        return Mission("farm", attacker=scenario.attacker)
    return Mission("crossroads")


def mission_of(scenario: Scenario) -> Mission:
    """What a scenario wants of this rulebook."""
    return mission_in(scenario, NAME, Mission, task_mission)


def plays_itself(scenario: Scenario) -> tuple[int, ...]:
    """The rules play the other side of a solo game, unless a second player has that seat."""
    mission = mission_of(scenario)
    return (SOLO,) if mission.solo and not mission.partner else ()


@rule("sk.gap.tasks")
def _raised(scenario: Scenario, force: Force, side: int, mission: Mission) -> list[Raised]:
    """The teams of a side, within its points; as they are listed where every rulebook fights with them."""
    if scenario.leaves_to(NAME):
        return raise_force(force, scenario.name, f"forces[{side}]")
    return muster(force, points_allowed(mission, side), scenario.name, f"forces[{side}]")


@rule("sk.gap.scenario-farm", "sk.gap.points", "sk.gap.off-table-fire")
def points_allowed(mission: Mission, side: int) -> int:
    """What a side may spend: an attacker on a farm 140, its defender 80; a battery costs 20 of it."""
    battery = BATTERY if side < mission.batteries else 0
    if mission.solo and side == 1:
        return 10_000
    part, whole = (1, 1) if side == mission.attacker else SHARES.get(mission.name, (1, 1))
    return mission.points * part // whole - battery


def _check_partner(mission: Mission, units: list[Unit], file: str) -> None:
    """Whether the teams of a second player exist, in a game where there is one."""
    if mission.partner and not mission.solo:
        raise DataError(file, f"rules.{NAME}.partner", "two players share a side only against the solo enemy")
    names = [unit.name for unit in units if unit.side == 0]
    for name in mission.partner:
        if name not in names:
            raise DataError(file, f"rules.{NAME}.partner", f"no team of the players is called {name!r}")


@rule("sk.gap.vehicle-open")
def _seat_riders(units: list[Unit], first: int, force: Force, file: str, key: str) -> None:
    """Teams that begin the battle aboard a vehicle of their force, named by its name."""
    room: dict[int, int] = {}
    aboard = enumerate((entry.aboard for entry in force.units[: len(units) - first]), first)
    for number, found, where in riders_in(aboard, units, first, file, key, kind="team"):
        vehicle, unit = units[found], units[number]
        left = room.get(found, vehicle.card.seats)
        if unit.card.kind != "team" or left < len(unit.men):
            raise DataError(file, where, f"{vehicle.name} has no room for {unit.name}")
        room[found] = left - len(unit.men)
        units[number] = msgspec.structs.replace(unit, aboard=found)


# ---- the agenda


async def next_on_agenda(play: Play[Battle]) -> None:
    """Do the next thing before the battle begins; setting up takes as many steps as there are teams."""
    done = await mechanics.next_on_agenda(play, ITEMS, {"deploy": left_to_set_up}, {"phase": "turn"})
    if done is not None:
        item, sets = done
        play.tell("was done", CLAUSE, sets={"battle": sets}, tells={"what": item})


async def _objectives(play: Play[Battle]) -> None:
    points = objectives_of(play.state)
    clause = SCENARIOS[play.state.mission.name]
    what = "an objective is marked on the table" if points else ""
    play.tell("objectives were laid out", clause, sets={"battle": {"objectives": points}}, tells={"what": what})


ITEMS: dict[str, Callable[[Play[Battle]], Awaitable[None]]] = {
    "roll-off": roll_off,
    "objectives": _objectives,
    "deploy": deploy,
    "counters": counters,
}
