"""Guided battles at the page: every one to its end by clicks alone, as its card says; left, resumed, refused, skipped."""

import contextlib
import re
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from playwright.sync_api import TimeoutError as TooLate

from sandtable.lessons.written import Lesson, lesson, lesson_names
from sandtable.rulesets.library import OURS
from tests.server.kit import Server

from .kit import PATIENCE, Person, person
from .test_screens import serious

expect.set_options(timeout=PATIENCE)
LESSONS = [(book, name) for book in OURS for name in lesson_names(book)]
FIRST = lesson(*LESSONS[0])
# A newcomer's settings but for the pace: briefings are on.
SETTINGS = '{"speed":"instant","motion":"still","theme":"auto"}'
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
DESK: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

# What the card says, what it points at, and what of that it covers or leaves out of sight.
SEE = """() => {
  const card = document.querySelector('.lesson-card');
  const ask = document.querySelector('section[aria-label="The question"]');
  if (!card || card.classList.contains('watching') || !ask || ask.querySelector('.sending')) return null;
  if (card.getAnimations().some((one) => one.playState === 'running')) return null; // it is on its way
  const text = (selector) => card.querySelector(selector)?.textContent.replace(/\\s+/g, ' ').trim() ?? '';
  const closing = card.classList.contains('closing');
  if (!closing && !ask.querySelector('h2')) return null;
  const shown = (one) => { const box = one.getBoundingClientRect(); return box.width > 1 && box.height > 1; };
  const rows = [...ask.querySelectorAll('[data-wish=yes]')];
  const row = rows.find(shown) ?? (rows.length ? ask.querySelector('.go') : null);
  const ring = document.querySelector('[data-pointed=unit]');
  const number = ring ? Number(ring.dataset.pointedUnit) : null;
  const spot = document.querySelector('[data-pointed=place]');
  const part = document.querySelector('.battle').dataset.pointed ?? '';
  const frame = part && part !== 'table' ? document.querySelector('[data-pointed=part]') : null;
  const men = number === null ? [] : [...document.querySelectorAll(`[data-token="${number}"] [data-figure]`)];
  const field = document.querySelector('.field').getBoundingClientRect();
  const lies = card.getBoundingClientRect();
  const lap = (a, b) => Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left))
    * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
  const wrong = [];
  const marks = [['row', row], ['ring', ring], ['spot', spot], ['frame', frame], ...men.map((man) => ['man', man])];
  for (const [name, one] of marks) {
    if (!one) continue;
    const box = one.getBoundingClientRect();
    if (lap(box, lies) > 4) wrong.push(`the card lies on the ${name}`);
    const inside = name === 'row' || name === 'frame' || lap(box, field) > box.width * box.height * 0.6;
    if (!inside) wrong.push(`the ${name} is out of sight`);
  }
  const chosenBy = closing ? [] : document.querySelectorAll('.field :is(.number, .badge, .prize, .label.strong)');
  for (const one of chosenBy)
    if (lap(one.getBoundingClientRect(), lies) > 4) wrong.push(`the card lies on the mark ${one.textContent.trim()}`);
  const page = { left: -1, top: -1, right: innerWidth + 1, bottom: innerHeight + 1 };
  if (lap(lies, page) < lies.width * lies.height - 1) wrong.push('the card is cut off');
  if (!closing && !rows.length && !ring && !spot && !frame && part !== 'table') wrong.push('nothing is pointed at');
  return {
    closing, wrong, number, words: card.innerText, count: Number(card.dataset.step),
    wants: text('.what'), how: text('.how'), rows: rows.length, spot: spot !== null,
  };
}"""


