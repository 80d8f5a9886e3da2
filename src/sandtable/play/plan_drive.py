"""Planning a drive: towards each waypoint a turn and a straight leg, as far as judge, ground and others allow."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sandtable.dice.chance import Chance
from sandtable.geometry.angle import RIGHT_ANGLE, SCALE, ahead, bearing_to, heading, turn_between
from sandtable.geometry.height_kernels import heights
from sandtable.geometry.kernel import ints
from sandtable.geometry.reach_kernels import near_on_lines
from sandtable.geometry.units import INCH

from .driving import Drive, Driven, Driving
from .moves import Point
from .planned import STRETCH, Going, Planned, farthest, length, why_not
from .refusal import Refusal

Legs = tuple[tuple[int, int], ...]
Pose = tuple[int, int, int]


class Way(NamedTuple):
    """Legs driven so far, where they lead, and why they lead no farther if they do not get where they should."""

    legs: Legs
    pose: Pose
    beyond: Refusal | None = None


def plan_drive(domain: Driving, goal: Point, via: Sequence[Point], face: int | None, *, reverse: bool) -> Planned:
    """A drive to a goal through waypoints, or straight astern."""
    first = via[0] if via else goal
    found = _from(domain, _start(domain, first), goal, via, face, reverse=reverse)
    if found.refusal is None:
        return found
    starts = _starts_beside(domain, first) if domain.entry is not None else ()
    others = (_from(domain, start, goal, via, face, reverse=reverse) for start in starts)
    legal = next((other for other in others if other.refusal is None), None) or _proposed(domain, goal)
    return found if legal is None else legal._replace(beyond=legal.beyond or found.beyond or found.refusal)


def _proposed(domain: Driving, goal: Point) -> Planned | None:
    """Of the drives that the domain itself would propose, the one that ends nearest to a goal."""
    legal = [
        _told(domain, wanted, None, None) for wanted in domain.propose(Chance(0)) if why_not(domain, wanted) is None
    ]
    return min(legal, key=lambda one: length(one.steps[0].path[-1], goal), default=None)


def _starts_beside(domain: Driving, towards: Point) -> Iterator[Pose]:
    """Places on the line of entry on both sides of the nearest one, the nearer first."""
    nearest = _start(domain, towards)
    assert nearest is not None
    assert domain.entry is not None
    ax, ay, bx, by = domain.entry
    for aside in range(INCH // 2, max(abs(bx - ax), abs(by - ay)) + 1, INCH // 2):
        for sense in (1, -1):
            x, y = nearest[0] + sense * aside * (ay == by), nearest[1] + sense * aside * (ax == bx)
            if min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by):
                yield x, y, nearest[2]


def _from(
    domain: Driving, start: Pose | None, goal: Point, via: Sequence[Point], face: int | None, *, reverse: bool
) -> Planned:
    """A drive that begins where the hull stands, or at a place on its line of entry."""
    way = Way((), start or _stands(domain))
    if reverse and start is None:  # nobody comes onto the table astern
        way = _astern(domain, way, goal)
    else:
        for point in (*via, goal):
            way = _towards(domain, way, point, start)
            if way.beyond is not None:
                break
    if face is not None:
        way = _faced(domain, way, face, start)
    made = Drive(way.legs, start)
    return _told(domain, made, why_not(domain, made), way.beyond)


def _told(domain: Driving, made: Drive, refusal: Refusal | None, beyond: Refusal | None) -> Planned:
    """A drive with all that is worth telling of it."""
    poses = _poses(made, made.start or _stands(domain))
    used = sum(abs(distance) for _, distance in made.legs)
    path = tuple(pose[:2] for pose in poses)
    step = Going(domain.row, path, poses[-1][2], used, poses)
    return Planned(made, (step,), domain.budget, used, refusal, beyond)


def _stands(domain: Driving) -> Pose:
    layout = domain.terms.layout
    return *layout.point(domain.row), layout.bearing(domain.row)


def _start(domain: Driving, towards: Point) -> Pose | None:
    """Where a hull comes on that makes for a point: the nearest place on its line of entry, facing inward."""
    if domain.entry is None:
        return None
    x, y = near_on_lines(*towards, ints([domain.entry]))
    return domain.straight_in(int(x), int(y), 0).start


def _poses(made: Drive, start: Pose) -> tuple[Pose, ...]:
    """Where a hull is before and after each leg, whether it may be there or not."""
    poses = [start]
    for turn, distance in made.legs:
        x, y, bearing = poses[-1]
        bearing = (bearing + turn) % 3600
        to_x, to_y = ahead(x, y, bearing, distance)
        poses.append((int(to_x), int(to_y), bearing))
    return tuple(poses)


def _along(pose: Pose, turn: int, goal: Point) -> int:
    """How far a goal lies ahead of a hull that has turned so."""
    front_x, front_y = heading(pose[2] + turn)
    return int((goal[0] - pose[0]) * front_x + (goal[1] - pose[1]) * front_y) // SCALE


def _ways(pose: Pose, goal: Point) -> list[tuple[Legs, int]]:
    """Turns that bring a goal ahead, the best first, and how far to drive then.

    Straight at it with one turn or with two; with no more than a right angle; without a turn.
    """
    x, y, bearing = pose
    far = length((x, y), goal)
    turn = int(turn_between(bearing, bearing_to(goal[0] - x, goal[1] - y))) if far else 0
    ways: list[tuple[Legs, int]] = [(((turn, 0),), far)]
    if turn:
        ways.append((((turn // 2, 0), (turn - turn // 2, 0)), far))
    if abs(turn) > RIGHT_ANGLE:
        square = RIGHT_ANGLE if turn > 0 else -RIGHT_ANGLE
        ways.append((((square, 0),), max(0, _along(pose, square, goal))))
    if turn:
        ways.append((((0, 0),), max(0, _along(pose, 0, goal))))
    return ways


def _driven(before: Legs, turns: Legs, far: int) -> Legs:
    """Legs with more of them: some turns on the spot, and a distance after the last."""
    (turn, _), last = turns[-1], turns[:-1]
    return (*before, *last, (turn, far)) if turn or far else (*before, *last)


def _towards(domain: Driving, way: Way, goal: Point, start: Pose | None) -> Way:
    """A way continued to a point, or as far towards it as may be."""
    if goal == way.pose[:2] and start is None:
        return way
    ways = _ways(way.pose, goal)
    reasons = []
    for turns, far in ways[:2]:  # with one turn, and with two
        made = Drive(_driven(way.legs, turns, far), start)
        no = why_not(domain, made)
        if no is None:
            return Way(made.legs, _poses(made, start or _stands(domain))[-1])
        reasons.append(no)
    beyond = reasons[0] if abs(ways[0][0][0][0]) <= RIGHT_ANGLE else reasons[1]
    best: tuple[int, Legs] | None = None
    for turns, far in ways:
        found = _farthest(domain, way, turns, far, start)
        if found is not None and (best is None or (best[0] == 0 and found[0] > 0)):
            best = found
        if best is not None and best[0] > 0:
            break
    if best is None:
        return way._replace(beyond=beyond)
    return Way(best[1], _poses(Drive(best[1], start), start or _stands(domain))[-1], beyond)


def _farthest(domain: Driving, way: Way, turns: Legs, far: int, start: Pose | None) -> tuple[int, Legs] | None:
    """How far one gets after some turns; who comes on goes on until he is on the table."""

    def made(distance: int) -> Drive:
        return Drive(_driven(way.legs, turns, distance), start)

    found = farthest(domain, min(far, STRETCH * domain.budget), made)
    if found is None and start is not None and not way.legs:
        most = far + domain.terms.layout.radius(domain.row) + INCH
        fits = (distance for distance in range(far, most, INCH // 4) if why_not(domain, made(distance)) is None)
        first = next(fits, None)
        found = None if first is None else (first, made(first))
    return None if found is None else (found[0], found[1].legs)


def _astern(domain: Driving, way: Way, goal: Point) -> Way:
    """Straight back until the goal is abreast, or as far as may be."""
    far = -_along(way.pose, 0, goal)
    if far <= 0:
        return way._replace(beyond=Refusal("that lies ahead, not astern"))
    made = Drive(((0, -far),))
    beyond = why_not(domain, made)
    if beyond is not None:
        found = farthest(domain, min(far, domain.budget), lambda back: Drive(((0, -back),) * (back > 0)))
        made = Drive() if found is None else found[1]
    return Way(made.legs, _poses(made, way.pose)[-1], beyond)


def _faced(domain: Driving, way: Way, face: int, start: Pose | None) -> Way:
    """A way with a last turn on the spot, once or twice; left out where it is not allowed."""
    turn = int(turn_between(way.pose[2], face))
    if not turn:
        return way
    no: Refusal | None = None
    for legs in (((turn, 0),), ((turn // 2, 0), (turn - turn // 2, 0))):
        made = Drive((*way.legs, *legs), start)
        no = why_not(domain, made)
        if no is None:
            return Way(made.legs, (*way.pose[:2], face), way.beyond)
    return way._replace(beyond=way.beyond or no)


def drive_end(domain: Driving, driven: Driven) -> tuple[int, int, int, int, int]:
    """Where a hull would be at the end: (figure, x, y, bearing, ground)."""
    x, y, bearing = driven.poses[-1]
    terms = domain.terms
    height = 0
    if terms.raised is not None:
        height = int(heights(ints([(x, y)]), terms.ground.edges, terms.ground.pieces, terms.raised)[0])
    return domain.row, x, y, bearing, height
