"""Leaving the table: by the far edge where the scenario rewards it, by one's own in panic.

A unit leaves by a Move or a Rush like any other: who is on Hold may shoot at it on its way, until its first model is at the
edge. Up to there it goes in its formation, so that it stands in good order if it panics before it is off.
"""

from sandtable.geometry.angle import FULL_TURN, HALF_TURN
from sandtable.geometry.bodies import HALF_LENGTH
from sandtable.geometry.kernel import ints
from sandtable.geometry.path_kernels import FINE, IGNORED
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.pieces import raised
from sandtable.mechanics.zones import FACING_OUT, OPPOSITE, across_at, from_edge
from sandtable.play.driving import Drive, Driving
from sandtable.play.journey import Journey, Track, driven, heights_at
from sandtable.play.marching import Marching
from sandtable.play.moves import Terms
from sandtable.play.script import Play
from sandtable.play.walks import March, Walk
from sandtable.rulesets.d10.basics.units import passengers
from sandtable.rulesets.d10.machines.driving import pivots, spent
from sandtable.rulesets.d10.move.movement import (
    allowance,
    cost_of,
    downstairs,
    explainer,
    gun_stands,
    meets_rough,
    stairs,
    terms,
)
from sandtable.rulesets.d10.state import Battle, Point

from .travel import travel

OUTWARD: dict[str, Point] = {"south": (0, 1), "north": (0, -1), "west": (-1, 0), "east": (1, 0)}
MOVES, RUSHES = "move", "rush"


def way_off(state: Battle, number: int, edge: str) -> tuple[bool, Journey] | None:
    """Whether all of a unit can go straight over an edge: by a Rush (True) or a Move, and the way to the edge itself.

    A Move if that is far enough; a Rush stands alone, and a gun does not. Nobody leaves a gun behind.
    """
    unit = state.units[number]
    if gun_stands(unit) or _too_far(state, number, edge):
        return None
    for rush in (False,) if unit.orders or unit.gun >= 0 else (False, True):
        goes = _drive_off if unit.card.vehicle else _march_off
        journey = goes(state, number, edge, rush=rush)
        if journey is not None:
            return rush, journey
    return None


def _too_far(state: Battle, number: int, edge: str) -> bool:
    """Whether some model is farther from an edge than any order takes it: no ground makes its way cheaper, but a road.

    Wheels save a third of what they drive on roads, so that nothing goes twice as far.
    """
    unit = state.units[number]
    most = allowance(state, number, rush=True) * (2 if unit.card.vehicle else 1)
    return any(from_edge(state, edge, state.layout.point(body)) > most for body in unit.bodies)


def _budget(state: Battle, number: int, walks: list[Walk], *, rush: bool) -> int:
    """How far a unit goes on these ways."""
    return allowance(state, number, rush=rush, rough=rush and meets_rough(state, walks))


def _past_friends(state: Battle, number: int) -> Terms:
    """What a way off the table is checked against: friends are passed, and nobody ends on them."""
    side = state.units[number].side
    found = terms(state, number)
    codes = [IGNORED if unit.side == side else code for unit, code in zip(state.units, found.avoid, strict=True)]
    return found._replace(avoid=ints(codes))


def _march_off(state: Battle, number: int, edge: str, *, rush: bool) -> Journey | None:
    unit, layout = state.units[number], state.layout
    at = {body: layout.point(body) for body in unit.bodies}
    walks = [Walk(body, (point, across_at(state, edge, point))) for body, point in at.items()]
    far = _budget(state, number, walks, rush=rush)
    climbs = stairs(state, unit)
    if any(cost_of(state, number, walk) + climbs.get(walk.figure, 0) > far for walk in walks):
        return None
    where, (dx, dy) = _past_friends(state, number)._replace(layout=downstairs(state, unit.men)), OUTWARD[edge]
    gaps = {body: max(0, from_edge(state, edge, point) - layout.radius(body)) for body, point in at.items()}
    for body, (x, y) in at.items():
        to = Walk(body, ((x, y), (x + dx * gaps[body], y + dy * gaps[body])))
        if not Marching(where, (body,), far, explain=explainer(state, far)).allows(March((to,))):
            return None
    return _shifted(state, at, min(gaps.values()), edge)


