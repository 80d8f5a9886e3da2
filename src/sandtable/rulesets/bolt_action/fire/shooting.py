"""Shooting, in its seven steps: declare, react, measure, roll to hit, roll to damage, casualties, morale.

Declaring is in `declare`, measuring and hitting in `volley`, what hits do in `fire_effect`.
"""

from collections.abc import Sequence
from typing import NamedTuple

from sandtable.dice.readings import Total
from sandtable.dice.roll import Roll
from sandtable.geometry.units import inches
from sandtable.mechanics.acts import shows_at
from sandtable.mechanics.clauses import rule
from sandtable.play.script import Play
from sandtable.play.stage import last, stage
from sandtable.rulesets.bolt_action.basics.arms import Aimed, Armed, armed, label, men_of
from sandtable.rulesets.bolt_action.basics.battlefield import distance
from sandtable.rulesets.bolt_action.basics.charts import YES, yes_on
from sandtable.rulesets.bolt_action.basics.words import INCHES
from sandtable.rulesets.bolt_action.harm.losses import destroy
from sandtable.rulesets.bolt_action.state import Battle
from sandtable.rulesets.bolt_action.verbs.acts import shows_shots

from .aiming import Shoot, on_the_move
from .barred import Bar, bar, bar_indirect
from .declare import declare
from .indirect import first_shot, lob
from .reach import out_of_lob, out_of_range
from .reactions import target_reacts
from .volley import Laid, Ready, Volley, aspect, fire, measure


@stage
@rule("ba.shoot.sequence")
async def shoot(play: Play[Battle], number: int, how: Shoot) -> None:
    """Shoot with everything a unit can bring to bear: declare all targets first, then resolve them one by one."""
    by_target: dict[Aimed, list[Laid]] = {}
    before = play.state.units[number]
    for target, laid in await declare(play, number, armed(play.state, number), how):
        by_target.setdefault(target, []).append(laid)
    # Who lays smoke has ranged in on it: he has not held his fire.
    if not by_target and how.only is None and before.order == "fire" and play.state.units[number] == before:
        play.aside("held its fire", "ba.shoot.declare", unit=number)
    await last(_resolve_all(play, number, tuple(by_target.items()), how))


@stage
async def _resolve_all(
    play: Play[Battle], number: int, targets: Sequence[tuple[Aimed, Sequence[Laid]]], how: Shoot
) -> None:
    """One target after another, as long as there is somebody to shoot."""
    if not targets or not play.state.units[number].alive:
        return
    (target, laid_on), *rest = targets
    if not rest:
        await last(_resolve(play, number, target, laid_on, how))
        return
    await _resolve(play, number, target, laid_on, how)
    await last(_resolve_all(play, number, tuple(rest), how))


@stage
async def _resolve(play: Play[Battle], number: int, target: Aimed, laid: Sequence[Laid], how: Shoot) -> None:
    """Steps two to seven against one target."""
    if not play.state.units[target.unit].alive or not men_of(play.state, target):
        return
    play.tell(
        "opened fire",
        "ba.shoot.sequence",
        "ba.shoot.declare",
        unit=number,
        tells={"at": label(play.state, target)},
        shows=shows_shots(target.unit, [(one.arm.weapon, one.shell == "indirect") for one in laid]),
    )
    _show_oneself(play, number)
    if how.reaction:
        await target_reacts(play, number, target)
    if not play.state.units[target.unit].on_table:
        return
    if play.state.dark and not await seen_in_the_dark(play, number, target):
        return
    indirect = [one for one in laid if one.shell == "indirect"]
    if indirect:
        arm = indirect[0].arm
        barred = bar_indirect(play.state, number, arm, target) or out_of_lob(play.state, arm, target)
        if barred is not None:
            _in_vain(play, number, target, barred)
            return
        shot = first_shot(play.state, number, target)
        await last(lob(play, number, arm.weapon, target, shot, moving=how.moving))
        return
    _use_up(play, number, laid)
    ready = armed(play.state, number)
    moving, fresh = on_the_move(play.state, number, how), _freshly(ready, laid)
    can_fire = measure(play.state, number, ready, fresh, target, moving=moving)
    if can_fire:
        _waste(play, number, laid, can_fire, target)
    else:
        arms = [one.arm for one in fresh]
        far = out_of_range(play.state, number, ready, arms, target, moving=moving)
        _in_vain(play, number, target, far or bar(play.state, number, ready, arms, target))
    await let_fly(play, Volley(number, can_fire, target, aspect(play.state, can_fire, target, ready)))


async def let_fly(play: Play[Battle], volley: Volley) -> None:
    """Fire what has been measured; flamethrowers may be empty afterwards."""
    flames = [one for group in volley.salvoes for one in group if "flamethrower" in one.laid.arm.weapon.traits]
    if flames:
        await last(_burn_fuel(play, volley, flames))
    else:
        await last(fire(play, volley))


@stage
async def _burn_fuel(play: Play[Battle], volley: Volley, flames: Sequence[Ready]) -> None:
    """Flamethrowers fire, and may be empty afterwards."""
    await fire(play, volley)
    await last(_fuel_left(play, volley.number, flames))


