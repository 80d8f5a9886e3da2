"""Setting up in any order, under every book; lists beside square tables, out of which units are dragged onto the table."""

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.server.kit import Page, Server, easy_answer

from .kit import PATIENCE, Person, person
from .overlaps import overlaps

expect.set_options(timeout=PATIENCE)
SETTINGS = '{"speed":"instant","briefings":false,"theme":"light"}'
SQUARE = {"bolt-action": "orchard", "sotr": "crypt", "fraley": "chapel", "d10": "orchard", "skirmish41": "chapel"}


def _to_the_list(player: Page) -> None:
    """Answer whatever comes before units are set up."""
    while not player.until_asked()["kind"].endswith("to set up"):
        player.answer(easy_answer(player))


def _carry(somebody: Person, row: str, across: float, down: float) -> None:
    """Drag a row of a list to a share of the table's room."""
    box = somebody.page.locator(row).bounding_box()
    assert box is not None
    table = somebody.table_box()
    mouse = somebody.page.mouse
    mouse.move(box["x"] + 40, box["y"] + box["height"] / 2)
    mouse.down()
    mouse.move(box["x"] + 20, box["y"] + box["height"] / 2 + 9)
    mouse.move(table["x"] + table["width"] * across, table["y"] + table["height"] * down)
    mouse.up()


@pytest.mark.parametrize("book", SQUARE)
def test_units_are_set_up_in_any_order(browser: Browser, server: Server, book: str) -> None:
    opened = server.begin(ruleset=book, scenario=SQUARE[book], options={}, players=["me", "rookie"], seed=5)
    player = server.join(opened["id"], *opened["tokens"].values())
    _to_the_list(player)
    options = player.until_asked()["domain"]["options"]
    last, first = options[-1], options[0]
    player.close()
    with person(browser, f"http://127.0.0.1:{server.port}") as somebody:
        page = somebody.page
        page.add_init_script(f"localStorage.setItem('sandtable.settings', '{SETTINGS}')")
        somebody.sit_down(opened)
        somebody.wait_for_question()
        # Everybody is listed beside the table, and who can be set up is marked there.
        for option in options:
            expect(page.locator(f"button.legal[data-roster='{option['unit']}']")).to_have_count(1)
        # The last is dragged out of the answers: it is asked about next, unless it stands there already.
        _carry(somebody, f"button.option[data-key='{last['key']}']", 0.5, 0.88)
        page.wait_for_function(
            """unit => document.querySelector(`[data-token='${unit}']`) || document.querySelector('.problem.wrong')""",
            arg=str(last["unit"]),
        )
        if page.locator(".problem.wrong").count():
            assert last["label"] in somebody.prompt()
            page.keyboard.press("Escape")  # where it would go by itself
            somebody.confirm()
        expect(page.locator(f"[data-token='{last['unit']}']")).to_have_count(1)
        # Then the first, out of the list beside the table.
        somebody.wait_for_question()
        row = f"button.legal[data-roster='{first['unit']}']"
        if page.locator(row).count():  # a last one is not asked for: it comes by itself
            _carry(somebody, row, 0.42, 0.88)
            expect(page.locator(row)).to_have_count(0)
        expect(somebody.question.get_by_role("heading", level=2)).to_contain_text(re.compile("set up", re.IGNORECASE))
        assert overlaps(page)["found"] == []
        assert somebody.complaints == []


def test_lists_beside_the_table_point_at_units_and_give_way(browser: Browser, server: Server) -> None:
    opened = server.begin(scenario="orchard", players=["me", "screen"], seed=5, placed=True)
    with person(browser, f"http://127.0.0.1:{server.port}") as somebody:
        page = somebody.page
        page.add_init_script(f"localStorage.setItem('sandtable.settings', '{SETTINGS}')")
        somebody.sit_down(opened)
        somebody.wait_for_question()
        enemy = page.locator(".roster.side-1 button").first
        unit = enemy.get_attribute("data-roster")
        enemy.hover()
        expect(page.locator(f".label[data-unit='{unit}']")).to_have_count(1)  # it is named on the table
        expect(page.locator(".roster svg .pips").first).to_be_visible()
        page.locator("[role=application]").focus()
        page.keyboard.press("+")  # nearer: the table fills its room
        expect(page.locator(".roster")).to_have_count(0)
        page.keyboard.press("f")
        expect(page.locator(".roster")).to_have_count(2)
        assert somebody.complaints == []
