"""Re-activation: a 6 on an activation check may let Units act again that have acted this round."""

from sandtable.dice.readings import AtLeast
from sandtable.dice.roll import Roll
from sandtable.grammar import count_of
from sandtable.mechanics.clauses import rule
from sandtable.play.script import Play
from sandtable.rulesets.fraley.options import Options
from sandtable.rulesets.fraley.state import GONE, Battle

SIX = 6
AT_ONCE, NEVER = 1, 7


@rule("fraley.reactivation.unit-count", "fraley.gap.cc-activation")
def units_counted(state: Battle, side: int) -> int:
    """How many Units choose the band: those on the table now, of both sides or of the one that rolled; no CC, no FO."""
    both = state.options.reactivation_count == "both_sides"
    present = [unit for unit in state.units if unit.card.rank == "unit" and unit.place in {"table", "aboard"}]
    return len(present if both else [unit for unit in present if unit.side == side])


def band(state: Battle, side: int) -> tuple[int, str]:
    """What the second die must score, and the clause: `AT_ONCE` for no second die, `NEVER` where there is no hope."""
    return band_of(units_counted(state, side), state.options)


@rule(
    "fraley.reactivation.up-to-5",
    "fraley.reactivation.6-to-10",
    "fraley.reactivation.11-to-12",
    "fraley.reactivation.over-12",
)
def band_of(many: int, options: Options) -> tuple[int, str]:
    """The same for so many Units."""
    rows = options.tables.reactivation.values()
    row = next(row for row in rows if row.units is None or many <= row.units)
    return row.needs or NEVER, row.clause


@rule("fraley.reactivation.who-benefits", "fraley.reactivation.includes-roller")
def beneficiaries(state: Battle, number: int) -> tuple[int, ...]:
    """The Units that would be eligible again: all that have activated, but not the one whose activation is under way.

    A CC is activated once a round; he is none of the Units of this rule (fraley.gap.cc-activation).
    """
    side, options = state.units[number].side, state.options
    both, himself = options.reactivation_scope == "both_sides", options.reactivation_includes_roller
    return tuple(
        [
            place
            for place, unit in enumerate(state.units)
            if unit.done
            and unit.card.rank == "unit"
            and unit.place not in GONE
            and (both or unit.side == side)
            and (himself or place != number)
        ]
    )


def again_roll(needed: int, seat: int, *because: str) -> Roll[int]:
    """The second die."""
    return Roll(1, 6, AtLeast(needed), why="Do Units act again?", because=because, seat=seat, needs=f"{needed}+")


def may_act_again(state: Battle, number: int) -> bool:
    """Whether a 6 of a Unit's check could make any Unit eligible again."""
    return bool(beneficiaries(state, number)) and band(state, state.units[number].side)[0] != NEVER


@rule("fraley.reactivation.first-roll-rules")
async def act_again(play: Play[Battle], number: int) -> None:
    """An activation check showed a 6: see whether Units act again. The list of actions is settled by the check alone."""
    state = play.state
    if not may_act_again(state, number):
        return
    units = beneficiaries(state, number)
    needed, clause = band(state, state.units[number].side)
    rolls: tuple[int, ...] = ()
    if needed != AT_ONCE:
        rolled = await again_roll(needed, state.units[number].side, clause)
        if not rolled.value:
            return
        rolls = (rolled.number,)
    play.tell(
        "made Units ready again",
        clause,
        "fraley.reactivation.who-benefits",
        unit=number,
        sets={"units": units},
        tells={"many": count_of(len(units), "Unit", "Units")},
        rolls=rolls,
    )