def _freshly(ready: Armed, laid: Sequence[Laid]) -> list[Laid]:
    """The same arms as they are now: what a target did in reaction may have moved bodies about."""
    now = {(arm.figure, arm.weapon.id, arm.mount, arm.viewer): arm for arm in ready.arms}
    found = []
    for one in laid:
        arm = one.arm
        found.append(Laid(now.get((arm.figure, arm.weapon.id, arm.mount, arm.viewer), arm), one.shell))
    return found


def _show_oneself(play: Play[Battle], number: int) -> None:
    """A hidden unit that shoots is hidden no more."""
    if play.state.units[number].hidden:
        play.tell("came out of hiding", "ba.gap.hidden-setup", unit=number, sets={"hidden": False})


@rule("ba.gap.weapon-one-shot")
def _use_up(play: Play[Battle], number: int, laid: Sequence[Laid]) -> None:
    """A one-shot weapon is gone once fired; its man has a rifle left."""
    fired = {one.arm.figure: one.arm.weapon.name for one in laid if one.arm.one_shot}
    for man, name in fired.items():
        play.tell(
            "used up its one-shot weapon",
            "ba.gap.weapon-one-shot",
            unit=number,
            figures=(man,),
            sets={"carries": play.state.figures[man].carries[1:]},
            tells={"weapon": name},
        )


def _in_vain(play: Play[Battle], number: int, target: Aimed, barred: Bar | None) -> None:
    """Nothing can fire: the target is out of range, or by now out of sight or arc."""
    why, because = (barred.why, barred.because) if barred else ("nothing bears on it", ())
    clauses = tuple(dict.fromkeys(("ba.shoot.measure", *because)))
    tells = {"at": label(play.state, target), "why": why}
    play.tell("fired in vain", *clauses, unit=number, tells=tells, shows=shows_at(target.unit))


def _waste(play: Play[Battle], number: int, laid: Sequence[Laid], fired: Sequence[Ready], target: Aimed) -> None:
    """Say which one-shot weapons are gone for nothing while others fire."""
    firing = {one.laid.arm.figure for one in fired if one.laid.arm.one_shot}
    wasted = {one.arm.figure: one.arm.weapon.name for one in laid if one.arm.one_shot and one.arm.figure not in firing}
    for man, name in wasted.items():
        tells = {"weapon": name, "at": label(play.state, target)}
        play.tell(
            "wasted its one-shot weapon",
            "ba.shoot.measure",
            "ba.gap.weapon-one-shot",
            unit=number,
            figures=(man,),
            tells=tells,
        )


def dark_roll(name: str, *, active: bool, seat: int) -> Roll[int]:
    """How many inches a unit sees in the dark, 6 more at a target that is active."""
    bonus = 6 if active else 0
    why = f"{name} peers into the dark, 2D6{' and 6 more' * bool(bonus)}"
    because = ("ba.gap.night",)
    return Roll(2, 6, Total(bonus), why=why, because=because, seat=seat, say=INCHES, step="to see in the dark")


async def seen_in_the_dark(play: Play[Battle], number: int, target: Aimed) -> bool:
    """Whether a target is seen in the dark; otherwise the action is lost."""
    apart = distance(play.state, number, target.unit, spotter=target.spotter)
    return (await peer(play, number, target.unit, apart)).seen


class Peered(NamedTuple):
    """What looking into the dark came to: whether the target is seen, and how many inches one sees."""

    seen: bool
    reach: int


@rule("ba.gap.night")
async def peer(play: Play[Battle], number: int, target: int, apart: int) -> Peered:
    """In the dark a target so far away is seen only within 2D6 inches, 6 more if it is active."""
    unit, victim = play.state.units[number], play.state.units[target]
    rolled = await dark_roll(unit.name, active=victim.order in {"fire", "advance", "run"}, seat=unit.side)
    seen = apart <= inches(rolled.value)
    if not seen:
        play.tell("saw nothing", "ba.gap.night", unit=number, tells={"reach": rolled.value}, rolls=(rolled.number,))
    return Peered(seen, rolled.value)


def fuel_roll(name: str, *, seat: int) -> Roll[str]:
    """Whether a flamethrower that has fired has fuel left."""
    because = ("ba.gap.flamethrower",)
    return Roll(1, 6, yes_on(2), why=f"{name}: fuel left?", because=because, seat=seat, needs="2+", step="fuel left")


@stage
async def _fuel_left(play: Play[Battle], number: int, fired: Sequence[Ready]) -> None:
    """After a flamethrower has fired, a 1 means that its fuel is gone."""
    for one in fired:
        arm, unit = one.laid.arm, play.state.units[number]
        if not unit.alive:
            return
        rolled = await fuel_roll(unit.name, seat=unit.side)
        if rolled.value == YES:
            continue
        if unit.card.team == arm.weapon.id:
            await destroy(play, number, "ba.gap.flamethrower", why="its fuel is spent")
        else:
            play.tell(
                "ran out of fuel", "ba.gap.flamethrower", unit=number, sets={"spent": (*unit.spent, arm.weapon.id)}
            )
