"""Mobs on the move (sotr.gap.roster-reich-zombies): nobody asks them where they go."""

from collections.abc import Callable, Iterator
from math import isqrt

from sandtable.geometry.angle import FULL_TURN, ahead, bearing_to
from sandtable.geometry.measure_kernels import nearest
from sandtable.geometry.units import INCH
from sandtable.mechanics.clauses import rule
from sandtable.play.marching import March, Walk
from sandtable.play.script import Play
from sandtable.table.layout import rows

from .frenzy import mob_move_target
from .hidden import as_seen
from .movement import free_to_move
from .state import Battle, Point
from .ways import marching

MOB = "sotr.gap.roster-reich-zombies"
STEP = INCH // 4
ASIDE = (0, 300, -300, 600, -600)  # where the straight way is blocked: tenths of a degree off it


@rule("sotr.gap.roster-reich-zombies", "sotr.move.one-inch-stop")
def way_of(state: Battle, number: int, target: int) -> March:
    """Everybody straight towards the nearest enemy model, On The Double, as far as he can."""
    seen = as_seen(state, state.units[number].side)
    movers = free_to_move(state, number)
    prey = rows(seen.units[target].men)
    bodies = seen.layout.bodies
    reach = {man: nearest(bodies, rows((man,)), prey) for man in movers}
    order = sorted(movers, key=lambda man: (int(reach[man][0]), man))
    budget = state.units[number].card.double
    domain = marching(seen, number, tuple(order), budget, MOB)
    domain.linked = ()  # each goes by himself; that nobody ends on another is looked at here
    ends = {man: seen.layout.point(man) for man in seen.units[number].men}
    radii = {man: seen.layout.radius(man) for man in ends}

    def allows(walk: Walk) -> bool:
        x, y = walk.points[-1]
        for (at_x, at_y), apart in crowd:
            if (x - at_x) ** 2 + (y - at_y) ** 2 < apart:
                return False
        return domain.allows(March((walk,)))

    walks = []
    for man in order:
        gap, _, foe = (int(one) for one in reach[man])
        stays = Walk(man, (ends[man],))
        crowd = [
            (spot, (radii[man] + radii[other]) ** 2)
            for other, spot in ends.items()
            if other != man and _square(ends[man], spot) < (radii[man] + radii[other] + budget + INCH) ** 2
        ]
        walks.append(_nearer(stays, seen.layout.point(foe), min(budget, gap - INCH), allows))
        ends[man] = walks[-1].points[-1]
    return March(tuple(walks))


def _nearer(stays: Walk, goal: Point, most: int, allows: Callable[[Walk], bool]) -> Walk:
    """The longest straight way towards a goal; where that is blocked, whichever way aside brings one nearest to it."""
    best, nearest_yet = stays, _square(stays.points[0], goal)
    for aside in ASIDE:
        found = next(filter(allows, _tries(stays, goal, aside, most)), None)
        if found is not None and _square(found.points[-1], goal) < nearest_yet:
            best, nearest_yet = found, _square(found.points[-1], goal)
        if best is not stays and aside == 0 and 2 * isqrt(_square(best.points[0], best.points[-1])) >= most:
            break
    return best


def _square(one: Point, other: Point) -> int:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


def _tries(stays: Walk, goal: Point, aside: int, most: int) -> Iterator[Walk]:
    """Ways so far aside of a goal, the longest first."""
    start = stays.points[0]
    bearing = (int(bearing_to(goal[0] - start[0], goal[1] - start[1])) + aside) % FULL_TURN
    for far in range(most, 0, -STEP):
        end = ahead(*start, bearing, far)
        yield Walk(stays.figure, (start, (int(end[0]), int(end[1]))))


async def shamble(play: Play[Battle], number: int) -> None:
    """A mob with nobody in reach moves On The Double towards the nearest enemy."""
    from .travel import travel  # noqa: PLC0415

    state = play.state
    target = mob_move_target(as_seen(state, state.units[number].side), number)
    if target is None or not free_to_move(state, number):
        return
    await travel(play, number, way_of(state, number, target), MOB, "sotr.double.rate")
