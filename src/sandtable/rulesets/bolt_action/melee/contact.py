"""Getting to grips: where an assaulting unit ends up, and what lies between it and its target."""

from collections.abc import Iterator
from itertools import chain

from sandtable.geometry.angle import FULL_TURN, ahead, bearing_to
from sandtable.geometry.bodies import HALF_LENGTH, RADIUS
from sandtable.geometry.kernel import ints
from sandtable.geometry.measure_kernels import corner, in_rectangle, near_on_segment, nearest, root_up
from sandtable.geometry.path_kernels import LEFT, first_shift
from sandtable.geometry.reach_kernels import near_on_lines
from sandtable.geometry.units import INCH
from sandtable.geometry.way_kernels import pieces_met
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.sight import aim
from sandtable.play.marching import Marching
from sandtable.play.terms_of_march import NOWHERE
from sandtable.play.walks import March, alike
from sandtable.rulesets.bolt_action.basics.arms import Aimed, target_rows
from sandtable.rulesets.bolt_action.basics.battlefield import COHERENCY, HARD, passage, sight, terms, windows
from sandtable.rulesets.bolt_action.fire.volley import cover_against
from sandtable.rulesets.bolt_action.move.buildings import wall_lines, ways_out
from sandtable.rulesets.bolt_action.move.movement import explainer
from sandtable.rulesets.bolt_action.state import Battle
from sandtable.table.layout import rows
from sandtable.table.terrain import Piece

TOUCHING = 2  # thousandths between bases in contact

Point = tuple[int, int]


def closest_pair(state: Battle, number: int, target: int) -> tuple[int, Point]:
    """The attacker nearest to the target, and the point of the target (base, hull or wall) nearest to him."""
    bodies = state.layout.bodies
    unit, foe = state.units[number], state.units[target]
    if foe.building is not None:
        lines = wall_lines(state, foe.building)
        found = []
        for man in unit.men:
            x, y = state.layout.point(man)
            wall_x, wall_y = near_on_lines(x, y, lines)
            found.append(((x - wall_x) ** 2 + (y - wall_y) ** 2, man, (int(wall_x), int(wall_y))))
        _, man, point = min(found)
        return man, point
    _, man, figure = nearest(bodies, rows(unit.men), rows(foe.figures))
    return int(man), _edge_point(state, int(figure), state.layout.point(int(man)))


def _edge_point(state: Battle, figure: int, seen_from: Point) -> Point:
    """The point on the edge of a base or hull that is nearest to another point."""
    bodies = state.layout.bodies
    x, y = state.layout.point(figure)
    if bodies[figure, HALF_LENGTH] == 0:
        bearing = int(bearing_to(seen_from[0] - x, seen_from[1] - y))
        edge_x, edge_y = ahead(x, y, bearing, int(bodies[figure, RADIUS]))
        return int(edge_x), int(edge_y)
    if in_rectangle(bodies, figure, *seen_from):
        return seen_from
    best: tuple[int, Point] | None = None
    for index in range(4):
        near_x, near_y = near_on_segment(
            *seen_from, *corner(bodies, figure, index), *corner(bodies, figure, (index + 1) % 4)
        )
        square = int((near_x - seen_from[0]) ** 2 + (near_y - seen_from[1]) ** 2)
        if best is None or square < best[0]:
            best = square, (int(near_x), int(near_y))
    assert best is not None
    return best[1]


def _goals(state: Battle, man: int, contact: Point) -> list[Point]:
    """Points from which a man touches the contact point: straight from where he comes, then around it."""
    x, y = state.layout.point(man)
    radius = state.layout.radius(man) + TOUCHING
    straight = int(bearing_to(x - contact[0], y - contact[1]))
    goals = []
    for turn in (0, 300, -300, 600, -600, 900, -900):
        goal_x, goal_y = ahead(contact[0], contact[1], (straight + turn) % FULL_TURN, radius)
        goals.append((int(goal_x), int(goal_y)))
    return goals


