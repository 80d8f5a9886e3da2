"""Verbs of activations and movement."""

from .common import Verb, nothing, placed, set_figures, set_unit

VERBS: dict[str, Verb] = {
    "was activated": Verb(set_unit, "{unit:is} activated"),
    "declared its action": Verb(set_unit, "{unit}: {what}"),
    "did as it could": Verb(set_unit, ""),
    "stood still": Verb(nothing, "{unit:stands} still"),
    "climbed": Verb(placed, "{unit}: {count:takes} the stair {way}"),
    "went as told": Verb(set_figures, ""),
    "shook off Suppression": Verb(set_unit, "{unit:is} no longer Suppressed"),
    "was shaken no more": Verb(set_unit, "{unit:is} no longer shaken"),
    "ended its activation": Verb(set_unit, ""),
}
