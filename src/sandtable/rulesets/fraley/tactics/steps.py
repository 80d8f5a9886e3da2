"""Ways to go that are worth a look: towards the goal and beside it, over the edge, into cover, turns on the spot."""

from collections.abc import Iterator, Sequence
from itertools import islice

from sandtable.geometry.angle import FULL_TURN, ahead, bearing_to
from sandtable.geometry.bodies import HALF_LENGTH
from sandtable.geometry.units import inches
from sandtable.mechanics.goals import ACROSS, Goal, far
from sandtable.mechanics.pieces import middle_of
from sandtable.play.marching import Marching
from sandtable.play.walks import March, Walk
from sandtable.rulesets.fraley.basics.teams import enemies, move_of
from sandtable.rulesets.fraley.basics.terrain import feature
from sandtable.rulesets.fraley.move.marches import Moving
from sandtable.rulesets.fraley.setup.deployment import facing_in
from sandtable.rulesets.fraley.state import Battle, Point

from .goals import attacks, role_of
from .lines import in_lines

COVER_NEAR = inches(3)
TURNS = (0, 300, -300, 650, -650)  # off the straight way, in tenths of a degree
ENOUGH = 4  # steps that are weighed
SQUEEZE = ((0, 4), (300, 4), (-300, 4), (0, 2), (650, 3), (-650, 3), (0, 1))  # turns, and quarters of a Move
ASKEW = 450  # by how much a gun or a tank may look past the enemy


