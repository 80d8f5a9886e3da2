"""Ways of Teams in an assault: straight, or around what they may not pass, and how far they get.

In close combat nobody keeps his distance: Teams go up to enemies' bases, but not through them. Once a Team has been
`put` somewhere, the others have to find room beside it.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, permutations
from math import isqrt

from sandtable.geometry.angle import bearing_to
from sandtable.geometry.bodies import BEARING, RADIUS, X, Y
from sandtable.geometry.ground import CLOSED, COUNT, FIRST, MIDDLE_X, MIDDLE_Y, REACH_X, REACH_Y
from sandtable.geometry.kernel import ints
from sandtable.geometry.measure_kernels import corner, gap
from sandtable.geometry.path_kernels import (
    BARRED,
    FINE,
    IGNORED,
    NOT_ON,
    NOT_THROUGH,
    OVERLAP,
    TOO_FAR,
    march,
    near_box,
    segment_gap,
    stand,
)
from sandtable.geometry.units import INCH
from sandtable.mechanics.clauses import rule
from sandtable.play.arrival import along
from sandtable.play.moves import Terms
from sandtable.play.walks import alike
from sandtable.rulesets.fraley.basics.teams import heavy
from sandtable.rulesets.fraley.basics.terrain import passage
from sandtable.rulesets.fraley.state import Battle, Point
from sandtable.table.layout import rows

APART = 1  # thousandths between bases that do not overlap
MARGIN = 20  # by which a bend keeps off a corner of impassable ground
CORNERS = 8  # of a piece with more, the box around it is gone around
MOST_BENDS, MOST_TRIES = 8, 40  # of a way around: places where it may bend, ways looked at, the shortest first
STEP = INCH // 4
ROUNDING = 2  # thousandths by which a way of a given length may seem longer
NOBODY, FOOT, LARGE, ENEMY = 0, 1, 2, 3
AVOID = ints([IGNORED, NOT_ON, NOT_THROUGH, NOT_THROUGH])

Path = tuple[Point, ...]


def length_of(path: Sequence[Point]) -> int:
    """How long a path is, to the thousandth."""
    return sum(isqrt((bx - ax) ** 2 + (by - ay) ** 2) for (ax, ay), (bx, by) in pairwise(path))


@rule("fraley.gap.moving-through-teams")
def obstacle(state: Battle, figure: int, side: int) -> int:
    """How much in the way a Team is to one of a side."""
    team = state.figures[figure]
    if not state.layout.on_table(figure):
        return NOBODY
    if state.units[team.unit].side != side:
        return ENEMY
    return LARGE if team.kind == "tank" or heavy(team) else FOOT


def terms_of(state: Battle, figures: Sequence[int]) -> Terms:
    """What moves of Teams of one side are checked against in an assault; the ground is that of those on foot, if any are."""
    side = state.sides[figures[0]]
    on_foot = [one for one in figures if state.figures[one].kind == "infantry"]
    marks = [NOBODY if row in figures else obstacle(state, row, side) for row in range(len(state.figures))]
    return Terms(
        layout=state.layout,
        ground=state.ground,
        width=state.width,
        depth=state.depth,
        passage=passage(state, state.figures[(on_foot or figures)[0]]),
        groups=ints(marks),
        avoid=AVOID,
        clearance=APART,
    )


class Ways:
    """The ways of Teams of a side; what each may spend is said when it goes."""

    def __init__(self, state: Battle, side: int) -> None:
        self.state = state
        self.bodies = state.layout.bodies.copy()
        self.marks = ints([obstacle(state, row, side) for row in range(len(state.figures))])
        self._unexcused = ints([-1] * len(state.figures))
        self._verdict = ints([0] * 4)

    def point(self, figure: int) -> Point:
        """Where a Team is, as far as it has been put somewhere."""
        return int(self.bodies[figure, X]), int(self.bodies[figure, Y])

    def put(self, figure: int, point: Point, bearing: int) -> None:
        """A Team ends here: nobody else can."""
        self.bodies[figure, X], self.bodies[figure, Y] = point
        self.bodies[figure, BEARING] = bearing

    def apart(self, figure: int, other: int) -> int:
        """The distance between two Teams as they have been put."""
        return int(gap(self.bodies, figure, self.bodies, other))

    # ---- judging a way

    def verdict(self, figure: int, path: Path, bearing: int, budget: int) -> int:
        """What is wrong with a way on which a Team faces so: FINE, or the code of the kernels."""
        state, ground = self.state, self.state.ground
        faced, mark = int(self.bodies[figure, BEARING]), int(self.marks[figure])
        self.bodies[figure, BEARING], self.marks[figure] = bearing, NOBODY
        found = march(
            self.bodies, rows((figure,)), rows((0, len(path))), ints(path), alike(-1, 1), alike(budget, 1), ground.edges,
            ground.pieces, passage(state, state.figures[figure]), self.marks, AVOID, APART, state.width, state.depth,
            rows(()), 0, False,
        )  # fmt: skip
        self.bodies[figure, BEARING], self.marks[figure] = faced, mark
        code = int(found[0])
        return OVERLAP if code == FINE and not self.free(figure, path[-1], bearing) else code

    def fine(self, figure: int, path: Path, bearing: int, budget: int) -> bool:
        """Whether a Team may go this way."""
        return self.verdict(figure, path, bearing, budget) == FINE

    def free(self, figure: int, point: Point, bearing: int) -> bool:
        """Whether a Team could stand somewhere, however it got there: on the table, and on nobody's base.

        Somebody whom it stands upon already is no exception, as he is for the kernels: turning about may bring that.
        """
        row = self.bodies[figure].copy()
        mark = int(self.marks[figure])
        self.put(figure, point, bearing)
        self.marks[figure] = NOBODY
        fine = stand(
            self.bodies,
            figure,
            self.marks,
            AVOID,
            APART,
            self._unexcused,
            self.state.width,
            self.state.depth,
            self._verdict,
        )
        self.bodies[figure] = row
        self.marks[figure] = mark
        return bool(fine)

    # ---- finding one

    def way(self, figure: int, goal: Point, bearing: int, budget: int) -> Path | None:
        """The shortest way to a point that is found: straight, or with up to two bends; None if there is none."""
        start = self.point(figure)
        straight = (start, goal)
        code = self.verdict(figure, straight, bearing, budget)
        if code == FINE:
            return straight
        if code in {TOO_FAR, OVERLAP}:  # no bend makes it shorter, or makes room
            return None
        return self.around(figure, goal, bearing, budget)

    def around(self, figure: int, goal: Point, bearing: int, budget: int) -> Path | None:
        """The shortest way with one or two bends."""
        if not self.free(figure, goal, bearing):
            return None
        start = self.point(figure)
        near = sorted((length_of((start, bend, goal)), bend) for bend in self._bends(figure, goal, budget))
        bends = [bend for length, bend in near[:MOST_BENDS] if length <= budget]
        ways: list[Path] = [(start, bend, goal) for bend in bends]
        ways += [(start, one, other, goal) for one, other in permutations(bends, 2)]
        measured = sorted((length, path) for path in ways if (length := length_of(path)) <= budget)
        tries = (path for _, path in measured[:MOST_TRIES])
        return next((path for path in tries if self.fine(figure, path, bearing, budget)), None)

    def _bends(self, figure: int, goal: Point, budget: int) -> Iterator[Point]:
        """Where a way around what is near the straight one may bend."""
        start, ground = self.point(figure), self.state.ground
        for piece, going in enumerate(passage(self.state, self.state.figures[figure]).tolist()):
            if going == BARRED and near_box(*start, *goal, budget // 2, ground.pieces, piece):
                yield from self._corners_of_piece(piece)
        radius = int(self.bodies[figure, RADIUS])
        for row, mark in enumerate(self.marks.tolist()):
            if row != figure and mark in {LARGE, ENEMY} and segment_gap(self.bodies, row, *start, *goal) <= 2 * radius:
                yield from self._corners_of_body(row, radius)

    def _corners_of_piece(self, piece: int) -> Iterator[Point]:
        row, edges = self.state.ground.pieces[piece], self.state.ground.edges
        x, y = int(row[MIDDLE_X]), int(row[MIDDLE_Y])
        first, count = int(row[FIRST]), int(row[COUNT])
        if row[CLOSED] and count <= CORNERS:
            corners = edges[first : first + count, :2].tolist()
        else:
            reach_x, reach_y = int(row[REACH_X]), int(row[REACH_Y])
            corners = [(x + dx * reach_x, y + dy * reach_y) for dx in (-1, 1) for dy in (-1, 1)]
        for at_x, at_y in corners:
            yield at_x + (MARGIN if at_x > x else -MARGIN), at_y + (MARGIN if at_y > y else -MARGIN)

    def _corners_of_body(self, row: int, radius: int) -> Iterator[Point]:
        x, y = self.point(row)
        whole = max(1, int(self.bodies[row, RADIUS]))
        out = whole + radius * 3 // 2 + MARGIN
        for index in range(4):
            at_x, at_y = corner(self.bodies, row, index)
            yield x + (int(at_x) - x) * out // whole, y + (int(at_y) - y) * out // whole

    def as_far(self, figure: int, path: Path, bearing: int, budget: int) -> Path:
        """The longest part of a way that a Team may go; at worst it stays."""
        whole = length_of(path)
        far = min(whole, budget)
        while far > 0:
            point, bends = along(path, far, whole)
            part = (*path[:bends], point)
            if self.fine(figure, part, bearing, budget + ROUNDING):
                return part
            far -= STEP
        return (path[0],)


def bearing_along(path: Sequence[Point], otherwise: int) -> int:
    """The bearing of the last leg of a way; another one for a way that leads nowhere."""
    if len(path) < 2 or path[-1] == path[-2]:
        return otherwise
    (ax, ay), (bx, by) = path[-2], path[-1]
    return int(bearing_to(bx - ax, by - ay))


Budgets = Mapping[int, int]
