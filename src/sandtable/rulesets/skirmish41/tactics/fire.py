"""What fire is expected to do: a team's own from a place, and that of everybody who sees it there."""

from typing import NamedTuple

from sandtable.geometry.angle import in_arc
from sandtable.rulesets.skirmish41.basics.charts import band_of, weapon_of, weapons
from sandtable.rulesets.skirmish41.basics.terrain import HARD, NO_COVER
from sandtable.rulesets.skirmish41.basics.units import bonus_of, left, rate
from sandtable.rulesets.skirmish41.fire.crews import crew_of
from sandtable.rulesets.skirmish41.fire.shooters import mounted_guns
from sandtable.rulesets.skirmish41.fire.targets import ARC, cover_aboard, dispersed
from sandtable.rulesets.skirmish41.heavy.heavy import ITEMS, has_rounds
from sandtable.rulesets.skirmish41.prices.small_arms import Behind, Shooting
from sandtable.rulesets.skirmish41.spotting.spotting import plain_within
from sandtable.rulesets.skirmish41.state import Battle, Figure, Point, Unit
from sandtable.table.remembered import Remembered

from .goals import place_of
from .stands import Line, Looks, Stand
from .worth import heavy_power, hull_power, small_power, small_powers, team_worth, vehicle_worth

Figures = tuple[Figure, ...]
MOUNTED = "vehicle-mg"
UNKNOWN = (("rifle", 0, 2, 3),)  # what is feared of those who are not seen
DOUBT = (1, 4)  # and what of that counts: there may be nobody, and he may not see us
HIDDEN = (1, 3)  # what counts of the fire at somebody in cover whom they have not spotted
LURKS = (1, 6)  # how likely it is just the one marker


class Guns(NamedTuple):
    """What a team shoots with: small arms as (weapon, bonus, actions, how many), and everything else."""

    small: tuple[tuple[str, int, int, int], ...]
    heavy: tuple[str, ...]
    ahead: bool = False  # it fires only straight ahead


NO_GUNS = Guns((), ())
# By the figures: what was found last of each team, beside the team as it was then, which may be suppressed since.
_GUNS: Remembered[Figures, dict[tuple[int, bool], tuple[Unit, Guns]]] = Remembered(lambda _: {}, most=4)


def guns_of(view: Battle, number: int, *, fresh: bool) -> Guns:
    """What a team can fire: now with the actions it has left, or `fresh` at the start of its next part."""
    known, unit = _GUNS(view.figures), view.units[number]
    found = known.get((number, fresh))
    if found is None or found[0] is not unit:
        found = known[number, fresh] = unit, _guns(view, number, fresh=fresh)
    return found[1]


def _guns(view: Battle, number: int, *, fresh: bool) -> Guns:
    unit = view.units[number]
    if unit.routing or unit.frozen or unit.stunned or unit.card.kind == "dummy":
        return NO_GUNS
    if unit.mounted:
        return _mounted(view, number, fresh=fresh)
    small: dict[tuple[str, int, int], int] = {}
    for man in unit.men:
        figure = view.figures[man]
        weapon = next((arm for arm in figure.arms if weapons()[arm].kind == "small"), None)
        actions = rate(figure) - (1 if unit.suppression else 0) if fresh else left(view, man)
        if weapon is None or actions < 1 or (weapons()[weapon].has("tripod") and not unit.ready):
            continue
        bonus = bonus_of(view, man, weapon) - (0 if fresh else figure.burst)
        key = (weapon, bonus, actions)
        small[key] = small.get(key, 0) + 1
    held = dict.fromkeys(arm for man in unit.men for arm in view.figures[man].arms if weapons()[arm].kind != "small")
    heavy = [arm for arm in held if has_rounds(view, number, arm)]
    if unit.card.kind == "gun" and unit.hull >= 0 and unit.card.gun not in unit.wrecked:
        heavy.append(unit.card.gun)
    heavy += [item for item in dict.fromkeys(unit.items) if item in ITEMS and item not in {"grenade", "rifle-grenade"}]
    return Guns(tuple((*key, many) for key, many in small.items()), tuple(heavy), unit.card.kind == "gun")


def _mounted(view: Battle, number: int, *, fresh: bool) -> Guns:
    unit = view.units[number]
    guns = mounted_guns(view, number) if not fresh else []
    many = len(guns) if not fresh else sum(mount not in unit.wrecked for mount in unit.card.mounts)
    actions = max((rate(view.figures[man]) if fresh else left(view, man) for man in unit.men), default=0)
    bonus = weapon_of(MOUNTED, view.options).bonus
    small = ((MOUNTED, bonus, actions, many),) if many else ()
    gun = unit.card.gun
    works = gun and gun not in unit.wrecked and unit.optics and bool(crew_of(view, number, gun))
    return Guns(small, (gun,) if works and (fresh or not unit.shot) else (), not unit.card.has("turret"))


# ---- at men and hulls


