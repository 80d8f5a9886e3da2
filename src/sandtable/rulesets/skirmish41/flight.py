"""Going by itself: teams that retire, fall back and flee, and whatever else moves without being asked where."""

from collections.abc import Sequence
from math import isqrt

from sandtable.dice.readings import Total
from sandtable.dice.roll import Roll
from sandtable.geometry.angle import FULL_TURN, RIGHT_ANGLE, ahead, bearing_to, turn_between
from sandtable.geometry.measure_kernels import nearest
from sandtable.geometry.units import INCH, inches
from sandtable.mechanics.clauses import rule
from sandtable.play.journey import heights_at, places_at, walked
from sandtable.play.marching import March, Marching
from sandtable.play.script import Play
from sandtable.table.layout import Layout, rows

from .carrying import brought_along, let_go
from .charts import D6
from .hidden import called
from .movement import MOST_MOVES, marching
from .sight import shelter
from .spotting import spot_the_obvious
from .state import Battle, Place5, Point
from .terrain import raised
from .units import MELEE, able, is_solo, on_table, through_next_part, thrower

RETIRE, FALL, FLEE, ROUT = "sk.morale.retire", "sk.morale.fall-back", "sk.morale.rout", "sk.act.rout"
SPREAD = (0, 150, -150, 300, -300, 450, -450, 600, -600, 900, -900)  # tenths of a degree off the straight way
BACKWARD = (1200, -1200, 1500, -1500, 1800)  # past the enemy, where nothing else is left
SURROUNDED = inches(4)
OUTWARD: dict[str, int] = {"north": 0, "east": 900, "south": 1800, "west": 2700}


# ---- where the enemy is


def known_enemies(state: Battle, side: int) -> list[int]:
    """The enemies whose place a side knows."""
    return [number for number in on_table(state, 1 - side) if state.units[number].spotted]


def from_whom(state: Battle, number: int) -> Point:
    """What a team runs from: the nearest enemy it knows of; without any, the enemy's table edge."""
    unit = state.units[number]
    foes = known_enemies(state, unit.side)
    x, y = middle(state, number)
    points = [middle(state, foe) for foe in foes]
    if points:
        return min(points, key=lambda point: ((point[0] - x) ** 2 + (point[1] - y) ** 2, point))
    return {"north": (x, 0), "south": (x, state.depth), "west": (0, y), "east": (state.width, y)}[
        state.edges[1 - unit.side]
    ]


def middle(state: Battle, number: int) -> Point:
    """The middle of a team."""
    points = state.layout.points(state.units[number].bodies)
    return sum(x for x, _ in points) // len(points), sum(y for _, y in points) // len(points)


