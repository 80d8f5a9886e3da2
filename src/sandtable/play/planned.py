"""A move that is being planned: what it would be, how far it gets, and looking for the farthest that is legal."""

from collections.abc import Callable, Iterable
from math import isqrt
from typing import NamedTuple, TypeVar

from sandtable.geometry.units import INCH

from .decision import Domain
from .driving import Drive
from .moves import Point
from .refusal import Refusal, Refused
from .walks import March

T = TypeVar("T")

COARSE = INCH // 4  # how finely a way is looked along for a legal place
STRETCH = 2  # a hull may get this many times as far as it goes as a rule, where a book favours roads
FINE = INCH // 100  # how finely the last legal place is found


class Going(NamedTuple):
    """How one figure would go: its path, where it would face, how much of its move that takes, a hull's every pose.

    `turret` is the way its turret is told to point; None where it is not told.
    """

    figure: int
    path: tuple[Point, ...]
    bearing: int
    used: int
    poses: tuple[tuple[int, int, int], ...] = ()
    turret: int | None = None


class Planned(NamedTuple):
    """A move as it would be. The draft is legal unless `refusal` says why not.

    Where the goal itself is out of reach, the draft goes as far as it may and `beyond` says why no farther. `slow` are
    the pieces of terrain on the way that cost more than their length.
    """

    draft: March | Drive
    steps: tuple[Going, ...]
    budget: int
    used: int
    refusal: Refusal | None = None
    beyond: Refusal | None = None
    slow: tuple[int, ...] = ()


def why_not(domain: Domain[object], draft: object) -> Refusal | None:
    """Why a draft is not legal; None if it is."""
    try:
        domain.check(draft)
    except Refused as refused:
        return refused.refusal
    return None


def farthest(domain: Domain[object], far: int, made: Callable[[int], T | None]) -> tuple[int, T] | None:
    """The farthest distance up to `far` at which what is made of it is legal, and what that is; None if nowhere.

    What lies in the way may be passable without being a place to stop, so the whole way is looked along from its far end.
    """

    def legal(distance: int) -> T | None:
        draft = made(distance)
        return None if draft is None or why_not(domain, draft) is not None else draft

    too_far = far + 1
    for distance in (*range(far, 0, -COARSE), 0):
        found = legal(distance)
        if found is None:
            too_far = distance
            continue
        best = distance
        while too_far - best > FINE:
            middle = (best + too_far) // 2
            nearer = legal(middle)
            if nearer is None:
                too_far = middle
            else:
                best, found = middle, nearer
        return best, found
    return None


def length(one: Point, other: Point) -> int:
    """How far two points are apart, rounded down."""
    return isqrt((other[0] - one[0]) ** 2 + (other[1] - one[1]) ** 2)


def towards(start: Point, goal: Point, distance: int) -> Point:
    """The point so far on the straight way from a start to a goal."""
    whole = length(start, goal)
    if distance >= whole:
        return goal
    (ax, ay), (bx, by) = start, goal
    return ax + share(bx - ax, distance, whole), ay + share(by - ay, distance, whole)


def share(amount: int, part: int, whole: int) -> int:
    """A part of an amount, rounded towards nothing so that nobody gets farther than he may."""
    return amount * part // whole if amount >= 0 else -(-amount * part // whole)


def without_pauses(points: Iterable[Point]) -> tuple[Point, ...]:
    """A path on which nobody goes to where he is already."""
    path: list[Point] = []
    for point in points:
        if not path or path[-1] != point:
            path.append(point)
    return tuple(path)
