"""Shots at vehicles: rockets, guns, small arms at soft ones; damage and fire on their own; getting stuck."""

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec

from sandtable.geometry.units import inches
from sandtable.grammar import an
from sandtable.mechanics.modifiers import Modifier
from sandtable.mechanics.questions import Found, LeavesView, Staged, Unfit, asks, field
from sandtable.play.shown import Fact
from sandtable.rulesets.skirmish41.basics.charts import weapons
from sandtable.rulesets.skirmish41.basics.facing import Aspect
from sandtable.rulesets.skirmish41.fire.targets import HULL, Aim
from sandtable.rulesets.skirmish41.fire.volley import resolve as fire
from sandtable.rulesets.skirmish41.harm.damage import damage as strike
from sandtable.rulesets.skirmish41.heavy.bomb_modifiers import harder_to_hit
from sandtable.rulesets.skirmish41.heavy.bombs import Landing, land, set_on_fire
from sandtable.rulesets.skirmish41.heavy.heavy import Arm, Shot, of_use, shot_with
from sandtable.rulesets.skirmish41.machines.driving import stuck_among, try_to_free
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.state import Battle, Card

from .bare import Man, Party, battle, staged, then_test
from .fields import (
    ANY_WEAPON,
    GUNS,
    HAND_HELD,
    LEAVES_VEHICLE,
    Crew,
    CrewRating,
    CrewWounded,
    Distance,
    Flank,
    HullDown,
    TargetSuppression,
    Vehicle,
    Weapons,
    vehicle_card,
)
from .hulls import DAMAGED, HULL_FATE, Target, crew_of, hull, hull_fate, shot_and_fate
from .shooting import Firing, firers, volley

_STRUCK = ("sk.dmg.roll", "sk.dmg.plus-4-flank", "sk.dmg.minus-4-hull-down", "sk.gap.vehicle-suppression")
_GUNS = (
    "sk.dmg.plus-6",
    "sk.dmg.plus-4-gun",
    "sk.dmg.minus-8",
    "sk.dmg.minus-4-heavy",
    "sk.dmg.minus-4-poor-gun",
    "sk.dmg.minus-2-medium",
    "sk.gap.wreck-weapon",
)
_FIRE = ("sk.at.fire-roll", "sk.at.fire-table")


# ---- rockets and guns


class HandHeld(Target, frozen=True, kw_only=True):
    """A hand-held weapon against a vehicle."""

    weapon: Annotated[str, field("Weapon", role="shooter", fact="anti_tank", choices=HAND_HELD)] = "panzerfaust"
    distance: Distance = 10
    moved: Annotated[float, field("It drove", "inches in its last own move", ge=0, le=60)] = 0
    straight: Annotated[bool, field("Straight at the shooter", "within 15 degrees")] = False


class Gun(Target, frozen=True, kw_only=True):
    """A tank's gun or an anti-tank gun against a vehicle."""

    weapon: Annotated[str, field("Gun", role="shooter", fact="gun", choices=GUNS)] = "gun-75"
    distance: Distance = 30


def _shot(weapon: str, distance: float, card: Card, harder: tuple[Modifier, ...], options: Options) -> Shot:
    """What a shot needs; says why there is none."""
    line = weapons()[weapon]
    if not of_use(weapon, card):
        raise Unfit("vehicle", f"{an(line.title)} is for AFVs [sk.at.rifle-afv-only]")
    if shot_with(weapon, inches(distance), (), options, vehicle=True) is None:
        raise Unfit("distance", f"{an(line.title)} is not used at that range [{line.clause}]")
    shot = shot_with(weapon, inches(distance), (), options, harder, vehicle=True)
    if shot is None:
        raise Unfit("moved", "it cannot be hit: that needs more than 20 [sk.at.moving-target]")
    return shot


