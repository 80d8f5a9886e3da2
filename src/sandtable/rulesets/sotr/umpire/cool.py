"""Cool tests and Command Rolls, and what comes of them."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec

from sandtable.mechanics.questions import Found, LeavesView, Staged, asks, field
from sandtable.play.modifier import Modifier
from sandtable.play.script import Play
from sandtable.play.shown import Fact
from sandtable.rulesets.sotr.basics.sight import LIGHT
from sandtable.rulesets.sotr.command.command import Command, issue
from sandtable.rulesets.sotr.command.just_do_it import Order
from sandtable.rulesets.sotr.command.just_do_it import just_do_it as told_to
from sandtable.rulesets.sotr.command.radio import call
from sandtable.rulesets.sotr.fire.spotting import spotted_by_fire
from sandtable.rulesets.sotr.melee.assault import tries_to_fall_back
from sandtable.rulesets.sotr.nerve.breaking import break_test
from sandtable.rulesets.sotr.nerve.cool import cool, cool_test
from sandtable.rulesets.sotr.nerve.horror import check_near, dares_to_charge, stands_charge
from sandtable.rulesets.sotr.options import Options
from sandtable.rulesets.sotr.state import Battle
from sandtable.rulesets.sotr.units.conditions import BOTH

from .bare import Party, Read, battle, card_of, men_of, order, platoon, staged
from .fields import LEAVES_UNIT, Disorganized, Fleeing, Officer, Other, Platoon, UnitCool

SOME = 2  # models of a unit of which nobody asks how many they are
FOE = Party("the enemy", card_of(), men_of(1))
STRIKE = "artillery"


class Nerve(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A unit that takes a Cool test."""

    cool: UnitCool = 7
    officer: Officer = 0
    platoon: Platoon = 0
    disorganized: Disorganized = False
    fleeing: Fleeing = False
    other: Other = 0


def _described(given: Nerve, cover: int = 0) -> tuple[Party, ...]:
    """The unit and whoever lends it his Cool; what else helps or hinders it is as good as so much more or less Cool."""
    fields = {"disorganized": given.disorganized, "fleeing": given.fleeing}
    officer, lender = (cool + given.other if cool else None for cool in (given.officer, given.platoon))
    card = card_of(cool=given.cool + given.other)
    unit = Party("the unit", card, men_of(SOME, officer), cover=cover, fields=fields)
    return (unit, FOE, *platoon(lender, 0))


@asks("cool-test", "Cool test", clauses=("sotr.cool.test",))
def plain_test(given: Nerve, options: Options) -> Staged:
    """Does a unit pass a Cool test?"""
    others = (Modifier(given.other, "as given", "sotr.cool.modifier-direction"),) if given.other else ()
    state = battle(options, *_described(msgspec.structs.replace(given, other=0)))

    async def begin(play: Play[Battle]) -> bool:
        return await cool_test(play, 0, cool(play.state, 0, others), "as asked", ())

    return staged(state, begin, lambda _after, passed, _noted: {"passed": passed})


class Breaking(Nerve, frozen=True, kw_only=True):
    """A unit that has lost a GONER to fire."""

    covered: Annotated[bool, field("In cover", "most of it is in cover")] = False


@asks(
    "break-test",
    "Break test under fire",
    clauses=("sotr.break.trigger", "sotr.break.fail-cover", "sotr.break.fail-open"),
    leaves=LEAVES_UNIT,
)
def breaks(given: Breaking, options: Options) -> Staged:
    """Does a unit that lost a GONER to fire keep its nerve?"""
    state = battle(options, *_described(given, LIGHT if given.covered else 0))

    def read(after: Battle, _: object, noted: Mapping[Fact, int | str]) -> Found:
        return {"passed": noted[0, "break test"] == "passed", **order(state, after, noted, 0)}

    return staged(state, lambda play: break_test(play, 0, 1, ()), read)


class Horrified(Nerve, frozen=True, kw_only=True):
    """A unit that meets HORROR of a kind for the first time."""

    occasion: Annotated[
        Literal["near", "charged", "charging"],
        field("Occasion", "within 6 inches in Maintenance, charged by it, or charging it"),
    ] = "near"


@asks(
    "horror",
    "HORROR check",
    clauses=("sotr.horror.maintenance-trigger", "sotr.assault.horror-check"),
    leaves=LEAVES_UNIT,
)
def horror(given: Horrified, options: Options) -> Staged:
    """Does a unit stand HORROR?"""
    unit, _, *near = _described(given)
    state = battle(options, unit, Party("the monster", card_of("monster", horror="monster")), *near)

    async def begin(play: Play[Battle]) -> None:
        if given.occasion == "near":
            await check_near(play, 0, "monster")
        elif given.occasion == "charged":
            await stands_charge(play, 0, 1)
        else:
            await dares_to_charge(play, 0, 1)

    def read(after: Battle, _: object, noted: Mapping[Fact, int | str]) -> Found:
        passed = noted[0, "test"] == "passed"
        stays = not passed and given.occasion == "charging"
        return {"passed": passed, "stays_put": stays, **order(state, after, noted, 0)}

    return staged(state, begin, read)


