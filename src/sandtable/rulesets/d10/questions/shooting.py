"""Shooting: to hit, a whole volley at people on foot, and at a vehicle; and passengers of one that burns."""

from typing import Annotated, NamedTuple

import msgspec

from sandtable.mechanics.questions import Asked, Found, Question, Settled, Unfit, field
from sandtable.mechanics.telling import count_of
from sandtable.rulesets.d10.checks import say
from sandtable.rulesets.d10.fates import check_after_fire
from sandtable.rulesets.d10.fire_power import multiplied
from sandtable.rulesets.d10.options import Options
from sandtable.rulesets.d10.state import Card, Kind
from sandtable.rulesets.d10.toughness import FACES, Hit
from sandtable.rulesets.d10.transport import BAILING
from sandtable.rulesets.d10.volley import Group, roll_to_hit

from .aim import Firing, Several, armed, groups_of, hit_of
from .command import best, check_left, checked
from .fields import (
    FIRED,
    LEAVES_TARGET,
    Face,
    Leader,
    Size,
    TargetCommand,
    TargetKind,
    TargetLeft,
    TargetPanicked,
    TargetWhole,
    Toughness,
    Vehicle,
    VehicleLeft,
    foot_card,
    vehicle_card,
)
from .harm import losses, needed_to_harm, pooled


class Target(NamedTuple):
    """Who is shot at: his card, what is left, how many may be given hits and caught by a Blast, his CM and nerves."""

    card: Card
    left: int
    whole: int
    exposed: int
    caught: int
    command: int
    panicked: bool


async def suffered(options: Options, target: Target, hits: tuple[Hit, ...]) -> Found:
    """Hits on a target: damage, losses, its morale."""
    count = sum(hit.hits for hit in hits)
    lost = await losses(options, target.card, hits, target.left, target.exposed, aside=count)
    left = target.left - lost
    await Settled(("lost", lost, count))
    individual = target.card.individual
    due = check_after_fire(left, target.whole, individual=individual) if lost and left else None
    fate = await checked(options, target.command, due, left, target.whole, panicked=target.panicked, seat=1)
    return {
        "hits": count,
        "lost": lost,
        "morale": fate.result if left else "destroyed",
        "panicked": fate.panicked and left > 0,
        "routed": fate.routed,
        "destroyed": not left,
    }


def volley(options: Options, groups: list[Group], target: Target) -> Asked:
    """Dice to hit, weapon by weapon, and whatever comes of them."""

    async def trial() -> Found:
        hits: tuple[Hit, ...] = ()
        for place, group in enumerate(groups):
            successes = (await roll_to_hit(group, group.what[:1].upper() + group.what[1:], 0)).value
            hits = pooled([*hits, hit_of(group, multiplied(successes, group.blast, target.caught))])
            await Settled(("hits", place, hits))
        return await suffered(options, target, hits)

    first = groups[0]
    harm = needed_to_harm(target.card, hit_of(first, 1), options)
    return Asked(f"{say(first.score)} to hit, {harm}", first.modifiers, trial)


# ---- to hit


class Aiming(Firing, frozen=True, kw_only=True):
    """Shots and nothing else."""

    size: Size = 2


def to_hit(given: Aiming, options: Options) -> Asked:
    """One die for each shot of each model."""
    (group,) = groups_of(given, options, [(given.weapon, given.shooters)], given.size)

    async def trial() -> Found:
        return {"hits": (await roll_to_hit(group, group.what[:1].upper() + group.what[1:], 0)).value}

    return Asked(f"{say(group.score)} with {count_of(group.dice, 'die', 'dice')}", group.modifiers, trial)


# ---- at people on foot


class AtFoot(Several, frozen=True, kw_only=True):
    """A unit shoots at a squad, a gun's crew or an individual; all of those who fire are at one distance."""

    kind: TargetKind = "squad"
    left: TargetLeft = 9
    whole: TargetWhole = 9
    toughness: Toughness = 4
    size: Size = 2
    exposed: Annotated[
        int, field("May be hit", "models of the target in sight and range; 0 for all of them", ge=0, le=20)
    ] = 0
    caught: Annotated[
        int,
        field("Within a Blast", "models within 3 inches of the one that is nearest; 0 for all of them", ge=0, le=20),
    ] = 0
    command: TargetCommand = 5
    leader: Leader = 0
    panicked: TargetPanicked = False


def shoot(given: AtFoot, options: Options) -> Asked:
    """The whole procedure: to hit, allocate, damage, morale."""
    check_left(given.left, given.whole)
    for name in ("exposed", "caught"):
        if getattr(given, name) > given.left and given.kind != "individual":
            raise Unfit(name, f"{given.left} models are left")
    kind: Kind = msgspec.convert(given.kind, Kind)
    card = foot_card(kind, toughness=given.toughness, size=given.size, whole=given.whole)
    alone = card.individual
    target = Target(
        card,
        given.left,
        given.whole,
        exposed=1 if alone else given.exposed or given.left,
        caught=1 if alone else given.caught or given.left,
        command=best(given.command, given.leader),
        panicked=given.panicked,
    )
    return volley(options, groups_of(given, options, armed(given), given.size), target)


