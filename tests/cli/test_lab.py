"""`sandtable lab`: what is told and written, what is refused, and that a study goes on where it was broken off."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from sandtable.cli import lab
from sandtable.lab.study import BASE
from sandtable.rulesets.library import clauses

from .test_commands import answer, run

GARAND = "d10.table.weapons.garand.shots-short"
RANDOM = ["--bots", "random", "random", "--jobs", "1"]
TRY = ["lab", "try", "d10", "--scenario", "chapel", "--set", f"{GARAND}=4", *RANDOM]
STUDY = f"""\
title = "Rifles"
about = "More shots."
books = ["d10"]
scenarios = ["chapel"]
bots = ["random", "random"]
battles = 10

[[variant]]
name = "fast"
set = {{"{GARAND}" = 4}}

[[variant]]
name = "elite"
troops = {{"us.parachute-squad" = {{quality = "elite"}}}}
"""


def test_one_change_is_tried(capsys: pytest.CaptureFixture[str]) -> None:
    """The contract of the JSON; the same command says the same again."""
    found = answer(capsys, *TRY, "--games", "10", "--json")
    assert (found["book"], found["scenario"], found["bots"], found["games"]) == ("d10", "chapel", ["random"] * 2, 10)
    assert found["change"] == [f"{GARAND} = 4 (printed: 1)"]
    for one in found["effects"]:
        assert {"measure", "base", "changed", "difference", "low", "high", "shown"} <= set(one)
        assert one["low"] <= one["difference"] <= one["high"]
    assert found == answer(capsys, *TRY, "--games", "10", "--json")
    assert found == answer(capsys, *TRY, "--games", "10", "--json", "--jobs", "2")


def test_people_get_a_verdict_and_a_table_within_a_hundred_columns(capsys: pytest.CaptureFixture[str]) -> None:
    """In words first, with the bots that it holds between."""
    code, out, err = run(capsys, *TRY, "--games", "10")
    assert (code, err) == (0, "")
    assert (
        "This holds between randoms, over 10 battles\n" in out.replace("\neach", " each") or "between\nrandoms" in out
    )
    assert "US win (draws as half), %" in out and max(map(len, out.splitlines())) <= 100


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (["lab"], "lab: say what is to be studied (see 'sandtable lab --help')"),
        (["lab", "try", "d10"], "lab try: nothing is changed: give --set NAME=VALUE or --rules FILE"),
        (["lab", "try", "chess", "--set", "x=1"], "no rulebook is called 'chess': there are "),
        (["lab", "try", "d10", "--set", "d10.nothing=1"], "d10.nothing=1: no such option; known are d10."),
        (["lab", "try", "d10", "--set", f"{GARAND}=1"], "is what d10 plays anyway"),
        (["lab", "try", "d10", "--set", "d10.allow_pass"], "write d10.allow_pass=VALUE"),
        ([*TRY, "--until", "much"], "--until: 'much' is no share: write 2% or 0.02"),
        ([*TRY, "--until", "200%"], "--until: '200%' is not between 0 and 100 %"),
        ([*TRY, "--games", "1"], "--games: 1 is not between 2 and 1000000"),
        ([*TRY, "--backend", "abacus"], "--backend: there is none called 'abacus': there are processes, ray"),
        ([*TRY, "--games", "900000", "--limit", "1"], "more than --limit 1 minutes: fewer --games, more --jobs or a"),
        (["lab", "run", "nowhere.toml"], "nowhere.toml cannot be read: "),
        (["lab", "sensitivity", "d10", "nothing"], "d10 has no table 'nothing' with numbers: there are "),
    ],
)  # fmt: skip
def test_what_cannot_be_studied_is_refused_in_a_line(
    typed: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before a battle is fought."""
    code, out, err = run(capsys, *typed)
    assert (code, out) == (2, "")
    assert err.startswith("sandtable: ") and said in err and err.count("\n") == 1