class FallingBack(Nerve, frozen=True, kw_only=True):
    """A unit that is charged and would rather not be there."""


@asks(
    "fall-back",
    "Falling back from a charge",
    clauses=("sotr.assault.fallback-pass", "sotr.assault.fallback-fail"),
    leaves=LEAVES_UNIT,
)
def fall_back(given: FallingBack, options: Options) -> Staged:
    """A charged unit falls back: in order, or in flight?"""
    state = battle(options, *_described(given))

    def read(after: Battle, _: object, noted: Mapping[Fact, int | str]) -> Found:
        return {"orderly": noted[0, "test"] == "passed", **order(state, after, noted, 0)}

    return staged(state, lambda play: tries_to_fall_back(play, 0, 1), read)


# ---- Command Rolls


class Commanding(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An Officer who makes a Command Roll."""

    officer: Annotated[
        int, field("Officer's Cool", "of the Officer who commands", role="commander", fact="officer", ge=1, le=12)
    ] = 8
    other: Other = 0


def _commanded(given: Commanding, **fields: Any) -> Party:
    """The Officer's own unit, a radio operator among its men."""
    officer, *others = men_of(SOME, given.officer)
    radio = [{**man, "gear": ("radio",)} for man in others]
    return Party("the unit", card_of(), ({**officer, "cool": given.officer + given.other}, *radio), fields=fields)


@asks("regroup", "REGROUP!", clauses=("sotr.command.roll", "sotr.command.regroup"))
def regroup(given: Commanding, options: Options) -> Staged:
    """Does an Officer regroup a Disorganized unit?"""
    state = battle(options, _commanded(given, disorganized=True))
    return staged(state, lambda play: issue(play, Command("regroup", 0, 0)), _regrouped)


def _regrouped(after: Battle, _result: object, _noted: object) -> Found:
    still = after.units[0].disorganized
    return {"regrouped": not still, "disorganized": still}


class Alone(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A Disorganized unit whose Officer is a casualty."""

    cool: UnitCool = 7
    platoon: Platoon = 0
    other: Other = 0


@asks(
    "sarge",
    "Sarge is a GONER!",
    clauses=("sotr.command.sarge-goner",),
    leaves=(LeavesView("disorganized", "unit", "disorganized", "set"),),
)
def sarge(given: Alone, options: Options) -> Staged:
    """Does a Disorganized unit regroup itself when its Officer is a casualty?"""
    unit, *near = _described(
        Nerve(cool=given.cool, officer=1, platoon=given.platoon, other=given.other, disorganized=True)
    )
    officer, *others = unit.men
    state = battle(options, unit._replace(men=({**officer, "down": True}, *others)), *near)
    return staged(state, lambda play: issue(play, Command("sarge", 0)), _regrouped)


@asks("just-do-it", "JUST DO IT!", clauses=("sotr.command.jdi",))
def just_do_it(given: Commanding, options: Options) -> Staged:
    """Is a JUST DO IT! obeyed?"""
    state = battle(options, _commanded(given, disorganized=True))
    obeyed: Read = lambda after, _result, _noted: {"obeyed": after.units[0].freed == BOTH}  # noqa: E731
    return staged(state, lambda play: told_to(play, Order(0, 0, None, BOTH)), obeyed, "no roll")


@asks("strike-call", "Calling a strike", clauses=("sotr.command.strike-roll",))
def strike_call(given: Commanding, options: Options) -> Staged:
    """Is a call for an Off-board Strike heard?"""
    state = battle(options, _commanded(given), grants=((STRIKE,), ()))
    return staged(state, lambda play: call(play, 0, STRIKE, (0, 0), 0), lambda _after, heard, _noted: {"heard": heard})


# ---- spotting


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


@asks("spotting", "Spotting who fires", clauses=("sotr.hide.ends-shooting", "sotr.hide.spot-bonus"))
def spotting(given: Spotting, options: Options) -> Staged:
    """Does a unit spot the Hidden unit that fires at it?"""
    unit = Party("the unit", card_of(cool=given.cool), men_of(SOME, given.officer or None))
    hidden = Party("they", card_of(), men_of(given.fired), fields={"hidden": True})
    spotted: Read = lambda after, _result, _noted: {"spotted": not after.units[1].hidden}  # noqa: E731
    begin = lambda play: spotted_by_fire(play, 1, given.fired, 0)  # noqa: E731
    return staged(battle(options, unit, hidden), begin, spotted, "no roll: whoever shoots is seen")
