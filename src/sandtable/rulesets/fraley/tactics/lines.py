"""A line abreast: Infantry does not fire through its own Teams, so that a crowd hardly fires at all."""

from collections.abc import Iterator, Sequence

from sandtable.geometry.angle import FULL_TURN, RIGHT_ANGLE, ahead
from sandtable.geometry.reach_kernels import WALK
from sandtable.geometry.units import INCH
from sandtable.play.marching import Marching
from sandtable.play.walks import March, Walk
from sandtable.rulesets.fraley.state import Battle, Point

GAPS = (INCH, INCH // 3)  # between bases: what spreads them also saves them from barrages


def in_lines(view: Battle, domain: Marching, men: Sequence[int], middle: Point, bearing: int) -> Iterator[March]:
    """Lines across a bearing with their middle at a point that the domain allows, looser ones first, then double ones."""
    for deep in (1, 2) if len(men) > 3 else (1,):
        for space in GAPS:
            march = _line(view, domain, men, middle, bearing, space, deep)
            if domain.allows(march):
                yield march


def _line(
    view: Battle, domain: Marching, men: Sequence[int], middle: Point, bearing: int, space: int, deep: int
) -> March:
    """Everybody to his place; the leader in the middle, in the second rank of a double line."""
    layout = domain.terms.layout
    wide = max(2 * layout.radius(man) for man in men) + space
    places = _places(middle, bearing, len(men), wide, deep)
    order = _order(view, domain, men, bearing)
    spots = dict(zip(order, places, strict=True))
    walks = []
    for mover in domain.movers:
        here = layout.point(mover)
        if mover not in spots:
            walks.append(Walk(mover, (here,)))
        else:
            walks.append(Walk(mover, (here, spots[mover]) if domain.manner == WALK else (spots[mover],), face=bearing))
    return March(tuple(walks))


def _places(middle: Point, bearing: int, many: int, wide: int, deep: int) -> list[Point]:
    """The places of a line from left to right; those of a second rank stand behind the gaps of the first."""
    front = -(-many // deep)
    found: list[tuple[int, Point]] = []
    for place in range(many):
        rank, file = divmod(place, front)
        count = front if rank == 0 else many - front
        aside = wide * (2 * file - count + 1) // 2
        x, y = ahead(*middle, (bearing + 2 * RIGHT_ANGLE) % FULL_TURN, rank * wide)
        x, y = ahead(x, y, (bearing + (RIGHT_ANGLE if aside >= 0 else 3 * RIGHT_ANGLE)) % FULL_TURN, abs(aside))
        found.append((aside, (int(x), int(y))))
    return [point for _, point in sorted(found, key=lambda one: one[0])]


def _order(view: Battle, domain: Marching, men: Sequence[int], bearing: int) -> list[int]:
    """Teams from left to right as they stand; before they are set up with the leader in their middle."""
    if domain.manner != WALK:
        rest = list(men[1:])
        return [*rest[: len(rest) // 2], men[0], *rest[len(rest) // 2 :]]
    x, y = ahead(0, 0, (bearing + RIGHT_ANGLE) % FULL_TURN, 1000)
    points = {man: view.layout.point(man) for man in men}
    return sorted(men, key=lambda man: (points[man][0] * int(x) + points[man][1] * int(y), man))
