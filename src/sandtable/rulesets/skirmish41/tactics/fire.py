"""What fire is expected to do: a team's own from a place, and that of everybody who sees it there."""

from bisect import bisect_left
from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import NamedTuple

from sandtable.geometry.angle import in_arc
from sandtable.rulesets.skirmish41.basics.charts import ENDLESS, band_of, weapon_of, weapons
from sandtable.rulesets.skirmish41.basics.terrain import HARD, NO_COVER
from sandtable.rulesets.skirmish41.basics.units import bonus_of, left, rate
from sandtable.rulesets.skirmish41.fire.crews import crew_of
from sandtable.rulesets.skirmish41.fire.shooters import mounted_guns, small_arm
from sandtable.rulesets.skirmish41.fire.targets import ARC, cover_aboard, dispersed
from sandtable.rulesets.skirmish41.heavy.heavy import ITEMS, has_rounds, no_small_arms
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.prices.small_arms import Behind, Shooting
from sandtable.rulesets.skirmish41.spotting.spotting import plain_within
from sandtable.rulesets.skirmish41.state import Battle, Card, Point, Unit
from sandtable.table.remembered import Remembered, hangs_on

from .goals import place_of
from .stands import Line, Looks, Stand
from .worth import heavy_power, hull_power, small_power, team_worth, vehicle_worth

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

    def with_fewer(self, actions: int) -> "Guns":
        """The same with no more than so many actions of each: the rest they spend on something else."""
        small = tuple([(arm, bonus, min(own, actions), many) for arm, bonus, own, many in self.small])
        return Guns(small, self.heavy if actions > 1 else (), self.ahead)

    def without_heavy(self) -> "Guns":
        """Small arms alone."""
        return Guns(self.small, (), self.ahead)


NO_GUNS = Guns((), ())
FEARED = Guns(UNKNOWN, ())


def guns_of(view: Battle, number: int, *, fresh: bool) -> Guns:
    """What a team can fire: now with the actions it has left, or `fresh` at the start of its next part."""
    return _guns(view, number, fresh)


def _its_own(view: Battle, number: int, _fresh: bool) -> tuple[object, ...]:
    """A team and its men; and where these stand, if one of them wants his loader at hand."""
    unit, figures = view.units[number], view.figures
    men = [figures[man] for man in unit.men]
    served = [figure for figure in men if _is_served(figure.arms)]
    return view.layout if served else None, unit, *men


@lru_cache(maxsize=256)
def _is_served(arms: tuple[str, ...]) -> bool:
    return any(weapons()[arm].has("loader") for arm in arms)


@hangs_on(_its_own)
def _guns(view: Battle, number: int, fresh: bool) -> Guns:
    unit = view.units[number]
    if unit.routing or unit.frozen or unit.stunned or unit.card.kind == "dummy":
        return NO_GUNS
    if unit.mounted:
        return _mounted(view, number, fresh=fresh)
    small: dict[tuple[str, int, int], int] = {}
    for man in unit.men:
        figure = view.figures[man]
        weapon = small_arm(figure.arms)
        actions = rate(figure) - (1 if unit.suppression else 0) if fresh else left(view, man)
        if weapon is None or actions < 1 or (weapons()[weapon].has("tripod") and not unit.ready):
            continue
        bonus = bonus_of(view, man, weapon) - (0 if fresh else figure.burst)
        key = (weapon, bonus, actions)
        small[key] = small.get(key, 0) + 1
    held = dict.fromkeys([arm for man in unit.men for arm in no_small_arms(view.figures[man].arms)])
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


ALIKE = ("rifle-grenade", "flamethrower")  # by whose bands other weapons are fired at men, or at vehicles


class Harms(NamedTuple):
    """What a weapon does, by distance: `harms[n]` as far as `ends[n]`, the last of them beyond all ends."""

    ends: tuple[int, ...]
    harms: tuple[int, ...]


def _by_distance(weapon: str, options: Options, does: Callable[[int], int]) -> Harms:
    """What a weapon does at every distance: it changes only where a band ends."""
    lines = [weapon_of(name, options) for name in (weapon, *ALIKE)]
    ends = sorted(
        {end for line in lines for end in (line.nearest - 1, *dict(line.reaches).values(), *line.at_vehicles)}
    )
    return Harms(tuple(ends), tuple([does(end) for end in (*ends, ENDLESS)]))


Known = dict[Hashable, Harms]
# By the options of a battle, and by cards, so that nothing has to be compared that never changes in one.
_AT_MEN: Remembered[Options, dict[Hashable, Known]] = Remembered(lambda _: {}, most=4)
_AT_HULLS: Remembered[Options, Remembered[Card, dict[Hashable, Known]]] = Remembered(
    lambda _: Remembered(lambda _: {}), most=4
)


