"""Activation: a Unit is picked, checks its Training, and takes an action; a 6 may make others eligible again."""

from sandtable.geometry.units import inches
from sandtable.mechanics.choices import one_figure
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.modifiers import felt
from sandtable.play.asking import ask, ask_seat
from sandtable.play.domains import OneOf, OnTable, YesNo
from sandtable.play.modifier import Modifier
from sandtable.play.refusal import Refusal
from sandtable.play.script import Play
from sandtable.play.stage import action
from sandtable.rulesets.fraley.basics.teams import (
    acting,
    afoot,
    called,
    commander,
    nearest_between,
    observers,
    suppressed_share,
)
from sandtable.rulesets.fraley.basics.training import IMPOSSIBLE, Checked, check, needed_by
from sandtable.rulesets.fraley.leaders import leaders
from sandtable.rulesets.fraley.nerve.suppression import clear
from sandtable.rulesets.fraley.state import Battle, Rank

from .actions import take_action
from .reactivation import SIX, act_again, may_act_again

HAND_OVER = "pass"
ALONGSIDE = inches(6)
PRESENT = ("table", "off-table", "aboard")


# ---- who may be activated


@rule("fraley.activation.once", "fraley.gap.cc-activation", "fraley.fo.units")
def acts_by_itself(state: Battle, number: int) -> bool:
    """Whether a Unit is activated at all: FOs are with their battery, a CC by his own check unless he goes with a Unit."""
    unit = state.units[number]
    return unit.place in PRESENT and unit.card.rank in _ranks(state)


def _ranks(state: Battle) -> tuple[Rank, ...]:
    """Whose Units have activations of their own at this table."""
    return ("unit", "cc") if state.options.cc_activation == "own_check" else ("unit",)


@rule("fraley.activation.once")
def eligible(state: Battle, side: int) -> list[int]:
    """The Units of a side that may be activated now, its CC among them."""
    ranks = _ranks(state)
    return [
        number
        for number, unit in enumerate(state.units)
        if unit.side == side and not unit.done and unit.place in PRESENT and unit.card.rank in ranks
    ]


def _all_again(state: Battle, able: list[int]) -> bool:
    """Whether nobody is left to be activated but Units that are eligible again."""
    units = state.units
    return all(units[number].refreshed for number in able)


@rule("fraley.initiative.sequence", "fraley.reactivation.who-benefits")
def may_pass(state: Battle, able: list[int]) -> bool:
    """Whether the holder may stop: only Units that are eligible again are left, or this table allows it after an action."""
    return _all_again(state, able) or (state.options.may_pass_initiative and state.activated == state.initiative)


async def pick(play: Play[Battle]) -> int | None:
    """The holder of the Initiative picks a Unit; None if he stops. His leaders may do what they can before."""
    while True:
        state = play.state
        side = state.holder
        offers = leaders.offers(state, side)
        answer = await _picked(state, side, offers)
        if answer in offers:
            await leaders.use(play, side, answer)
        elif answer == HAND_OVER:
            return None
        else:
            return int(answer[1:])


async def _picked(state: Battle, side: int, offers: dict[str, str]) -> str:
    able = eligible(state, side)
    named = {f"u{number}": state.units[number].name for number in able} | offers
    if may_pass(state, able):
        over = _all_again(state, able)
        named[HAND_OVER] = "no Unit acts again this round" if over else "hand over the Initiative"

    def had() -> dict[str, str]:
        """The Units that have acted."""
        return {
            f"u{number}": unit.name
            for number, unit in enumerate(state.units)
            if unit.side == side and unit.done and acts_by_itself(state, number)
        }

    no = Refusal("it has had its activation this round", ("fraley.activation.once",))
    choices = OneOf(
        {key: key for key in named},
        label=lambda key: named.get(key) or had()[key],
        points=lambda key: OnTable(unit=int(key[1:])) if key[0] == "u" and key[1:].isdigit() else None,
        barred=lambda: dict.fromkeys(had(), no),
        every=lambda: {key: key for key in (*named, *had())},
    )
    return await ask_seat(
        side,
        "activate",
        choices,
        f"{state.names[side]}: which Unit is activated?",
        "fraley.initiative.sequence",
        "fraley.activation.once",
        usual=lambda: f"u{next((one for one in able if not state.units[one].refreshed), able[0])}",
    )


# ---- the activation


