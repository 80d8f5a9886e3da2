"""Verbs of vehicles: driving, damage, fire, explosions."""

from .common import Verb, changed, nothing

VERBS: dict[str, Verb] = {
    "drove": Verb(changed, "{unit:drives} {length}{stuck}"),
    "came free": Verb(changed, "{unit:comes} free"),
    "stayed stuck": Verb(nothing, "{unit:stays} stuck"),
    "took the wheel": Verb(changed, "the {who} of {unit} takes the wheel"),
    "was run over": Verb(changed, "the gun of {unit} is run over"),
    "jumped aside": Verb(changed, "{who:jumps} aside{loses}"),
    "stormed": Verb(changed, "{unit:storms} {vehicle}"),
    "was struck": Verb(changed, "{unit}: {what}"),
    "was set alight": Verb(changed, "{unit:is} set alight: {what}"),
    "was stopped": Verb(changed, "{unit:is} stopped for good"),
    "stopped": Verb(changed, "{unit:stops}"),
    "was stunned": Verb(changed, "the crew of {unit} are stunned"),
    "lost its optics": Verb(changed, "{unit} can no longer fire {unit:~its} main gun"),
    "lost a weapon": Verb(changed, "{unit:loses} {unit:~its} {weapon}"),
    "was wrecked": Verb(changed, "{unit:is} a wreck: {why}"),
    "will explode": Verb(changed, "{unit} will explode in turn {turn}"),
    "exploded": Verb(changed, "{wreck} explodes"),
    "was caught in the explosion": Verb(nothing, "{men} beside {wreck} {men:~is} caught in the explosion"),
}