def _shifted(state: Battle, at: dict[int, Point], length: int, edge: str) -> Journey:
    """A unit going straight ahead in its formation. Even the shortest way off counts as a move."""
    dx, dy = OUTWARD[edge]
    ends = {body: (x + dx * length, y + dy * length) for body, (x, y) in at.items()}
    grounds = heights_at(list(ends.values()), state.ground, raised(state))
    tracks = tuple(
        Track(body, (point, ends[body]), length, (state.layout.bearing(body),)) for body, point in at.items()
    )
    end = tuple(
        (body, *point, state.layout.bearing(body), height)
        for (body, point), height in zip(ends.items(), grounds, strict=True)
    )
    return Journey(tracks, end, length, turned=True)


@rule("d10.gap.vehicle-move")
def _drive_off(state: Battle, number: int, edge: str, *, rush: bool) -> Journey | None:
    """A vehicle turns to the edge and drives over it."""
    row, layout = state.units[number].men[0], state.layout
    x, y = layout.point(row)
    turn = (FACING_OUT[edge] - layout.bearing(row) + HALF_TURN) % FULL_TURN - HALF_TURN
    if abs(turn) > pivots(rush=rush):
        return None
    whole = from_edge(state, edge, (x, y))
    ahead = max(0, whole - int(layout.bodies[row, HALF_LENGTH]))
    domain = Driving(
        _past_friends(state, number), row, judge=lambda _: None, explain=explainer(state, whole), propose=lambda _: ()
    )
    drive, verdict = domain.tried(Drive(((turn, ahead),) if ahead else ()))
    over = Walk(row, ((x, y), across_at(state, edge, (x, y))))
    far = _budget(state, number, [over], rush=rush)
    if verdict[0] != FINE or spent(state, number, drive) + whole - ahead > far:
        return None
    return driven(row, drive, state.ground, raised(state))._replace(turned=True)


async def _go_off(play: Play[Battle], number: int, edge: str, clause: str) -> bool:
    """A unit goes to an edge under the eyes of those on Hold; False if it does not get there."""
    found = way_off(play.state, number, edge)
    assert found is not None, "the order was not open"
    rush, journey = found
    order = RUSHES if rush else MOVES
    sets: dict[str, object] = {"orders": (*play.state.units[number].orders, order)}
    because = (clause, "d10.order.move-rush" if rush else "d10.order.move-normal")
    return await travel(play, number, journey, *because, verb="rushed" if rush else "moved", sets=sets)


# ---- getting through


@rule("d10.gap.scenario-breakthrough")
def may_exit(state: Battle, number: int) -> bool:
    """Whether a unit is one that has to get through: an unpanicked unit of the attacker."""
    unit = state.units[number]
    return (
        state.mission.name == "breakthrough"
        and unit.side == state.mission.attacker
        and not unit.panicked
        and unit.on_table
    )


def far_edge(state: Battle, side: int) -> str:
    """The edge that a side breaks through to."""
    return OPPOSITE[state.edges[side]]


@rule("d10.gap.scenario-breakthrough", "d10.gap.reaction-shoot")
async def leave(play: Play[Battle], number: int) -> None:
    """A unit leaves by the far edge: it scores its points. Whoever rides on it leaves with it, and is lost in panic."""
    clause = "d10.gap.scenario-breakthrough"
    if not await _go_off(play, number, far_edge(play.state, play.state.units[number].side), clause):
        return
    riders = passengers(play.state, number)
    for gone in (number,) if riders is None else (number, riders):
        unit = play.state.units[gone]
        if unit.panicked:
            _lose(play, gone)
            continue
        escaped = play.state.escaped + unit.card.points
        sets = {"battle": {"escaped": escaped}, "place": "exited", "hold": False, "aboard": -1}
        play.tell("left by the far edge", clause, unit=gone, figures=unit.bodies, sets=sets)


# ---- fleeing


@rule("d10.gap.panic-move", "d10.gap.reaction-shoot")
async def flee(play: Play[Battle], number: int) -> None:
    """A panicked unit that leaves the table is lost, and so is whoever rides on it."""
    state = play.state
    if not await _go_off(play, number, state.edges[state.units[number].side], "d10.gap.panic-move"):
        return
    riders = passengers(play.state, number)
    for gone in (number,) if riders is None else (number, riders):
        _lose(play, gone)


def _lose(play: Play[Battle], number: int) -> None:
    sets = {"battle": {}, "place": "routed", "hold": False, "panicked": False, "aboard": -1}
    figures = play.state.units[number].bodies
    play.tell("fled the table", "d10.gap.panic-move", unit=number, figures=figures, sets=sets)
