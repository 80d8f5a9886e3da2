"""Ending and winning (sk.gap.victory, sk.gap.solo-victory): scores, and what each scenario asks for."""

from sandtable.geometry.ground import CLOSED, COUNT, FIRST
from sandtable.geometry.measure_kernels import gap_to_piece, gap_to_point
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.pieces import is_building
from sandtable.mechanics.zones import middle_of_edge
from sandtable.play.ruleset import Outcome
from sandtable.rulesets.skirmish41.basics.sight import inside_pieces, with_points
from sandtable.rulesets.skirmish41.basics.units import in_battle, on_table, rate
from sandtable.rulesets.skirmish41.counters.portals import is_preset
from sandtable.rulesets.skirmish41.state import SOLO, Battle, Point, Unit
from sandtable.table.remembered import RememberedBy

CROSSING, AT_BRIDGE, AT_EDGE, AROUND, OF_ROAD = inches(6), inches(2), inches(6), inches(12), inches(12)
CROSSROADS, BUILDING, LEAD = 10, 5, 5
FIGURE, LEADER, BODY = 1, 2, 4  # points for an enemy out of action; a vehicle's body points are divided by the last
AIM = 10  # points for each aim that players of a solo game have reached
BROKEN = 60  # per cent of its figures that a side has lost
FIGURES = 6  # who reach the far edge with the tank
TURNS = {"crossroads": 10, "farm": 12, "patrol": 15, "tank-hunt": 15, "ambush": 15}
SHARES = {"farm": (4, 7)}  # the part of the attacker's points that a defender has
SCENARIOS = {
    "crossroads": "sk.gap.scenario-crossroads",
    "farm": "sk.gap.scenario-farm",
    "patrol": "sk.gap.scenario-patrol",
    "tank-hunt": "sk.gap.scenario-tank-hunt",
    "ambush": "sk.gap.scenario-preset",
}
LEADERS = ("officer", "NCO")
COULD_BE_PORTALS = ("portal", "unknown")
DONE = 2  # turn ends in a row at the objective: a full turn between them


def turns_of(state: Battle) -> int:
    """How many turns a battle lasts."""
    return state.mission.turns or TURNS[state.mission.name]


