"""Ways to go that are worth a look: towards the goal and beside it, onto it, into cover, back; turns of guns and hulls."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from sandtable.geometry.angle import FULL_TURN, RIGHT_ANGLE, bearing_to, turn_between
from sandtable.geometry.path_kernels import FINE
from sandtable.geometry.units import INCH, inches
from sandtable.mechanics.goals import Goal, Tries, far, onward
from sandtable.mechanics.pieces import middle_of
from sandtable.play.driving import Drive, Driving
from sandtable.play.marched import march_ends
from sandtable.play.marching import March, Marching
from sandtable.play.plan_drive import drive_end
from sandtable.play.state import with_unit
from sandtable.rulesets.d10.deployment import facing_in
from sandtable.rulesets.d10.driving import pivots
from sandtable.rulesets.d10.exits import far_edge
from sandtable.rulesets.d10.movement import allowance
from sandtable.rulesets.d10.state import Battle, Point
from sandtable.rulesets.d10.terrain import NO_COVER, sight_effect
from sandtable.rulesets.d10.units import on_table

from .goals import place_of

TURNS = (0, 300, -300, 700, -700)  # off the straight way, in tenths of a degree
ENOUGH = 3  # of them that are weighed
COVER_NEAR = inches(2)
LEAST = INCH // 2  # shorter steps are none
ASTERN = 2


class Way(NamedTuple):
    """An answer to where a unit goes, and the table as it would be then; whether it goes anywhere."""

    answer: March | Drive
    then: Battle
    moves: bool


def ways(view: Battle, number: int, goal: Goal, domain: Marching | Driving, *, rush: bool) -> Iterator[Way]:
    """Ways worth a look."""
    if isinstance(domain, Driving):
        for drive in _drives(view, number, goal, domain, rush=rush):
            driven, _ = domain.tried(drive)
            layout = view.layout.placed([drive_end(domain, driven)])
            yield Way(drive, with_unit(replace(view, layout=layout), number, {"moved": True}), moves=True)
        return
    for march in _marches(view, number, goal, domain, rush=rush):
        layout = view.layout.placed(march_ends(domain, march))
        yield Way(march, with_unit(replace(view, layout=layout), number, {"moved": True}), moves=True)


def nearest_foe(view: Battle, number: int) -> Point | None:
    """Where the nearest enemy unit is."""
    here = place_of(view, number)
    foes = [view.layout.point(view.units[foe].men[0]) for foe in on_table(view, 1 - view.units[number].side)]
    return min(foes, key=lambda at: (far(here, at), at), default=None)


# ---- on foot


def _marches(view: Battle, number: int, goal: Goal, domain: Marching, *, rush: bool) -> Iterator[March]:
    movers = domain.movers
    first = view.layout.point(movers[0])
    if domain.must_close_up:
        closed = domain.suggest(first)
        if closed is not None:
            yield closed
        return
    foe = nearest_foe(view, number)
    if domain.may_face and foe is not None:  # a gun turns where it stands
        yield March(domain.stay().walks, int(bearing_to(foe[0] - first[0], foe[1] - first[1])))
    here = middle_of(view.layout.points(movers))
    reach = domain.budget - max(domain.less.values(), default=0) - 2
    yield from _to_the_goal(view, number, goal, domain, reach)
    if foe is None:
        return
    for point in _covers(view, here, reach):
        found = domain.suggest(_towards(first, here, point, reach))
        if found is not None:
            yield found
    panicked = view.units[number].panicked
    if not rush or panicked:
        back = int(bearing_to(here[0] - foe[0], here[1] - foe[1]))
        yield from _onward(domain, movers, back, reach, (0, 500, -500) if panicked else (0,))


def _to_the_goal(view: Battle, number: int, goal: Goal, domain: Marching, reach: int) -> Iterator[March]:
    """Onto the goal if it is that near, and towards it."""
    here = middle_of(view.layout.points(domain.movers))
    off = goal.off(here)
    if off <= LEAST:
        return
    if far(here, goal.point) <= reach + INCH and (onto := domain.suggest(goal.point)) is not None:
        yield onto
    yield from _onward(domain, domain.movers, _straight(view, number, goal, here), min(reach, off))


def _straight(view: Battle, number: int, goal: Goal, here: Point) -> int:
    """The way to the goal; straight across the table for whoever wants over its far edge."""
    side = view.units[number].side
    if view.mission.name == "breakthrough" and side == view.mission.attacker and far_edge(view, side):
        return facing_in(view, side)
    return int(bearing_to(goal.point[0] - here[0], goal.point[1] - here[1]))


def _onward(
    domain: Marching, movers: Sequence[int], straight: int, step: int, turns: Sequence[int] = TURNS
) -> Iterator[March]:
    """All the same way, as far as one can."""
    return onward(domain, movers[0], straight, Tries((step, step * 2 // 3, step // 3), turns, LEAST, ENOUGH))


def _towards(first: Point, here: Point, point: Point, reach: int) -> Point:
    """Where the first model goes if the middle of a unit wants to a point."""
    off = far(here, point)
    if off <= reach:
        return point
    return first[0] + (point[0] - here[0]) * reach // off, first[1] + (point[1] - here[1]) * reach // off


def _covers(view: Battle, here: Point, reach: int) -> list[Point]:
    """The middles of two areas of cover that can be reached, or nearly so."""
    found = []
    for piece in view.terrain:
        if piece.closed and sight_effect(piece).cover != NO_COVER and "impassable" not in piece.traits:
            point = middle_of(piece.outline)
            off = far(here, point)
            if INCH < off <= reach + COVER_NEAR:
                found.append((off, point))
    return [point for _, point in sorted(found)[:2]]


# ---- vehicles


def _drives(view: Battle, number: int, goal: Goal, domain: Driving, *, rush: bool) -> Iterator[Drive]:
    here = view.layout.point(domain.row)
    bearing = view.layout.bearing(domain.row)
    reach = allowance(view, number, rush=rush) - 2
    foe = nearest_foe(view, number)
    off = goal.off(here)
    if off > INCH:
        yield from _forward(view, number, goal, domain, min(reach, off), rush=rush)
    if foe is not None and not rush:
        turn = int(turn_between(bearing, int(bearing_to(foe[0] - here[0], foe[1] - here[1]))))
        turn = max(-RIGHT_ANGLE, min(RIGHT_ANGLE, turn))
        pivot = Drive(((turn, 0),))
        if abs(turn) > 100 and _allowed(domain, pivot):
            yield pivot
        for back in (reach // ASTERN, reach // ASTERN // 2):
            astern = Drive(((0, -back),))
            if _allowed(domain, astern):
                yield astern
                return


def _forward(view: Battle, number: int, goal: Goal, domain: Driving, step: int, *, rush: bool) -> Iterator[Drive]:
    """Turns towards the goal and beside it, each as far as the way is clear; at the end the front to the enemy."""
    here, bearing = view.layout.point(domain.row), view.layout.bearing(domain.row)
    straight = int(turn_between(bearing, _straight(view, number, goal, here)))
    most = pivots(rush=rush)
    found = 0
    for aside in (*TURNS, 1100, -1100):
        turn = max(-most, min(most, (straight + aside + FULL_TURN // 2) % FULL_TURN - FULL_TURN // 2))
        for length in (step, step * 2 // 3, step // 3):
            if length < INCH:
                continue
            drive = Drive(((turn, length),))
            if not _allowed(domain, drive):
                continue
            yield _faced(view, number, domain, drive, most - abs(turn))
            found += 1
            break
        if found >= ENOUGH:
            return


def _faced(view: Battle, number: int, domain: Driving, drive: Drive, left: int) -> Drive:
    """A drive with a last turn to the nearest enemy, as far as pivoting goes."""
    foe = nearest_foe(view, number)
    if foe is None or left < 100:
        return drive
    x, y, bearing = domain.tried(drive)[0].poses[-1]
    turn = max(-left, min(left, int(turn_between(bearing, int(bearing_to(foe[0] - x, foe[1] - y))))))
    faced = Drive((*drive.legs, (turn, 0)))
    return faced if abs(turn) > 50 and _allowed(domain, faced) else drive


def _allowed(domain: Driving, drive: Drive) -> bool:
    driven, verdict = domain.tried(drive)
    return verdict[0] == FINE and domain.judge(driven) is None
