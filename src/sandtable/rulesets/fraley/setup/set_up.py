"""Before the battle: companies raised, edges, Units set up."""

from collections.abc import Awaitable, Callable, Sequence

import msgspec

from sandtable.geometry.units import inches
from sandtable.mechanics import setting_up as mechanics
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.missions import mission_in
from sandtable.mechanics.mustering import ground_of, name_of
from sandtable.play.scenario import Scenario
from sandtable.play.script import Play
from sandtable.rulesets.fraley.machines.transport import seat_riders
from sandtable.rulesets.fraley.options import Options
from sandtable.rulesets.fraley.state import Battle, Mission, Point, Team, Unit

from .battleground import check_table
from .deployment import CLAUSE, MISSIONS, roll_off, set_up, to_set_up
from .forces import Raised, Recruit, bases, muster

SHARES = {
    "meeting": 100,
    "hold": 60,
    "breakthrough": 70,
}  # of the attacker's points: what the defender may spend, in percent
FROM_HIS_EDGE = inches(12)  # how far from the defender's edge the objective lies that he holds


# ---- the state before the first step


@rule(
    "fraley.unit.count", "fraley.gap.scenario-meeting", "fraley.gap.scenario-hold", "fraley.gap.scenario-breakthrough"
)
def set_up_battle(scenario: Scenario, options: Options) -> Battle:
    """The state before the first step: both companies raised, nobody on the table."""
    mission = mission_of(scenario)
    check_table(scenario.battlefield)
    figures: list[Team] = []
    units: list[Unit] = []
    shapes: list[str] = []
    for side, force in enumerate(scenario.forces):
        key = f"forces[{side}]"
        raised = muster(force, points_allowed(mission, side), scenario.name, key)
        first = len(units)
        entries: list[int] = []  # the Unit of each entry: Forward Observers come between
        for entry, unit in zip(force.units, raised, strict=True):
            entries.append(len(units))
            name = name_of(entry, unit.card.title, units)
            _enlist_with_observers(side, name, unit, units, figures, shapes)
        if options.transport:
            aboard = dict(zip(entries, (entry.aboard for entry in force.units), strict=True))
            seat_riders(units, figures, first, aboard, options, scenario.name, key)
    counted = [sum(unit.counts and unit.side == side for unit in units) for side in (0, 1)]
    return Battle(
        **ground_of(scenario, bases(), shapes),
        figures=tuple(figures),
        units=tuple(units),
        options=options,
        mission=mission,
        sides=tuple(units[team.unit].side for team in figures),
        agenda=("roll-off", "objectives", "deploy"),
        units_at_start=(counted[0], counted[1]),
    )


@rule("fraley.gap.tasks")
def task_mission(scenario: Scenario) -> Mission:
    """The mission for a scenario that sets a task for any rulebook."""
    if scenario.task == "assault":
        return Mission("hold", attacker=scenario.attacker)
    return Mission("meeting")


def mission_of(scenario: Scenario) -> Mission:
    """What a scenario wants of this rulebook."""
    return mission_in(scenario, "fraley", Mission, task_mission)


@rule("fraley.gap.scenario-hold", "fraley.gap.scenario-breakthrough", "fraley.gap.scenario-meeting")
def points_allowed(mission: Mission, side: int) -> int:
    """What a side may spend: a defender has 60% of the attacker's points where he holds, 70% where he bars the way."""
    share = 100 if side == mission.attacker else SHARES[mission.name]
    return mission.points * share // 100


def _enlist_with_observers(
    side: int, name: str, raised: Raised, units: list[Unit], figures: list[Team], shapes: list[str]
) -> None:
    battery = len(units)
    units.append(enlist(battery, side, name, raised, figures, shapes))
    for place in range(len(raised.observers)):
        called = f"{name} FO" if place == 0 else f"{name} FO {place + 1}"
        units.append(observer(len(units), side, called, raised, battery, figures, shapes))


@rule("fraley.unit.teams", "fraley.unit.attributes")
def enlist(number: int, side: int, name: str, raised: Raised, figures: list[Team], shapes: list[str]) -> Unit:
    """A Unit with its Teams, off the table."""
    men = _recruited(number, raised.teams, figures, shapes)
    return Unit(name, side, men, raised.card, strength=len(men))


@rule("fraley.gap.roster-format", "fraley.fo.units")
def observer(
    number: int, side: int, name: str, raised: Raised, battery: int, figures: list[Team], shapes: list[str]
) -> Unit:
    """A Forward Observer: a Unit of one Team beside his artillery, of its Training; his points are in its own."""
    men = _recruited(number, raised.observers[:1], figures, shapes)
    card = msgspec.structs.replace(
        raised.card, title="Forward Observer", rank="fo", points=0, tank=False, leader=raised.observers[0].weapons[0]
    )
    return Unit(name, side, men, card, strength=1, battery=battery)


def _recruited(number: int, recruits: Sequence[Recruit], figures: list[Team], shapes: list[str]) -> tuple[int, ...]:
    men: list[int] = []
    for one in recruits:
        men.append(len(figures))
        turret = 0 if one.turret else -1
        figures.append(Team(number, one.role, one.kind, one.weapons, one.vehicle, one.leader, turret=turret))
        shapes.append(one.base)
    return tuple(men)


# ---- the agenda


def left_to_set_up(state: Battle) -> bool:
    """Whether anybody is still to be set up."""
    return any(to_set_up(state, side) for side in (0, 1))


async def next_on_agenda(play: Play[Battle]) -> None:
    """Do the next thing before the battle begins; setting up takes as many steps as there are Units."""
    done = await mechanics.next_on_agenda(play, ITEMS, {"deploy": left_to_set_up}, {"phase": "round"})
    if done is not None:
        item, sets = done
        play.tell("was done", CLAUSE, sets=sets, tells={"what": item})


@rule("fraley.gap.scenario-meeting", "fraley.gap.scenario-hold", "fraley.gap.scenario-breakthrough")
def objectives_of(state: Battle) -> tuple[Point, ...]:
    """Where objectives lie: three at the quarters of the centre line; one in the middle of the half that is held."""
    match state.mission.name:
        case "meeting":
            return tuple((state.width * quarter // 4, state.depth // 2) for quarter in (1, 2, 3))
        case "hold":
            north = state.edges[1 - state.mission.attacker] == "north"
            return ((state.width // 2, FROM_HIS_EDGE if north else state.depth - FROM_HIS_EDGE),)
        case "breakthrough":
            return ()


async def _objectives(play: Play[Battle]) -> None:
    found = objectives_of(play.state)
    clause = MISSIONS[play.state.mission.name]
    play.tell("objectives were laid out", clause, sets={"objectives": found}, tells={"many": len(found)})


@rule("fraley.gap.deployment")
async def _deploy(play: Play[Battle]) -> None:
    """A side places one Unit; then it is the other's turn, if it has any left."""
    other = await mechanics.one_more(play, play.state.side, to_set_up, set_up)
    play.tell("the other side sets up", CLAUSE, sets={"side": other})


ITEMS: dict[str, Callable[[Play[Battle]], Awaitable[None]]] = {
    "roll-off": roll_off,
    "objectives": _objectives,
    "deploy": _deploy,
}
