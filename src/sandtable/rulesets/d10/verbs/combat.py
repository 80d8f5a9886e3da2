"""Verbs of assaults and close combat."""

from .common import Verb, nothing, placed, set_unit

VERBS: dict[str, Verb] = {
    "declared an assault": Verb(nothing, "{unit:assaults} {at}"),
    "charged": Verb(placed, "{unit:charges} {length}"),
    "counter-charged": Verb(placed, "{unit:counter-charges} {length}"),
    "fell short": Verb(placed, "{unit:does} not reach {at}"),
    "piled in": Verb(placed, "{unit:brings} {count} more into contact"),
    "used charges": Verb(set_unit, "{unit:uses} {many}"),
    "lost the round": Verb(nothing, "{name} lose the round, {score}"),
    "drew the round": Verb(nothing, "the round is drawn, {score}"),
    "broke off": Verb(nothing, "{unit:breaks} off"),
    "was left free": Verb(nothing, "{unit:is} in contact with nobody any more"),
    "consolidated": Verb(placed, "{unit:regroups}"),
}
