"""Verbs of moves, of retiring and fleeing, of riding and leaving, and of being seen."""

from .common import Verb, changed, nothing

VERBS: dict[str, Verb] = {
    "moved": Verb(changed, "{unit:moves} {length}"),
    "retired": Verb(changed, "{unit:retires} {length}"),
    "fell back": Verb(changed, "{unit:falls} back {length}"),
    "fled": Verb(changed, "{unit:flees} {length}"),
    "fled the table": Verb(changed, "{unit:flees} over the {edge} edge and {unit:~is} lost"),
    "had nowhere to go": Verb(changed, "{unit:has} nowhere to go"),
    "surrendered": Verb(changed, "{unit:is} surrounded and {unit:~surrenders}"),
    "left the table": Verb(changed, "{unit:leaves} by {unit:~its} own edge"),
    "got in": Verb(changed, "{unit:gets} in {vehicle}"),
    "got out": Verb(changed, "{unit:gets} out of {vehicle}"),
    "baled out": Verb(changed, "the men of {unit} get out"),
    "climbed": Verb(changed, "{men} of {unit} {men:~changes} floors"),
    "charged": Verb(nothing, "{unit:charges} {at} with {men}"),
    "looked out": Verb(changed, ""),
    "made something out": Verb(nothing, "{unit:makes} something out"),
    "saw nothing there": Verb(nothing, "{unit} cannot make out {what}"),
    "was spotted": Verb(changed, "{unit:is} spotted"),
    "was a dummy": Verb(changed, "the marker was a dummy"),
    "markers moved": Verb(changed, ""),
    "was heard": Verb(changed, ""),
    "gave itself away": Verb(changed, ""),
    "was in sight": Verb(changed, ""),
    "was out of sight": Verb(changed, ""),
    "was lost from sight": Verb(changed, "{name:is} lost from sight"),
}
