"""The bot that does anything legal."""

from typing import Any

from sandtable.dice.chance import Chance
from sandtable.play.decision import Decision


class RandomBot:
    """Samples a legal answer to every question."""

    name = "random"
    looks = False

    def __init__(self, *seed: int | str) -> None:
        self._chance = Chance("random bot", *seed)

    def answer(self, view: Any, decision: Decision[Any]) -> object:  # noqa: ARG002
        """Some legal answer."""
        return decision.domain.sample(self._chance)
