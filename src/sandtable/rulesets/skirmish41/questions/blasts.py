"""Grenades, mortars, guns and batteries at men: the D20, and what a blast does to everybody it catches; smoke; flame."""

from typing import Annotated, Literal

import msgspec

from sandtable.geometry.units import inches
from sandtable.mechanics.modifiers import Modifier
from sandtable.mechanics.questions import Asked, Found, Question, Unfit, field
from sandtable.rulesets.skirmish41 import shelling
from sandtable.rulesets.skirmish41.blasts import effect_modifiers, effect_roll
from sandtable.rulesets.skirmish41.bomb_modifiers import bomb_modifiers, is_drop
from sandtable.rulesets.skirmish41.bombs import hit_roll
from sandtable.rulesets.skirmish41.charts import NOTHING, weapons
from sandtable.rulesets.skirmish41.heavy import Shot, shot_with
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.smoke import compass_roll, drift_roll
from sandtable.rulesets.skirmish41.volley import flame_roll

from .fields import (
    BOMBS,
    GUNS,
    LEAVES_TARGET,
    MORTARS,
    Distance,
    TargetMen,
    TargetMoved,
    TargetRating,
    TargetRouting,
    TargetSuppression,
    TargetWounded,
)
from .shooting import MORALE
from .team import THROWER, Team, aftermath, diced, team_of

Covered = Annotated[bool, field("In cover", "all of them")]
Unaware = Annotated[bool, field("Unaware of the firer", "he was not spotted, or fires from out of sight")]
Enclosed = Annotated[
    bool, field("Enclosed", "in a house, a bunker or an open vehicle; in a trench that a grenade is thrown into")
]
Caught = Annotated[
    int, field("Caught", "figures of the team within 2 inches of the point of aim; 0 for all", ge=0, le=12)
]


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


def effect_on(given: Blasted, *, calibre: int, suppressed: bool) -> tuple[Modifier, ...]:
    """What the die for each figure gets."""
    return effect_modifiers(
        shell=calibre > 0, unaware=given.unaware, enclosed=given.enclosed, covered=given.cover, suppressed=suppressed
    )


def caught_of(given: Blasted) -> int:
    """How many a blast catches."""
    if given.caught > given.men:
        raise Unfit("caught", f"{given.caught} are caught of {given.men}")
    return given.caught or given.men


async def blasted(given: Blasted, options: Options, *, calibre: int = 0, less: int = 0) -> Team:
    """A blast among some of a team: a die for each, all at the same time."""
    team = team_of(given.men, given.wounded)

    found = effect_on(given, calibre=calibre, suppressed=given.suppression > 0)

    async def die(_: Team) -> str:
        return (await effect_roll("a figure", found, calibre=calibre, less=less, seat=THROWER)).value

    return await diced(team, caught_of(given), die, options)


async def _ended(given: Blasted, team: Team, *, hit: bool, **more: object) -> Found:
    found = await aftermath(team, given.rating, given.suppression, routing=given.routing)
    return {"hit": hit, **more, **found}


# ---- grenades, mortars, rockets


class Throwing(Blasted, frozen=True, kw_only=True):
    """A grenade, a mortar bomb or a rocket at a team, or at those who sit in an open vehicle."""

    weapon: Annotated[str, field("Weapon", choices=BOMBS)] = "grenade"
    distance: Distance = 8
    firer_moved: Annotated[bool, field("Firer moving", "in this turn", role="shooter", fact="moved")] = False
    under_fire: Annotated[bool, field("Firer under fire", role="shooter", fact="under_fire")] = False
    ranged: Annotated[bool, field("Ranged in", "a mortar that hit this team with its last direct shot")] = False
    target_moved: TargetMoved = False
    strong: Annotated[
        bool, field("Strongpoint", "open vehicle, gun, machine gun, bunker, house or trench: what grenades are for")
    ] = True
    into: Annotated[bool, field("Open vehicle or bunker", "a grenade may be dropped in from 4 inches")] = False


def throw_modifiers(given: Throwing) -> tuple[Modifier, ...]:
    """What the D20 gets."""
    return bomb_modifiers(
        drop=is_drop(given.weapon, inches(given.distance), into=given.into),
        ranged=given.ranged and weapons()[given.weapon].has("mortar"),
        moving=given.firer_moved,
        target_moving=given.target_moved or given.cover,
        suppressed=given.suppression > 0,
        under_fire=given.under_fire,
    )


def shot_or_not(weapon: str, distance: float, modifiers: tuple[Modifier, ...]) -> Shot:
    """What a shot at men needs; says why there is none."""
    found = shot_with(weapon, inches(distance), (), vehicle=False)
    line = weapons()[weapon]
    if found is None:
        raise Unfit("distance", f"a {line.title} is not used at that range [{line.clause}]")
    shot = shot_with(weapon, inches(distance), modifiers, vehicle=False)
    if shot is None:
        raise Unfit("distance", f"a {line.title} cannot hit: it needs more than 20 [sk.gren.to-hit]")
    return shot


