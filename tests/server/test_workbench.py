"""The one thread of the engine: what is urgent comes first, even in the middle of a long look ahead."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest

from sandtable.foresight.breath import BETWEEN, breathe
from sandtable.odds import umpire
from sandtable.odds.ask import AnswerView
from sandtable.odds.forecast import Standing, look_ahead
from sandtable.rulesets.bolt_action.ruleset import RULESET
from sandtable.rulesets.bolt_action.situations import situations
from sandtable.server import asking
from sandtable.server.workbench import BOT, FORECAST, PERSON, QUESTION, READER, Workbench

from .kit import Page, Server, easy_answer

PATIENCE = 20


def _run(test: Callable[[Workbench], Awaitable[None]]) -> None:
    async def run() -> None:
        bench = Workbench()
        try:
            await asyncio.wait_for(test(bench), PATIENCE)
        finally:
            bench.close()
        assert not bench._thread.is_alive()

    asyncio.run(run())


class Long:
    """A look ahead that goes on until it is told to end."""

    def __init__(self) -> None:
        self.begun = threading.Event()
        self.end = threading.Event()
        self.given_up = False

    def __call__(self, *_: object) -> str:
        """Look ahead, with breath taken all the time."""
        self.begun.set()
        try:
            while not self.end.wait(0.001):
                breathe()
        except BaseException:
            self.given_up = True
            raise
        return "looked"

    async def under_way(self) -> None:
        """Until it has begun."""
        assert await asyncio.to_thread(self.begun.wait, PATIENCE)


def test_whatever_is_more_urgent_is_done_in_the_middle_of_a_look_ahead() -> None:
    async def test(bench: Workbench) -> None:
        look = Long()
        looking = asyncio.create_task(bench.run(FORECAST, look))
        await look.under_way()
        assert await bench.run(PERSON, lambda: "answered") == "answered"
        assert await bench.run(QUESTION, lambda: "planned") == "planned"
        later = [asyncio.create_task(bench.run(priority, lambda: "done")) for priority in (FORECAST, READER, BOT)]
        assert await bench.run(PERSON, lambda: "answered again") == "answered again"
        assert not looking.done() and not any(one.done() for one in later)
        look.end.set()
        assert await looking == "looked"
        assert await asyncio.gather(*later) == ["done"] * 3

    _run(test)


def test_a_failure_in_the_middle_of_a_look_ahead_is_not_its_own() -> None:
    async def test(bench: Workbench) -> None:
        look = Long()
        looking = asyncio.create_task(bench.run(READER, look))
        await look.under_way()
        with pytest.raises(ZeroDivisionError):
            await bench.run(PERSON, lambda: 1 // 0)
        look.end.set()
        assert await looking == "looked"

    _run(test)


def test_a_look_ahead_that_nobody_waits_for_is_given_up() -> None:
    async def test(bench: Workbench) -> None:
        look = Long()
        looking = asyncio.create_task(bench.run(READER, look))
        await look.under_way()
        looking.cancel()
        assert await bench.run(BOT, lambda: "next") == "next"
        assert look.given_up

    _run(test)


def test_closing_lets_a_look_ahead_come_to_its_end() -> None:
    async def test(bench: Workbench) -> None:
        look = Long()
        looking = asyncio.create_task(bench.run(READER, look))
        await look.under_way()
        closing = asyncio.create_task(asyncio.to_thread(bench.close))
        await asyncio.sleep(0.05)
        look.end.set()
        await closing
        assert await looking == "looked"

    _run(test)


@pytest.fixture
def long(monkeypatch: pytest.MonkeyPatch) -> Iterator[Long]:
    """Every forecast takes for ever."""
    look = Long()
    monkeypatch.setattr(asking, "foresee", look)
    yield look
    look.end.set()


def _at_an_order(server: Server) -> Page:
    opened = server.begin(players=["me", "screen"], seed=5)
    page = server.join(opened["id"], *opened["tokens"].values())
    while page.until_asked()["kind"] != "order":
        page.answer(easy_answer(page))
    return page


def _order(page: Page) -> str:
    key: str = page.until_asked()["domain"]["options"][0]["key"]
    return key


def _foresee(page: Page, ref: str) -> None:
    about = {"query": "foresee", "options": [_order(page)]}
    page.send({"type": "ask", "ref": ref, "version": page.version, "about": about})


def _until(page: Page, *refs: str) -> dict[str, Any]:
    while True:
        message = page.hear()
        if message.get("ref") in refs:
            return message


def test_who_waits_for_a_forecast_may_still_answer_and_then_it_is_given_up(server: Server, long: Long) -> None:
    page = _at_an_order(server)
    _foresee(page, "long")
    assert long.begun.wait(PATIENCE)
    page.send({"type": "ask", "ref": "quick", "version": page.version, "about": {"query": "promises"}})
    assert _until(page, "quick")["type"] == "reply"
    page.send({"type": "answer", "ref": "mine", "version": page.version, "answer": _order(page)})
    said = {message["ref"]: message for message in (_until(page, "long", "mine") for _ in range(2))}
    assert said["mine"]["type"] == "accepted"
    assert (said["long"]["type"], said["long"]["stale"]) == ("refused", True)
    assert "gone on" in said["long"]["refusal"]["why"]


def test_a_page_waits_for_a_few_forecasts_only(server: Server, long: Long) -> None:
    page = _at_an_order(server)
    for number in range(9):
        _foresee(page, f"f{number}")
    refused = _until(page, "f8")
    assert (refused["type"], refused["stale"]) == ("refused", False)
    assert "8 forecasts are being worked out" in refused["refusal"]["why"]
    page.close()


def test_whoever_leaves_waits_for_nothing(server: Server, long: Long) -> None:
    page = _at_an_order(server)
    _foresee(page, "long")
    assert long.begun.wait(PATIENCE)
    page.close()
    assert server.get("/api/rulesets"), "the bench is free for readers again"
    assert long.given_up


def test_nobody_waits_for_a_long_question_of_another_table(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    look = Long()
    really = umpire.asked

    def asked(name: str, question: str, wanted: umpire.Put) -> AnswerView:
        look()
        return really(name, question, wanted)

    monkeypatch.setattr(umpire, "asked", asked)
    path = "/api/rulesets/bolt-action/questions/air-strike"
    asking_it = threading.Thread(target=server.call, args=("POST", path, {}))
    asking_it.start()
    try:
        assert look.begun.wait(PATIENCE)
        assert server.get("/api/rulesets"), "readers go first"
        page = _at_an_order(server)
        assert page.answer(_order(page))["type"] == "accepted"
        assert not look.end.is_set() and asking_it.is_alive()
    finally:
        look.end.set()
        asking_it.join(PATIENCE)


def test_the_real_walks_of_a_question_and_of_a_forecast_take_breath() -> None:
    """Otherwise nobody would ever go first."""
    breaths = []
    BETWEEN.set(lambda: breaths.append(1))
    try:
        umpire.asked("bolt-action", "air-strike", umpire.Put())
        played = len(breaths)
        (situation,) = [one for name, one in situations().items() if name == "ten men shoot at ten"]
        standing = Standing(RULESET, situation.state, (), situation.state, situation.seat)
        look_ahead(standing, situation.begin)
        foreseen = len(breaths) - played
        look_ahead(standing, situation.begin, budget=1, trials=5)
    finally:
        BETWEEN.set(lambda: None)
    assert played > 10, "an action that is played"
    assert foreseen > 0
    assert len(breaths) - played - foreseen >= 5
