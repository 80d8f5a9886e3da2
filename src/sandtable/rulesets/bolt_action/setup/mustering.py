"""Both forces raised from the catalogue: the state before the first step."""

from collections.abc import Sequence

import msgspec

from sandtable.mechanics.clauses import rule
from sandtable.mechanics.missions import mission_in
from sandtable.mechanics.mustering import ground_of, name_of, riders_in
from sandtable.play.scenario import Scenario
from sandtable.rulesets.bolt_action.machines.transports import takes
from sandtable.rulesets.bolt_action.options import Options
from sandtable.rulesets.bolt_action.state import Battle, Mission, Soldier, Unit
from sandtable.table.data import DataError

from .battleground import check_table
from .forces import Raised, bases, muster, raise_force
from .set_up import agenda_of

NAME = "bolt-action"


def set_up_battle(scenario: Scenario, options: Options) -> Battle:
    """Raise both forces and lay out the table; nobody is on it yet."""
    mission = _mission(scenario)
    if not mission.deployed:  # a short battle needs less room: nobody walks on
        check_table(scenario.battlefield, mission.points)
    figures: list[Soldier] = []
    units: list[Unit] = []
    shapes: list[str] = []
    for side, force in enumerate(scenario.forces):
        raised = _raised(scenario, side, mission, options)
        first = len(units)
        for entry, unit in zip(force.units, raised, strict=True):
            number = len(units)
            name = name_of(entry, unit.card.title, [other for other in units if other.side == side])
            units.append(enlist(number, side, name, unit, figures, shapes))
        _seat_riders(units, first, [entry.aboard for entry in force.units], scenario.name, side)
    return Battle(
        **ground_of(scenario, bases(), shapes),
        figures=tuple(figures),
        units=tuple(units),
        options=options,
        mission=mission,
        agenda=agenda_of(mission),
        attacker=mission.attacker,
    )


@rule("ba.gap.tasks")
def task_mission(scenario: Scenario) -> Mission:
    """The mission for a scenario that sets a task for any rulebook."""
    if scenario.task == "assault":
        return Mission("three-objectives", fixed_sides=True, attacker=scenario.attacker)
    return Mission("attrition")


@rule("ba.gap.tasks")
def _raised(scenario: Scenario, side: int, mission: Mission, options: Options) -> Sequence[Raised]:
    """The units of a side, within what a platoon may bring; as they are listed where every rulebook fights with them."""
    force, key = scenario.forces[side], f"forces[{side}]"
    if scenario.leaves_to(NAME):
        return raise_force(force, scenario.name, key)
    return muster(force, mission.points, scenario.name, key, national_rules=options.national_rules)


def _mission(scenario: Scenario) -> Mission:
    """What a scenario wants of this rulebook; one that says nothing of any rulebook is a battle of attrition."""
    if scenario.rules and not scenario.task and NAME not in scenario.rules:
        raise DataError(
            scenario.name, f"rules.{NAME}", "the scenario does not say how it is fought under this rulebook"
        )
    return mission_in(scenario, NAME, Mission, task_mission)


def enlist(number: int, side: int, name: str, raised: Raised, figures: list[Soldier], shapes: list[str]) -> Unit:
    """A unit with its figures, off the table."""
    men: list[int] = []
    gun: int | None = None
    spotter: int | None = None
    for recruit in raised.figures:
        row = len(figures)
        figures.append(Soldier(number, recruit.role, recruit.weapon, recruit.carries))
        shapes.append(recruit.base)
        if recruit.role == "gun":
            gun = row
        elif recruit.role == "spotter":
            spotter = row
        else:
            men.append(row)
    return Unit(name, side, tuple(men), raised.card, place="wave", gun=gun, spotter=spotter)


def _seat_riders(units: list[Unit], first: int, aboard: Sequence[str], file: str, side: int) -> None:
    """Put units that begin the battle in a vehicle into it."""
    for number, transport, key in riders_in(enumerate(aboard, first), units, first, file, f"forces[{side}]"):
        rider, vehicle = units[number], units[transport].name
        inside = [unit for unit in units if unit.aboard == transport]
        if rider.spotter is not None:
            raise DataError(file, key, f"{rider.name} has a spotter, who does not ride [ba.gap.spotter]")
        if not takes(units[transport].card, inside, rider):
            raise DataError(file, key, f"{vehicle} has no room for {rider.name} [ba.gap.transport-capacity]")
        units[number] = msgspec.structs.replace(rider, place="aboard", aboard=transport)
