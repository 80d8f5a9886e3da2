"""Numbers as people say them, and no ids or files anywhere a player reads: what is exact stands behind an i."""

import re

import pytest
from playwright.sync_api import Browser

from tests.server.kit import Server, easy_answer

from .kit import PATIENCE, person

ANSWERS = 30  # in each battle
BATTLES = {
    "bolt-action": ("orchard", {"premeasure": True}),
    "sotr": ("ruins", {}),
    "fraley": ("skirmish", {}),
    "d10": ("small", {}),
    "skirmish41": ("patrol", {}),
}
AVOIDED = {
    "a clause": r"\b(?:ba|sotr|fraley|d10|sk)\.[a-z0-9-]+\.[a-z0-9-]+",
    "a file": r"\b[a-z_-]+\.(?:py|toml)\b",
    "an id": r"\b[a-z]+(?:-[a-z]+){2,}, \d",
    "one of several": r"(?<![\d.,-])(?<!\N{MINUS SIGN})1\s*(?:men|points|pins|hits|units|Teams|dice|shots)\b",
    "more than sure": r"[<>]\s*\d+\s*%",
    "a fraction": r"\b\d+ \d+/\d+\b",
    "digits that nobody reads": r"\b\d+\.\d{2,}",
}
TABS = ("Units", "Card", "Story")
ASKED = """prompt => {
  const heading = document.querySelector('section[aria-label="The question"] h2');
  return heading?.innerText.toLowerCase() === prompt.toLowerCase() && !document.querySelector('.answer .waiting');
}"""


@pytest.mark.parametrize("book", BATTLES)
def test_words_and_numbers_are_those_of_people(browser: Browser, server: Server, book: str) -> None:
    scenario, options = BATTLES[book]
    opened = server.begin(ruleset=book, scenario=scenario, options=options, players=["me", "rookie"], seed=3)
    played = server.join(opened["id"], *opened["tokens"].values())
    read: set[str] = set()
    found: set[str] = set()
    with person(browser, f"http://127.0.0.1:{server.port}") as player:
        player.sit_down(opened)
        for _ in range(ANSWERS):
            asked = played.until_asked()
            if asked["kind"] not in read:  # each kind of question once: they are worded alike
                read.add(asked["kind"])
                player.page.wait_for_function(ASKED, arg=asked["prompt"], timeout=PATIENCE)
                player.page.locator(".ask details").evaluate_all("all => all.forEach((one) => { one.open = true; })")
                found |= _avoidable(player.page.locator("body").inner_text())
            played.answer(easy_answer(played))
            if played.decision is None and played.outcome is None:
                played.hear()
            if played.outcome is not None:
                break
        for tab in TABS:
            player.page.get_by_role("tab", name=tab).click()
            found |= _avoidable(player.page.locator("body").inner_text())
        player.page.get_by_role("tabpanel").locator("li:has(a) .said").last.click()  # a line of the log that is lit
        found |= _avoidable(player.page.locator("body").inner_text())
        assert player.complaints == []
    assert len(read) >= 4
    assert found == set()


def _avoidable(text: str) -> set[str]:
    """What of a text should be said otherwise, with the words around it."""
    return {
        f"{what}: {line.strip()}"
        for line in text.splitlines()
        for what, pattern in AVOIDED.items()
        if re.search(pattern, line)
    }
