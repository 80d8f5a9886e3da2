"""Ways to go that are worth a look: towards the goal and beside it, into cover, back, onto the enemy; drives of hulls."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from sandtable.geometry.angle import FULL_TURN, RIGHT_ANGLE, ahead, bearing_to, turn_between
from sandtable.geometry.path_kernels import FINE
from sandtable.geometry.units import INCH, inches
from sandtable.mechanics.goals import Goal, Tries, far, far_to, onward
from sandtable.mechanics.pieces import middle_of
from sandtable.play.driving import Drive, Driving
from sandtable.play.marching import Marching
from sandtable.play.walks import March
from sandtable.rulesets.skirmish41.basics.terrain import NO_COVER, sight_effect
from sandtable.rulesets.skirmish41.state import Battle, Point
from sandtable.table.remembered import Remembered
from sandtable.table.terrain import Piece

from .goals import known_foes, place_of
from .stands import Stand

TURNS = (0, 350, -350, 800, -800)  # off the straight way, in tenths of a degree
ENOUGH = 4  # of them that are weighed
COVERS = 4
LEAST = INCH // 2  # shorter steps are none
BESIDE = 700  # how far from a wall one stands
EVERY = inches(2)
CONTACT = 400  # between bases: well within an inch


def here_of(view: Battle, number: int) -> Stand:
    """Where a team stands."""
    bases = view.units[number].bodies
    return Stand(tuple(view.layout.points(bases)), view.layout.bearing(bases[0]))


def stands_of(view: Battle, number: int, goal: Goal, domain: Marching | Driving) -> list[Stand]:
    """Places where a team could be after its next move, each with the answer that leads there."""
    if isinstance(domain, Driving):
        found = []
        for drive in _drives(view, number, goal, domain):
            x, y, bearing = domain.tried(drive)[0].poses[-1]
            found.append(Stand(((x, y),), bearing, drive))
        return found
    bearing = view.layout.bearing(view.units[number].bodies[0])
    return [
        Stand(_ends(view, number, march), bearing, march)
        for march in _marches(view, number, goal, domain)
        if _goes(march) and domain.allows(march)
    ]


def _goes(march: March) -> bool:
    """Whether anybody goes anywhere: a march of nobody takes no action, and would be asked for again and again."""
    return any(far(walk.points[0], walk.points[-1]) >= LEAST for walk in march.walks)


def _ends(view: Battle, number: int, march: March) -> tuple[Point, ...]:
    moved = {walk.figure: walk.points[-1] for walk in march.walks}
    return tuple(moved.get(body) or view.layout.point(body) for body in view.units[number].bodies)


def nearest_foe(view: Battle, number: int) -> Point | None:
    """Where the nearest enemy team is that stands on the table."""
    here = place_of(view, number)
    foes = [place_of(view, foe) for foe in known_foes(view, view.units[number].side)]
    return min(foes, key=lambda at: (far(here, at), at), default=None)


# ---- on foot


def _marches(view: Battle, number: int, goal: Goal, domain: Marching) -> Iterator[March]:
    movers = domain.movers
    first = view.layout.point(movers[0])
    if domain.must_close_up:
        closed = domain.suggest(first)
        if closed is not None:
            yield closed
        return
    here = middle_of(view.layout.points(movers))
    reach = domain.budget - max(domain.less.values(), default=0) - 2
    off = goal.off(here)
    if off > LEAST:
        if far(here, goal.point) <= reach + INCH and (onto := domain.suggest(goal.point)) is not None:
            yield onto
        straight = int(bearing_to(goal.point[0] - here[0], goal.point[1] - here[1]))
        yield from _onward(domain, straight, min(reach, max(off, INCH)))
    for point in covers(view, here, goal.point, reach):
        found = domain.suggest(point)
        if found is not None:
            yield found
    yield from _charges(view, number, domain, first, reach)
    foe = nearest_foe(view, number)
    if foe is not None and far(foe, here) < inches(24):
        back = int(bearing_to(here[0] - foe[0], here[1] - foe[1]))
        yield from _onward(domain, back, reach, (0, 600, -600), enough=1)


def _charges(view: Battle, number: int, domain: Marching, first: Point, reach: int) -> Iterator[March]:
    """Onto enemies who are fewer: the first figure beside the nearest of them, the others around him."""
    unit = view.units[number]
    for foe in known_foes(view, unit.side):
        other = view.units[foe]
        if other.mounted or not other.men or len(other.men) >= len(domain.movers):
            continue
        man = min(other.men, key=lambda man: (far(first, view.layout.point(man)), man))
        there = view.layout.point(man)
        beside = view.layout.radius(man) + view.layout.radius(domain.movers[0]) + CONTACT
        off = far(first, there)
        if beside < off <= reach + beside:
            point = there[0] + (first[0] - there[0]) * beside // off, there[1] + (first[1] - there[1]) * beside // off
            found = domain.suggest(point)
            if found is not None:
                yield found


def _onward(
    domain: Marching, straight: int, step: int, turns: Sequence[int] = TURNS, enough: int = ENOUGH
) -> Iterator[March]:
    """All the same way, as far as one can."""
    tries = Tries((step, step // 2, step // 4), turns, LEAST, enough, content=2)
    return onward(domain, domain.movers[0], straight, tries)


def _spots(terrain: tuple[Piece, ...]) -> tuple[Point, ...]:
    """Points in cover or beside it: the middles of areas, and both sides of walls and hedges every two inches."""
    found: list[Point] = []
    for piece in terrain:
        if sight_effect(piece).cover == NO_COVER or "impassable" in piece.traits or piece.kind in {"wreck", "smoke"}:
            continue
        if piece.closed:
            found.append(middle_of(piece.outline))
            if piece.kind in {"building", "bunker"}:
                continue
        outline = (*piece.outline, piece.outline[0]) if piece.closed else piece.outline
        for one, other in pairwise(outline):
            way = int(bearing_to(other[0] - one[0], other[1] - one[1]))
            for along in range(EVERY // 2, far(one, other), EVERY):
                x, y = ahead(*one, way, along)
                for side in (RIGHT_ANGLE, -RIGHT_ANGLE):
                    px, py = ahead(int(x), int(y), (way + side) % FULL_TURN, BESIDE)
                    found.append((int(px), int(py)))
    return tuple(found)


SPOTS = Remembered(_spots)


def covers(view: Battle, here: Point, goal: Point, reach: int) -> list[Point]:
    """Some places in cover within reach: those nearest to the goal, and the nearest of all."""
    spots = SPOTS(view.terrain)
    close = [point for point, off in zip(spots, far_to(here, spots), strict=True) if off <= reach]
    near = list(zip(far_to(goal, close), far_to(here, close), close, strict=True))
    found = [point for _, _, point in sorted(near)[:COVERS]]
    closest = min(near, key=lambda one: (one[1], one[2]), default=None)
    if closest is not None and closest[2] not in found:
        found.append(closest[2])
    return found


# ---- vehicles


def _drives(view: Battle, number: int, goal: Goal, domain: Driving) -> Iterator[Drive]:
    here = view.layout.point(domain.row)
    bearing = view.layout.bearing(domain.row)
    reach = domain.budget - 2
    off = goal.off(here)
    if off > INCH:
        yield from _forward(domain, here, bearing, goal.point, min(reach, off))
    foe = nearest_foe(view, number)
    if foe is None:
        return
    turn = int(turn_between(bearing, int(bearing_to(foe[0] - here[0], foe[1] - here[1]))))
    pivot = Drive(((max(-RIGHT_ANGLE, min(RIGHT_ANGLE, turn)), 0),))
    if abs(turn) > 100 and allowed(domain, pivot):
        yield pivot
    for back in (reach // 2, reach // 4):
        astern = Drive(((0, -back),))
        if allowed(domain, astern):
            yield astern
            return


def _forward(domain: Driving, here: Point, bearing: int, goal: Point, step: int) -> Iterator[Drive]:
    """Turns towards the goal and beside it, each as far as the way is clear."""
    straight = int(turn_between(bearing, int(bearing_to(goal[0] - here[0], goal[1] - here[1]))))
    found = 0
    for aside in (*TURNS, 1300, -1300):
        turn = max(-RIGHT_ANGLE, min(RIGHT_ANGLE, (straight + aside + FULL_TURN // 2) % FULL_TURN - FULL_TURN // 2))
        for length in (step, step * 2 // 3, step // 3):
            drive = Drive(((turn, length),))
            if length >= INCH and allowed(domain, drive):
                yield drive
                found += 1
                break
        if found >= ENOUGH:
            return


def allowed(domain: Driving, drive: Drive) -> bool:
    """Whether a drive is legal."""
    driven, verdict = domain.tried(drive)
    return verdict[0] == FINE and domain.judge(driven) is None
