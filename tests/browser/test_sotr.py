"""Two turns of the second book at the page: Overwatch interrupts a move, HORROR, a charge and hand-to-hand.

Ann and Ben sit at screens of their own, because Ann's squad lies Hidden. They repeat a recorded battle with its dice, so
that everything that they are asked, and everything that happens, is known.
"""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.server.kit import Server
from tests.sotr.yard import Story, story

from .kit import PATIENCE, Person, person
from .repeated import DARK, forked, settle
from .test_screens import serious


@pytest.fixture(scope="module")
def told() -> Story:
    """The battle that is repeated."""
    return story()


@pytest.fixture
def players(browser: Browser, server: Server, told: Story) -> Iterator[tuple[Person, Person]]:
    """Ann and Ben, at the beginning of the first turn."""
    fork = forked(server, told, "me", "screen")
    base = f"http://127.0.0.1:{server.port}"
    with person(browser, base) as ann, person(browser, base) as ben:
        for one in (ann, ben):
            settle(one)
        ann.sit_down(fork, "0")
        ben.sit_down(fork, "1")
        yield ann, ben
        assert ann.complaints == []
        assert ben.complaints == []


def _asked(players: tuple[Person, Person], prompt: str) -> Person:
    """Whoever is asked a question."""
    for _ in range(PATIENCE // 50):
        for one in players:
            if one.prompt() == prompt and one.question.locator(".sending").count() == 0:
                return one
        players[0].page.wait_for_timeout(50)
    raise AssertionError(f"{prompt}: {[one.prompt() for one in players]}")


def _answer(somebody: Person, prompt: str) -> None:
    """As the story goes: Overwatch and its fire, else what is usual; nobody moves of his own will."""
    somebody.mark()
    question = somebody.question
    if somebody.is_move():
        question.get_by_role("button", name=re.compile("^Stay")).click()
    elif question.locator("button.option").count():
        usual = question.locator("button.option[data-usual]")
        wanted = {"which Command": "Overwatch:", "on Overwatch sees": "Zombie"}
        named = [somebody.option(label) for words, label in wanted.items() if words in prompt]
        found = next((one for one in named if one.count()), usual if usual.count() else None)
        (found or question.locator("button.option").first).click()
    else:
        somebody.confirm()  # what is usual is ticked already
    somebody.wait_until_taken(prompt)


def _said_of(somebody: Person, unit: str) -> str:
    """All that the list of units says of one."""
    somebody.page.get_by_role("tab", name="Units").click()
    rows = somebody.page.get_by_role("tabpanel").get_by_role("listitem")
    found = rows.filter(has_text=re.compile(rf"^\s*{unit}\b")).first.inner_text()
    somebody.page.get_by_role("tab", name="Story").click()
    return found


def test_overwatch_and_hand_to_hand_in_two_turns(players: tuple[Person, Person], told: Story) -> None:
    """Every question of two turns in its order; what lies beside units; what the log tells; nothing serious for axe."""
    ann, ben = players
    for prompt in told.prompts:
        somebody = _asked(players, prompt)
        if prompt == "Able on Overwatch sees Mob move":
            _as_the_mob_comes(ann, ben)
        _answer(somebody, prompt)
    expect(ann.page.get_by_text(re.compile("Turn 3 of 3")).first).to_be_visible()
    log = ann.page.get_by_role("log").first
    for heading in ("Command Phase", "Action Phase", "Close Combat", "Turn 2", "Maintenance Phase"):
        expect(log).to_contain_text(heading)
    told_ben = ben.page.get_by_role("log").first
    for line in TOLD:
        expect(log).to_contain_text(line)
        expect(told_ben).to_contain_text(line)
    expect(log).to_contain_text(UNHEARD)
    expect(told_ben).not_to_contain_text(UNHEARD)  # it stayed Hidden as it fired
    able = _said_of(ann, "Able")
    assert "Engaged" in able and "DOWN" in able
    assert "Engaged" in _said_of(ben, "Mob")
    assert serious(ann) == []
    light = _background(ann)
    ann.page.add_init_script(f"localStorage.setItem('sandtable.settings', '{DARK}')")  # after the one for light
    ann.page.reload()
    ann.wait_until_known()
    assert _background(ann) != light
    assert serious(ann) == []


def _background(somebody: Person) -> str:
    """The colour of the page: themes can be told by it."""
    return str(somebody.page.evaluate("getComputedStyle(document.body).backgroundColor"))


def _as_the_mob_comes(ann: Person, ben: Person) -> None:
    """Ann is asked in Ben's half of the phase; of her squad on Overwatch he knows nothing."""
    expect(ann.page.get_by_text(re.compile("Turn 1 of 3")).first).to_be_visible()
    expect(ann.page.get_by_role("log").first).to_contain_text("Action Phase")
    assert "Overwatch" in _said_of(ann, "Able")
    assert "Overwatch" not in _said_of(ben, "Able")
    expect(ben.page.get_by_role("log").first).not_to_contain_text("Able goes on Overwatch")
    expect(ben.question).to_contain_text("Waiting for")
    _one_zombie_at_a_time(ann)


def _one_zombie_at_a_time(ann: Person) -> None:
    """Of a long list of places one model's are open, in the list as on the table; nobody answers with a folded one."""
    models = ann.question.locator(".unfold")
    expect(models.nth(1)).to_be_visible()
    rows = ann.question.locator("button.option:not(.under)")
    keys = [str(row.get_attribute("data-key")) for row in rows.all()]
    assert len(keys) < 10
    expect(models.nth(0)).to_have_attribute("aria-expanded", "true")
    models.nth(1).click()
    expect(models.nth(0)).to_have_attribute("aria-expanded", "false")
    expect(ann.question.locator(f'[data-key="{keys[0]}"]')).to_have_count(0)
    hotkey = str(rows.first.get_attribute("data-hotkey")).replace("⇧", "Shift+")
    models.nth(0).click()
    expect(ann.question.locator(f'button.option[data-key="{keys[0]}"]')).to_be_visible()
    ann.page.keyboard.press(hotkey)
    expect(models.nth(1)).to_have_attribute("aria-expanded", "true")
    expect(ann.question).to_contain_text("press Enter, to choose it")
    models.nth(0).click()


UNHEARD = "Able fires on Overwatch at Mob"
TOLD = (
    "Mob is activated",
    "Able comes into view",
    "Mob assaults Able",
    "Mob comes to grips with Able",
    "Hand-to-hand: Able against Mob",
    re.compile(r"Mob: zombie scores \d+ against \d+ of Able's \w+"),
    "Able: 1 model goes DOWN",
)
