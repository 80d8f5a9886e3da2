"""The turn: special situations, the Orders Phase, the Turn End Phase.

Everything that moves the battle from one phase to the next is in this file; `next_step` names the next script from the
state alone.
"""

from functools import cache
from typing import NamedTuple

from sandtable.dice.readings import Chart, Total
from sandtable.dice.roll import Roll
from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask, ask_seat
from sandtable.play.domains import OneOf, OnTable
from sandtable.play.script import Play, Step
from sandtable.play.sharing import Ranking
from sandtable.rulesets.bolt_action.fire.reactions import go_down
from sandtable.rulesets.bolt_action.machines.entering import may_arrive
from sandtable.rulesets.bolt_action.nerve.morale import in_reach
from sandtable.rulesets.bolt_action.setup.set_up import next_on_agenda
from sandtable.rulesets.bolt_action.special.airstrike import resolve_airstrike
from sandtable.rulesets.bolt_action.special.barrage import resolve_barrage
from sandtable.rulesets.bolt_action.state import Battle, Support, Unit
from sandtable.table.remembered import Remembered

from .orders import give_order, obey
from .turn_end import TURN_END, end_battle

DRAWN_BY = ("first", "second")
GONE = {"destroyed", "left"}
PRESENT = {"table", "aboard"}
DAWN = 8  # the score with the turn that ends the dark


def next_step(state: Battle) -> Step[Battle] | None:
    """What comes next."""
    if state.phase in {"start", "orders"} and wiped_out(state):
        return Step("battle over", end_battle)
    match state.phase:
        case "setup":
            return Step(f"set-up: {state.agenda[0]}", next_on_agenda)
        case "start":
            return Step("start of turn", start_turn)
        case "orders":
            return ORDER_DIE if any(cup(state)) else TURN_END
        case "over":
            return None


class Muster(NamedTuple):
    """How many units of each side there still are, and how many of them wait for a die."""

    left: tuple[int, int]
    waiting: tuple[int, int]


def _muster(units: tuple[Unit, ...]) -> Muster:
    left, waiting = [0, 0], [0, 0]
    for unit in units:
        if unit.place not in GONE:
            left[unit.side] += 1
            if unit.order is None:
                waiting[unit.side] += 1
    return Muster((left[0], left[1]), (waiting[0], waiting[1]))


muster = Remembered(_muster, most=4)


def wiped_out(state: Battle) -> bool:
    """Whether a side has nobody left, on the table or in reserve."""
    return 0 in muster(state.units).left


@rule("ba.gap.order-dice-pool")
def cup(state: Battle) -> tuple[int, int]:
    """How many dice of each side are in the cup: one for each unit that has none yet, less those laid aside."""
    waiting = muster(state.units).waiting
    return waiting[0] - state.laid_aside[0], waiting[1] - state.laid_aside[1]


@rule("ba.gap.special-situations")
async def start_turn(play: Play[Battle]) -> None:
    """Before the first die is drawn: barrages, then air strikes that were called before; the attacker's first."""
    play.tell("a turn began", "ba.turn.phases", tells={"turn": play.state.turn})
    if play.state.dark:
        await dawn(play)
    for kind in ("barrage", "airstrike"):
        for side in (play.state.attacker, play.state.defender):
            due = [support for support in play.state.supports if support.kind == kind and support.side == side]
            for support in await _in_order(side, due):
                kept = tuple(other for other in play.state.supports if other is not support)
                play.tell("support was due", "ba.gap.special-situations", sets={"supports": kept})
                resolve = resolve_barrage if kind == "barrage" else resolve_airstrike
                again = await resolve(play, support)
                if again is not None:
                    later = (*play.state.supports, again)
                    play.tell("support is on its way", "ba.gap.special-situations", sets={"supports": later})
    play.tell("orders began", "ba.turn.phases", sets={"phase": "orders"})


async def _in_order(side: int, due: list[Support]) -> list[Support]:
    """Several of a kind are resolved in the order their owner chooses."""
    if len(due) < 2:
        return due
    choices = Ranking(
        {str(place): support for place, support in enumerate(due)},
        label=lambda support: support.kind,
        points=lambda support: OnTable(at=support.point) if support.kind == "barrage" else OnTable(support.target),
    )
    words = "In which order does your support arrive?"
    return await ask_seat(side, "order of support", choices, words, "ba.gap.special-situations")


def dawn_roll(turn: int) -> Roll[int]:
    """Whether the dark ends: a die and the turn's number."""
    needs = f"{DAWN}+ with the turn"
    return Roll(1, 6, Total(turn), why="dawn", because=("ba.gap.night",), needs=needs, neutral=True)


@rule("ba.gap.night")
async def dawn(play: Play[Battle]) -> None:
    """From turn 2, a die and the turn's number of 8 or more end the dark."""
    if play.state.turn < 2:
        return
    rolled = await dawn_roll(play.state.turn)
    if rolled.value >= DAWN:
        play.tell("day broke", "ba.gap.night", sets={"dark": False}, rolls=(rolled.number,))


