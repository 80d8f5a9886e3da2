"""Into contact: the shortest ways of Teams that charge or counter-attack. The rules leave no choice of way."""

from collections.abc import Iterator, Sequence
from math import isqrt
from typing import NamedTuple

from sandtable.geometry.angle import FULL_TURN, ahead, bearing_to
from sandtable.geometry.bodies import BEARING, HALF_LENGTH, HALF_WIDTH, X, Y
from sandtable.geometry.kernel import Ints
from sandtable.geometry.measure_kernels import corner, gap, near_on_segment, nearest
from sandtable.geometry.units import INCH, inches
from sandtable.mechanics.clauses import rule
from sandtable.play.walks import March, Walk
from sandtable.rulesets.fraley.basics.teams import CONTACT, afoot, move_of, portable
from sandtable.rulesets.fraley.state import Battle, Point, Team
from sandtable.table.layout import rows

from .assault_ways import STEP, Budgets, Path, Ways, length_of

CHARGE = inches(12)
TOUCHING = 10  # thousandths between bases in contact
OVERLAP_LEAST = 100  # by how much bases side by side overlap along the side at which they touch
SLIDE = INCH // 2
MOST_SPOTS, MOST_FOES = 2, 2  # for which a way around is looked for
FACES = (2700, 0, 900, 1800)  # against the right, rear, left and front of a base, turned with it

Spot = tuple[Point, int]  # where a Team stands, and which way it faces


class Charge(NamedTuple):
    """Ways into contact: the march, and who of the marchers gets there."""

    march: March
    reached: tuple[int, ...]


# ---- who, and how far


@rule("fraley.assault.guns-stay", "fraley.assault.counter-guns", "fraley.gap.soft-skinned")
def may_charge(state: Battle, team: Team) -> bool:
    """Whether a Team may move into contact: no Gun Team does, nor an unarmed vehicle."""
    if not team.weapons or team.aboard >= 0 or (team.suppressed and not state.options.suppressed_may_move):
        return False
    return team.kind != "gun" or (portable(team) and state.options.portable_guns_in_assault == "full")


@rule("fraley.assault.no-tank-vs-tank")
def chargers(state: Battle, number: int, foes: Sequence[int]) -> tuple[int, ...]:
    """The Teams of a Unit that may charge at enemies; no Tank Team does if these are nothing but Tank Teams."""
    tanks_only = all(state.figures[foe].kind == "tank" for foe in foes)
    return tuple(
        man
        for man in afoot(state, number)
        if may_charge(state, team := state.figures[man]) and not (tanks_only and team.kind == "tank")
    )


@rule("fraley.assault.charge", "fraley.action.assault")
def charge_of(state: Battle, team: Team, extra: int = 0) -> int:
    """How far a Team charges: 12 inches whatever it is, or a Tank Team its own Move, and an extra."""
    own = state.options.assault_distance == "tank_own_move" and team.kind == "tank"
    return (move_of(team, state.options) if own else CHARGE) + extra


def budgets_of(state: Battle, figures: Sequence[int], extra: int = 0) -> dict[int, int]:
    """How far each of some Teams charges."""
    return {man: charge_of(state, state.figures[man], extra) for man in figures}


# ---- places in contact


def spots(ways: Ways, man: int, foe: int) -> Iterator[Spot]:
    """Where a Team touches an enemy's base: straight before it, flush along the sides that it sees, as it stands."""
    found = _straight_at(ways, man, foe)
    if found is not None:
        yield found
    yield from _flush(ways, man, foe)
    found = _as_it_stands(ways, man, foe)
    if found is not None:
        yield found


def _nearest_edge(bodies: Ints, row: int, point: Point) -> Point:
    """The point of a base's edge that is nearest to a point."""
    best: tuple[int, Point] | None = None
    for index in range(4):
        x, y = near_on_segment(*point, *corner(bodies, row, index), *corner(bodies, row, (index + 1) % 4))
        square = int((x - point[0]) ** 2 + (y - point[1]) ** 2)
        if best is None or square < best[0]:
            best = square, (int(x), int(y))
    assert best is not None
    return best[1]


