"""AT fire at Armored Teams: hull or turret, armour Saves, the Vehicle Damage Table; and passengers of what is lost."""

from typing import Annotated, Literal

import msgspec
from msgspec.structs import replace

from sandtable.geometry.units import INCH
from sandtable.mechanics.questions import Found, Staged, asks, field
from sandtable.rulesets.fraley.fire.allocation import Allotted
from sandtable.rulesets.fraley.fire.shots import Shot, Volley
from sandtable.rulesets.fraley.fire.volley import strike_armour
from sandtable.rulesets.fraley.harm.losses import lose
from sandtable.rulesets.fraley.machines.armour import Damage
from sandtable.rulesets.fraley.options import Options
from sandtable.rulesets.fraley.state import Battle

from .activation import check_markers
from .aim import TARGET, Firing, Lie, fire
from .bare import Lot, Noted, Party, battle, lost, marked, staged, vehicle
from .fields import ARMORED, AT_WEAPONS, LEAVES_TARGET, TargetDoubled, TargetSuppressed

Facing = Annotated[
    Literal["front", "flank", "hull-front", "turret-front"],
    field("Facing", "hull-front: the hull shows its front, the turret does not; turret-front: the other way round"),
]
TargetVehicle = Annotated[str, field("Vehicle", "what is hit", role="target", fact="vehicle", choices=ARMORED)]
CARRIER = "half-track"
HULL_SHOWS, TURRET_SHOWS = ("front", "hull-front"), ("front", "turret-front")


# ---- fire


class ShootingTanks(Firing, frozen=True, kw_only=True):
    """A Unit fires AT weapons at vehicles that are alike, show the same side, and are all in reach."""

    weapon: Annotated[
        str, field("Weapon", "what most of them fire", role="shooter", fact="weapon", choices=AT_WEAPONS)
    ] = "pak40"
    shooters: Annotated[int, field("Teams with it", role="shooter", fact="teams", ge=1, le=9)] = 3
    second_weapon: Annotated[str, field("Second weapon", "what others fire", choices=AT_WEAPONS)] = "panzerschreck"
    second: Annotated[int, field("Teams with it", ge=0, le=9)] = 0
    vehicle: TargetVehicle = "m4-sherman"
    teams: Annotated[int, field("Vehicles", "that may be given hits", role="target", fact="teams", ge=1, le=12)] = 5
    facing: Facing = "front"
    concealed: Annotated[bool, field("Concealed", "all of them are, by their cover")] = False
    suppressed: TargetSuppressed = 0
    doubled: TargetDoubled = 0


@asks(
    "fire-at-tanks",
    "AT fire at tanks",
    clauses=(
        "fraley.fire.base-number",
        "fraley.at.separate-dice",
        "fraley.at.single-team",
        "fraley.armor.save",
        "fraley.armor.flank",
        "fraley.armor.hull-or-turret",
        "fraley.armor.close-range",
        "fraley.armor.vdt-per-failure",
        "fraley.vdt.one-suppression-per-weapon",
        "fraley.suppression.armor-fp",
        "fraley.tank.inf-at-reroll",
        "fraley.roll.single-reroll",
        "fraley.assault.halt-tanks",
    ),
    leaves=LEAVES_TARGET,
)
def shooting_tanks(given: ShootingTanks, options: Options) -> Staged:
    """A Unit fires AT weapons at Armored Teams: hits, vehicles lost, suppression."""
    check_markers(given.teams, given.suppressed, given.doubled)
    arms = [(given.weapon, given.shooters), (given.second_weapon, given.second)]
    every = [(name, count) for name, count in arms if count]
    tanks = (vehicle(given.vehicle, given.teams),)
    fields = {"ran": given.ran}
    target = Party("They", given.training, tanks, given.suppressed, given.doubled, side=1, tank=True, fields=fields)
    lie = Lie(
        given.concealed, False, 0, front=given.facing in HULL_SHOWS, turret_front=given.facing in TURRET_SHOWS
    )  # fmt: skip
    return fire(given, options, every, target, lie)


# ---- hits on one vehicle


class ArmourHit(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One AT weapon has hit a vehicle."""

    vehicle: TargetVehicle = "panzer-iv"
    facing: Facing = "front"
    hits: Annotated[int, field("Hits", "of this weapon", ge=1, le=12)] = 2
    weapon: Annotated[str, field("Weapon", "what hit it", role="shooter", fact="weapon", choices=AT_WEAPONS)] = "75mm"
    close: Annotated[bool, field('Within 18"', "fired from 18 inches or closer: passed Saves again")] = False
    ran: Annotated[bool, field("It ran", "passed Saves again", role="target", fact="ran")] = False
    easy: Annotated[bool, field("1 or less was needed", "passed Saves again")] = False


@asks(
    "armour",
    "Armour Saves and damage",
    clauses=(
        "fraley.armor.save",
        "fraley.armor.hull-or-turret",
        "fraley.armor.vdt-per-failure",
        "fraley.vdt.no-effect",
        "fraley.vdt.suppression",
        "fraley.vdt.destroyed",
    ),
)
def armour(given: ArmourHit, options: Options) -> Staged:
    """An AT weapon has hit a vehicle: is it suppressed or destroyed?"""
    target = Party("They", lots=(vehicle(given.vehicle),), side=1, tank=True, fields={"ran": given.ran})
    state = battle(options, Party("We"), target, acting=TARGET if given.ran else -1)
    (tank,) = state.units[TARGET].men
    shot = Shot(0, given.weapon, 1 if given.easy else 2, given.hits, INCH)
    front, turret = given.facing in HULL_SHOWS, given.facing in TURRET_SHOWS
    hit = Allotted(shot, tank, given.hits, 0, given.close, front, turret)
    volley = Volley(0, TARGET, TARGET, (shot,), "fire")

    def read(_after: Battle, harm: Damage, noted: Noted) -> Found:
        failed = noted.get((TARGET, "failed Saves"), 0)
        return {"failed_saves": failed, "suppressed": harm.marks > 0, "destroyed": harm.destroyed}

    return staged(
        state, lambda play: strike_armour(play, volley, hit, given.hits), read, heeds=("failed Saves",)
    )  # fmt: skip


# ---- passengers


class Riders(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Teams in a vehicle that is destroyed, where the table plays transport."""

    riders: Annotated[int, field("Passengers", "Teams aboard", ge=1, le=6)] = 3


@asks("passengers", "Passengers of a lost vehicle", clauses=("fraley.gap.transport",))
def passengers(given: Riders, options: Options) -> Staged:
    """A vehicle with Teams aboard is destroyed: who gets out?"""
    aboard = Party("They", lots=(Lot(given.riders, fields={"aboard": 0}),), fields={"place": "aboard"})
    state = battle(replace(options, transport=True), Party("The carrier", lots=(vehicle(CARRIER),)), aboard)

    def read(after: Battle, _: object, _noted: Noted) -> Found:
        return {"lost": lost(state, after, 1), "suppressed": marked(after, 1)["suppressed"]}

    return staged(state, lambda play: lose(play, (0,), "fraley.gap.transport"), read)
