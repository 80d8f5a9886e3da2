"""The umpire's page on a telephone: what it shows is what the rules say, with the server and without it."""

import contextlib
import json
import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from sandtable.odds import umpire
from sandtable.odds.ask import AnswerView
from sandtable.play.modifier import Modifier
from sandtable.server.routes import PAGE
from tests.server.kit import Server

from .kit import PATIENCE, Person, person

AXE = (Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
BOOK = "bolt-action"
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
LINE_IS_DOWN = re.compile(r"net::ERR_INTERNET_DISCONNECTED|net::ERR_FAILED")
SMALLEST = 40  # pixels that a finger finds
offline_built = pytest.mark.skipif(not (PAGE / "offline").is_dir(), reason="the page is built without offline answers")


@pytest.fixture
def umpire_at_table(browser: Browser, server: Server) -> Iterator[Person]:
    """Somebody with a telephone beside a real table, who must have had nothing to complain about."""
    with person(browser, f"http://127.0.0.1:{server.port}", **PHONE) as found:
        yield found
        assert [one for one in found.complaints if not LINE_IS_DOWN.search(one)] == []


def _answer(question: str, given: dict[str, Any], options: dict[str, Any] | None = None, **more: Any) -> AnswerView:
    return umpire.asked(BOOK, question, umpire.Put(given=given, options=options or {}, **more))


def _number(share: str) -> str:
    """An expected number as the page writes it: one decimal at the most."""
    expected = Fraction(share)
    if 0 < expected < Fraction(1, 20):
        return "<0.1"
    return f"{float(expected):.1f}".removesuffix(".0") if expected < 10 else f"{float(expected):.0f}"


def _percent(share: str) -> str:
    """A chance as the page writes it: never 0 % for what can happen, nor 100 % for what can fail."""
    chance = float(Fraction(share))
    if 0 < chance < 0.01:
        return "<1%"
    return ">99%" if 0.99 < chance < 1 else f"{int(chance * 100 + 0.5)}%"


def _region(page: Page, name: str) -> Locator:
    return page.get_by_role("region", name=name, exact=True)


def _shows(page: Page, answer: AnswerView) -> None:
    """The page shows this answer: what is needed, every modifier with its clause, every number."""
    told = _region(page, "The answer")
    expect(told.locator(".needed strong")).to_have_text(answer.needed, timeout=PATIENCE)
    expect(told).to_have_attribute("aria-busy", "false")
    if answer.rolls:
        rolls = told.get_by_role("list", name="The rolls on the way").locator("> li")
        expect(rolls).to_have_count(len(answer.rolls))
        for item, roll in zip(rolls.all(), answer.rolls, strict=True):
            expect(item).to_contain_text(f"{roll.dice} D{roll.sides}")
            expect(item.locator("p > strong")).to_have_text(roll.needs)
            _shows_modifiers(item.locator("table tr"), roll.modifiers)
    else:
        _shows_modifiers(told.locator(".answer > table tr"), answer.modifiers)
    _shows_outcomes(told, answer)


def _shows_modifiers(rows: Locator, modifiers: Sequence[Modifier]) -> None:
    """A row for each modifier, its clause behind a sign."""
    expect(rows).to_have_count(len(modifiers))
    for row, modifier in zip(rows.all(), modifiers, strict=True):
        value = f"+{modifier.value}" if modifier.value > 0 else f"−{-modifier.value}"  # noqa: RUF001  # a real minus
        sign = "§" if modifier.clause else ""  # the clause stands behind it, not in the open
        assert [cell.strip() for cell in row.locator("td").all_inner_texts()] == [value, modifier.why, sign]
        expect(row.get_by_role("link", name=f"Clause {modifier.clause}")).to_have_count(1 if sign else 0)


def _shows_outcomes(told: Locator, answer: AnswerView) -> None:
    """Every outcome with its chances, to the last number."""
    for name, values in answer.outcomes.items():
        part = told.get_by_role("region", name=answer.titles[name], exact=True)
        if name not in answer.expected:
            expect(part.get_by_role("listitem")).to_have_count(len(values))
            for value, share in values.items():
                expect(
                    part.get_by_role("listitem").filter(has_text=re.compile(rf"^{value.replace('-', '.')} "))
                ).to_have_text(re.compile(rf"{re.escape(_percent(share))}$"))
            continue
        expect(part.locator(".mean")).to_have_text(f"{_number(answer.expected[name])} expected")
        drawn = part.get_by_role("img").get_attribute("aria-label") or ""
        assert drawn.split("; ")[1] == ", ".join(f"{value} {_percent(share)}" for value, share in values.items())
        part.locator("summary").click()
        cells = [row.locator("th, td").all_inner_texts() for row in part.locator("tbody tr").all()]
        assert cells == [
            [value, _percent(share), _percent(answer.at_least[name][value])] for value, share in values.items()
        ]
        part.locator("summary").click()


def _open(somebody: Person, question: str, search: str = "") -> Page:
    somebody.go(f"/umpire/{BOOK}/{question}{search}")
    expect(_region(somebody.page, "The answer").locator(".needed")).to_be_visible()
    return somebody.page


def _add(page: Page, name: str) -> None:
    page.get_by_role("textbox", name="Name of the unit").fill(name)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=name, exact=True)).to_be_visible()


