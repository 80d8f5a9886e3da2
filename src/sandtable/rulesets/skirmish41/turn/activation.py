"""A team's activation: suppression is diced off, then its figures spend their actions."""

from collections.abc import Awaitable, Callable

from sandtable.mechanics.clauses import rule
from sandtable.mechanics.telling import nothing_said
from sandtable.play.asking import ask_seat
from sandtable.play.domains import OneOf, OnTable
from sandtable.play.refusal import Refusal
from sandtable.play.script import Play
from sandtable.rulesets.skirmish41.actions.actions import (
    call,
    climb,
    drive,
    join_crew,
    let_prisoner_go,
    lift_casualty,
    move,
    pick_up_weapon,
    push,
    put_down,
    set_up,
    take_careful_aim,
    take_down,
    turn,
)
from sandtable.rulesets.skirmish41.actions.leaving import leave
from sandtable.rulesets.skirmish41.actions.tries import try_to_spot
from sandtable.rulesets.skirmish41.basics.units import engaged
from sandtable.rulesets.skirmish41.fire.crews import save_up
from sandtable.rulesets.skirmish41.fire.shooting import fire
from sandtable.rulesets.skirmish41.heavy.bombs import use
from sandtable.rulesets.skirmish41.heavy.fogs import fire_smoke
from sandtable.rulesets.skirmish41.machines.driving import take_the_wheel, try_to_free
from sandtable.rulesets.skirmish41.machines.transport import board, get_out
from sandtable.rulesets.skirmish41.melee.storming import storm
from sandtable.rulesets.skirmish41.nerve.morale import any_tests, tests_due, try_to_rally
from sandtable.rulesets.skirmish41.nerve.rout import flee
from sandtable.rulesets.skirmish41.nerve.suppression import dice_off
from sandtable.rulesets.skirmish41.spotting.hidden import known_to, lay_marks
from sandtable.rulesets.skirmish41.state import Battle
from sandtable.rulesets.skirmish41.verbs import VERBS

from .orders import (
    CALL,
    CLIMB,
    DONE,
    DRIVE,
    FIRE,
    GET_IN,
    GET_OUT,
    JOIN,
    LEAVE,
    LIFT,
    MOVE,
    PICK_UP,
    PUSH,
    RELEASE,
    SET_DOWN,
    SET_UP,
    SMOKE,
    SPOT,
    STORM,
    TAKE_AIM,
    TAKE_DOWN,
    TURN,
    label_of,
    orders_of,
)

Act = Callable[[Play[Battle], int], Awaitable[None]]
SHOTS = (FIRE, SMOKE, CALL)


@rule("sk.turn.player-phase", "sk.gap.action-costs")
async def activate(play: Play[Battle], number: int) -> None:
    """A team acts until its player is content, or nothing is left that it could do."""
    play.tell("was activated", "sk.turn.player-phase", unit=number, sets={"done": True, "battle": {"acting": number}})
    since = len(play.happenings)
    if await begin(play, number):
        late = play.state.options.player_suppression_dice == "after-moving" and play.state.units[number].suppression > 0
        moving = True
        while play.state.units[number].alive and play.state.units[number].men and not play.state.units[number].routing:
            order = await choose(play, number, moving=moving)
            if late and moving and order not in {MOVE, DRIVE, SPOT}:
                moving = False
                await dice_off(play, number)
                continue
            if order == DONE:
                break
            await carry_out(play, number, order)
    await finish(play, number)
    if nothing_said(play, since, VERBS):
        play.aside("stood idle", "sk.turn.player-phase", unit=number)


@rule("sk.morale.rally", "sk.morale.routers", "sk.veh.unstuck", "sk.dmg.afv-7", "sk.turn.player-phase")
async def begin(play: Play[Battle], number: int) -> bool:
    """What comes first: rallying, coming free, dicing off suppression. False if the team does nothing more."""
    unit = play.state.units[number]
    if unit.routing and not await try_to_rally(play, number):
        if not engaged(play.state, number):
            flee(play, number)
        await dice_off(play, number)
        return False
    if unit.stuck:
        await try_to_free(play, number)
    if unit.mounted:
        take_the_wheel(play, number)
    if unit.stunned:
        play.tell("did nothing", "sk.dmg.afv-7", unit=number, tells={"why": "its crew is stunned"})
        return False
    if play.state.options.player_suppression_dice == "before-acting":
        await dice_off(play, number)
    return True


@rule("sk.turn.morale-any-time", "sk.gap.accumulate")
async def finish(play: Play[Battle], number: int) -> None:
    """What comes last: actions that are saved, and the tests of those it has shot at."""
    if play.state.units[number].men:
        save_up(play, number)
    await tests_due(play)
    lay_marks(play)


async def choose(play: Play[Battle], number: int, *, moving: bool = True) -> str:
    """What a team does next; it does not move where it has diced off its suppression after moving."""
    lay_marks(play)
    seen = known_to(play.state, play.state.units[number].side)
    unit = seen.units[number]
    orders = orders_of(seen, number)
    if not moving:
        refusal = Refusal("it has diced off its suppression: its moving is done", ("sk.turn.player-phase",))
        orders = orders.without((MOVE, DRIVE), lambda: refusal)
    if len(orders.open) == 1:
        return DONE
    choices = OneOf(
        orders.open,
        label=lambda order: label_of(seen, order),
        points=lambda order: OnTable(unit=int(order.partition(":")[2])) if order.startswith((GET_IN, STORM)) else None,
        barred=orders.barred,
        doubts=orders.doubts,
        every=lambda: {order: order for order in (*orders.reasons, *orders.doubts)},
    )
    words = f"{unit.name}: what next?"
    return await ask_seat(
        unit.seat, "action", choices, words, "sk.gap.action-costs", "sk.gap.actions-per-figure", unit=number, usual=DONE
    )


def _still(state: Battle, number: int, order: str) -> bool:
    """Whether a team can still do what it was about to, after tests that may have driven it back."""
    unit = state.units[number]
    if not unit.alive or not unit.men or unit.routing:
        return False
    return orders_of(known_to(state, unit.side), number).allows(order)


async def carry_out(play: Play[Battle], number: int, order: str) -> None:
    """One thing that a team does; who was shot at tests before it does anything but shoot."""
    verb, _, rest = order.partition(":")
    if verb not in SHOTS and verb != "use" and any_tests(play.state):
        await tests_due(play)
        if not _still(play.state, number, order):
            return
    if verb == "use":
        await use(play, number, rest)
    elif verb == GET_IN:
        board(play, number, int(rest))
    elif verb == STORM:
        await storm(play, number, int(rest))
    else:
        await ACTS[verb](play, number)


ACTS: dict[str, Act] = {
    MOVE: move,
    DRIVE: drive,
    FIRE: fire,
    SPOT: try_to_spot,
    SET_UP: set_up,
    TAKE_DOWN: take_down,
    TURN: turn,
    PUSH: push,
    LIFT: lift_casualty,
    SET_DOWN: put_down,
    PICK_UP: pick_up_weapon,
    JOIN: join_crew,
    CLIMB: climb,
    GET_OUT: get_out,
    SMOKE: fire_smoke,
    CALL: call,
    TAKE_AIM: take_careful_aim,
    RELEASE: let_prisoner_go,
    LEAVE: leave,
}
