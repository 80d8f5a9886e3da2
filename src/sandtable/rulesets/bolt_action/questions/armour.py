"""Shots at armoured vehicles: penetration and damage results."""

from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta

from sandtable.dice.roll import Roll
from sandtable.geometry.units import inches
from sandtable.mechanics.modifiers import Never, Target
from sandtable.mechanics.questions import Asked, Found, Question, Settled
from sandtable.rulesets.bolt_action.armour import (
    FULL,
    MASSIVE,
    NO_DAMAGE,
    SUPERFICIAL,
    TOP_ARMOUR,
    penetration,
    result_modifiers,
    results_to_roll,
    roll_penetration,
    roll_result,
)
from sandtable.rulesets.bolt_action.charts import CLAUSE_OF_DICE, armours, dice_count, weapon, weapons
from sandtable.rulesets.bolt_action.hits import Shot, is_long, roll_to_hit, to_hit
from sandtable.rulesets.bolt_action.morale import PASS, quality_morale, two_dice
from sandtable.rulesets.bolt_action.options import Options

from .fields import Facing, Inches, Pins, Quality, VehicleArmour
from .morale import Nerve, nerve_modifiers


class Crew(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An armoured vehicle that is hit."""

    armour: VehicleArmour = "medium-tank"
    crew: Annotated[Quality, Meta(description="the crew's quality")] = "regular"
    crew_pins: Annotated[int, Meta(ge=0, le=12, description="pins on the vehicle after being hit")] = 1
    open_topped: bool = False
    immobilised: Annotated[bool, Meta(description="it is immobilised already")] = False


C = TypeVar("C", bound=Crew)


async def results_and_crew(given: C, done: str, options: Options, *, indirect: bool) -> tuple[Found, C]:
    """What the results table makes of damage of a kind, fire and second immobilisations included, and the crew after it."""
    dice, plus, clause = results_to_roll(done)
    modifiers = result_modifiers(open_topped=given.open_topped, indirect=indirect, flame_vehicle=False, options=options)
    knocked_out, immobilised, halted, pins = False, given.immobilised, False, given.crew_pins
    for _ in range(dice):
        result, _ = await roll_result(plus, modifiers, clause, "", seat=0)
        if knocked_out:
            continue
        if result == "knocked-out":
            knocked_out = True
            continue
        pins += 1
        if result == "immobilised":
            knocked_out, immobilised = immobilised, True
        elif result == "stunned":
            halted = True
        else:
            nerve = Nerve(quality=given.crew, pins=pins)
            check = await two_dice(
                quality_morale(given.crew), nerve_modifiers(nerve), options, "", seat=0, order=False, because=""
            )
            knocked_out, halted = check.value != PASS, True
    found: Found = {
        "damage": done,
        "knocked_out": knocked_out,
        "immobilised": immobilised and not knocked_out,
        "halted": halted and not knocked_out,
    }
    return found, msgspec.structs.replace(given, immobilised=immobilised, crew_pins=pins)


async def results_of(given: Crew, done: str, options: Options, *, indirect: bool) -> Found:
    """What the results table makes of damage of a kind."""
    found, _ = await results_and_crew(given, done, options, indirect=indirect)
    return found


async def _shots(written: str) -> int:
    """How many shots a weapon has: a number, or dice."""
    if written.isdigit():
        return int(written)
    count = dice_count(written)
    rolled = await Roll(count.dice, 6, count.reading, why="shots", because=(CLAUSE_OF_DICE,))
    return rolled.value


async def _stands(crew: Crew, options: Options) -> bool:
    """Whether a crew passes the check that flame forces on it."""
    nerve = Nerve(quality=crew.crew, pins=crew.crew_pins)
    morale = quality_morale(crew.crew)
    check = await two_dice(
        morale, nerve_modifiers(nerve), options, "", seat=0, order=False, because="ba.gap.flamethrower"
    )
    return check.value == PASS


class Penetrating(Crew, frozen=True, kw_only=True):
    """A heavy weapon's shots at an armoured vehicle."""

    weapon: Annotated[str, Meta(description="a heavy weapon of the chart")] = "medium-at-gun"
    distance: Inches = 20
    facing: Facing = "front"
    quality: Annotated[Quality, Meta(description="the shooters' quality")] = "regular"
    pins: Pins = 0
    moving: bool = False
    hard_cover: Annotated[bool, Meta(description="half the hull is hidden by hard cover")] = False
    short_of_crew: bool = False


def shot_at_armour(given: Penetrating, options: Options) -> Asked:
    """One weapon's shots at an armoured vehicle, from the roll to hit to the damage results."""
    if given.weapon not in weapons():
        raise msgspec.ValidationError(f"{given.weapon!r} is none of {', '.join(weapons())}")
    kind = weapon(given.weapon, options)
    if kind.pen is None:
        raise msgspec.ValidationError(f"{kind.name} cannot be fired at armour [ba.armour.small-arms]")
    shot = Shot(
        distance=inches(given.distance),
        reach=kind.reach,
        pins=given.pins,
        inexperienced=given.quality == "inexperienced",
        moving=given.moving,
        cover=2 if given.hard_cover else 0,
        short_of_crew=given.short_of_crew,
        flame="flamethrower" in kind.traits,
    )
    target = to_hit(shot, options)
    if shot.distance > shot.reach:
        target = Target(Never("out of range"), target.modifiers)
    shaped = "shaped-charge" in kind.traits and options.shaped_charge_ignores_long_range
    long_range = is_long(shot.distance, shot.reach, options) and not shaped and not shot.flame
    facing = TOP_ARMOUR if shot.flame else given.facing
    modifiers = penetration(kind.pen, facing, long_range=long_range)

    async def trial() -> Found:
        hits = await roll_to_hit(await _shots(kind.shots), target, "", seat=0)
        await Settled(("hits", hits.scored))
        crew, worst, halted, out = given, NO_DAMAGE, False, False
        for left in range(hits.scored, 0, -1):
            await Settled(("hits left", left, hits.scored, crew.crew_pins, crew.immobilised, worst, halted, out))
            if out:
                break
            done, _ = await roll_penetration(modifiers, given.armour, options, "", seat=0)
            if done == NO_DAMAGE:
                continue
            worst = max(worst, done, key=(NO_DAMAGE, SUPERFICIAL, FULL, MASSIVE).index)
            found, crew = await results_and_crew(crew, done, options, indirect=given.facing == TOP_ARMOUR)
            halted, out = halted or bool(found["halted"]), bool(found["knocked_out"])
        if shot.flame and hits.scored and not out:
            await Settled(("terror", hits.scored, crew.crew_pins, crew.immobilised, worst, halted))
            out = not await _stands(crew, options)
        state = {"knocked_out": out, "immobilised": crew.immobilised and not out, "halted": halted and not out}
        return {"hits": hits.scored, "damage": worst, **state}

    value = armours()[given.armour].damaged_on
    return Asked(f"{target} to hit, then D6 against {value}", (*target.modifiers, *modifiers), trial)


class Damaged(Crew, frozen=True, kw_only=True):
    """A hit on an armoured vehicle."""

    pen: Annotated[int, Meta(ge=0, le=12, description="penetration of the weapon")] = 5
    facing: Facing = "front"
    long_range: bool = False
    indirect: bool = False


def damage_armour(given: Damaged, options: Options) -> Asked:
    """One hit: penetration, and what the results table makes of it."""
    facing = TOP_ARMOUR if given.indirect else given.facing
    modifiers = penetration(given.pen, facing, long_range=given.long_range)

    async def trial() -> Found:
        done, _ = await roll_penetration(modifiers, given.armour, options, "", seat=0)
        if done == NO_DAMAGE:
            return {"damage": done, "knocked_out": False, "immobilised": given.immobilised, "halted": False}
        return await results_of(given, done, options, indirect=given.indirect)

    value = armours()[given.armour].damaged_on
    return Asked(f"D6 against {value}", modifiers, trial)


QUESTIONS = (
    Question(
        "shooting-armour",
        "A heavy weapon shoots at an armoured vehicle.",
        Penetrating,
        shot_at_armour,
        ("ba.shoot.sequence", "ba.armour.roll", "ba.armour.to-table"),
    ),
    Question(
        "damage-armour",
        "A hit on an armoured vehicle: does it penetrate, and what then?",
        Damaged,
        damage_armour,
        ("ba.armour.roll", "ba.pen.scope", "ba.armour.to-table"),
    ),
)
