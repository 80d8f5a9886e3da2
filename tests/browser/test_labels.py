"""Words on the table never lie on models nor on each other: measured in forty states of every book."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.server.kit import Page, Server, easy_answer

from .kit import Person, person
from .overlaps import Listening, overlaps, walk

SETTINGS = '{"speed":"instant","briefings":false,"theme":"light","everyLine":false}'
RECORDED = {  # battles of bots: a short one and a full one of each book
    "bolt-action": ("orchard", "attrition"),
    "sotr": ("kennels", "meeting"),
    "fraley": ("chapel", "meeting"),
    "d10": ("orchard", "meeting"),
    "skirmish41": ("orchard", "crossroads"),
}
PLAYED = {  # and by people, one after the other until enough has been asked
    "bolt-action": ("attrition",),
    "sotr": ("crypt", "meeting"),
    "fraley": ("chapel", "meeting"),
    "d10": ("small", "meeting", "village"),
    "skirmish41": ("crossroads", "farm"),
}
BEATS = 400  # of a full battle that are enough
MOMENTS = 14  # of each recorded battle
LIVE = 12  # questions at which the page is measured while a battle is played


def _recorded(server: Server, book: str, scenario: str) -> str:
    """A battle that bots have fought, or the beginning of a long one."""
    opened = server.begin(ruleset=book, scenario=scenario, options={}, players=["rookie", "rookie"], seed=5)
    page = server.join(opened["id"])
    while page.outcome is None and len(page.beats) < BEATS:
        page.hear(timeout=60)
    page.close()
    return str(opened["id"])


def _placing(asked: dict[str, Any]) -> bool:
    domain = asked["domain"]
    return domain["type"] in {"march", "drive"} and bool(domain.get("zone") or domain.get("entry"))


def _moving(asked: dict[str, Any]) -> bool:
    return asked["domain"]["type"] in {"march", "drive"} and not _placing(asked)


def _choosing(asked: dict[str, Any]) -> bool:
    """Somebody chooses among units, not where his own are set up."""
    options = asked["domain"].get("options", [])
    return asked["unit"] is not None and sum(one["unit"] is not None for one in options) > 1


KINDS: dict[str, Callable[[dict[str, Any]], bool]] = {"placing": _placing, "moving": _moving, "choosing": _choosing}


def _onward(page: Page) -> object:
    """An answer that brings the sides together and makes them shoot."""
    asked = page.until_asked()
    keys = [one["key"] for one in asked["domain"].get("options", [])]
    wanted = ("advance", "move") if page.version % 3 else ("fire", "shoot")
    return next((key for key in wanted if key in keys), None) or easy_answer(page)


def _hover(somebody: Person, place: int) -> None:
    """Point at an enemy."""
    models = somebody.page.locator(".unit.side-1 [data-figure]")
    box = models.nth(place % max(1, models.count())).bounding_box() if models.count() else None
    if box:
        somebody.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def _live(somebody: Person, server: Server, book: str) -> list[dict[str, Any]]:
    """What a player sees who places, moves, chooses a target; every other time he points at somebody."""
    line = Listening(somebody.page)
    seen: list[dict[str, Any]] = []
    left = dict.fromkeys(KINDS, LIVE // len(KINDS))
    for scenario in PLAYED[book]:
        options = {"premeasure": True} if book == "bolt-action" else {}
        opened = server.begin(ruleset=book, scenario=scenario, options=options, players=["me", "screen"], seed=5)
        player = server.join(opened["id"], *opened["tokens"].values())
        somebody.sit_down(opened)
        while any(left.values()) and _asked(player):
            asked = player.until_asked()
            kind = next((kind for kind, fits in KINDS.items() if left[kind] and fits(asked)), None)
            if kind:
                left[kind] -= 1
                line.settle(player.version)
                if left[kind] % 2:
                    _hover(somebody, len(seen))
                    line.settle(player.version)
                seen.append({"place": f"{scenario}: {asked['prompt']}", **overlaps(somebody.page)})
            player.answer(_onward(player))
        player.close()
    assert not any(left.values()), left
    return seen


def _asked(player: Page) -> bool:
    """Wait until somebody is asked something; false once the battle is over."""
    while player.decision is None and player.outcome is None:
        player.hear()
    return player.outcome is None


@pytest.mark.parametrize("book", RECORDED)
def test_words_lie_neither_on_models_nor_on_each_other(browser: Browser, server: Server, book: str) -> None:
    with person(browser, f"http://127.0.0.1:{server.port}") as somebody:
        somebody.page.add_init_script(f"localStorage.setItem('sandtable.settings', '{SETTINGS}')")
        seen = []
        for scenario in RECORDED[book]:
            somebody.go(f"/replay/{_recorded(server, book, scenario)}")
            seen += walk(somebody.page, MOMENTS)
        seen += _live(somebody, server, book)
        assert len(seen) >= 40
        assert sum(one["words"] for one in seen) > 5 * len(seen), "hardly anything is written"
        assert sum(one["models"] for one in seen) > 10 * len(seen), "hardly anybody is there"
        bad = {f"{one['place']}": one["found"] for one in seen if one["found"]}
        assert not bad, (len(bad), bad)
        assert somebody.complaints == []
