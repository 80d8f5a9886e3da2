"""Suppression, morale, rallying, and crews that waver."""

from typing import Annotated, Literal

import msgspec

from sandtable.mechanics.questions import Found, LeavesView, Staged, Unfit, asks, field
from sandtable.rulesets.skirmish41.nerve.morale import WHEN, test_morale, total_of, try_to_rally
from sandtable.rulesets.skirmish41.nerve.suppression import removal_modifiers, shake_off
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.state import Battle, Card

from .bare import NO_TEST, ON_FOOT, Party, Read, battle, checked, men_of, staged
from .fields import UnitMen, UnitRating, UnitRouting, UnitStrength, UnitSuppression, UnitUnderFire, UnitWounded

# ---- suppression


class Recovering(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A suppressed team."""

    suppression: UnitSuppression = 1
    led: Annotated[
        bool, field("Led", "an unhurt NCO or officer of its own, or an officer within 12 inches and in sight")
    ] = True
    under_fire: UnitUnderFire = True
    in_the_open: Annotated[bool, field("In the open", "every figure of it")] = False


@asks(
    "suppression",
    "Removing suppression",
    clauses=("sk.gap.suppression-removal", "sk.turn.player-phase", "sk.turn.solo-phase"),
    leaves=(LeavesView("suppression", "unit", "suppression", "set"),),
)
def recover(given: Recovering, options: Options) -> Staged:
    """How many markers does a suppressed team shake off?"""
    if not given.suppression:
        raise Unfit("suppression", "it has no marker [sk.gap.suppression-removal]")
    found = removal_modifiers(options, led=given.led, quiet=not given.under_fire, in_the_open=given.in_the_open)
    state = battle(options, Party("the team", men_of(1, 0), fields={"suppression": given.suppression}))

    def read(after: Battle, _: object, _noted: object) -> Found:
        left = after.units[0].suppression
        return {"removed": given.suppression - left, "suppression": left, "free": not left}

    return staged(state, lambda play: shake_off(play, 0, found), read)


# ---- morale


CAUSES = Literal["suppressed", "casualty", "charged", "lost-melee", "crossing"]
REASONS = {
    "suppressed": "suppressed",
    "casualty": "casualty",
    "charged": "charged",
    "lost-melee": "lost a melee",
    "crossing": "crossing open ground",
}


class Testing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A team that has to test its morale."""

    men: UnitMen = 4
    rating: UnitRating = 2
    wounded: UnitWounded = 0
    suppression: UnitSuppression = 1
    routing: UnitRouting = False
    cause: Annotated[CAUSES, field("Cause", "one test for all causes together")] = "suppressed"


CANNOT = "nothing: it cannot fail"


def points(given: "Testing | Wavering", card: Card, options: Options) -> str:
    """The action points of a team or of a crew in words: unhurt, and what wounds and suppression take from them."""

    def of(wounded: int, suppression: int) -> int:
        men = men_of(given.men, wounded, given.rating)
        return total_of(battle(options, Party("", men, card, fields={"suppression": suppression})), 0)

    unhurt, calm, now = of(0, 0), of(given.wounded, 0), of(given.wounded, given.suppression)
    less = ((calm - unhurt, "wounds"), (now - calm, "suppressed"))
    return ", ".join([f"{unhurt} action points", *(f"{value:+d} {why}" for value, why in less if value)])


@asks(
    "morale",
    "Morale test",
    clauses=(
        *dict.fromkeys(WHEN[reason] for reason in REASONS.values()),
        "sk.morale.test",
        "sk.morale.total",
        "sk.morale.retire",
        "sk.morale.extra-suppression",
        "sk.morale.fall-back",
        "sk.morale.rout",
    ),
    leaves=(
        LeavesView("suppression", "unit", "suppression", "set"),
        LeavesView("routing", "unit", "routing", "set"),
    ),
)
def morale(given: Testing, options: Options) -> Staged:
    """Does a team stand, retire, fall back or rout?"""
    if given.routing:
        raise Unfit("routing", "who routs already does not test: ask about rally [sk.morale.rout]")
    men = men_of(given.men, given.wounded, given.rating)
    state = battle(options, Party("the team", men, fields={"suppression": given.suppression}))
    reasons = (REASONS[given.cause],)
    said = points(given, ON_FOOT, options)
    return staged(state, lambda play: test_morale(play, 0, reasons), morale_read(0), CANNOT, said)


def morale_read(number: int) -> Read:
    """How a test of morale has ended for a team."""
    return lambda after, _, noted: {
        "result": noted.get((number, "morale"), NO_TEST),
        "suppression": after.units[number].suppression,
        "falls_back": noted.get((number, "falls back"), 0),
        "routing": after.units[number].routing,
    }


# ---- rally


class Rallying(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A routing team at the start of its turn."""

    men: UnitMen = 3
    strength: UnitStrength = 4
    routing: UnitRouting = True


@asks(
    "rally",
    "Rally",
    clauses=("sk.morale.rally", "sk.morale.rout"),
    leaves=(LeavesView("routing", "unit", "routing", "set"),),
)
def rally(given: Rallying, options: Options) -> Staged:
    """Does a routing team rally at the start of its turn?"""
    if not given.routing:
        raise Unfit("routing", "it does not rout [sk.morale.rally]")
    checked(given.men, given.strength, "men", "left")
    fields = {"routing": True, "strength": given.strength}
    state = battle(options, Party("the team", men_of(given.men, 0), fields=fields))

    def read(after: Battle, rallied: bool, _noted: object) -> Found:
        return {"rallies": rallied, "routing": after.units[0].routing}

    return staged(state, lambda play: try_to_rally(play, 0), read, "it never rallies: less than half of it is left")


# ---- crews


class Wavering(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The crew of a vehicle that lost a man or was struck with effect."""

    men: UnitMen = 3
    rating: UnitRating = 2
    wounded: UnitWounded = 0
    suppression: Annotated[
        int, field("Suppression", "of the crew of an open vehicle", role="unit", fact="suppression", ge=0, le=9)
    ] = 0
    cause: Annotated[Literal["hit", "casualty"], field("Cause", "a hit of 7 or more, or a man lost")] = "hit"


@asks(
    "crew-morale",
    "Morale of a crew",
    clauses=("sk.gap.vehicle-suppression", "sk.morale.test", "sk.morale.total"),
    leaves=(LeavesView("destroyed", "unit", "destroyed", "set"),),
)
def crew_morale(given: Wavering, options: Options) -> Staged:
    """Does a crew stay in its vehicle?"""
    men, card = men_of(given.men, given.wounded, given.rating), Card("", "", "", "vehicle", 0)
    state = battle(options, Party("the crew", men, card, fields={"suppression": given.suppression}))
    said = points(given, card, options)
    return staged(state, lambda play: test_morale(play, 0, (given.cause,)), crew_read(0), CANNOT, said)


def crew_read(number: int) -> Read:
    """How a test of morale has ended for a crew."""
    return lambda after, _, noted: {"result": noted[number, "morale"], "destroyed": after.units[number].afoot}