async def _drifted(why: str, clause: str) -> dict[str, object]:
    far = (await drift_roll(why, clause, THROWER)).value[0]
    way = (await compass_roll(why, clause, THROWER)).value[0]
    return {"drifts": far, "o_clock": way}


async def _missed(options: Options) -> dict[str, object]:
    if not options.scatter_on_miss:
        return {}
    return await _drifted("Scatter", "sk.gap.misses")


def throw(given: Throwing, options: Options) -> Asked:
    """A D20, then a die for everybody who is caught."""
    if given.weapon == "grenade" and not given.strong and not options.grenades_any_target:
        raise Unfit("strong", "hand grenades are for strongpoints and open vehicles [sk.gren.targets]")
    caught_of(given)
    team_of(given.men, given.wounded)
    shot = shot_or_not(given.weapon, given.distance, throw_modifiers(given))

    async def trial() -> Found:
        if (await hit_roll("The firer", given.weapon, shot, THROWER)).value:
            return await _ended(given, await blasted(given, options), hit=True, **_still(options))
        return await _ended(given, team_of(given.men, given.wounded), hit=False, **await _missed(options))

    return Asked(shot.needs, (*shot.modifiers, *effect_on(given, calibre=0, suppressed=False)), trial)


def _still(options: Options) -> dict[str, object]:
    return {"drifts": 0, "o_clock": 0} if options.scatter_on_miss else {}


# ---- guns, batteries


class Gunning(Blasted, frozen=True, kw_only=True):
    """A gun that fires high explosive at a team."""

    weapon: Annotated[str, field("Gun", role="shooter", fact="gun", choices=GUNS)] = "gun-75"
    distance: Distance = 30


def gun_at_team(given: Gunning, options: Options) -> Asked:
    """A D20 by range, then the die of the calibre for everybody who is caught."""
    caught_of(given)
    team_of(given.men, given.wounded)
    shot = shot_or_not(given.weapon, given.distance, ())
    calibre = weapons()[given.weapon].calibre

    async def trial() -> Found:
        if (await hit_roll("The gun", given.weapon, shot, THROWER)).value:
            return await _ended(given, await blasted(given, options, calibre=calibre), hit=True, **_still(options))
        return await _ended(given, team_of(given.men, given.wounded), hit=False, **await _missed(options))

    return Asked(shot.needs, effect_on(given, calibre=1, suppressed=given.suppression > 0), trial)


class Calling(Struck, frozen=True, kw_only=True):
    """A round of 105 mm called on a team from off the table."""

    caught: Caught = 0
    cover: Covered = False
    enclosed: Enclosed = False
    zeroed: Annotated[bool, field("Zeroed in", "the last round hit within 2 inches of the same point")] = False


def off_table(given: Calling, options: Options) -> Asked:
    """A D20 at long range, then a D10 for everybody who is caught."""
    struck = Blasted(
        men=given.men,
        wounded=given.wounded,
        rating=given.rating,
        suppression=given.suppression,
        routing=given.routing,
        caught=given.caught,
        cover=given.cover,
        enclosed=given.enclosed,
        unaware=not given.zeroed,
    )
    caught_of(struck)
    team_of(given.men, given.wounded)
    roll = shelling.shell_roll(THROWER, zeroed=given.zeroed)

    async def trial() -> Found:
        if (await shelling.shell_roll(THROWER, zeroed=given.zeroed)).value:
            return await _ended(struck, await blasted(struck, options, calibre=shelling.CALIBRE), hit=True)
        return await _ended(struck, team_of(given.men, given.wounded), hit=False)

    zeroed = (Modifier(shelling.ZEROED, "zeroed in", shelling.CLAUSE),) if given.zeroed else ()
    said = (*zeroed, *effect_on(struck, calibre=1, suppressed=given.suppression > 0))
    return Asked(roll.needs, said, trial)


# ---- a blast on its own


class Blast(Blasted, frozen=True, kw_only=True):
    """Something has gone off among a team."""

    what: Annotated[
        Literal["bomb", "small", "medium", "large"],
        field("What", "a grenade or mortar bomb; a shell up to 74 mm, of 75 to 95 mm, or larger"),
    ] = "bomb"
    scattered: Annotated[bool, field("Scattered", "it missed and drifted here: one less")] = False


CALIBRES = {"bomb": 0, "small": 50, "medium": 75, "large": 105}


def blast(given: Blast, options: Options) -> Asked:
    """A die for everybody who is caught."""
    caught_of(given)
    team_of(given.men, given.wounded)
    calibre, less = CALIBRES[given.what], int(given.scattered)

    async def trial() -> Found:
        team = await blasted(given, options, calibre=calibre, less=less)
        return await aftermath(team, given.rating, given.suppression, routing=given.routing)

    found = effect_on(given, calibre=calibre, suppressed=given.suppression > 0)
    scattered = (Modifier(-less, "scattered", "sk.gap.misses"),) if less else ()
    sides = effect_roll("", found, calibre=calibre, less=less, seat=0).sides
    return Asked(f"a D{sides} for each figure", (*found, *scattered), trial)


# ---- smoke


