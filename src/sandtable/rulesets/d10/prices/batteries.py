"""What the arms of a unit are expected to do to a target, from how far off each of its bases sees it."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sandtable.geometry.kernel import ints
from sandtable.geometry.outlook_kernels import UNSEEN
from sandtable.mechanics.goals import far
from sandtable.mechanics.prices import REMEMBERED
from sandtable.rulesets.d10.basics.charts import LARGE, SHORT, limit_of, lobs, nearest_of, weapon
from sandtable.rulesets.d10.basics.units import between, size_of
from sandtable.rulesets.d10.fire.arms import Arm, arms, has_front_arc, is_main_gun, rockets
from sandtable.rulesets.d10.fire.volley import AP, HE, Loaded, Seen, shot_of
from sandtable.rulesets.d10.harm.armour import FRONT
from sandtable.rulesets.d10.state import Battle
from sandtable.table.remembered import hangs_on

from .actions import body, wounds_of
from .sights import Count, Rank, Ranks, counted


class Battery(NamedTuple):
    """Arms of a unit that are alike: one of them, the bases of all; whether it is a main gun, has an arc, is lobbed.

    `says` is a number for all that a shot hangs on of whoever fires it, `blast` how many it catches at most; then its range.
    """

    arm: Arm
    figures: tuple[int, ...]
    main: bool
    front: bool
    lobbed: bool
    says: int
    blast: int
    least: int
    most: int


class Arsenal(NamedTuple):
    """What a unit can fire now: all of it, or one at a time; and Panzerfausts in the hands of as many as are near.

    `ranks` are its batteries as they look for targets, in the same order, and those who are near enough for a Panzerfaust.
    """

    batteries: tuple[Battery, ...]
    single: bool
    fists: Battery | None
    many: int
    ranks: tuple[Rank, ...]
    looks: Ranks


def arsenal(by: Battle, number: int) -> Arsenal:
    """What a unit can fire now."""
    unit = by.units[number]
    return _arsenal(by, number, unit.moved, unit.missions, unit.items)


@hangs_on(lambda by, number, *_: (by.figures, by.options, by.units[number].men), most=64)
def _arsenal(by: Battle, number: int, _moved: bool, _missions: int, _items: tuple[str, ...]) -> Arsenal:
    unit = by.units[number]
    alike: dict[tuple[str, bool], list[Arm]] = {}
    for arm in arms(by, number):
        alike.setdefault((arm.weapon, arm.figure == unit.gun), []).append(arm)
    many = rockets(by, number)
    fists = _battery(by, number, [Arm(man, "panzerfaust") for man in unit.men]) if many else None
    every = tuple([_battery(by, number, several) for several in alike.values()])
    ranks = [Rank(one.figures, one.least, one.most, one.front) for one in every]
    if fists:
        ranks.append(Rank(fists.figures, -1, by.options.tables.reaches[SHORT]))
    looks = Ranks.of(unit.bodies, ranks)
    return Arsenal(every, unit.card.kind == "individual", fists, many, tuple(ranks), looks)


def _battery(by: Battle, number: int, several: Sequence[Arm]) -> Battery:
    one, unit, options = several[0], by.units[number], by.options
    fired = weapon(one.weapon, options)
    crew = min(len(unit.men), max(2, fired.crew))
    return Battery(
        one,
        tuple([arm.figure for arm in several]),
        is_main_gun(by, one),
        has_front_arc(by, one),
        lobs(one.weapon, options),
        _SORTS.setdefault((options, one.weapon, unit.card, unit.moved, crew, one.figure == unit.gun), len(_SORTS)),
        max(fired.blast, fired.he_blast),
        nearest_of(one.weapon, options),
        limit_of(one.weapon, options),
    )


_SORTS: dict[object, int] = {}  # of arms, by number: a key that is looked up often should not be long
_KNOWN: dict[object, int] = {}


def _does(by: Battle, one: Battery, band: int, at: tuple[Battle, int], cover: int, face: int, seen: bool) -> int:
    """Thousandths of wounds that an arm takes off a target, with the better of two shells."""
    view, target = at
    men = view.units[target].men
    caught = min(len(men), one.blast)
    key = (one.says, band, cover, face, seen, body(view, target), size_of(by, men[0]), caught)
    known = _KNOWN.get(key)
    if known is None:
        there = Seen(min(by.options.tables.reaches[band], one.most), men[0], cover, (), face, caught)
        shells = (AP, HE) if weapon(one.arm.weapon, by.options).he else ("",)
        number = by.figures[one.arm.figure].unit
        shots = [shot_of(by, number, Loaded(one.arm, shell, not seen), there) for shell in shells]
        known = max([wounds_of(view, target, [shot]) for shot in shots if shot is not None], default=0)
        if len(_KNOWN) >= REMEMBERED:
            del _KNOWN[next(iter(_KNOWN))]
        _KNOWN[key] = known
    return known


def all_do(
    by: Battle, found: Arsenal, at: tuple[Battle, int], counts: Iterable[Count], cover: int, *, seen: bool = True
) -> tuple[int, int]:
    """What the main gun of a vehicle and all other arms of a unit do to a target, of which so many have it so near."""
    view, target = at
    main = rest = near = 0
    for rank, band, face, many in counts:
        if rank == len(found.batteries):
            near += many
            continue
        one = found.batteries[rank]
        wounds = many * _does(by, one, band, at, cover, face, seen)
        if one.main:
            main += wounds
        else:
            rest = max(rest, wounds) if found.single else rest + wounds
    if near and found.fists and seen and view.figures[view.units[target].men[0]].size >= LARGE:
        rest += min(found.many, near) * _does(by, found.fists, SHORT, at, cover, FRONT, seen)
    return main, rest


def _from(view: Battle, found: Arsenal, foe: int, gaps: Sequence[int]) -> list[Count]:
    """How many of each rank have an enemy how near, if these are the gaps from those who look."""
    apart = ints(gaps).reshape(1, len(gaps), 1)
    return [(rank, band, face, many) for _, _, rank, band, face, many in counted(
        view, view.layout.bodies[None], apart, found.looks, (foe,)
    )]  # fmt: skip


def lobbed_do(view: Battle, number: int, foe: int) -> tuple[int, int]:
    """What mortars do to somebody whom others see."""
    to = view.layout.point(view.units[foe].men[0])
    found = arsenal(view, number)
    lobbed = {figure for one in found.batteries if one.lobbed for figure in one.figures}
    gaps = [far(view.layout.point(man), to) if man in lobbed else UNSEEN for man in found.looks.viewers]
    return all_do(view, found, (view, foe), _from(view, found, foe, gaps), 0, seen=False)


def in_the_open(view: Battle, number: int, foe: int) -> int:
    """What a unit would do to another about as far off as it is now, if it saw it in the open."""
    found = arsenal(view, number)
    gaps = [between(view, number, foe)] * len(found.looks.viewers)
    return sum(all_do(view, found, (view, foe), _from(view, found, foe, gaps), 0))
