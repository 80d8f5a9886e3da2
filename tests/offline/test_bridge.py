"""The rules in the browser: packed by the server, run without numpy, and answering what the server answers."""

import json
import subprocess
import sys
import zipfile
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sandtable.odds import umpire
from sandtable.odds.ask import AskError
from sandtable.offline.bridge import answer
from sandtable.rulesets.library import OURS, RULESETS, questions
from sandtable.server.archive import rules_archive

BOOK = next(iter(RULESETS))

# Like the browser: the archive alone, stand-ins for what is not there, and nothing of the checkout.
ALONE = """
import sys
sys.path.insert(0, sys.argv[1])
from sandtable.offline import inert
inert.install()
import sandtable
assert sandtable.__file__.startswith(sys.argv[1]), sandtable.__file__
from sandtable.offline.bridge import answer
for line in sys.stdin:
    print(answer(*__import__("json").loads(line)))
assert not [name for name in sys.modules if name.startswith("sandtable.server")]
assert sys.modules["numpy"].__version__ == sys.modules["numba"].__version__ == "absent"
"""


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The archive as the browser unpacks it."""
    folder = tmp_path_factory.mktemp("rules")
    zipfile.ZipFile(BytesIO(rules_archive().body)).extractall(folder)
    return folder


def _told(unpacked: Path, calls: list[tuple[str, str, str, str]]) -> list[dict[str, Any]]:
    """What the rules say to each call when they are alone."""
    lines = "".join(f"{json.dumps(call)}\n" for call in calls)
    run = subprocess.run(
        [sys.executable, "-I", "-c", ALONE, unpacked], input=lines, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    return [json.loads(line) for line in run.stdout.splitlines()]


@pytest.mark.parametrize("book", OURS)
def test_every_question_is_answered_as_here(unpacked: Path, book: str) -> None:
    """The list, the odds and the first throw of every question, to the last digit."""
    names = list(questions(book))
    calls = [("listed", book, "", "null")]
    calls += [(what, book, name, "{}") for name in names for what in ("asked", "led")]
    told = _told(unpacked, calls)
    assert told == [json.loads(answer(*call)) for call in calls]
    assert all("good" in one for one in told)


def test_the_bridge_hands_on_what_the_rules_say() -> None:
    """Nothing is added and nothing left out."""
    name = next(iter(questions(BOOK)))
    throws = '{"given": {}, "throws": [[3, 4]]}'
    said = {
        ("listed", "null"): umpire.listed(BOOK),
        ("asked", "{}"): umpire.asked(BOOK, name, umpire.Put()),
        ("led", throws): umpire.led(BOOK, name, umpire.PutThrows(throws=[[3, 4]])),
    }
    for (what, body), found in said.items():
        assert json.loads(answer(what, BOOK, name, body)) == {"good": json.loads(msgspec.json.encode(found))}


def test_what_is_wrong_is_said_as_here(unpacked: Path) -> None:
    """A refusal in the rules' own words, and a body that is no body."""
    name = next(iter(questions(BOOK)))
    wrong = umpire.Put(given={"nonsense": 1})
    with pytest.raises(AskError) as refusal:
        umpire.asked(BOOK, name, wrong)
    calls = [
        ("asked", BOOK, name, msgspec.json.encode(wrong).decode()),
        ("asked", BOOK, name, "["),
        ("led", BOOK, name, '{"given": {}, "throw": []}'),
        ("led", BOOK, "dancing", "{}"),
        ("listed", "nothing", "", "null"),
        ("dance", BOOK, name, ""),
    ]
    told = [one["problem"] for one in _told(unpacked, calls)]
    assert told[0] == {"code": "bad-request", "reason": str(refusal.value)}
    assert [(one["code"], one["reason"]) for one in told[3:]] == [
        ("not-found", "no question is called 'dancing'"),
        ("not-found", "no rulebook is called 'nothing'"),
        ("not-found", "there is no call 'dance'"),
    ]
    assert [one["code"] for one in told[1:3]] == ["bad-request", "bad-request"]
    assert told[2]["reason"] == "nothing here is called 'throw'"


def test_together_and_under_what_is_known_as_here(unpacked: Path) -> None:
    """The same joint and conditional answers where there is no server."""
    body = msgspec.json.encode(umpire.Put(supposed=["hits>=1"], joint=[["hits", "pins"]])).decode()
    calls = [("asked", "bolt-action", "shooting", body), ("asked", "d10", "shoot", '{"supposed": ["hits=99"]}')]
    told = _told(unpacked, calls)
    assert told == [json.loads(answer(*call)) for call in calls]
    assert told[0]["good"]["likely"] and told[0]["good"]["joint"]
    assert told[1]["problem"]["reason"].startswith("shoot: hits is never 99: it may be 0, 1")


def test_the_bridge_says_when_it_is_ready() -> None:
    """And which rulebooks it has read: all it knows, or the one that is about to be asked."""
    assert json.loads(answer("ready", "", "", "")) == {"good": list(RULESETS)}
    assert json.loads(answer("ready", "d10", "", "")) == {"good": ["d10"]}
    assert json.loads(answer("ready", "nothing", "", ""))["problem"]["code"] == "not-found"


def test_the_archive_holds_the_rules_and_nothing_else() -> None:
    """The same files make the same archive, whatever their dates; its name follows what it holds."""
    archive = rules_archive()
    rules_archive.cache_clear()
    assert rules_archive() == archive
    names = zipfile.ZipFile(BytesIO(archive.body)).namelist()
    tops = {name.split("/")[1] for name in names}
    assert tops == {
        "__init__.py", "dice", "foresight", "geometry", "grammar", "maps", "mechanics", "odds", "offline", "play",
        "rulesets", "table",
    }  # fmt: skip
    assert all(name.endswith((".py", ".toml")) for name in names)
    assert len(archive.body) < 400_000 * len(OURS), "a telephone has to fetch it"
