"""Bolt Action as the engine plays it: the contract of a rulebook, fulfilled."""

from functools import partial

from sandtable.mechanics.verbs import applied_by
from sandtable.play.ruleset import Ruleset
from sandtable.rulesets.bolt_action.setup.battleground import lay_out
from sandtable.rulesets.bolt_action.setup.forces import troops
from sandtable.rulesets.bolt_action.setup.mustering import set_up_battle
from sandtable.rulesets.bolt_action.telling.aims import briefing, tally
from sandtable.rulesets.bolt_action.telling.log import sentence
from sandtable.rulesets.bolt_action.telling.outlook import field_of, outlook
from sandtable.rulesets.bolt_action.telling.promises import promises
from sandtable.rulesets.bolt_action.telling.roaming import roams, shots
from sandtable.rulesets.bolt_action.telling.showing import as_seen, card_of, cards, heading, shown
from sandtable.rulesets.bolt_action.telling.stakes import MATTERS, changes, foresees, noted, worth
from sandtable.rulesets.bolt_action.turn.turn import next_step
from sandtable.rulesets.bolt_action.verbs.acts import RESULTS, THROWS, act
from sandtable.rulesets.library import scenario_in, scenarios_in

from .options import Options
from .state import Battle
from .verbs import VERBS

RULESET = Ruleset(
    name="bolt-action",
    prefix="ba",
    title="Bolt Action, first-edition playsheet",
    about="Units take turns as order dice are drawn from a cup; fire pins them down.",
    short_title="Bolt Action",
    pitch="order dice from a cup",
    emblem="order-dice",
    version=4,
    history={
        1: "First complete version.",
        2: "A vehicle that comes on keeps clear of those at the table's edge.",
        3: "Where measuring beforehand is allowed, a target out of range cannot be named; a shot in vain says why. As the"
        " sheet prints, attackers strike first at defended positions too, gun shields are no armour, and a sniper's scope"
        " takes no penalty away; switches have it as before.",
        4: "As the sheet prints, a 1 with enough PEN does damage, soft cover helps armour too, a bunker is hard cover and no"
        " more, roads make nobody faster nor a Churchill slower, HE at long range penetrates worse, and an aircraft's hits"
        " are as many as its dice say; switches have it as before.",
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
    promises=promises,
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
