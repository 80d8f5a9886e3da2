"""The fifth book at the page: two turns of a patrol against the rules, and a meeting in which nobody sees the other.

The patrol is repeated from a record with its dice, so that everything that is asked, and everything that happens, is known.
"""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from sandtable.rulesets.skirmish41.ruleset import RULESET
from tests.server.kit import Server, easy_answer
from tests.skirmish41.patrol import ON, TURNS, Story, story

from .kit import Person, person
from .repeated import DARK, at_one_screen
from .test_screens import serious


@pytest.fixture(scope="module")
def told() -> Story:
    """The battle that is repeated."""
    return story()


@pytest.fixture
def player(browser: Browser, server: Server, told: Story) -> Iterator[Person]:
    """Somebody who plays alone, at the beginning of the first turn."""
    with at_one_screen(browser, server, told) as found:
        yield found


def test_two_turns_of_a_patrol_against_the_rules(player: Person, told: Story) -> None:
    """Every question in its order; counters to click; what the log tells of the enemy; who arrived; axe in both themes."""
    expect(player.banner.get_by_text("played by the rules").first).to_be_attached()
    expect(_table(player).get_by_role("img", name="A face-down counter, enemy")).not_to_have_count(0)
    assert "actions left" in _said_of(player, "1st Rifle team")
    spotted = 0
    for kind, prompt, answer in told.told:
        expect(player.question.get_by_role("heading", level=2)).to_have_text(prompt, ignore_case=True)
        if kind == "spot":
            assert isinstance(answer, str)
            _spot(player, prompt, answer)
            spotted += 1
        else:
            _give(player, kind, prompt, answer)
    assert spotted > 1
    expect(player.page.get_by_text(re.compile(rf"Turn {TURNS + 1}")).first).to_be_visible()
    log = player.page.get_by_role("log").first
    for line in TOLD:
        expect(log).to_contain_text(line)
    _look_at_the_table(player, told)
    assert serious(player) == []
    light = _background(player)
    player.page.add_init_script(f"localStorage.setItem('sandtable.settings', '{DARK}')")  # after the one for light
    player.page.reload()
    player.wait_until_known()
    assert _background(player) != light
    assert serious(player) == []


def _give(player: Person, kind: str, prompt: str, answer: object) -> None:
    """An answer as the story has it: a move by the arrow keys, everything else by mouse."""
    player.wait_for_question()
    player.mark()
    if kind == "move":
        for _ in range(ON):
            player.page.keyboard.press("ArrowRight")
        meter = player.question.get_by_role("meter", name="Inches used")
        expect(meter).to_have_attribute("aria-valuenow", str(ON))
        player.confirm()
    elif isinstance(answer, str):
        player.question.locator(f'button.option[data-key="{answer}"]').click()
    else:
        player.confirm()  # what is usual is ticked already
    player.wait_until_taken(prompt)


def _spot(player: Person, prompt: str, answer: str) -> None:
    """A counter is chosen by a click on it, and meant by another; how far off each is can be read in the list."""
    player.wait_for_question()
    player.mark()
    options = player.question.locator("button.option")
    expect(options.first.locator(".label")).to_have_text(re.compile(r'^a counter, \d+["″] off', re.IGNORECASE))
    for _ in range(2):
        _click_counter(player, answer)
    player.wait_until_taken(prompt)


def _click_counter(player: Person, key: str) -> None:
    """Click on the counter that means an answer: lists are in another order than the table, and fold some away."""
    offer = _table(player).get_by_role("img", name="A face-down counter, enemy, can be chosen")
    box = offer.and_(player.page.locator(f"[data-means={key}]")).bounding_box()
    assert box is not None
    player.page.mouse.click(box["x"] + box["width"] * 0.3, box["y"] + box["height"] * 0.5)


def test_a_counter_whose_row_is_folded_away_is_picked_in_sight(player: Person, told: Story) -> None:
    """The list unfolds to say that it was picked; another click means it."""
    for kind, prompt, answer in told.told:
        expect(player.question.get_by_role("heading", level=2)).to_have_text(prompt, ignore_case=True)
        if kind == "spot":
            break
        _give(player, kind, prompt, answer)
    folded = player.question.locator(".pointless button.option")
    expect(folded).not_to_have_count(0)
    expect(folded.first).to_be_hidden()
    key = str(folded.last.get_attribute("data-key"))
    player.mark()
    _click_counter(player, key)
    row = player.question.locator(".picked")
    expect(row.locator(f"[data-key={key}]")).to_be_visible()
    expect(row).to_contain_text("click it again")
    expect(player.question.get_by_role("heading", level=2)).to_have_text(prompt, ignore_case=True)
    _click_counter(player, key)
    player.wait_until_taken(prompt)


