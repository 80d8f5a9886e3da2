"""Good and bad ground: for each spot in reach, what a unit's best shot from there takes on average, and what theirs takes.

Every number is the forecast of a shot by the rulebook's own script, from the table as it would be then.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import isqrt
from typing import Any, NamedTuple

import msgspec

from sandtable.foresight.breath import breathe
from sandtable.geometry.units import INCH
from sandtable.play.driving import Driving
from sandtable.play.marching import Marching
from sandtable.play.planning import Planned, ends, plan, reach
from sandtable.play.refusal import Refused
from sandtable.play.ruleset import Ruleset
from sandtable.play.script import Begin
from sandtable.play.shown import Point

from .forecast import Standing, look_ahead, read

CELL = INCH
MOST_SPOTS = 400
NEAR = CELL * 3 // 4  # a unit that comes to stand farther from the middle of a square does not stand in it


class Best(NamedTuple):
    """The shot that takes the most on average: of whom, or by whom."""

    points: Fraction
    unit: int | None


NO_SHOT = Best(Fraction(0), None)


class Weighed(NamedTuple):
    """A spot: where the unit would come to stand, its best shot from there and the best shot at it there."""

    spot: Point
    stands: Point | None
    mine: Best = NO_SHOT
    theirs: Best = NO_SHOT


def spots(rules: Ruleset[Any], state: Any, unit: int) -> list[Point]:
    """The middles of all squares within a unit's ordinary move, nearest first."""
    domain = rules.roams(state, unit)
    outline, _ = reach(domain)
    x, y = state.layout.point(_leader(domain))
    xs, ys = [point[0] for point in outline], [point[1] for point in outline]
    found = [
        (column, row)
        for column in _middles(min(xs, default=0), max(xs, default=0))
        for row in _middles(min(ys, default=0), max(ys, default=0))
        if _inside(outline, column, row)
    ]
    found.sort(key=lambda spot: ((spot[0] - x) ** 2 + (spot[1] - y) ** 2, spot))
    return found[:MOST_SPOTS]


def _leader(domain: Marching | Driving) -> int:
    return domain.row if isinstance(domain, Driving) else domain.movers[0]


def _middles(low: int, high: int) -> range:
    """The middles of the squares of the whole table's grid between two lines."""
    return range(low // CELL * CELL + CELL // 2, high, CELL)


def _inside(outline: Sequence[Point], x: int, y: int) -> bool:
    """Whether a point lies within an outline: a ray to the right crosses it an odd number of times."""
    inside = False
    before_x, before_y = outline[-1]
    for here_x, here_y in outline:
        if (here_y > y) != (before_y > y):
            cross = (before_x - here_x) * (y - here_y) - (x - here_x) * (before_y - here_y)
            inside ^= (cross > 0) == (before_y > here_y)
        before_x, before_y = here_x, here_y
    return inside


def weigh(rules: Ruleset[Any], state: Any, unit: int, spot: Point) -> Weighed:
    """What a spot is good for, and what it is exposed to."""
    domain = rules.roams(state, unit)
    there = _put(domain, state, spot)
    if there is None:
        return Weighed(spot, None)
    moved, stands = there
    side = state.units[unit].side
    mine = NO_SHOT
    for target, begin in rules.shots(moved, unit, moving=True).items():
        mine = max(mine, Best(_taken(rules, moved, side, begin), target), key=lambda best: best.points)
    theirs = NO_SHOT
    for foe, other in enumerate(moved.units):
        if other.side != side:
            for begin in rules.shots(moved, foe, moving=False, at=unit).values():
                theirs = max(theirs, Best(_taken(rules, moved, other.side, begin), foe), key=lambda best: best.points)
    return Weighed(spot, stands, mine, theirs)


def _put(domain: Marching | Driving, state: Any, spot: Point) -> tuple[Any, Point] | None:
    """The state with the unit gone to a spot, and where its leader stands then; None if it cannot stand there."""
    try:
        made: Planned = plan(domain, spot)
    except Refused:
        return None
    if made.refusal is not None:
        return None
    layout = ends(domain, made.draft)
    x, y = layout.point(_leader(domain))
    if isqrt((x - spot[0]) ** 2 + (y - spot[1]) ** 2) > NEAR:
        return None
    return msgspec.structs.replace(state, layout=layout), (x, y)


def _taken(rules: Ruleset[Any], state: Any, side: int, begin: Begin[Any]) -> Fraction:
    """Points that the other side loses on average by a shot."""
    breathe()
    standing = Standing(rules, state, (), state, side)
    return read(standing, look_ahead(standing, begin, noting=False)).lost[1 - side]
