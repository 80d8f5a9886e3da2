"""An action laid out on a table, and the question about it as an umpire would put it."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from sandtable.mechanics.questions import Staged


class Laid(NamedTuple):
    """A question with its form and switches, and the same action of the game on a table that measures the same."""

    question: str
    given: Mapping[str, Any]
    options: Mapping[str, Any]
    played: Staged