def _comes(words: Locator) -> bool:
    """Whether words come within a while."""
    with contextlib.suppress(PlaywrightTimeout):
        words.wait_for(timeout=8_000)
    return words.count() > 0


def _tap_in(page: Page, faces: list[int]) -> None:
    """Tap dice in, each when the one before has been counted: while the page is busy its keys take none."""
    for place, face in enumerate(faces, 1):
        key = page.get_by_role("button", name=re.compile(rf"^A {face}(,|$)"))
        expect(key).not_to_have_attribute("aria-disabled", "true", timeout=PATIENCE)
        key.tap()
        if len(faces) > 1:
            left = len(faces) - place
            said = page.get_by_text(
                f"{left} of {len(faces)} still to tap" if left else f"All {len(faces)} tapped", exact=True
            )
            if not _comes(said):  # the page became busy between the look and the tap: somebody would tap again
                expect(key).not_to_have_attribute("aria-disabled", "true", timeout=PATIENCE)
                key.tap()
            expect(said).to_be_visible()
    if len(faces) > 1:
        page.get_by_role("button", name="Take these").tap()


def test_a_procedure_is_found_and_every_control_changes_the_answer(umpire_at_table: Person) -> None:
    page = umpire_at_table.page
    umpire_at_table.go("/")
    page.get_by_role("link", name="The umpire rolls").tap()
    page.get_by_role("link", name="Bolt Action").tap()
    expect(page).to_have_url(re.compile(rf"/umpire/{BOOK}$"))
    page.get_by_role("searchbox", name="Find a procedure").fill("shooting men")
    page.get_by_role("link", name="Shooting at men").tap()
    given: dict[str, Any] = {}
    _shows(page, _answer("shooting", given))
    shooter, target = page.get_by_role("group", name="Shooter"), page.get_by_role("group", name="Target")
    shooter.get_by_role("button", name="Weapon").tap()
    page.get_by_role("searchbox", name="Find in the list").fill("machine gun")
    page.get_by_role("dialog").get_by_role("button", name="Sub-machine gun").tap()
    page.get_by_role("textbox", name="Distance").fill("5")
    page.get_by_text("Hard", exact=True).tap()
    target.get_by_text("Veteran", exact=True).tap()
    for _ in range(3):
        target.get_by_role("button", name="Men: one less").tap()
    target.get_by_role("switch", name=re.compile("^Down")).tap()
    given = {
        "weapon": "smg", "distance": 5, "cover": "hard", "target_quality": "veteran", "target_men": 7,
        "target_down": True,
    }  # fmt: skip
    answer = _answer("shooting", given)
    assert len(answer.rolls) >= 3 and len(answer.modifiers) >= 3
    _shows(page, answer)
    expect(page.locator(".gist")).to_contain_text(answer.needed)
    clause = answer.modifiers[0].clause
    page.get_by_role("link", name=f"Clause {clause}").first.tap()
    expect(page.get_by_role("dialog", name=clause)).to_contain_text(re.compile("Bolt Action"))


