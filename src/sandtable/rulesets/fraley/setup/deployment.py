"""Setting up: edges, zones, placing a Unit, FOs and CCs last, guns behind their own edge."""

from sandtable.dice.roll import Roll
from sandtable.geometry.kernel import Ints
from sandtable.geometry.measure_kernels import gap
from sandtable.geometry.units import inches
from sandtable.mechanics import setting_up as mechanics
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.setting_up import edges_along, next_to_set_up
from sandtable.mechanics.zones import FACING_IN, band
from sandtable.play.asking import ask, ask_seat
from sandtable.play.domains import YesNo
from sandtable.play.marching import Marching
from sandtable.play.refusal import Refusal
from sandtable.play.script import Play
from sandtable.play.walks import March
from sandtable.rulesets.fraley.basics.placing import placed_at, setting_down, turrets_at, with_usual
from sandtable.rulesets.fraley.basics.teams import who
from sandtable.rulesets.fraley.state import Battle, Rank

CLAUSE = "fraley.gap.deployment"
MISSIONS = {
    "meeting": "fraley.gap.scenario-meeting",
    "hold": "fraley.gap.scenario-hold",
    "breakthrough": "fraley.gap.scenario-breakthrough",
}
HOLDS, COMES = inches(20), inches(10)  # defender and attacker of an objective that is held
BREAKS_OUT, AWAY = inches(8), inches(24)  # where who breaks through enters, and how far from there the defender stands
COHESION, TANK_COHESION = inches(6), inches(10)
ORDER: tuple[Rank, ...] = ("unit", "fo", "cc")  # Units first, then Forward Observers, Company Commanders last


# ---- edges and zones


def roll_for_edges(names: tuple[str, str]) -> Roll[tuple[int, ...]]:
    """A die each: the higher one picks an edge, the lower one sets up first."""
    return mechanics.higher_die(names, 6, CLAUSE)


@rule("fraley.gap.deployment", "fraley.gap.scenario-breakthrough")
def edges_to_pick(state: Battle) -> tuple[str, str]:
    """The long edges; where one side breaks through, the short ones."""
    return edges_along(state, short=state.mission.name == "breakthrough")


@rule("fraley.gap.deployment")
async def roll_off(play: Play[Battle]) -> None:
    """Both roll a die, again while they are equal; the winner picks his edge, the loser places a Unit first."""
    state = play.state
    winner, tells, edges, throw = await mechanics.edges_rolled(
        play, lambda: roll_for_edges(state.names), edges_to_pick(state), CLAUSE
    )
    play.tell("picked an edge", CLAUSE, sets={"side": 1 - winner, "edges": edges}, tells=tells, rolls=(throw,))


def facing_in(state: Battle, side: int) -> int:
    """The bearing of somebody who looks from his own table edge at the enemy's."""
    return FACING_IN[state.edges[side]]


@rule("fraley.gap.deployment", "fraley.gap.scenario-hold", "fraley.gap.scenario-breakthrough")
def zone_of(state: Battle, side: int, *, deeper: int = 0) -> Ints:
    """Where a side is set up."""
    mission, edge = state.mission, state.edges[side]
    whole = state.depth if edge in {"north", "south"} else state.width
    attacks = side == mission.attacker
    match mission.name:
        case "meeting":
            depth = mission.zone
        case "hold":
            depth = COMES if attacks else HOLDS
        case "breakthrough":
            depth = BREAKS_OUT if attacks else whole - AWAY
    return band(state.width, state.depth, edge, min(depth + deeper, whole))


# ---- placing a Unit


