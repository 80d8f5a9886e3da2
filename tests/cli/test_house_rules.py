"""House rules on the command line: cells of tables that are changed with --set or a file, listed, told and recorded."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sandtable.cli import main
from sandtable.play.record import read_record
from sandtable.rulesets.library import RULESETS, ruleset

SHOOTING = ("ask", "bolt-action", "shooting", "--given", '{"shooters": 8, "distance": 14}', "--json")
ATTRITION = ("watch", "bolt-action", "--scenario", "attrition", "--bots", "random", "random", "--seed", "3")


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """A command: its code, what it prints, and what it complains of."""
    code = main(list(arguments))
    said = capsys.readouterr()
    return code, said.out, said.err


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    """What a command answers with --json."""
    code, out, err = run(capsys, *arguments)
    assert code == 0, err
    return msgspec.json.decode(out.splitlines()[-1])


def written(folder: Path, text: str) -> str:
    """A file of house rules."""
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_cells_are_listed_by_the_names_that_change_them(capsys: pytest.CaptureFixture[str]) -> None:
    """With what they take and the clauses they are of; what is a switch is listed as the switch."""
    cells = {one["name"]: one for one in answer(capsys, "tables", "bolt-action", "--json")}
    assert cells["ba.table.hit.long-range"] == {
        "name": "ba.table.hit.long-range",
        "value": -1,
        "takes": "a whole number from -6 to 6",
        "clauses": ["ba.hit.long-range"],
    }
    assert cells["ba.table.weapons.rifle.range"]["value"] == 24
    assert cells["ba.down_to_hit"]["takes"] == "a whole number from -5 to 0"
    assert "ba.table.hit.down" not in cells
    found = run(capsys, "tables", "bolt-action", "--find", "ba.he.d6")[1].splitlines()
    assert [line.split(" = ")[0] for line in found[:-1]] == ["ba.table.explosive.D6.pins", "ba.table.explosive.D6.pen"]
    assert found[-1] == "2 cells"


@pytest.mark.parametrize("name", RULESETS)
def test_every_cell_that_is_listed_can_be_set(capsys: pytest.CaptureFixture[str], name: str) -> None:
    """To the value it has: nothing changes, and nothing is refused. A book without cells says so."""
    cells = answer(capsys, "tables", name, "--json")
    if not cells:
        assert "not changed so, but in their files" in run(capsys, "tables", name)[1]
        return
    settings = [f"--set={one['name']}={msgspec.json.encode(one['value']).decode()}" for one in cells]
    settings = [text.replace('="', "=").removesuffix('"') for text in settings]
    code, _, err = run(capsys, "ask", name, *settings)
    assert code == 0, err


def test_a_cell_is_set_by_typing_and_by_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """In a file as it would be typed or under headings, with switches, for other books too; what is typed outdoes it."""
    usual = answer(capsys, *SHOOTING)
    assert usual["needed"].startswith("4+")
    assert answer(capsys, *SHOOTING, "--set", "ba.table.hit.long-range=-2")["needed"].startswith("5+")
    text = "ba.table.hit.long-range = -2\nd10.cover_soft = -3\n[ba.table.hit]\nbase = { needs = 4 }\n[ba]\nturns = 8\n"
    broken = written(tmp_path, text)  # TOML does not let a table be opened twice
    assert "mine.toml: not valid TOML" in run(capsys, *SHOOTING, "--rules", broken)[2]
    file = written(
        tmp_path, "d10.cover_soft = -3\n[ba]\nlong_range_fraction = 0.25\n[ba.table.hit]\nlong-range = -2\nbase = 4\n"
    )
    assert answer(capsys, *SHOOTING, "--rules", file)["needed"].startswith("6+")
    both = answer(capsys, *SHOOTING, "--rules", file, "--set", "ba.table.hit.long-range=0")
    assert both["needed"].startswith("4+") and both["modifiers"] == []
    assert (
        answer(capsys, *SHOOTING, "--rules", file, "--set", "ba.table.hit.long-range=-1", "--set=ba.table.hit.base=3")
        == usual
    )


REFUSED: list[tuple[str, str]] = [
    ("ba.table.hits.long-range=-2", "there is no table 'hits': did you mean hit?"),
    ("ba.table.zebra.x=1", "there is no table 'zebra': there are hit, weapons, quality"),
    ("ba.table.hit.longrange=-2", "the table hit has no row 'longrange': did you mean long-range?"),
    ("ba.table.weapons.bow.range=30", "the table weapons has no row 'bow': there are rifle, pistol"),
    ("ba.table.weapons.rifle.reach=30", "the row weapons.rifle has no cell 'reach': there are range, shots"),
    ("ba.table.weapons.rifle=30", "the row weapons.rifle has more than one cell: there are range, shots"),
    ("ba.table.weapons.rifle.name=Bow", "the row weapons.rifle has no cell 'name'"),
    ("ba.table.weapons.rifle.small_arm=false", "the row weapons.rifle has no cell 'small_arm'"),
    ("ba.table.quarters.run=6", "the row quarters.run has no number to change"),
    ("ba.table.weapons=1", "the table weapons has no row ''"),
    ("ba.table.weapons.rifle.range=400", "it takes a whole number from 0 to 144 (printed: 24), not 400"),
    ("ba.table.weapons.rifle.range=far", "it takes a whole number from 0 to 144 (printed: 24), not 'far'"),
    ("ba.table.hit.base=3.5", "it takes a whole number from 1 to 6 (printed: 3), not 3.5"),
    ("ba.table.hit.base=true", "(printed: 3), not true"),
    ("ba.table.explosive.D6.pins=D8", "it takes dice such as D3, 2D6, D6+1 or D3-1, or a number (printed: D2)"),
    ("ba.table.shelling.hit.he=4D6", "it takes D2, D3, D6, 2D6 or 3D6 (printed: 3D6)"),
    ("ba.table.weapons.rifle.shots=D3", "weapons.rifle.shots is a number: only flamethrowers throw dice"),
    ("ba.table.fubar.panic=1", "the row 'panic' begins with 1, the one before it with 1"),
    ("ba.table.hit.down=-2", "hit.down.plus is the switch down_to_hit: set that instead"),
    ("ba.table.hit.base", "write ba.table.hit.base=VALUE; it takes a whole number from 1 to 6 (printed: 3)"),
    ("ba.table.hit.base=", "(printed: 3), not ''"),
    ("d10.turns=3", "no such option; known are ba.…"),
]


@pytest.mark.parametrize(("setting", "said"), REFUSED)
def test_a_cell_that_cannot_be_set_is_refused_in_a_line(
    capsys: pytest.CaptureFixture[str], setting: str, said: str
) -> None:
    """With what was typed, and with what there is instead; never with all of five hundred names."""
    code, out, err = run(capsys, "watch", "bolt-action", "--set", setting)
    assert (code, out) == (2, "")
    assert err.startswith(f"sandtable: --set {setting}: ") and said in err
    assert err.count("\n") == 1 and len(err) < 500


IN_A_FILE: list[tuple[str, str]] = [
    ("ba.table.hit.long-range = ", "mine.toml: not valid TOML"),
    ("chess.turns = 1", "mine.toml: chess: no rulebook begins its clauses so: there are ba, sotr"),
    ("ba = 3", "mine.toml: ba: a switch is written ba.NAME = VALUE"),
    ("ba.luck = 3", "mine.toml: ba.luck: no such option; known are ba.turns"),
    ("ba.turns = 99", "mine.toml: ba.turns: it takes a whole number from 1 to 20 (default 6), not 99"),
    (
        "[ba.table.hit]\nlong-rage = -2",
        "mine.toml: ba.table.hit.long-rage: the table hit has no row 'long-rage': did you mean",
    ),
    (
        '[ba.table.hit]\nbase = "four"',
        "mine.toml: ba.table.hit.base: hit.base.needs: it takes a whole number from 1 to 6",
    ),
    ("ba.table.fubar.panic = 1", "mine.toml: ba.table.fubar.panic: the row 'panic' begins with 1"),
    ("ba.table = 1", "mine.toml: ba.table: no such option"),
    ("ba.table.hit.base = 1979-05-27", "mine.toml: ba.table.hit.base: hit.base.needs: it takes a whole number"),
]


@pytest.mark.parametrize(("text", "said"), IN_A_FILE)
def test_a_file_that_cannot_be_played_says_where_and_why(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str, said: str
) -> None:
    """By file, key and reason, before anything is played."""
    code, out, err = run(capsys, "watch", "bolt-action", "--rules", written(tmp_path, text))
    assert (code, out) == (2, "")
    assert err.startswith(f"sandtable: {said}"), err
    assert err.count("\n") == 1


def test_a_file_that_is_not_there_is_said_to_be_none(capsys: pytest.CaptureFixture[str]) -> None:
    """As any other file."""
    assert "none.toml cannot be read: No such file" in run(capsys, *SHOOTING, "--rules", "none.toml")[2]


def test_two_cells_that_go_together_only_together_are_set_together(capsys: pytest.CaptureFixture[str]) -> None:
    """Rows of a chart that move past each other; alone either is refused."""
    both = ("--set", "ba.table.barrage.delay.from=4", "--set", "ba.table.barrage.fire-for-effect.from=5")
    given = '{"target_men": 1}'
    found = answer(capsys, "ask", "bolt-action", "barrage", "--given", given, *both, "--json")
    assert found["rolls"][0]["needs"] == "1-3 miscalculation, 4 delay, 5-6 fire for effect"
    code, _, err = run(capsys, "ask", "bolt-action", "barrage", *both[:2])
    assert code == 2 and "the row 'fire-for-effect' begins with 4, the one before it with 4" in err


def test_a_battle_is_recorded_told_and_proved_with_what_was_changed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """The story begins with it, told again too; without a change no word is said of it."""
    record = str(tmp_path / "b.json")
    changes = ("--set", "ba.table.hit.long-range=-2", "--set", "ba.turns=2")
    code, out, _ = run(capsys, *ATTRITION, *changes, "--record", record)
    told = "Played otherwise: ba.turns = 2 (usually 6)\nPlayed otherwise: ba.table.hit.long-range = -2 (printed: -1)\n"
    assert code == 0 and told in out
    assert run(capsys, "verify", record)[0] == 0
    assert told in run(capsys, "replay", record, "--answers", "3")[1]
    header = read_record(Path(record).read_bytes()).header
    assert header.options == {"cells": [["hit.long-range.plus", -2]], "turns": 2}
    tampered = Path(record).read_bytes().replace(b'["hit.long-range.plus",-2]', b'["hit.long-range.plus",-3]')
    Path(record).write_bytes(tampered)
    assert "the seal does not fit" in run(capsys, "verify", record)[2]
    assert "otherwise" not in run(capsys, *ATTRITION, "--set", "ba.table.hit.long-range=-1")[1]


def test_books_are_compared_as_they_are_changed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Each by its own changes, which are said; a change for a book that does not fight is refused."""
    fight = (
        "compare",
        "two-platoons",
        "--books",
        "bolt-action,d10",
        "--games",
        "1",
        "--bots",
        "random",
        "random",
        "--jobs",
        "1",
    )
    file = written(tmp_path, "ba.table.quality.regular.damaged_on = 5\nfraley.turns = 3\n")
    usual = answer(capsys, *fight, "--json")
    changed = answer(capsys, *fight, "--rules", file, "--set", "d10.cover_soft=-3", "--json")
    assert usual["changed"] == {}
    assert changed["changed"] == {
        "bolt-action": ["ba.table.quality.regular.damaged_on = 5 (printed: 4)"],
        "d10": ["d10.cover_soft = -3 (usually -1)"],
    }
    assert _counts(usual["books"]) != _counts(changed["books"])
    said = run(capsys, *fight, "--rules", file)[1]
    assert "Under bolt-action was played: ba.table.quality.regular.damaged_on = 5 (printed: 4)." in said
    assert "no such option; known are ba.…, d10.…" in run(capsys, *fight, "--set", "fraley.turns=3")[2]


def _counts(books: Sequence[dict[str, Any]]) -> list[Any]:
    return [(one["decisions"], [side["lost"] for side in one["sides"]]) for one in books]


def test_a_book_whose_tables_are_not_cells_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    """Instead of a name that nobody could have guessed."""
    without = [rules for rules in map(ruleset, RULESETS) if not answer(capsys, "tables", rules.name, "--json")]
    for rules in without:
        said = run(capsys, "ask", rules.name, "--set", f"{rules.prefix}.table.x.y=1")[2]
        assert f"the tables of {rules.name} are not changed so, but in their files" in said
