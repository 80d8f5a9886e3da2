"""Zones that units are set up in: strips along table edges, and a usual place in one for a group."""

from collections.abc import Sequence

from sandtable.geometry.kernel import Ints, ints
from sandtable.geometry.units import INCH
from sandtable.play.marching import March, Marching
from sandtable.play.moves import Point

OPPOSITE = {"south": "north", "north": "south", "west": "east", "east": "west"}
FACING_IN = {"south": 0, "west": 900, "north": 1800, "east": 2700}  # the bearing of who looks in from an edge
LOOKS = 12  # places along a zone that are looked at first


def ring(corners: Sequence[Point]) -> Ints:
    """A zone as kernels take it."""
    return ints([[*a, *b] for a, b in zip(corners, [*corners[1:], corners[0]], strict=True)])


def band(wide: int, deep: int, edge: str, far: int, begin: int = 0) -> Ints:
    """The strip of a table of this width and depth along an edge: from so far from it to so far from it."""
    left, upper, right, lower = {
        "north": (0, begin, wide, far),
        "south": (0, deep - far, wide, deep - begin),
        "west": (begin, 0, far, deep),
        "east": (wide - far, 0, wide - begin, deep),
    }[edge]
    return ring([(left, upper), (right, upper), (right, lower), (left, lower)])


def box_of(zone: Ints) -> tuple[int, int, int, int]:
    """The box around a zone: left, upper, right, lower."""
    xs, ys = zone[:, 0].tolist(), zone[:, 1].tolist()
    return min(xs), min(ys), max(xs), max(ys)


def along_the_middle(domain: Marching) -> March | None:
    """A place along the middle of a group's zone, beginning somewhere of its own; None if there is none."""
    left, upper, right, lower = box_of(domain.zone)
    begin = domain.movers[0] * 7 % LOOKS
    for look in range(LOOKS):
        share = 2 * ((begin + look) % LOOKS) + 1
        goal = (
            (left + (right - left) * share // (2 * LOOKS), (upper + lower) // 2)
            if right - left >= lower - upper
            else ((left + right) // 2, upper + (lower - upper) * share // (2 * LOOKS))
        )
        if found := domain.suggest(goal):
            return found
    return None


def usual_place(domain: Marching) -> March | None:
    """A place in a group's zone: along its middle if there is one, else looked for two inches by two."""
    if found := along_the_middle(domain):
        return found
    left, upper, right, lower = box_of(domain.zone)
    grid = ((x, y) for y in range(upper + INCH, lower, 2 * INCH) for x in range(left + INCH, right, 2 * INCH))
    return next((found for goal in grid if (found := domain.suggest(goal))), None)
