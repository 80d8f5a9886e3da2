"""Hand-to-hand: combats, several against one, and breaking from a fight."""

from collections.abc import Hashable
from typing import Annotated, Literal

import msgspec

from sandtable.mechanics.questions import Asked, Found, Question, Settled, Unfit, field
from sandtable.rulesets.sotr.armour import PROOF
from sandtable.rulesets.sotr.blows import Fighter, Scores, clash, modifiers
from sandtable.rulesets.sotr.options import Options
from sandtable.rulesets.sotr.wound_dice import DOWN, FLESH, GONER, Wounding, worst, wound_roll

from .fields import ARMOUR, LEAVES_TARGET, Armour, TargetArmour, hits_of
from .machines import State, struck_often
from .victims import NOT_TESTED, Shaken, is_passed, nerve_of

UNHURT = "unhurt"
WORDS = {FLESH: "flesh wound", DOWN: "down", GONER: "goner"}
OUT = ("down", "goner", "destroyed")
IN_MELEE = Wounding("hand-to-hand", ranged=False)


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


def fighters(given: Fighters) -> tuple[Fighter, Fighter]:
    """Both as the modifiers want to know them."""
    one = Fighter(
        close_weapon=given.attacker_weapon,
        charging=given.charging,
        caught=given.caught,
        hurdled=given.hurdled,
        disorganized=given.attacker_disorganized and not given.charging,
        encumbered=given.attacker_encumbered and not given.attacker_rear,
        higher=given.higher == "attacker",
        horror=given.attacker_horror,
        frenzied=given.attacker_frenzied,
        mecha=given.attacker_rear > 0,
    )
    other = Fighter(
        close_weapon=given.defender_weapon,
        disorganized=given.defender_disorganized,
        encumbered=given.defender_encumbered and not given.defender_rear,
        higher=given.higher == "defender",
        horror=given.defender_horror,
        prone=given.defender_prone,
        frenzied=given.defender_frenzied,
        mecha=given.defender_rear > 0,
    )
    return one, other


async def round_of(given: Fighters, dice: tuple[int, int]) -> Scores:
    """The dice of one combat."""
    one, other = fighters(given)
    names = ("the attacker", "the defender")
    return await clash(dice, (modifiers(one), modifiers(other)), (True, True), names=names, seats=(0, 1))


async def suffers(hits: int, armour: str, rear: int, options: Options, whose: str, *so_far: Hashable) -> str:
    """What hits in hand-to-hand do to a model: the wound table, or a mecha's rear armour."""
    if not hits:
        return UNHURT
    if rear:
        state = await struck_often(State(immobilised=False, weapon_lost=False), hits, 0, rear, *so_far)
        return next((name.replace("_", " ") for name, so in reversed(list(state.found.items())) if so is True), UNHURT)
    dice = hits if options.wound_die_per == "hit" else 1
    why = f"{hits_of(hits)} on the {whose}"
    rolled = await wound_roll(dice, ARMOUR[armour], IN_MELEE, why, ("sotr.hth.wounds", "sotr.hth.hits"), seat=0)
    return WORDS[worst(rolled.value)]


async def combat(given: Fighters, dice: tuple[int, int], options: Options, *so_far: Hashable) -> tuple[int, str, str]:
    """One combat: the hits, and what becomes of attacker and defender; `so_far` is what else matters by then."""
    scores = await round_of(given, dice)
    won = scores.attacker > scores.defender
    await Settled(("combat", dice, scores.hits, won, *so_far))
    if won:
        return (
            scores.hits,
            UNHURT,
            await suffers(scores.hits, given.defender_armour, given.defender_rear, options, "defender", won, *so_far),
        )
    return (
        scores.hits,
        await suffers(scores.hits, given.attacker_armour, given.attacker_rear, options, "attacker", won, *so_far),
        UNHURT,
    )


def _signs(given: Fighters) -> str:
    one, other = fighters(given)
    sums = [sum(modifier.value for modifier in modifiers(each)) for each in (one, other)]
    return f"attacker {sums[0]:+d}, defender {sums[1]:+d}"


class Combat(Fighters, frozen=True, kw_only=True):
    """One combat of two models."""

    attacker_dice: Annotated[
        int, field("Attacker's dice", "as the second opponent of a model 2, and so on", ge=1, le=6)
    ] = 1
    defender_dice: Annotated[
        int, field("Defender's dice", "as the second opponent of a model 2, and so on", ge=1, le=6)
    ] = 1


