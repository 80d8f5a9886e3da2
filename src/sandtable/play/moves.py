"""What every move is checked against, and what is wrong with one that fails."""

from collections.abc import Callable
from typing import NamedTuple

from sandtable.geometry.kernel import Ints
from sandtable.table.ground import Ground
from sandtable.table.layout import Layout

from .refusal import Refusal

Point = tuple[int, int]
Segment = tuple[int, int, int, int]  # from a point to another

MOST_POINTS = 40


class Terms(NamedTuple):
    """What a move is checked against: where everybody stands, what the ground does, whom to keep away from."""

    layout: Layout
    ground: Ground
    width: int
    depth: int
    passage: Ints  # one number a piece
    groups: Ints  # the unit of each figure
    avoid: Ints  # one number a unit
    clearance: int
    raised: Ints | None = None  # which pieces are stood on, not in; None if none are


Verdict = tuple[int, int, int, int]
Explain = Callable[[Verdict], Refusal]


def inward(terms: Terms, x: int, y: int, line: Segment, distance: int) -> Point:
    """A point so far from a line along a table edge, towards the middle of the table."""
    ax, ay, _, by = line
    if ay == by:
        return x, (y + distance if ay < terms.depth // 2 else y - distance)
    return (x + distance if ax < terms.width // 2 else x - distance), y