def test_a_wrong_number_is_told_at_its_field_and_nothing_is_lost(umpire_at_table: Person) -> None:
    page = _open(umpire_at_table, "shooting")
    distance = page.get_by_role("textbox", name="Distance")
    for typed in ("", "x", "999", "-1"):
        distance.fill(typed)
        expect(page.locator("[data-field=distance]").get_by_role("alert")).to_contain_text("a number from 0 to 144")
        expect(distance).to_have_value(typed)
    distance.fill("7.5")
    expect(page.get_by_role("alert")).to_have_count(0)
    _shows(page, _answer("shooting", {"distance": 7.5}))


def test_what_is_known_changes_the_answer_and_two_outcomes_are_told_together(umpire_at_table: Person) -> None:
    """Supposed, taken back, kept in the link; a table of both, to the last cell."""
    page = _open(umpire_at_table, "shooting", "?shooters=4")
    told = _region(page, "The answer")
    told.get_by_text("If something is known, or two together").tap()
    told.get_by_role("combobox", name="What is known").select_option(label="Hits")
    told.get_by_role("combobox", name="How it compares").select_option(label="is at least")
    told.get_by_role("combobox", name="Known value").select_option(label="2")
    told.get_by_role("button", name="Suppose it").tap()
    supposed = _answer("shooting", {"shooters": 4}, supposed=["hits>=2"])
    _shows(page, supposed)
    expect(told.locator(".likely")).to_contain_text(_percent(supposed.likely))
    told.get_by_role("combobox", name="First outcome").select_option(label="Hits")
    told.get_by_role("combobox", name="Second outcome").select_option(label="Casualties")
    both = _answer("shooting", {"shooters": 4}, supposed=["hits>=2"], joint=[["hits", "casualties"]])
    table = told.get_by_role("region", name="Hits and Casualties", exact=True)
    expect(table).to_be_visible()
    shares = {row.values: _percent(row.chance) for row in both.joint[0].rows}
    down, across = (list(dict.fromkeys(values[place] for values in shares)) for place in (0, 1))
    cells = [row.locator("th, td").all_inner_texts() for row in table.locator("tbody tr").all()]
    dash = "–"  # noqa: RUF001  # what cannot be
    assert cells == [[one, *(shares.get((one, other), dash) for other in across)] for one in down]
    expect(page).to_have_url(re.compile(r"if=hits%3E%3D2.*together=hits%2Ccasualties"))
    page.reload()
    _shows(page, supposed)
    page.get_by_role("textbox", name=re.compile("^Shooters")).fill("1")
    expect(told.get_by_role("alert")).to_contain_text("never at least 2")
    told.get_by_role("button", name="No longer: Hits is at least 2").tap()
    _shows(page, _answer("shooting", {"shooters": 1}))
    expect(told.locator(".likely")).to_have_count(0)
    umpire_at_table.complaints[:] = [
        one for one in umpire_at_table.complaints if "400" not in one
    ]  # that it never is 2


def test_a_held_button_goes_on_and_stops(umpire_at_table: Person) -> None:
    page = _open(umpire_at_table, "shooting")
    button = page.get_by_role("button", name="Distance: one more")
    button.dispatch_event("pointerdown")
    distance = page.get_by_role("textbox", name="Distance")
    expect(distance).to_have_value(re.compile(r"^1[4-9]$"))
    button.dispatch_event("pointerup")
    stopped = float(distance.input_value())
    page.wait_for_timeout(300)
    assert float(distance.input_value()) == stopped
    _shows(page, _answer("shooting", {"distance": stopped}))


