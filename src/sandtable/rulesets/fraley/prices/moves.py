"""How likely a vehicle is stuck in terrain."""

from sandtable.mechanics.prices import SURE, Prices
from sandtable.mechanics.questions import Staged
from sandtable.rulesets.fraley.basics.terrain import DIFFICULT, VERY_DIFFICULT
from sandtable.rulesets.fraley.move.crossing import Contact, gets_across
from sandtable.rulesets.fraley.options import Options
from sandtable.rulesets.fraley.state import Level
from sandtable.rulesets.fraley.umpire.bare import Party, battle, staged, vehicle

ROUGH = (DIFFICULT, VERY_DIFFICULT)


def _across(options: Options, level: Level, name: str, going: str) -> Staged:
    """A vehicle comes to a feature."""
    state = battle(options, Party("We", level, (vehicle(name),), tank=True))
    contact = Contact(0, 0, going == VERY_DIFFICULT, going)
    return staged(state, lambda play: gets_across(play, 0, contact), lambda _, across, __: {"across": across})


across = Prices(_across)


def stuck(options: Options, level: Level, name: str, going: str) -> float:
    """How likely a vehicle does not get across ground of a kind."""
    return 1 - across(options, level, name, going)["across"] / SURE if going in ROUGH else 0.0
