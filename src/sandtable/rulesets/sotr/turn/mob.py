"""Mobs on the move (sotr.gap.roster-reich-zombies): nobody asks them where they go."""

from collections.abc import Callable, Mapping
from functools import partial
from math import isqrt

from sandtable.geometry.angle import FULL_TURN, bearing_to, strides
from sandtable.geometry.kernel import Ints, ints
from sandtable.geometry.measure_kernels import gaps
from sandtable.geometry.units import INCH
from sandtable.mechanics.clauses import rule
from sandtable.play.marching import Marching
from sandtable.play.script import Play
from sandtable.play.walks import March, Walk
from sandtable.rulesets.sotr.basics import shelter
from sandtable.rulesets.sotr.basics.hidden import as_seen
from sandtable.rulesets.sotr.basics.storeys import open_strides
from sandtable.rulesets.sotr.basics.ways import marching
from sandtable.rulesets.sotr.melee.frenzy import mob_move_target
from sandtable.rulesets.sotr.move.movement import free_to_move
from sandtable.rulesets.sotr.react.travel import travel
from sandtable.rulesets.sotr.state import Battle, Point
from sandtable.table.layout import rows

MOB = "sotr.gap.roster-reich-zombies"
STEP = INCH // 4
ASIDE = (0, 300, -300, 600, -600)  # where the straight way is blocked: tenths of a degree off it

ALONE = ints([]).reshape(0, 3)

Disc = tuple[int, int, int]  # x, y, radius


@rule("sotr.gap.roster-reich-zombies", "sotr.move.one-inch-stop")
def way_of(state: Battle, number: int, target: int) -> March:
    """Everybody straight towards the nearest enemy model, On The Double, as far as he can."""
    seen = as_seen(state, state.units[number].side)
    movers = free_to_move(state, number)
    prey = seen.units[target].men
    apart = gaps(seen.layout.bodies, rows(movers), rows(prey))
    reach = dict(zip(movers, zip(apart.min(axis=1).tolist(), apart.argmin(axis=1).tolist(), strict=True), strict=True))
    order = sorted(movers, key=lambda man: (reach[man][0], man))
    budget = state.units[number].card.double
    domain = marching(seen, number, tuple(order), budget, MOB)
    domain.linked = ()  # each goes by himself; that nobody ends on another is looked at here
    men = seen.units[number].men
    discs = {man: (x, y, radius) for man, (x, y, radius) in zip(men, shelter.discs(seen.layout, men), strict=True)}
    walks = []
    for man in order:
        far, foe = reach[man]
        first = partial(_first, domain, seen, man, _crowd(discs, man, budget))
        walks.append(_nearer(man, discs[man][:2], seen.layout.point(prey[foe]), min(budget, far - INCH), first))
        discs[man] = *walks[-1].points[-1], discs[man][2]
    return March(tuple(walks))


def _crowd(discs: Mapping[int, Disc], man: int, budget: int) -> Ints:
    """Where others of the unit are that one could come upon, and the square of how far off he has to end."""
    x, y, radius = discs[man]
    found = []
    for other, (at_x, at_y, wide) in discs.items():
        apart, near = radius + wide, radius + wide + budget + INCH
        if other != man and (x - at_x) ** 2 + (y - at_y) ** 2 < near * near:
            found.append((at_x, at_y, apart * apart))
    return ints(found) if found else ALONE


def _first(domain: Marching, state: Battle, man: int, crowd: Ints, steps: Ints) -> Point | None:
    """The first of some steps that one may make by himself and that does not end on anybody else of the unit."""
    free = open_strides(state, man, steps, crowd)
    chosen = domain.first_of(free, (man,))
    if chosen < 0:
        return None
    dx, dy = free[chosen].tolist()
    return dx, dy


def _nearer(man: int, start: Point, goal: Point, most: int, first: Callable[[Ints], Point | None]) -> Walk:
    """The longest straight way towards a goal; where that is blocked, whichever way aside brings one nearest to it."""
    x, y = start
    best, nearest_yet = start, _square(start, goal)
    straight = int(bearing_to(goal[0] - x, goal[1] - y))
    for aside in ASIDE:
        step = first(strides((straight + aside) % FULL_TURN, most, STEP))
        if step is not None and _square(end := (x + step[0], y + step[1]), goal) < nearest_yet:
            best, nearest_yet = end, _square(end, goal)
        if best != start and aside == 0 and 2 * isqrt(_square(start, best)) >= most:
            break
    return Walk(man, (start,) if best == start else (start, best))


def _square(one: Point, other: Point) -> int:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


async def shamble(play: Play[Battle], number: int) -> None:
    """A mob with nobody in reach moves On The Double towards the nearest enemy."""
    state = play.state
    target = mob_move_target(as_seen(state, state.units[number].side), number)
    if target is None or not free_to_move(state, number):
        return
    await travel(play, number, way_of(state, number, target), MOB, "sotr.double.rate")
