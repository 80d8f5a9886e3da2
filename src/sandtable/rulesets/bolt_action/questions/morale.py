"""Order tests, morale checks, FUBAR and Rally."""

from typing import Annotated

import msgspec
from msgspec import Meta

from sandtable.dice.roll import Roll
from sandtable.mechanics.modifiers import Modifier, total
from sandtable.mechanics.questions import Asked, Found, Question
from sandtable.rulesets.bolt_action.charts import chart
from sandtable.rulesets.bolt_action.morale import (
    PASS,
    morale_modifiers,
    officer_modifier,
    passing_total,
    quality_morale,
    two_dice,
)
from sandtable.rulesets.bolt_action.options import Options
from sandtable.rulesets.bolt_action.orders import rally_roll

from .fields import Officer, Pins, Quality


class Nerve(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A unit whose nerve is tested."""

    quality: Annotated[Quality, Meta(description="the unit's quality")] = "regular"
    pins: Pins = 0
    officer: Annotated[Officer, Meta(description="the best officer in reach")] = "none"
    nco_lost: Annotated[bool, Meta(description="the squad has lost its NCO")] = False
    last_of_team: Annotated[bool, Meta(description="a team weapon has one man left")] = False
    other: Annotated[int, Meta(ge=-10, le=10, description="any other modifier")] = 0


def nerve_modifiers(given: Nerve) -> list[Modifier]:
    """The morale modifiers of a unit that is only described."""
    found = morale_modifiers(pins=given.pins, leaderless=given.nco_lost, last_of_team=given.last_of_team)
    if given.officer != "none":
        found.append(officer_modifier(given.officer))
    if given.other:
        found.append(Modifier(given.other, "as given", "ba.gap.morale-modifiers"))
    return found


def _two_dice(given: Nerve, options: Options, *, order: bool) -> Asked:
    modifiers = nerve_modifiers(given)
    morale = quality_morale(given.quality)

    async def trial() -> Found:
        rolled = await two_dice(morale, modifiers, options, "", seat=0, order=order, because="ba.gap.morale-check")
        return {"result": rolled.value}

    needed = passing_total(morale + total(modifiers), options)
    return Asked(f"{needed} or less on 2D6", tuple(modifiers), trial)


def order_test(given: Nerve, options: Options) -> Asked:
    """An order test."""
    return _two_dice(given, options, order=True)


def morale_check(given: Nerve, options: Options) -> Asked:
    """A morale check."""
    return _two_dice(given, options, order=False)


class ReserveTest(Nerve, frozen=True, kw_only=True):
    """A unit in reserve that is called for."""


def reserve_test(given: ReserveTest, options: Options) -> Asked:
    """The order test that brings a reserve on, at -1."""
    late = Modifier(-1, "in reserve", "ba.gap.reserves")
    asked = _two_dice(msgspec.structs.replace(given, other=given.other - 1), options, order=True)
    return msgspec.structs.replace(asked, modifiers=(*nerve_modifiers(given), late))


class Confused(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A unit whose order test came up two sixes."""


def fubar(_given: Confused, _options: Options) -> Asked:
    """The FUBAR chart."""

    async def trial() -> Found:
        rolled = await Roll(1, 6, chart("fubar"), why="FUBAR", because=("ba.fubar.trigger",))
        return {"row": rolled.value}

    return Asked("D6: 1-2 friendly fire, 3-6 panic", (), trial)


class Rallying(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A pinned unit that is ordered to rally."""

    quality: Quality = "regular"
    pins: Annotated[int, Meta(ge=0, le=12, description="pin markers before the order")] = 3
    officer: Officer = "none"


def rally(given: Rallying, options: Options) -> Asked:
    """A Rally order: the order test it needs, and the pins that are left."""
    nerve = Nerve(quality=given.quality, pins=given.pins, officer=given.officer)
    modifiers = nerve_modifiers(nerve)
    morale = quality_morale(given.quality)

    async def trial() -> Found:
        left = given.pins
        if left:
            test = await two_dice(morale, modifiers, options, "", seat=0, order=True, because="ba.gap.order-test")
            if test.value != PASS:
                return {"pins_left": left, "obeyed": False}
            left -= 1
        if left:
            rolled = await rally_roll(options.rally_pins, "", seat=0)
            left = max(0, left - rolled.value)
        return {"pins_left": left, "obeyed": True}

    needed = passing_total(morale + total(modifiers), options)
    test = f"{needed} or less on 2D6, then {options.rally_pins} pins" if given.pins else f"{options.rally_pins} pins"
    return Asked(test, tuple(modifiers), trial)


QUESTIONS = (
    Question(
        "order-test", "Does a pinned unit obey its order?", Nerve, order_test, ("ba.turn.test", "ba.gap.order-test")
    ),
    Question(
        "morale", "Does a unit pass a morale check?", Nerve, morale_check, ("ba.gap.morale-check", "ba.shoot.morale")
    ),
    Question("reserves", "Does a reserve come on?", ReserveTest, reserve_test, ("ba.gap.reserves",)),
    Question("fubar", "What does a confused unit do?", Confused, fubar, ("ba.fubar.trigger", "ba.fubar.panic")),
    Question("rally", "How many pins does a Rally leave?", Rallying, rally, ("ba.order.rally", "ba.gap.rally-total")),
)
