"""Vehicles that are hit, damaged or rammed, wherever it came from."""

from typing import Annotated, Literal

import msgspec

from sandtable.mechanics.questions import LeavesView, Staged, asks, field
from sandtable.play.script import Play
from sandtable.rulesets.bolt_action.basics.arms import Aimed
from sandtable.rulesets.bolt_action.fire.armour import ON_FIRE, TOP_ARMOUR, apply_result, damage_vehicle
from sandtable.rulesets.bolt_action.fire.fire_effect import pin, strike
from sandtable.rulesets.bolt_action.fire.struck import Struck
from sandtable.rulesets.bolt_action.machines.overrun import collide
from sandtable.rulesets.bolt_action.options import Options
from sandtable.rulesets.bolt_action.state import Battle

from .bare import Party, battle, foot_card, officer, staged
from .fields import (
    LEAVES_SOFT_SKIN,
    LEAVES_VEHICLE,
    AnyVehicle,
    Facing,
    Hits,
    Nation,
    Officer,
    Quality,
    StruckFacing,
    nation_of,
)
from .hulls import THE_VEHICLE, Armoured, Hull, hull, vehicle, what_became, wrecked

NOBODY = Party("We", foot_card("regular"))
RESULTS = ("stunned", "immobilised", ON_FIRE)  # rows after which there is more to say than that it is knocked out

Penetration = Annotated[int, field("Penetration", "penetration of what hit it, if it does not explode", ge=0, le=12)]
Shell = Annotated[Literal["none", "D2", "D3", "D6", "2D6", "3D6"], field("Shell", "the class of a shell that explodes")]
LEAVES_RAMMER = tuple(LeavesView(f"rammer_{one.outcome}", "vehicle", one.fact, one.how) for one in LEAVES_VEHICLE)
Far = Annotated[bool, field("Long range", "beyond half its range")]


class Damaged(Armoured, frozen=True, kw_only=True):
    """Hits on an armoured vehicle."""

    hits: Annotated[int, field("Hits", "how many hits have been scored", ge=1, le=12)] = 1
    pen: Penetration = 5
    shell: Shell = "none"
    facing: Annotated[
        Facing, field("Facing", "the armour that is struck: the top by shells that are lobbed, and by aircraft")
    ] = "front"
    long_range: Far = False


@asks(
    "damage-armour",
    "Hits on armour",
    clauses=("ba.armour.roll", "ba.pen.scope", "ba.armour.to-table"),
    leaves=LEAVES_VEHICLE,
)
def damage_armour(given: Damaged, options: Options) -> Staged:
    """Hits on an armoured vehicle: do they penetrate, and what then?"""
    above, explodes = given.facing == TOP_ARMOUR, given.shell != "none"
    struck = Struck(
        given.hits,
        ("hit",),
        small_arm=False,
        pen=given.pen,
        he=given.shell if explodes else "",
        long_range=given.long_range and not above,
        from_above=above,
        indirect=above and explodes,
        facing=given.facing,
    )

    async def hit(play: Play[Battle]) -> None:
        await strike(play, Aimed(1), (struck,), seat=0, pins=not struck.by_air)

    return staged(battle(options, NOBODY, *hull(given)), hit, what_became({1: ""}))


class Suffering(Armoured, frozen=True, kw_only=True):
    """An armoured vehicle that has been damaged."""

    crew_pins: Annotated[
        int, field("Pins", "pins on the vehicle, that of the hit among them", role="target", fact="pins", ge=0, le=12)
    ] = 1
    damage: Annotated[
        Literal["superficial", "full", "massive", "stunned", "immobilised", "on-fire"],
        field("Damage", "what has come up: damage of a kind, or a row of the results table"),
    ] = "full"
    indirect: Annotated[bool, field("Indirect", "done by a mortar or howitzer")] = False


@asks(
    "damage-result",
    "Damage results",
    clauses=("ba.armour.to-table", "ba.result.superficial", "ba.result.full", "ba.result.massive", "ba.result.on-fire"),
    leaves=LEAVES_VEHICLE,
)
def damage_result(given: Suffering, options: Options) -> Staged:
    """An armoured vehicle is damaged, or burns: what becomes of it?"""

    async def suffer(play: Play[Battle]) -> None:
        if given.damage in RESULTS:
            await apply_result(play, 1, given.damage)
        else:
            await damage_vehicle(play, 1, given.damage, indirect=given.indirect, seat=0)

    return staged(battle(options, NOBODY, *hull(given)), suffer, what_became({1: ""}, damage=False))


