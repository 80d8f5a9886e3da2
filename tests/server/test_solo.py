"""A battle against the rules over the socket: the seat that they play, who joins, and going on from a moment of it."""

from collections.abc import Iterator

import pytest

from sandtable.rulesets.library import RULESETS
from sandtable.server import catalogue

from .kit import Server, serving


@pytest.fixture
def alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a book in which the rules play the other side."""
    RULESETS["solo"] = "tests.play.solo"
    catalogue.forget()
    try:
        with serving(tmp_path_factory.mktemp("solo")) as found:
            yield found
            found.close_pages()
    finally:
        del RULESETS["solo"]
        catalogue.forget()


def test_a_battle_against_the_rules(alone: Server) -> None:
    """Nobody can sit on their seat; whoever joins is told with his card, to newcomers and in the history too."""
    book = next(one for one in alone.get("/api/rulesets") if one["name"] == "solo")
    assert [one["plays_itself"] for one in book["scenarios"]] == [[1]]
    opened = alone.begin(ruleset="solo", scenario="patrol", players=["me", "link"], options={}, seed=1)
    assert list(opened["tokens"]) == ["0"]
    page = alone.join(opened["id"], opened["tokens"]["0"])
    assert [one["kind"] for one in page.snapshot["players"]] == ["person", "rules"]
    assert [one["label"] for one in page.snapshot["table"]["counters"][:3]] == ["marker 1", "marker 2", "marker 3"]
    assert page.answer("marker-1")["type"] == "accepted"
    beat = page.beats[-1]
    assert [one["number"] for one in beat["figures"]] == [1, 2]
    assert [(one["number"], one["seat"], one["side"]) for one in beat["units"]] == [(1, 1, 1)]
    assert [one["name"] for one in beat["cards"]] == ["Patrol 1"]
    assert [one["label"] for one in beat["counters"][:2]] == ["marker 1", "marker 3"]
    table = alone.join(opened["id"]).snapshot["table"]
    assert ([one["name"] for one in table["cards"]], len(table["figures"])) == (["Patrol 1"], 3)
    history = alone.get(f"/api/battles/{opened['id']}/history")
    assert history["start"]["cards"] == []
    assert history["beats"][-1]["cards"] == beat["cards"]
    assert next(row for row in alone.get("/api/battles") if row["id"] == opened["id"])["players"][1]["kind"] == "rules"


def test_going_on_from_a_moment_the_rules_keep_their_seat(alone: Server) -> None:
    """Whoever is asked for."""
    opened = alone.begin(ruleset="solo", scenario="patrol", players=["me", "random"], options={}, seed=1)
    page = alone.join(opened["id"], opened["tokens"]["0"])
    for marker in ("marker-0", "marker-1"):  # the last is not asked for: there is no choice
        assert page.answer(marker)["type"] == "accepted"
    asked = {"beat": 1, "players": ["me", "link"], "tokens": list(opened["tokens"].values())}
    status, fork = alone.call("POST", f"/api/battles/{opened['id']}/fork", asked)
    assert (status, list(fork["tokens"])) == (201, ["0"])
    again = alone.join(fork["id"], fork["tokens"]["0"])
    assert again.snapshot["players"][1]["kind"] == "rules"
    assert len(again.snapshot["table"]["units"]) == 2
