"""Small arms at men: what a shot needs, who is hit, what each hit does, and the morale of those who were shot at."""

from functools import cache
from typing import Annotated, Literal, NamedTuple

import msgspec

from sandtable.dice.roll import Roll
from sandtable.geometry.units import inches
from sandtable.mechanics.modifiers import Modifier, total
from sandtable.mechanics.questions import Asked, Found, Question, Settled, Unfit, field
from sandtable.mechanics.telling import count_of
from sandtable.rulesets.skirmish41.casualties import worsened
from sandtable.rulesets.skirmish41.charts import FARTHEST, band_of, weapons
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.shooters import shots_with
from sandtable.rulesets.skirmish41.shooting import group_roll
from sandtable.rulesets.skirmish41.to_hit import AUTOMATIC, Chance, chance_of, effect_modifiers, needs, target_shifts
from sandtable.rulesets.skirmish41.units import bonus_with
from sandtable.rulesets.skirmish41.volley import effect_die, hit_roll

from .fields import (
    AIMS,
    COVERS,
    LEAVES_TARGET,
    SMALL_ARMS,
    Aim,
    Cover,
    Distance,
    Operator,
    TargetMen,
    TargetRating,
    TargetRouting,
    TargetSuppression,
    TargetWounded,
)
from .team import OPERATOR, THROWER, Team, aftermath, burnt, picked, suffered, team_of


