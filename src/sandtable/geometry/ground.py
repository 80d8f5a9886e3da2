"""Terrain as kernels read it: a row per piece, and the edges of all pieces one after another.

What a piece does to sight is three numbers that the caller supplies: how it stops a line (`OPEN` and its fellows), which
cover class it gives (0 none; higher is better), and how deep one sees into it.
"""

from collections.abc import Sequence

from .kernel import Ints, ints

FIRST, COUNT, CLOSED = 0, 1, 2  # its edges; whether they enclose an area
MIDDLE_X, MIDDLE_Y, REACH_X, REACH_Y = 3, 4, 5, 6  # the box around it: its middle and its half extents
TOP = 7  # height of its upper edge above the table
STOPS, CLASS, DEPTH = 8, 9, 10
CONVEX = 11  # whether it is an area without dents
PIECE_COLUMNS = 12

OPEN = 0  # no effect on sight
LOW = 1  # never stops a line, gives its class to what lies behind it, except to a viewer who touches it
AREA = 2  # seen into and out of, but not across; a DEPTH of 0 or more limits how far in
VEIL = 3  # never stops a line, gives its class to what lies in it or behind it
SOLID = 4  # stops every line that passes below its top
ROOM = 5  # seen into and out of through its walls to its DEPTH, open within a storey, never seen across (fans only)
THICKET = 6  # a line that stops sight unless one end is close to it (fans only)
PIT = 7  # never stops a line, gives its class to what lies in it alone (single lines only)

NO_LIMIT = -1

Outline = Sequence[tuple[int, int]]


def is_convex(points: Outline) -> bool:
    """Whether a ring of points turns the same way at every corner."""
    turns = []
    for place, (x, y) in enumerate(points):
        before_x, before_y = points[place - 1]
        after_x, after_y = points[(place + 1) % len(points)]
        turns.append((x - before_x) * (after_y - y) - (y - before_y) * (after_x - x))
    return all(turn >= 0 for turn in turns) or all(turn <= 0 for turn in turns)


def flatten(outlines: Sequence[tuple[Outline, bool, int]]) -> tuple[Ints, Ints]:
    """Pieces and edges of terrain given as (points, closed, top); sight columns are left open."""
    pieces: list[list[int]] = []
    edges: list[list[int]] = []
    for points, closed, top in outlines:
        first = len(edges)
        ends = list(points[1:]) + ([points[0]] if closed else [])
        edges += [[ax, ay, bx, by] for (ax, ay), (bx, by) in zip(points, ends, strict=False)]
        left, right = min(x for x, _ in points), max(x for x, _ in points)
        upper, lower = min(y for _, y in points), max(y for _, y in points)
        reach_x, reach_y = (right - left + 1) // 2, (lower - upper + 1) // 2
        row = [first, len(edges) - first, int(closed), (left + right) // 2, (upper + lower) // 2]
        pieces.append([*row, reach_x + 1, reach_y + 1, top, OPEN, 0, NO_LIMIT, int(closed and is_convex(points))])
    return ints(pieces).reshape(len(pieces), PIECE_COLUMNS), ints(edges).reshape(len(edges), 4)
