"""Opportunity fire, where it is played: a team that spent nothing in its own part fires at the first enemy that moves."""

from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask_seat
from sandtable.play.domains import YesNo
from sandtable.play.script import Play
from sandtable.rulesets.skirmish41.basics.charts import UNAIMED
from sandtable.rulesets.skirmish41.basics.units import is_solo, on_table
from sandtable.rulesets.skirmish41.fire.shooting import carry_out
from sandtable.rulesets.skirmish41.fire.shots import Fire, firing
from sandtable.rulesets.skirmish41.fire.targets import Aim, open_targets
from sandtable.rulesets.skirmish41.nerve.morale import tests_due
from sandtable.rulesets.skirmish41.spotting.hidden import known_to
from sandtable.rulesets.skirmish41.state import Battle

CLAUSE = "sk.gap.opportunity-fire"


@rule("sk.gap.opportunity-fire")
def may_fire(state: Battle, number: int) -> bool:
    """Whether a team has all its actions left from its own part, and may use them."""
    unit = state.units[number]
    if unit.mounted or unit.routing or unit.frozen or unit.passed or not unit.done:
        return False
    return bool(unit.men) and all(state.figures[man].spent == 0 for man in unit.men)


@rule("sk.gap.opportunity-fire")
async def opportunity(play: Play[Battle], mover: int) -> None:
    """Whoever may and wants to fires unaimed at a team that has just moved in his sight."""
    if not play.state.options.opportunity_fire or not play.state.units[mover].on_table:
        return
    side = 1 - play.state.units[mover].side
    if play.state.active == side:
        return
    for number in on_table(play.state, side):
        state = play.state
        if not state.units[mover].spotted or not may_fire(state, number):
            continue
        aim = Aim(mover)
        if aim not in open_targets(known_to(state, side), number):
            continue
        if not is_solo(state, side) and not await _wants(play, number, mover):
            play.tell("let it pass", CLAUSE, unit=number, sets={"passed": True})
            continue
        way = Fire(UNAIMED, 3)
        guns = tuple(firing(play.state, number, aim, way))
        if guns:
            await carry_out(play, number, aim, way, guns, -1)
            await tests_due(play)
        if not play.state.units[mover].on_table:
            return


async def _wants(play: Play[Battle], number: int, mover: int) -> bool:
    state = play.state
    unit = state.units[number]
    words = f"{unit.name}: fire at {state.units[mover].name} as it moves?"
    return await ask_seat(unit.seat, "opportunity fire", YesNo(), words, CLAUSE, unit=number, usual=True)
