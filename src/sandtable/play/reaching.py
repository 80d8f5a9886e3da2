"""How far a move could go: the outline of the ground within reach, for drawing."""

from math import isqrt

import numpy as np

from sandtable.geometry.angle import FULL_TURN, RIGHT_ANGLE, SCALE, SINE, ahead, directions
from sandtable.geometry.kernel import Ints, ints
from sandtable.geometry.path_kernels import first_shift
from sandtable.geometry.reach_kernels import APPEAR, ENTER, near_on_lines
from sandtable.geometry.units import INCH
from sandtable.table.layout import rows

from .driving import Drive, Driving
from .marching import Marching
from .moves import Point, Segment, Terms, inward
from .planned import STRETCH, why_not

COARSE, FINE = INCH // 4, INCH // 40
ROUND = 64  # directions of an outline
ROUGHLY = 24  # where each of them takes some looking for room
FAN = 50  # tenths of a degree between two turns of a hull

Reached = tuple[tuple[Point, ...], tuple[int, ...]]  # the outline, and distances worth a ring


def reach(domain: Marching | Driving) -> Reached:
    """The outline of where a group or a hull could go, and how far it goes as a rule."""
    if isinstance(domain, Driving):
        if domain.entry is not None:
            return _strip(domain.terms, domain.entry, domain.budget), (domain.budget,)
        return _fan(domain), (domain.budget,)
    if domain.manner == APPEAR:
        return _zone(domain), ()
    if domain.manner == ENTER:
        return _around_lines(domain), (domain.budget,)
    return (_closing_up(domain) if domain.must_close_up and domain.linked else _all_round(domain)), (domain.budget,)


