"""What hits, shots and teams are worth: whole numbers throughout, in thousandths of a figure.

What fire comes to is expected of the game's own scripts (`prices`); here stands what that is worth to a rookie.
"""

from collections.abc import Hashable
from typing import NamedTuple

from sandtable.mechanics.modifiers import total
from sandtable.mechanics.prices import SURE, Price
from sandtable.rulesets.skirmish41.basics.charts import score_of, weapons
from sandtable.rulesets.skirmish41.basics.terrain import NO_COVER
from sandtable.rulesets.skirmish41.basics.units import LEADERS
from sandtable.rulesets.skirmish41.heavy.bomb_modifiers import bomb_modifiers
from sandtable.rulesets.skirmish41.heavy.bombs import shell_of
from sandtable.rulesets.skirmish41.heavy.heavy import band_against, of_use
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.prices.blasts import blast_does, flame_does, hits
from sandtable.rulesets.skirmish41.prices.hulls import damaged
from sandtable.rulesets.skirmish41.prices.small_arms import Behind, Shooting, hit_does, hits_of, hole_does
from sandtable.rulesets.skirmish41.state import Battle, Card, Unit
from sandtable.table.remembered import Remembered

FIGURE = 1000  # what a figure is worth, in what everything here is counted in
AGAIN = 120  # what suppressing a team is worth that is suppressed already
DOES = {"suppressed": 420, "wounded": 600, "disabled": 950, "killed": 1000}
CRIPPLED = {"gone": 1000, "stopped": 700, "blind": 500, "stunned": 300, "weapons": 400}  # thousandths of a vehicle
OPEN = Behind(dispersed=False, soft=False, cover=NO_COVER)  # a hull
CATCHES = (1, 2)  # what of a team one bomb is thought to catch


def of_men(price: Price, *, fresh: bool) -> int:
    """What it is worth to do that to men; `fresh` if their team is not suppressed yet."""
    worth = DOES if fresh else DOES | {"suppressed": AGAIN}
    return sum(price[name] * each for name, each in worth.items()) // SURE


def of_vehicle(price: Price, target: Unit) -> int:
    """What it is worth to do that to a vehicle and its crew."""
    whole = vehicle_worth(target)
    harm = sum(price[name] * share for name, share in CRIPPLED.items()) // SURE
    return min(whole, harm * whole // SURE + price["lost"] * FIGURE // SURE)


class Used(NamedTuple):
    """A shot with anything but a small arm at men: how many it would catch, whether they are in cover, or suppressed."""

    weapon: str
    score: int
    caught: int
    covered: bool
    fresh: bool


class Hulled(NamedTuple):
    """The same at a vehicle with so many aboard."""

    weapon: str
    score: int
    crew: int
    flank: bool
    fresh: bool


# By the options of a battle, and by cards, so that nothing has to be compared that never changes in one.
_SMALL: Remembered[Options, dict[object, int]] = Remembered(lambda _: {}, most=4)
_USED: Remembered[Options, dict[Used, int]] = Remembered(lambda _: {}, most=4)
_HULLS: Remembered[Options, Remembered[Card, dict[Hashable, int]]] = Remembered(
    lambda _: Remembered(lambda _: {}), most=4
)


def small_power(shooting: Shooting, options: Options, *, fresh: bool) -> int:
    """What it is worth that somebody shoots at men."""
    known, key = _SMALL(options), (shooting, fresh)
    if key not in known:
        hit = of_men(hit_does(shooting.weapon, shooting.band, options), fresh=fresh)
        known[key] = hits_of(shooting, options) * hit // SURE
    return known[key]


def hull_power(shooting: Shooting, target: Unit, options: Options, *, flank: bool) -> int:
    """What it is worth that somebody shoots at those in an open vehicle, or at a soft one."""
    known, fresh = _HULLS(options)(target.card), not target.suppression
    key = (shooting, len(target.men), flank, fresh)
    if key not in known:
        aboard = small_power(shooting, options, fresh=fresh) if target.card.open else 0
        hull = 0
        if not target.card.armoured:
            hole = hole_does(shooting.weapon, target.card, len(target.men), options, flank=flank)
            hull = hits_of(shooting._replace(behind=OPEN), options) * of_vehicle(hole, target) // SURE
        known[key] = max(aboard, hull)
    return known[key]


def heavy_power(
    weapon: str, distance: int, target: Unit, options: Options, *, covered: bool, flank: bool = False
) -> int:
    """What one shot with anything but a small arm is worth against a team at a distance."""
    band, table = band_against(weapon, distance, options, vehicle=target.mounted)
    if band is None or not of_use(weapon, target.card if target.mounted else None):
        return 0
    score = score_of(table, band, options) - (_in_cover(options) if covered and table == "bomb" else 0)
    caught = max(1, len(target.men) * CATCHES[0] // CATCHES[1])
    return shot_worth(weapon, score, target, options, caught=caught, covered=covered, flank=flank)


def _in_cover(options: Options) -> int:
    """What the die of a throw at men in cover gets."""
    return total(
        bomb_modifiers(
            options, drop=False, ranged=False, moving=False, target_moving=True, suppressed=False, under_fire=False
        )
    )


def shot_worth(
    weapon: str, score: int, target: Unit, options: Options, *, caught: int, covered: bool, flank: bool
) -> int:
    """What a shot is worth that needs so much, and would catch so many, or strike a vehicle."""
    fresh = not target.suppression
    if target.mounted:
        one = Hulled(weapon, score, len(target.men), flank, fresh)
        known = _HULLS(options)(target.card)
        if one not in known:
            known[one] = _hulled(one, target, options)
        return known[one]
    many = len(target.men) if weapons()[weapon].kind == "flame" else caught
    used, here = Used(weapon, score, many, covered, fresh), _USED(options)
    if used not in here:
        here[used] = _used(used, options)
    return here[used]


def _used(one: Used, options: Options) -> int:
    chance = hits(one.weapon, one.score, options)
    if weapons()[one.weapon].kind == "flame":
        return chance * of_men(flame_does(options), fresh=one.fresh) * one.caught // SURE
    calibre = shell_of(one.weapon, options)
    harm = blast_does(calibre, one.caught, options, covered=one.covered, suppressed=not one.fresh)
    return chance * of_men(harm, fresh=one.fresh) // SURE


def _hulled(one: Hulled, target: Unit, options: Options) -> int:
    chance = hits(one.weapon, one.score, options)
    if weapons()[one.weapon].kind == "bomb":
        inside = blast_does(0, one.crew, options, boxed=True, suppressed=not one.fresh)
        return chance * of_men(inside, fresh=one.fresh) // SURE
    harm = damaged(one.weapon, target.card, one.crew, options, flank=one.flank)
    return chance * of_vehicle(harm, target) // SURE


def vehicle_worth(unit: Unit) -> int:
    """What a vehicle is worth: a quarter of its body points, and its crew; and that it shoots back."""
    return FIGURE * (unit.card.body // 4 + len(unit.men)) * 3 // 4


def team_worth(view: Battle, number: int) -> int:
    """What is left of a team: leaders count twice."""
    unit = view.units[number]
    men = sum([2 if view.figures[man].role in LEADERS else 1 for man in unit.men])
    return FIGURE * men + (FIGURE * (unit.card.body // 4) if unit.mounted else 0)
