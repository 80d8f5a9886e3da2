"""The command line as other tools and people use it."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from sandtable.cli import main
from sandtable.rulesets.library import OURS, RULESETS, ruleset

ATTRITION = ["watch", "bolt-action", "--scenario", "attrition", "--seed", "3", "--bots", "random", "random"]


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """The exit code, what was printed, and what was complained of."""
    code = main(arguments)
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    """The JSON that a command prints last."""
    code, out, err = run(capsys, *arguments)
    assert (code, err) == (0, "")
    return json.loads(out.splitlines()[-1])


def test_rulebooks_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    """For people and as JSON."""
    books = [book for book in answer(capsys, "rulesets", "--json") if book["name"] in OURS]  # the suite knows one more
    listed = {book["name"]: book["clauses"] for book in books}
    assert listed == {"bolt-action": 286, "sotr": 479, "fraley": 308, "d10": 194, "skirmish41": 370}
    told = run(capsys, "rulesets")[1]
    assert all(book["about"] and book["about"] in told and book["title"] in told for book in books)


def test_scenarios_show_forces_and_points(capsys: pytest.CaptureFixture[str]) -> None:
    """Ten or more units a side and about a hundred figures in the standard scenario."""
    views = {view["name"]: view for view in answer(capsys, "scenarios", "bolt-action", "--json")}
    assert set(views) == set(ruleset("bolt-action").scenarios())
    assert set(views) > {"attrition", "hold", "orchard", "village-assault"}
    assert 90 <= views["attrition"]["figures"] <= 120
    for force in views["attrition"]["forces"]:
        assert len(force["units"]) >= 10
        assert force["points"] == sum(unit["points"] for unit in force["units"]) <= 1000
    assert "Attrition at the crossroads" in run(capsys, "scenarios", "bolt-action")[1]


def test_clauses_say_where_they_live_and_what_tests_them(capsys: pytest.CaptureFixture[str]) -> None:
    """The contract of the JSON, gaps included, and a search for people."""
    views = {view["id"]: view for view in answer(capsys, "clauses", "bolt-action", "--json")}
    assert len(views) == 286
    view = views["ba.hit.long-range"]
    assert {"id", "kind", "says", "ruling", "option", "code", "tests", "not_implemented"} <= set(view)
    assert any(place.startswith("src/sandtable/rulesets/bolt_action/tables/hit.toml:") for place in view["code"])
    assert any("test_hits.py::" in node for node in view["tests"])
    assert views["ba.gap.pins-break"]["option"] == 'ba.pins_break = "equal"'
    out = run(capsys, "clauses", "bolt-action", "--find", "long range")[1]
    assert "ba.hit.long-range (modifier)" in out
    assert "ba.turn.draw" not in out
    assert "hits.py:" not in out and re.search(r"^    \d+ places? in the code, \d+ tests?$", out, re.MULTILINE)
    few = run(capsys, "clauses", "bolt-action", "--find", "ba.hit.long-range")[1]
    assert {*view["code"], *view["tests"]} <= {line.strip() for line in few.splitlines()}


def test_a_battle_is_told_recorded_drawn_replayed_and_verified(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """The whole way of a battle through the commands."""
    record, picture, again = tmp_path / "b.json", tmp_path / "b.svg", tmp_path / "c.svg"
    code, out, _ = run(capsys, *ATTRITION, "--record", str(record), "--svg", str(picture))
    assert code == 0
    assert "Turn 1" in out and "[ba.turn.draw]" in out
    assert picture.read_text().startswith("<svg ")
    assert run(capsys, "verify", str(record))[1].startswith(f"{record} holds: ")
    proof = answer(capsys, "verify", str(record), "--json")
    assert proof["dice_proven"] is True
    code, retold, _ = run(capsys, "replay", str(record), "--svg", str(again))
    told = [line for line in out.splitlines() if line.startswith("  ")]
    assert [line for line in retold.splitlines() if line.startswith("  ")] == told
    assert again.read_text() == picture.read_text()
    part = answer(capsys, "replay", str(record), "--answers", "20", "--json")
    assert (part["answers"], part["of"]) == (20, proof["answers"])


def test_watch_answers_other_tools(capsys: pytest.CaptureFixture[str]) -> None:
    """One JSON object, last; the same seed gives the same battle."""
    first = answer(capsys, *ATTRITION, "--json")
    assert set(first) >= {
        "ruleset",
        "scenario",
        "seed",
        "bots",
        "winner",
        "winner_bot",
        "turns",
        "decisions",
        "record_sha256",
    }
    assert (first["ruleset"], first["scenario"], first["seed"]) == ("bolt-action", "attrition", 3)
    assert first["bots"] == ["random", "random"]
    assert answer(capsys, *ATTRITION, "--json") == first
    other = answer(capsys, *(word.replace("3", "4") for word in ATTRITION), "--json")
    assert other["record_sha256"] != first["record_sha256"]


def test_a_battle_can_be_fought_on_another_map(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A random one from the seed, one of ours, or a file."""
    own = tmp_path / "plain.toml"
    own.write_text('name = "plain"\ntitle = "Plain"\nsize = [72, 48]\nterrain = []\n')
    for map_name in ("random", "village", str(own)):
        assert answer(capsys, *ATTRITION, "--map", map_name, "--json")["scenario"] == "attrition"


