"""What tactics are made of: opinions on kinds of questions, and points of the table that units want to be near."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import isqrt
from typing import Any, NamedTuple, TypeVar

from sandtable.dice.chance import Chance
from sandtable.geometry.angle import FULL_TURN, ahead
from sandtable.play.decision import Decision
from sandtable.play.marching import Marching
from sandtable.play.moves import Point
from sandtable.play.walks import March

V = TypeVar("V")
D = TypeVar("D")
Opinion = Callable[[V, Decision[Any], Chance], object]

ACROSS = {"south": (0, -1), "north": (0, 1), "west": (1, 0), "east": (-1, 0)}  # from an edge onto the table


def chosen_by(opinions: Mapping[str, Opinion[V]]) -> Opinion[V]:
    """How a bot answers by opinions on kinds of questions: None where there is none."""

    def choose(view: V, decision: Decision[Any], chance: Chance) -> object:
        opinion = opinions.get(decision.kind)
        return None if opinion is None else opinion(view, decision, chance)

    return choose


def about(decision: Decision[Any], kind: type[D]) -> tuple[int, D]:
    """The unit that a question is about, and what may be answered."""
    return unit_of(decision), open_to(decision, kind)


def unit_of(decision: Decision[Any]) -> int:
    """The unit that a question is about."""
    assert decision.unit is not None
    return decision.unit


def open_to(decision: Decision[Any], kind: type[D]) -> D:
    """What may be answered."""
    assert isinstance(decision.domain, kind)
    return decision.domain


class Goal(NamedTuple):
    """A point to be near, how near is near enough, and what an inch on the way there is worth."""

    point: Point
    near_enough: int
    eager: float = 0

    def off(self, point: Point) -> int:
        """How far a point is from being near enough."""
        return max(0, far(point, self.point) - self.near_enough)


def far(one: Point, other: Point) -> int:
    """From point to point."""
    return isqrt((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2)


def far_to(here: Point, points: Sequence[Point]) -> list[int]:
    """How far each of some points is."""
    at_x, at_y = here
    return [isqrt((x - at_x) ** 2 + (y - at_y) ** 2) for x, y in points]


def shared_out(number: int, ways: Mapping[int, Sequence[int]], crowd: int) -> int | None:
    """Which of several places a unit goes for, if it is one of those among whom they are shared out."""
    return all_shared_out(ways, crowd).get(number)


def all_shared_out(ways: Mapping[int, Sequence[int]], crowd: int) -> dict[int, int]:
    """Which of several places each unit goes for, where whoever is nearest to any goes there first.

    `ways` has how far each unit is from each place; everybody who goes to one makes it `crowd` farther for the others.
    """
    found: dict[int, int] = {}
    left = list(ways)
    load = [0] * len(ways[left[0]]) if left else []
    while left and load:
        _, mate, place = min(
            [(ways[mate][place] + load[place], mate, place) for mate in left for place in range(len(load))]
        )
        found[mate] = place
        left.remove(mate)
        load[place] += crowd
    return found


def ground_ahead(width: int, depth: int, edge: str) -> list[Point]:
    """Points of the ground over which an enemy comes at those who stand along an edge."""
    dx, dy = ACROSS[edge]
    found = []
    for share in (5, 7):
        for along in range(1, 6):
            if dy:
                deep = depth * share // 10
                found.append((width * along // 6, deep if dy > 0 else depth - deep))
            else:
                deep = width * share // 10
                found.append((deep if dx > 0 else width - deep, depth * along // 6))
    return found


def all_over(zone: Sequence[int], edge: str, long: int, short: int) -> list[tuple[int, Point]]:
    """Points all over a box along an edge, with how far forward each is: so many along it, so many ranks deep."""
    left, upper, right, lower = zone
    dx, dy = ACROSS[edge]
    found = []
    for step in range(short):
        for place in range(long):
            along, deep = (2 * place + 1, 2 * long), (2 * step + 1, 2 * short)
            if dy:
                point = left + (right - left) * along[0] // along[1], upper + (lower - upper) * deep[0] // deep[1]
                rank = short - 1 - step if dy < 0 else step
            else:
                point = left + (right - left) * deep[0] // deep[1], upper + (lower - upper) * along[0] // along[1]
                rank = step if dx > 0 else short - 1 - step
            found.append((rank, point))
    return found


class Tries(NamedTuple):
    """How long one looks for ways: lengths one after another down to the least, bearings, how many ways are enough.

    Once there are `content` of them, shorter ones are not looked at.
    """

    lengths: Sequence[int]
    turns: Sequence[int]
    least: int
    enough: int
    content: int = 1


def onward(domain: Marching, first: int, straight: int, tries: Tries) -> Iterator[March]:
    """All the same way, formation kept; closer together where that does not work; less far where nothing does."""
    found = 0
    for length in tries.lengths:
        if found >= tries.content or length < tries.least:
            return
        shifts = [ahead(0, 0, (straight + turn) % FULL_TURN, length) for turn in tries.turns]
        for march in domain.shifts_allowed(shifts, tries.enough - found):
            yield march
            found += 1
        if found >= tries.enough:
            return
        if not found:
            x, y = ahead(*domain.terms.layout.point(first), straight, length)
            packed = domain.suggest((int(x), int(y)))
            if packed is not None:
                yield packed
                found += 1
