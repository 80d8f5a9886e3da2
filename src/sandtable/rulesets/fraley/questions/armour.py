"""AT fire at Armored Teams: hull or turret, armour Saves, the Vehicle Damage Table; and passengers of what is lost."""

from collections.abc import Hashable
from typing import Annotated, Literal, NamedTuple

import msgspec

from sandtable.mechanics.clauses import rule
from sandtable.mechanics.questions import Asked, Found, Question, Settled, field
from sandtable.rulesets.fraley.armour import armour_saves, by_count, holds_out, part_die, table_roll
from sandtable.rulesets.fraley.charts import Vehicle, vehicles, weapons
from sandtable.rulesets.fraley.halting import RESULTS
from sandtable.rulesets.fraley.options import Options
from sandtable.rulesets.fraley.saves import reroll_of
from sandtable.rulesets.fraley.suppression import PER_MARKER
from sandtable.rulesets.fraley.to_hit import is_hopeless
from sandtable.rulesets.fraley.transport import SAVE, bail_out_roll

from .activation import check_markers
from .aim import Firing, Laid, common_modifiers, hits_of, laid, needed_of, single
from .fields import ARMORED, AT_WEAPONS, LEAVES_TARGET, TargetDoubled, TargetSuppressed, count_of
from .volley import marked

Facing = Annotated[
    Literal["front", "flank", "hull-front", "turret-front"],
    field("Facing", "hull-front: the hull shows its front, the turret does not; turret-front: the other way round"),
]
TargetVehicle = Annotated[str, field("Vehicle", "what is hit", role="target", fact="vehicle", choices=ARMORED)]


class Struck(NamedTuple):
    """What one weapon did to a vehicle."""

    failed: int
    mark: int
    destroyed: bool


# ---- Saves and damage


async def armour_of(vehicle: Vehicle, facing: str, options: Options) -> tuple[int, str]:
    """The number that a vehicle saves on, and which it is; a die tells hull from turret where they face differently."""
    front = facing in {"front", "hull-front"}
    tracked = vehicle.turret and options.turret_heading_tracked
    if facing in {"hull-front", "turret-front"} and tracked and vehicle.front != vehicle.flank:
        turret = (await part_die(f"{vehicle.title}: hull or turret?", 0)).value == "turret"
        front = front != turret
    return (vehicle.front, "Front") if front else (vehicle.flank, "Flank")


async def damage_of(vehicle: Vehicle, failed: int, options: Options, *because: str) -> tuple[int, bool]:
    """The Vehicle Damage Table for the failed Saves against one weapon: a marker at most, and whether it is destroyed."""
    if not failed:
        return 0, False
    if options.vdt_mode == "count_of_failures":
        marks, kills = by_count(failed)
    else:
        marks, kills = (await table_roll(failed, f"{vehicle.title}: Vehicle Damage Table", 0, *because)).value
    return min(1, marks), kills > 0


async def struck(vehicle: Vehicle, facing: str, hits: int, reroll: int, options: Options, *before: Hashable) -> Struck:
    """One weapon's hits on a vehicle: the part that is hit, a Save for each hit, damage for each that fails.

    `before` is what has to be remembered of all that went before.
    """
    needed, part = await armour_of(vehicle, facing, options)
    if facing not in {"front", "flank"}:
        await Settled(("part", part, *before))
    why = f"{vehicle.title}: {part} armour against {count_of(hits, 'hit')}"
    failed = (await armour_saves(needed, hits, why, 1, "fraley.armor.flank", reroll=reroll)).value
    await Settled(("failed", failed, *before))
    mark, gone = await damage_of(vehicle, failed, options)
    return Struck(failed, mark, gone)


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


