"""Going on from a moment of a battle: with dice of its own, without telling what the battle itself still hides."""

import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sandtable.play.record import DiceBox, Header, read_record, verify, write_record
from sandtable.rulesets.library import ruleset
from sandtable.server.played import ANSWER, BACK, DICE, Played, Taken
from sandtable.server.store import Entry

from .kit import Page, Server, easy_answer, serving


def _finished(server: Server, battle: str) -> None:
    while not next(one for one in server.get("/api/battles") if one["id"] == battle)["outcome"]:
        time.sleep(0.1)


def _faces(page: Page) -> list[list[int]]:
    return [beat["line"]["dice"]["faces"] for beat in page.beats if (beat.get("line") or {}).get("dice")]


def test_the_record_of_a_fork_is_withheld_while_the_battle_it_goes_on_from_is_not_over(server: Server) -> None:
    opened = server.begin()
    token = opened["tokens"]["0"]
    path = f"/api/battles/{opened['id']}/fork"
    asked = {"beat": 1 << 20, "players": ["random", "random"], "tokens": [token]}
    status, fork = server.call("POST", path, asked)
    assert status == 201
    _finished(server, fork["id"])
    status, second = server.call("POST", f"/api/battles/{fork['id']}/fork", {**asked, "tokens": []})
    assert status == 201
    _finished(server, second["id"])
    for battle in (fork["id"], second["id"]):
        for what in ("record", "verify"):
            status, said = server.call("GET", f"/api/battles/{battle}/{what}")
            assert status == 403 and "not over" in said["reason"]
        assert "not over" in server.get(f"/api/battles/{battle}/history")["may_download"]


def test_what_falls_in_a_fork_is_not_what_will_fall_in_the_battle(server: Server) -> None:
    opened = server.begin(players=["me", "screen"], seed=5)
    tokens = list(opened["tokens"].values())
    pages = [server.join(opened["id"], *tokens)]
    for _ in range(2):
        asked = {"beat": 1 << 20, "players": ["me", "screen"], "tokens": tokens}
        _, fork = server.call("POST", f"/api/battles/{opened['id']}/fork", asked)
        pages.append(server.join(fork["id"], *fork["tokens"].values()))
    for page in pages:
        while len(_faces(page)) < 6:
            assert page.answer(easy_answer(page))["type"] == "accepted"
    thrown = [_faces(page) for page in pages]
    assert thrown[0] != thrown[1] != thrown[2] != thrown[0]


def test_a_fork_of_a_finished_battle_verifies_and_its_dice_are_not_foretold_by_the_record(server: Server) -> None:
    opened = server.begin(players=["random", "random"], seed=8)
    _finished(server, opened["id"])
    faces = []
    for _ in range(2):
        asked = {"beat": 60, "players": ["random", "random"]}
        _, fork = server.call("POST", f"/api/battles/{opened['id']}/fork", asked)
        _finished(server, fork["id"])
        assert server.get(f"/api/battles/{fork['id']}/verify")["good"]
        _, record = server.call("GET", f"/api/battles/{fork['id']}/record")
        faces.append(record["epochs"])
    assert faces[0] != faces[1]
    assert all(epoch > 1 << 20 for marks in faces for *_, epoch in marks)


def _played(entries: list[Entry], *, own: bool) -> Played:
    rules = ruleset("bolt-action")
    header = Header(rules.name, rules.version, {}, rules.scenario("attrition"), ("a", "b"))
    box = DiceBox("", ("", "")) if own else DiceBox("00" * 32, ("", ""), "11" * 32)
    played = Played(rules, header, box)
    played.replay(entries)
    return played


def _go_on(played: Played, entries: list[Entry], most: int) -> None:
    """Play by the bot, throwing dice in an order of our own."""
    from sandtable.bots import bot  # noqa: PLC0415

    players = [bot("random", played.ruleset, 1, seat) for seat in (0, 1)]
    for turn in range(most):
        decision = played.game.pending
        if decision is None:
            return
        if decision.kind == "throw":
            wanted: Any = decision.domain.describe()
            given: object = [(turn + die) % wanted.sides + 1 for die in range(wanted.dice)]
        else:
            given = players[decision.seat].answer(played.game.state, decision)
        kind = DICE if decision.kind == "throw" else ANSWER
        played.answer(given)
        entries.append(Entry(len(entries) + 1, kind, 0, None, played.written(given)))


@pytest.mark.parametrize("own", [True, False])
@pytest.mark.parametrize("taken", [Taken(30), Taken(30, same_dice=True), Taken(30, apart=77)])
def test_a_journal_with_takings_back_is_taken_up_as_it_was(taken: Taken, *, own: bool) -> None:
    entries: list[Entry] = []
    played = _played([], own=own)
    for back in (taken, taken):
        _go_on(played, entries, 120)
        played.back(back)
        entries.append(Entry(len(entries) + 1, BACK, 0, None, msgspec.json.encode(back)))
    _go_on(played, entries, 5000)
    again = _played(entries, own=own)
    for one, other in ((played.game.state, again.game.state), (played.game.epochs, again.game.epochs)):
        assert one == other
    assert played.given == again.given
    assert (played.clean, played.beat, played.answers) == (again.clean, again.beat, again.answers)
    assert played.history(0)[1] == again.history(0)[1]
    record = played.record()
    assert write_record(again.record()) == write_record(record)
    if own:
        verify(played.ruleset, read_record(write_record(record)))


def test_beats_are_told_live_as_they_are_told_later() -> None:
    played = _played([], own=True)
    played.teller(None)
    live = []
    answer = played.answer

    def watched(given: object) -> Any:
        told = answer(given)
        live.extend(told[None])
        return told

    played.answer = watched  # type: ignore[method-assign,assignment]
    before = len(played.history(None)[1])
    _go_on(played, [], 200)
    assert played.history(None)[1][before:] == live


def test_same_dice_fall_as_they_did_in_a_battle_that_had_taken_dice_back() -> None:
    played = _played([], own=False)
    _go_on(played, [], 60)
    played.back(Taken(30, apart=5))
    entries: list[Entry] = []
    _go_on(played, entries, 40)
    thrown = played.game.everything()
    for to in (20, 30, 35):
        again = played.game.rewind(to, same_dice=True)
        given = [one for one in thrown if not isinstance(one, bytes)][to:]
        for one in given:
            again.answer(one)
        assert again.pending is not None
        assert again.everything() == thrown


def test_own_dice_survive_a_restart_an_undo_and_a_record(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        opened = server.begin(players=["me", "screen"], own_dice=True)
        tokens = list(opened["tokens"].values())
        page = server.join(opened["id"], *tokens)
        undone = 0
        for _ in range(80):
            assert page.answer(easy_answer(page))["type"] == "accepted"
            if page.undo and undone < 3:
                page.send({"type": "undo", "ref": page.ref(), "version": page.version})
                page.until("accepted")
                undone += 1
        asked, version = page.decision, page.version
        told = server.get(f"/api/battles/{opened['id']}/history")["beats"]
        page.close()
    assert undone == 3
    with serving(tmp_path) as server:
        page = server.join(opened["id"], *tokens)
        assert (page.decision, page.version) == (asked, version)
        assert server.get(f"/api/battles/{opened['id']}/history")["beats"] == told
        page.close()