def _straight_at(ways: Ways, man: int, foe: int) -> Spot | None:
    """Facing the nearest point of an enemy, and straight ahead until they touch."""
    x, y = ways.point(man)
    to_x, to_y = _nearest_edge(ways.bodies, foe, (x, y))
    bearing = int(bearing_to(to_x - x, to_y - y))
    pose = ways.bodies[man : man + 1].copy()
    pose[0, BEARING] = bearing
    high = isqrt((to_x - x) ** 2 + (to_y - y) ** 2)
    if int(gap(pose, 0, ways.bodies, foe)) < TOUCHING:
        return None
    low = 0
    while low < high:  # the farthest at which they are just not nearer than touching
        middle = (low + high + 1) // 2
        pose[0, X], pose[0, Y] = ahead(x, y, bearing, middle)
        if int(gap(pose, 0, ways.bodies, foe)) >= TOUCHING:
            low = middle
        else:
            high = middle - 1
    at_x, at_y = ahead(x, y, bearing, low)
    return (int(at_x), int(at_y)), bearing


def _flush(ways: Ways, man: int, foe: int) -> list[Spot]:
    """Front to side along those sides of an enemy's base that the Team is before, the nearest places first."""
    bodies = ways.bodies
    x, y = ways.point(man)
    deep, wide = int(bodies[man, HALF_LENGTH]) + TOUCHING, int(bodies[man, HALF_WIDTH])
    found: list[tuple[int, Spot]] = []
    for index, turn in enumerate(FACES):
        ax, ay = map(int, corner(bodies, foe, index))
        bx, by = map(int, corner(bodies, foe, (index + 1) % 4))
        side = max(1, isqrt((bx - ax) ** 2 + (by - ay) ** 2))
        face = (int(bodies[foe, BEARING]) + turn) % FULL_TURN
        before = (by - ay) * (x - ax) - (bx - ax) * (y - ay)  # how far before this side, times its length
        if before <= 0:
            continue
        least, most = OVERLAP_LEAST - wide, side + wide - OVERLAP_LEAST
        at = min(most, max(least, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) // side))
        for slid in {at, least, most, *range(at, most, SLIDE), *range(at, least, -SLIDE)}:
            edge_x, edge_y = ax + (bx - ax) * slid // side, ay + (by - ay) * slid // side
            to_x, to_y = ahead(edge_x, edge_y, (face + FULL_TURN // 2) % FULL_TURN, deep)
            found.append(((int(to_x) - x) ** 2 + (int(to_y) - y) ** 2, ((int(to_x), int(to_y)), face)))
    return [spot for _, spot in sorted(found)]


def _as_it_stands(ways: Ways, man: int, foe: int) -> Spot | None:
    """By the shortest line between both bases, without turning: as far as the distance between them, and no farther."""
    bodies = ways.bodies
    best: tuple[int, Point] | None = None
    for one, other, sign in ((man, foe, 1), (foe, man, -1)):
        for index in range(4):
            x, y = map(int, corner(bodies, one, index))
            to_x, to_y = _nearest_edge(bodies, other, (x, y))
            vector = sign * (to_x - x), sign * (to_y - y)
            square = vector[0] ** 2 + vector[1] ** 2
            if best is None or square < best[0]:
                best = square, vector
    assert best is not None
    square, (dx, dy) = best
    length = isqrt(square)
    if length <= TOUCHING:
        return None
    x, y = ways.point(man)
    far = length - TOUCHING
    return (x + dx * far // length, y + dy * far // length), int(bodies[man, BEARING])


# ---- the plan


def contact(ways: Ways, man: int, foe: int, budget: int, *, bends: bool) -> tuple[Path, int] | None:
    """A way of a Team into contact with an enemy, and how it faces there: straight, or with `bends` around something."""
    start = ways.point(man)
    for tried, (point, bearing) in enumerate(spots(ways, man, foe)):
        if not bends:
            if ways.fine(man, (start, point), bearing, budget):
                return (start, point), bearing
        elif tried == MOST_SPOTS:
            break
        elif (path := ways.way(man, point, bearing, budget)) is not None:
            return path, bearing
    return None


def in_contact(ways: Ways, man: int, foes: Sequence[int]) -> bool:
    """Whether a Team touches one of some enemies."""
    return any(ways.apart(man, foe) <= CONTACT for foe in foes)


def reaches(state: Battle, man: int, foes: Sequence[int], budget: int) -> list[int]:
    """The enemies that a Team could get into contact with, if nobody else moved."""
    ways = Ways(state, state.sides[man])
    return [
        foe
        for foe in foes
        if (between := ways.apart(man, foe)) <= CONTACT
        or (between <= budget and any(contact(ways, man, foe, budget, bends=bends) for bends in (False, True)))
    ]


def reaches_any(state: Battle, man: int, foes: Sequence[int], budget: int) -> bool:
    """Whether a Team could get into contact with any of some enemies: the nearest are looked at first."""
    ways = Ways(state, state.sides[man])
    near = sorted((between, foe) for foe in foes if (between := ways.apart(man, foe)) <= budget)
    if near and near[0][0] <= CONTACT:
        return True
    straight = any(contact(ways, man, foe, budget, bends=False) for _, foe in near)
    return straight or any(contact(ways, man, foe, budget, bends=True) for _, foe in near[:MOST_FOES])


@rule("fraley.assault.charge", "fraley.assault.counter-move", "fraley.gap.moving-through-teams")
def into_contact(state: Battle, side: int, foes: Sequence[int], budgets: Budgets) -> Charge:
    """Where everybody ends up: one after another, the nearest first, into contact with the nearest enemy there is room at.

    Whoever touches an enemy stays. Whoever gets into contact with nobody goes as near as he can.
    """
    ways = Ways(state, side)
    bodies = state.layout.bodies
    order = sorted(budgets, key=lambda man: (int(nearest(bodies, rows((man,)), rows(tuple(foes)))[0]), man))
    walks, reached = [], []
    for man in order:
        path, bearing, touches = _one(ways, man, foes, budgets[man])
        ways.put(man, path[-1], bearing)
        walks.append(Walk(man, path, face=bearing))
        if touches:
            reached.append(man)
    return Charge(March(tuple(walks)), tuple(reached))


def _one(ways: Ways, man: int, foes: Sequence[int], budget: int) -> tuple[Path, int, bool]:
    """The way of one Team, how it faces at the end, and whether it gets into contact."""
    if in_contact(ways, man, foes):
        return (ways.point(man),), int(ways.bodies[man, BEARING]), True
    near = sorted((ways.apart(man, foe), foe) for foe in foes)
    for bends in (False, True):
        for between, foe in near[:MOST_FOES] if bends else near:
            if between <= budget and (found := contact(ways, man, foe, budget, bends=bends)) is not None:
                return *found, True
    path, bearing = _short(ways, man, near[0][1], budget)
    return path, bearing, False


@rule("fraley.assault.charge")
def _short(ways: Ways, man: int, foe: int, budget: int) -> tuple[Path, int]:
    """As near to an enemy as a Team gets: straight towards it, or around what is in the way."""
    start = ways.point(man)
    spot = next(spots(ways, man, foe), None)
    if spot is None:
        return (start,), int(ways.bodies[man, BEARING])
    point, bearing = spot
    straight = ways.as_far(man, (start, point), bearing, budget)
    best = (_left_to_go(ways, man, straight, bearing, foe), straight)
    whole = length_of((start, point))
    if length_of(straight) + STEP < min(whole, budget):
        path = ways.around(man, point, bearing, budget + CHARGE)
        if path is not None:
            part = ways.as_far(man, path, bearing, budget)
            best = min(best, (_left_to_go(ways, man, part, bearing, foe), part))
    path = best[1]
    return path, bearing if len(path) > 1 else int(ways.bodies[man, BEARING])


def _left_to_go(ways: Ways, man: int, path: Path, bearing: int, foe: int) -> int:
    """How far from an enemy a Team stands at the end of a way."""
    pose = ways.bodies[man : man + 1].copy()
    pose[0, X], pose[0, Y] = path[-1]
    pose[0, BEARING] = bearing if len(path) > 1 else pose[0, BEARING]
    return int(gap(pose, 0, ways.bodies, foe))
