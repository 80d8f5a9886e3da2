"""What small arms are expected to do: how many shots hit, and what a hit does to men and to soft vehicles."""

from typing import NamedTuple

from sandtable.mechanics.prices import SURE, Price, Prices
from sandtable.mechanics.questions import Staged
from sandtable.rulesets.skirmish41.basics.charts import SHOTS, weapon_of, weapons
from sandtable.rulesets.skirmish41.fire.shooters import Shooter, shots_with
from sandtable.rulesets.skirmish41.fire.targets import Aim
from sandtable.rulesets.skirmish41.fire.to_hit import Chance, chance_of, effect_modifiers, target_shifts
from sandtable.rulesets.skirmish41.fire.volley import THREE, Landed, Shots, Volley, strike, throw
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.state import Battle, Card
from sandtable.rulesets.skirmish41.umpire.bare import Man, Party, battle, staged
from sandtable.table.remembered import Remembered

from .harm import harm_read
from .hulls import damaged

FEW = 2  # men of whom a hit leaves one: it does the same to more


class Behind(NamedTuple):
    """How a target stands: in dispersed order, all of it in cover, and the least cover of those in sight."""

    dispersed: bool
    soft: bool
    cover: int


class Shooting(NamedTuple):
    """Somebody who shoots as well as he can: with what, in which band, at whom, with how many actions and more points."""

    weapon: str
    band: int
    behind: Behind
    mounted: bool
    actions: int
    bonus: int


def _shot(options: Options, weapon: str, shot: int, chance: Chance) -> Staged:
    """One shot that needs so much."""
    state = battle(options, Party("We", (Man(arms=(weapon,)),)), Party("They", (Man(),)))
    volley = Volley(Aim(1), (Shots(Shooter(0, weapon), 1, shot, chance),))

    def read(_: Battle, hits: tuple[Landed, ...], __: object) -> dict[str, int]:
        return {"hits": sum(one.many for one in hits)}

    return staged(state, lambda play: throw(play, 0, volley), read)


def _struck(options: Options, weapon: str, band: int) -> Staged:
    """A hit on one of a team."""
    state = battle(options, Party("We", (Man(arms=(weapon,)),)), Party("They", (Man(),) * FEW))
    plus, seen = effect_modifiers(weapon, band, options), state.units[1].men
    return staged(state, lambda play: strike(play, 0, 1, -1, seen, plus), harm_read(state))


shot_at = Prices(_shot)
struck = Prices(_struck)

# By the options of a battle, so that nothing has to be compared that never changes in one.
_HITS: Remembered[Options, dict[Shooting, int]] = Remembered(lambda _: {}, most=4)


def hits_of(one: Shooting, options: Options) -> int:
    """The hits of somebody who shoots as carefully as promises most, in thousandths."""
    known = _HITS(options)
    found = known.get(one)
    if found is None:
        found = known[one] = _hits_of(one, options)
    return found


def _hits_of(one: Shooting, options: Options) -> int:
    far = dict(weapon_of(one.weapon, options).reaches)[one.band]
    shifts = target_shifts(options, **one.behind._asdict())
    best = 0
    for shot in range(len(SHOTS)):
        chance = chance_of(one.weapon, shot, far, shifts, options, mounted=one.mounted)
        many = shots_with(one.actions, one.bonus, shot, options) if one.actions > 0 and chance.possible else 0
        if many:
            best = max(best, many * shot_at(options, one.weapon, shot, chance)["hits"])
    return best


def hit_does(weapon: str, band: int, options: Options) -> Price:
    """What a hit does to men: thousandths of those wounded, disabled, killed, and of a team suppressed."""
    return struck(options, weapon, band)


def hole_does(weapon: str, card: Card, crew: int, options: Options, *, flank: bool) -> Price:
    """What a hit does to a soft vehicle: every one of a machine gun dices for damage, or every three of others."""
    whole = damaged("rifle", card, crew, options, flank=flank)
    if weapons()[weapon].has("mg"):
        return whole
    return Price({name: value // THREE for name, value in whole.items()})


__all__ = ["SURE", "Behind", "Shooting", "hit_does", "hits_of", "hole_does"]
