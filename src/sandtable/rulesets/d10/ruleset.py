"""The D10 squad sheet as the engine plays it: the contract of a rulebook, fulfilled."""

from functools import partial

from sandtable.mechanics.clauses import rule
from sandtable.mechanics.verbs import applied_by
from sandtable.play.ruleset import Ruleset, measured_beforehand
from sandtable.rulesets.d10.setup.battleground import lay_out
from sandtable.rulesets.d10.setup.forces import troops
from sandtable.rulesets.d10.setup.set_up import set_up_battle
from sandtable.rulesets.d10.telling.aims import briefing, tally
from sandtable.rulesets.d10.telling.log import sentence
from sandtable.rulesets.d10.telling.outlook import field_of, outlook
from sandtable.rulesets.d10.telling.promises import promises
from sandtable.rulesets.d10.telling.roaming import roams, shots
from sandtable.rulesets.d10.telling.showing import card_of, cards, heading, marked, objectives, shown
from sandtable.rulesets.d10.telling.stakes import MATTERS, changes, foresees, noted, worth
from sandtable.rulesets.d10.turn.turn import next_step
from sandtable.rulesets.d10.verbs.acts import RESULTS, THROWS, act
from sandtable.rulesets.library import scenario_in, scenarios_in

from .options import Options
from .state import Battle
from .verbs import VERBS

RULESET = Ruleset(
    name="d10",
    prefix="d10",
    title="D10 squad game",
    about="Squads are activated in turn, and on Hold they react to whoever moves, shoots or charges.",
    short_title="D10 squad game",
    pitch="hold and react",
    emblem="d10",
    version=4,
    history={
        1: "First complete version.",
        2: "As the sheet prints, Steady weapons shoot worse for having moved and a leader among his men can be the nearest"
        " target; switches have it as before.",
        3: "As the sheet prints, a Rush through rough ground is triple, the owner of the target allocates aimed hits too,"
        " and a vehicle that has lost a round checks even if unhurt; switches have it as before.",
        4: "As the sheet prints, every hit on armour is rolled for damage, Indirect weapons fire at what they see, a vehicle"
        " that routs is removed, and all roll for the first initiative of a village; switches have it as before.",
    },
    options_type=Options,
    state_type=Battle,
    setup=set_up_battle,
    next_step=next_step,
    apply=applied_by(VERBS),
    turn=lambda state: state.turn,
    outcome=lambda state: state.outcome,
    setting_up=lambda state: state.phase == "setup",
    premeasures=rule("d10.gap.measuring")(measured_beforehand),
    sentence=sentence,
    heading=heading,
    card=card_of,
    shown=shown,
    act=act,
    results=RESULTS,
    throws=THROWS,
    objectives=objectives,
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