def test_without_its_libraries_the_laboratory_says_what_it_needs(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are an extra."""
    monkeypatch.setattr(lab, "find_spec", lambda name: None if name in {"scipy", "polars"} else object())
    code, _, err = run(capsys, *TRY)
    assert (code, err) == (2, "sandtable: the laboratory needs scipy, polars: pip install 'sandtable[lab]'\n")


@pytest.fixture(scope="module")
def carried_out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a study that was carried out."""
    folder = tmp_path_factory.mktemp("study")
    (folder / "rifles.toml").write_text(STUDY)
    command = [sys.executable, "-m", "sandtable.cli", "lab", "run", "rifles.toml", "--json", "--jobs", "2"]
    told = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout
    (folder / "told.json").write_text(told.splitlines()[-1])
    return folder


def test_a_study_is_carried_out(carried_out: Path) -> None:
    """A row a battle, a row a unit, a page that needs nothing else, a verdict for every variant."""
    told = json.loads((carried_out / "told.json").read_text())
    assert (told["title"], told["battles"], len(told["verdicts"])) == ("Rifles", 30, 2)
    battles = pl.read_parquet(carried_out / "rifles" / "battles.parquet")
    assert battles.height == 30 and set(battles["variant"]) == {BASE, "fast", "elite"}
    assert battles["winner"].is_in(["first", "second", "draw"]).all()
    units = pl.read_parquet(carried_out / "rifles" / "units.parquet")
    both = battles.join(units, on=["arm", "seed", "swapped"])
    lost = both.filter(pl.col("force") == "first").group_by("arm", "seed", "lost_first").agg(
        (1 - pl.col("left").sum() / pl.col("points").sum()).alias("left")
    )  # fmt: skip
    assert (lost["lost_first"] - lost["left"]).abs().max() < 1e-9  # type: ignore[operator]
    page = (carried_out / "rifles" / "report.html").read_text()
    assert page.count("<svg") >= 5 and "src=" not in page and "<link" not in page and "Rifles" in page
    assert pl.read_csv(carried_out / "rifles" / "battles.csv").height == 30


def test_every_battle_of_a_study_can_be_opened_again(carried_out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As a record that is proven, with the same end."""
    folder = carried_out / "rifles"
    row = pl.read_parquet(folder / "battles.parquet").row(17, named=True)
    record = str(carried_out / "17.json")
    found = answer(capsys, "replay", "--study", str(folder), "--battle", "17", "--record", record, "--json")
    assert found["ruleset"] == "d10" and found["outcome"]["scores"] == [row["score_first"], row["score_second"]]
    assert answer(capsys, "verify", record, "--json")["outcome"] == found["outcome"]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (["--battle", "30"], "--battle: 30 is not between 0 and 29"),
        (["--battle", "x"], "--battle: 'x' is not a whole number"),
        ([], "replay: --study wants --battle N"),
    ],
)
def test_a_battle_that_is_in_no_study_is_refused(
    typed: list[str], said: str, carried_out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In a line."""
    code, _, err = run(capsys, "replay", "--study", str(carried_out / "rifles"), *typed)
    assert code == 2 and said in err
    code, _, err = run(capsys, "replay", "--study", str(carried_out), "--battle", "1")
    assert code == 2 and "there is no study in it" in err


def test_a_study_that_was_killed_goes_on(tmp_path: Path, carried_out: Path) -> None:
    """What was fought is kept, and the end is the same to the byte."""
    (tmp_path / "rifles.toml").write_text(STUDY)
    command = [sys.executable, "-m", "sandtable.cli", "lab", "run", "rifles.toml", "--jobs", "1"]
    parts = tmp_path / "rifles" / "parts"
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as begun:
        while not (parts.is_dir() and any(parts.glob("*.msgpack"))) and begun.poll() is None:
            pass
        begun.send_signal(signal.SIGKILL)
    kept = {path.name: path.stat().st_mtime_ns for path in parts.glob("*.msgpack")}
    assert kept
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    assert all((parts / name).stat().st_mtime_ns == at for name, at in kept.items())
    before, after = (
        pl.read_parquet(folder / "rifles" / "battles.parquet").drop("cpu_ms") for folder in (carried_out, tmp_path)
    )
    assert before.equals(after)


def test_a_folder_keeps_to_its_study(carried_out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Another one is refused there."""
    other = carried_out / "other.toml"
    other.write_text(STUDY.replace('"elite"', '"green"'))
    code, _, err = run(capsys, "lab", "run", str(other), "--out", str(carried_out / "rifles"))
    assert code == 2 and "it holds another study, 'Rifles': choose another folder" in err


def test_every_switch_is_fought(capsys: pytest.CaptureFixture[str]) -> None:
    """Each at its other values, told the strongest first."""
    found = answer(capsys, "lab", "switches", "d10", "--scenario", "chapel", "--games", "2", *RANDOM, "--json")
    names = [one["change"][0].split(" = ")[0] for one in found]
    assert {"d10.allow_pass", "d10.exactly_half"} <= set(names)


def test_every_cell_of_a_table_is_fought(capsys: pytest.CaptureFixture[str]) -> None:
    """One more and one less, where the table takes that."""
    typed = ["lab", "sensitivity", "d10", "shooting", "--scenario", "chapel", "--games", "2", *RANDOM, "--json"]
    found = answer(capsys, *typed)
    changes = [one["change"][0] for one in found]
    assert "d10.table.shooting.10 = 1 (printed: 0)" in changes and "d10.table.shooting.1 = 8 (printed: 9)" in changes
    assert len(changes) == 19  # of ten rows one stands at the least that it may be


def test_clauses_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    """The contract of the JSON: every clause of the book, those that never come up, too."""
    found = answer(capsys, "lab", "clauses", "d10", "--scenario", "chapel", "--games", "4", *RANDOM, "--json")
    assert [one["id"] for one in found] == list(clauses("d10"))
    by_id: dict[str, Any] = {one["id"]: one for one in found}
    assert by_id["d10.shoot.table"]["battles"] == 4 <= by_id["d10.shoot.table"]["times"]
    assert any(one["battles"] == one["times"] == 0 for one in found)


def test_points_are_fitted(capsys: pytest.CaptureFixture[str]) -> None:
    """Of every troop that was drawn, with an interval around what it was worth."""
    found = answer(
        capsys, "lab", "points", "d10", "--scenario", "chapel", "--lots", "30", "--games", "2", *RANDOM, "--json"
    )
    assert len(found) > 5
    for one in found:
        assert one["low"] < one["worth"] < one["high"] and one["fielded"] > 0


def test_balance_is_measured_and_evened(capsys: pytest.CaptureFixture[str]) -> None:
    """Who wins, and what would even it."""
    found = answer(capsys, "lab", "balance", "d10", "--scenario", "chapel", "--games", "16", *RANDOM, "--json")
    assert found["games"] == 16 and 0 <= found["wins"]["low"] <= found["wins"]["share"] <= found["wins"]["high"] <= 1
    if not found["fair"]:
        assert 0 < len(found["handicaps"]) <= 3 and {"change", "games", "draws", "wins"} <= set(found["handicaps"][0])


def test_a_study_stops_as_soon_as_enough_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    """Fewer battles than there might be, and the width that was asked for."""
    found = answer(capsys, *TRY, "--games", "4000", "--until", "15%", "--limit", "600", "--json")
    won = next(one for one in found["effects"] if one["measure"] == "won")
    assert found["games"] in {100, 200, 300} and won["high"] - won["low"] <= 0.3


def test_a_cluster_fights_the_same_battles(capsys: pytest.CaptureFixture[str]) -> None:
    """Byte for byte, on two workers of this machine, one of which is killed if it is caught at work."""
    pytest.importorskip("ray")
    usual = answer(capsys, *TRY, "--games", "16", "--json")
    killed: list[int] = []
    found = _on_cluster(capsys, lambda: killed.extend(_kill_a_worker()))
    assert found == usual


def _on_cluster(capsys: pytest.CaptureFixture[str], disturb: Callable[[], None]) -> dict[str, Any]:
    import threading  # noqa: PLC0415

    timer = threading.Timer(6, disturb)
    timer.start()
    try:
        found: dict[str, Any] = answer(capsys, *TRY[:-1], "2", "--games", "16", "--backend", "ray", "--json")
    finally:
        timer.cancel()
    return found


def _kill_a_worker() -> list[int]:
    """The end of one of the workers, as it comes: with no chance to say so."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes()
        except OSError:
            continue
        if words.startswith(b"ray::_done"):
            os.kill(int(folder.name), signal.SIGKILL)
            return [int(folder.name)]
    return []
