"""Shooting at men: small arms and heavy weapons, high explosive, indirect fire, flame."""

from typing import Annotated

import msgspec
from msgspec import Meta

from sandtable.dice.readings import AtLeast
from sandtable.dice.roll import Roll
from sandtable.geometry.units import inches
from sandtable.mechanics.modifiers import Never, Target
from sandtable.mechanics.questions import Asked, Found, Question, Settled
from sandtable.rulesets.bolt_action.charts import dice_count, explosives, weapon
from sandtable.rulesets.bolt_action.charts import weapons as chart_of_weapons
from sandtable.rulesets.bolt_action.damage import roll_to_damage, troops_target
from sandtable.rulesets.bolt_action.explosive import explosive_hits, explosive_pins
from sandtable.rulesets.bolt_action.fire_effect import must_check
from sandtable.rulesets.bolt_action.hits import Shot, is_long, roll_to_hit, to_hit
from sandtable.rulesets.bolt_action.indirect import roll_indirect
from sandtable.rulesets.bolt_action.morale import PASS, quality_morale, two_dice
from sandtable.rulesets.bolt_action.options import Options
from sandtable.rulesets.bolt_action.pins import breaks

from .fields import COVER, Cover, Dice, HighExplosive, Inches, Men, Pins, Quality
from .morale import Nerve, nerve_modifiers