class Learner:
    """Somebody who has never seen a wargame, and does what the card says."""

    def __init__(self, found: Person, *, touch: bool) -> None:
        self.person = found
        self.page: Page = found.page
        self.touch = touch

    @property
    def ask(self) -> Locator:
        return self.person.question

    @property
    def card(self) -> Locator:
        return self.page.locator(".lesson-card")

    def begin(self, book: str) -> None:
        """From the start page with its one button."""
        self.page.add_init_script(f"localStorage.setItem('sandtable.book', '{book}')")
        self.person.go("/")
        self.page.get_by_role("button", name="Play now").click()

    def see(self, after: int = 0) -> Any:
        """What the card says of the step that comes after one; by then it lies where it covers nothing."""
        found = self.page.wait_for_function(
            "after => { const found = ("
            + SEE
            + ")(); return found && (found.closing || found.count > after) && found; }",
            arg=after,
        ).json_value()
        if found["wrong"]:  # it is being laid out still, or else it is wrong
            with contextlib.suppress(TooLate):
                self.page.wait_for_function("() => (" + SEE + ")()?.wrong.length === 0")
            found = self.page.evaluate(SEE)
        return found

    def click(self, x: float, y: float) -> None:
        if self.touch:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def do(self, seen: Any) -> None:
        """What the card says, by clicks alone."""
        if seen["spot"] and not seen["rows"]:
            self.go_to_the_spot()
        elif seen["rows"] and "on the table" in seen["how"] and seen["number"] is not None and not seen["spot"]:
            man = self.page.locator(f'[data-token="{seen["number"]}"] [data-figure]').first
            box = man.bounding_box()
            assert box is not None
            self.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        elif seen["rows"]:
            self.take_the_marked_row()
        else:
            self.do_anything()

    def take_the_marked_row(self) -> None:
        rows = self.ask.locator("[data-wish=yes]")
        if not rows.first.is_visible():
            self.ask.locator(".go").click()
        expect(rows.first).to_be_in_viewport(ratio=0.9)
        if rows.first.evaluate("row => row.tagName") != "LABEL":
            inside = rows.first.locator("button.option")
            (inside if inside.count() else rows.first).click()
            return
        for box in rows.get_by_role("checkbox").all():
            box.check()
        self.confirm()

    def go_to_the_spot(self) -> None:
        self.person.wait_for_stillness()
        box = self.page.locator("[data-pointed=place]").bounding_box()
        assert box is not None
        self.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.confirm()

    def do_anything(self) -> None:
        stay = self.ask.get_by_role("button", name=re.compile("^Stay"))
        confirm = self.ask.get_by_role("button", name=re.compile("^Confirm"))
        if stay.count():
            stay.click()
        elif confirm.count():
            self.confirm()
        else:
            if not self.ask.locator("button.option").first.is_visible():
                self.ask.locator(".go").click()
            self.ask.locator("button.option").first.click()

    def confirm(self) -> None:
        button = self.ask.get_by_role("button", name=re.compile("^Confirm"))
        expect(button).not_to_have_attribute("aria-disabled", "true")
        button.click()


