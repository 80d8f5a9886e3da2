"""A vehicle that is struck, in numbers: the chart, what its row does, and those who sit in it."""

from collections.abc import Awaitable, Callable
from functools import cache
from typing import NamedTuple

from sandtable.dice.readings import Chart
from sandtable.dice.roll import Roll
from sandtable.mechanics.modifiers import Modifier
from sandtable.mechanics.questions import Found, Settled, Unfit
from sandtable.rulesets.skirmish41.casualties import CASUALTY
from sandtable.rulesets.skirmish41.charts import KILLED
from sandtable.rulesets.skirmish41.damage import (
    HARMLESS,
    STRUCK,
    WORDS,
    chart_for,
    damage_modifiers,
    damage_roll,
    occupant_roll,
    pick_roll,
    weapon_roll,
)
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.state import Card
from sandtable.rulesets.skirmish41.wrecks import fuse_roll

from .team import (
    DRIVER,
    OTHER,
    PASSENGER,
    THROWER,
    Man,
    Team,
    diced,
    morale_of_crew,
    one_suffers,
    sort_men,
    suffered,
    total_of,
)

ABANDONED, EXPLODED = "abandoned", "explodes"
CREW_RATING = 2


class Hull(NamedTuple):
    """A vehicle while it is struck: everybody aboard, its weapons, and what has become of it."""

    aboard: Team
    weapons: int
    lost_weapons: int = 0
    immobile: bool = False
    gone: str = ""
    fuse: int = 0
    rows: tuple[str, ...] = ()
    pinned: bool = False


def hull_of(card: Card, crew: int, wounded: int, passengers: int, weapons: int, *, pinned: bool) -> Hull:
    """A vehicle with so many aboard: the driver is one of the unhurt, if anybody of the crew is."""
    if wounded > crew:
        raise Unfit("wounded", f"{wounded} are wounded of {crew}")
    men = [Man(1)] * wounded + [Man()] * (crew - wounded)
    men[-1] = men[-1]._replace(post=DRIVER)
    riders = [Man(0, PASSENGER)] * passengers
    return Hull(Team(sort_men([*men, *riders]), closed=not card.open, inside=True), weapons, pinned=pinned)


async def damaged(
    hull: Hull, card: Card, modifiers: tuple[Modifier, ...], options: Options, aside: object = ()
) -> Hull:
    """The die of a hit, and what its row does."""
    row = (await damage_roll("the vehicle", card, modifiers, options, THROWER)).value
    hull = hull._replace(rows=_worse(hull.rows, row, card, options))
    await Settled(("struck", hull, row, aside))
    if row in STRUCK:
        return hull._replace(aboard=await _occupants(hull.aboard, STRUCK[row], options, (hull, row, aside)))
    done = DONE.get(row)
    return hull if done is None else await done(hull, card, options, (hull, row, aside))


def _worse(rows: tuple[str, ...], row: str, card: Card, options: Options) -> tuple[str, ...]:
    """The rows so far that matter: the worst one for the telling, and one that makes the crew test."""
    order = [name for _, name in chart_for(card, 0, options).rows]
    kept = [one for one in (*rows, row) if one not in HARMLESS] or [row]
    return (max(kept, key=order.index),)


@cache
def _which(able: tuple[Man, ...]) -> Roll[str]:
    """Which of those aboard is hit: of those who are alike it does not matter who."""
    roll = pick_roll(len(able), "Which occupant is hit, the crew counted first", THROWER)
    first = [able.index(man) for man in able]
    rows = tuple((place + 1, str(place)) for place in dict.fromkeys(first))
    words = {str(place): _called(able[place]) for place in first}
    why, because = roll.why, roll.because
    return Roll(
        1, len(able), Chart(rows), why=why, because=because, seat=THROWER, say=words.__getitem__, needs="anything"
    )


@cache
def _effect(name: str, plus: int, options: Options) -> Roll[str]:
    return occupant_roll(name, plus, options, THROWER)


def _called(man: Man) -> str:
    what = man.post or "crewman"
    return f"a wounded {what}" if man.wounds else f"an unhurt {what}"


async def _occupants(aboard: Team, many: int, options: Options, aside: object, plus: int = 1) -> Team:
    """So many of those aboard dice as if hit by a machine gun."""
    able = aboard.men
    stood: tuple[Man, ...] = ()
    so_far = aboard._replace(men=())
    for left in range(min(many, len(able)), 0, -1):
        await Settled(("occupants", so_far, able, stood, left, aside))
        place = int((await _which(able)).value) if len(able) > left else 0
        rolled = await _effect(_called(able[place]), plus, options)
        so_far, stood = one_suffers(so_far, stood, able[place], rolled.value, options)
        able = (*able[:place], *able[place + 1 :])
    return so_far._replace(men=sort_men([*able, *stood]))


