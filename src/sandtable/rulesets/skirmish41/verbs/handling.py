"""Verbs of handling weapons, casualties and prisoners."""

from .common import Verb, changed

VERBS: dict[str, Verb] = {
    "set up its weapon": Verb(changed, "{unit} sets its weapon up"),
    "took down its weapon": Verb(changed, "{unit} takes its weapon down"),
    "turned its weapon": Verb(changed, "{unit} turns its weapon to {degrees} degrees"),
    "pushed the gun": Verb(changed, "{unit} pushes its gun"),
    "saved actions": Verb(changed, "{unit} has {saved} actions saved"),
    "lost its savings": Verb(changed, "{unit} loses what it had saved up"),
    "took aim": Verb(changed, "{unit} takes careful aim at {at}"),
    "picked up": Verb(changed, "{who} picks up the {weapon}"),
    "joined the crew": Verb(changed, "{who} joins the crew of {gun}"),
    "lifted": Verb(changed, "{who} takes hold of {whom}"),
    "set down": Verb(changed, "{who} sets {whom} down"),
    "was captured": Verb(changed, "{who} is captured by {by}"),
    "was led away": Verb(changed, ""),
    "was freed": Verb(changed, "{who} is free again"),
}