def test_being_led_through_with_real_dice(umpire_at_table: Person) -> None:
    page = _open(umpire_at_table, "shooting", "?shooters=4&target_men=5")
    page.get_by_role("button", name="Roll it").tap()
    throws: list[list[int]] = []
    given = {"shooters": 4, "target_men": 5}
    for faces in ([6, 5, 1, 6], [6, 4, 1], [6], [2, 2]):
        led = umpire.led(BOOK, "shooting", umpire.PutThrows(given=given, throws=throws))
        if led.next is None:
            break
        step = _region(page, "The next throw")
        expect(step.get_by_text(f"Throw {len(throws) + 1}", exact=True)).to_be_visible()
        expect(step).to_contain_text(f"D{led.next.sides}")
        if led.next.needs:
            expect(step.locator(".needs")).to_contain_text(led.next.needs)
        step.locator("summary").click()
        assert step.locator(".chances b").all_inner_texts() == [_percent(one.chance) for one in led.next.chances]
        thrown = [*faces, *([3] * led.next.dice)][: led.next.dice]
        _tap_in(page, thrown)
        throws.append(thrown)
    led = umpire.led(BOOK, "shooting", umpire.PutThrows(given=given, throws=throws))
    assert led.found is not None
    result = _region(page, "The result")
    expect(result).to_be_visible()
    answer = _answer("shooting", given)
    for name, value in led.found.items():
        row = result.locator("dl > div").filter(
            has=page.locator("dt", has_text=re.compile(rf"^{answer.titles[name]}$"))
        )
        expect(row.locator("dd")).to_have_text(value.replace("-", " "))
    steps = _region(page, "So far").get_by_role("listitem")
    assert [one.get_by_role("img").get_attribute("aria-label") for one in steps.all()] == [
        f"{step.dice}D{step.sides}: {', '.join(map(str, step.faces))}" for step in led.steps
    ]
    page.get_by_role("button", name="Back one step").tap()
    expect(_region(page, "The next throw")).to_be_visible()
    expect(steps).to_have_count(len(led.steps) - 1)
    page.get_by_role("button", name=re.compile("^Roll .* here$")).tap()
    expect(steps).to_have_count(len(led.steps))
    page.get_by_role("button", name="Begin again").tap()
    expect(_region(page, "The next throw").get_by_text("Throw 1", exact=True)).to_be_visible()


def test_too_many_dice_are_not_taken_and_a_die_can_be_lifted(umpire_at_table: Person) -> None:
    page = _open(umpire_at_table, "shooting", "?shooters=3")
    page.get_by_role("button", name="Roll it").tap()
    take = page.get_by_role("button", name="Take these")
    expect(take).to_have_attribute("aria-disabled", "true")
    for _ in range(5):
        page.get_by_role("button", name=re.compile("^A 6")).tap(force=True)
    expect(page.get_by_text("All 3 tapped")).to_be_visible()
    page.get_by_role("button", name="One 6 less").tap()
    expect(page.get_by_text("1 of 3 still to tap")).to_be_visible()
    page.keyboard.press("1")
    take.tap()
    expect(_region(page, "So far").get_by_role("img")).to_have_attribute("aria-label", "3D6: 6, 6, 1")


def test_units_fill_in_a_question_and_a_result_changes_them(umpire_at_table: Person) -> None:
    page = _open(umpire_at_table, "shooting", "?shooters=2")
    page.get_by_role("button", name=re.compile("^Units")).tap()
    _add(page, "1st squad")
    _add(page, "Pak crew")
    crew = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name="Pak crew"))
    for _ in range(2):
        crew.get_by_role("button", name="Pak crew: Pins: one more").tap()
    crew.get_by_role("button", name="Pak crew: Men: one less").tap()
    page.get_by_role("button", name="Odds", exact=True).tap()
    page.get_by_role("combobox", name="Target").select_option(label="Pak crew")
    given: dict[str, Any] = {"shooters": 2, "target_men": 9, "target_pins": 2}
    _shows(page, _answer("shooting", given))
    page.get_by_role("button", name="Roll it").tap()
    _tap_in(page, [6, 6])
    _tap_in(page, [4, 5])
    found = umpire.led(BOOK, "shooting", umpire.PutThrows(given=given, throws=[[6, 6], [4, 5]])).found
    assert found is not None and (found["casualties"], found["pins"]) == ("2", "1")
    expect(page.get_by_text("men 9 → 7")).to_be_visible()
    expect(page.get_by_text("pins 2 → 3")).to_be_visible()
    page.get_by_role("button", name="Apply to the units").tap()
    expect(page.get_by_text("Applied.")).to_be_visible()
    expect(page.get_by_role("button", name="Apply to the units")).to_have_count(0)
    page.get_by_role("button", name=re.compile("^Units")).tap()
    expect(crew.get_by_role("textbox", name="Pak crew: Men")).to_have_value("7")
    page.reload()
    expect(crew.get_by_role("textbox", name="Pak crew: Pins")).to_have_value("3")
    page.get_by_role("button", name="Roll", exact=True).tap()
    page.go_back()
    expect(crew.get_by_role("textbox", name="Pak crew: Men")).to_have_value("7")


