"""The luck sheet of a battle as somebody may see it. Runs on the workbench's thread, a little at a time.

While a battle goes on, a sheet holds only the throws that were told to whoever asks. Once nothing of it is secret any
more it holds all of them; only then may it say what they were worth, for that takes the true state.
"""

import time
from collections.abc import Container

from sandtable.odds.luck import Judged, Retelling, Swings, sheet, swing_of
from sandtable.odds.swing import swing

from .http_types import LuckView
from .played import Played
from .telling import Audience

A_WHILE = 0.05  # seconds until somebody else may have the workbench


class Asked:
    """A sheet that somebody wants: the battle told again, and which beats he was told of (None: all)."""

    def __init__(self, retelling: Retelling, told: Container[int] | None, swings: Swings | None) -> None:
        self._retelling = retelling
        self._told = told
        self._known = swings  # None where swings are not to be told
        self._found: dict[int, float | None] = {}
        self._played = False
        self._left: list[Judged] = []  # still to be weighed, last first

    @property
    def swings(self) -> Swings | None:
        """What rolls were worth, as far as that is to be told."""
        return None if self._known is None else {**self._known, **self._found}

    def go_on(self) -> bool:
        """Work for a while; False once everything is done."""
        end = time.monotonic() + A_WHILE
        while self._one_more():
            if time.monotonic() > end:
                return True
        return False

    def _one_more(self) -> bool:
        """Play one answer on, or when all are played, weigh one roll."""
        if not self._played:
            self._played = not self._retelling.go_on()
            if self._played and self._known is not None:
                self._left = [one for one in reversed(self._retelling.rolls) if one.beat not in self._known]
            return not self._played or bool(self._left)
        one = self._left.pop()
        self._found[one.beat] = swing_of(one, swing)
        return bool(self._left)

    def finish(self) -> LuckView:
        """The sheet."""
        return LuckView(whole=self._told is None, sheet=sheet(self._retelling.rolls, self._told, self.swings))


def begin(played: Played, audience: Audience, *, whole: bool, swings: bool = False) -> Asked:
    """Take the battle as it stands now; it may go on meanwhile. What rolls were worth is kept once it is known."""
    told = None if whole else played.throws_told(audience)
    wanted = whole and swings
    stand = wanted and played.swings is None
    retelling = Retelling(played.ruleset, played.game.initial, played.game.everything(), stand=stand)
    return Asked(retelling, told, (played.swings or {}) if wanted else None)
