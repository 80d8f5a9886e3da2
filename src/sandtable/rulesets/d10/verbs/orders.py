"""Verbs of activations, orders, Command tests and reactions."""

from .common import Verb, nothing, set_both, set_unit

VERBS: dict[str, Verb] = {
    "was activated": Verb(set_both, "{unit:is} activated"),
    "was ordered": Verb(set_unit, ""),
    "did nothing": Verb(nothing, "{unit:does} nothing"),
    "stood still": Verb(set_unit, "{unit:stands} still"),
    "went on Hold": Verb(set_unit, "{unit:goes} on Hold"),
    "rallied": Verb(set_unit, "{unit:rallies}{lent}"),
    "did not rally": Verb(nothing, "{unit:does} not rally{lent}"),
    "passed a reaction test": Verb(nothing, "{unit:reacts}{lent}"),
    "failed a reaction test": Verb(set_both, "{unit:does} not react in time{lent}"),
    "has reacted": Verb(set_unit, "{unit:is} no longer on Hold"),
    "passed a morale check": Verb(nothing, "{unit:stands} ({why}){lent}"),
    "panicked": Verb(set_unit, "{unit:panics} ({why}){lent}"),
    "stayed panicked": Verb(nothing, "{unit:fails} a morale check and {unit:~stays} panicked ({why}){lent}"),
}
