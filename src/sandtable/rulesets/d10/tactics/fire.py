"""What fire is expected to do: from where a unit stands, or would stand, at everybody it sees."""

from collections.abc import Sequence
from math import isqrt
from typing import NamedTuple

import numpy as np

from sandtable.geometry.kernel import Ints
from sandtable.geometry.line_kernels import COVER, GAP, SEEN
from sandtable.rulesets.d10.arms import Arm, arms, bears, has_front_arc, is_main_gun, rockets
from sandtable.rulesets.d10.charts import REACHES, SHORT, band_of, reaches, weapons
from sandtable.rulesets.d10.sight import cast
from sandtable.rulesets.d10.state import Battle, Unit
from sandtable.rulesets.d10.targets import candidates
from sandtable.rulesets.d10.terrain import HARD, SOFT
from sandtable.rulesets.d10.units import between, on_table
from sandtable.table.layout import Layout
from sandtable.table.remembered import Remembered
from sandtable.table.terrain import Piece

from .powers import Shooter, Victim, face_of, is_large, power, shooter_of, victim_of
from .worth import harm

UNSEEN = 1 << 40


class Armament(NamedTuple):
    """What a unit has to shoot with: its arms, the bases they are fired from, and Panzerfausts for those at hand."""

    number: int
    arms: tuple[Arm, ...]
    figures: tuple[int, ...]
    rockets: int


class Sights(NamedTuple):
    """What bases see of units: the gap to the nearest model in sight, by base and unit, and each unit's cover."""

    gaps: list[list[int]]
    covers: list[int]


class Fire(NamedTuple):
    """The best that fire can do: what it is worth, at whom; what it does to each, and how near each is."""

    value: int
    target: int
    harms: dict[int, int]
    gaps: dict[int, int]


NO_FIRE = Fire(0, -1, {}, {})


_ARMAMENTS: Remembered[Unit, list[Armament]] = Remembered(lambda _: [], most=64)


def armament(view: Battle, number: int) -> Armament:
    """What a unit can fire now."""
    known = _ARMAMENTS(view.units[number])
    if not known:
        known.append(_armament(view, number))
    return known[0]


def _armament(view: Battle, number: int) -> Armament:
    found = tuple(arms(view, number))
    figures = tuple(dict.fromkeys([arm.figure for arm in found]))
    return Armament(number, found, figures, rockets(view, number))


_SIGHTS: Remembered[Ints, list[Sights]] = Remembered(lambda _: [], most=16)


def sights(view: Battle, figures: tuple[int, ...], units: Sequence[tuple[int, ...]]) -> Sights:
    """What some bases make of units, each given by its models."""
    men = tuple([man for unit in units for man in unit])
    said = cast(view, figures, men)
    known = _SIGHTS(said)
    if not known:
        known.append(_sighted(said, units))
    return known[0]


def _sighted(said: Ints, units: Sequence[tuple[int, ...]]) -> Sights:
    starts = np.cumsum([0, *[len(unit) for unit in units[:-1]]])
    seen = said[:, :, SEEN]
    gaps = np.minimum.reduceat(np.where(seen > 0, said[:, :, GAP], UNSEEN), starts, axis=1)
    return Sights(gaps.tolist(), _covers(seen, said[:, :, COVER], starts))


def _covers(seen: Ints, cover: Ints, starts: Ints) -> list[int]:
    """The cover that at least half of those in sight have."""
    count = np.add.reduceat(seen.sum(axis=0), starts)
    hard = np.add.reduceat((seen * (cover >= HARD)).sum(axis=0), starts)
    soft = np.add.reduceat((seen * (cover >= SOFT)).sum(axis=0), starts)
    return [
        HARD if some and 2 * one >= some else SOFT if some and 2 * two >= some else 0
        for some, one, two in zip(count.tolist(), hard.tolist(), soft.tolist(), strict=True)
    ]


# By the layout: what some models see of some units, with the terrain they looked over.
_SPOTTED: Remembered[Layout, dict[object, tuple[tuple[Piece, ...], frozenset[int]]]] = Remembered(lambda _: {}, most=4)


def spotted_by(view: Battle, side: int) -> frozenset[int]:
    """The enemy units that anybody of a side sees who is not panicked."""
    known = _SPOTTED(view.layout)
    watchers = tuple(
        [man for own in on_table(view, side) if not view.units[own].panicked for man in view.units[own].men[::2]]
    )
    foes = tuple(on_table(view, 1 - side))
    found = known.get((watchers, foes))
    if found is None or found[0] is not view.terrain:  # smoke may have come or gone
        found = known[watchers, foes] = view.terrain, _seen_by(view, watchers, foes)
    return found[1]


def _seen_by(view: Battle, watchers: tuple[int, ...], foes: tuple[int, ...]) -> frozenset[int]:
    if not watchers or not foes:
        return frozenset()
    gaps = np.array(sights(view, watchers, [view.units[foe].men for foe in foes]).gaps).min(axis=0)
    return frozenset([foe for foe, gap in zip(foes, gaps.tolist(), strict=True) if gap < UNSEEN])