def test_questions_are_listed_and_answered(capsys: pytest.CaptureFixture[str]) -> None:
    """The contract of both forms, and bars for people."""
    listed = {view["name"]: view for view in answer(capsys, "ask", "bolt-action", "--json")}
    assert {"order-test", "shooting", "he", "close-quarters", "rally"} <= set(listed)
    assert set(listed["rally"]["fields"][0]) == {
        "name", "title", "type", "choices", "labels", "default", "least", "most", "about", "role", "fact",
    }  # fmt: skip
    given = json.dumps({"quality": "regular", "pins": 3, "officer": "first-lieutenant"})
    found = answer(capsys, "ask", "bolt-action", "order-test", "--given", given, "--json")
    assert found["needed"] == "8 or less"
    assert found["modifiers"] == [
        {"value": -3, "why": "for pins", "clause": "ba.gap.morale-modifiers"},
        {"value": 2, "why": "First Lieutenant", "clause": "ba.officer.first-lieutenant"},
    ]
    assert found["outcomes"]["result"] == {"fail": "1/4", "fubar": "1/36", "pass": "13/18"}
    shown = run(capsys, "ask", "bolt-action", "rally")[1]
    assert shown.startswith(
        "needed: 6 or less order test, to rally, in confusion\n1. Order test: 2D6, needs 6 or less\n"
    )
    assert "pins_left, on average" in shown
    assert "order-test: Does a pinned unit obey" in run(capsys, "ask", "bolt-action")[1]


def test_a_player_is_led_in_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    """What was thrown and said, what to roll now, and at last what came of it."""
    led = ("ask", "bolt-action", "shooting", "--given", '{"shooters": 2}', "--throws")
    said = run(capsys, *led, "[[2, 5]]")[1]
    assert "1. To hit (2 rifles): needs 3+\n   2 5: 1 hit\n" in said
    assert "1 throw made. Now roll 1 die for: To damage\n   needs 4+ [ba.shoot.to-damage" in said
    found = answer(capsys, *led, "[[2, 5], [3]]", "--json")
    assert found["next"] is None and found["found"]["casualties"] == "0"
    assert "casualties: 0" in run(capsys, *led, "[[2, 5], [3]]")[1]


def test_outcomes_are_told_together_and_under_what_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    """Exactly, in JSON as for people; the rolls are those of the whole procedure."""
    asked = ("ask", "bolt-action", "shooting", "--given", '{"shooters": 2, "target_men": 3}')
    found = answer(capsys, *asked, "--joint", "hits,casualties", "--if", "hits>=1", "--json")
    assert (found["supposed"], found["likely"]) == (["hits>=1"], "8/9")
    assert found["outcomes"]["hits"] == {"1": "1/2", "2": "1/2"}
    assert found["joint"] == [
        {
            "names": ["hits", "casualties"],
            "rows": [
                {"values": ["1", "0"], "chance": "1/4"},
                {"values": ["1", "1"], "chance": "1/4"},
                {"values": ["2", "0"], "chance": "1/8"},
                {"values": ["2", "1"], "chance": "1/4"},
                {"values": ["2", "2"], "chance": "1/8"},
            ],
        }
    ]
    said = run(capsys, *asked, "--joint", "hits,casualties", "--if", "hits=2", "--if", "casualties<=1")[1]
    assert "\nif hits=2 and casualties<=1, which comes about in 33.333 %:\nhits, on average 2.000\n" in said
    assert (
        "hits and casualties together, in per cent\n        casualties\n  hits        0        1\n  2      33.333"
        in said
    )
    missed = answer(capsys, *asked, "--if", "hits = 0", "--json")
    assert missed["rolls"] == found["rolls"] and missed["rolls"][0]["step"] == "To hit (2 rifles)"


