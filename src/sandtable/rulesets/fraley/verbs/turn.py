"""Verbs of rounds, Initiatives, activations, morale and the end of the battle."""

from msgspec.structs import replace

from sandtable.mechanics.clauses import rule
from sandtable.play.events import Event
from sandtable.play.state import with_unit
from sandtable.rulesets.fraley.state import Battle, Team, Unit

from .common import Verb, nothing, set_figures, set_state, set_unit

# As after an activation in which it did nothing, and as before the first one (fraley.gap.first-round).
AT_REST = {"moved": False, "fired": False, "observed": False}


@rule("fraley.gap.first-round", "fraley.activation.once", "fraley.overwatch.duration")
def begin_activation(state: Battle, event: Event) -> Battle:
    """What its Teams did in the last activation, and what lasted until this one, is over; `also` acts with the Unit."""
    assert event.unit is not None
    teams = state.figures
    busy = [figure for figure in event.figures if teams[figure].moved or teams[figure].fired or teams[figure].observed]
    if busy:
        teams = tuple([replace(team, **AT_REST) if figure in busy else team for figure, team in enumerate(teams)])
    units = list(state.units)
    for place in event.sets["also"]:
        units[place] = replace(units[place], ran=False, went=False, overwatch=False)
    units[event.unit] = replace(
        units[event.unit], done=True, refreshed=False, overwatch=False, ran=False, went=False, placed=False
    )
    return replace(state, figures=teams, units=tuple(units), acting=event.unit, activated=state.initiative)


@rule("fraley.reactivation.who-benefits")
def make_ready(state: Battle, event: Event) -> Battle:
    """Units (`units`) that have activated may do so again."""
    for number in event.sets["units"]:
        state = with_unit(state, number, {"done": False, "refreshed": True})
    return state


def decline(state: Battle, event: Event) -> Battle:
    """Units (`units`) that need not act again do not; the rest is set."""
    for number in event.sets["units"]:
        state = with_unit(state, number, {"done": True, "refreshed": False})
    return state


@rule("fraley.round.end", "fraley.gtg.declare-cost", "fraley.overwatch.duration", "fraley.action.run-save-penalty")
def end_round(state: Battle, event: Event) -> Battle:
    """What lasts for a round is over. Who lay Gone to Ground to its end has been still and silent."""
    expires = state.options.overwatch_expires == "round_end"
    units = tuple(_rested(unit, expires=expires) for unit in state.units)
    lying = {man for unit in state.units if unit.grounded for man in unit.men}
    figures = tuple(_silent(team) if man in lying else team for man, team in enumerate(state.figures))
    return replace(state, units=units, figures=figures, **event.sets)


def _rested(unit: Unit, *, expires: bool) -> Unit:
    return replace(
        unit,
        done=False,
        refreshed=False,
        grounded=False,
        still=False,
        ran=False,
        went=unit.went and not unit.grounded,
        lost=0,
        overwatch=unit.overwatch and not expires,
    )


def _silent(team: Team) -> Team:
    return replace(team, moved=False, fired=False, observed=False)


VERBS: dict[str, Verb] = {
    # rounds and Initiatives
    "a round began": Verb(set_state, "# Round {round}: {name} have the first Initiative"),
    "an Initiative began": Verb(set_state, "{name} have the Initiative"),
    "declined to act again": Verb(decline, "{name} do not act again this round"),
    "the round was over": Verb(set_state, "all Units have acted"),
    "objectives were counted": Verb(set_state, "objectives: {score}"),
    "the round ended": Verb(end_round, ""),
    "another round was due": Verb(set_state, ""),
    "the battle ended": Verb(set_state, "# The battle is over: {why}"),
    # activations
    "was activated": Verb(begin_activation, ""),
    "ended its activation": Verb(set_state, ""),
    "made Units ready again": Verb(make_ready, "a 6: {many} may activate again"),
    "shed a marker": Verb(set_figures, "{unit}: a marker comes off {who}"),
    "declared its action": Verb(nothing, "{unit}: {what}"),
    "did nothing of it": Verb(nothing, "{unit:does} nothing"),
    "went on Overwatch": Verb(set_unit, "{unit:goes} on Overwatch"),
    # the company
    "called the retreat": Verb(set_state, "# {name} retreat{why: (?)}"),
}
