"""Shooting: to hit, a whole volley at people on foot, and at a vehicle; and passengers of one that burns."""

from typing import Annotated

import msgspec

from sandtable.mechanics.questions import Found, Staged, Unfit, asks, field
from sandtable.play.script import Play
from sandtable.rulesets.d10.fire.shooting import resolve, throw
from sandtable.rulesets.d10.fire.volley import Seen, grouped, hit_of
from sandtable.rulesets.d10.harm.losses import destroy
from sandtable.rulesets.d10.harm.toughness import FACES, Hit
from sandtable.rulesets.d10.machines import transport
from sandtable.rulesets.d10.options import Options
from sandtable.rulesets.d10.state import Battle, Kind

from .aim import Firing, Several, armed, salvo, shooter, sight
from .bare import Party, battle, commanded, hits_and_fate, staged, too_weak
from .command import check_left
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

CARRIER = "us.half-track"


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
HARM = ("d10.shoot.allocate", "d10.shoot.damage", "d10.test.damage", "d10.gap.damage-stat", "d10.gap.wounds")


def fire(given: Several, options: Options, target: Party, seen: Seen, exposed: int) -> Staged:
    """A unit shoots at another, from what it sees of it to the morale of whoever was hit."""
    every = armed(given)
    state = battle(options, shooter(given, every, options), target)
    fired = salvo(given, state, every, seen, exposed)
    weak = too_weak(state, 1, [hit_of(group, 1) for group in grouped(fired.shots)])
    read = hits_and_fate(state, 1)
    return staged(state, lambda play: resolve(play, 0, (fired,), reacting=False), read, remark=weak)


# ---- to hit


class Aiming(Firing, frozen=True, kw_only=True):
    """Shots and nothing else."""

    size: Size = 2


@asks("to-hit", "To hit", clauses=_SHOTS)
def to_hit(given: Aiming, options: Options) -> Staged:
    """Models shoot: how many shots hit?"""
    every = [(given.weapon, given.shooters)]
    target = Party("They", foot_card("individual", size=given.size), 1, 1)
    state = battle(options, shooter(given, every, options), target)
    fired = salvo(given, state, every, sight(given), 1)

    def read(_after: Battle, hits: tuple[Hit, ...], _noted: object) -> Found:
        return {"hits": sum(hit.hits for hit in hits)}

    return staged(state, lambda play: throw(play, 0, fired), read)


# ---- at people on foot


Exposed = Annotated[int, field("May be hit", "models of the target in sight and range; 0 for all of them", ge=0, le=20)]


class AtFoot(Several, frozen=True, kw_only=True):
    """A unit shoots at a squad, a gun's crew or an individual; all of those who fire are at one distance."""

    kind: TargetKind = "squad"
    left: TargetLeft = 9
    whole: TargetWhole = 9
    toughness: Toughness = 4
    size: Size = 2
    exposed: Exposed = 0
    caught: Annotated[
        int,
        field("Within a Blast", "models within 3 inches of the one that is nearest; 0 for all of them", ge=0, le=20),
    ] = 0
    command: TargetCommand = 5
    leader: Leader = 0
    panicked: TargetPanicked = False


@asks(
    "shoot",
    "Shooting at a unit",
    clauses=(
        *_SHOTS,
        *HARM,
        "d10.gap.tag-blast",
        "d10.gap.grenades",
        "d10.morale.unit-casualty",
        "d10.morale.individual-wounds",
    ),
    leaves=LEAVES_TARGET,
)
def shoot(given: AtFoot, options: Options) -> Staged:
    """A unit shoots at a squad, a gun or an individual: hits, losses, morale."""
    check_exposed(given.exposed, "exposed", given)
    check_exposed(given.caught, "caught", given)
    target = on_foot("They", given, size=given.size)
    alone = target.card.individual
    caught = 1 if alone else given.caught or given.left
    exposed = 1 if alone else given.exposed or given.left
    return fire(given, options, target, sight(given, caught=caught), exposed)


def check_exposed(some: int, name: str, given: "AtFoot | Bailing") -> None:
    """Refuse more models than are left."""
    if some > given.left and given.kind != "individual":
        raise Unfit(name, f"{given.left} models are left")


def on_foot(name: str, given: "AtFoot | Bailing", *, size: int = 2) -> Party:
    """People on foot of whom some are left."""
    check_left(given.left, given.whole)
    kind: Kind = msgspec.convert(given.kind, Kind)
    card = foot_card(kind, toughness=given.toughness, command=given.command, size=size, whole=given.whole)
    return Party(name, commanded(card, given.leader), given.left, given.whole, panicked=given.panicked)


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


@asks(
    "shoot-at-vehicle",
    "Shooting at a vehicle",
    clauses=(
        *_SHOTS,
        *HARM,
        "d10.gap.tag-at",
        "d10.gap.tag-armoured",
        "d10.gap.vehicle-facing",
        "d10.gap.vehicle-damage",
        "d10.morale.individual-wounds",
        "d10.morale.rout-individual",
    ),
    leaves=LEAVES_TARGET,
)
def shoot_at_vehicle(given: AtVehicle, options: Options) -> Staged:
    """A unit shoots at a vehicle: hits, wounds, whether its crew abandon it."""
    target = vehicle_hit(given.vehicle, given.left, given.leader, panicked=given.panicked)
    return fire(given, options, target, sight(given, face=FACES.index(given.face)), 1)


def vehicle_hit(vehicle: str, left: int, leader: int, *, panicked: bool) -> Party:
    """A vehicle of the force lists of which so much is left."""
    card = commanded(vehicle_card(vehicle), leader)
    check_left(left, card.wounds)
    return Party("They", card, left, card.wounds, panicked=panicked)


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


@asks(
    "bail-out",
    "Bailing out",
    clauses=("d10.gap.vehicle-damage", "d10.test.damage", "d10.gap.wounds", "d10.morale.unit-casualty"),
    leaves=LEAVES_TARGET,
)
def bail_out(given: Bailing, options: Options) -> Staged:
    """A carrier has been destroyed: what becomes of its passengers?"""
    if given.kind == "gun":
        raise Unfit("kind", "nobody carries a gun [d10.gap.transport]")
    passengers = on_foot("They", given)._replace(aboard=1, side=1)
    state = battle(options, passengers, Party("the carrier", vehicle_card(CARRIER), 1, 1, side=1))

    async def burn(play: Play[Battle]) -> None:
        destroy(play, 1)
        await transport.bail_out(play, 1)

    return staged(state, burn, hits_and_fate(state, 0))
