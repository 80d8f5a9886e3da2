"""The solo part of a turn: counters look about, every team and AFV is diced for, acts, fires and recovers."""

from collections.abc import Awaitable, Callable

from sandtable.mechanics.clauses import rule
from sandtable.mechanics.telling import nothing_said
from sandtable.play.script import Play
from sandtable.rulesets.skirmish41.basics.units import engaged, in_battle
from sandtable.rulesets.skirmish41.counters.markers import markers_look
from sandtable.rulesets.skirmish41.fire.crews import save_up
from sandtable.rulesets.skirmish41.harm.wrecks import bale_out
from sandtable.rulesets.skirmish41.machines.driving import take_the_wheel, try_to_free
from sandtable.rulesets.skirmish41.nerve.morale import rout, tests_due, try_to_rally
from sandtable.rulesets.skirmish41.nerve.rout import flee, run_off
from sandtable.rulesets.skirmish41.nerve.suppression import dice_off
from sandtable.rulesets.skirmish41.spotting.spotting import spot_the_obvious
from sandtable.rulesets.skirmish41.state import SOLO, Battle
from sandtable.rulesets.skirmish41.verbs import VERBS

from .action_chart import infantry_action, posture_of
from .afv_points import BALE_OUT, MANOEUVRE, vehicle_action
from .drives import afv_advance, afv_retreat, face_enemy, manoeuvre
from .fire import fire_away, look_about
from .moves import advance, attack, halt_in_cover, retreat
from .risk import ADVANCE, ATTACK, FORWARD, GO_ON, HALT, IN_COVER, RETREAT, ROUT, enemies_seen

Act = Callable[[Play[Battle], int], Awaitable[None]]


def next_to_act(state: Battle) -> int | None:
    """The next solo team that has not acted in this part."""
    return next((number for number in in_battle(state, SOLO) if not state.units[number].done), None)


@rule("sk.turn.solo-phase", "sk.spot.solo-markers")
async def begin_solo_part(play: Play[Battle]) -> None:
    """Counters look about before the solo force acts."""
    await markers_look(play)
    await tests_due(play)


@rule("sk.turn.solo-phase", "sk.solo.actions")
async def act(play: Play[Battle], number: int) -> None:
    """A solo team is diced for, acts, fires, and only then recovers from suppression."""
    sets: dict[str, object] = {"done": True, "battle": {"acting": number}}
    play.tell("was activated", "sk.turn.solo-phase", unit=number, sets=sets)
    since = len(play.happenings)
    routed = play.state.units[number].routing
    if await _begins(play, number):
        await look_about(play, number)
        action = await _decide(play, number, routed=routed)
        _take_stock(play, number)
        await _carry_out(play, number, action)
        if play.state.units[number].on_table:
            await fire_away(play, number)
    else:
        _take_stock(play, number)
    unit = play.state.units[number]
    if unit.alive and unit.men:
        if play.state.options.solo_suppression_dice == "after-shooting":
            await dice_off(play, number)
        save_up(play, number)
    await tests_due(play)
    if nothing_said(play, since, VERBS):
        play.aside("stood idle", "sk.turn.solo-phase", unit=number)


@rule("sk.gap.firefight")
def _take_stock(play: Play[Battle], number: int) -> None:
    """The harm of a firefight is counted from one decision of a team to its next: what it fires now counts then."""
    if play.state.units[number].alive and play.state.units[number].foe >= 0:
        play.tell("took stock", "sk.gap.firefight", unit=number, sets={"gave": 0, "took": 0, "foe": -1})


@rule("sk.turn.solo-phase", "sk.morale.rally", "sk.morale.routers")
async def _begins(play: Play[Battle], number: int) -> bool:
    """What comes before everything else, and whether a team is then free to act."""
    unit = play.state.units[number]
    if play.state.options.solo_suppression_dice == "before-acting":
        await dice_off(play, number)
    if unit.routing and not await try_to_rally(play, number):
        if not engaged(play.state, number):
            flee(play, number)
        return False
    if unit.stuck:
        await try_to_free(play, number)
    if unit.mounted:
        take_the_wheel(play, number)
    if unit.stunned or unit.frozen:
        return False
    return not engaged(play.state, number)


