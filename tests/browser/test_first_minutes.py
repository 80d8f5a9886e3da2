"""What somebody finds who comes new: one screen to start from, two clicks to set up, a map that answers."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from sandtable.rulesets.library import OURS
from tests.bolt_action.two_targets import Laid, laid_out
from tests.server.kit import Page, Server, easy_answer

from .kit import Person, person
from .repeated import forked

DESK: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
FULL = {
    "bolt-action": "three-objectives", "sotr": "dead-walk", "fraley": "meeting", "d10": "village", "skirmish41": "patrol",
}  # fmt: skip
NEWCOMER = '{"speed":"instant","briefings":false,"theme":"light"}'


def _keep(somebody: Person, settings: str) -> None:
    somebody.page.add_init_script(f"localStorage.setItem('sandtable.settings', '{settings}')")


def _orchard(server: Server) -> dict[str, Any]:
    return server.begin(scenario="orchard", options={"premeasure": True}, seed=5, placed=True)


def _until_a_target_is_asked(player: Page) -> dict[str, Any]:
    """Play on until a unit chooses whom to shoot at, and somebody is barred."""
    for _ in range(60):
        asked = player.until_asked()
        domain = asked["domain"]
        if asked["kind"] == "target" and any(one["unit"] is not None for one in domain["barred"]):
            return asked
        keys = [one["key"] for one in domain.get("options", ())]
        player.answer("fire" if "fire" in keys else easy_answer(player))
    raise AssertionError("nobody shoots")


# ---- the start page


def test_the_start_page_is_one_screen_and_begins_with_the_battle_in_progress(browser: Browser, server: Server) -> None:
    with person(browser, f"http://127.0.0.1:{server.port}", **DESK) as somebody:
        page = somebody.page
        somebody.sit_down(_orchard(server))
        somebody.go("/")
        going_on = page.get_by_role("region", name="Battle in progress")
        expect(going_on.get_by_role("heading")).to_have_text(re.compile("^Continue: "))
        for part in ("Learn", "Quick battle", "Full scenarios"):
            expect(page.get_by_role("heading", name=part)).to_be_in_viewport(ratio=1)
        expect(page.get_by_role("button", name="Play now")).to_be_in_viewport(ratio=1)
        assert page.evaluate("() => document.documentElement.scrollHeight") <= DESK["viewport"]["height"]
        first, quick = going_on.bounding_box(), page.get_by_role("heading", name="Quick battle").bounding_box()
        assert first and quick and first["y"] < quick["y"]
        going_on.get_by_role("link").click()
        assert somebody.wait_for_question()
        assert somebody.complaints == []


def test_two_bots_are_set_to_fight_and_are_watched(somebody: Person) -> None:
    somebody.go("/")
    page = somebody.page
    page.get_by_role("radio", name="watch").first.check(force=True)
    page.get_by_role("button", name="Watch", exact=True).first.click()
    expect(somebody.question).to_contain_text("You are watching.")
    expect(page.locator("[data-act=sentence]")).not_to_contain_text("Nothing has been done", timeout=60_000)


@pytest.mark.parametrize("addresses", [["http://192.168.1.20:8000"], []], ids=["reached", "alone"])
def test_an_invitation_shows_where_others_come_in_or_how_they_could(somebody: Person, addresses: list[str]) -> None:
    page = somebody.page
    page.route("**/api/health", lambda route: route.fulfill(json={"status": "ok", "addresses": addresses}))
    somebody.go("/")
    page.get_by_role("radio", name="a friend").first.check(force=True)
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("heading", name="The table is set")).to_be_visible()
    link = page.locator("section.card")
    if addresses:
        expect(link.get_by_role("textbox").first).to_have_value(re.compile(f"^{re.escape(addresses[0])}/battle/"))
        expect(link.locator("svg").first).to_be_visible()  # the code for a telephone
    else:
        expect(page.get_by_role("note")).to_contain_text("--host 0.0.0.0")
        expect(link.locator("svg")).to_have_count(0)


# ---- the first questions


@pytest.mark.parametrize("book", OURS)
def test_everybody_is_set_up_in_one_click_and_the_battle_begins_with_another(
    browser: Browser, server: Server, book: str
) -> None:
    opened = server.begin(ruleset=book, scenario=FULL[book], options={}, players=["me", "rookie"], seed=5)
    with person(browser, f"http://127.0.0.1:{server.port}", **DESK) as somebody:
        _keep(somebody, NEWCOMER)
        somebody.sit_down(opened)
        somebody.wait_for_question()
        page = somebody.page
        page.get_by_role("button", name="Set up for me").click()
        begin = page.get_by_role("button", name="Begin the battle")
        turn = page.get_by_role("banner").get_by_text(re.compile(r"^Turn 1\b"))
        expect(begin.or_(turn)).not_to_have_count(0)
        if not turn.count():
            begin.click()
        expect(turn).not_to_have_count(0)
        assert somebody.complaints == []


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_the_aim_and_the_score_stay_in_sight(browser: Browser, server: Server, size: dict[str, Any]) -> None:
    opened = _orchard(server)
    with person(browser, f"http://127.0.0.1:{server.port}", **size) as somebody:
        somebody.sit_down(opened)
        somebody.wait_for_question()
        score = somebody.page.get_by_role("region", name="Players and score")
        expect(score).to_be_in_viewport(ratio=1)
        expect(score.locator(".points")).to_have_text(["0", "0"])
        aim = somebody.page.locator(".words.brief" if size is PHONE else ".aim").first
        expect(aim).to_be_in_viewport(ratio=1)
        assert aim.evaluate("one => one.scrollWidth <= one.clientWidth + 1 && one.scrollHeight <= one.clientHeight + 1")
        expect(aim).to_have_text(
            "lead of 1 wins" if size is PHONE else re.compile("^Destroy 1 more unit than you lose")
        )


def test_sounds_are_on_and_one_click_silences_them(browser: Browser, server: Server) -> None:
    with person(browser, f"http://127.0.0.1:{server.port}", **DESK) as somebody:
        _keep(somebody, NEWCOMER)
        somebody.sit_down(_orchard(server))
        somebody.wait_for_question()
        sound = somebody.page.get_by_role("toolbar").get_by_role("button", name="Sound")
        expect(sound).to_have_attribute("aria-pressed", "true")
        sound.click()
        expect(sound).to_have_attribute("aria-pressed", "false")
        assert somebody.complaints == []


# ---- the map answers


def _man(somebody: Person, unit: int) -> Locator:
    return somebody.page.locator(f"[data-token='{unit}'] [data-figure]").first


def test_who_cannot_be_chosen_says_why_where_he_was_clicked(browser: Browser, server: Server) -> None:
    """He is neither selected nor ringed as those who can be, and only one line is drawn; all of them on a key."""
    opened = _orchard(server)
    player = server.join(opened["id"], *opened["tokens"].values())
    asked = _until_a_target_is_asked(player)
    player.close()
    barred = next(one for one in asked["domain"]["barred"] if one["unit"] is not None)
    with person(browser, f"http://127.0.0.1:{server.port}", **DESK) as somebody:
        _keep(somebody, NEWCOMER)
        somebody.sit_down(opened)
        somebody.wait_for_question()
        page = somebody.page
        for option in asked["domain"]["options"]:
            if option["unit"] is not None:
                expect(page.locator(f"[data-chip='{option['unit']}']")).to_have_count(1)
        expect(page.locator(f"[data-chip='{barred['unit']}']")).to_have_count(0)
        expect(page.locator("[data-aim]")).to_have_count(1)
        expect(page.locator(".rays path")).to_have_count(0)
        box = _man(somebody, barred["unit"]).bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        said = page.get_by_role("application", name="The table").get_by_role("alert")
        expect(said).to_contain_text(re.compile(re.escape(barred["refusal"]["why"]), re.IGNORECASE))
        assert somebody.prompt().lower() == asked["prompt"].lower()
        expect(page.locator(f"[data-token='{asked['unit']}'][aria-pressed=true]")).to_have_count(1)
        page.keyboard.press("l")
        expect(page.locator(".rays path").first).to_be_attached()
        assert somebody.complaints == []


@pytest.fixture(scope="module")
def laid() -> Laid:
    """A battle that stands where a squad has targets of differing worth."""
    return laid_out()


@pytest.mark.parametrize("strength", [0, 2])
def test_advice_marks_the_best_answer_only_for_whoever_wants_it(
    browser: Browser, server: Server, laid: Laid, strength: int
) -> None:
    opened = forked(server, laid, "me", "me")
    worth = _worth(server, opened)
    best = max(worth, key=lambda key: worth[key])
    assert len(set(worth.values())) > 1
    with person(browser, f"http://127.0.0.1:{server.port}", **DESK) as somebody:
        _keep(somebody, NEWCOMER.replace("{", f'{{"advice":{strength},', 1))
        somebody.sit_down(opened)
        somebody.wait_for_question()
        somebody.page.wait_for_function("() => document.querySelector('.answer .number')?.textContent.trim()")
        somebody.page.wait_for_function("() => !document.querySelector('.answer .waiting')")
        favoured = somebody.question.locator("button.option", has_text="★ favoured")
        if strength:
            expect(favoured).to_have_count(1)
            expect(favoured).to_have_attribute("data-key", best)
        else:
            expect(favoured).to_have_count(0)
        assert somebody.complaints == []


def _worth(server: Server, opened: dict[str, Any]) -> dict[str, float]:
    """What each target is worth by the forecasts, in points."""
    player = server.join(opened["id"], *opened["tokens"].values())
    asked = player.until_asked()
    assert asked["kind"] == "target"
    keys = [one["key"] for one in asked["domain"]["options"] if one["unit"] is not None]
    assert len(keys) > 1
    found = player.ask(query="foresee", options=keys)["about"]["foreseen"]
    player.close()
    return {key: one["balance"]["gain"] - one["balance"]["loss"] for key, one in found.items()}


def test_undo_says_why_it_is_barred(browser: Browser, server: Server) -> None:
    opened = _orchard(server)
    with person(browser, f"http://127.0.0.1:{server.port}", **DESK) as somebody:
        _keep(somebody, NEWCOMER)
        somebody.sit_down(opened)
        somebody.wait_for_question()
        undo = somebody.question.get_by_role("button", name=re.compile("^Undo"))
        for _ in range(30):
            if undo.count() and undo.get_attribute("aria-disabled") == "true":
                break
            somebody.answer_by_mouse(("Fire", "Hold fire", "Advance", "No"))
            somebody.wait_for_question()
        expect(undo).to_have_attribute("aria-disabled", "true")
        expect(somebody.page.locator("#undo-why")).to_have_text(re.compile(r"^Undo: \w+ "))
        expect(somebody.page.locator("#undo-why")).to_be_in_viewport(ratio=1)
        assert somebody.complaints == []
