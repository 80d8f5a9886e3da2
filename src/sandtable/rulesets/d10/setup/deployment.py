"""Setting up (d10.gap.deployment): edges, zones, units in turn, scouts last, a defender's units on Hold."""

from sandtable.dice.roll import Roll
from sandtable.geometry.ground import CLOSED, COUNT, FIRST
from sandtable.geometry.kernel import Ints
from sandtable.geometry.measure_kernels import gap_to_piece
from sandtable.geometry.ray_kernels import TOUCH
from sandtable.geometry.units import inches
from sandtable.mechanics import setting_up as mechanics
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.setting_up import edges_along, next_to_set_up
from sandtable.mechanics.zones import FACING_IN, OPPOSITE, band, set_down, usual_place
from sandtable.play.asking import ask, ask_seat
from sandtable.play.domains import YesNo
from sandtable.play.marching import Marching
from sandtable.play.script import Play
from sandtable.play.walks import March
from sandtable.rulesets.d10.basics.charts import SIDES
from sandtable.rulesets.d10.basics.terrain import HARD, sight_effect
from sandtable.rulesets.d10.move.placing import setting_up
from sandtable.rulesets.d10.state import Battle

from .victory import SCENARIOS

CLAUSE = "d10.gap.deployment"
ZONE = inches(12)
APART = (inches(24), inches(18), inches(12), inches(6))  # from enemies: the first, if there is room
SCOUTS = inches(6)  # how much farther scouts are set up
HOLDS, COMES = inches(24), inches(6)  # defender and attacker of a village
BEGINS, ENDS = inches(24), inches(60)  # from the attacker's edge, where a defender stands who bars the way


# ---- edges and zones


def roll_for_edges(names: tuple[str, str]) -> Roll[tuple[int, ...]]:
    """A die each: the higher one picks an edge, the lower one sets up first."""
    return mechanics.higher_die(names, SIDES, CLAUSE)


@rule("d10.gap.deployment", "d10.gap.scenario-breakthrough")
def edges_to_pick(state: Battle) -> tuple[str, str]:
    """The long edges; where one side breaks through, the short ones."""
    return edges_along(state, short=state.mission.name == "breakthrough")


@rule("d10.gap.deployment")
async def roll_off(play: Play[Battle]) -> None:
    """Both roll a die, again while they are equal; the winner picks his edge, the loser places a unit first."""
    state = play.state
    winner, tells, edges, throw = await mechanics.edges_rolled(
        play, lambda: roll_for_edges(state.names), edges_to_pick(state), CLAUSE
    )
    play.tell("picked an edge", CLAUSE, sets={"active": 1 - winner, "edges": edges}, tells=tells, rolls=(throw,))


def facing_in(state: Battle, side: int) -> int:
    """The bearing of somebody who looks from his own table edge at the enemy's."""
    return FACING_IN[state.edges[side]]


@rule("d10.gap.deployment", "d10.gap.scenario-village", "d10.gap.scenario-breakthrough", "d10.gap.unit-us-recon")
def zone_of(state: Battle, number: int, *, deeper: int = 0) -> Ints:
    """Where a unit is set up; scouts six inches farther in."""
    unit = state.units[number]
    mission, edge = state.mission, state.edges[unit.side]
    whole = state.depth if edge in {"north", "south"} else state.width
    attacks = unit.side == mission.attacker
    more = deeper + (SCOUTS if unit.card.has("scouts") else 0)
    if mission.name == "breakthrough" and not attacks:
        begin = max(0, BEGINS - more)
        return band(state.width, state.depth, OPPOSITE[edge], min(ENDS, whole), begin)
    depth = ZONE
    if mission.name == "village":
        depth = COMES if attacks else HOLDS
    return band(state.width, state.depth, edge, min(depth + more, whole))


# ---- placing units


def left_to_set_up(state: Battle) -> bool:
    """Whether any unit is still to be set up."""
    return any(unit.place == "waiting" for unit in state.units)


