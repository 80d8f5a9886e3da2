"""The last action is the picture: who did it, to whom, with what result; skipped, repeated, standing still."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.server.kit import Server, easy_answer

from .kit import TheAct, acts_told, person, seen_act

STORY = '{"speed":"instant","briefings":false,"theme":"light","everyLine":false}'
SLOW = STORY.replace("instant", "slow")


def _watch(browser: Browser, server: Server, settings: str = STORY, **context: Any) -> Any:
    """A window whose settings are these."""
    found = person(browser, f"http://127.0.0.1:{server.port}", **context)
    return found, f"localStorage.setItem('sandtable.settings', '{settings}')"


@pytest.fixture(scope="module")
def fought(server: Server) -> dict[str, Any]:
    """A battle that bots have fought, with its history."""
    opened = server.begin(players=["rookie", "rookie"], seed=5)
    page = server.join(opened["id"])
    while page.outcome is None and len(page.beats) < 700:
        page.hear(timeout=60)
    history = server.get(f"/api/battles/{opened['id']}/history")
    return {"id": opened["id"], "history": history}


def _hurtful(fought: dict[str, Any]) -> list[TheAct]:
    told = acts_told(fought["history"])
    return [act for act in told if act.kind == "fire" and act.hurt and act.actor and act.targets]


def test_a_way_that_was_gone_stays_as_a_trail(browser: Browser, server: Server, fought: dict[str, Any]) -> None:
    move = next(act for act in acts_told(fought["history"]) if act.kind == "move" and act.far > 3000)
    window, keep = _watch(browser, server)
    with window as watcher:
        watcher.page.add_init_script(keep)
        watcher.go(f"/replay/{fought['id']}?beat={move.last}")
        trail = watcher.page.locator(f"[data-act=trail][data-unit='{move.actor}']").last
        expect(trail).to_be_visible()
        assert seen_act(watcher.page).actor == move.actor
        expect(watcher.page.locator("[data-act=sentence]")).to_contain_text("inches")


def test_after_the_enemys_turn_his_actions_are_told_and_can_be_seen_again(browser: Browser, server: Server) -> None:
    opened = server.begin(players=["me", "rookie"], seed=11)
    played = server.join(opened["id"], *opened["tokens"].values())
    for _ in range(120):  # until the enemy has done several things on the table
        before = len(played.beats)
        played.answer(easy_answer(played))
        played.until_asked()
        acts = [beat["act"] for beat in played.beats[before:] if beat.get("act") and not beat["act"].get("quiet")]
        if len({(act.get("actor"), act["says"]) for act in acts}) > 1:
            break
    window, keep = _watch(browser, server)
    with window as player:
        player.page.add_init_script(keep)
        player.sit_down(opened)
        expect(player.page.locator("[data-act=sentence]")).not_to_contain_text("Nothing has been done")
        rows = player.page.get_by_role("button", name=re.compile("^Show again: "))
        expect(rows.first).to_be_visible()
        sentence = player.page.locator("[data-act=sentence]").inner_text()
        player.page.get_by_role("list", name="What was done, the newest first").get_by_role("button").last.click()
        expect(player.page.locator("[data-act=sentence]")).not_to_have_text(sentence)
        player.page.locator("body").press("Space")  # back to now
        expect(player.page.locator("[data-act=sentence]")).to_have_text(sentence)
        assert player.complaints == []


def test_space_skips_and_b_repeats(browser: Browser, server: Server) -> None:
    opened = server.begin(players=["me", "rookie"], seed=11)
    played = server.join(opened["id"], *opened["tokens"].values())
    window, keep = _watch(browser, server, SLOW)
    with window as watcher:
        watcher.page.add_init_script(keep)
        watcher.go(f"/battle/{opened['id']}")
        watcher.wait_until_known()
        page = watcher.page
        for _ in range(60):  # somebody else plays, and this window sees it slowly
            played.answer(easy_answer(played))
            played.until_asked()
            if sum(bool(beat.get("act") and not beat["act"].get("quiet")) for beat in played.beats) > 3:
                break
        page.wait_for_function("() => !document.querySelector('button[title^=\"Show at once\"]')?.disabled")
        page.locator("body").press("Space")
        # Whatever was waiting is on the table, and the picture stands still.
        expect(page.locator(".action")).to_have_attribute("data-phase", "still")
        again = page.locator(".action").get_attribute("data-scene")
        page.locator("body").press("b")
        expect(page.locator(".action.past")).to_be_visible()
        expect(page.locator(".action")).to_have_attribute("data-scene", str(again))
        page.locator("body").press("Space")
        expect(page.locator(".action.past")).to_have_count(0)


def test_where_motion_is_not_wanted_pictures_stand_still(
    browser: Browser, server: Server, fought: dict[str, Any]
) -> None:
    shot = _hurtful(fought)[0]
    window, keep = _watch(browser, server, SLOW, reduced_motion="reduce")
    with window as watcher:
        watcher.page.add_init_script(keep)
        watcher.go(f"/replay/{fought['id']}?beat={shot.first - 1}")
        watcher.page.get_by_role("button", name="Play").click()
        expect(watcher.page.locator(".action")).to_have_attribute("data-scene", str(shot.first))
        moving = watcher.page.evaluate(
            "() => document.getAnimations().filter(one => one.effect.target.closest('.action, .action-ground')).length"
        )
        assert moving == 0
        expect(watcher.page.locator("[data-act=arrow]").first).to_be_visible()


def test_a_replay_steps_by_action_and_by_beat(browser: Browser, server: Server, fought: dict[str, Any]) -> None:
    window, keep = _watch(browser, server)
    with window as watcher:
        watcher.page.add_init_script(keep)
        watcher.go(f"/replay/{fought['id']}")
        page = watcher.page
        expect(page.get_by_role("list", name="What was done")).to_be_visible()
        page.get_by_role("button", name="Next action").click()
        first = page.locator(".action").get_attribute("data-scene")
        page.locator("body").press("Shift+ArrowRight")
        expect(page.locator(".action")).not_to_have_attribute("data-scene", str(first))
        page.locator("body").press("Shift+ArrowLeft")
        expect(page.locator(".action")).to_have_attribute("data-scene", str(first))
        place = page.get_by_role("slider", name="Moment of the battle").input_value()
        page.locator("body").press("ArrowRight")
        assert int(page.get_by_role("slider", name="Moment of the battle").input_value()) > int(place)


def test_who_wants_to_watch_an_action_sees_it_played(browser: Browser, server: Server, fought: dict[str, Any]) -> None:
    shot = next(act for act in _hurtful(fought) if act.throws)
    window, keep = _watch(browser, server)
    with window as watcher:
        watcher.page.add_init_script(keep)
        watcher.go(f"/replay/{fought['id']}?beat={shot.first}&play")
        expect(watcher.page.locator(".action")).to_have_attribute("data-scene", str(shot.first))
        watcher.page.wait_for_function("last => new URL(location).searchParams.get('beat') - last > 0", arg=shot.last)
        assert "&play" not in watcher.page.url
        assert watcher.complaints == []


def test_on_a_phone_the_caption_and_the_dice_are_below_the_table(
    browser: Browser, server: Server, fought: dict[str, Any]
) -> None:
    shot = next(act for act in _hurtful(fought) if act.throws)
    window, keep = _watch(browser, server, viewport={"width": 390, "height": 844}, has_touch=True)
    with window as watcher:
        watcher.page.add_init_script(keep)
        watcher.go(f"/replay/{fought['id']}?beat={shot.last}")
        caption = watcher.page.locator("[data-act=sentence]")
        expect(caption).to_contain_text(shot.actor_name)
        table = watcher.page.get_by_role("application", name="The table").bounding_box()
        box = caption.bounding_box()
        assert table and box and box["y"] >= table["y"] + table["height"] - 1
        expect(watcher.page.locator("[data-throw]").first).to_be_visible()
