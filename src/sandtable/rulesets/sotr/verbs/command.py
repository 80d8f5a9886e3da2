"""Verbs of Commands, HORROR, crews and casualties."""

from sandtable.play.events import Event
from sandtable.play.state import with_figure
from sandtable.rulesets.sotr.state import Battle

from .common import Verb, nothing, placed, set_figures, set_state, set_unit


def handed_over(state: Battle, event: Event) -> Battle:
    """What models carry changes hands: `models` has the fields of each."""
    for figure, fields in event.sets["models"]:
        state = with_figure(state, figure, {name: _value(value) for name, value in fields.items()})
    return state


def _value(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


VERBS: dict[str, Verb] = {
    "made a Command Roll": Verb(nothing, "{whose} {he_passes} a Command Roll ({why}) on {cool}"),
    "lost Frenzy": Verb(set_figures, "{unit}: {count:loses} {count:~its} Frenzy"),
    # Commands
    "issued a Command": Verb(set_figures, "{unit:commands}: {what}"),
    "tried to regroup itself": Verb(set_figures, ""),
    "gathered models": Verb(set_figures, "{unit}: {count:is} {count:~itself} again"),
    "went on Overwatch": Verb(set_figures, "{unit:goes} on Overwatch"),
    "manned the radio": Verb(set_figures, "{unit:'s} radio operator calls headquarters"),
    "called a strike": Verb(set_state, "{side} call {kind:a}"),
    "was refused a strike": Verb(nothing, "{side} call in vain for {kind:a}"),
    # JUST DO IT
    "was told to just do it": Verb(set_unit, "{unit}: JUST DO IT! ({what})"),
    "had models told to just do it": Verb(set_figures, "{unit}, {count}: JUST DO IT! ({what})"),
    "resumed its former state": Verb(set_unit, ""),
    "resumed their former state": Verb(set_figures, ""),
    # HORROR
    "faced HORROR": Verb(set_unit, "{unit:faces} the {kind}"),
    "failed a HORROR check": Verb(set_unit, "{unit:is} struck by HORROR"),
    # crews, radios, casualties
    "jammed": Verb(set_figures, "{unit:'s} heavy machine gun jams"),
    "has to reload": Verb(set_figures, "{unit:'s} gunner has to reload alone"),
    "took over": Verb(handed_over, "{unit}: {what}"),
    "crawled": Verb(placed, "{unit}: DOWN models crawl"),
    "came to a comrade's aid": Verb(placed, "{unit:drags} a comrade"),
    "lent a hand": Verb(set_figures, ""),
    "was dragged": Verb(placed, "{unit}: a DOWN model is dragged"),
}
