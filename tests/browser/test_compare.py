"""One battle under several rulebooks, side by side: looked at, read troop by troop, chosen, and begun."""

import re

from playwright.sync_api import Browser, expect

from sandtable.rulesets.library import books_for, common_scenarios, ruleset
from tests.server.kit import Server

from .kit import PATIENCE, Person, person

BOOKS = books_for("two-platoons")


def _look(somebody: Person) -> None:
    """Wait until every book has set up."""
    for book in BOOKS:
        picture = somebody.page.get_by_role("img", name=f"The table under {ruleset(book).title}: ")
        expect(picture).to_be_visible(timeout=2 * PATIENCE)


def test_the_start_leads_to_every_book_side_by_side(somebody: Person) -> None:
    somebody.go("/")
    page = somebody.page
    page.get_by_role("link", name="The same fight under all of them").click()
    expect(page).to_have_url(re.compile("/compare$"))
    somebody.go("/compare/two-platoons")
    _look(somebody)
    for book in BOOKS:
        card = page.get_by_role("article", name=ruleset(book).title)
        expect(card.locator("[data-figure]").first).to_be_visible()
        expect(card).to_contain_text(re.compile(r"US \d+ units, \d+ figures, \d+ points"))
    row = page.get_by_role("row").filter(has=page.get_by_role("rowheader", name="Rifle squad"))
    cells = row.get_by_role("cell")
    expect(cells).to_have_count(len(BOOKS))
    expect(cells.nth(BOOKS.index("bolt-action"))).to_contain_text("12 figures, 128 points each")
    expect(cells.nth(BOOKS.index("fraley"))).to_contain_text("3 figures, 30 points each")


def test_another_scenario_is_chosen_by_keyboard_and_has_an_address(somebody: Person) -> None:
    page = somebody.page
    somebody.go("/compare")
    chosen = page.get_by_label("Scenario")
    expect(chosen).to_have_value(common_scenarios()[0])
    chosen.focus()
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    last = common_scenarios()[-1]
    expect(chosen).to_have_value(last)
    if len(common_scenarios()) > 1:
        expect(page).to_have_url(re.compile(f"/compare/{last}$"))
    somebody.go("/compare/nothing")
    expect(page.get_by_role("alert")).to_contain_text("No scenario for several rulebooks is called “nothing”")
    expect(page.get_by_label("Scenario")).to_be_visible()


def test_a_battle_is_begun_under_the_book_that_was_chosen(somebody: Person) -> None:
    page = somebody.page
    somebody.go("/compare/two-platoons")
    title = ruleset("fraley").title
    page.get_by_role("button", name=f"Play this battle under {title}").focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/battle/[a-z0-9]{12}$"), timeout=2 * PATIENCE)
    somebody.wait_until_known()
    expect(page.locator("body")).to_contain_text(re.compile("Two platoons"))


def test_on_a_narrow_screen_books_stand_below_each_other(browser: Browser, server: Server) -> None:
    base = f"http://127.0.0.1:{server.port}"
    with person(browser, base, viewport={"width": 390, "height": 844}, has_touch=True) as somebody:
        somebody.go("/compare/two-platoons")
        _look(somebody)
        page = somebody.page
        boxes = [card.bounding_box() for card in page.get_by_role("article").all()]
        tops = [box["y"] + box["height"] for box in boxes if box]
        assert len(tops) == len(BOOKS) and tops == sorted(tops)
        assert len({box["x"] for box in boxes if box}) == 1
        first = page.locator("tbody tr:not(.force) td").first
        expect(first).to_contain_text(ruleset(BOOKS[0]).title)
        assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
        assert somebody.complaints == []


def test_a_book_that_does_not_answer_is_asked_again(somebody: Person) -> None:
    page = somebody.page
    away = re.compile(r"/api/common-scenarios/two-platoons/fraley$")
    page.route(away, lambda route: route.fulfill(status=503, json={"code": "try-again", "reason": "the bench is busy"}))
    somebody.go("/compare/two-platoons")
    card = page.get_by_role("article", name=ruleset("fraley").title)
    expect(card.get_by_role("alert")).to_have_text("The bench is busy")
    page.unroute(away)
    card.get_by_role("button", name="Try again").click()
    expect(card.get_by_role("img", name=re.compile("^The table under"))).to_be_visible(timeout=2 * PATIENCE)
    somebody.complaints = [one for one in somebody.complaints if "503" not in one]  # the browser tells of it, rightly