def fire_of(view: Battle, number: int, *, moved: bool | None = None, foes: Sequence[int] | None = None) -> Fire:
    """What a unit can do by shooting from where it stands in this view, at its best target or the one it must take."""
    unit = view.units[number]
    has_moved = unit.moved if moved is None else moved
    with_what = armament(view, number)
    kept = tuple(arm for arm in with_what.arms if not _fixed(view, number, arm, moved=has_moved))
    targets = candidates(view, number) if foes is None else foes
    if not kept or not targets:
        return NO_FIRE
    seen = sights(view, with_what.figures, [view.units[foe].men for foe in targets])
    rows = {figure: row for row, figure in enumerate(with_what.figures)}
    by = shooter_of(view, number, moved=has_moved)
    wounds: dict[int, list[int]] = {}
    gaps: dict[int, int] = {}
    for place, foe in enumerate(targets):
        nearest = min([line[place] for line in seen.gaps])
        at = victim_of(view, foe)
        if nearest < UNSEEN:
            wounds[foe] = _wounds(view, kept, rows, seen, place, at, by, with_what.rockets)
            gaps[foe] = nearest
        elif _lobs(kept) and foe in spotted_by(view, unit.side):
            wounds[foe] = _lobbed(view, kept, at, by)
            gaps[foe] = UNSEEN
    return _best(view, number, wounds, gaps)


def in_the_open(view: Battle, number: int, foe: int) -> int:
    """What a unit would do to another about as far off as it is now, if it saw it in the open."""
    gap = between(view, number, foe)
    band = band_of(gap)
    if band is None:
        return 0
    by, at = shooter_of(view, number, moved=view.units[number].moved), victim_of(view, foe)
    found = [arm.weapon for arm in armament(view, number).arms if reaches(arm.weapon, gap)]
    return harm(view, foe, sum(power(view.options, weapon, band, by, at, 0) for weapon in found))


def _fixed(view: Battle, number: int, arm: Arm, *, moved: bool) -> bool:
    return moved and weapons()[arm.weapon].has("fixed") and not view.units[number].card.vehicle


def _lobs(kept: Sequence[Arm]) -> bool:
    return any(weapons()[arm.weapon].has("indirect") and not weapons()[arm.weapon].missions for arm in kept)


def _wounds(
    view: Battle,
    kept: Sequence[Arm],
    rows: dict[int, int],
    seen: Sights,
    place: int,
    at: Victim,
    by: Shooter,
    left: int,
) -> list[int]:
    """What the main gun of a vehicle and everything else do to a target: thousandths of wounds."""
    options, cover = view.options, seen.covers[place]
    single = view.units[view.figures[kept[0].figure].unit].card.kind == "individual"
    main = rest = 0
    near = 0
    for arm in kept:
        gap = seen.gaps[rows[arm.figure]][place]
        if gap == UNSEEN:
            continue
        near += gap <= REACHES[SHORT]
        band = band_of(gap)
        if band is None or not reaches(arm.weapon, gap):
            continue
        if has_front_arc(view, arm) and not bears(view, arm, view.units[at.unit].men[0]):
            continue
        does = power(options, arm.weapon, band, by, at, cover, face_of(view, at, arm.figure))
        if is_main_gun(view, arm):
            main += does
        elif single:
            rest = max(rest, does)
        else:
            rest += does
    if left and near and is_large(at):
        rest += min(left, near) * power(options, "panzerfaust", SHORT, by, at, cover)
    return [main, rest]


def _lobbed(view: Battle, kept: Sequence[Arm], at: Victim, by: Shooter) -> list[int]:
    """What mortars do to somebody whom others see."""
    total = 0
    for arm in kept:
        if not weapons()[arm.weapon].has("indirect"):
            continue
        x, y = view.layout.point(arm.figure)
        to_x, to_y = view.layout.point(view.units[at.unit].men[0])
        gap = isqrt((to_x - x) ** 2 + (to_y - y) ** 2)
        band = band_of(gap)
        if band is not None and reaches(arm.weapon, gap):
            total += power(view.options, arm.weapon, band, by, at, 0, unseen=1)
    return [0, total]


def _best(view: Battle, number: int, wounds: dict[int, list[int]], gaps: dict[int, int]) -> Fire:
    """Whom it shoots at: anybody with Battle Awareness, else the nearest whom it can hurt or must shoot at."""
    able = {foe: does for foe, does in wounds.items() if sum(does)}
    if not able:
        return NO_FIRE
    card = view.units[number].card
    harms = {foe: harm(view, foe, sum(does)) for foe, does in able.items()}
    far = REACHES[SHORT] if all(gaps[foe] <= REACHES[SHORT] for foe in able) else REACHES[-1]
    nearest = min((foe for foe in gaps if foe in able or gaps[foe] <= far), key=lambda foe: (gaps[foe], foe))
    free = card.has("battle-awareness") and view.options.battle_awareness == "free-choice"
    if card.vehicle:
        gun = max(able, key=lambda foe: (harm(view, foe, able[foe][0]), -foe))
        value = harm(view, gun, able[gun][0])
        second = harm(view, nearest, able[nearest][1]) if nearest in able else 0
        return Fire(value + second, gun if value else nearest, harms, gaps)
    chosen = free or any(gaps[foe] == UNSEEN for foe in able)
    target = max(harms, key=lambda foe: (harms[foe], -foe)) if chosen else nearest
    return Fire(harms.get(target, 0), target, harms, gaps)
