"""A battle over the socket: versions, refusals, taking back, spectators, invitations, one's own dice."""

import json
from typing import Any

import pytest

from .kit import Page, Server, easy_answer


def _begin(server: Server, **wanted: Any) -> tuple[Page, dict[str, Any]]:
    opened = server.begin(**{"seed": 5, **wanted})
    return server.join(opened["id"], opened["tokens"]["0"]), opened


def _play_until(page: Page, kind: str, most: int = 200) -> dict[str, Any]:
    """Answer easily until a question of a kind comes."""
    for _ in range(most):
        asked = page.until_asked()
        if asked["kind"] == kind:
            return asked
        assert page.answer(easy_answer(page))["type"] == "accepted"
        page.until_asked()
    raise AssertionError(f"nothing of the kind {kind!r} was asked")


def test_a_page_is_told_everything_and_then_only_what_is_new(server: Server) -> None:
    page, _ = _begin(server)
    assert page.snapshot["seats"] == [0]
    first = page.version
    page.answer(easy_answer(page))
    page.until_asked()
    updates = [message for message in page.heard if message["type"] == "update"]
    assert [update["base"] for update in updates] == list(range(first, first + len(updates)))
    assert [update["version"] for update in updates] == [update["base"] + 1 for update in updates]
    beats = [beat["beat"] for update in updates for beat in update["beats"]]
    assert beats == list(range(page.snapshot["beat"] + 1, page.snapshot["beat"] + 1 + len(beats)))
    assert all(
        "figures" not in beat or len(beat["figures"]) < len(page.snapshot["table"]["figures"]) for beat in page.beats
    )


def test_folding_the_beats_gives_the_table_that_a_newcomer_is_told(server: Server) -> None:
    page, opened = _begin(server)
    table = page.snapshot["table"]
    for _ in range(25):
        page.answer(easy_answer(page))
        page.until_asked()
    for beat in page.beats:
        for figure in beat.get("figures", []):
            table["figures"][figure["number"]] = figure
        for unit in beat.get("units", []):
            table["units"][unit["number"]] = unit
        table["fallen"] += beat.get("fallen", [])
        table["terrain"] = beat.get("terrain") or table["terrain"]
        table["objectives"] = beat.get("objectives") or table["objectives"]
        table["turn"], table["heading"] = beat.get("turn") or table["turn"], beat.get("heading") or table["heading"]
        table["tally"], table["briefing"] = beat.get("tally", table["tally"]), beat.get("briefing", table["briefing"])
    fresh = server.join(opened["id"], opened["tokens"]["0"])
    assert fresh.snapshot["table"] == table


def test_a_battle_retold_is_the_battle_as_it_was_told(server: Server) -> None:
    page, opened = _begin(server)
    for _ in range(25):
        page.answer(easy_answer(page))
        page.until_asked()
    history = server.get(f"/api/battles/{opened['id']}/history", x_seat_tokens=opened["tokens"]["0"])
    assert history["beats"][page.snapshot["beat"] :] == page.beats


def test_an_answer_sent_twice_counts_once(server: Server) -> None:
    page, _ = _begin(server)
    answer = easy_answer(page)
    sent = {"type": "answer", "ref": "twice-1", "version": page.version, "answer": answer}
    page.send(sent)
    first = page.until("accepted")
    page.until_asked()
    version = page.version
    page.send(sent)
    assert page.until("accepted") == first
    page.send({"type": "ping", "sent": 1})
    assert page.until("pong")["version"] == version


def test_a_stale_answer_is_refused_and_changes_nothing(server: Server) -> None:
    page, _ = _begin(server)
    page.answer(easy_answer(page))
    page.until_asked()
    version = page.version
    page.send({"type": "answer", "ref": "late", "version": version - 1, "answer": easy_answer(page)})
    said = page.until("refused")
    assert said["stale"] and said["refusal"]["why"] == "the battle has gone on meanwhile"
    page.send({"type": "ping", "sent": 1})
    assert page.until("pong")["version"] == version


def test_a_wrong_answer_is_refused_with_its_reason(server: Server) -> None:
    page, _ = _begin(server)
    _play_until(page, "order")
    version = page.version
    said = page.answer("surrender")
    assert said["type"] == "refused" and "'surrender' is not one of" in said["refusal"]["why"]
    assert not said["stale"] and page.version == version


def test_a_gap_is_mended_by_asking_for_everything(server: Server) -> None:
    page, _ = _begin(server)
    page.answer(easy_answer(page))
    page.until_asked()
    decision, version = page.decision, page.version
    page.send({"type": "resync"})
    page.until("snapshot")
    assert (page.decision, page.version) == (decision, version)


def _undo(page: Page) -> bool:
    return page.undo


def test_answers_are_taken_back_until_dice_have_fallen(server: Server) -> None:
    page, _ = _begin(server)
    unit = _play_until(page, "unit")
    table = page.snapshot["table"]
    assert _undo(page) is False, "the die that was drawn from the bag cannot be put back"
    page.answer(easy_answer(page))
    assert page.until_asked()["kind"] == "order"
    assert _undo(page) is True
    page.send({"type": "undo", "ref": "back-1", "version": page.version})
    page.until("accepted")
    assert page.decision == unit and _undo(page) is False
    assert len(page.snapshot["table"]["figures"]) == len(table["figures"])
    page.send({"type": "undo", "ref": "back-2", "version": page.version})
    said = page.until("refused")
    assert "cannot be taken back" in said["refusal"]["why"]


