"""What dice To Hit, hits of small arms and of AT weapons are expected to do.

Keys are kept few: hits add up as long as enough of a Unit is left.
"""

from typing import Any, NamedTuple

from sandtable.geometry.units import INCH
from sandtable.mechanics.modifiers import total
from sandtable.mechanics.prices import SURE, Prices
from sandtable.mechanics.questions import Found, Staged
from sandtable.rulesets.fraley.basics.charts import vehicles
from sandtable.rulesets.fraley.fire.allocation import CLOSE, Allotted, Valid, halved
from sandtable.rulesets.fraley.fire.hit_dice import Scored, roll_to_hit
from sandtable.rulesets.fraley.fire.shots import Shot, Volley
from sandtable.rulesets.fraley.fire.to_hit import after_moving, at_long_range, is_hopeless, of_the_target, spoils_saves
from sandtable.rulesets.fraley.fire.volley import strike
from sandtable.rulesets.fraley.harm.saves import idle_gun, running
from sandtable.rulesets.fraley.options import Options
from sandtable.rulesets.fraley.sheet import Type, Weapon
from sandtable.rulesets.fraley.state import Battle
from sandtable.rulesets.fraley.umpire.bare import Lot, Noted, Party, Read, battle, lost, staged, vehicle
from sandtable.table.remembered import Remembered

WE, THEY = 0, 1
RIFLE, AT_GUN, AT_IN_HAND = "rifle", "pak40", "panzerschreck"  # what stands for whatever fires dice like these
HITS, TEAMS = 6, 8  # that are priced together: markers come of several hits, and nobody is short of Teams
US = Party("We")
EASY, HARD_TO_HIT = 1, 2  # numbers needed: of which passed Saves are rolled again, and not


class Foe(NamedTuple):
    """A Team as its Saves have it: a gun may be idle, and whoever ran rolls passed Saves again."""

    kind: Type
    vehicle: str = ""
    idle: bool = False
    ran: bool = False

    @property
    def armoured(self) -> bool:
        """Whether it is an Armored Team."""
        return self.vehicle != "" and vehicles()[self.vehicle].armoured


class Seen(NamedTuple):
    """How a Team lies before a weapon: its cover, whether it shows its front, whether it is near."""

    cover: int
    front: bool = True
    near: bool = False


class Shares(NamedTuple):
    """How many Teams are lost, and how many markers placed."""

    lost: float
    markers: float


NONE = Shares(0.0, 0.0)


def foe_of(state: Battle, figure: int) -> Foe:
    """A Team as it is."""
    team = state.figures[figure]
    return Foe(team.kind, team.vehicle, idle_gun(state, figure), running(state, figure))


# ---- what is laid out


def target(options: Options, foe: Foe, teams: int = TEAMS, us: Party = US) -> Battle:
    """So many Teams of a kind, and somebody who fires at them."""
    acted = {"moved": not foe.idle, "fired": not foe.idle}
    lot = vehicle(foe.vehicle, teams) if foe.vehicle else Lot(teams, foe.kind, fields=acted)
    they = Party("They", lots=(lot,), side=1, tank=foe.kind == "tank", fields={"ran": foe.ran})
    return battle(options, us, they, acting=THEY if foe.ran else -1)


def _thrown(options: Options, needed: int, dice: int, aimed: bool) -> Staged:
    """Dice of one weapon To Hit."""
    shot = Shot(0, RIFLE, needed, dice, INCH)
    volley = Volley(WE, THEY, THEY, (shot,), "aimed" if aimed else "fire")

    def read(_after: Battle, scored: Scored, _noted: Noted) -> Found:
        hits = scored.plain + scored.harsh
        return {"hits": hits, "any": hits > 0}

    state = battle(options, Party("We"), Party("They", side=1))
    return staged(state, lambda play: roll_to_hit(play, volley, ()), read)


def _dealt(options: Options, foe: Foe, cover: int, harsh: bool) -> Staged:
    """Hits of small arms on Teams that are alike."""
    state = target(options, foe)
    shot = Shot(0, RIFLE, EASY if harsh else HARD_TO_HIT, HITS, INCH)
    valid = tuple(Valid(man, cover, cover) for man in state.units[THEY].men)
    scored = Scored((), 0 if harsh else HITS, HITS if harsh else 0)
    volley = Volley(WE, THEY, THEY, (shot,), "fire")
    return staged(state, lambda play: strike(play, volley, valid, (), scored), harm_to(state))