@rule("fraley.initiative.ends-on-fail", "fraley.activation.success", "fraley.activation.fail")
async def activate(play: Play[Battle], number: int) -> bool:
    """A Unit's whole activation; whether it passed its check."""
    with_him = escort(play.state, number)
    begin(play, number)
    passed = await try_training(play, number)
    await take_action(play, number, passed=passed)
    if with_him is not None:
        await go_along(play, with_him, number, passed=passed)
    play.tell("ended its activation", "fraley.activation.whole-unit", unit=number, sets={"acting": -1})
    return passed


@rule("fraley.activation.success", "fraley.activation.fail")
async def try_training(play: Play[Battle], number: int) -> bool:
    """The check of a Unit that is being activated, and what comes of it before it acts: markers go, Units act again."""
    checked = await activation_check(play, number)
    await recover(play, number, passed=checked.passed)
    if checked.face == SIX:
        await act_again(play, number)
    return checked.passed


@rule("fraley.activation.once", "fraley.overwatch.duration", "fraley.fo.units")
def begin(play: Play[Battle], number: int) -> None:
    """An activation begins: what the Unit and its FOs did in the last one is forgotten, and its Overwatch is over."""
    state = play.state
    play.tell(
        "was activated",
        "fraley.activation.once",
        unit=number,
        figures=acting(state, number),
        sets={"also": tuple(observers(state, number))},
    )


def activation_modifiers(state: Battle, number: int) -> tuple[Modifier, ...]:
    """What makes it harder for a Unit to activate: the share of its Teams that is suppressed."""
    row = suppressed_share(state.units[number], state)
    return () if row is None else tuple(felt([row.because(f"{row.share}% suppressed")]))


@action
async def activation_check(play: Play[Battle], number: int) -> Checked:
    """The check, with the die itself: a 6 counts as such even where it is not enough, if Units may act again for it."""
    mods = activation_modifiers(play.state, number)
    natural = needed_by(play.state, number, mods) < IMPOSSIBLE or may_act_again(play.state, number)
    clauses = [modifier.clause for modifier in mods]
    checked = await check(play, number, "activation", *clauses, modifiers=mods, natural=natural)
    play.tell(
        "checked its Training",
        "fraley.activation.success" if checked.passed else "fraley.activation.fail",
        *clauses,
        unit=number,
        tells={"passed": checked.passed, "why": "activation"},
        rolls=checked.rolls,
    )
    return checked


async def recover(play: Play[Battle], number: int, *, passed: bool) -> None:
    """A suppressed Unit sheds all markers with a passed check, else one of its owner's choice."""
    state = play.state
    marked = [man for man in state.units[number].men if state.figures[man].marks]
    if not marked:
        return
    if passed:
        clear(play, number, "fraley.suppression.recover-success")
        return
    man = await _unmarked(state, number, marked)
    marks = state.figures[man].marks - 1
    play.tell("shed a marker", "fraley.suppression.recover-fail", unit=number, figures=(man,), sets={"marks": marks})


async def _unmarked(state: Battle, number: int, marked: list[int]) -> int:
    """The Team that sheds a marker; usually one that is thereby free, guns before others."""
    usual = min(marked, key=lambda man: (state.figures[man].marks, state.figures[man].kind == "infantry", man))
    return await ask_seat(
        state.units[number].side,
        "recover",
        one_figure(marked, lambda man: called(state, man)),
        f"{state.units[number].name}: which Team sheds a marker?",
        "fraley.suppression.recover-fail",
        unit=number,
        usual=f"m{usual}",
    )


# ---- a CC who goes with a Unit


@rule("fraley.gap.cc-activation")
def escort(state: Battle, number: int) -> int | None:
    """The CC who may act alongside a Unit that is about to be activated, at tables where he has no check of his own."""
    unit = state.units[number]
    if state.options.cc_activation != "with_unit" or not unit.on_table:
        return None
    cc = commander(state, unit.side)
    if cc is None or state.units[cc].done:
        return None
    return cc if nearest_between(state, state.units[cc].men, afoot(state, number)) <= ALONGSIDE else None


@rule("fraley.gap.cc-activation", "fraley.gap.cc-fo-alone-rules")
async def go_along(play: Play[Battle], cc: int, number: int, *, passed: bool) -> None:
    """A CC takes an action after the Unit he goes with, from the same list; its check recovers him as it does the Unit."""
    state = play.state
    if not state.units[cc].on_table:
        return
    words = f"Does {state.units[cc].name} act alongside {state.units[number].name}?"
    wanted = await ask(play, cc, "alongside", YesNo(), words, "fraley.gap.cc-activation", usual=False)
    if wanted:
        begin(play, cc)
        await recover(play, cc, passed=passed)
        await take_action(play, cc, passed=passed)
