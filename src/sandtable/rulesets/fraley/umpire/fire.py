"""Fire at Infantry, Guns and Soft Skinned vehicles: hits, Saves, losses and suppression; and Saves on their own."""

from typing import Annotated, Any

import msgspec

from sandtable.geometry.units import INCH
from sandtable.mechanics.questions import Found, Staged, Unfit, asks, field
from sandtable.play.script import Play
from sandtable.rulesets.fraley.basics.charts import weapons
from sandtable.rulesets.fraley.basics.terrain import HARD
from sandtable.rulesets.fraley.fire.allocation import GROUNDED, Allotted, Dealt, Valid
from sandtable.rulesets.fraley.fire.shots import Shot
from sandtable.rulesets.fraley.fire.volley import save
from sandtable.rulesets.fraley.options import Options
from sandtable.rulesets.fraley.state import Battle

from .activation import check_markers
from .aim import TARGET, Arms, Firing, Lie, fire
from .bare import INITIATIVE, Lot, Noted, Party, battle, lost, staged, vehicle
from .fields import (
    COVER,
    FIRED,
    KINDS,
    LEAVES_TARGET,
    TYPES,
    Concealed,
    Cover,
    TargetDoubled,
    TargetIdle,
    TargetKind,
    TargetSuppressed,
    TargetTeams,
)

Others = Annotated[int, field("Teams with it", ge=0, le=9)]
SOFT_SKINNED, AT_WEAPON = "truck", "bazooka"  # any would do
FAR = 100 * INCH


class Shooting(Firing, frozen=True, kw_only=True):
    """A Unit fires at another whose Teams are alike: of one type, in the same cover, all of them in reach."""

    weapon: Annotated[str, field("Weapon", "what most of them fire", role="shooter", fact="weapon", choices=FIRED)] = (
        "rifle"
    )
    shooters: Annotated[int, field("Teams with it", role="shooter", fact="teams", ge=1, le=12)] = 7
    second_weapon: Annotated[str, field("Second weapon", "what others fire", choices=FIRED)] = "lmg"
    second: Others = 0
    third_weapon: Annotated[str, field("Third weapon", "what still others fire", choices=FIRED)] = "bazooka"
    third: Others = 0
    teams: TargetTeams = 9
    kind: TargetKind = "infantry"
    cover: Cover = "open"
    concealed: Concealed = "by-cover"
    gone_to_ground: Annotated[
        bool,
        field("Gone to Ground", "all its Teams that are seen", role="target", fact="gone_to_ground"),
    ] = False
    idle: TargetIdle = False
    shield: Annotated[bool, field("Gun shields", "fired at from the front: Hard Cover, but not against AT weapons")] = (
        False
    )
    observer: Annotated[bool, field("At an FO", "declared at a Forward Observer: nobody is suppressed")] = False
    suppressed: TargetSuppressed = 0
    doubled: TargetDoubled = 0
    carried: Annotated[
        int,
        field("Hits kept", "from fire before in this Initiative: counts only where the table plays it so", ge=0, le=2),
    ] = 0


def check_target(given: Shooting) -> None:
    """Refuse a target that cannot be."""
    if given.gone_to_ground and given.kind == "soft-skinned":
        raise Unfit("gone_to_ground", "only Infantry and Guns go to ground [fraley.gtg.non-tank]")
    if given.shield and given.kind != "gun":
        raise Unfit("shield", "only guns have shields [fraley.weapon.gun-shield]")
    check_markers(given.teams, given.suppressed, given.doubled)


def armed(given: Shooting) -> Arms:
    """The weapons that fire, with their counts."""
    every = [(given.weapon, given.shooters), (given.second_weapon, given.second), (given.third_weapon, given.third)]
    return [(name, count) for name, count in every if count]


def is_hidden(given: Shooting, options: Options, *, at_fire: bool) -> bool:
    """Whether the target is Concealed; a shield conceals from weapons that are not AT."""
    shielded = given.shield and options.gun_shield_conceals and not at_fire
    return given.cover != "open" or shielded if given.concealed == "by-cover" else given.concealed == "yes"


