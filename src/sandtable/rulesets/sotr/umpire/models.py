"""Shots at one model, wounds, fuel tanks, and hits into a fight."""

from collections.abc import Mapping
from typing import Annotated

import msgspec

from sandtable.mechanics.questions import Found, Staged, Unfit, asks, field
from sandtable.play.shown import Fact
from sandtable.rulesets.sotr.basics.charts import rate_of_fire, weapon_of
from sandtable.rulesets.sotr.fire.hit_dice import Scored
from sandtable.rulesets.sotr.fire.to_hit import in_reach
from sandtable.rulesets.sotr.fire.volley import Volley, die_of, gathered, into_the_fight, let_fly
from sandtable.rulesets.sotr.harm.wound_dice import Wounding
from sandtable.rulesets.sotr.harm.wounds import wound_models
from sandtable.rulesets.sotr.options import Options
from sandtable.rulesets.sotr.state import Battle

from .bare import Party, Read, battle, card_of, men_of, staged
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
)
from .fire import firers, laid, shot_of, takes_aim, why_vain
from .victims import THEM, US

FUEL = "flamethrower"
HEEDED = frozenset({"hits", "goners", "down", "flesh wound", "exploded"})


def befell(number: int, noted: Mapping[Fact, int | str]) -> str:
    """What has become of the only model of a unit, in words."""
    if (number, "exploded") in noted:
        return "goner, and its fuel goes up"
    words = (("goners", "goner"), ("down", "down"), ("flesh wound", "flesh wound"))
    return next((word for what, word in words if (number, what) in noted), "missed")


def result_of(number: int) -> Read:
    """The same as a question finds it."""
    return lambda _after, _result, noted: {"result": befell(number, noted)}


def model(armour: str, *, down: bool = False, fuel: bool = False, side: int = -1) -> Party:
    """A unit of which only one model matters."""
    man = {"down": down, "weapons": (FUEL,) if fuel else ()}
    return Party("the model", card_of(armour=ARMOUR[armour]), (man,), side)


