"""Setting up in one click, changing it by dragging, beginning; and everything that is refused."""

from pathlib import Path
from typing import Any

import pytest

from .kit import Page, Server, easy_answer, serving

BOOKS = {
    "bolt-action": "breakthrough",
    "sotr": "meeting",
    "fraley": "skirmish",
    "d10": "small",
    "skirmish41": "crossroads",
}


def _begun(server: Server, book: str = "d10", scenario: str = "small", **wanted: Any) -> tuple[str, Page]:
    opened = server.begin(ruleset=book, scenario=scenario, options={}, **{"seed": 11, **wanted})
    return opened["id"], server.join(opened["id"], *opened["tokens"].values())


def _told(page: Page) -> dict[str, Any]:
    """The last message that said where the battle stands."""
    return next(one for one in reversed(page.heard) if one["type"] in {"snapshot", "update"})


def _settled(page: Page) -> dict[str, Any]:
    """Hear until this page is left to answer by itself."""
    page.until_asked()
    while not (_told(page)["begins"] or not _told(page)["may_arrange"]) or page.decision is None:
        page.hear()
    return _told(page)


def _arrange(page: Page, **more: Any) -> dict[str, Any]:
    return page._said("accepted", {"type": "arrange", "version": page.version, **more})


def _arranged(page: Page) -> dict[str, Any]:
    page.until_asked()
    assert _told(page)["may_arrange"]
    assert _arrange(page)["type"] == "accepted"
    return _settled(page)


def _places(page: Page, unit: int) -> list[tuple[int, int]]:
    """Where the figures of a unit stand."""
    page.send({"type": "resync"})
    table = page.until("snapshot")["table"]
    return [tuple(figure["at"]) for figure in table["figures"] if figure["unit"] == unit and figure["at"]]


@pytest.mark.parametrize(("book", "scenario"), BOOKS.items())
def test_one_click_sets_up_and_a_second_begins(server: Server, book: str, scenario: str) -> None:
    _, page = _begun(server, book, scenario)
    told = _arranged(page)
    if told["begins"]:  # units stand that can be moved
        assert told["movable"]
        assert _arrange(page)["type"] == "accepted"
        while _told(page)["may_arrange"] or page.decision is None:
            page.hear()
    told = _told(page)
    assert (told["may_arrange"], told["begins"], told["movable"]) == (False, False, [])
    assert _arrange(page)["refusal"]["why"] == "nothing is to be set up any more"


def test_what_is_set_up_is_the_same_every_time(server: Server) -> None:
    found = []
    for _ in range(2):
        _, page = _begun(server, "skirmish41", "crossroads", players=["me", "screen"])
        _arranged(page)
        found.append([_places(page, unit) for unit in range(6)])
    assert found[0] == found[1]
    assert any(found[0])


def test_a_unit_is_put_elsewhere_and_the_others_stay(server: Server) -> None:
    _, page = _begun(server)
    unit, *others = _arranged(page)["movable"]
    before = {one: _places(page, one) for one in (unit, *others)}
    taken = [x for one in others for x, _ in before[one]]
    goal = next(
        (x, before[unit][0][1])
        for x in range(6000, 42000, 1000)
        if abs(x - before[unit][0][0]) > 4000 and all(abs(x - other) > 4000 for other in taken)
    )
    plan = page.ask(query="plan", unit=unit, goal=goal, look=False)["about"]
    assert plan["refusal"] is None
    version = page.version
    said = page._said("accepted", {"type": "rearrange", "version": page.version, "unit": unit, "answer": plan["draft"]})
    assert said["type"] == "accepted", said
    assert said["version"] > version + 1  # taken back, and every answer since given again
    assert _places(page, unit) != before[unit]
    assert {one: _places(page, one) for one in others} == {one: before[one] for one in others}
    assert _told(page)["begins"]
    assert unit in _told(page)["movable"]


def test_where_another_stood_in_the_way_the_bot_finds_room(server: Server) -> None:
    """The later one of two yields; nobody is lost and the question is the same as before."""
    _, page = _begun(server, "bolt-action", "breakthrough", players=["me", "screen"])
    asked = _arranged(page)["decision"]["prompt"]
    first, *others = _told(page)["movable"]
    goal = _places(page, others[0])[0]
    plan = page.ask(query="plan", unit=first, goal=goal, look=False)["about"]
    assert plan["refusal"] is None
    said = page._said(
        "accepted", {"type": "rearrange", "version": page.version, "unit": first, "answer": plan["draft"]}
    )
    assert said["type"] == "accepted", said
    assert all(_places(page, one) for one in (first, *others))
    assert _told(page)["decision"]["prompt"] == asked


