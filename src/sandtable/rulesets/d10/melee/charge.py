"""Assault moves (d10.gap.assault-move): who gets into contact and where, coming up behind, and falling short."""

from typing import NamedTuple

from sandtable.geometry.angle import bearing_to, turn_between
from sandtable.geometry.bodies import GROUND
from sandtable.geometry.charge_kernels import BEHIND, TOUCHES, close_in
from sandtable.geometry.kernel import Ints, ints
from sandtable.geometry.measure_kernels import nearest, nearest_each, root_up
from sandtable.geometry.path_kernels import FINE, IGNORED, NOT_ON, NOT_THROUGH, first_shift
from sandtable.geometry.units import INCH
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.pieces import raised
from sandtable.play.driving import Drive, Driving
from sandtable.play.journey import heights_at
from sandtable.play.moves import Terms
from sandtable.play.planned import share
from sandtable.play.walks import alike
from sandtable.rulesets.d10.basics.terrain import DOOR
from sandtable.rulesets.d10.basics.units import CONTACT, LINK
from sandtable.rulesets.d10.machines.driving import pivots, spent
from sandtable.rulesets.d10.move.movement import downstairs, explainer, move_of, stairs, terms
from sandtable.rulesets.d10.state import Battle, Place5
from sandtable.table.layout import rows

CLAUSE = "d10.gap.assault-move"
FINE_STEP = 25  # how finely a hull is brought up to its target
PARTS = 4  # of a turn, where the whole of it would lead onto somebody


class Charge(NamedTuple):
    """Where an assault move ends: places, floors that change, who is in contact at its end, and how far the first went."""

    places: tuple[Place5, ...]
    floors: tuple[tuple[int, int], ...]
    touching: tuple[int, ...]
    length: int


def order_of(state: Battle, movers: tuple[int, ...], targets: tuple[int, ...]) -> list[int]:
    """Movers by how near each is to the nearest target: the first goes first."""
    gaps = nearest_each(state.layout.bodies, rows(movers), rows(targets)).tolist()
    return [man for _, man in sorted(zip(gaps, movers, strict=True))]


@rule("d10.gap.assault-move", "d10.cc.assault-moves")
def charge(state: Battle, number: int, target: int, movers: tuple[int, ...] | None = None) -> Charge | None:
    """The assault move of a unit at another, up to its Movement value; None if nobody gets into contact.

    As many as can end in base contact, the nearest first, each at the nearest place; the others come up. `movers` are those
    of it who move, if not all.
    """
    unit = state.units[number]
    if unit.card.vehicle:
        return ram(state, number, target)
    men = unit.men if movers is None else movers
    if not men:
        return None
    now = state.figures[men[0]].floor
    foes = state.units[target].men
    floors = sorted({state.figures[foe].floor for foe in foes}, key=lambda floor: (abs(floor - now), floor))
    for floor in floors:  # models on other floors are no goal of the same move
        made = _charge_on(state, number, men, tuple([foe for foe in foes if state.figures[foe].floor == floor]), floor)
        if made is not None:
            return made
    return None


def _charge_on(state: Battle, number: int, men: tuple[int, ...], targets: tuple[int, ...], floor: int) -> Charge | None:
    """The assault move of some models at others that stand on one floor; stairs cost two inches a floor."""
    going = order_of(state, men, targets)
    climbs = {man: abs(state.figures[man].floor - floor) * DOOR for man in going}
    budgets = [max(0, move_of(state, number) - climbs[man]) for man in going]
    bodies = state.layout.bodies.copy()
    bodies[going, GROUND] = bodies[targets[0], GROUND]
    where = terms(state, number, clearance=1, enemies=NOT_THROUGH)
    groups, avoid = _with_fellows(state, number, going, where)
    found = close_in(
        bodies, ints(going), rows(targets), ints(budgets), where.ground.edges, where.ground.pieces, where.passage,
        groups, avoid, where.width, where.depth,
    ).tolist()  # fmt: skip
    touching = tuple(man for man, (_, _, how) in zip(going, found, strict=True) if how == TOUCHES)
    if not touching:
        return None
    return _ended(state, going, found, targets, floor, touching)


