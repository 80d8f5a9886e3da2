"""The end of a round: whether Units stay, and whether the company does."""

from typing import Annotated, Literal

import msgspec

from sandtable.mechanics.questions import Found, LeavesView, Staged, Unfit, asks, field
from sandtable.play.script import Play
from sandtable.rulesets.fraley.nerve.company import after_loss, last_unit
from sandtable.rulesets.fraley.options import Options
from sandtable.rulesets.fraley.state import Battle, Level
from sandtable.rulesets.fraley.turn.morale import end_of_round

from .bare import INITIATIVE, Lot, Noted, Party, battle, commander, granted, staged
from .fields import CcReroll, Training

# ---- a Unit


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


@asks(
    "morale",
    "Morale of a Unit",
    clauses=("fraley.morale.trigger", "fraley.morale.fail", "fraley.morale.last-team", "fraley.cc.reroll-risk"),
    leaves=(LeavesView("destroyed", "unit", "destroyed", "set"),),
)
def morale(given: Shaken, options: Options) -> Staged:
    """Does a Unit that has lost Teams stay to fight?"""
    if given.teams > given.strength:
        raise Unfit("teams", f"{given.teams} Teams are left of {given.strength}")
    fields = {"strength": given.strength, "lost": given.lost}
    unit = Party("We", given.training, (Lot(given.teams),), tank=given.tanks, fields=fields)
    state = battle(options, unit, *granted(given.cc_reroll))
    return staged(state, end_of_round, become_of, "no check is due", heeds=("Training Check",))


def become_of(after: Battle, _: object, noted: Noted) -> Found:
    """What has become of the first Unit, and of whoever staked himself on it."""
    check, destroyed = noted.get((0, "Training Check")), after.units[0].place == "destroyed"
    stayed = "one Team is left" if destroyed else "no check" if check is None else "stays"
    ccs = [unit for unit in after.units if unit.card.rank == "cc" and unit.side == after.units[0].side]
    return {
        "result": "ran" if check == "fails" else stayed,
        "destroyed": destroyed,
        "cc_lost": any(cc.place == "destroyed" for cc in ccs),
    }


# ---- the company


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


@asks(
    "company",
    "The company's check",
    clauses=("fraley.company.trigger", "fraley.company.one-unit", "fraley.company.fail", "fraley.company.no-cc"),
)
def company(given: Company, options: Options) -> Staged:
    """Does the Company Commander call the retreat?"""
    if given.units > given.start:
        raise Unfit("units", f"{given.units} Units are left of {given.start}")
    if given.cc_reroll and not options.cc_may_reroll_company_check:
        raise Unfit(
            "cc_reroll", "the company's check is not a Unit's, and is not rolled again [fraley.company.trigger]"
        )
    spent = 0 if given.cc_reroll else INITIATIVE
    ccs = [commander(training=given.training, rerolled=spent)] if given.cc_on_table else []
    state = battle(
        options, *[Party(f"Unit {one}") for one in range(1, given.units + 1)], *ccs, at_start=(given.start, 0)
    )

    async def fall_due(play: Play[Battle]) -> None:
        await (after_loss if given.occasion == "unit-destroyed" else last_unit)(play, 0)

    def read(after: Battle, _: object, _noted: Noted) -> Found:
        return {"retreats": bool(after.retreats)}

    return staged(state, fall_due, read, "no check is due, or there is no CC")