class OneTarget(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Shots that were allocated to one model."""

    armour: TargetArmour = "unarmored"
    was_down: Annotated[bool, field("DOWN", "the model is DOWN already, and so it lies Prone")] = False
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


@asks(
    "shooting-model",
    "Shots at one model",
    clauses=(
        "sotr.alloc.grouped-roll",
        "sotr.alloc.worst-result",
        "sotr.gap.concentrate-fire",
        "sotr.sniper.headshot",
        "sotr.down.prone",
    ),
)
def shots_at_model(given: OneTarget, options: Options) -> Staged:
    """Shots at one model: allocated to it, picked by a sniper, or concentrated on it."""
    row = weapon_of(given.weapon, options)
    if given.concentrated and not options.concentrated_fire:
        raise Unfit("concentrated", "this table does not concentrate fire [sotr.shoot.concentrated]")
    if given.concentrated == 1:
        raise Unfit("concentrated", "at least two models take part [sotr.gap.concentrate-fire]")
    aimed = takes_aim(given, row, options)
    if aimed and rate_of_fire(row, options) == 1 and given.concentrated:
        raise Unfit("aimed", "concentrated fire is not aimed [sotr.shoot.concentrated]")
    every = [(given.weapon, 1, aimed)]
    target = model(given.armour, down=given.was_down, fuel=given.carries_fuel)
    state = battle(options, firers(every, loader=True), target, firing=US)
    (man,) = state.units[THEM].men
    shot = shot_of(given, given.weapon, aimed=aimed, together=given.concentrated)
    dice = gathered([die_of(shot, 1 if given.concentrated else given.shots, options, model=man)])
    volley = Volley(US, THEM, laid(every, options), dice if in_reach(row, shot.distance) else (), (man,))
    vain = why_vain(given, every, options)
    return staged(state, lambda play: let_fly(play, volley), result_of(THEM), vain, heeds=HEEDED)


class Wounded(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Hits on one model."""

    armour: TargetArmour = "unarmored"
    hits: Annotated[int, field("Hits", "how many hits on it", ge=1, le=20)] = 1
    plus: Annotated[int, field("Bonus", "added to the die: 1 for a shotgun at short range or a bomb", ge=0, le=2)] = 0
    high_powered: Annotated[bool, field("High Powered", "armour counts one column less: heavy machine guns")] = False
    ranged: Annotated[bool, field("Shooting", "not hand-to-hand, strikes or fire")] = True
    was_down: Annotated[bool, field("DOWN", "the model is DOWN already")] = False
    carries_fuel: Annotated[bool, field("Flamethrower", "the model carries one: its tanks may be hit")] = False


@asks("wound", "The wound table", clauses=("sotr.wound.roll", "sotr.wound.formula", "sotr.down.second-down"))
def wound(given: Wounded, options: Options) -> Staged:
    """Hits on one model: what does the wound table make of it?"""
    how = Wounding("", plus=given.plus, shift=int(given.high_powered), ranged=given.ranged)
    state = battle(options, firers([], loader=False), model(given.armour, down=given.was_down, fuel=given.carries_fuel))
    hits = tuple((man, given.hits) for man in state.units[THEM].men)

    def read(_after: Battle, _: object, noted: Mapping[Fact, int | str]) -> Found:
        lies = given.was_down and (THEM, "goners") not in noted and (THEM, "flesh wound") not in noted
        return {"result": "down" if lies else befell(THEM, noted)}

    return staged(state, lambda play: wound_models(play, hits, how, US, ()), read, heeds=HEEDED)


class Melee(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Hits by somebody who may fire into hand-to-hand."""

    hits: Annotated[int, field("Hits", "how many hits", ge=1, le=6)] = 2
    friends: Annotated[int, field("Friends", "models of the shooter's side in the fight", ge=0, le=6)] = 2
    foes: Annotated[int, field("Enemies", "enemy models in it", ge=1, le=6)] = 2
    friends_armour: Annotated[Armour, field("Friends' armour", "the column of the wound table")] = "unarmored"
    foes_armour: Annotated[Armour, field("Enemies' armour", "the column of the wound table")] = "unarmored"


@asks("into-fight", "Hits into a fight", clauses=("sotr.shoot.into-hth", "sotr.shoot.into-hth-random"))
def into_fight(given: Melee, options: Options) -> Staged:
    """Hits into hand-to-hand: friends or enemies?"""
    friends = Party("our men", card_of(armour=ARMOUR[given.friends_armour]), men_of(given.friends), US)
    foes = Party("the enemy", card_of(armour=ARMOUR[given.foes_armour]), men_of(given.foes), THEM)
    state = battle(options, friends, foes, Party("the shooter", card_of(), side=US))
    fighting = (*state.units[US].men, *state.units[THEM].men)
    scores = (Scored(Wounding(""), "", given.hits),)

    def read(_after: Battle, _: object, noted: Mapping[Fact, int | str]) -> Found:
        sides, fates = (("friends", US), ("enemies", THEM)), (("gone", "goners"), ("down", "down"))
        return {f"{side}_{word}": noted.get((number, what), 0) for side, number in sides for word, what in fates}

    return staged(state, lambda play: into_the_fight(play, scores, 2, fighting), read, heeds=HEEDED)


class Fuel(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A model with a flamethrower is hit by shooting."""

    armour: TargetArmour = "light"
    hits: Annotated[int, field("Hits", "how many hits on it", ge=1, le=12)] = 1
    high_powered: Annotated[bool, field("High Powered", "armour counts one column less: heavy machine guns")] = False
    near: Annotated[int, field("Near it", "models whom a 3 inch template over it touches", ge=0, le=12)] = 2
    near_armour: Annotated[Armour, field("Their armour", "the column of the wound table")] = "light"


@asks("fuel-tank", "Fuel tanks", clauses=("sotr.flame.tank-hit", "sotr.flame.tank-friends"))
def fuel_tank(given: Fuel, options: Options) -> Staged:
    """A model with a flamethrower is hit: does it explode?"""
    near = Party("those near it", card_of(armour=ARMOUR[given.near_armour]), men_of(given.near), THEM)
    state = battle(options, firers([], loader=False), model(given.armour, fuel=True), near)
    hits = tuple((man, given.hits) for man in state.units[THEM].men)
    how = Wounding("", shift=int(given.high_powered))

    def read(_after: Battle, _: object, noted: Mapping[Fact, int | str]) -> Found:
        near = {"near_goners": noted.get((2, "goners"), 0), "near_down": noted.get((2, "down"), 0)}
        return {"result": befell(THEM, noted), "explodes": (THEM, "exploded") in noted, **near}

    return staged(state, lambda play: wound_models(play, hits, how, US, ()), read, heeds=HEEDED)
