"""Lines of sight, arcs and distances between Teams: everything that fire depends on, asked for groups at once."""

from collections.abc import Iterable, Sequence
from functools import cache
from operator import is_
from typing import NamedTuple

import numpy as np

from sandtable.geometry import post_kernels as kernels
from sandtable.geometry.kernel import Ints, ints
from sandtable.mechanics.clauses import rule
from sandtable.rulesets.fraley.sheet import Type
from sandtable.rulesets.fraley.state import Battle, Team
from sandtable.table.ground import Ground
from sandtable.table.layout import Layout, rows
from sandtable.table.remembered import Remembered, forgotten

from .charts import weapons
from .terrain import for_sight, hills

MOST_LINES = 64  # groups whose lines on one table are kept
INFANTRY, LARGE = 1, 2  # how much of an obstacle a Team is to its friends' fire


class Sighted(NamedTuple):
    """What one Team makes of another.

    `gap` is from edge to edge; `cover` 0, 1 (soft) or 2 (hard) from terrain; `cut_by` the piece that hides it; `friend` the
    Team that is in the way of fire; -1 for none. `ahead` and `ahead_turret`: it lies before the viewer's front, its
    turret's front; `faced` and `faced_turret`: the viewer lies before its.
    """

    gap: int
    seen: bool
    cover: int
    cut_by: int
    friend: int
    ahead: bool
    ahead_turret: bool
    faced: bool
    faced_turret: bool


class Table(NamedTuple):
    """What all lines on a table have in common: terrain with its effects, what holds whom, turrets, who blocks whom."""

    bodies: Ints
    edges: Ints
    pieces: Ints
    held: Ints
    levels: Ints
    hills: Ints
    turrets: Ints
    sides: Ints
    bulk: Ints
    over: Ints

    def teams(self) -> tuple[Ints, Ints, Ints, Ints]:
        """The columns that belong to Teams."""
        return self.turrets, self.sides, self.bulk, self.over


@rule("fraley.fire.through-friends", "fraley.fire.over-infantry", "fraley.weapon.mortar-60", "fraley.weapon.mortar-81")
def fires_over(team: Team) -> int:
    """Up to what bulk of friends a Team fires over: Infantry over nobody, Guns and Tanks over Infantry, mortars over all."""
    return _fires_over(team.kind, team.weapons)


@cache
def _fires_over(kind: Type, carried: tuple[str, ...]) -> int:
    if any("over-friends" in weapons()[weapon].traits for weapon in carried):
        return LARGE
    return 0 if kind == "infantry" else INFANTRY


class _Columns(NamedTuple):
    """What lines need to know of Teams."""

    turrets: Ints
    bulk: Ints
    over: Ints


class _Holders(NamedTuple):
    """Which pieces hold whom, how high everybody stands, and the bodies it was worked out for."""

    bodies: Ints
    held: Ints
    levels: Ints


def _columns(figures: tuple[Team, ...]) -> _Columns:
    """The columns of Teams: those worked out last, if nothing has changed since that matters to lines."""
    before, made = _LAST_COLUMNS[0] if _LAST_COLUMNS else ((), None)
    if made is None or len(before) != len(figures) or not _as_before(figures, before):
        made = _Columns(
            ints([team.turret for team in figures]),
            ints([INFANTRY if team.kind == "infantry" else LARGE for team in figures]),
            ints([fires_over(team) for team in figures]),
        )
    _LAST_COLUMNS[:] = [(figures, made)]
    return made


def _as_before(figures: tuple[Team, ...], before: tuple[Team, ...]) -> bool:
    """Whether Teams are to lines what they were."""
    for now, then in zip(figures, before, strict=True):
        if now is not then and (now.turret != then.turret or now.kind != then.kind or now.weapons != then.weapons):
            return False
    return True


@rule("fraley.conceal.area", "fraley.gap.los-heights")
def _holders(bodies: Ints, edges: Ints, pieces: Ints, high: Ints) -> _Holders:
    """Who stands in what and how high: worked out anew for those alone who stand otherwise than when last asked."""
    last = _LAST_HOLDERS(pieces)
    if last and len(last[0].bodies) == len(bodies):
        before = last[0]
        held, levels = kernels.held_anew(bodies, *before, edges, pieces, high)
    else:
        nobody = bodies - 1  # everybody stands otherwise
        none = np.zeros((len(bodies), len(pieces)), dtype=np.int64)
        held, levels = kernels.held_anew(bodies, nobody, none, bodies[:, 0] * 0, edges, pieces, high)
    made = _Holders(bodies, held, levels)
    last[:] = [made]
    return made


