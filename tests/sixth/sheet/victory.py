"""Winning: the objective, losses, and how a battle ends."""

from sandtable.geometry.measure_kernels import gap_to_point
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.play.ruleset import Outcome

from .state import Battle, on_table

CLAUSE = "sheet.win.end"
TURNS = 6
HOLDS = inches(3)


@rule("sheet.setup.objective")
def objective(state: Battle) -> tuple[int, int]:
    """The point that is fought over."""
    return state.width // 2, state.depth // 2


def score_of(state: Battle, side: int) -> int:
    """The points of enemies that a side has destroyed."""
    return sum(unit.card.points for unit in state.units if unit.side != side and unit.place == "gone")


@rule("sheet.win.end")
def is_broken(state: Battle, side: int) -> bool:
    """Whether a side has lost more than half of its units."""
    own = [unit for unit in state.units if unit.side == side]
    return sum(unit.place == "gone" for unit in own) * 2 > len(own)


@rule("sheet.win.end")
def is_near(state: Battle, side: int) -> bool:
    """Whether a side has a unit at the objective."""
    bodies = state.layout.bodies
    men = [man for number in on_table(state, side) for man in state.units[number].men]
    return any(int(gap_to_point(bodies, man, *objective(state))) <= HOLDS for man in men)


def holder(state: Battle) -> int | None:
    """The side that alone has a unit at the objective."""
    near = [side for side in (0, 1) if is_near(state, side)]
    return near[0] if len(near) == 1 else None


@rule("sheet.win.end")
def outcome_of(state: Battle) -> Outcome:
    """How a battle ends that is over now."""
    scores = score_of(state, 0), score_of(state, 1)
    broken = [side for side in (0, 1) if is_broken(state, side)]
    held = holder(state)
    if len(broken) == 1:
        why = f"{state.names[broken[0]]} have lost more than half of their units"
        return Outcome(1 - broken[0], scores, why, (CLAUSE,))
    if not broken and held is not None:
        return Outcome(held, scores, f"{state.names[held]} hold the objective", (CLAUSE,))
    if scores[0] == scores[1]:
        return Outcome(None, scores, "neither holds the objective, and losses are equal", (CLAUSE,))
    better = int(scores[1] > scores[0])
    return Outcome(better, scores, f"{state.names[better]} have destroyed more", (CLAUSE,))
