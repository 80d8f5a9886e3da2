"""The turn and the battle: the dark, smoke, who chooses, and how long it lasts."""

from typing import Annotated

import msgspec

from sandtable.dice.words import worded
from sandtable.geometry.units import inches
from sandtable.mechanics.questions import Asked, Found, Nothing, Question, Settled, field
from sandtable.rulesets.bolt_action.charts import YES
from sandtable.rulesets.bolt_action.options import Options
from sandtable.rulesets.bolt_action.setup import sides_roll
from sandtable.rulesets.bolt_action.shooting import dark_roll
from sandtable.rulesets.bolt_action.turn import DAWN, DRAWN_BY, cup_roll, dawn_roll
from sandtable.rulesets.bolt_action.turn_end import ROLES, another_turn_roll, deciding_roll, smoke_roll

from .fields import Inches


class Peering(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A unit that is to shoot or assault in the dark."""

    distance: Inches = 10
    active: Annotated[bool, field("Active target", "its die shows Fire, Advance or Run")] = False


def night_sight(given: Peering, _options: Options) -> Asked:
    """Whether a target is seen in the dark."""

    async def trial() -> Found:
        reach = (await dark_roll("The unit", active=given.active, seat=0)).value
        return {"seen": inches(given.distance) <= inches(reach), "reach": reach}

    return Asked(f"2D6{' + 6' * given.active} inches against {given.distance:g}", (), trial)


class Dawning(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The beginning of a turn in the dark."""

    turn: Annotated[int, field("Turn", "the turn that begins", ge=2, le=20)] = 2


def dawn(given: Dawning, _options: Options) -> Asked:
    """Whether day breaks now."""

    async def trial() -> Found:
        return {"day": (await dawn_roll(given.turn)).value >= DAWN}

    return Asked(f"{max(1, DAWN - given.turn)}+", (), trial)


class Smoking(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Clouds of smoke at the end of a turn."""

    clouds: Annotated[int, field("Clouds", "how many there are", ge=1, le=10)] = 1


def smoke_clears(given: Smoking, _options: Options) -> Asked:
    """How many clouds stay."""

    async def trial() -> Found:
        left = 0
        for number in range(given.clouds):
            left += (await smoke_roll()).value != YES
            await Settled((number, left))
        return {"clouds_left": left}

    return Asked("4+ for each cloud", (), trial)


def another_turn(_given: Nothing, options: Options) -> Asked:
    """Whether one more turn is played after the last."""

    async def trial() -> Found:
        return {"another_turn": (await another_turn_roll()).value == YES}

    return Asked(f"4+ after turn {options.turns}", (), trial)


def sides(_given: Nothing, _options: Options) -> Asked:
    """Both roll, ties again: who chooses."""

    async def trial() -> Found:
        while True:
            first, second = (await sides_roll()).value
            if first != second:
                return {"chooses": "first player" if first > second else "second player"}
            await Settled("tie")

    return Asked("the higher of two dice, ties again", (), trial)


def who_decides(_given: Nothing, _options: Options) -> Asked:
    """Who decides first when the turn ends and both have as many units."""

    async def trial() -> Found:
        return {"first": (await deciding_roll(*ROLES)).value}

    return Asked("D6: 1-3 the defender, 4-6 the attacker", (), trial)


WHOSE = worded(dict(zip(DRAWN_BY, ("yours", "theirs"), strict=True)))


class Cup(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Order dice in the cup."""

    own: Annotated[int, field("Your dice", "your order dice in the cup", ge=0, le=30)] = 6
    other: Annotated[int, field("Their dice", "the other side's order dice in the cup", ge=0, le=30)] = 6
    draws: Annotated[int, field("Draws", "how many dice are drawn", ge=1, le=6)] = 1


def order_dice(given: Cup, _options: Options) -> Asked:
    """How many of the next dice drawn are yours; nothing is put back."""

    async def trial() -> Found:
        own, other, drawn = given.own, given.other, 0
        for number in range(min(given.draws, given.own + given.other)):
            await Settled((number, own, other, drawn))
            yours = (await cup_roll(own, other, say=WHOSE)).value == DRAWN_BY[0] if own and other else bool(own)
            own, other, drawn = own - yours, other - (not yours), drawn + yours
        return {"yours": drawn}

    return Asked(f"{given.own} of the {given.own + given.other} dice in the cup are yours", (), trial)


QUESTIONS = (
    Question(
        "night-sight", "Is a target seen in the dark?", Peering, night_sight, ("ba.gap.night",), title="Sight at night"
    ),
    Question("dawn", "Does day break this turn?", Dawning, dawn, ("ba.gap.night",)),
    Question(
        "smoke-clears", "Which clouds of smoke stay at the end of a turn?", Smoking, smoke_clears, ("ba.gap.smoke",)
    ),
    Question(
        "game-length",
        "Is another turn played after the last?",
        Nothing,
        another_turn,
        ("ba.gap.game-length",),
        title="Another turn",
    ),
    Question(
        "sides",
        "Who chooses to attack or to defend?",
        Nothing,
        sides,
        ("ba.gap.sides-and-edges",),
        title="Attack or defend",
    ),
    Question(
        "who-decides",
        "Both sides have as many units: who decides first at the end of the turn?",
        Nothing,
        who_decides,
        ("ba.gap.simultaneity",),
        title="Who decides first",
    ),
    Question("order-dice", "Whose order dice are drawn next?", Cup, order_dice, ("ba.turn.draw",), title="Order dice"),
)
