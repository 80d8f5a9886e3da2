"""The verbs of the sheet: what each event does to the state, and how the log tells it. One file a chapter."""

from . import combat, damage, movement, orders, setup, shooting, turn
from .common import Verb

VERBS: dict[str, Verb] = {
    **setup.VERBS,
    **turn.VERBS,
    **orders.VERBS,
    **movement.VERBS,
    **shooting.VERBS,
    **damage.VERBS,
    **combat.VERBS,
}

__all__ = ["VERBS", "Verb"]