class Firing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Figures that fire, with one weapon or two, all in the same way."""

    weapon: Annotated[str, field("Weapon", role="shooter", fact="weapon", choices=SMALL_ARMS)] = "rifle"
    shooters: Annotated[int, field("Figures with it", role="shooter", fact="bearers", ge=1, le=12)] = 3
    second_weapon: Annotated[str, field("Second weapon", role="shooter", fact="second_weapon", choices=SMALL_ARMS)] = (
        "smg"
    )
    second: Annotated[int, field("Figures with it", role="shooter", fact="second_bearers", ge=0, le=12)] = 0
    aim: Aim = "aimed"
    actions: Annotated[int, field("Actions", "of his own that each spends on firing", ge=1, le=3)] = 2
    own_suppression: Annotated[
        int, field("Shooters' suppression", "no weapon bonus", role="shooter", fact="suppression", ge=0, le=9)
    ] = 0
    loader: Annotated[bool, field("Loader", "a machine gun on the ground has its loader at hand")] = True
    mounted: Annotated[bool, field("Hull or turret gun", "machine guns of a vehicle, but not on a pintle")] = False
    distance: Distance = 20


Dispersed = Annotated[bool, field("Dispersed", "all figures at least an inch apart; a single figure always is")]
Seen = Annotated[int, field("In sight", "figures that can be hit; 0 for all of them", ge=0, le=12)]


class Aiming(Firing, frozen=True, kw_only=True):
    """Fire at men, and how they are placed."""

    men: TargetMen = 4
    cover: Cover = "none"
    dispersed: Dispersed = False
    inactive: Annotated[bool, field("Inactive", "disabled, stunned, surrendering or unaware of any enemy")] = False


class AtTeam(Aiming, frozen=True, kw_only=True):
    """Fire at a team, and how it stands."""

    wounded: TargetWounded = 0
    rating: TargetRating = 2
    suppression: TargetSuppression = 0
    routing: TargetRouting = False
    operator: Operator = False
    seen: Seen = 0
    named: Annotated[
        Literal["anybody", "unhurt", "wounded"],
        field("Aimed at", "one figure of the shooter's choice, or whoever comes first"),
    ] = "anybody"


class Group(NamedTuple):
    """Shots that are alike."""

    name: str
    many: int
    shot: int
    chance: Chance


def groups_of(given: Firing, shifts: tuple[Modifier, ...], options: Options, *, inactive: bool = False) -> list[Group]:
    """The shots of everybody with what they need; says why where nobody can fire so."""
    shot, distance = AIMS[given.aim], inches(given.distance)
    found = []
    for weapon, figures in ((given.weapon, given.shooters), (given.second_weapon, given.second)):
        bonus = bonus_with(weapon, suppressed=given.own_suppression > 0 and not given.mounted, alone=not given.loader)
        many = figures * shots_with(given.actions, bonus, shot, options)
        chance = chance_of(weapon, shot, distance, shifts, options, inactive=inactive, mounted=given.mounted)
        found.append(Group(weapon, many, shot, chance))
    if not any(group.many for group in found):
        raise Unfit("actions", f"{given.actions} do not pay for such a shot [sk.gap.shot-costs]")
    return [group for group in found if group.many]


def shifts_of(*, cover: str, dispersed: bool, men: int, options: Options) -> tuple[Modifier, ...]:
    """The bands that a target counts farther."""
    return target_shifts(
        dispersed=dispersed or men == 1,
        soft=cover == "soft",
        cover=COVERS[cover],
        stack=options.dispersed_and_soft_cover_stack,
    )


def said(groups: list[Group]) -> str:
    """What all shots need."""
    parts = [
        f"{count_of(one.many, 'shot', 'shots')} with the {weapons()[one.name].title}: {needs(one.chance, one.shot)}"
        for one in groups
    ]
    return "; ".join(parts)


def named_modifiers(groups: list[Group]) -> tuple[Modifier, ...]:
    """Every modifier of the dice to hit and of the effect dice, once."""
    every = (one for group in groups for one in (*group.chance.shifts, *group.chance.plus))
    return tuple(dict.fromkeys(every))


@cache
def _effect(plus: tuple[Modifier, ...], options: Options) -> Roll[str]:
    return effect_die("the man who is hit", plus, options, THROWER)


async def landed(group: Group) -> int:
    """The hits of shots that are alike: none where they cannot hit, all at inactive men near by."""
    if not group.chance.possible:
        return 0
    if group.chance.score == AUTOMATIC:
        return group.many
    who = f"The {weapons()[group.name].title}"
    return (await hit_roll(who, group.many, group.chance, group.shot, THROWER)).value


async def hit(team: Team, plus: tuple[Modifier, ...], options: Options, seen: int, aside: object = ()) -> Team:
    """A hit on a team: on whom, and what it does to him."""
    place = await picked(team, seen)
    if team.men[place].post == OPERATOR:
        return await burnt(team, place, options, aside)
    rolled = await _effect(plus, options)
    return suffered(team, place, rolled.value, options)


async def hits_on(
    team: Team,
    hits: tuple[tuple[tuple[Modifier, ...], int], ...],
    options: Options,
    hidden: int = 0,
    aside: object = (),
) -> Team:
    """Hits one after another, for as long as anybody in sight is left; so many of the team are out of sight."""
    for place, (plus, many) in enumerate(hits):
        for left in range(many, 0, -1):
            key = ("hits", team, plus, left, hits[place + 1 :], aside)
            await Settled(key)
            if len(team.men) > hidden:
                team = await hit(team, plus, options, len(team.men) - hidden, key)
    return team


def _hidden(seen: int, men: int) -> int:
    if seen > men:
        raise Unfit("seen", f"{seen} are in sight of {men}")
    return men - seen if seen else 0


def _aimed(given: Aiming, options: Options) -> list[Group]:
    """The shots, of which some can hit."""
    shifts = shifts_of(cover=given.cover, dispersed=given.dispersed, men=given.men, options=options)
    groups = groups_of(given, shifts, options, inactive=given.inactive)
    if not any(group.chance.possible for group in groups):
        raise Unfit("distance", "no single shot can hit there: ask about group-fire [sk.gap.range-shift-order]")
    return groups


def to_hit(given: Aiming, options: Options) -> Asked:
    """Dice to hit alone."""
    groups = _aimed(given, options)

    async def trial() -> Found:
        hits = 0
        for group in groups:
            hits += await landed(group)
        return {"hits": hits, "hit": hits > 0}

    return Asked(said(groups), named_modifiers(groups), trial)


def shoot(given: AtTeam, options: Options) -> Asked:
    """Dice to hit, who is hit, the effect of each hit, and a morale test."""
    groups = _aimed(given, options)
    team = team_of(given.men, given.wounded, operator=given.operator, named=given.named)
    hidden = _hidden(given.seen, given.men)

    async def trial() -> Found:
        after = team
        for place, group in enumerate(groups):  # weapon by weapon, so that there is less to remember
            hits = await landed(group)
            after = await hits_on(after, ((group.chance.plus, hits),) if hits else (), options, hidden, aside=place)
            await Settled(("fired", place, after))
        return await aftermath(after, given.rating, given.suppression, routing=given.routing)

    return Asked(said(groups), named_modifiers(groups), trial)


# ---- all together


class Together(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A team that fires all its weapons together, and the team that it fires at."""

    distance: Distance = 40
    men: TargetMen = 4
    wounded: TargetWounded = 0
    rating: TargetRating = 2
    suppression: TargetSuppression = 0
    routing: TargetRouting = False
    operator: Operator = False
    seen: Seen = 0


