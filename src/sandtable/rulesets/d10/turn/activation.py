"""Activations: a unit rallies if it must, and carries out its orders one after another."""

from collections.abc import Awaitable, Callable

from sandtable.mechanics.clauses import rule
from sandtable.mechanics.pieces import raised
from sandtable.play.asking import ask
from sandtable.play.domains import OneOf, OnTable
from sandtable.play.journey import Journey, driven, walked
from sandtable.play.script import Play
from sandtable.play.stage import action, last, stage
from sandtable.rulesets.d10.basics.units import engaged
from sandtable.rulesets.d10.fire.shooting import Salvo, nothing_to_shoot_at, plan, resolve
from sandtable.rulesets.d10.machines.driving import drives
from sandtable.rulesets.d10.machines.transport import GET_OUT, board, get_out
from sandtable.rulesets.d10.melee.assault import assault
from sandtable.rulesets.d10.melee.break_off import break_off
from sandtable.rulesets.d10.move.floors import climb
from sandtable.rulesets.d10.move.movement import at_most, longest, marching
from sandtable.rulesets.d10.nerve.morale import rally
from sandtable.rulesets.d10.react.exits import flee, leave
from sandtable.rulesets.d10.react.reactions import after_shooting
from sandtable.rulesets.d10.react.travel import travel
from sandtable.rulesets.d10.state import Battle

from .orders import (
    ASSAULT,
    BREAK_OFF,
    FLEE,
    GET_IN,
    HOLD,
    LEAVE,
    MOVE,
    NOTHING,
    RUSH,
    SHOOT,
    label_of,
    listed,
    orders_of,
)

Act = Callable[[Play[Battle], int], Awaitable[bool]]  # True if the activation may go on


@rule("d10.turn.once", "d10.gap.rally-procedure", "d10.gap.scenario-village")
async def activate(play: Play[Battle], number: int) -> None:
    """A unit's activation, from the first order to the last. One that began the battle on Hold is so no longer."""
    sets: dict[str, object] = {"done": True, "orders": (), "battle": {"acting": number, "closed": ()}}
    if play.state.units[number].hold:
        sets["hold"] = False
    play.tell("was activated", "d10.turn.once", unit=number, sets=sets)
    if play.state.units[number].panicked and not engaged(play.state, number):
        await rally(play, number)
    goes_on = True
    while goes_on and play.state.units[number].alive:
        before = play.state.units[number].panicked
        order = await choose(play, number)
        if order == NOTHING:
            if not play.state.units[number].orders:
                play.tell("did nothing", "d10.gap.no-order", unit=number)
            break
        verb = order.partition(" u")[0]
        goes_on = await ACTS[verb](play, number) if verb != GET_IN else _get_in(play, number, order)
        goes_on = goes_on and not (play.state.units[number].panicked and not before)


@rule("d10.order.list")
async def choose(play: Play[Battle], number: int) -> str:
    """The next order of a unit."""
    state = play.state
    unit = state.units[number]
    orders = orders_of(state, number)
    if len(orders.open) == 1:
        return NOTHING
    choices = OneOf(
        listed(orders.open),
        label=lambda order: label_of(state, order, first=not unit.orders),
        points=lambda order: OnTable(unit=int(order.rpartition("u")[2])) if order.startswith(GET_IN) else None,
        barred=lambda: orders.barred,
        doubts=orders.doubts,
        every=lambda: {order: order for order in orders.barred},
    )
    words = f"{unit.name}: what order{' next' if unit.orders else ''}?"
    return await ask(
        play, number, "order", choices, words, "d10.order.list", "d10.gap.orders-per-activation", usual=NOTHING
    )


def _ordered(play: Play[Battle], number: int, order: str) -> dict[str, object]:
    return {"orders": (*play.state.units[number].orders, order)}


# ---- moving


