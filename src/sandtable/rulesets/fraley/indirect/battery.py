"""The guns of a barrage: which of a Unit's Teams can fire at a point: in range and arc, nothing too near before them."""

from collections.abc import Sequence
from typing import NamedTuple

from sandtable.geometry import ground as flat
from sandtable.geometry.angle import heading
from sandtable.geometry.bodies import BEARING, HALF_LENGTH, HEIGHT, RADIUS, X, Y
from sandtable.geometry.measure_kernels import gap_to_piece, gap_to_point, segments_cross
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.zones import middle_of_edge
from sandtable.rulesets.fraley.basics.sight import table
from sandtable.rulesets.fraley.basics.teams import afoot, arms
from sandtable.rulesets.fraley.basics.terrain import height_of
from sandtable.rulesets.fraley.options import Options
from sandtable.rulesets.fraley.sheet import LONG, Weapon
from sandtable.rulesets.fraley.state import Battle, Point
from sandtable.table.terrain import Piece

GUNS = 2  # the fewest that fire a barrage


class Gun(NamedTuple):
    """A gun that could fire: where it is, which way it faces (None behind the table's edge), how far it fires.

    `screens` are the obstacles higher than the gun that it is nearer to than they are high.
    """

    figure: int
    at: Point
    front: tuple[int, int] | None
    offset: int
    weapon: Weapon
    screens: tuple[int, ...]


class Firing(NamedTuple):
    """The guns that fire at a point, and whether they do so at Long Range."""

    guns: tuple[Gun, ...]
    long: bool = False

    @property
    def figures(self) -> tuple[int, ...]:
        """Their numbers."""
        return tuple(gun.figure for gun in self.guns)

    @property
    def middle(self) -> Point:
        """The mean of their middles."""
        count = len(self.guns)
        return sum(gun.at[0] for gun in self.guns) // count, sum(gun.at[1] for gun in self.guns) // count


# ---- guns


@rule("fraley.action.barrage")
def barrage_weapon(state: Battle, figure: int) -> Weapon | None:
    """What a Team fires barrages with: any weapon with FP in a barrage; by the switch only what is noted Artillery."""
    for weapon in arms(state.figures[figure], state.options):
        if weapon.barrage and (state.options.mortars_may_barrage or "artillery" in weapon.traits):
            return weapon
    return None


@rule("fraley.barrage.what", "fraley.barrage.fp-few-guns", "fraley.suppression.no-fire")
def guns_of(state: Battle, number: int) -> list[Gun]:
    """The guns of a Unit that could fire now: not suppressed, and not fired yet in this Initiative."""
    unit = state.units[number]
    away = behind_edge(state, unit.side) if unit.place == "off-table" else None
    found = []
    for man in afoot(state, number):
        team = state.figures[man]
        weapon = barrage_weapon(state, man)
        if weapon is None or team.suppressed or team.shot == state.initiative:
            continue
        found.append(_gun(state, man, weapon) if away is None else Gun(man, away, None, 0, weapon, ()))
    return found


def _gun(state: Battle, figure: int, weapon: Weapon) -> Gun:
    row = state.layout.bodies[figure].tolist()
    front = heading(row[BEARING])
    return Gun(
        figure, state.layout.point(figure), (int(front[0]), int(front[1])), row[HALF_LENGTH], weapon, _screens(state, figure)
    )  # fmt: skip


@rule("fraley.gap.roster-us-artillery")
def behind_edge(state: Battle, side: int) -> Point:
    """Where guns that are off the table stand for all ranges and directions: at the middle of their own edge."""
    return middle_of_edge(state, state.edges[side])


def _obstacle(piece: Piece) -> int:
    """How high a piece is as an obstacle; smoke is none."""
    return 0 if piece.kind == "smoke" else height_of(piece)