def test_after_a_restart_everything_stands_where_it_was_put(data: Path) -> None:
    with serving(data) as server:
        battle, page = _begun(server)
        unit = _arranged(page)["movable"][0]
        x, y = _places(page, unit)[0]
        plan = page.ask(query="plan", unit=unit, goal=(x + 9000, y), look=False)["about"]
        page._said("accepted", {"type": "rearrange", "version": page.version, "unit": unit, "answer": plan["draft"]})
        stands, version = _places(page, unit), page.version
        server.close_pages()
    with serving(data) as server:
        page = server.join(battle)
        assert page.version == version
        assert _places(page, unit) == stands
        server.close_pages()


def test_sent_twice_it_counts_once(server: Server) -> None:
    _, page = _begun(server)
    page.until_asked()
    sent = {"type": "arrange", "version": page.version, "ref": "the-same"}
    page.send(sent)
    first = page.until("accepted")
    page.send(sent)
    assert page.until("accepted")["version"] == first["version"]


def test_whoever_knows_an_older_battle_is_told_so(server: Server) -> None:
    _, page = _begun(server)
    page.until_asked()
    page.send({"type": "arrange", "version": page.version + 7, "ref": "late"})
    assert page.until("refused")["stale"]


def test_a_spectator_sets_nothing_up(server: Server) -> None:
    battle, _ = _begun(server)
    watching = server.join(battle)
    for sent in ({"type": "arrange"}, {"type": "rearrange", "unit": 0, "answer": {}}):
        said = watching._said("accepted", {"version": watching.version, **sent})
        assert said["refusal"]["why"].startswith("you are watching")
    told = _told(watching)
    assert (told["may_arrange"], told["movable"], told["undo_why"]) == (False, [], "")


def test_what_cannot_be_put_elsewhere(server: Server) -> None:
    _, page = _begun(server)
    mine = _arranged(page)["movable"]
    units = page.snapshot["table"]["units"]
    enemy = next(one["number"] for one in units if one["side"] == 1)
    waiting = [one["number"] for one in units if one["side"] == 0 and one["number"] not in mine]
    reasons = {enemy: "is not yours", 99: "there is no unit 99", **dict.fromkeys(waiting, "has not been set up yet")}
    for unit, reason in reasons.items():
        said = page._said("accepted", {"type": "rearrange", "version": page.version, "unit": unit, "answer": {}})
        assert reason in said["refusal"]["why"]
        assert reason in page.ask(query="plan", unit=unit, goal=(0, 0), look=False)["refusal"]["why"]
    version = page.version
    wrong: list[Any] = [None, [], {"walks": []}, "u1", {"walks": [{"figure": 999, "points": [[0, 0]]}]}]
    for nonsense in wrong:
        said = page._said(
            "accepted", {"type": "rearrange", "version": page.version, "unit": mine[0], "answer": nonsense}
        )
        assert said["type"] == "refused", nonsense
    assert page.version == version
    _arrange(page)
    while _told(page)["may_arrange"] or page.decision is None:
        page.hear()
    said = page._said("accepted", {"type": "rearrange", "version": page.version, "unit": mine[0], "answer": {}})
    assert "the battle has begun" in said["refusal"]["why"]


def test_another_person_between_bars_it(server: Server) -> None:
    """Sides place in turn: what the other person has answered to is not moved any more."""
    opened = server.begin(ruleset="d10", scenario="small", options={}, seed=11, players=["me", "screen"])
    pages = [server.join(opened["id"], opened["tokens"][seat]) for seat in ("0", "1")]
    placed: list[tuple[Page, int]] = []
    while len(placed) < 2:
        asked = next(page for page in pages if page.decision is not None)
        question = asked.until_asked()
        said = asked.answer(easy_answer(asked))
        if question["kind"] == "set up":
            placed.append((asked, question["unit"]))
        for page in pages:
            while page.version < said["version"]:
                page.hear()
    page, unit = placed[0]
    assert (page.decision is not None, _told(page)["movable"]) == (True, [])
    said = page._said("accepted", {"type": "rearrange", "version": page.version, "unit": unit, "answer": {}})
    assert "stays where it is" in said["refusal"]["why"]


def test_why_an_answer_cannot_be_taken_back(server: Server) -> None:
    _, page = _begun(server)
    page.until_asked()
    assert _told(page)["undo_why"] == "nothing to take back yet"
    _arranged(page)
    assert _told(page)["undo"] == (_told(page)["undo_why"] == "")
    _arrange(page)
    while _told(page)["may_arrange"] or page.decision is None:
        page.hear()
    assert _told(page)["undo_why"] in {"dice have fallen since", "the enemy has answered since"}


def test_a_battle_that_is_placed_begins_with_a_real_question(server: Server) -> None:
    for book, scenario in BOOKS.items():
        _, page = _begun(server, book, scenario, placed=True)
        page.until_asked()
        told = _told(page)
        assert not told["may_arrange"], book
        assert told["undo_why"], book
        assert not told["undo"], book


def test_a_placed_battle_with_dice_of_ones_own_needs_none_for_setting_up(server: Server) -> None:
    _, page = _begun(server, placed=True, own_dice=True, seed=None)
    assert page.snapshot["version"] > 2
    assert not _told(page)["may_arrange"]
