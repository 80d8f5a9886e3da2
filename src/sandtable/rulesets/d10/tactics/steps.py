"""Ways to go that are worth a look: towards the goal and beside it, onto it, into cover, back; turns of guns and hulls."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from sandtable.geometry.angle import RIGHT_ANGLE, bearing_to, turn_between
from sandtable.geometry.units import INCH, inches
from sandtable.mechanics.goals import Goal, far
from sandtable.mechanics.pieces import middle_of
from sandtable.mechanics.ways import ASIDE, ENOUGH, Turns, allowed, forward, into, keeping_on, marches, turn_to
from sandtable.play.driving import Drive, Driving
from sandtable.play.marched import march_ends
from sandtable.play.marching import Marching
from sandtable.play.plan_drive import drive_end
from sandtable.play.state import with_unit
from sandtable.play.walks import March
from sandtable.rulesets.d10.basics.terrain import NO_COVER, sight_effect
from sandtable.rulesets.d10.machines.driving import pivots
from sandtable.rulesets.d10.move.movement import allowance
from sandtable.rulesets.d10.react.exits import far_edge
from sandtable.rulesets.d10.setup.deployment import facing_in
from sandtable.rulesets.d10.state import Battle, Point
from sandtable.table.remembered import Remembered
from sandtable.table.terrain import Piece

from .goals import nearest_foe

COVER_NEAR = inches(2)
ASTERN = 2
HARDLY = 100  # of a turn, in tenths of a degree


class Way(NamedTuple):
    """An answer to where a unit goes, and the table as it would be then."""

    answer: March | Drive
    then: Battle


def ways(view: Battle, number: int, goal: Goal, domain: Marching | Driving, *, rush: bool) -> Iterator[Way]:
    """Ways worth a look."""
    found: Iterator[tuple[March | Drive, Sequence[Sequence[int]]]]
    if isinstance(domain, Driving):
        drives = _drives(view, number, goal, domain, rush=rush)
        found = ((drive, [drive_end(domain, domain.tried(drive)[0])]) for drive in drives)
    else:
        found = ((march, march_ends(domain, march)) for march in _marches(view, number, goal, domain, rush=rush))
    moved = with_unit(view, number, {"moved": True})
    for answer, ends in found:
        yield Way(answer, replace(moved, layout=view.layout.placed(ends)))


# ---- on foot


def _marches(view: Battle, number: int, goal: Goal, domain: Marching, *, rush: bool) -> Iterator[March]:
    first, here = view.layout.point(domain.movers[0]), middle_of(view.layout.points(domain.movers))
    if domain.must_close_up:
        closed = domain.suggest(first)
        if closed is not None:
            yield closed
        return
    foe = nearest_foe(view, number)
    if domain.may_face and foe is not None:  # a gun turns where it stands
        yield March(domain.stay().walks, int(bearing_to(foe[0] - first[0], foe[1] - first[1])))
    reach = domain.budget - max(domain.less.values(), default=0) - 2
    yield from marches(domain, goal, _straight(view, number, goal, here), reach)
    if foe is None:
        return
    yield from into(domain, _covers(view, here, reach), reach)
    panicked = view.units[number].panicked
    if not rush or panicked:
        back = int(bearing_to(here[0] - foe[0], here[1] - foe[1]))
        yield from keeping_on(domain, back, reach, (0, 500, -500) if panicked else (0,))


def _straight(view: Battle, number: int, goal: Goal, here: Point) -> int:
    """The way to the goal; straight across the table for whoever wants over its far edge."""
    side = view.units[number].side
    if view.mission.name == "breakthrough" and side == view.mission.attacker and far_edge(view, side):
        return facing_in(view, side)
    return int(bearing_to(goal.point[0] - here[0], goal.point[1] - here[1]))


def _covers(view: Battle, here: Point, reach: int) -> list[Point]:
    """The middles of two areas of cover that can be reached, or nearly so."""
    offs = [(far(here, point), point) for point in _shelters(view.terrain)]
    return [point for _, point in sorted([one for one in offs if INCH < one[0] <= reach + COVER_NEAR])[:2]]


def _middles(terrain: tuple[Piece, ...]) -> list[Point]:
    found = [piece for piece in terrain if piece.closed and sight_effect(piece).cover != NO_COVER]
    return [middle_of(piece.outline) for piece in found if "impassable" not in piece.traits]


_shelters = Remembered(_middles, most=8)  # the middles of all areas of cover


# ---- vehicles


def _drives(view: Battle, number: int, goal: Goal, domain: Driving, *, rush: bool) -> Iterator[Drive]:
    here, bearing = view.layout.point(domain.row), view.layout.bearing(domain.row)
    reach = allowance(view, number, rush=rush) - 2
    foe = nearest_foe(view, number)
    off = goal.off(here)
    if off > INCH:
        step = min(reach, off)
        straight = int(turn_between(bearing, _straight(view, number, goal, here)))
        turns = Turns((*ASIDE, 1100, -1100), (step, step * 2 // 3, step // 3), INCH, ENOUGH)
        yield from forward(domain, straight, pivots(rush=rush), turns, foe)
    if foe is not None and not rush:
        turn = turn_to((*here, bearing), foe, RIGHT_ANGLE)
        if abs(turn) > HARDLY and allowed(domain, Drive(((turn, 0),))):
            yield Drive(((turn, 0),))
        astern = [Drive(((0, -back),)) for back in (reach // ASTERN, reach // ASTERN // 2)]
        yield from [drive for drive in astern if allowed(domain, drive)][:1]