def _pierced(options: Options, foe: Foe, seen: Seen, harsh: bool, by_hand: bool) -> Staged:
    """One hit of an AT weapon on one of several Teams."""
    state = target(options, foe)
    man = state.units[THEY].men[0]
    shot = Shot(0, AT_IN_HAND if by_hand else AT_GUN, EASY if harsh else HARD_TO_HIT, 1, INCH)
    allotted = (Allotted(shot, man, 1, seen.cover, seen.near, seen.front, seen.front),)
    valid = (Valid(man, seen.cover, seen.cover),)
    volley = Volley(WE, THEY, THEY, (shot,), "fire")
    return staged(state, lambda play: strike(play, volley, valid, allotted, Scored((1,), 0, 0)), harm_to(state))


def harm_to(before: Battle) -> Read:
    """What has become of the target."""

    def read(after: Battle, _result: object, noted: Noted) -> Found:
        return {"lost": lost(before, after, THEY), "markers": noted.get((THEY, "markers"), 0)}

    return read


thrown_at = Prices(_thrown)
dealt_to = Prices(_dealt)
pierced_by = Prices(_pierced)


# ---- what they come to


class Hits(NamedTuple):
    """How many dice hit, and how likely any does."""

    mean: float
    any: float


_KNOWN: Remembered[Options, dict[object, Any]] = Remembered(lambda _: {}, most=4)  # hashing options takes longer


def thrown(options: Options, needed: int, dice: int = 1, *, aimed: bool = False) -> Hits:
    """What dice of one weapon are expected to hit."""
    if dice <= 0 or is_hopeless(needed):
        return Hits(0.0, 0.0)
    known, key = _KNOWN(options), (needed, dice, aimed)
    found: Hits | None = known.get(key)
    if found is None:
        price = thrown_at(options, needed, dice, aimed)
        found = known[key] = Hits(price["hits"] / SURE, price["any"] / SURE)
    return found


def dealt(options: Options, foe: Foe, cover: int, needed: int) -> Shares:
    """What each of several hits of small arms does."""
    known, key = _KNOWN(options), (foe, cover, spoils_saves(needed))
    found: Shares | None = known.get(key)
    if found is None:
        price = dealt_to(options, *key)
        found = known[key] = Shares(price["lost"] / (HITS * SURE), price["markers"] / (HITS * SURE))
    return found


def pierced(options: Options, foe: Foe, seen: Seen, by: Weapon, needed: int) -> Shares:
    """What the first hit of an AT weapon does."""
    known, key = _KNOWN(options), (foe, seen, spoils_saves(needed), by.infantry_at)
    found: Shares | None = known.get(key)
    if found is None:
        price = pierced_by(options, *key)
        found = known[key] = Shares(price["lost"] / SURE, price["markers"] / SURE)
    return found


def shot_does(
    options: Options, weapon: Weapon, points: int, needed: int, foe: Foe, seen: Seen, *, aimed: bool = False
) -> Shares:
    """What a weapon does with so many Fire Points to Teams that are all alike."""
    hits = points * thrown(options, needed, aimed=aimed).mean
    if not weapon.at:
        each = dealt(options, foe, seen.cover, needed)
        return Shares(hits * each.lost, hits * each.markers)
    if not hits:
        return NONE
    first = pierced(options, foe, seen, weapon, needed)
    if foe.armoured:
        return Shares(hits * first.lost, hits * first.markers)
    dice = halved(options, points, seen.cover, tank=foe.kind == "tank")
    struck = thrown(options, needed, dice, aimed=aimed)
    return Shares(struck.any * first.lost, struck.mean * dealt(options, foe, seen.cover, needed).markers)


def near_enough(gap: int) -> bool:
    """Whether armour saves worse against fire from so far."""
    return gap <= CLOSE


def harder(
    options: Options, *, hidden: bool = False, down: bool = False, moved: bool = False, long: bool = False
) -> int:
    """What concealment, going to ground, a Move before and Long Range add to the number needed."""
    known, key = _KNOWN(options), ("harder", hidden, down, moved, long)
    found: int | None = known.get(key)
    if found is None:
        mods = [*of_the_target(options, hidden=hidden, down=down), *(after_moving(options) if moved else ())]
        found = known[key] = total([*mods, *(at_long_range(options) if long else ())])
    return found