@rule("ba.cq.move")
def contact_march(state: Battle, number: int, target: int, far: int) -> March | None:
    """A march that brings the nearest man into contact, nobody farther than an assault reaches; None if there is no way.

    The others come up around him if they all can; else the unit goes as it stands. How far that is, the way of the
    nearest man says for all.
    """
    unit = state.units[number]
    man, contact = closest_pair(state, number, target)
    movers = (man, *(other for other in unit.men if other != man))
    through = passage(state, "infantry", running=False)
    if unit.building is not None:
        through = through.copy()
        through[unit.building] = LEFT
    domain = Marching(
        terms(state, number, through, clear=1),
        movers,
        far,
        explain=explainer(state, number, far),
        link=COHERENCY,
        spacing=2 * state.layout.radius(man) + 50,
        entry=NOWHERE if unit.building is None else ways_out(state, unit.building),
    )
    goals = _goals(state, man, contact)
    ways: Iterator[March | None] = (domain.suggest(goal) for goal in goals)
    if unit.building is None:
        ways = chain(ways, (_as_they_stand(domain, goal) for goal in goals))
    return next((march for march in ways if march is not None), None)


def _as_they_stand(domain: Marching, goal: Point) -> March | None:
    """The whole unit shifted so that its first man gets to a goal."""
    x, y = domain.terms.layout.point(domain.movers[0])
    march = domain.shifted(goal[0] - x, goal[1] - y)
    return march if domain.allows(march) else None


def approach(state: Battle, number: int, target: int, far: int) -> March | None:
    """As far as possible towards a target that cannot be reached, stopping an inch short of enemies."""
    unit = state.units[number]
    if unit.building is not None:
        return None
    man, (to_x, to_y) = closest_pair(state, number, target)
    x, y = state.layout.point(man)
    length = max(1, int(root_up((to_x - x) ** 2 + (to_y - y) ** 2)))
    shifts = [((to_x - x) * step // length, (to_y - y) * step // length) for step in range(far, 0, -INCH // 2)]
    where = terms(state, number, passage(state, "infantry", running=False))
    chosen = first_shift(
        state.layout.bodies, rows(unit.men), ints(shifts), alike(far, len(unit.men)), where.ground.edges,
        where.ground.pieces, where.passage, where.groups, where.avoid, where.clearance, where.width, where.depth,
        rows(unit.men), COHERENCY, True,
    )  # fmt: skip
    if chosen < 0:
        return None
    domain = Marching(where, unit.men, far, explain=explainer(state, number, far), link=COHERENCY)
    return domain.shifted(*shifts[int(chosen)])


def _between(state: Battle, number: int, target: int) -> list[Piece]:
    """The terrain that the straight way from the nearest attacker to the target crosses or lies in."""
    man, goal = closest_pair(state, number, target)
    met = pieces_met(*state.layout.point(man), *goal, state.ground.edges, state.ground.pieces).tolist()
    return [piece for piece, meets in zip(state.terrain, met, strict=True) if meets]


def through_rough(state: Battle, number: int, target: int) -> bool:
    """Whether an assault has to go through rough ground."""
    return any("rough" in piece.traits for piece in _between(state, number, target))


@rule("ba.gap.defensive-position")
def defended(state: Battle, attacker: int, defender: int) -> bool:
    """Whether the defenders are behind an obstacle the attackers must cross, in hard cover, or in a building."""
    if state.units[defender].building is not None:
        return True
    if any("obstacle" in piece.traits for piece in _between(state, attacker, defender)):
        return True
    view, victims = target_rows(state, sight(state), Aimed(defender))
    unit = state.units[attacker]
    if unit.building is None:
        viewers = rows((closest_pair(state, attacker, defender)[0],))
    else:  # men in a building look out of its openings, and its walls are no cover for those outside
        view, viewers = view.with_bodies(windows(state, unit), attacker)
    seen = [one for one in aim(view, viewers, victims) if one.distance >= 0]
    nearest_eye = min(seen, key=lambda one: one.distance, default=None)
    return nearest_eye is not None and cover_against(state, Aimed(defender), nearest_eye) >= HARD
