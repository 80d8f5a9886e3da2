"""Every screen: nothing in the console, nothing serious for those who hear or key their way, at three sizes."""

import re
import time
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.server.kit import Server

from .hands import Hand
from .kit import Person, person

AXE = (Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
SIZES = {"laptop": (1440, 900), "tablet": (1024, 768), "phone": (390, 844)}


@pytest.fixture(scope="module")
def fought(server: Server) -> str:
    """A battle that is over."""
    return fight_one(server, "rookie", "random")


def fight_one(server: Server, *players: str) -> str:
    """Let bots fight a battle to its end."""
    opened = server.begin(players=list(players), seed=8)
    for _ in range(600):
        row = next(one for one in server.get("/api/battles") if one["id"] == opened["id"])
        if row["outcome"]:
            return str(opened["id"])
        time.sleep(0.1)
    raise AssertionError("the battle does not end")


def serious(somebody: Person) -> list[str]:
    """What axe finds serious or worse."""
    somebody.page.evaluate(AXE)
    found: dict[str, Any] = somebody.page.evaluate("async () => await axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{one['id']}: {node['html'][:200]}"
        for one in found["violations"]
        if one["impact"] in {"serious", "critical"}
        for node in one["nodes"]
    ]


def _start(somebody: Person, server: Server, fought: str) -> None:
    somebody.go("/")
    expect(somebody.page.get_by_role("button", name="Play now")).to_be_enabled()
    expect(somebody.page.get_by_role("radio", name=re.compile("^Attrition"))).to_be_attached()


def _set_up(somebody: Person, server: Server, fought: str) -> None:
    opened = server.begin(seed=5)
    somebody.go(f"/battle/{opened['id']}#seat=0&token={opened['tokens']['0']}")
    for _ in range(4):
        somebody.answer_by_keyboard()


def _battle(somebody: Person, server: Server, fought: str) -> None:
    _sit_down_at(somebody, server, "bolt-action", "orchard")


def _text(somebody: Person, server: Server, fought: str) -> None:
    _battle(somebody, server, fought)
    somebody.page.keyboard.press("x")
    expect(somebody.page.get_by_role("heading", name=re.compile("units", re.IGNORECASE)).first).to_be_visible()


def _briefing(somebody: Person, server: Server, fought: str) -> None:
    _battle(somebody, server, fought)
    somebody.page.keyboard.press("F2")
    expect(somebody.page.get_by_role("dialog", name=re.compile("^Briefing"))).to_be_visible()


def _choosing(somebody: Person, server: Server, fought: str) -> None:
    _until(_sit_down_at(somebody, server, "bolt-action", "orchard"), "aimed")


def _moving(somebody: Person, server: Server, fought: str) -> None:
    _until(_sit_down_at(somebody, server, "skirmish41", "orchard"), "moved")


def _end(somebody: Person, server: Server, fought: str) -> None:
    somebody.go(f"/battle/{fought}")
    scored = somebody.page.get_by_role("region", name="What scored")
    expect(scored.get_by_role("listitem").first).to_be_visible()


def _watching(somebody: Person, server: Server, fought: str) -> None:
    _end(somebody, server, fought)
    end = somebody.page.get_by_role("region", name="The end")
    end.get_by_role("button", name="See the table").click()
    expect(end).to_be_hidden()


def _replay(somebody: Person, server: Server, fought: str) -> None:
    somebody.go(f"/replay/{fought}")
    somebody.page.get_by_role("button", name="Last", exact=True).click()


def _luck(somebody: Person, server: Server, fought: str) -> None:
    somebody.go(f"/replay/{fought}?sheet=luck")
    expect(somebody.page.get_by_role("columnheader", name=re.compile("Odds"))).to_be_visible()


def _umpire(somebody: Person, server: Server, fought: str) -> None:
    somebody.go("/umpire/bolt-action")
    expect(somebody.page.get_by_role("heading", level=1)).to_be_visible()


def _rules(somebody: Person, server: Server, fought: str) -> None:
    somebody.go("/rules/bolt-action")
    expect(somebody.page.get_by_role("button", name=re.compile("TURN SEQUENCE", re.IGNORECASE)).first).to_be_visible()


def _compare(somebody: Person, server: Server, fought: str) -> None:
    somebody.go("/compare")
    expect(somebody.page.get_by_role("img", name=re.compile("^The table under")).first).to_be_visible()
    expect(somebody.page.get_by_text("Both sides set up…")).to_have_count(0)


SCREENS = {
    "start": _start, "set-up": _set_up, "briefing": _briefing, "battle": _battle, "choosing": _choosing,
    "moving": _moving, "text": _text, "end": _end, "watching": _watching, "replay": _replay, "luck": _luck,
    "umpire": _umpire, "rules": _rules, "compare": _compare,
}  # fmt: skip


def _sit_down_at(somebody: Person, server: Server, book: str, scenario: str) -> Hand:
    """A short battle, with everybody in place."""
    opened = server.begin(ruleset=book, scenario=scenario, options={}, seed=5, placed=True)
    somebody.go(f"/battle/{opened['id']}#seat=0&token={opened['tokens']['0']}")
    somebody.wait_for_question()
    width = (somebody.page.viewport_size or {"width": 0})["width"]
    return Hand(somebody, "touch" if width < SIZES["tablet"][0] else "mouse")


def _until(hand: Hand, stage: str) -> None:
    """Play until a target is to be chosen on the table, or a move is planned but not confirmed."""
    for _ in range(30):
        hand.who.wait_for_question()
        if stage == "moved" and hand.who.is_move():
            hand.plan_move()
            return
        if stage == "aimed" and re.search("target|fire at|whom", hand.who.prompt(), re.IGNORECASE):
            expect(hand.who.question.locator("button.option").first).to_be_attached()
            return
        assert hand.answer()
    raise AssertionError(f"nothing is {stage}")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("screen", SCREENS)
def test_every_screen_fits_and_has_no_serious_fault(
    browser: Browser, server: Server, fought: str, screen: str, size: str
) -> None:
    """In either theme, for those who see, hear or handle it otherwise."""
    width, height = SIZES[size]
    settings = '{"speed":"instant","briefings":false,"theme":"auto"}'
    window: Any = {"viewport": {"width": width, "height": height}, "has_touch": size != "laptop"}
    with person(browser, f"http://127.0.0.1:{server.port}", color_scheme="light", **window) as somebody:
        somebody.page.add_init_script(f"localStorage.setItem('sandtable.settings', '{settings}')")
        SCREENS[screen](somebody, server, fought)
        somebody.wait_for_stillness()
        assert somebody.page.evaluate("() => document.documentElement.scrollWidth") <= width, "it scrolls sideways"
        if size != "tablet":
            themes = [_ground(somebody)]
            assert serious(somebody) == []
            somebody.page.emulate_media(color_scheme="dark")
            themes.append(_ground(somebody))
            assert serious(somebody) == []
            assert themes[0] != themes[1], "there is but one theme"
        if (screen, size) == ("start", "phone"):
            assert somebody.page.evaluate("() => document.documentElement.scrollHeight") <= 2 * height
        assert somebody.complaints == []


def _ground(somebody: Person) -> str:
    """The colour of the page: themes can be told by it."""
    return str(somebody.page.evaluate("getComputedStyle(document.body).backgroundColor"))


def test_replay_is_scrubbed_stepped_played_and_shared(somebody: Person, fought: str) -> None:
    somebody.go(f"/replay/{fought}")
    page = somebody.page
    place = page.get_by_role("slider", name="Moment of the battle")
    page.get_by_role("button", name="Next", exact=True).click()
    expect(place).not_to_have_value("0")
    page.keyboard.press("End")
    last = int(place.get_attribute("max") or 0)
    expect(place).to_have_value(str(last))
    page.keyboard.press("ArrowLeft")
    expect(place).not_to_have_value(str(last))
    page.get_by_role("group", name="Jump to a turn").get_by_role("button", name=re.compile("[Tt]urn 2")).click()
    expect(page.get_by_text(re.compile("Turn 2")).first).to_be_visible()
    before = int(place.input_value())
    expect(page).to_have_url(re.compile(rf"\?beat={before}$"))  # the address follows, but not at every beat
    shared = page.url
    page.get_by_role("button", name="Play", exact=True).click()
    expect(place).not_to_have_value(str(before))
    somebody.go(shared.removeprefix(somebody.base))
    expect(place).to_have_value(str(before))


def test_going_on_from_a_moment_and_verifying(somebody: Person, fought: str) -> None:
    somebody.go(f"/replay/{fought}")
    page = somebody.page
    page.get_by_role("group", name="Jump to a turn").get_by_role("button", name=re.compile("[Tt]urn 2")).click()
    page.get_by_role("button", name="Verify").click()
    expect(page.get_by_text("Every answer is legal")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name=re.compile("Download")).click()
    assert download.value.suggested_filename.endswith(".json")
    page.get_by_role("button", name=re.compile("Continue from here|What if")).click()
    page.get_by_role("button", name="Begin").click()
    expect(page).to_have_url(re.compile(r"/battle/[a-z0-9]{12}$"))
    assert somebody.wait_for_question()
    somebody.answer_by_mouse()


def test_the_rules_are_searched_and_linked(somebody: Person) -> None:
    somebody.go("/rules/bolt-action")
    page = somebody.page
    page.get_by_role("searchbox").fill("long range")
    expect(page.locator("[id='clause-ba.hit.long-range']")).to_be_visible()
    somebody.go("/rules/bolt-action?clause=ba.hit.down")
    expect(page.locator("[id='clause-ba.hit.down']")).to_be_in_viewport()
    # A phone shows the chapters: one opens when it is tapped, and by a link or a search to what is in it.
    page.set_viewport_size({"width": 390, "height": 844})
    somebody.go("/rules/bolt-action")
    chapters = page.get_by_role("tabpanel").get_by_role("button", expanded=False)
    expect(chapters).not_to_have_count(0)
    assert page.evaluate("() => document.documentElement.scrollHeight") < 6 * 844
    expect(page.locator("[id^=clause-]")).to_have_count(0)
    chapters.first.click()
    expect(page.locator("[id^=clause-]").first).to_be_in_viewport()
    somebody.go("/rules/bolt-action?clause=ba.hit.down")
    expect(page.locator("[id='clause-ba.hit.down']")).to_be_in_viewport()
    page.get_by_role("searchbox").fill("long range")
    expect(page.locator("[id='clause-ba.hit.long-range']")).to_be_visible()
    page.get_by_role("tab", name=re.compile("cards", re.IGNORECASE)).click()
    expect(page.get_by_text(re.compile("points", re.IGNORECASE)).first).to_be_visible()


def test_a_log_line_opens_its_clause(somebody: Person, server: Server) -> None:
    opened = server.begin(seed=5)
    somebody.go(f"/battle/{opened['id']}#seat=0&token={opened['tokens']['0']}")
    somebody.wait_for_question()
    somebody.page.get_by_role("tabpanel").get_by_role("link", name="Clause ba.gap.sides-and-edges").first.click()
    sheet = somebody.page.get_by_role("dialog")
    expect(sheet).to_contain_text("ba.gap.sides-and-edges")
    somebody.page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()


def test_an_overlay_lists_the_keys(somebody: Person, server: Server) -> None:
    opened = server.begin(seed=5)
    somebody.go(f"/battle/{opened['id']}#seat=0&token={opened['tokens']['0']}")
    somebody.wait_for_question()
    somebody.page.keyboard.press("?")
    expect(somebody.page.get_by_role("dialog")).to_contain_text("measuring tape")


def test_a_dialog_that_cannot_be_fetched_says_so_and_is_asked_for_again(somebody: Person, server: Server) -> None:
    """Dialogs are fetched when they are first opened, and the line may be cut by then."""
    opened = server.begin(seed=5)
    page = somebody.page
    page.route("**/KeysDialog-*.js", lambda route: route.abort())
    somebody.go(f"/battle/{opened['id']}#seat=0&token={opened['tokens']['0']}")
    somebody.wait_for_question()
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("alert")).to_contain_text("could not be fetched")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    page.unroute("**/KeysDialog-*.js")
    assert all("Failed to load resource" in one for one in somebody.complaints)
    somebody.complaints.clear()  # the line was cut on purpose
    page.keyboard.press("?")
    expect(dialog).to_contain_text("measuring tape")


