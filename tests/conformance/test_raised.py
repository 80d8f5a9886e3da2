"""Numbers raised by one: a small sample of what `make one-rule` does with all, and what it says of those that part."""

import importlib
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from .test_one_rule import BOOKS

ROOT = Path(__file__).resolve().parents[2]
# Of each book, numbers that its laid-out actions hang on, one of each kind.
SAMPLE = {
    "d10": (
        "hit.moved",
        "shooting.4",
        "test.4.4",
        "blows.charged",
        "weapons.rifle.shots-short",
        "melee/blows.VEHICLE_STRENGTH",
    ),
    "bolt-action": (
        "quality.regular.damaged_on",
        "hit.pins.plus",
        "explosive.D6.pen",
        "damage.full.plus",
        "morale.nco-lost.plus",
        "turn/turn.DAWN",
    ),
    "sotr": (
        "hit.prone.plus",
        "wound.light.goner",
        "hth.charging.plus",
        "cool.officer.plus",
        "command.strike.plus",
        "strikes.artillery.suppress",
    ),
    "fraley": (
        "training.veteran.check",
        "hit.long-range.plus",
        "saves.infantry.open",
        "damage.destroyed.from",
        "weapons.rifle.fp",
        "basics/teams.REACH",
    ),
    "platoon-sheet": ("shooting.HITS", "morale.NEAR"),
    "skirmish41": (
        "hit-rifle.medium.aimed",
        "spot-shifts.optics.plus",
        "damage-modifiers.medium.plus",
        "morale.retires.over",
        "melee-modifiers.extra-figure.plus",
        "bomb-effect.wounded.from",
        "fire/volley.THREE",
    ),
}


@pytest.mark.parametrize("book", BOOKS)
def test_game_and_umpire_move_alike(book: str) -> None:
    """Cells and constants: each moves forms, and the umpire answers them as the game plays them."""
    command = [sys.executable, str(ROOT / "tools" / "one_rule.py"), book, *SAMPLE[book]]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert not done.stderr, done.stderr
    assert done.returncode == 0, done.stdout
    assert done.stdout.endswith(f"\n{len(SAMPLE[book])} alike\n"), done.stdout


@pytest.fixture
def tool(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The tool as a module."""
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    return importlib.import_module("one_rule")


def test_what_is_said_of_a_number(tool: Any) -> None:
    """Alike, apart in the file or as a house rule, moved in situations alone, dead, and what cannot be played."""
    sound = tool.Moved({"a shot": "1/2"}, {"shoot 0": ("1/2", "1/2"), "shoot 1": ("1/3", "1/3")}, {})
    moved = {**sound.forms, "shoot 0": ("2/3", "2/3")}
    assert tool.verdict(tool.Moved(sound.situations, moved, {}), sound) == ("alike", ["shoot 0"])
    parted = {**sound.forms, "shoot 0": ("1/2", "2/3")}
    assert tool.verdict(tool.Moved(sound.situations, parted, {}), sound) == ("APART", ["shoot 0"])
    housed = {"shoot 0": "1/2", "shoot 1": "1/3"}
    assert tool.verdict(tool.Moved(sound.situations, moved, housed), sound) == ("APART", ["shoot 0"])
    assert tool.verdict(tool.Moved({"a shot": "2/3"}, sound.forms, {}), sound) == ("UNASKED", ["a shot"])
    assert tool.verdict(sound, sound) == ("dead", [])
    assert tool.verdict(None, sound) == ("refused", [])


def test_every_number_of_a_name_is_raised(tool: Any) -> None:
    """Those in brackets, too, each by itself."""
    found = {one.name: tool.texts([one])[one.file] for one in tool.constants("d10")}
    assert "HARM = 4  # models" in found["melee/blows.HARM"]
    assert "BLAST = inches(4)" in found["fire/volley.BLAST"]
