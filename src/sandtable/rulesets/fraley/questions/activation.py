"""Who begins, whether a Unit activates, and whether Units act again."""

from typing import Annotated

import msgspec

from sandtable.mechanics.questions import (
    Asked,
    Found,
    LeavesView,
    Nothing,
    Question,
    Settled,
    Staged,
    Unfit,
    edges_asked,
    field,
)
from sandtable.rulesets.fraley.activation import share_modifiers
from sandtable.rulesets.fraley.deployment import roll_for_edges
from sandtable.rulesets.fraley.options import Options
from sandtable.rulesets.fraley.reactivation import AT_ONCE, NEVER, SIX, again_roll, band_of
from sandtable.rulesets.fraley.state import CHECKS
from sandtable.rulesets.fraley.teams import penalty_of
from sandtable.rulesets.fraley.training import IMPOSSIBLE, Checked, check_roll, take_check
from sandtable.rulesets.fraley.turn import roll_off_die

from .fields import CcReroll, Doubled, Suppressed, Training, UnitTeams


def roll_off(_given: Nothing, _options: Options) -> Asked:
    """A die each, the higher one begins; ties are rolled again."""

    async def trial() -> Found:
        again: tuple[str, ...] = ()
        while True:
            await Settled(("tied", again))
            one = (await roll_off_die("We", 0, *again)).value
            other = (await roll_off_die("They", 1, *again)).value
            if one != other:
                return {"first": "we" if one > other else "they"}
            again = ("fraley.round.roll-off-ties",)

    return Asked("the higher die", (), trial)


def edges(_given: Nothing, _options: Options) -> Staged:
    """A die each: the higher one picks an edge, the lower one sets up first; ties are rolled again."""
    return edges_asked(lambda: roll_for_edges(("We", "They")), loser_first=True)


# ---- Training Checks


async def checked(given_cc: bool, needed: int, why: str, *because: str, natural: bool = False) -> Checked:
    """A Training Check, with the CC's reroll if he grants it."""

    async def again() -> bool:
        return given_cc

    found = await take_check(needed, why, 0, *because, again=again, natural=natural)
    return found  # noqa: RET504  # the awaited type


def said(needed: int) -> str:
    """A needed number in words."""
    return f"{needed}+" if needed < IMPOSSIBLE else f"{needed}+, impossible"


