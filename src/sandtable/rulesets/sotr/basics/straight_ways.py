"""Straight ways of models of a unit, each within its allowance: what stops them, and how far they get."""

from collections.abc import Mapping, Sequence

from sandtable.geometry.bodies import GROUND, RADIUS, X, Y
from sandtable.geometry.kernel import ints
from sandtable.geometry.measure_kernels import gap, root_up
from sandtable.geometry.path_kernels import FINE, STOREY, march, segment_cost
from sandtable.geometry.units import INCH
from sandtable.play.walks import alike
from sandtable.rulesets.sotr.state import Battle, Point
from sandtable.table.layout import rows

from .hidden import as_seen
from .ways import CLEAR, terms

STEP = INCH // 4
LEAST = INCH // 100  # it is no use to move less
ONE_WALK, NOBODY = ints([0, 2]), rows(())


class StraightWays:
    """The ways of models of a unit, each within its allowance; they end on nobody's base.

    Once a model is `put` somewhere, the others have to find room beside it.
    """

    def __init__(self, state: Battle, number: int, allowed: Mapping[int, int]) -> None:
        unit = state.units[number]
        self.state = as_seen(state, unit.side)
        self.terms = terms(state, number, clearance=0)
        self.bodies = self.terms.layout.bodies.copy()
        self.starts = self.terms.layout.bodies
        self.allowed = dict(allowed)
        self._known: dict[tuple[int, ...], list[list[int]]] = {}
        self.placed = {man: self.disc(man) for man in unit.men if man not in allowed}
        mine = unit.side
        self.enemies = [
            man
            for other in self.state.units
            if other.side != mine and other.place == "table"
            for man in other.men
            if self.state.layout.on_table(man)
        ]

    def point(self, figure: int) -> Point:
        """Where a body is, as far as it has been put somewhere."""
        item = self.bodies.item
        return item(figure, X), item(figure, Y)

    def radius(self, figure: int) -> int:
        """The radius of a base."""
        return self.bodies.item(figure, RADIUS)

    def put(self, man: int, point: Point, ground: int | None = None) -> None:
        """A model ends here: nobody else can."""
        self.bodies[man, X], self.bodies[man, Y] = point
        if ground is not None:
            self.bodies[man, GROUND] = ground
        self.placed[man] = self.disc(man)

    def disc(self, man: int) -> tuple[int, int, int, int]:
        """A base that has been put somewhere, as plain numbers: x, y, radius, ground."""
        x, y, radius, ground = self.bodies[man, [X, Y, RADIUS, GROUND]].tolist()
        return x, y, radius, ground

    # ---- one way

    def walks(self, man: int, point: Point, budget: int, *, clearance: int = 0) -> bool:
        """Whether a model can go straight to a point: ground, enemies on the way, other units' bases, allowance."""
        at, ground = self.terms, self.terms.ground
        points = ints((at.layout.point(man), point))
        verdict = march(
            self.starts, rows((man,)), ONE_WALK, points, alike(-1, 1), alike(budget, 1), ground.edges, ground.pieces,
            at.passage, at.groups, at.avoid, clearance, at.width, at.depth, NOBODY, 0, False,
        )  # fmt: skip
        return bool(verdict[0] == FINE)

    def cost(self, man: int, point: Point) -> int:
        """What the straight way there costs."""
        at = self.terms
        x, y = at.layout.point(man)
        return int(segment_cost(x, y, *point, at.ground.edges, at.ground.pieces, at.passage))

    def room(self, man: int, point: Point, ground: int | None = None) -> bool:
        """Whether no model of the unit that has been put somewhere is in the way."""
        high = self.bodies.item(man, GROUND) if ground is None else ground
        radius = self.radius(man)
        to_x, to_y = point
        for x, y, wide, ground_there in self.placed.values():
            off_x, off_y, reach = x - to_x, y - to_y, radius + wide
            if off_x * off_x + off_y * off_y < reach * reach and abs(ground_there - high) < STOREY:
                return False
        return True

    # ---- falling short

    def toward(self, man: int, goal: Point, keep_off: Sequence[int], stop: int) -> Point:
        """As far as possible straight toward a point, `stop` short of it, and an inch short of the enemies to keep off."""
        x, y = here = self.terms.layout.point(man)
        length = int(root_up((goal[0] - x) ** 2 + (goal[1] - y) ** 2))
        far = self._far(man, goal, length, max(0, length - stop))
        while far >= LEAST:
            point = x + (goal[0] - x) * far // length, y + (goal[1] - y) * far // length
            if (
                self.room(man, point)
                and self._clear(man, point, keep_off)
                and self.walks(man, point, self.allowed[man])
            ):
                return point
            far -= STEP
        return here

    def _far(self, man: int, goal: Point, length: int, most: int) -> int:
        """How far a model gets on a line with its allowance: costs only grow along it."""
        x, y = self.terms.layout.point(man)
        edges, pieces, passage = self.terms.ground.edges, self.terms.ground.pieces, self.terms.passage
        dx, dy, allowed = goal[0] - x, goal[1] - y, self.allowed[man]
        low, high = 0, min(most, max(0, allowed))
        while low < high:
            middle = (low + high + 1) // 2
            to_x, to_y = x + dx * middle // length, y + dy * middle // length
            if segment_cost(x, y, to_x, to_y, edges, pieces, passage) <= allowed:
                low = middle
            else:
                high = middle - 1
        return low

    def _clear(self, man: int, point: Point, keep_off: Sequence[int]) -> bool:
        x, y = point
        near = CLEAR + self.radius(man)
        close = [
            foe
            for foe, (at_x, at_y, radius) in zip(keep_off, self._discs(keep_off), strict=True)
            if abs(x - at_x) <= near + radius and abs(y - at_y) <= near + radius
        ]
        if not close:
            return True
        bodies = self.bodies.copy()
        bodies[man, X], bodies[man, Y] = point
        for foe in close:
            between = int(gap(bodies, man, bodies, foe))
            if between < CLEAR and between < int(gap(self.starts, man, self.starts, foe)):
                return False
        return True

    def _discs(self, figures: Sequence[int]) -> list[list[int]]:
        """Where bases are that nobody of the unit moves, and how wide."""
        key = tuple(figures)
        if key not in self._known:
            found: list[list[int]] = self.starts[rows(key)][:, [X, Y, RADIUS]].tolist()
            self._known[key] = found
        return self._known[key]
