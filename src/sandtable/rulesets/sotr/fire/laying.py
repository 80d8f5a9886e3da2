"""Laying a volley (1.6.2.4): who of a unit's target is seen, how well covered, who is shot at, and with which dice."""

from typing import NamedTuple

from sandtable.geometry.bodies import GROUND
from sandtable.mechanics.clauses import rule
from sandtable.play.script import Play
from sandtable.play.stage import last, stage
from sandtable.rulesets.sotr.basics.sight import Sighting, between, is_engaged
from sandtable.rulesets.sotr.basics.smoke import smoked
from sandtable.rulesets.sotr.harm.armour import facing
from sandtable.rulesets.sotr.state import Battle

from .allocation import Allotted, Seen, allot, choose_surplus, is_mixed, sights, still_good
from .hit_dice import ANYBODY, Dice
from .targets import Aim
from .to_hit import Shot
from .volley import Volley, die_of, gathered, let_fly


class How(NamedTuple):
    """The manner of a unit's fire as a whole."""

    overwatch: bool = False
    charging: bool = False
    together: int = 0  # models that concentrate their fire on one shot


# ---- one shot


@rule("sotr.gap.mixed-views", "sotr.smoke.modifier", "sotr.gap.elevation")
def shot_at(state: Battle, aim: Aim, model: int, seen: Sighting, how: How) -> Shot:
    """A shot at a model as its own firer sees it."""
    shooter, target = aim.arm.figure, state.figures[model]
    card = state.units[target.unit].card
    bodies = state.layout.bodies
    return Shot(
        weapon=aim.arm.weapon,
        distance=between(state, shooter, model),
        cover=seen.cover,
        aimed=aim.aimed and not how.overwatch,
        overwatch=how.overwatch,
        charging=how.charging,
        camo="camo" in card.traits,
        prone=target.prone or target.down,
        size=card.size,
        above=int(bodies[shooter, GROUND]) - int(bodies[model, GROUND]),
        smoke=_smoky(state, shooter, model),
        together=how.together,
    )


def _smoky(state: Battle, shooter: int, model: int) -> bool:
    if not state.smokes and not state.burning:
        return False
    return smoked(state, shooter) or smoked(state, model)


# ---- all shots at a unit


def dice_of(
    state: Battle, number: int, target: int, aims: tuple[Aim, ...], surplus: tuple[int, ...], how: How
) -> tuple[Dice, ...]:
    """All dice of a volley, each with the modifiers of its own firer."""
    visible, seen = sights(state, number, target, aims)
    mixed = is_mixed(state, target, aims, visible, seen)
    allotted = allot(state, aims, visible, seen, surplus, mixed=mixed)
    return gathered([_die(state, target, one, seen, how) for one in allotted])


def _die(state: Battle, target: int, allotted: Allotted, seen: Seen, how: How) -> Dice:
    aim, model = allotted.aim, allotted.model
    shot = shot_at(state, aim, model, seen[aim.arm.figure, model], how)
    side = ""
    if state.units[target].machine:
        side = facing(state, model, state.layout.point(aim.arm.figure))
    bound = allotted.bound and not side and not is_engaged(state, model)
    return die_of(shot, allotted.shots, state.options, model=model if bound else ANYBODY, side=side)


@stage
@rule("sotr.alloc.same-cover", "sotr.alloc.mixed")
async def fire_volley(
    play: Play[Battle],
    number: int,
    target: int,
    aims: tuple[Aim, ...],
    how: How,
    surplus: tuple[int, ...] | None = None,
) -> None:
    """All shots of a unit's models at one unit: who is shot at, then the dice and what comes of them."""
    state = play.state
    if not state.units[target].on_table or not (aims := still_good(state, number, target, aims)):
        return
    visible, _ = sights(state, number, target, aims)
    if surplus is None:
        surplus = await choose_surplus(play, number, target, aims)
    dice = dice_of(play.state, number, target, aims, surplus, how)
    await last(let_fly(play, Volley(number, target, aims, dice, visible)))
