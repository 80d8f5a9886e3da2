"""Going by itself: teams that retire, fall back and flee, and whatever else moves without being asked where."""

from collections.abc import Generator, Sequence
from math import isqrt

import numpy as np
import numpy.typing as npt

from sandtable.dice.readings import Total
from sandtable.dice.roll import Roll
from sandtable.geometry.angle import FULL_TURN, ahead, bearing_to, strides
from sandtable.geometry.kernel import Ints, ints
from sandtable.geometry.measure_kernels import nearest
from sandtable.geometry.units import INCH, inches
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.pieces import middle_of, raised
from sandtable.mechanics.zones import across_at
from sandtable.play.journey import heights_at
from sandtable.play.marching import Marching
from sandtable.play.script import Play
from sandtable.play.walks import March
from sandtable.rulesets.skirmish41.basics.charts import D6
from sandtable.rulesets.skirmish41.basics.sight import cover_boxes, shelters
from sandtable.rulesets.skirmish41.basics.terrain import HUG
from sandtable.rulesets.skirmish41.basics.units import MELEE, able, on_table, through_next_part, thrower
from sandtable.rulesets.skirmish41.harm.carrying import brought_along, let_go
from sandtable.rulesets.skirmish41.spotting.hidden import called
from sandtable.rulesets.skirmish41.spotting.spotting import spot_the_obvious
from sandtable.rulesets.skirmish41.state import Battle, Place5, Point
from sandtable.table.layout import Layout, rows

from .movement import MOST_MOVES, marching

RETIRE, FALL, FLEE, ROUT = "sk.morale.retire", "sk.morale.fall-back", "sk.morale.rout", "sk.act.rout"
SPREAD = (0, 150, -150, 300, -300, 450, -450, 600, -600, 900, -900)  # tenths of a degree off the straight way
SURROUNDED = inches(4)


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
    return across_at(state, state.edges[1 - unit.side], (x, y))


def middle(state: Battle, number: int) -> Point:
    """The middle of a team."""
    return middle_of(state.layout.points(state.units[number].bodies))


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
    return shift_by(domain, int(dx), int(dy))


def shift_by(domain: Marching, dx: int, dy: int) -> March | None:
    """The same by so much across and so much down; where that is not legal, whatever the domain suggests there."""
    march = domain.shifted(dx, dy)
    if domain.allows(march):
        return march
    x, y = domain.terms.layout.point(domain.movers[0])
    return domain.suggest((x + dx, y + dy))


def ways(domain: Marching, bearing: int, spread: Sequence[int] = SPREAD, least: int = INCH) -> list[March]:
    """Legal marches around a direction, the farthest of each."""
    return list(each_way(domain, bearing, spread, least))


def each_way(
    domain: Marching, bearing: int, spread: Sequence[int] = SPREAD, least: int = INCH
) -> Generator[March, None, None]:
    """The same one after another, for those who may do with the first."""
    for off in spread:
        for far in lengths(domain.budget - 2, least):
            march = shift_along(domain, bearing + off, far)
            if march is not None:
                yield march
                break


def lengths(most: int, least: int = INCH) -> list[int]:
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
    return all(shelters(state, tuple([walk.figure for walk in march.walks]), there))


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


def may_go(state: Battle, number: int) -> bool:
    """Whether anybody of a team can go anywhere: it is on the table, somebody can act, and there is a way to measure."""
    return state.units[number].on_table and bool(able(state, number)) and not state.layout.bare


def upright(state: Battle, number: int, actions: int, more: int = 0) -> Marching:
    """All moves of those who can, on their feet, for so many actions."""
    return marching(state, number, able(state, number), actions=actions, upright=True, more=more)


@rule("sk.morale.retire")
def retire(play: Play[Battle], number: int) -> None:
    """A team goes back to the nearest cover, one move action at least and two at most; without cover straight back."""
    state = play.state
    if not may_go(state, number):
        play.tell("had nowhere to go", RETIRE, unit=number, sets={"retiring": True})
        return
    bearing = bearing_between(from_whom(state, number), middle(state, number))
    once = upright(state, number, 1)
    best = _first_cover(state, number, bearing, once.budget) or next(each_way(once, bearing), None)
    if best is None:
        play.tell("had nowhere to go", RETIRE, unit=number, sets={"retiring": True})
        return
    gone(play, number, best, "retired", RETIRE, retiring=True)


