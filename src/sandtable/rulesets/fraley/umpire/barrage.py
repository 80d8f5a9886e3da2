"""Indirect fire: ranging in, what comes down on Teams under the template, and smoke."""

from typing import Annotated

import msgspec

from sandtable.mechanics.questions import Choices, Found, Staged, Unfit, asks, field
from sandtable.rulesets.fraley.basics.charts import vehicles, weapons
from sandtable.rulesets.fraley.fire.to_hit import at_long_range, base_number, of_ranging_in
from sandtable.rulesets.fraley.indirect import smoke as smoke_rules
from sandtable.rulesets.fraley.indirect.barrage import Ranging, range_in
from sandtable.rulesets.fraley.indirect.battery import points_of
from sandtable.rulesets.fraley.indirect.shelling import Shelling, strike_all
from sandtable.rulesets.fraley.indirect.template import Template
from sandtable.rulesets.fraley.options import Options
from sandtable.rulesets.fraley.state import Battle, Level

from .activation import check_markers
from .bare import INITIATIVE, Lot, Noted, Party, battle, commander, granted, lost, marked, staged, vehicle
from .fields import (
    ANY_VEHICLE,
    BARRAGES,
    COVER,
    LEAVES_TARGET,
    CcReroll,
    Cover,
    TargetDoubled,
    TargetIdle,
    TargetRan,
    TargetSuppressed,
    TargetTraining,
)
from .fire import people

BATTERY, TARGET = 0, 1
ARMOURED = {name for name, row in vehicles().items() if row.armoured}
KINDS = Choices({"infantry": "Infantry", "gun": "Guns", "soft-skinned": "Soft Skinned vehicles", "armored": "Armored"})
Battery = Annotated[str, field("Weapon", "of the battery", role="battery", fact="weapon", choices=BARRAGES)]
Guns = Annotated[
    int, field("Guns", "that fire: unsuppressed, in range and arc", role="battery", fact="guns", ge=2, le=12)
]
CcObserves = Annotated[bool, field("CC observing", "he is the observer")]
Leader = Annotated[bool, field("Leader directs", "only where leaders may have the roll rolled again")]


def battery(weapon: str, training: Level = "veteran", guns: int = 1, *, led: bool = False) -> Party:
    """A Unit that fires barrages, its Platoon Leader last, if he is asked about."""
    lots = (Lot(guns, weapons()[weapon].kind, (weapon,)), *([Lot(role="PL", leader=True)] if led else []))
    return Party("The battery", training, lots)


def rockets(weapon: str) -> bool:
    """Whether a battery of these ranges in again."""
    return "ranges-again" in weapons()[weapon].traits


def check_battery(weapon: str, options: Options) -> None:
    """Refuse mortars where only what is noted Artillery fires barrages."""
    row = weapons()[weapon]
    if not options.mortars_may_barrage and "artillery" not in row.traits:
        raise Unfit("weapon", f"the {row.title} is not noted Artillery [fraley.action.barrage]")


# ---- ranging in


