"""Ways into contact: where a model can stand so that its base touches an enemy's, and the straight way there."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from sandtable.geometry.angle import FULL_TURN, ahead, bearing_to
from sandtable.geometry.bodies import GROUND, HALF_LENGTH, X, Y
from sandtable.geometry.contact_kernels import just_touching, places_around
from sandtable.geometry.ground import CLOSED, COUNT, FIRST
from sandtable.geometry.kernel import Ints, ints
from sandtable.geometry.measure_kernels import corner, gap, gap_to_piece, gap_to_point, near_on_segment, root_up
from sandtable.geometry.path_kernels import BARRED, STOREY, THIN, WALLED, storeys_apart
from sandtable.geometry.units import INCH
from sandtable.geometry.way_kernels import pieces_met
from sandtable.mechanics.clauses import rule
from sandtable.rulesets.sotr.basics.storeys import climb
from sandtable.rulesets.sotr.basics.straight_ways import StraightWays
from sandtable.rulesets.sotr.state import Battle, Point

TURNS = ints(
    [0, 150, -150, 300, -300, 450, -450, 600, -600, 750, -750, 900, -900]
)  # around an enemy, from straight ahead
NUDGES = sorted(((dx, dy) for dx in range(-2, 3) for dy in range(-2, 3)), key=lambda one: one[0] ** 2 + one[1] ** 2)
AROUND = ints(NUDGES)
OBSTACLES = ("wall", "fence", "sandbags", "wire", "tank-trap", "trench")
LOW, NARROW = INCH, INCH  # an obstacle over which one may strike
SLACK = 5  # thousandths by which a place may be moved for bases to touch exactly
FLOOR = 4 * INCH


class Spot(NamedTuple):
    """Where a model gets into contact, at which cost, and over which obstacle if there is one."""

    point: Point
    cost: int
    hurdles: bool = False
    ground: int | None = None  # where that is another storey


class Approach(StraightWays):
    """The ways of models of a unit into contact with enemies (`foes`)."""

    def __init__(self, state: Battle, number: int, foes: Sequence[int], allowed: Mapping[int, int]) -> None:
        super().__init__(state, number, allowed)
        self.foes = tuple(foes)
        self._spots: dict[tuple[int, int], list[Point]] = {}

    @cached_property
    def lines(self) -> bool:
        """Whether there are walls and the like on the table."""
        return any(not piece.closed for piece in self.state.terrain)

    # ---- obstacles between a model and its enemy

    @rule("sotr.assault.obstacle")
    def toll(self, point: Point, foe: int) -> int | None:
        """What the walls between a place and an enemy add to the way; None if one cannot be crossed.

        Nothing where the enemy stands against one that is low and narrow: he is struck across it.
        """
        toll = 0
        for number in self.between(point, foe):
            code = int(self.terms.passage[number])
            if code in {BARRED, WALLED}:
                return None
            if code > 100 and not self.stands_against(foe, number):
                toll += (code - 100) * THIN // 100
        return toll

    def between(self, point: Point, foe: int) -> list[int]:
        """The lines of terrain that lie between a place and an enemy."""
        if not self.lines:
            return []
        ground = self.terms.ground
        met = pieces_met(*point, *self.point(foe), ground.edges, ground.pieces).tolist()
        return [number for number, piece in enumerate(self.state.terrain) if met[number] and not piece.closed]

    def stands_against(self, figure: int, number: int, *, at: Point | None = None) -> bool:
        """Whether a model touches an obstacle low enough to strike over."""
        piece = self.state.terrain[number]
        if piece.kind not in OBSTACLES or piece.height > LOW:
            return False
        ground = self.terms.ground
        bodies = self.bodies
        if at is not None:
            bodies = bodies.copy()
            bodies[figure, X], bodies[figure, Y] = at
        row = ground.pieces[number]
        return bool(gap_to_piece(bodies, figure, ground.edges, row[FIRST], row[COUNT], row[CLOSED] != 0) == 0)

    @rule("sotr.assault.obstacle")
    def across(self, man: int, point: Point, foe: int) -> bool:
        """Whether a model that fell short stands at one side of a low, narrow obstacle and its enemy at the other."""
        bodies = self.bodies.copy()
        bodies[man, X], bodies[man, Y] = point
        if gap(bodies, man, bodies, foe) > NARROW or storeys_apart(bodies, man, bodies, foe):
            return False
        ground = self.terms.ground
        met = pieces_met(*point, *self.point(foe), ground.edges, ground.pieces).tolist()
        return any(
            met[number] and self.stands_against(foe, number) and self.stands_against(man, number, at=point)
            for number in range(len(met))
        )

    # ---- contact

    def spots(self, man: int, foe: int) -> list[Point]:
        """Points at which a model's base touches an enemy's, those straight ahead of it first.

        Left out are those too far off or plainly behind another enemy: the kernels look closely later.
        """
        found = self._spots.get((man, foe))
        if found is None:
            if self.starts.item(foe, HALF_LENGTH):
                near = ints(self._beside_hull(foe, self.terms.layout.point(man), self.radius(man)))
            else:
                near = places_around(self.starts, man, foe, TURNS)
            touching = just_touching(self.starts, man, foe, near, AROUND, self.allowed[man], self._blockers, SLACK)
            found = self._spots[man, foe] = [(x, y) for x, y in touching.tolist()]
        return found

    @cached_property
    def _blockers(self) -> Ints:
        """The enemies with round bases."""
        return ints([foe for foe in self.enemies if self.starts.item(foe, HALF_LENGTH) == 0])

    def _beside_hull(self, hull: int, start: Point, radius: int) -> list[Point]:
        """Places along the sides of a hull, the nearest first."""
        found = []
        for index in range(4):
            ax, ay = map(int, corner(self.bodies, hull, index))
            bx, by = map(int, corner(self.bodies, hull, (index + 1) % 4))
            near = near_on_segment(*start, ax, ay, bx, by)
            out = int(bearing_to(start[0] - int(near[0]), start[1] - int(near[1])))
            found.append(ahead(int(near[0]), int(near[1]), out, radius))
            length = int(root_up((bx - ax) ** 2 + (by - ay) ** 2))
            outward = int(bearing_to(ay - by, bx - ax))
            for side in (outward, outward + FULL_TURN // 2):
                for along in range(radius, length, 2 * radius + 50):
                    edge = ax + (bx - ax) * along // length, ay + (by - ay) * along // length
                    found.append(ahead(*edge, side % FULL_TURN, radius))
        return sorted(
            ((int(px), int(py)) for px, py in found),
            key=lambda one: ((one[0] - start[0]) ** 2 + (one[1] - start[1]) ** 2, one),
        )

    def _touch(self, foes: Sequence[int], radius: int, point: Point) -> Point | None:
        """A point at which a base just touches these enemies, next to one that nearly does; first a little nearer."""
        x, y = point
        fx, fy = self.point(foes[0])
        step_x, step_y = (fx > x) - (fx < x), (fy > y) - (fy < y)
        for dx, dy in ((0, 0), (step_x, 0), (0, step_y), (step_x, step_y), *NUDGES):
            for foe in foes:
                if gap_to_point(self.bodies, foe, x + dx, y + dy) != radius:
                    break
            else:
                return x + dx, y + dy
        return None

    def corners(self, man: int, foe: int) -> Iterator[Point]:
        """Points at which a model touches an enemy and another of its foes at once."""
        if self.starts[foe, HALF_LENGTH]:
            return
        radius = self.radius(man)
        ax, ay = self.point(foe)
        for other in self.foes:
            bx, by = self.point(other)
            square = (bx - ax) ** 2 + (by - ay) ** 2
            one, two = radius + self.radius(foe), radius + self.radius(other)
            if other == foe or not 0 < square <= (one + two) ** 2 or self.starts[other, HALF_LENGTH]:
                continue
            length = int(root_up(square))
            along = (one * one - two * two + square) // (2 * length)
            off = int(root_up(max(0, one * one - along * along)))
            for side in (off, -off):
                x = ax + ((bx - ax) * along - (by - ay) * side) // length
                y = ay + ((by - ay) * along + (bx - ax) * side) // length
                touching = self._touch((foe, other), radius, (x, y))
                if touching is not None:
                    yield touching

    def lift(self, man: int, foe: int) -> int:
        """What stairs cost on the way to an enemy on another storey."""
        apart = abs(self.starts.item(foe, GROUND) - self.starts.item(man, GROUND))
        return 0 if apart < STOREY else climb(self.state) * ((apart + FLOOR // 2) // FLOOR)

    def contact(self, man: int, foe: int, *, both: bool = False) -> Spot | None:
        """The first place at which a model gets into contact with an enemy; with `both`, one with two of them."""
        lift = self.lift(man, foe)
        budget = self.allowed[man] - lift
        ground = self.starts.item(foe, GROUND) if lift else None
        between = int(gap(self.starts, man, self.starts, foe))
        here = self.terms.layout.point(man)
        if between == 0 and not lift and not both and self.room(man, here):
            return Spot(here, 0)
        if between > budget:
            return None
        for point in self.corners(man, foe) if both else self.spots(man, foe):
            if not self.room(man, point, ground):
                continue
            toll = self.toll(point, foe)
            if toll is None or not self.walks(man, point, budget - toll):
                continue
            hurdles = any(self.state.terrain[number].kind in OBSTACLES for number in self.between(point, foe))
            return Spot(point, self.cost(man, point) + toll + lift, hurdles, ground)
        return None
