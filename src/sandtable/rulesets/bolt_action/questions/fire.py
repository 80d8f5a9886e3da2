"""Shooting at men: small arms and heavy weapons, and flame."""

from typing import Annotated

import msgspec

from sandtable.geometry.units import inches
from sandtable.mechanics.modifiers import Never, Target
from sandtable.mechanics.questions import Asked, Found, LeavesView, Question, Settled, field
from sandtable.rulesets.bolt_action.casualties import medic_roll
from sandtable.rulesets.bolt_action.charts import YES, weapon
from sandtable.rulesets.bolt_action.damage import roll_to_damage, troops_target
from sandtable.rulesets.bolt_action.fire_effect import flame_pins_roll
from sandtable.rulesets.bolt_action.hits import Shot, roll_to_hit, to_hit
from sandtable.rulesets.bolt_action.options import Options
from sandtable.rulesets.bolt_action.shooting import fuel_roll
from sandtable.rulesets.bolt_action.transports import crash_roll
from sandtable.rulesets.bolt_action.volley import SCOPE_NEAREST, SCOPE_REACH, shots_roll
from sandtable.rulesets.bolt_action.words import HITS

from .fields import (
    COVER,
    DIRECT,
    FLAME,
    LEAVES_TARGET,
    Cover,
    Hits,
    Inches,
    Moving,
    Quality,
    ShooterPins,
    ShooterQuality,
    arms,
    men_of,
)
from .victims import UNHURT, Victims, after_hits, broken, broken_by, loses_gun


class Aiming(Victims, frozen=True, kw_only=True):
    """Those who shoot at men, and what helps or hinders them."""

    weapon: Annotated[str, field("Weapon", "a weapon of the chart", role="shooter", fact="weapon", choices=DIRECT)] = (
        "rifle"
    )
    shooters: Annotated[
        int, field("Shooters", "how many weapons of this kind shoot", role="shooter", fact="men", ge=1, le=30)
    ] = 10
    distance: Inches = 10
    quality: ShooterQuality = "regular"
    pins: ShooterPins = 0
    moving: Moving = False
    cover: Cover = "none"
    small: Annotated[bool, field("Small unit", "the target is a small unit")] = False
    short_of_crew: Annotated[bool, field("Short of crew", "the weapon lacks men of its team")] = False
    hidden: Annotated[bool, field("Hidden", "the target was set up hidden and has not moved")] = False


class Shooting(Aiming, frozen=True, kw_only=True):
    """Men or guns with one kind of weapon shooting at a unit of men."""

    sniper: Annotated[bool, field("Sniper", "a sniper using his scope")] = False
    dug_in: Annotated[bool, field("Dug in", "the target is in trenches: Down there, it takes half the hits")] = False
    medic: Annotated[bool, field("Medic", "a medic is near the target: small arms only")] = False


def scoped(given: Aiming) -> bool:
    """Whether a sniper's scope helps: far enough, and not on the move."""
    return getattr(given, "sniper", False) and given.distance >= SCOPE_NEAREST and not given.moving


def shot_of(given: Aiming, options: Options) -> Shot:
    """The described shot, as the hit modifiers want to know it."""
    kind = weapon(given.weapon, options)
    return Shot(
        distance=inches(given.distance),
        reach=inches(SCOPE_REACH) if scoped(given) else kind.reach,
        pins=given.pins,
        inexperienced=given.quality == "inexperienced",
        moving=given.moving,
        assault_weapon="assault" in kind.traits,
        down=given.target_down,
        small=given.small or given.target_men <= options.small_unit_max,
        cover=COVER[given.cover],
        short_of_crew=given.short_of_crew,
        hidden=given.hidden,
        scoped=scoped(given),
        flame="flamethrower" in kind.traits,
    )


def target_of(shot: Shot, options: Options) -> Target:
    """What the shot needs; beyond its range nothing hits."""
    target = to_hit(shot, options)
    return Target(Never("out of range"), target.modifiers) if shot.distance > shot.reach else target


async def _fallen(given: Shooting, options: Options, scored: int, damage: Target) -> tuple[int, int]:
    """Who falls to the hits scored, a medic's help counted in: all of them, and those whom the shooter picks."""
    hits = (scored + 1) // 2 if given.dug_in and given.target_down else scored
    kind = weapon(given.weapon, options)
    picks = scoped(given)
    why = f"{HITS(hits)} on {given.described}"
    wounds = await roll_to_damage(hits, damage, why, seat=0, exceptional=not picks)
    ordinary, picked = (0, wounds.ordinary) if picks else (wounds.ordinary, wounds.exceptional)
    if not given.medic or not kind.small_arm:
        return ordinary + picked, picked
    await Settled(("wounds", scored, ordinary, picked))
    picked = min(picked, given.target_men)
    ordinary = min(ordinary, given.target_men - picked)
    picked -= (await medic_roll(picked, "A medic helps whom the enemy picks", seat=0)).value
    ordinary -= (await medic_roll(ordinary, "A medic helps", seat=0)).value
    return ordinary + picked, picked


def shooting(given: Shooting, options: Options) -> Asked:
    """The whole sequence: hits, damage, casualties, pins, morale."""
    kind = weapon(given.weapon, options)
    target = target_of(shot_of(given, options), options)
    damage = troops_target(given.target_quality, kind.pen or 0, options, shielded=given.gun_shield)

    async def trial() -> Found:
        shots = int(kind.shots) * given.shooters
        hits = await roll_to_hit(shots, target, arms(given.shooters, kind), seat=0, because=(kind.clause,))
        await Settled(("hits", hits.scored))
        pins = 1 if hits.scored else 0
        if pins and broken(given, pins, options):
            return {"hits": hits.scored, "exceptional": 0, **broken_by(pins)}
        done, picked = await _fallen(given, options, hits.scored, damage)
        await Settled(("fallen", hits.scored, done, picked))
        gun_lost = not kind.small_arm and loses_gun(given, picked)
        after = await after_hits(given, options, pins, done, gun_lost=gun_lost)
        return {"hits": hits.scored, "exceptional": picked, **after}

    return Asked(f"{target} to hit, {damage} to damage", (*target.modifiers, *damage.modifiers), trial)


