"""Who can fire at whom: sight, range, arcs and friends in the way, weapon by weapon."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import accumulate
from typing import NamedTuple

import numpy as np

from sandtable.geometry.bodies import RADIUS, X, Y
from sandtable.geometry.kernel import Ints, ints
from sandtable.geometry.post_kernels import FRIEND, GAP, SEEN
from sandtable.mechanics.clauses import rule
from sandtable.play.refusal import Refusal
from sandtable.table.layout import rows

from .arcs import arc_of, in_arc
from .charts import LONG, Weapon, weapons
from .fire_modes import REACTION
from .sight import Sighted, cast, look, said
from .state import Battle, Team
from .teams import afoot, armoured, arms, nearest_between


class Laid(NamedTuple):
    """A weapon of a Team that bears on a Unit: on which Team, the nearest it can fire at; its Fire Points at that range."""

    slot: int
    weapon: str
    team: int
    gap: int
    fp: int
    long: bool


Aims = dict[int, tuple[Laid, ...]]  # by firing Team: every weapon of it that bears on a Unit


# ---- range


@rule("fraley.fire.range", "fraley.hit.long-range", "fraley.fire.dice")
def fire_points(weapon: Weapon, gap: int) -> int:
    """The Fire Points of a weapon at a distance: all of them in range, half beyond it up to twice as far, else none."""
    if gap <= weapon.range:
        return weapon.fp
    return weapon.fp // 2 if gap <= LONG * weapon.range else 0


@rule("fraley.alloc.valid-team")
def reach_at(weapon: Weapon, gap: int) -> int:
    """How far the hits of a weapon go that is fired at this distance: Long Range counts only if it is fired at that."""
    return weapon.range if gap <= weapon.range else weapon.range * LONG


def reach_of(weapon: Weapon) -> int:
    """How far a weapon fires at all: twice its range if half its Fire Points are any."""
    if weapon.fp == 0:
        return 0
    return weapon.range * LONG if weapon.fp // 2 else weapon.range


def reach_of_team(state: Battle, figure: int) -> int:
    """How far the farthest-reaching weapon of a Team fires."""
    return _farthest(state.figures[figure].weapons)


@cache
def _farthest(carried: tuple[str, ...]) -> int:
    return max((reach_of(weapons()[name]) for name in carried), default=0)


# ---- what bears on whom


@rule(
    "fraley.fire.line-of-sight", "fraley.fire.through-friends", "fraley.fire.over-infantry", "fraley.fire.arc-outside"
)
def can_fire_at(state: Battle, team: Team, slot: int, sighted: Sighted) -> bool:
    """Whether a weapon of a Team could be fired at another Team if it were near enough."""
    return sighted.seen and sighted.friend < 0 and in_arc(state, team, slot, sighted)


@rule("fraley.fire.range", "fraley.fire.line-of-sight")
def laid(state: Battle, figure: int, seen: Sequence[tuple[int, Sighted]]) -> tuple[Laid, ...]:
    """The weapons of a Team that bear on Teams it sees, each with the nearest of those it can fire at."""
    team = state.figures[figure]
    found = []
    clear = [pair for pair in seen if pair[1].seen and pair[1].friend < 0]
    for slot, weapon in enumerate(arms(team) if clear else ()):
        arc = arc_of(state, team, slot)
        bears = clear
        if arc != "all round":
            bears = [pair for pair in clear if (pair[1].ahead if arc == "ahead" else pair[1].ahead_turret)]
        nearest = min([(sighted.gap, other) for other, sighted in bears], default=None)
        if nearest is not None and (fp := fire_points(weapon, nearest[0])):
            found.append(Laid(slot, weapon.id, nearest[1], nearest[0], fp, nearest[0] > weapon.range))
    return tuple(found)


@rule("fraley.reaction.trigger", "fraley.fire.through-friends")
def aims_at(
    state: Battle,
    firers: Sequence[int],
    teams: Sequence[int],
    *,
    only: Sequence[int] | None = None,
    reaction: bool = False,
) -> Aims:
    """Which of some Teams can fire at Teams of a Unit, and with what; in `reaction` only those that are near enough."""
    views = cast(state, firers, teams)
    lines = zip(firers, _open_lines(views), views, strict=True)
    return _aims(state, lines, teams, only=only, reaction=reaction)


def aims_along(
    state: Battle,
    firers: Sequence[int],
    teams: Sequence[int],
    sights: Sequence[Sequence[Sighted]],
    only: Sequence[int] | None = None,
) -> Aims:
    """The same, where it is known already what each firing Team makes of those Teams."""
    found: Aims = {}
    for firer, line in zip(firers, sights, strict=True):
        seen = [pair for pair in zip(teams, line, strict=True) if only is None or pair[0] in only]
        if bearing := laid(state, firer, seen):
            found[firer] = bearing
    return found


def _open_lines(views: Ints) -> list[list[bool]]:
    """Which of several Teams could be fired at by which, as far as sight and friends go."""
    lines: list[list[bool]] = ((views[:, :, SEEN] == 1) & (views[:, :, FRIEND] < 0)).tolist()
    return lines


def _aims(
    state: Battle,
    lines: Iterable[tuple[int, list[bool], Ints]],
    teams: Sequence[int],
    *,
    only: Sequence[int] | None,
    reaction: bool,
) -> Aims:
    """What firers bear on Teams of a Unit with: each comes with which lines are open, and what it makes of the Teams."""
    found: Aims = {}
    for firer, is_open, views in lines:
        if True not in is_open or (reaction and int(views[:, GAP].min()) > REACTION):
            continue
        seen = [
            (other, said(row))
            for other, may, row in zip(teams, is_open, views.tolist(), strict=True)
            if may and (only is None or other in only)
        ]
        if bearing := laid(state, firer, seen):
            found[firer] = bearing
    return found


def targets_of(
    state: Battle,
    firers: Sequence[int],
    enemies: Iterable[int],
    *,
    only: Sequence[int] | None = None,
    reaction: bool = False,
) -> dict[int, Aims]:
    """The enemy Units that Teams can fire at, each with who can and with what."""
    foes = [(enemy, men) for enemy in enemies if (men := afoot(state, enemy))]
    near = _in_reach(state, firers, [men for _, men in foes]) if firers and foes else []
    viewers = [firer for firer, some in zip(firers, near, strict=False) if True in some]
    if not viewers:
        return {}
    near = [some for some in near if True in some]
    close = [(place, *foe) for place, foe in enumerate(foes) if any(some[place] for some in near)]
    views = cast(state, viewers, [man for _, _, men in close for man in men])  # all lines at once
    is_open = _open_lines(views)
    found = {}
    begin = 0
    for place, enemy, men in close:
        end = begin + len(men)
        lines = (
            (firer, is_open[row][begin:end], views[row, begin:end])
            for row, firer in enumerate(viewers)
            if near[row][place]
        )
        if aims := _aims(state, lines, men, only=only, reaction=reaction):
            found[enemy] = aims
        begin = end
    return found


def _in_reach(state: Battle, firers: Sequence[int], groups: Sequence[tuple[int, ...]]) -> list[list[bool]]:
    """For each firing Team whether its weapons reach any Team of each group, as far as distance goes."""
    bodies = state.layout.bodies
    ours, theirs = bodies[rows(tuple(firers))], bodies[rows(tuple(man for men in groups for man in men))]
    reaches = ints([reach_of_team(state, firer) for firer in firers])
    limits = (reaches + ours[:, RADIUS])[:, np.newaxis] + theirs[:, RADIUS]
    dx = ours[:, X][:, np.newaxis] - theirs[:, X]
    dy = ours[:, Y][:, np.newaxis] - theirs[:, Y]
    firsts = [0, *accumulate(len(men) for men in groups[:-1])]
    found: list[list[bool]] = np.logical_or.reduceat(dx * dx + dy * dy <= limits * limits, firsts, axis=1).tolist()
    return found


# ---- what it is worth


@rule("fraley.at.half-fp", "fraley.armor.at-only")
def dice_of(state: Battle, bearing: Iterable[Laid], target: int) -> int:
    """About how many dice that matter weapons come to against a Unit: what a player would go by."""
    teams = [state.figures[man] for man in afoot(state, target)]
    any_tank, any_soft = any(team.kind == "tank" for team in teams), not all(armoured(team) for team in teams)
    dice = 0
    for one in bearing:
        if weapons()[one.weapon].at:
            dice += one.fp if any_tank else one.fp // 2
        elif any_soft:
            dice += one.fp
    return dice


def best_target(state: Battle, offers: Mapping[int, Aims]) -> int | None:
    """The Unit against which most dice are rolled, the nearest of several; None if none of them can do any harm."""

    def worth(target: int) -> tuple[int, int]:
        aims = offers[target].values()
        dice = sum(_most_dice(state, bearing, target) for bearing in aims)
        return dice, -min(one.gap for bearing in aims for one in bearing)

    best = max(offers, key=worth, default=None)
    return best if best is not None and worth(best)[0] else None


def _most_dice(state: Battle, bearing: tuple[Laid, ...], target: int) -> int:
    """The dice of a Team: no more than two weapons of a tank fire together, its coax not with its main gun."""
    return sum(sorted((dice_of(state, (one,), target) for one in bearing), reverse=True)[:2])


# ---- why not


def why_not(state: Battle, firers: Sequence[int], target: int) -> Refusal:
    """Why none of some Teams can fire at a Unit."""
    name = state.units[target].name
    teams = afoot(state, target)
    apart, reach = nearest_between(state, firers, teams), max(reach_of_team(state, firer) for firer in firers)
    if apart > reach:
        return Refusal(f"{name} is out of range", ("fraley.fire.range",), measured=apart, allowed=reach)
    lines = look(state, firers, teams)
    pairs = [(firer, sighted) for firer, line in zip(firers, lines, strict=True) for sighted in line if sighted.seen]
    if not pairs:
        return Refusal(f"nobody who may fire sees {name}", ("fraley.fire.line-of-sight",))
    free = [(firer, sighted) for firer, sighted in pairs if sighted.friend < 0]
    if not free:
        blocking = tuple(sorted({sighted.friend for _, sighted in pairs}))
        return Refusal(f"friends are in the way of fire at {name}", ("fraley.fire.through-friends",), figures=blocking)
    figures = state.figures
    if not any(
        in_arc(state, figures[firer], slot, sighted)
        for firer, sighted in free
        for slot in range(len(figures[firer].weapons))
    ):
        remedy = "turn with a Move first"
        return Refusal(f"{name} is outside the forward arc", ("fraley.fire.arc-outside",), remedy=remedy)
    return Refusal(f"{name} is out of range of whoever bears on it", ("fraley.fire.range",))
