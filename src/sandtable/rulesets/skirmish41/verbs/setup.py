"""Verbs of what happens before the first turn."""

from .common import Verb, changed
from .solo import shuffled_counters

VERBS: dict[str, Verb] = {
    "picked an edge": Verb(changed, "{name} take the {edge} edge and go first"),
    "came on at an edge": Verb(changed, "{name} come on at the {edge} edge"),
    "objectives were laid out": Verb(changed, "{what}"),
    "was set up": Verb(changed, "{unit:is} set up"),
    "begins aboard": Verb(changed, "{unit:begins} aboard {vehicle}"),
    "stands in the open": Verb(changed, "{unit:stands} in the open, for everybody to see"),
    "counters were laid out": Verb(changed, "{count:counter lies} face down on the table"),
    "counters were shuffled": Verb(shuffled_counters, ""),
    "was done": Verb(changed, ""),
}