def does(
    view: Battle, guns: Guns, line: Line, foe: int, behind: Behind, *, flank: bool = False, mounted: bool = False
) -> int:
    """What some guns do to a team along a line."""
    unit, options = view.units[foe], view.options
    hull, fresh, gap = unit.mounted, not unit.suppression, line.gap
    known = small_powers(options)  # asked for thousands of times
    found = 0
    for weapon, bonus, actions, many in guns.small:
        band = band_of(weapon, gap, options)
        if band is None:
            continue
        if hull:
            shooting = Shooting(weapon, band, behind, mounted, actions, bonus)
            found += many * hull_power(shooting, unit, options, flank=flank)
            continue
        key = (weapon, band, behind, mounted, actions, bonus), fresh
        power = known.get(key)
        found += many * (small_power(Shooting(*key[0]), options, fresh=fresh) if power is None else power)
    for weapon in guns.heavy:
        found += heavy_power(weapon, line.gap, unit, options, covered=line.cover > NO_COVER, flank=flank)
    return min(found, vehicle_worth(unit) if hull else team_worth(view, foe))


def behind_of(view: Battle, foe: int, cover: int) -> Behind:
    """How a team stands to who shoots at it, with the least cover of those in sight."""
    unit = view.units[foe]
    if unit.mounted:
        return Behind(dispersed=False, soft=False, cover=cover_aboard(unit.card))
    return in_cover(cover, spread=dispersed(view, foe))


def in_cover(cover: int, *, spread: bool) -> Behind:
    """Men in such cover, or in none, in dispersed order or not."""
    return Behind(spread, cover > NO_COVER, HARD if cover == HARD else NO_COVER)


def best_fire(
    view: Battle,
    number: int,
    looks: Looks,
    place: int,
    stand: Stand,
    *,
    fresh: bool,
    actions: int = 9,
    small: bool = False,
) -> int:
    """The best that a team could do from a place, at anybody who is spotted; with `small` arms only, or with everything."""
    unit = view.units[number]
    guns = guns_of(view, number, fresh=fresh)
    if small:
        guns = guns._replace(heavy=())
    if actions < 9:
        fewer = tuple((arm, bonus, min(own, actions), many) for arm, bonus, own, many in guns.small)
        guns = Guns(fewer, guns.heavy if actions > 1 else (), guns.ahead)
    best = 0
    for foe, line in zip(looks.foes, looks.sees[place], strict=True):
        if line is None or not view.units[foe].spotted:
            continue
        used = guns
        if guns.ahead and not points_at(stand.points[0], stand.bearing, place_of(view, foe)):
            used = Guns(guns.small if not unit.mounted else (), ())
        flank = view.units[foe].mounted and is_flank(view, view.units[foe], stand.middle)
        behind = behind_of(view, foe, line.cover)
        best = max(best, does(view, used, line, foe, behind, flank=flank, mounted=unit.mounted))
    return best


def points_at(here: Point, bearing: int, there: Point) -> bool:
    """Whether a weapon that fires only ahead points at a place."""
    return bool(in_arc(bearing, ARC, there[0] - here[0], there[1] - here[1]))


def is_flank(view: Battle, vehicle: Unit, point: Point) -> bool:
    """Whether a point lies behind the front of a hull, roughly."""
    x, y = view.layout.point(vehicle.hull)
    return not in_arc(view.layout.bearing(vehicle.hull), 900, point[0] - x, point[1] - y)


def danger(view: Battle, number: int, looks: Looks, place: int, stand: Stand, *, spread: bool) -> int:
    """What a team must expect at a place, if everybody who sees it there shoots at it once."""
    unit = view.units[number]
    found = 0
    for foe, line in zip(looks.foes, looks.suffers[place], strict=True):
        if line is None:
            continue
        guns = guns_of(view, foe, fresh=True)
        behind = behind_of(view, number, line.cover) if unit.mounted else in_cover(line.cover, spread=spread)
        flank = unit.mounted and not _ahead_wide(stand, place_of(view, foe))
        harm = does(view, guns, line, number, behind, flank=flank, mounted=view.units[foe].mounted)
        if not unit.spotted and (line.cover or line.gap > plain_within(view.options)):
            harm = harm * HIDDEN[0] // HIDDEN[1]
        found += harm
    return min(found + _unseen(view, number, looks.feared[place], spread=spread), team_worth(view, number))


def _unseen(view: Battle, number: int, lines: list[Line], *, spread: bool) -> int:
    """What is feared of those who are not seen: rifles; for a tank a Panzerfaust, and any gun of theirs that is hidden."""
    unit = view.units[number]
    hidden = ["panzerfaust", *_hidden_guns(view, unit.side)] if unit.mounted else []
    found = 0
    for line in lines:
        if unit.mounted:
            harm = max((heavy_power(arm, line.gap, unit, view.options, covered=False) for arm in hidden), default=0)
            found += harm * LURKS[0] // LURKS[1]
        else:
            behind = in_cover(line.cover, spread=spread)
            found += does(view, Guns(UNKNOWN, ()), line, number, behind) * DOUBT[0] // DOUBT[1]
    return found


def _hidden_guns(view: Battle, side: int) -> list[str]:
    """The guns on the other side's list that nobody has seen yet."""
    return [
        unit.card.gun for unit in view.units if unit.side != side and unit.card.gun and unit.alive and not unit.spotted
    ]


def _ahead_wide(stand: Stand, there: Point) -> bool:
    here = stand.points[0]
    return bool(in_arc(stand.bearing, 900, there[0] - here[0], there[1] - here[1]))
