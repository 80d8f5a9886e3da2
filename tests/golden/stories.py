"""Stories as the log tells them, and whether each is still the one that a person has read."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from sandtable.play.events import Happening, Thrown

Sentence = Callable[[Any, Happening], str]


def told(sentence: Sentence, story: Iterable[tuple[Any, Happening]]) -> str:
    """The log of a story, with the clauses of every line."""
    lines = []
    for state, happening in story:
        text = sentence(state, happening)
        if text:
            indent = "    " if isinstance(happening, Thrown) else ""
            lines.append(f"{indent}{text}\n        [{' '.join(happening.because)}]")
    return "\n".join(lines) + "\n"


def is_what_it_was(path: Path, about: str | None, log: str, request: pytest.FixtureRequest) -> None:
    """Line by line; with `--write-golden` it is written down anew, for a person to read the difference."""
    story = f"{about}\n\n{log}"
    if request.config.getoption("--write-golden"):
        path.write_text(story, encoding="utf-8")
    assert story == path.read_text(encoding="utf-8")