# ---- rows that do more than hit somebody


async def _stopped(hull: Hull, _card: Card, _options: Options, _aside: object) -> Hull:
    return hull._replace(immobile=True)


async def _traction(hull: Hull, card: Card, _options: Options, _aside: object) -> Hull:
    return hull._replace(immobile=hull.immobile or card.drive == "wheeled")


def _without_driver(aboard: Team, options: Options) -> Team:
    place = next((place for place, man in enumerate(aboard.men) if man.post == DRIVER), None)
    return aboard if place is None else suffered(aboard, place, KILLED, options)


async def _crash(hull: Hull, _card: Card, options: Options, aside: object) -> Hull:
    """Everybody but the driver dices for the crash, and he is killed."""
    after = _without_driver(hull.aboard, options)

    async def die(_: Team) -> str:
        return (await _effect("an occupant", 0, options)).value

    return hull._replace(aboard=await diced(after, len(after.men), die, options, aside), immobile=True)


async def _driver_killed(hull: Hull, _card: Card, options: Options, _aside: object) -> Hull:
    return hull._replace(aboard=_without_driver(hull.aboard, options))


async def _abandoned(hull: Hull, _card: Card, _options: Options, _aside: object) -> Hull:
    return hull._replace(gone=ABANDONED)


async def exploded(hull: Hull, _card: Card, options: Options, _aside: object) -> Hull:
    """Everybody aboard is killed."""
    aboard = hull.aboard
    while aboard.men:
        aboard = suffered(aboard, 0, KILLED, options)
    return hull._replace(aboard=aboard, gone=EXPLODED)


async def _petrol(hull: Hull, card: Card, options: Options, aside: object) -> Hull:
    return await exploded(hull, card, options, aside) if card.fuel == "petrol" else hull


async def _ammunition(hull: Hull, _card: Card, _options: Options, _aside: object) -> Hull:
    return hull._replace(gone=ABANDONED, fuse=(await fuse_roll("the wreck", THROWER)).value)


async def _weapon(hull: Hull, _card: Card, options: Options, aside: object) -> Hull:
    """A weapon is wrecked; where none works, an occupant is hit."""
    if not hull.weapons:
        return hull._replace(aboard=await _occupants(hull.aboard, 1, options, aside))
    if hull.weapons > 1:
        roll = weapon_roll(hull.weapons, THROWER)
        await Roll(1, hull.weapons, Chart(((1, "wrecked"),)), why=roll.why, because=roll.because, needs="anything")
    return hull._replace(weapons=hull.weapons - 1, lost_weapons=hull.lost_weapons + 1)


DONE: dict[str, Callable[[Hull, Card, Options, object], Awaitable[Hull]]] = {
    "soft-11": _traction,
    "soft-14": _stopped,
    "soft-16": _crash,
    "soft-17": _abandoned,
    "soft-19": exploded,
    "afv-9": _weapon,
    "afv-10": _stopped,
    "afv-16": _driver_killed,
    "afv-17": _petrol,
    "afv-18": _ammunition,
    "afv-20": exploded,
}


def modifiers_against(
    weapon: str, card: Card, options: Options, *, flank: bool, hull_down: bool
) -> tuple[Modifier, ...]:
    """What the damage die gets."""
    return damage_modifiers(weapon, card, flank=flank, hull_down=hull_down, flank_soft=options.flank_bonus_soft)


# ---- what is left of it


async def wreckage(hull: Hull, rating: int = CREW_RATING, aside: object = ()) -> Found:
    """What has become of a vehicle and its crew, after the crew's test if one is due."""
    aboard = hull.aboard
    own = aboard.own
    found = {
        "damage": WORDS[hull.rows[0]] if hull.rows else "none",
        "lost": aboard.out,
        "passengers_lost": aboard.passengers_out,
        "passengers_suppressed": aboard.rider_markers > 0,
        "wounded": sum(man.wounds > 0 for man in own),
        "markers": aboard.markers,
        "weapons_lost": hull.lost_weapons,
        "immobile": hull.immobile,
        "explodes_in": hull.fuse,
    }
    struck = any(row not in HARMLESS for row in hull.rows)
    reasons = (*(("suppressed",) if aboard.markers else ()), *((CASUALTY,) if aboard.out else ()))
    reasons = (*(("hit",) if struck else ()), *reasons)
    if hull.gone or not own:
        return {**found, "morale": "no test", "destroyed": True}
    if not reasons:
        return {**found, "morale": "no test", "destroyed": False}
    await Settled(("crew tests", hull, aside))
    result = await morale_of_crew(total_of(own, rating, suppressed=hull.pinned or aboard.markers > 0), reasons, OTHER)
    return {**found, "morale": result, "destroyed": result == "bales out"}
