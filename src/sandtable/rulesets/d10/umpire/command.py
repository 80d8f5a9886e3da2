"""Tests of Command: reactions, morale with its results, rallying."""

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec

from sandtable.geometry.units import inches
from sandtable.mechanics.questions import Found, LeavesView, Staged, Unfit, asks, field
from sandtable.play.script import Play
from sandtable.play.shown import Fact
from sandtable.rulesets.d10.basics.fates import LOST
from sandtable.rulesets.d10.nerve.morale import after_losses, check, rally_check
from sandtable.rulesets.d10.options import Options
from sandtable.rulesets.d10.react.reactions import attempt
from sandtable.rulesets.d10.state import Battle

from .bare import Party, battle, commanded, fate, staged
from .fields import Leader, UnitCommand, UnitKind, UnitLeft, UnitPanicked, UnitWhole, foot_card


def check_left(left: int, whole: int, field: str = "left") -> None:
    """Refuse a unit of which more is left than there was."""
    if left > whole:
        raise Unfit(field, f"{left} are left of {whole}")


# ---- reactions


class Reacting(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A unit on Hold that wants to shoot in reaction, or to counter-charge."""

    command: UnitCommand = 5
    leader: Leader = 0
    panicked: UnitPanicked = False
    hold: Annotated[bool, field("On Hold", role="unit", fact="hold")] = True


@asks(
    "reaction",
    "Reaction test",
    clauses=(
        "d10.gap.reaction-test",
        "d10.test.default-diff",
        "d10.test.active-stat",
        "d10.gap.leaders",
        "d10.gap.hold-enables",
    ),
    leaves=(LeavesView("hold", "unit", "hold", "set"),),
)
def reaction(given: Reacting, options: Options) -> Staged:
    """Does a unit on Hold react to what the enemy does?"""
    if given.panicked:
        because = "[d10.morale.panic-no-reaction-shoot, d10.morale.panic-no-counter-charge]"
        raise Unfit("panicked", f"a panicked unit does not react {because}")
    if not given.hold:
        raise Unfit("hold", "only a unit on Hold reacts [d10.gap.hold-enables]")
    card = commanded(foot_card("squad", command=given.command), given.leader)
    state = battle(options, Party("We", card, 1, 1, hold=True))

    def read(after: Battle, passed: bool, _noted: object) -> Found:
        return {"reacts": passed, "hold": after.units[0].hold and not passed}

    return staged(state, lambda play: attempt(play, 0, "as the enemy acts", "d10.gap.reaction-shoot"), read)


# ---- morale


class Checking(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A unit that may have to check its morale."""

    command: UnitCommand = 5
    leader: Leader = 0
    kind: UnitKind = "squad"
    left: UnitLeft = 4
    whole: UnitWhole = 10
    panicked: UnitPanicked = False
    cause: Annotated[
        Literal["losses", "lost-combat"],
        field("Cause", "losses: it has just lost models or wounds by fire; lost-combat: it lost a round of it"),
    ] = "losses"


@asks(
    "morale",
    "Morale check",
    clauses=(
        "d10.morale.test",
        "d10.morale.unit-casualty",
        "d10.morale.individual-wounds",
        "d10.morale.lost-combat",
        "d10.morale.panic-unit",
        "d10.morale.panic-individual",
        "d10.morale.rout-unit",
        "d10.morale.rout-individual",
        "d10.gap.panic-again",
        "d10.gap.leaders",
    ),
    leaves=(
        LeavesView("panicked", "unit", "panicked", "set"),
        LeavesView("routed", "unit", "routed", "set"),
    ),
)
def morale(given: Checking, options: Options) -> Staged:
    """A unit has lost models, wounds or a close combat: does it stand, panic or rout?"""
    check_left(given.left, given.whole)
    card = commanded(foot_card(given.kind, command=given.command, whole=given.whole), given.leader)
    state = battle(options, Party("We", card, given.left, given.whole, panicked=given.panicked))

    async def begin(play: Play[Battle]) -> None:
        if given.cause == "losses":
            await after_losses(play, 0)
        else:
            await check(play, 0, *LOST)

    def read(after: Battle, _: object, noted: Mapping[Fact, int | str]) -> Found:
        become = fate(state, after, noted, 0)
        return {"result": become["morale"], "panicked": become["panicked"], "routed": become["routed"]}

    return staged(state, begin, read, "no check is due")


# ---- rallying


class Rallying(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A panicked unit at the start of its activation, not in contact with anybody."""

    command: UnitCommand = 5
    leader: Leader = 0
    seen: Annotated[bool, field("Enemies in sight", "it sees an enemy")] = True
    distance: Annotated[float, field("Distance", "inches to the nearest enemy that it sees", ge=0, le=100)] = 20
    panicked: UnitPanicked = True


@asks(
    "rally",
    "Rally check",
    clauses=("d10.morale.rally", "d10.gap.rally-procedure", "d10.rally.medium", "d10.rally.short", "d10.gap.leaders"),
    leaves=(LeavesView("panicked", "unit", "panicked", "set"),),
)
def rally(given: Rallying, options: Options) -> Staged:
    """Does a panicked unit rally at the start of its activation?"""
    if not given.panicked:
        raise Unfit("panicked", "only a panicked unit rallies [d10.gap.rally-procedure]")
    near = inches(given.distance) if given.seen else None
    card = commanded(foot_card("squad", command=given.command), given.leader)
    state = battle(options, Party("We", card, 1, 1, panicked=True))

    def read(after: Battle, rallied: bool, _noted: object) -> Found:
        return {"rallies": rallied, "panicked": after.units[0].panicked}

    return staged(state, lambda play: rally_check(play, 0, near), read)
