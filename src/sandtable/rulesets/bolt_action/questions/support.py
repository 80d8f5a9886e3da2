"""Barrages, air strikes, flak and the opening bombardment."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from sandtable.dice.readings import AtLeast, Total
from sandtable.dice.roll import Roll
from sandtable.mechanics.questions import Asked, Found, Question, Settled
from sandtable.rulesets.bolt_action.airstrike import air_hits_on_armour, fire_flak
from sandtable.rulesets.bolt_action.armour import NO_DAMAGE, TOP_ARMOUR, penetration, roll_penetration
from sandtable.rulesets.bolt_action.barrage import HIT_NEEDS
from sandtable.rulesets.bolt_action.charts import chart, chart_row, dice_count, explosives, weapon
from sandtable.rulesets.bolt_action.damage import roll_to_damage, troops_target
from sandtable.rulesets.bolt_action.explosive import explosive_hits, explosive_pins, halved
from sandtable.rulesets.bolt_action.options import Options

from .armour import Crew, results_and_crew
from .fields import Quality
from .fire import Victims, after_hits


class Barrage(Victims, frozen=True, kw_only=True):
    """A unit of men within reach of a barrage, when its chart is rolled."""


def barrage(given: Barrage, options: Options) -> Asked:
    """The chart, how far it reaches, and what it does to a unit inside."""

    async def trial() -> Found:
        rolled = await Roll(1, 6, chart("barrage"), why="barrage", because=("ba.barrage.roll",))
        if rolled.value == "delay":
            return {"row": rolled.value, "reach": 0, "casualties": 0, "pins": 0, "morale": "none", "destroyed": False}
        reach = await Roll(1, 6, Total(6), why="reach", because=("ba.barrage.effect-area",))
        hit = await Roll(1, 6, AtLeast(HIT_NEEDS), why="on the unit", because=("ba.barrage.effect-hit",))
        head: Found = {"row": rolled.value, "reach": reach.value}
        await Settled((rolled.value, reach.value, hit.value))
        if not hit.value:
            pins_of = dice_count("D3")
            pins = await Roll(pins_of.dice, 6, pins_of.reading, why="pins", because=("ba.barrage.effect-pins",))
            return {**head, **await after_hits(given, options, pins.value, 0)}
        pins_by, _ = await explosive_pins(1, "3D6", "", seat=0)
        await Settled((rolled.value, reach.value, "pins", pins_by))
        hits = await explosive_hits(1, "3D6", "", seat=0, down=given.target_down, options=options)
        await Settled((rolled.value, reach.value, "hits", pins_by, hits))
        target = troops_target(given.target_quality, explosives()["3D6"].pen, options)
        wounds = await roll_to_damage(hits, target, "", seat=0, exceptional=False)
        await Settled((rolled.value, reach.value, "wounds", pins_by, min(given.target_men, wounds.ordinary)))
        return {**head, **await after_hits(given, options, pins_by, wounds.ordinary)}

    return Asked("D6: 1 miscalculation, 2-3 delay, 4-6 fire for effect", (), trial)


class AirStrike(Victims, frozen=True, kw_only=True):
    """A unit of men that an aircraft is sent at."""


def air_strike(given: AirStrike, options: Options) -> Asked:
    """The chart, the aircraft, its pins and its hits, flak left out."""

    async def trial() -> Found:
        rolled = await Roll(1, 6, chart("airstrike"), why="air strike", because=("ba.air.roll",))
        nothing = {"casualties": 0, "pins": 0, "morale": "none", "destroyed": False}
        if rolled.value == "empty-skies":
            return {"row": rolled.value, "aircraft": "none", **nothing}
        overhead = dice_count("D3-1")
        first = await Roll(overhead.dice, 6, overhead.reading, why="pins", because=("ba.air.pins",))
        kind = await Roll(1, 6, chart("aircraft"), why="aircraft", because=("ba.air.type",))
        row = chart_row("aircraft", kind.value)
        await Settled((rolled.value, first.value, row.name))
        count = dice_count(row.hits)
        hits = await Roll(count.dice, 6, count.reading, why="hits", because=(row.clause,))
        struck = halved(hits.value, options) if given.target_down else hits.value
        await Settled((rolled.value, first.value, row.name, struck))
        target = troops_target(given.target_quality, row.pen, options)
        wounds = await roll_to_damage(struck, target, "", seat=0, exceptional=False)
        await Settled((rolled.value, first.value, row.name, "wounds", min(given.target_men, wounds.ordinary)))
        after = await after_hits(given, options, first.value + row.pins, wounds.ordinary)
        return {"row": rolled.value, "aircraft": row.name, **after}

    return Asked("D6: 1 rookie pilot, 2-3 empty skies, 4-6 here it comes", (), trial)


class AirOnArmour(Crew, frozen=True, kw_only=True):
    """An armoured vehicle that an aircraft attacks."""

    aircraft: Literal["strafing fighter", "fighter-bomber", "ground attack aircraft"] = "fighter-bomber"


def air_on_armour(given: AirOnArmour, options: Options) -> Asked:
    """Each hit of an aircraft against top armour."""
    row = chart_row("aircraft", given.aircraft)
    modifiers = penetration(row.pen, TOP_ARMOUR)
    count = dice_count(row.hits)

    async def trial() -> Found:
        rolled = await Roll(count.dice, 6, count.reading, why="hits", because=(row.clause,))
        hits = air_hits_on_armour(rolled.value, options.air_hits_on_armour)
        crew, out = given, False
        for left in range(hits, 0, -1):
            await Settled((left, out, crew.immobilised, crew.crew_pins))
            if out:
                break
            done, _ = await roll_penetration(modifiers, given.armour, options, "", seat=0)
            if done != NO_DAMAGE:
                found, crew = await results_and_crew(crew, done, options, indirect=False)
                out = bool(found["knocked_out"])
        return {"knocked_out": out, "immobilised": crew.immobilised and not out}

    return Asked(f"{row.hits} hits, each D6{row.pen + 1:+d}", modifiers, trial)


class Flak(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A gun that fires at an aircraft."""

    weapon: Literal["light-autocannon", "heavy-autocannon", "hmg"] = "light-autocannon"
    guns: Annotated[int, Meta(ge=1, le=6, description="how many of them fire")] = 1


