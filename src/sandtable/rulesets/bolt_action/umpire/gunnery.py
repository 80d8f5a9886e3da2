"""Fire at vehicles: from the roll to hit to what becomes of crew and hull."""

from collections.abc import Mapping
from typing import Annotated

import msgspec

from sandtable.geometry.units import inches
from sandtable.grammar import an
from sandtable.mechanics.questions import Found, LeavesView, Staged, Unfit, asks, field
from sandtable.mechanics.sight import Aim
from sandtable.play.script import Play
from sandtable.play.shown import Fact
from sandtable.rulesets.bolt_action.basics.arms import Aimed, Arm
from sandtable.rulesets.bolt_action.basics.battlefield import BUNKER, HARD, NO_COVER, SOFT
from sandtable.rulesets.bolt_action.basics.charts import Weapon, in_a_sentence, weapon
from sandtable.rulesets.bolt_action.fire.shooting import let_fly
from sandtable.rulesets.bolt_action.fire.volley import AP, HE, Aspect, Laid, Volley, aimed_at
from sandtable.rulesets.bolt_action.options import Options
from sandtable.rulesets.bolt_action.state import Battle, Mount

from .bare import Party, Read, battle, foot_card, staged, vehicle_card
from .fields import (
    COVER,
    DIRECT,
    FLAME,
    HEAVY,
    LEAVES_SOFT_SKIN,
    LEAVES_VEHICLE,
    Cover,
    Inches,
    Moving,
    Nation,
    Quality,
    ShooterPins,
    ShooterQuality,
    StruckFacing,
    VehicleArmour,
    as_it_moves,
    in_vain,
    nation_of,
)
from .hulls import THE_VEHICLE, Hull, hull, vehicle, vehicle_fate, what_became, wrecked

Explosive = Annotated[bool, field("High explosive", "it fires its explosive shell")]
ShortOfCrew = Annotated[bool, field("Short of crew", "the weapon lacks men of its team")]


class AtHull(Hull, frozen=True, kw_only=True):
    """Somebody who shoots at a vehicle."""

    distance: Inches = 20
    quality: ShooterQuality = "regular"
    pins: ShooterPins = 0
    moving: Moving = False
    short_of_crew: ShortOfCrew = False


class Penetrating(AtHull, frozen=True, kw_only=True):
    """A heavy weapon's shots at an armoured vehicle."""

    armour: Annotated[VehicleArmour, field("Armour", "how well it is armoured", role="target", fact="armour")] = (
        "medium-tank"
    )
    weapon: Annotated[
        str, field("Weapon", "a heavy weapon of the chart", role="shooter", fact="weapon", choices=HEAVY)
    ] = "medium-at-gun"
    high_explosive: Explosive = False
    facing: StruckFacing = "front"
    hard_cover: Annotated[bool, field("Hard cover", "half the hull is hidden by hard cover")] = False


class Flaming(AtHull, frozen=True, kw_only=True):
    """A flamethrower at a vehicle."""

    weapon: Annotated[str, field("Weapon", "on foot or on a vehicle", role="shooter", fact="weapon", choices=FLAME)] = (
        "flamethrower-infantry"
    )
    distance: Inches = 5


