"""The weapons table as data: every cell as the book has it, and what follows when one is changed."""

from typing import Any

import pytest

from sandtable.odds.ask import ask
from sandtable.rulesets.sotr.options import Options
from sandtable.rulesets.sotr.questions import QUESTIONS
from sandtable.rulesets.sotr.sheet import SHEET
from tests.clause import clause

WEAPONS = [
    pytest.param("pistol", "rof=1 short=12 range=24 long=-1", marks=clause("sotr.weapon.pistol")),
    pytest.param("machine-pistol", "rof=2 short=12 range=24 long=-1", marks=clause("sotr.weapon.machine-pistol")),
    pytest.param("rifle", "rof=1 short=24 long=-1", marks=clause("sotr.weapon.rifle")),
    pytest.param("semi-auto", "rof=2 short=24 long=-1", marks=clause("sotr.weapon.semi-auto")),
    pytest.param("shotgun", "rof=1 short=4 range=18 near=1 near_wound=1", marks=clause("sotr.weapon.shotgun")),
    pytest.param("smg", "rof=smg_rof short=12 range=24 near=1", marks=clause("sotr.weapon.smg")),
    pytest.param("assault-rifle", "rof=3", marks=clause("sotr.weapon.assault-rifle")),
    pytest.param("hmg", "rof=4 short=24 near=1 pen=1", marks=clause("sotr.weapon.hmg")),
    pytest.param("flamethrower", "pen=2", marks=clause("sotr.weapon.flamethrower")),
    pytest.param("grenade-launcher", "rof=1 short=24 long=-1 pen=1", marks=clause("sotr.weapon.grenade-launcher")),
    pytest.param("rpg", "rof=1 pen=4", marks=clause("sotr.weapon.rpg")),
    pytest.param("sniper-rifle", "rof=1", marks=clause("sotr.weapon.sniper-rifle")),
    pytest.param("tank-gun", "rof=1 pen=5", marks=clause("sotr.gap.heavy-weapons")),
    pytest.param("railgun", "rof=1 pen=7", marks=clause("sotr.gap.heavy-weapons")),
    pytest.param("light-mortar", "rof=1 short=24 long=-1 pen=1", marks=clause("sotr.gap.shared-troops")),
    pytest.param("medium-mortar", "rof=1 short=24 long=-1 pen=2", marks=clause("sotr.gap.shared-troops")),
]


@pytest.mark.parametrize(("weapon", "numbers"), WEAPONS)
def test_a_weapon_is_as_the_book_prints_it(weapon: str, numbers: str) -> None:
    """Every number of its row, under its name; one that is a switch names the switch."""
    there = [cell for cell in SHEET.cells.values() if cell.address.startswith(f"weapons.{weapon}.")]
    assert " ".join(f"{cell.address.rpartition('.')[2]}={cell.switch or cell.value}" for cell in there) == numbers


MOVED: list[tuple[str, Any, str, dict[str, Any]]] = [
    ("weapons.rifle.rof", 2, "shooting", {"weapon": "rifle"}),
    ("weapons.rifle.long", -2, "shooting", {"weapon": "rifle", "distance": 30}),
    ("weapons.rifle.short", 12, "shooting", {"weapon": "rifle", "distance": 20}),
    ("weapons.pistol.range", 12, "shooting", {"weapon": "pistol", "distance": 20}),
    ("weapons.hmg.near", 2, "shooting", {"weapon": "hmg", "distance": 20, "cover": "heavy"}),
    ("weapons.shotgun.near_wound", 2, "shooting", {"weapon": "shotgun", "distance": 3}),
    ("weapons.rpg.pen", 5, "machine-hit", {"by": "rpg"}),
    ("weapons.flamethrower.pen", 3, "machine-hit", {"by": "flamethrower"}),
    ("weapons.semi-auto.rof", 3, "suppression", {"weapon": "semi-auto", "shooters": 4, "cool": 8}),
]


@pytest.mark.parametrize(("cell", "value", "question", "given"), MOVED)
def test_a_changed_cell_moves_the_answer_that_hangs_on_it(
    cell: str, value: Any, question: str, given: dict[str, Any]
) -> None:
    """Without the change the answer is the printed one."""
    usual = ask(QUESTIONS[question], given, Options())
    assert ask(QUESTIONS[question], given, Options(cells=((cell, value),))).outcomes != usual.outcomes
    assert ask(QUESTIONS[question], given, Options(cells=((cell, SHEET.find(cell).value),))) == usual
