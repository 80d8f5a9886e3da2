"""`sandtable compare`: what is told, what is drawn, what is refused, and what is left behind."""

import errno
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from sandtable.cli.chart import draw
from sandtable.lab.tally import BookTally, SideTally, Spread, portion
from sandtable.rulesets.library import books_for
from tests.signals import hearing_ctrl_c

from .test_commands import answer, run

RANDOM = ["--bots", "random", "random", "--jobs", "1"]
TWO = ["compare", "two-platoons", *RANDOM]
SVG = "{http://www.w3.org/2000/svg}"
SQUAD = '{{ troop = "us.rifle-squad" }}'
FORCE = f'[[forces]]\nname = "{{0}}"\nnation = "US"\nunits = [{{{{ troop = "{{1}}" }}}}, {SQUAD}, {SQUAD}]\n'


def test_every_book_that_knows_the_troops_fights(capsys: pytest.CaptureFixture[str]) -> None:
    """The contract of the JSON; wins and draws are all the games there were."""
    found = answer(capsys, *TWO, "--games", "2", "--seed", "4", "--json")
    assert (found["scenario"], found["games"], found["seed"], found["bots"]) == ("two-platoons", 2, 4, ["random"] * 2)
    assert [book["book"] for book in found["books"]] == list(books_for("two-platoons"))
    for book in found["books"]:
        assert [side["name"] for side in book["sides"]] == ["US", "Germans"]
        assert sum(side["wins"]["count"] for side in book["sides"]) + book["draws"]["count"] == book["games"] == 2
        assert 0 < sum(side["lost"]["mean"] for side in book["sides"]) <= 2
    assert set(found["left_out"]).isdisjoint(book["book"] for book in found["books"])


def test_each_battle_is_the_one_that_can_be_watched(capsys: pytest.CaptureFixture[str]) -> None:
    """The same seed and bots give the same battle there."""
    bots = ("--bots", "random", "rookie")
    one = ("--games", "1", "--seed", "3", "--books", "bolt-action", "--jobs", "1")
    found = answer(capsys, "compare", "two-platoons", *bots, *one, "--json")["books"][0]
    seen = answer(capsys, "watch", "bolt-action", "--scenario", "two-platoons", "--seed", "3", *bots, "--json")
    assert (found["turns"]["median"], found["decisions"]["median"]) == (seen["turns"], seen["decisions"])
    wins = [side["wins"]["count"] for side in found["sides"]]
    assert wins == [seen["winner"] == 0, seen["winner"] == 1]


def test_people_get_tables_within_a_hundred_columns(capsys: pytest.CaptureFixture[str]) -> None:
    """A line a book, in the books that were chosen and in their usual order; no bar where nobody sits at a terminal."""
    code, out, err = run(capsys, *TWO, "--games", "2", "--books", "fraley,bolt-action")
    assert (code, err) == (0, "")
    assert out.startswith("Two platoons at the milestone: 2 games a book from seed 1, random against random\n")
    assert [line.split()[0] for line in out.splitlines() if line.startswith("  ") and " (" in line] == [
        "bolt-action",
        "fraley",
    ] * 3
    assert "of 8 units gone" in out
    assert max(map(len, out.splitlines())) <= 100


def test_a_scenario_of_your_own_is_compared_too(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """And what no book knows is said to be so, with the reason of each."""
    own = tmp_path / "own.toml"
    head = 'title = "Own"\nabout = ""\nmap = "milestone"\n'
    own.write_text(head + FORCE.format("Us", "us.second-lieutenant") + FORCE.format("Them", "us.second-lieutenant"))
    chosen = ("--books", "bolt-action", "--games", "1", *RANDOM)
    found = answer(capsys, "compare", str(own), *chosen, "--json")
    assert [side["name"] for side in found["books"][0]["sides"]] == ["Us", "Them"]
    own.write_text(head + FORCE.format("Us", "us.nobody") + FORCE.format("Them", "us.nobody"))
    code, out, err = run(capsys, "compare", str(own))
    assert (code, out) == (2, "")
    assert err.startswith("sandtable: no rulebook can fight own: bolt-action: ") and "us.nobody" in err
    code, _, err = run(capsys, "compare", str(own), *chosen)
    assert code == 2 and err.startswith("sandtable: --books: bolt-action cannot fight own: ")


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (("compare", "nix"), "no scenario for all rulebooks is called 'nix': there are"),
        (("compare", "attrition"), "there are"),
        (("compare", "nix.toml"), "nix.toml cannot be read"),
        ((*TWO, "--games", "0"), "--games: 0 is not between 1 and"),
        ((*TWO, "--games", "many"), "--games: 'many' is not a whole number"),
        ((*TWO, "--jobs", "0"), "--jobs: 0 is not between 1 and"),
        ((*TWO, "--seed", "-1"), "--seed: -1 is not between 0 and"),
        ((*TWO, "--books", "chess"), "--books: no rulebook is called 'chess': there are bolt-action, "),
        (("compare", "two-platoons", "--bots", "rookie", "hal"), "--bots: no bot is called 'hal': there are"),
        ((*TWO, "--svg", "/nowhere/a.svg"), "/nowhere/a.svg cannot be written"),
    ],
)
def test_wrong_input_is_said_in_a_line_before_anything_is_fought(
    capsys: pytest.CaptureFixture[str], asked: tuple[str, ...], said: str
) -> None:
    """On the error stream, with what would be right."""
    code, out, err = run(capsys, *asked)
    assert (code, out) == (2, "")
    assert said in err and err.count("\n") == 1