class AtSoftSkin(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Weapons of one kind shooting at a soft-skinned vehicle."""

    weapon: Annotated[str, field("Weapon", "a weapon of the chart", role="shooter", fact="weapon", choices=DIRECT)] = (
        "rifle"
    )
    shooters: Annotated[
        int, field("Shooters", "how many weapons of this kind shoot", role="shooter", fact="men", ge=1, le=30)
    ] = 10
    high_explosive: Explosive = False
    distance: Inches = 10
    quality: ShooterQuality = "regular"
    nation: Nation = "other"
    pins: ShooterPins = 0
    moving: Moving = False
    short_of_crew: ShortOfCrew = False
    cover: Cover = "none"
    crew: Annotated[Quality, field("Crew", "the crew's quality", role="target", fact="quality")] = "regular"
    crew_pins: Annotated[
        int, field("Pins", "pins the vehicle already has", role="target", fact="pins", ge=0, le=12)
    ] = 0


def shooters(given: AtHull | AtSoftSkin, kind: Weapon, many: int = 1, nation: str = "") -> Party:
    """So many men with a weapon each; a team for a flamethrower, or the vehicle that carries one."""
    fields = {"pins": given.pins}
    if kind.id == "flamethrower-vehicle":
        tank = vehicle_card("medium-tank", given.quality, mounts=(Mount(kind.id, "hull"),))
        return Party("We", tank, ("vehicle",), fields=fields)
    card = foot_card(given.quality, nation=nation, team=kind.id if "flamethrower" in kind.traits else "")
    return Party("We", card, ("man",) * many, (kind.id,) * many, fields=fields)


def laid_on(
    state: Battle, given: AtHull | AtSoftSkin, kind: Weapon, cover: int, facing: str = "", *, explosive: bool = False
) -> Volley:
    """What all of our men fire at the vehicle: nothing, where they do not reach it."""
    if explosive and not kind.he:
        raise Unfit("high_explosive", f"{an(in_a_sentence(kind))} has no explosive shell [{kind.clause}]")
    (target,) = state.units[1].men
    shown = (int(cover == SOFT), int(cover == HARD), int(cover == BUNKER))
    seen = Aim(inches(given.distance), target, 1, 0, shown)
    able = [
        (Laid(Arm(man, kind, man, None, short_of_crew=given.short_of_crew), HE if explosive else AP), seen, False)
        for man in state.units[0].men
        if seen.distance <= kind.reach
    ]
    return Volley(0, aimed_at(state, 0, Aimed(1), able, moving=given.moving), Aimed(1), Aspect(facing, shielded=False))


def shot(state: Battle, given: Penetrating | Flaming | AtSoftSkin, volley: Volley, become: Read) -> Staged:
    """What comes of a volley: hits, and whatever they do."""

    async def shoot(play: Play[Battle]) -> None:
        await let_fly(play, volley)

    kind = weapon(given.weapon, state.options)
    vain, remark = in_vain(kind, given.distance), as_it_moves(kind, moving=given.moving)
    return staged(state, shoot, hit_and(become), vain, remark)


def hit_and(become: Read) -> Read:
    """How often the vehicle was hit, and what else is found."""

    def read(after: Battle, found: object, noted: Mapping[Fact, int | str]) -> Found:
        return {"hits": noted.get((1, "hits"), 0), **become(after, found, noted)}

    return read


def burnt(flamethrower: str) -> Read:
    """What has become of a vehicle under flame, and of the fuel: who is left without has lost the weapon."""

    def read(after: Battle, _: object, noted: Mapping[Fact, int | str]) -> Found:
        bearer = after.units[0]
        return {**vehicle_fate(after, noted, 1), "fuel_left": bearer.alive and flamethrower not in bearer.spent}

    return read


@asks(
    "shooting-armour",
    "Shooting at armour",
    clauses=("ba.shoot.sequence", "ba.armour.roll", "ba.armour.to-table"),
    leaves=LEAVES_VEHICLE,
)
def shot_at_armour(given: Penetrating, options: Options) -> Staged:
    """A heavy weapon shoots at an armoured vehicle."""
    kind = weapon(given.weapon, options)
    state = battle(options, shooters(given, kind), *hull(given))
    cover = HARD if given.hard_cover else NO_COVER
    volley = laid_on(state, given, kind, cover, given.facing, explosive=given.high_explosive)
    return shot(state, given, volley, what_became({1: ""}))


@asks(
    "flame-at-vehicle",
    "Flame at a vehicle",
    clauses=("ba.gap.flamethrower", "ba.gap.top-armour", "ba.armour.to-table"),
    leaves=(*LEAVES_VEHICLE, LeavesView("fuel_left", "shooter", "fuel", "set")),
)
def flame_at_vehicle(given: Flaming, options: Options) -> Staged:
    """A flamethrower fires at a vehicle."""
    kind = weapon(given.weapon, options)
    state = battle(options, shooters(given, kind), *hull(given))
    return shot(state, given, laid_on(state, given, kind, NO_COVER), burnt(kind.id))


@asks(
    "shooting-soft-skin",
    "Shooting at a soft-skin",
    clauses=("ba.shoot.sequence", "ba.damage.soft-skin", "ba.gap.soft-skin-destroyed"),
    leaves=LEAVES_SOFT_SKIN,
)
def shot_at_soft_skin(given: AtSoftSkin, options: Options) -> Staged:
    """Weapons of one kind shoot at a truck or another soft-skinned vehicle."""
    kind = weapon(given.weapon, options)
    ours = shooters(given, kind, given.shooters, nation_of(given.nation))
    state = battle(options, ours, vehicle(THE_VEHICLE, "soft-skin", given.crew, given.crew_pins))
    volley = laid_on(state, given, kind, COVER[given.cover], explosive=given.high_explosive)
    return shot(state, given, volley, wrecked)