def _with_fellows(state: Battle, number: int, going: list[int], where: Terms) -> tuple[Ints, Ints]:
    """Groups and what each is to the movers: nobody stands on those of his own unit (or its gun) who do not move."""
    staying = [body for body in state.units[number].bodies if body not in going]
    if not staying:
        return where.groups, where.avoid
    groups = where.groups.copy()
    groups[staying] = len(where.avoid)
    return groups, ints([*where.avoid.tolist(), NOT_ON])


def _ended(
    state: Battle,
    going: list[int],
    found: list[list[int]],
    targets: tuple[int, ...],
    floor: int,
    touching: tuple[int, ...],
) -> Charge:
    """A charge with everybody's place, facing and floor. Who cannot get up to his fellows on a floor stays where he is."""
    goal = state.layout.point(targets[0])
    ends = [(x, y) for x, y, _ in found]
    grounds = heights_at(ends, state.ground, raised(state))
    places: list[Place5] = []
    floors: list[tuple[int, int]] = []
    longest = 0
    for man, (x, y, how), ground in zip(going, found, grounds, strict=True):
        start = state.layout.point(man)
        length = int(root_up((x - start[0]) ** 2 + (y - start[1]) ** 2))
        was = state.figures[man].floor
        if how == BEHIND and (length == 0 or (floor and was != floor)):
            continue
        longest = max(longest, length)
        height = int(state.layout.bodies[targets[0], GROUND]) if floor else ground
        places.append((man, x, y, int(bearing_to(goal[0] - x, goal[1] - y)), height))
        if was != floor:
            floors.append((man, floor))
    return Charge(tuple(places), tuple(floors), touching, longest)


# ---- vehicles


