"""Verbs of what happens before the first turn."""

from .common import Verb, placed, set_state, set_unit

VERBS: dict[str, Verb] = {
    "picked an edge": Verb(set_state, "{name} take the {edge} edge"),
    "objectives were laid out": Verb(set_state, "{what}"),
    "was set up": Verb(placed, "{unit:is} set up{why: (?)}"),
    "begins aboard": Verb(set_unit, "{unit:begins} aboard {vehicle}"),
    "begins on Hold": Verb(set_unit, "{unit:begins} on Hold"),
    "the other side sets up": Verb(set_state, ""),
    "was done": Verb(set_state, ""),
}