def group_fire(given: Together, options: Options) -> Asked:
    """One die for all of them: a 20 is a hit on anybody in sight."""
    if inches(given.distance) > FARTHEST:
        raise Unfit("distance", "nothing is fired farther than 80 inches [sk.shoot.group-fire]")
    team = team_of(given.men, given.wounded, operator=given.operator)
    hidden = _hidden(given.seen, given.men)

    async def trial() -> Found:
        scored = (await group_roll("The team", THROWER)).value
        after = await hits_on(team, (((), scored),) if scored else (), options, hidden)
        return {"hit": scored > 0, **await aftermath(after, given.rating, given.suppression, routing=given.routing)}

    return Asked("20", (), trial)


# ---- a hit on its own


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A hit with a small arm."""

    weapon: Annotated[str, field("Weapon", role="shooter", fact="weapon", choices=SMALL_ARMS)] = "rifle"
    distance: Distance = 20
    wounded: Annotated[bool, field("Wounded before", "the figure that is hit")] = False
    together: Annotated[bool, field("Fired together", "a hit of a whole team: nothing is added")] = False


def effect(given: Effect, options: Options) -> Asked:
    """The fire effect die."""
    band = band_of(given.weapon, inches(given.distance))
    if band is None and not given.together:
        raise Unfit("distance", f"out of its range [{weapons()[given.weapon].clause}]")
    plus = () if given.together else effect_modifiers(given.weapon, band)

    async def trial() -> Found:
        result = (await effect_die("the man who is hit", plus, options, THROWER)).value
        return {"effect": worsened(result, wounds=int(given.wounded))}

    return Asked(f"D6{total(plus):+d}" if plus else "D6", plus, trial)


_SHOTS = (
    "sk.shoot.die",
    "sk.shoot.hit-rifle",
    "sk.shoot.hit-pistol",
    "sk.shoot.dispersed",
    "sk.shoot.soft-cover",
    "sk.shoot.hard-cover",
    "sk.shoot.inactive",
    "sk.gap.range-shift-order",
    "sk.gap.shot-costs",
    "sk.gap.fire-points",
    "sk.veh.mg-hull-turret",
)
_EFFECT = ("sk.effect.roll", "sk.effect.suppressed", "sk.effect.wound", "sk.effect.disable-kill", "sk.gap.wounded")
_PLUS = ("sk.effect.point-blank", "sk.effect.mg-smg-sniper", "sk.effect.quad")
MORALE = ("sk.morale.test", "sk.morale.total", "sk.morale.when-suppressed", "sk.morale.when-casualty")
STRIKE = (*_EFFECT, *_PLUS, "sk.gap.who-is-hit", "sk.flame.operator-hit", *MORALE)
QUESTIONS = (
    Question("to-hit", "How many shots with small arms hit?", Aiming, to_hit, _SHOTS, title="Shots: to hit"),
    Question(
        "shoot",
        "A team fires its small arms at another: who of it falls, is it suppressed, does it stand?",
        AtTeam,
        shoot,
        (*_SHOTS, *STRIKE),
        title="Small arms at a team",
        leaves=LEAVES_TARGET,
    ),
    Question(
        "group-fire",
        "A team that cannot hit with single shots fires everything together.",
        Together,
        group_fire,
        ("sk.shoot.group-fire", *STRIKE),
        title="All weapons together",
        leaves=LEAVES_TARGET,
    ),
    Question("fire-effect", "A figure is hit by a small arm: what of it?", Effect, effect, (*_EFFECT, *_PLUS)),
)
