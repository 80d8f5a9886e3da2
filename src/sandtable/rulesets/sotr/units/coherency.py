"""Coherency (1.2.1, 1.5.1) and what its loss does."""

from collections.abc import Sequence

from sandtable.geometry.path_kernels import touching
from sandtable.mechanics.clauses import rule
from sandtable.play.script import Play
from sandtable.rulesets.sotr.basics.sight import COHERENCY
from sandtable.rulesets.sotr.state import Battle
from sandtable.table.layout import rows

from .conditions import disorganize, freed_to
from .crews import attended


@rule("sotr.unit.coherency-voluntary", "sotr.down.unit-coherency", "sotr.gap.medic", "sotr.command.jdi-ex-leave-down")
def bound_together(state: Battle, number: int) -> tuple[int, ...]:
    """The models of a unit that have to keep together.

    DOWN ones count, unless a medic attends them or their unit was told to JUST DO IT.
    """
    unit = state.units[number]
    fallen = [man for man in unit.men if state.figures[man].down]
    if not fallen:
        return unit.men
    if freed_to(state, number, "move"):
        return tuple(man for man in unit.men if man not in fallen)
    return tuple(man for man in unit.men if man not in fallen or not attended(state, man))


@rule("sotr.unit.coherency")
def in_coherency(state: Battle, number: int) -> bool:
    """Whether nobody of a unit is more than four inches from his nearest unit-mate; one alone always is.

    Machines are units of one, and mobs ignore it. With the chain switched on all must hang together.
    """
    unit = state.units[number]
    if unit.machine or unit.mindless or len(unit.men) < 2:
        return True
    chain = state.options.coherency_chain
    if int(touching(state.layout.bodies, rows(unit.men), COHERENCY, chain)) < 0:
        return True
    bound = bound_together(state, number)
    if unit.ordered == state.turn:  # told to JUST DO IT this turn: it may have left its DOWN models
        bound = tuple(man for man in bound if not state.figures[man].down)
    return len(bound) < 2 or int(touching(state.layout.bodies, rows(bound), COHERENCY, chain)) < 0


@rule("sotr.unit.coherency-when")
def judge_coherency(play: Play[Battle], numbers: Sequence[int]) -> None:
    """Units that are out of Coherency become Disorganized: at the end of the Action Phase, or of their own move."""
    for number in numbers:
        if play.state.units[number].on_table and not in_coherency(play.state, number):
            disorganize(play, number, "sotr.unit.coherency", "sotr.unit.coherency-when", why="out of Coherency")
