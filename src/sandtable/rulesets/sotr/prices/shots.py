"""What a shot and a hit are expected to do to men and to machines."""

from collections.abc import Mapping
from typing import NamedTuple

from sandtable.mechanics.prices import SURE, Prices
from sandtable.mechanics.questions import Staged
from sandtable.play.script import Play
from sandtable.play.shown import Fact
from sandtable.rulesets.sotr.fire.hit_dice import Dice, Scored, roll_hits
from sandtable.rulesets.sotr.fire.throwing import coming_back_roll
from sandtable.rulesets.sotr.harm.armour import strike
from sandtable.rulesets.sotr.harm.recovery import recover
from sandtable.rulesets.sotr.harm.wound_dice import Wounding
from sandtable.rulesets.sotr.harm.wounds import wound_models
from sandtable.rulesets.sotr.options import Options
from sandtable.rulesets.sotr.state import Battle
from sandtable.rulesets.sotr.umpire.bare import Party, battle, card_of, staged
from sandtable.rulesets.sotr.umpire.machines import damage, machine
from sandtable.rulesets.sotr.umpire.victims import THEM, US

WE = Party("We", card_of())
UNDYING = ("undying",)


class Harm(NamedTuple):
    """Thousandths of men who are GONERs, and who are DOWN."""

    goners: int
    down: int


class Damage(NamedTuple):
    """Thousandths of machines that are destroyed, damaged for good, and Shaken."""

    destroyed: int
    damaged: int
    shaken: int


def _shot(options: Options, needed: int, heads: bool) -> Staged:
    """One shot that needs so much."""

    async def begin(_: Play[Battle]) -> tuple[Scored, ...]:
        return await roll_hits((Dice(1, needed, Wounding(""), heads=heads),), why="", seat=0)

    def read(_: Battle, scores: tuple[Scored, ...], __: Mapping[Fact, int | str]) -> dict[str, int]:
        heads_hit = sum(one.hits for one in scores if one.how.goner)
        return {"hits": sum(one.hits for one in scores), "heads": heads_hit}

    return staged(battle(options, WE), begin, read)


def _wounded(options: Options, armour: int, how: Wounding) -> Staged:
    """A hit on a man."""
    state = battle(options, WE, Party("They", card_of(armour=armour)))
    (man,) = state.units[THEM].men

    def read(after: Battle, _: object, __: object) -> dict[str, int]:
        there = man in after.units[THEM].men
        return {"goners": int(not there), "down": int(there and after.figures[man].down)}

    return staged(state, lambda play: wound_models(play, ((man, 1),), how, US, ()), read)


def _struck(options: Options, pen: int, armour: int, by_hand: bool) -> Staged:
    """A hit on a machine."""
    state = battle(options, WE, machine((armour, armour, armour), immobilised=False, weapon_lost=False))
    (hull,) = state.units[THEM].men
    hit = lambda play: strike(play, hull, pen, "front", US, (), by_hand)  # noqa: E731  # a coroutine
    return staged(state, hit, lambda after, _, __: damage(after))


def _recovered(options: Options, armour: int, undying: bool) -> Staged:
    """A man who is DOWN, in Maintenance."""
    card = card_of(armour=armour, traits=UNDYING if undying else ())
    state = battle(options, WE, Party("They", card, ({"down": True},)))
    (man,) = state.units[THEM].men
    read = lambda after, _, __: {"up": int(man in after.units[THEM].men and not after.figures[man].down)}  # noqa: E731
    return staged(state, lambda play: recover(play, THEM, ()), read)


def _came_back(options: Options) -> Staged:
    """A grenade attack."""

    async def begin(_: Play[Battle]) -> int:
        return int(bool((await coming_back_roll("", "sotr.grenade.coming-back", 0, options)).value))

    return staged(battle(options, WE), begin, lambda _, back, __: {"back": back})


shot_at = Prices(_shot)
wounded = Prices(_wounded)
struck = Prices(_struck)
recovered = Prices(_recovered)
came_back = Prices(_came_back)


def hits(options: Options, needed: int, *, heads: bool = False) -> int:
    """How likely a shot hits that needs so much, in thousandths; with `heads` a six does by itself."""
    return shot_at(options, needed, heads)["hits"]


def wounds(options: Options, armour: int, how: Wounding) -> Harm:
    """What a hit does to a man with such armour."""
    found = wounded(options, armour, how)
    return Harm(found["goners"], found["down"])


def breaches(options: Options, pen: int, armour: int, *, by_hand: bool = False) -> Damage:
    """What a hit does to such armour."""
    found = struck(options, pen, armour, by_hand)
    return Damage(found["destroyed"], found["immobilised"] + found["weapon_lost"], found["shaken"])


def stays_down(options: Options, armour: int, *, undying: bool) -> int:
    """How likely a man who is DOWN does not get up again next time, in thousandths."""
    return SURE - recovered(options, armour, undying)["up"]


def comes_back(options: Options) -> int:
    """How likely a grenade of an attack comes back, in thousandths."""
    return came_back(options)["back"]
