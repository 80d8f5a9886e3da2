"""Planning a march: a group that is dragged to a goal keeps its formation if it can, and adapts it if it must."""

from collections.abc import Iterable, Sequence
from copy import copy
from itertools import pairwise

from sandtable.geometry.angle import around, bearing_to
from sandtable.geometry.reach_kernels import APPEAR, ENTER, WALK, near_on_lines, within_zone
from sandtable.geometry.units import INCH

from .marched import cost_of, told
from .marching import Marching
from .moves import Point
from .planned import Planned, farthest, length, towards, why_not, without_pauses
from .refusal import Refusal
from .walks import March, Walk

NOWHERE = INCH // 4  # who gets no farther than this gets nowhere

Found = tuple[March, Refusal | None]  # the best that was found, and why it is not what was wanted


def plan_march(
    domain: Marching,
    goal: Point,
    via: Sequence[Point],
    figure: int | None,
    face: int | None,
    draft: March | None,
    turret: int | None = None,
) -> Planned:
    """A march to a goal through waypoints: of the whole group, or of one figure of it, whose turret may be turned."""
    wanted = face
    face = face if face is not None or draft is None else draft.face
    facing = face if domain.may_face else None
    if figure is not None and (draft is not None or domain.manner == WALK):
        made, beyond = _one(domain, goal, via, figure, draft or _at_rest(domain))
    elif domain.manner == WALK:
        made, beyond = _walk(domain, goal, via)
    elif domain.manner == ENTER:
        made, beyond = _enter(domain, goal, via)
    else:
        made, beyond = _appear(domain, goal, draft)
    if domain.turns:
        made, cramped = _turned(domain, made, draft, figure, wanted, turret)
        beyond = beyond or cramped
    else:
        made = March(made.walks, facing)
    return told(domain, made, why_not(domain, made), beyond)


def _turned(
    domain: Marching, made: March, draft: March | None, figure: int | None, face: int | None, turret: int | None
) -> Found:
    """A march with everybody turned: as the draft has it, but one figure or all of them as they are told now.

    A group that is dragged somewhere without being told faces the way it goes. Who has no room to turn faces as before,
    and it is said why if he was told to.
    """
    kept = _as_drafted(made, draft)
    if figure is None and (face is not None or domain.manner != APPEAR):  # who is set up elsewhere stands as he did
        whole = face if face is not None else _way_of(made)
        turned = March(tuple(Walk(walk.figure, walk.points, None, walk.turret) for walk in kept.walks), whole)
    else:
        turned = March(tuple(_told(walk, figure, face, turret) for walk in kept.walks), kept.face)
    refusal = why_not(domain, turned)
    if refusal is None:
        return turned, None
    return _checked(domain, kept) or March(made.walks), None if face is None else refusal


def _as_drafted(made: March, draft: March | None) -> March:
    """A march whose figures and turrets face as a draft has it."""
    if draft is None:
        return made
    before = {walk.figure: walk for walk in draft.walks}
    drafted = ((walk, before[walk.figure]) for walk in made.walks)
    return March(tuple(Walk(walk.figure, walk.points, old.face, old.turret) for walk, old in drafted), draft.face)


def _told(walk: Walk, figure: int | None, face: int | None, turret: int | None) -> Walk:
    """A walk, turned as it is told if it is that of the figure in hand."""
    if walk.figure != figure:
        return walk
    face = walk.face if face is None else face
    return Walk(walk.figure, walk.points, face, walk.turret if turret is None else turret)


def _way_of(made: March) -> int | None:
    """The way that the first figure goes; None if it stays."""
    points = made.walks[0].points
    if len(points) < 2 or points[-1] == points[0]:
        return None
    (ax, ay), (bx, by) = points[-2:]
    return int(bearing_to(bx - ax, by - ay))


def _at_rest(domain: Marching) -> March:
    """A group that does not move, but for closing up where it must, or for what the rules ask of it in any case."""
    stays = domain.stay()
    if why_not(domain, stays) is None:
        return stays
    return domain.suggest(domain.terms.layout.point(domain.movers[0])) or domain.fixed or stays


# ---- the whole group, on foot


