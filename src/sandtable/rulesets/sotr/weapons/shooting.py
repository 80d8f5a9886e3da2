"""The shooting action (1.6.2): who shoots at whom, and what comes of it."""

from collections.abc import Sequence

from msgspec.structs import replace

from sandtable.mechanics.acts import shows_at
from sandtable.mechanics.clauses import rule
from sandtable.play.refusal import Refusal
from sandtable.play.script import Play
from sandtable.play.stage import action, last, stage
from sandtable.rulesets.sotr.basics.sight import any_sees, is_engaged, unit_engaged
from sandtable.rulesets.sotr.fire.laying import How, fire_volley
from sandtable.rulesets.sotr.fire.plans import HOLD, Means, Orders, nearest, plan
from sandtable.rulesets.sotr.fire.spotting import spotted_by_fire
from sandtable.rulesets.sotr.fire.targets import (
    Aim,
    Arm,
    arms_of,
    held_still,
    is_ordinary,
    is_special,
    legal,
    shootable,
    views,
)
from sandtable.rulesets.sotr.nerve.breaking import break_tests
from sandtable.rulesets.sotr.state import Battle
from sandtable.rulesets.sotr.units import crews
from sandtable.rulesets.sotr.units.conditions import freed_to, model_freed_to, was_fired_upon

from . import blast, flame, grenades
from .fire_orders import ask_orders

AFTER = ("", "advance", "hide", "sneak", "disorganized")  # the movement actions after which a unit may shoot
FORCED = ("compulsory", "suppressed")  # those after which only a JUST DO IT lets it


# ---- who may


@rule("sotr.shoot.when", "sotr.shoot.allowed-moves", "sotr.shoot.after-move", "sotr.dirt.choose")
def _spent(state: Battle, number: int) -> Refusal | None:
    """Why a unit's shooting is spent on something else, which no Command changes."""
    unit = state.units[number]
    clauses = ("sotr.shoot.allowed-moves",)
    if not unit.on_table:
        return Refusal(f"{unit.name} is not on the table", ("sotr.shoot.when",))
    if unit_engaged(state, number) and not state.options.engaged_unit_may_shoot:
        return Refusal(f"{unit.name} is fighting hand-to-hand", clauses)
    if unit.shaken and unit.machine:
        return Refusal(f"{unit.name} is shaken", ("sotr.gap.vehicle-damage",))
    cowed = unit.action == "assault" and unit.dread == -state.turn and freed_to(state, number, "shoot")
    dropped = unit.action == "dirt" and state.options.shoot_after_hit_dirt
    if unit.action in AFTER or unit.action in FORCED or dropped or cowed:
        return None
    return Refusal(f"{unit.name} has done something else with its turn ({unit.action})", clauses)


@rule("sotr.unit.disorganized-fire", "sotr.suppress.effect-in-cover", "sotr.shoot.allowed-moves")
def _unnerved(state: Battle, number: int) -> Refusal | None:
    """Why a unit does not shoot unless it is told to JUST DO IT."""
    unit = state.units[number]
    if unit.fleeing or unit.action == "compulsory":
        return Refusal(f"{unit.name} is fleeing", ("sotr.shoot.allowed-moves",))
    if unit.suppressed or unit.action == "suppressed":
        return Refusal(f"{unit.name} is Suppressed", ("sotr.suppress.effect-in-cover",))
    if unit.disorganized and not was_fired_upon(state, number):
        return Refusal(f"{unit.name} is Disorganized and was not fired upon", ("sotr.unit.disorganized-fire",))
    return None


@rule("sotr.down.no-shooting", "sotr.hmg.crew", "sotr.gap.medic", "sotr.down.drag-limit")
def _busy(state: Battle, man: int) -> bool:
    """Whether a model can fire nothing for reasons of its own."""
    figure = state.figures[man]
    if figure.down or figure.tied == state.turn or is_engaged(state, man):
        return True
    if state.units[figure.unit].machine:
        return False
    return crews.loads(state, man) or crews.medic_busy(state, man)


@rule("sotr.command.jdi", "sotr.shoot.allowed-moves")
def shooters(state: Battle, number: int) -> tuple[int, ...]:
    """The models of an activated unit that may fire."""
    if _spent(state, number) is not None:
        return ()
    unnerved = _unnerved(state, number) is not None
    lone = not was_fired_upon(state, number)
    return tuple(
        man
        for man in state.units[number].men
        if not _busy(state, man)
        and (not (unnerved or (lone and state.figures[man].disorganized)) or model_freed_to(state, man, "shoot"))
    )


