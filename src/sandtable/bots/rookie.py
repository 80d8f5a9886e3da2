"""The bot that plays soundly: it weighs what it sees by the rulebook's own numbers, one decision at a time."""

from functools import partial
from typing import Any

from sandtable.dice.chance import Chance
from sandtable.play.decision import Decision
from sandtable.play.refusal import Refused
from sandtable.play.ruleset import Ruleset
from sandtable.rulesets.library import tactics


class Rookie:
    """Follows the rulebook's tactics; where these have no opinion, the question's default, else anything legal."""

    name = "rookie"
    looks = True

    def __init__(self, ruleset: Ruleset[Any], *seed: int | str) -> None:
        self._choose = tactics(ruleset.name)
        self._chance = Chance("rookie", *seed)

    def answer(self, view: Any, decision: Decision[Any]) -> object:
        """A sound answer. What is usual is worked out only where the tactics have nothing to say that may be done."""
        for opinion in (partial(self._choose, view, decision, self._chance), decision.usual):
            wanted = opinion()
            if wanted is None:
                continue
            try:
                decision.domain.check(wanted)
            except Refused:
                continue
            return wanted
        return decision.domain.sample(self._chance)
