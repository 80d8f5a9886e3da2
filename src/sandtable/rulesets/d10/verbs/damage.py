"""Verbs of wounds and losses."""

from msgspec.structs import replace

from sandtable.play.events import Event
from sandtable.rulesets.d10.state import Battle

from .common import Verb, each_figure, nothing, taken_off


def left_a_wreck(state: Battle, event: Event) -> Battle:
    """A vehicle is out of the battle; `wreck` is the piece of terrain it leaves behind."""
    sets = dict(event.sets)
    wreck = sets.pop("wreck")
    state = taken_off(state, replace(event, sets=sets))
    return replace(state, terrain=(*state.terrain, wreck))


VERBS: dict[str, Verb] = {
    "was unhurt": Verb(nothing, "{unit:is} unhurt"),
    "lost wounds": Verb(each_figure, "{unit}: {harm}"),
    "lost models": Verb(taken_off, "{unit:loses} {who}"),
    "took over": Verb(each_figure, "{unit}: {who:takes} over the {weapon}"),
    "was destroyed": Verb(taken_off, "{unit:is} destroyed"),
    "was wrecked": Verb(left_a_wreck, "{unit:is} a wreck"),
    "was abandoned": Verb(left_a_wreck, "the crew of {unit} abandon it ({why})"),
    "routed": Verb(taken_off, "{unit:routs} and {unit:~is} removed ({why}){lent}"),
}
