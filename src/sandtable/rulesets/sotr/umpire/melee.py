"""Hand-to-hand: combats, several against one, and breaking from a fight."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec

from sandtable.mechanics.questions import Found, Staged, asks, field
from sandtable.play.script import Play
from sandtable.play.shown import Fact
from sandtable.rulesets.sotr.melee.blows import Combat as Pair
from sandtable.rulesets.sotr.melee.blows import fight_all, out_of_it
from sandtable.rulesets.sotr.melee.break_off import stands
from sandtable.rulesets.sotr.nerve.cool import takes_tests
from sandtable.rulesets.sotr.options import Options
from sandtable.rulesets.sotr.state import Battle, Card
from sandtable.rulesets.sotr.units.crews import HMG

from .bare import FATE, TURN, Man, Party, battle, card_of, fate, men_of, platoon, staged
from .fields import ARMOUR, LEAVES_TARGET, Armour, TargetArmour
from .machines import damage
from .victims import Shaken, described

ATTACKER, DEFENDER = 0, 1
UNHURT, OUT = "unhurt", ("down", "goner", "destroyed")
HIGHER = {"nobody": 0, "attacker": 1, "defender": -1}


class Fighters(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Two kinds of models that fight each other: the attackers charged, if anybody did."""

    attacker_armour: Annotated[
        Armour, field("Armour", "the column of the wound table", role="attacker", fact="armour")
    ] = "unarmored"
    attacker_weapon: Annotated[
        bool, field("Close Combat Weapon", "a pistol, a machine pistol, claws", role="attacker", fact="close_weapon")
    ] = False
    charging: Annotated[bool, field("Charging", "the attacker charged this turn")] = True
    caught: Annotated[bool, field("Caught them", "he touched one who fell back or fled from his charge")] = False
    hurdled: Annotated[bool, field("Over an obstacle", "he assaults across a low wall")] = False
    attacker_disorganized: Annotated[
        bool, field("Disorganized", "counts only if he did not charge", role="attacker", fact="disorganized")
    ] = False
    attacker_encumbered: Annotated[bool, field("Encumbered", "the attacker carries a Move or Fire weapon")] = False
    attacker_horror: Annotated[bool, field("HORROR", "the attacker causes it", role="attacker", fact="horror")] = False
    attacker_frenzied: Annotated[bool, field("Frenzied", "the attacker is", role="attacker", fact="frenzied")] = False
    attacker_rear: Annotated[
        int,
        field("Mecha", "rear armour if the attacker is a mecha; 0 if not", role="attacker", fact="rear", ge=0, le=20),
    ] = 0
    higher: Annotated[Literal["nobody", "attacker", "defender"], field("Higher up", "whose base is higher")] = "nobody"
    defender_armour: Annotated[
        Armour, field("Armour", "the column of the wound table", role="defender", fact="armour")
    ] = "unarmored"
    defender_weapon: Annotated[
        bool, field("Close Combat Weapon", "a pistol, a machine pistol, claws", role="defender", fact="close_weapon")
    ] = False
    defender_disorganized: Annotated[
        bool, field("Disorganized", "the defender is", role="defender", fact="disorganized")
    ] = False
    defender_encumbered: Annotated[bool, field("Encumbered", "the defender carries a Move or Fire weapon")] = False
    defender_prone: Annotated[bool, field("Prone", "the defender lies", role="defender", fact="prone")] = False
    defender_horror: Annotated[bool, field("HORROR", "the defender causes it", role="defender", fact="horror")] = False
    defender_frenzied: Annotated[bool, field("Frenzied", "the defender is", role="defender", fact="frenzied")] = False
    defender_rear: Annotated[
        int,
        field("Mecha", "rear armour if the defender is a mecha; 0 if not", role="defender", fact="rear", ge=0, le=20),
    ] = 0


def attackers(given: Fighters, count: int) -> list[Party]:
    """So many of those who attack: what they did in their charge is noted of the turn in which they did it."""
    turns = {"charged": given.charging, "caught": given.caught, "hurdled": given.hurdled}
    each = {name: TURN * so for name, so in turns.items()} | {"frenzied": given.attacker_frenzied}
    card = fighting_card(given.attacker_armour, given.attacker_rear, horror=given.attacker_horror)
    men = men_of(count, weapons=armed(close=given.attacker_weapon, laden=given.attacker_encumbered), **each)
    return fighters("the attacker", card, men, ATTACKER, disorganized=given.attacker_disorganized)


def defenders(given: Fighters, count: int) -> list[Party]:
    """So many of those who are attacked."""
    each: dict[str, Any] = {"prone": given.defender_prone, "frenzied": given.defender_frenzied}
    card = fighting_card(given.defender_armour, given.defender_rear, horror=given.defender_horror)
    men = men_of(count, weapons=armed(close=given.defender_weapon, laden=given.defender_encumbered), **each)
    return fighters("the defender", card, men, DEFENDER, disorganized=given.defender_disorganized)


def fighters(name: str, card: Card, men: tuple[Man, ...], side: int, *, disorganized: bool) -> list[Party]:
    """Men of one unit; machines are a unit each."""
    groups = [(man,) for man in men] if card.machine else [men]
    return [Party(name, card, group, side, fields={"disorganized": disorganized}) for group in groups]


