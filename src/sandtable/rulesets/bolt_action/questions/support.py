"""Barrages, air strikes, flak and the opening bombardment."""

from collections.abc import Hashable
from typing import Annotated, Literal

import msgspec

from sandtable.mechanics.modifiers import total
from sandtable.mechanics.questions import Asked, Choices, Found, Question, Settled, field
from sandtable.rulesets.bolt_action.airstrike import (
    air_hits_on_armour,
    air_hits_roll,
    aircraft_called,
    aircraft_roll,
    fire_flak,
    mistakes_aircraft,
    strike_roll,
)
from sandtable.rulesets.bolt_action.armour import NO_DAMAGE, TOP_ARMOUR, penetration, roll_penetration
from sandtable.rulesets.bolt_action.barrage import HIT, PINNED, barrage_roll, reach_roll, shelling_roll
from sandtable.rulesets.bolt_action.bombardment import bombardment_comes, bombardment_roll
from sandtable.rulesets.bolt_action.charts import YES, printed, weapon
from sandtable.rulesets.bolt_action.damage import roll_to_damage, troops_target
from sandtable.rulesets.bolt_action.explosive import halved
from sandtable.rulesets.bolt_action.options import Options
from sandtable.rulesets.bolt_action.pins import pins_roll
from sandtable.rulesets.bolt_action.words import HITS

from .armour import Crew, results_and_crew
from .fields import LEAVES_TARGET, LEAVES_VEHICLE, Quality, arms
from .shells import explode
from .victims import UNHURT, Victims, after_hits, broken, broken_by, loses_gun


class Barrage(Victims, frozen=True, kw_only=True):
    """A unit of men within reach of a barrage, when its chart is rolled."""


def barrage(given: Barrage, options: Options) -> Asked:
    """The chart, how far it reaches, and what it does to a unit inside."""

    async def trial() -> Found:
        row = (await barrage_roll(options, seat=0)).value
        if row == "delay":
            return {"row": row, "reach": 0, **UNHURT}
        reach = (await reach_roll(options, seat=0)).value
        hit = (await shelling_roll(given.described, options, seat=0)).value == HIT
        await Settled(("head", row, reach, hit))
        after = await struck(given, options, row, reach, hit=hit)
        return {"row": row, "reach": reach, **{name: after[name] for name in UNHURT}}

    return Asked(options.tables.in_words("barrage"), (), trial)


async def struck(given: Victims, options: Options, *before: Hashable, hit: bool) -> Found:
    """What a barrage does to men within its reach: a heavy howitzer's shell, or pins."""
    if hit:
        return await explode(given, options, options.tables.shelling[HIT].he, 1, *before)
    row = options.tables.shelling[PINNED]
    pins = (await pins_roll(row.pins, given.described, "barrage", row.clause, seat=0)).value
    return await after_hits(given, options, pins, 0)


class AirStrike(Victims, frozen=True, kw_only=True):
    """A unit of men that an aircraft is sent at."""


def air_strike(given: AirStrike, options: Options) -> Asked:
    """The chart, the aircraft, its pins and its hits, flak left out."""

    async def trial() -> Found:
        strike = (await strike_roll(options, seat=0)).value
        if strike == "empty-skies":
            return {"row": strike, "aircraft": "none", **UNHURT}
        comes = options.tables.airstrike["here-it-comes"]
        pins = (await pins_roll(comes.pins, given.described, "aircraft overhead", comes.clause, seat=0)).value
        await Settled(("overhead", strike, pins))
        if broken(given, pins, options):
            return {"row": strike, "aircraft": "none", **broken_by(pins)}
        row = aircraft_called((await aircraft_roll(options, seat=0)).value, options)
        pins += row.pins
        await Settled(("aircraft", strike, pins, row.name))
        if broken(given, pins, options):
            return {"row": strike, "aircraft": row.name, **broken_by(pins)}
        rolled = await air_hits_roll(row, given.described, down=given.target_down, seat=0)
        hits = halved(rolled.value, options) if given.target_down else rolled.value
        await Settled(("hits", strike, pins, row.name, hits))
        target = troops_target(given.target_quality, row.pen, options)
        why = f"{HITS(hits)} on {given.described}"
        wounds = await roll_to_damage(hits, target, why, seat=0, exceptional=given.target_gun)
        done = min(given.target_men, wounds.ordinary + wounds.exceptional)
        gun_lost = loses_gun(given, wounds.exceptional)
        await Settled(("wounds", strike, pins, row.name, done, gun_lost))
        after = await after_hits(given, options, pins, done, gun_lost=gun_lost)
        return {"row": strike, "aircraft": row.name, **after}

    return Asked(options.tables.in_words("airstrike"), (), trial)


class AirOnArmour(Crew, frozen=True, kw_only=True):
    """An armoured vehicle that an aircraft attacks."""

    aircraft: Annotated[
        Literal["strafing fighter", "fighter-bomber", "ground attack aircraft"],
        field("Aircraft", "which aircraft has come"),
    ] = "fighter-bomber"


