"""Verbs of handling weapons, casualties and prisoners."""

from .common import Verb, changed

VERBS: dict[str, Verb] = {
    "set up its weapon": Verb(changed, "{unit:sets} {unit:~its} weapon up"),
    "took down its weapon": Verb(changed, "{unit:takes} {unit:~its} weapon down"),
    "turned its weapon": Verb(changed, "{unit:turns} {unit:~its} weapon to {degrees} degrees"),
    "pushed the gun": Verb(changed, "{unit:pushes} {unit:~its} gun"),
    "saved actions": Verb(changed, "{unit:has} {saved:action} saved"),
    "lost its savings": Verb(changed, "{unit:loses} what {unit:~it} had saved up"),
    "took aim": Verb(changed, "{unit:takes} careful aim at {at}"),
    "picked up": Verb(changed, "{who:picks} up the {weapon}"),
    "joined the crew": Verb(changed, "{who:joins} the crew of {gun}"),
    "lifted": Verb(changed, "{who:takes} hold of {whom}"),
    "set down": Verb(changed, "{who:sets} {whom} down"),
    "was captured": Verb(changed, "{who:is} captured by {by}"),
    "was led away": Verb(changed, ""),
    "was freed": Verb(changed, "{who:is} free again"),
}