def fight(given: Combat, options: Options) -> Asked:
    """Both roll, the two highest dice count, the difference is hits."""
    one, other = fighters(given)

    async def trial() -> Found:
        hits, attacker, defender = await combat(given, (given.attacker_dice, given.defender_dice), options)
        return {"attacker": attacker, "defender": defender, "hits": hits}

    return Asked(f"the higher score: {_signs(given)}", (*modifiers(one), *modifiers(other)), trial)


class Several(Fighters, frozen=True, kw_only=True):
    """One model against several that are alike, one after another."""

    outnumbered: Annotated[Literal["defender", "attacker"], field("Alone", "who is alone against the others")] = (
        "defender"
    )
    opponents: Annotated[int, field("Opponents", "how many fight the one", ge=1, le=5)] = 3


def fight_several(given: Several, options: Options) -> Asked:
    """The n-th opponent rolls n dice; it ends when the one is out of it."""
    one, other = fighters(given)
    alone = given.outnumbered
    for name in ("attacker_rear", "defender_rear"):
        if 0 < getattr(given, name) < PROOF:
            raise Unfit(name, "hands can damage it, and damage adds up: ask about fight, one combat after another")

    async def trial() -> Found:
        lost, lone = 0, UNHURT
        hurts = [UNHURT, "flesh wound", "shaken", "immobilised", "weapon lost", *OUT]
        for number in range(1, given.opponents + 1):
            await Settled(("opponent", number, lost, lone))
            if lone in OUT:
                lone = "goner" if lone == "down" and options.down_slain_same_phase else lone
                break
            dice = (number, 1) if alone == "defender" else (1, number)
            _, attacker, defender = await combat(given, dice, options, number, lost, lone)
            mine, his = (defender, attacker) if alone == "defender" else (attacker, defender)
            lost += his in OUT
            lone = max(lone, mine, key=hurts.index)
        return {"alone": lone, "opponents_out": lost}

    return Asked(f"the higher score: {_signs(given)}", (*modifiers(one), *modifiers(other)), trial)


class BreakingOff(Shaken, frozen=True, kw_only=True):
    """A unit that has lost a GONER in hand-to-hand and is outnumbered."""

    armour: TargetArmour = "unarmored"
    engaged: Annotated[int, field("Engaged", "models of it still in the fight", ge=1, le=12)] = 4
    each: Annotated[int, field("Opponents each", "enemies in contact with every one of them", ge=1, le=4)] = 1


def break_off(given: BreakingOff, options: Options) -> Asked:
    """Failed, every opponent scores a hit on whoever turns his back, and the survivors flee."""
    on = nerve_of(given)

    def stood(test: str) -> Found:
        state = {"disorganized": given.disorganized, "fleeing": given.fleeing}
        return {"break_test": test, "goners": 0, "down": 0, **state}

    async def trial() -> Found:
        if given.mindless:
            return stood(NOT_TESTED)
        if await is_passed(on, "Break test in hand-to-hand", "sotr.hth.break", "sotr.hth.break-factors"):
            return stood("passed")
        goners = down = 0
        for man in range(1, given.engaged + 1):
            await Settled(("parting blows", man, goners, down))
            said = await suffers(given.each, given.armour, 0, options, f"model {man} that runs")
            goners += said == "goner"
            down += said == "down"
        return {"break_test": "failed", "goners": goners, "down": down, "disorganized": True, "fleeing": True}

    return Asked(f"{on.needed} or less on 2D6, on the Cool of {on.whose}", on.modifiers, trial)


QUESTIONS = (
    Question(
        "fight",
        "Two models fight: who is hit, and what does it do?",
        Combat,
        fight,
        ("sotr.hth.roll", "sotr.hth.hits", "sotr.hth.multi-dice", "sotr.hth.best-two", "sotr.hth.wounds"),
        title="A combat of two models",
    ),
    Question(
        "fight-several",
        "One model against several, one after another.",
        Several,
        fight_several,
        ("sotr.hth.multi-dice", "sotr.hth.best-two", "sotr.hth.ex-zombies"),
        title="Several against one",
    ),
    Question(
        "break-off",
        "Does a unit break from hand-to-hand, and what does that cost it?",
        BreakingOff,
        break_off,
        ("sotr.hth.break", "sotr.hth.break-hit", "sotr.hth.break-state"),
        title="Break test in hand-to-hand",
        leaves=LEAVES_TARGET,
    ),
)