def marches(view: Battle, number: int, goal: Goal, domain: Marching, *, contact: bool) -> Iterator[March]:
    """Marches towards the goal and beside it, over the edge, into cover, and turns on the spot."""
    own = domain.own if isinstance(domain, Moving) else domain.movers
    if not own:
        return
    here = middle_of(view.layout.points(own))
    front = facing(view, number, here)
    reach = min(move_of(view.figures[man], view.options) for man in own) - 2
    yield from _turns(view, domain, own, front)
    yield from _onward(view, number, goal, domain, own, front)
    role = role_of(view, number)
    if role == "infantry" and contact:
        covers = (_to(domain, own, here, point, reach, front) for point in _covers(view, here, reach))
        yield from (march for march in covers if march is not None)
        if len(own) > 2:
            yield from islice(in_lines(view, domain, own, here, front), 1)
    elif role in {"tanks", "cc"} and contact:
        aside = (_shift(view, domain, own, (front + turn) % FULL_TURN, reach // 2, front) for turn in (900, -900, 1800))
        yield from (march for march in aside if march is not None)


def _onward(
    view: Battle, number: int, goal: Goal, domain: Marching, own: tuple[int, ...], front: int
) -> Iterator[March]:
    """Ways to the goal, all together; one by one where that does not work, or where it ends at the edge to leave by."""
    here = middle_of(view.layout.points(own))
    off = goal.off(here)
    if not off:
        return
    side = view.units[number].side
    leaves = view.mission.name == "breakthrough" and attacks(view, side)
    reach = min(move_of(view.figures[man], view.options) for man in own) - 2
    straight = facing_in(view, side) if leaves else int(bearing_to(goal.point[0] - here[0], goal.point[1] - here[1]))
    found = [march for march in _to_the_edge(view, domain, own, side) if domain.allows(march)][:1] if leaves else []
    found += islice(_steps(view, domain, own, straight, min(reach, off), front), ENOUGH)
    yield from found
    if not found or (leaves and off < reach):
        crowd = one_by_one(view, domain, own, straight, straight if leaves else front)
        if crowd is not None:
            yield crowd


def facing(view: Battle, number: int, here: Point) -> int:
    """Towards the nearest enemy Unit worth the name, else across the table."""
    side = view.units[number].side
    foes = [view.layout.point(view.units[foe].men[0]) for foe in enemies(view, side) if view.units[foe].counts]
    if not foes:
        return facing_in(view, side)
    x, y = min(foes, key=lambda point: (far(point, here), point))
    return int(bearing_to(x - here[0], y - here[1]))


def _turns(view: Battle, domain: Marching, own: tuple[int, ...], front: int) -> Iterator[March]:
    """Guns and tanks that look the wrong way turn on the spot."""
    off = [man for man in own if _wrong(view, man, front)]
    if not off:
        return
    walks = []
    for man in domain.movers:
        here = (view.layout.point(man),)
        walks.append(Walk(man, here, face=front, turret=_turret(view, man, front)) if man in off else Walk(man, here))
    march = March(tuple(walks))
    if domain.allows(march):
        yield march


def _wrong(view: Battle, man: int, front: int) -> bool:
    team = view.figures[man]
    if team.kind == "infantry":
        return False
    turn = abs((view.layout.bearing(man) - front + FULL_TURN // 2) % FULL_TURN - FULL_TURN // 2)
    return turn > ASKEW


def _turret(view: Battle, man: int, front: int) -> int | None:
    return front if view.figures[man].turret >= 0 else None


def _faced(view: Battle, march: March, front: int) -> March:
    """A march at whose end everybody who has a front shows it to the enemy."""
    walks = tuple(
        Walk(walk.figure, walk.points, face=front, turret=_turret(view, walk.figure, front)) for walk in march.walks
    )
    return March(walks)


def _shift(view: Battle, domain: Marching, own: Sequence[int], bearing: int, step: int, front: int) -> March | None:
    """Everybody goes the same way, as he is if turning does not fit; around a point where that does not work either."""
    x, y = ahead(0, 0, bearing, step)
    layout = view.layout
    walks = []
    for man in domain.movers:
        at = layout.point(man)
        walks.append(Walk(man, (at, (at[0] + int(x), at[1] + int(y))) if man in own else (at,)))
    plain = March(tuple(walks))
    for march in (_faced(view, plain, front), plain):
        if domain.allows(march):
            return march
    first = layout.point(own[0])
    goal = first[0] + int(x), first[1] + int(y)
    if isinstance(domain, Moving):  # if all of them go, the march that was tried is the one that keeps the formation
        return domain.suggest(goal, formed=len(own) < len(domain.movers))
    return domain.suggest(goal)


def _steps(view: Battle, domain: Marching, own: Sequence[int], straight: int, step: int, front: int) -> Iterator[March]:
    for turn in TURNS:
        found = _shift(view, domain, own, (straight + turn) % FULL_TURN, step, front)
        if found is not None:
            yield found
    found = _shift(view, domain, own, straight, step // 2, front)
    if found is not None:
        yield found


def _to(domain: Marching, own: Sequence[int], here: Point, point: Point, reach: int, front: int) -> March | None:
    """The Unit around a point, or as near to it as it gets."""
    bearing = int(bearing_to(point[0] - here[0], point[1] - here[1]))
    first = domain.terms.layout.point(own[0])
    x, y = ahead(*first, bearing, min(reach, far(here, point)))
    return domain.suggest((int(x), int(y)), front)


def _covers(view: Battle, here: Point, reach: int) -> list[Point]:
    """The middles of two areas of cover that can be reached, or nearly so."""
    found = []
    for piece in view.terrain:
        if not piece.closed or not feature(piece).cover:
            continue
        point = middle_of(piece.outline)
        if far(here, point) <= reach + COVER_NEAR:
            found.append((far(here, point), point))
    return [point for _, point in sorted(found)[:2]]


def _to_the_edge(view: Battle, domain: Marching, own: Sequence[int], side: int) -> Iterator[March]:
    """Everybody straight to the far edge, as far as he gets."""
    dx, dy = ACROSS[view.edges[side]]
    face = facing_in(view, side)
    bodies = view.layout.bodies
    for slower in (0, inches(2)):
        walks = []
        for man in domain.movers:
            x, y = view.layout.point(man)
            if man not in own:
                walks.append(Walk(man, ((x, y),)))
                continue
            half = int(bodies[man, HALF_LENGTH]) + 10
            left = max(
                0, ((view.width - x) if dx > 0 else x) - half if dx else ((view.depth - y) if dy > 0 else y) - half
            )
            step = min(left, max(0, move_of(view.figures[man], view.options) - slower) - 2)
            walks.append(
                Walk(man, ((x, y), (x + dx * step, y + dy * step)), face=face, turret=_turret(view, man, face))
            )
        yield March(tuple(walks))


def one_by_one(view: Battle, domain: Marching, own: Sequence[int], bearing: int, front: int) -> March | None:
    """Teams that cannot go all together go one after another, the foremost first, each as far as it gets."""
    dx, dy = ahead(0, 0, bearing, 1000)
    points = {man: view.layout.point(man) for man in domain.movers}
    order = sorted(own, key=lambda man: (-points[man][0] * int(dx) - points[man][1] * int(dy), man))
    walks = {man: Walk(man, (point,)) for man, point in points.items()}
    moved = False
    for man in order:
        for turn, share in SQUEEZE:
            way = _clipped(
                view, man, (bearing + turn) % FULL_TURN, (move_of(view.figures[man], view.options) - 2) * share // 4
            )
            tried = {**walks, man: Walk(man, (points[man], way), face=front, turret=_turret(view, man, front))}
            if domain.allows(March(tuple(tried.values()))):
                walks, moved = tried, True
                break
    return March(tuple(walks.values())) if moved else None


def _clipped(view: Battle, man: int, bearing: int, step: int) -> Point:
    """Where a Team comes that goes so far, or to the table edge."""
    x, y = ahead(*view.layout.point(man), bearing, step)
    half = int(view.layout.bodies[man, HALF_LENGTH]) + 10
    return max(half, min(view.width - half, int(x))), max(half, min(view.depth - half, int(y)))
