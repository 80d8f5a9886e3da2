"""What every book shows of thirty actions: who, to whom, with what result, on the table and in words.

Of whom nobody may know, nobody is told.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.server.kit import Server

from .kit import SeenAct, TheAct, acts_told, person, seen_acts

STORY = '{"speed":"instant","briefings":false,"theme":"light","everyLine":false}'
EACH = 15  # actions of each battle
BEATS = 400  # of each battle at least, where it has as many
# Between them: small arms, guns, rockets, mortars, flame, grenades, aircraft, barrages, those who lie hidden, vehicles.
BATTLES = {
    "bolt-action": ("breakthrough", "three-objectives"),
    "sotr": ("iron", "dead-walk"),
    "fraley": ("chapel", "skirmish"),
    "d10": ("orchard", "village"),
    "skirmish41": ("crossroads", "patrol"),
}


@pytest.mark.parametrize("book", BATTLES)
def test_the_page_names_who_did_what_to_whom_and_what_came_of_it(browser: Browser, server: Server, book: str) -> None:
    opened = [
        server.begin(ruleset=book, scenario=scenario, options={}, players=["rookie", "rookie"], seed=5)["id"]
        for scenario in BATTLES[book]
    ]
    kinds, wrong, told = set(), [], 0
    with person(browser, f"http://127.0.0.1:{server.port}") as watcher:
        watcher.page.add_init_script(f"localStorage.setItem('sandtable.settings', '{STORY}')")
        for battle in opened:
            history = _fought(server, battle)
            names = {unit["name"] for beat in history["beats"] for unit in beat.get("units", ())}
            names |= {unit["name"] for unit in history["start"]["units"]}
            acts = _various(acts_told(history))
            kinds |= {act.kind for act in acts}
            watcher.go(f"/replay/{battle}")
            watcher.page.get_by_role("slider", name="Moment of the battle").wait_for()
            for act, seen in zip(acts, seen_acts(watcher.page, acts), strict=True):
                told += 1
                wrong += [f"{act.says} ({act.first}): {one}" for one in _wrong(act, seen, names)]
        assert watcher.complaints == []
    assert wrong == []
    assert told == EACH * len(opened)
    assert kinds >= {"move", "fire"} and len(kinds) >= 5


def _fought(server: Server, battle: str) -> dict[str, Any]:
    page = server.join(battle)
    while page.outcome is None and len(page.beats) < BEATS:
        page.hear(timeout=60)
    page.close()
    history: dict[str, Any] = server.get(f"/api/battles/{battle}/history")
    return history | {"beats": history["beats"][:BEATS]}  # bots have gone on meanwhile


def _various(acts: list[TheAct]) -> list[TheAct]:
    """Some of many actions, as unlike each other as can be."""
    often: dict[object, int] = {}
    ranked = []
    for act in acts:
        sort = (act.kind, act.trace, act.says, act.actor is None, bool(act.hurt))
        often[sort] = often.get(sort, 0) + 1
        ranked.append((often[sort], act.first, act))
    return sorted((act for _, _, act in sorted(ranked, key=lambda one: one[:2])[:EACH]), key=lambda act: act.first)


def _wrong(act: TheAct, seen: SeenAct | None, everybody: set[str]) -> list[str]:
    """What the page does not show of an action, or should not."""
    if seen is None:
        return ["is not shown"]
    known = {act.actor_name, *act.target_names} - {""}
    return [*seen.covered, *_drawn_wrong(act, seen, known), *_said_wrong(act, seen, known, everybody)]


def _drawn_wrong(act: TheAct, seen: SeenAct, known: set[str]) -> Iterator[str]:
    whom = [unit for unit in act.targets if unit != act.actor]
    if seen.actor != act.actor:
        yield f"the actor is {act.actor} and lit is {seen.actor}"
    if not seen.targets >= set(whom):
        yield f"the targets are {whom} and marked are {seen.targets}"
    if act.actor is not None and not seen.arrows >= {(act.actor, unit) for unit in whom}:
        yield f"arrows go {seen.arrows}"
    if act.actor is None and any(by is not None for by, _ in seen.arrows):
        yield f"an arrow comes from {seen.arrows}, and it is nobody's business from whom"
    if not seen.names >= known:
        yield f"{known - seen.names} stand nowhere"
    for unit, words in act.hurt.items():
        yield from (f"{one} does not stand at {unit}" for one in words[:2] if one not in seen.results.get(unit, ""))


def _said_wrong(act: TheAct, seen: SeenAct, known: set[str], everybody: set[str]) -> Iterator[str]:
    unsaid = [name for name in known if name.lower() not in seen.sentence.lower()]
    unsaid += [words[0] for words in act.hurt.values() if words[0] not in seen.sentence]
    yield from (f"the sentence lacks {one}: {seen.sentence}" for one in unsaid)
    if any(name not in seen.sentence for name in seen.names - known):
        yield f"{seen.names - known} are named, and not in the sentence: {seen.sentence}"
    if act.actor is None and any(seen.sentence.startswith(f"{name} ") for name in everybody):
        yield f"the sentence names who did it: {seen.sentence}"
