"""Secrets of the Third Reich as the engine plays it: the contract of a rulebook, fulfilled."""

from functools import partial

from sandtable.mechanics.verbs import applied_by
from sandtable.play.ruleset import Ruleset
from sandtable.rulesets.library import scenario_in, scenarios_in
from sandtable.rulesets.sotr.basics.hidden import as_seen, secret_of
from sandtable.rulesets.sotr.setup.battleground import lay_out
from sandtable.rulesets.sotr.setup.forces import troops
from sandtable.rulesets.sotr.setup.set_up import set_up_battle
from sandtable.rulesets.sotr.telling.aims import briefing, tally
from sandtable.rulesets.sotr.telling.log import sentence
from sandtable.rulesets.sotr.telling.outlook import field_of, outlook
from sandtable.rulesets.sotr.telling.promises import promises
from sandtable.rulesets.sotr.telling.roaming import roams, shots
from sandtable.rulesets.sotr.telling.showing import card_of, cards, heading, marked, shown
from sandtable.rulesets.sotr.telling.stakes import MATTERS, changes, foresees, noted, worth
from sandtable.rulesets.sotr.turn.turn import next_step
from sandtable.rulesets.sotr.verbs.acts import RESULTS, THROWS, act

from .options import Options
from .state import Battle
from .verbs import VERBS

RULESET = Ruleset(
    name="sotr",
    prefix="sotr",
    title="Secrets of the Third Reich 1949, beta rules 2-4",
    about="Model by model, with Overwatch, Hidden units, HORROR, zombies and walking machines.",
    short_title="Third Reich 1949",
    pitch="zombies and walkers",
    emblem="fox",
    version=3,
    history={
        1: "First complete version.",
        2: "Units that begin Hidden are named first and set up last, in secret, out of sight of the enemy.",
        3: "Where our reading was not the sentence it is now: a side's own monsters are a HORROR to it too; the owner of a"
        " unit may put wounds on models out of sight; each model that flames touch takes its own Cool test; exploding fuel"
        " hits friends; grenades count every model that remains; CONCENTRATE YOUR FIRE has no maximum; a medic does not"
        " put out who burns; Large models have soft cover; a Titanic one may stand on a building.",
    },
    options_type=Options,
    state_type=Battle,
    setup=set_up_battle,
    next_step=next_step,
    apply=applied_by(VERBS),
    turn=lambda state: state.turn,
    outcome=lambda state: state.outcome,
    setting_up=lambda state: state.phase == "setup",
    view=as_seen,
    secret_of=secret_of,
    sentence=sentence,
    heading=heading,
    card=card_of,
    shown=shown,
    act=act,
    results=RESULTS,
    throws=THROWS,
    objectives=lambda state: state.objectives,
    marked=marked,
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
