"""What fire that meets a charge, fights on foot and blows at tanks are expected to do."""

from typing import NamedTuple

from sandtable.geometry.units import INCH
from sandtable.mechanics.prices import SURE, Prices
from sandtable.mechanics.questions import Found, Staged
from sandtable.rulesets.fraley.fire.fire_modes import Struck
from sandtable.rulesets.fraley.fire.hit_dice import Scored, roll_to_hit
from sandtable.rulesets.fraley.fire.shots import Shot, Volley
from sandtable.rulesets.fraley.fire.to_hit import is_hopeless
from sandtable.rulesets.fraley.melee import close_combat
from sandtable.rulesets.fraley.melee.counter_attack import Broken, fight
from sandtable.rulesets.fraley.melee.halting import stops
from sandtable.rulesets.fraley.options import Options
from sandtable.rulesets.fraley.state import Battle, Level
from sandtable.rulesets.fraley.umpire.bare import Lot, Noted, Party, battle, lost, staged
from sandtable.rulesets.fraley.umpire.break_off import Breaking, break_off

from .fire import RIFLE, THEY, WE, Foe, Shares, harm_to, target

FARTHEST = 12  # inches that are told apart
FEW = 3  # Teams of a side in a fight that is priced: more of them win and lose in much the same way


class Met(NamedTuple):
    """Fire that a charge meets: the Fire Points that hit, and how likely they halt it."""

    hits: float
    halted: float


class Fight(NamedTuple):
    """A fight on foot: Teams that are dealt with and lost, and that break off on either side."""

    dealt: float
    taken: float
    flee: float
    own_flee: float


def _met(options: Options, needed: int, dice: int) -> Staged:
    """Dice at those who charge on foot."""
    shot = Shot(0, RIFLE, needed, dice, INCH)
    volley = Volley(WE, THEY, THEY, (shot,), "reaction")

    def read(_after: Battle, scored: Scored, _noted: Noted) -> Found:
        hits = scored.plain + scored.harsh
        return {"hits": hits, "halted": stops([Struck(THEY, hits, 0)], armour=False)}

    state = battle(options, Party("We"), Party("They", side=1))
    return staged(state, lambda play: roll_to_hit(play, volley, ()), read)


def _at_tank(options: Options, level: Level, weapons: tuple[str, ...], vehicle: str) -> Staged:
    """A Team that strikes at a vehicle."""
    state = target(options, Foe("tank", vehicle), 1, Party("We", level, (Lot(weapons=weapons),)))
    us, them = close_combat.Party(WE), close_combat.Party(THEY)
    return staged(state, lambda play: close_combat.strike(play, us, them), harm_to(state))


def _fought(options: Options, ours: Level, theirs: Level, teams: int, enemies: int) -> Staged:
    """A fight on foot up to who breaks off: the first strike is ours, and everybody is in reach."""
    lots = Lot(teams, weapons=(RIFLE,)), Lot(enemies, weapons=(RIFLE,))
    state = battle(options, Party("We", ours, lots[:1]), Party("They", theirs, lots[1:], side=1))
    us, them = close_combat.Party(WE, stands=True), close_combat.Party(THEY, stands=True)

    def read(after: Battle, broken: Broken | None, _noted: Noted) -> Found:
        gone = broken.party.unit if broken is not None else -1
        return {
            "dealt": lost(state, after, THEY),
            "taken": lost(state, after, WE),
            "flee": len(after.units[THEY].men) if gone == THEY else 0,
            "own_flee": len(after.units[WE].men) if gone == WE else 0,
        }

    return staged(state, lambda play: fight(play, us, them), read)


def _left(options: Options, gap: int, stays: bool) -> Staged:
    """A Team so many inches from its attackers breaks off, or has to stay, and they follow."""
    found = break_off.ask(Breaking(gap=gap, stays=stays), options)
    assert isinstance(found, Staged)
    return found


met_by = Prices(_met)
struck_at = Prices(_at_tank)
fought_out = Prices(_fought)
left_by = Prices(_left)


def met(options: Options, needed: int, dice: int) -> Met:
    """What so many dice do to those who charge on foot."""
    if dice <= 0 or is_hopeless(needed):
        return Met(0.0, 0.0)
    price = met_by(options, needed, dice)
    return Met(price["hits"] / SURE, price["halted"] / SURE)


def blow_does(options: Options, level: Level, weapons: tuple[str, ...], vehicle: str) -> Shares:
    """What a Team that strikes does to a vehicle."""
    price = struck_at(options, level, weapons, vehicle)
    return Shares(price["lost"] / SURE, price["markers"] / SURE)


def fought(options: Options, ours: Level, theirs: Level, teams: int, enemies: int) -> Fight:
    """What a fight between so many Teams comes to if we strike first; of many on both sides a few stand for all."""
    most = max(teams, enemies)
    few = min(most, FEW)
    us, them = (max(1, (2 * many * few + most) // (2 * most)) for many in (teams, enemies))
    price = fought_out(options, ours, theirs, us, them)
    dealt = min(enemies, price["dealt"] * teams / (us * SURE))  # the more strike, the more are removed
    taken = min(teams, price["taken"] * enemies / (them * SURE))
    flee, own = price["flee"] * enemies / (them * SURE), price["own_flee"] * teams / (us * SURE)
    return Fight(dealt, taken, flee, own)


def overrun(options: Options, gap: int, *, stays: bool = False) -> float:
    """How likely a Team of a Unit that breaks off is lost to those who follow, being so far from them."""
    return 1 - left_by(options, min(gap // INCH, FARTHEST), stays)["gets_clear"] / SURE
