"""How dangerous a place is, and what fire from it promises: both at a glance, for many places that are compared."""

from collections.abc import Hashable, Iterator, Sequence
from operator import itemgetter
from typing import NamedTuple

from sandtable.geometry.post_kernels import AHEAD, AHEAD_TURRET, COVER, FACED, FRIEND, GAP, SEEN
from sandtable.rulesets.fraley.basics.sight import cast
from sandtable.rulesets.fraley.basics.teams import arms, enemies
from sandtable.rulesets.fraley.basics.terrain import HARD
from sandtable.rulesets.fraley.fire.concealment import is_still
from sandtable.rulesets.fraley.fire.fire_modes import REACTION
from sandtable.rulesets.fraley.fire.targets import fire_points, reach_of_team
from sandtable.rulesets.fraley.fire.to_hit import base_number
from sandtable.rulesets.fraley.options import Options
from sandtable.rulesets.fraley.prices.fire import Foe, Seen, foe_of, harder, near_enough, shot_does
from sandtable.rulesets.fraley.state import Battle, Team
from sandtable.table.remembered import Remembered

from .harm import MARKED
from .worth import left_of, share_of, spread_out

SAMPLE = 3  # Teams that stand for a Unit


def some_of(men: Sequence[int]) -> tuple[int, ...]:
    """A few Teams of a Unit: its first, its last, and one between."""
    if len(men) <= SAMPLE:
        return tuple(men)
    return men[0], men[len(men) // 2], men[-1]


def foes_of(view: Battle, side: int) -> tuple[int, ...]:
    """All Teams of enemy Units on the table; a CC or an FO is no target to go by."""
    return tuple(man for foe in enemies(view, side) if view.units[foe].counts for man in view.units[foe].men)


def glance(view: Battle, firers: Sequence[int], foes: Sequence[int], *, moved: bool) -> float:
    """About what some Teams do to the enemy Unit that they can hurt most, from where they stand in this view."""
    if not firers or not foes:
        return 0.0
    figures = view.figures
    bare: set[int] = set()
    nearest: dict[tuple[int, int], tuple[list[int], int]] = {}
    for one, other, row in _seen(view, firers, foes):
        firer, foe = firers[one], foes[other]
        kind, unit = figures[firer].kind, figures[foe].unit
        if unit not in bare and not (row[COVER] or figures[foe].dug_in or is_still(view, foe)):
            bare.add(unit)
        bears = kind == "infantry" or row[AHEAD] or (kind == "tank" and row[AHEAD_TURRET])
        if not bears or row[FRIEND] >= 0:
            continue
        known = nearest.get((firer, unit))
        if known is None or row[GAP] < known[0][GAP]:
            nearest[firer, unit] = row, foe
    totals: dict[int, float] = {}
    targets = {foe: foe_of(view, foe) for _, foe in nearest.values()}
    bared, hidden = (harder(view.options, hidden=hides, moved=moved) for hides in (False, True))
    for (firer, unit), (row, foe) in nearest.items():
        seen = Seen(HARD if figures[foe].dug_in else row[COVER], row[FACED] == 1, near_enough(row[GAP]))
        needs = base_number(view.options, view.units[unit].card.training) + (bared if unit in bare else hidden)
        threat = _threat(view, figures[firer], targets[foe], row[GAP], needs, seen)
        totals[unit] = totals.get(unit, 0.0) + threat * share_of(view, unit)
    return max((spread_out(total, left_of(view, unit)) for unit, total in totals.items()), default=0.0)


def _seen(view: Battle, viewers: Sequence[int], targets: Sequence[int]) -> Iterator[tuple[int, int, list[int]]]:
    """The pairs of which one sees the other: the places of both, and what the kernel says of them."""
    views = cast(view, viewers, targets)
    ones, others = (views[:, :, SEEN] == 1).nonzero()
    return zip(ones.tolist(), others.tolist(), views[ones, others].tolist(), strict=True)


def shooters(view: Battle, side: int) -> tuple[int, ...]:
    """The enemy Teams that could shoot, as soon as it is their turn."""
    return tuple(
        man
        for foe in enemies(view, side)
        for man in view.units[foe].men
        if not view.figures[man].suppressed and reach_of_team(view, man)
    )


class Danger(NamedTuple):
    """What a Unit must expect to lose in a place, in points: to all who see it, and to those near enough to react."""

    feared: float
    near: float


SAFE = Danger(0.0, 0.0)


def danger(view: Battle, number: int, men: Sequence[int], foes: Sequence[int], *, still: bool) -> Danger:
    """What a Unit must expect to lose where it stands in this view if everybody shoots at it who sees it."""
    some = some_of(men)
    if not foes or not some:
        return SAFE
    unit = view.units[number]
    seen: dict[int, list[list[int]]] = {}
    for place, _, row in _seen(view, foes, some):
        seen.setdefault(foes[place], []).append(row)
    if not seen:
        return SAFE
    first = view.figures[some[0]]
    dug = first.dug_in and still
    cover = HARD if dug else min([row[COVER] for found in seen.values() for row in found])
    hidden = cover > 0 or (still and first.kind == "infantry")
    needs = base_number(view.options, unit.card.training) + harder(view.options, hidden=hidden)
    target = foe_of(view, some[0])
    feared = near = 0.0
    for foe, found in seen.items():
        nearest = min(found, key=itemgetter(GAP))
        gap, team = nearest[GAP], view.figures[foe]
        lies = Seen(cover, nearest[FACED] == 1, near_enough(gap))
        harm = _threat(view, team, target, gap, needs, lies)
        feared += harm
        if gap <= REACTION and team.shot != view.initiative:
            near += harm
    share = share_of(view, number)
    return Danger(feared * share, near * share)


def _threat(view: Battle, foe: Team, target: Foe, gap: int, needs: int, seen: Seen) -> float:
    """How many Teams one enemy Team is expected to take out, a suppressed one counting in part."""
    known = _THREATS(view.options)
    best = 0.0
    for weapon in arms(foe, view.options):
        points = fire_points(weapon, gap)
        if not points:
            continue
        key = weapon.id, points, gap > weapon.range, target, seen, needs
        value = known.get(key)
        if value is None:
            needed = needs + harder(view.options, long=gap > weapon.range)
            does = shot_does(view.options, weapon, points, needed, target, seen)
            value = known[key] = does.lost + does.markers * MARKED
        best = max(best, value)
    return best


_THREATS: Remembered[Options, dict[Hashable, float]] = Remembered(lambda _: {}, most=4)
