"""A line abreast: men of one unit stand in each other's line of fire, so that a crowd hardly shoots at all."""

from collections.abc import Iterator

from sandtable.geometry.angle import RIGHT_ANGLE, ahead
from sandtable.geometry.bodies import X, Y
from sandtable.geometry.reach_kernels import WALK
from sandtable.geometry.units import INCH
from sandtable.play.marching import Marching
from sandtable.play.walks import March, Walk
from sandtable.rulesets.sotr.state import Point

GAPS = (INCH, INCH // 2)  # between bases: what spreads them also saves them from templates


def lines_at(domain: Marching, middle: Point, bearing: int) -> Iterator[March]:
    """Lines across a bearing with their middle at a point, looser ones first, that the domain allows."""
    if len(domain.movers) < 2:
        return
    wide = 2 * max(domain.terms.layout.radius(figure) for figure in domain.movers)
    for space in GAPS:
        march = _line(domain, middle, bearing, wide + space)
        if domain.allows(march):
            yield march


def _line(domain: Marching, middle: Point, bearing: int, step: int) -> March:
    """Everybody to the place in the line that keeps their order from left to right."""
    many = len(domain.movers)
    across = (bearing + RIGHT_ANGLE) % (4 * RIGHT_ANGLE)
    places = []
    for place in range(many):
        offset = step * (2 * place - many + 1) // 2
        x, y = ahead(*middle, across if offset >= 0 else (across + 2 * RIGHT_ANGLE) % (4 * RIGHT_ANGLE), abs(offset))
        places.append((int(x), int(y)))
    if domain.manner != WALK:
        return March(tuple(Walk(figure, (spot,)) for figure, spot in zip(domain.movers, places, strict=True)))
    bodies = domain.terms.layout.bodies
    (ax, ay), (bx, by) = places[0], places[-1]

    def along(figure: int) -> int:
        return int(bodies[figure, X]) * (bx - ax) + int(bodies[figure, Y]) * (by - ay)

    order = sorted(domain.movers, key=lambda figure: (along(figure), figure))
    spots = dict(zip(order, places, strict=True))
    points = dict(zip(domain.movers, domain.terms.layout.points(domain.movers), strict=True))
    return March(tuple(Walk(figure, (points[figure], spots[figure])) for figure in domain.movers))