def test_what_was_taken_back_is_taken_back_after_a_restart_too(server: Server) -> None:
    page, opened = _begin(server)
    _play_until(page, "unit")
    page.answer(easy_answer(page))
    page.until_asked()
    page.send({"type": "undo", "ref": "back-9", "version": page.version})
    page.until("accepted")
    history = server.get(f"/api/battles/{opened['id']}/history")
    listed = next(row for row in server.get("/api/battles") if row["id"] == opened["id"])
    assert history["beats"][-1]["answers"] == listed["answers"]


def test_a_spectator_sees_the_battle_and_is_asked_nothing(server: Server) -> None:
    page, opened = _begin(server)
    watching = server.join(opened["id"])
    assert watching.snapshot["seats"] == [] and watching.decision is None
    assert watching.waiting == {"seat": 0, "kind": page.until_asked()["kind"]}
    watching.send({"type": "answer", "ref": "x", "version": watching.version, "answer": easy_answer(page)})
    assert watching.until("refused")["refusal"]["why"] == "you are watching; only players answer"
    page.answer(easy_answer(page))
    assert watching.until("update")["beats"] is not None


def test_a_wrong_token_opens_no_seat(server: Server) -> None:
    _, opened = _begin(server)
    page = server.connect(opened["id"])
    page.send({"type": "join", "tokens": ["A" * 32]})
    assert page.until("trouble")["code"] == "no-seat"
    page.until("snapshot")
    assert page.snapshot["seats"] == [] and page.decision is None


def test_an_invited_player_takes_the_open_seat(server: Server) -> None:
    page, opened = _begin(server, players=["me", "link"])
    assert [seat["kind"] for seat in page.snapshot["players"]] == ["person", "open"]
    guest = server.join(opened["id"], opened["tokens"]["1"])
    assert guest.snapshot["seats"] == [1]
    players = page.until("presence", lambda message: message["players"][1]["online"])["players"]
    assert players[1]["kind"] == "person"
    guest.close()
    assert not page.until("presence", lambda message: not message["players"][1]["online"])["players"][1]["online"]


def test_nobody_answers_for_the_other_seat(server: Server) -> None:
    page, opened = _begin(server, players=["me", "link"])
    guest = server.join(opened["id"], opened["tokens"]["1"])
    asked, other = (page, guest) if page.decision else (guest, page)
    assert other.decision is None
    version = other.version
    said = other.answer(easy_answer(asked))
    assert said["refusal"]["why"] == "somebody else is asked" and other.version == version
    assert other.ask(query="reach")["refusal"]["why"] == "no move is asked of you"
    assert other.ask(query="promises")["refusal"]["why"] == "nothing is asked of you"


def test_two_players_at_one_screen_are_asked_in_turn(server: Server) -> None:
    opened = server.begin(players=["me", "screen"], seed=5)
    page = server.join(opened["id"], *opened["tokens"].values())
    assert page.snapshot["seats"] == [0, 1]
    seats = set()
    for _ in range(12):
        seats.add(page.until_asked()["seat"])
        assert page.answer(easy_answer(page))["type"] == "accepted"
    assert seats == {0, 1}


def test_players_throw_their_own_dice(server: Server) -> None:
    page, _ = _begin(server, own_dice=True, seed=None)
    assert page.snapshot["battle"]["own_dice"]
    asked = page.until_asked()
    while asked["kind"] != "throw":
        page.answer(easy_answer(page))
        asked = page.until_asked()
    dice = asked["domain"]["dice"]
    version = page.version
    assert page.answer([7] * dice)["type"] == "refused" and (page.version, page.decision) == (version, asked)
    faces = list(range(1, dice + 1))
    assert page.answer(faces)["type"] == "accepted"
    thrown = [beat["line"]["dice"] for beat in page.beats if (beat.get("line") or {}).get("dice")]
    assert faces in [throw["faces"] for throw in thrown]
    while page.until_asked()["kind"] != "throw":
        page.answer(easy_answer(page))
    page.send({"type": "roll", "ref": "roll-1", "version": page.version})
    assert page.until("accepted")["ref"] == "roll-1"


def test_a_tape_is_laid_for_all_to_see(server: Server) -> None:
    page, opened = _begin(server)
    watching = server.join(opened["id"])
    page.send({"type": "tape", "points": [[0, 0], [3000, 4000]]})
    assert watching.until("tapes")["tapes"] == [[[0, 0], [3000, 4000]], []]
    watching.send({"type": "tape", "points": [[1, 1], [2, 2]]})
    watching.send({"type": "ping", "sent": 1})
    watching.until("pong")
    assert server.join(opened["id"]).snapshot["tapes"] == [[[0, 0], [3000, 4000]], []]


def test_measuring_along_a_tape(server: Server) -> None:
    page, _ = _begin(server)
    page.until_asked()
    reply = page.ask(query="measure", points=[[0, 0], [3000, 4000]])
    assert reply["about"] == {"query": "measure", "inches": 5000, "why": "along the tape"}
    refused = page.ask(query="measure", points=[[0, 0], [1, 1]], first=4000)
    assert refused["refusal"]["why"] == "there is no figure 4000 on the table"


@pytest.mark.parametrize("battle", ["nothere123456", "x", "%2e%2e"])
def test_a_battle_that_does_not_exist_is_said_so(server: Server, battle: str) -> None:
    page = server.connect(battle.replace("/", "%2F"))
    page.send({"type": "join"})
    said = json.loads(page.socket.recv(timeout=10))
    assert said["type"] == "trouble" and said["fatal"] and "there is no battle" in said["reason"]
