"""Shooting at a unit of men: jams, hits, wounds and the break test."""

from typing import Annotated, Any

from sandtable.geometry.units import inches
from sandtable.mechanics.modifiers import Never, Target
from sandtable.mechanics.questions import Asked, Found, Question, Settled, Unfit, field
from sandtable.rulesets.sotr.charts import rate_of_fire, weapon_of
from sandtable.rulesets.sotr.crews import FIRES, HMG, jam_roll
from sandtable.rulesets.sotr.hit_dice import Dice, Scored, roll_hits
from sandtable.rulesets.sotr.options import Options
from sandtable.rulesets.sotr.sheet import Weapon
from sandtable.rulesets.sotr.targets import may_aim_with
from sandtable.rulesets.sotr.to_hit import ELEVATED, SIDES, Shot, can_head, in_reach, modifiers, score, to_hit
from sandtable.rulesets.sotr.volley import pool_of, wounding
from sandtable.rulesets.sotr.wound_dice import roll_pool, shared_out

from .fields import (
    ARMOUR,
    COVER,
    LEAVES_TARGET,
    SIZES,
    SMALL_ARMS,
    Aimed,
    Camo,
    Charging,
    Cover,
    Elevated,
    Inches,
    Overwatch,
    Prone,
    Shooters,
    Smoke,
    TargetSize,
    hits_of,
    models_of,
)
from .victims import Victims, after_losses


class Shooting(Victims, frozen=True, kw_only=True):
    """Models of a unit who shoot at another, all of it in the same cover."""

    weapon: Annotated[
        str, field("Weapon", "what most of them fire", role="shooter", fact="weapon", choices=SMALL_ARMS)
    ] = "rifle"
    shooters: Shooters = 6
    other_weapon: Annotated[str, field("Other weapon", "what the others fire", choices=SMALL_ARMS)] = "smg"
    others: Annotated[int, field("Others", "models with it", ge=0, le=6)] = 0
    distance: Inches = 12
    cover: Cover = "none"
    aimed: Aimed = False
    overwatch: Overwatch = False
    charging: Charging = False
    prone: Prone = False
    camo: Camo = False
    size: TargetSize = "man"
    elevated: Elevated = False
    smoke: Smoke = False
    no_loader: Annotated[bool, field("No loader", "heavy machine guns without one may jam")] = False


def shot_of(given: Any, weapon: str, *, aimed: bool, together: int = 0) -> Shot:
    """The described shot, as the modifiers want to know it."""
    return Shot(
        weapon=weapon,
        distance=inches(given.distance),
        cover=COVER[given.cover],
        aimed=aimed and not given.overwatch,
        overwatch=given.overwatch,
        charging=given.charging,
        camo=given.camo,
        prone=getattr(given, "prone", False),  # machines do not lie down
        size=SIZES[given.size],
        above=ELEVATED if given.elevated else 0,
        smoke=given.smoke,
        together=together,
    )


def takes_aim(given: Any, row: Weapon, options: Options) -> bool:
    """Whether a weapon fires single Aimed Shots; refused where it cannot at all."""
    if given.aimed and not may_aim_with(options, row):
        why = f"the {row.name} fires more than one shot, and so none that is aimed [sotr.weapon.multi-no-aim]"
        raise Unfit("aimed", why)
    return bool(given.aimed) and not given.overwatch


def dice_of(shot: Shot, shots: int, options: Options) -> tuple[Dice, ...]:
    """The dice of so many equal shots; none where they cannot hit."""
    needed = score(shot, options)
    heads = can_head(shot.weapon, needed, options)
    if not shots or not in_reach(weapon_of(shot.weapon, options), shot.distance) or (needed > SIDES and not heads):
        return ()
    return (Dice(shots, needed, wounding(shot, options), heads=heads, reasons=modifiers(shot, options)),)


def needed_of(shot: Shot, options: Options) -> Target:
    """What a shot needs, in words; beyond its range nothing hits."""
    target = to_hit(shot, options)
    if not in_reach(weapon_of(shot.weapon, options), shot.distance):
        return Target(Never("out of range"), target.modifiers)
    return target


async def guns_that_fire(weapon: str, guns: int, *, no_loader: bool) -> int:
    """How many of some weapons fire: heavy machine guns without a loader may jam."""
    if weapon != HMG or not no_loader:
        return guns
    rolled = [(await jam_roll(f"Gun {gun}: no loader, does it jam?", seat=0)).value for gun in range(1, guns + 1)]
    return rolled.count(FIRES)


def shooting(given: Shooting, options: Options) -> Asked:
    """The whole procedure: jams, hits, wounds, and the break test for GONERs."""
    row = weapon_of(given.weapon, options)
    aimed = takes_aim(given, row, options)
    first = shot_of(given, given.weapon, aimed=aimed)
    other = weapon_of(given.other_weapon, options)
    slow = aimed and may_aim_with(options, other)
    second = shot_of(given, given.other_weapon, aimed=slow)
    each = 1 if aimed else rate_of_fire(row, options)
    more = given.others * (1 if slow else rate_of_fire(other, options))

    async def trial() -> Found:
        firing = await guns_that_fire(given.weapon, given.shooters, no_loader=given.no_loader)
        await Settled(("firing", firing))
        dice = dice_of(first, firing * each, options) + dice_of(second, more, options)
        scores = await roll_hits(dice, why="Shots at the target", seat=0)
        hits = sum(one.hits for one in scores)
        await Settled(("hits", scores))
        goners, down = await fallen(given, options, scores)
        await Settled(("fallen", hits, goners, down))
        return {"hits": hits, "goners": goners, "down": down, **await after_losses(given, goners, down)}

    target = needed_of(first, options)
    return Asked(f"{target} to hit", target.modifiers, trial)


async def fallen(given: Victims, options: Options, scores: tuple[Scored, ...]) -> tuple[int, int]:
    """The wound dice of hits on anybody: every result goes to another model, and what is left over is lost."""
    hits = sum(one.hits for one in scores)
    tally = await roll_pool(
        pool_of(scores),
        ARMOUR[given.armour],
        hits if options.wound_die_per == "hit" else given.men,
        tanks=False,
        why=f"{hits_of(hits)} on {models_of(given.men)}",
        because=("sotr.wound.owner-applies",),
        seat=0,
    )
    return shared_out(tally, given.men)


QUESTIONS = (
    Question(
        "shooting",
        "A unit shoots at another whose models are all in the same cover: hits, losses, break test.",
        Shooting,
        shooting,
        ("sotr.shoot.procedure", "sotr.shoot.roll", "sotr.wound.roll", "sotr.break.trigger"),
        title="Shooting at a unit",
        leaves=LEAVES_TARGET,
    ),
)