@rule("sk.gap.scenario-crossroads", "sk.gap.scenario-patrol", "sk.gap.scenario-tank-hunt")
def objectives_of(state: Battle) -> tuple[Point, ...]:
    """What is fought for: the crossing in the middle, the bridge, the middle of the far edge."""
    mission = state.mission
    if mission.objective is not None:
        return ((inches(mission.objective[0]), inches(mission.objective[1])),)
    if mission.name == "crossroads":
        return ((state.width // 2, state.depth // 2),)
    if mission.name == "tank-hunt":
        return (middle_of_edge(state, state.edges[SOLO]),)
    return ()


# ---- losses


@rule("sk.gap.victory", "sk.gap.captured")
def out_of_action(state: Battle, side: int) -> list[int]:
    """The figures of a side that are killed, disabled, captured or have run away."""
    units = state.units
    found = []
    for row, figure in enumerate(state.figures):
        unit = units[figure.unit]
        if unit.side != side or row == unit.hull or unit.card.kind == "dummy" or unit.place == "waiting":
            continue
        if unit.place == "fled" or row not in unit.men:
            found.append(row)
    return found


def how_many_out(state: Battle, side: int) -> int:
    """How many figures of a side are out of action, without looking at each."""
    found = 0
    for unit in state.units:
        if unit.side == side and unit.card.kind != "dummy" and unit.place != "waiting":
            found += unit.strength if unit.place == "fled" else max(0, unit.strength - len(unit.men))
    return found


def figures_of(state: Battle, side: int) -> int:
    """The figures that a side has brought."""
    return sum([unit.strength for unit in state.units if unit.side == side and unit.card.kind != "dummy"])


@rule("sk.gap.victory")
def is_broken(state: Battle, side: int) -> bool:
    """Whether a side has lost more than 60 per cent of its figures."""
    return how_many_out(state, side) * 100 > figures_of(state, side) * BROKEN


@rule("sk.gap.victory")
def for_losses(state: Battle, side: int) -> int:
    """Points for the enemy's losses: one a figure, two for a leader, a quarter of its body points for a vehicle."""
    gone = [state.figures[row].role in LEADERS for row in out_of_action(state, 1 - side)]
    found = LEADER * gone.count(True) + FIGURE * gone.count(False)
    lost = [
        unit.card.body // BODY for unit in state.units if unit.side != side and unit.card.vehicle and vehicle_lost(unit)
    ]
    return found + sum(lost)


def vehicle_lost(unit: Unit) -> bool:
    """Whether a vehicle is out of the battle."""
    return unit.afoot or unit.place == "destroyed"


# ---- scenarios


def fighting(state: Battle, side: int) -> list[int]:
    """The figures of a side on the table that are neither suppressed nor routing."""
    return [
        man
        for team in on_table(state, side)
        if not state.units[team].suppression and not state.units[team].routing and not state.units[team].mounted
        for man in state.units[team].men
    ]


def _standing(state: Battle) -> tuple[object, ...]:
    """What it hangs on which figures stand where, beside the layout."""
    return (state.objectives, *((unit.place, unit.routing, unit.afoot, unit.men) for unit in state.units))


def _at_crossing(state: Battle) -> tuple[int, ...]:
    """Figures within six inches of the crossing, as often as there are crossings near."""
    bodies = state.layout.bodies
    men = [man for side in (0, 1) for team in on_table(state, side) for man in state.units[team].men]
    return tuple(man for man in men for point in state.objectives if int(gap_to_point(bodies, man, *point)) <= CROSSING)


_near_crossing = RememberedBy(_at_crossing, lambda state: (state.layout,), _standing)


@rule("sk.gap.scenario-crossroads")
def holds_crossing(state: Battle) -> int | None:
    """The side with more unsuppressed figures within six inches of the crossing."""
    near = _near_crossing(state)
    counts = [sum(near.count(man) for man in fighting(state, side)) for side in (0, 1)] if near else [0, 0]
    return None if counts[0] == counts[1] else 0 if counts[0] > counts[1] else 1


def houses_of(state: Battle) -> list[int]:
    """The buildings of the table."""
    return [piece for piece, found in enumerate(state.terrain) if is_building(found)]


def _in_houses(state: Battle) -> dict[int, tuple[int, ...]]:
    """The figures in each building that are neither routing nor in a vehicle."""
    men = tuple(
        man
        for side in (0, 1)
        for team in on_table(state, side)
        if not state.units[team].routing and not state.units[team].mounted
        for man in state.units[team].men
    )
    found: dict[int, tuple[int, ...]] = {}
    for kind in dict.fromkeys(state.terrain[piece].kind for piece in houses_of(state)):
        for man, piece in zip(men, inside_pieces(state, men, (kind,)) if men else (), strict=True):
            if piece is not None:
                found[piece] = (*found.get(piece, ()), man)
    return found


_indoors = RememberedBy(_in_houses, lambda state: (state.layout, state.terrain), _standing)


@rule("sk.gap.scenario-farm")
def holds_building(state: Battle, piece: int) -> int | None:
    """The side that alone has active figures in a building."""
    figures, units = state.figures, state.units
    sides = {units[figures[man].unit].side for man in _indoors(state).get(piece, ()) if rate(figures[man])}
    return sides.pop() if len(sides) == 1 else None


@rule("sk.gap.scenario-crossroads", "sk.gap.scenario-farm")
def for_scenario(state: Battle, side: int) -> int:
    """Points for what an opposed scenario rewards."""
    if state.mission.name == "crossroads":
        return CROSSROADS if holds_crossing(state) == side else 0
    return BUILDING * sum(holds_building(state, piece) == side for piece in houses_of(state))


@rule("sk.gap.victory")
def score_of(state: Battle, side: int) -> tuple[int, int]:
    """A side's points for losses, and for the scenario."""
    return for_losses(state, side), for_scenario(state, side)


@rule("sk.gap.victory")
def opposed_outcome(state: Battle) -> Outcome:
    """Who has won an opposed game: the higher score by five."""
    scores = (sum(score_of(state, 0)), sum(score_of(state, 1)))
    because = ("sk.gap.victory", SCENARIOS[state.mission.name])
    if abs(scores[0] - scores[1]) < LEAD:
        return Outcome(None, scores, f"a draw, {scores[0]} to {scores[1]}", because)
    winner = 0 if scores[0] > scores[1] else 1
    return Outcome(winner, scores, f"{state.names[winner]} win {max(scores)} to {min(scores)}", because)


# ---- solo scenarios


@rule("sk.gap.solo-victory")
def players_lost(state: Battle) -> bool:
    """Whether more than half of the players' figures are out of action."""
    return 2 * how_many_out(state, 0) > figures_of(state, 0)


@rule("sk.gap.scenario-patrol")
def at_objective(state: Battle) -> bool:
    """Whether an unrouted figure of the players is within two inches of the bridge."""
    bodies = state.layout.bodies
    men = [man for team in on_table(state, 0) if not state.units[team].routing for man in state.units[team].bodies]
    return any(int(gap_to_point(bodies, man, *point)) <= AT_BRIDGE for man in men for point in state.objectives)


@rule("sk.gap.scenario-patrol")
def is_back(state: Battle) -> bool:
    """Whether half of the players' figures have left by their own edge."""
    return 2 * state.escaped >= figures_of(state, 0)


@rule("sk.gap.scenario-tank-hunt")
def broke_through(state: Battle) -> bool:
    """Whether the tank is at the middle of the far edge, and six figures with it."""
    bodies = state.layout.bodies
    point = state.objectives[0]
    tanks = [unit for unit in state.units if unit.side == 0 and unit.mounted and unit.on_table and unit.card.armoured]
    if not any(int(gap_to_point(bodies, unit.hull, *point)) <= AT_EDGE for unit in tanks):
        return False
    men = [man for team in on_table(state, 0) if not state.units[team].mounted for man in state.units[team].men]
    return sum(int(gap_to_point(bodies, man, *point)) <= AROUND for man in men) >= FIGURES


@rule("sk.gap.scenario-tank-hunt", "sk.portal.eliminated", "sk.solo.setup")
def portals_are_gone(state: Battle) -> bool:
    """Whether every portal is eliminated; a preset one is only once its team is beaten.

    Who knows a counter only from its back has to take it for a portal.
    """
    if any(marker.sort in COULD_BE_PORTALS for marker in state.markers):
        return False
    return not is_preset(state) or all(state.units[team].routing for team in on_table(state, SOLO))


@rule("sk.gap.scenario-preset")
def _is_road_clear(state: Battle) -> bool:
    """Whether no unrouted solo team is within twelve inches of the road, found or not.

    Who knows a counter only from its back has to take it for a team.
    """
    ground, bodies = state.ground, state.layout.bodies
    men = tuple(
        body for team in on_table(state, SOLO) if not state.units[team].routing for body in state.units[team].bodies
    )
    hidden = [marker.at for marker in state.markers if marker.team >= 0 or marker.sort == "unknown"]
    at, more = with_points(state, hidden) if hidden else (None, ())
    for piece in (piece for piece, found in enumerate(state.terrain) if found.kind == "road"):
        row = ground.pieces[piece]
        road = ground.edges, int(row[FIRST]), int(row[COUNT]), bool(row[CLOSED])
        if any(int(gap_to_piece(bodies, body, *road)) <= OF_ROAD for body in men):
            return False
        if at is not None and any(int(gap_to_piece(at.bodies, int(body), *road)) <= OF_ROAD for body in more):
            return False
    return True


road_is_clear = RememberedBy(
    _is_road_clear, lambda state: (state.layout, state.terrain), lambda state: (state.markers, *_standing(state))
)


@rule("sk.gap.scenario-patrol", "sk.gap.scenario-tank-hunt", "sk.gap.scenario-preset", "sk.portal.eliminated")
def objectives_met(state: Battle) -> tuple[int, int]:
    """How many of its aims the players have reached, and of how many."""
    match state.mission.name:
        case "patrol":
            return int(state.reached >= DONE) + int(is_back(state)), 2
        case "tank-hunt":
            return int(portals_are_gone(state) or broke_through(state)), 1
        case _:
            return int(road_is_clear(state)), 1


@rule("sk.gap.solo-victory", "sk.gap.scenario-patrol")
def solo_outcome(state: Battle) -> Outcome:
    """How a solo game ended: all aims reached is a win, some a draw, none a loss; too many losses lose it at once."""
    met, whole = objectives_met(state)
    scores = (for_losses(state, 0) + AIM * met, for_losses(state, 1))
    because = (SCENARIOS[state.mission.name], "sk.gap.solo-victory")
    if players_lost(state):
        return Outcome(1, scores, f"more than half of {state.names[0]} are out of action", because)
    if met == whole:
        return Outcome(0, scores, f"{state.names[0]} have done what they came for", because)
    if met:
        return Outcome(None, scores, f"a draw: {state.names[0]} have done half of it", because)
    return Outcome(1, scores, f"{state.names[0]} have not done what they came for", because)


def is_over(state: Battle) -> bool:
    """Whether the battle ends before its last turn."""
    if state.solo:
        met, whole = objectives_met(state)
        return players_lost(state) or met == whole or not in_battle(state, 0)
    return is_broken(state, 0) or is_broken(state, 1)


def outcome_of(state: Battle) -> Outcome:
    """How the battle ended."""
    return solo_outcome(state) if state.solo else opposed_outcome(state)
