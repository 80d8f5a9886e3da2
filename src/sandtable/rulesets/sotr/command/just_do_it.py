"""JUST DO IT! (1.5.2.3): an Officer makes a unit or a model do what its state forbids, once.

What it frees somebody to do is kept in `freed` until the activation is over; the state itself is never taken away, so that
whoever has done it is as he was before.
"""

from collections.abc import Iterator
from typing import NamedTuple

from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask_seat
from sandtable.play.domains import OneOf, OnTable
from sandtable.play.script import Play
from sandtable.rulesets.sotr.basics.charts import kinds
from sandtable.rulesets.sotr.basics.sight import friends, standing
from sandtable.rulesets.sotr.nerve.cool import (
    command_cool,
    command_test,
    in_radius,
    may_not_command,
    officer_of,
    officers,
    reaches,
    spend_command,
)
from sandtable.rulesets.sotr.state import Battle, Freed
from sandtable.rulesets.sotr.units.conditions import BOTH, MOVE, SHOOT, was_fired_upon
from sandtable.rulesets.sotr.units.crews import attended

NONE = "none"
WORDS = {MOVE: "move", SHOOT: "shoot", BOTH: "move and shoot"}


class Order(NamedTuple):
    """A JUST DO IT: by which Officer, to which unit or model of it, to do what."""

    officer: int
    unit: int
    figure: int | None
    what: Freed

    @property
    def key(self) -> str:
        """`move u3 by m0`, `shoot m7 by m0`."""
        whom = f"u{self.unit}" if self.figure is None else f"m{self.figure}"
        return f"{self.what} {whom} by m{self.officer}"


# ---- what it does


@rule("sotr.command.jdi-resume")
def spend_freed(play: Play[Battle], number: int) -> None:
    """The activation of a unit is over: whoever was freed for it is in his former state again."""
    state = play.state
    unit = state.units[number]
    if unit.freed:
        play.tell("resumed its former state", "sotr.command.jdi-resume", unit=number, sets={"freed": ""})
    alone = tuple(man for man in unit.men if state.figures[man].freed)
    if alone:
        play.tell(
            "resumed their former state", "sotr.command.jdi-resume", unit=number, figures=alone, sets={"freed": ""}
        )


# ---- who may be ordered to do what


@rule("sotr.down.unit-coherency", "sotr.command.jdi-ex-leave-down")
def bound(state: Battle, number: int) -> bool:
    """Whether a unit has to stay in Coherency with a DOWN model of its own, which nobody attends."""
    unit = state.units[number]
    figures = state.figures
    down = [man for man in unit.men if figures[man].down]
    if not down or unit.machine or unit.mindless or len(down) == len(unit.men):
        return False
    return any(not attended(state, man) for man in down)


@rule("sotr.command.jdi", "sotr.command.jdi-ex-flamethrower")
def held_back(state: Battle, number: int, figure: int | None = None) -> tuple[bool, bool]:
    """Whether its state keeps a unit, or one model of it, from moving as it would like, and from shooting.

    HORROR that it did not dare to charge does, for the rest of its activation.
    """
    unit = state.units[number]
    disorganized = unit.disorganized or (figure is not None and state.figures[figure].disorganized)
    cowed = unit.fleeing or unit.suppressed or unit.dread == -state.turn
    if not cowed and not disorganized:
        return figure is None and bound(state, number), False
    men = standing(state, number) if figure is None else (figure,)
    arms = [weapon for man in men for weapon in state.figures[man].weapons if not kinds()[weapon].has("hand")]
    silent = cowed or "flamethrower" in arms or not was_fired_upon(state, number)
    return True, silent and bool(arms)


@rule("sotr.command.jdi-budget", "sotr.command.jdi-lieutenant", "sotr.command.jdi-unit-officer")
def givers(state: Battle, side: int, active: int | None) -> list[int]:
    """The Officers who may issue a JUST DO IT now: those who issued no Command this turn.

    A Lieutenant may at any time, another only while his own unit is active.
    """
    own = officer_of(state, active) if active is not None and state.units[active].side == side else None
    return [
        officer
        for officer in officers(state, side)
        if (officer == own or state.figures[officer].rank == "lieutenant")
        and state.figures[officer].commanded != state.turn
        and may_not_command(state, officer) is None
    ]


@rule("sotr.command.jdi-once")
def _told(state: Battle, number: int) -> bool:
    """Whether a unit, or any model of it, has received its JUST DO IT of this turn."""
    unit = state.units[number]
    return unit.ordered == state.turn or any(state.figures[man].ordered == state.turn for man in unit.men)


