"""Shots at armoured vehicles: penetration and damage results."""

from typing import Annotated, TypeVar

import msgspec

from sandtable.geometry.units import inches
from sandtable.mechanics.questions import Asked, Found, Question, Settled, field
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
from sandtable.rulesets.bolt_action.charts import Weapon, weapon
from sandtable.rulesets.bolt_action.hits import Shot, is_long, roll_to_hit
from sandtable.rulesets.bolt_action.morale import PASS, quality_morale, two_dice
from sandtable.rulesets.bolt_action.options import Options
from sandtable.rulesets.bolt_action.pins import breaks
from sandtable.rulesets.bolt_action.volley import shots_roll

from .fields import (
    HEAVY,
    LEAVES_VEHICLE,
    Facing,
    Inches,
    Moving,
    Quality,
    ShooterPins,
    ShooterQuality,
    VehicleArmour,
    arms,
)
from .fire import target_of
from .morale import Nerve, nerve_modifiers


class Crew(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An armoured vehicle that is hit."""

    armour: Annotated[VehicleArmour, field("Armour", "how well it is armoured", role="target", fact="armour")] = (
        "medium-tank"
    )
    crew: Annotated[Quality, field("Crew", "the crew's quality", role="target", fact="quality")] = "regular"
    crew_pins: Annotated[
        int, field("Pins", "pins on the vehicle after being hit", role="target", fact="pins", ge=0, le=12)
    ] = 1
    open_topped: Annotated[bool, field("Open-topped", "its top is open", role="target", fact="open_topped")] = False
    immobilised: Annotated[
        bool, field("Immobilised", "it is immobilised already", role="target", fact="immobilised")
    ] = False


C = TypeVar("C", bound=Crew)


async def results_and_crew(given: C, done: str, options: Options, *, indirect: bool) -> tuple[Found, C]:
    """What the results table makes of damage of a kind, fire and second immobilisations included, and the crew after it."""
    dice, plus, clause = results_to_roll(done, options)
    modifiers = result_modifiers(open_topped=given.open_topped, indirect=indirect, flame_vehicle=False, options=options)
    knocked_out, immobilised, halted, pins = False, given.immobilised, False, given.crew_pins
    results = [(await roll_result(plus, modifiers, clause, options, "The vehicle", seat=0))[0] for _ in range(dice)]
    for result in results:
        if knocked_out:
            continue
        pins += 1 if result == "knocked-out" else options.tables.result[result].pins
        if result == "knocked-out" or breaks(pins, quality_morale(given.crew, options), options):
            knocked_out = True
        elif result == "immobilised":
            knocked_out, immobilised = immobilised, True
        elif result == "stunned":
            halted = True
        else:
            knocked_out = not await stands(given.crew, pins, options, "on fire", "ba.result.on-fire")
            halted = True
    found: Found = {
        "damage": done,
        "knocked_out": knocked_out,
        "immobilised": immobilised and not knocked_out,
        "halted": halted and not knocked_out,
        "pins": pins - given.crew_pins,
    }
    return found, msgspec.structs.replace(given, immobilised=immobilised, crew_pins=pins)


async def results_of(given: Crew, done: str, options: Options, *, indirect: bool) -> Found:
    """What the results table makes of damage of a kind."""
    found, _ = await results_and_crew(given, done, options, indirect=indirect)
    return found


def undamaged(given: Crew) -> Found:
    """What is found of a vehicle that nothing happened to."""
    return {"damage": NO_DAMAGE, "knocked_out": False, "immobilised": given.immobilised, "halted": False, "pins": 0}


def wrecked(done: str) -> Found:
    """What is found of a vehicle that any damage destroys."""
    return {"damage": done, "knocked_out": True, "immobilised": False, "halted": False, "pins": 0}


async def stands(quality: str, pins: int, options: Options, why: str, because: str) -> bool:
    """Whether a crew passes a morale check."""
    modifiers = nerve_modifiers(Nerve(quality=quality, pins=pins), options)  # type: ignore[arg-type]  # a quality of the chart
    words = f"The crew checks morale: {why}"
    check = await two_dice(
        quality_morale(quality, options), modifiers, options, words, seat=0, order=False, because=because
    )
    return check.value == PASS


class Penetrating(Crew, frozen=True, kw_only=True):
    """A heavy weapon's shots at an armoured vehicle."""

    weapon: Annotated[
        str, field("Weapon", "a heavy weapon of the chart", role="shooter", fact="weapon", choices=HEAVY)
    ] = "medium-at-gun"
    distance: Inches = 20
    facing: Facing = "front"
    quality: ShooterQuality = "regular"
    pins: ShooterPins = 0
    moving: Moving = False
    hard_cover: Annotated[bool, field("Hard cover", "half the hull is hidden by hard cover")] = False
    short_of_crew: Annotated[bool, field("Short of crew", "the weapon lacks men of its team")] = False


def _shot(given: Penetrating, kind: Weapon) -> Shot:
    return Shot(
        distance=inches(given.distance),
        reach=kind.reach,
        pins=given.pins,
        inexperienced=given.quality == "inexperienced",
        moving=given.moving,
        cover=2 if given.hard_cover else 0,
        short_of_crew=given.short_of_crew,
        flame="flamethrower" in kind.traits,
    )


async def shots_of(kind: Weapon) -> int:
    """How many shots a weapon has: a number, or dice."""
    return int(kind.shots) if kind.shots.isdigit() else (await shots_roll(kind.shots, kind, kind.name, seat=0)).value


def shot_at_armour(given: Penetrating, options: Options) -> Asked:
    """One weapon's shots at an armoured vehicle, from the roll to hit to the damage results."""
    kind = weapon(given.weapon, options)
    shot = _shot(given, kind)
    target = target_of(shot, options)
    shaped = "shaped-charge" in kind.traits and options.shaped_charge_ignores_long_range
    long_range = is_long(shot.distance, shot.reach, options) and not shaped and not shot.flame
    facing = TOP_ARMOUR if shot.flame else given.facing
    modifiers = penetration(kind.pen or 0, facing, options, long_range=long_range)

    async def trial() -> Found:
        shots = await shots_of(kind)
        hits = await roll_to_hit(shots, target, arms(1, kind), seat=0, because=(kind.clause,))
        await Settled(("hits", hits.scored))
        crew, worst, halted, out = given, NO_DAMAGE, False, False
        for left in range(hits.scored, 0, -1):
            await Settled(("hits left", left, hits.scored, crew.crew_pins, crew.immobilised, worst, halted, out))
            if out:
                break
            done, _ = await roll_penetration(modifiers, given.armour, options, kind.name, seat=0)
            if done == NO_DAMAGE:
                continue
            worst = max(worst, done, key=(NO_DAMAGE, SUPERFICIAL, FULL, MASSIVE).index)
            found, crew = await results_and_crew(crew, done, options, indirect=given.facing == TOP_ARMOUR)
            halted, out = halted or bool(found["halted"]), bool(found["knocked_out"])
        if shot.flame and hits.scored and not out:
            await Settled(("terror", hits.scored, crew.crew_pins, crew.immobilised, worst, halted))
            out = not await stands(crew.crew, crew.crew_pins, options, "under flame", "ba.gap.flamethrower")
        state = {"knocked_out": out, "immobilised": crew.immobilised and not out, "halted": halted and not out}
        return {"hits": hits.scored, "damage": worst, **state, "pins": crew.crew_pins - given.crew_pins}

    value = options.tables.armour[given.armour].damaged_on
    return Asked(f"{target} to hit, then D6 against {value}", (*target.modifiers, *modifiers), trial)


class Damaged(Crew, frozen=True, kw_only=True):
    """A hit on an armoured vehicle."""

    pen: Annotated[int, field("Penetration", "penetration of the weapon", ge=0, le=12)] = 5
    facing: Facing = "front"
    long_range: Annotated[bool, field("Long range", "beyond half its range")] = False
    indirect: Annotated[bool, field("Indirect", "lobbed by a mortar or howitzer: it strikes the top")] = False


def damage_armour(given: Damaged, options: Options) -> Asked:
    """One hit: penetration, and what the results table makes of it."""
    facing = TOP_ARMOUR if given.indirect else given.facing
    modifiers = penetration(given.pen, facing, options, long_range=given.long_range)

    async def trial() -> Found:
        done, _ = await roll_penetration(modifiers, given.armour, options, "The hit", seat=0)
        if done == NO_DAMAGE:
            return undamaged(given)
        return await results_of(given, done, options, indirect=given.indirect)

    value = options.tables.armour[given.armour].damaged_on
    return Asked(f"D6 against {value}", modifiers, trial)


QUESTIONS = (
    Question(
        "shooting-armour",
        "A heavy weapon shoots at an armoured vehicle.",
        Penetrating,
        shot_at_armour,
        ("ba.shoot.sequence", "ba.armour.roll", "ba.armour.to-table"),
        title="Shooting at armour",
        leaves=LEAVES_VEHICLE,
    ),
    Question(
        "damage-armour",
        "A hit on an armoured vehicle: does it penetrate, and what then?",
        Damaged,
        damage_armour,
        ("ba.armour.roll", "ba.pen.scope", "ba.armour.to-table"),
        title="A hit on armour",
        leaves=LEAVES_VEHICLE,
    ),
)
