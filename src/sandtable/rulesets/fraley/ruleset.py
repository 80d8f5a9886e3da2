"""The Fraley company rules as the engine plays them: the contract of a rulebook, fulfilled."""

from functools import partial

from sandtable.mechanics.clauses import rule
from sandtable.mechanics.verbs import applied_by
from sandtable.play.ruleset import Ruleset, no_secret, open_to_all
from sandtable.rulesets.library import scenario_in, scenarios_in

from .acts import RESULTS, THROWS, act
from .aims import briefing, tally
from .battleground import lay_out
from .forces import troops
from .foreseeing import MATTERS, changes, foresees, noted, worth
from .log import sentence
from .options import Options
from .outlook import field_of, outlook
from .prospects import prospects
from .roaming import roams, shots
from .setup import set_up_battle
from .showing import card_of, cards, heading, laid, marked, shown
from .state import Battle
from .turn import next_step
from .verbs import VERBS

RULESET = Ruleset(
    name="fraley",
    prefix="fraley",
    title="Test Rules, company-level WW2, by Brandon Fraley",
    about="Stands in platoons: a side acts until a check fails; suppression, assaults, barrages.",
    short_title="Test Rules",
    pitch="platoons of stands",
    emblem="stands",
    version=1,
    history={1: "First complete version."},
    options_type=Options,
    state_type=Battle,
    setup=set_up_battle,
    next_step=next_step,
    apply=applied_by(VERBS),
    turn=lambda state: state.round,
    outcome=lambda state: state.outcome,
    setting_up=lambda state: state.phase == "setup",
    view=rule("fraley.gap.information")(open_to_all),
    secret_of=rule("fraley.gap.information")(no_secret),
    sentence=sentence,
    heading=heading,
    card=card_of,
    shown=shown,
    act=act,
    results=RESULTS,
    throws=THROWS,
    objectives=lambda state: state.objectives,
    marked=marked,
    laid=laid,
    briefing=briefing,
    tally=tally,
    outlook=outlook,
    field=field_of,
    prospects=prospects,
    roams=roams,
    shots=shots,
    matters=MATTERS,
    foresees=foresees,
    noted=noted,
    changes=changes,
    worth=worth,
    got_away=lambda state, unit: state.units[unit].place == "exited",
    cards=cards,
    random_map=lay_out,
    scenarios=partial(scenarios_in, __package__, troops),
    scenario=partial(scenario_in, __package__),
)
