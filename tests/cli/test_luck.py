"""`sandtable luck`: the sheet of a record, for people and for other tools."""

import re
from fractions import Fraction
from pathlib import Path

import pytest
from msgspec.structs import replace

from sandtable.play import record as records
from sandtable.play.record import Answered, read_record, write_record

from .test_commands import answer, run

ROOKIES = ["watch", "bolt-action", "--scenario", "attrition", "--seed", "7", "--quiet", "--record"]


@pytest.fixture
def record(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> str:
    """The record of a battle."""
    path = str(tmp_path / "b.json")
    assert run(capsys, *ROOKIES, path)[0] == 0
    return path


def test_every_throw_of_the_record_is_on_the_sheet(capsys: pytest.CaptureFixture[str], record: str) -> None:
    """In order, face by face, and each with its chance."""
    found = answer(capsys, "luck", record, "--json")
    assert (found["ruleset"], found["names"], found["over"]) == ("bolt-action", ["US", "Germans"], True)
    rolls = found["luck"]["rolls"]
    threw = [
        list(given.faces)
        for step in read_record(Path(record).read_bytes()).steps
        for given in step
        if hasattr(given, "faces")
    ]
    assert [roll["faces"] for roll in rolls] == threw
    assert all(0 < Fraction(roll["chance"]) <= 1 for roll in rolls)
    assert all((roll["or_better"] != "") == (roll["seat"] is not None) for roll in rolls)
    draws = [roll for roll in rolls if roll["because"] == ["ba.turn.draw"]]
    assert draws and all(roll["seat"] is None for roll in draws)


def test_sums_are_those_of_the_rolls(capsys: pytest.CaptureFixture[str], record: str) -> None:
    """Worked out again from the rows: dice, successes, what was expected of them."""
    luck = answer(capsys, "luck", record, "--json")["luck"]
    assert luck["swings"] == "none"
    for side in luck["sides"]:
        own = [roll for roll in luck["rolls"] if roll["seat"] == side["seat"]]
        counting = [roll for roll in own if re.match(r"\d+ of \d+", roll["came"])]
        assert side["throws"] == len(own)
        assert side["dice"] == sum(len(roll["faces"]) for roll in own)
        assert side["counted"] == sum(len(roll["faces"]) for roll in counting)
        assert side["came"] == sum(int(roll["came"].split()[0]) for roll in counting)
        assert Fraction(side["expected"]) == sum(Fraction(roll["expected"]) for roll in counting)
        assert side["fortune"] == pytest.approx(sum(roll["fortune"] for roll in own))


def test_swings_are_worked_out_when_they_are_asked_for(capsys: pytest.CaptureFixture[str], record: str) -> None:
    """Only of battles that are over; the sums are those of the rolls."""
    luck = answer(capsys, "luck", record, "--swings", "--json")["luck"]
    assert luck["swings"] == "known"
    for side in luck["sides"]:
        own = [roll["swing"] or 0 for roll in luck["rolls"] if roll["seat"] == side["seat"]]
        assert side["swing"] == pytest.approx(sum(own))
    assert re.search(r"worth [+-]\d+\.\d points", run(capsys, "luck", record, "--swings")[1])


def test_people_are_told_in_sentences(capsys: pytest.CaptureFixture[str], record: str) -> None:
    """Both sides, and what is nobody's luck."""
    code, out, err = run(capsys, "luck", record)
    assert (code, err) == (0, "")
    assert re.search(r"^Germans threw \d+ dice in \d+ throws$", out, re.MULTILINE)
    assert re.search(r"dice for successes: \d+ came, \d+\.\d expected \([+-]\d\.\d\d standard deviations\)", out)
    assert re.search(r"an order die is drawn: \d+ throws, first \d+ \(", out)


def test_a_record_that_does_not_fit_the_rules_is_refused(capsys: pytest.CaptureFixture[str], record: str) -> None:
    """An answer nobody could have given, under a seal that fits."""
    good = read_record(Path(record).read_bytes())
    steps = (*good.steps[:5], (Answered("u99"), *good.steps[5][1:]), *good.steps[6:])
    bad = replace(good, steps=steps)
    Path(record).write_bytes(write_record(replace(bad, seal=records._seal(bad))))
    code, out, err = run(capsys, "luck", record)
    assert (code, out) == (2, "")
    assert err.startswith(f"sandtable: {record}: step ")
    assert err.count("\n") == 1
