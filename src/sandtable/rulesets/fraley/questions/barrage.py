"""Indirect fire: ranging in, what comes down on Teams under the template, and smoke."""

from typing import Annotated, NamedTuple

import msgspec

from sandtable.mechanics.questions import Asked, Choices, Found, Question, Settled, Unfit, field
from sandtable.play.modifier import Modifier
from sandtable.rulesets.fraley.armour import armour_saves
from sandtable.rulesets.fraley.barrage import FAR, ranging_die
from sandtable.rulesets.fraley.battery import GUNS, points_of
from sandtable.rulesets.fraley.charts import Vehicle, vehicles, weapons
from sandtable.rulesets.fraley.options import Options
from sandtable.rulesets.fraley.saves import save_needed
from sandtable.rulesets.fraley.shelling import FP_A_MARKER, save_die
from sandtable.rulesets.fraley.smoke import OBSERVES
from sandtable.rulesets.fraley.state import CHECKS, Level, to_hit_of
from sandtable.rulesets.fraley.to_hit import (
    MOVING,
    OBSERVING,
    is_hopeless,
    least_face,
    moves_in_the_open,
    of_the_target,
)
from sandtable.rulesets.fraley.training import check_roll

from .activation import check_markers, checked, said
from .armour import damage_of
from .fields import (
    ANY_VEHICLE,
    BARRAGES,
    COVER,
    LEAVES_TARGET,
    TYPES,
    CcReroll,
    Cover,
    TargetDoubled,
    TargetIdle,
    TargetRan,
    TargetSuppressed,
    TargetTraining,
    count_of,
)
from .volley import marked

TWICE = 2  # hits that destroy
KINDS = Choices({"infantry": "Infantry", "gun": "Guns", "soft-skinned": "Soft Skinned vehicles", "armored": "Armored"})
Battery = Annotated[str, field("Weapon", "of the battery", role="battery", fact="weapon", choices=BARRAGES)]
Guns = Annotated[
    int, field("Guns", "that fire: unsuppressed, in range and arc", role="battery", fact="guns", ge=2, le=12)
]
CcObserves = Annotated[bool, field("CC observing", "he is the observer")]
Leader = Annotated[bool, field("Leader directs", "only where leaders may have the roll rolled again")]


def rockets(weapon: str) -> bool:
    """Whether a battery of these ranges in again."""
    return "ranges-again" in weapons()[weapon].traits


def check_battery(weapon: str, options: Options) -> None:
    """Refuse mortars where only what is noted Artillery fires barrages."""
    row = weapons()[weapon]
    if not options.mortars_may_barrage and "artillery" not in row.traits:
        raise Unfit("weapon", f"the {row.title} is not noted Artillery [fraley.action.barrage]")


# ---- ranging in


