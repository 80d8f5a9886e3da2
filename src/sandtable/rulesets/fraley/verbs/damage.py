"""Verbs of hits, Saves, damage, suppression and losses."""

from .common import Verb, each_figure, nothing, set_figures, set_unit, taken_off

VERBS: dict[str, Verb] = {
    "was missed": Verb(nothing, "{unit:is} missed"),
    "was hit": Verb(nothing, "{unit:takes} {hits}"),
    "was not harmed": Verb(nothing, "{hits} on the armour of {unit}: ignored"),
    "was not damaged": Verb(nothing, "{unit}: {who:is} not damaged"),
    "was suppressed": Verb(each_figure, "{unit}: {who:is} suppressed"),
    "had no room for markers": Verb(nothing, ""),
    "kept hits towards a marker": Verb(set_unit, ""),
    "recovered": Verb(set_figures, "{unit}: {who:is} no longer suppressed"),
    "lost Teams": Verb(taken_off, "{unit:loses} {who}{why: (?)}"),
    "was destroyed": Verb(taken_off, "{unit:is} destroyed{why: (?)}"),
}
