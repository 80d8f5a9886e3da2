"""Dragging units about: ghosts, limits, reasons, single figures, bends, taking back, looking and measuring."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.server.kit import Page, Server, easy_answer

from .kit import Person

Point = tuple[float, float]


@pytest.fixture(scope="module")
def prepared(server: Server) -> dict[str, Any]:
    """A battle in its second turn at the question where an infantry squad on the table advances."""
    opened = server.begin(players=["me", "screen"], seed=5)
    page = server.join(opened["id"], *opened["tokens"].values())
    while not _advancing_on_table(page):
        page.answer(_towards_an_advance(page))
        page.until_asked()
    decision = page.until_asked()
    page.close()
    return {"opened": opened, "decision": decision}


@pytest.fixture
def marching(somebody: Person, server: Server, prepared: dict[str, Any]) -> dict[str, Any]:
    """That question in a battle of its own, which goes on from there."""
    before = prepared["opened"]
    asked = {"beat": 1 << 20, "players": ["me", "screen"], "tokens": list(before["tokens"].values())}
    status, opened = server.call("POST", f"/api/battles/{before['id']}/fork", asked)
    assert status == 201, opened
    somebody.sit_down(opened)
    somebody.wait_for_question()
    return {"opened": opened, "decision": prepared["decision"]}


def _advancing_on_table(page: Page) -> bool:
    """Whether a squad is asked to advance that has the ground before it free."""
    asked = page.until_asked()
    domain = asked["domain"]
    if (
        domain["type"] != "march"
        or domain["manner"] != "walk"
        or len(domain["figures"]) < 6
        or domain["budget"] != 6000
    ):
        return False
    at = {figure["number"]: figure["at"] for figure in page.snapshot["table"]["figures"]}
    for beat in page.beats:
        at |= {figure["number"]: figure["at"] for figure in beat.get("figures", [])}
    x, y = at[domain["figures"][0]]
    ways = [
        page.ask(query="plan", goal=[x, y + far * (1 if y < 24000 else -1)], look=False)["about"]
        for far in (2000, 4000)
    ]
    return all(way["refusal"] is None and way["beyond"] is None for way in ways) and ways[0]["used"] == 2000


def _towards_an_advance(page: Page) -> object:
    asked = page.until_asked()
    keys = [option["key"] for option in asked["domain"].get("options", [])]
    if asked["kind"] == "order":
        return "advance" if "advance" in keys else keys[0]
    return "none" if "none" in keys else easy_answer(page)


def _token(somebody: Person, unit: int) -> Point:
    """The middle of a unit's leader on the screen."""
    box = somebody.page.locator(f'[data-token="{unit}"] [data-figure]').first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def _inch(somebody: Person) -> float:
    """Pixels to an inch."""
    matrix = somebody.page.locator("svg.layer.map > g").get_attribute("transform") or ""
    numbers = [float(number) for number in re.findall(r"-?[\d.]+(?:e-?\d+)?", matrix)]
    return max(abs(number) for number in numbers if 0 < abs(number) < 1) * 1000


def _drag(somebody: Person, start: Point, dx: float, dy: float, *, drop: bool = True) -> None:
    inch = _inch(somebody)
    mouse = somebody.page.mouse
    mouse.move(*start)
    mouse.down()
    for part in (0.3, 0.6, 1.0):
        mouse.move(start[0] + dx * inch * part, start[1] + dy * inch * part)
        somebody.page.wait_for_timeout(60)
    if drop:
        mouse.up()


def _used(somebody: Person) -> float:
    value = somebody.question.get_by_role("meter", name="Inches used").get_attribute("aria-valuenow")
    return float(value or 0)


def test_a_unit_is_dragged_and_its_formation_follows(
    somebody: Person, server: Server, marching: dict[str, Any]
) -> None:
    unit = marching["decision"]["unit"]
    _drag(somebody, _token(somebody, unit), 0, 2 if _north(server, marching) else -2)
    somebody.page.wait_for_function("() => Number(document.querySelector('[role=meter]')?.ariaValueNow) > 1")
    assert 1.5 <= _used(somebody) <= 6
    before = _places(server, marching)
    prompt = somebody.prompt()
    somebody.mark()
    somebody.confirm()
    somebody.wait_until_taken(prompt)
    after = _places(server, marching)
    moved = [(ax - bx, ay - by) for (ax, ay), (bx, by) in zip(after, before, strict=True)]
    assert len(set(moved)) == 1 and abs(moved[0][1]) > 1000, "the formation was not kept"


