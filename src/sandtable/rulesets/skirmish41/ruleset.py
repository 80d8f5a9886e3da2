"""WW2 skirmish 4.1 as the engine plays it: the contract of a rulebook, fulfilled."""

from functools import partial

from sandtable.mechanics.clauses import rule
from sandtable.mechanics.verbs import applied_by
from sandtable.play.ruleset import Ruleset, measured_beforehand
from sandtable.rulesets.library import scenario_in, scenarios_in
from sandtable.rulesets.skirmish41.basics.forces import troops
from sandtable.rulesets.skirmish41.setup.battleground import lay_out
from sandtable.rulesets.skirmish41.setup.set_up import plays_itself, set_up_battle
from sandtable.rulesets.skirmish41.spotting.hidden import as_seen, secret_of
from sandtable.rulesets.skirmish41.telling.aims import briefing, tally
from sandtable.rulesets.skirmish41.telling.log import sentence
from sandtable.rulesets.skirmish41.telling.outlook import field_of, outlook
from sandtable.rulesets.skirmish41.telling.promises import promises
from sandtable.rulesets.skirmish41.telling.roaming import roams, shots
from sandtable.rulesets.skirmish41.telling.showing import card_of, cards, counters_of, heading, marked, shown
from sandtable.rulesets.skirmish41.telling.stakes import MATTERS, changes, foresees, noted, worth
from sandtable.rulesets.skirmish41.turn.turn import next_step
from sandtable.rulesets.skirmish41.verbs.acts import RESULTS, THROWS, act

from .options import Options
from .state import Battle
from .verbs import VERBS

RULESET = Ruleset(
    name="skirmish41",
    prefix="sk",
    title="WW2 skirmish 4.1",
    about="Figure by figure; enemies have to be spotted, and the rules themselves can play them.",
    short_title="Skirmish 4.1",
    pitch="find them first",
    emblem="binoculars",
    version=3,
    history={
        1: "First complete version.",
        2: "Mines strike every member of a team with his own shot, not a man at random for each hit. Sides that begin with"
        " enemies in sight are aware of them. Dummies lie in cover and are not found out while they are set up. A grenade"
        " in a vehicle finds everybody in it enclosed there, whoever of them falls first.",
        3: "Where our reading was not the sheet's words it is now: a team moves before it dices off its suppression; any"
        " friend within four inches saves who is beaten from being captured; weapons fired together have on the effect"
        " die what all of them have.",
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
    premeasures=rule("sk.gap.table")(measured_beforehand),
    plays_itself=plays_itself,
    sentence=sentence,
    heading=heading,
    card=card_of,
    shown=shown,
    act=act,
    results=RESULTS,
    throws=THROWS,
    objectives=lambda state: state.objectives,
    marked=marked,
    counters=counters_of,
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
    got_away=lambda state, unit: state.units[unit].place == "left",
    cards=cards,
    random_map=lay_out,
    scenarios=partial(scenarios_in, __package__, troops),
    scenario=partial(scenario_in, __package__),
)
