"""Where to go: of some marches, the one whose end promises most: shots, ground gained, cover."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

from msgspec.structs import replace

from sandtable.dice.chance import Chance
from sandtable.geometry.angle import FULL_TURN, RIGHT_ANGLE, ahead, bearing_to, turn_between
from sandtable.geometry.bodies import BEARING, GROUND
from sandtable.geometry.path_kernels import FINE
from sandtable.geometry.reach_kernels import WALK
from sandtable.geometry.units import INCH, inches
from sandtable.mechanics.goals import Goal, far
from sandtable.mechanics.pieces import heights_of_ground, middle_of
from sandtable.play.decision import Decision
from sandtable.play.driving import Drive, Driving
from sandtable.play.marching import Marching
from sandtable.play.walks import March
from sandtable.rulesets.sotr.basics.sight import apart, enemies
from sandtable.rulesets.sotr.basics.terrain import sight_effect
from sandtable.rulesets.sotr.basics.ways import marching
from sandtable.rulesets.sotr.move.driving import drives, is_hull, strides
from sandtable.rulesets.sotr.move.movement import allowances, walkers
from sandtable.rulesets.sotr.state import Battle, Point
from sandtable.rulesets.sotr.units.coherency import bound_together
from sandtable.table.layout import Layout
from sandtable.table.remembered import Remembered, hangs_on
from sandtable.table.terrain import Piece

from .danger import danger
from .fire import able_to_shoot
from .goals import fights_hand_to_hand, goal_of, nearest_enemy
from .lines import lines_at
from .worth import fire_of

AFRAID = 0.45  # what of the danger counts: not every enemy shoots at this unit
OUT_OF_IT = inches(44)  # nobody is shot at from farther off, as a rule
COVER_NEAR = inches(3)
# Turns off the straight way, in tenths of a degree, with how many quarters of the allowance are gone.
ONWARD = ((0, 4), (350, 4), (-350, 4), (0, 2), (900, 3), (-900, 3))
BACKWARD = ((1800, 4), (1350, 4), (-1350, 4))


class Way(NamedTuple):
    """A way to go, with where it ends."""

    answer: March | Drive
    ends: tuple[tuple[int, int, int, int, int], ...]
    moves: bool


# ---- what an end is worth


def standing_at(view: Battle, way: Way) -> Battle:
    """The view with a unit at the end of a way."""
    return replace(view, layout=_layout_with(view, way.ends)) if way.moves else view


@hangs_on(lambda view, _: (view.layout,), most=32)
def _layout_with(view: Battle, ends: tuple[tuple[int, int, int, int, int], ...]) -> Layout:
    """The layout with figures elsewhere: an action is weighed by the same ways as the move after it."""
    return view.layout.placed(ends)


def value_of(
    view: Battle, number: int, way: Way, gained: float, men: Sequence[int], *, contact: bool, least: float
) -> float:
    """What it is worth to end there: ground `gained`, shots from there, danger there; `contact`: enemies are about.

    Danger only takes away: where it is worth no more than the `least` that would do without it, it is not looked into.
    """
    if not contact:
        return gained
    there = standing_at(view, way)
    fire = fire_of(there, number, men, moved=way.moves).value if men else 0.0
    if gained + fire < least:
        return gained + fire
    unit = view.units[number]
    unseen = unit.hidden and (not way.moves or unit.action == "sneak")
    feared = 0.0 if unseen and not fire else danger(there, number)
    return gained + fire - AFRAID * (0.5 * feared if unseen else feared)


def best_way(view: Battle, number: int, domain: Marching | Driving, men: Sequence[int]) -> tuple[float, Way | None]:
    """The best of some ways, and what it is worth."""
    goal = goal_of(view, number)
    foe = nearest_enemy(view, number)
    contact = foe is not None and foe[0] <= OUT_OF_IT
    ways = _drives(view, number, domain, goal) if isinstance(domain, Driving) else _marches(view, number, domain, goal)
    here = view.layout.point(domain.row if isinstance(domain, Driving) else domain.movers[0])
    off = goal.off(here)
    gains = [((off - goal.off(way.ends[0][1:3])) / INCH * goal.eager, -place, way) for place, way in enumerate(ways)]
    best: tuple[float, int, Way | None] = (-1000.0, 1, None)
    for gained, place, way in sorted(gains, key=lambda one: one[:2], reverse=True):  # so that many need no second look
        value = value_of(view, number, way, gained, men, contact=contact, least=best[0])
        if (value, place) > best[:2]:  # of equals the first
            best = value, place, way
    return best[0], best[2]


def domain_of(view: Battle, number: int, *, double: bool) -> Marching | Driving | None:
    """The moves of a unit before it has declared any; None if nobody can move."""
    unit = view.units[number]
    if is_hull(unit):
        return drives(view, number, double=double)
    if unit.machine:
        return strides(view, number, double=double)
    movers = walkers(view, number)
    if not movers:
        return None
    budget, less = allowances(view, number, double=double)
    together = bound_together(view, number)
    return marching(view, number, movers, budget, "sotr.advance.distance", linked=together, less=less)


# ---- on foot


def _marches(view: Battle, number: int, domain: Marching, goal: Goal) -> Iterator[Way]:
    """Staying, and marches towards the goal, to its sides, and into cover."""
    if not domain.must_close_up:
        yield _way_of(view, number, domain.stay(), domain)
    here = domain.terms.layout.point(domain.movers[0])
    reach = domain.budget - max(domain.less.values(), default=0) - 2
    off = goal.off(here)
    straight = int(bearing_to(goal.point[0] - here[0], goal.point[1] - here[1]))
    found = []
    if domain.must_close_up:
        found.append(domain.suggest(here))
    steps: tuple[tuple[int, int], ...] = ONWARD if off else ()
    if not off and _charged_soon(view, number):
        straight = _facing(view, number, here)
        steps = BACKWARD
    gone = 0
    for turn, share in steps:
        step = min(reach * share // 4, off if turn == 0 else reach)
        march = _towards(domain, here, (straight + turn) % FULL_TURN, step)
        found.append(march)
        gone += march is not None
        if gone == 4:
            break
    found += [_to(domain, here, point, reach) for point in _covers(view, here, reach)]
    if domain.manner == WALK and len(domain.movers) > 2:
        found += _lined(view, number, domain, reach)
    for march in found:
        if march is not None:
            yield _way_of(view, number, march, domain)


def _charged_soon(view: Battle, number: int) -> bool:
    """Whether monsters are so near that they could charge this turn or the next."""
    men = view.units[number].men
    return any(
        fights_hand_to_hand(view, foe) and apart(view, view.units[foe].men, men) <= 2 * view.units[foe].card.double
        for foe in enemies(view, view.units[number].side)
    )


def _lined(view: Battle, number: int, domain: Marching, reach: int) -> list[March]:
    """Lines abreast before the enemy: about where the unit stands, and a little nearer."""
    middle = middle_of(domain.terms.layout.points(domain.movers))
    front = _facing(view, number, middle)
    x, y = ahead(*middle, front, reach // 2)
    return [march for point in (middle, (int(x), int(y))) for march in islice(lines_at(domain, point, front), 1)]


def _towards(domain: Marching, here: Point, bearing: int, step: int) -> March | None:
    x, y = ahead(*here, bearing, step)
    shifted = domain.shifted(int(x) - here[0], int(y) - here[1])
    if not domain.must_close_up and domain.allows(shifted):
        return shifted
    return domain.suggest((int(x), int(y)))


def _to(domain: Marching, here: Point, point: Point, reach: int) -> March | None:
    bearing = int(bearing_to(point[0] - here[0], point[1] - here[1]))
    x, y = ahead(*here, bearing, min(reach, far(here, point)))
    return domain.suggest((int(x), int(y)))


def _covers(view: Battle, here: Point, reach: int) -> list[Point]:
    """The middles of two areas of cover that can be reached, or nearly so."""
    found = [
        (off, middle)
        for number, middle in _areas_of_cover(view.terrain)
        if number not in view.burning and (off := far(here, middle)) <= reach + COVER_NEAR
    ]
    return [point for _, point in sorted(found)[:2]]


def _middles(terrain: tuple[Piece, ...]) -> list[tuple[int, Point]]:
    return [
        (number, middle_of(piece.outline))
        for number, piece in enumerate(terrain)
        if piece.closed and sight_effect(piece).cover
    ]


_areas_of_cover = Remembered(_middles, most=8)


def _way_of(view: Battle, number: int, march: March, domain: Marching) -> Way:
    points = [walk.points[-1] for walk in march.walks]
    ground = heights_of_ground(view, points)
    bodies = view.layout.bodies
    moves = any(walk.points[-1] != walk.points[0] for walk in march.walks)
    if domain.may_face:
        march = March(march.walks, _facing(view, number, points[0]))
    ends = tuple(
        (
            walk.figure,
            *point,
            int(bodies[walk.figure, BEARING]) if march.face is None else march.face,
            max(height, int(bodies[walk.figure, GROUND])) if not moves else height,
        )
        for walk, point, height in zip(march.walks, points, ground, strict=True)
    )
    return Way(march, ends, moves)


def _facing(view: Battle, number: int, here: Point) -> int:
    """Towards the nearest known enemy, else across the table."""
    side = view.units[number].side
    foes = [view.layout.point(view.units[foe].men[0]) for foe in enemies(view, side)]
    x, y = min(
        foes,
        key=lambda point: (point[0] - here[0]) ** 2 + (point[1] - here[1]) ** 2,
        default=(here[0], 0 if view.edges[side] == "south" else view.depth),
    )
    return int(bearing_to(x - here[0], y - here[1]))


# ---- at the wheel


def _drives(view: Battle, number: int, domain: Driving, goal: Goal) -> Iterator[Way]:
    """Standing, turning to the enemy, and drives towards the goal, away from it, and beside it."""
    row = domain.row
    here = view.layout.point(row)
    bearing = view.layout.bearing(row)

    def turn_to(wanted: int) -> int:
        return max(-RIGHT_ANGLE, min(RIGHT_ANGLE, int(turn_between(bearing, wanted))))

    front = turn_to(_facing(view, number, here))
    turn = turn_to(int(bearing_to(goal.point[0] - here[0], goal.point[1] - here[1])))
    step = min(domain.budget - INCH, goal.off(here))
    wanted = [Drive(), Drive(((front, 0),)), Drive(((0, -domain.budget // 2),))]
    if step > 0:
        wanted += [Drive(((turn, step),)), Drive(((turn, step // 2),)), Drive(((turn // 2, step),))]
        wanted += [Drive(((0, step),)), Drive(((turn + 300, step),)), Drive(((turn - 300, step),))]
    ground = int(view.layout.bodies[row, GROUND])
    for drive in wanted:
        driven, verdict = domain.tried(drive)
        if verdict[0] == FINE and domain.judge(driven) is None:
            x, y, faces = driven.poses[-1]
            yield Way(drive, ((row, x, y, faces, ground),), moves=(x, y, faces) != (*here, bearing))


# ---- the questions


def pick_move(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """The best of some ways; who has declared to run does not count on shooting."""
    number = decision.unit
    assert number is not None
    domain = decision.domain
    assert isinstance(domain, Marching | Driving)
    _, way = best_way(view, number, domain, able_to_shoot(view, number))
    return None if way is None else way.answer


def pick_follow_up_move(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """Three inches towards the goal."""
    number = decision.unit
    assert number is not None
    domain = decision.domain
    assert isinstance(domain, Marching)
    _, way = best_way(view, number, domain, ())
    return None if way is None else way.answer
