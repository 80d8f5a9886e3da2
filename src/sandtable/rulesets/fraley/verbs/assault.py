"""Verbs of assaults."""

from .common import Verb, nothing, placed, set_unit

VERBS: dict[str, Verb] = {
    "declared an assault": Verb(nothing, "{unit:assaults} {at}"),
    "charged": Verb(placed, "{unit:charges} {length}"),
    "halted": Verb(placed, "the assault of {unit} is halted"),
    "fell short": Verb(nothing, "{unit:does} not get into contact with {at}"),
    "was assaulted": Verb(set_unit, "{unit:is} no longer on Overwatch"),
    "struck": Verb(nothing, "{unit:strikes} at {at} with {strikers}"),
    "counter-attacked": Verb(placed, "{unit:moves} up to counter-attack"),
    "broke off": Verb(placed, "{unit:breaks} off and {unit:~falls} back {length}"),
    "pursued": Verb(placed, "{unit:pursues} {length}"),
}