class Ranging(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An observer ranges a battery in on a Team."""

    weapon: Battery = "105mm"
    training: TargetTraining = "veteran"
    concealed: Annotated[bool, field("Concealed", "the target is, from the observer")] = False
    gone_to_ground: Annotated[
        bool, field("Gone to Ground", "all Teams that he sees", role="target", fact="gone_to_ground")
    ] = False
    cc_observes: CcObserves = False
    went: Annotated[bool, field("Target moved", "in its last activation: counts only where the table plays it so")] = (
        False
    )
    long: Annotated[bool, field("Long Range", "only where barrages reach so far")] = False
    leader: Leader = False


def ranging_modifiers(given: Ranging, options: Options) -> tuple[Modifier, ...]:
    """The modifiers of the range-in roll."""
    found = of_the_target(options, hidden=given.concealed, down=given.gone_to_ground)
    if given.cc_observes:
        found.append(OBSERVING)
    if not given.concealed and moves_in_the_open(options, "fire", went=given.went):
        found.append(MOVING)
    if given.long:
        found.append(FAR)
    return tuple(found)


def range_in(given: Ranging, options: Options) -> Asked:
    """One die To Hit for the whole Unit; rockets roll a miss again."""
    check_battery(given.weapon, options)
    if given.long and not options.barrage_long_range:
        raise Unfit("long", "a barrage reaches its printed range only [fraley.barrage.what]")
    if given.leader and not options.leader_rerolls_range_in:
        raise Unfit("leader", "leaders do not direct the range-in roll [fraley.leader.direct-fire]")
    mods = ranging_modifiers(given, options)
    needed = to_hit_of(given.training) + sum(modifier.value for modifier in mods)
    again = "fraley.weapon.nebelwerfer-reroll" if rockets(given.weapon) else ""
    again = again or ("fraley.leader.direct-fire" if given.leader else "")

    async def trial() -> Found:
        if is_hopeless(needed):
            return {"ranged_in": False}
        passed = (await ranging_die("The battery ranges in", needed, mods, 0)).value
        if not passed and again:
            passed = (await ranging_die("The battery ranges in", needed, mods, 0, again)).value
        return {"ranged_in": passed > 0}

    words = (
        f"{needed}+, impossible" if is_hopeless(needed) else f"{least_face(needed)}+{', a miss again' * bool(again)}"
    )
    return Asked(words, mods, trial)


class Smoking(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A battery lays smoke."""

    weapon: Battery = "mortar-81"
    training: Annotated[Level, field("Training", "of the battery", role="battery", fact="training")] = "veteran"
    cc_observes: CcObserves = False
    cc_reroll: CcReroll = False


def smoke(given: Smoking, options: Options) -> Asked:
    """A Training Check; rockets have a second throw of their own."""
    check_battery(given.weapon, options)
    mods = (OBSERVES,) if given.cc_observes and options.cc_observing_penalises_smoke else ()
    needed = CHECKS[given.training] + sum(modifier.value for modifier in mods)
    again = rockets(given.weapon)

    async def trial() -> Found:
        clauses = ("fraley.smoke.procedure", *(modifier.clause for modifier in mods))
        check = await checked(given.cc_reroll and not again, needed, "Ranging in smoke", *clauses)
        if again and not check.passed:
            more = "fraley.weapon.nebelwerfer-reroll"
            check = await checked(False, needed, "Ranging in smoke once more", *clauses, more)
        return {"ranged_in": check.passed}

    return Asked(said(needed), mods, trial)


# ---- what comes down


class Shelled(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A barrage comes down on Teams of one Unit that are alike."""

    weapon: Battery = "105mm"
    guns: Guns = 4
    training: Annotated[Level, field("Training", "of the battery", role="battery", fact="training")] = "veteran"
    long: Annotated[bool, field("Long Range", "only where barrages reach so far")] = False
    under: Annotated[int, field("Under the template", "Teams of the Unit there", ge=1, le=12)] = 4
    teams: Annotated[int, field("Teams of the Unit", "in all", role="target", fact="teams", ge=1, le=20)] = 9
    kind: Annotated[str, field("Type", role="target", fact="kind", choices=KINDS)] = "infantry"
    vehicle: Annotated[
        str, field("Vehicle", "if they are Armored", role="target", fact="vehicle", choices=ANY_VEHICLE)
    ] = "none"
    cover: Cover = "open"
    idle: TargetIdle = False
    again: Annotated[bool, field("1 or less was needed", "to range in on it: it rolls passed Saves again")] = False
    ran: TargetRan = False
    observer: Annotated[bool, field("On an FO", "ranged in on a Forward Observer: nobody is suppressed")] = False
    suppressed: TargetSuppressed = 0
    doubled: TargetDoubled = 0
    cc_reroll: CcReroll = False


class Fallen(NamedTuple):
    """What has come of the Saves so far."""

    lost: int = 0
    markers: int = 0


class Victim(NamedTuple):
    """A Team under the template: its Save, and its stat line if it is Armored."""

    needed: int
    vehicle: Vehicle | None
    tank: bool
    again: bool


def victim_of(given: Shelled, options: Options) -> Victim:
    """What the Teams under the template are."""
    again = given.again or given.ran
    if given.kind != "armored":
        needed = save_needed(options, TYPES[given.kind], COVER[given.cover], idle=given.idle, at_weapon=True)
        return Victim(needed, None, given.kind == "soft-skinned", again)
    vehicle = vehicles().get(given.vehicle)
    if vehicle is None or not vehicle.armoured:
        raise Unfit("vehicle", f"{given.vehicle!r} is not Armored [fraley.armor.classes]")
    return Victim(vehicle.flank, vehicle, True, again)


def barrage(given: Shelled, options: Options) -> Asked:
    """Training Checks for every Team under the template, then one Save for each that was hit."""
    check_battery(given.weapon, options)
    check_markers(given.teams, given.suppressed, given.doubled)
    if given.under > given.teams:
        raise Unfit("under", f"{given.under} of {given.teams} Teams cannot be under the template")
    if given.long and not options.barrage_long_range:
        raise Unfit("long", "a barrage reaches its printed range only [fraley.barrage.what]")
    assert given.guns >= GUNS
    dice = points_of(options, weapons()[given.weapon].barrage, given.guns, long=given.long)
    needed, victim = CHECKS[given.training], victim_of(given, options)

    async def trial() -> Found:
        hits = await _hits(given, needed, dice, most=dice if by_points(options, victim) else TWICE)
        found = Fallen()
        extra = sum(hits) // FP_A_MARKER if by_points(options, victim) else 0
        for place, count in enumerate(hits):
            found = await _strike(given, options, victim, count, found)
            await Settled(("struck", hits[place + 1 :], extra, found))
        left = given.teams - found.lost
        markers = 0 if given.observer or not left else found.markers + extra
        after = marked(left, given.suppressed + given.doubled + markers)
        return {
            "lost": found.lost,
            "markers": markers,
            "suppressed": after.suppressed,
            "doubled": after.doubled,
        }

    each = count_of(dice, "die", "dice")
    return Asked(f"{needed}+ with {each} for each Team" if dice else "no dice (too few guns)", (), trial)


def by_points(options: Options, victim: Victim) -> bool:
    """Whether hits count towards markers besides."""
    return options.barrage_fp_suppression and (victim.vehicle is None or options.armor_fp_suppression != "none")


async def _hits(given: Shelled, needed: int, dice: int, most: int) -> tuple[int, ...]:
    """The hits on each Team, the most first, so many as matter; the CC has a miss rolled again where it is a second hit."""
    hits: list[int] = []
    for team in range(1, given.under + 1):
        if dice:
            why = f"The barrage on Team {team}"
            rolled = await check_roll(needed, why, 0, "fraley.barrage.hit-rolls", dice=dice)
            hits.append(min(most, rolled.value))
            hits.sort(reverse=True)
            await Settled(("fell", team, tuple(hits)))
    if given.cc_reroll and dice > 1 and 1 in hits:
        why = "The barrage on a Team that was hit once, again for the CC"
        rolled = await check_roll(needed, why, 0, "fraley.cc.reroll", "fraley.barrage.hit-rolls")
        hits[hits.index(1)] += rolled.value
        await Settled(("again", tuple(hits)))
    return tuple(hit for hit in hits if hit)


async def _strike(given: Shelled, options: Options, victim: Victim, hits: int, found: Fallen) -> Fallen:
    """A Team that was hit saves once: failed, one hit suppresses it, more destroy it and another Team is suppressed."""
    if hits == 1 and victim.tank:
        return found
    if await _saved(victim):
        return found
    if hits == 1:
        return found._replace(markers=found.markers + 1)
    mark, gone = 0, True
    if victim.vehicle is not None:
        mark, gone = await damage_of(victim.vehicle, 1, options, "fraley.barrage.hit-twice")
    lost = found.lost + gone
    others = given.teams - lost - (not gone)
    spread = others > 0 and (gone or options.barrage_tank_extra_suppression == "always")
    return Fallen(lost, found.markers + mark + spread)


async def _saved(victim: Victim) -> bool:
    """Whether a Team passes its one Save."""
    if victim.vehicle is not None:
        why = f"{victim.vehicle.title}: Flank Save against the barrage"
        rolled = await armour_saves(victim.needed, 1, why, 1, "fraley.barrage.one-save", reroll=int(victim.again))
        return rolled.value == 0
    passed = (await save_die(victim.needed, "Save against the barrage", 1)).value
    if passed and victim.again:
        passed = (await save_die(victim.needed, "Save against the barrage, passed and rolled again", 1)).value
    return passed > 0


QUESTIONS = (
    Question(
        "range-in",
        "Does a battery range in on a Team?",
        Ranging,
        range_in,
        ("fraley.barrage.range-in", "fraley.hit.cc-observing", "fraley.weapon.nebelwerfer-reroll"),
        title="Ranging in",
    ),
    Question(
        "barrage",
        "A barrage comes down: how many Teams are lost, and how many suppressed?",
        Shelled,
        barrage,
        (
            "fraley.barrage.hit-rolls",
            "fraley.barrage.fp-many-guns",
            "fraley.barrage.fp-few-guns",
            "fraley.barrage.one-save",
            "fraley.barrage.hit-once",
            "fraley.barrage.hit-twice",
        ),
        title="A barrage comes down",
        leaves=LEAVES_TARGET,
    ),
    Question(
        "smoke",
        "Does smoke come down where it is wanted?",
        Smoking,
        smoke,
        ("fraley.smoke.procedure", "fraley.smoke.success", "fraley.smoke.miss"),
        title="Smoke",
    ),
)
