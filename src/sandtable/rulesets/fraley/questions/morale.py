"""The end of a round: whether Units stay, and whether the company does."""

from typing import Annotated, Literal

import msgspec

from sandtable.mechanics.questions import Asked, Found, LeavesView, Question, Unfit, field
from sandtable.rulesets.fraley.company import below_half, is_last_unit
from sandtable.rulesets.fraley.morale import is_last, must_check
from sandtable.rulesets.fraley.options import Options
from sandtable.rulesets.fraley.state import CHECKS, Level

from .activation import checked, said
from .fields import CcReroll, Training


class Shaken(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A Unit at the end of a round."""

    training: Training = "veteran"
    teams: Annotated[int, field("Teams left", role="unit", fact="teams", ge=1, le=20)] = 4
    strength: Annotated[int, field("Teams at the start", role="unit", fact="strength", ge=1, le=20)] = 9
    lost: Annotated[
        int, field("Lost this round", "Teams it lost this round", role="unit", fact="lost", ge=0, le=20)
    ] = 2
    tanks: Annotated[bool, field("Tank Unit", "it began with Tank Teams only")] = False
    cc_reroll: CcReroll = False


def morale(given: Shaken, _options: Options) -> Asked:
    """Below half and with losses this round it checks; a single Team that is no Tank goes anyway."""
    if given.teams > given.strength:
        raise Unfit("teams", f"{given.teams} Teams are left of {given.strength}")
    due = must_check(given.teams, given.strength, given.lost)
    alone = is_last(given.teams, given.strength, tank=given.tanks)
    needed = CHECKS[given.training]

    async def trial() -> Found:
        if not due:
            return {"result": "one Team is left" if alone else "no check", "destroyed": alone, "cc_lost": False}
        check = await checked(given.cc_reroll, needed, "Morale", "fraley.morale.trigger")
        if not check.passed:
            return {"result": "ran", "destroyed": True, "cc_lost": check.rerolled}
        return {"result": "one Team is left" if alone else "stays", "destroyed": alone, "cc_lost": False}

    return Asked(said(needed) if due else "no check is due", (), trial)


class Company(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A company that has lost Units."""

    training: Annotated[Level, field("The CC's Training", role="unit", fact="training")] = "veteran"
    units: Annotated[int, field("Units left", "without CC and FO", ge=1, le=12)] = 2
    start: Annotated[int, field("Units at the start", "without CC and FO", ge=1, le=12)] = 6
    occasion: Annotated[Literal["unit-destroyed", "end-of-round"], field("Occasion", "when the check falls due")] = (
        "unit-destroyed"
    )
    cc_on_table: Annotated[bool, field("CC on the table")] = True
    cc_reroll: Annotated[bool, field("CC's reroll", "only where the table lets him have it for this")] = False


def company(given: Company, options: Options) -> Asked:
    """On the CC's Training; without him it has failed."""
    if given.units > given.start:
        raise Unfit("units", f"{given.units} Units are left of {given.start}")
    if given.cc_reroll and not options.cc_may_reroll_company_check:
        raise Unfit(
            "cc_reroll", "the company's check is not a Unit's, and is not rolled again [fraley.company.trigger]"
        )
    destroyed = given.occasion == "unit-destroyed"
    due = below_half(given.units, given.start) if destroyed else is_last_unit(given.units, given.start)
    clause = "fraley.company.trigger" if destroyed else "fraley.company.one-unit"
    needed = CHECKS[given.training]

    async def trial() -> Found:
        if not due or not given.cc_on_table:
            return {"retreats": due}
        check = await checked(given.cc_reroll, needed, "Company", clause)
        return {"retreats": not check.passed}

    if not due:
        return Asked("no check is due", (), trial)
    return Asked(said(needed) if given.cc_on_table else "it has failed: there is no CC", (), trial)


QUESTIONS = (
    Question(
        "morale",
        "Does a Unit that has lost Teams stay to fight?",
        Shaken,
        morale,
        ("fraley.morale.trigger", "fraley.morale.fail", "fraley.morale.last-team", "fraley.cc.reroll-risk"),
        title="Morale of a Unit",
        leaves=(LeavesView("destroyed", "unit", "destroyed", "set"),),
    ),
    Question(
        "company",
        "Does the Company Commander call the retreat?",
        Company,
        company,
        ("fraley.company.trigger", "fraley.company.one-unit", "fraley.company.fail", "fraley.company.no-cc"),
        title="The company's check",
    ),
)