def flak(given: Flak, options: Options) -> Asked:
    """Whether flak drives an aircraft off."""
    gun = weapon(given.weapon, options)

    async def trial() -> Found:
        for number in range(given.guns):
            if await fire_flak(gun, "", seat=0):
                return {"driven_off": True}
            await Settled(number)
        return {"driven_off": False}

    return Asked(f"6 to hit, then {max(1, 6 - (gun.pen or 0))}+", (), trial)


class Bombarded(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A unit of men under the opening bombardment."""

    quality: Quality = "regular"


def bombardment(given: Bombarded, options: Options) -> Asked:
    """Whether it comes, and what it does to one unit."""
    target = troops_target(given.quality, 3, options)

    async def trial() -> Found:
        comes = await Roll(1, 6, AtLeast(2), why="bombardment", because=("ba.gap.preparatory-bombardment",))
        if not comes.value:
            return {"row": "none comes", "pins": 0, "casualties": 0}
        rolled = await Roll(1, 6, chart("bombardment"), why="on the unit", because=("ba.gap.preparatory-bombardment",))
        pins = {"nothing": 0, "one-pin": 1}.get(rolled.value, 2)
        if rolled.value != "two-pins-and-hit":
            return {"row": rolled.value, "pins": pins, "casualties": 0}
        wounds = await roll_to_damage(1, target, "", seat=0)
        return {"row": rolled.value, "pins": pins, "casualties": wounds.ordinary + wounds.exceptional}

    return Asked("2+ for it to come, then D6 a unit", target.modifiers, trial)


QUESTIONS = (
    Question(
        "barrage",
        "A barrage is due: what does it do to a unit of men within its reach?",
        Barrage,
        barrage,
        ("ba.barrage.roll", "ba.barrage.effect-area", "ba.barrage.effect-hit"),
    ),
    Question(
        "air-strike",
        "An air strike is due: what does it do to a unit of men?",
        AirStrike,
        air_strike,
        ("ba.air.roll", "ba.air.pins", "ba.air.type"),
    ),
    Question(
        "air-on-armour",
        "An aircraft attacks an armoured vehicle.",
        AirOnArmour,
        air_on_armour,
        ("ba.air.on-armour", "ba.armour.roll"),
    ),
    Question("flak", "Does flak drive an aircraft off?", Flak, flak, ("ba.air.flak", "ba.gap.flak")),
    Question(
        "bombardment",
        "The attacker's opening bombardment on one unit of men.",
        Bombarded,
        bombardment,
        ("ba.gap.preparatory-bombardment",),
    ),
)
