"""Soft-skins under fire, pins on vehicles, and ramming."""

from typing import Annotated

import msgspec

from sandtable.geometry.units import inches
from sandtable.mechanics.questions import Asked, Found, LeavesView, Question, Settled, field
from sandtable.rulesets.bolt_action.armour import NO_DAMAGE, penetration, roll_penetration
from sandtable.rulesets.bolt_action.charts import YES, weapon
from sandtable.rulesets.bolt_action.damage import roll_to_damage, soft_skin_target
from sandtable.rulesets.bolt_action.fire_effect import could_damage, ignoring_roll
from sandtable.rulesets.bolt_action.hits import Shot, roll_to_hit
from sandtable.rulesets.bolt_action.morale import quality_morale
from sandtable.rulesets.bolt_action.options import Options
from sandtable.rulesets.bolt_action.overrun import ramming_pen
from sandtable.rulesets.bolt_action.pins import breaks
from sandtable.rulesets.bolt_action.words import DAMAGING, HITS

from .armour import Crew, results_of, undamaged, wrecked
from .fields import (
    COVER,
    DIRECT,
    LEAVES_VEHICLE,
    AnyVehicle,
    Cover,
    Facing,
    Inches,
    Moving,
    Quality,
    ShooterPins,
    ShooterQuality,
    StruckArmour,
    arms,
)
from .fire import target_of


class SoftSkin(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Weapons of one kind shooting at a soft-skinned vehicle."""

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
    crew: Annotated[Quality, field("Crew", "the crew's quality", role="target", fact="quality")] = "regular"
    crew_pins: Annotated[
        int, field("Pins", "pins the vehicle already has", role="target", fact="pins", ge=0, le=12)
    ] = 0


def soft_skin(given: SoftSkin, options: Options) -> Asked:
    """Hits, and whether one of them does damage: any damage destroys it."""
    kind = weapon(given.weapon, options)
    shot = Shot(
        distance=inches(given.distance),
        reach=kind.reach,
        pins=given.pins,
        inexperienced=given.quality == "inexperienced",
        moving=given.moving,
        assault_weapon="assault" in kind.traits,
        cover=COVER[given.cover],
    )
    target = target_of(shot, options)
    damage = soft_skin_target(kind.pen or 0, options)

    async def trial() -> Found:
        shots = int(kind.shots) * given.shooters
        hits = await roll_to_hit(shots, target, arms(given.shooters, kind), seat=0, because=(kind.clause,))
        await Settled(("hits", hits.scored))
        if hits.scored and breaks(given.crew_pins + 1, quality_morale(given.crew, options), options):
            return {"hits": hits.scored, "pins": 1, "destroyed": True}
        why = f"{HITS(hits.scored)} on the vehicle"
        wounds = await roll_to_damage(hits.scored, damage, why, seat=0, exceptional=False, say=DAMAGING)
        return {"hits": hits.scored, "pins": int(hits.scored > 0), "destroyed": wounds.ordinary > 0}

    return Asked(f"{target} to hit, {damage} to damage", (*target.modifiers, *damage.modifiers), trial)


class Struck(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A vehicle that is hit: does it take a pin?"""

    armour: StruckArmour = "medium-tank"
    crew: Annotated[Quality, field("Crew", "the crew's quality", role="target", fact="quality")] = "regular"
    open_topped: Annotated[bool, field("Open-topped", "its top is open", role="target", fact="open_topped")] = False
    small_arms: Annotated[bool, field("Small arms", "only small arms hit it")] = False
    pen: Annotated[int, field("Penetration", "the best penetration that hit it", ge=0, le=12)] = 5
    facing: Facing = "front"
    long_range: Annotated[bool, field("Long range", "beyond half its range")] = False


def pin_vehicle(given: Struck, options: Options) -> Asked:
    """Soft-skins and open tops by any hit, enclosed ones by heavy weapons; or, as the table plays it, as the crew is."""
    enclosed = given.armour != "soft-skin" and not given.open_topped
    modifiers = penetration(given.pen, given.facing, options, long_range=given.long_range)
    by_crew = enclosed and options.vehicle_pins == "crew" and given.crew != "inexperienced"
    dangerous = not given.small_arms and (not by_crew or could_damage(given.armour, modifiers, options))
    pinned = not enclosed or dangerous
    rolls = by_crew and pinned and given.crew == "veteran"

    async def trial() -> Found:
        if rolls:
            return {"pins": int((await ignoring_roll("the crew", seat=0)).value != YES)}
        return {"pins": int(pinned)}

    needed = "4+ to ignore the pin" if rolls else "no roll: it is pinned" if pinned else "no roll: no pin"
    return Asked(needed, modifiers if by_crew else (), trial)


class Ramming(Crew, frozen=True, kw_only=True):
    """A vehicle that is rammed, and the one that rams it."""

    armour: StruckArmour = "medium-tank"  # type: ignore[assignment]  # soft-skins can be rammed too
    facing: Facing = "side"
    rammer: Annotated[AnyVehicle, field("Rammer", "the vehicle that rams", role="vehicle", fact="armour")] = (
        "heavy-tank"
    )


def ram(given: Ramming, options: Options) -> Asked:
    """What one of two colliding vehicles takes; ask again the other way round for the other."""
    soft = given.armour == "soft-skin"
    modifiers = penetration(ramming_pen(given.rammer, options), "" if soft else given.facing, options)

    async def trial() -> Found:
        done, _ = await roll_penetration(modifiers, given.armour, options, "The collision", seat=0, destroys=soft)
        if done == NO_DAMAGE:
            return undamaged(given)
        if soft:
            return wrecked(done)
        return await results_of(given, done, options, indirect=False)

    return Asked(f"D6 against {options.tables.armour[given.armour].damaged_on}", modifiers, trial)


QUESTIONS = (
    Question(
        "shooting-soft-skin",
        "Weapons of one kind shoot at a truck or another soft-skinned vehicle.",
        SoftSkin,
        soft_skin,
        ("ba.shoot.sequence", "ba.damage.soft-skin", "ba.gap.soft-skin-destroyed"),
        title="Shooting at a soft-skin",
        leaves=(LeavesView("pins", "target", "pins", "add"), LeavesView("destroyed", "target", "destroyed", "set")),
    ),
    Question(
        "vehicle-pin",
        "A vehicle is hit: does it take a pin?",
        Struck,
        pin_vehicle,
        ("ba.gap.pins-on-vehicles",),
        title="Pins on a vehicle",
        leaves=(LeavesView("pins", "target", "pins", "add"),),
    ),
    Question(
        "ram",
        "Two vehicles collide: what does it do to one of them?",
        Ramming,
        ram,
        ("ba.gap.tank-ram", "ba.armour.roll"),
        title="Ramming",
        leaves=LEAVES_VEHICLE,
    ),
)
