"""Blast weapons, indirect fire, grenades and heavy shots at men."""

from typing import Annotated, Any, Literal

import msgspec

from sandtable.geometry.units import INCH, inches
from sandtable.mechanics.modifiers import Modifier
from sandtable.mechanics.questions import Asked, Found, LeavesView, Question, Settled, field
from sandtable.rulesets.sotr.aiming import shot_roll
from sandtable.rulesets.sotr.blast import shell_of
from sandtable.rulesets.sotr.bursts import Shell
from sandtable.rulesets.sotr.charts import weapon_of
from sandtable.rulesets.sotr.grenades import FRAG
from sandtable.rulesets.sotr.indirect import distance_roll, missed_by
from sandtable.rulesets.sotr.options import Options
from sandtable.rulesets.sotr.throwing import coming_back_roll
from sandtable.rulesets.sotr.to_hit import modifiers
from sandtable.rulesets.sotr.wound_dice import Wounding

from .fields import (
    BLASTS,
    COVER,
    HEAVY,
    LEAVES_LOSSES,
    LEAVES_TARGET,
    Aimed,
    Armour,
    Camo,
    Charging,
    Cover,
    Covered,
    Elevated,
    Inches,
    Overwatch,
    Prone,
    Smoke,
    TargetSize,
    Touched,
)
from .fire import shot_of
from .victims import Victims, after_losses, is_passed, nerve_of, wounds_of

MOST = 30


class Shot(Victims, frozen=True, kw_only=True):
    """One shot with a template or a shell, and what helps or hinders it."""

    distance: Inches = 12
    cover: Annotated[
        Literal["none", "light", "heavy", "pillbox"],
        field("Cover", "the most severe that more than half of those touched have at least"),
    ] = "none"
    aimed: Aimed = False
    overwatch: Overwatch = False
    charging: Charging = False
    prone: Prone = False
    camo: Camo = False
    size: TargetSize = "man"
    elevated: Elevated = False
    smoke: Smoke = False


class Blast(Shot, frozen=True, kw_only=True):
    """A blast weapon at a unit."""

    weapon: Annotated[
        str, field("Weapon", "a tank gun fires high explosive here", role="shooter", fact="weapon", choices=BLASTS)
    ] = "rpg"
    indirect: Annotated[bool, field("Indirect", "lobbed at a target in sight: a miss strays")] = False
    touched: Touched = 3
    centre: Annotated[bool, field("Under the centre", "a model stands right under the centre of the template")] = True


async def burst(given: Victims, touched: int, *, centre: bool, shell: Shell) -> tuple[int, int]:
    """Everybody touched takes a wound die, but for those who are annihilated: GONERs and DOWN."""
    touched = min(touched, given.men)
    sure = {"all": touched, "centre": min(touched, int(centre))}.get(shell.annihilates, 0)
    how = Wounding(shell.name, burns=shell.burns, pen=shell.pen)
    goners, down = await wounds_of(touched - sure, given.armour, how, shell.clauses)
    return goners + sure, down


def blast_modifiers(given: Any) -> Any:
    """The described shot; what is lobbed knows no long range to hit."""
    shot = shot_of(given, given.weapon, aimed=given.aimed)
    return shot._replace(distance=0) if getattr(given, "indirect", False) else shot


def score_of(added: tuple[Modifier, ...]) -> str:
    """What a shot needs, in words."""
    return shot_roll(added, "", (), 0).needs.partition(" ")[0]


def blast(given: Blast, options: Options) -> Asked:
    """To hit, and everybody touched; a lobbed shot that misses strays, and who is under it then must be seen."""
    gun = weapon_of(given.weapon, options)
    added = modifiers(blast_modifiers(given), options)
    shell = shell_of(gun, options)

    async def trial() -> Found:
        hit = (await shot_roll(added, f"The {gun.name}", (gun.clause,), seat=0)).value
        await Settled(("hit", hit))
        goners = down = 0
        lands = "on target" if hit else "lost"
        if hit:
            goners, down = await burst(given, given.touched, centre=given.centre, shell=shell)
        elif given.indirect:
            lands = (await _missed(given.distance, options))[0]
        return {"lands": lands, "goners": goners, "down": down, **await after_losses(given, goners, down)}

    return Asked(f"{score_of(added)} to hit", added, trial)


