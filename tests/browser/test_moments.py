"""The moments that the documents show: named, listed, taken at both sizes and in both lights, small."""

import importlib
import sys
from pathlib import Path

import pytest

from sandtable.rulesets.citations import project_folder
from sandtable.rulesets.library import OURS

ROOT = project_folder() or Path()
PICTURES = ROOT / "docs" / "pictures"
MANY = 40
SMALL = 140_000  # bytes of a picture


@pytest.fixture(scope="module", autouse=True)
def _tools() -> None:
    sys.path.append(str(ROOT / "tools"))


def test_forty_named_moments_are_taken_and_small() -> None:
    """The page that lists them is the one that the tool writes, and every picture lies beside it."""
    moments = importlib.import_module("moment_list").MOMENTS
    assert len({moment.name for moment in moments}) == len(moments) >= MANY
    assert (ROOT / "docs" / "moments.md").read_text(encoding="utf-8") == importlib.import_module("moments").listed(
        moments
    )
    taken = {path.stem: path.stat().st_size for path in PICTURES.glob("*.webp")}
    assert taken.keys() == {moment.name for moment in moments}
    assert {name: size for name, size in taken.items() if size > SMALL} == {}


def test_moments_are_of_all_books_and_at_both_sizes_by_day_and_by_night() -> None:
    """Nobody is left out: neither a book, nor a telephone, nor the dark."""
    moments = importlib.import_module("moment_list").MOMENTS
    seen = {(moment.size, moment.theme) for moment in moments}
    assert seen == {(size, theme) for size in ("desk", "phone") for theme in ("light", "dark")}
    told = {
        book for book in OURS for moment in moments if moment.name.startswith(("lesson-", book)) and book in moment.name
    }
    assert told == set(OURS)