class Fogging(Throwing, frozen=True, kw_only=True):
    """A mortar that fires smoke at a point."""

    weapon: Annotated[str, field("Mortar", choices=MORTARS)] = "light-mortar"
    distance: Distance = 20
    phosphorus: Annotated[bool, field("White phosphorus", "it burns whoever is in it, if it lands as aimed")] = False


def smoke(given: Fogging, options: Options) -> Asked:
    """A D20; a miss drifts D6 inches by the clock. Ask about blast where phosphorus drifts onto somebody."""
    caught_of(given)
    team_of(given.men, given.wounded)
    shot = shot_or_not(given.weapon, given.distance, throw_modifiers(given))

    async def trial() -> Found:
        landed = bool((await hit_roll("The mortar", given.weapon, shot, THROWER)).value)
        where: dict[str, object] = {"drifts": 0, "o_clock": 0}
        if not landed:
            where = await _drifted("The smoke drifts", "sk.gren.smoke")
        team = team_of(given.men, given.wounded)
        if landed and given.phosphorus:
            team = await blasted(given, options)
        return await _ended(given, team, hit=landed, **where)

    burns = effect_on(given, calibre=0, suppressed=False) if given.phosphorus else ()
    return Asked(shot.needs, (*shot.modifiers, *burns), trial)


# ---- flame


class Burning(Struck, frozen=True, kw_only=True):
    """A flamethrower at a team."""

    distance: Distance = 10


def flame(given: Burning, options: Options) -> Asked:
    """A D20 for every member of the team, and a die for each who is caught."""
    shot = shot_or_not("flamethrower", given.distance, ())
    team_of(given.men, given.wounded)

    async def die(_: Team) -> str:
        if not (await hit_roll("The flamethrower, at a figure,", "flamethrower", shot, THROWER)).value:
            return NOTHING
        return (await flame_roll("a figure", THROWER)).value

    async def trial() -> Found:
        team = await diced(team_of(given.men, given.wounded), given.men, die, options)
        return await aftermath(team, given.rating, given.suppression, routing=given.routing)

    return Asked(f"{shot.needs} for each figure", (), trial)


_BOMB = (
    "sk.gren.to-hit",
    "sk.gren.drop",
    "sk.gren.ranged-in",
    "sk.gren.firer-moving",
    "sk.gren.target-moving-cover",
    "sk.gren.target-suppressed",
    "sk.gren.under-fire",
)
_BOMB_EFFECT = ("sk.gren.area", "sk.gren.effect", "sk.gren.effect-unaware", "sk.gren.effect-cover", "sk.gap.wounded")
_SHELL_EFFECT = ("sk.arty.die", "sk.arty.effect", "sk.arty.unaware", "sk.arty.suppressed", "sk.arty.cover")
SHELLS = _SHELL_EFFECT
QUESTIONS = (
    Question(
        "throw",
        "A grenade, rifle grenade, mortar bomb or rocket at men: does it hit, and whom does it harm?",
        Throwing,
        throw,
        (
            *_BOMB,
            *_BOMB_EFFECT,
            "sk.gren.targets",
            "sk.gren.range-grenade",
            "sk.gren.range-rifle-grenade",
            "sk.gren.range-mortar",
            "sk.gren.at-as-rifle-grenade",
            "sk.gap.misses",
            *MORALE,
        ),
        title="Grenades and mortars",
        leaves=LEAVES_TARGET,
    ),
    Question(
        "gun-at-team",
        "A gun fires high explosive at a team.",
        Gunning,
        gun_at_team,
        ("sk.gun.to-hit", "sk.gap.he", *_SHELL_EFFECT, "sk.gap.misses", *MORALE),
        title="High explosive at a team",
        leaves=LEAVES_TARGET,
    ),
    Question(
        "off-table",
        "An officer calls a round of 105 mm on a team.",
        Calling,
        off_table,
        ("sk.gap.off-table-fire", "sk.gap.aware", *_SHELL_EFFECT, *MORALE),
        title="A round from off the table",
        leaves=LEAVES_TARGET,
    ),
    Question(
        "blast",
        "A bomb or a shell has hit, a wreck blows up, or a round has scattered: what does it do to those near by?",
        Blast,
        blast,
        (*_BOMB_EFFECT, *_SHELL_EFFECT, "sk.gap.misses", *MORALE),
        title="Effect of a blast",
        leaves=LEAVES_TARGET,
    ),
    Question(
        "smoke",
        "A mortar fires smoke: does it lie where it was aimed?",
        Fogging,
        smoke,
        (*_BOMB, "sk.gren.smoke", "sk.gren.smoke-harmless", "sk.gren.wp", *_BOMB_EFFECT, *MORALE),
        title="Smoke rounds",
        leaves=LEAVES_TARGET,
    ),
    Question(
        "flame",
        "A flamethrower at a team: whom does it catch?",
        Burning,
        flame,
        (
            "sk.flame.range",
            "sk.flame.all-members",
            "sk.flame.effect",
            "sk.flame.no-cover",
            *MORALE,
        ),
        title="Flamethrower",
        leaves=LEAVES_TARGET,
    ),
)
