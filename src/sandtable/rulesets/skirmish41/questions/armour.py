"""Shots at vehicles: rockets, guns, small arms at soft ones; damage and fire on their own; getting stuck."""

from typing import Annotated, Literal

import msgspec

from sandtable.geometry.units import inches
from sandtable.mechanics.modifiers import Modifier, total
from sandtable.mechanics.questions import Asked, Found, LeavesView, Question, Settled, Unfit, field
from sandtable.rulesets.skirmish41.bomb_modifiers import harder_to_hit
from sandtable.rulesets.skirmish41.bombs import fire_roll, hit_roll
from sandtable.rulesets.skirmish41.charts import weapons
from sandtable.rulesets.skirmish41.damage import HARMLESS
from sandtable.rulesets.skirmish41.driving import free_roll, stuck_roll
from sandtable.rulesets.skirmish41.heavy import Shot, of_use, shot_with
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.state import Card
from sandtable.rulesets.skirmish41.volley import chart_rolls

from .fields import (
    ANY_WEAPON,
    GUNS,
    HAND_HELD,
    LEAVES_VEHICLE,
    Crew,
    CrewWounded,
    Distance,
    Flank,
    HullDown,
    Passengers,
    TargetSuppression,
    Vehicle,
    Weapons,
    vehicle_card,
)
from .shooting import Firing, groups_of, landed, named_modifiers, said
from .team import THROWER
from .vehicle import ABANDONED, Hull, damaged, exploded, hull_of, modifiers_against, wreckage