def _walk(domain: Marching, goal: Point, via: Sequence[Point]) -> Found:
    """Everybody shifted alike, else around the goal as they find room, else as far towards it as they get."""
    ideal = _formation(domain, (*via, goal))
    beyond = why_not(domain, ideal)
    if beyond is None:
        return ideal, None
    adapted = _adapted(domain, via, goal)
    if adapted is not None:
        return adapted, None
    start = domain.terms.layout.point(domain.movers[0])
    last = via[-1] if via else start
    left = domain.budget - sum(length(a, b) for a, b in pairwise((start, *via)))
    if left < 0:
        return _walk(domain, via[-1], via[:-1])[0], beyond
    far = min(length(last, goal), left)
    found = farthest(domain, far, lambda far: _formation(domain, (*via, towards(last, goal, far))))
    if found is None or found[0] < NOWHERE:
        room = _first(_adapted(domain, via, towards(last, goal, step)) for step in range(far, NOWHERE, -INCH // 2))
        if room is not None:
            return room, beyond
    if found is not None:
        return found[1], beyond
    if via:  # one cannot stop at the last waypoint
        return _walk(domain, via[-1], via[:-1])[0], beyond
    rest = _checked(domain, _at_rest(domain))
    if rest is None:
        return ideal, beyond
    return rest, why_not(domain, domain.stay()) or beyond  # who may not stay is told that, not how far off the goal is


def _formation(domain: Marching, points: Iterable[Point]) -> March:
    """Everybody going as the first of them does, who goes through these points."""
    layout = domain.terms.layout
    from_x, from_y = layout.point(domain.movers[0])
    shifts = [(x - from_x, y - from_y) for x, y in points]
    walks = []
    for figure, (x, y) in zip(domain.movers, layout.points(domain.movers), strict=True):
        walks.append(Walk(figure, without_pauses([(x, y), *((x + dx, y + dy) for dx, dy in shifts)])))
    return March(tuple(walks))


def _adapted(domain: Marching, via: Sequence[Point], goal: Point) -> March | None:
    """A legal march whose first figure gets to a goal and the others around it as there is room.

    Up to the last waypoint they keep their formation.
    """
    if not via:
        return _led_to(domain, domain.suggest(goal), goal)
    before = _formation(domain, via)
    left = domain.budget - max(cost_of(domain, walk.points) for walk in before.walks)
    if left < 0:
        return None
    there = copy(domain)
    places = [(walk.figure, *walk.points[-1], 0, 0) for walk in before.walks]
    there.terms = domain.terms._replace(layout=domain.terms.layout.placed(places))
    there.budget = left
    found = there.suggest(goal)
    if found is None:
        return None
    walks = [
        Walk(walk.figure, without_pauses((*walk.points, after.points[-1])))
        for walk, after in zip(before.walks, found.walks, strict=True)
    ]
    return _led_to(domain, March(tuple(walks)), goal)


def _led_to(domain: Marching, made: March | None, goal: Point) -> March | None:
    """A march if it is legal and really brings its first figure to a goal, not somewhere beside it."""
    return None if made is None or made.walks[0].points[-1] != goal else _checked(domain, made)


def _checked(domain: Marching, made: March | None) -> March | None:
    return None if made is None or why_not(domain, made) is not None else made


def _first(marches: Iterable[March | None]) -> March | None:
    return next((march for march in marches if march is not None), None)


# ---- one figure


def _one(domain: Marching, goal: Point, via: Sequence[Point], figure: int, base: March) -> Found:
    """One figure of a march sent elsewhere, as far as it may go; the others go as they did."""
    ideal = _with_walk(base, _own_walk(domain, figure, (*via, goal)))
    beyond = why_not(domain, ideal)
    if beyond is None:
        return ideal, None
    if domain.manner == APPEAR:
        last = next(walk.points[-1] for walk in base.walks if walk.figure == figure)
    else:
        last = via[-1] if via else _own_walk(domain, figure, (goal,)).points[0]
    far = min(length(last, goal), domain.budget)

    def made(distance: int) -> March:
        points = (towards(last, goal, distance),) if domain.manner == APPEAR else (*via, towards(last, goal, distance))
        return _with_walk(base, _own_walk(domain, figure, points))

    found = farthest(domain, far, made)
    if found is not None:
        return found[1], beyond
    if via:
        return _one(domain, via[-1], via[:-1], figure, base)[0], beyond
    return (base if why_not(domain, base) is None else ideal), beyond


def _own_walk(domain: Marching, figure: int, points: Sequence[Point]) -> Walk:
    """The path of a figure through some points, from where its manner of moving has it start."""
    if domain.manner == APPEAR:
        return Walk(figure, (points[-1],))
    start = domain.terms.layout.point(figure) if domain.manner == WALK else _on_line(domain, points[0])
    return Walk(figure, without_pauses((start, *points)))


def _with_walk(base: March, new: Walk) -> March:
    """A march on which one figure goes elsewhere; everybody is turned as before."""
    walks = (
        walk if walk.figure != new.figure else Walk(walk.figure, new.points, walk.face, walk.turret)
        for walk in base.walks
    )
    return March(tuple(walks), base.face)


def _on_line(domain: Marching, point: Point) -> Point:
    """Where on the lines of entry somebody starts who makes for a point."""
    x, y = near_on_lines(*point, domain.entry)
    return int(x), int(y)


# ---- coming on, and being set up


def _enter(domain: Marching, goal: Point, via: Sequence[Point]) -> Found:
    """Around a goal near the line of entry; through waypoints, around the first of them and then on in formation."""
    if via:
        base, beyond = _enter(domain, via[0], ())
        return (base, beyond) if beyond is not None else _go_on(domain, base, (*via, goal))
    found = _led_to(domain, domain.suggest(goal), goal)
    if found is not None:
        return found, None
    beyond = _reason(domain, goal)
    anchor = _on_line(domain, goal)
    far = min(length(anchor, goal), domain.budget)
    near = farthest(domain, far, lambda distance: domain.suggest(towards(anchor, goal, distance)))
    if near is not None:
        return near[1], beyond
    room = _first(_checked(domain, domain.suggest(point)) for point in _beside(domain, anchor, goal))
    return room or domain.first_place() or _spread_out(domain, goal), beyond


def _beside(domain: Marching, anchor: Point, goal: Point) -> list[Point]:
    """Points around an anchor, those nearest to a goal first."""
    radii = range(INCH // 2, domain.spacing + 4 * INCH, INCH)
    points = [point for radius in radii for point in around(*anchor, radius, 16)]
    return sorted(points, key=lambda point: length(point, goal))


def _go_on(domain: Marching, base: March, points: Sequence[Point]) -> Found:
    """A march that has come to the first of some points, continued in formation through the others."""
    (from_x, from_y), last, goal = points[0], points[-2], points[-1]

    def made(end: Point) -> March:
        shifts = [(x - from_x, y - from_y) for x, y in (*points[1:-1], end)]
        return March(
            tuple(
                Walk(
                    walk.figure,
                    without_pauses([*walk.points, *((x + dx, y + dy) for dx, dy in shifts)]),
                )
                for walk in base.walks
                for x, y in walk.points[-1:]
            )
        )

    ideal = made(goal)
    beyond = why_not(domain, ideal)
    if beyond is None:
        return ideal, None
    found = farthest(domain, min(length(last, goal), domain.budget), lambda far: made(towards(last, goal, far)))
    if found is not None:
        return found[1], beyond
    return (_go_on(domain, base, points[:-1])[0] if len(points) > 2 else base), beyond


def _appear(domain: Marching, goal: Point, draft: March | None) -> Found:
    """Set up around a goal, in the formation of the draft if there is one, or as near to it as may be."""

    def made(point: Point) -> March | None:
        kept = _checked(domain, _moved(draft, point)) if draft is not None else None
        return kept or _led_to(domain, domain.suggest(point), point)

    found = made(goal)
    if found is not None:
        return found, None
    beyond = _reason(domain, goal)
    inside = bool(within_zone(*goal, 0, domain.zone))
    anchor = goal
    if not inside:
        x, y = near_on_lines(*goal, domain.zone)
        anchor = int(x), int(y)
    room = _first(made(point) for point in _beside(domain, anchor, goal))
    return room or _checked(domain, draft) or domain.first_place() or _spread_out(domain, goal), beyond


def _moved(base: March, point: Point) -> March:
    """A group that is set up elsewhere as it stands: its first figure at a point."""
    from_x, from_y = base.walks[0].points[-1]
    dx, dy = point[0] - from_x, point[1] - from_y
    return March(tuple(Walk(walk.figure, ((x + dx, y + dy),)) for walk in base.walks for x, y in walk.points[-1:]))


def _spread_out(domain: Marching, goal: Point) -> March:
    """Everybody around a goal in rings, whether they may stand there or not."""
    rings = (goal, *around(*goal, domain.spacing, 6), *around(*goal, 2 * domain.spacing, 12))
    rings += tuple(around(*goal, 3 * domain.spacing, max(1, len(domain.movers))))
    return March(tuple(_own_walk(domain, figure, (spot,)) for figure, spot in zip(domain.movers, rings, strict=False)))


def _reason(domain: Marching, goal: Point) -> Refusal:
    """Why a group cannot be around a goal: what is wrong with its first figure there, or with the others."""
    return why_not(domain, _spread_out(domain, goal)) or Refusal("there is no room for everybody")
