"""The Platoon Sheet as the engine plays it: the table of its functions."""

from functools import partial

from sandtable.mechanics.verbs import applied_by
from sandtable.play.ruleset import Ruleset
from sandtable.rulesets.library import scenario_in, scenarios_in

from .acts import RESULTS, THROWS, act
from .aims import briefing, tally
from .forces import troops
from .movement import marching
from .options import Options
from .setup import set_up_battle
from .shooting import shots
from .showing import card_of, cards, heading, shown
from .sight import field_of, outlook
from .stakes import MATTERS, changes, foresees, worth
from .state import Battle
from .turn import next_step
from .verbs import VERBS, sentence
from .victory import objective

RULESET = Ruleset(
    name="platoon-sheet",
    prefix="sheet",
    title="Platoon Sheet",
    version=1,
    history={1: "First version."},
    options_type=Options,
    state_type=Battle,
    setup=set_up_battle,
    next_step=next_step,
    apply=applied_by(VERBS),
    turn=lambda state: state.turn,
    outcome=lambda state: state.outcome,
    setting_up=lambda state: state.phase == "setup",
    sentence=sentence,
    heading=heading,
    card=card_of,
    shown=shown,
    act=act,
    results=RESULTS,
    throws=THROWS,
    objectives=lambda state: [objective(state)],
    briefing=briefing,
    tally=tally,
    outlook=outlook,
    field=field_of,
    roams=marching,
    shots=shots,
    matters=MATTERS,
    foresees=foresees,
    changes=changes,
    worth=worth,
    cards=cards,
    scenarios=partial(scenarios_in, __package__, troops),
    scenario=partial(scenario_in, __package__),
)