class Tally(NamedTuple):
    """What has come of it so far: vehicles lost, the most markers that may come of it, and Fire Points over those.

    Every weapon that hits forces one marker at most, and one more is forced for 3 Fire Points than by the Vehicle Damage
    Table: so it is enough to know how many weapons hit, and how far all hits (3 for each marker of the table) are above or
    below 3 for each of these. Two below is as far as one weapon more can bring it: what is higher need not be known.
    """

    lost: int = 0
    most: int = 0
    over: int = 0
    gone: bool = False  # the vehicle that is being fired at

    @property
    def markers(self) -> int:
        """The markers in the end."""
        return self.most + min(0, self.over // PER_MARKER)


def shooting_tanks(given: ShootingTanks, options: Options) -> Asked:
    """Each weapon is settled on another vehicle in turn; then vehicle by vehicle To Hit, Saves and damage, then markers."""
    check_markers(given.teams, given.suppressed, given.doubled)
    common = common_modifiers(given, options, hidden=given.concealed)
    arms = [(given.weapon, given.shooters), (given.second_weapon, given.second)]
    every = [laid(given, name, count, common) for name, count in arms if count]
    throws = [part for place, one in enumerate(every) for part in single(one, directed=given.directed and not place)]
    throws = [one for one in throws if one.dice and not is_hopeless(one.needed)]

    async def trial() -> Found:
        tally, left = Tally(), len(throws)
        for number in range(min(given.teams, len(throws))):
            tally = tally._replace(gone=False)
            for one in throws[number :: given.teams]:
                hits = await hits_of(one, one.dice, aimed=given.occasion == "aimed")
                await Settled(("hit", left, tally, hits))
                done = await _done(given, options, one, hits, tally, left)
                left -= 1
                tally = _tallied(options, tally, hits, done, left)
                await Settled(("struck", left, tally))
        return _found(given, tally)

    return Asked(needed_of(every[0]), every[0].mods, trial)


async def _done(given: ShootingTanks, options: Options, one: Laid, hits: int, tally: Tally, left: int) -> Struck:
    """What one weapon does to a vehicle; to one that is destroyed already nothing more."""
    if not hits or tally.gone:
        return Struck(0, 0, destroyed=tally.gone)
    vehicle = vehicles()[given.vehicle]
    passed = one.near or one.harsh or given.ran
    reroll = reroll_of(passed=passed, failed=holds_out(vehicle, one.weapon))
    return await struck(vehicle, given.facing, hits, reroll, options, left, tally, hits)


@rule("fraley.at.one-suppression", "fraley.suppression.armor-fp", "fraley.vdt.one-suppression-per-weapon")
def _tallied(options: Options, tally: Tally, hits: int, done: Struck, left: int) -> Tally:
    """One weapon more; hits on what is destroyed already count towards markers, too."""
    lost = tally.lost + (done.destroyed and not tally.gone)
    if options.armor_fp_suppression == "none":
        return Tally(lost, tally.most + done.mark, 0, done.destroyed)
    over = tally.over + (hits - PER_MARKER + PER_MARKER * done.mark if hits else 0)
    return Tally(lost, tally.most + (hits > 0), min(over, (PER_MARKER - 1) * left), done.destroyed)


def _found(given: ShootingTanks, tally: Tally) -> Found:
    left = given.teams - tally.lost
    markers = tally.markers if left else 0
    after = marked(left, given.suppressed + given.doubled + markers)
    return {
        "lost": tally.lost,
        "markers": markers,
        "suppressed": after.suppressed,
        "doubled": after.doubled,
        "halts_an_assault": not left or tally.lost + markers >= RESULTS,
    }


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


def armour(given: ArmourHit, options: Options) -> Asked:
    """A Save for each hit, then the Vehicle Damage Table."""
    vehicle = vehicles()[given.vehicle]
    passed = given.close or given.ran or given.easy
    reroll = reroll_of(passed=passed, failed=holds_out(vehicle, weapons()[given.weapon]))

    async def trial() -> Found:
        one = await struck(vehicle, given.facing, given.hits, reroll, options)
        return {"failed_saves": one.failed, "suppressed": one.mark > 0, "destroyed": one.destroyed}

    words = {1: ", passed ones again", -1: ", failed ones again"}.get(reroll, "")
    numbers = {"front": f"{vehicle.front}+", "flank": f"{vehicle.flank}+"}
    both = f"{vehicle.front}+ or {vehicle.flank}+"
    return Asked(f"{numbers.get(given.facing, both)} to save{words}", (), trial)


# ---- passengers


class Riders(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Teams in a vehicle that is destroyed, where the table plays transport."""

    riders: Annotated[int, field("Passengers", "Teams aboard", ge=1, le=6)] = 3


def passengers(given: Riders, _options: Options) -> Asked:
    """Each saves on 5+ and dismounts suppressed."""

    async def trial() -> Found:
        faces = (await bail_out_roll(given.riders, "the vehicle", 1)).value
        clear = sum(face >= SAVE for face in faces)
        return {"lost": given.riders - clear, "suppressed": clear}

    return Asked(f"{SAVE}+", (), trial)


QUESTIONS = (
    Question(
        "fire-at-tanks",
        "A Unit fires AT weapons at Armored Teams: hits, vehicles lost, suppression.",
        ShootingTanks,
        shooting_tanks,
        (
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
        title="AT fire at tanks",
        leaves=LEAVES_TARGET,
    ),
    Question(
        "armour",
        "An AT weapon has hit a vehicle: is it suppressed or destroyed?",
        ArmourHit,
        armour,
        (
            "fraley.armor.save",
            "fraley.armor.hull-or-turret",
            "fraley.armor.vdt-per-failure",
            "fraley.vdt.no-effect",
            "fraley.vdt.suppression",
            "fraley.vdt.destroyed",
        ),
        title="Armour Saves and damage",
    ),
    Question(
        "passengers",
        "A vehicle with Teams aboard is destroyed: who gets out?",
        Riders,
        passengers,
        ("fraley.gap.transport",),
        title="Passengers of a lost vehicle",
    ),
)