class Target(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A vehicle with its crew inside."""

    vehicle: Vehicle = "gb.sherman"
    crew: Crew = 5
    wounded: CrewWounded = 0
    suppression: TargetSuppression = 0
    passengers: Passengers = 0
    weapons: Weapons = 3
    flank: Flank = False
    hull_down: HullDown = False


def _hull(given: Target) -> Hull:
    return hull_of(
        vehicle_card(given.vehicle),
        given.crew,
        given.wounded,
        given.passengers,
        given.weapons,
        pinned=given.suppression > 0,
    )


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


def _shot(weapon: str, distance: float, card: Card, harder: tuple[Modifier, ...]) -> Shot:
    line = weapons()[weapon]
    if not of_use(weapon, card):
        raise Unfit("vehicle", f"a {line.title} is for AFVs [sk.at.rifle-afv-only]")
    if shot_with(weapon, inches(distance), (), vehicle=True) is None:
        raise Unfit("distance", f"a {line.title} is not used at that range [{line.clause}]")
    shot = shot_with(weapon, inches(distance), (), harder, vehicle=True)
    if shot is None:
        raise Unfit("moved", "it cannot be hit: that needs more than 20 [sk.at.moving-target]")
    return shot


def _burns(weapon: str, card: Card) -> bool:
    line = weapons()[weapon]
    return card.armoured and (line.has("fire") or line.kind == "flame")


def _strike(given: Target, weapon: str, shot: Shot, options: Options) -> Asked:
    card, start = vehicle_card(given.vehicle), _hull(given)
    burns = _burns(weapon, card)
    found = modifiers_against(weapon, card, options, flank=given.flank, hull_down=given.hull_down)

    async def trial() -> Found:
        if not (await hit_roll("The firer", weapon, shot, THROWER)).value:
            return {"hit": False, **await wreckage(start)}
        await Settled("hit")
        after = await _alight(start, card, weapon, options) if burns else await damaged(start, card, found, options)
        return {"hit": True, **await wreckage(after)}

    plus = "" if burns else f", then a D20{total(found):+d}"
    return Asked(f"{shot.needs}{plus}", (*shot.modifiers, *(() if burns else found)), trial)


def at_shot(given: HandHeld, options: Options) -> Asked:
    """A D20 to hit, then the damage chart, or fire on an AFV."""
    card = vehicle_card(given.vehicle)
    harder = harder_to_hit(inches(given.moved), straight=given.straight)
    return _strike(given, given.weapon, _shot(given.weapon, given.distance, card, harder), options)


def gun_at_vehicle(given: Gun, options: Options) -> Asked:
    """A D20 to hit, then the damage chart."""
    card = vehicle_card(given.vehicle)
    return _strike(given, given.weapon, _shot(given.weapon, given.distance, card, ()), options)


# ---- fire


async def _alight(hull: Hull, card: Card, weapon: str, options: Options) -> Hull:
    """Fire on an AFV: nothing, the crew leave it, or it goes up."""
    what = (await fire_roll("the AFV", weapon, THROWER)).value
    if what == "explodes":
        return await exploded(hull, card, options, ())
    return hull._replace(gone=ABANDONED) if what == "abandoned" else hull


class Alight(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An AFV that flame has hit."""

    weapon: Annotated[Literal["molotov", "flamethrower"], field("Weapon", "a flamethrower adds 3")] = "molotov"
    vehicle: Vehicle = "gb.sherman"


def fire_on_afv(given: Alight, options: Options) -> Asked:  # noqa: ARG001
    """A D6."""
    if not vehicle_card(given.vehicle).armoured:
        raise Unfit("vehicle", "it is no AFV: it is struck on the chart, ask about damage [sk.at.fire-roll]")
    flame = given.weapon == "flamethrower"

    async def trial() -> Found:
        what = (await fire_roll("the AFV", given.weapon, THROWER)).value
        return {"fire": what, "destroyed": what != "nothing"}

    found = (Modifier(3, "flamethrower", "sk.at.fire-roll"),) if flame else ()
    return Asked("5-7 the crew leave it, 8 it goes up", found, trial)


# ---- small arms at soft vehicles

HARMFUL = "soft-7"  # stands for any row that does something


class Riddled(Firing, frozen=True, kw_only=True):
    """Small arms at a soft vehicle itself."""

    vehicle: Vehicle = "de.lorry"
    crew: Crew = 1
    wounded: CrewWounded = 0
    suppression: TargetSuppression = 0
    passengers: Annotated[
        int, field("Passengers", "two at most: with more, ask about damage for each roll in turn", ge=0, le=2)
    ] = 0
    weapons: Weapons = 0
    flank: Flank = False
    hull_down: HullDown = False


def at_soft_vehicle(given: Riddled, options: Options) -> Asked:
    """Each hit of a machine gun, and every three others, dice for damage."""
    card = vehicle_card(given.vehicle)
    if card.armoured:
        raise Unfit("vehicle", "small arms do nothing to AFVs [sk.veh.small-arms]")
    groups = groups_of(given, (), options)
    if not any(group.chance.possible for group in groups):
        raise Unfit("distance", "no single shot can hit there [sk.gap.range-shift-order]")
    start = hull_of(card, given.crew, given.wounded, given.passengers, given.weapons, pinned=given.suppression > 0)
    found = modifiers_against("rifle", card, options, flank=given.flank, hull_down=given.hull_down)

    async def trial() -> Found:
        hits = [((), await landed(group), weapons()[group.name].has("mg")) for group in groups]
        hull, rolls = start, chart_rolls(hits)[0]  # type: ignore[arg-type]
        for left in range(rolls, 0, -1):
            await Settled(("riddled", hull, left))
            if not hull.gone and hull.aboard.own:
                hull = _forgetting(await damaged(hull, card, found, options, left))
        after = await wreckage(hull, aside=rolls > 0)
        return {"struck": rolls > 0, **{name: value for name, value in after.items() if name != "damage"}}

    return Asked(said(groups), (*named_modifiers(groups), *found), trial)


def _forgetting(hull: Hull) -> Hull:
    """Of several rows only what they did is told, and whether the crew has to test."""
    harmful = [row for row in hull.rows if row not in HARMLESS]
    return hull._replace(rows=(HARMFUL,) if harmful else ())


# ---- damage on its own


class Damaging(Target, frozen=True, kw_only=True):
    """A vehicle that has been hit."""

    weapon: Annotated[str, field("Weapon", "that hit it", choices=ANY_WEAPON)] = "gun-75"


def damage(given: Damaging, options: Options) -> Asked:
    """The D20 of the chart."""
    card, start = vehicle_card(given.vehicle), _hull(given)
    line = weapons()[given.weapon]
    if line.kind == "bomb" or (line.kind == "small" and card.armoured):
        clause = "sk.veh.small-arms" if line.kind == "small" else "sk.gren.effect-unaware"
        raise Unfit("weapon", f"a {line.title} does not damage it [{clause}]")
    if _burns(given.weapon, card):
        raise Unfit("weapon", "fire on an AFV has a table of its own: ask about fire-on-afv [sk.at.fire-roll]")
    found = modifiers_against(given.weapon, card, options, flank=given.flank, hull_down=given.hull_down)

    async def trial() -> Found:
        return await wreckage(await damaged(start, card, found, options))

    return Asked(f"D20{total(found):+d}" if found else "D20", found, trial)


# ---- getting stuck


class Crossing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A vehicle that crosses obstacles or drives through woods."""

    drive: Annotated[Literal["wheeled", "half-tracked", "tracked"], field("Drive", role="unit", fact="drive")] = (
        "wheeled"
    )
    obstacles: Annotated[int, field("Obstacles", "each of them, and woods once a turn", ge=1, le=5)] = 1


def stuck(given: Crossing, options: Options) -> Asked:  # noqa: ARG001
    """A D6 at each of them; full tracks never get stuck."""
    tracked = given.drive == "tracked"

    async def trial() -> Found:
        for _ in range(0 if tracked else given.obstacles):
            if (await stuck_roll("the vehicle", given.drive, 0)).value:
                return {"stuck": True}
        return {"stuck": False}

    needs = "no die: tracks never get stuck" if tracked else stuck_roll("", given.drive, 0).needs
    return Asked(needs, (), trial)


class Freeing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A stuck vehicle at the start of a turn."""

    stuck: Annotated[bool, field("Stuck", role="unit", fact="stuck")] = True


def free(given: Freeing, options: Options) -> Asked:  # noqa: ARG001
    """A D6."""
    if not given.stuck:
        raise Unfit("stuck", "it is not stuck [sk.veh.unstuck]")

    async def trial() -> Found:
        out = bool((await free_roll("the vehicle", 0)).value)
        return {"free": out, "stuck": not out}

    return Asked(free_roll("", 0).needs, (), trial)


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
QUESTIONS = (
    Question(
        "at-shot",
        "A Panzerfaust, bazooka, anti-tank rifle, grenade, Molotov or flamethrower at a vehicle.",
        HandHeld,
        at_shot,
        (
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
        title="Hand-held anti-tank weapon",
        leaves=LEAVES_VEHICLE,
    ),
    Question(
        "gun-at-vehicle",
        "A tank or an anti-tank gun fires at a vehicle.",
        Gun,
        gun_at_vehicle,
        ("sk.gun.to-hit", *_STRUCK, *_GUNS),
        title="Gun at a vehicle",
        leaves=LEAVES_VEHICLE,
    ),
    Question(
        "shoot-soft-vehicle",
        "Small arms at a soft vehicle: machine-gun hits and every three others dice for damage.",
        Riddled,
        at_soft_vehicle,
        ("sk.veh.small-arms", "sk.shoot.die", "sk.gap.shot-costs", "sk.gap.fire-points", *_STRUCK),
        title="Small arms at a soft vehicle",
        leaves=LEAVES_VEHICLE,
    ),
    Question(
        "damage",
        "A vehicle has been hit: what does the chart say? Who is near one that explodes, asks about blast.",
        Damaging,
        damage,
        (*_STRUCK, *_GUNS, "sk.dmg.schurzen", "sk.dmg.afv-18", "sk.dmg.soft-16"),
        title="Damage to a vehicle",
        leaves=LEAVES_VEHICLE,
    ),
    Question(
        "fire-on-afv",
        "A Molotov or a flamethrower has hit an AFV.",
        Alight,
        fire_on_afv,
        (*_FIRE, "sk.flame.at"),
        title="Fire on an AFV",
        leaves=(LeavesView("destroyed", "target", "destroyed", "set"),),
    ),
    Question(
        "stuck",
        "Does a vehicle get stuck on its way?",
        Crossing,
        stuck,
        ("sk.veh.stuck",),
        title="Getting stuck",
        leaves=(LeavesView("stuck", "unit", "stuck", "set"),),
    ),
    Question(
        "free",
        "Does a stuck vehicle come free at the start of a turn?",
        Freeing,
        free,
        ("sk.veh.unstuck",),
        title="Coming free",
        leaves=(LeavesView("stuck", "unit", "stuck", "set"),),
    ),
)