class Victims(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Infantry or artillery under fire."""

    target_quality: Annotated[Quality, Meta(description="the target's quality")] = "regular"
    target_men: Men = 10
    target_pins: Annotated[int, Meta(ge=0, le=12, description="pins the target already has")] = 0
    target_down: Annotated[bool, Meta(description="the target is Down")] = False
    gun_shield: Annotated[bool, Meta(description="the target is a crew behind its gun shield")] = False


async def after_hits(given: Victims, options: Options, pins: int, lost: int, *, always_check: bool = False) -> Found:
    """Pins, a check for heavy losses, and whether the unit is still there."""
    now = given.target_pins + pins
    lost = min(lost, given.target_men)
    found: dict[str, str | int | bool] = {"casualties": lost, "pins": pins}
    gone = breaks(now, quality_morale(given.target_quality), options) or lost == given.target_men
    check = "none"
    if not gone and (always_check or must_check(given.target_men, lost, options)):
        nerve = Nerve(quality=given.target_quality, pins=now)
        rolled = await two_dice(
            quality_morale(nerve.quality), nerve_modifiers(nerve), options, "", seat=0, order=False, because=""
        )
        check = rolled.value
        gone = check != PASS
    return {**found, "morale": check, "destroyed": gone}


class Shooting(Victims, frozen=True, kw_only=True):
    """Men or guns with one kind of weapon shooting at a unit of men."""

    weapon: Annotated[str, Meta(description="a weapon of the chart")] = "rifle"
    shooters: Annotated[int, Meta(ge=1, le=30, description="how many weapons of this kind shoot")] = 10
    distance: Inches = 10
    quality: Annotated[Quality, Meta(description="the shooters' quality")] = "regular"
    pins: Annotated[int, Meta(ge=0, le=12, description="pins on the shooters")] = 0
    moving: Annotated[bool, Meta(description="they shoot on an Advance")] = False
    cover: Cover = "none"
    small: Annotated[bool, Meta(description="the target is a small unit")] = False
    short_of_crew: bool = False
    hidden: bool = False
    sniper: Annotated[bool, Meta(description="a sniper using his scope")] = False


def shot_of(given: Shooting, options: Options) -> Shot:
    """The described shot, as the hit modifiers want to know it."""
    kind = weapon(given.weapon, options)
    scoped = given.sniper and given.distance >= 12 and not given.moving
    return Shot(
        distance=inches(given.distance),
        reach=inches(36) if scoped else kind.reach,
        pins=given.pins,
        inexperienced=given.quality == "inexperienced",
        moving=given.moving,
        assault_weapon="assault" in kind.traits,
        down=given.target_down,
        small=given.small or given.target_men <= options.small_unit_max,
        cover=COVER[given.cover],
        short_of_crew=given.short_of_crew,
        hidden=given.hidden,
        scoped=scoped,
        flame="flamethrower" in kind.traits,
    )


def shooting(given: Shooting, options: Options) -> Asked:
    """The whole sequence: hits, damage, casualties, pins, morale."""
    if given.weapon not in chart_of_weapons():
        raise msgspec.ValidationError(f"{given.weapon!r} is none of {', '.join(chart_of_weapons())}")
    kind = weapon(given.weapon, options)
    if kind.pen is None and not kind.small_arm:
        raise msgspec.ValidationError(f"{kind.name} fires high explosive only: ask about he or indirect")
    if "flamethrower" in kind.traits:
        raise msgspec.ValidationError(f"{kind.name}: ask about flamethrower")
    shot = shot_of(given, options)
    target = to_hit(shot, options)
    if shot.distance > shot.reach:
        target = Target(Never("out of range"), target.modifiers)
    damage = troops_target(given.target_quality, kind.pen or 0, options, shielded=given.gun_shield)

    async def trial() -> Found:
        hits = await roll_to_hit(int(kind.shots) * given.shooters, target, "", seat=0)
        await Settled(("hits", hits.scored))
        wounds = await roll_to_damage(hits.scored, damage, "", seat=0)
        done = wounds.ordinary + wounds.exceptional
        await Settled(("wounds", hits.scored, done, wounds.exceptional))
        after = await after_hits(given, options, 1 if hits.scored else 0, done)
        return {"hits": hits.scored, "exceptional": wounds.exceptional, **after}

    return Asked(f"{target} to hit, {damage} to damage", (*target.modifiers, *damage.modifiers), trial)


class Damaging(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Hits on men."""

    hits: Dice = 5
    quality: Annotated[Quality, Meta(description="the quality of those hit")] = "regular"
    pen: Annotated[int, Meta(ge=0, le=10, description="penetration of the weapon")] = 0
    gun_shield: bool = False


def damage_troops(given: Damaging, options: Options) -> Asked:
    """Rolling to damage men."""
    target = troops_target(given.quality, given.pen, options, shielded=given.gun_shield)

    async def trial() -> Found:
        wounds = await roll_to_damage(given.hits, target, "", seat=0)
        return {"casualties": wounds.ordinary + wounds.exceptional, "exceptional": wounds.exceptional}

    return Asked(str(target), target.modifiers, trial)


class Exploding(Victims, frozen=True, kw_only=True):
    """High-explosive shells that hit a unit of men."""

    he: Annotated[HighExplosive, Meta(description="the class of the shell")] = "D6"
    shells: Annotated[int, Meta(ge=1, le=4, description="how many shells hit")] = 1


async def _explode(given: Victims, options: Options, he: str, shells: int) -> Found:
    pins, _ = await explosive_pins(shells, he, "", seat=0)
    await Settled(("pins", pins))
    hits = await explosive_hits(shells, he, "", seat=0, down=given.target_down, options=options)
    await Settled(("hits", pins, hits))
    target = troops_target(given.target_quality, explosives()[he].pen, options)
    wounds = await roll_to_damage(hits, target, "", seat=0, exceptional=False)
    await Settled(("wounds", pins, hits, wounds.ordinary))
    after = await after_hits(given, options, pins, wounds.ordinary)
    return {"hits": hits, **after}


def high_explosive(given: Exploding, options: Options) -> Asked:
    """What shells that have hit do to men."""
    target = troops_target(given.target_quality, explosives()[given.he].pen, options)

    async def trial() -> Found:
        return await _explode(given, options, given.he, given.shells)

    return Asked(f"{given.he} hits, {target} to damage", target.modifiers, trial)


class Ranging(Victims, frozen=True, kw_only=True):
    """An indirect weapon firing at men who do not move."""

    he: Annotated[HighExplosive, Meta(description="the class of the shell")] = "D6"
    score: Annotated[int, Meta(ge=2, le=6, description="what this shot needs: 6 at first, one better each time")] = 6


def indirect(given: Ranging, options: Options) -> Asked:
    """One indirect shot: whether it hits, and what it then does."""

    async def trial() -> Found:
        hit, _ = await roll_indirect(given.score, "", seat=0, because=("ba.gap.indirect-fire",))
        if not hit:
            nothing = {"hits": 0, "casualties": 0, "pins": 0, "morale": "none", "destroyed": False}
            return {"hit": False, **nothing}
        await Settled("hit")
        return {"hit": True, **await _explode(given, options, given.he, 1)}

    return Asked(f"{given.score}+, no modifiers", (), trial)


class Flaming(Victims, frozen=True, kw_only=True):
    """A flamethrower at men."""

    weapon: Annotated[str, Meta(description="flamethrower-infantry or flamethrower-vehicle")] = "flamethrower-infantry"
    distance: Inches = 5
    quality: Quality = "regular"
    pins: Pins = 0
    moving: bool = False


def flamethrower(given: Flaming, options: Options) -> Asked:
    """Flame: shots, hits, casualties, D3+1 pins, terror, and whether the fuel lasts."""
    if given.weapon not in {"flamethrower-infantry", "flamethrower-vehicle"}:
        raise msgspec.ValidationError(f"{given.weapon!r} is neither flamethrower-infantry nor flamethrower-vehicle")
    kind = weapon(given.weapon, options)
    shot = Shot(
        distance=inches(given.distance),
        reach=kind.reach,
        pins=given.pins,
        inexperienced=given.quality == "inexperienced",
        moving=given.moving,
        flame=True,
    )
    target = to_hit(shot, options)
    if shot.distance > shot.reach:
        target = Target(Never("out of range"), target.modifiers)
    damage = troops_target(given.target_quality, kind.pen or 0, options)
    shots_of, pins_of = dice_count(kind.shots), dice_count("D3+1")

    async def trial() -> Found:
        shots = await Roll(shots_of.dice, 6, shots_of.reading, why="shots", because=(kind.clause,))
        await Settled(("shots", shots.value))
        hits = await roll_to_hit(shots.value, target, "", seat=0)
        await Settled(("hits", hits.scored))
        fuel = await Roll(1, 6, AtLeast(2), why="fuel", because=("ba.gap.flamethrower",))
        if not hits.scored:
            nothing = {"casualties": 0, "pins": 0, "morale": "none", "destroyed": False}
            return {"hits": 0, **nothing, "fuel_left": bool(fuel.value)}
        pins = await Roll(pins_of.dice, 6, pins_of.reading, why="pins", because=("ba.gap.flamethrower",))
        await Settled(("pins", hits.scored, pins.value, fuel.value))
        wounds = await roll_to_damage(hits.scored, damage, "", seat=0)
        done = wounds.ordinary + wounds.exceptional
        await Settled(("wounds", hits.scored, pins.value, fuel.value, done))
        after = await after_hits(given, options, pins.value, done, always_check=True)
        return {"hits": hits.scored, **after, "fuel_left": bool(fuel.value)}

    return Asked(f"{target} to hit, {damage} to damage", (*target.modifiers, *damage.modifiers), trial)


def long_range(distance: float, name: str, options: Options) -> bool:
    """Whether a distance is long range for a weapon of the chart."""
    return is_long(inches(distance), weapon(name, options).reach, options)


QUESTIONS = (
    Question(
        "shooting",
        "Weapons of one kind shoot at a unit of men: hits, casualties, pins, morale.",
        Shooting,
        shooting,
        ("ba.shoot.sequence", "ba.hit.base", "ba.damage.minimum", "ba.shoot.morale"),
    ),
    Question(
        "damage-troops",
        "Hits on men: how many are casualties?",
        Damaging,
        damage_troops,
        ("ba.shoot.to-damage", "ba.damage.minimum", "ba.gap.exceptional-damage"),
    ),
    Question(
        "he",
        "High-explosive shells have hit a unit of men: hits, casualties, pins, morale.",
        Exploding,
        high_explosive,
        ("ba.he.table", "ba.gap.he-hits", "ba.gap.he-vs-down"),
    ),
    Question(
        "indirect",
        "A mortar or howitzer fires indirectly at a unit of men.",
        Ranging,
        indirect,
        ("ba.gap.indirect-fire", "ba.he.table"),
    ),
    Question(
        "flamethrower",
        "A flamethrower fires at a unit of men.",
        Flaming,
        flamethrower,
        ("ba.gap.flamethrower", "ba.weapon.flamethrower-infantry"),
    ),
)
