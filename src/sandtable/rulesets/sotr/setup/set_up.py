"""Before the battle: forces raised, objectives, fire teams, who sets up first, units set up."""

from collections.abc import Awaitable, Callable, Sequence
from functools import partial

import msgspec

from sandtable.dice.readings import Each
from sandtable.dice.roll import Roll
from sandtable.mechanics import setting_up as mechanics
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.missions import mission_in
from sandtable.mechanics.mustering import ground_of, name_of
from sandtable.mechanics.setting_up import roll_off
from sandtable.play.scenario import Scenario
from sandtable.play.script import Play
from sandtable.rulesets.sotr.move.transport import seat_riders
from sandtable.rulesets.sotr.options import Options
from sandtable.rulesets.sotr.state import Battle, Mission, Point, Soldier, Unit

from .arrivals import first_mobs, late_mobs
from .battleground import check_table
from .deployment import set_up, set_up_hidden, to_set_up, who_hides
from .fire_teams import split_squads
from .forces import Raised, bases, muster, raise_force
from .victory import DEAD

DEFENDERS_SHARE = (3, 4)  # of the attacker's points, in the ruins
ASSAULT_TURNS = 7  # those of the ruins


def agenda_of(mission: Mission, options: Options) -> tuple[str, ...]:
    """What is to be done before the first turn, in order."""
    begin = ("fire teams",) if options.fire_teams else ()
    if mission.name == "dead-walk":
        return (*begin, "hiding", "deploy", "mobs", "hidden")
    return (*begin, "objectives", "roll-off", "hiding", "deploy", "hidden")


# ---- the state before the first step


@rule("sotr.terrain.feature", "sotr.gap.scenarios", "sotr.maint.strikes-scenario", "sotr.gap.armour-default")
def set_up_battle(scenario: Scenario, options: Options) -> Battle:
    """The state before the first step: both forces raised, nobody on the table."""
    mission = mission_of(scenario)
    check_table(scenario.battlefield)
    figures: list[Soldier] = []
    units: list[Unit] = []
    shapes: list[str] = []
    for side, force in enumerate(scenario.forces):
        mobs = mission.name == "dead-walk" and side == DEAD
        raised = _raised(scenario, side, mission, options, mobs=mobs)
        first = len(units)
        for entry, unit in zip(force.units, raised, strict=True):
            name = name_of(entry, unit.card.title, units)
            units.append(enlist(len(units), side, name, unit, figures, shapes))
        if options.transport:
            seat_riders(units, first, [entry.aboard for entry in force.units], scenario.name, f"forces[{side}]")
        if mobs:
            units[first:] = [msgspec.structs.replace(unit, place="reserve") for unit in units[first:]]
            assert late_mobs(len(raised)) < len(raised)
    return Battle(
        **ground_of(scenario, bases(), shapes),
        figures=tuple(figures),
        units=tuple(units),
        options=options,
        mission=mission,
        agenda=agenda_of(mission, options),
        grants=granted(mission, figures, units),
    )


@rule("sotr.gap.tasks")
def task_mission(scenario: Scenario) -> Mission:
    """The mission for a scenario that sets a task for any rulebook."""
    if scenario.task == "assault":
        return Mission("ruins", turns=ASSAULT_TURNS, attacker=scenario.attacker)
    return Mission("meeting")


def mission_of(scenario: Scenario) -> Mission:
    """What a scenario wants of this rulebook."""
    return mission_in(scenario, "sotr", Mission, task_mission, name="meeting")


@rule("sotr.gap.tasks")
def _raised(scenario: Scenario, side: int, mission: Mission, options: Options, *, mobs: bool) -> list[Raised]:
    """The units of a side, as a force is organised; as they are listed where every rulebook fights with them."""
    force, key = scenario.forces[side], f"forces[{side}]"
    if scenario.leaves_to("sotr"):
        return raise_force(force, scenario.name, key, options)
    limit = points_allowed(mission, side)
    return muster(force, mission.points, scenario.name, key, options, limit=limit, mobs=mobs)


@rule("sotr.gap.scenarios")
def points_allowed(mission: Mission, side: int) -> int:
    """What a side may spend: the defender of the ruins has 75% of the attacker's points."""
    if mission.name == "ruins" and side != mission.attacker:
        return mission.points * DEFENDERS_SHARE[0] // DEFENDERS_SHARE[1]
    return mission.points


