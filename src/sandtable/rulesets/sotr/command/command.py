"""The Command Phase (1.5): REGROUP, Sarge is a GONER, Overwatch and calls for off-board strikes.

A side issues one Command after another until it wants no more. Nothing moves in between, so that what units see is looked
up once a phase, and only where somebody asks for it.
"""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from sandtable.mechanics.clauses import rule
from sandtable.mechanics.modifiers import felt
from sandtable.play.asking import ask_seat
from sandtable.play.domains import OneOf, OnTable
from sandtable.play.refusal import Refusal
from sandtable.play.script import Play
from sandtable.play.stage import action
from sandtable.rulesets.sotr.basics.hidden import called
from sandtable.rulesets.sotr.basics.sight import friends
from sandtable.rulesets.sotr.nerve.cool import (
    command_cool,
    command_test,
    cool,
    cool_test,
    has_commanded,
    may_not_command,
    officer_of,
    officers,
    reaches,
    spend_command,
    takes_tests,
)
from sandtable.rulesets.sotr.state import Battle
from sandtable.rulesets.sotr.units.conditions import regroup

from .overwatch_command import may_not_overwatch, sees_enemies, take_overwatch
from .radio import STRIKES, call_strike, may_not_call

DONE = "done"
Sees = Callable[[int], bool]


class Command(NamedTuple):
    """A Command that could be issued: what, to or by which unit, by which Officer if one issues it."""

    kind: str
    unit: int | None = None
    officer: int | None = None

    @property
    def key(self) -> str:
        """`regroup u3 by m0`, `overwatch u3`, `sarge u3`, `artillery by m0`."""
        to = "" if self.unit is None else f" u{self.unit}"
        by = "" if self.officer is None else f" by m{self.officer}"
        return f"{self.kind}{to}{by}"


# ---- which Commands there are


def _scattered(state: Battle, number: int) -> bool:
    """Whether there is anybody to be regrouped in a unit: all of it, or models on their own."""
    unit = state.units[number]
    return not unit.mindless and (unit.disorganized or any(state.figures[man].disorganized for man in unit.men))


@rule("sotr.command.regroup", "sotr.command.proximity", "sotr.officer.half-or-majority")
def may_not_regroup(state: Battle, number: int, officer: int) -> Refusal | None:
    """Why an Officer may not try to regroup a Disorganized unit."""
    if no := may_not_command(state, officer) or has_commanded(state, officer):
        return no
    if not reaches(state, officer, number):
        name = state.units[number].name
        return Refusal(f"less than half of {name} is within his Command Radius", ("sotr.officer.unit-command",))
    return None


@rule("sotr.command.sarge-goner")
def fallen_officer(state: Battle, number: int) -> int | None:
    """The Officer of a unit who is a casualty, GONER or DOWN; None while it has one, and for those who never had."""
    own = officer_of(state, number)
    if own is not None:
        return own if state.figures[own].down else None
    ranked = [row for row, figure in enumerate(state.figures) if figure.unit == number and figure.rank]
    return ranked[0] if ranked else None


def may_not_sarge(state: Battle, number: int) -> Refusal | None:
    """Why a Disorganized unit may not try to regroup itself."""
    fallen = fallen_officer(state, number)
    if fallen is None:
        return Refusal("its Officer is no casualty", ("sotr.command.sarge-goner",))
    if not takes_tests(state, number):
        return Refusal("nobody of it stands", ("sotr.down.no-cool",))
    if state.figures[fallen].commanded == state.turn:
        return Refusal("it has tried this turn", ("sotr.command.sarge-goner", "sotr.gap.commands-per-officer"))
    return None


def commands(state: Battle, side: int, failed: tuple[str, ...]) -> dict[Command, Refusal | None]:
    """Every Command of a side that is worth a line, with why not where it may not be issued now.

    Whether a unit that could go on Overwatch sees enemies is left to be found out. `failed` are calls made in vain.
    """
    found: dict[Command, Refusal | None] = {}
    able = officers(state, side)
    for number in friends(state, side):
        if _scattered(state, number):
            for officer in able:
                found[Command("regroup", number, officer)] = may_not_regroup(state, number, officer)
            if fallen_officer(state, number) is not None:
                found[Command("sarge", number)] = may_not_sarge(state, number)
    for number in friends(state, side):
        if any(state.figures[man].overwatch for man in state.units[number].men):
            continue
        found |= _overwatches(state, number, able)
    left = list(state.grants[side])
    for kind in failed:
        left.remove(kind)
    for kind in dict.fromkeys(left):
        for officer in able:
            no = may_not_command(state, officer) or has_commanded(state, officer) or may_not_call(state, officer)
            found[Command(kind, None, officer)] = no
    return found


@rule("sotr.overwatch.no-roll")
def _overwatches(state: Battle, number: int, able: list[int]) -> dict[Command, Refusal | None]:
    """The ways to put a unit on Overwatch: of itself, or by an Officer where one is needed."""
    no = may_not_overwatch(state, number)
    paying = _watch_officers(state, number, able)
    if not paying:
        nobody = Refusal("no Officer who can command reaches it", ("sotr.overwatch.no-roll",))
        return {Command("overwatch", number): no or nobody}
    named = state.options.overwatch_needs_officer
    return {
        Command("overwatch", number, officer if named else None): no
        or (None if officer is None else has_commanded(state, officer))
        for officer in paying
    }


