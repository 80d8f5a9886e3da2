"""Spotting who fires (1.6.1.5.3): a Hidden unit that shoots may be found by the unit it shoots at."""

from sandtable.mechanics.clauses import rule
from sandtable.mechanics.modifiers import felt
from sandtable.play.modifier import Modifier
from sandtable.play.script import Play
from sandtable.play.stage import stage
from sandtable.rulesets.sotr.basics.hidden import called
from sandtable.rulesets.sotr.basics.ways import who
from sandtable.rulesets.sotr.nerve.cool import Cool, cool_test, may_not_command, officer_of, takes_tests
from sandtable.rulesets.sotr.options import Options
from sandtable.rulesets.sotr.state import Battle
from sandtable.rulesets.sotr.units.conditions import reveal


@rule("sotr.hide.spot-bonus")
def spot_bonus(shooters: int, options: Options) -> tuple[Modifier, ...]:
    """What is added to the roll that spots who fires: one for every model of theirs that fired above the first."""
    return tuple(felt([options.tables.command.spotting.times(max(0, shooters - 1), "shooters beyond the first")]))


@rule("sotr.hide.ends-shooting")
def spotting(state: Battle, target: int, shooters: int) -> Cool:
    """The Command Roll by which a unit under fire spots who fires: its Officer's, or on its own Cool if he cannot."""
    officer = officer_of(state, target)
    unit = state.units[target]
    if officer is not None and may_not_command(state, officer) is None:
        value, whose = state.figures[officer].cool, who(state, officer)
    else:
        value, whose = unit.card.cool, unit.name
    return Cool(value, whose, spot_bonus(shooters, state.options))


@stage
@rule("sotr.hide.ends-shooting")
async def spotted_by_fire(play: Play[Battle], number: int, shooters: int, target: int) -> None:
    """A Hidden unit has shot with so many models: the target unit may spot it."""
    state = play.state
    if not state.units[number].hidden or not state.units[number].on_table:
        return
    if state.options.hidden_shot_reveals == "always":
        reveal(play, number, "sotr.hide.ends-shooting", why="shooting")
        return
    if not state.units[target].on_table or not takes_tests(state, target):
        return
    on = spotting(state, target, shooters)
    because = ("sotr.hide.ends-shooting", "sotr.hide.spot-bonus")
    if await cool_test(play, target, on, "spotting who fires", because):
        reveal(play, number, "sotr.hide.ends-shooting", why=f"spotted by {called(play.state, target)}")
