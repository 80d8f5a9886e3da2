"""The verbs of the sheet: what each event does to the state, and how the log tells it. One file a chapter."""

from . import fire, handling, harm, movement, setup, solo, turn, vehicles
from .common import Verb

VERBS: dict[str, Verb] = {
    **setup.VERBS,
    **turn.VERBS,
    **movement.VERBS,
    **handling.VERBS,
    **fire.VERBS,
    **harm.VERBS,
    **vehicles.VERBS,
    **solo.VERBS,
}

__all__ = ["VERBS", "Verb"]
