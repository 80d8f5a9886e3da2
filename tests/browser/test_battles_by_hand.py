"""Short battles of every book fought to their end by mouse, by touch and by keys; what the end tells, and where it leads."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from sandtable.rulesets.library import OURS
from tests.server.kit import Page, Server, easy_answer
from tests.sotr.driven import driven_on

from .hands import Hand, Way
from .kit import Person, person
from .repeated import forked

# The shortest of every book, with a seed and a seat that do not make it long.
BATTLES = {
    "bolt-action": ("chapel-rise", 2, 1),
    "sotr": ("kennels", 1, 0),
    "fraley": ("chapel", 1, 1),
    "d10": ("orchard", 2, 1),
    "skirmish41": ("orchard", 1, 0),
}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SOME = 15  # decisions by touch at least
WAYS: tuple[Way, ...] = ("mouse", "touch", "keys")
FOUGHT = [(book, way) for book in OURS for way in WAYS]


def _begin(server: Server, book: str, other: bool = False) -> dict[str, Any]:
    """The short battle of a book, with everybody in place, against the bot that thinks least; or from its other seat."""
    scenario, seed, seat = BATTLES[book]
    seat = 1 - seat if other else seat
    players = ["me", "rookie"] if seat == 0 else ["rookie", "me"]
    return server.begin(ruleset=book, scenario=scenario, options={}, players=players, seed=seed, placed=True)


def _fight(server: Server, book: str) -> dict[str, Any]:
    """A battle that somebody has fought to its end elsewhere."""
    opened = _begin(server, book)
    page = server.join(opened["id"], *opened["tokens"].values())
    while _is_asked(page):
        page.answer(easy_answer(page))
    page.close()
    return opened


def _is_asked(page: Page) -> bool:
    while page.decision is None and page.outcome is None:
        page.hear()
    return page.outcome is None


@pytest.mark.parametrize(("book", "way"), FOUGHT)
def test_a_battle_is_fought_to_its_end(browser: Browser, server: Server, book: str, way: Way) -> None:
    """With nothing but a mouse, fingers or keys; at its end the page says what scored."""
    opened = _begin(server, book)
    with person(browser, f"http://127.0.0.1:{server.port}", **(PHONE if way == "touch" else {})) as who:
        who.sit_down(opened)
        hand = Hand(who, way)
        hand.play()
        assert who.over(), f"not over after {hand.answers} answers"
        _tells_its_end(who)
        assert "moved" in hand.did
        assert ("key" if way == "keys" else "aimed") in hand.did
        if way == "touch":
            assert hand.answers >= SOME
            assert "pulled up" in hand.did
            _fits(who)
        assert who.complaints == []


def test_the_kennels_are_fought_from_the_other_seat_as_well(browser: Browser, server: Server) -> None:
    """Whose werewolves must follow up: what the rules ask for is there to be confirmed, wherever is clicked."""
    opened = _begin(server, "sotr", other=True)
    with person(browser, f"http://127.0.0.1:{server.port}") as who:
        who.sit_down(opened)
        hand = Hand(who, "mouse")
        hand.play()
        assert who.over(), f"not over after {hand.answers} answers"
        _tells_its_end(who)
        assert who.complaints == []


def test_who_may_not_stay_is_shown_where_to_go_and_goes_there(browser: Browser, server: Server) -> None:
    """What the rules ask for is drawn before anything is clicked, and after; one button takes it."""
    opened = forked(server, driven_on(), "me", "me")
    with person(browser, f"http://127.0.0.1:{server.port}") as who:
        who.sit_down(opened)
        prompt = who.wait_for_question()
        who.mark()
        expect(who.question).to_contain_text("It may not stay: ")
        assert who.can_confirm()
        expect(who.page.locator(".ghosts [data-figure]")).not_to_have_count(0)
        expect(who.question.get_by_role("button", name=re.compile("^Stay"))).to_have_count(0)
        who.click_table(0.5, 0.9)
        expect(who.question.locator(".problem")).to_be_visible()
        who.confirm()
        who.wait_until_taken(prompt)
        assert who.complaints == []


def _tells_its_end(who: Person) -> None:
    """Who won and what scored, with names and turns."""
    end = who.page.get_by_role("region", name="The end")
    expect(end.get_by_role("heading", level=2)).to_be_visible()
    scored = end.get_by_role("region", name="What scored")
    expect(scored.get_by_role("listitem").first).to_contain_text(re.compile(r"turn \d|Nobody scored"))
    for part in ("Turning point", "Losses", "Luck"):
        expect(end.get_by_role("region", name=part, exact=True).get_by_role("heading")).to_have_text(
            re.compile(f"^{part}")
        )
    expect(end.get_by_role("region", name="Losses").get_by_role("listitem")).not_to_have_count(0)
    expect(end.get_by_role("button", name="Rematch")).to_be_in_viewport()


def _fits(who: Person) -> None:
    """Nothing is cut off at the right."""
    assert who.page.evaluate("() => document.documentElement.scrollWidth") <= PHONE["viewport"]["width"]


@pytest.fixture(scope="module")
def ended(server: Server) -> dict[str, Any]:
    """A battle that is over."""
    return _fight(server, "bolt-action")


@pytest.fixture(params=["mouse", "touch"])
def hand(browser: Browser, server: Server, ended: dict[str, Any], request: pytest.FixtureRequest) -> Iterator[Hand]:
    """Somebody who has just fought a battle to its end."""
    with person(browser, f"http://127.0.0.1:{server.port}", **(PHONE if request.param == "touch" else {})) as who:
        who.sit_down(ended)
        yield Hand(who, request.param)
        assert who.complaints == []


def test_the_end_leads_on(hand: Hand, ended: dict[str, Any]) -> None:
    """To the same battle again, with the sides swapped, to its replay, to what might have been; and others are shown it."""
    page, who = hand.who.page, hand.who
    end = page.get_by_role("region", name="The end")
    for name, seat in (("Rematch", 1), ("Swap sides", 0)):
        _tells_its_end(who)
        hand.press(end.get_by_role("button", name=name))
        page.wait_for_url(re.compile(rf"/battle/(?!{ended['id']})[a-z0-9]{{12}}$"))
        who.wait_for_question()
        assert list(page.evaluate("() => Object.values(JSON.parse(localStorage['sandtable.seats'])).at(-1)")) == [
            str(seat)
        ]
        page.go_back()
        page.wait_for_url(f"**/battle/{ended['id']}")
    hand.press(end.get_by_role("button", name="Share"))
    shared = page.get_by_role("dialog", name=re.compile("^Share"))
    expect(shared.get_by_role("link", name="Download the record")).to_be_visible()
    page.keyboard.press("Escape")
    expect(shared).to_be_hidden()
    for name, there in (("Replay", rf"/replay/{ended['id']}$"), ("What if", rf"/replay/{ended['id']}\?beat=\d+$")):
        link = end.get_by_role("link", name=name)
        expect(link).to_have_attribute("href", re.compile(there))  # it is known when the battle has been summed up
        hand.press(link)
        page.wait_for_url(re.compile(there))
        expect(page.get_by_role("slider", name="Moment of the battle")).to_be_visible()
        page.go_back()
        page.wait_for_url(f"**/battle/{ended['id']}")
    hand.press(end.get_by_role("button", name="See the table"))
    expect(end).to_be_hidden()
    if hand.way == "mouse":
        hand.press(who.question.get_by_role("button", name="How it came about"))
        expect(end).to_be_visible()


@pytest.mark.parametrize("box", ["What scored", "Turning point", "Best shot, worst luck"])
def test_what_is_watched_from_the_end_plays(hand: Hand, ended: dict[str, Any], box: str) -> None:
    """It opens before the action, though what is told of comes in its midst, shows it, and goes on by itself."""
    page, who = hand.who.page, hand.who
    found = page.get_by_role("region", name="The end").get_by_role("region", name=box, exact=True)
    watch = found.get_by_role("button", name="Watch it", exact=True).or_(found.locator("button[title='Watch it']"))
    hand.press(watch.first)
    page.wait_for_url(re.compile(rf"/replay/{ended['id']}\?"))
    slider = page.get_by_role("slider", name="Moment of the battle")
    expect(slider).to_be_visible()
    expect(page.locator(".action[data-scene]")).to_be_attached()
    began = int(slider.input_value())
    page.wait_for_function(
        "began => Number(document.querySelector('input[aria-label=\"Moment of the battle\"]').value) > began + 1",
        arg=began,
    )
    expect(page.get_by_role("button", name=re.compile("^Pause"))).to_be_visible()
    assert who.complaints == []


# What is too small for a thumb; what is drawn small counts as large as it can be hit.
SMALL = """() => [...document.querySelectorAll('button, a, select, input:not([type=checkbox])')].filter((one) => {
  const box = one.getBoundingClientRect();
  if (box.width === 0 || box.height === 0 || one.closest('.hidden-text')) return false;
  const around = getComputedStyle(one, '::after');
  const more = around.content === 'none' ? 0 : -parseFloat(around.top || '0') - parseFloat(around.bottom || '0');
  return box.width < 43.5 || box.height + Math.max(0, more) < 43.5;
}).map((one) => one.getAttribute('aria-label') || one.textContent.trim())"""
SCALE = "() => document.querySelector('[role=application] .figures, [role=application] svg g').getCTM().a"


def test_a_phone_is_handled_by_fingers(browser: Browser, server: Server) -> None:
    """All is a thumb wide; two fingers bring the table nearer; a long press tells what is there; the sheet is pulled."""
    opened = _begin(server, "bolt-action")
    with person(browser, f"http://127.0.0.1:{server.port}", **PHONE) as who:
        who.sit_down(opened)
        who.wait_for_question()
        page = who.page
        assert page.evaluate(SMALL) == []
        fingers = page.context.new_cdp_session(page)

        def touch(kind: str, *points: tuple[float, float]) -> None:
            at = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
            fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

        spot = page.evaluate(
            """() => {
              const box = document.querySelector('[role=application]').getBoundingClientRect();
              for (const one of document.querySelectorAll('[data-token] [data-figure]')) {
                const at = one.getBoundingClientRect();
                const [x, y] = [at.left + at.width / 2, at.top + at.height / 2];
                if (x > 20 && x < box.right - 20 && y > box.top + 20 && y < box.bottom - 20) return [x, y];
              }
            }"""
        )
        touch("touchStart", tuple(spot))
        card = page.get_by_role("application", name="The table").locator(".thing")
        expect(card).to_be_visible()
        touch("touchEnd")
        grip = who.page.get_by_role("button", name="Pull up the question")
        hold = grip.bounding_box()
        assert hold
        middle = hold["x"] + hold["width"] / 2
        touch("touchStart", (middle, hold["y"] + 8))
        touch("touchMove", (middle, hold["y"] - 60))
        touch("touchEnd")
        expect(page.get_by_role("button", name="Fold the question")).to_be_visible()
        assert page.evaluate(SMALL) == []
        page.get_by_role("button", name="Fold the question").tap()
        expect(grip).to_be_visible()
        before = page.evaluate(SCALE)
        box = who.table_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        touch("touchStart", (x - 30, y), (x + 30, y))
        for step in range(1, 5):
            touch("touchMove", (x - 30 - 15 * step, y), (x + 30 + 15 * step, y))
        touch("touchEnd")
        page.wait_for_function(f"before => ({SCALE})() > before * 1.5", arg=before)
        assert who.complaints == []
