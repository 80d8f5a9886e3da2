"""Playing at the page: by mouse, by keyboard alone, two at one screen, two far apart."""

import re

from playwright.sync_api import Browser, expect

from tests.server.kit import Server

from .kit import PATIENCE, Person, Wire, person

MOST = 260  # answers that two turns may take


def _play_until_turn(somebody: Person, turn: int, *, keyboard: bool = False) -> int:
    answers = 0
    while somebody.turn() < turn and not somebody.over():
        if keyboard:
            somebody.answer_by_keyboard()
        else:
            somebody.answer_by_mouse()
        answers += 1
        assert answers < MOST, "two turns do not end"
    return answers


def test_one_click_begins_the_first_battle(somebody: Person) -> None:
    somebody.go("/")
    somebody.page.get_by_role("button", name="Play now").click()
    expect(somebody.page).to_have_url(re.compile(r"/battle/[a-z0-9]{12}$"))
    assert somebody.wait_for_question()


def test_a_full_scenario_is_set_up_and_played_for_two_turns_by_mouse(somebody: Person, server: Server) -> None:
    """Without the set-up that is offered: every unit is put down and brought on."""
    somebody.sit_down(server.begin(players=["me", "rookie"], seed=5))
    answers = _play_until_turn(somebody, 3)
    assert answers > 20 and somebody.turn() == 3
    expect(somebody.page.get_by_role("log").first).to_contain_text("An order die is drawn")


def test_a_full_scenario_is_played_for_two_turns_by_keyboard_alone(somebody: Person, server: Server) -> None:
    somebody.sit_down(server.begin(players=["me", "rookie"], seed=5))
    assert _play_until_turn(somebody, 3, keyboard=True) > 20
    assert somebody.turn() == 3


def test_two_players_share_a_screen(somebody: Person, server: Server) -> None:
    opened = server.begin(players=["me", "screen"], names=["Ann", "Ben"], seed=5)
    somebody.sit_down(opened)
    sides = set()
    for _ in range(14):
        somebody.wait_for_question()
        sides.update(re.findall(r"^(.+): your move\.", somebody.question.inner_text(), re.MULTILINE))
        somebody.answer_by_mouse()
    assert sides == {"US", "Germans"}


def test_a_friend_joins_by_link_and_comes_back_after_losing_the_line(browser: Browser, server: Server) -> None:
    wire = Wire(server.port)
    here, there = f"http://127.0.0.1:{server.port}", f"http://127.0.0.1:{wire.port}"
    with person(browser, here) as host, person(browser, there) as guest:
        opened = server.begin(players=["me", "link"], names=["Ann", "Ben"], seed=5)
        host.sit_down(opened, "0")
        guest.go(f"/battle/{opened['id']}#seat=1&token={opened['tokens']['1']}")
        expect(guest.page).to_have_url(re.compile(r"/battle/[a-z0-9]{12}$"))  # the secret is gone from the address
        expect(host.page.get_by_role("banner")).to_contain_text("Ben")
        for _ in range(4):
            _asked(host, guest).answer_by_mouse()
        while _asked(host, guest) is not guest:
            host.answer_by_mouse()
        before = guest.wait_for_question()
        wire.cut()
        expect(guest.page.get_by_role("banner")).to_contain_text(
            re.compile("reconnecting|lost|connecting", re.IGNORECASE)
        )
        wire.mend()
        expect(guest.page.get_by_role("banner")).to_contain_text("connected")
        assert guest.wait_for_question() == before
        guest.answer_by_mouse()
        _asked(host, guest)
        assert host.complaints == []
    wire.close()


def test_an_answer_given_without_a_line_is_kept_and_counts_once(browser: Browser, server: Server) -> None:
    wire = Wire(server.port)
    with person(browser, f"http://127.0.0.1:{wire.port}") as guest:
        opened = server.begin(players=["me", "screen"], seed=5)
        guest.sit_down(opened)
        guest.wait_for_question()
        answers = _answers(server, opened["id"])
        wire.cut()
        guest.page.keyboard.press("1")
        if guest.question.get_by_role("checkbox").count():
            guest.page.keyboard.press("Enter")
        guest.page.wait_for_timeout(300)
        assert _answers(server, opened["id"]) == answers
        wire.mend()
        guest.page.wait_for_function("() => !document.querySelector('.sending')")
        guest.wait_for_question()
        assert _answers(server, opened["id"]) == answers + 1
    wire.close()


def test_a_part_that_is_fetched_late_says_that_the_line_is_cut_and_is_fetched_again(
    browser: Browser, server: Server
) -> None:
    """What it says, a try in vain, and one that goes: with its words and its looks."""
    wire = Wire(server.port)
    with person(browser, f"http://127.0.0.1:{wire.port}") as guest:
        opened = server.begin(players=["me", "screen"], seed=5)
        guest.sit_down(opened)
        guest.wait_for_question()
        wire.cut()
        guest.page.keyboard.press("?")
        dialog = guest.page.get_by_role("dialog", name="Keys")
        expect(dialog.get_by_role("alert")).to_contain_text("The server does not answer")
        expect(dialog.get_by_role("alert")).to_contain_text("Nothing of the battle is lost")
        dialog.get_by_role("button", name="Try again").click()
        expect(dialog.get_by_role("alert")).to_contain_text("The server does not answer")
        wire.mend()
        dialog.get_by_role("button", name="Try again").click()
        expect(dialog.get_by_role("alert")).to_have_count(0)
        expect(dialog.get_by_role("button", name="Close")).to_be_visible()
        expect(dialog).to_contain_text("measuring tape")
        guest.page.wait_for_function(
            "() => [...document.querySelectorAll('link[rel=stylesheet]')].every((one) => one.sheet)"
        )
        guest.page.keyboard.press("Escape")
        expect(dialog).to_be_hidden()
        assert guest.wait_for_question()
    wire.close()


def _answers(server: Server, battle: str) -> int:
    return int(next(row["answers"] for row in server.get("/api/battles") if row["id"] == battle))


def _asked(*players: Person) -> Person:
    """Whoever is asked now."""
    for _ in range(PATIENCE // 100):
        for one in players:
            if one.prompt() and one.question.locator("button, input").count():
                return one
        players[0].page.wait_for_timeout(100)
    raise AssertionError("nobody is asked")
