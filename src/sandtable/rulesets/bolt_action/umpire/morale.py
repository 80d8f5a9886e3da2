"""Order tests, morale checks, FUBAR and Rally."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec

from sandtable.mechanics.questions import Found, LeavesView, Staged, asks, field
from sandtable.play.shown import Fact
from sandtable.rulesets.bolt_action.nerve.morale import FAIL, PASS, morale_check
from sandtable.rulesets.bolt_action.options import Options
from sandtable.rulesets.bolt_action.special.fubar import fubar
from sandtable.rulesets.bolt_action.state import Battle
from sandtable.rulesets.bolt_action.turn.orders import CHOICES, obey, tested

from .bare import NOT_TESTED, Party, battle, officer, squad, staged
from .fields import Nation, Officer, UnitPins, UnitQuality, nation_of

PINS_LEFT = (LeavesView("pins_left", "unit", "pins", "set"),)


class Nerve(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A unit whose nerve is tested."""

    quality: UnitQuality = "regular"
    pins: UnitPins = 0
    officer: Officer = "none"
    nco_lost: Annotated[bool, field("NCO lost", "the squad has lost its NCO", role="unit", fact="nco_lost")] = False
    last_of_team: Annotated[bool, field("Last of the team", "a team weapon has one man left")] = False
    nation: Nation = "other"


def described(given: Nerve, **fields: Any) -> Party:
    """The unit: some of a squad, or the last of two who served a weapon together."""
    return squad(
        "the unit",
        given.quality,
        1 if given.last_of_team else 2,
        led=not given.nco_lost,
        nation=nation_of(given.nation),
        traits=("sniper",) if given.last_of_team else (),
        pins=given.pins,
        **fields,
    )


def result_and_pins(after: Battle, _: object, noted: Mapping[Fact, int | str]) -> Found:
    """How its order test ended, and the pins that are left."""
    return {"result": noted.get((0, "order test"), NOT_TESTED), "pins_left": after.units[0].pins}


class Ordered(Nerve, frozen=True, kw_only=True):
    """A pinned unit that is given an order: without a pin nobody tests."""

    pins: UnitPins = 1


@asks("order-test", "Order test", clauses=("ba.turn.test", "ba.gap.order-test"), leaves=PINS_LEFT)
def order_test(given: Ordered, options: Options) -> Staged:
    """Does a pinned unit obey its order?"""
    state = battle(options, described(given), *officer(given.officer, 0))
    return staged(state, lambda play: tested(play, 0, "fire"), result_and_pins, "no test without pins")


class Checked(Nerve, frozen=True, kw_only=True):
    """A unit that checks its morale, and is destroyed if it fails."""


@asks("morale", "Morale check", clauses=("ba.gap.morale-check", "ba.shoot.morale"))
def check_morale(given: Checked, options: Options) -> Staged:
    """Does a unit pass a morale check?"""
    state = battle(options, described(given), *officer(given.officer, 0))

    def read(_after: Battle, passed: bool, _noted: object) -> Found:
        return {"result": PASS if passed else FAIL}

    return staged(state, lambda play: morale_check(play, 0, "as asked", "ba.gap.morale-check"), read)


class ReserveTest(Nerve, frozen=True, kw_only=True):
    """A unit in reserve that is called for."""

    officer: Annotated[
        Literal["none", "second-lieutenant", "first-lieutenant", "captain", "major"],
        field("Officer", "one of its own, or one who rides in it: nobody off the table is in reach of another"),
    ] = "none"


@asks("reserves", "Reserves", clauses=("ba.gap.reserves",))
def reserve_test(given: ReserveTest, options: Options) -> Staged:
    """Does a reserve come on?"""
    riding = [party._replace(fields={"place": "aboard", "aboard": 0}) for party in officer(given.officer, 0)]
    state = battle(options, described(given, place="reserve"), *riding)
    return staged(state, lambda play: tested(play, 0, "advance"), result_and_pins)


class Confused(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A unit whose order test came up two sixes."""


@asks("fubar", "FUBAR", clauses=("ba.fubar.trigger", "ba.fubar.panic"))
def confusion(_given: Confused, options: Options) -> Staged:
    """What does a confused unit do?"""

    def read(_after: Battle, _: object, noted: Mapping[Fact, int | str]) -> Found:
        return {"row": noted[0, "row"]}

    return staged(battle(options, described(Nerve())), lambda play: fubar(play, 0), read)


class Rallying(Nerve, frozen=True, kw_only=True):
    """A pinned unit that is ordered to rally."""

    pins: Annotated[int, field("Pins", "pin markers before the order", role="unit", fact="pins", ge=0, le=12)] = 3


@asks("rally", "Rally", clauses=("ba.order.rally", "ba.gap.rally-total"), leaves=PINS_LEFT)
def rally(given: Rallying, options: Options) -> Staged:
    """How many pins does a Rally leave?"""
    state = battle(options, described(given), *officer(given.officer, 0))

    def read(after: Battle, obeyed: bool, _noted: object) -> Found:
        return {"pins_left": after.units[0].pins, "obeyed": obeyed}

    return staged(state, lambda play: obey(play, 0, CHOICES["rally"]), read, "no pins to lose")