def may_not_shoot(state: Battle, number: int) -> Refusal | None:
    """Why an activated unit may not shoot after its movement action; None if it may."""
    found = _spent(state, number)
    if found is not None or shooters(state, number):
        return found
    return _unnerved(state, number) or Refusal(f"nobody of {state.units[number].name} can", ("sotr.down.no-shooting",))


# ---- with what, at whom


@rule("sotr.target.template", "sotr.target.area", "sotr.target.heavy", "sotr.weapon.rof")
def _fires_special(state: Battle, arm: Arm) -> bool:
    """Whether a weapon with a procedure of its own has anything to be fired at."""
    if arm.row.has("flame"):
        return flame.can_flame(state, arm.figure)
    return blast.can_fire_blast(state, arm.figure, arm.weapon)


@rule("sotr.rpg.crew", "sotr.hmg.jam-clear")
def _served(state: Battle, arm: Arm) -> bool:
    """Whether a weapon is neither jammed nor being reloaded."""
    return crews.may_not_serve(state, arm.figure, arm.weapon) is None


def means(state: Battle, men: Sequence[int], only: int | None = None) -> Means:
    """What some models of a unit could fire, and at whom; with `only` at nothing but one unit."""
    arms = [arm for man in men for arm in arms_of(state, man) if held_still(state, arm) and _served(state, arm)]
    ordinary = [arm for arm in arms if is_ordinary(arm.row)]
    seen = views(state, tuple(dict.fromkeys(arm.figure for arm in ordinary)), only)
    laid = {arm: found for arm in ordinary if (found := legal(state, arm, seen[arm.figure]))}
    specials = tuple(arm for arm in arms if is_special(arm.row) and _fires_special(state, arm))
    units = sorted({view.unit for found in seen.values() for view in found})
    return Means(laid, specials, tuple(units))


@rule("sotr.grenade.attack", "sotr.command.jdi")
def _bars_grenades(state: Battle, number: int) -> Refusal | None:
    """Why a unit that shoots throws no grenades: all its models throw together, so one who was told to act does not."""
    cowed = _unnerved(state, number)
    if cowed is None or freed_to(state, number, "shoot"):
        return None
    return Refusal(f"{cowed.why}: it does not throw together", ("sotr.grenade.attack", *cowed.because))


# ---- the action


@action
@rule("sotr.shoot.when", "sotr.shoot.procedure")
async def shooting_action(play: Play[Battle], number: int) -> None:
    """The unit's shooting step: asks whether and how, and resolves it; the unit's owner may hold fire."""
    if may_not_shoot(play.state, number) is not None:
        return
    found = means(play.state, shooters(play.state, number))
    orders = await ask_orders(play, number, found, _bars_grenades(play.state, number))
    if orders == HOLD:
        return
    if orders.grenades:
        await last(_throw(play, number, orders.grenades))
        return
    await last(shoot(play, number, orders, How(together=len(orders.together))))


@stage
async def shoot(play: Play[Battle], number: int, orders: Orders, how: How) -> None:
    """Everything a unit fires: ordinary weapons target by target, then those with a procedure of their own."""
    if play.state.firing != number:
        play.tell("opened fire", "sotr.shoot.when", unit=number, sets={"firing": number})
    if orders.together:
        _give_up_fire(play, number, orders)
    aims = await manned(play, orders.aims)
    targets = tuple(sorted({aim.target for aim in aims}))
    for target in targets:
        await fire_volley(play, number, target, tuple(aim for aim in aims if aim.target == target), how)
    if orders.together:  # those who gave up their fire did not shoot
        await last(cease(play, number, targets, 1))
        return
    await last(_specials(play, number, orders.specials, targets, charging=how.charging))


@stage
async def _specials(
    play: Play[Battle], number: int, arms: tuple[Arm, ...], targets: tuple[int, ...], *, charging: bool
) -> None:
    """Weapons with a procedure of their own, one after another; then the unit ceases fire."""
    if not arms:
        state = play.state
        fired = sum(state.figures[man].fired == state.turn for man in state.units[number].men)
        await last(cease(play, number, targets, fired))
        return
    found = await _fire_special(play, arms[0], charging=charging)
    targets = (*targets, *(at for at in found if at not in targets))
    await last(_specials(play, number, arms[1:], targets, charging=charging))


@stage
@rule("sotr.grenade.attack", "sotr.shoot.when")
async def _throw(play: Play[Battle], number: int, kind: str) -> None:
    """A grenade attack is the shooting action of the whole unit, with all that hangs on one."""
    thrown = len(grenades.throwers(play.state, number))
    play.tell("opened fire", "sotr.grenade.attack", unit=number, sets={"firing": number})
    targets = await grenades.throw_grenades(play, number, kind)
    await last(cease(play, number, targets, thrown))


