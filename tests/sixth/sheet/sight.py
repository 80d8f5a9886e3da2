"""Sight: who sees whom along single lines, and what is shown of it."""

import numpy as np

from sandtable.geometry.kernel import Ints
from sandtable.geometry.line_kernels import TOO_FAR, lines
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.lines import Sighted, Watched, field, outermost, sighting
from sandtable.play.shown import Field, Sighting
from sandtable.table.layout import rows

from .forces import FOOT
from .movement import groups
from .state import Battle, on_table
from .terrain import raised, sight_effect

THICK = inches(4)  # how much of woods is seen through
CLOSE = inches(1)  # so near to the other end nothing is looked over
FARTHEST = inches(200)
BLOCKED = ("sheet.shoot.sight",)


@rule("sheet.shoot.sight")
def look(state: Battle, viewers: tuple[int, ...], targets: tuple[int, ...]) -> list[list[Sighted]]:
    """What each viewer makes of each target."""
    ground, bodies = state.ground, state.layout.bodies
    found = lines(
        bodies, rows(viewers), rows(targets), FARTHEST, ground.edges, ground.for_sight(sight_effect),
        groups(state.figures), _nobody_hides(len(bodies)), THICK, CLOSE,
    ).tolist()  # fmt: skip
    return [[Sighted(gap, seen == 1, cover, cut_by) for gap, seen, cover, cut_by in line] for line in found]


def _nobody_hides(models: int) -> Ints:
    """How large models are to lines: not at all."""
    return np.zeros(models, dtype=np.int64)


def outlook(state: Battle, number: int, *, rays: bool = False) -> list[Sighting]:
    """What a unit makes of each enemy unit on the table."""
    unit = state.units[number]
    viewers = tuple(man for man in unit.men if state.layout.on_table(man))
    if not viewers:
        return []

    def called(what: int) -> str:
        return "too far" if what == TOO_FAR else state.terrain[what].title

    return [
        sighting(state.layout, foe, viewers, targets, look(state, viewers, targets), words, rays=rays)
        for foe in on_table(state, 1 - unit.side)
        for targets, words in [(state.units[foe].men, ("models", called, BLOCKED))]
    ]


def field_of(state: Battle, number: int) -> Field:
    """Which ground a unit sees."""
    ground = state.ground
    pieces = ground.for_sight(sight_effect)

    def cast(at: Watched, viewer: int, rest: Ints) -> Ints:
        found: Ints = lines(
            at.bodies, rows((viewer,)), rest, FARTHEST, ground.edges, pieces, at.groups, at.sizes, THICK, CLOSE
        )[0]
        return found

    bodies = state.layout.bodies
    real = (bodies, groups(state.figures), _nobody_hides(len(bodies)))
    viewers = outermost(state.layout, [man for man in state.units[number].men if state.layout.on_table(man)])
    size = (state.width, state.depth)
    return field(size, ground, raised(state), FOOT, real, len(state.units), viewers, cast)