def _fired(given: HandHeld | Gun, options: Options, harder: tuple[Modifier, ...] = ()) -> Staged:
    """A shot at a vehicle, and the test of its crew."""
    shot = _shot(given.weapon, given.distance, vehicle_card(given.vehicle), harder, options)
    state = battle(options, Party("We", (Man(arms=(given.weapon,)),)), *hull(given, 1))
    (man,) = state.units[0].men
    arm, landing = Arm(given.weapon, (man,), man), Landing(aspect=given.aspect)
    begin = then_test(lambda play: land(play, 0, arm, 1, shot, landing), 1)
    return staged(state, begin, shot_and_fate(state), heeds=(*DAMAGED, "hits"))


@asks(
    "at-shot",
    "Hand-held anti-tank weapon",
    clauses=(
        "sk.at.to-hit",
        "sk.at.moving-target",
        "sk.at.damage",
        "sk.at.as-57",
        "sk.at.as-75",
        "sk.at.rifle-afv-only",
        "sk.at.range-flamethrower",
        *_FIRE,
        "sk.dmg.schurzen",
        *_STRUCK,
        *_GUNS,
    ),
    leaves=LEAVES_VEHICLE,
)
def at_shot(given: HandHeld, options: Options) -> Staged:
    """A Panzerfaust, bazooka, anti-tank rifle, grenade, Molotov or flamethrower at a vehicle."""
    return _fired(given, options, harder_to_hit(inches(given.moved), options, straight=given.straight))


@asks("gun-at-vehicle", "Gun at a vehicle", clauses=("sk.gun.to-hit", *_STRUCK, *_GUNS), leaves=LEAVES_VEHICLE)
def gun_at_vehicle(given: Gun, options: Options) -> Staged:
    """A tank or an anti-tank gun fires at a vehicle."""
    return _fired(given, options)


# ---- small arms at soft vehicles


class Riddled(Firing, frozen=True, kw_only=True):
    """Small arms at a soft vehicle itself."""

    vehicle: Vehicle = "de.lorry"
    crew: Crew = 1
    wounded: CrewWounded = 0
    rating: CrewRating = 2
    suppression: TargetSuppression = 0
    passengers: Annotated[
        int, field("Passengers", "two at most: with more, ask about damage for each roll in turn", ge=0, le=2)
    ] = 0
    weapons: Weapons = 0
    flank: Flank = False
    hull_down: HullDown = False


@asks(
    "shoot-soft-vehicle",
    "Small arms at a soft vehicle",
    clauses=("sk.veh.small-arms", "sk.shoot.die", "sk.gap.shot-costs", "sk.gap.fire-points", *_STRUCK),
    leaves=LEAVES_VEHICLE,
)
def at_soft_vehicle(given: Riddled, options: Options) -> Staged:
    """Small arms at a soft vehicle: machine-gun hits and every three others dice for damage."""
    if vehicle_card(given.vehicle).armoured:
        raise Unfit("vehicle", "small arms do nothing to AFVs [sk.veh.small-arms]")
    state = battle(options, firers(given, options), *hull(given, 1))
    fired = volley(given, state, Aim(1, HULL), (), (), aspect=Aspect(given.flank, given.hull_down))
    become = hull_fate(state, 1, told=False)

    def read(after: Battle, found: object, noted: Mapping[Fact, int | str]) -> Found:
        return {"struck": (1, "damaged") in noted, **become(after, found, noted)}

    return staged(state, then_test(lambda play: fire(play, 0, fired), 1), read, heeds=(*HULL_FATE, "damaged"))


# ---- damage on its own


class Damaging(Target, frozen=True, kw_only=True):
    """A vehicle that has been hit."""

    weapon: Annotated[str, field("Weapon", "that hit it", choices=ANY_WEAPON)] = "gun-75"


