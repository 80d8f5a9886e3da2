"""Bots: players that see what a player sees, a view and a question, and nothing else."""

from typing import Any, Protocol

from sandtable.play.decision import Decision
from sandtable.play.ruleset import Ruleset


class Bot(Protocol):
    """A player. One who never looks at the table need not be shown it."""

    name: str
    looks: bool

    def answer(self, view: Any, decision: Decision[Any]) -> object:
        """A legal answer to a question, from what the seat may know."""
        ...


class UnknownBot(Exception):  # noqa: N818  # said to the one who asked
    """No bot of that name."""


def bot(name: str, ruleset: Ruleset[Any], *seed: int | str) -> Bot:
    """A bot by its name; the seed makes its choices repeatable."""
    if name == "random":
        from .random_bot import RandomBot  # noqa: PLC0415  # only the bot that is asked for is loaded

        return RandomBot(*seed)
    if name == "rookie":
        from .rookie import Rookie  # noqa: PLC0415

        return Rookie(ruleset, *seed)
    raise UnknownBot(f"no bot is called {name!r}: there are {', '.join(BOTS)}")


BOTS = ("random", "rookie")
