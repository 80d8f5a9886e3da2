"""What fire is worth: of a unit at everybody it sees from where it stands, or would stand; and of all who see it."""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from sandtable.geometry.outlook_kernels import UNSEEN
from sandtable.geometry.units import inches
from sandtable.rulesets.d10.basics.charts import SHORT
from sandtable.rulesets.d10.basics.units import between, engaged, on_table
from sandtable.rulesets.d10.fire.targets import candidates, picks_freely
from sandtable.rulesets.d10.melee.blows import Round
from sandtable.rulesets.d10.prices.actions import bout
from sandtable.rulesets.d10.prices.batteries import Arsenal, all_do, arsenal, lobbed_do
from sandtable.rulesets.d10.prices.sights import Count, Ranks, Sights, sights, spotted_by
from sandtable.rulesets.d10.state import Battle
from sandtable.table.remembered import hangs_on

from .worth import harm, part

LATER = (1, 2)  # what the fire of somebody counts who has acted this turn
STORMED = inches(8)  # from so near tanks are assaulted: a Move and an assault move


class Fire(NamedTuple):
    """The best that fire can do: what it is worth, at whom; what it does to each."""

    value: int
    target: int
    harms: dict[int, int]


NO_FIRE = Fire(0, -1, {})


def fire_of(view: Battle, number: int, *, foes: Sequence[int] | None = None) -> Fire:
    """What a unit can do by shooting from where it stands in this view, at its best target or the one it must take."""
    return fires_of((view,), number, candidates(view, number) if foes is None else foes)[0]


def fires_of(views: Sequence[Battle], number: int, foes: Sequence[int]) -> list[Fire]:
    """What it can do as all stand in each of several views, which differ in nothing else."""
    found = arsenal(views[0], number)
    if not found.batteries or not foes:
        return [NO_FIRE] * len(views)
    lobs = any(one.lobbed for one in found.batteries)
    return [
        _fire(view, number, found, dict(zip(foes, seen, strict=True)), lobs=lobs)
        for view, seen in zip(views, sights(views, found.looks, foes), strict=True)
    ]


def _fire(view: Battle, number: int, found: Arsenal, seen: dict[int, Sights], *, lobs: bool) -> Fire:
    wounds: dict[int, tuple[int, int]] = {}
    for foe, one in seen.items():
        if one.gap < UNSEEN:
            wounds[foe] = all_do(view, found, (view, foe), one.counts, one.cover)
        elif lobs and foe in spotted_by(view, view.units[number].side):
            wounds[foe] = lobbed_do(view, number, foe)
    return _best(view, number, wounds, {foe: seen[foe].gap for foe in wounds})


def _best(view: Battle, number: int, wounds: dict[int, tuple[int, int]], gaps: dict[int, int]) -> Fire:
    """Whom it shoots at: anybody with Battle Awareness, else the nearest whom it can hurt or must shoot at."""
    able = {foe: does for foe, does in wounds.items() if sum(does)}
    if not able:
        return NO_FIRE
    card = view.units[number].card
    harms = {foe: harm(view, foe, sum(does)) for foe, does in able.items()}
    reach = view.options.tables.reaches
    far_off = reach[SHORT] if all(gaps[foe] <= reach[SHORT] for foe in able) else reach[-1]
    nearest = min((foe for foe in gaps if foe in able or gaps[foe] <= far_off), key=lambda foe: (gaps[foe], foe))
    if card.vehicle:
        gun = max(able, key=lambda foe: (harm(view, foe, able[foe][0]), -foe))
        value = harm(view, gun, able[gun][0])
        second = harm(view, nearest, able[nearest][1]) if nearest in able else 0
        return Fire(value + second, gun if value else nearest, harms)
    chosen = picks_freely(view, number, ()) or any(gaps[foe] == UNSEEN for foe in able)
    target = max(harms, key=lambda foe: (harms[foe], -foe)) if chosen else nearest
    return Fire(harms.get(target, 0), target, harms)


# ---- what is to be feared


class Threats(NamedTuple):
    """Enemy units that may shoot, and all their bases; the table as it is before any of them moves.

    `owners` says of each rank of these bases of which unit it is, and the how manyth of its own.
    """

    by: Battle
    foes: dict[int, Arsenal]
    looks: Ranks
    owners: list[tuple[int, int]]


@hangs_on(lambda view, _: (view.layout, view.units, view.figures), most=8)
def threats(view: Battle, side: int) -> Threats:
    """All enemies of a side who could shoot at it, as they would if they stayed where they are."""
    by = replace(view, units=tuple([replace(unit, moved=False) if unit.moved else unit for unit in view.units]))
    able = [foe for foe in on_table(view, 1 - side) if not view.units[foe].panicked and not engaged(view, foe)]
    foes = {foe: arsenal(by, foe) for foe in able}
    figures = [figure for armed in foes.values() for one in armed.batteries for figure in one.figures]
    looks = Ranks.of(tuple(dict.fromkeys(figures)), [rank for armed in foes.values() for rank in armed.ranks])
    owners = [(foe, place) for foe, armed in foes.items() for place in range(len(armed.ranks))]
    return Threats(by, foes, looks, owners)


def danger(view: Battle, number: int) -> tuple[int, int]:
    """What a unit must expect to lose where it stands."""
    return dangers((view,), number, threats(view, view.units[number].side))[0]


def dangers(views: Sequence[Battle], number: int, feared: Threats) -> list[tuple[int, int]]:
    """What a unit must expect to lose in each of several views, if everybody who sees it shoots at it once.

    And what of that comes from enemies on Hold.
    """
    if not feared.looks.viewers:
        return [(0, 0)] * len(views)
    return [
        _danger(view, number, feared, seen)
        for view, (seen,) in zip(views, sights(views, feared.looks, (number,)), strict=True)
    ]


def _danger(view: Battle, number: int, feared: Threats, seen: Sights) -> tuple[int, int]:
    shots: dict[int, list[Count]] = {}
    for rank, *count in seen.counts:
        foe, place = feared.owners[rank]
        shots.setdefault(foe, []).append((place, *count))  # type: ignore[arg-type]
    total = held = 0
    for foe, counts in shots.items():
        wounds = sum(all_do(feared.by, feared.foes[foe], (view, number), counts, seen.cover))
        total += part(wounds, LATER) if view.units[foe].done else wounds
        held += wounds * view.units[foe].hold
    if view.units[number].card.has("armoured"):
        total += _stormed(view, number)
    return harm(view, number, total), harm(view, number, held)


def _stormed(view: Battle, number: int) -> int:
    """What enemy infantry near a tank may do to it with grenades."""
    side = view.units[number].side
    foes = [foe for foe in on_table(view, 1 - side) if not view.units[foe].panicked]
    return sum(
        bout(view, (foe, view.units[foe].men), (number, ()), Round((foe,))).dealt
        for foe in foes
        if not view.units[foe].card.individual and between(view, foe, number) <= STORMED
    )
