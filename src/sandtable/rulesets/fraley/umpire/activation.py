"""Who begins, whether a Unit activates, and whether Units act again."""

from typing import Annotated, Any

import msgspec

from sandtable.mechanics.questions import Found, LeavesView, Nothing, Staged, Unfit, asks, edges_asked, field
from sandtable.play.script import Play
from sandtable.play.stage import returned, stage
from sandtable.rulesets.fraley.basics.training import check
from sandtable.rulesets.fraley.options import Options
from sandtable.rulesets.fraley.setup.deployment import roll_for_edges
from sandtable.rulesets.fraley.state import Battle
from sandtable.rulesets.fraley.turn.actions import refusals
from sandtable.rulesets.fraley.turn.activation import try_training
from sandtable.rulesets.fraley.turn.reactivation import act_again
from sandtable.rulesets.fraley.turn.turn import roll_off as first_initiative

from .bare import Lot, Noted, Party, battle, granted, marked, staged
from .fields import CcReroll, Doubled, Suppressed, Training, UnitTeams

# ---- a round begins


@asks("roll-off", "The first Initiative", clauses=("fraley.round.roll-off", "fraley.round.roll-off-ties"))
def roll_off(_given: Nothing, options: Options) -> Staged:
    """Who has the first Initiative of a round?"""

    def read(_after: Battle, found: tuple[int, tuple[int, ...]], _noted: Noted) -> Found:
        return {"first": ("we", "they")[found[0]]}

    return staged(battle(options), first_initiative, read)


@asks("edges", "Edges and setting up", clauses=("fraley.gap.deployment",))
def edges(_given: Nothing, _options: Options) -> Staged:
    """Who picks a table edge, and who sets up first?"""
    return edges_asked(lambda: roll_for_edges(("We", "They")), loser_first=True)


# ---- Training Checks


class Checking(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Any Training Check but that to activate."""

    training: Training = "veteran"
    dice: Annotated[int, field("Checks", "how many are taken", ge=1, le=30)] = 1
    cc_reroll: CcReroll = False


@asks(
    "training-check",
    "Training Checks",
    clauses=("fraley.training.check", "fraley.training.green", "fraley.training.veteran", "fraley.training.elite"),
)
def training_check(given: Checking, options: Options) -> Staged:
    """How many Training Checks are passed?"""
    state = battle(options, Party("We", given.training), *granted(given.cc_reroll))

    def read(_after: Battle, passed: int, _noted: Noted) -> Found:
        return {"passed": passed}

    return staged(state, lambda play: checks(play, given.dice, 0), read)


@stage
async def checks(play: Play[Battle], left: int, passed: int) -> int:
    """So many checks of the first Unit, one after another; gives how many are passed with those before."""
    if not left:
        return passed
    taken = await check(play, 0, "Training Check")
    more: int = await returned(checks(play, left - 1, passed + taken.passed))
    return more


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


def others(units: int, acted: int) -> list[Party]:
    """The other Units on the table, some of which have acted; if more have, they fire from behind their edge."""
    done: list[dict[str, Any]] = [{"done": True}] * acted + [{}] * max(0, units - 1 - acted)
    places = ["table"] * (units - 1) + ["off-table"] * acted
    return [
        Party(f"Unit {number}", fields={**fields, "place": place})
        for number, (fields, place) in enumerate(zip(done, places, strict=False), 2)
    ]


@asks(
    "activation",
    "Activating a Unit",
    clauses=(
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
    leaves=(
        LeavesView("suppressed", "unit", "suppressed", "set"),
        LeavesView("doubled", "unit", "doubled", "set"),
    ),
)
def activation(given: Activating, options: Options) -> Staged:
    """Does a Unit activate, what may it do, and do Units act again?"""
    check_markers(given.teams, given.suppressed, given.doubled)
    lots, begun = (Lot(given.teams),), {"done": True}
    unit = Party("Unit 1", given.training, lots, given.suppressed, given.doubled, fields=begun)
    every = [unit, *others(given.units, given.acted), *granted(given.cc_reroll)]
    return staged(battle(options, *every, acting=0), lambda play: try_training(play, 0), activated)


def activated(after: Battle, passed: bool, _noted: Noted) -> Found:
    """What has come of a try to activate the first Unit."""
    return {
        "passed": passed,
        "actions": open_actions(after, passed=passed),
        **marked(after, 0),
        "act_again": any(unit.refreshed for unit in after.units),
    }


def open_actions(state: Battle, *, passed: bool) -> str:
    """Which list the first Unit acts from."""
    barred = refusals(state, 0, passed=passed)
    if "run" not in barred:
        return "Success list" if "move" in barred else "either list"
    return "Move only" if "fire" in barred else "Fail list"


class Again(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An activation check has shown a 6."""

    units: Units = 12
    acted: Acted = 4


@asks(
    "re-activation",
    "Acting again after a 6",
    clauses=(
        "fraley.reactivation.up-to-5",
        "fraley.reactivation.6-to-10",
        "fraley.reactivation.11-to-12",
        "fraley.reactivation.over-12",
    ),
)
def reactivation(given: Again, options: Options) -> Staged:
    """An activation check shows a 6: may Units that have acted do so again?"""
    state = battle(options, Party("Unit 1", fields={"done": True}), *others(given.units, given.acted), acting=0)

    def read(after: Battle, _: object, _noted: Noted) -> Found:
        return {"act_again": any(unit.refreshed for unit in after.units)}

    return staged(state, lambda play: act_again(play, 0), read, NO_DIE)


NO_DIE = "no second die"