def bearing_between(start: Point, end: Point) -> int:
    """The bearing from a point to another; north if they are the same."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    return int(bearing_to(dx, dy)) if dx or dy else 0


def length_between(start: Point, end: Point) -> int:
    """How far two points are apart."""
    return isqrt((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2)


# ---- ways


def shift_along(domain: Marching, bearing: int, distance: int) -> March | None:
    """The march of a whole group by so far in a direction, if it is legal."""
    dx, dy = ahead(0, 0, bearing % FULL_TURN, distance)
    march = domain.shifted(int(dx), int(dy))
    if domain.allows(march):
        return march
    x, y = domain.terms.layout.point(domain.movers[0])
    return domain.suggest((x + int(dx), y + int(dy)))


def ways(domain: Marching, bearing: int, spread: Sequence[int] = SPREAD, least: int = INCH) -> list[March]:
    """Legal marches around a direction, the farthest of each."""
    found = []
    for off in spread:
        for far in strides(domain.budget - 2, least):
            march = shift_along(domain, bearing + off, far)
            if march is not None:
                found.append(march)
                break
    return found


def strides(most: int, least: int = INCH) -> list[int]:
    """Distances to try, the farthest first: the last is the inch that any ground leaves of a move."""
    last = least if least > INCH else INCH - 2
    return [*range(most, last, -INCH), last] if most >= last else []


def end_layout(state: Battle, march: March) -> Layout:
    """The table after a march."""
    return state.layout.placed(places_of(state, march))


def places_of(state: Battle, march: March) -> tuple[Place5, ...]:
    """Where the figures of a march end."""
    points = [walk.points[-1] for walk in march.walks]
    tall = heights_at(points, state.ground, raised(state))
    return tuple(
        (walk.figure, *point, state.layout.bearing(walk.figure), height)
        for walk, point, height in zip(march.walks, points, tall, strict=True)
    )


def all_covered(state: Battle, march: March) -> bool:
    """Whether everybody ends a march in cover."""
    there = end_layout(state, march)
    return all(shelter(state, walk.figure, there) for walk in march.walks)


def length_of(march: March) -> int:
    """How far the first of a march goes."""
    return length_between(march.walks[0].points[0], march.walks[0].points[-1])


@rule("sk.gap.accumulate", "sk.gap.captured")
def gone(
    play: Play[Battle],
    number: int,
    march: March,
    verb: str,
    *clauses: str,
    each: tuple[tuple[int, dict[str, object]], ...] = (),
    **sets: object,
) -> None:
    """A team has gone somewhere by itself; `each` is what else becomes of its figures."""
    state = play.state
    unit = state.units[number]
    places = places_of(state, march)
    changed = {"places": (*places, *brought_along(state, places)), "shifts": unit.shifts + 1, **sets}
    changed.setdefault("moved", unit.moved + length_of(march))
    figures = tuple(walk.figure for walk in march.walks)
    changed["each"] = (*each, *((figure, {"saved": 0, "floor": 0}) for figure in figures))
    play.tell(verb, *clauses, unit=number, figures=figures, sets=changed, tells={"length": length_of(march)})
    spot_the_obvious(play)


def drop_everything(play: Play[Battle], number: int) -> None:
    """Whoever runs lets go of casualties, and prisoners are free."""
    for man in play.state.units[number].men:
        let_go(play, man)


# ---- morale


def _upright(state: Battle, number: int, actions: int, more: int = 0) -> Marching:
    return marching(state, number, able(state, number), actions=actions, upright=True, more=more)


@rule("sk.morale.retire")
def retire(play: Play[Battle], number: int) -> None:
    """A team goes back to the nearest cover, one move action at least and two at most; without cover straight back."""
    state = play.state
    if not state.units[number].on_table or not able(state, number):
        play.tell("had nowhere to go", RETIRE, unit=number, sets={"retiring": True})
        return
    bearing = bearing_between(from_whom(state, number), middle(state, number))
    once = _upright(state, number, 1)
    best = _first_cover(state, number, bearing, once.budget) or next(iter(ways(once, bearing)), None)
    if best is None:
        play.tell("had nowhere to go", RETIRE, unit=number, sets={"retiring": True})
        return
    gone(play, number, best, "retired", RETIRE, retiring=True)


def _first_cover(state: Battle, number: int, bearing: int, least: int) -> March | None:
    """The shortest way back, from one move to two, at whose end everybody is in cover and out of the enemy's reach."""
    domain = _upright(state, number, MOST_MOVES)
    side = state.units[number].side
    for far in range(least - 2, domain.budget, INCH):
        for off in SPREAD:
            march = shift_along(domain, bearing + off, far)
            if march and all_covered(state, march) and not _near_enemies(state, side, march, MELEE):
                return march
    return None


def fall_back_roll(name: str, seat: int) -> Roll[int]:
    """How far a team falls back."""
    return Roll(1, D6, Total(), why=f"How far {name} falls back", because=(FALL,), seat=seat)


@rule("sk.morale.fall-back")
async def fall_back(play: Play[Battle], number: int) -> None:
    """A team goes D6 inches away from the enemy, and neither moves nor fires in its next turn."""
    state = play.state
    unit = state.units[number]
    rolled = await fall_back_roll(called(state, number), thrower(state, unit.side))
    frozen = through_next_part(state, unit.side)
    sets = {"frozen": frozen, "retiring": True}
    if not unit.on_table:
        play.tell("had nowhere to go", FALL, unit=number, sets=sets)
        return
    bearing = bearing_between(from_whom(state, number), middle(state, number))
    for off in SPREAD if able(state, number) else ():
        domain = _upright(state, number, MOST_MOVES)
        march = shift_along(domain, bearing + off, min(inches(rolled.value), domain.budget - 2))
        if march is not None:
            gone(play, number, march, "fell back", FALL, frozen=frozen, retiring=True)
            return
    play.tell("had nowhere to go", FALL, unit=number, sets=sets)


# ---- rout