_LAST_COLUMNS: list[tuple[tuple[Team, ...], _Columns]] = []
forgotten(_LAST_COLUMNS.clear)
_LAST_HOLDERS: Remembered[Ints, list[_Holders]] = Remembered(lambda _: [], most=1)  # by the pieces
_COLUMNS: Remembered[tuple[Team, ...], _Columns] = Remembered(_columns, most=1)
_SIDES: Remembered[tuple[int, ...], Ints] = Remembered(ints, most=16)
# By the ground, which is held so that its address stays its own.
_HELD: Remembered[Layout, dict[int, tuple[Ground, Ints, _Holders]]] = Remembered(lambda _: {}, most=1)


@rule("fraley.conceal.area", "fraley.gap.los-heights", "fraley.fire.arc-turret", "fraley.gap.turret-facing")
def _table(state: Battle) -> Table:
    ground = state.ground
    known = _HELD(state.layout)
    key = id(ground)
    high = hills(state)
    if key not in known:
        pieces = for_sight(state)
        known[key] = (ground, pieces, _holders(state.layout.bodies, ground.edges, pieces, high))
    _, pieces, (bodies, held, levels) = known[key]
    turrets, bulk, over = _COLUMNS(state.figures)
    if not state.options.turret_heading_tracked:
        turrets = turrets * 0 - 1
    made = Table(bodies, ground.edges, pieces, held, levels, high, turrets, _SIDES(state.sides), bulk, over)
    if _LAST_TABLE and all(map(is_, made, _LAST_TABLE[0])):
        return _LAST_TABLE[0]  # the very one, so that lines cast on it are known
    _LAST_TABLE[:] = [made]
    return made


_LAST_TABLE: list[Table] = []
forgotten(_LAST_TABLE.clear)
_TABLES: Remembered[Battle, Table] = Remembered(_table, most=1)


def table(state: Battle) -> Table:
    """The table as lines are cast on it."""
    return _TABLES(state)


Views = dict[tuple[tuple[int, ...], tuple[int, ...]], Ints]  # by viewers and targets
_LINES: Remembered[Table, Views] = Remembered(lambda _: {}, most=1)


@rule("fraley.fire.line-of-sight", "fraley.gap.los-heights", "fraley.gap.arc-geometry", "fraley.gap.measuring")
def cast(state: Battle, viewers: Iterable[int], targets: Iterable[int]) -> Ints:
    """What each viewer makes of each target, as the kernel says it."""
    at = table(state)
    known = _LINES(at)
    key = tuple(viewers), tuple(targets)
    views = known.get(key)
    if views is None:
        if len(known) >= MOST_LINES:
            known.clear()
        known[key] = views = kernels.looks(
            at.bodies, rows(key[0]), rows(key[1]), at.edges, at.pieces, at.held, at.levels, *at.teams()
        )
    return views


def said(row: Sequence[int]) -> Sighted:
    """What is said of a pair, by name."""
    return Sighted(row[0], row[1] == 1, row[2], row[3], row[4], row[5] == 1, row[6] == 1, row[7] == 1, row[8] == 1)


def look(state: Battle, viewers: Iterable[int], targets: Iterable[int]) -> list[list[Sighted]]:
    """What each viewer makes of each target, by their numbers among all Teams."""
    return [[said(row) for row in line] for line in cast(state, viewers, targets).tolist()]


def sees_any(state: Battle, viewers: Iterable[int], targets: Iterable[int]) -> bool:
    """Whether any viewer sees any target."""
    return bool(cast(state, viewers, targets)[:, :, kernels.SEEN].any())


def within_terrain(state: Battle, figure: int) -> list[int]:
    """The pieces that hold a Team: areas it stands in, lines it touches."""
    return [piece for piece, held in enumerate(table(state).held[figure].tolist()) if held]
