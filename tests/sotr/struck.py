"""A stand-in for the wound table and the break tests: it notes who was hit, and how."""

from typing import Any

import pytest

from sandtable.play.script import Play
from sandtable.rulesets.sotr.harm.wounds import Hits, Losses, Wounding
from sandtable.rulesets.sotr.state import Battle
from sandtable.rulesets.sotr.weapons import blast, bursts, flame, grenades, heavy


class Struck:
    """Who was hit and how, and which break tests were called for. Whoever is a GONER without a roll is counted as lost."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.hits: list[tuple[tuple[int, ...], Wounding]] = []
        self.tests: list[tuple[Losses, int]] = []
        monkeypatch.setattr(bursts, "wound_models", self._wound)
        monkeypatch.setattr(heavy, "wound_models", self._wound)
        for module in (blast, heavy, flame, grenades):
            monkeypatch.setattr(module, "break_tests", self._test)

    async def _wound(
        self, play: Play[Battle], hits: Hits, how: Wounding, _by: int | None, _because: tuple[str, ...]
    ) -> Losses:
        assert all(count == 1 for _, count in hits)
        self.hits.append((tuple(figure for figure, _ in hits), how))
        lost: dict[int, int] = {}
        for figure, _ in hits if how.goner else ():
            number = play.state.figures[figure].unit
            lost[number] = lost.get(number, 0) + 1
        return tuple(sorted(lost.items()))

    async def _test(self, _play: Play[Battle], losses: Losses, by: int, *_because: str) -> None:
        self.tests.append((losses, by))

    @property
    def goners(self) -> set[int]:
        """Models that are GONERs without a roll."""
        return {figure for figures, how in self.hits if how.goner for figure in figures}

    @property
    def rolled(self) -> set[int]:
        """Models that roll a wound."""
        return {figure for figures, how in self.hits if not how.goner for figure in figures}

    @property
    def all(self) -> set[int]:
        """Everybody hit."""
        return self.goners | self.rolled


def rows(scene: Any, name: str, *places: int) -> set[int]:
    """Models of a unit by their places, or all of them."""
    men = scene.unit(name).men
    return {men[place] for place in places} if places else set(men)