@rule("sotr.overwatch.no-roll")
def _watch_officers(state: Battle, number: int, able: list[int]) -> list[int | None]:
    """Whose Command a unit's Overwatch is: its Officer's if he can command, else nobody's; or some Officer's near by."""
    if not state.options.overwatch_needs_officer:
        own = officer_of(state, number)
        return [own if own is not None and may_not_command(state, own) is None else None]
    return [officer for officer in able if may_not_command(state, officer) is None and reaches(state, officer, number)]


# ---- the phase


@rule("sotr.command.phase")
async def command_phase(play: Play[Battle], side: int) -> None:
    """A side issues its Commands, one after another, until it has no more or wants no more."""
    in_sight: dict[int, bool] = {}

    def sees(number: int) -> bool:
        if number not in in_sight:
            in_sight[number] = sees_enemies(play.state, number)
        return in_sight[number]

    failed: tuple[str, ...] = ()
    while (command := await _ask(play, side, sees, failed)) is not None:
        if command.kind in STRIKES:
            assert command.officer is not None
            if not await call_strike(play, command.officer, command.kind):
                failed = (*failed, command.kind)
        else:
            await issue(play, command)


async def _ask(play: Play[Battle], side: int, sees: Sees, failed: tuple[str, ...]) -> Command | None:
    """Which Command is issued next; None for no more."""
    state = play.state
    found = commands(state, side, failed)
    open_to: dict[str, Command | None] = {command.key: command for command, no in found.items() if no is None}
    if not open_to:
        return None
    doubts = {
        command.key: partial(_no_overwatch, sees, command.unit)
        for command in open_to.values()
        if command is not None and command.kind == "overwatch" and command.unit is not None
    }
    usual = next((key for key in open_to if key.startswith(("regroup", "sarge"))), DONE)
    choices = OneOf(
        {**open_to, DONE: None},
        label=lambda command: _label(state, command),
        points=lambda command: command and OnTable(unit=command.unit),
        barred=lambda: {command.key: no for command, no in found.items() if no is not None},
        doubts=doubts,
        every=lambda: {command.key: command for command in found},
    )
    words = f"{state.names[side]}: which Command is issued?"
    return await ask_seat(
        side, "command", choices, words, "sotr.command.phase", "sotr.gap.commands-per-officer", usual=usual
    )


def _no_overwatch(sees: Sees, number: int) -> Refusal | None:
    return Refusal("it has enemies in sight", ("sotr.overwatch.eligible",)) if sees(number) else None


def _label(state: Battle, command: Command | None) -> str:
    if command is None:
        return "no more Commands"
    whom = "" if command.unit is None else state.units[command.unit].name
    by = ""
    if command.officer is not None:
        officer = state.figures[command.officer]
        by = f", by {state.units[officer.unit].name}'s {officer.role}"
    words = {"regroup": "REGROUP! ", "sarge": "Sarge is a GONER! ", "overwatch": "Overwatch: "}
    return f"{words.get(command.kind, STRIKES.get(command.kind, ''))}{whom}{by}"


# ---- carrying them out


@action
async def issue(play: Play[Battle], command: Command) -> None:
    """A Command to a unit, with its roll and what comes of it."""
    assert command.unit is not None
    if command.kind == "overwatch":
        able = officers(play.state, play.state.units[command.unit].side)
        paying = command.officer if command.officer is not None else _watch_officers(play.state, command.unit, able)[0]
        take_overwatch(play, command.unit, paying)
    elif command.kind == "sarge":
        await _sarge_is_a_goner(play, command.unit)
    else:
        assert command.officer is not None
        await _regroup(play, command.unit, command.officer)


@rule("sotr.command.regroup", "sotr.flee.ends")
async def _regroup(play: Play[Battle], number: int, officer: int) -> None:
    """An Officer regroups a unit: acting normally from then on, it flees no longer either."""
    spend_command(play, officer, f"REGROUP! to {called(play.state, number)}", "sotr.command.regroup")
    on = command_cool(play.state, officer)
    if await command_test(play, officer, on, "REGROUP!", ("sotr.command.regroup",)):
        _gather(play, number, "sotr.command.regroup", stays_fleeing=False)


def _gather(play: Play[Battle], number: int, clause: str, *, stays_fleeing: bool) -> None:
    unit = play.state.units[number]
    if unit.disorganized:
        regroup(play, number, clause, stays_fleeing=stays_fleeing)
    alone = tuple(man for man in unit.men if play.state.figures[man].disorganized)
    if alone:
        play.tell("gathered models", clause, unit=number, figures=alone, sets={"disorganized": False})


@rule("sotr.command.sarge-goner")
async def _sarge_is_a_goner(play: Play[Battle], number: int) -> None:
    """A unit whose Officer is a casualty regroups itself, at -2; one that is Fleeing still flees."""
    fallen = fallen_officer(play.state, number)
    assert fallen is not None
    because = "sotr.command.sarge-goner"
    sets = {"commanded": play.state.turn}
    play.tell("tried to regroup itself", because, unit=number, figures=(fallen,), sets=sets)
    alone = play.state.options.tables.command.on_their_own.because("Sarge is a GONER!")
    on = cool(play.state, number, felt([alone]), base=True)
    if await cool_test(play, number, on, "Sarge is a GONER!", (because,)):
        _gather(play, number, because, stays_fleeing=True)