@rule("sk.morale.routers", "sk.morale.rout", "sk.act.rout", "sk.act.rout-surrender", "sk.gap.captured")
def flee(play: Play[Battle], number: int) -> None:
    """Routers run with all their moves away from the nearest enemy, off the table if it comes to that."""
    unit = play.state.units[number]
    if unit.place == "aboard" or unit.mounted or not unit.men:
        return
    drop_everything(play, number)
    state = play.state
    unit = state.units[number]
    if not able(state, number):
        play.tell("had nowhere to go", FLEE, unit=number)
        return
    solo = is_solo(state, unit.side)
    clauses = (FLEE, ROUT) if solo else (FLEE,)
    moves = MOST_MOVES if any(state.figures[man].rating > 1 for man in unit.men) else 1
    more = inches(state.options.rout_bonus_inches) * moves if solo else 0
    domain = _upright(state, number, moves, more)
    bearing = bearing_between(from_whom(state, number), middle(state, number))
    edge = _edge_ahead(state, number, bearing, domain.budget)
    if edge:
        sets: dict[str, object] = {"place": "fled", "gone": unit.bodies, "suppression": 0}
        play.tell("fled the table", *clauses, unit=number, figures=unit.bodies, sets=sets, tells={"edge": edge})
        return
    found = ways(domain, bearing)
    if solo:
        free = [march for march in found if not _meets_enemies(state, unit.side, march)]
        if not free:
            found = ways(domain, bearing, BACKWARD)
            free = [march for march in found if not _meets_enemies(state, unit.side, march)]
        if not free and known_enemies(state, unit.side):
            surrender(play, number)
            return
        found = free or found
    if not found:
        play.tell("had nowhere to go", *clauses, unit=number)
        return
    gone(play, number, found[0], "fled", *clauses)


@rule("sk.afv.bale-out")
def run_off(play: Play[Battle], number: int, clause: str) -> None:
    """Men go away from the nearest enemy by the fastest way, with all that they have."""
    state = play.state
    enemy = from_whom(state, number)
    away = bearing_between(enemy, middle(state, number))
    sides = (state.layout.bearing(state.units[number].hull) + RIGHT_ANGLE * turn for turn in range(4))
    along = [int(turn_between(away, side % FULL_TURN)) for side in sides]  # the wreck is in the way of other ways
    beside = sorted((off for off in along if abs(off) <= RIGHT_ANGLE), key=abs)
    found = ways(_upright(state, number, MOST_MOVES), away, (*beside, *SPREAD))

    def clear(march: March) -> int:
        return min(length_between(walk.points[-1], enemy) for walk in march.walks)

    men = state.units[number].men
    each: tuple[tuple[int, dict[str, object]], ...] = tuple(
        (man, {"spent": state.figures[man].rating, "moves": MOST_MOVES}) for man in men
    )
    if found:
        gone(play, number, max(found, key=clear), "retired", clause, retiring=True, each=each)
    else:
        play.tell("had nowhere to go", clause, unit=number, sets={"retiring": True, "each": each})


def _edge_ahead(state: Battle, number: int, bearing: int, far: int) -> str:
    """The edge that a team runs over: near enough and straight ahead."""
    x, y = middle(state, number)
    off = {"north": y, "south": state.depth - y, "west": x, "east": state.width - x}
    for edge, distance in sorted(off.items(), key=lambda pair: pair[1]):
        if distance <= far and abs(turn_between(bearing, OUTWARD[edge])) <= 600:
            return edge
    return ""


def _near_enemies(state: Battle, side: int, march: March, reach: int = SURROUNDED) -> bool:
    foes = tuple(body for foe in known_enemies(state, side) for body in state.units[foe].bodies)
    if not foes:
        return False
    there = end_layout(state, march).bodies
    return int(nearest(there, rows(tuple(walk.figure for walk in march.walks)), rows(foes))[0]) <= reach


@rule("sk.act.rout-surrender")
def _meets_enemies(state: Battle, side: int, march: March) -> bool:
    """Whether a way comes within four inches of an enemy, other than by getting away from him."""
    foes = tuple(body for foe in known_enemies(state, side) for body in state.units[foe].bodies)
    if not foes:
        return False
    runners = tuple(walk.figure for walk in march.walks)
    journey = walked(march, state.layout, state.ground, raised(state))
    before = int(nearest(state.layout.bodies, rows(runners), rows(foes))[0])
    for station in range(1, journey.stations + 1):
        there = state.layout.placed(places_at(journey, station, state.ground, raised(state)))
        now = int(nearest(there.bodies, rows(runners), rows(foes))[0])
        if now <= SURROUNDED and (now <= before or station == journey.stations):
            return True
        before = now
    return False


@rule("sk.act.rout-surrender")
def surrender(play: Play[Battle], number: int) -> None:
    """A team that cannot get away lays down its arms."""
    unit = play.state.units[number]
    each = tuple((man, {"out": "captured"}) for man in unit.men)
    sets: dict[str, object] = {"place": "destroyed", "men": (), "gone": unit.bodies, "each": each}
    play.tell("surrendered", "sk.act.rout-surrender", unit=number, figures=unit.men, sets=sets)