class Checking(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Any Training Check but that to activate."""

    training: Training = "veteran"
    dice: Annotated[int, field("Checks", "how many are taken", ge=1, le=30)] = 1
    cc_reroll: CcReroll = False


def training_check(given: Checking, _options: Options) -> Asked:
    """So many dice against the Unit's Training; of those that fail the CC may have one rolled again."""
    needed = CHECKS[given.training]

    async def trial() -> Found:
        passed = (await check_roll(needed, "Training Check", 0, dice=given.dice)).value
        await Settled(("passed", passed))
        if given.cc_reroll and passed < given.dice:
            passed += (await check_roll(needed, "Training Check, again for the CC", 0, "fraley.cc.reroll")).value
        return {"passed": passed}

    return Asked(said(needed), (), trial)


# ---- activation

Units = Annotated[int, field("Units on the table", "of both sides, without CC and FO", ge=1, le=30)]
Acted = Annotated[int, field("Have acted", "Units that have had their activation this round", ge=0, le=30)]


class Activating(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A Unit that is to activate."""

    training: Training = "veteran"
    teams: UnitTeams = 9
    suppressed: Suppressed = 0
    doubled: Doubled = 0
    cc_reroll: CcReroll = False
    units: Units = 12
    acted: Acted = 4


def check_markers(teams: int, suppressed: int, doubled: int) -> None:
    """Refuse more suppressed Teams than there are."""
    if suppressed > teams:
        raise Unfit("suppressed", f"{suppressed} of {teams} Teams cannot be suppressed")
    if doubled > suppressed:
        raise Unfit("doubled", f"{doubled} of {suppressed} suppressed Teams cannot have two markers")


def shed_one(suppressed: int, doubled: int) -> tuple[int, int]:
    """Suppressed Teams, and those with two markers, after one marker is taken off: one that sets a Team free, if any."""
    if suppressed > doubled:
        return suppressed - 1, doubled
    return suppressed, max(0, doubled - 1)


def actions_of(options: Options, *, passed: bool, suppressed: int) -> str:
    """Which list a Unit acts from."""
    if passed:
        return "either list" if options.success_may_use_fail_actions else "Success list"
    return "Move only" if suppressed and options.suppressed_fail_actions == "move_only" else "Fail list"


async def acting_again(units: int, acted: int, options: Options) -> bool:
    """Whether a 6 makes Units eligible again."""
    needed, clause = band_of(units, options)
    if not acted or needed == NEVER:
        return False
    return needed == AT_ONCE or (await again_roll(needed, 0, clause)).value > 0


def activation(given: Activating, options: Options) -> Asked:
    """The check, what becomes of markers, and the second roll after a 6."""
    check_markers(given.teams, given.suppressed, given.doubled)
    mods = share_modifiers(penalty_of(given.suppressed, given.teams))
    needed = CHECKS[given.training] + sum(modifier.value for modifier in mods)
    clauses = tuple(modifier.clause for modifier in mods)

    async def trial() -> Found:
        check = await checked(given.cc_reroll, needed, "Activation", *clauses, natural=True)
        six = check.face == SIX
        await Settled((check.passed, six))
        left = (0, 0) if check.passed else shed_one(given.suppressed, given.doubled)
        return {
            "passed": check.passed,
            "actions": actions_of(options, passed=check.passed, suppressed=left[0]),
            "suppressed": left[0],
            "doubled": left[1],
            "act_again": six and await acting_again(given.units, given.acted, options),
        }

    return Asked(said(needed), mods, trial)


class Again(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An activation check has shown a 6."""

    units: Units = 12
    acted: Acted = 4


def reactivation(given: Again, options: Options) -> Asked:
    """Up to 5 Units at once, up to 10 on 3+, above 12 on 5+; 11 and 12 by the switch."""
    needed, _ = band_of(given.units, options)

    async def trial() -> Found:
        return {"act_again": await acting_again(given.units, given.acted, options)}

    words = {AT_ONCE: "automatic", NEVER: "impossible"}
    return Asked("nobody has acted yet" if not given.acted else words.get(needed, f"{needed}+"), (), trial)


QUESTIONS = (
    Question(
        "activation",
        "Does a Unit activate, what may it do, and do Units act again?",
        Activating,
        activation,
        (
            "fraley.training.check",
            "fraley.activation.success",
            "fraley.activation.fail",
            "fraley.suppression.penalty-25",
            "fraley.suppression.penalty-50",
            "fraley.suppression.penalty-75",
            "fraley.suppression.recover-success",
            "fraley.suppression.recover-fail",
            "fraley.reactivation.first-roll-rules",
            "fraley.cc.reroll",
        ),
        title="Activating a Unit",
        leaves=(
            LeavesView("suppressed", "unit", "suppressed", "set"),
            LeavesView("doubled", "unit", "doubled", "set"),
        ),
    ),
    Question(
        "re-activation",
        "An activation check shows a 6: may Units that have acted do so again?",
        Again,
        reactivation,
        (
            "fraley.reactivation.up-to-5",
            "fraley.reactivation.6-to-10",
            "fraley.reactivation.11-to-12",
            "fraley.reactivation.over-12",
        ),
        title="Acting again after a 6",
    ),
    Question(
        "training-check",
        "How many Training Checks are passed?",
        Checking,
        training_check,
        ("fraley.training.check", "fraley.training.green", "fraley.training.veteran", "fraley.training.elite"),
        title="Training Checks",
    ),
    Question(
        "roll-off",
        "Who has the first Initiative of a round?",
        Nothing,
        roll_off,
        ("fraley.round.roll-off", "fraley.round.roll-off-ties"),
        title="The first Initiative",
    ),
    Question(
        "edges",
        "Who picks a table edge, and who sets up first?",
        Nothing,
        edges,
        ("fraley.gap.deployment",),
        title="Edges and setting up",
    ),
)
