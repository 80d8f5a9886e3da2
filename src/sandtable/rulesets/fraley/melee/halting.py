"""Defensive fire at a charge: when it halts the assault, and where halted Teams stand."""

from collections.abc import Sequence

from sandtable.geometry.angle import around
from sandtable.geometry.bodies import BEARING
from sandtable.geometry.units import INCH, inches
from sandtable.mechanics.clauses import rule
from sandtable.play.arrival import along
from sandtable.play.script import Play
from sandtable.play.walks import March, Walk
from sandtable.rulesets.fraley.basics.teams import CONTACT, armoured
from sandtable.rulesets.fraley.fire.fire_modes import Struck
from sandtable.rulesets.fraley.move.travel import Reacted
from sandtable.rulesets.fraley.state import Battle, Place5, Point

from .assault_ways import ENEMY, Ways, length_of
from .charge import Charge

HITS = 5  # Fire Points that halt an assault
RESULTS = 2  # suppressions and losses that halt Armored Teams
GAP = inches(2)
BACK = 50  # thousandths by which a Team is tried farther back


@rule("fraley.assault.halt-tanks", "fraley.gap.soft-skinned")
def armoured_first(state: Battle, charge: Charge) -> bool:
    """Whether the first Team to make contact is Armored: then two results halt the assault, and hits do not."""
    first = next((walk.figure for walk in charge.march.walks if walk.figure in charge.reached), None)
    if first is None:
        first = charge.march.walks[0].figure
    return armoured(state.figures[first])


@rule("fraley.assault.other-units-react")
def is_halted(state: Battle, reacted: Sequence[Reacted], assaulted: Sequence[int], *, armour: bool) -> bool:
    """Whether fire at a charge has halted it: hits before Saves, or results on Armored Teams; the assaulted Unit's alone."""
    every = state.options.assault_halt_counts_all_units
    return stops([one.struck for one in reacted if every or one.by in assaulted], armour=armour)


@rule("fraley.assault.halt-5fp", "fraley.assault.halt-tanks")
def stops(counted: Sequence[Struck], *, armour: bool) -> bool:
    """Whether what fire came to is enough to halt an assault."""
    if armour:
        return sum(struck.results for struck in counted) >= RESULTS
    return sum(struck.hits for struck in counted) >= HITS


@rule("fraley.assault.halted-position", "fraley.assault.halt-5fp", "fraley.assault.halt-tanks")
def halt(play: Play[Battle], number: int, march: March, *, armour: bool) -> None:
    """The assault is halted: Teams stop where they are, those in contact two inches away from enemies."""
    state = play.state
    ways = Ways(state, state.units[number].side)
    places: list[Place5] = []
    left = [walk for walk in march.walks if state.layout.on_table(walk.figure)]
    for walk in left:
        spot, bearing = _stop(ways, walk)
        ways.put(walk.figure, spot, bearing)
        places.append((walk.figure, *spot, bearing, 0))
    moved = tuple(walk.figure for walk in left if ways.point(walk.figure) != walk.points[0])
    clause = "fraley.assault.halt-tanks" if armour else "fraley.assault.halt-5fp"
    play.tell(
        "halted",
        clause,
        "fraley.assault.halted-position",
        unit=number,
        figures=moved,
        sets={"places": tuple(places), "teams": {"moved": True, "dug_in": False}},
    )


def _stop(ways: Ways, walk: Walk) -> tuple[Point, int]:
    """Where a halted Team stands: where it is, or so far back on its way that it is on nobody, and clear if it touched."""
    here = ways.point(walk.figure)
    if here == walk.points[0] and len(walk.points) > 1:
        return here, ways.state.layout.bearing(walk.figure)
    faced = ways.state.layout.bearing(walk.figure)
    bearing = faced if walk.face is None else walk.face
    ways.put(walk.figure, here, bearing)
    foes = [row for row, mark in enumerate(ways.marks.tolist()) if mark == ENEMY]
    touched = any(ways.apart(walk.figure, foe) <= CONTACT for foe in foes)
    for spot in _way_back(ways, walk, here):
        if ways.free(walk.figure, spot, bearing) and (not touched or _clear(ways, walk.figure, spot, foes)):
            return spot, bearing
    return here, bearing


def _clear(ways: Ways, figure: int, spot: Point, foes: Sequence[int]) -> bool:
    """Whether a Team would stand two inches from every enemy."""
    before, bearing = ways.point(figure), int(ways.bodies[figure, BEARING])
    ways.put(figure, spot, bearing)
    clear = all(ways.apart(figure, foe) >= GAP for foe in foes)
    ways.put(figure, before, bearing)
    return clear


def _way_back(ways: Ways, walk: Walk, here: Point) -> list[Point]:
    """Points from where a Team is back along its way, on beyond its start, and at last around there."""
    path = walk.points
    whole = max(1, length_of(path))
    gone = next(
        (far for far in range(0, whole + BACK, BACK) if _near(along(path, min(far, whole), whole)[0], here)), whole
    )
    if here == path[-1]:
        gone = whole
    back = [along(path, far, whole)[0] for far in range(min(gone, whole), 0, -BACK)] if len(path) > 1 else []
    (ax, ay), (bx, by) = (path[0], path[1]) if len(path) > 1 else (here, _nearest_foe(ways, walk.figure))
    leg = max(1, length_of(((ax, ay), (bx, by))))
    on = [(ax - (bx - ax) * far // leg, ay - (by - ay) * far // leg) for far in range(0, GAP + INCH, BACK)]
    rings = [point for far in range(INCH // 2, 4 * INCH, INCH // 2) for point in around(*path[0], far, 16)]
    return [here, *back, *on, *rings]


def _near(one: Point, other: Point) -> bool:
    return abs(one[0] - other[0]) <= BACK and abs(one[1] - other[1]) <= BACK


def _nearest_foe(ways: Ways, figure: int) -> Point:
    foes = [row for row, mark in enumerate(ways.marks.tolist()) if mark == ENEMY]
    nearest = min(foes, key=lambda foe: (ways.apart(figure, foe), foe))
    return ways.point(nearest)
