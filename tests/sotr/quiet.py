"""The other chapters kept quiet, so that activations and moves can be tested by themselves."""

import pytest

from sandtable.play.refusal import Refusal
from sandtable.rulesets.sotr.turn import actions, activation, compulsion

SILENT = Refusal("nobody shoots in this test", ("sotr.shoot.allowed-moves",))


async def nothing(*_: object, **__: object) -> None:
    """Does nothing."""


def hush(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody shoots, commands, charges, suppresses, drags or crawls."""
    monkeypatch.setattr(activation, "offer_just_do_it", nothing)
    monkeypatch.setattr(activation, "after_moving", nothing)
    monkeypatch.setattr(activation, "may_not_shoot", lambda *_: SILENT)
    monkeypatch.setattr(activation, "shooting_action", nothing)
    monkeypatch.setattr(activation, "clear_smoke", lambda *_, **__: None)
    monkeypatch.setattr(actions, "targets", lambda *_: [])
    monkeypatch.setattr(actions, "enemies", lambda *_: [])
    for module in (actions, compulsion):
        monkeypatch.setattr(module, "must_assault", lambda *_: [])
    monkeypatch.setattr(activation, "drag_and_crawl", nothing)
    monkeypatch.setattr(activation, "crawl", nothing)