@rule("sotr.maint.strikes-scenario", "sotr.gap.scenarios")
def granted(
    mission: Mission, figures: Sequence[Soldier], units: Sequence[Unit]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The strikes of each side: those the scenario grants, if it fields a radio."""
    radios = [any("radio" in man.gear for man in figures if units[man.unit].side == side) for side in (0, 1)]
    first, second = (mission.strikes[side] if radios[side] else () for side in (0, 1))
    return first, second


@rule("sotr.gap.frenzy-source", "sotr.unit.definition", "sotr.unit.vehicle")
def enlist(number: int, side: int, name: str, raised: Raised, figures: list[Soldier], shapes: list[str]) -> Unit:
    """A unit with its models, off the table; frenzied are those whose entry says so, from the start."""
    frenzied = "frenzy" in raised.card.traits
    men: list[int] = []
    for recruit in raised.figures:
        men.append(len(figures))
        figures.append(
            Soldier(number, recruit.role, recruit.weapons, recruit.rank, recruit.cool, recruit.gear, frenzied=frenzied)
        )
        shapes.append(recruit.base)
    return Unit(name, side, tuple(men), raised.card, strength=len(men), frag=raised.frag, smoke=raised.smoke)


# ---- the agenda


def left_to_set_up(state: Battle, *, hidden: bool = False) -> bool:
    """Whether anybody is still to be set up, before the enemy's eyes or Hidden."""
    return any(to_set_up(state, side, hidden=hidden) for side in (0, 1))


LEFT: dict[str, Callable[[Battle], bool]] = {"deploy": left_to_set_up, "hidden": partial(left_to_set_up, hidden=True)}


async def next_on_agenda(play: Play[Battle]) -> None:
    """Do the next thing before the battle begins; setting up takes as many steps as there are units."""
    done = await mechanics.next_on_agenda(play, ITEMS, LEFT, {"phase": "initiative", "turn": 1, "half": 0})
    if done is not None:
        item, sets = done
        play.tell("was done", "sotr.gap.scenarios", sets=sets, tells={"what": item})


@rule("sotr.gap.scenarios")
def objectives_of(state: Battle) -> tuple[Point, ...]:
    """Where objectives lie: three on the centre line, at the quarters of the table, or one in the middle of the ruins."""
    middle = state.depth // 2
    quarters = (2,) if state.mission.name == "ruins" else (1, 2, 3)
    return tuple((state.width * quarter // 4, middle) for quarter in quarters)


async def _objectives(play: Play[Battle]) -> None:
    found = objectives_of(play.state)
    play.tell("objectives were laid out", "sotr.gap.scenarios", sets={"objectives": found}, tells={"many": len(found)})


def set_up_roll(names: tuple[str, str]) -> Roll[tuple[int, ...]]:
    """A die each: the lower one sets up first."""
    why = f"who sets up first: {names[0]}, {names[1]}"
    return Roll(2, 6, Each(), why=why, because=("sotr.gap.deployment",), neutral=True)


@rule("sotr.gap.deployment")
async def first_to_set_up(play: Play[Battle]) -> None:
    """Both roll a die, again while they are equal; the loser places a unit first."""
    winner, throw = await roll_off(play, lambda: set_up_roll(play.state.names))
    loser = 1 - winner
    tells = {"name": play.state.names[loser]}
    play.tell("a side sets up first", "sotr.gap.deployment", sets={"side": loser}, tells=tells, rolls=(throw,))


@rule("sotr.gap.deployment")
async def _deploy(play: Play[Battle]) -> None:
    """A side places one unit; then it is the other's turn, if it has any left. Where all begin Hidden there is none."""
    if not left_to_set_up(play.state):
        return
    other = await mechanics.one_more(play, play.state.side, to_set_up, set_up)
    play.tell("the other side sets up", "sotr.gap.deployment", sets={"side": other})


ITEMS: dict[str, Callable[[Play[Battle]], Awaitable[None]]] = {
    "objectives": _objectives,
    "fire teams": split_squads,
    "roll-off": first_to_set_up,
    "hiding": who_hides,
    "deploy": _deploy,
    "mobs": first_mobs,
    "hidden": set_up_hidden,
}
