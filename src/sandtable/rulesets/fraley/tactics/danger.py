"""How dangerous a place is, and what fire from it promises: both at a glance, for many places that are compared."""

from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import NamedTuple

from sandtable.geometry.post_kernels import AHEAD, AHEAD_TURRET, COVER, FACED, FRIEND, GAP, SEEN
from sandtable.rulesets.fraley.armour import armour_number
from sandtable.rulesets.fraley.charts import weapons
from sandtable.rulesets.fraley.concealment import is_still
from sandtable.rulesets.fraley.fire_modes import REACTION
from sandtable.rulesets.fraley.saves import save_number
from sandtable.rulesets.fraley.sight import cast
from sandtable.rulesets.fraley.state import Battle, Team
from sandtable.rulesets.fraley.targets import fire_points, reach_of_team
from sandtable.rulesets.fraley.teams import armoured, enemies
from sandtable.rulesets.fraley.terrain import HARD

from .harm import DESTROYED, MARKED, STUNNED
from .worth import chance_of, left_of, share_of, spread_out

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
    for (firer, unit), (row, foe) in nearest.items():
        cover = HARD if figures[foe].dug_in else row[COVER]
        needs = view.units[unit].card.to_hit + (unit not in bare) + moved
        threat = _threat(view, figures[firer], foe, row[GAP], cover, needs, front=row[FACED] == 1)
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
    feared = near = 0.0
    for foe, found in seen.items():
        nearest = min(found, key=itemgetter(GAP))
        gap, team = nearest[GAP], view.figures[foe]
        harm = _threat(view, team, some[0], gap, cover, unit.card.to_hit + hidden, front=nearest[FACED] == 1)
        feared += harm
        if gap <= REACTION and team.shot != view.initiative:
            near += harm
    share = share_of(view, number)
    return Danger(feared * share, near * share)


def _threat(view: Battle, foe: Team, figure: int, gap: int, cover: int, needs: int, *, front: bool) -> float:
    """How many Teams one enemy Team is expected to take out, a suppressed one counting in part."""
    target = view.figures[figure]
    best = 0.0
    for name in foe.weapons or ():
        weapon = weapons()[name]
        dice = fire_points(weapon, gap)
        hits = chance_of(needs + (gap > weapon.range))
        if not dice or not hits:
            continue
        if armoured(target):
            if not weapon.at:
                continue
            saved = max(0, 7 - armour_number(view, figure, front=front)) / 6
            saved = saved * saved if gap <= REACTION else saved
            best = max(best, dice * hits * (1 - saved) * (DESTROYED + STUNNED * MARKED))
            continue
        fails = 1 - (7 - save_number(view, figure, cover, at_weapon=weapon.at)) / 6
        if weapon.at and cover != HARD and target.kind != "tank":
            dice //= 2
        lost = (1 - (1 - hits) ** dice) * fails if weapon.at else dice * hits * fails
        best = max(best, lost + dice * hits * MARKED / 3)
    return best
