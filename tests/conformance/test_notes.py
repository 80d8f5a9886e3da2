"""Notes on scenarios: what is said to somebody who chooses, and no part of the battle."""

from importlib.resources import files

import msgspec
import pytest

from sandtable.play.notes import Notes
from sandtable.play.scenario import Scenario
from sandtable.rulesets.library import COMMON, OURS, RULESETS, common_scenarios, notes, parse_notes, parse_scenario
from sandtable.server.catalogue import ruleset_view
from sandtable.table.data import DataError

WRITTEN = files("sandtable.rulesets.bolt_action").joinpath("scenarios", "attrition.toml").read_text(encoding="utf-8")
PLAIN = WRITTEN.partition("[notes]")[0]


@pytest.mark.parametrize("book", OURS)
def test_every_scenario_of_ours_has_notes_and_the_page_is_told_them(book: str) -> None:
    """How long, how hard, how it looks."""
    for view in ruleset_view(book).scenarios:
        common = view.name in common_scenarios()
        folder = files(COMMON) if common else files(RULESETS[book]).joinpath("scenarios")
        assert "[notes]" in folder.joinpath(f"{view.name}.toml").read_text(encoding="utf-8"), view.name
        said = notes(book, view.name)
        assert (view.minutes, view.difficulty, view.short, view.season) == msgspec.structs.astuple(said)[:4]


def test_a_scenario_for_all_lasts_as_long_as_the_rulebook_makes_it() -> None:
    """The minutes are said for each."""
    assert len({notes(book, "two-platoons").minutes for book in OURS}) > 2


def test_notes_are_no_part_of_the_scenario() -> None:
    """The header of a record holds the scenario, and the dice hang on it."""
    assert "notes" not in {field.name for field in msgspec.structs.fields(Scenario)}
    other = f"{PLAIN}\n[notes]\nminutes = 7\nshort = true\nseason = 'winter'\n"
    assert parse_scenario(other, "attrition") == parse_scenario(WRITTEN, "attrition")
    assert parse_notes(other, "attrition", "bolt-action") == Notes(7, "middling", short=True, season="winter")


def test_a_scenario_without_notes_has_the_usual_ones() -> None:
    """And so has one that is no file of ours."""
    assert parse_notes(PLAIN, "attrition", "bolt-action") == Notes() == notes("bolt-action", "no-such-scenario")


@pytest.mark.parametrize(
    ("written", "key", "reason"),
    [
        ("weather = 'rain'", "notes", "unknown field `weather`"),
        ("minutes = 0", "notes.minutes", "1"),
        ("minutes = 'long'", "notes.minutes", "got `str`"),
        ("minutes = { chess = 20 }", "notes.minutes", "'chess' is none of bolt-action"),
        ("difficulty = 'brutal'", "notes.difficulty", "'brutal'"),
        ("season = 'spring'", "notes.season", "'spring'"),
        ("short = 1", "notes.short", "bool"),
    ],
)
def test_what_is_wrong_with_notes_is_said(written: str, key: str, reason: str) -> None:
    """By file, key and reason."""
    with pytest.raises(DataError) as caught:
        parse_notes(f"{PLAIN}\n[notes]\n{written}\n", "attrition", "bolt-action")
    assert caught.value.file == "attrition.toml"
    assert caught.value.key == key
    assert reason in caught.value.reason
