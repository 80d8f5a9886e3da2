"""Shooting at a unit of men: jams, hits, wounds and the break test."""

from collections.abc import Callable, Coroutine, Sequence
from typing import Annotated, Any

from sandtable.geometry.units import inches
from sandtable.mechanics.questions import Staged, Unfit, asks, field
from sandtable.play.script import Play
from sandtable.rulesets.sotr.basics.charts import rate_of_fire, weapon_of
from sandtable.rulesets.sotr.fire.targets import Aim, Arm, may_aim_with
from sandtable.rulesets.sotr.fire.to_hit import Shot, in_reach
from sandtable.rulesets.sotr.fire.volley import Volley, die_of, gathered, let_fly
from sandtable.rulesets.sotr.options import Options
from sandtable.rulesets.sotr.sheet import Weapon
from sandtable.rulesets.sotr.state import Battle
from sandtable.rulesets.sotr.units.crews import LOADER
from sandtable.rulesets.sotr.weapons.shooting import cease, manned

from .bare import Party, card_of, men_of, staged
from .fields import (
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
)
from .victims import FIRE_AND_FATE, THEM, US, Victims, described, hits_and_fate, scene

HIGH = inches(48)  # as much higher as any table may ask for

Arms = Sequence[tuple[str, int, bool]]  # weapons, how many fire each, and whether they take aim
Script = Callable[[Play[Battle]], Coroutine[Any, Any, Any]]


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
    """The described shot, as the modifiers want to know it: what is not asked for is not so."""
    return Shot(
        weapon=weapon,
        distance=inches(given.distance),
        cover=COVER[given.cover],
        aimed=aimed and not given.overwatch,
        overwatch=given.overwatch,
        charging=given.charging,
        camo=given.camo,
        prone=getattr(given, "prone", False) or getattr(given, "was_down", False),
        size=SIZES[given.size],
        above=HIGH if given.elevated else 0,
        smoke=given.smoke,
        together=together,
    )


def takes_aim(given: Any, row: Weapon, options: Options) -> bool:
    """Whether a weapon fires single Aimed Shots; refused where it cannot at all."""
    if given.aimed and not may_aim_with(options, row):
        why = f"the {row.name} fires more than one shot, and so none that is aimed [sotr.weapon.multi-no-aim]"
        raise Unfit("aimed", why)
    return bool(given.aimed) and not given.overwatch


def firers(every: Arms, *, loader: bool) -> Party:
    """Those who shoot, each with his weapon; beside them somebody to load for them, or nobody."""
    men = [man for weapon, count, _ in every for man in men_of(count, weapons=(weapon,))]
    return Party("the shooters", card_of(), (*men, *([{"role": LOADER}] if loader else [])))


def laid(every: Arms, options: Options, target: int = THEM) -> tuple[Aim, ...]:
    """The weapons of the first unit laid on another, each with all its shots or a single one that is aimed."""
    arms = [(weapon, aimed) for weapon, count, aimed in every for _ in range(count)]
    return tuple(
        Aim(Arm(man, weapon), target, 1 if aimed else rate_of_fire(weapon_of(weapon, options), options), aimed)
        for man, (weapon, aimed) in enumerate(arms)
    )


def resolved(given: Any, state: Battle, aims: tuple[Aim, ...], side: str = "") -> Script:
    """Whoever can fire fires at the second unit; then the first one ceases fire, and those who lost models test."""
    reaching = tuple(aim for aim in aims if in_reach(weapon_of(aim.arm.weapon, state.options), inches(given.distance)))

    async def begin(play: Play[Battle]) -> None:
        if ready := await manned(play, reaching):
            dice = [
                die_of(shot_of(given, aim.arm.weapon, aimed=aim.aimed), aim.shots, state.options, side=side)
                for aim in ready
            ]
            await let_fly(play, Volley(US, THEM, ready, gathered(dice), state.units[THEM].men))
        await cease(play, US, (THEM,), len(ready))

    return begin


def why_vain(given: Any, every: Arms, options: Options) -> str:
    """Why no dice are thrown, if none are."""
    reached = any(in_reach(weapon_of(weapon, options), inches(given.distance)) for weapon, _, _ in every)
    return "no chance to hit" if reached else "out of range"


@asks(
    "shooting",
    "Shooting at a unit",
    clauses=("sotr.shoot.procedure", "sotr.shoot.roll", "sotr.wound.roll", "sotr.break.trigger"),
    leaves=LEAVES_TARGET,
)
def shooting(given: Shooting, options: Options) -> Staged:
    """A unit shoots at another whose models are all in the same cover: hits, losses, break test."""
    aimed = takes_aim(given, weapon_of(given.weapon, options), options)
    slow = aimed and may_aim_with(options, weapon_of(given.other_weapon, options))
    every = [(given.weapon, given.shooters, aimed), (given.other_weapon, given.others, slow)]
    by, target = firers(every, loader=not given.no_loader), described(given, given.men)
    state = scene(given, options, by, target, firing=US)
    begin = resolved(given, state, laid(every, options))
    return staged(state, begin, hits_and_fate(state), why_vain(given, every, options), heeds=FIRE_AND_FATE)