def _look_at_the_table(player: Person, told: Story) -> None:
    """Who came has his figures on the table, a row in the list and a card; markers are said in the list."""
    face_down = _table(player).get_by_role("img", name=re.compile("^A face-down counter"))
    expect(face_down).to_have_count(told.face_down)
    for name in told.suppressed:
        assert "suppression marker" in _said_of(player, name)
    for name in told.unspotted:
        assert "not spotted" in _said_of(player, name)
    page = player.page
    for name in told.came:
        page.get_by_role("tab", name="Units").click()
        page.get_by_role("tabpanel", name="Units").get_by_role("button", name=re.compile(rf"^{name}\b")).first.click()
        page.get_by_role("tab", name="Card").click()
        expect(page.get_by_role("group", name="Unit card")).to_contain_text(name)
        expect(_table(player).locator(f'[aria-label*="{name}"]')).not_to_have_count(0)
    page.get_by_role("tab", name="Story").click()


def test_nobody_is_told_who_is_under_the_others_markers(browser: Browser, server: Server) -> None:
    """At the crossroads each player has unknown markers before him; neither table nor log names who is under them.

    Force lists are open: an unspotted team is in the list, as not in sight.
    """
    opened = server.begin(ruleset=RULESET.name, scenario="crossroads", players=["me", "screen"], options={}, seed=4)
    hidden = _set_up(server, opened)
    assert all(hidden)
    base = f"http://127.0.0.1:{server.port}"
    with person(browser, base) as one, person(browser, base) as other:
        for seat, somebody in enumerate((one, other)):
            somebody.sit_down(opened, str(seat))
            marks = _table(somebody).get_by_role("img", name="An unspotted team, or a dummy, enemy")
            expect(marks).to_have_count(len(hidden[1 - seat]))
            log = somebody.page.get_by_role("log").first
            expect(log).to_contain_text(f"{hidden[seat][0]} is set up")
            for name in hidden[1 - seat]:
                expect(log).not_to_contain_text(name)
                expect(_table(somebody).locator(f'[aria-label*="{name}"]')).to_have_count(0)
                assert "not in sight" in _said_of(somebody, name)
            assert somebody.complaints == []


def _set_up(server: Server, opened: dict[str, Any]) -> list[list[str]]:
    """Everybody is set up as usual: the unspotted teams of either side, as their own player sees them."""
    page = server.join(opened["id"], *opened["tokens"].values())
    while page.until_asked()["kind"] != "team":
        page.answer(easy_answer(page))
    page.close()
    found = []
    for seat in range(2):
        mine = server.join(opened["id"], opened["tokens"][str(seat)])
        units = [unit for unit in mine.snapshot["table"]["units"] if unit["side"] == seat]
        found.append([unit["name"] for unit in units if "hidden" in {one["kind"] for one in unit["shown"]["markers"]}])
        mine.close()
    return found


def _said_of(somebody: Person, unit: str) -> str:
    """All that the list of units says of one."""
    somebody.page.get_by_role("tab", name="Units").click()
    rows = somebody.page.get_by_role("tabpanel").get_by_role("listitem")
    found = rows.filter(has_text=re.compile(rf"^\s*{unit}\b")).first.inner_text()
    somebody.page.get_by_role("tab", name="Story").click()
    return found


def _table(player: Person) -> Locator:
    return player.page.get_by_role("application", name="The table")


def _background(somebody: Person) -> str:
    """The colour of the page: themes can be told by it."""
    return str(somebody.page.evaluate("getComputedStyle(document.body).backgroundColor"))


TOLD = (
    "Does the enemy come on?",
    re.compile(r"The enemy comes on: .+ \([+-]\d"),
    re.compile(r"\w appears"),
    re.compile(r"tries to spot a counter, needs \d+\+"),
    "A counter is turned up",
    "1st Rifle team fires at",
    re.compile(r"Bren team (moves|crawls)"),
    re.compile(r"risk factor -?\d+ \([+-]\d"),
    re.compile(r"What .+ does, risk factor -?\d+"),
    re.compile(r"is suppressed \(\d markers?\)"),
)