@cache
def _draw_chart(first: int) -> Chart:
    """How the drawn die is read: the first side's dice come first."""
    return Chart(((1, DRAWN_BY[0]), (first + 1, DRAWN_BY[1])))


def cup_roll(first: int, second: int) -> Roll[str]:
    """Which side's die is drawn from so many of each."""
    why, because = "an order die is drawn", ("ba.turn.draw",)
    return Roll(1, first + second, _draw_chart(first), why=why, because=because, neutral=True)


async def draw_and_act(play: Play[Battle]) -> None:
    """Draw a die, pick a unit, give it an order, test if need be, carry it out."""
    side = await _draw(play)
    number = await _pick_unit(play, side)
    if number is None:
        return
    await _act(play, number)


async def _draw(play: Play[Battle]) -> int:
    """Draw blindly: every die in the cup is as likely as any other."""
    first, second = cup(play.state)
    if not first or not second:
        side = 0 if first else 1
        throws: tuple[int, ...] = ()
    else:
        rolled = await cup_roll(first, second)
        side, throws = DRAWN_BY.index(rolled.value), (rolled.number,)
    tells = {"side": play.state.names[side], "left": first + second - 1}
    play.tell("drew a die", "ba.turn.draw", tells=tells, rolls=throws)
    return side


def may_take(state: Battle, unit: Unit, side: int) -> bool:
    """Whether a unit can be given a drawn die: it has none, and is on the table or may come on."""
    if unit.order is not None or unit.side != side:
        return False
    return unit.place in PRESENT or (unit.place not in GONE and may_arrive(state, unit))


async def _pick_unit(play: Play[Battle], side: int) -> int | None:
    """The die's owner picks one of his units; a die that no unit can take is laid aside or waits off the table."""
    state = play.state
    able = {
        f"u{number}": number
        for number, unit in enumerate(state.units)
        if unit.order is None and unit.side == side and (unit.place in PRESENT or may_take(state, unit, side))
    }
    if not able:
        await _spare_die(play, side)
        return None
    choices = OneOf(able, label=lambda number: state.units[number].name, points=OnTable)
    words = f"{state.names[side]}: give the die to which unit?"
    return await ask_seat(side, "unit", choices, words, "ba.turn.select", "ba.turn.repeat")


@rule("ba.gap.no-eligible-unit")
async def _spare_die(play: Play[Battle], side: int) -> None:
    """A die with no unit to go to: a waiting reserve takes it as Down, or it is laid aside for the turn."""
    state = play.state
    waiting = [
        number for number, unit in enumerate(state.units) if unit.side == side and unit.order is None and unit.alive
    ]
    choices = OneOf[int | None](
        {"aside": None, **{f"u{number}": number for number in waiting}},
        label=lambda number: "lay it aside" if number is None else f"{state.units[number].name} waits",
        points=OnTable,
    )
    words = "No unit can take this die: lay it aside, or let a reserve wait with it?"
    chosen = await ask_seat(side, "spare die", choices, words, "ba.gap.no-eligible-unit", usual="aside")
    if chosen is not None:
        go_down(play, chosen, "ba.gap.no-eligible-unit", why="waits off the table")
        return
    aside = tuple(count + (owner == side) for owner, count in enumerate(state.laid_aside))
    play.tell(
        "laid a die aside", "ba.gap.no-eligible-unit", sets={"laid_aside": aside}, tells={"side": state.names[side]}
    )


async def _act(play: Play[Battle], number: int) -> None:
    """One unit's order, and those of the men an officer pulls along where the table plays it."""
    given = await give_order(play, number)
    obeyed = await obey(play, number, given)
    unit = play.state.units[number]
    if obeyed and play.state.options.snap_to_action and unit.card.officer and unit.alive and given.order != "down":
        await _snap_to_action(play, number)


@rule("ba.gap.snap-to-action")
async def _snap_to_action(play: Play[Battle], officer: int) -> None:
    """An officer who acted may have units near him act at once: as many as his bonus."""
    rank = play.state.options.tables.officer[play.state.units[officer].card.officer]
    for _ in range(rank.bonus):
        state = play.state
        side = state.units[officer].side
        near = [
            number
            for number, unit in enumerate(state.units)
            if may_take(state, unit, side) and unit.on_table and in_reach(state, officer, number)
        ]
        if not near:
            return
        choices = OneOf[int | None](
            {"stop": None, **{f"u{number}": number for number in near}},
            label=lambda number: "no more" if number is None else state.units[number].name,  # noqa: B023  # asked at once
            points=OnTable,
        )
        words = f"{state.units[officer].name}: who else acts at once?"
        chosen = await ask(play, officer, "snap to action", choices, words, "ba.gap.snap-to-action", usual="stop")
        if chosen is None:
            return
        by = {"by": state.units[officer].name}
        play.tell("was called to act", "ba.gap.snap-to-action", unit=chosen, tells=by)
        given = await give_order(play, chosen)
        await obey(play, chosen, given)


ORDER_DIE = Step("order die", draw_and_act)
