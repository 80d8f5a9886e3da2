"""Cover from what comes down from above: the terrain that a model is in, not what it stands behind."""

from sandtable.geometry import ground as flat
from sandtable.geometry.measure_kernels import gap_to_piece
from sandtable.mechanics.clauses import rule
from sandtable.rulesets.sotr.state import Battle

from .described import cover_told
from .sight import standing
from .terrain import sight_effect


@rule("sotr.gap.strike-strafe")
def cover_from_above(state: Battle, figure: int) -> int:
    """The level of cover of the best piece that a model stands in: woods 1, buildings and rubble 2, pillboxes 3."""
    if state.layout.bare:
        return cover_told(state, state.figures[figure].unit)
    size = state.units[state.figures[figure].unit].card.size
    if size == "titanic":
        return 0
    bodies, ground = state.layout.bodies, state.ground
    best = 0
    for number, piece in enumerate(state.terrain):
        level = sight_effect(piece).cover
        if level <= best or not piece.closed or (level == 1 and size == "large"):
            continue
        first, count = int(ground.pieces[number, flat.FIRST]), int(ground.pieces[number, flat.COUNT])
        if gap_to_piece(bodies, figure, ground.edges, first, count, True) <= 0:
            best = level
    return best


def unit_cover_from_above(state: Battle, number: int) -> int:
    """The level of cover that more than half of a unit's standing models have at least."""
    levels = sorted((cover_from_above(state, man) for man in standing(state, number)), reverse=True)
    return levels[len(levels) // 2] if levels else 0
