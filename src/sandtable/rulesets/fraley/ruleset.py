"""The Fraley company rules as the engine plays them: the contract of a rulebook, fulfilled."""

from functools import partial

from sandtable.mechanics.clauses import rule
from sandtable.mechanics.verbs import applied_by
from sandtable.play.ruleset import Ruleset, no_secret, open_to_all
from sandtable.rulesets.fraley.setup.battleground import lay_out
from sandtable.rulesets.fraley.setup.forces import troops
from sandtable.rulesets.fraley.setup.set_up import set_up_battle
from sandtable.rulesets.fraley.telling.aims import briefing, tally
from sandtable.rulesets.fraley.telling.log import sentence
from sandtable.rulesets.fraley.telling.outlook import field_of, outlook
from sandtable.rulesets.fraley.telling.promises import promises
from sandtable.rulesets.fraley.telling.roaming import roams, shots
from sandtable.rulesets.fraley.telling.showing import card_of, cards, heading, laid, marked, shown
from sandtable.rulesets.fraley.telling.stakes import MATTERS, changes, foresees, noted, worth
from sandtable.rulesets.fraley.turn.turn import next_step
from sandtable.rulesets.fraley.verbs.acts import RESULTS, THROWS, act
from sandtable.rulesets.library import scenario_in, scenarios_in

from .options import Options
from .state import Battle
from .verbs import VERBS

RULESET = Ruleset(
    name="fraley",
    prefix="fraley",
    title="Test Rules, company-level WW2, by Brandon Fraley",
    about="Stands in platoons: a side acts until a check fails; suppression, assaults, barrages.",
    short_title="Test Rules",
    pitch="platoons of stands",
    emblem="stands",
    version=3,
    history={
        1: "First complete version.",
        2: "No die is thrown for a Training Check that no die can pass, unless a natural 6 would let Units act again. The"
        " machine gun of a half-track fires ahead, as the book has it of all but Infantry; a switch has it as before.",
        3: "As the book prints of every round, both roll for the first Initiative where one holds and the other attacks,"
        " too; a switch has it as before.",
    },
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
    promises=promises,
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
