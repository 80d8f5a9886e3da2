"""Forced runs (1.6.1.3, 1.6.2.10): who runs and where to. Nobody decides one, except where the rules say so."""

from collections.abc import Sequence

from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.zones import across_at, from_edge
from sandtable.rulesets.sotr.basics.shelter import shelter_of
from sandtable.rulesets.sotr.basics.sight import apart, enemies, is_engaged, standing
from sandtable.rulesets.sotr.state import Battle

from .movement import allowances
from .running import Fits, Found, Path, Run, to_cover, towards

Point = tuple[int, int]
FAR_ENOUGH = inches(12)  # from every enemy, to choose to Hit the Dirt while Fleeing


@rule("sotr.command.jdi")
def runners(state: Battle, number: int) -> tuple[int, ...]:
    """The models that a forced run moves: not those that are DOWN or Engaged, nor one who was told to do otherwise."""
    active = bool(state.units[number].began)
    return tuple(
        man
        for man in standing(state, number)
        if not is_engaged(state, man) and not (active and state.figures[man].freed in {"move", "both"})
    )


def new_run(state: Battle, number: int, movers: Sequence[int], clause: str, *, double: bool = True) -> Run:
    """An On The Double run of models of a unit, or one at the normal rate."""
    budget, less = allowances(state, number, double=double)
    return Run(state, number, movers, budget, less, clause)


def edge_gap(state: Battle, side: int, point: Point) -> int:
    """How far a point is from a side's own edge of the table."""
    return from_edge(state, state.edges[side], point)


def edge_goal(state: Battle, side: int, point: Point) -> Point:
    """The point of a side's own edge straight ahead of one."""
    return across_at(state, state.edges[side], point)


def anywhere(_figure: int, _spot: Point) -> bool:
    """For runs to whatever cover there is."""
    return True


def homewards(state: Battle, number: int) -> Fits:
    """Spots no farther from the unit's own edge than a model stands now."""
    side = state.units[number].side

    def fits(figure: int, spot: Point) -> bool:
        return edge_gap(state, side, spot) <= edge_gap(state, side, state.layout.point(figure))

    return fits


def find_cover(state: Battle, number: int, fits: Fits, clause: str, men: tuple[int, ...] | None = None) -> Found | None:
    """The run of a unit, or of some of it, to the nearest cover within On The Double reach; None if there is none."""
    men = runners(state, number) if men is None else men
    return to_cover(lambda: new_run(state, number, men, clause), shelter_of(state, state.units[number].side), fits)


@rule("sotr.flee.direction", "sotr.break.fail-no-cover")
def home_run(state: Battle, number: int, clause: str, men: tuple[int, ...] | None = None) -> dict[int, Path]:
    """The whole On The Double rate of a unit, or of some of it, towards its deployment zone, those in front first."""
    side = state.units[number].side
    run = new_run(state, number, runners(state, number) if men is None else men, clause)
    points = {figure: state.layout.point(figure) for figure in run.movers}
    order = sorted(run.movers, key=lambda figure: (edge_gap(state, side, points[figure]), figure))
    return {figure: towards(run, figure, edge_goal(state, side, points[figure])) for figure in order}


@rule("sotr.dirt.fleeing-criteria")
def far_from_enemies(state: Battle, number: int) -> bool:
    """Whether every enemy model that its side knows of is farther than 12 inches from a unit."""
    unit = state.units[number]
    foes = [man for other in enemies(state, unit.side) for man in state.units[other].men]
    return not foes or apart(state, unit.men, foes) > FAR_ENOUGH
