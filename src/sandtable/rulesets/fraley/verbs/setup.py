"""Verbs of what happens before the first round, of leaving the table, and of riding."""

from msgspec.structs import replace

from sandtable.play.events import Event
from sandtable.play.state import with_figures, with_unit
from sandtable.rulesets.fraley.state import Battle

from .common import Verb, placed, riding, set_state, set_unit


def left_table(state: Battle, event: Event) -> Battle:
    """Teams leave by the far edge: they are no casualties, and count no longer towards the strength of their Units."""
    state = replace(state, layout=state.layout.without(event.figures), escaped=event.sets["escaped"])
    for number in sorted({state.figures[figure].unit for figure in event.figures}):
        unit = state.units[number]
        men = tuple(man for man in unit.men if man not in event.figures)
        gone = len(unit.men) - len(men)
        sets = {"men": men, "left": unit.left + gone, "strength": unit.strength - gone, **riding(state, men)}
        state = with_unit(state, number, sets if men else {**sets, "place": "exited", "overwatch": False})
    return state


def got_in(state: Battle, event: Event) -> Battle:
    """Teams of a Unit get into a vehicle, and are off the table while they ride."""
    assert event.unit is not None
    sets = dict(event.sets)
    teams = sets.pop("teams")
    state = with_figures(state, [(figure, teams) for figure in event.figures])
    state = replace(state, layout=state.layout.taken_off(event.figures))
    return with_unit(state, event.unit, {**sets, **riding(state, state.units[event.unit].men)})


VERBS: dict[str, Verb] = {
    "picked an edge": Verb(set_state, "{name} take the {edge} edge"),
    "objectives were laid out": Verb(set_state, "objectives: {many:none}"),
    "was set up": Verb(placed, "{unit:is} set up"),
    "stays off the table": Verb(set_unit, "{unit:stays} behind {unit:~its} own table edge"),
    "the other side sets up": Verb(set_state, ""),
    "was done": Verb(set_state, ""),
    "left by the far edge": Verb(left_table, "{count} of {unit} {count:~leaves} by the far edge"),
    "got in": Verb(got_in, "{who} of {unit} {who:~gets} in {vehicle}"),
    "got out": Verb(placed, "{who} of {unit} {who:~gets} out of {vehicle}"),
    "jumped clear": Verb(placed, "{who} of {unit} {who:~jumps} clear of {vehicle}"),
}
