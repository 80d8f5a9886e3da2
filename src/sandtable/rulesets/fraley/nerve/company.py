"""The company check: whether the Company Commander calls the retreat."""

from sandtable.mechanics.clauses import rule
from sandtable.play.script import Play
from sandtable.play.stage import stage
from sandtable.rulesets.fraley.basics.teams import units_left
from sandtable.rulesets.fraley.basics.training import check
from sandtable.rulesets.fraley.state import Battle

HALF = 2


@rule("fraley.company.trigger")
async def after_loss(play: Play[Battle], side: int) -> None:
    """A Unit of a side has been destroyed: its company checks if fewer than half of its Units are left."""
    state = play.state
    if below_half(len(units_left(state, side)), state.units_at_start[side]):
        await company_check(play, side, "fraley.company.trigger")


def below_half(left: int, start: int) -> bool:
    """Whether fewer than half of a company's Units are left."""
    return HALF * left < start


@rule("fraley.company.one-unit")
async def last_unit(play: Play[Battle], side: int) -> None:
    """At the end of each round a company of which one Unit is left checks; one that began with a single Unit does not."""
    state = play.state
    if is_last_unit(len(units_left(state, side)), state.units_at_start[side]):
        await company_check(play, side, "fraley.company.one-unit")


def is_last_unit(left: int, start: int) -> bool:
    """Whether one Unit is left of a company that had more."""
    return left == 1 < start


@stage
@rule("fraley.gap.cc-activation")
async def company_check(play: Play[Battle], side: int, clause: str) -> None:
    """The check on the CC's Training; without him it has failed. A company retreats once."""
    state = play.state
    if side in state.retreats:
        return
    number = _in_command(state, side)
    if number is None:
        retreat(play, side, clause, "fraley.company.no-cc", why="no Company Commander is there to hold it together")
        return
    # The reroll is for Units (fraley.company.trigger), unless a table lets the CC have it for this.
    own = state.options.cc_may_reroll_company_check
    checked = await check(play, number, "company", clause, final=not own, own=own)
    play.tell(
        "checked its Training",
        clause,
        unit=number,
        tells={"passed": checked.passed, "why": "company"},
        rolls=checked.rolls,
    )
    if not checked.passed:
        retreat(play, side, clause, why="the Company Commander calls it off")


@rule("fraley.company.no-cc", "fraley.gap.transport")
def _in_command(state: Battle, side: int) -> int | None:
    """The CC, if he is on the table, be it in a vehicle."""
    ccs = [number for number, unit in enumerate(state.units) if unit.side == side and unit.card.rank == "cc"]
    return next((number for number in ccs if state.units[number].place in {"table", "aboard"}), None)


def retreat(play: Play[Battle], side: int, *because: str, why: str) -> None:
    """A company retreats, and so loses the battle."""
    state = play.state
    play.tell(
        "called the retreat",
        "fraley.company.fail",
        *because,
        sets={"retreats": (*state.retreats, side)},
        tells={"name": state.names[side], "why": why},
    )
