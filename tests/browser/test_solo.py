"""A battle against the rules at the page: nobody is chosen for their side, counters are turned over, units join."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from sandtable.rulesets.library import RULESETS
from sandtable.server import catalogue
from tests.server.kit import Server, serving

from .kit import Person, person
from .test_screens import serious

PLAIN = '{"speed":"instant","everyLine":true,"briefings":false,"theme":"light","forecasts":false}'


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a book in which the rules play the other side."""
    RULESETS["solo"] = "tests.play.solo"
    catalogue.forget()
    try:
        with serving(tmp_path_factory.mktemp("solo")) as found:
            yield found
    finally:
        del RULESETS["solo"]
        catalogue.forget()


@pytest.fixture(params=["light", "dark"])
def player(browser: Browser, alone: Server, request: pytest.FixtureRequest) -> Iterator[Person]:
    """Somebody who plays alone."""
    with person(browser, f"http://127.0.0.1:{alone.port}") as found:
        settings = PLAIN.replace("light", request.param)
        found.page.add_init_script(f"localStorage.setItem('sandtable.settings', '{settings}')")
        yield found
        assert found.complaints == []


def test_alone_from_the_start_page_to_the_last_marker(player: Person) -> None:
    """No opponent is to be chosen; a marker is a click; who comes out of it has a card, now and after loading again."""
    page = player.page
    player.go("/")
    page.get_by_role("radio", name=re.compile("^Solo")).check()
    page.get_by_role("button", name="Options").click()
    expect(page.get_by_role("group", name="Your side")).to_contain_text("played by the rules")
    expect(page.get_by_role("group", name="Opponent")).to_have_count(0)
    page.get_by_role("button", name="Start this battle").click()
    player.wait_for_question()
    expect(player.banner.get_by_text("played by the rules").first).to_be_attached()
    expect(page.get_by_role("img", name="Marker 2, face-down marker, enemy, can be chosen")).to_be_visible()
    expect(page.get_by_role("img", name="Portal, yours")).to_be_visible()
    assert serious(player) == []
    _turn_over(player, 2)
    expect(page.get_by_role("img", name=re.compile("^Marker 2"))).to_have_count(0)
    _look_up(player)
    page.reload()
    player.wait_for_question()
    _look_up(player)
    page.keyboard.press("x")
    page.mouse.move(5, 500)  # a button under the pointer is not looked at
    expect(page.get_by_text(re.compile("^Marker 1, face-down marker \\(enemy\\): 12"))).to_be_visible()
    assert serious(player) == []


def _turn_over(player: Person, marker: int) -> None:
    """Click a marker at its edge, which is an easily missed point, and once more to mean it."""
    disc = player.page.get_by_role("img", name=re.compile(f"^Marker {marker}"))
    box = disc.bounding_box()
    assert box is not None
    for _ in range(2):
        player.page.mouse.click(box["x"] + box["width"] * 0.2, box["y"] + box["height"] * 0.5)
    expect(player.page.get_by_role("log")).to_contain_text("Patrol 1 comes out")


def _look_up(player: Person) -> None:
    """The card of who came out."""
    page = player.page
    page.get_by_role("tab", name="Units").click()
    page.get_by_role("tabpanel", name="Units").get_by_role("button", name=re.compile("^Patrol 1")).click()
    page.get_by_role("tab", name="Card").click()
    expect(page.get_by_role("group", name="Unit card")).to_contain_text("of Patrol 1")
