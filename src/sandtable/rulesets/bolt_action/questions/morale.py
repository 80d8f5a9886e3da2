"""Order tests, morale checks, FUBAR and Rally."""

from typing import Annotated

import msgspec

from sandtable.mechanics.modifiers import Modifier, total
from sandtable.mechanics.questions import Asked, Found, LeavesView, Question, field
from sandtable.rulesets.bolt_action.fubar import fubar_roll
from sandtable.rulesets.bolt_action.morale import (
    PASS,
    morale_modifiers,
    officer_modifier,
    passing_total,
    quality_morale,
    two_dice,
)
from sandtable.rulesets.bolt_action.options import Options
from sandtable.rulesets.bolt_action.orders import late, rally_roll

from .fields import Officer, UnitPins, UnitQuality


class Nerve(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A unit whose nerve is tested."""

    quality: UnitQuality = "regular"
    pins: UnitPins = 0
    officer: Officer = "none"
    nco_lost: Annotated[bool, field("NCO lost", "the squad has lost its NCO", role="unit", fact="nco_lost")] = False
    last_of_team: Annotated[bool, field("Last of the team", "a team weapon has one man left")] = False
    other: Annotated[int, field("Other", "any other modifier", ge=-10, le=10)] = 0


def nerve_modifiers(given: Nerve, options: Options) -> list[Modifier]:
    """The morale modifiers of a unit that is only described."""
    found = morale_modifiers(options, pins=given.pins, leaderless=given.nco_lost, last_of_team=given.last_of_team)
    if given.officer != "none":
        found.append(officer_modifier(given.officer, options))
    if given.other:
        found.append(Modifier(given.other, "as given", "ba.gap.morale-modifiers"))
    return found


def needed_of(quality: str, modifiers: list[Modifier], options: Options) -> str:
    """What two dice need, in words."""
    return f"{passing_total(quality_morale(quality, options) + total(modifiers), options)} or less on 2D6"


class Ordered(Nerve, frozen=True, kw_only=True):
    """A pinned unit that is given an order: without a pin nobody tests."""

    pins: UnitPins = 1


def order_test(given: Ordered, options: Options) -> Asked:
    """An order test."""
    return _ordered(given, nerve_modifiers(given, options), options, "ba.gap.order-test")


def _ordered(given: Nerve, modifiers: list[Modifier], options: Options, because: str) -> Asked:
    async def trial() -> Found:
        why = "The unit tests for its order"
        morale = quality_morale(given.quality, options)
        rolled = await two_dice(morale, modifiers, options, why, seat=0, order=True, because=because)
        left = max(0, given.pins - 1) if rolled.value == PASS else given.pins
        return {"result": rolled.value, "pins_left": left}

    return Asked(needed_of(given.quality, modifiers, options), tuple(modifiers), trial)


class Checked(Nerve, frozen=True, kw_only=True):
    """A unit that checks its morale."""

    second_try: Annotated[
        bool, field("Second try", "Soviets with national rules: a failed check that destroys is rolled again")
    ] = False


def morale_check(given: Checked, options: Options) -> Asked:
    """A morale check."""
    modifiers = nerve_modifiers(given, options)
    morale = quality_morale(given.quality, options)

    async def trial() -> Found:
        why, because = "The unit checks morale", "ba.gap.morale-check"
        rolled = await two_dice(morale, modifiers, options, why, seat=0, order=False, because=because)
        if rolled.value != PASS and given.second_try:
            why, because = "The unit checks morale again", "ba.gap.national-rules"
            rolled = await two_dice(morale, modifiers, options, why, seat=0, order=False, because=because)
        return {"result": rolled.value}

    return Asked(needed_of(given.quality, modifiers, options), tuple(modifiers), trial)


class ReserveTest(Nerve, frozen=True, kw_only=True):
    """A unit in reserve that is called for."""


def reserve_test(given: ReserveTest, options: Options) -> Asked:
    """The order test that brings a reserve on."""
    return _ordered(given, [*nerve_modifiers(given, options), late(options)], options, "ba.gap.reserves")


class Confused(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A unit whose order test came up two sixes."""


def fubar(_given: Confused, options: Options) -> Asked:
    """The FUBAR chart."""

    async def trial() -> Found:
        rolled = await fubar_roll("The unit", options, seat=0)
        return {"row": rolled.value}

    return Asked(options.tables.in_words("fubar"), (), trial)


class Rallying(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A pinned unit that is ordered to rally."""

    quality: UnitQuality = "regular"
    pins: Annotated[int, field("Pins", "pin markers before the order", role="unit", fact="pins", ge=0, le=12)] = 3
    officer: Officer = "none"


def rally(given: Rallying, options: Options) -> Asked:
    """A Rally order: the order test it needs, and the pins that are left."""
    modifiers = nerve_modifiers(Nerve(quality=given.quality, pins=given.pins, officer=given.officer), options)
    morale = quality_morale(given.quality, options)

    async def trial() -> Found:
        left = given.pins
        if left:
            why, because = "The unit tests for its order", "ba.gap.order-test"
            test = await two_dice(morale, modifiers, options, why, seat=0, order=True, because=because)
            if test.value != PASS:
                return {"pins_left": left, "obeyed": False}
            left -= 1
        if left:
            rolled = await rally_roll(options.rally_pins, "The unit", seat=0)
            left = max(0, left - rolled.value)
        return {"pins_left": left, "obeyed": True}

    needed = needed_of(given.quality, modifiers, options)
    test = f"{needed}, then {options.rally_pins} pins" if given.pins else f"{options.rally_pins} pins"
    return Asked(test, tuple(modifiers), trial)


PINS_LEFT = (LeavesView("pins_left", "unit", "pins", "set"),)

QUESTIONS = (
    Question(
        "order-test",
        "Does a pinned unit obey its order?",
        Ordered,
        order_test,
        ("ba.turn.test", "ba.gap.order-test"),
        title="Order test",
        leaves=PINS_LEFT,
    ),
    Question(
        "morale",
        "Does a unit pass a morale check?",
        Checked,
        morale_check,
        ("ba.gap.morale-check", "ba.shoot.morale"),
        title="Morale check",
    ),
    Question("reserves", "Does a reserve come on?", ReserveTest, reserve_test, ("ba.gap.reserves",), title="Reserves"),
    Question(
        "fubar",
        "What does a confused unit do?",
        Confused,
        fubar,
        ("ba.fubar.trigger", "ba.fubar.panic"),
        title="FUBAR",
    ),
    Question(
        "rally",
        "How many pins does a Rally leave?",
        Rallying,
        rally,
        ("ba.order.rally", "ba.gap.rally-total"),
        title="Rally",
        leaves=PINS_LEFT,
    ),
)