@asks(
    "damage",
    "Damage to a vehicle",
    clauses=(*_STRUCK, *_GUNS, "sk.dmg.schurzen", "sk.dmg.afv-18", "sk.dmg.soft-16"),
    leaves=LEAVES_VEHICLE,
)
def damage(given: Damaging, options: Options) -> Staged:
    """A vehicle has been hit: what does the chart say? Who is near one that explodes, asks about blast."""
    card, line = vehicle_card(given.vehicle), weapons()[given.weapon]
    if line.kind == "bomb" or (line.kind == "small" and card.armoured):
        clause = "sk.veh.small-arms" if line.kind == "small" else "sk.gren.effect-unaware"
        raise Unfit("weapon", f"{an(line.title)} does not damage it [{clause}]")
    if card.armoured and (line.has("fire") or line.kind == "flame"):
        raise Unfit("weapon", "fire on an AFV has a table of its own: ask about fire-on-afv [sk.at.fire-roll]")
    state = battle(options, Party("We", (Man(),)), *hull(given, 1))
    begin = then_test(lambda play: strike(play, 1, given.weapon, 0, given.aspect), 1)
    return staged(state, begin, hull_fate(state, 1), heeds=DAMAGED)


# ---- fire


class Alight(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An AFV that flame has hit."""

    weapon: Annotated[Literal["molotov", "flamethrower"], field("Weapon", "a flamethrower adds 3")] = "molotov"
    vehicle: Vehicle = "gb.sherman"


@asks(
    "fire-on-afv",
    "Fire on an AFV",
    clauses=(*_FIRE, "sk.flame.at"),
    leaves=(LeavesView("destroyed", "target", "destroyed", "set"),),
)
def fire_on_afv(given: Alight, options: Options) -> Staged:
    """A Molotov or a flamethrower has hit an AFV."""
    card = vehicle_card(given.vehicle)
    if not card.armoured:
        raise Unfit("vehicle", "it is no AFV: it is struck on the chart, ask about damage [sk.at.fire-roll]")
    state = battle(options, Party("We", (Man(),)), Party("the AFV", crew_of(2, 0, 2), card))

    def read(after: Battle, _: object, noted: Mapping[Fact, int | str]) -> Found:
        return {"fire": noted[1, "fire"], "destroyed": after.units[1].afoot}

    return staged(state, lambda play: set_on_fire(play, 0, 1, given.weapon, 0), read, heeds=("fire",))


# ---- getting stuck


def _driven(drive: Literal["", "wheeled", "half-tracked", "tracked"], *, stuck: bool = False) -> Party:
    """A vehicle of which only this is known."""
    card = Card("", "", "", "vehicle", 0, drive=drive)
    return Party("We", crew_of(1, 0, 2), card, fields={"stuck": stuck})


class Crossing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A vehicle that crosses obstacles or drives through woods."""

    drive: Annotated[Literal["wheeled", "half-tracked", "tracked"], field("Drive", role="unit", fact="drive")] = (
        "wheeled"
    )
    obstacles: Annotated[int, field("Obstacles", "each of them, and woods once a turn", ge=1, le=5)] = 1


LEAVES_STUCK = (LeavesView("stuck", "unit", "stuck", "set"),)


@asks("stuck", "Getting stuck", clauses=("sk.veh.stuck",), leaves=LEAVES_STUCK)
def stuck(given: Crossing, options: Options) -> Staged:
    """Does a vehicle get stuck on its way?"""
    stations = tuple(range(1, given.obstacles + 1))

    def read(_after: Battle, where: int | None, _noted: object) -> Found:
        return {"stuck": where is not None}

    state = battle(options, _driven(given.drive))
    return staged(state, lambda play: stuck_among(play, 0, stations), read, "no die: tracks never get stuck")


class Freeing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A stuck vehicle at the start of a turn."""

    stuck: Annotated[bool, field("Stuck", role="unit", fact="stuck")] = True


@asks("free", "Coming free", clauses=("sk.veh.unstuck",), leaves=LEAVES_STUCK)
def free(given: Freeing, options: Options) -> Staged:
    """Does a stuck vehicle come free at the start of a turn?"""
    if not given.stuck:
        raise Unfit("stuck", "it is not stuck [sk.veh.unstuck]")

    def read(after: Battle, _: object, _noted: object) -> Found:
        left = after.units[0].stuck
        return {"free": not left, "stuck": left}

    return staged(battle(options, _driven("wheeled", stuck=True)), lambda play: try_to_free(play, 0), read)
