"""Before the battle: forces raised, edges, objectives, units set up."""

from collections.abc import Awaitable, Callable

import msgspec

from sandtable.mechanics.clauses import rule
from sandtable.mechanics.missions import mission_in
from sandtable.mechanics.telling import numbered
from sandtable.play.scenario import Force, Scenario
from sandtable.play.script import Play
from sandtable.table.data import DataError
from sandtable.table.layout import Layout

from .battleground import check_table
from .deployment import CLAUSE, deploy, left_to_set_up, roll_off
from .forces import Raised, Recruit, bases, muster, raise_force
from .options import Options
from .state import Battle, Mission, Model, Unit
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
            name = entry.name or numbered(unit.card.title, [other.name for other in units])
            units.append(enlist(len(units), side, name, unit, figures, shapes))
        seat_riders(units, first, force, scenario.name, f"forces[{side}]")
    guns = {unit.gun for unit in units}
    return Battle(
        width=scenario.battlefield.width,
        depth=scenario.battlefield.depth,
        terrain=scenario.battlefield.terrain,
        layout=Layout.of(bases()[shape] for shape in shapes),
        figures=tuple(figures),
        units=tuple(units),
        options=options,
        mission=mission,
        names=(scenario.forces[0].name, scenario.forces[1].name),
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


def enlist(number: int, side: int, name: str, raised: Raised, figures: list[Model], shapes: list[str]) -> Unit:
    """A unit with its models, off the table."""
    gun = -1
    if raised.gun is not None:
        gun = len(figures)
        _recruit(number, raised.gun, figures, shapes)
    first = len(figures)
    for one in raised.models:
        _recruit(number, one, figures, shapes)
    men = tuple(range(first, len(figures)))
    return Unit(name, side, men, raised.card, strength=len(men), gun=gun, items=raised.items, missions=raised.missions)


def _recruit(number: int, one: Recruit, figures: list[Model], shapes: list[str]) -> None:
    figures.append(Model(number, one.role, one.weapons, one.wounds, one.size))
    shapes.append(one.base)


@rule("d10.gap.transport")
def seat_riders(units: list[Unit], first: int, force: Force, file: str, key: str) -> None:
    """Units that begin the battle aboard a vehicle of their force, named by its name."""
    taken: list[int] = []
    for place, entry in enumerate(force.units):
        if not entry.aboard:
            continue
        number = first + place
        where = f"{key}.units[{place}].aboard"
        found = [other for other in range(first, len(units)) if units[other].name == entry.aboard]
        if not found:
            raise DataError(file, where, f"no unit of the force is called {entry.aboard!r}")
        vehicle, unit = units[found[0]], units[number]
        if unit.card.vehicle or unit.gun >= 0 or vehicle.card.carries < len(unit.men):
            raise DataError(file, where, f"{vehicle.name} cannot carry {unit.name}")
        if found[0] in taken:
            raise DataError(file, where, f"{vehicle.name} carries another unit already")
        taken.append(found[0])
        units[number] = msgspec.structs.replace(unit, aboard=found[0])


# ---- the agenda


async def next_on_agenda(play: Play[Battle]) -> None:
    """Do the next thing before the battle begins; setting up takes as many steps as there are units."""
    item = play.state.agenda[0]
    await ITEMS[item](play)
    state = play.state
    if item == "deploy" and left_to_set_up(state):
        return
    left = state.agenda[1:]
    sets: dict[str, object] = {"agenda": left}
    if not left:
        sets["phase"] = "turn"
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