def orders(state: Battle, side: int, active: int | None) -> list[Order]:
    """Every JUST DO IT that would lift something."""
    held = [number for number in friends(state, side) if _is_held_back(state, number, active)]
    if not held:
        return []
    return [
        order
        for officer in givers(state, side, active)
        for number in held
        for order in _orders_to(state, officer, number)
    ]


def _is_held_back(state: Battle, number: int, active: int | None) -> bool:
    """Whether there is anything that a JUST DO IT could lift of a unit that has still to act."""
    unit = state.units[number]
    if unit.mindless or (number != active and unit.activated == state.turn):
        return False
    figures = state.figures
    if any(held_back(state, number)):
        return True
    return bool([man for man in unit.men if figures[man].disorganized and not figures[man].down])


@rule("sotr.officer.unit-command", "sotr.officer.individual-command")
def _orders_to(state: Battle, officer: int, number: int) -> Iterator[Order]:
    """What an Officer may tell a unit to do; or models that are held back where their unit is not, or is not reached."""
    whole = held_back(state, number)
    reached = not _told(state, number) and reaches(state, officer, number)
    if reached:
        yield from (Order(officer, number, None, what) for what in _scope(state, *whole))
    if state.units[number].ordered == state.turn:
        return
    for man in standing(state, number):
        figure = state.figures[man]
        if figure.ordered == state.turn or not (figure.disorganized or (any(whole) and not reached)):
            continue
        if in_radius(state, officer, man):
            yield from (Order(officer, number, man, what) for what in _scope(state, *held_back(state, number, man)))


def _scope(state: Battle, moves: bool, shoots: bool) -> list[Freed]:
    """The things that an order may name: one of them, or the whole activation at once."""
    if state.options.jdi_scope == "activation":
        return [BOTH] if moves or shoots else []
    return [*([MOVE] * moves), *([SHOOT] * shoots)]


# ---- giving the order


async def offer_just_do_it(play: Play[Battle], side: int, active: int | None, *, moved: bool = False) -> None:
    """Officers of a side who may issue a JUST DO IT now: Lieutenants at any time, a unit's own while it is active.

    Once the active unit has `moved`, all that is left to tell it is to shoot.
    """
    while offered := [order for order in orders(play.state, side, active) if not moved or _to_shoot(order, active)]:
        order = await _ask(play.state, side, active, offered)
        if order is None:
            return
        await just_do_it(play, order)


def _to_shoot(order: Order, active: int | None) -> bool:
    return order.unit == active and order.what != MOVE


async def _ask(state: Battle, side: int, active: int | None, offered: list[Order]) -> Order | None:
    choices = OneOf(
        {**{order.key: order for order in offered}, NONE: None},
        label=lambda order: _label(state, order),
        points=lambda order: order and OnTable(unit=order.unit, figure=order.figure),
    )
    return await ask_seat(
        side,
        "just do it",
        choices,
        "JUST DO IT! Who shall be made to act?",
        "sotr.command.jdi",
        "sotr.command.jdi-budget",
        unit=active if active is not None and state.units[active].side == side else None,
        usual=NONE,
    )


def _label(state: Battle, order: Order | None) -> str:
    if order is None:
        return "nobody"
    unit = state.units[order.unit]
    whom = unit.name if order.figure is None else f"{unit.name}'s {state.figures[order.figure].role}"
    officer = state.figures[order.officer]
    return f"{whom}: {WORDS[order.what]}, by {state.units[officer.unit].name}'s {officer.role}"


@rule("sotr.command.jdi-roll", "sotr.gap.commands-per-officer")
async def just_do_it(play: Play[Battle], order: Order) -> None:
    """An Officer issues a JUST DO IT; it needs no roll, unless the table plays it so."""
    state = play.state
    spend_command(play, order.officer, "JUST DO IT!", "sotr.command.jdi-budget")
    if state.options.jdi_needs_roll:
        on = command_cool(state, order.officer)
        if not await command_test(play, order.officer, on, "JUST DO IT!", ("sotr.command.jdi-roll",)):
            return
    sets = {"freed": order.what, "ordered": state.turn}
    because = ("sotr.command.jdi", "sotr.command.jdi-once")
    tells = {"what": WORDS[order.what]}
    if order.figure is None:
        play.tell("was told to just do it", *because, unit=order.unit, sets=sets, tells=tells)
    else:
        play.tell(
            "had models told to just do it", *because, unit=order.unit, figures=(order.figure,), sets=sets, tells=tells
        )
