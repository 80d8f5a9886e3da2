"""Grenades, mortars, guns and batteries at men: the D20, and what a blast does to everybody it catches; smoke; flame."""

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec

from sandtable.geometry.units import inches
from sandtable.grammar import an
from sandtable.mechanics.modifiers import Modifier
from sandtable.mechanics.questions import Found, Staged, Unfit, asks, field
from sandtable.play.shown import Fact
from sandtable.rulesets.skirmish41.basics.charts import weapons
from sandtable.rulesets.skirmish41.harm.blasts import Blast, burst, effect_modifiers
from sandtable.rulesets.skirmish41.heavy.bomb_modifiers import bomb_modifiers, is_drop
from sandtable.rulesets.skirmish41.heavy.bombs import Landing, land, shell_of
from sandtable.rulesets.skirmish41.heavy.heavy import Arm, Shot, shot_with
from sandtable.rulesets.skirmish41.heavy.shelling import CALIBRE, Round, fall
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.state import Battle

from .bare import HITS, Man, Party, Read, battle, checked, fate_of, hit_and_fate, men_of, staged, then_test
from .fields import (
    BOMBS,
    GUNS,
    LEAVES_TARGET,
    Distance,
    TargetMen,
    TargetMoved,
    TargetRating,
    TargetRouting,
    TargetSuppression,
    TargetWounded,
)
from .shooting import MORALE

BOMB = (
    "sk.gren.to-hit",
    "sk.gren.drop",
    "sk.gren.ranged-in",
    "sk.gren.firer-moving",
    "sk.gren.target-moving-cover",
    "sk.gren.target-suppressed",
    "sk.gren.under-fire",
)
BOMB_EFFECT = ("sk.gren.area", "sk.gren.effect", "sk.gren.effect-unaware", "sk.gren.effect-cover", "sk.gap.wounded")
SHELLS = ("sk.arty.die", "sk.arty.effect", "sk.arty.unaware", "sk.arty.suppressed", "sk.arty.cover")
SMOKE = ("drifts", "o'clock")  # what is noted of what drifts
NOWHERE = (0, 0)

Covered = Annotated[bool, field("In cover", "all of them")]
Unaware = Annotated[bool, field("Unaware of the firer", "he was not spotted, or fires from out of sight")]
Enclosed = Annotated[
    bool, field("Enclosed", "in a house, a bunker or an open vehicle; in a trench that a grenade is thrown into")
]
Caught = Annotated[
    int, field("Caught", "figures of the team within 2 inches of the point of aim; 0 for all", ge=0, le=12)
]


FirerMoved = Annotated[bool, field("Firer moving", "in this turn", role="shooter", fact="moved")]
FirerUnderFire = Annotated[bool, field("Firer under fire", role="shooter", fact="under_fire")]