def air_on_armour(given: AirOnArmour, options: Options) -> Asked:
    """Each hit of an aircraft against top armour."""
    row = aircraft_called(given.aircraft, options)
    modifiers = penetration(row.pen, TOP_ARMOUR, options)

    async def trial() -> Found:
        rolled = await air_hits_roll(row, "the vehicle", down=False, seat=0)
        hits = air_hits_on_armour(rolled.value, options.air_hits_on_armour)
        crew, out = given, False
        for left in range(hits, 0, -1):
            await Settled((left, out, crew.immobilised, crew.crew_pins))
            if out:
                break
            done, _ = await roll_penetration(modifiers, given.armour, options, row.name.capitalize(), seat=0)
            if done != NO_DAMAGE:
                found, crew = await results_and_crew(crew, done, options, indirect=False)
                out = bool(found["knocked_out"])
        gained = crew.crew_pins - given.crew_pins
        return {"knocked_out": out, "immobilised": crew.immobilised and not out, "pins": gained}

    return Asked(f"{row.hits} hits, each D6{total(modifiers):+d}", modifiers, trial)


_FLAK = Choices({name: printed().weapons[name].name for name in ("light-autocannon", "heavy-autocannon", "hmg")})


class Flak(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Guns that fire at an aircraft."""

    weapon: Annotated[
        Literal["light-autocannon", "heavy-autocannon", "hmg"],
        field("Weapon", "the gun that fires", role="shooter", fact="weapon", choices=_FLAK),
    ] = "light-autocannon"
    guns: Annotated[int, field("Guns", "how many of them fire", ge=1, le=6)] = 1
    own_side: Annotated[bool, field("Its own aircraft", "each gun fires only if it mistakes the aircraft")] = False


def flak(given: Flak, options: Options) -> Asked:
    """Whether flak drives an aircraft off."""
    gun = weapon(given.weapon, options)

    async def trial() -> Found:
        for number in range(given.guns):
            name = gun.name if given.guns == 1 else f"{gun.name} {number + 1} of {given.guns}"
            fires = not given.own_side or await mistakes_aircraft(name, seat=0)
            if fires and await fire_flak(gun, name, seat=0):
                return {"driven_off": True}
            await Settled(number)
        return {"driven_off": False}

    return Asked(f"6 to hit, then {max(1, 6 - (gun.pen or 0))}+ ({arms(given.guns, gun)})", (), trial)


class Bombarded(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A unit of men under the opening bombardment."""

    quality: Annotated[Quality, field("Quality", "the unit's quality", role="target", fact="quality")] = "regular"


def bombardment(given: Bombarded, options: Options) -> Asked:
    """Whether it comes, and what it does to one unit."""
    target = troops_target(given.quality, options.tables.bombardment["two-pins-and-hit"].pen, options)

    async def trial() -> Found:
        if (await bombardment_comes(seat=0)).value != YES:
            return {"row": "none comes", "pins": 0, "casualties": 0}
        row = (await bombardment_roll("the unit", options, seat=0)).value
        pins = options.tables.bombardment[row].pins
        if row != "two-pins-and-hit":
            return {"row": row, "pins": pins, "casualties": 0}
        wounds = await roll_to_damage(1, target, "The hit", seat=0)
        return {"row": row, "pins": pins, "casualties": wounds.ordinary + wounds.exceptional}

    return Asked("2+ for it to come, then D6 a unit", target.modifiers, trial)


QUESTIONS = (
    Question(
        "barrage",
        "A barrage is due: what does it do to a unit of men within its reach?",
        Barrage,
        barrage,
        ("ba.barrage.roll", "ba.barrage.effect-area", "ba.barrage.effect-hit"),
        title="Artillery barrage",
        leaves=LEAVES_TARGET,
    ),
    Question(
        "air-strike",
        "An air strike is due: what does it do to a unit of men?",
        AirStrike,
        air_strike,
        ("ba.air.roll", "ba.air.pins", "ba.air.type"),
        title="Air strike on men",
        leaves=LEAVES_TARGET,
    ),
    Question(
        "air-on-armour",
        "An aircraft attacks an armoured vehicle.",
        AirOnArmour,
        air_on_armour,
        ("ba.air.on-armour", "ba.armour.roll"),
        title="Air strike on armour",
        leaves=LEAVES_VEHICLE,
    ),
    Question("flak", "Does flak drive an aircraft off?", Flak, flak, ("ba.air.flak", "ba.gap.flak"), title="Flak"),
    Question(
        "bombardment",
        "The attacker's opening bombardment on one unit of men.",
        Bombarded,
        bombardment,
        ("ba.gap.preparatory-bombardment",),
        title="Opening bombardment",
        leaves=LEAVES_TARGET[:2],
    ),
)
