"""Small arms at men: what a shot needs, who is hit, what each hit does, and the morale of those who were shot at."""

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec

from sandtable.geometry.units import inches
from sandtable.grammar import an
from sandtable.mechanics.modifiers import Modifier
from sandtable.mechanics.questions import Found, Staged, Unfit, asks, field
from sandtable.play.shown import Fact
from sandtable.rulesets.skirmish41.basics.charts import band_of, weapons
from sandtable.rulesets.skirmish41.basics.facing import HEAD_ON, Aspect
from sandtable.rulesets.skirmish41.basics.units import bonus_with
from sandtable.rulesets.skirmish41.fire.shooters import Shooter, shots_with
from sandtable.rulesets.skirmish41.fire.shooting import Together, fire_together
from sandtable.rulesets.skirmish41.fire.targets import Aim
from sandtable.rulesets.skirmish41.fire.to_hit import chance_of, effect_modifiers, needs, target_shifts
from sandtable.rulesets.skirmish41.fire.volley import Landed, Shots, Volley, hit_man, resolve, throw
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.state import Battle

from .bare import HITS, Man, Party, battle, checked, fate_of, hit_and_fate, men_of, staged, then_test
from .fields import (
    AIMS,
    COVERS,
    LEAVES_TARGET,
    SMALL_ARMS,
    Cover,
    Distance,
    Operator,
    TargetMen,
    TargetRating,
    TargetRouting,
    TargetSuppression,
    TargetWounded,
)
from .fields import (
    Aim as Aimed,
)

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


class Firing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Figures that fire, with one weapon or two, all in the same way."""

    weapon: Annotated[str, field("Weapon", role="shooter", fact="weapon", choices=SMALL_ARMS)] = "rifle"
    shooters: Annotated[int, field("Figures with it", role="shooter", fact="bearers", ge=1, le=12)] = 3
    second_weapon: Annotated[str, field("Second weapon", role="shooter", fact="second_weapon", choices=SMALL_ARMS)] = (
        "smg"
    )
    second: Annotated[int, field("Figures with it", role="shooter", fact="second_bearers", ge=0, le=12)] = 0
    aim: Aimed = "aimed"
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


def shifts_of(*, cover: str, dispersed: bool, men: int, options: Options) -> tuple[Modifier, ...]:
    """The bands that a target counts farther."""
    return target_shifts(
        options,
        dispersed=dispersed or men == 1,
        soft=cover == "soft",
        cover=COVERS[cover],
    )


def bought(given: Firing, options: Options) -> tuple[tuple[str, int], ...]:
    """The shots that everybody's actions pay for, each by its weapon; says so where they pay for none."""
    found: list[tuple[str, int]] = []
    for weapon, figures in ((given.weapon, given.shooters), (given.second_weapon, given.second)):
        bonus = bonus_with(
            weapon, options, suppressed=given.own_suppression > 0 and not given.mounted, alone=not given.loader
        )
        found += [(weapon, shots_with(given.actions, bonus, AIMS[given.aim], options))] * figures
    if not any(many for _, many in found):
        raise Unfit("actions", f"{given.actions} do not pay for such a shot [sk.gap.shot-costs]")
    return tuple((weapon, many) for weapon, many in found if many)


def firers(given: Firing, options: Options) -> Party:
    """Those who fire, each with his weapon."""
    return Party("We", tuple(Man(arms=(weapon,)) for weapon, _ in bought(given, options)))


def volley(  # what everybody fires, and at whom
    given: Firing,
    state: Battle,
    aim: Aim,
    shifts: tuple[Modifier, ...],
    seen: tuple[int, ...],
    *,
    named: int = -1,
    aspect: Aspect = HEAD_ON,
    inactive: bool = False,
) -> Volley:
    """Everything that our men fire at a target; says why where nobody can hit it."""
    shot, shots = AIMS[given.aim], []
    for man, (weapon, many) in zip(state.units[0].men, bought(given, state.options), strict=True):
        chance = chance_of(
            weapon, shot, inches(given.distance), shifts, state.options, inactive=inactive, mounted=given.mounted
        )
        shots.append(Shots(Shooter(man, weapon), many, shot, chance))
    if not any(one.chance.possible for one in shots):
        raise Unfit("distance", "no single shot can hit there: ask about group-fire [sk.gap.range-shift-order]")
    return Volley(aim, tuple(shots), named, seen, aspect)


def _aimed(given: Aiming, state: Battle, seen: tuple[int, ...], named: int = -1) -> Volley:
    """The shots at a team of theirs, of which some can hit."""
    shifts = shifts_of(cover=given.cover, dispersed=given.dispersed, men=given.men, options=state.options)
    return volley(given, state, Aim(1), shifts, seen, named=named, inactive=given.inactive)