class Target:
    """A team that is shot at, wherever it may stand: what each weapon does to it is worked out once for each cover."""

    __slots__ = ("_known", "mounted", "options", "spread", "unit", "worth")

    def __init__(self, view: Battle, number: int, *, spread: bool) -> None:
        self.unit = unit = view.units[number]
        self.options = view.options
        self.mounted = unit.mounted
        self.spread = spread
        self.worth = vehicle_worth(unit) if self.mounted else team_worth(view, number)
        alike = _AT_HULLS(view.options)(unit.card) if self.mounted else _AT_MEN(view.options)
        self._known: Known = alike.setdefault((spread, unit.suppression > 0), {})

    def harm(self, guns: Guns, line: Line, *, flank: bool = False, mounted: bool = False) -> int:
        """What some guns do to it along a line."""
        known, found, men, (gap, cover) = self._known, 0, len(self.unit.men), line
        for weapon, bonus, actions, many in guns.small:
            key = weapon, bonus, actions, cover, flank, mounted, men if self.mounted else 0
            power = known.get(key) or self._small(key)
            found += many * power.harms[bisect_left(power.ends, gap)]
        for weapon in guns.heavy:
            power = known.get((weapon, cover, flank, men)) or self._heavy(weapon, cover, flank)
            found += power.harms[bisect_left(power.ends, gap)]
        return min(found, self.worth)

    def _small(self, key: tuple[str, int, int, int, bool, bool, int]) -> Harms:
        weapon, bonus, actions, cover, flank, mounted, _ = key
        behind = behind_armour(self.unit) if self.mounted else in_cover(cover, spread=self.spread)

        def does(distance: int) -> int:
            band = band_of(weapon, distance, self.options)
            if band is None:
                return 0
            shooting = Shooting(weapon, band, behind, mounted, actions, bonus)
            if self.mounted:
                return hull_power(shooting, self.unit, self.options, flank=flank)
            return small_power(shooting, self.options, fresh=not self.unit.suppression)

        self._known[key] = found = _by_distance(weapon, self.options, does)
        return found

    def _heavy(self, weapon: str, cover: int, flank: bool) -> Harms:
        covered = cover > NO_COVER

        def does(distance: int) -> int:
            return heavy_power(weapon, distance, self.unit, self.options, covered=covered, flank=flank)

        self._known[weapon, cover, flank, len(self.unit.men)] = found = _by_distance(weapon, self.options, does)
        return found


def target_of(view: Battle, number: int) -> Target:
    """A team as it stands now."""
    return Target(view, number, spread=not view.units[number].mounted and dispersed(view, number))


def behind_armour(unit: Unit) -> Behind:
    """How those stand who sit in a vehicle."""
    return Behind(dispersed=False, soft=False, cover=cover_aboard(unit.card))


def in_cover(cover: int, *, spread: bool) -> Behind:
    """Men in such cover, or in none, in dispersed order or not."""
    return Behind(spread, cover > NO_COVER, HARD if cover == HARD else NO_COVER)


class Foe(NamedTuple):
    """An enemy team that is known: as a target, where it is, and what it shoots with in its next part."""

    target: Target
    unit: Unit
    place: Point
    guns: Guns


class Fight:
    """A team and all enemies that it knows of: what would come of fire at any of the places that were looked at."""

    __slots__ = ("_hidden", "_plain", "_view", "_whole", "foes", "mine", "sights", "unit")

    def __init__(self, view: Battle, number: int, sights: Looks) -> None:
        self._view = view
        self.unit = view.units[number]
        self.sights = sights
        self.mine = target_of(view, number)
        self.foes = [
            Foe(target_of(view, foe), view.units[foe], place_of(view, foe), guns_of(view, foe, fresh=True))
            for foe in sights.foes
        ]
        self._whole = team_worth(view, number)
        self._plain = plain_within(view.options)
        self._hidden = ["panzerfaust", *_hidden_guns(view, self.unit.side)] if self.mine.mounted else []

    def best_fire(self, guns: Guns, place: int, stand: Stand) -> int:
        """The best that the team could do with some guns from a place, at anybody who is spotted."""
        best, mounted = 0, self.mine.mounted
        for foe, line in zip(self.foes, self.sights.sees[place], strict=True):
            if line is None or not foe.unit.spotted:
                continue
            used = guns
            if guns.ahead and not points_at(stand.points[0], stand.bearing, foe.place):
                used = Guns(guns.small if not mounted else (), ())
            flank = foe.target.mounted and is_flank(self._view, foe.unit, stand.middle)
            best = max(best, foe.target.harm(used, line, flank=flank, mounted=mounted))
        return best

    def danger(self, place: int, stand: Stand) -> int:
        """What the team must expect at a place, if everybody who sees it there shoots at it once."""
        found = self._unseen(self.sights.feared[place])
        for foe, line in zip(self.foes, self.sights.suffers[place], strict=True):
            if line is None:
                continue
            flank = self.mine.mounted and not _ahead_wide(stand, foe.place)
            harm = self.mine.harm(foe.guns, line, flank=flank, mounted=foe.target.mounted)
            if not self.unit.spotted and (line.cover or line.gap > self._plain):
                harm = harm * HIDDEN[0] // HIDDEN[1]
            found += harm
        return min(found, self._whole)

    def _unseen(self, lines: list[Line]) -> int:
        """What is feared of the unseen: rifles; for a tank a Panzerfaust, and any gun of theirs that is hidden."""
        found, options = 0, self._view.options
        for line in lines:
            if self.mine.mounted:
                hidden = [heavy_power(arm, line.gap, self.unit, options, covered=False) for arm in self._hidden]
                found += max(hidden, default=0) * LURKS[0] // LURKS[1]
            else:
                found += self.mine.harm(FEARED, line) * DOUBT[0] // DOUBT[1]
        return found


def points_at(here: Point, bearing: int, there: Point) -> bool:
    """Whether a weapon that fires only ahead points at a place."""
    return bool(in_arc(bearing, ARC, there[0] - here[0], there[1] - here[1]))


def is_flank(view: Battle, vehicle: Unit, point: Point) -> bool:
    """Whether a point lies behind the front of a hull, roughly."""
    x, y = view.layout.point(vehicle.hull)
    return not in_arc(view.layout.bearing(vehicle.hull), 900, point[0] - x, point[1] - y)


def _hidden_guns(view: Battle, side: int) -> list[str]:
    """The guns on the other side's list that nobody has seen yet."""
    return [
        unit.card.gun for unit in view.units if unit.side != side and unit.card.gun and unit.alive and not unit.spotted
    ]


def _ahead_wide(stand: Stand, there: Point) -> bool:
    here = stand.points[0]
    return bool(in_arc(stand.bearing, 900, there[0] - here[0], there[1] - here[1]))