def _shifts(bearing: int, distances: Ints) -> Ints:
    """Shifts so far on a bearing, rounded towards nothing so that none is longer than it should be."""
    across, down = int(SINE[bearing]), -int(SINE[bearing + RIGHT_ANGLE])
    found = np.empty((len(distances), 2), dtype=np.int64)
    for axis, part in enumerate((across, down)):
        found[:, axis] = np.sign(part) * (abs(part) * distances // SCALE)
    return found


def _first_legal(domain: Marching, shifts: Ints) -> int:
    """The first of some shifts by which the whole group may go in formation; -1 if none."""
    terms, ground = domain.terms, domain.terms.ground
    tried = 0
    while tried < len(shifts):
        chosen = first_shift(
            terms.layout.bodies, rows(domain.movers), shifts[tried:], domain.budgets, ground.edges, ground.pieces,
            terms.passage, terms.groups, terms.avoid, terms.clearance, terms.width, terms.depth,
            rows(domain.linked), domain.link, domain.chain,
        )  # fmt: skip
        if chosen < 0:
            return -1
        tried += int(chosen)
        if not domain.particular or domain.allows(domain.shifted(*shifts[tried].tolist())):
            return tried
        tried += 1
    return -1


def _all_round(domain: Marching) -> tuple[Point, ...]:
    """How far the first figure gets in each direction if everybody keeps his place in the formation."""
    x, y = domain.terms.layout.point(domain.movers[0])
    if domain.budget <= 0:
        return ()
    coarse = np.arange(domain.budget, 0, -COARSE, dtype=np.int64)
    outline = []
    for bearing in directions(ROUND):
        shifts = _shifts(bearing, coarse)
        chosen = _first_legal(domain, shifts)
        shift = shifts[chosen] if chosen >= 0 else ints((0, 0))
        if chosen != 0:  # something stopped it: how near exactly
            least = int(coarse[chosen]) if chosen >= 0 else 0
            fine = np.arange(min(least + COARSE, domain.budget) - FINE, least, -FINE, dtype=np.int64)
            nearer = _first_legal(domain, _shifts(bearing, fine)) if len(fine) else -1
            shift = _shifts(bearing, fine)[nearer] if nearer >= 0 else shift
        outline.append((x + int(shift[0]), y + int(shift[1])))
    return tuple(outline)


def _closing_up(domain: Marching) -> tuple[Point, ...]:
    """How far the first figure gets in each direction if the others come up around him."""
    x, y = domain.terms.layout.point(domain.movers[0])
    outline = []
    for bearing in directions(ROUGHLY):
        near, far = 0, domain.budget
        while far - near > COARSE:
            middle = (near + far) // 2
            dx, dy = _shifts(bearing, ints([middle]))[0].tolist()
            near, far = (middle, far) if domain.suggest((x + dx, y + dy)) is not None else (near, middle)
        dx, dy = _shifts(bearing, ints([near]))[0].tolist()
        outline.append((x + dx, y + dy))
    return tuple(outline)


def _zone(domain: Marching) -> tuple[Point, ...]:
    """The corners of the zone that a group is set up in, or those of the table."""
    if not len(domain.zone):
        width, depth = domain.terms.width, domain.terms.depth
        return (0, 0), (width, 0), (width, depth), (0, depth)
    return tuple((x, y) for x, y, _, _ in domain.zone.tolist())


def _strip(terms: Terms, line: Segment, far: int) -> tuple[Point, ...]:
    """The ground within so far of a line along a table edge."""
    ax, ay, bx, by = line
    corners = ((ax, ay), (bx, by), inward(terms, bx, by, line, far), inward(terms, ax, ay, line, far))
    return tuple((min(max(x, 0), terms.width), min(max(y, 0), terms.depth)) for x, y in corners)


def _along_edge(terms: Terms, line: Segment) -> bool:
    ax, ay, bx, by = line
    return (ax == bx and ax in {0, terms.width}) or (ay == by and ay in {0, terms.depth})


def _around_lines(domain: Marching) -> tuple[Point, ...]:
    """The ground within the budget of the lines of entry, as far as the table goes."""
    terms = domain.terms
    lines = [(ax, ay, bx, by) for ax, ay, bx, by in domain.entry.tolist()]
    if len(lines) == 1 and _along_edge(terms, lines[0]):
        return _strip(terms, lines[0], domain.budget)
    xs = [x for ax, _, bx, _ in lines for x in (ax, bx)]
    ys = [y for _, ay, _, by in lines for y in (ay, by)]
    middle = (min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2
    wide = max(max(xs) - min(xs), max(ys) - min(ys)) + domain.budget
    outline = []
    for bearing in directions(ROUND):
        near, far = 0, wide
        while far - near > FINE:
            half = (near + far) // 2
            dx, dy = _shifts(bearing, ints([half]))[0].tolist()
            near, far = (half, far) if _within(domain, middle[0] + dx, middle[1] + dy) else (near, half)
        dx, dy = _shifts(bearing, ints([near]))[0].tolist()
        outline.append((middle[0] + dx, middle[1] + dy))
    return tuple(outline)


def _within(domain: Marching, x: int, y: int) -> bool:
    if not (0 <= x <= domain.terms.width and 0 <= y <= domain.terms.depth):
        return False
    near_x, near_y = near_on_lines(x, y, domain.entry)
    return isqrt((x - near_x) ** 2 + (y - near_y) ** 2) <= domain.budget


def _fan(domain: Driving) -> tuple[Point, ...]:
    """How far a hull gets after one turn, from the left to the right, and then astern."""
    x, y = domain.terms.layout.point(domain.row)
    bearing = domain.terms.layout.bearing(domain.row)
    outline = []
    for turn in range(-RIGHT_ANGLE, RIGHT_ANGLE + 1, FAN):
        far = _straight(domain, turn, 1)
        if far is not None:
            to_x, to_y = ahead(x, y, (bearing + turn) % FULL_TURN, far)
            outline.append((int(to_x), int(to_y)))
    back = _straight(domain, 0, -1) or 0
    to_x, to_y = ahead(x, y, bearing, -back)
    return (*outline, (int(to_x), int(to_y)))


def _straight(domain: Driving, turn: int, sense: int) -> int | None:
    """How far a hull gets straight ahead (or astern) after a turn; None if it may not even turn so."""

    def legal(far: int) -> bool:
        return why_not(domain, Drive(((turn, sense * far),) if turn or far else ())) is None

    for far in (STRETCH * domain.budget, domain.budget):
        if far and legal(far):
            return far
    if not legal(0):
        return None
    near, far = 0, domain.budget
    while far - near > FINE:
        middle = (near + far) // 2
        near, far = (middle, far) if legal(middle) else (near, middle)
    return near
