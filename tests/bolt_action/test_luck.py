"""Whose luck a roll is: every roll of the book says who throws it, or that it is thrown for both."""

import ast
from pathlib import Path

import pytest

from sandtable.bots import bot
from sandtable.bots.match import fight
from sandtable.odds.luck import Judged, all_rolls
from sandtable.play.record import Header, new_game, seeded_box
from sandtable.rulesets import bolt_action
from sandtable.rulesets.library import ruleset

RULES = ruleset("bolt-action")
CHAPTERS = sorted(Path(bolt_action.__file__).parent.rglob("*.py"))


def _rolls(path: Path) -> list[ast.Call]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Roll"
    ]


def test_every_roll_says_whose_it_is() -> None:
    """A seat, or that it is nobody's: a default would make it the luck of the first side."""
    unsaid = [
        f"{path.name}:{call.lineno}"
        for path in CHAPTERS
        for call in _rolls(path)
        if not {keyword.arg for keyword in call.keywords} & {"seat", "neutral"}
    ]
    assert unsaid == []
    assert sum(len(_rolls(path)) for path in CHAPTERS) > 30


@pytest.fixture(scope="module")
def fought() -> list[Judged]:
    """The rolls of a battle."""
    header = Header(RULES.name, RULES.version, {}, RULES.scenario("attrition"), ("rookie", "rookie"))
    game = new_game(RULES, header, seeded_box(8))
    fight(game, (bot("rookie", RULES, 8, 0), bot("rookie", RULES, 8, 1)))
    return all_rolls(RULES, game.initial, game.everything())


def test_what_is_thrown_for_both_is_nobodys_luck(fought: list[Judged]) -> None:
    """Order dice, who goes first, how long it lasts; shots and tests belong to whoever throws."""
    apart = {clause for one in fought if one.seat is None for clause in one.roll.because}
    assert {"ba.turn.draw", "ba.gap.sides-and-edges", "ba.gap.game-length"} <= apart
    assert apart <= {"ba.turn.draw", "ba.gap.sides-and-edges", "ba.gap.simultaneity", "ba.gap.game-length"}
    assert {one.seat for one in fought if "ba.shoot.to-hit" in one.roll.because} == {0, 1}


def test_passing_a_test_is_good_luck_for_whoever_takes_it(fought: list[Judged]) -> None:
    """Although low dice pass."""
    tests = [one for one in fought if one.value in {"pass", "fail", "fubar"}]
    assert {"pass"} < {one.value for one in tests}
    assert all((one.fortune > 0) == (one.value == "pass") for one in tests if one.odds.exactly < 1)
