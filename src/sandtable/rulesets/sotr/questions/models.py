"""Shots at one model, wounds, fuel tanks, and shots into a fight."""

from typing import Annotated

import msgspec

from sandtable.mechanics.questions import Asked, Found, Question, Settled, Unfit, field
from sandtable.rulesets.sotr.charts import rate_of_fire, weapon_of
from sandtable.rulesets.sotr.hit_dice import MISSED, roll_at_model
from sandtable.rulesets.sotr.options import Options
from sandtable.rulesets.sotr.volley import scattered_roll
from sandtable.rulesets.sotr.wound_dice import DOWN, FLESH, GONER, TANK, Wounding, worst, wound_roll

from .fields import (
    ARMOUR,
    SMALL_ARMS,
    Aimed,
    Armour,
    Camo,
    Charging,
    Cover,
    Elevated,
    Inches,
    Overwatch,
    Prone,
    Smoke,
    TargetArmour,
    TargetSize,
    hits_of,
)
from .fire import dice_of, needed_of, shot_of, takes_aim
from .victims import wounds_of

WORDS = {MISSED: "missed", FLESH: "flesh wound", DOWN: "down", GONER: "goner", TANK: "goner, and its fuel goes up"}


def befalls(said: int, *, was_down: bool, ranged: bool = True) -> int:
    """What a result does: DOWN is a GONER to one whom shooting finds DOWN already."""
    return GONER if said == DOWN and was_down and ranged else said