@rule("sk.solo.actions", "sk.afv.no-enemy", "sk.gap.solo-current-action")
async def _decide(play: Play[Battle], number: int, *, routed: bool) -> str:
    """What a solo team does: the chart for those that were spotted or have seen the enemy, else what it was doing."""
    state = play.state
    unit = state.units[number]
    if enemies_seen(state, number) and not unit.seen_enemy:
        play.tell("saw the enemy", "sk.afv.no-enemy", unit=number, sets={"seen_enemy": True})
    if unit.mounted:
        if play.state.units[number].seen_enemy:
            return await vehicle_action(play, number)
        play.tell("carried on", "sk.afv.no-enemy", unit=number, tells={"why": "has seen no enemy yet"})
        return GO_ON
    if unit.spotted:
        return await infantry_action(play, number, routed=routed)
    play.tell("carried on", "sk.solo.actions", unit=number, tells={"why": "has not been spotted"})
    return GO_ON


@rule("sk.gap.solo-current-action", "sk.act.rf0")
async def _carry_out(play: Play[Battle], number: int, action: str) -> None:
    """A team does what it was told; told to carry on it keeps the orders that it has."""
    unit = play.state.units[number]
    if action != GO_ON:
        clause = "sk.afv.roll" if unit.mounted else "sk.solo.actions"
        play.tell("was told", clause, unit=number, sets={"action": action}, tells={"action": action})
    acts = AFV_ACTS if unit.mounted else FOOT_ACTS
    await acts[action](play, number)
    if unit.defends and play.state.units[number].shifts != unit.shifts:
        play.tell("left its post", "sk.gap.solo-current-action", unit=number, sets={"defends": False})
    spot_the_obvious(play)


# ---- what it does


@rule("sk.gap.solo-current-action", "sk.act.rf0", "sk.act.rf0-fortified", "sk.act.rf0-falling-back")
async def _carry_on(play: Play[Battle], number: int) -> None:
    """Who falls back goes on doing so, and so does who goes forward; defenders hold their place, and others attack."""
    unit = play.state.units[number]
    posture = posture_of(play.state, number)
    if unit.retiring:
        await retreat(play, number)
    elif posture.fortified or posture.support:
        return
    elif unit.action == ATTACK:
        await attack(play, number)
    elif unit.action in FORWARD or not (unit.action or unit.defends):
        await advance(play, number)


@rule("sk.act.halt")
async def _halt(play: Play[Battle], number: int) -> None:
    """A team stays where it is, and is not falling back any more."""
    stop_retiring(play, number, "sk.act.halt")


def stop_retiring(play: Play[Battle], number: int, clause: str) -> None:
    """A team does something other than going back."""
    if play.state.units[number].retiring:
        play.tell("stopped retiring", clause, unit=number, sets={"retiring": False})


@rule("sk.act.rout")
async def _rout(play: Play[Battle], number: int) -> None:
    rout(play, number, "sk.act.rout")


async def _advance(play: Play[Battle], number: int) -> None:
    stop_retiring(play, number, "sk.act.advance")
    await advance(play, number)


async def _attack(play: Play[Battle], number: int) -> None:
    stop_retiring(play, number, "sk.act.attack")
    await attack(play, number)


@rule("sk.afv.bale-out")
async def _bale_out(play: Play[Battle], number: int) -> None:
    """The crew abandon their vehicle and make off by the fastest way."""
    bale_out(play, number, "sk.afv.bale-out")
    if play.state.units[number].men:
        run_off(play, number, "sk.afv.bale-out")


@rule("sk.afv.halt")
async def _afv_halt(play: Play[Battle], number: int) -> None:
    stop_retiring(play, number, "sk.afv.halt")
    await face_enemy(play, number)


async def _afv_advance(play: Play[Battle], number: int) -> None:
    stop_retiring(play, number, "sk.afv.advance")
    await afv_advance(play, number)


async def _manoeuvre(play: Play[Battle], number: int) -> None:
    stop_retiring(play, number, "sk.afv.manoeuvre")
    await manoeuvre(play, number)


@rule("sk.afv.no-enemy", "sk.gap.solo-current-action")
async def _nothing(play: Play[Battle], number: int) -> None:
    """It carries on: a generated AFV defends where it appeared."""


FOOT_ACTS: dict[str, Act] = {
    GO_ON: _carry_on,
    HALT: _halt,
    IN_COVER: halt_in_cover,
    ADVANCE: _advance,
    ATTACK: _attack,
    RETREAT: retreat,
    ROUT: _rout,
}
AFV_ACTS: dict[str, Act] = {
    GO_ON: _nothing,
    HALT: _afv_halt,
    ADVANCE: _afv_advance,
    MANOEUVRE: _manoeuvre,
    RETREAT: afv_retreat,
    BALE_OUT: _bale_out,
}