def people(kind: str, teams: int, *, idle: bool) -> Lot:
    """Teams that are not Armored; of guns one knows whether they have moved or fired."""
    acted = {"moved": not idle, "fired": not idle}
    return vehicle(SOFT_SKINNED, teams) if kind == "soft-skinned" else Lot(teams, TYPES[kind], fields=acted)


@asks(
    "fire",
    "Fire at a Unit",
    clauses=(
        "fraley.fire.dice",
        "fraley.fire.base-number",
        "fraley.hit.concealed",
        "fraley.hit.gone-to-ground",
        "fraley.hit.long-range",
        "fraley.hit.firer-moved",
        "fraley.hit.reaction",
        "fraley.hit.moving-in-open",
        "fraley.hit.seven-plus",
        "fraley.hit.one-or-less",
        "fraley.alloc.spread",
        "fraley.at.single-team",
        "fraley.at.half-fp",
        "fraley.save.procedure",
        "fraley.suppression.per-3-fp",
        "fraley.assault.halt-5fp",
    ),
    leaves=LEAVES_TARGET,
)
def shooting(given: Shooting, options: Options) -> Staged:
    """A Unit fires at Infantry, Guns or Soft Skinned vehicles: hits, losses, suppression."""
    check_target(given)
    every = armed(given)
    hidden = is_hidden(given, options, at_fire=any(weapons()[name].at for name, _ in every))
    fields: dict[str, Any] = {"ran": given.ran, "carried": (given.carried, INITIATIVE)}
    teams = people(given.kind, given.teams, idle=given.idle)
    target = Party("They", given.training, (teams,), given.suppressed, given.doubled, side=1, fields=fields)
    cover = COVER[given.cover]
    order = GROUNDED if given.gone_to_ground else cover
    lie = Lie(hidden, given.gone_to_ground, order, cover, HARD if given.shield else cover)
    return fire(given, options, every, target, lie, *([Party("FO", rank="fo", side=1)] if given.observer else []))


# ---- Saves on their own


class Hit(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Teams that have been given hits."""

    teams: Annotated[int, field("Teams", "Teams that were hit", ge=1, le=12)] = 1
    hits: Annotated[int, field("Hits on each", ge=1, le=12)] = 1
    kind: Annotated[str, field("Type", role="target", fact="kind", choices=KINDS)] = "infantry"
    cover: Cover = "open"
    idle: TargetIdle = False
    at_weapon: Annotated[bool, field("By one AT weapon", "one Save at most, but Soft Skinned vehicles one a hit")] = (
        False
    )
    again: Annotated[
        bool, field("Passed Saves again", "they ran, or 1 or less was needed to hit them", role="target", fact="ran")
    ] = False


@asks(
    "saves",
    clauses=(
        "fraley.save.procedure",
        "fraley.save.infantry",
        "fraley.save.gun",
        "fraley.save.gun-inactive",
        "fraley.at.one-save",
        "fraley.armor.soft-at",
        "fraley.action.run-save-penalty",
    ),
)
def saves(given: Hit, options: Options) -> Staged:
    """Teams have been hit: how many are lost?"""
    target = Party("They", lots=(people(given.kind, given.teams, idle=given.idle),), side=1)
    state = battle(options, Party("We"), target)
    men, cover = state.units[TARGET].men, COVER[given.cover]
    valid = tuple(Valid(man, cover, cover) for man in men)
    needs = 1 if given.again else 2
    shot = Shot(0, AT_WEAPON, needs, given.hits, FAR)
    dealt: tuple[Dealt, ...] = ()
    allotted: tuple[Allotted, ...] = ()
    if given.at_weapon:
        allotted = tuple(Allotted(shot, man, given.hits, cover, False, True, True) for man in men)
    else:
        harsh = given.hits if given.again else 0
        dealt = tuple(Dealt(man, given.hits - harsh, harsh) for man in men)

    async def suffer(play: Play[Battle]) -> None:
        await save(play, valid, dealt, allotted, (given.hits,) * len(allotted))

    def read(after: Battle, _: object, _noted: Noted) -> Found:
        return {"lost": lost(state, after, TARGET)}

    return staged(state, suffer, read)
