"""Burning terrain (1.7.3): models in it take the shortest way out with their next move."""

from math import isqrt

from sandtable.geometry.measure_kernels import near_on_segment
from sandtable.mechanics.clauses import rule
from sandtable.play.journey import path_length
from sandtable.play.script import Play
from sandtable.rulesets.sotr.basics.shelter import inside
from sandtable.rulesets.sotr.react.travel import travel
from sandtable.rulesets.sotr.state import Battle

from .movement import allowances, held
from .runners import new_run
from .running import Path, Run, towards

Point = tuple[int, int]

OUTSIDE = 30  # how far beyond the edge of the flames one is out of them


def in_flames(state: Battle, number: int) -> tuple[int, ...]:
    """The models of a unit that stand in burning terrain, and are not held there."""
    layout = state.layout
    return tuple(
        man
        for man in (state.units[number].men if state.burning else ())
        if not held(state, man) and any(inside(state, piece, layout.point(man)) for piece in state.burning)
    )


@rule("sotr.flame.terrain-leave")
async def leave_fire(play: Play[Battle], number: int) -> str:
    """Models in burning terrain take the shortest way out with their move: the movement action that this was, or ''.

    Whoever is DOWN crawls; the others use as much of an On The Double move as they need.
    """
    state = play.state
    unit = state.units[number]
    burning = in_flames(state, number)
    if not burning or unit.machine:
        return ""
    able = [man for man in burning if not state.figures[man].down]
    budget, less = allowances(state, number, double=True)
    less = {**less, **{man: budget - unit.card.sneak for man in burning if man not in able}}
    run = Run(state, number, burning, budget, less, "sotr.flame.terrain-leave")
    paths = {man: _way_out(run, man) for man in burning}
    await _out(play, number, {man: path for man, path in paths.items() if man not in able}, crawling=True)
    if play.state.units[number].on_table:
        await _out(play, number, {man: path for man, path in paths.items() if man in able}, crawling=False)
    longest = max((path_length(paths[man]) for man in able), default=0)
    return "double" if longest > unit.card.advance else "advance"


async def _out(play: Play[Battle], number: int, paths: dict[int, Path], *, crawling: bool) -> None:
    there = {man: path for man, path in paths.items() if man in play.state.units[number].men}
    going = tuple(man for man, path in there.items() if len(path) > 1)
    if going:
        march = new_run(play.state, number, going, "sotr.flame.terrain-leave").march(there)
        await travel(play, number, march, "sotr.flame.terrain-leave", verb="left the flames", crawling=crawling)


def _way_out(run: Run, figure: int) -> Path:
    """The shortest way of a model out of the flames, or as much of it as it gets."""
    state = run.state
    start = state.layout.point(figure)
    pieces = [piece for piece in state.burning if inside(state, piece, start)]
    spots: list[Point] = []
    for piece in pieces:
        outline = state.terrain[piece].outline
        for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True):
            spots.append(_just_outside(start, (ax, ay, bx, by)))
    spots = [spot for spot in spots if not any(inside(state, piece, spot) for piece in state.burning)]
    spots.sort(key=lambda spot: ((spot[0] - start[0]) ** 2 + (spot[1] - start[1]) ** 2, spot))
    for spot in spots:
        if run.allows(figure, (start, spot)):
            run.ends[figure] = spot
            return start, spot
    return towards(run, figure, spots[0]) if spots else (start,)


def _just_outside(start: Point, edge: tuple[int, int, int, int]) -> Point:
    """The point beyond an edge that is nearest to a point inside."""
    x, y = near_on_segment(*start, *edge)
    dx, dy = x - start[0], y - start[1]
    if dx == 0 and dy == 0:
        dx, dy = edge[3] - edge[1], edge[0] - edge[2]
    length = max(1, isqrt(dx * dx + dy * dy))
    return int(x + dx * OUTSIDE // length), int(y + dy * OUTSIDE // length)
