"""What one row says of an answer whose dice are yet far: an order's sense in a few words, and its one number."""

from collections.abc import Mapping
from typing import NamedTuple

from msgspec.structs import replace

from sandtable.play.shown import Promised

NOTHING = Promised()


class Glance(NamedTuple):
    """A few words (`wait for a target`) and one number with what it counts (`24"`, `-1 to hit`)."""

    says: str
    gives: str = ""


def at_a_glance(found: Mapping[str, Promised], glances: Mapping[str, Glance]) -> dict[str, Promised]:
    """The promises of a question's options, with what is to be read at a glance."""
    said = {key: replace(found.get(key, NOTHING), says=one.says, gives=one.gives) for key, one in glances.items()}
    return {**found, **said}
