"""A rulebook from outside the package: how it is found, what the commands make of it, and what it need not bring."""

import dataclasses
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sandtable.bots.rookie import Rookie
from sandtable.cli import main
from sandtable.dice.sources import Scripted
from sandtable.odds.swing import swings
from sandtable.odds.umpire import listed
from sandtable.play.game import Game
from sandtable.play.refusal import Refused
from sandtable.play.ruleset import Ruleset
from sandtable.rulesets import library
from sandtable.rulesets.citations import project_folder
from sandtable.rulesets.library import OUTSIDE, RULESETS, named_outside
from sandtable.server import catalogue
from sandtable.table.data import DataError

from .sheet.ruleset import RULESET
from .sheet.shooting import hit_roll, to_hit

NAME = "platoon-sheet"
GUIDE = "docs/adding-a-rulebook.md"


# ---- naming it


def test_books_are_named_one_after_another() -> None:
    """With whatever blanks are around them."""
    assert named_outside("") == {}
    assert named_outside("one=a.b, two-2 = c ,") == {"one": "a.b", "two-2": "c"}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("mine", "SANDTABLE_RULEBOOKS: mine: a rulebook is given as name=package"),
        ("My Book=a", "'My Book' is no name"),
        ("mine=a/b.py", "'a/b.py' is not the name of a package"),
        ("mine=", "'' is not the name of a package"),
        ("d10=a", "there is another rulebook called 'd10'"),
        ("mine=a,mine=b", "there is another rulebook called 'mine'"),
    ],
)
def test_nonsense_is_refused_with_its_entry(text: str, says: str) -> None:
    """Before anything is loaded."""
    with pytest.raises(DataError, match=re.escape(says)):
        named_outside(text)


@pytest.mark.parametrize(
    ("name", "package", "says"),
    [
        ("mine", "nowhere.at_all", "there is no package 'nowhere.at_all' on Python's path"),
        ("mine", "tests.sixth", "tests.sixth has no module `ruleset`"),
        ("mine", "tests.sixth.sheet", "the rulebook in tests.sixth.sheet is called 'platoon-sheet'"),
    ],
)
def test_a_package_without_the_book_is_refused(
    monkeypatch: pytest.MonkeyPatch, name: str, package: str, says: str
) -> None:
    """When the book is first wanted."""
    monkeypatch.setitem(RULESETS, name, package)
    with pytest.raises(DataError, match=re.escape(f"SANDTABLE_RULEBOOKS: {name}: {says}")):
        library.ruleset(name)


def test_the_command_says_what_is_wrong_in_one_line() -> None:
    """Without a traceback, and with the exit code of wrong input."""
    command = [sys.executable, "-m", "sandtable.cli", "rulesets"]
    for text, says in (("mine", "is given as name=package"), ("mine=nowhere", "there is no package 'nowhere'")):
        run = subprocess.run(command, capture_output=True, text=True, check=False, env={**_plain(), OUTSIDE: text})
        assert (run.returncode, run.stderr.count("\n")) == (2, 1)
        assert run.stderr.startswith("sandtable: SANDTABLE_RULEBOOKS: mine") and says in run.stderr


def _plain() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name != OUTSIDE}


# ---- commands


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """What a command answers."""
    code = main(list(arguments))
    said = capsys.readouterr()
    return code, said.out, said.err


def test_the_commands_know_it_like_any_other_book(capsys: pytest.CaptureFixture[str]) -> None:
    """It is listed, its clauses are found with their code and tests, a battle is fought, a question answered."""
    assert "platoon-sheet  Platoon Sheet (version 1, 17 clauses and gaps)" in run(capsys, "rulesets")[1]
    found = json.loads(run(capsys, "clauses", NAME, "--find", "set-up-gun", "--json")[1])
    assert [one["id"] for one in found] == ["sheet.shoot.set-up-gun"]
    assert "tests/sixth/sheet/shooting.py" in str(found) and "test_fire.py" in str(found)
    code, told, _ = run(capsys, "watch", NAME, "--seed", "4")
    assert code == 0
    assert "[sheet.shoot.losses]" in told and "# " not in told and "Turn 2" in told
    answer = json.loads(run(capsys, "ask", NAME, "volley", "--given", '{"dice": 2, "men": 8}', "--json")[1])
    assert answer["outcomes"]["hits"] == {"0": "1/4", "1": "1/2", "2": "1/4"}
    assert "melee: Who wins a charge?" in run(capsys, "ask", NAME)[1]