class Damaging(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Hits on men."""

    hits: Hits = 5
    quality: Annotated[Quality, field("Quality", "the quality of those hit", role="target", fact="quality")] = "regular"
    pen: Annotated[int, field("Penetration", "penetration of the weapon", ge=0, le=10)] = 0
    gun_shield: Annotated[bool, field("Gun shield", "behind a gun shield", role="target", fact="gun_shield")] = False


def damage_troops(given: Damaging, options: Options) -> Asked:
    """Rolling to damage men."""
    target = troops_target(given.quality, given.pen, options, shielded=given.gun_shield)

    async def trial() -> Found:
        why = f"{HITS(given.hits)} on {men_of(given.quality, 2).removeprefix('2 ')}"
        wounds = await roll_to_damage(given.hits, target, why, seat=0)
        return {"casualties": wounds.ordinary + wounds.exceptional, "exceptional": wounds.exceptional}

    return Asked(str(target), target.modifiers, trial)


class Flaming(Victims, frozen=True, kw_only=True):
    """A flamethrower at men."""

    weapon: Annotated[str, field("Weapon", "on foot or on a vehicle", role="shooter", fact="weapon", choices=FLAME)] = (
        "flamethrower-infantry"
    )
    distance: Inches = 5
    quality: ShooterQuality = "regular"
    pins: ShooterPins = 0
    moving: Moving = False


def flamethrower(given: Flaming, options: Options) -> Asked:
    """Flame: shots, hits, D3+1 pins, casualties, terror, and whether the fuel lasts."""
    kind = weapon(given.weapon, options)
    shot = Shot(
        distance=inches(given.distance),
        reach=kind.reach,
        pins=given.pins,
        inexperienced=given.quality == "inexperienced",
        moving=given.moving,
        flame=True,
    )
    target = target_of(shot, options)
    damage = troops_target(given.target_quality, kind.pen or 0, options)

    async def burned(hits: int) -> Found:
        if not hits:
            return UNHURT
        pins = (await flame_pins_roll(f"The flame strikes {given.described}", seat=0)).value
        await Settled(("pins", hits, pins))
        if broken(given, pins, options):
            return broken_by(pins)
        wounds = await roll_to_damage(hits, damage, f"{HITS(hits)} on {given.described}", seat=0)
        done = wounds.ordinary + wounds.exceptional
        gun_lost = loses_gun(given, wounds.exceptional)
        await Settled(("wounds", hits, pins, done, gun_lost))
        return await after_hits(given, options, pins, done, always_check=True, gun_lost=gun_lost)

    async def trial() -> Found:
        shots = (await shots_roll(kind.shots, kind, kind.name, seat=0)).value
        await Settled(("shots", shots))
        hits = (await roll_to_hit(shots, target, kind.name, seat=0, because=(kind.clause,))).scored
        await Settled(("hits", hits))
        after = await burned(hits)
        await Settled(("after", hits, *after.items()))
        fuel = await fuel_roll(kind.name, seat=0)
        return {"hits": hits, **after, "fuel_left": fuel.value == YES}

    return Asked(f"{target} to hit, {damage} to damage", (*target.modifiers, *damage.modifiers), trial)


class BailingOut(Victims, frozen=True, kw_only=True):
    """Men who ride in a vehicle that is destroyed."""


def bail_out(given: BailingOut, options: Options) -> Asked:
    """D6 hits without penetration, a pin, and a check for the losses."""
    damage = troops_target(given.target_quality, 0, options)

    async def trial() -> Found:
        hits = (await crash_roll("The unit", seat=0)).value
        if broken(given, 1, options):
            return {"hits": hits, **broken_by(1)}
        wounds = await roll_to_damage(hits, damage, f"The crash, {HITS(hits)}", seat=0)
        done = wounds.ordinary + wounds.exceptional
        await Settled(("wounds", hits, done))
        return {"hits": hits, **await after_hits(given, options, 1, done)}

    return Asked(f"D6 hits, {damage} to damage", damage.modifiers, trial)


QUESTIONS = (
    Question(
        "shooting",
        "Weapons of one kind shoot at a unit of men: hits, casualties, pins, morale.",
        Shooting,
        shooting,
        ("ba.shoot.sequence", "ba.hit.base", "ba.damage.minimum", "ba.shoot.morale"),
        title="Shooting at men",
        leaves=LEAVES_TARGET,
    ),
    Question(
        "damage-troops",
        "Hits on men: how many are casualties?",
        Damaging,
        damage_troops,
        ("ba.shoot.to-damage", "ba.damage.minimum", "ba.gap.exceptional-damage"),
        title="Hits on men",
        leaves=(LeavesView("casualties", "target", "men", "subtract"),),
    ),
    Question(
        "flamethrower",
        "A flamethrower fires at a unit of men.",
        Flaming,
        flamethrower,
        ("ba.gap.flamethrower", "ba.weapon.flamethrower-infantry"),
        title="Flame at men",
        leaves=(*LEAVES_TARGET, LeavesView("fuel_left", "shooter", "fuel", "set")),
    ),
    Question(
        "bail-out",
        "Men get out of a vehicle that is destroyed.",
        BailingOut,
        bail_out,
        ("ba.gap.transport-hits",),
        title="Bailing out",
        leaves=LEAVES_TARGET,
    ),
)