def _first_cover(state: Battle, number: int, bearing: int, least: int) -> March | None:
    """The shortest way back, from one move to two, at whose end everybody is in cover and out of the enemy's reach."""
    domain = upright(state, number, MOST_MOVES)
    side = state.units[number].side
    many = len(range(least - 2, domain.budget, INCH))
    if not many:
        return None
    most = least - 2 + (many - 1) * INCH
    shifts = np.stack([strides(bearing + off, most, INCH)[many - 1 :: -1] for off in SPREAD], axis=1)
    ends = ints(domain.terms.layout.points(domain.movers)) + shifts[:, :, None, :]
    wide = HUG + max(state.layout.radii(domain.movers))
    covered = np.logical_and.reduce(_near_cover(state, ends, wide), axis=2)
    crowded = _near_cover(state, ends[:, :, 0], wide + domain.crowd)
    for far, way in np.argwhere(covered | crowded).tolist():  # most ways are plainly not in cover
        dx, dy = shifts[far, way].tolist()
        march = shift_by(domain, dx, dy) if covered[far, way] else _around_to_cover(state, domain, dx, dy, wide)
        if march and all_covered(state, march) and not near_enemies(state, side, march, MELEE):
            return march
    return None


def _around_to_cover(state: Battle, domain: Marching, dx: int, dy: int, wide: int) -> March | None:
    """The same as `shift_by` where nobody can go straight, or nothing where that is plainly not in cover either."""
    shifted = domain.shifted(dx, dy)
    around = domain.suggest(shifted.walks[0].points[-1])
    if around is None or not _near_cover(state, ints([walk.points[-1] for walk in around.walks]), wide).all():
        return None
    return None if domain.allows(shifted) else around


def _near_cover(state: Battle, points: Ints, wide: int) -> npt.NDArray[np.bool_]:
    """Which of some points are no farther than this from the box around something that covers."""
    boxes = cover_boxes(state)
    near = abs(points[..., None, :] - boxes[:, :2]) <= boxes[:, 2:] + wide
    found: npt.NDArray[np.bool_] = np.logical_or.reduce(np.logical_and.reduce(near, axis=-1), axis=-1)
    return found


def fall_back_roll(name: str, seat: int) -> Roll[int]:
    """How far a team falls back."""
    return Roll(
        1, D6, Total(), why=f"How far {name} falls back", because=(FALL,), seat=seat, step="how far it falls back"
    )


@rule("sk.morale.fall-back")
async def fall_back(play: Play[Battle], number: int) -> None:
    """A team goes D6 inches away from the enemy, and neither moves nor fires in its next turn."""
    state = play.state
    unit = state.units[number]
    rolled = await fall_back_roll(called(state, number), thrower(state, unit.side))
    play.note(number, "falls back", rolled.value)
    frozen = through_next_part(state, unit.side)
    sets = {"frozen": frozen, "retiring": True}
    if not may_go(state, number):
        play.tell("had nowhere to go", FALL, unit=number, sets=sets)
        return
    bearing = bearing_between(from_whom(state, number), middle(state, number))
    for off in SPREAD:
        domain = upright(state, number, MOST_MOVES)
        march = shift_along(domain, bearing + off, min(inches(rolled.value), domain.budget - 2))
        if march is not None:
            gone(play, number, march, "fell back", FALL, frozen=frozen, retiring=True)
            return
    play.tell("had nowhere to go", FALL, unit=number, sets=sets)


# ---- rout


def near_enemies(state: Battle, side: int, march: March, reach: int = SURROUNDED) -> bool:
    """Whether a march ends so near to an enemy that is known."""
    foes = tuple(body for foe in known_enemies(state, side) for body in state.units[foe].bodies)
    if not foes:
        return False
    there = end_layout(state, march).bodies
    return int(nearest(there, rows(tuple(walk.figure for walk in march.walks)), rows(foes))[0]) <= reach