def test_choices_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    """Of one field of a question, of all of them, and of a field wherever it stands; numbers have limits."""
    assert (
        "  smg                 Sub-machine gun\n"
        in run(capsys, "ask", "bolt-action", "shooting", "--choices", "weapon")[1]
    )
    every = run(capsys, "ask", "bolt-action", "shooting", "--choices")[1]
    assert "cover: Cover\n  none    None\n  soft    Soft\n" in every and "target_men" not in every
    assert run(capsys, "ask", "d10", "shoot", "--choices", "left")[1].startswith(
        "left: Target's models\n  a whole number from 1 to 20\n"
    )
    wherever = run(capsys, "ask", "d10", "--choices", "vehicle")[1]
    assert "vehicle: Vehicle\n  (in shoot-at-vehicle, hits-on-vehicle, assault-on-vehicle)\n" in wherever
    told = answer(capsys, "ask", "d10", "shoot", "--choices", "cover", "--json")
    assert [one["value"] for one in told[0]["choices"]] == ["none", "soft", "hard"]
    assert told[0]["questions"] == ["shoot"]


def test_the_questions_are_listed_with_what_each_field_takes(capsys: pytest.CaptureFixture[str]) -> None:
    """Names, defaults, titles, limits and choices, within a hundred columns."""
    said = run(capsys, "ask", "bolt-action")[1]
    assert "    pins = 0  Pins: pins on the shooters (a whole number from 0 to 12)" in said
    assert "moving = false  On the move: they shoot on an Advance (true or false)" in said
    assert "--set ba.OPTION=VALUE" in said
    assert max(map(len, said.splitlines())) <= 100


