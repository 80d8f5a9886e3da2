"""Break tests (1.6.2.10): units that lost GONERs to fire."""

from sandtable.mechanics.clauses import rule
from sandtable.play.script import Play
from sandtable.play.stage import stage
from sandtable.rulesets.sotr.basics.cover import unit_cover, unit_in_cover
from sandtable.rulesets.sotr.basics.sight import LIGHT, standing
from sandtable.rulesets.sotr.state import Battle
from sandtable.rulesets.sotr.units.afterwards import flee_from_fire
from sandtable.rulesets.sotr.units.conditions import disorganize
from sandtable.rulesets.sotr.units.losses import Losses, add_losses

from .cool import cool, cool_test, takes_tests


@rule("sotr.break.trigger", "sotr.break.each-enemy", "sotr.break.ex-two-units")
async def break_tests(play: Play[Battle], losses: Losses, by: int, *because: str) -> None:
    """Each unit that lost GONERs to a unit's fire tests at once, and runs or is Disorganized if it fails.

    While that unit's shooting action is under way its toll is only noted: one test is taken when all of it is resolved.
    """
    if not losses:
        return
    if play.state.firing == by >= 0:
        play.tell("counted losses", "sotr.break.each-enemy", sets={"toll": add_losses(play.state.toll, losses)})
        return
    for number, goners in losses:
        if goners:
            await break_test(play, number, by, because)


@rule("sotr.frenzy.no-casualty-test", "sotr.gap.vehicle-morale", "sotr.down.no-cool")
def must_test(state: Battle, number: int) -> bool:
    """Whether a unit that lost models to fire tests for it: not the mindless, machines, the Frenzied, or those all DOWN."""
    unit = state.units[number]
    if not unit.on_table or unit.machine or not takes_tests(state, number):
        return False
    return not all(state.figures[man].frenzied for man in standing(state, number))


@rule("sotr.break.fail-cover")
def covered_from(state: Battle, number: int, by: int) -> bool:
    """Whether a unit is in cover from whoever shot at it: more than half of its standing models."""
    attackers = standing(state, by) if by >= 0 and state.units[by].on_table else ()
    if not attackers:
        return unit_in_cover(state, number)
    return unit_cover(state, number, attackers) >= LIGHT


@stage
@rule("sotr.break.trigger")
async def break_test(play: Play[Battle], number: int, by: int, because: tuple[str, ...]) -> None:
    """One unit's break test: failed in cover it is Disorganized, failed in the open it runs."""
    if not must_test(play.state, number):
        return
    cited = ("sotr.break.trigger", "sotr.break.each-enemy", *because)
    if await cool_test(play, number, cool(play.state, number), "losses to fire", cited):
        return
    if covered_from(play.state, number, by):
        disorganize(play, number, "sotr.break.fail-cover", why="nerves fail under fire")
        return
    disorganize(play, number, "sotr.break.fail-open", why="nerves fail under fire", flees=True)
    await flee_from_fire.play(play, number)
