"""Verbs of suppression, wounds, morale and melee."""

from .common import Verb, changed, nothing

VERBS: dict[str, Verb] = {
    "closed ranks": Verb(changed, ""),
    "was suppressed": Verb(changed, "{unit:is} suppressed ({markers})"),
    "shook off its suppression": Verb(changed, "{unit:is} no longer suppressed"),
    "stayed suppressed": Verb(changed, "{unit:stays} suppressed ({markers})"),
    "was wounded": Verb(changed, "{who:is} wounded"),
    "was disabled": Verb(changed, "{who:is} disabled"),
    "was killed": Verb(changed, "{who:is} killed"),
    "was wiped out": Verb(changed, "{unit:is} out of the fight"),
    "was to test": Verb(changed, ""),
    "could not fail": Verb(nothing, "{unit} cannot fail {unit:~its} morale test: {total:action_point}"),
    "stood firm": Verb(nothing, "{unit:stands} firm"),
    "failed its morale": Verb(nothing, "{unit:fails} {unit:~its} morale: {unit:~it} {result}"),
    "wavered": Verb(nothing, "the crew of {unit} hold out"),
    "routed": Verb(changed, "{unit:routs}"),
    "rallied": Verb(changed, "{unit:rallies}"),
    "did not rally": Verb(nothing, "{unit:does} not rally"),
    "was beaten": Verb(nothing, "{by:beats} {who} by {difference}"),
    "fought on": Verb(nothing, "{one} and {other} fight on"),
    "was forced back": Verb(changed, "{who:is} forced back an inch"),
    "had no room": Verb(nothing, "{who:has} no room to give ground"),
}
