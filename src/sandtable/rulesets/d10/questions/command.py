"""Tests of Command: reactions, morale with its results, rallying."""

from typing import Annotated, Literal, NamedTuple

import msgspec

from sandtable.geometry.units import inches
from sandtable.mechanics.modifiers import Modifier
from sandtable.mechanics.questions import Asked, Found, LeavesView, Question, Unfit, field
from sandtable.rulesets.d10.checks import command_roll, command_score, say
from sandtable.rulesets.d10.fates import LOST, check_after_fire, is_routed, rally_modifiers
from sandtable.rulesets.d10.options import Options

from .fields import Leader, UnitCommand, UnitKind, UnitLeft, UnitPanicked, UnitWhole


def best(command: int, leader: int) -> int:
    """The CM that is tested on: a unit's own, or that of a leader who lends a better one."""
    return max(command, leader)


def needs(options: Options, command: int, modifiers: list[Modifier] | None = None) -> int:
    """What a test of Command needs."""
    return command_score(command, modifiers or (), natural=options.natural_rule_everywhere)


class Fate(NamedTuple):
    """What has become of a unit: in a word, whether it is panicked now, and whether it has routed."""

    result: str
    panicked: bool
    routed: bool


async def checked(  # who checks, why, and how things stand with it
    options: Options, command: int, due: tuple[str, str] | None, left: int, whole: int, *, panicked: bool, seat: int
) -> Fate:
    """A morale check, if one is due, and what it does."""
    if due is None:
        return Fate("no check", panicked, routed=False)
    why, clause = due
    roll = command_roll(needs(options, command), f"Morale ({why})", (clause, "d10.morale.test"), seat)
    if (await roll).value:
        return Fate("passes", panicked, routed=False)
    if is_routed(left, whole, panicked=panicked, options=options):
        return Fate("routs", panicked=False, routed=True)
    return Fate("stays panicked" if panicked else "panics", panicked=True, routed=False)


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


def reaction(given: Reacting, options: Options) -> Asked:
    """CM against DIFF 4; who reacts is no longer on Hold, who fails is, for another activation."""
    if given.panicked:
        because = "[d10.morale.panic-no-reaction-shoot, d10.morale.panic-no-counter-charge]"
        raise Unfit("panicked", f"a panicked unit does not react {because}")
    if not given.hold:
        raise Unfit("hold", "only a unit on Hold reacts [d10.gap.hold-enables]")
    least = needs(options, best(given.command, given.leader))

    async def trial() -> Found:
        because = ("d10.gap.reaction-test", "d10.test.default-diff")
        passed = bool((await command_roll(least, "Reaction", because, 0)).value)
        return {"reacts": passed, "hold": not passed and not options.hold_lost_on_failed_test}

    return Asked(say(least), (), trial)


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


def morale(given: Checking, options: Options) -> Asked:
    """CM against DIFF 4; failed, it panics, or with less than half left routs."""
    check_left(given.left, given.whole)
    individual = given.kind in {"individual", "vehicle"}
    due = LOST if given.cause == "lost-combat" else check_after_fire(given.left, given.whole, individual=individual)
    command = best(given.command, given.leader)

    async def trial() -> Found:
        fate = await checked(options, command, due, given.left, given.whole, panicked=given.panicked, seat=0)
        return {"result": fate.result, "panicked": fate.panicked, "routed": fate.routed}

    return Asked("no check is due" if due is None else say(needs(options, command)), (), trial)


# ---- rallying


class Rallying(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A panicked unit at the start of its activation, not in contact with anybody."""

    command: UnitCommand = 5
    leader: Leader = 0
    seen: Annotated[bool, field("Enemies in sight", "it sees an enemy")] = True
    distance: Annotated[float, field("Distance", "inches to the nearest enemy that it sees", ge=0, le=100)] = 20
    panicked: UnitPanicked = True


def rally(given: Rallying, options: Options) -> Asked:
    """CM against DIFF 4, less 1 or 2 on the die for enemies near by."""
    if not given.panicked:
        raise Unfit("panicked", "only a panicked unit rallies [d10.gap.rally-procedure]")
    near = inches(given.distance) if given.seen else None
    modifiers = rally_modifiers(near, stack=options.rally_modifiers_stack)
    least = needs(options, best(given.command, given.leader), modifiers)

    async def trial() -> Found:
        because = ("d10.morale.rally", *(modifier.clause for modifier in modifiers))
        passed = bool((await command_roll(least, "Rally", because, 0)).value)
        return {"rallies": passed, "panicked": not passed}

    return Asked(say(least), tuple(modifiers), trial)


QUESTIONS = (
    Question(
        "reaction",
        "Does a unit on Hold react to what the enemy does?",
        Reacting,
        reaction,
        (
            "d10.gap.reaction-test",
            "d10.test.default-diff",
            "d10.test.active-stat",
            "d10.gap.leaders",
            "d10.gap.hold-enables",
        ),
        title="Reaction test",
        leaves=(LeavesView("hold", "unit", "hold", "set"),),
    ),
    Question(
        "morale",
        "A unit has lost models, wounds or a close combat: does it stand, panic or rout?",
        Checking,
        morale,
        (
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
        title="Morale check",
        leaves=(
            LeavesView("panicked", "unit", "panicked", "set"),
            LeavesView("routed", "unit", "routed", "set"),
        ),
    ),
    Question(
        "rally",
        "Does a panicked unit rally at the start of its activation?",
        Rallying,
        rally,
        ("d10.morale.rally", "d10.gap.rally-procedure", "d10.rally.medium", "d10.rally.short", "d10.gap.leaders"),
        title="Rally check",
        leaves=(LeavesView("panicked", "unit", "panicked", "set"),),
    ),
)
