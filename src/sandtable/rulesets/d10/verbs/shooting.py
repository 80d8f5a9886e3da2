"""Verbs of shooting: who fires what at whom, and what comes of it."""

from .common import Verb, nothing, set_unit

VERBS: dict[str, Verb] = {
    "shot": Verb(set_unit, "{unit} {how} at {at}: {arms}"),
    "could not shoot": Verb(nothing, "{unit:has} nothing left to shoot at"),
    "missed": Verb(nothing, "{unit:misses}"),
    "was hit": Verb(nothing, "{unit:takes} {hits}{why: (?)}"),
    "was not harmed": Verb(nothing, "{hits} cannot harm {unit}{why: (?)}"),
}
