"""Victory: who holds what, who has how many points, and who has won."""

from sandtable.geometry.bodies import HALF_LENGTH, RADIUS, Y
from sandtable.geometry.measure_kernels import corner
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.play.ruleset import Outcome
from sandtable.rulesets.bolt_action.basics.battlefield import distance_to_point
from sandtable.rulesets.bolt_action.state import Battle, Unit
from sandtable.table.remembered import RememberedBy

from .placing_objectives import OBJECTIVES

CLAUSE_OF_MISSION = {
    "breakthrough": "ba.gap.scenario-breakthrough",
    "attrition": "ba.gap.scenario-attrition",
    "three-objectives": "ba.gap.scenario-three-objectives",
    "hold": "ba.gap.scenario-hold",
}
HOLD_DISTANCE = inches(3)
MARKER = inches(0.787)  # the radius of an objective's marker of 40 mm, from whose edge is measured

ENOUGH = 2  # objectives that an attacker has to hold
KILL, KILL_OF_ATTACKER = 1, 2  # points for a unit destroyed
IN_ZONE, GOT_OFF = (
    2,
    3,
)  # points for a unit of the attacker's in the defender's zone, and for one that has left by his edge


@rule("ba.gap.objectives", "ba.gap.medic")
def holder(state: Battle, objective: tuple[int, int]) -> int | None:
    """The side that holds an objective: infantry or artillery within 3 inches, and none of the enemy's.

    A medic holds nothing, but he is in the enemy's way like any other man.
    """
    near = [
        unit
        for number, unit in enumerate(state.units)
        if not unit.is_vehicle
        and unit.on_table
        and unit.figures  # the last of them may just have fallen
        and distance_to_point(state, number, objective) <= HOLD_DISTANCE + MARKER
    ]
    sides = {unit.side for unit in near}
    able = {unit.side for unit in near if "medic" not in unit.card.traits}
    return sides.pop() if len(sides) == 1 and able else None


def _holders(state: Battle) -> tuple[int | None, ...]:
    return tuple(holder(state, point) for point in state.objectives)


# Who holds each objective: worked out again only when somebody has moved or is gone.
holders = RememberedBy(
    _holders,
    lambda state: (state.layout,),
    lambda state: (state.objectives, *((unit.place, unit.building) for unit in state.units)),
)


def outcome_now(state: Battle) -> Outcome:
    """Who has won if the battle ends now."""
    clause = CLAUSE_OF_MISSION[state.mission.name]
    if state.mission.name == "three-objectives":
        held = holders(state).count(state.attacker)
        winner = state.attacker if held >= ENOUGH else state.defender if held == 0 else None
        scores = (held, OBJECTIVES - held) if state.attacker == 0 else (OBJECTIVES - held, held)
        why = f"the attacker holds {held} of {OBJECTIVES} objectives"
        return Outcome(winner, scores, why, (clause, "ba.gap.objectives"))
    if state.mission.name == "hold":
        (side,) = holders(state)
        scores = (int(side == 0), int(side == 1))
        why = "the objective is contested or empty" if side is None else f"the objective is held by {state.names[side]}"
        return Outcome(side, scores, why, (clause, "ba.gap.objectives"))
    scores = points(state)
    lead = scores[0] - scores[1]
    winner = None if abs(lead) < state.margin else (0 if lead > 0 else 1)
    return Outcome(
        winner, scores, f"{scores[0]} point{'s' * (scores[0] != 1)} to {scores[1]}", (clause, "ba.gap.victory-margin")
    )


@rule("ba.gap.scenario-breakthrough", "ba.gap.scenario-attrition")
def points(state: Battle) -> tuple[int, int]:
    """Victory points of both sides, where the scenario counts them."""
    if state.mission.name == "attrition":
        return KILL * state.losses[1], KILL * state.losses[0]
    attacker, defender = state.attacker, state.defender
    both = [0, 0]
    both[attacker] = KILL * state.losses[defender] + GOT_OFF * got_off(state) + IN_ZONE * through(state)
    both[defender] = KILL_OF_ATTACKER * state.losses[attacker]
    return both[0], both[1]


def got_off(state: Battle) -> int:
    """How many of the attacker's units have left of their own will."""
    return sum(unit.place == "left" and not unit.forced_off and unit.side == state.attacker for unit in state.units)


def _through(state: Battle) -> int:
    return sum(
        unit.side == state.attacker and unit.place != "left" and in_defenders_zone(state, unit) for unit in state.units
    )


# How many of the attacker's units are in the defender's zone.
through = RememberedBy(
    _through,
    lambda state: (state.layout,),
    lambda state: (state.attacker, state.edges, *((unit.place, unit.aboard) for unit in state.units)),
)


def in_defenders_zone(state: Battle, unit: Unit) -> bool:
    """Whether any part of a unit, or of the vehicle it rides in, is in the zone along the defender's edge."""
    if unit.aboard is not None:
        unit = state.units[unit.aboard]
    if not unit.on_table:
        return False
    figures = unit.figures if unit.spotter is None else (*unit.figures, unit.spotter)
    if not figures:  # its last man has just fallen
        return False
    spans = [_from_edges(state, figure) for figure in figures]
    if state.edges[state.defender] == "north":
        return min(top for top, _ in spans) <= state.mission.zone_depth
    return max(bottom for _, bottom in spans) >= state.depth - state.mission.zone_depth


def _from_edges(state: Battle, figure: int) -> tuple[int, int]:
    """The northernmost and the southernmost point of a base or hull."""
    bodies = state.layout.bodies
    if bodies[figure, HALF_LENGTH]:
        ys = [int(corner(bodies, figure, index)[1]) for index in range(4)]
        return min(ys), max(ys)
    y, radius = int(bodies[figure, Y]), int(bodies[figure, RADIUS])
    return y - radius, y + radius
