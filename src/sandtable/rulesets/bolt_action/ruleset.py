"""Bolt Action as the engine plays it: the contract of a rulebook, fulfilled."""

from functools import partial

from sandtable.mechanics.verbs import applied_by
from sandtable.play.ruleset import Ruleset
from sandtable.rulesets.library import scenario_in, scenarios_in

from .acts import RESULTS, THROWS, act
from .aims import briefing, tally
from .battleground import lay_out
from .forces import troops
from .foreseeing import MATTERS, changes, foresees, noted, worth
from .log import sentence
from .mustering import set_up_battle
from .options import Options
from .outlook import field_of, outlook
from .prospects import prospects
from .roaming import roams, shots
from .showing import as_seen, card_of, cards, heading, shown
from .state import Battle
from .turn import next_step
from .verbs import VERBS

RULESET = Ruleset(
    name="bolt-action",
    prefix="ba",
    title="Bolt Action, first-edition playsheet",
    about="Units take turns as order dice are drawn from a cup; fire pins them down.",
    short_title="Bolt Action",
    pitch="order dice from a cup",
    emblem="order-dice",
    version=2,
    history={
        1: "First complete version.",
        2: "A vehicle that comes on keeps clear of those at the table's edge.",
    },
    options_type=Options,
    screen_options={"premeasure": True},  # a screen shows distances to whoever can read a map
    state_type=Battle,
    setup=set_up_battle,
    next_step=next_step,
    apply=applied_by(VERBS),
    turn=lambda state: state.turn,
    outcome=lambda state: state.outcome,
    setting_up=lambda state: state.phase == "setup",
    view=as_seen,
    premeasures=lambda state: state.options.premeasure,
    sentence=sentence,
    heading=heading,
    card=card_of,
    shown=shown,
    act=act,
    results=RESULTS,
    throws=THROWS,
    objectives=lambda state: state.objectives,
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
    got_away=lambda state, unit: state.units[unit].place == "left" and not state.units[unit].forced_off,
    cards=cards,
    random_map=lay_out,
    scenarios=partial(scenarios_in, __package__, troops),
    scenario=partial(scenario_in, __package__),
)
