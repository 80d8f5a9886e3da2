"""Before the battle: forces raised, edges, objectives, units set up."""

from collections.abc import Awaitable, Callable

import msgspec

from sandtable.mechanics import setting_up as mechanics
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.missions import mission_in
from sandtable.mechanics.mustering import ground_of, name_of, riders_in
from sandtable.play.scenario import Force, Scenario
from sandtable.play.script import Play
from sandtable.rulesets.d10.options import Options
from sandtable.rulesets.d10.state import Battle, Mission, Model, Unit
from sandtable.table.data import DataError

from .battleground import check_table
from .deployment import CLAUSE, deploy, left_to_set_up, roll_off
from .forces import Raised, Recruit, bases, muster, raise_force
from .victory import SCENARIOS, buildings_of, objectives_of

SHARES = {"meeting": 100, "village": 70, "breakthrough": 100}  # what the defender may spend, in per cent


@rule("d10.gap.scenario-meeting", "d10.gap.scenario-village", "d10.gap.scenario-breakthrough")
def set_up_battle(scenario: Scenario, options: Options) -> Battle:
    """The state before the first step: both forces raised, nobody on the table."""
    mission = mission_of(scenario)
    check_table(scenario.battlefield)
    figures: list[Model] = []
    units: list[Unit] = []
    shapes: list[str] = []
    for side, force in enumerate(scenario.forces):
        first = len(units)
        raised = _raised(scenario, side, mission)
        for entry, unit in zip(force.units, raised, strict=True):
            name = name_of(entry, unit.card.title, units)
            units.append(enlist(len(units), side, name, unit, figures, shapes, options))
        seat_riders(units, first, force, scenario.name, f"forces[{side}]")
    guns = {unit.gun for unit in units}
    return Battle(
        **ground_of(scenario, bases(), shapes),
        figures=tuple(figures),
        units=tuple(units),
        options=options,
        mission=mission,
        sides=tuple(-1 if row in guns else units[model.unit].side for row, model in enumerate(figures)),
        agenda=("roll-off", "objectives", "deploy"),
    )


@rule("d10.gap.tasks")
def task_mission(scenario: Scenario) -> Mission:
    """The mission for a scenario that sets a task for any rulebook."""
    if scenario.task == "assault":
        return Mission("village", attacker=scenario.attacker)
    return Mission("meeting")


def mission_of(scenario: Scenario) -> Mission:
    """What a scenario wants of this rulebook."""
    return mission_in(scenario, "d10", Mission, task_mission)


@rule("d10.gap.tasks")
def _raised(scenario: Scenario, side: int, mission: Mission) -> list[Raised]:
    """The units of a side, within what a force may hold; as they are listed where every rulebook fights with them."""
    force, key = scenario.forces[side], f"forces[{side}]"
    if scenario.leaves_to("d10"):
        return raise_force(force, scenario.name, key)
    return muster(force, mission.points, points_allowed(mission, side), scenario.name, key)


@rule("d10.gap.scenario-village")
def points_allowed(mission: Mission, side: int) -> int:
    """What a side may spend: the defender of a village has 70% of the attacker's points."""
    share = 100 if side == mission.attacker else SHARES[mission.name]
    return mission.points * share // 100


def enlist(  # a unit, and the lists that it joins
    number: int, side: int, name: str, raised: Raised, figures: list[Model], shapes: list[str], options: Options
) -> Unit:
    """A unit with its models, off the table."""
    gun = -1
    if raised.gun is not None:
        gun = len(figures)
        _recruit(number, raised.gun, figures, shapes)
    first = len(figures)
    for one in raised.models:
        _recruit(number, one, figures, shapes)
    men = tuple(range(first, len(figures)))
    return Unit(
        name, side, men, raised.card, strength=len(men), gun=gun, items=raised.items, missions=raised.missions(options)
    )


def _recruit(number: int, one: Recruit, figures: list[Model], shapes: list[str]) -> None:
    figures.append(Model(number, one.role, one.weapons, one.wounds, one.size))
    shapes.append(one.base)


@rule("d10.gap.transport")
def seat_riders(units: list[Unit], first: int, force: Force, file: str, key: str) -> None:
    """Units that begin the battle aboard a vehicle of their force, named by its name."""
    taken: list[int] = []
    for number, found, where in riders_in(
        enumerate((entry.aboard for entry in force.units), first), units, first, file, key
    ):
        vehicle, unit = units[found], units[number]
        if unit.card.vehicle or unit.gun >= 0 or vehicle.card.carries < len(unit.men):
            raise DataError(file, where, f"{vehicle.name} cannot carry {unit.name}")
        if found in taken:
            raise DataError(file, where, f"{vehicle.name} carries another unit already")
        taken.append(found)
        units[number] = msgspec.structs.replace(unit, aboard=found)


# ---- the agenda


async def next_on_agenda(play: Play[Battle]) -> None:
    """Do the next thing before the battle begins; setting up takes as many steps as there are units."""
    done = await mechanics.next_on_agenda(play, ITEMS, {"deploy": left_to_set_up}, {"phase": "turn"})
    if done is not None:
        item, sets = done
        play.tell("was done", CLAUSE, sets=sets, tells={"what": item})


async def _objectives(play: Play[Battle]) -> None:
    state = play.state
    points, houses = objectives_of(state), buildings_of(state)
    what = ""
    if points:
        what = f"{len(points)} objective markers lie on the middle line"
    if houses:
        what = "fought over: " + " and ".join(state.terrain[piece].title for piece in houses)
    sets = {"objectives": points, "buildings": houses}
    play.tell("objectives were laid out", SCENARIOS[state.mission.name], sets=sets, tells={"what": what})


ITEMS: dict[str, Callable[[Play[Battle]], Awaitable[None]]] = {
    "roll-off": roll_off,
    "objectives": _objectives,
    "deploy": deploy,
}
