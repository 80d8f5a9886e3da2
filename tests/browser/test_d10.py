"""A turn of the fourth book at the page: a reaction at a squad on the move, an assault answered with fire, close combat.

Both sides sit at one screen and repeat a recorded battle with its dice, so that everything that they are asked, and
everything that happens, is known.
"""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, expect

from sandtable.mechanics.tables import switches_in
from sandtable.odds import umpire
from sandtable.rulesets.d10.options import Options
from sandtable.rulesets.d10.ruleset import RULESET
from tests.d10.lane import UP, Story, story
from tests.server.kit import Server

from .kit import Person
from .repeated import DARK, at_one_screen
from .test_screens import serious

SHEET = ("Move", "Rush", "Hold", "Shoot", "Assault")


@pytest.fixture(scope="module")
def told() -> Story:
    """The battle that is repeated."""
    return story()


@pytest.fixture
def players(browser: Browser, server: Server, told: Story) -> Iterator[Person]:
    """Both players at one screen, at the beginning of the second turn."""
    with at_one_screen(browser, server, told) as found:
        yield found


def test_a_turn_with_a_reaction_and_a_close_combat(players: Person, told: Story) -> None:
    """Every question of a turn in its order; what the table shows while they are asked; what the log tells; axe."""
    looks = {"order": _order, "react": _react, "react at": _stations, "allocate": _allocate}
    seen: set[str] = set()
    asked: set[str] = set()
    for kind, prompt, answer in told.told:
        expect(players.question.get_by_role("heading", level=2)).to_have_text(prompt, ignore_case=True)
        asked.add(players.question.locator(".who b").inner_text().removesuffix(": your move."))
        if kind in looks and kind not in seen and looks[kind](players, answer):
            seen.add(kind)
        _give(players, kind, prompt, answer)
    assert seen == set(looks)
    assert asked == {"US", "Germans"}
    expect(players.page.get_by_text(re.compile(r"Turn 3")).first).to_be_visible()
    log = players.page.get_by_role("log").first
    for line in TOLD:
        expect(log).to_contain_text(line)
    expect(_table(players).locator(".fights .bar")).not_to_have_count(0)
    assert "in close combat" in _said_of(players, "Able")
    assert "in close combat" in _said_of(players, "Zug")
    assert serious(players) == []
    light = _background(players)
    players.page.add_init_script(f"localStorage.setItem('sandtable.settings', '{DARK}')")  # after the one for light
    players.page.reload()
    players.wait_until_known()
    assert _background(players) != light
    assert serious(players) == []


def _give(players: Person, kind: str, prompt: str, answer: object) -> None:
    """An answer as the story has it: a move by the arrow keys, everything else by mouse."""
    players.wait_for_question()
    players.mark()
    if kind == "move":
        for _ in range(UP):
            players.page.keyboard.press("ArrowUp")
        meter = players.question.get_by_role("meter", name="Inches used")
        expect(meter).to_have_attribute("aria-valuenow", str(UP))
        players.confirm()
    elif isinstance(answer, str):
        players.question.locator(f'button.option[data-key="{answer}"]').click()
    else:
        players.confirm()  # what is usual is ticked already
    players.wait_until_taken(prompt)


def _order(players: Person, _answer: object) -> bool:
    """Orders as the sheet lists them; what may not follow a Move is there with its reason and clause."""
    if "next" not in players.prompt():
        return False
    pointless = players.question.locator("details.pointless")
    expect(pointless).to_contain_text("Out of reach")
    expect(pointless).to_contain_text("Assault")
    labels = players.question.locator(".options:not(details *) button.option .label").all_inner_texts()
    assert labels[-1].startswith("Nothing more"), labels
    assert [label for label in SHEET if label in labels] == labels[:-1]
    barred = players.question.locator("details", has_text="why not?")
    expect(barred.filter(has_text="Rush")).to_contain_text("a Rush stands alone", ignore_case=True)
    barred.filter(has_text="Rush").locator("summary").click()
    barred.filter(has_text="Rush").get_by_role("button", name="The rules it goes by").last.click()
    expect(barred.filter(has_text="Rush").get_by_role("link", name="Clause d10.order.rush-passes")).to_be_visible()
    return True


def _react(players: Person, _answer: object) -> bool:
    """Who is on Hold carries its marker and can be chosen; the one that moves is still where it was."""
    assert "on Hold" in _said_of(players, "MG team")
    expect(_table(players).locator('[aria-label*="MG team"][aria-label*="can be chosen"]')).to_have_count(1)
    return True