def test_an_applied_result_is_taken_back(umpire_at_table: Person) -> None:
    page = _open(umpire_at_table, "shooting", "?shooters=2")
    page.get_by_role("button", name=re.compile("^Units")).tap()
    _add(page, "Pak crew")
    page.get_by_role("button", name="Roll", exact=True).tap()
    _tap_in(page, [6, 6])
    _tap_in(page, [4, 5])
    page.get_by_role("combobox", name="Target").select_option(label="Pak crew")
    page.get_by_role("button", name="Apply to the units").tap()
    page.get_by_role("button", name="Undo").tap()
    expect(page.get_by_role("button", name="Apply to the units")).to_be_visible()
    page.get_by_role("button", name=re.compile("^Units")).tap()
    expect(page.get_by_role("textbox", name="Pak crew: Men")).to_have_value("10")
    kept = page.evaluate(f"JSON.parse(localStorage.getItem('sandtable.umpire.{BOOK}'))")
    assert [(one["name"], one["facts"]["men"], one["facts"]["pins"]) for one in kept] == [("Pak crew", 10, 0)]


def test_the_list_of_units_is_kept_and_never_sent(umpire_at_table: Person) -> None:
    sent: list[str] = []
    page = umpire_at_table.page
    page.on("request", lambda request: sent.append(request.url + (request.post_data or "")))
    umpire_at_table.go(f"/umpire/{BOOK}")
    page.get_by_role("button", name=re.compile("^Units")).tap()
    page.get_by_role("button", name="From the book").tap()
    page.get_by_role("searchbox", name="Find a unit").fill("rifle squad")
    page.get_by_role("dialog").get_by_role("listitem").first.get_by_role("button").tap()
    first = page.locator(".units > li").first
    name = first.get_by_role("heading").inner_text()
    first.get_by_role("button", name=re.compile("^More about")).tap()
    first.get_by_role("textbox", name="Name", exact=True).fill("Secret heroes")
    page.keyboard.press("Tab")
    first.get_by_role("button", name="Duplicate").tap()
    second = page.locator(".units > li").nth(1)
    expect(second.get_by_role("heading")).to_have_text("Secret heroes 2")
    first.get_by_role("button", name="Destroyed").tap()
    expect(first.get_by_role("heading")).to_contain_text("destroyed")
    first.get_by_role("button", name="Remove").tap()
    expect(page.locator(".units > li")).to_have_count(1)
    page.get_by_role("button", name="Undo").tap()
    expect(page.locator(".units > li")).to_have_count(2)
    page.reload()
    expect(page.locator(".units > li")).to_have_count(2)
    assert name and not [one for one in sent if "ecret" in one]


def test_a_shared_link_restores_the_situation(browser: Browser, server: Server, umpire_at_table: Person) -> None:
    page = _open(umpire_at_table, "shooting")
    page.get_by_role("textbox", name="Distance").fill("14")
    page.get_by_text("Soft", exact=True).tap()
    page.get_by_role("button", name="House rules").tap()
    page.get_by_role("searchbox", name="Find a house rule").fill("small unit")
    page.get_by_role("button", name=re.compile("Small unit max.*one more")).tap()
    page.keyboard.press("Escape")
    default = next(one.default for one in umpire.listed(BOOK).switches if one.name == "small_unit_max")
    options = {"small_unit_max": default + 1}
    given: dict[str, Any] = {"distance": 14, "cover": "soft", "target_men": default + 1}
    page.get_by_role("textbox", name=re.compile("^Men")).fill(str(default + 1))
    expected = _answer("shooting", given, options)
    assert expected != _answer("shooting", given)
    _shows(page, expected)
    page.evaluate("navigator.share = undefined; navigator.clipboard.writeText = text => { window.copied = text; }")
    page.get_by_role("button", name="Share").tap()
    expect(page.get_by_role("button", name="Link copied")).to_be_visible()
    link = page.evaluate("window.copied")
    assert parse_qs(urlsplit(link).query)["set.small_unit_max"] == [str(default + 1)]
    with person(browser, umpire_at_table.base, **PHONE) as friend:
        friend.page.goto(link)
        _shows(friend.page, expected)
        expect(friend.page.get_by_role("textbox", name="Distance")).to_have_value("14")
        expect(friend.page.get_by_role("button", name="House rules")).to_contain_text("1")
        assert friend.complaints == []


