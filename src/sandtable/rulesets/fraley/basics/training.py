"""Training Checks, and the Company Commander's reroll of one."""

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from sandtable.dice.readings import AtLeast, Reading, Total
from sandtable.dice.roll import Roll
from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask
from sandtable.play.modifier import Modifier
from sandtable.play.script import Play
from sandtable.rulesets.fraley.options import Options
from sandtable.rulesets.fraley.state import Battle, Level

from .offers import Rerolling
from .teams import afoot, commander, nearest_between

IMPOSSIBLE = 7


CHECK = "Training Check"


class Checked(NamedTuple):
    """A Training Check that was taken: whether it passed, whether it was rerolled, and the throws.

    `face` is the die that counts, where that was asked for (`natural`), else 0.
    """

    passed: bool
    rerolled: bool
    rolls: tuple[int, ...]
    face: int = 0


@rule("fraley.training.check")
def check_roll(
    needed: int, why: str, seat: int, *because: str, natural: bool = False, dice: int = 1, step: str = CHECK,
    modifiers: tuple[Modifier, ...] = (),
) -> Roll[int]:  # fmt: skip
    """Dice against a Training number: how many pass. With `natural`, the one die itself."""
    says = f"{needed}+" if needed < IMPOSSIBLE else f"{needed}+, impossible"
    reading: Reading[int] = Total() if natural else AtLeast(needed)
    return Roll(
        dice, 6, reading, why=why, because=("fraley.training.check", *because), seat=seat, needs=says, step=step,
        modifiers=modifiers,
    )  # fmt: skip


def needed_by(state: Battle, unit: int, modifiers: tuple[Modifier, ...] = ()) -> int:
    """The number a Unit's check needs."""
    return trained(state.options, state.units[unit].card.training) + sum([modifier.value for modifier in modifiers])


@rule("fraley.training.check", "fraley.training.green", "fraley.training.veteran", "fraley.training.elite")
def trained(options: Options, level: Level) -> int:
    """The number that checks of a level of Training need, before modifiers."""
    return options.tables.training[level].check


async def check(
    play: Play[Battle],
    unit: int,
    why: str,
    *because: str,
    modifiers: tuple[Modifier, ...] = (),
    final: bool = False,
    natural: bool = False,
    own: bool = False,
) -> Checked:
    """A Unit takes a Training Check; its Company Commander may have a failure rolled again, unless it is `final`.

    It is `own` where he may do so for himself: his company's check, at tables that allow it.
    """
    state = play.state
    side, name = state.units[unit].side, state.units[unit].name
    needed = needed_by(state, unit, modifiers)

    async def again() -> bool:
        return not final and await granted(play, unit, why, needed, own=own)

    checked = await take_check(
        needed, f"{name}: {why}", side, *because, again=again, natural=natural, modifiers=modifiers
    )
    return checked  # noqa: RET504  # the awaited type


@rule("fraley.training.check", "fraley.cc.reroll")
async def take_check(
    needed: int, why: str, seat: int, *because: str, again: Callable[[], Awaitable[bool]], natural: bool = False,
    modifiers: tuple[Modifier, ...] = (),
) -> Checked:  # fmt: skip
    """The dice of a check: one, and a second if `again` has a failure rolled once more.

    For what no die reaches none is thrown, unless the die itself matters (`natural`), and none is thrown again.
    """
    if needed >= IMPOSSIBLE and not natural:
        return Checked(passed=False, rerolled=False, rolls=())
    least = needed if natural else 1
    rolled = await check_roll(needed, why, seat, *because, natural=natural, modifiers=modifiers)
    rolls: tuple[int, ...] = (rolled.number,)
    value, rerolled = rolled.value, False
    if value < least and needed < IMPOSSIBLE and await again():
        rerolled = True
        why = f"{why}, again for the CC"
        rolled = await check_roll(needed, why, seat, "fraley.cc.reroll", *because, natural=natural, modifiers=modifiers)
        value, rolls = rolled.value, (*rolls, rolled.number)
    return Checked(value >= least, rerolled, rolls, value if natural else 0)


@rule("fraley.cc.has-pl-abilities", "fraley.cc.reroll")
def may_grant(state: Battle, unit: int, *, own: bool = False) -> int | None:
    """The Company Commander who may have a check of a Unit rolled again; None if he cannot, or not any more."""
    side = state.units[unit].side
    number = commander(state, side)
    if number is None or (number == unit and not own):
        return None
    cc = state.units[number]
    spent = cc.rerolled == state.initiative or (state.options.cc_reroll_shares_use and cc.used == state.initiative)
    reach = state.options.cc_reroll_range * 1000
    if spent or (reach and nearest_between(state, cc.men, afoot(state, unit)) > reach):
        return None
    return number


@rule("fraley.cc.reroll", "fraley.cc.has-pl-abilities")
async def granted(play: Play[Battle], unit: int, why: str, needed: int, *, own: bool = False) -> bool:
    """Whether the Company Commander lets a Unit roll a failed check again; it is declared right after the roll."""
    state = play.state
    number = may_grant(state, unit, own=own)
    if number is None:
        return False
    asks = f"{state.units[unit].name} failed ({why}): does {state.units[number].name} have it rolled again?"
    choices = Rerolling(needed)
    wanted = await ask(play, unit, "reroll", choices, asks, "fraley.cc.reroll", "fraley.cc.reroll-risk", usual=True)
    if wanted:
        sets = {"rerolled": state.initiative}
        if state.options.cc_reroll_shares_use:
            sets["used"] = state.initiative
        play.tell(
            "granted a reroll", "fraley.cc.reroll", unit=number, sets=sets, tells={"whose": state.units[unit].name}
        )
    return wanted