async def _missed(fired: float, options: Options) -> tuple[str, int]:
    """Where a lobbed shot that missed comes down, and how far off."""
    because = ("sotr.blast.indirect-miss", "sotr.blast.indirect-cases")
    far = (await distance_roll(1, "The shot misses", because, seat=0)).value
    strayed = missed_by(far, inches(fired), options)
    return ("dud", 0) if strayed is None else ("strays", strayed // INCH)


class Lobbed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A grenade launcher that fires over what is in its way."""

    distance: Inches = 12
    seen: Annotated[bool, field("In sight", "the target is in sight")] = False
    cover: Cover = "none"
    aimed: Aimed = False
    prone: Prone = False
    smoke: Smoke = False
    elevated: Elevated = False


def lobbed(given: Lobbed, options: Options) -> Asked:
    """Beyond 24 inches 2D6 inches off, out of sight D6, in sight rolled to hit; the direction is any of 360 degrees."""
    gun = weapon_of("grenade-launcher", options)
    far = given.distance > gun.short
    facts = Shot(distance=0, cover=given.cover, aimed=given.aimed, prone=given.prone, smoke=given.smoke)
    shot = shot_of(facts, gun.id, aimed=given.aimed)
    added = modifiers(shot._replace(above=inches(4) if given.elevated else 0), options)

    async def trial() -> Found:
        if far or not given.seen:
            clause = gun.clause if far else "sotr.weapon.indirect-no-los"
            because = (clause, "sotr.blast.indirect-cases")
            inches_off = (await distance_roll(2 if far else 1, "The shot", because, seat=0)).value
            return {"lands": "strays", "inches": inches_off}
        if (await shot_roll(added, f"The {gun.name}", (gun.clause,), seat=0)).value:
            return {"lands": "on target", "inches": 0}
        lands, off = await _missed(given.distance, options)
        return {"lands": lands, "inches": off}

    if far or not given.seen:
        return Asked(f"{2 if far else 1}D6 inches off", (), trial)
    return Asked(f"{score_of(added)} to hit", added, trial)


class Touching(Victims, frozen=True, kw_only=True):
    """A template that lies where it lies."""

    covered: Covered = False
    weapon: Annotated[str, field("Weapon", "what bursts", role="shooter", fact="weapon", choices=BLASTS)] = (
        "grenade-launcher"
    )
    touched: Touched = 3
    centre: Annotated[bool, field("Under the centre", "a model stands right under the centre of the template")] = False


def template(given: Touching, options: Options) -> Asked:
    """Everybody touched takes a wound die."""
    shell = shell_of(weapon_of(given.weapon, options), options)

    async def trial() -> Found:
        goners, down = await burst(given, given.touched, centre=given.centre, shell=shell)
        return {"goners": goners, "down": down, **await after_losses(given, goners, down)}

    return Asked("a wound die for each", (), trial)


class Grenades(Victims, frozen=True, kw_only=True):
    """A unit throws its grenades at another."""

    touched: Annotated[
        int,
        field("Touched", "models of the target: a 5 inch template of four or more throwers, else 3 inch", ge=0, le=12),
    ] = 4
    cover: Cover = "none"
    throwers: Annotated[
        int, field("Throwers", "models of the throwing unit", role="thrower", fact="men", ge=1, le=30)
    ] = 8
    back_touched: Annotated[
        int,
        field("Touched by one back", "models of the throwers under a 3 inch template over one of them", ge=1, le=8),
    ] = 3
    thrower_armour: Annotated[
        Armour, field("Throwers' armour", "the column of the wound table", role="thrower", fact="armour")
    ] = "unarmored"


def grenades(given: Grenades, options: Options) -> Asked:
    """No roll to hit; on a 6 one comes back. What the table adds: everybody touched may be Suppressed."""
    pressed = Modifier(-2, "grenades", "sotr.weapon.frag-suppression")

    async def trial() -> Found:
        goners, down = await burst(given, given.touched, centre=False, shell=FRAG)
        await Settled(("burst", goners, down))
        back = (await coming_back_roll("The unit", "sotr.grenade.coming-back", seat=0)).value > 0
        own_goners = own_down = 0
        if back:
            clauses = ("sotr.grenade.coming-back", "sotr.grenade.hits")
            dice, how = min(given.back_touched, given.throwers), Wounding("returned grenade")
            own_goners, own_down = await wounds_of(dice, given.thrower_armour, how, clauses, "the throwers")
        await Settled(("back", goners, down, back, own_goners, own_down))
        own = {"came_back": back, "own_goners": own_goners, "own_down": own_down}
        after = await after_losses(given, goners, down)
        if options.frag_attack_suppresses and not given.mindless and goners + down < given.men:
            await Settled(("tested", goners, down, *own.items(), *after.items()))
            shaken = after["disorganized"] is True
            by_then = msgspec.structs.replace(given, disorganized=shaken)
            on = nerve_of(by_then, (pressed,), COVER[given.cover])
            passed = await is_passed(on, "The target under grenades", "sotr.weapon.frag-suppression")
            own["suppressed"] = not passed
        return {"goners": goners, "down": down, **own, **after}

    return Asked("no roll to hit; 6 and one comes back", (), trial)


class Heavy(Shot, frozen=True, kw_only=True):
    """Solid shot or a railgun at one model."""

    weapon: Annotated[str, field("Weapon", "a heavy weapon", role="shooter", fact="weapon", choices=HEAVY)] = "tank-gun"


def heavy_shot(given: Heavy, options: Options) -> Asked:
    """One model is a GONER without a wound roll."""
    gun = weapon_of(given.weapon, options)
    added = modifiers(blast_modifiers(given), options)

    async def trial() -> Found:
        because = ("sotr.gap.heavy-weapons", gun.clause)
        goners = (await shot_roll(added, f"The {gun.name}", because, seat=0)).value
        return {"goners": goners, "down": 0, **await after_losses(given, goners, 0)}

    return Asked(f"{score_of(added)} to hit", added, trial)


QUESTIONS = (
    Question(
        "blast",
        "A grenade launcher, an RPG or a tank gun with high explosive fires at a unit.",
        Blast,
        blast,
        (
            "sotr.blast.nominate",
            "sotr.blast.cover",
            "sotr.blast.wounds",
            "sotr.rpg.annihilating",
            "sotr.blast.direct-miss",
        ),
        title="Blast weapons",
        leaves=LEAVES_TARGET,
    ),
    Question(
        "template",
        "A blast template lies over models: who of them falls?",
        Touching,
        template,
        ("sotr.blast.wounds", "sotr.rpg.annihilating"),
        title="Models under a template",
        leaves=LEAVES_TARGET,
    ),
    Question(
        "indirect",
        "A grenade launcher fires indirectly: how far off does it land?",
        Lobbed,
        lobbed,
        ("sotr.blast.indirect-cases", "sotr.blast.indirect-miss", "sotr.weapon.indirect-no-los"),
        title="Indirect fire",
    ),
    Question(
        "grenades",
        "A unit throws its grenades: who falls, and does one come back?",
        Grenades,
        grenades,
        ("sotr.grenade.attack", "sotr.grenade.hits", "sotr.grenade.coming-back"),
        title="Grenades",
        leaves=(
            *LEAVES_TARGET,
            LeavesView("own_goners", "thrower", "men", "subtract"),
            LeavesView("own_down", "thrower", "men", "subtract"),
            LeavesView("own_down", "thrower", "down", "add"),
        ),
    ),
    Question(
        "heavy-shot",
        "A tank gun with solid shot or a railgun fires at one model of a unit.",
        Heavy,
        heavy_shot,
        ("sotr.gap.heavy-weapons", "sotr.alloc.heavy"),
        title="Heavy shots at men",
        leaves=LEAVES_LOSSES,
    ),
)
