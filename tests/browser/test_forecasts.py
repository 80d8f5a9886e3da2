"""Forecasts at the page: beside every option before it is chosen, and over the ground that a unit could reach."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, WebSocket, WebSocketRoute, expect

from tests.server.kit import Page as Asker
from tests.server.kit import Server, easy_answer

from .kit import PATIENCE, Person, person
from .test_playing import _answers
from .test_screens import serious

MOST = 400  # answers until somebody shoots
Opened = dict[str, Any]


class Heard:
    """What went over the line of a page: questions asked about the table, and their replies."""

    def __init__(self, page: Page) -> None:
        self.asked: list[dict[str, Any]] = []
        self.replies: list[dict[str, Any]] = []
        page.on("websocket", self._listen)

    def _listen(self, line: WebSocket) -> None:
        line.on("framesent", lambda frame: self._keep(frame, "ask", self.asked))
        line.on("framereceived", lambda frame: self._keep(frame, "reply", self.replies))

    @staticmethod
    def _keep(frame: str | bytes, kind: str, where: list[dict[str, Any]]) -> None:
        message = json.loads(frame)
        if message["type"] == kind:
            where.append(message["about"])

    def foreseen(self) -> dict[str, Any]:
        """All forecasts that came, by option."""
        return {
            key: one for reply in self.replies if reply["query"] == "foresee" for key, one in reply["foreseen"].items()
        }

    def weights(self) -> list[dict[str, Any]]:
        """All spots that were weighed."""
        return [one for reply in self.replies if reply["query"] == "weigh" for one in reply["weights"]]

    def count(self, query: str) -> int:
        """How often something was asked."""
        return sum(about["query"] == query for about in self.asked)


def _play_to(server: Server, fits: Callable[[Asker, dict[str, Any]], bool]) -> Opened:
    """A battle of one person for both sides, at the first question that fits. Everybody goes forward where he may."""
    opened = server.begin(players=["me", "screen"], seed=5)
    page = server.join(opened["id"], *opened["tokens"].values())
    for _ in range(MOST):
        asked = page.until_asked()
        if fits(page, asked):
            page.close()
            return opened
        keys = [option["key"] for option in asked["domain"].get("options", [])]
        page.answer("advance" if asked["kind"] == "order" and "advance" in keys else easy_answer(page))
    raise AssertionError("never asked")


def _target(page: Asker, asked: dict[str, Any]) -> bool:
    """A choice of targets of which one at least may be hurt."""
    keys = [one["key"] for one in asked["domain"].get("options", []) if one["unit"] is not None]
    if asked["kind"] != "target" or len(keys) < 2:
        return False
    foreseen = page.ask(query="foresee", options=keys[:12])["about"]["foreseen"]
    return any(effect["what"] == "men lost" for one in foreseen.values() for effect in one["effects"])


def _order(_: Asker, asked: dict[str, Any]) -> bool:
    """An order for somebody who is on the table and could go somewhere."""
    return asked["kind"] == "order" and {"fire", "advance"} <= {one["key"] for one in asked["domain"]["options"]}


@pytest.fixture(scope="module")
def shooting(server: Server) -> Opened:
    """A battle in which somebody chooses among targets."""
    return _play_to(server, _target)


@pytest.fixture(scope="module")
def ordering(server: Server) -> Opened:
    """A battle in which a unit on the table is given an order."""
    return _play_to(server, _order)


def _card(somebody: Person) -> Locator:
    return somebody.page.get_by_role("region", name="Forecast", exact=True)


def _lines(somebody: Person) -> Locator:
    return somebody.question.locator("button[data-forecast]")


def _legend(somebody: Person) -> Locator:
    return somebody.page.locator(".legend")


def _told(somebody: Person, heard: Heard) -> dict[str, Any]:
    """Wait until something is foreseen of every option of which anything is."""
    expect(_lines(somebody).first).to_be_visible(timeout=PATIENCE)
    expect(somebody.question.get_by_text("reckoning…")).to_have_count(0, timeout=PATIENCE * 2)
    return heard.foreseen()


def test_a_forecast_stands_beside_every_target_with_the_numbers_of_the_server(
    somebody: Person, shooting: Opened
) -> None:
    heard = Heard(somebody.page)
    somebody.sit_down(shooting)
    foreseen = {key: one for key, one in _told(somebody, heard).items() if key.startswith("u")}  # not: hold fire
    assert _lines(somebody).count() == len(foreseen) > 1
    card = _card(somebody)
    for folded in somebody.question.locator("details.pointless summary").all():
        folded.click()
    for key, one in foreseen.items():
        option = somebody.question.locator(f"button.option[data-key='{key}']")
        option.hover()
        expect(card).to_have_attribute("data-option", key)
        for effect in one["effects"]:
            if key.startswith("u") and effect["unit"] != int(key[1:]):
                expect(card).not_to_contain_text(effect["name"])  # a glance tells of its own target only
        somebody.question.locator(f"button[data-forecast='{key}']").click()
        points = [float((row.get_attribute("title") or "").split()[0]) for row in card.locator(".points").all()]
        if one["effects"]:
            assert points == [one["balance"]["gain"], one["balance"]["loss"]]
        else:
            expect(card).to_contain_text("No losses")
        for effect in one["effects"]:
            if effect.get("main", True) and effect["expected"]:
                expect(card.locator(f"b[title='exactly {effect['expected']}']").first).to_be_visible()
        unsure = card.get_by_text(re.compile(r"estimate from \d+ trials, within [\d.]+ point"))
        expect(unsure).to_have_count(1 if one.get("trials") else 0)
        card.get_by_role("button", name="Close the forecast").click()
    asked = [len(about["options"]) for about in heard.asked if about["query"] == "foresee"]
    assert asked[0] == 1 and max(asked) <= 3, "the first comes alone, the others a few at a time"


def test_a_forecast_is_kept_open_and_read_as_exact_fractions_in_tables(somebody: Person, shooting: Opened) -> None:
    heard = Heard(somebody.page)
    somebody.sit_down(shooting)
    foreseen = _told(somebody, heard)
    key = next(key for key, one in foreseen.items() if any(effect.get("main", True) for effect in one["effects"]))
    line = somebody.question.locator(f"button[data-forecast='{key}']")
    line.click()
    expect(line).to_have_attribute("aria-expanded", "true")
    somebody.page.mouse.move(10, 400)
    card = _card(somebody)
    somebody.page.wait_for_timeout(400)  # longer than it lingers by itself
    expect(card).to_be_visible()
    card.get_by_role("button", name="Exact fractions").click()
    card.get_by_role("button", name="As tables").click()
    main = [effect for effect in foreseen[key]["effects"] if effect.get("main", True)]
    tables = card.locator(".effect > table")
    shown = [row.locator("th, td").all_inner_texts() for row in tables.first.locator("tbody tr").all()]
    assert shown == [
        [one["value"], one["chance"], *([one["at_least"]] if one.get("at_least") else [])] for one in main[0]["chances"]
    ]
    replies = foreseen[key]["replies"]
    if len(replies) > 1:
        group = card.get_by_role("group", name="What the enemy answers")
        expect(group.get_by_role("button", pressed=True)).to_contain_text("assumed")
        other = next(reply for reply in replies if not reply["usual"])
        group.get_by_role("button", name=other["said"]).click()
        gain = card.locator(".points").first.get_attribute("title") or ""
        assert float(gain.split()[0]) == other["balance"]["gain"]
    card.get_by_role("button", name="Close the forecast").click()
    expect(card.get_by_role("button", name="Exact fractions")).to_be_hidden()


def test_a_target_picked_on_the_table_shows_its_forecast_before_it_is_chosen(
    somebody: Person, server: Server, shooting: Opened
) -> None:
    heard = Heard(somebody.page)
    somebody.sit_down(shooting)
    foreseen = _told(somebody, heard)
    answers = _answers(server, shooting["id"])
    unit = next(key for key in foreseen if key.startswith("u"))
    somebody.page.locator(f"[data-token='{unit[1:]}']").first.focus()
    somebody.page.keyboard.press("Enter")
    expect(somebody.question).to_contain_text("Picked on the table")
    expect(_card(somebody)).to_have_attribute("data-option", unit)
    assert _answers(server, shooting["id"]) == answers


def test_forecasts_by_keyboard(somebody: Person, shooting: Opened) -> None:
    somebody.sit_down(shooting)
    _told(somebody, Heard(somebody.page))
    page = somebody.page
    page.keyboard.press("q")
    rows = somebody.question.locator("li button.option").filter(visible=True)
    focused = rows.and_(page.locator(":focus"))
    for _ in range(rows.count() + 2):  # past answers about nobody, which have no details
        page.keyboard.press("ArrowDown")
        if focused.count():
            break
    expect(focused).to_have_count(1)
    expect(_card(somebody)).to_have_attribute("data-option", focused.get_attribute("data-key") or "")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(somebody.question.locator("button[aria-expanded='true'][data-forecast]")).to_have_count(1)
    assert somebody.prompt(), "keeping a forecast open answers nothing"


def test_on_a_phone_a_touch_shows_the_forecast_above_the_question_and_answers_nothing(
    browser: Browser, server: Server, shooting: Opened
) -> None:
    base = f"http://127.0.0.1:{server.port}"
    with person(browser, base, viewport={"width": 390, "height": 844}, has_touch=True) as somebody:
        somebody.sit_down(shooting)
        somebody.question.locator(".go").tap()  # the question is a sheet that pulls up
        line = _lines(somebody).first
        expect(line).to_be_visible(timeout=PATIENCE)
        before = somebody.prompt()
        line.tap()
        card = _card(somebody)
        expect(card).to_be_visible()
        assert somebody.prompt() == before
        box = somebody.page.locator("[data-part=forecast]").bounding_box()  # a long card scrolls in it
        question = somebody.question.bounding_box()
        assert box and question and box["y"] + box["height"] <= question["y"] + 1 < 844 - 44, (
            "the options stay in sight"
        )
        assert serious(somebody) == []
        assert somebody.complaints == []


def test_forecasts_can_be_turned_off(somebody: Person, shooting: Opened) -> None:
    heard = Heard(somebody.page)
    somebody.sit_down(shooting)
    _told(somebody, heard)
    somebody.page.keyboard.press(",")
    somebody.page.get_by_role("dialog").get_by_label("say beside every option what comes of it").uncheck()
    somebody.page.keyboard.press("Escape")
    expect(_lines(somebody)).to_have_count(0)
    asked = heard.count("foresee")
    somebody.page.reload()
    somebody.wait_for_question()
    somebody.page.wait_for_timeout(500)
    assert heard.count("foresee") == asked


def _selected(somebody: Person) -> None:
    """Wait until the unit of the question is selected: its spots are to be weighed."""
    expect(somebody.page.locator("[data-token][aria-pressed='true']").first).to_be_attached()


def _weighed(somebody: Person) -> None:
    expect(_legend(somebody)).to_contain_text(re.compile(r": \d+ spots"), timeout=120_000)


def test_spots_are_coloured_on_a_key_and_told_in_words(somebody: Person, ordering: Opened) -> None:
    heard = Heard(somebody.page)
    somebody.sit_down(ordering)
    _selected(somebody)
    page, legend = somebody.page, _legend(somebody)
    page.keyboard.press("e")
    expect(legend).to_contain_text("Your best shot from there")
    _weighed(somebody)
    weights = [one for one in heard.weights() if one["stands"]]
    spots = next(reply for reply in heard.replies if reply["query"] == "spots")["spots"]
    assert len(heard.weights()) == len(spots)
    assert page.locator("path.weight").count() <= 13, "squares of a colour are one path"
    for title, pressed in (("enemy's best shot", "Theirs"), ("less theirs", "Difference")):
        page.keyboard.press("e")
        expect(legend).to_contain_text(title)
        expect(legend.get_by_role("button", pressed=True)).to_have_text(pressed)
    worth = [one.get("mine", 0) - one.get("theirs", 0) for one in weights]
    if len(set(worth)) > 1:
        expect(page.locator("g.best")).to_have_count(1)
    page.get_by_role("application", name="The table").focus()
    page.keyboard.press("ArrowRight")
    best = weights[worth.index(max(worth))]
    said = page.locator(".table .tip")
    expect(said).to_be_visible()
    names = _units(somebody)
    if best.get("at") is not None:
        expect(said).to_contain_text(names(best["at"]))
        expect(said).to_contain_text(f"{round(best['mine'], 1):g} pt")
    if best.get("by") is not None:
        expect(said).to_contain_text(names(best["by"]))
    page.keyboard.press("e")
    expect(legend).to_have_count(0)
    assert heard.count("spots") == 1


def _units(somebody: Person) -> Callable[[int], str]:
    """What units are called, as the table labels them."""
    shown = somebody.page.evaluate(
        "() => Object.fromEntries([...document.querySelectorAll('[data-token]')].map("
        "one => [one.dataset.token, one.getAttribute('aria-label') || '']))"
    )
    return lambda unit: str(shown[str(unit)]).split(",")[0]


class Slow:
    """A line on which replies to some questions are held back until they are let go."""

    def __init__(self, page: Page, query: str, after: int) -> None:
        self.asked = 0
        self._query, self._after = f'"query":"{query}"', after
        self._held: list[str | bytes] = []
        self._replies = 0
        self._page: WebSocketRoute | None = None
        page.route_web_socket(re.compile("/ws/"), self._route)

    def _route(self, line: WebSocketRoute) -> None:
        self._page = line
        server = line.connect_to_server()

        def up(message: str | bytes) -> None:
            self.asked += self._query in str(message)
            server.send(message)

        def down(message: str | bytes) -> None:
            if '"type":"reply"' in str(message) and self._query in str(message):
                self._replies += 1
                if self._replies > self._after:
                    self._held.append(message)
                    return
            line.send(message)

        line.on_message(up)
        server.on_message(down)

    def let_go(self) -> None:
        """Let everything through that was held."""
        assert self._page is not None
        for message in self._held:
            self._page.send(message)
        self._held.clear()
        self._after = 1 << 30


def _cycle_to_the_end(somebody: Person) -> None:
    for _ in range(3):
        somebody.page.keyboard.press("e")


def _select_another(somebody: Person) -> None:
    somebody.page.get_by_role("tab", name="Units", exact=True).click()
    units = somebody.page.get_by_role("tabpanel").get_by_role("button")
    chosen = somebody.prompt().split(":")[0]
    units.filter(has_not_text=chosen).first.click()


ENDS: dict[str, Callable[[Person], None]] = {
    "Escape": lambda somebody: somebody.page.keyboard.press("Escape"),
    "the button": lambda somebody: _legend(somebody).get_by_role("button", name="Stop", exact=True).click(),
    "the key": _cycle_to_the_end,
    "another unit": _select_another,
}


@pytest.mark.parametrize("end", ENDS)
def test_weighing_shows_how_far_it_is_and_is_stopped(somebody: Person, ordering: Opened, end: str) -> None:
    slow = Slow(somebody.page, "weigh", 1)
    somebody.sit_down(ordering)
    _selected(somebody)
    somebody.page.keyboard.press("e")
    legend = _legend(somebody)
    expect(legend).to_contain_text(re.compile(r"\b4 of \d+ spots"))
    assert slow.asked == 2, "one request is under way"
    ENDS[end](somebody)
    expect(legend).to_have_count(0)
    slow.let_go()
    somebody.page.wait_for_timeout(400)
    expect(legend).to_have_count(0)
    assert slow.asked == 2, "nothing more is asked"


def test_it_is_said_why_no_spots_can_be_weighed(somebody: Person, server: Server) -> None:
    opened = server.begin(players=["me", "screen"], seed=5)
    somebody.sit_down(opened)
    somebody.wait_for_question()
    somebody.page.keyboard.press("Escape")
    somebody.page.keyboard.press("e")
    expect(_legend(somebody).get_by_role("alert")).not_to_be_empty()
    somebody.page.keyboard.press("Escape")
    expect(_legend(somebody)).to_have_count(0)


def test_forecasts_and_spots_in_words(somebody: Person, ordering: Opened) -> None:
    heard = Heard(somebody.page)
    somebody.sit_down(ordering)
    _selected(somebody)
    page = somebody.page
    page.keyboard.press("x")
    page.get_by_role("button", name=re.compile("^Weigh the spots")).click()
    section = page.get_by_role("region", name="Where it could go")
    total = re.compile(r"([1-9]\d*) of \1 spots")  # before they are known there are none of none
    expect(section).to_contain_text(total, timeout=120_000)
    values = {one.get("mine", 0) - one.get("theirs", 0) for one in heard.weights() if one["stands"]}
    expect(section.get_by_role("listitem")).to_have_count(5 if len(values) > 1 else 1)
    if heard.foreseen():
        words = page.get_by_role("region", name="What is foreseen")
        assert words.locator("summary").count() == len(_told(somebody, heard))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_forecasts_have_no_serious_fault(
    browser: Browser, server: Server, shooting: Opened, ordering: Opened, theme: str
) -> None:
    scheme: Any = theme
    with person(browser, f"http://127.0.0.1:{server.port}", color_scheme=scheme) as somebody:
        somebody.page.context.add_init_script(
            f"""localStorage.setItem('sandtable.settings', '{{"speed":"instant","briefings":false,"theme":"{theme}"}}')"""
        )
        somebody.sit_down(shooting)
        _told(somebody, Heard(somebody.page))
        _lines(somebody).first.click()
        expect(_card(somebody)).to_be_visible()
        assert serious(somebody) == []
        _card(somebody).get_by_role("button", name="As tables").click()
        assert serious(somebody) == []
        somebody.sit_down(ordering)
        _selected(somebody)
        somebody.page.keyboard.press("e")
        _weighed(somebody)
        assert serious(somebody) == []
        assert somebody.complaints == []