class OnTarget(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
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


@asks(
    "range-in",
    "Ranging in",
    clauses=("fraley.barrage.range-in", "fraley.hit.cc-observing", "fraley.weapon.nebelwerfer-reroll"),
)
def ranging(given: OnTarget, options: Options) -> Staged:
    """Does a battery range in on a Team?"""
    check_battery(given.weapon, options)
    if given.long and not options.barrage_long_range:
        raise Unfit("long", "a barrage reaches its printed range only [fraley.barrage.what]")
    if given.leader and not options.leader_rerolls_range_in:
        raise Unfit("leader", "leaders do not direct the range-in roll [fraley.leader.direct-fire]")
    state = battle(options, battery(given.weapon, led=given.leader))
    seen = {"hidden": given.concealed, "down": given.gone_to_ground, "went": given.went, "cc": given.cc_observes}
    mods = (*of_ranging_in(options, **seen), *(at_long_range(options) if given.long else ()))
    needs = base_number(options, given.training) + sum(modifier.value for modifier in mods)
    leader = state.units[BATTERY].men[-1] if given.leader else None
    measured = Ranging(needs, mods, rockets(given.weapon), leader)

    def read(_after: Battle, passed: bool, _noted: Noted) -> Found:
        return {"ranged_in": passed}

    return staged(state, lambda play: range_in(play, BATTERY, measured), read, f"{needs}+, impossible")


class Smoking(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A battery lays smoke."""

    weapon: Battery = "mortar-81"
    training: Annotated[Level, field("Training", "of the battery", role="battery", fact="training")] = "veteran"
    cc_observes: CcObserves = False
    cc_reroll: CcReroll = False


@asks("smoke", clauses=("fraley.smoke.procedure", "fraley.smoke.success", "fraley.smoke.miss"))
def smoke(given: Smoking, options: Options) -> Staged:
    """Does smoke come down where it is wanted?"""
    check_battery(given.weapon, options)
    eyes = commander(rerolled=0 if given.cc_reroll else INITIATIVE) if given.cc_observes else Party("FO", rank="fo")
    ccs = granted(given.cc_reroll and not given.cc_observes)
    state = battle(options, battery(given.weapon, given.training), eyes, *ccs)
    (observer,) = state.units[1].men

    def read(_after: Battle, passed: bool, _noted: Noted) -> Found:
        return {"ranged_in": passed}

    again = rockets(given.weapon)
    return staged(state, lambda play: smoke_rules.range_in(play, BATTERY, observer, again=again), read)


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


def shelled(given: Shelled) -> Party:
    """The Unit of which some Teams are under the template."""
    teams = (
        vehicle(given.vehicle, given.teams)
        if given.kind == "armored"
        else people(given.kind, given.teams, idle=given.idle)
    )
    fields = {"ran": given.ran}
    return Party("They", lots=(teams,), suppressed=given.suppressed, doubled=given.doubled, side=1, fields=fields)


@asks(
    "barrage",
    "A barrage comes down",
    clauses=(
        "fraley.barrage.hit-rolls",
        "fraley.barrage.fp-many-guns",
        "fraley.barrage.fp-few-guns",
        "fraley.barrage.one-save",
        "fraley.barrage.hit-once",
        "fraley.barrage.hit-twice",
    ),
    leaves=LEAVES_TARGET,
)
def barrage(given: Shelled, options: Options) -> Staged:
    """A barrage comes down: how many Teams are lost, and how many suppressed?"""
    check_battery(given.weapon, options)
    check_markers(given.teams, given.suppressed, given.doubled)
    if given.under > given.teams:
        raise Unfit("under", f"{given.under} of {given.teams} Teams cannot be under the template")
    if given.long and not options.barrage_long_range:
        raise Unfit("long", "a barrage reaches its printed range only [fraley.barrage.what]")
    if given.kind == "armored" and given.vehicle not in ARMOURED:
        raise Unfit("vehicle", f"{given.vehicle!r} is not Armored [fraley.armor.classes]")
    ours = battery(given.weapon, given.training, given.guns)
    observers = [Party("FO", rank="fo", side=1)] if given.observer else []
    every = [ours, shelled(given), *observers, *granted(given.cc_reroll)]
    state = battle(options, *every, acting=TARGET if given.ran else -1)
    points = points_of(options, options.tables.weapons[given.weapon].barrage, given.guns, long=given.long)
    on = TARGET + 1 if given.observer else TARGET
    shelling = Shelling(BATTERY, (0, 0), points, Template((0, 0), 0), on, TARGET, given.again)
    struck = state.units[TARGET].men[: given.under]
    covers = (COVER[given.cover],) * given.under

    def read(after: Battle, _: object, noted: Noted) -> Found:
        markers = noted.get((TARGET, "markers"), 0)
        return {"lost": lost(state, after, TARGET), "markers": markers, **marked(after, TARGET)}

    return staged(
        state,
        lambda play: strike_all(play, shelling, struck, covers),
        read,
        "no dice (too few guns)",
        heeds=("markers",),
    )
