"""What a hit is expected to do to a vehicle: whether it is lost, stopped, blind or stunned, and men and weapons lost."""

from functools import lru_cache

from msgspec.structs import replace

from sandtable.mechanics.prices import Price, Prices
from sandtable.mechanics.questions import Staged
from sandtable.rulesets.skirmish41.basics.charts import weapons
from sandtable.rulesets.skirmish41.basics.facing import Aspect
from sandtable.rulesets.skirmish41.harm.damage import damage
from sandtable.rulesets.skirmish41.heavy.bombs import set_on_fire
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.state import Battle, Card
from sandtable.rulesets.skirmish41.umpire.bare import Man, Party, Read, battle, staged

WE = Party("We", (Man(),))
FEW = 3  # men of a crew that stand for all of it


def _hull(options: Options, card: Card, crew: int) -> Battle:
    return battle(options, WE, Party("They", (Man("driver"), *(Man("crewman"),) * (crew - 1)), card))


def _fate(before: Battle) -> Read:
    def read(after: Battle, _: object, __: object) -> dict[str, int]:
        was, now = before.units[1], after.units[1]
        there = not now.afoot and bool(now.men)
        return {
            "gone": int(not there),
            "stopped": int(there and now.immobile),
            "blind": int(there and not now.optics),
            "stunned": int(there and now.stunned > 0),
            "weapons": len(now.wrecked) if there else 0,
            "lost": len(was.men) - len(now.men),
        }

    return read


def _damaged(options: Options, weapon: str, card: Card, crew: int, flank: bool) -> Staged:
    """A hit by a weapon."""
    state = _hull(options, card, crew)
    return staged(state, lambda play: damage(play, 1, weapon, 0, Aspect(flank=flank)), _fate(state))


def _alight(options: Options, weapon: str, card: Card, crew: int) -> Staged:
    """Fire on an AFV."""
    state = _hull(options, card, crew)
    return staged(state, lambda play: set_on_fire(play, 0, 1, weapon, 0), _fate(state))


hit = Prices(_damaged)
alight = Prices(_alight)


@lru_cache(maxsize=256)
def _plain(card: Card) -> Card:
    """Of a card what a hit may read."""
    return replace(card, troop="", title="", nation="", points=0, body=0, seats=0)


def damaged(weapon: str, card: Card, crew: int, options: Options, *, flank: bool) -> Price:
    """What a hit of a weapon does to a vehicle."""
    line, few = weapons()[weapon], max(1, min(FEW, crew))
    if card.armoured and (line.has("fire") or line.kind == "flame"):
        found = alight(options, weapon, _plain(card), few)
    else:
        found = hit(options, weapon, _plain(card), few, flank)
    return found if few == crew else Price(found | {"lost": found["lost"] * crew // few})