def test_what_it_does_not_bring_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    """It lays out no tables."""
    code, _, error = run(capsys, "watch", NAME, "--map", "random")
    assert code == 2
    assert error.startswith("sandtable: this rulebook lays out no tables: there are chapel, crossroads,")


# ---- a book with nothing but what it takes to play


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Ruleset[Any]]:
    """The same book without anything that a book can do without."""
    needed = {
        field.name: getattr(RULESET, field.name)
        for field in dataclasses.fields(RULESET)
        if field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
    }
    made: Ruleset[Any] = Ruleset(**{**needed, "name": "bare", "title": "Bare", "scenarios": list})
    (tmp_path / "bare_book").mkdir()
    (tmp_path / "bare_book" / "clauses.toml").write_text("clause = []\n", encoding="utf-8")
    (tmp_path / "bare_book" / "__init__.py").touch()
    (tmp_path / "bare_book" / "ruleset.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(RULESETS, "bare", "bare_book")
    monkeypatch.setattr("bare_book.ruleset.RULESET", made, raising=False)
    yield made
    catalogue.rules_of.cache_clear()


def test_a_bare_book_is_listed_and_says_what_it_lacks(bare: Ruleset[Any], capsys: pytest.CaptureFixture[str]) -> None:
    """No scenarios, questions, presets, tables, situations or worked odds: nothing breaks."""
    assert run(capsys, "ask", "bare")[1] == "Bare brings no questions.\n"
    assert "no question is called 'volley': Bare brings none" in run(capsys, "ask", "bare", "volley")[2]
    assert "Bare brings no scenario" in run(capsys, "watch", "bare")[2]
    assert "no scenario is called 'x': Bare brings none" in run(capsys, "watch", "bare", "--scenario", "x")[2]
    view = listed("bare")
    assert (view.questions, view.facts, view.presets) == ([], [], [])
    rules = catalogue.rules_of("bare")
    assert (rules.tables, rules.cards, rules.clauses) == ([], [], [])
    assert (library.examples("bare"), library.situations("bare")) == ((), {})


def test_a_bare_book_is_played_without_opinions_and_forecasts(bare: Ruleset[Any]) -> None:
    """A rookie does what is usual; of sight, dice and ground nothing is said."""
    state = RULESET.setup(RULESET.scenario("hamlet"), RULESET.options_type())
    decision = Game(RULESET, state, Scripted(())).pending
    assert decision is not None
    assert Rookie(bare, 1).answer(state, decision) == decision.usual() == "u0"
    assert not bare.foresees(decision)
    assert (bare.promises(state, decision), bare.outlook(state, 0), bare.shots(state, 0, moving=True)) == ({}, (), {})
    for refused in (lambda: bare.field(state, 0), lambda: bare.roams(state, 0), lambda: bare.random_map(1)):
        with pytest.raises(Refused, match="this rulebook"):
            refused()


def test_in_a_book_without_points_no_roll_is_worth_any(bare: Ruleset[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is looked into, and nothing said of it."""
    monkeypatch.delattr("sandtable.odds.swing.Foresight")
    state = RULESET.setup(RULESET.scenario("hamlet"), RULESET.options_type())
    roll = hit_roll("Able", "Xavier", 4, to_hit(cover=False, grounded=False), 0)
    assert swings(Game(bare, state, Scripted(())), roll) is None


# ---- the guide


def test_every_file_of_the_book_is_in_the_guide() -> None:
    """None is forgotten."""
    root = project_folder()
    assert root is not None
    guide = (root / GUIDE).read_text(encoding="utf-8")
    names = [path.name for path in sorted((root / "tests/sixth/sheet").glob("*.*")) if path.name != "__init__.py"]
    assert [name for name in names if name not in guide] == []