def test_own_dice_are_typed_in(somebody: Person, server: Server) -> None:
    opened = server.begin(own_dice=True)
    somebody.go(f"/battle/{opened['id']}#seat=0&token={opened['tokens']['0']}")
    somebody.wait_for_question()
    somebody.page.get_by_role("button", name=re.compile("^Roll for me")).click()
    somebody.wait_for_question()
    assert server.get(f"/api/battles/{opened['id']}/history")["beats"]


def test_everything_typed_is_shown_as_text(somebody: Person, server: Server) -> None:
    evil = "<img src=x onerror=alert(1)>"
    opened = server.begin(names=[evil, "b"], players=["me", "screen"])
    somebody.go(f"/battle/{opened['id']}#seat=0&token={opened['tokens']['0']}")
    somebody.wait_until_known()
    somebody.page.get_by_role("button", name="Menu").click()
    expect(somebody.page.get_by_role("list", name="Players").get_by_text(evil)).to_be_visible()
    assert somebody.page.locator("img").count() == 0


def test_a_battle_that_is_not_there_is_said_so(somebody: Person) -> None:
    somebody.go("/battle/nothere12345")
    expect(somebody.page.get_by_text("there is no battle")).to_be_visible()
    expect(somebody.page.get_by_role("link", name=re.compile("start"))).to_be_visible()
