"""Cool tests and Command Rolls, and what comes of them."""

from typing import Annotated, Literal

import msgspec

from sandtable.mechanics.modifiers import Modifier
from sandtable.mechanics.questions import Asked, Found, LeavesView, Question, field
from sandtable.rulesets.sotr.command import ON_THEIR_OWN
from sandtable.rulesets.sotr.cool import PASSED, Cool, cool_roll
from sandtable.rulesets.sotr.hiding import spot_bonus
from sandtable.rulesets.sotr.options import Options
from sandtable.rulesets.sotr.radio import CALLING

from .fields import LEAVES_UNIT, Disorganized, Fleeing, Officer, Other, Platoon, UnitCool
from .victims import is_passed, nerve


class Nerve(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A unit that takes a Cool test."""

    cool: UnitCool = 7
    officer: Officer = 0
    platoon: Platoon = 0
    disorganized: Disorganized = False
    fleeing: Fleeing = False
    other: Other = 0


def _others(value: int) -> tuple[Modifier, ...]:
    return (Modifier(value, "as given", "sotr.cool.modifier-direction"),) if value else ()


def _on(given: Nerve, *modifiers: Modifier) -> Cool:
    shaken = given.disorganized or given.fleeing
    every = (*modifiers, *_others(given.other))
    return nerve(given.cool, given.officer, given.platoon, shaken=shaken, modifiers=every)


def _needed(on: Cool) -> str:
    return f"{on.needed} or less on 2D6, on the Cool of {on.whose}"


def cool_test(given: Nerve, _options: Options) -> Asked:
    """A plain Cool test."""
    on = _on(given)

    async def trial() -> Found:
        return {"passed": await is_passed(on, "The unit tests its Cool")}

    return Asked(_needed(on), on.modifiers, trial)


class Breaking(Nerve, frozen=True, kw_only=True):
    """A unit that has lost a GONER to fire."""

    covered: Annotated[bool, field("In cover", "most of it is in cover")] = False


def break_test(given: Breaking, _options: Options) -> Asked:
    """Failed in cover it is Disorganized, failed in the open it runs as well."""
    on = _on(given)

    async def trial() -> Found:
        passed = await is_passed(on, "The unit: losses to fire", "sotr.break.trigger")
        flees = given.fleeing or (not passed and not given.covered)
        return {"passed": passed, "disorganized": given.disorganized or not passed, "fleeing": flees}

    return Asked(_needed(on), on.modifiers, trial)


class Horrified(Nerve, frozen=True, kw_only=True):
    """A unit that meets HORROR of a kind for the first time."""

    occasion: Annotated[
        Literal["near", "charged", "charging"],
        field("Occasion", "within 6 inches in Maintenance, charged by it, or charging it"),
    ] = "near"


def horror(given: Horrified, _options: Options) -> Asked:
    """A failed check makes a unit run; a charger just does not charge."""
    on = _on(given)
    clauses = {"near": "sotr.horror.maintenance-trigger", "charged": "sotr.assault.horror-check"}

    async def trial() -> Found:
        cited = clauses.get(given.occasion, "sotr.assault.horror-check")
        passed = await is_passed(on, "The unit faces HORROR", "sotr.horror.cool-used", cited)
        runs = not passed and given.occasion != "charging"
        stands = {"disorganized": given.disorganized or runs, "fleeing": given.fleeing or runs}
        return {"passed": passed, "stays_put": not passed and not runs, **stands}

    return Asked(_needed(on), on.modifiers, trial)


class FallingBack(Nerve, frozen=True, kw_only=True):
    """A unit that is charged and would rather not be there."""


def fall_back(given: FallingBack, _options: Options) -> Asked:
    """Orderly if the test is passed; otherwise it flees, and either way it moves On The Double."""
    on = _on(given)

    async def trial() -> Found:
        passed = await is_passed(on, "The unit falls back", "sotr.assault.fallback-pass", "sotr.assault.fallback-fail")
        stands = {"disorganized": given.disorganized or not passed, "fleeing": given.fleeing or not passed}
        return {"orderly": passed, **stands}

    return Asked(_needed(on), on.modifiers, trial)


class Alone(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A Disorganized unit whose Officer is a casualty."""

    cool: UnitCool = 7
    platoon: Platoon = 0
    other: Other = 0


def sarge(given: Alone, _options: Options) -> Asked:
    """A unit regroups itself, at -2."""
    on = nerve(given.cool, 0, given.platoon, shaken=True, modifiers=(ON_THEIR_OWN, *_others(given.other)))

    async def trial() -> Found:
        passed = await is_passed(on, "Sarge is a GONER!", "sotr.command.sarge-goner")
        return {"regrouped": passed, "disorganized": not passed}

    return Asked(_needed(on), on.modifiers, trial)


class Commanding(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An Officer who makes a Command Roll."""

    officer: Annotated[
        int, field("Officer's Cool", "of the Officer who commands", role="commander", fact="officer", ge=1, le=12)
    ] = 8
    other: Other = 0


def _command(given: Commanding, why: str, clause: str, name: str, *modifiers: Modifier) -> Asked:
    on = Cool(given.officer, "the Officer", (*modifiers, *_others(given.other)))

    async def trial() -> Found:
        rolled = await cool_roll(on.needed, why, ("sotr.command.roll", clause), seat=0)
        return {name: rolled.value == PASSED}

    return Asked(_needed(on), on.modifiers, trial)


def regroup(given: Commanding, _options: Options) -> Asked:
    """REGROUP!"""
    asked = _command(given, "REGROUP!", "sotr.command.regroup", "regrouped")

    async def trial() -> Found:
        found = await asked.trial()
        return {**found, "disorganized": found["regrouped"] is False}

    return Asked(asked.needed, asked.modifiers, trial)


def strike_call(given: Commanding, _options: Options) -> Asked:
    """Calling headquarters, at +2."""
    return _command(given, "Calling a strike", "sotr.command.strike-roll", "heard", CALLING)


def just_do_it(given: Commanding, options: Options) -> Asked:
    """No roll as the book has it; a Command Roll where the table asks for one."""
    if options.jdi_needs_roll:
        return _command(given, "JUST DO IT!", "sotr.command.jdi-roll", "obeyed")

    async def trial() -> Found:
        return {"obeyed": True}

    return Asked("no roll", (), trial)


class Spotting(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A unit that is fired at by a Hidden one."""

    cool: UnitCool = 7
    officer: Annotated[
        int,
        field("Officer's Cool", "of its Officer if he can command; 0 if not", role="unit", fact="officer", ge=0, le=12),
    ] = 0
    fired: Annotated[
        int, field("Fired", "models of the Hidden unit that fired", role="shooter", fact="men", ge=1, le=20)
    ] = 1


def spotting(given: Spotting, options: Options) -> Asked:
    """A Command Roll on its Officer's Cool, or on the unit's own."""
    on = Cool(given.officer or given.cool, "its Officer" if given.officer else "the unit", spot_bonus(given.fired))
    if options.hidden_shot_reveals == "always":
        return Asked("no roll: whoever shoots is seen", (), _seen)

    async def trial() -> Found:
        because = ("sotr.hide.ends-shooting", "sotr.hide.spot-bonus")
        return {"spotted": await is_passed(on, "Spotting who fires", *because)}

    return Asked(_needed(on), on.modifiers, trial)


async def _seen() -> Found:
    return {"spotted": True}


TIDIED = (LeavesView("disorganized", "unit", "disorganized", "set"),)

QUESTIONS = (
    Question("cool-test", "Does a unit pass a Cool test?", Nerve, cool_test, ("sotr.cool.test",), title="Cool test"),
    Question(
        "break-test",
        "Does a unit that lost a GONER to fire keep its nerve?",
        Breaking,
        break_test,
        ("sotr.break.trigger", "sotr.break.fail-cover", "sotr.break.fail-open"),
        title="Break test under fire",
        leaves=LEAVES_UNIT,
    ),
    Question(
        "horror",
        "Does a unit stand HORROR?",
        Horrified,
        horror,
        ("sotr.horror.maintenance-trigger", "sotr.assault.horror-check"),
        title="HORROR check",
        leaves=LEAVES_UNIT,
    ),
    Question(
        "fall-back",
        "A charged unit falls back: in order, or in flight?",
        FallingBack,
        fall_back,
        ("sotr.assault.fallback-pass", "sotr.assault.fallback-fail"),
        title="Falling back from a charge",
        leaves=LEAVES_UNIT,
    ),
    Question(
        "regroup",
        "Does an Officer regroup a Disorganized unit?",
        Commanding,
        regroup,
        ("sotr.command.roll", "sotr.command.regroup"),
        title="REGROUP!",
    ),
    Question(
        "sarge",
        "Does a Disorganized unit regroup itself when its Officer is a casualty?",
        Alone,
        sarge,
        ("sotr.command.sarge-goner",),
        title="Sarge is a GONER!",
        leaves=TIDIED,
    ),
    Question(
        "just-do-it",
        "Is a JUST DO IT! obeyed?",
        Commanding,
        just_do_it,
        ("sotr.command.jdi",),
        title="JUST DO IT!",
    ),
    Question(
        "strike-call",
        "Is a call for an Off-board Strike heard?",
        Commanding,
        strike_call,
        ("sotr.command.strike-roll",),
        title="Calling a strike",
    ),
    Question(
        "spotting",
        "Does a unit spot the Hidden unit that fires at it?",
        Spotting,
        spotting,
        ("sotr.hide.ends-shooting", "sotr.hide.spot-bonus"),
        title="Spotting who fires",
    ),
)
