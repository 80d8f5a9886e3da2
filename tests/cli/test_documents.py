"""The documents: what is generated is current, what is quoted stands there, what is linked exists."""

import re
from functools import cache
from pathlib import Path

import msgspec
import pytest

from sandtable.cli.reference.pages import pages
from sandtable.cli.reference.protocol_words import TROUBLES
from sandtable.cli.reference.structs import fields_of, reached
from sandtable.play.record import Record
from sandtable.rulesets.citations import project_folder
from sandtable.rulesets.library import OURS, clauses, questions
from sandtable.server.requests import ClientMessage
from tests.test_project import tracked

ROOT = project_folder()
assert ROOT is not None
LINK = re.compile(r"(?<!`)\[[^\]]*\]\(([^)\s]+)\)|<img src=\"([^\"]+)\"")
QUOTED = re.compile(r"\bFrom\s+`([^`]+)`[^\n]*:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"^```(?:python|toml)$", re.MULTILINE)


def read(name: str) -> str:
    """The text of a file of the project."""
    assert ROOT is not None
    return (ROOT / name).read_text(encoding="utf-8")


def test_generated_documents_are_current() -> None:
    """`make docs` would change nothing."""
    assert [name for name, text in pages().items() if read(name) != text] == []


@cache
def anchors(path: Path) -> set[str]:
    """The headings of a document, as links name them."""
    headings = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("path", tracked("*.md"), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(path: Path) -> None:
    """To files of the project, and to headings that are there."""
    broken = []
    for one, other in LINK.findall(path.read_text(encoding="utf-8")):
        file, _, anchor = (one or other).partition("#")
        if "://" in file:
            continue
        there = path.parent / file if file else path
        if not there.exists() or (anchor and anchor not in anchors(there)):
            broken.append(one or other)
    assert broken == []


def test_every_document_is_in_the_index() -> None:
    """Whoever opens the folder finds each by what it is for."""
    assert ROOT is not None
    listed = {one.partition("#")[0] for one, _ in LINK.findall(read("docs/README.md"))}
    there = {path.relative_to(ROOT / "docs").as_posix() for path in tracked("docs/*.md", "docs/*.json")}
    folders = {"decisions/", "odds/", "rulesets/", "README.md"}
    missing = [name for name in there - listed if not name.startswith(tuple(folders))]
    assert missing == []
    assert {"decisions/README.md", "rulesets/README.md"} <= listed


@pytest.mark.parametrize("name", ["writing-rules", "changing-a-number", "adding-a-rulebook", "lessons"])
def test_what_is_quoted_stands_in_the_file_it_is_quoted_from(name: str) -> None:
    """Line by line; every piece of code is quoted, and the words before it say from where."""
    text = read(f"docs/{name}.md")
    quotes = QUOTED.findall(text)
    assert len(quotes) == len(CODE.findall(text)) > 0
    for file, quote in quotes:
        assert quote in read(file), f"{file}:\n{quote}"


def test_the_record_is_described_field_by_field() -> None:
    """Every type that a record is made of, with all its fields in their order, what they hold, and what they mean."""
    described = {}
    for section in re.split(r"^### ", read("docs/record.md"), flags=re.MULTILINE)[1:]:
        rows = re.findall(r"^\| (`.+?`) \| (.+?) \| (.+?) \|$", section, re.MULTILINE)
        assert all(meaning.strip() for _, _, meaning in rows)
        described[section.partition("\n")[0]] = [(field, kind) for field, kind, _ in rows]
    assert described == {
        name: [(field, kind) for field, kind, _ in fields_of(one)] for name, one in reached([Record]).items()
    }


def test_the_front_page_and_the_changelog_count_what_there_is() -> None:
    """Clauses and gaps of each rulebook, and the questions of all of them."""
    counts = {name: [clause.kind == "gap" for clause in clauses(name).values()] for name in OURS}
    for name, gaps in counts.items():
        own, filled = len(gaps) - sum(gaps), sum(gaps)
        assert re.search(rf"^\| \[`{name}`\].* \| {own} \+ {filled} \|$", read("README.md"), re.MULTILINE), name
        assert re.search(rf"^- `{name}`, .*: {own} clauses and {filled} gaps", read("CHANGELOG.md"), re.MULTILINE), name
    asked = sum(len(questions(name)) for name in OURS)
    assert f"{asked} procedures" in read("README.md") and f"{asked} questions" in read("CHANGELOG.md")


def test_the_messages_shown_are_messages() -> None:
    """What the protocol's page shows as an example could be sent."""
    shown = re.findall(r"^```json\n(.*?)^```$", read("docs/protocol.md"), re.MULTILINE | re.DOTALL)
    lines = [line for block in shown for line in block.splitlines()]
    assert lines
    for line in lines:
        msgspec.json.decode(line, type=ClientMessage)


def test_every_trouble_is_described() -> None:
    """The codes that the server sends are those that the protocol's page explains."""
    assert ROOT is not None
    server = (ROOT / "src/sandtable/server").glob("*.py")
    sent = {code for path in server for code in re.findall(r'\bTrouble\("([\w-]+)"', path.read_text(encoding="utf-8"))}
    assert sent == set(TROUBLES)
