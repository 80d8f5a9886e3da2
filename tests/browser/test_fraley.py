"""A round of the third book at the page: a barrage that is shifted, fire at a charge, an assault and its counter-attack.

Both sides sit at one screen and repeat a recorded battle with its dice, so that everything that they are asked, and
everything that happens, is known.
"""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.fraley.lane import Story, story
from tests.server.kit import Server

from .kit import Person
from .repeated import DARK, at_one_screen
from .test_screens import serious


@pytest.fixture(scope="module")
def told() -> Story:
    """The battle that is repeated."""
    return story()


@pytest.fixture
def players(browser: Browser, server: Server, told: Story) -> Iterator[Person]:
    """Both players at one screen, at the beginning of the second round."""
    with at_one_screen(browser, server, told) as found:
        yield found


def test_a_round_with_a_barrage_and_an_assault(players: Person, told: Story) -> None:
    """Every question of a round in its order; what the table shows while they are asked; what the log tells; axe."""
    looks = {
        "where does the template go": _shift,
        "fire at Able?": _moments,
        "Which?": _teams,
        "counter-attack or break off": _assaulted,
    }
    seen: set[str] = set()
    holders: set[str] = set()
    for prompt, answer in told.told:
        expect(players.question.get_by_role("heading", level=2)).to_have_text(prompt, ignore_case=True)
        if players.turn() == 2:
            holders |= set(re.findall(r"(\w+) hold the Initiative", players.banner.inner_text()))
        for words, look in looks.items():
            if words in prompt and words not in seen and look(players, answer):
                seen.add(words)
        _give(players, prompt, answer)
    assert seen == set(looks)
    assert holders == {"US", "Germans"}
    expect(players.page.get_by_text(re.compile(r"Turn 3 of 3"))).not_to_have_count(0)
    log = players.page.get_by_role("log").first
    for line in TOLD:
        expect(log).to_contain_text(line)
    assert players.page.locator(".map .template").count() == 0
    assert serious(players) == []
    light = _background(players)
    players.page.add_init_script(f"localStorage.setItem('sandtable.settings', '{DARK}')")  # after the one for light
    players.page.reload()
    players.wait_until_known()
    assert _background(players) != light
    assert serious(players) == []


def _give(players: Person, prompt: str, answer: object) -> None:
    """An answer as the story has it, by mouse."""
    players.wait_for_question()
    players.mark()
    question = players.question
    if players.is_move():
        question.get_by_role("button", name=re.compile("^Stay")).click()
    elif isinstance(answer, bool):
        question.get_by_role("button", name=re.compile("Yes" if answer else "No")).click()
    elif isinstance(answer, str):
        wanted = question.locator(f'button.option[data-key="{answer}"]')
        for folded in question.locator(".unfold").all():
            if not wanted.count():
                folded.click()
        wanted.click()
    elif question.get_by_label("From the left").count():
        _say_where(players, answer)
        players.confirm()
    else:
        players.confirm()  # what is usual is ticked already
    players.wait_until_taken(prompt)


def _say_where(players: Person, answer: object) -> None:
    assert isinstance(answer, list)
    for field, length in zip(("From the left", "From the top"), answer, strict=True):
        players.question.get_by_label(field).fill(str(length / 1000))


def _shift(players: Person, answer: object) -> bool:
    """The template lies where it was aimed at, and beside it where it would be shifted to."""
    table = _table(players)
    expect(table.locator(".map .template")).to_have_count(1)
    expect(table.locator(".under .template")).to_have_count(0)
    _say_where(players, answer)
    expect(table.locator(".under .template")).to_have_count(1)
    return True


def _moments(players: Person, answer: object) -> bool:
    """The moments of a move are dots, of all Teams but one only the last; a click on one picks it in the list."""
    if not isinstance(answer, str):
        return False  # it is asked who fires
    dots = _table(players).locator(".overlay .dot")
    options = players.question.locator("button.option")
    folded = players.question.locator('.unfold[aria-expanded="false"]')
    assert folded.count() > 0
    assert dots.count() == options.count() + folded.count() > 3
    box = dots.last.bounding_box()
    assert box is not None
    players.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(players.question).to_contain_text("Picked on the table")
    return True


def _teams(players: Person, answer: object) -> bool:
    """Teams are numbered on the table as in the list, and a click on one ticks or unticks it."""
    assert isinstance(answer, list)
    numbered = players.question.get_by_role("listitem").filter(has_text=re.compile(r"\d$"))
    assert numbered.count() > 1
    expect(_table(players).locator(".offer text")).to_have_count(numbered.count())
    stand = _table(players).locator(f'[data-figure="{answer[0][1:]}"]').last
    confirm = players.question.get_by_role("button", name=re.compile("^Confirm"))
    for count in (0, 1):
        stand.click()
        expect(confirm).to_have_text(re.compile(rf"^\s*Confirm {count}"))
    return True


def _assaulted(players: Person, _answer: object) -> bool:
    """Suppression lies beside Teams, and is told in the list of Units."""
    expect(_table(players).locator(".pressing")).not_to_have_count(0)
    players.page.get_by_role("tab", name="Units").click()
    rows = players.page.get_by_role("tabpanel").get_by_role("listitem")
    expect(rows.filter(has_text=re.compile(r"^\s*Able\b")).first).to_contain_text("suppressed")
    players.page.get_by_role("tab", name="Story").click()
    return True


def _table(players: Person) -> Locator:
    return players.page.get_by_role("application", name="The table")


def _background(somebody: Person) -> str:
    """The colour of the page: themes can be told by it."""
    return str(somebody.page.evaluate("getComputedStyle(document.body).backgroundColor"))


TOLD = (
    re.compile(r"Round 2: \w+ have the first Initiative"),
    "US have the Initiative",
    "Germans have the Initiative",
    "Mortars fire a barrage at Zug's",
    "Mortars fail to range in",
    re.compile(r"The barrage of Mortars comes down on \d Teams"),
    re.compile(r"Able assaults (Zug|Hunters)"),
    "Hunters fire in reaction at Able",
    re.compile(r"Able takes \d hits"),
    re.compile(r"Able: .* suppressed"),
    "Able charges",
    re.compile(r"Able strikes at (Zug|Hunters) with"),
    re.compile(r"(Zug moves|Hunters move) up to counter-attack"),
    re.compile(r"(Zug strikes|Hunters strike) at Able with"),
    "All Units have acted",
    re.compile(r"Round 3: \w+ have the first Initiative"),
)