def _stations(players: Person, _answer: object) -> bool:
    """The full inches of the way are dots; a click on one picks it in the list."""
    dots = _table(players).locator(".overlay .dot")
    assert dots.count() == players.question.locator("button.option").count() == UP
    box = dots.last.bounding_box()
    assert box is not None
    players.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(players.question).to_contain_text("Picked on the table")
    return True


def _allocate(players: Person, answer: object) -> bool:
    """Models are numbered on the table as in the list, and a click on one ticks or unticks it."""
    assert isinstance(answer, list)
    expect(_table(players).locator(".offer text")).to_have_count(players.question.get_by_role("checkbox").count())
    model = _table(players).locator(f'[data-figure="{answer[0][1:]}"]').last
    confirm = players.question.get_by_role("button", name=re.compile("^Confirm"))
    for count in (len(answer) - 1, len(answer)):
        model.click()
        expect(confirm).to_have_text(re.compile(rf"^\s*Confirm {count}"))
    return True


def test_the_book_is_offered_with_its_scenarios_and_switches(somebody: Person) -> None:
    """The start screen has the book, each of its scenarios, and every switch with the clauses it belongs to."""
    somebody.go("/")
    page = somebody.page
    page.get_by_role("radio", name=RULESET.title).check()
    page.get_by_role("button", name="Options").click()
    options = page.get_by_role("dialog")
    scenarios = options.get_by_role("group", name="Scenario").get_by_role("radio")
    expect(scenarios).to_have_count(len(RULESET.scenarios()))
    for name in RULESET.scenarios():
        expect(options.get_by_role("radio", name=RULESET.scenario(name).title).first).to_be_visible()
    page.locator("summary", has_text="All switches").click()
    rows = page.locator(".switches > li")
    fields = [field.name for field in switches_in(Options)]
    assert sorted(rows.locator("code").all_inner_texts()) == sorted(fields)
    for row in rows.all():
        expect(row.get_by_role("link", name=re.compile(r"^d10\."))).not_to_have_count(0)


def test_the_umpire_answers_for_the_book(somebody: Person) -> None:
    """Every procedure of the book is listed; each of the first few shows an answer without having been told anything."""
    questions = umpire.listed(RULESET.name).questions
    somebody.go(f"/umpire/{RULESET.name}")
    page = somebody.page
    expect(page.get_by_role("searchbox", name="Find a procedure")).to_be_visible()
    links = page.get_by_role("main").locator(f'a[href*="/umpire/{RULESET.name}/"]')
    expect(links).to_have_count(len(questions))
    assert serious(somebody) == []
    for question in questions[:3]:
        somebody.go(f"/umpire/{RULESET.name}/{question.name}")
        expect(page.get_by_role("region", name="The answer", exact=True).locator(".needed")).to_be_visible()


def _said_of(somebody: Person, unit: str) -> str:
    """All that the list of units says of one."""
    somebody.page.get_by_role("tab", name="Units").click()
    rows = somebody.page.get_by_role("tabpanel").get_by_role("listitem")
    found = rows.filter(has_text=re.compile(rf"^\s*{unit}\b")).first.inner_text()
    somebody.page.get_by_role("tab", name="Story").click()
    return found


def _table(players: Person) -> Locator:
    return players.page.get_by_role("application", name="The table")


def _background(somebody: Person) -> str:
    """The colour of the page: themes can be told by it."""
    return str(somebody.page.evaluate("getComputedStyle(document.body).backgroundColor"))


TOLD = (
    re.compile(r"(US win the initiative: Germans go first|Germans win the initiative)"),
    "MG team goes on Hold",
    "Baker is under way, 2″ so far",
    "MG team's reaction: shooting at Baker",
    "MG team shoots in reaction at Baker",
    re.compile(r"Baker loses \d models"),
    re.compile(rf"Baker moves {UP}″"),
    "Zug goes on Hold",
    "Able assaults Zug",
    "Zug shoots in reaction at Able",
    re.compile(r"Able charges \d"),
    re.compile(r"Able's blows at Zug, strength \d"),
    re.compile(r"Zug's blows at Able, strength \d"),
    re.compile(r"lose the round, \d wounds? to \d"),
    re.compile(r"(stands|panics) \(lost a close combat\)"),
)