@asks("to-hit", "Shots: to hit", clauses=_SHOTS)
def to_hit(given: Aiming, options: Options) -> Staged:
    """How many shots with small arms hit?"""
    state = battle(options, firers(given, options), Party("They", men_of(given.men, 0)))
    fired = _aimed(given, state, state.units[1].men)

    def read(_after: Battle, hits: tuple[Landed, ...], _noted: object) -> Found:
        many = sum(one.many for one in hits)
        return {"hits": many, "hit": many > 0}

    return staged(state, lambda play: throw(play, 0, fired), read, needs(fired.shots[0].chance, fired.shots[0].shot))


# ---- a team at a team


def targeted(given: "AtTeam | Massed") -> Party:
    """The team that is fired at, as it stands."""
    men = men_of(given.men, given.wounded, given.rating, operator=given.operator)
    return Party("They", men, fields={"suppression": given.suppression, "routing": given.routing})


def in_sight(given: "AtTeam | Massed", state: Battle, named: int = -1) -> tuple[int, ...]:
    """Those of the target who can be hit: whoever is named first of all, and the wounded."""
    men = state.units[1].men
    seen = checked(given.seen, given.men, "seen", "in sight") or given.men
    others = [man for man in men if man != named]
    return tuple(sorted(([named] if named >= 0 else [])[:seen] + others[: seen - (named >= 0)]))


def _named(given: AtTeam, state: Battle) -> int:
    """The figure at which the shooters aim; -1 for whoever comes first."""
    if given.named == "anybody":
        return -1
    for man in state.units[1].men:
        figure = state.figures[man]
        if bool(figure.wounds) == (given.named == "wounded") and not figure.arms:
            return man
    raise Unfit("named", f"nobody of them is {given.named}")


@asks("shoot", "Small arms at a team", clauses=(*_SHOTS, *STRIKE), leaves=LEAVES_TARGET)
def shoot(given: AtTeam, options: Options) -> Staged:
    """A team fires its small arms at another: who of it falls, is it suppressed, does it stand?"""
    state = battle(options, firers(given, options), targeted(given))
    named = _named(given, state)
    fired = _aimed(given, state, in_sight(given, state, named), named)
    return staged(state, then_test(lambda play: resolve(play, 0, fired), 1), fate_of(state, 1))


# ---- all together


class Massed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A team that fires all its weapons together, and the team that it fires at."""

    weapon: Annotated[
        str,
        field("Weapons", "where they differ, one without a bonus", role="shooter", fact="weapon", choices=SMALL_ARMS),
    ] = "rifle"
    distance: Distance = 40
    men: TargetMen = 4
    wounded: TargetWounded = 0
    rating: TargetRating = 2
    suppression: TargetSuppression = 0
    routing: TargetRouting = False
    operator: Operator = False
    seen: Seen = 0


@asks("group-fire", "All weapons together", clauses=("sk.shoot.group-fire", *STRIKE), leaves=LEAVES_TARGET)
def group_fire(given: Massed, options: Options) -> Staged:
    """A team that cannot hit with single shots fires everything together."""
    if inches(given.distance) > options.tables.farthest:
        raise Unfit("distance", "nothing is fired farther than 80 inches [sk.shoot.group-fire]")
    state = battle(options, Party("We", (Man(arms=(given.weapon,)),)), targeted(given))
    fired = Together(1, (given.weapon,), in_sight(given, state))
    return staged(state, then_test(lambda play: fire_together(play, 0, fired), 1), hit_and_fate(state, 1), heeds=HITS)


# ---- a hit on its own


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A hit with a small arm."""

    weapon: Annotated[str, field("Weapon", role="shooter", fact="weapon", choices=SMALL_ARMS)] = "rifle"
    distance: Distance = 20
    wounded: Annotated[bool, field("Wounded before", "the figure that is hit")] = False
    together: Annotated[bool, field("Fired together", "a hit of a whole team: never at point blank")] = False


@asks("fire-effect", clauses=(*_EFFECT, *_PLUS))
def effect(given: Effect, options: Options) -> Staged:
    """A figure is hit by a small arm: what of it?"""
    band = band_of(given.weapon, inches(given.distance), options)
    if band is None and not given.together:
        line = weapons()[given.weapon]
        raise Unfit("distance", f"{an(line.title)} does not reach {given.distance:g} inches [{line.clause}]")
    plus = effect_modifiers(given.weapon, None if given.together else band, options)
    state = battle(options, Party("We", (Man(),)), Party("They", (Man(wounds=int(given.wounded)),)))
    (man,) = state.units[1].men

    def read(after: Battle, _: object, _noted: Mapping[Fact, int | str]) -> Found:
        unit = after.units[1]
        if man in unit.men:
            hurt = after.figures[man].wounds > state.figures[man].wounds
            return {"effect": "wounded" if hurt else "suppressed"}
        return {"effect": "disabled" if man in unit.down else "killed"}

    return staged(state, lambda play: hit_man(play, 0, man, plus, 0), read)