def test_a_drag_beyond_the_limit_snaps_to_it_and_says_why(
    somebody: Person, server: Server, marching: dict[str, Any]
) -> None:
    unit = marching["decision"]["unit"]
    _drag(somebody, _token(somebody, unit), 0, 15 if _north(server, marching) else -15)
    expect(somebody.question).to_contain_text(
        re.compile(r"As far as it goes: [\d.]+″\. To there it would be [\d.]+″\.|It stops here: .*(cross|near)")
    )
    expect(somebody.question.get_by_role("link", name=re.compile(r"^Clause"))).to_have_count(0)  # they are behind the i
    somebody.question.get_by_role("button", name="The rules it goes by").click()
    expect(somebody.question.get_by_role("link", name=re.compile(r"^Clause ba\."))).not_to_have_count(0)
    assert 0 < _used(somebody) <= 6
    assert somebody.can_confirm()


def test_a_figure_dragged_out_of_its_unit_is_refused_with_the_clause(
    somebody: Person, server: Server, marching: dict[str, Any]
) -> None:
    down = 1 if _north(server, marching) else -1
    figure = marching["decision"]["domain"]["figures"][-1]
    somebody.question.get_by_role("button", name=re.compile("^One figure")).click()
    box = somebody.page.locator(f'[data-token] [data-figure="{figure}"]').first.bounding_box()
    assert box is not None
    _drag(somebody, (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2), 0, down * 5)
    expect(somebody.question).to_contain_text(re.compile("As far as it goes:|It stops here:|That does not go:"))
    somebody.question.get_by_role("button", name="The rules it goes by").click()
    expect(somebody.question.get_by_role("link", name="Clause ba.gap.coherency")).to_be_visible()
    expect(somebody.question).not_to_contain_text(re.compile(r"figure \d", re.IGNORECASE))
    expect(somebody.page.locator(f'.ghosts [data-figure="{figure}"] .ring.blamed')).to_have_count(1)


def test_escape_begins_the_move_anew_and_right_click_takes_a_drag_back(
    somebody: Person, server: Server, marching: dict[str, Any]
) -> None:
    _drag(somebody, _token(somebody, marching["decision"]["unit"]), 0, 2 if _north(server, marching) else -2)
    somebody.page.wait_for_function("() => Number(document.querySelector('[role=meter]')?.ariaValueNow) > 0")
    somebody.page.keyboard.press("Escape")
    somebody.page.wait_for_function("() => Number(document.querySelector('[role=meter]')?.ariaValueNow) === 0")
    assert not somebody.can_confirm()
    _drag(
        somebody, _token(somebody, marching["decision"]["unit"]), 0, 2 if _north(server, marching) else -2, drop=False
    )
    somebody.page.wait_for_function("() => Number(document.querySelector('[role=meter]')?.ariaValueNow) > 0")
    somebody.page.mouse.down(button="right")
    somebody.page.mouse.up(button="right")
    somebody.page.mouse.up()
    somebody.page.wait_for_function("() => Number(document.querySelector('[role=meter]')?.ariaValueNow) === 0")
    assert not somebody.can_confirm()


def test_a_bend_lengthens_the_way(somebody: Person, server: Server, marching: dict[str, Any]) -> None:
    down = 1 if _north(server, marching) else -1
    _drag(somebody, _token(somebody, marching["decision"]["unit"]), 0, down * 2)
    somebody.page.wait_for_function("() => Number(document.querySelector('[role=meter]')?.ariaValueNow) > 1")
    straight = _used(somebody)
    somebody.question.get_by_role("button", name="Bend here").click()
    somebody.page.keyboard.press("ArrowUp" if down == 1 else "ArrowDown")  # out and half the way back
    somebody.page.wait_for_function(
        "least => Number(document.querySelector('[role=meter]')?.ariaValueNow) > least + 0.5", arg=straight
    )
    bent = _used(somebody)
    assert straight + 0.5 < bent <= 6
    somebody.question.get_by_role("button", name="Take the bend back").click()
    somebody.page.wait_for_function(
        "least => Number(document.querySelector('[role=meter]')?.ariaValueNow) < least", arg=straight
    )
    assert _used(somebody) < straight < bent