@rule("fraley.gap.deployment", "fraley.cohesion.distance", "fraley.cohesion.tank-distance")
def strays(state: Battle, number: int, march: March) -> Refusal | None:
    """What is wrong with setting up a Unit like this: somebody is out of cohesion with the Platoon Leader."""
    unit = state.units[number]
    if len(unit.men) == 1:
        return None
    bodies = state.layout.placed(placed_at(march, facing_in(state, unit.side))).bodies
    near = [man for man in unit.men if gap(bodies, unit.men[0], bodies, man) <= _reach(state, man)]
    for man in unit.men:
        if man not in near and all(gap(bodies, man, bodies, other) > _reach(state, man) for other in near):
            why = f"{who(state, man)} would be out of cohesion"
            remedy = "stay within 6 inches of the Platoon Leader, or of a Team that is (10 for Tank Teams)"
            return Refusal(why, (CLAUSE, "fraley.cohesion.distance"), remedy=remedy, figures=(man,))
    return None


def _reach(state: Battle, figure: int) -> int:
    return TANK_COHESION if state.figures[figure].kind == "tank" else COHESION


def setting_up(state: Battle, number: int, zone: Ints) -> Marching:
    """All places where a Unit may be set up in a zone: in cohesion, each Team facing as it likes."""
    unit = state.units[number]
    return setting_down(
        state,
        unit.men,
        zone,
        CLAUSE,
        bearing=facing_in(state, unit.side),
        also=lambda march: strays(state, number, march),
    )


def with_room(state: Battle, number: int) -> Marching:
    """The places for a Unit in its zone, made deeper only where it is crowded."""
    for deeper in range(0, max(state.width, state.depth), inches(4)):
        zone = zone_of(state, state.units[number].side, deeper=deeper)
        if domain := with_usual(setting_up(state, number, zone)):
            return domain
    raise AssertionError("there is no room on the table")


def to_set_up(state: Battle, side: int) -> list[int]:
    """The Units that a side has to set up now: Units before Forward Observers of either side, these before CCs."""
    waiting = [number for number, unit in enumerate(state.units) if unit.place == "waiting"]
    for rank in ORDER:
        now = [number for number in waiting if state.units[number].card.rank == rank]
        if now:
            return [number for number in now if state.units[number].side == side]
    return []


@rule("fraley.gap.deployment")
async def set_up(play: Play[Battle], side: int) -> None:
    """A side places one of its Units."""
    left = to_set_up(play.state, side)
    prompt = f"{play.state.names[side]}: set up which Unit next?"
    number = await next_to_set_up(play.state, left, kind="unit to set up", prompt=prompt, clause=CLAUSE)
    if await _stays_behind(play, number):
        return
    state = play.state
    unit = state.units[number]
    domain = with_room(state, number)
    words = f"Set up {unit.name}"
    march = await ask_seat(
        side, "set up", domain, words, CLAUSE, MISSIONS[state.mission.name], unit=number, usual=domain.fixed
    )
    bearing = facing_in(state, side)
    sets: dict[str, object] = {
        "places": placed_at(march, bearing),
        "turrets": turrets_at(state, march, bearing),
        "place": "table",
    }
    clauses = [CLAUSE]
    if digs_in(state, number):
        sets["teams"] = {"dug_in": True}
        clauses.append("fraley.gap.scenario-hold")
    play.tell("was set up", *clauses, unit=number, figures=unit.men, sets=sets)


@rule("fraley.gap.scenario-hold", "fraley.gap.mixed-unit-type")
def digs_in(state: Battle, number: int) -> bool:
    """Whether a Unit begins Dug In: every non-Tank Unit of a side that holds its ground."""
    unit = state.units[number]
    return state.mission.name == "hold" and unit.side != state.mission.attacker and not unit.card.tank


async def _stays_behind(play: Play[Battle], number: int) -> bool:
    """Whether artillery that the scenario lets fire from behind its own edge does so."""
    state = play.state
    unit = state.units[number]
    if not unit.counts or unit.card.troop not in state.mission.off_table:
        return False
    words = f"Does {unit.name} stay behind its own table edge?"
    stays = await ask(play, number, "off table", YesNo(), words, "fraley.gap.roster-us-artillery", CLAUSE, usual=True)
    if stays:
        play.tell("stays off the table", "fraley.gap.roster-us-artillery", unit=number, sets={"place": "off-table"})
    return stays
