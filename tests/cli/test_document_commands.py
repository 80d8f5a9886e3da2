"""Every command that a document shows is run as it stands there, in the order in which it stands there."""

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from sandtable.cli import main
from sandtable.cli.parser import parse
from sandtable.rulesets.citations import project_folder
from tests.test_project import tracked

ROOT = project_folder()
assert ROOT is not None
FENCED = re.compile(r"^ *```(\w*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
OF_YOURS = re.compile(r"\bFrom\s+`(docs/examples/[^`]+)`")
OURS = re.compile(r" *((\.venv/bin/)?(sandtable|pytest)|make)\s")

# What is not run here, and why. Of a `sandtable` command it is still seen that it can be read.
NOT_RUN = {
    "sandtable bench": "it measures for minutes",
    "make play": "it sets up the checkout, then does what `sandtable play` does, which is run",
    "make watch": "it sets up the checkout, then does what two commands of the README do, which are run",
    "make test": "this is one of its tests",
    "make test-full": "it is the long form of these tests",
    "make bench": "it measures for minutes",
    "make bench-page": "it measures for minutes",
    "make docs": "another test sees that it would change nothing",
    "make pictures": "it plays the page for minutes",
    "make types": "`make test` sees that it would change nothing",
    "pytest": "these are tests; that they are there is seen",
}


def commands_in(text: str) -> list[str]:
    """The commands of a document: all lines of blocks that are marked `sh`, and whatever looks like one in others."""
    found = []
    for language, block in FENCED.findall(text):
        for line in block.splitlines():
            words = line.strip()
            if words and not words.startswith("#") and (language == "sh" or OURS.match(line)):
                found.append(words)
    return list(dict.fromkeys(found))


def documents() -> list[Path]:
    """The documents that show commands."""
    return [path for path in tracked("*.md") if commands_in(path.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("path", documents(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_command_of_a_document_runs(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In a folder of its own: what one writes the next may read, and whatever the document has the reader write is there."""
    assert ROOT is not None
    for name in OF_YOURS.findall(path.read_text(encoding="utf-8")):
        shutil.copy(ROOT / name, tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SANDTABLE_DATA", str(tmp_path / "kept"))
    for command in commands_in(path.read_text(encoding="utf-8")):
        said = run(command)
        printed = capsys.readouterr()
        assert said == 0, f"{command}: {printed.err}"


def run(command: str) -> int:
    """Run a command if it is one that we know how to run: 0 if all went well."""
    program, *words = shlex.split(command, comments=True)
    program = program.removeprefix(".venv/bin/")
    assert not set(words) & {"|", ">", ">>", "<", "&", "&&", ";", "||"}, f"{command}: this test is no shell"
    name = " ".join([program, *words[:1]]) if program in {"sandtable", "make"} else program
    match program:
        case "sandtable" if words[:1] == ["play"]:
            return serve(words)
        case "sandtable" if name in NOT_RUN:
            return 0 if parse(words) else 1
        case "sandtable" if (
            words[:1] == ["lab"] and words[1] != "run"
        ):  # some hundred battles would be the same command
            return main([*words, "--games", "2", "--bots", "random", "random"])
        case "sandtable":
            return main(words)
        case "make" if name in NOT_RUN:
            return 0 if words[0] in targets() else 1
        case "pytest":
            assert ROOT is not None
            named = [word.partition("::")[0] for word in words if not word.startswith("-")]
            return 0 if named and all((ROOT / file).exists() for file in named) else 1
        case _:
            raise AssertionError(f"{command!r}: nobody knows how to run it")


def targets() -> set[str]:
    """What can be made."""
    assert ROOT is not None
    written = (ROOT / "Makefile").read_text(encoding="utf-8")
    return set(re.findall(r"^([\w-]+):", written, re.MULTILINE))


def serve(words: list[str]) -> int:
    """Start the server, ask it for its page, and stop it: 0 if it ends as it should."""
    command = [sys.executable, "-m", "sandtable.cli", *words, *["--no-browser"] * ("--no-browser" not in words)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=dict(os.environ)) as process:
        assert process.stdout is not None
        there = next((line for line in process.stdout if "http://" in line), None)
        assert there is not None, command
        try:
            with urllib.request.urlopen(there.split()[1], timeout=20) as page:  # noqa: S310  # our own server
                assert b"<title>" in page.read()
        finally:
            process.send_signal(signal.SIGINT)
        return process.wait(timeout=20)


@pytest.mark.parametrize("command", ["sandtable fly", "make tea", "rm -rf .", "sandtable rulesets > list.txt"])
def test_what_nobody_knows_how_to_run_is_refused(command: str) -> None:
    """Whoever writes such a command into a document is told."""
    try:
        said = run(command)
    except AssertionError:
        said = 1
    assert said != 0


def test_commands_are_found_where_they_stand() -> None:
    """All lines of a block for a shell, in a list too; those that call us in any other, each once; what we say is none."""
    text = "1. So:\n\n   ```sh\n   sandtable rulesets\n   # words\n   ls\n   ```\n\n"
    text += "```\nmake test  # all\nsaid make test\nsandtable: no\nmake test  # all\n```\n`make play`\n"
    assert commands_in(text) == ["sandtable rulesets", "ls", "make test  # all"]
