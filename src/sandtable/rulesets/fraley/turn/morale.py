"""Morale at the end of a round."""

from sandtable.mechanics.clauses import rule
from sandtable.play.script import Play
from sandtable.play.stage import action
from sandtable.rulesets.fraley.basics.teams import commander
from sandtable.rulesets.fraley.basics.training import check
from sandtable.rulesets.fraley.harm.losses import destroy
from sandtable.rulesets.fraley.nerve.company import last_unit
from sandtable.rulesets.fraley.state import Battle

HALF = 2


@rule("fraley.round.end")
async def end_of_round(play: Play[Battle]) -> None:
    """All tests and removals of the end of a round, in their order; first those of whoever won the roll-off.

    Unit morale, then Units down to one Team, then companies down to one Unit. All are taken even if a company retreats on
    the way: the other may as well.
    """
    sides = (play.state.first, 1 - play.state.first)
    for side in sides:
        for number in range(len(play.state.units)):
            if play.state.units[number].side == side and shaken(play.state, number):
                await morale_check(play, number)
    for side in sides:
        for number in range(len(play.state.units)):
            if play.state.units[number].side == side and alone(play.state, number):
                await destroy(play, number, "fraley.morale.last-team", why="one Team is left")
    for side in sides:
        await last_unit(play, side)


@rule("fraley.morale.trigger", "fraley.morale.repeat")
def shaken(state: Battle, number: int) -> bool:
    """Whether a Unit must check: it lost Teams this round, and fewer than half of those it started with are left."""
    unit = state.units[number]
    return unit.counts and unit.alive and must_check(len(unit.men), unit.strength, unit.lost)


def must_check(left: int, strength: int, lost: int) -> bool:
    """The same for so many Teams."""
    return lost > 0 and HALF * left < strength


@rule("fraley.morale.last-team", "fraley.gap.mixed-unit-type", "fraley.gap.cc-activation")
def alone(state: Battle, number: int) -> bool:
    """Whether a Unit goes because a single Team is left of it: not Tanks, and not who was single from the start."""
    unit = state.units[number]
    return unit.counts and unit.alive and is_last(len(unit.men), unit.strength, tank=unit.card.tank)


def is_last(left: int, strength: int, *, tank: bool) -> bool:
    """The same for so many Teams."""
    return not tank and left == 1 < strength


@action
@rule("fraley.morale.fail", "fraley.cc.reroll-risk")
async def morale_check(play: Play[Battle], number: int) -> None:
    """Whether a Unit stays to fight. If it goes although the CC had it roll again, he goes with it.

    Both are gone at once, so that a company check that falls due finds no CC.
    """
    side = play.state.units[number].side
    checked = await check(play, number, "morale", "fraley.morale.trigger")
    play.tell(
        "checked its Training",
        "fraley.morale.trigger",
        unit=number,
        tells={"passed": checked.passed, "why": "morale"},
        rolls=checked.rolls,
    )
    if checked.passed:
        return
    if checked.rerolled:
        cc = commander(play.state, side)
        assert cc is not None  # he has just had it rolled again
        await destroy(play, cc, "fraley.cc.reroll-risk", why="he staked himself on a Unit that ran")
    await destroy(play, number, "fraley.morale.fail", why="morale")
