"""Ways on the table: how long they are, as much of one as pays, and the shortest one round ground that bars it."""

from collections.abc import Sequence
from heapq import heappop, heappush
from itertools import pairwise

from sandtable.geometry.angle import around
from sandtable.geometry.kernel import Ints
from sandtable.geometry.measure_kernels import root_up
from sandtable.geometry.path_kernels import barred_by
from sandtable.play.moves import Terms
from sandtable.play.walks import March, Walk
from sandtable.rulesets.fraley.state import Point
from sandtable.table.ground import Ground

Way = tuple[Point, ...]

ASIDE = 200  # how far off the corner of an obstacle one passes
ROUNDS = 12  # how many obstacles a way leads round at most


def leg(a: Point, b: Point) -> int:
    """How far it is from a to b, as moves are measured."""
    return int(root_up((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2))


def length_of(points: Sequence[Point]) -> int:
    """How long a way is, as moves are measured."""
    return sum(leg(a, b) for a, b in pairwise(points))


def goes(walk: Walk) -> bool:
    """Whether somebody goes anywhere."""
    points = walk.points
    return points.count(points[0]) < len(points)


def cut(points: Sequence[Point], far: int) -> Way:
    """As much of a way as so long a move pays for; never more."""
    found = [points[0]]
    for (ax, ay), (bx, by) in pairwise(points):
        whole = leg((ax, ay), (bx, by))
        if whole >= far:
            if far > 0:
                found.append((ax + _part(bx - ax, far, whole), ay + _part(by - ay, far, whole)))
            break
        found.append((bx, by))
        far -= whole
    return tuple(found)


def _part(whole: int, share: int, of: int) -> int:
    """A share of a length, rounded towards nothing."""
    return whole * share // of if whole >= 0 else -(-whole * share // of)


def facing(march: March, walk: Walk) -> int | None:
    """Which way a Team is told to face at the end of a march."""
    return walk.face if walk.face is not None else march.face


def barred(ground: Ground, passage: Ints, a: Point, b: Point) -> int:
    """The piece that bars the straight way from a to b; -1 for none."""
    return int(barred_by(*a, *b, 0, ground.edges, ground.pieces, passage))


def way_round(terms: Terms, passage: Ints, start: Point, goal: Point) -> Way | None:
    """The shortest way to a goal round ground that bars it; None if there is none."""
    pieces: list[int] = []
    for _ in range(ROUNDS):
        nodes = [start, goal, *(node for piece in pieces for node in _corners(terms, passage, piece))]
        way, met = _shortest(terms, passage, nodes)
        if way is not None:
            return way
        new = [piece for piece in met if piece not in pieces]
        if not new:
            return None
        pieces += new
    return None


def _corners(terms: Terms, passage: Ints, piece: int) -> list[Point]:
    """Points round an obstacle at which one can pass."""
    outline = terms.ground.terrain[piece].outline
    spots = [spot for corner in outline for spot in around(*corner, ASIDE, 8)]
    return [
        (x, y)
        for x, y in spots
        if 0 <= x <= terms.width and 0 <= y <= terms.depth and barred(terms.ground, passage, (x, y), (x, y)) < 0
    ]


def _shortest(terms: Terms, passage: Ints, nodes: list[Point]) -> tuple[Way | None, list[int]]:
    """The shortest way from the first node to the second, and the pieces that were met in looking for it."""
    met: list[int] = []
    best = {0: 0}
    heap: list[tuple[int, int, tuple[int, ...]]] = [(0, 0, (0,))]
    while heap:
        spent, at, path = heappop(heap)
        if at == 1:
            return tuple(nodes[place] for place in path), met
        if spent > best[at]:
            continue
        for place in range(1, len(nodes)):
            total = spent + leg(nodes[at], nodes[place])
            if place in path or total >= best.get(place, total + 1):
                continue
            piece = barred(terms.ground, passage, nodes[at], nodes[place])
            if piece < 0:
                best[place] = total
                heappush(heap, (total, place, (*path, place)))
            elif piece not in met:
                met.append(piece)
    return None, met