# ---- at vehicles


class AtVehicle(Several, frozen=True, kw_only=True):
    """A unit shoots at a vehicle."""

    weapon: Annotated[
        str,
        field("Weapon", "armour-piercing, unless the shell says so", role="shooter", fact="weapon", choices=FIRED),
    ] = "bazooka"
    shooters: Annotated[int, field("Models with it", role="shooter", fact="bearers", ge=1, le=20)] = 1
    vehicle: Vehicle = "us.sherman"
    left: VehicleLeft = 4
    face: Face = "front"
    leader: Leader = 0
    panicked: TargetPanicked = False


def shoot_at_vehicle(given: AtVehicle, options: Options) -> Asked:
    """To hit by size, damage by the face that is hit; what is too weak for armour is lost."""
    card = vehicle_card(given.vehicle)
    check_left(given.left, card.wounds)
    target = Target(card, given.left, card.wounds, 1, 1, best(card.command, given.leader), given.panicked)
    groups = groups_of(given, options, armed(given), card.size, FACES.index(given.face))
    return volley(options, groups, target)


# ---- out of a vehicle that burns


class Bailing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Passengers of a vehicle that has been destroyed."""

    kind: TargetKind = "squad"
    left: TargetLeft = 9
    whole: TargetWhole = 9
    toughness: Toughness = 4
    command: TargetCommand = 5
    leader: Leader = 0
    panicked: TargetPanicked = False


def bail_out(given: Bailing, options: Options) -> Asked:
    """A hit on each of them, then their morale."""
    check_left(given.left, given.whole)
    if given.kind == "gun":
        raise Unfit("kind", "nobody carries a gun [d10.gap.transport]")
    kind: Kind = msgspec.convert(given.kind, Kind)
    card = foot_card(kind, toughness=given.toughness, whole=given.whole)
    men = 1 if card.individual else given.left
    command = best(given.command, given.leader)
    target = Target(card, given.left, given.whole, men, men, command, given.panicked)
    hit = Hit(men, BAILING)

    async def trial() -> Found:
        return await suffered(options, target, (hit,))

    return Asked(needed_to_harm(card, hit, options), (), trial)


_SHOTS = (
    "d10.shoot.sequence",
    "d10.shoot.table",
    "d10.shoot.natural-1",
    "d10.shoot.natural-10",
    "d10.hit.moved",
    "d10.hit.size-1",
    "d10.hit.size-2-3",
    "d10.hit.size-4-5",
    "d10.hit.size-6-7",
    "d10.hit.size-8-9",
    "d10.range.short",
    "d10.range.medium",
    "d10.range.long",
    "d10.range.extreme",
    "d10.range.no-to-hit-effect",
    "d10.gap.cover",
    "d10.gap.shots",
    "d10.gap.tag-fixed",
    "d10.gap.tag-steady",
    "d10.gap.tag-indirect",
    "d10.gap.tag-aimed",
    "d10.gap.tag-ignore-cover",
    "d10.gap.guns",
)
_HARM = ("d10.shoot.allocate", "d10.shoot.damage", "d10.test.damage", "d10.gap.damage-stat", "d10.gap.wounds")
QUESTIONS = (
    Question("to-hit", "Models shoot: how many shots hit?", Aiming, to_hit, _SHOTS, title="To hit"),
    Question(
        "shoot",
        "A unit shoots at a squad, a gun or an individual: hits, losses, morale.",
        AtFoot,
        shoot,
        (
            *_SHOTS,
            *_HARM,
            "d10.gap.tag-blast",
            "d10.gap.grenades",
            "d10.morale.unit-casualty",
            "d10.morale.individual-wounds",
        ),
        title="Shooting at a unit",
        leaves=LEAVES_TARGET,
    ),
    Question(
        "shoot-at-vehicle",
        "A unit shoots at a vehicle: hits, wounds, whether its crew abandon it.",
        AtVehicle,
        shoot_at_vehicle,
        (
            *_SHOTS,
            *_HARM,
            "d10.gap.tag-at",
            "d10.gap.tag-armoured",
            "d10.gap.vehicle-facing",
            "d10.gap.vehicle-damage",
            "d10.morale.individual-wounds",
            "d10.morale.rout-individual",
        ),
        title="Shooting at a vehicle",
        leaves=LEAVES_TARGET,
    ),
    Question(
        "bail-out",
        "A carrier has been destroyed: what becomes of its passengers?",
        Bailing,
        bail_out,
        ("d10.gap.vehicle-damage", "d10.test.damage", "d10.gap.wounds", "d10.morale.unit-casualty"),
        title="Bailing out",
        leaves=LEAVES_TARGET,
    ),
)
