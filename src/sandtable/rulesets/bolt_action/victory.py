"""Victory: who holds what, who has how many points, and who has won."""

from sandtable.geometry.measure_kernels import gap_to_point
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.play.ruleset import Outcome

from .state import Battle

CLAUSE_OF_MISSION = {
    "breakthrough": "ba.gap.scenario-breakthrough",
    "attrition": "ba.gap.scenario-attrition",
    "three-objectives": "ba.gap.scenario-three-objectives",
    "hold": "ba.gap.scenario-hold",
}
HOLD_DISTANCE = inches(3)


@rule("ba.gap.objectives")
def holder(state: Battle, objective: tuple[int, int]) -> int | None:
    """The side that holds an objective: infantry or artillery within 3 inches, and none of the enemy's."""
    sides = set()
    for unit in state.units:
        if unit.is_vehicle or not unit.on_table or "medic" in unit.card.traits:
            continue
        if any(gap_to_point(state.layout.bodies, man, *objective) <= HOLD_DISTANCE for man in unit.men):
            sides.add(unit.side)
    return sides.pop() if len(sides) == 1 else None


def outcome_now(state: Battle) -> Outcome:
    """Who has won if the battle ends now."""
    clause = CLAUSE_OF_MISSION[state.mission.name]
    if state.mission.name == "three-objectives":
        held = sum(holder(state, point) == state.attacker for point in state.objectives)
        winner = state.attacker if held >= 2 else state.defender if held == 0 else None
        scores = (held, 3 - held) if state.attacker == 0 else (3 - held, held)
        return Outcome(winner, scores, f"the attacker holds {held} of 3 objectives", (clause, "ba.gap.objectives"))
    if state.mission.name == "hold":
        side = holder(state, state.objectives[0])
        scores = (int(side == 0), int(side == 1))
        why = "the objective is contested or empty" if side is None else f"{state.names[side]} holds the objective"
        return Outcome(side, scores, why, (clause, "ba.gap.objectives"))
    scores = points(state)
    lead = scores[0] - scores[1]
    winner = None if abs(lead) < state.options.victory_margin else (0 if lead > 0 else 1)
    return Outcome(winner, scores, f"{scores[0]} points to {scores[1]}", (clause, "ba.gap.victory-margin"))


def points(state: Battle) -> tuple[int, int]:
    """Victory points of both sides, where the scenario counts them."""
    if state.mission.name == "attrition":
        return state.losses[1], state.losses[0]
    attacker, defender = state.attacker, state.defender
    gained = state.losses[defender]
    zone = state.mission.zone_depth
    north = state.edges[defender] == "north"
    for unit in state.units:
        if unit.side != attacker:
            continue
        if unit.place == "left":
            gained += 0 if unit.forced_off else 3
        elif unit.on_table:
            ys = [state.layout.point(figure)[1] for figure in unit.figures]
            inside = min(ys) <= zone if north else max(ys) >= state.depth - zone
            gained += 2 if inside else 0
    both = [0, 0]
    both[attacker] = gained
    both[defender] = 2 * state.losses[attacker]
    return both[0], both[1]