def fighting_card(armour: str, rear: int, *, horror: bool) -> Card:
    """The card of a man, a monster or a mecha in hand-to-hand."""
    hull, kind = ((rear, rear, rear), "mecha") if rear else ((), "infantry")
    return card_of(kind, armour=ARMOUR[armour], horror="horror" if horror else "", hull=hull)


def armed(*, close: bool, laden: bool) -> tuple[str, ...]:
    """A Move or Fire weapon or some other, and a Close Combat Weapon."""
    return (HMG if laden else "rifle", *(("pistol",) if close else ()))


def befell(after: Battle, noted: Mapping[Fact, int | str], figure: int) -> str:
    """What has become of a model, in words."""
    number = after.figures[figure].unit
    if after.units[number].machine:
        found = reversed(list(damage(after, number).items()))
        return next((name.replace("_", " ") for name, so in found if so), UNHURT)
    if figure not in after.units[number].men:
        return "goner"
    if after.figures[figure].down:
        return "down"
    return "flesh wound" if (number, "flesh wound") in noted else UNHURT


class Combat(Fighters, frozen=True, kw_only=True):
    """One combat of two models."""

    attacker_dice: Annotated[
        int, field("Attacker's dice", "as the second opponent of a model 2, and so on", ge=1, le=6)
    ] = 1
    defender_dice: Annotated[
        int, field("Defender's dice", "as the second opponent of a model 2, and so on", ge=1, le=6)
    ] = 1


@asks(
    "fight",
    "A combat of two models",
    clauses=("sotr.hth.roll", "sotr.hth.hits", "sotr.hth.multi-dice", "sotr.hth.best-two", "sotr.hth.wounds"),
)
def fight(given: Combat, options: Options) -> Staged:
    """Two models fight: who is hit, and what does it do?"""
    state = battle(options, *attackers(given, 1), *defenders(given, 1))
    pairs = (Pair(0, 1, (given.attacker_dice, given.defender_dice), HIGHER[given.higher]),)

    def read(after: Battle, _: object, noted: Mapping[Fact, int | str]) -> Found:
        attacker, defender = (befell(after, noted, man) for man in (ATTACKER, DEFENDER))
        return {"attacker": attacker, "defender": defender, "hits": noted.get((ATTACKER, "hits"), 0)}

    return staged(state, lambda play: fight_all(play, pairs), read, heeds=frozenset({"hits", "flesh wound"}))


class Several(Fighters, frozen=True, kw_only=True):
    """One model against several that are alike, one after another."""

    outnumbered: Annotated[Literal["defender", "attacker"], field("Alone", "who is alone against the others")] = (
        "defender"
    )
    opponents: Annotated[int, field("Opponents", "how many fight the one", ge=1, le=5)] = 3


@asks(
    "fight-several",
    "Several against one",
    clauses=("sotr.hth.multi-dice", "sotr.hth.best-two", "sotr.hth.ex-zombies"),
)
def fight_several(given: Several, options: Options) -> Staged:
    """One model against several, one after another."""
    beset = given.outnumbered == "defender"
    counts = (given.opponents, 1) if beset else (1, given.opponents)
    state = battle(options, *attackers(given, counts[0]), *defenders(given, counts[1]))
    everybody = tuple(range(len(state.figures)))
    lone, many = (everybody[-1], everybody[:-1]) if beset else (everybody[0], everybody[1:])
    higher = HIGHER[given.higher]
    pairs = tuple(
        Pair(man, lone, (dice, 1), higher) if beset else Pair(lone, man, (1, dice), higher)
        for dice, man in enumerate(many, 1)
    )

    def read(after: Battle, _: object, noted: Mapping[Fact, int | str]) -> Found:
        return {"alone": befell(after, noted, lone), "opponents_out": sum(out_of_it(after, man) for man in many)}

    return staged(state, lambda play: fight_all(play, pairs), read, heeds=frozenset({"flesh wound"}))


class BreakingOff(Shaken, frozen=True, kw_only=True):
    """A unit that has lost a GONER in hand-to-hand and is outnumbered."""

    armour: TargetArmour = "unarmored"
    engaged: Annotated[int, field("Engaged", "models of it still in the fight", ge=1, le=12)] = 4
    each: Annotated[int, field("Opponents each", "enemies in contact with every one of them", ge=1, le=4)] = 1


@asks(
    "break-off",
    "Break test in hand-to-hand",
    clauses=("sotr.hth.break", "sotr.hth.break-hit", "sotr.hth.break-state"),
    leaves=LEAVES_TARGET,
)
def break_off(given: BreakingOff, options: Options) -> Staged:
    """Does a unit break from hand-to-hand, and what does that cost it?"""
    foes = Party("the enemy", card_of(), men_of(given.each * given.engaged))
    unit = described(given, given.engaged + 1)  # its Officer, or somebody, stands apart
    parties = unit, foes, *platoon(given.platoon or None, 0)
    plain = battle(options, *parties)
    (_, *men), theirs = plain.units[0].men, plain.units[1].men
    engaged = tuple((men[place // given.each], foe) for place, foe in enumerate(theirs))
    state = msgspec.structs.replace(plain, engaged=engaged)

    async def begin(play: Play[Battle]) -> None:
        if takes_tests(play.state, 0):
            await stands(play, 0)

    def read(after: Battle, _: object, noted: Mapping[Fact, int | str]) -> Found:
        return fate(state, after, noted, 0)

    return staged(state, begin, read, "no roll: it takes no tests", heeds=FATE)
