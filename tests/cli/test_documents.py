"""The generated documents: what they say is what the rulebooks, the code and the tests say now."""

from sandtable.cli.reference import pages
from sandtable.rulesets.citations import project_folder


def test_generated_documents_are_current() -> None:
    """`make docs` would change nothing."""
    root = project_folder()
    assert root is not None
    stale = [name for name, text in pages().items() if (root / name).read_text(encoding="utf-8") != text]
    assert stale == []
