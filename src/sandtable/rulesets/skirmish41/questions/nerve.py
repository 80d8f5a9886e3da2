"""Suppression, morale, rallying, and crews that waver."""

from typing import Annotated, Literal

import msgspec

from sandtable.mechanics.modifiers import Modifier
from sandtable.mechanics.questions import Asked, Found, LeavesView, Question, Unfit, field
from sandtable.rulesets.skirmish41.charts import D6
from sandtable.rulesets.skirmish41.morale import WHEN, rally_roll
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.suppression import removal_modifiers, removal_roll, score_for
from sandtable.rulesets.skirmish41.units import is_half

from .fields import (
    UnitMen,
    UnitRating,
    UnitRouting,
    UnitStrength,
    UnitSuppression,
    UnitUnderFire,
    UnitWounded,
)
from .team import morale_of, morale_of_crew, team_of, total_of

# ---- suppression


class Recovering(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A suppressed team."""

    suppression: UnitSuppression = 1
    led: Annotated[
        bool, field("Led", "an unhurt NCO or officer of its own, or an officer within 12 inches and in sight")
    ] = True
    under_fire: UnitUnderFire = True
    in_the_open: Annotated[bool, field("In the open", "every figure of it")] = False


def recover(given: Recovering, options: Options) -> Asked:
    """A die for each marker."""
    if not given.suppression:
        raise Unfit("suppression", "it has no marker [sk.gap.suppression-removal]")
    found = removal_modifiers(led=given.led, quiet=not given.under_fire, in_the_open=given.in_the_open)

    async def trial() -> Found:
        removed = (await removal_roll("The team", given.suppression, found, options, 0)).value[0]
        return {"removed": removed, "suppression": given.suppression - removed, "free": removed == given.suppression}

    return Asked(f"{score_for(found, options)}+ for each marker", found, trial)


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


def _points(modifiers: list[tuple[int, str, str]]) -> tuple[Modifier, ...]:
    return tuple(Modifier(value, why, clause) for value, why, clause in modifiers if value)


def morale(given: Testing, options: Options) -> Asked:  # noqa: ARG001
    """A D6 below the action points of the team."""
    if given.routing:
        raise Unfit("routing", "who routs already does not test: ask about rally [sk.morale.rout]")
    men = team_of(given.men, given.wounded).men
    total = total_of(men, given.rating, suppressed=given.suppression > 0)
    unhurt = total_of(team_of(given.men, 0).men, given.rating, suppressed=False)
    calm = total_of(men, given.rating, suppressed=False)
    said = _points(
        [
            (unhurt, "action points unhurt", "sk.morale.total"),
            (calm - unhurt, "wounds", "sk.morale.total"),
            (total - calm, "suppressed", "sk.morale.total"),
        ]
    )

    async def trial() -> Found:
        nerve = await morale_of(total, (REASONS[given.cause],), 0)
        return {
            "result": nerve.result,
            "suppression": given.suppression + nerve.marker,
            "falls_back": nerve.inches,
            "routing": nerve.routs,
        }

    return Asked("nothing: it cannot fail" if total > D6 else f"less than {total}", said, trial)


# ---- rally


class Rallying(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A routing team at the start of its turn."""

    men: UnitMen = 3
    strength: UnitStrength = 4
    routing: UnitRouting = True


def rally(given: Rallying, options: Options) -> Asked:  # noqa: ARG001
    """A 6, for a team of at least half its strength."""
    if not given.routing:
        raise Unfit("routing", "it does not rout [sk.morale.rally]")
    if given.men > given.strength:
        raise Unfit("men", f"{given.men} are left of {given.strength}")
    able = is_half(given.men, given.strength)

    async def trial() -> Found:
        rallied = able and bool((await rally_roll("the team", 0)).value)
        return {"rallies": rallied, "routing": not rallied}

    return Asked("6+" if able else "it never rallies: less than half of it is left", (), trial)


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


def crew_morale(given: Wavering, options: Options) -> Asked:  # noqa: ARG001
    """A D6 below the actions of the crew: two over and more is baling out."""
    total = total_of(team_of(given.men, given.wounded).men, given.rating, suppressed=given.suppression > 0)

    async def trial() -> Found:
        result = await morale_of_crew(total, (given.cause,), 0)
        return {"result": result, "destroyed": result == "bales out"}

    said = (Modifier(total, "actions of the crew", "sk.gap.vehicle-suppression"),) if total else ()
    return Asked("nothing: it cannot fail" if total > D6 else f"less than {total}", said, trial)


QUESTIONS = (
    Question(
        "suppression",
        "How many markers does a suppressed team shake off?",
        Recovering,
        recover,
        ("sk.gap.suppression-removal", "sk.turn.player-phase", "sk.turn.solo-phase"),
        title="Removing suppression",
        leaves=(LeavesView("suppression", "unit", "suppression", "set"),),
    ),
    Question(
        "morale",
        "Does a team stand, retire, fall back or rout?",
        Testing,
        morale,
        (
            *dict.fromkeys(WHEN[reason] for reason in REASONS.values()),
            "sk.morale.test",
            "sk.morale.total",
            "sk.morale.retire",
            "sk.morale.extra-suppression",
            "sk.morale.fall-back",
            "sk.morale.rout",
        ),
        title="Morale test",
        leaves=(
            LeavesView("suppression", "unit", "suppression", "set"),
            LeavesView("routing", "unit", "routing", "set"),
        ),
    ),
    Question(
        "rally",
        "Does a routing team rally at the start of its turn?",
        Rallying,
        rally,
        ("sk.morale.rally", "sk.morale.rout"),
        title="Rally",
        leaves=(LeavesView("routing", "unit", "routing", "set"),),
    ),
    Question(
        "crew-morale",
        "Does a crew stay in its vehicle?",
        Wavering,
        crew_morale,
        ("sk.gap.vehicle-suppression", "sk.morale.test", "sk.morale.total"),
        title="Morale of a crew",
        leaves=(LeavesView("destroyed", "unit", "destroyed", "set"),),
    ),
)
