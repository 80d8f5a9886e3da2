"""Verbs of shooting: who fires what at whom, and where it lands."""

from .common import Verb, changed, nothing

VERBS: dict[str, Verb] = {
    "fired": Verb(changed, "{unit:fires} at {at}: {shots}, {how}"),
    "let it pass": Verb(changed, "{unit:holds} {unit:~its} fire"),
    "fired together": Verb(changed, "{unit:fires} all {unit:~its} weapons together at {at}"),
    "hit without a die": Verb(nothing, "{hits} without a die"),
    "shot": Verb(changed, "{unit:uses} the {weapon} at {at}"),
    "landed": Verb(nothing, "it lands: {men} caught"),
    "landed inside": Verb(nothing, "it lands inside {unit}"),
    "missed": Verb(nothing, "the {weapon} misses"),
    "scattered": Verb(nothing, "it scatters: {men} caught"),
    "ranged in": Verb(changed, "{unit:is} ranged in on {at}"),
    "lost its range": Verb(changed, ""),
    "fired smoke": Verb(changed, "{unit:fires} {load}"),
    "laid smoke": Verb(changed, "smoke rises"),
    "smoke cleared": Verb(changed, "smoke clears"),
    "smoke lingered": Verb(changed, ""),
    "called a round": Verb(changed, "{unit:calls} a round on {at}"),
    "fell": Verb(changed, "the round falls on them"),
    "fell wide": Verb(changed, "the round falls wide"),
    "came under fire": Verb(changed, ""),
    "exchanged fire": Verb(changed, ""),
    "was hardly hit": Verb(changed, "{hits} on {unit} so far: it takes three to do anything"),
    "was holed": Verb(changed, ""),
    "was not harmed": Verb(nothing, "{what} cannot harm {unit}"),
}