# ---- hits on a soft-skin


class SoftSkinHit(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Hits on a truck or another soft-skinned vehicle."""

    hits: Hits = 3
    pen: Annotated[int, field("Penetration", "of what hit it; small arms have none", ge=0, le=12)] = 0
    shell: Shell = "none"
    crew: Annotated[Quality, field("Crew", "the crew's quality", role="target", fact="quality")] = "regular"
    crew_pins: Annotated[
        int, field("Pins", "pins the vehicle already has", role="target", fact="pins", ge=0, le=12)
    ] = 0


@asks(
    "damage-soft-skin",
    "Hits on a soft-skin",
    clauses=("ba.damage.soft-skin", "ba.gap.soft-skin-destroyed", "ba.gap.pins-on-vehicles"),
    leaves=LEAVES_SOFT_SKIN,
)
def damage_soft_skin(given: SoftSkinHit, options: Options) -> Staged:
    """Hits on a truck or another soft-skinned vehicle: is it destroyed?"""
    he = "" if given.shell == "none" else given.shell
    struck = Struck(given.hits, ("hits",), small_arm=not given.pen and not he, pen=given.pen, he=he)
    state = battle(options, NOBODY, vehicle(THE_VEHICLE, "soft-skin", given.crew, given.crew_pins))
    return staged(state, lambda play: strike(play, Aimed(1), (struck,), seat=0), wrecked)


# ---- pins


class Pinned(Hull, frozen=True, kw_only=True):
    """A vehicle that is hit: does it take a pin?"""

    small_arms: Annotated[bool, field("Small arms", "only small arms hit it")] = False
    pen: Penetration = 5
    shell: Shell = "none"
    facing: StruckFacing = "front"
    long_range: Far = False


@asks("vehicle-pin", "Pins on a vehicle", clauses=("ba.gap.pins-on-vehicles",), leaves=LEAVES_SOFT_SKIN)
def pin_vehicle(given: Pinned, options: Options) -> Staged:
    """A vehicle is hit: does it take a pin?"""
    struck = Struck(
        1,
        ("hit",),
        small_arm=given.small_arms,
        pen=0 if given.small_arms else given.pen,
        he="" if given.small_arms or given.shell == "none" else given.shell,
        long_range=given.long_range,
        facing=given.facing,
    )

    async def hit(play: Play[Battle]) -> None:
        await pin(play, Aimed(1), (struck,), seat=0)

    return staged(battle(options, NOBODY, *hull(given)), hit, wrecked, "no roll")


class Ramming(Hull, frozen=True, kw_only=True):
    """A vehicle that is rammed, and the one that rams it."""

    facing: StruckFacing = "side"
    rammer: Annotated[AnyVehicle, field("Rammer", "the vehicle that rams", role="vehicle", fact="armour")] = (
        "heavy-tank"
    )
    rammer_crew: Annotated[Quality, field("Crew", "the crew's quality", role="vehicle", fact="quality")] = "regular"
    rammer_pins: Annotated[int, field("Pins", "pins on it", role="vehicle", fact="pins", ge=0, le=12)] = 0
    rammer_officer: Officer = "none"
    rammer_nation: Nation = "other"
    rammer_open_topped: Annotated[bool, field("Open-topped", "its top is open", role="vehicle", fact="open_topped")] = (
        False
    )
    rammer_facing: Annotated[
        Literal["front", "side", "rear"], field("Rammer's facing", "the armour that it is struck on itself")
    ] = "front"


@asks("ram", "Ramming", clauses=("ba.gap.tank-ram", "ba.armour.roll"), leaves=(*LEAVES_VEHICLE, *LEAVES_RAMMER))
def ram(given: Ramming, options: Options) -> Staged:
    """Two vehicles collide: what does it do to them?"""
    rammer = vehicle(
        "our vehicle", given.rammer, given.rammer_crew, given.rammer_pins, open_topped=given.rammer_open_topped,
        nation=nation_of(given.rammer_nation),
    )  # fmt: skip
    state = battle(options, rammer, *hull(given), *officer(given.rammer_officer, 0))

    async def drive(play: Play[Battle]) -> None:
        await collide(play, 0, 1, given.rammer_facing, given.facing)

    return staged(state, drive, what_became({1: "", 0: "rammer_"}))
