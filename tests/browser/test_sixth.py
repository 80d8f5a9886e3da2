"""A book from outside the package at the page: it is offered, begun against a bot, set up, moved and shot with by clicks."""

import re

from playwright.sync_api import expect

from sandtable.rulesets.library import ruleset
from tests.server.kit import Server

from .kit import Person
from .test_screens import serious

BOOK = ruleset("platoon-sheet")


def _choose(somebody: Person, key: str) -> None:
    """Take an option by its key."""
    prompt = somebody.wait_for_question()
    somebody.mark()
    somebody.question.locator(f'button.option[data-key="{key}"]').click()
    somebody.wait_until_taken(prompt)


def _place(somebody: Person, across: float, down: float) -> None:
    """Click a place for whoever is set up or moves, and confirm it."""
    prompt = somebody.wait_for_question()
    somebody.mark()
    somebody.click_table(across, down)
    somebody.confirm()
    somebody.wait_until_taken(prompt)


def test_a_battle_of_a_book_from_outside_is_begun_against_a_bot_and_set_up(somebody: Person) -> None:
    page = somebody.page
    somebody.go("/")
    page.get_by_role("radio", name=BOOK.title).check()
    page.get_by_role("button", name="Options").click()
    expect(page.get_by_role("dialog").get_by_role("radio", name=BOOK.scenario("hamlet").title)).to_be_visible()
    page.get_by_role("button", name="Start this battle").click()
    assert "set up which unit" in somebody.wait_for_question().lower()
    for place in range(5):
        if place < 4:
            somebody.answer_by_mouse()
        somebody.wait_for_question()
        assert re.match("set up ", somebody.prompt(), re.IGNORECASE)
        _place(somebody, 0.2 + 0.15 * place, 0.93)
    assert "activate which unit" in somebody.wait_for_question().lower()
    assert somebody.turn() == 1
    assert serious(somebody) == []


def test_a_move_and_a_volley_with_its_forecast(somebody: Person, server: Server) -> None:
    opened = server.begin(ruleset=BOOK.name, scenario="hamlet", players=["me", "rookie"], options={}, seed=4)
    somebody.sit_down(opened)
    page, acted = somebody.page, set[str]()
    for _ in range(60):
        prompt = somebody.wait_for_question()
        if acted >= {"move", "shoot"}:
            break
        if prompt.lower().startswith("move "):
            _move_up(somebody)
            acted.add("move")
        elif "shoot at?" in prompt:
            option = somebody.question.locator("button.option").first
            foreseen = page.locator(f"#{option.get_attribute('aria-describedby')}")
            expect(foreseen).to_contain_text(re.compile(r"\d models?|%"))
            _choose(somebody, str(option.get_attribute("data-key")))
            acted.add("shoot")
        else:
            somebody.answer_by_mouse(("Shoot from here", "Move, then shoot", "No"))
    assert acted == {"move", "shoot"}
    log = page.get_by_role("log").first
    for line in (re.compile(r"moves \d"), re.compile(r"shoots at \w+"), re.compile(r"needs [45]\+")):
        expect(log).to_contain_text(line)
    assert serious(somebody) == []


def _move_up(somebody: Person) -> None:
    """Three inches towards the enemy, by the arrow keys."""
    prompt = somebody.prompt()
    somebody.mark()
    for _ in range(3):
        somebody.page.keyboard.press("ArrowUp")
    somebody.confirm()
    somebody.wait_until_taken(prompt)


def test_the_umpire_answers_its_questions(somebody: Person) -> None:
    page = somebody.page
    somebody.go(f"/umpire/{BOOK.name}/volley")
    expect(page.get_by_role("region", name="The answer", exact=True).locator(".needed")).to_be_visible()