def test_nonsense_in_a_link_is_told_kindly(umpire_at_table: Person) -> None:
    page = _open(umpire_at_table, "shooting", "?distance=far&colour=%3Cb%3Ered&shooters=3&set.nothing=1&throws=x&v=0")
    told = page.get_by_role("alert")
    for words in ("Distance takes a number", "“colour”", "“set.nothing”", "dice in this link", "another version"):
        expect(told).to_contain_text(words)
    _shows(page, _answer("shooting", {"shooters": 3}))
    told.get_by_role("button").tap()
    expect(told).to_have_count(0)
    umpire_at_table.go(f"/umpire/{BOOK}/dancing")
    expect(page.get_by_role("alert")).to_contain_text("no procedure called “dancing”")
    umpire_at_table.complaints.clear()
    umpire_at_table.go("/umpire/nothing")
    expect(page.get_by_role("alert")).to_contain_text("nothing")
    assert all("404" in one or "400" in one for one in umpire_at_table.complaints)  # the browser tells its own
    umpire_at_table.complaints.clear()


def test_a_link_to_a_finished_throw_shows_it(umpire_at_table: Person) -> None:
    umpire_at_table.go(f"/umpire/{BOOK}/shooting?shooters=2&throws=6.6_4.5#roll")
    expect(_region(umpire_at_table.page, "The result")).to_contain_text("Casualties")
    umpire_at_table.go(f"/umpire/{BOOK}/shooting?shooters=2&throws=6.6.6#roll")
    expect(umpire_at_table.page.get_by_role("alert")).to_contain_text("hrow 1")
    umpire_at_table.page.get_by_role("button", name="Begin again").first.tap()
    expect(_region(umpire_at_table.page, "The next throw")).to_be_visible()
    # The browser notes by itself that the server refused, a little later perhaps.
    assert all("400 (Bad Request)" in one for one in umpire_at_table.complaints)
    umpire_at_table.complaints.clear()


@offline_built
def test_without_a_server_the_same_rules_answer(umpire_at_table: Person) -> None:
    page = _open(umpire_at_table, "shooting")
    expect(page.get_by_text("ready for offline use", exact=True)).to_be_visible(timeout=2 * PATIENCE)
    page.context.set_offline(True)
    page.get_by_role("textbox", name="Distance").fill("13")
    page.get_by_text("Hard", exact=True).tap()
    given: dict[str, Any] = {"distance": 13, "cover": "hard"}
    _shows(page, _answer("shooting", given))
    expect(page.get_by_text("answered on this device")).to_be_visible()
    # Everything is still there after the page has been opened anew.
    page.reload()
    _shows(page, _answer("shooting", given))
    page.get_by_role("link", name=re.compile("^Clause ")).first.evaluate("link => link.click()")
    expect(page.get_by_role("dialog")).to_contain_text("Bolt Action")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Roll it").tap()
    _tap_in(page, [6] * 10)
    led = umpire.led(BOOK, "shooting", umpire.PutThrows(given=given, throws=[[6] * 10]))
    assert led.next is not None
    expect(_region(page, "The next throw").locator(".needs")).to_contain_text(f"{led.next.dice} D{led.next.sides}")
    umpire_at_table.go(f"/umpire/{BOOK}/morale?pins=3")
    _shows(page, _answer("morale", {"pins": 3}))
    page.context.set_offline(False)


@offline_built
def test_the_service_worker_keeps_no_battle(umpire_at_table: Person, server: Server) -> None:
    page = _open(umpire_at_table, "shooting")
    expect(page.get_by_text("ready for offline use", exact=True)).to_be_visible(timeout=2 * PATIENCE)
    opened = server.begin(seed=5)
    umpire_at_table.go(f"/battle/{opened['id']}#seat=0&token={opened['tokens']['0']}")
    umpire_at_table.wait_for_question()
    umpire_at_table.go(f"/replay/{opened['id']}")
    page.wait_for_timeout(500)
    kept = page.evaluate(
        """async () => (await Promise.all((await caches.keys()).map(async name =>
        (await (await caches.open(name)).keys()).map(request => new URL(request.url).pathname)))).flat()"""
    )
    assert kept and all(
        re.fullmatch(
            r"/|/icon.svg|/(assets|worker|offline)/.*|/api/rulesets(/[^/]+/(rules|questions))?|/api/rules-archive(/.*)?",
            one,
        )
        for one in kept
    ), kept
    page.context.set_offline(True)
    with pytest.raises(Exception, match="ERR_INTERNET_DISCONNECTED"):
        umpire_at_table.go(f"/battle/{opened['id']}")  # a battle is at the server or nowhere
    page.context.set_offline(False)
    umpire_at_table.complaints.clear()


