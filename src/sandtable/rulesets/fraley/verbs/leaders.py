"""Verbs of Leaders, of CC and FO, and of barrages."""

from sandtable.play.events import Event
from sandtable.play.state import with_figure, with_unit
from sandtable.rulesets.fraley.state import Battle

from .common import Verb, each_figure, nothing, placed, set_state, set_unit


def appointed(state: Battle, event: Event) -> Battle:
    """A Team becomes the Platoon Leader of its Unit: `team` are its new fields, `by` is the CC who did it."""
    assert event.unit is not None
    sets = dict(event.sets)
    stand, by, initiative = sets.pop("team"), sets.pop("by"), sets.pop("appointed")
    for figure in event.figures:
        state = with_figure(state, figure, stand)
    if by is not None:
        state = with_unit(state, by, {"appointed": initiative})
    return with_unit(state, event.unit, sets)


VERBS: dict[str, Verb] = {
    "laid the template": Verb(set_state, ""),
    "used his ability": Verb(set_unit, "{leader} {what}"),
    "shifted suppression": Verb(each_figure, "{unit}: suppression goes from the {off} to the {onto}"),
    "appointed": Verb(appointed, "{cc:makes} the {was} Platoon Leader of {unit}"),
    "opened a barrage": Verb(placed, "{unit:fires} {what}, observed by {by}"),
    "observed": Verb(each_figure, ""),
    "ranged in": Verb(nothing, "{unit} {how}"),
    "came down": Verb(nothing, "the barrage of {unit} comes down on {count}"),
    "hit with a barrage": Verb(nothing, "{unit:scores} {hits} on {count}"),
    "laid smoke": Verb(set_state, "{unit:lays} smoke"),
    "smoke lifted": Verb(set_state, "the smoke lifts"),
}
