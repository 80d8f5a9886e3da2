"""Verbs of the Assault and of hand-to-hand."""

from msgspec.structs import replace

from sandtable.play.events import Event
from sandtable.play.state import with_figure
from sandtable.rulesets.sotr.state import Battle

from .common import Verb, nothing, placed, set_figures, set_state, set_unit


def came_to_grips(state: Battle, event: Event) -> Battle:
    """Chargers (the event's figures) are Engaged: who with whom, who caught somebody, who came over an obstacle."""
    turn = state.turn
    engaged = tuple((one, other) for one, other in event.sets["engaged"])
    state = replace(state, engaged=engaged)
    for figure in event.figures:
        fields = {"charged": turn}
        if figure in event.sets["caught"]:
            fields["caught"] = turn
        if figure in event.sets["hurdled"]:
            fields["hurdled"] = turn
        state = with_figure(state, figure, fields)
    return state


def joined(state: Battle, event: Event) -> Battle:
    """Models are Engaged without having charged."""
    return replace(state, engaged=tuple((one, other) for one, other in event.sets["engaged"]))


VERBS: dict[str, Verb] = {
    "declared an Assault": Verb(set_unit, "{unit:assaults} {target}"),
    "charged": Verb(placed, "{unit:charges}"),
    "climbed into the fight": Verb(placed, ""),
    "came to grips": Verb(came_to_grips, "{unit:comes} to grips with {target}"),
    "fell short": Verb(set_figures, "{unit}: {count:falls} short"),
    "began a fight": Verb(nothing, "Hand-to-hand: {units}"),
    "fought": Verb(nothing, "{unit}: {who:scores} {score} against {against} of {whom}"),
    "lost models in hand-to-hand": Verb(set_state, ""),
    "spent grenades in hand-to-hand": Verb(set_unit, "{unit:uses} {unit:~its} grenades on {target}"),
    "broke from hand-to-hand": Verb(nothing, "{unit:breaks} from hand-to-hand"),
    "ended a fight": Verb(set_state, ""),
    "followed up": Verb(placed, "{unit:follows} up"),
    "joined the fight": Verb(joined, "{unit:joins} the fight"),
    "is done following up": Verb(set_state, ""),
}
