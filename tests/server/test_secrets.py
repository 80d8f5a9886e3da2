"""Secrets stay secret: what one seat hides changes no byte of what the other seat and spectators receive."""

import json
from pathlib import Path
from typing import Any

import pytest

from .kit import Page, Server, easy_answer

MOST = 400


def _heard(server: Server, plan: str) -> tuple[list[str], list[str], str]:
    """Everything the opponent and a spectator hear of a battle in which seat 0 writes down a plan, up to turn 2."""
    opened = server.begin(players=["me", "link"], seed=21)
    pages = [server.join(opened["id"], opened["tokens"][seat]) for seat in ("0", "1")]
    watching = server.join(opened["id"])
    secrets = 0
    for _ in range(MOST):
        page = _asked(pages)
        kind = page.until_asked()["kind"]
        if kind == "outflank" and page is pages[0]:
            secrets += 1
            answer: object = plan
        elif kind == "choose units":
            options = page.until_asked()["domain"]
            answer = [option["key"] for option in options["options"]][-options["least"] :]
        else:
            answer = "no" if kind == "outflank" else easy_answer(page)
        assert page.answer(answer)["type"] == "accepted"
        _catch_up([*pages, watching], page.version)
        if page.snapshot and _turn(page) > 1:
            break
    assert secrets, "nobody had anything to hide"
    history = server.get(f"/api/battles/{opened['id']}/history")
    lines = server.get(f"/api/battles/{opened['id']}/lines")
    fresh = server.join(opened["id"], opened["tokens"]["1"]).snapshot
    luck = [server.get(f"/api/battles/{opened['id']}/luck", x_seat_tokens=one) for one in ("", opened["tokens"]["1"])]
    others = json.dumps([history, lines, fresh, luck]).replace(opened["id"], "ID")
    return _told(pages[1], opened), _told(watching, opened), others


def _asked(pages: list[Page]) -> Page:
    return next(page for page in pages if page.decision is not None)


def _catch_up(pages: list[Page], version: int) -> None:
    for page in pages:
        while page.version < version:
            page.hear()


def _turn(page: Page) -> int:
    return max([beat["turn"] for beat in page.beats if beat.get("turn")], default=0)


def _told(page: Page, opened: dict[str, Any]) -> list[str]:
    kinds = {"snapshot", "update"}
    return [json.dumps(one).replace(opened["id"], "ID") for one in page.heard if one["type"] in kinds]


def test_a_plan_that_is_written_down_reaches_nobody_else(server: Server) -> None:
    west, east = _heard(server, "west"), _heard(server, "east")
    assert west[0] == east[0], "the opponent could tell"
    assert west[1] == east[1], "a spectator could tell"
    assert west[2] == east[2], "the history, the log, a fresh page or the luck sheet could tell"
    assert '"known_to"' not in west[2]


def test_the_secret_of_the_dice_is_told_only_when_the_battle_is_over(server: Server) -> None:
    opened = server.begin()
    page = server.join(opened["id"], opened["tokens"]["0"])
    assert len(page.snapshot["battle"]["commitment"]) == 64
    assert "secret" not in json.dumps(page.heard)
    status, said = server.call("GET", f"/api/battles/{opened['id']}/record")
    assert status == 403 and "still secret" in said["reason"]
    status, _ = server.call("GET", f"/api/battles/{opened['id']}/verify")
    assert status == 403


def test_tokens_are_kept_only_as_digests(tmp_path: Path) -> None:
    from .kit import serving  # noqa: PLC0415

    with serving(tmp_path) as server:
        opened = server.begin()
        page = server.join(opened["id"], opened["tokens"]["0"])
        assert opened["tokens"]["0"] not in json.dumps([page.heard, server.get("/api/battles")])
        page.close()
    stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert opened["tokens"]["0"].encode() not in stored


@pytest.mark.parametrize("tokens", ["", "wrong-token-that-opens-nothing"])
def test_history_without_a_seat_is_the_spectators(server: Server, tokens: str) -> None:
    opened = server.begin(seed=4)
    page = server.join(opened["id"], opened["tokens"]["0"])
    for _ in range(4):
        page.answer(easy_answer(page))
        page.until_asked()
    found = server.get(f"/api/battles/{opened['id']}/history", x_seat_tokens=tokens)
    spectator = server.get(f"/api/battles/{opened['id']}/history")
    assert found["beats"] == spectator["beats"]
    assert "only whoever plays" in found["may_fork"]
    mine = server.get(f"/api/battles/{opened['id']}/history", x_seat_tokens=opened["tokens"]["0"])
    assert mine["may_fork"] == ""