class OneTarget(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Shots that were allocated to one model."""

    armour: TargetArmour = "unarmored"
    was_down: Annotated[bool, field("DOWN", "the model is DOWN already")] = False
    carries_fuel: Annotated[bool, field("Flamethrower", "the model carries one: its tanks may be hit")] = False
    weapon: Annotated[str, field("Weapon", "what is fired", role="shooter", fact="weapon", choices=SMALL_ARMS)] = (
        "semi-auto"
    )
    shots: Annotated[int, field("Shots", "how many are allocated to it", ge=1, le=20)] = 3
    concentrated: Annotated[
        int, field("Concentrated", "models that give up their fire for one shot at it; 0 for none", ge=0, le=12)
    ] = 0
    distance: Inches = 12
    cover: Cover = "none"
    aimed: Aimed = False
    overwatch: Overwatch = False
    charging: Charging = False
    prone: Prone = False
    camo: Camo = False
    size: TargetSize = "man"
    elevated: Elevated = False
    smoke: Smoke = False


def shots_at_model(given: OneTarget, options: Options) -> Asked:
    """The worst of what befalls it: one GONER is one, and DOWN is DOWN however often it comes up."""
    row = weapon_of(given.weapon, options)
    if given.concentrated and not options.concentrated_fire:
        raise Unfit("concentrated", "this table does not concentrate fire [sotr.shoot.concentrated]")
    if given.concentrated == 1:
        raise Unfit("concentrated", "at least two models take part [sotr.gap.concentrate-fire]")
    aimed = takes_aim(given, row, options)
    if aimed and rate_of_fire(row, options) == 1 and given.concentrated:
        raise Unfit("aimed", "concentrated fire is not aimed [sotr.shoot.concentrated]")
    shot = shot_of(given, given.weapon, aimed=aimed, together=given.concentrated)
    dice = dice_of(shot, 1 if given.concentrated else given.shots, options)

    async def trial() -> Found:
        said = await roll_at_model(
            dice,
            ARMOUR[given.armour],
            tanks=given.carries_fuel,
            one_die=options.wound_die_per == "model",
            why="Shots at the model",
            wounds="Wounds of the model",
            seat=0,
        )
        return {"result": WORDS[befalls(said, was_down=given.was_down)]}

    target = needed_of(shot, options)
    return Asked(f"{target} to hit", target.modifiers, trial)


class Wounded(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Hits on one model."""

    armour: TargetArmour = "unarmored"
    hits: Annotated[int, field("Hits", "how many hits on it", ge=1, le=20)] = 1
    plus: Annotated[int, field("Bonus", "added to the die: 1 for a shotgun at short range or a bomb", ge=0, le=2)] = 0
    high_powered: Annotated[bool, field("High Powered", "armour counts one column less: heavy machine guns")] = False
    ranged: Annotated[bool, field("Shooting", "not hand-to-hand, strikes or fire")] = True
    was_down: Annotated[bool, field("DOWN", "the model is DOWN already")] = False
    carries_fuel: Annotated[bool, field("Flamethrower", "the model carries one: its tanks may be hit")] = False


def wound(given: Wounded, options: Options) -> Asked:
    """The wound table."""
    how = Wounding("", plus=given.plus, shift=int(given.high_powered), ranged=given.ranged)
    tanks = given.carries_fuel and given.ranged
    dice = given.hits if options.wound_die_per == "hit" else 1

    async def trial() -> Found:
        rolled = await wound_roll(
            dice, ARMOUR[given.armour], how, f"{hits_of(given.hits)} on the model", (), 0, tanks=tanks
        )
        return {"result": WORDS[befalls(worst(rolled.value), was_down=given.was_down, ranged=given.ranged)]}

    needs = wound_roll(dice, ARMOUR[given.armour], how, "", (), 0).needs
    return Asked(needs, (), trial)


class Melee(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Hits by somebody who may fire into hand-to-hand."""

    hits: Annotated[int, field("Hits", "how many hits", ge=1, le=6)] = 2
    friends: Annotated[int, field("Friends", "models of the shooter's side in the fight", ge=0, le=6)] = 2
    foes: Annotated[int, field("Enemies", "enemy models in it", ge=1, le=6)] = 2
    friends_armour: Annotated[Armour, field("Friends' armour", "the column of the wound table")] = "unarmored"
    foes_armour: Annotated[Armour, field("Enemies' armour", "the column of the wound table")] = "unarmored"


def into_fight(given: Melee, options: Options) -> Asked:
    """Every hit strikes one of all models in the fight; each suffers the worst of his."""
    models = given.friends + given.foes

    async def trial() -> Found:
        counts: tuple[int, ...] = (given.hits,)
        if models > 1:
            counts = (await scattered_roll(given.hits, models, "Whom the hits strike", seat=0)).value
        ours, theirs = sorted(counts[: given.friends]), sorted(counts[given.friends :])
        await Settled(("struck", tuple(ours), tuple(theirs)))
        lost = [0, 0, 0, 0]
        for side, (struck, armour) in enumerate(((ours, given.friends_armour), (theirs, given.foes_armour))):
            for hits in filter(None, struck):
                dice = hits if options.wound_die_per == "hit" else 1
                why = f"{hits_of(hits)} on {'an enemy' if side else 'a friend'}"
                because = ("sotr.shoot.into-hth-random",)
                rolled = await wound_roll(dice, ARMOUR[armour], Wounding(""), why, because, seat=0)
                said = worst(rolled.value)
                lost[2 * side] += said == GONER
                lost[2 * side + 1] += said == DOWN
        names = ("friends_gone", "friends_down", "enemies_gone", "enemies_down")
        return dict(zip(names, lost, strict=True))

    return Asked(f"1 of {models} models for each hit", (), trial)


class Fuel(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A model with a flamethrower is hit by shooting."""

    armour: TargetArmour = "light"
    hits: Annotated[int, field("Hits", "how many hits on it", ge=1, le=12)] = 1
    high_powered: Annotated[bool, field("High Powered", "armour counts one column less: heavy machine guns")] = False
    near: Annotated[int, field("Near it", "models whom a 3 inch template over it touches", ge=0, le=12)] = 2
    near_armour: Annotated[Armour, field("Their armour", "the column of the wound table")] = "light"


def fuel_tank(given: Fuel, options: Options) -> Asked:
    """On a natural six the tanks go up, and everybody near by takes a hit as by a grenade."""
    dice = given.hits if options.wound_die_per == "hit" else 1
    how = Wounding("", shift=int(given.high_powered))

    async def trial() -> Found:
        because, near = ("sotr.flame.tank-hit",), ("sotr.flame.tank-hit", "sotr.flame.tank-friends")
        rolled = await wound_roll(dice, ARMOUR[given.armour], how, "Wounds of the model", because, 0, tanks=True)
        said = worst(rolled.value)
        goners = down = 0
        if said == TANK:
            goners, down = await wounds_of(given.near, given.near_armour, Wounding("fuel tanks"), near, "those near it")
        return {"result": WORDS[said], "explodes": said == TANK, "near_goners": goners, "near_down": down}

    return Asked("a natural 6 to wound", (), trial)


QUESTIONS = (
    Question(
        "shooting-model",
        "Shots at one model: allocated to it, picked by a sniper, or concentrated on it.",
        OneTarget,
        shots_at_model,
        ("sotr.alloc.grouped-roll", "sotr.alloc.worst-result", "sotr.gap.concentrate-fire", "sotr.sniper.headshot"),
        title="Shots at one model",
    ),
    Question(
        "wound",
        "Hits on one model: what does the wound table make of it?",
        Wounded,
        wound,
        ("sotr.wound.roll", "sotr.wound.formula", "sotr.down.second-down"),
        title="The wound table",
    ),
    Question(
        "into-fight",
        "Hits into hand-to-hand: friends or enemies?",
        Melee,
        into_fight,
        ("sotr.shoot.into-hth", "sotr.shoot.into-hth-random"),
        title="Hits into a fight",
    ),
    Question(
        "fuel-tank",
        "A model with a flamethrower is hit: does it explode?",
        Fuel,
        fuel_tank,
        ("sotr.flame.tank-hit", "sotr.flame.tank-friends"),
        title="Fuel tanks",
    ),
)