def test_a_picture_is_saved(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Of the books that fought."""
    path = tmp_path / "compared.svg"
    assert run(capsys, *TWO, "--games", "1", "--books", "bolt-action", "--svg", str(path))[0] == 0
    texts = [text.text for text in ET.fromstring(path.read_text()).iter(f"{SVG}text")]  # noqa: S314  # our own
    assert {"bolt-action", "US", "Germans", "draws", "Who wins", "Points lost", "Turns"} <= set(texts)


def _tally(wins: tuple[int, int], games: int) -> BookTally:
    flat = Spread(0.5, 0.25, 0.5, 0.75)
    ours, theirs = (
        SideTally(name, "rookie", 100, 4, 20, portion(won, games), flat, Spread(2, 1, 2, 3))
        for name, won in zip(("<Us>", "Them"), wins, strict=True)
    )
    draws = portion(games - sum(wins), games)
    return BookTally("book", "The Book", games, (ours, theirs), draws, Spread(6, 5, 6, 7), flat, flat)


def test_bars_are_as_long_as_the_shares_and_say_so() -> None:
    """Half of the games is twice as long as a quarter, and the sides differ in more than colour."""
    picture = ET.fromstring(draw("A & B", [_tally((10, 5), 20)]))  # noqa: S314  # our own
    groups = {group.findtext(f"{SVG}title"): group.find(f"{SVG}rect") for group in picture.iter(f"{SVG}g")}
    bars = {title: bar for title, bar in groups.items() if title and bar is not None}
    ours = bars["book: <Us> win 10 of 20, 30 % to 70 %"]
    theirs = bars["book: Them win 5 of 20, 11 % to 47 %"]
    assert float(ours.get("width", "")) == 2 * float(theirs.get("width", ""))
    assert str(theirs.get("fill")).startswith("url(") and not str(ours.get("fill")).startswith("url(")
    assert "book: Them lose 50 %, 2.0 of 4 units" in bars


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="a terminal to press Ctrl-C at")
def test_ctrl_c_leaves_no_trace() -> None:
    """A bar while it lasts; then one line, and no process of it."""
    seen, terminal = os.openpty()
    command = [sys.executable, "-m", "sandtable.cli", "compare", "two-platoons", "--games", "2000", "--jobs", "2"]
    with hearing_ctrl_c():
        comparing = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=terminal, start_new_session=True)
    with comparing:
        os.close(terminal)
        said = b""
        try:
            while not re.search(rb"[1-9]\d* of ", said):  # the first battles have been fought
                said += os.read(seen, 4096)
            os.killpg(comparing.pid, signal.SIGINT)
            out, _ = comparing.communicate(timeout=60)
        finally:
            if comparing.poll() is None:
                os.killpg(comparing.pid, signal.SIGKILL)
    said += _rest(seen)
    assert (comparing.returncode, out) == (130, b"")
    assert b"#" in said or b"." in said
    assert said.endswith(b"\r\x1b[Ksandtable: interrupted\r\n") and b"Traceback" not in said
    with pytest.raises(ProcessLookupError):
        os.killpg(comparing.pid, 0)


def _rest(terminal: int) -> bytes:
    """Whatever a terminal still has to say."""
    said = b""
    while True:
        try:
            part = os.read(terminal, 4096)
        except OSError as error:
            assert error.errno == errno.EIO  # nobody writes to it any more
            part = b""
        if not part:
            os.close(terminal)
            return said
        said += part
