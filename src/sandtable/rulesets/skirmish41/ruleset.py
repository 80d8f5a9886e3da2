"""WW2 skirmish 4.1 as the engine plays it: the contract of a rulebook, fulfilled."""

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
from .hidden import as_seen, secret_of
from .log import sentence
from .options import Options
from .outlook import field_of, outlook
from .prospects import prospects
from .roaming import roams, shots
from .setup import plays_itself, set_up_battle
from .showing import card_of, cards, counters_of, heading, marked, shown
from .state import Battle
from .turn import next_step
from .verbs import VERBS

RULESET = Ruleset(
    name="skirmish41",
    prefix="sk",
    title="WW2 skirmish 4.1",
    about="Figure by figure; enemies have to be spotted, and the rules themselves can play them.",
    short_title="Skirmish 4.1",
    pitch="find them first",
    emblem="binoculars",
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
    prospects=prospects,
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