def _window(browser: Browser, server: Server, size: dict[str, Any]) -> Any:
    found = person(browser, f"http://127.0.0.1:{server.port}", color_scheme="light", **size)
    return found, f"localStorage.setItem('sandtable.settings', '{SETTINGS}')"


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize(("book", "name"), LESSONS)
def test_a_lesson_is_played_to_its_end_by_clicks_alone(
    browser: Browser, server: Server, book: str, name: str, size: dict[str, Any]
) -> None:
    """Nothing lies in the way of the first step; each step is found and done where it is pointed at, by day and by night."""
    told = lesson(book, name)
    window, keep = _window(browser, server, size)
    with window as found:
        found.page.add_init_script(keep)
        learner = Learner(found, touch=size is PHONE)
        learner.begin(book)
        for number, step in enumerate(told.steps, 1):
            seen = learner.see(number - 1)
            while seen["count"] == number and not seen["wants"]:  # something that comes in between
                learner.do_anything()
                seen = learner.see(number - 1)
            assert (seen["count"], seen["wants"]) == (number, step.wants)
            assert seen["wrong"] == []
            if number == 1:
                assert found.page.locator("dialog[open]").count() == 0
            # Turn about by day and by night: every step is looked at in both, and half of them are done in each.
            found.page.emulate_media(color_scheme=THEMES[number % 2])
            assert learner.see(number - 1)["wrong"] == []
            if number in (1, 2, len(told.steps) // 2):
                assert serious(found) == []
            learner.do(seen)
        seen = learner.see(len(told.steps))
        assert seen["closing"]
        assert seen["wrong"] == []
        assert all(note in seen["words"] for note in told.file.closing)
        for theme in THEMES:
            found.page.emulate_media(color_scheme=theme)
            assert serious(found) == []
        _go_on(learner, told, LESSONS.index((book, name)))
        assert found.complaints == []


def _go_on(learner: Learner, told: Lesson, place: int) -> None:
    """One of the ways that the end of a lesson offers."""
    page, here = learner.page, learner.page.url
    ways = learner.card.get_by_role("button")
    expect(ways.filter(has_text="Short battle")).not_to_have_attribute("aria-disabled", "true")
    match place % 3:
        case 0:
            ways.filter(has_text="Play on").click()
            expect(learner.card).to_have_count(0)
            assert learner.person.wait_for_question()
        case 1:
            ways.filter(has_text="Short battle").click()
            page.wait_for_function("here => location.href !== here", arg=here)
            learner.person.wait_until_known()
            expect(learner.card).to_have_count(0)
        case _:
            ways.filter(has_text="Next book").click()
            page.wait_for_function("here => location.href !== here", arg=here)
    learner.person.go("/")
    expect(page.get_by_role("region", name="Learn")).to_be_visible()


def test_a_lesson_is_left_and_resumed_and_what_it_does_not_want_is_told_kindly(
    browser: Browser, server: Server
) -> None:
    window, keep = _window(browser, server, DESK)
    with window as found:
        found.page.add_init_script(keep)
        page, learner = found.page, Learner(found, touch=False)
        learner.begin(FIRST.book)
        seen = learner.see()
        # Another answer than the one that is wanted: a kind word at the card, and nothing is lost.
        learner.ask.locator('[data-wish="no"] button.option').first.click()
        expect(learner.card).to_contain_text("Not yet.")
        expect(learner.card).to_contain_text(FIRST.steps[0].wants)
        expect(learner.ask).not_to_contain_text("That does not go")
        assert learner.see()["count"] == 1
        learner.do(seen)
        learner.see(1)
        # A step back, and on again.
        learner.card.get_by_role("button", name="Step back").click()
        expect(learner.card).to_have_attribute("data-step", "1")
        learner.do(learner.see())
        for number in (2, 3):
            learner.do(learner.see(number - 1))
        learner.see(3)
        # Left, and resumed at the same step.
        learner.card.get_by_role("button", name="Skip lesson").click()
        learner.card.get_by_role("link", name="Leave for now").click()
        page.get_by_role("button", name=f"Go on with “{FIRST.steps[3].chapter}”").click()
        seen = learner.see()
        assert (seen["count"], seen["wants"]) == (4, FIRST.steps[3].wants)
        # Skipped: the battle goes on without hints, and the start page begins the lesson anew.
        learner.card.get_by_role("button", name="Skip lesson").click()
        expect(learner.card).to_contain_text("as an ordinary one")
        learner.card.get_by_role("button", name="Play on").click()
        expect(learner.card).to_have_count(0)
        expect(learner.ask.locator("[data-wish]")).to_have_count(0)
        for _ in range(3):
            found.answer_by_mouse()
        found.go("/")
        expect(page.get_by_role("region", name="Learn").get_by_role("button")).to_have_text("Begin")
        assert found.complaints == []


def test_a_lesson_is_followed_by_keyboard_and_is_read_aloud(browser: Browser, server: Server) -> None:
    window, keep = _window(browser, server, DESK)
    with window as found:
        found.page.add_init_script(keep)
        page, learner = found.page, Learner(found, touch=False)
        learner.begin(FIRST.book)
        aloud = page.locator("[aria-live=polite]").filter(has_text=FIRST.steps[0].wants)
        for number, step in enumerate(FIRST.steps[:9], 1):
            learner.see(number - 1)
            expect(learner.card).to_have_attribute("role", "dialog")
            if number == 1:
                expect(aloud).to_contain_text(step.notes[0])
            if step.goal is not None:
                learner.card.get_by_role("button", name="Put them there for me").focus()
                page.keyboard.press("Enter")
                expect(learner.card).to_contain_text("now Confirm")
            elif not step.anything:
                expect(learner.ask.locator("[data-wish=yes] button.option")).to_be_focused()
            page.keyboard.press("Enter")
        assert learner.see(9)["count"] == 10
        assert found.complaints == []


def test_whoever_is_not_taught_does_not_fetch_what_teaches(somebody: Person, server: Server) -> None:
    """The card of a lesson is fetched where a battle is one."""
    fetched = "() => performance.getEntriesByType('resource').filter(one => /Lesson-/.test(one.name)).length"
    somebody.sit_down(server.begin(seed=5))
    assert somebody.page.evaluate(fetched) == 0
    somebody.go("/")
    somebody.page.get_by_role("button", name="Play now").click()
    expect(somebody.page.locator(".lesson-card")).to_be_visible()
    assert somebody.page.evaluate(fetched) > 0