def test_switches_change_answers(capsys: pytest.CaptureFixture[str]) -> None:
    """On `ask` and on `watch`."""
    plain = answer(capsys, "ask", "bolt-action", "damage-troops", "--json")
    strict = answer(
        capsys,
        "ask",
        "bolt-action",
        "damage-troops",
        "--given",
        '{"pen": 6}',
        "--set",
        "ba.natural_one_fails=true",
        "--json",
    )
    assert plain["needed"].startswith("4+ to damage")
    assert strict["needed"].startswith("2+ to damage")
    short = answer(capsys, *ATTRITION, "--set", "ba.turns=1", "--json")
    assert short["turns"] <= 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["dance"], "invalid choice: 'dance'"),
        (["watch"], "the following arguments are required: RULEBOOK"),
        (["watch", "chess"], "no rulebook is called 'chess': there are bolt-action"),
        (["watch", "bolt-action", "--scenario", "none"], "no scenario is called 'none': there are attrition"),
        (["watch", "bolt-action", "--scenario", "none.toml"], "none.toml cannot be read: No such file"),
        (["watch", "bolt-action", "--seed", "x"], "--seed: 'x' is not a whole number"),
        (["watch", "bolt-action", "--seed", "-1"], "--seed: -1 is not between"),
        (["watch", "bolt-action", "--bots", "rookie", "hal"], "no bot is called 'hal': there are random, rookie"),
        (["watch", "bolt-action", "--set", "ba.luck=7"], "no such option; known are ba.turns, ba.snap_to_action"),
        (["watch", "bolt-action", "--set", "xx.turns=7"], "no such option"),
        (["watch", "bolt-action", "--set", "ba.turns"], "write ba.turns=VALUE; it takes a whole number from 1 to 20"),
        (["watch", "bolt-action", "--set", "ba.turns=99"], "it takes a whole number from 1 to 20 (default 6)"),
        (["watch", "bolt-action", "--set", "ba.pins_break=often"], "it takes equal or more (default equal)"),
        (["watch", "bolt-action", "--set", "ba.smoke=maybe"], "it takes true or false (default false)"),
        (["watch", "bolt-action", "--map", "moon"], "no map is called 'moon': there are random, chapel, crossroads"),
        (["watch", "bolt-action", "--map", "moon.toml"], "no such file"),
        (["watch", "bolt-action", "--record", "/nowhere/b.json", "--quiet"], "/nowhere/b.json cannot be written"),
        (["ask", "bolt-action", "sing"], "no question is called 'sing': there are order-test"),
        (["ask", "bolt-action", "rally", "--given", "{"], "--given is not JSON"),
        (
            ["ask", "bolt-action", "rally", "--given", '{"pins": 99}'],
            "pins: it takes a whole number from 0 to 12, not 99",
        ),
        (
            ["ask", "bolt-action", "shooting", "--given", '{"weapon": "bow"}'],
            "'bow' is none of its choices; it takes rifle",
        ),
        (["ask", "bolt-action", "shooting", "--given", '{"weapon": "flamethrower-vehicle"}'], "ask about flamethrower"),
        (["ask", "bolt-action", "rally", "--given", "[" * 5000], "--given is not JSON"),
        (["ask", "bolt-action", "rally", "--throws", "["], "--throws is not JSON"),
        (["ask", "bolt-action", "rally", "--throws", "[4]"], "--throws is a list of throws such as [[4, 6], [1]]"),
        (
            ["ask", "bolt-action", "rally", "--throws", "[[4]]"],
            "rally: throw 1, order test: it is of 2 dice, not 1",
        ),
        (
            ["ask", "bolt-action", "rally", "--given", r'{"x\ny": 1}'],
            r"no field is called 'x\ny': there are quality, pins",
        ),
        (["ask", "bolt-action", "shoting"], "no question is called 'shoting': did you mean shooting or shooting-he?"),
        (["ask", "d10", "shoot", "--choices", "lef"], "no field is called 'lef': did you mean left?"),
        (
            ["ask", "d10", "shoot", "--if", "hit=2"],
            "no outcome is called 'hit': did you mean hits? there are hits, lost",
        ),
        (["ask", "d10", "shoot", "--if", "hits"], "'hits' says of no outcome what it is: write it hits=2 or hits>=2"),
        (["ask", "d10", "shoot", "--if", "hits>=x"], "'x' is not a whole number"),
        (["ask", "d10", "shoot", "--if", "morale>=2"], "morale is no number: write morale="),
        (["ask", "d10", "shoot", "--if", "hits=9"], "hits is never 9: it may be 0, 1, 2, 3, 4, 5, 6, 7"),
        (["ask", "d10", "shoot", "--if", "hits=1", "--if", "lost=2"], "lost is never 2 where hits=1: it may be 0, 1"),
        (["ask", "d10", "shoot", "--joint", "hits"], "two or three outcomes are put together, not 1: there are hits"),
        (["ask", "d10", "shoot", "--joint", "hits,shots"], "no outcome is called 'shots'"),
        (["ask", "d10", "shoot", "--if", "hits=1", "--throws", "[]"], "leave out --joint and --if"),
        (["watch", "bolt-action", "--set", "ba.turns=" + "[" * 5000], "it takes a whole number from 1 to 20"),
        (["watch", "bolt-action", "--set", "ba.turns=7\nother=3"], "it takes a whole number from 1 to 20"),
        (["watch", "bolt-action", "--set", "ba.long_range_fraction=0"], "it takes a number above 0"),
        (["replay", "none.json"], "none.json cannot be read"),
        (["verify", "none.json"], "none.json cannot be read"),
        (["luck", "none.json"], "none.json cannot be read"),
        (["luck"], "the following arguments are required: RECORD"),
        (["bench", "--rounds", "0"], "--rounds: 0 is not between 1"),
    ],
)
def test_bad_input_gets_one_clear_line_and_exit_code_2(
    capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    """No stack trace, nothing on the output."""
    code, out, err = run(capsys, *arguments)
    assert code == 2
    assert err.startswith("sandtable: ")
    assert said in err
    assert err.count("\n") == 1
    assert out == ""


def test_broken_scenarios_are_explained(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """By file, key and reason: broken TOML, an unknown unit, an illegal force, an unknown map, no rules for this book."""
    from importlib.resources import files  # noqa: PLC0415

    good = files("sandtable.rulesets.bolt_action").joinpath("scenarios", "attrition.toml").read_text()
    broken = {
        "title = ": "not valid TOML",
        good.replace(
            'troop = "us.sherman"', 'troop = "us.death-star"'
        ): "forces[0].units[11].troop: 'us.death-star' is not in",
        good.replace('troop = "us.sherman"', 'troop = "de.tiger"'): "de.tiger is German, the force is US",
        good.replace('{ troop = "us.medic"', '{ troop = "us.rifle-squad"'): "points, 1000 are allowed",
        good.replace('map = "crossroads"', 'map = "moon"'): "map: 'moon' is none of chapel, crossroads",
        good.replace("[rules.bolt-action]", "[rules.chess]"): "rules.bolt-action: the scenario does not say",
        good.replace('name = "attrition"', 'name = "tea party"'): "rules.bolt-action.name: Invalid enum value",
        good.replace("men = 11", "men = 99"): "forces[0].units[3].men: Rifle squad has 6 to 12 men, not 99",
        good.replace('nation = "US"', 'nation = "US"\nmorale = 5'): "unknown field `morale`",
    }
    for text, said in broken.items():
        path = tmp_path / "own.toml"
        path.write_text(text)
        code, out, err = run(capsys, "watch", "bolt-action", "--scenario", str(path), "--quiet")
        assert (code, out) == (2, ""), said
        assert said in err
        assert err.startswith("sandtable: own")


def test_broken_records_are_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Truncated, edited, and no record at all."""
    record = tmp_path / "b.json"
    run(capsys, *ATTRITION, "--quiet", "--record", str(record))
    good = record.read_bytes()
    for data, said in (
        (good[:-40], "not a record"),
        (good.replace(b'"random"', b'"rookie"', 1), "the seal does not fit"),
        (b"[]", "not a record"),
    ):
        record.write_bytes(data)
        for command in ("verify", "replay", "luck"):
            code, out, err = run(capsys, command, str(record))
            assert (code, out) == (2, "")
            assert said in err


def test_help_and_version(capsys: pytest.CaptureFixture[str]) -> None:
    """Every command explains itself."""
    code, out, _ = run(capsys, "--help")
    assert code == 0
    for command in (
        "rulesets",
        "clauses",
        "scenarios",
        "watch",
        "compare",
        "ask",
        "replay",
        "verify",
        "luck",
        "bench",
        "schema",
    ):
        assert command in out
        assert run(capsys, command, "--help")[1].startswith("usage: sandtable ")
    assert run(capsys, "--version")[1].startswith("sandtable 0.")
    assert run(capsys)[1].startswith("usage: sandtable")


def test_the_schema_names_everything_that_leaves_the_engine(capsys: pytest.CaptureFixture[str]) -> None:
    """Decisions, events, throws, records, questions, answers, and the states of every rulebook."""
    schema = answer(capsys, "schema")
    named = {"DecisionView", "Event", "Thrown", "Record", "QuestionView", "AnswerView", "LuckSheet"}
    assert named | {f"{package}.state.Battle" for package in RULESETS.values()} <= set(schema["$defs"])


def test_quiet_tells_only_how_it_ended(capsys: pytest.CaptureFixture[str]) -> None:
    """In one line."""
    code, out, _ = run(capsys, *ATTRITION, "--quiet")
    assert code == 0
    assert out.count("\n") == 1
    assert out.startswith(("Won by US (", "Won by Germans (", "A draw: "))


def test_a_choice_that_looks_like_a_number_is_taken_as_written(capsys: pytest.CaptureFixture[str]) -> None:
    """`1` is one of the values of this switch, and a word."""
    asked = ("ask", "bolt-action", "air-on-armour", "--json", "--set")
    one, every = (answer(capsys, *asked, f"ba.air_hits_on_armour={value}") for value in ("1", "all"))
    assert one["outcomes"] != every["outcomes"]


def test_a_battle_told_again_stops_where_it_is_told_to(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Without an outcome that has not come yet, and without a seed that no record holds."""
    path = str(tmp_path / "b.json")
    run(capsys, *ATTRITION, "--quiet", "--record", path)
    part = answer(capsys, "replay", path, "--answers", "5", "--json")
    assert part["outcome"] is None
    _, out, _ = run(capsys, "replay", path)
    assert "seed" not in out
