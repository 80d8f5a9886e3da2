"""Rulebooks beside each other over HTTP: the scenarios that several of them fight, and how each sets them up."""

from litestar import get
from litestar.params import FromPath

from . import ready
from .http_types import CommonScenarioView, ReadyView
from .routes import SAYS_NO, Asked, on_bench


@get("/api/common-scenarios", responses=SAYS_NO)
async def list_common_scenarios(request: Asked) -> list[CommonScenarioView]:
    """The scenarios that belong to no rulebook, with the books that fight them."""
    found: list[CommonScenarioView] = await on_bench(request, ready.scenarios)
    return found


@get("/api/common-scenarios/{name:str}/{book:str}", responses=SAYS_NO)
async def read_ready(request: Asked, name: FromPath[str], book: FromPath[str]) -> ReadyView:
    """Such a scenario under a book, when both sides have set up: the table, and what each troop is there."""

    def work() -> ReadyView:
        ready.check(name, book)
        return ready.ready(name, book)

    found: ReadyView = await on_bench(request, work)
    return found


COMPARING = [list_common_scenarios, read_ready]