@rule("d10.gap.deployment", "d10.gap.unit-us-recon")
def to_set_up(state: Battle, side: int) -> list[int]:
    """The units that a side has to set up now: scouts of either side come last; riders with their vehicle."""
    waiting = [number for number, unit in enumerate(state.units) if unit.place == "waiting" and unit.aboard < 0]
    others = [number for number in waiting if "scouts" not in state.units[number].card.rules]
    return [number for number in others or waiting if state.units[number].side == side]


@rule("d10.gap.deployment")
async def deploy(play: Play[Battle]) -> None:
    """A side places one unit; then it is the other's turn, if it has any left."""
    other = await mechanics.one_more(play, play.state.active, to_set_up, set_up)
    play.tell("the other side sets up", CLAUSE, sets={"active": other})


@rule("d10.gap.deployment", "d10.gap.scenario-village")
def with_room(state: Battle, number: int) -> Marching:
    """The places for a unit in its zone, 24 inches from enemies; nearer to them, then deeper, only where it is crowded."""
    bearing = facing_in(state, state.units[number].side)
    tries = [(apart, 0) for apart in APART] + [
        (APART[-1], deeper) for deeper in range(inches(4), state.width, inches(4))
    ]
    for apart, deeper in tries:
        domain = setting_up(state, number, zone_of(state, number, deeper=deeper), CLAUSE, bearing=bearing, apart=apart)
        domain.fixed = usual_place(domain)
        if domain.fixed is not None:
            return domain
    raise AssertionError("there is no room on the table")


async def set_up(play: Play[Battle], side: int) -> None:
    """A side places one of its units."""
    state = play.state
    prompt = f"{state.names[side]}: set up which unit next?"
    able = to_set_up(state, side)
    number = await next_to_set_up(state, able, kind="unit to set up", prompt=prompt, clause=CLAUSE)
    unit = state.units[number]
    bearing = facing_in(state, side)
    domain = with_room(state, number)
    words = f"Set up {unit.name}"
    march = await ask_seat(
        side, "set up", domain, words, CLAUSE, SCENARIOS[state.mission.name], unit=number, usual=domain.fixed
    )
    _put(play, number, march, bearing)
    await _on_hold(play, number)


def _put(play: Play[Battle], number: int, march: March, bearing: int) -> None:
    unit = play.state.units[number]
    sets: dict[str, object] = {"places": set_down(play.state, march, bearing), "place": "table"}
    play.tell("was set up", CLAUSE, unit=number, figures=unit.bodies, sets=sets)
    for other, riders in enumerate(play.state.units):
        if riders.aboard == number and riders.place == "waiting":
            tells = {"vehicle": unit.name}
            play.tell("begins aboard", "d10.gap.transport", unit=other, sets={"place": "aboard"}, tells=tells)


@rule("d10.gap.scenario-village")
def may_begin_on_hold(state: Battle, number: int) -> bool:
    """Whether a unit may begin on Hold: the defender of a village, in hard cover, up to half of his units."""
    unit = state.units[number]
    if state.mission.name != "village" or unit.side == state.mission.attacker:
        return False
    own = [other for other in state.units if other.side == unit.side]
    return 2 * (sum(other.hold for other in own) + 1) <= len(own) and in_hard_cover(state, number)


def in_hard_cover(state: Battle, number: int) -> bool:
    """Whether at least half of a unit's models stand in hard cover, or against a line of it."""
    ground = state.ground
    men = state.units[number].men
    covered = 0
    for man in men:
        for piece, found in enumerate(state.terrain):
            if sight_effect(found).cover != HARD:
                continue
            row = ground.pieces[piece]
            off = gap_to_piece(
                state.layout.bodies, man, ground.edges, int(row[FIRST]), int(row[COUNT]), bool(row[CLOSED])
            )
            if int(off) <= (0 if row[CLOSED] else TOUCH):
                covered += 1
                break
    return covered * 2 >= len(men)


async def _on_hold(play: Play[Battle], number: int) -> None:
    state = play.state
    if not may_begin_on_hold(state, number):
        return
    unit = state.units[number]
    words = f"Does {unit.name} begin on Hold?"
    holds = await ask(play, number, "begin on Hold", YesNo(), words, "d10.gap.scenario-village", usual=True)
    if holds:
        play.tell("begins on Hold", "d10.gap.scenario-village", unit=number, sets={"hold": True})