@rule("sotr.gap.concentrate-fire")
def _give_up_fire(play: Play[Battle], number: int, orders: Orders) -> None:
    state = play.state
    tells = {"at": state.units[orders.aims[0].target].name, "models": len(orders.together)}
    sets = {"fired": state.turn}
    clauses = ("sotr.gap.concentrate-fire", "sotr.shoot.concentrated")
    shows = {"says": "concentrates its fire on", **shows_at(orders.aims[0].target)}
    play.tell(
        "concentrated its fire", *clauses, unit=number, figures=orders.together, sets=sets, tells=tells, shows=shows
    )


@rule("sotr.hmg.jam", "sotr.rpg.crew")
async def manned(play: Play[Battle], aims: tuple[Aim, ...]) -> tuple[Aim, ...]:
    """The weapons that fire after all: crewed ones may jam."""
    return tuple([aim for aim in aims if await _ready(play, aim.arm)])


async def _ready(play: Play[Battle], arm: Arm) -> bool:
    crewed = arm.row.has("crew") and not play.state.units[play.state.figures[arm.figure].unit].machine
    return not crewed or await crews.ready_to_fire(play, arm.figure, arm.weapon)


async def _fire_special(play: Play[Battle], arm: Arm, *, charging: bool) -> tuple[int, ...]:
    """One weapon with a procedure of its own, if its bearer is still there to fire it; gives the units it was fired at."""
    figure = play.state.figures[arm.figure]
    if arm.figure not in play.state.units[figure.unit].men or figure.down or not await _ready(play, arm):
        return ()
    if arm.row.has("flame"):
        return await flame.fire_flame(play, arm.figure)
    fire = blast.fire_heavy if arm.row.has("heavy") else blast.fire_blast
    return await fire(play, arm.figure, arm.weapon, charging=charging)


@stage
@rule("sotr.hide.ends-shooting", "sotr.break.each-enemy", "sotr.break.trigger")
async def cease(play: Play[Battle], number: int, targets: tuple[int, ...], fired: int) -> None:
    """The unit has fired, so many of it: those it fired at may spot it if it is Hidden, and test if they lost models."""
    for target in targets:
        if fired and play.state.units[number].hidden and play.state.units[target].on_table:
            await spotted_by_fire(play, number, fired, target)
    toll = play.state.toll
    sets = {"firing": -1, "watched": -1, "fresh": (), "toll": ()}
    play.tell("ceased fire", "sotr.break.each-enemy", unit=number, sets=sets)
    await break_tests(play, toll, number)


# ---- Overwatch


@rule("sotr.overwatch.fire", "sotr.overwatch.once")
def _watchers(state: Battle, watcher: int) -> tuple[int, ...]:
    """The models of a unit that are on Overwatch and can fire."""
    unit = state.units[watcher]
    if not unit.on_table or unit.activated == state.turn:
        return ()
    return tuple(man for man in unit.men if state.figures[man].overwatch and not _busy(state, man))


def can_overwatch(state: Battle, watcher: int, target: int) -> bool:
    """Whether any model of a unit that is on Overwatch could shoot at a unit as everybody stands now."""
    unit = state.units[target]
    men = _watchers(state, watcher)
    if not men or not unit.on_table or unit.hidden or not any_sees(state, men, shootable(state, target, by=watcher)):
        return False
    found = means(replace(state, watched=target), men, only=target)
    return bool(found.laid or found.specials)


@action
@rule("sotr.overwatch.fire", "sotr.overwatch.spent", "sotr.overwatch.modifier", "sotr.shoot.being-charged")
async def overwatch_fire(play: Play[Battle], watcher: int, target: int, *, charging: bool) -> None:
    """The unit fires once at a moving unit, at -1 (and -1 more at one that is charging it), and is activated by that."""
    state = play.state
    men = _watchers(state, watcher)
    turn = state.turn
    tells = {"at": state.units[target].name}
    sets: dict[str, object] = {"activated": turn}
    play.tell(
        "fired on Overwatch", "sotr.overwatch.spent", unit=watcher, sets=sets, tells=tells, shows=shows_at(target)
    )
    watching = tuple(man for man in state.units[watcher].men if state.figures[man].overwatch)
    sets = {"overwatch": False}
    play.tell("was done watching", "sotr.overwatch.once", unit=watcher, figures=watching, sets=sets)
    begun = {"firing": watcher, "watched": target}
    play.tell("opened fire", "sotr.overwatch.fire", unit=watcher, sets=begun)
    found = means(play.state, men, only=target)
    aims = plan(play.state, found, nearest, steady=False)
    orders = Orders(aims, found.specials)
    await last(shoot(play, watcher, orders, How(overwatch=True, charging=charging)))
