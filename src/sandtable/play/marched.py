"""What a planned march comes to: how much of their move it takes everybody, where they would end, what slows them."""

from collections.abc import Sequence
from itertools import pairwise

from sandtable.geometry.kernel import Ints, ints
from sandtable.geometry.path_kernels import path_cost
from sandtable.geometry.reach_kernels import APPEAR
from sandtable.geometry.way_kernels import pieces_met

from .arrival import arrival
from .marching import Marching
from .moves import Point
from .planned import Going, Planned
from .refusal import Refusal
from .walks import March, Walk

DEAR = 100  # from so many hundredths on, an inch of ground costs more than an inch


def cost_of(domain: Marching, points: Sequence[Point]) -> int:
    """How much of a move a path takes; being set up takes nothing."""
    if domain.manner == APPEAR or len(points) < 2:
        return 0
    ground = domain.terms.ground
    return int(path_cost(ints(points), 0, len(points), ground.edges, ground.pieces, domain.terms.passage))


def told(domain: Marching, made: March, refusal: Refusal | None, beyond: Refusal | None) -> Planned:
    """A march with all that is worth telling of it."""
    ends = march_ends(domain, made)
    steps = tuple(
        Going(walk.figure, walk.points, place[3], cost_of(domain, walk.points), turret=walk.turret)
        for walk, place in zip(made.walks, ends, strict=True)
    )
    used = max((step.used for step in steps), default=0)
    return Planned(made, steps, domain.budget, used, refusal, beyond, _slow(domain, made))


def march_ends(domain: Marching, made: March) -> list[tuple[int, int, int, int, int]]:
    """Where everybody would be at the end: (figure, x, y, bearing, ground)."""
    terms = domain.terms
    if domain.turns:
        return [(walk.figure, *walk.points[-1], _faces(domain, walk, made.face), 0) for walk in made.walks]
    raised: Ints = ints([0] * len(terms.passage)) if terms.raised is None else terms.raised
    faced = made if made.face is not None or domain.manner != APPEAR else March(made.walks, domain.faces)
    return list(arrival(faced, terms.layout, terms.ground, raised).places)


def _faces(domain: Marching, walk: Walk, face: int | None) -> int:
    """Which way a figure faces at the end where each is turned as told."""
    told = domain.facing(walk, face)
    if told < 0 and domain.manner == APPEAR and domain.faces is not None:
        return domain.faces
    return domain.terms.layout.bearing(walk.figure) if told < 0 else told


def _slow(domain: Marching, made: March) -> tuple[int, ...]:
    """The pieces on the way that cost more than their length."""
    terms = domain.terms
    dear = (terms.passage >= DEAR).nonzero()[0].tolist()
    if not dear or domain.manner == APPEAR:
        return ()
    met: set[int] = set()
    for walk in made.walks:
        for a, b in pairwise(walk.points):
            crossed = pieces_met(*a, *b, terms.ground.edges, terms.ground.pieces)
            met.update(piece for piece in dear if crossed[piece])
    return tuple(sorted(met))