@rule("d10.gap.assault-move", "d10.gap.vehicle-move")
def ram(state: Battle, number: int, target: int) -> Charge | None:
    """The assault of a vehicle: it turns to the nearest model and drives at it until it touches; None if it cannot."""
    row = state.units[number].men[0]
    bodies = state.layout.bodies
    targets = on_the_ground(state, target)
    if not targets:
        return None
    between, _, goal = nearest(bodies, rows((row,)), rows(targets))
    x, y = state.layout.point(row)
    goal_x, goal_y = state.layout.point(int(goal))
    if int(between) <= CONTACT:
        return Charge((), (), (row,), 0)
    if int(between) > CONTACT + move_of(state, number) + 2 * state.layout.radius(row):  # however it turns
        return None
    turn = _turn_to(state, row, (goal_x - x, goal_y - y))
    domain = _ramming(state, number, target)
    for part in range(PARTS, -1, -1):  # who stands too near to turn to him is met with less of a turn
        made = _drive_into(state, number, target, turn * part // PARTS, domain)
        if made is not None:
            return made
    return None


def on_the_ground(state: Battle, number: int) -> tuple[int, ...]:
    """The models of a unit that a hull can touch: those upstairs are out of its way."""
    return tuple(man for man in state.units[number].men if not state.figures[man].floor)


def _turn_to(state: Battle, row: int, way: tuple[int, int]) -> int:
    """How far a hull turns towards something, as far as it may."""
    most = pivots(rush=False)
    turn = int(turn_between(state.layout.bearing(row), int(bearing_to(*way))))
    return max(-most, min(most, turn))


def _drive_into(state: Battle, number: int, target: int, turn: int, domain: Driving) -> Charge | None:
    """A vehicle turns and drives straight on, up to the first place at which it touches its target."""
    row = state.units[number].men[0]
    hull, targets, others = rows((row,)), rows(on_the_ground(state, target)), rows(state.units[target].bodies)
    far = move_of(state, number)
    near = 0
    while True:
        driven, verdict = domain.tried(Drive(((turn, near),)))
        if verdict[0] != FINE or spent(state, number, driven) > far:
            return None
        end_x, end_y, bearing = driven.poses[-1]
        there = state.layout.placed([(row, end_x, end_y, bearing, 0)]).bodies
        if int(nearest(there, hull, others)[0]) == 0:
            return None
        left = int(nearest(there, hull, targets)[0])
        if left <= CONTACT:
            break
        if near == far:
            return None
        near = min(far, near + max(FINE_STEP, left - FINE_STEP))
    height = heights_at([(end_x, end_y)], state.ground, raised(state))[0]
    return Charge(((row, end_x, end_y, bearing, height),), (), (row,), near)


def _ramming(state: Battle, number: int, target: int) -> Driving:
    """Drives of a vehicle that may come up to its target."""
    where = terms(state, number)
    avoid = where.avoid.copy()
    avoid[target] = IGNORED
    return Driving(
        where._replace(avoid=avoid),
        state.units[number].men[0],
        judge=lambda _: None,
        explain=explainer(state, move_of(state, number), CLAUSE),
        propose=lambda _: (),
    )


# ---- falling short


@rule("d10.gap.assault-move")
def fall_short(state: Battle, number: int, target: int) -> Charge:
    """As far as the unit gets straight towards a target that it cannot reach, stopping an inch from any enemy."""
    unit = state.units[number]
    far = move_of(state, number)
    between, man, foe = nearest(state.layout.bodies, rows(unit.men), rows(state.units[target].men))
    x, y = state.layout.point(int(man))
    to_x, to_y = state.layout.point(int(foe))
    length = max(1, int(root_up((to_x - x) ** 2 + (to_y - y) ** 2)))
    steps = _steps(far, int(between) - INCH)
    if unit.card.vehicle:
        return _drive_up(state, number, int(foe), steps)
    found = _first_step(state, number, far, steps, (to_x - x, to_y - y), length)
    if found is None:
        return Charge((), (), (), 0)
    step, dx, dy = found
    ends = [(px + dx, py + dy) for px, py in state.layout.points(unit.bodies)]
    facing = int(bearing_to(dx, dy))
    grounds = heights_at(ends, state.ground, raised(state))
    places = [(body, *end, facing, height) for body, end, height in zip(unit.bodies, ends, grounds, strict=True)]
    floors = [(man, 0) for man in unit.men if state.figures[man].floor]
    return Charge(tuple(places), tuple(floors), (), step)


def _first_step(
    state: Battle, number: int, far: int, steps: list[int], way: tuple[int, int], length: int
) -> tuple[int, int, int] | None:
    """The first of some steps that a whole unit can make on a way of that length, and how far it is along either axis."""
    unit, where, less = state.units[number], terms(state, number), stairs(state, state.units[number])
    budgets, bodies = alike(far, len(unit.bodies)), downstairs(state, unit.men).bodies
    if less:
        budgets = ints([max(0, far - less.get(body, 0)) for body in unit.bodies])
    for some in (steps[:1], steps[1:]):  # mostly the first will do
        shifts = [(share(way[0], step, length), share(way[1], step, length)) for step in some]
        chosen = -1 if not shifts else first_shift(
            bodies, rows(unit.bodies), ints(shifts), budgets, where.ground.edges,
            where.ground.pieces, where.passage, where.groups, where.avoid, where.clearance, where.width, where.depth,
            rows(unit.bodies), LINK, True,
        )  # fmt: skip
        if chosen >= 0:
            return some[chosen], *shifts[chosen]
    return None


def _steps(far: int, stop: int) -> list[int]:
    """How far to go, the farthest first: all the way, or to where an inch is left; else less by quarters of an inch."""
    most = stop if 0 < stop < far else far
    return list(range(most, 0, -INCH // 4))


def _drive_up(state: Battle, number: int, foe: int, steps: list[int]) -> Charge:
    """A vehicle turns to a model as far as it may and drives on, as long as that brings it nearer."""
    row = state.units[number].men[0]
    x, y = state.layout.point(row)
    to_x, to_y = state.layout.point(foe)
    turn = _turn_to(state, row, (to_x - x, to_y - y))
    domain = _ramming(state, number, number)
    far, before = move_of(state, number), (to_x - x) ** 2 + (to_y - y) ** 2
    for step in (*steps, 0):
        driven, verdict = domain.tried(Drive(((turn, step),)))
        if verdict[0] == FINE and spent(state, number, driven) <= far:
            x, y, bearing = driven.poses[-1]
            if step and (to_x - x) ** 2 + (to_y - y) ** 2 >= before:
                continue
            height = heights_at([(x, y)], state.ground, raised(state))[0]
            return Charge(((row, x, y, bearing, height),), (), (), step)
    return Charge((), (), (), 0)