async def _journey(play: Play[Battle], number: int, *, rush: bool) -> tuple[Journey, Callable[[], int]]:
    """Ask where a unit goes; gives the journey, and what says how much of the move is left."""
    state = play.state
    unit = state.units[number]
    what = "Rush" if rush else "Move"
    clause = "d10.order.move-rush" if rush else "d10.order.move-normal"
    if unit.card.vehicle:
        domain = drives(state, number, rush=rush)
        words = f"{unit.name}: {what}"
        stay: dict[str, list[object]] = {"legs": []}
        drive = await ask(play, number, "drive", domain, words, clause, "d10.gap.vehicle-move", usual=stay)
        return driven(unit.men[0], drive, state.ground, raised(state)), int
    field = marching(state, number, rush=rush)
    march = await ask(
        play,
        number,
        "move",
        field,
        f"{unit.name}: {what}",
        clause,
        "d10.gap.movement",
        "d10.gap.coherency",
        usual=lambda: (
            (field.suggest(state.layout.point(field.movers[0])) if field.must_close_up else None) or field.stay()
        ),
    )
    journey = walked(march, state.layout, state.ground, raised(state))
    if unit.gun < 0:
        journey = journey._replace(turned=False)  # models on foot turn freely

    def left() -> int:
        return at_most(state, number, march, rush=rush) - longest(state, number, march)

    return journey, left


@rule("d10.order.move-normal", "d10.gap.no-order")
async def move(play: Play[Battle], number: int) -> bool:
    """A Move order: it does not hand play over. A move of nothing counts as not having moved."""
    journey, left = await _journey(play, number, rush=False)
    given = _ordered(play, number, MOVE)
    if journey.stays:
        play.tell("stood still", "d10.gap.no-order", unit=number, sets=given)
    elif not await travel(play, number, journey, "d10.order.move-normal", verb="moved", sets=given):
        return False
    await climb(play, number, left)
    return play.state.units[number].on_table


@rule("d10.order.move-rush", "d10.order.rush-passes")
async def rush(play: Play[Battle], number: int) -> bool:
    """A Rush: three times the Movement value, and play passes."""
    journey, left = await _journey(play, number, rush=True)
    given = _ordered(play, number, RUSH)
    if journey.stays:
        play.tell("stood still", "d10.gap.no-order", unit=number, sets=given)
    elif not await travel(
        play, number, journey, "d10.order.move-rush", "d10.order.rush-passes", verb="rushed", sets=given
    ):
        return False
    await climb(play, number, left)
    return False


async def _break_off(play: Play[Battle], number: int) -> bool:
    await break_off(play, number)
    return False


async def _leave(play: Play[Battle], number: int) -> bool:
    await leave(play, number)
    return False


async def _flee(play: Play[Battle], number: int) -> bool:
    await flee(play, number)
    return False


def _get_in(play: Play[Battle], number: int, order: str) -> bool:
    board(play, number, int(order.rpartition("u")[2]))
    return False


async def _get_out(play: Play[Battle], number: int) -> bool:
    await get_out(play, number)
    return True


# ---- the other orders


@rule("d10.order.hold", "d10.order.hold-passes")
async def hold(play: Play[Battle], number: int) -> bool:
    """A Hold order: a marker that lets the unit try a reaction, and play passes."""
    sets = {"hold": True, **_ordered(play, number, HOLD)}
    play.tell("went on Hold", "d10.order.hold", "d10.order.hold-passes", unit=number, sets=sets)
    return False


@action
@rule("d10.order.shoot", "d10.gap.orders-per-activation")
async def shoot_order(play: Play[Battle], number: int) -> bool:
    """A Shoot order; who is on Hold may answer it once it is resolved."""
    options = play.state.options
    goes_on = options.shoot_then_move or options.shoot_then_assault
    salvos = await plan(play, number)
    if not salvos:
        nothing_to_shoot_at(play, number)
        return False
    await last(_fire(play, number, tuple(salvos)), goes_on)
    return goes_on


@stage
async def _fire(play: Play[Battle], number: int, salvos: tuple[Salvo, ...]) -> None:
    await resolve(play, number, salvos, reacting=False)
    _note(play, number, SHOOT)
    await after_shooting(play, number)


async def assault_order(play: Play[Battle], number: int) -> bool:
    """An Assault order: nothing follows it."""
    _note(play, number, ASSAULT)
    await assault(play, number)
    return False


def _note(play: Play[Battle], number: int, order: str) -> None:
    if play.state.units[number].alive:
        play.tell("was ordered", "d10.order.list", unit=number, sets=_ordered(play, number, order))


ACTS: dict[str, Act] = {
    MOVE: move,
    RUSH: rush,
    HOLD: hold,
    SHOOT: shoot_order,
    ASSAULT: assault_order,
    BREAK_OFF: _break_off,
    GET_OUT: _get_out,
    LEAVE: _leave,
    FLEE: _flee,
}
