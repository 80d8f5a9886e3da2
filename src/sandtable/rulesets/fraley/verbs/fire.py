"""Verbs of firing: fire declared, Teams that turn and fire, Gone to Ground."""

from .common import Verb, nothing, placed, set_unit

VERBS: dict[str, Verb] = {
    "took in": Verb(nothing, "{unit:takes} in {whom} for this attack"),
    "fired": Verb(placed, "{unit:fires} at {at}: {who}"),
    "could not hit": Verb(nothing, "{unit} cannot hit {at} with {shots}: {needed}+ is needed"),
    "faced its targets": Verb(placed, ""),
    "went to ground": Verb(set_unit, "{unit:goes} to ground"),
}
