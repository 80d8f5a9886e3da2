"""The turn and the battle: the dark, smoke, who chooses, and how long it lasts."""

from collections.abc import Sequence
from typing import Annotated

import msgspec

from sandtable.geometry.units import inches
from sandtable.mechanics.questions import Found, Nothing, Staged, asks, field
from sandtable.mechanics.setting_up import roll_off
from sandtable.play.script import Play
from sandtable.play.stage import last, stage
from sandtable.rulesets.bolt_action.fire.shooting import Peered, peer
from sandtable.rulesets.bolt_action.options import Options
from sandtable.rulesets.bolt_action.setup.set_up import sides_roll
from sandtable.rulesets.bolt_action.state import Battle, Order
from sandtable.rulesets.bolt_action.turn.turn import cup, dawn, draw_and_act
from sandtable.rulesets.bolt_action.turn.turn_end import ROLES, another_turn, deciding_order, thin_smoke
from sandtable.table.terrain import piece

from .bare import Party, battle, squad, staged
from .fields import Inches


class Peering(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A unit that is to shoot or assault in the dark."""

    distance: Inches = 10
    active: Annotated[bool, field("Active target", "its die shows Fire, Advance or Run")] = False


@asks("night-sight", "Sight at night", clauses=("ba.gap.night",))
def night_sight(given: Peering, options: Options) -> Staged:
    """Is a target seen in the dark?"""
    order: Order = "advance" if given.active else "down"
    state = battle(options, squad("the unit", "regular", 1), squad("the target", "regular", 1, order=order))

    def read(_after: Battle, found: Peered, _noted: object) -> Found:
        return {"seen": found.seen, "reach": found.reach}

    return staged(state, lambda play: peer(play, 0, 1, inches(given.distance)), read)


class Dawning(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The beginning of a turn in the dark."""

    turn: Annotated[int, field("Turn", "the turn that begins", ge=1, le=20)] = 2


@asks("dawn", clauses=("ba.gap.night",))
def day_breaks(given: Dawning, options: Options) -> Staged:
    """Does day break this turn?"""
    state = msgspec.structs.replace(battle(options), turn=given.turn, dark=True)
    return staged(state, dawn, lambda after, _, _noted: {"day": not after.dark}, "no day breaks before turn 2")


class Smoking(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Clouds of smoke at the end of a turn."""

    clouds: Annotated[int, field("Clouds", "how many there are", ge=1, le=10)] = 1


@asks("smoke-clears", clauses=("ba.gap.smoke",))
def smoke_clears(given: Smoking, options: Options) -> Staged:
    """Which clouds of smoke stay at the end of a turn?"""
    clouds = (piece("smoke", ()),) * given.clouds
    state = battle(options, terrain=clouds)
    return staged(
        state, lambda play: thin_smoke(play, clouds), lambda after, _, _noted: {"clouds_left": len(after.terrain)}
    )


@asks("game-length", "Another turn", clauses=("ba.gap.game-length",))
def game_length(_given: Nothing, options: Options) -> Staged:
    """Is another turn played after the last?"""
    state = battle(options)
    state = msgspec.structs.replace(state, turn=state.turns)
    return staged(state, another_turn, lambda _after, another, _noted: {"another_turn": another})


@asks("sides", "Attack or defend", clauses=("ba.gap.sides-and-edges",))
def sides(_given: Nothing, options: Options) -> Staged:
    """Who chooses to attack or to defend?"""

    def read(_after: Battle, found: tuple[int, int], _noted: object) -> Found:
        return {"chooses": ("first player", "second player")[found[0]]}

    return staged(battle(options), lambda play: roll_off(play, sides_roll), read)


class Deciding(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The end of a turn after which Ambush or Down may be kept."""

    attackers: Annotated[int, field("Attacker's units", "how many the attacker has left", ge=1, le=30)] = 6
    defenders: Annotated[int, field("Defender's units", "how many the defender has left", ge=1, le=30)] = 6


@asks("who-decides", "Who decides first", clauses=("ba.gap.simultaneity",))
def who_decides(given: Deciding, options: Options) -> Staged:
    """Who decides first at the end of the turn which dice he keeps?"""
    waits = squad("the unit", "regular", 1, order="down")
    units = [waits._replace(side=0)] * given.attackers + [waits._replace(side=1)] * given.defenders

    def read(_after: Battle, first: Sequence[int], _noted: object) -> Found:
        return {"first": ROLES[first[0]]}

    return staged(battle(options, *units), deciding_order, read, "the side with fewer units")


class Cup(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Order dice in the cup."""

    own: Annotated[int, field("Your dice", "your order dice in the cup", ge=0, le=30)] = 6
    other: Annotated[int, field("Their dice", "the other side's order dice in the cup", ge=0, le=30)] = 6
    draws: Annotated[int, field("Draws", "how many dice are drawn", ge=1, le=6)] = 1


@asks("order-dice", "Order dice", clauses=("ba.turn.draw",))
def order_dice(given: Cup, options: Options) -> Staged:
    """Whose order dice are drawn next?"""
    waits = squad("the unit", "regular", 1, place="reserve")
    units: list[Party] = [waits._replace(side=0)] * given.own + [waits._replace(side=1)] * given.other
    state = msgspec.structs.replace(battle(options, *units), turn=1)
    remark = f"{given.own} of the {given.own + given.other} dice in the cup are yours, the first of them"
    return staged(
        state,
        lambda play: draw_next(play, given.draws),
        lambda after, _, _noted: {"yours": after.laid_aside[0]},
        remark=remark,
    )


@stage
async def draw_next(play: Play[Battle], draws: int) -> None:
    """Draw so many dice, as long as there are any."""
    if draws and any(cup(play.state)):
        await draw_and_act(play)
        await last(draw_next(play, draws - 1))
