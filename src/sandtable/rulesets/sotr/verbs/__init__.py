"""The verbs of the book: what each event does to the state, and how the log tells it. One file a chapter."""

from . import command, common, fire, manoeuvres, melee, movement, turn, weapons
from .common import Verb

VERBS: dict[str, Verb] = {
    **common.VERBS,
    **turn.VERBS,
    **command.VERBS,
    **movement.VERBS,
    **manoeuvres.VERBS,
    **fire.VERBS,
    **weapons.VERBS,
    **melee.VERBS,
}

__all__ = ["VERBS", "Verb"]