def test_what_would_be_seen_is_shown_while_dragging(somebody: Person, server: Server, marching: dict[str, Any]) -> None:
    down = 1 if _north(server, marching) else -1
    _drag(somebody, _token(somebody, marching["decision"]["unit"]), 0, down * 3, drop=False)
    seen = somebody.page.locator("[data-sight]")
    expect(seen).to_have_count(1)  # of the one who matters; of all of them only on demand
    expect(seen).to_contain_text(re.compile(r"\d+″ · |[a-z]{3}"))
    somebody.page.mouse.up()
    somebody.page.keyboard.press("l")
    expect(seen).not_to_have_count(1)


def test_answers_are_taken_back_until_dice_fall(somebody: Person, server: Server, marching: dict[str, Any]) -> None:
    prompt = somebody.prompt()
    somebody.page.get_by_role("button", name=re.compile("^Undo")).click()
    expect(somebody.question.get_by_role("heading", level=2)).to_contain_text("which order?")
    somebody.page.keyboard.press("u")
    expect(somebody.question.get_by_role("heading", level=2)).to_contain_text("which unit?")
    expect(somebody.page.get_by_role("button", name=re.compile("^Undo"))).to_have_attribute("aria-disabled", "true")
    assert prompt and server.get("/api/battles")


def test_a_tape_measures_and_is_laid_for_both(somebody: Person, server: Server, marching: dict[str, Any]) -> None:
    box = somebody.table_box()
    somebody.page.get_by_role("application", name="The table").focus()
    somebody.page.keyboard.press("t")
    inch = _inch(somebody)
    start = box["x"] + box["width"] * 0.4, box["y"] + box["height"] * 0.45
    _drag(somebody, start, 6, 0)
    tape = somebody.page.locator("svg.overlay").get_by_text(re.compile(r'^(5\.9|6)\d*"'))
    expect(tape.first).to_be_attached()
    somebody.page.keyboard.press("k")
    watching = server.join(marching["opened"]["id"])
    assert any(len(points) == 2 for points in watching.snapshot["tapes"]) and inch > 5
    watching.close()


def test_the_ground_that_a_unit_sees_is_shaded_on_a_key(somebody: Person, marching: dict[str, Any]) -> None:
    assert marching
    somebody.page.get_by_role("application", name="The table").focus()
    somebody.page.keyboard.press("l")
    expect(somebody.page.locator("svg path.unseen")).to_be_attached()
    somebody.page.keyboard.press("l")
    expect(somebody.page.locator("svg path.unseen")).not_to_be_attached()


def _north(server: Server, marching: dict[str, Any]) -> bool:
    """Whether the unit stands in the upper half of the table."""
    return _places(server, marching)[0][1] < 24000


def _places(server: Server, marching: dict[str, Any]) -> list[tuple[int, int]]:
    page = server.join(marching["opened"]["id"])
    figures = page.snapshot["table"]["figures"]
    page.close()
    return [tuple(figures[number]["at"]) for number in marching["decision"]["domain"]["figures"]]


def test_where_an_objective_may_lie_is_drawn_and_told(somebody: Person, server: Server) -> None:
    opened = server.begin(scenario="three-objectives", players=["screen", "screen"], seed=4)
    somebody.sit_down(opened)
    while "objective" not in somebody.wait_for_question():
        somebody.answer_by_mouse()
    expect(somebody.page.locator(".spot-area .zone")).to_have_count(1)
    expect(somebody.question).to_contain_text('It may lie 6" to 66" from the left')
    somebody.mark()
    somebody.question.get_by_role("heading", level=2).focus()
    north = '6" to 24" from the top' in (somebody.question.text_content() or "")
    for _ in range(8):
        somebody.page.keyboard.press("ArrowUp" if north else "ArrowDown")
    somebody.page.keyboard.press("Enter")  # here
    expect(somebody.question.get_by_label("From the left")).to_have_value("36")
    somebody.page.keyboard.press("Enter")  # and so be it
    somebody.wait_until_taken("")
    expect(somebody.question).to_contain_text('at least 24" from the one at')
