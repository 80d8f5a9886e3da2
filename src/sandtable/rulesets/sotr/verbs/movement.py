"""Verbs of activations and movement."""

from .common import Verb, placed, set_figures, set_unit

VERBS: dict[str, Verb] = {
    "was activated": Verb(set_unit, "{unit} is activated"),
    "declared its action": Verb(set_unit, "{unit}: {what}"),
    "did as it could": Verb(set_unit, ""),
    "climbed": Verb(placed, "{unit}: {count} take the stair {way}"),
    "went as told": Verb(set_figures, ""),
    "shook off Suppression": Verb(set_unit, "{unit} is no longer Suppressed"),
    "was shaken no more": Verb(set_unit, "{unit} is no longer shaken"),
    "ended its activation": Verb(set_unit, ""),
}
