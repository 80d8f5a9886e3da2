"""What has been found out about a state: each thing once, and kept until a few later states have been asked about.

Every part of it belongs to the file that fills it in; nobody may write to what he finds here.
"""

from typing import Any

from sandtable.rulesets.skirmish41.state import Battle
from sandtable.table.remembered import Remembered


class Findings:
    """What has been found out about one state, by what was asked."""

    __slots__ = ("arms", "can_hit", "chances", "helpless", "lines", "orders", "purses", "seen", "shooters", "ways")

    def __init__(self, state: Battle) -> None:  # noqa: ARG002  # kept with it
        self.orders: dict[int, Any] = {}
        self.shooters: dict[int, Any] = {}
        self.purses: dict[tuple[int, str], Any] = {}
        self.lines: dict[tuple[int, int], Any] = {}
        self.seen: dict[Any, Any] = {}
        self.chances: dict[Any, Any] = {}
        self.can_hit: dict[Any, bool] = {}
        self.ways: dict[Any, Any] = {}
        self.arms: dict[int, Any] = {}
        self.helpless: dict[int, list[int]] = {}


findings: Remembered[Battle, Findings] = Remembered(Findings, most=6)