class Struck(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A team that may be hit, and how it stands."""

    men: TargetMen = 4
    wounded: TargetWounded = 0
    rating: TargetRating = 2
    suppression: TargetSuppression = 0
    routing: TargetRouting = False


class Blasted(Struck, frozen=True, kw_only=True):
    """A team of which a blast catches some."""

    caught: Caught = 0
    cover: Covered = False
    enclosed: Enclosed = False
    unaware: Unaware = False


def target(given: Struck) -> Party:
    """The team that may be hit, as it stands."""
    men = men_of(given.men, given.wounded, given.rating)
    return Party("They", men, fields={"suppression": given.suppression, "routing": given.routing})


def blast_among(given: Blasted, state: Battle, by: int, number: int, *, calibre: int = 0, less: int = 0) -> Blast:
    """A blast among some of a team: the wounded first."""
    caught = checked(given.caught, given.men, "caught", "caught") or given.men
    found = effect_modifiers(
        state.options,
        shell=calibre > 0,
        unaware=given.unaware,
        enclosed=given.enclosed,
        covered=given.cover,
        suppressed=given.suppression > 0,
    )
    return Blast(by, calibre, tuple((man, found) for man in state.units[number].men[:caught]), less)


def bearer(weapon: str, options: Options) -> Party:
    """Somebody with a weapon."""
    return Party("We", (Man(arms=(weapon,), rating=3),) * max(1, options.tables.weapons[weapon].cost))


def arm_of(state: Battle, weapon: str) -> Arm:
    """The weapon in his hands."""
    men = state.units[0].men
    return Arm(weapon, men, men[0])


def drifting(before: Battle, options: Options) -> Read:
    """Whether it hit, what it has done, and where it drifts if misses do."""
    become = hit_and_fate(before, 1)

    def read(after: Battle, found: object, noted: Mapping[Fact, int | str]) -> Found:
        where = drifts(noted) if options.scatter_on_miss else {}
        return {**where, **become(after, found, noted)}

    return read


def drifts(noted: Mapping[Fact, int | str]) -> Found:
    """How far and which way something drifted."""
    return {"drifts": noted.get((0, "drifts"), 0), "o_clock": noted.get((0, "o'clock"), 0)}


def landing(given: Blasted, state: Battle, options: Options, weapon: str, shot: Shot) -> Staged:
    """A shot at a team, whom it harms, and the test that follows."""
    blast = blast_among(given, state, 0, 1, calibre=shell_of(weapon, options))
    there = Landing(blast, figure=state.units[1].men[0], unaware=given.unaware)
    begin = then_test(lambda play: land(play, 0, arm_of(state, weapon), 1, shot, there), 1)
    return staged(state, begin, drifting(state, options), heeds=(*HITS, *SMOKE))


# ---- grenades, mortars, rockets


class Throwing(Blasted, frozen=True, kw_only=True):
    """A grenade, a mortar bomb or a rocket at a team, or at those who sit in an open vehicle."""

    weapon: Annotated[str, field("Weapon", choices=BOMBS)] = "grenade"
    distance: Distance = 8
    firer_moved: FirerMoved = False
    under_fire: FirerUnderFire = False
    ranged: Annotated[bool, field("Ranged in", "a mortar that hit this team with its last direct shot")] = False
    target_moved: TargetMoved = False
    strong: Annotated[
        bool, field("Strongpoint", "open vehicle, gun, machine gun, bunker, house or trench: what grenades are for")
    ] = True
    into: Annotated[bool, field("Open vehicle or bunker", "a grenade may be dropped in from 4 inches")] = False


def throw_modifiers(given: Throwing, options: Options) -> tuple[Modifier, ...]:
    """What the D20 gets."""
    return bomb_modifiers(
        options,
        drop=is_drop(given.weapon, inches(given.distance), into=given.into),
        ranged=given.ranged and weapons()[given.weapon].has("mortar"),
        moving=given.firer_moved,
        target_moving=given.target_moved or given.cover,
        suppressed=given.suppression > 0,
        under_fire=given.under_fire,
    )


def out_of_range(weapon: str) -> Unfit:
    """That a weapon does not reach so far, or so near."""
    line = weapons()[weapon]
    return Unfit("distance", f"{an(line.title)} is not used at that range [{line.clause}]")


def shot_or_not(weapon: str, distance: float, modifiers: tuple[Modifier, ...], options: Options) -> Shot:
    """What a shot at men needs; says why there is none."""
    found = shot_with(weapon, inches(distance), (), options, vehicle=False)
    if found is None:
        raise out_of_range(weapon)
    shot = shot_with(weapon, inches(distance), modifiers, options, vehicle=False)
    if shot is None:
        raise Unfit("distance", f"{an(weapons()[weapon].title)} cannot hit: it needs more than 20 [sk.gren.to-hit]")
    return shot


@asks(
    "throw",
    "Grenades and mortars",
    clauses=(
        *BOMB,
        *BOMB_EFFECT,
        "sk.gren.targets",
        "sk.gren.range-grenade",
        "sk.gren.range-rifle-grenade",
        "sk.gren.range-mortar",
        "sk.gren.at-as-rifle-grenade",
        "sk.gap.misses",
        *MORALE,
    ),
    leaves=LEAVES_TARGET,
)
def throw(given: Throwing, options: Options) -> Staged:
    """A grenade, rifle grenade, mortar bomb or rocket at men: does it hit, and whom does it harm?"""
    if given.weapon == "grenade" and not given.strong and not options.grenades_any_target:
        raise Unfit("strong", "hand grenades are for strongpoints and open vehicles [sk.gren.targets]")
    state = battle(options, bearer(given.weapon, options), target(given))
    shot = shot_or_not(given.weapon, given.distance, throw_modifiers(given, options), options)
    return landing(given, state, options, given.weapon, shot)


# ---- guns, batteries


class Gunning(Blasted, frozen=True, kw_only=True):
    """A gun that fires high explosive at a team."""

    weapon: Annotated[str, field("Gun", role="shooter", fact="gun", choices=GUNS)] = "gun-75"
    distance: Distance = 30


@asks(
    "gun-at-team",
    "High explosive at a team",
    clauses=("sk.gun.to-hit", "sk.gap.he", *SHELLS, "sk.gap.misses", *MORALE),
    leaves=LEAVES_TARGET,
)
def gun_at_team(given: Gunning, options: Options) -> Staged:
    """A gun fires high explosive at a team."""
    state = battle(options, bearer(given.weapon, options), target(given))
    return landing(given, state, options, given.weapon, shot_or_not(given.weapon, given.distance, (), options))


class Calling(Struck, frozen=True, kw_only=True):
    """A round of 105 mm called on a team from off the table."""

    caught: Caught = 0
    cover: Covered = False
    enclosed: Enclosed = False
    zeroed: Annotated[bool, field("Zeroed in", "the last round hit within 2 inches of the same point")] = False
    shelled: Annotated[bool, field("Shelled before", "by a round that it could not see fired")] = False

    def struck(self, *, unaware: bool) -> Blasted:
        """The same team, where it knows or does not know of the firer."""
        known = {name: getattr(self, name) for name in (*Struck.__struct_fields__, "caught", "cover", "enclosed")}
        return Blasted(**known, unaware=unaware)


@asks(
    "off-table",
    "A round from off the table",
    clauses=("sk.gap.off-table-fire", "sk.gap.aware", *SHELLS, *MORALE),
    leaves=LEAVES_TARGET,
)
def off_table(given: Calling, options: Options) -> Staged:
    """An officer calls a round of 105 mm on a team."""
    state = battle(options, Party("We", (Man("officer"),)), target(given))
    blast = blast_among(given.struck(unaware=not (given.zeroed or given.shelled)), state, 0, 1, calibre=CALIBRE)
    shell = Round(1, NOWHERE, given.zeroed, blast)
    return staged(state, then_test(lambda play: fall(play, 0, shell), 1), hit_and_fate(state, 1), heeds=HITS)


# ---- a blast on its own


class Bursting(Blasted, frozen=True, kw_only=True):
    """Something has gone off among a team."""

    what: Annotated[
        Literal["bomb", "small", "medium", "large"],
        field("What", "a grenade or mortar bomb; a shell up to 74 mm, of 75 to 95 mm, or larger"),
    ] = "bomb"
    scattered: Annotated[bool, field("Scattered", "it missed and drifted here: one less")] = False


CALIBRES = {"bomb": 0, "small": 50, "medium": 75, "large": 105}


@asks("blast", "Effect of a blast", clauses=(*BOMB_EFFECT, *SHELLS, "sk.gap.misses", *MORALE), leaves=LEAVES_TARGET)
def blast(given: Bursting, options: Options) -> Staged:
    """A bomb or a shell has hit, a wreck blows up, or a round has scattered: what does it do to those near by?"""
    state = battle(options, Party("We", (Man(),)), target(given))
    there = blast_among(given, state, 0, 1, calibre=CALIBRES[given.what], less=int(given.scattered))
    return staged(state, then_test(lambda play: burst(play, there), 1), fate_of(state, 1))
