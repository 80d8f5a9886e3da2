"""The D10 squad sheet as the engine plays it: the contract of a rulebook, fulfilled."""

from functools import partial

from sandtable.mechanics.clauses import rule
from sandtable.mechanics.verbs import applied_by
from sandtable.play.ruleset import Ruleset, measured_beforehand
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
from .showing import card_of, cards, heading, marked, objectives, shown
from .state import Battle
from .turn import next_step
from .verbs import VERBS

RULESET = Ruleset(
    name="d10",
    prefix="d10",
    title="D10 squad game",
    about="Squads are activated in turn, and on Hold they react to whoever moves, shoots or charges.",
    short_title="D10 squad game",
    pitch="hold and react",
    emblem="d10",
    version=1,
    history={1: "First complete version."},
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
