"""Ways that tactics look at: onto a goal and towards it, into shelter, back; turns of hulls, their front to an enemy."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sandtable.geometry.angle import FULL_TURN, ahead, bearing_to, turn_between
from sandtable.geometry.bodies import X, Y
from sandtable.geometry.path_kernels import FINE
from sandtable.geometry.reach_kernels import UNREACHED, spread
from sandtable.geometry.units import INCH, inches
from sandtable.play.driving import Drive, Driven, Driving
from sandtable.play.marching import Marching
from sandtable.play.moves import Point
from sandtable.play.walks import March

from .goals import Goal, Tries, far, onward
from .pieces import middle_of

ASIDE = (0, 300, -300, 700, -700)  # off the straight way, in tenths of a degree
LEAST = INCH // 2  # shorter steps are none
ENOUGH = 3  # ways of a sort that are weighed
LONGEST_DETOUR = inches(30)
SLIGHT = 50  # turns of a hull, in tenths of a degree, that are not worth making


class Turns(NamedTuple):
    """How one looks for drives: turns off the straight way, lengths one after another, how many drives are enough."""

    aside: Sequence[int]
    lengths: Sequence[int]
    least: int
    enough: int


# ---- on foot


def marches(domain: Marching, goal: Goal, straight: int, reach: int) -> Iterator[March]:
    """Onto the goal if it is that near, and towards it."""
    here = middle_of(domain.terms.layout.points(domain.movers))
    off = goal.off(here)
    if off <= LEAST:
        return
    if far(here, goal.point) <= reach + INCH and (onto := domain.suggest(goal.point)) is not None:
        yield onto
    yield from keeping_on(domain, straight, min(reach, off))


def keeping_on(domain: Marching, straight: int, step: int, turns: Sequence[int] = ASIDE) -> Iterator[March]:
    """All the same way, as far as one can."""
    tries = Tries((step, step * 2 // 3, step // 3), turns, LEAST, ENOUGH)
    return onward(domain, domain.movers[0], straight, tries)


def into(domain: Marching, points: Sequence[Point], reach: int) -> Iterator[March]:
    """The middle of the movers to each of some points, or as far as it gets on the way there."""
    here, first = middle_of(domain.terms.layout.points(domain.movers)), domain.terms.layout.point(domain.movers[0])
    for point in points:
        off = far(here, point)
        x, y = (first[axis] + (point[axis] - here[axis]) * reach // max(1, off) for axis in (0, 1))
        found = domain.suggest((x, y) if off > reach else point)
        if found is not None:
            yield found


def detour(domain: Marching, goal: Point, far: int) -> March | None:
    """The way around what is in the way: of marches all round, the one that ends with the shortest way left to go."""
    terms, ground = domain.terms, domain.terms.ground
    leader = domain.movers[0]
    bodies = terms.layout.bodies.copy()
    here = terms.layout.point(leader)
    bodies[leader, X], bodies[leader, Y] = goal
    left, upper, costs = spread(
        bodies, leader, LONGEST_DETOUR, INCH, ground.edges, ground.pieces, terms.passage, terms.groups, terms.avoid,
        terms.clearance, terms.width, terms.depth,
    )  # fmt: skip

    def to_go(point: Point) -> int:
        place, line = (point[0] - int(left) + INCH // 2) // INCH, (point[1] - int(upper) + INCH // 2) // INCH
        inside = 0 <= line < len(costs) and 0 <= place < len(costs)
        return int(costs[line, place]) if inside else int(UNREACHED)

    ends = [ahead(*here, bearing, far * share // 4) for bearing in range(0, FULL_TURN, 225) for share in (4, 2)]
    nearer = sorted([point for point in ends if to_go(point) < to_go(here)], key=to_go)
    return next((march for point in nearer if (march := domain.suggest(point)) is not None), None)


# ---- driven


def allowed(domain: Driving, drive: Drive) -> Driven | None:
    """Where a drive leads, if it may be driven."""
    driven, verdict = domain.tried(drive)
    return driven if verdict[0] == FINE and domain.judge(driven) is None else None


def turn_to(pose: tuple[int, int, int], point: Point, most: int) -> int:
    """How a hull turns to have a point ahead, as far as it may turn."""
    x, y, bearing = pose
    return max(-most, min(most, int(turn_between(bearing, int(bearing_to(point[0] - x, point[1] - y))))))


def forward(domain: Driving, straight: int, most: int, turns: Turns, foe: Point | None) -> Iterator[Drive]:
    """Turns to one side of the straight way or the other, each as far as the way is clear; at the end the front to a foe."""
    found = 0
    for aside in turns.aside:
        turn = max(-most, min(most, (straight + aside + FULL_TURN // 2) % FULL_TURN - FULL_TURN // 2))
        for length in turns.lengths:
            drive = Drive(((turn, length),))
            if length >= turns.least and (driven := allowed(domain, drive)):
                yield drive if foe is None else _faced(domain, driven, foe, most - abs(turn))
                found += 1
                break
        if found >= turns.enough:
            return


def _faced(domain: Driving, driven: Driven, foe: Point, left: int) -> Drive:
    """A drive with a last turn to a foe, as far as turning goes."""
    turn = turn_to(driven.poses[-1], foe, left)
    faced = Drive((*driven.drive.legs, (turn, 0)))
    return faced if abs(turn) > SLIGHT and allowed(domain, faced) else driven.drive
