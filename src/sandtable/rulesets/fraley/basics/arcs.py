"""Arcs: what lies before a base, a hull or a turret, and how these turn to what they fire at."""

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from sandtable.geometry.angle import bearing_to
from sandtable.mechanics.clauses import rule
from sandtable.rulesets.fraley.state import Battle, Place5, Team

from .sight import Sighted
from .teams import mounts

Arc = Literal["all round", "ahead", "turret"]


class Turn(NamedTuple):
    """How a Team comes to face by firing: its base or hull, and its turret (-1 for none)."""

    figure: int
    bearing: int
    turret: int


@rule("fraley.fire.arc-turret", "fraley.tank.stug-iii-g")
def in_turret(team: Team, slot: int) -> bool:
    """Whether a weapon is in a turret; in a vehicle without one all are in its hull."""
    return team.turret >= 0 and mounts(team)[slot].mount != "hull"


@rule("fraley.fire.arc-infantry", "fraley.fire.arc-others", "fraley.fire.arc-turret", "fraley.gap.arc-geometry")
def in_arc(state: Battle, team: Team, slot: int, sighted: Sighted) -> bool:
    """Whether a weapon of a Team bears on another: Infantry all round, others ahead of base, hull or turret."""
    match arc_of(state, team, slot):
        case "all round":
            return True
        case "turret":
            return sighted.ahead_turret
        case _:
            return sighted.ahead


@rule("fraley.fire.arc-infantry", "fraley.fire.arc-others", "fraley.fire.arc-turret")
def arc_of(state: Battle, team: Team, slot: int) -> Arc:
    """Where a weapon of a Team bears: all round, before its base or hull, or before its turret."""
    if team.kind == "infantry" or fires_all_round(state, team, slot):
        return "all round"
    if team.kind == "tank" and in_turret(team, slot):
        return "turret" if state.options.turret_heading_tracked else "all round"
    return "ahead"


@rule("fraley.gap.other-armor", "fraley.fire.arc-others")
def fires_all_round(state: Battle, team: Team, slot: int) -> bool:
    """Whether a weapon of a vehicle needs no facing: by the switch the machine gun of a half-track."""
    return state.options.half_track_all_round and team.kind == "tank" and mounts(team)[slot].all_round


@rule("fraley.fire.arc-others", "fraley.fire.arc-turret", "fraley.gap.turret-facing")
def turned(state: Battle, figure: int, aimed: Iterable[tuple[int, int]]) -> Turn:
    """How a Team faces once its weapons have fired, each (its slot) at a Team: what they are mounted in turns there."""
    team = state.figures[figure]
    before = bearing, turret = state.layout.bearing(figure), team.turret
    if team.kind == "infantry":
        return Turn(figure, *before)
    towards_turret = None
    for slot, at in aimed:
        if fires_all_round(state, team, slot):
            continue
        if team.kind == "tank" and in_turret(team, slot):
            towards_turret = bearing_of(state, figure, at)
        else:
            bearing = bearing_of(state, figure, at)
    if turret >= 0:
        turret = (turret + bearing - before[0]) % 3600 if towards_turret is None else towards_turret
    return Turn(figure, bearing, turret)


def bearing_of(state: Battle, figure: int, other: int) -> int:
    """The bearing from one Team's middle to another's."""
    (x, y), (to_x, to_y) = state.layout.point(figure), state.layout.point(other)
    return int(bearing_to(to_x - x, to_y - y))


def changes(state: Battle, turns: Sequence[Turn]) -> tuple[tuple[Place5, ...], tuple[tuple[int, int], ...]]:
    """Places and turrets, as an event sets them, of those who face another way than before."""
    places: list[Place5] = []
    turrets: list[tuple[int, int]] = []
    for turn in turns:
        if turn.bearing != state.layout.bearing(turn.figure):
            places.append((turn.figure, *state.layout.point(turn.figure), turn.bearing, 0))
        if turn.turret != state.figures[turn.figure].turret:
            turrets.append((turn.figure, turn.turret))
    return tuple(places), tuple(turrets)