@rule("fraley.barrage.obstacle-distance", "fraley.gap.los-heights")
def _screens(state: Battle, figure: int) -> tuple[int, ...]:
    """The pieces that are higher than a gun and nearer to it than they are high."""
    ground, bodies = state.ground, state.layout.bodies
    heights = ground.each("fraley obstacle", _obstacle)
    if not len(heights):
        return ()
    own = table(state).levels[figure] + bodies[figure, HEIGHT]
    reach = heights + bodies[figure, RADIUS]
    beside = abs(ground.pieces[:, flat.MIDDLE_X] - bodies[figure, X]) <= ground.pieces[:, flat.REACH_X] + reach
    before = abs(ground.pieces[:, flat.MIDDLE_Y] - bodies[figure, Y]) <= ground.pieces[:, flat.REACH_Y] + reach
    found = []
    for number in ((heights > own) & beside & before).nonzero()[0].tolist():
        first, count, closed = ground.pieces[number, : flat.CLOSED + 1].tolist()
        if gap_to_piece(bodies, figure, ground.edges, first, count, closed == 1) < heights[number]:
            found.append(number)
    return tuple(found)


@rule("fraley.barrage.obstacle-distance")
def _over(state: Battle, gun: Gun, piece: int, point: Point) -> bool:
    """Whether a gun's line to a point goes over a piece, or out of it."""
    ground = state.ground
    first, count, closed = ground.pieces[piece, : flat.CLOSED + 1].tolist()
    if closed and gap_to_piece(state.layout.bodies, gun.figure, ground.edges, first, count, True) == 0:
        return True
    edges = ground.edges[first : first + count].tolist()
    return any(segments_cross(*gun.at, *point, *edge) for edge in edges)


@rule("fraley.barrage.what", "fraley.gap.arc-geometry", "fraley.gap.measuring")
def hindered(state: Battle, gun: Gun, point: Point, times: int = 1) -> str:
    """The clause by which a gun cannot fire at a point, at so many times its range; empty if it can."""
    dx, dy = point[0] - gun.at[0], point[1] - gun.at[1]
    if gun.front is None:
        return "" if dx * dx + dy * dy <= (gun.weapon.range * times) ** 2 else "fraley.barrage.what"
    if dx * gun.front[0] + dy * gun.front[1] < gun.offset << 20:
        return "fraley.gap.arc-geometry"
    reach = gun.weapon.range * times
    if abs(dx) + abs(dy) > reach and gap_to_point(state.layout.bodies, gun.figure, *point) > reach:
        return "fraley.barrage.what"
    if any(_over(state, gun, piece, point) for piece in gun.screens):
        return "fraley.barrage.obstacle-distance"
    return ""


@rule("fraley.barrage.what", "fraley.barrage.single-gun", "fraley.hit.long-range")
def firing_at(state: Battle, guns: Sequence[Gun], point: Point) -> Firing | None:
    """The guns that fire at a point, if there are enough; by the switch at Long Range where too few are within range."""
    able = tuple(gun for gun in guns if not hindered(state, gun, point))
    if len(able) >= GUNS:
        return Firing(able)
    if not state.options.barrage_long_range:
        return None
    able = tuple(gun for gun in guns if not hindered(state, gun, point, LONG))
    return Firing(able, long=True) if len(able) >= GUNS else None


@rule("fraley.barrage.hit-rolls", "fraley.barrage.fp-many-guns", "fraley.barrage.fp-few-guns")
def fire_points(state: Battle, firing: Firing) -> int:
    """The dice for every Team under the template: one more with more than four guns, half with fewer than three."""
    rating = min(gun.weapon.barrage for gun in firing.guns)
    return points_of(state.options, rating, len(firing.guns), long=firing.long)


def points_of(options: Options, rating: int, guns: int, *, long: bool = False) -> int:
    """The dice of so many guns with this FP in a barrage."""
    many, few = options.tables.barrage.many_guns, options.tables.barrage.few_guns
    points = rating + (many.plus if guns > many.over else 0)
    if guns < few.below:
        points //= few.share
    if long:
        points //= 2
    return max(points, options.barrage_min_fp)
