"""Fire at Infantry, Guns and Soft Skinned vehicles: hits, Saves, losses and suppression; and Saves on their own."""

from typing import Annotated, NamedTuple

import msgspec

from sandtable.mechanics.questions import Asked, Found, Question, Settled, Unfit, field
from sandtable.rulesets.fraley.allocation import halved
from sandtable.rulesets.fraley.halting import HITS
from sandtable.rulesets.fraley.options import Options
from sandtable.rulesets.fraley.saves import Save, save_needed
from sandtable.rulesets.fraley.terrain import HARD
from sandtable.rulesets.fraley.to_hit import is_hopeless
from sandtable.rulesets.fraley.volley import Forced, markers_of

from .activation import check_markers
from .aim import Firing, Laid, common_modifiers, hits_of, laid, needed_of, single
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
from .volley import Load, dealt, lost_of, marked, saves_for

Others = Annotated[int, field("Teams with it", ge=0, le=9)]


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


def armed(given: Shooting) -> list[tuple[str, int]]:
    """The weapons that fire, with their counts."""
    every = [(given.weapon, given.shooters), (given.second_weapon, given.second), (given.third_weapon, given.third)]
    return [(name, count) for name, count in every if count]


def is_hidden(given: Shooting, options: Options, *, at_fire: bool) -> bool:
    """Whether the target is Concealed; a shield conceals from weapons that are not AT."""
    shielded = given.shield and options.gun_shield_conceals and not at_fire
    return given.cover != "open" or shielded if given.concealed == "by-cover" else given.concealed == "yes"


class Thrown(NamedTuple):
    """What has been thrown so far: pooled hits, what AT weapons hit in all, how many of them hit, what lies on whom."""

    plain: int
    harsh: int
    at_hits: int
    at_weapons: int
    loads: tuple[Load, ...]

    @property
    def hits(self) -> int:
        """All Fire Points that hit."""
        return self.plain + self.harsh + self.at_hits


def shooting(given: Shooting, options: Options) -> Asked:
    """The whole procedure: To Hit, hits allocated, Saves, suppression."""
    check_target(given)
    weapons = armed(given)
    at_fire = any(laid(given, name, 1, ()).weapon.at for name, _ in weapons)
    common = common_modifiers(
        given, options, hidden=is_hidden(given, options, at_fire=at_fire), down=given.gone_to_ground
    )
    every = [laid(given, name, count, common) for name, count in weapons]
    throws = [part for place, one in enumerate(every) for part in single(one, directed=given.directed and not place)]
    throws.sort(key=lambda one: one.directed)  # what may be rolled again comes last
    settled = [one.weapon.at and _dice(given, options, one) > 0 and not is_hopeless(one.needed) for one in throws]
    apart = sum(settled) <= given.teams  # then no Team has two of them, and it is all one which they are

    async def trial() -> Found:
        thrown = Thrown(0, 0, 0, 0, (Load(),) * given.teams)
        for place, one in enumerate(throws):
            thrown = await _throw(given, options, one, thrown, -1 if apart else sum(settled[:place]))
            await Settled(("thrown", place, thrown))
        carried = given.carried if options.suppression_remainder_carries else 0
        markers = _markers(thrown, carried)
        loads = dealt(thrown.loads, thrown.plain, thrown.harsh)
        await Settled(("dealt", loads, thrown.hits, markers))
        cover = HARD if given.shield else COVER[given.cover]
        needed = save_needed(options, TYPES[given.kind], cover, idle=given.idle, at_weapon=False)
        lost = await lost_of(saves_for(loads, needed, ran=given.ran, row=row_of(given.kind)))
        left = given.teams - lost
        placed = 0 if given.observer else markers
        after = marked(left, min(2 * left, given.suppressed + given.doubled) + placed)
        return {
            "hits": thrown.hits,
            "lost": lost,
            "markers": placed,
            "suppressed": after.suppressed,
            "doubled": after.doubled,
            "halts_an_assault": thrown.hits >= HITS,
        }

    return Asked(needed_of(every[0]), every[0].mods, trial)


def row_of(kind: str) -> str:
    """The row of the Save table."""
    return {"infantry": "fraley.save.infantry", "gun": "fraley.save.gun"}.get(kind, "fraley.armor.soft-non-at")


def _markers(thrown: Thrown, carried: int) -> int:
    """Markers for all hits; an AT weapon forces one at most, whichever of them hit how often."""
    each = (Forced(thrown.at_hits, 0), *(Forced(0, 0),) * (thrown.at_weapons - 1)) if thrown.at_weapons else ()
    return markers_of(thrown.plain + thrown.harsh + carried, each)[0]


def _dice(given: Shooting, options: Options, one: Laid) -> int:
    """The dice of one throw: an AT weapon's may be halved."""
    if not one.weapon.at:
        return one.guns * one.dice
    return halved(options, one.dice, COVER[given.cover], tank=given.kind == "soft-skinned")


async def _throw(given: Shooting, options: Options, one: Laid, thrown: Thrown, turn: int) -> Thrown:
    """One throw To Hit; an AT weapon's hits all lie on the Team whose turn it is, or (-1) on any that has none."""
    hit = await hits_of(one, _dice(given, options, one), aimed=given.occasion == "aimed")
    close = one.near and options.close_range_reroll == "all_saves"
    again = one.harsh or close
    if not one.weapon.at:
        harsh = hit if again else 0
        return thrown._replace(plain=thrown.plain + hit - harsh, harsh=thrown.harsh + harsh)
    if not hit:
        return thrown
    needed = save_needed(options, TYPES[given.kind], COVER[given.cover], idle=given.idle, at_weapon=True)
    save = needed, hit if given.kind == "soft-skinned" else 1, again or given.ran
    loads = list(thrown.loads)
    team = loads.index(Load()) if turn < 0 else turn % given.teams
    loads[team] = loads[team]._replace(weapons=tuple(sorted((*loads[team].weapons, save))))
    if turn < 0:
        loads.sort(reverse=True)
    return Thrown(thrown.plain, thrown.harsh, thrown.at_hits + hit, thrown.at_weapons + 1, tuple(loads))


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


def saves(given: Hit, options: Options) -> Asked:
    """Each hit is a die, and one that fails is enough."""
    kind = TYPES[given.kind]
    needed = save_needed(options, kind, COVER[given.cover], idle=given.idle, at_weapon=given.at_weapon)
    dice = 1 if given.at_weapon and kind != "tank" else given.hits

    async def trial() -> Found:
        row = row_of(given.kind)
        return {
            "lost": await lost_of(tuple(Save(team, needed, dice, given.again, (row,)) for team in range(given.teams)))
        }

    return Asked(f"{needed}+{', passed ones again' if given.again else ''}", (), trial)


QUESTIONS = (
    Question(
        "fire",
        "A Unit fires at Infantry, Guns or Soft Skinned vehicles: hits, losses, suppression.",
        Shooting,
        shooting,
        (
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
        title="Fire at a Unit",
        leaves=LEAVES_TARGET,
    ),
    Question(
        "saves",
        "Teams have been hit: how many are lost?",
        Hit,
        saves,
        (
            "fraley.save.procedure",
            "fraley.save.infantry",
            "fraley.save.gun",
            "fraley.save.gun-inactive",
            "fraley.at.one-save",
            "fraley.armor.soft-at",
            "fraley.action.run-save-penalty",
        ),
        title="Saves",
    ),
)
