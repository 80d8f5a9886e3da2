"""High explosive: guns and howitzers that fire it, shells that have hit, and ranging in."""

from collections.abc import Hashable
from typing import Annotated

import msgspec

from sandtable.mechanics.questions import Asked, Found, LeavesView, Question, Settled, field
from sandtable.rulesets.bolt_action.charts import explosive, printed, weapon
from sandtable.rulesets.bolt_action.damage import roll_to_damage, troops_target
from sandtable.rulesets.bolt_action.explosive import explosive_hits, explosive_pins
from sandtable.rulesets.bolt_action.hits import roll_to_hit
from sandtable.rulesets.bolt_action.indirect import next_score, roll_indirect
from sandtable.rulesets.bolt_action.options import Options
from sandtable.rulesets.bolt_action.words import HITS

from .fields import LEAVES_TARGET, SHELLED, HighExplosive, arms
from .fire import Aiming, shot_of, target_of
from .victims import UNHURT, Victims, after_hits, broken, broken_by, loses_gun

NeedsNow = Annotated[
    int,
    field("Needs", "what this shot needs: 6 at first, one better each time", role="shooter", fact="score", ge=2, le=6),
]


class Exploding(Victims, frozen=True, kw_only=True):
    """High-explosive shells that hit a unit of men."""

    he: HighExplosive = "D6"
    shells: Annotated[int, field("Shells", "how many shells hit", ge=1, le=4)] = 1


async def explode(given: Victims, options: Options, he: str, shells: int, *before: Hashable) -> Found:
    """What shells that have come down do to men; `before` is what was found already, and still matters afterwards."""
    pins, hits = 0, 0
    names = ["The shell"] if shells == 1 else [f"Shell {number} of {shells}" for number in range(1, shells + 1)]
    for number, name in enumerate(names):
        pins += (await explosive_pins(1, he, name, seat=0, options=options))[0]
        await Settled((*before, "pins", number, pins))
    if broken(given, pins, options):
        return {"hits": shells, **broken_by(pins)}
    for number, name in enumerate(names):
        hits += await explosive_hits(1, he, name, seat=0, down=given.target_down, options=options)
        await Settled((*before, "hits", number, pins, hits))
    target = troops_target(given.target_quality, explosive(he, options).pen, options)
    why = f"{HITS(hits)} on {given.described}"
    # Whom the enemy picks matters here only where it is a gun; the tree is ten times smaller without.
    wounds = await roll_to_damage(hits, target, why, seat=0, exceptional=given.target_gun)
    done = wounds.ordinary + wounds.exceptional
    gun_lost = loses_gun(given, wounds.exceptional)
    await Settled((*before, "wounds", pins, hits, done, gun_lost))
    return {"hits": hits, **await after_hits(given, options, pins, done, gun_lost=gun_lost)}


def high_explosive(given: Exploding, options: Options) -> Asked:
    """What shells that have hit do to men."""
    target = troops_target(given.target_quality, explosive(given.he, options).pen, options)

    async def trial() -> Found:
        return await explode(given, options, given.he, given.shells)

    return Asked(f"{given.he} hits, {target} to damage", target.modifiers, trial)


class Gunning(Aiming, frozen=True, kw_only=True):
    """Guns that fire high explosive at men whom they see."""

    weapon: Annotated[
        str, field("Weapon", "a gun with high explosive", role="shooter", fact="weapon", choices=SHELLED)
    ] = "light-howitzer"
    shooters: Annotated[int, field("Guns", "how many guns of this kind shoot", ge=1, le=2)] = 1


def gunning(given: Gunning, options: Options) -> Asked:
    """Direct fire with high explosive: the roll to hit of any shot, and what the shells do."""
    kind = weapon(given.weapon, options)
    target = target_of(shot_of(given, options), options)
    damage = troops_target(given.target_quality, explosive(kind.he, options).pen, options)

    async def trial() -> Found:
        shots = int(kind.shots) * given.shooters
        shells = await roll_to_hit(shots, target, arms(given.shooters, kind), seat=0, because=(kind.clause,))
        await Settled(("shells", shells.scored))
        if not shells.scored:
            return {"shells": 0, "hits": 0, **UNHURT}
        return {"shells": shells.scored, **await explode(given, options, kind.he, shells.scored, shells.scored)}

    needed = f"{target} to hit, {kind.he} hits each, {damage} to damage"
    return Asked(needed, (*target.modifiers, *damage.modifiers), trial)


class Ranging(Victims, frozen=True, kw_only=True):
    """An indirect weapon firing at men who do not move."""

    he: HighExplosive = "D6"
    score: NeedsNow = printed().ranging.first.needs


RANGING_IN = ("ba.gap.indirect-fire",)


def indirect(given: Ranging, options: Options) -> Asked:
    """One indirect shot: whether it hits, what it then does, and what the next one needs."""

    async def trial() -> Found:
        hit, _ = await roll_indirect(given.score, "The shot: ranging in", seat=0, because=RANGING_IN)
        after = next_score(given.score, options, hit=hit)
        if not hit:
            return {"hit": False, "hits": 0, **UNHURT, "next_needs": after}
        await Settled("hit")
        return {"hit": True, **await explode(given, options, given.he, 1), "next_needs": after}

    return Asked(f"{given.score}+, no modifiers", (), trial)


class RangingIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An indirect weapon that fires turn after turn at the same unmoved target, or smoke at the same point."""

    score: NeedsNow = printed().ranging.first.needs
    turns: Annotated[int, field("Turns", "how many turns it fires", ge=1, le=7)] = 3


def ranging_in(given: RangingIn, options: Options) -> Asked:
    """How soon it hits, and how often."""

    async def trial() -> Found:
        score, first, shells = given.score, "never", 0
        for turn in range(1, given.turns + 1):
            await Settled((turn, score, first, shells))
            hit, _ = await roll_indirect(score, f"Turn {turn}: ranging in", seat=0, because=RANGING_IN)
            score = next_score(score, options, hit=hit)
            if hit:
                shells += 1
                first = f"turn {turn}" if first == "never" else first
        return {"first_hit": first, "shells": shells, "next_needs": score}

    once_hit = next_score(given.score, options, hit=True)
    return Asked(f"{given.score}+ at first, then one better each turn and {once_hit}+ once it has hit", (), trial)


QUESTIONS = (
    Question(
        "he",
        "High-explosive shells have hit a unit of men: hits, casualties, pins, morale.",
        Exploding,
        high_explosive,
        ("ba.he.table", "ba.gap.he-hits", "ba.gap.he-vs-down"),
        title="High explosive on men",
        leaves=LEAVES_TARGET,
    ),
    Question(
        "shooting-he",
        "Guns fire high explosive at men whom they see.",
        Gunning,
        gunning,
        ("ba.hit.base", "ba.gap.he-hits", "ba.gap.howitzer"),
        title="Guns firing high explosive",
        leaves=LEAVES_TARGET,
    ),
    Question(
        "indirect",
        "A mortar or howitzer fires indirectly at a unit of men.",
        Ranging,
        indirect,
        ("ba.gap.indirect-fire", "ba.he.table"),
        title="Indirect fire",
        leaves=(*LEAVES_TARGET, LeavesView("next_needs", "shooter", "score", "set")),
    ),
    Question(
        "ranging-in",
        "A mortar fires at the same unmoved target, or smoke at the same point: when does it hit?",
        RangingIn,
        ranging_in,
        ("ba.gap.indirect-fire", "ba.gap.smoke"),
        title="Ranging in",
        leaves=(LeavesView("next_needs", "shooter", "score", "set"),),
    ),
)
