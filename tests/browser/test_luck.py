"""The luck sheet at the page: numbers, orders, jumping to a moment, for everybody and at every size."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.server.kit import Server, easy_answer

from .kit import PATIENCE, Person, person
from .test_screens import SIZES, fight_one, serious

ENOUGH = 40  # throws of either side


@pytest.fixture(scope="module")
def fought(server: Server) -> str:
    """A battle that is over, with a good many throws on both sides: bots choose differently each time."""
    for _ in range(6):
        battle = fight_one(server, "rookie", "rookie")
        sides = server.get(f"/api/battles/{battle}/luck")["sheet"]["sides"]
        if all(side["throws"] >= ENOUGH and side["counted"] > 1 for side in sides):
            return battle
    raise AssertionError("hardly any dice in six battles")


def _sheet(somebody: Person) -> Locator:
    return somebody.page.get_by_role("region", name="Luck")


def _open(somebody: Person, battle: str) -> Locator:
    somebody.go(f"/replay/{battle}?sheet=luck")
    sheet = _sheet(somebody)
    expect(sheet.get_by_role("table")).to_be_visible(timeout=PATIENCE)
    return sheet


def _rows(sheet: Locator) -> Locator:
    return sheet.get_by_role("table").locator("tbody tr")


def test_the_sheet_shows_what_the_server_worked_out(somebody: Person, server: Server, fought: str) -> None:
    told = server.get(f"/api/battles/{fought}/luck")["sheet"]
    sheet = _open(somebody, fought)
    for side, name in zip(told["sides"], ("US", "Germans"), strict=True):
        said = sheet.get_by_text(re.compile(f"^{name} threw {side['dice']} dice in {side['throws']} throws; "))
        expect(said).to_contain_text(f"{side['counted']} dice for successes: {side['came']} came, ")
    own = [roll for roll in told["rolls"] if roll["seat"] is not None]
    expect(_rows(sheet)).to_have_count(len(own))
    expect(_rows(sheet).first).to_contain_text(own[0]["came"])
    expect(sheet.get_by_role("img", name=re.compile("Luck over the battle.*in the end"))).to_be_visible()
    draws = next(one for one in told["nobody"] if one["why"] == "an order die is drawn")
    came = {one["what"]: one["came"] for one in draws["fell"]}
    apart = sheet.get_by_role("listitem").filter(has_text="An order die is drawn")
    expect(apart).to_contain_text(
        re.compile(rf"{draws['throws']} throws, US {came['first']} \(.*Germans {came['second']} \(")
    )


def test_what_throws_were_worth_comes_a_little_later(somebody: Person, server: Server, fought: str) -> None:
    told = server.get(f"/api/battles/{fought}/luck?swings=true")["sheet"]
    sheet = _open(somebody, fought)
    swing = sheet.get_by_role("columnheader", name=re.compile("Swing"))
    swing.get_by_role("button").click()
    expect(swing).to_have_attribute("aria-sort", "descending")
    most = max(told["rolls"], key=lambda roll: abs(roll["swing"] or 0))
    expect(_rows(sheet).first.locator("td.swing")).to_have_text(f"{most['swing']:+.1f}".replace("-", "\u2212"))
    expect(_rows(sheet).first).to_contain_text(most["came"])
    for side in told["sides"]:
        swung = f"{side['swing']:+.1f}".replace("-", "\u2212")
        words = "0 points" if swung[1:] == "0.0" else f"{swung} points"
        expect(sheet.get_by_text(words, exact=True).first).to_be_visible()
    expect(sheet.get_by_role("img", name=re.compile("Luck over the battle, in points"))).to_be_visible()


def test_throws_are_put_into_order_and_sifted(somebody: Person, server: Server, fought: str) -> None:
    told = server.get(f"/api/battles/{fought}/luck")["sheet"]["rolls"]
    sheet = _open(somebody, fought)
    odds = sheet.get_by_role("columnheader", name=re.compile("Odds"))
    odds.get_by_role("button").click()
    expect(odds).to_have_attribute("aria-sort", "ascending")
    shares = [
        0.5 if "<" in text else float(re.findall(r"\d+", text)[0])
        for text in _rows(sheet).locator("td.unlikely").all_inner_texts()
    ]
    assert shares == sorted(shares) and shares[0] < shares[-1]
    chosen = sheet.get_by_role("combobox", name="Throws of")
    chosen.select_option(label="Germans")
    expect(_rows(sheet)).to_have_count(len([roll for roll in told if roll["seat"] == 1]))
    chosen.select_option(label="nobody's luck")
    expect(_rows(sheet)).to_have_count(len([roll for roll in told if roll["seat"] is None]))


def test_a_throw_leads_to_its_moment(somebody: Person, server: Server, fought: str) -> None:
    told = server.get(f"/api/battles/{fought}/luck")["sheet"]["rolls"]
    wanted = [roll for roll in told if roll["seat"] is not None][20]
    sheet = _open(somebody, fought)
    _rows(sheet).nth(20).get_by_role("button").click()
    page = somebody.page
    faces = re.compile(rf"^(die|dice): {', '.join(map(str, wanted['faces']))}$", re.IGNORECASE)
    expect(page.get_by_role("img", name=faces).first).to_be_visible()
    expect(page).to_have_url(re.compile(rf"\?beat={wanted['beat']}&sheet=luck$"))
    expect(_rows(sheet).nth(20).get_by_role("button")).to_have_attribute("aria-current", "step")
    page.get_by_role("button", name="Log", exact=True).click()
    expect(sheet).to_be_hidden()
    expect(page).to_have_url(re.compile(rf"\?beat={wanted['beat']}$"))
    page.get_by_role("button", name="Luck", exact=True).focus()
    page.keyboard.press("Enter")
    expect(sheet).to_be_visible()


def test_a_finished_battle_leads_to_its_sheet(somebody: Person, fought: str) -> None:
    somebody.go(f"/battle/{fought}")
    somebody.page.get_by_role("link", name="Every throw").click()
    expect(_sheet(somebody).get_by_text(re.compile("^US threw")).first).to_be_visible(timeout=PATIENCE)
    somebody.go(f"/battle/{fought}")
    somebody.page.get_by_role("button", name="See the table").click()
    somebody.question.get_by_role("link", name="Luck").click()
    expect(_sheet(somebody).get_by_text(re.compile("^US threw")).first).to_be_visible()


def test_a_battle_that_goes_on_has_a_sheet_so_far(somebody: Person, server: Server) -> None:
    opened = server.begin(seed=5)
    playing = server.join(opened["id"], opened["tokens"]["0"])
    for _ in range(3):
        playing.until_asked()
        assert playing.answer(easy_answer(playing))["type"] == "accepted"
    playing.close()
    somebody.sit_down(opened, "0")
    somebody.banner.get_by_role("button", name="Menu").click()
    somebody.banner.get_by_role("link", name="Luck").click()
    sheet = _sheet(somebody)
    expect(sheet.get_by_text("So far, from the throws you have been told of.")).to_be_visible()
    expect(sheet.get_by_role("columnheader", name="Swing")).to_have_count(0)
    somebody.page.get_by_role("link", name="still being fought").click()
    somebody.wait_until_known()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_the_sheet_is_for_everybody(browser: Browser, server: Server, fought: str, size: str, theme: str) -> None:
    width, height = SIZES[size]
    scheme: Any = theme
    base = f"http://127.0.0.1:{server.port}"
    with person(browser, base, viewport={"width": width, "height": height}, color_scheme=scheme) as somebody:
        somebody.page.context.add_init_script(
            f"""localStorage.setItem('sandtable.settings', '{{"speed":"instant","briefings":false,"theme":"{theme}"}}')"""
        )
        sheet = _open(somebody, fought)
        _rows(sheet).nth(3).get_by_role("button").click()
        somebody.wait_for_stillness()
        assert somebody.page.evaluate("() => document.documentElement.scrollWidth") <= width, "it scrolls sideways"
        assert serious(somebody) == []
        assert somebody.complaints == []


def test_a_sheet_that_cannot_be_had_is_said_so(somebody: Person, fought: str) -> None:
    somebody.page.route("**/api/battles/*/luck", lambda route: route.abort())
    somebody.go(f"/replay/{fought}?sheet=luck")
    expect(somebody.page.get_by_text("The server does not answer")).to_be_visible()
    somebody.page.unroute("**/api/battles/*/luck")
    somebody.page.get_by_role("button", name="Try again").click()
    expect(_sheet(somebody).get_by_role("table")).to_be_visible()
    somebody.complaints.clear()  # the browser reports the request that was made to fail