def serious(page: Page) -> list[str]:
    page.evaluate(AXE)
    found: dict[str, Any] = page.evaluate("async () => await axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{one['id']}: {node['html'][:200]}"
        for one in found["violations"]
        if one["impact"] in {"serious", "critical"}
        for node in one["nodes"]
    ]


def _small(page: Page) -> list[str]:
    """Targets that a finger misses."""
    boxes: list[dict[str, Any]] = json.loads(
        page.evaluate(
            """() => JSON.stringify([...document.querySelectorAll(
            'main :is(a, button, input, select, summary), dialog[open] :is(a, button, input, select, summary)')]
            .filter(one => one.checkVisibility({visibilityProperty: true}) && !one.closest('.hidden-text'))
            .map(one => { const box = (one.type === 'radio' ? one.parentElement : one).getBoundingClientRect();
              return {html: one.outerHTML.slice(0, 120), width: box.width, height: box.height}; }))"""
        )
    )
    assert boxes
    return [
        f"{one['width']:.0f} x {one['height']:.0f}: {one['html']}"
        for one in boxes
        if one["height"] < SMALLEST - 0.5 or one["width"] < SMALLEST - 0.5
    ]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_page_suits_eyes_ears_and_thumbs(browser: Browser, server: Server, theme: str) -> None:
    with person(browser, f"http://127.0.0.1:{server.port}", color_scheme=theme, **PHONE) as somebody:
        page = somebody.page
        page.context.add_init_script(
            f"""localStorage.setItem('sandtable.settings', '{{"speed":"instant","briefings":false,"theme":"{theme}"}}')"""
        )

        def suits(where: str) -> None:
            somebody.wait_for_stillness()
            assert serious(page) == [], where
            assert _small(page) == [], where
            assert page.evaluate("document.documentElement.scrollWidth") <= 390, where

        somebody.go(f"/umpire/{BOOK}")
        expect(page.get_by_role("link", name="Shooting at men")).to_be_visible()
        suits("procedures")
        page.get_by_role("button", name=re.compile("^Units")).tap()
        _add(page, "Pak crew")
        page.get_by_role("button", name=re.compile("^More about")).tap()
        suits("units")
        _open(somebody, "shooting", "?cover=hard&distance=14&target_men=4")
        page.get_by_role("region", name="Hits", exact=True).locator("summary").click()
        suits("odds")
        page.get_by_role("button", name="Weapon").tap()
        suits("weapons")
        page.keyboard.press("Escape")
        page.get_by_role("button", name="House rules").tap()
        suits("house rules")
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Roll it").tap()
        _tap_in(page, [6, 6, 6, 6, 6, 5, 4, 3, 2, 1])
        suits("throwing")
        while page.get_by_role("button", name=re.compile("^Roll .* here$")).count():
            page.get_by_role("button", name=re.compile("^Roll .* here$")).tap()
            page.wait_for_timeout(300)
        suits("the result")
        assert somebody.complaints == []


def test_an_answer_tells_every_roll_with_its_own_modifiers(umpire_at_table: Person) -> None:
    """Of a question that is an action of the game: whose roll, how many dice, how likely it is thrown at all."""
    umpire_at_table.go("/umpire/d10/shoot?moved=yes&left=5&whole=9")
    rolls = umpire_at_table.page.get_by_role("list", name="The rolls on the way").get_by_role("listitem")
    told = umpire.asked("d10", "shoot", umpire.Put(given={"moved": True, "left": 5, "whole": 9})).rolls
    expect(rolls).to_have_count(len(told))
    for place, roll in enumerate(told):
        row = rolls.nth(place)
        expect(row).to_contain_text(roll.step)
        expect(row).to_contain_text(f"{roll.dice} D{roll.sides}")
        for modifier in roll.modifiers:
            expect(row.get_by_role("table", name="Modifiers")).to_contain_text(modifier.why)
    assert [bool(roll.modifiers) for roll in told] == [True, False, False]
