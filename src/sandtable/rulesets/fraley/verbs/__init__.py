"""The verbs of the book: what each event does to the state, and how the log tells it. One file a chapter."""

from . import assault, common, damage, fire, leaders, movement, setup, turn
from .common import Verb

VERBS: dict[str, Verb] = {
    **common.VERBS,
    **setup.VERBS,
    **turn.VERBS,
    **movement.VERBS,
    **fire.VERBS,
    **damage.VERBS,
    **assault.VERBS,
    **leaders.VERBS,
}

__all__ = ["VERBS", "Verb"]
