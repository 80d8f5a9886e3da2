"""Two players at one screen: it shows what the one who is asked may know."""

from typing import Any

from .kit import Server, easy_answer

MOST = 60
TEAMS = {"u3", "u8"}  # of bazookas and of a machine gun
SETTING_UP = {"begin hidden", "unit to set up", "set up"}


def test_hidden_units_are_seen_by_their_owner_while_he_is_asked_and_by_nobody_else(server: Server) -> None:
    opened = server.begin(ruleset="sotr", scenario="meeting", options={}, players=["me", "screen"], seed=5)
    tokens = [opened["tokens"][seat] for seat in ("0", "1")]
    page = server.join(opened["id"], *tokens)
    watching = server.join(opened["id"])
    hidden: dict[int, list[int]] = {}
    looked_at: list[int] = []
    for _ in range(MOST):
        asked = page.until_asked()
        if asked["kind"] not in SETTING_UP:
            fresh, stranger = server.join(opened["id"], *tokens), server.join(opened["id"])
            lurking = {
                seat: [one for one in units if _is_hidden(stranger.snapshot, one)] for seat, units in hidden.items()
            }
            lurking = {seat: units for seat, units in lurking.items() if units}
            assert _on_table(fresh.snapshot, lurking) == {seat: seat == asked["seat"] for seat in lurking}
            assert _on_table(stranger.snapshot, lurking) == dict.fromkeys(lurking, False)
            if asked["seat"] in lurking:
                looked_at.append(asked["seat"])
            if {0, 1} <= set(looked_at):
                break
        if asked["kind"] == "begin hidden":
            keys = [option["key"] for option in asked["domain"]["options"] if option["key"] in TEAMS]
            hidden[asked["seat"]] = [int(key[1:]) for key in keys]
            answer: object = keys
        else:
            answer = easy_answer(page)
        assert page.answer(answer)["type"] == "accepted"
    assert {0, 1} <= set(looked_at), "nobody had anything to hide"
    assert watching.snapshot["seats"] == []


def _on_table(snapshot: dict[str, Any], hidden: dict[int, list[int]]) -> dict[int, bool]:
    """For each seat, whether any of its Hidden units is drawn."""
    drawn = {figure["unit"] for figure in snapshot["table"]["figures"] if figure.get("at") is not None}
    return {seat: any(unit in drawn for unit in units) for seat, units in hidden.items()}


def _is_hidden(snapshot: dict[str, Any], unit: int) -> bool:
    """Whether a unit is known to be Hidden still."""
    return "nobody knows where" in str(snapshot["table"]["units"][unit]["shown"]["standing"])
