"""The luck sheet over HTTP: exact for a battle that is over, and no more than was told while it goes on."""

import json
from typing import Any

import pytest

from sandtable.bots import bot
from sandtable.bots.match import fight
from sandtable.odds.luck import Retelling, all_rolls, sheet
from sandtable.play.record import Header, new_game, read_record, replay, seeded_box
from sandtable.play.wire import to_json
from sandtable.rulesets.library import ruleset
from sandtable.server import luck
from sandtable.server.luck import Asked

from .kit import Page, Server, easy_answer
from .test_forks import _finished


@pytest.fixture(scope="module")
def fought(server: Server) -> str:
    """A battle that is over."""
    opened = server.begin(players=["rookie", "random"], seed=8)
    _finished(server, opened["id"])
    return str(opened["id"])


def _asked(pages: list[Page]) -> Page:
    return next(page for page in pages if page.decision is not None)


def _play_until_dice(server: Server) -> tuple[dict[str, Any], list[Page]]:
    """A battle of two persons in which dice have been thrown for a side, and that goes on."""
    opened = server.begin(players=["me", "link"], seed=21)
    pages = [server.join(opened["id"], opened["tokens"][seat]) for seat in ("0", "1")]
    while not any(row["seat"] is not None for row in server.get(f"/api/battles/{opened['id']}/luck")["sheet"]["rolls"]):
        page = _asked(pages)
        assert page.answer(easy_answer(page))["type"] == "accepted"
        for one in pages:
            while one.version < page.version:
                one.hear()
    return opened, pages


def test_the_sheet_of_a_battle_that_is_over_is_that_of_its_record(server: Server, fought: str) -> None:
    found = server.get(f"/api/battles/{fought}/luck")
    rules = ruleset("bolt-action")
    record = server.call("GET", f"/api/battles/{fought}/record")[1]
    again = read_record(json.dumps(record, separators=(",", ":"), ensure_ascii=False).encode() + b"\n")
    game = replay(rules, again)
    assert found["whole"] is True
    assert found["sheet"] == json.loads(to_json(sheet(all_rolls(rules, game.initial, game.everything()))))


def test_swings_are_told_of_a_battle_that_is_over_when_they_are_asked_for(server: Server, fought: str) -> None:
    plain = server.get(f"/api/battles/{fought}/luck")["sheet"]
    found = server.get(f"/api/battles/{fought}/luck?swings=true")["sheet"]
    assert (plain["swings"], found["swings"]) == ("none", "known")
    assert "rookie" in found["assumes"]
    for side in found["sides"]:
        own = [roll["swing"] for roll in found["rolls"] if roll["seat"] == side["seat"]]
        assert any(own)
        assert side["swing"] == pytest.approx(sum(one or 0 for one in own))
    assert all(roll["swing"] is None for roll in found["rolls"] if roll["seat"] is None)
    assert server.get(f"/api/battles/{fought}/luck?swings=true")["sheet"] == found
    assert server.get(f"/api/battles/{fought}/luck")["sheet"] == plain


def test_a_roll_stands_at_the_beat_that_the_history_tells(server: Server, fought: str) -> None:
    beats = {beat["beat"]: beat for beat in server.get(f"/api/battles/{fought}/history")["beats"]}
    rolls = server.get(f"/api/battles/{fought}/luck")["sheet"]["rolls"]
    told = [roll for roll in rolls if beats[roll["beat"]].get("line")]
    assert len(told) > 20
    for roll in told:
        dice = beats[roll["beat"]]["line"]["dice"]
        assert (dice["faces"], dice["why"], dice["needs"]) == (roll["faces"], roll["why"], roll["needs"])
        assert roll["seat"] in {None, dice["seat"]}


def test_while_a_battle_goes_on_only_throws_that_were_told_are_on_the_sheet(server: Server) -> None:
    opened, pages = _play_until_dice(server)
    path = f"/api/battles/{opened['id']}"
    for token in ("", *opened["tokens"].values()):
        found = server.get(f"{path}/luck?swings=true", x_seat_tokens=token)
        history = server.get(f"{path}/history", x_seat_tokens=token)
        told = [beat["beat"] for beat in history["beats"] if (beat.get("line") or {}).get("dice")]
        assert found["whole"] is False
        assert [roll["beat"] for roll in found["sheet"]["rolls"]] == told
        assert len(told) < len([beat for beat in history["beats"] if beat.get("line")])
        assert all(
            roll["because"] != ["ba.turn.draw"] for roll in found["sheet"]["rolls"]
        )  # drawn, but no line says so
        assert found["sheet"]["swings"] == "none"
        assert {roll["swing"] for roll in found["sheet"]["rolls"]} == {None}
        assert [side["swing"] for side in found["sheet"]["sides"]] == [None, None]
    assert pages


def test_a_fork_of_a_battle_that_goes_on_keeps_its_secrets(server: Server) -> None:
    opened = server.begin()
    asked = {"beat": 1 << 20, "players": ["random", "random"], "tokens": [opened["tokens"]["0"]]}
    status, fork = server.call("POST", f"/api/battles/{opened['id']}/fork", asked)
    assert status == 201
    _finished(server, fork["id"])
    found = server.get(f"/api/battles/{fork['id']}/luck?swings=true")
    assert found["whole"] is False
    assert found["sheet"]["swings"] == "none"
    assert all(roll["because"] != ["ba.turn.draw"] for roll in found["sheet"]["rolls"])


def test_a_battle_with_own_dice_has_a_sheet(server: Server) -> None:
    opened = server.begin(own_dice=True)
    page = server.join(opened["id"], opened["tokens"]["0"])
    assert server.get(f"/api/battles/{opened['id']}/luck")["sheet"]["rolls"] == []
    assert page.answer(easy_answer(page))["type"] == "accepted"
    (roll,) = server.get(f"/api/battles/{opened['id']}/luck")["sheet"]["rolls"]
    assert (roll["dice"], roll["seat"], roll["chance"]) == ("2D6", None, "1/36")


def test_a_battle_that_is_not_there_has_no_sheet(server: Server) -> None:
    status, said = server.call("GET", "/api/battles/nothere12345/luck")
    assert (status, said["code"]) == (404, "not-found")


def test_nobody_waits_long_for_a_sheet(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is worked out a little at a time, and comes out the same."""
    rules = ruleset("bolt-action")
    header = Header(rules.name, rules.version, {}, rules.scenario("attrition"), ("rookie", "rookie"))
    game = new_game(rules, header, seeded_box(3))
    fight(game, (bot("rookie", rules, 3, 0), bot("rookie", rules, 3, 1)))
    monkeypatch.setattr(luck, "A_WHILE", 0.004)
    asked = Asked(Retelling(rules, game.initial, game.everything()), None, None)
    slices = 1
    while asked.go_on():
        slices += 1
    assert slices > 3
    assert asked.finish().sheet == sheet(all_rolls(rules, game.initial, game.everything()))
