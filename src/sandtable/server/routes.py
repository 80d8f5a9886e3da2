"""The HTTP side: rulebooks to read, battles to list and begin, records to take away and verify, and the page itself."""

import asyncio
import logging
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import SplitResult, urlsplit

import msgspec
from litestar import HttpMethod, MediaType, Request, Response, get, post, route
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.openapi import ResponseSpec
from litestar.params import FromHeader, FromPath, FromQuery, JSONBody

from sandtable import __version__
from sandtable.mechanics.misfits import in_words, plainly
from sandtable.odds.ask import AskError
from sandtable.play.record import Record, write_record
from sandtable.rulesets.library import RULESETS

from . import catalogue
from .archive import rules_archive
from .briefing import PROTOCOL
from .http_types import (
    ArchiveView,
    BattleRow,
    BookCard,
    Fork,
    Health,
    History,
    LuckView,
    NewBattle,
    Opened,
    Problem,
    RulesetView,
    RulesView,
    SummaryView,
    Verified,
)
from .lobby import Lobby
from .messages import Line
from .problems import BadRequest, Forbidden, NotFound
from .room import BattleBroken
from .store import StoreError
from .workbench import READER, Workbench

PAGE = Path(__file__).parent / "page"
LOG = logging.getLogger("sandtable.server")
T = TypeVar("T")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
SAYS_NO = {
    status: ResponseSpec(Problem, generate_examples=False, description=what)
    for status, what in {400: "not understood", 403: "not allowed", 404: "not there", 503: "try again"}.items()
}
Asked = Request[Any, Any, State]

MISSING = """<!doctype html><html lang="en"><meta charset="utf-8"><title>sandtable</title>
<h1>The page is not built</h1><p>Run <code>make play</code> in the checkout, or install the package anew.</p></html>"""


def _lobby(request: Asked) -> Lobby:
    lobby: Lobby = request.app.state.lobby
    return lobby


async def on_bench(request: Asked, work: Any, priority: int = READER) -> Any:
    """Have the engine work something out for a reader."""
    bench: Workbench = request.app.state.bench
    return await bench.run(priority, work)


async def strictly(request: Asked, kind: type[T]) -> T:
    """The body again, decoded without any leniency, from our own page only."""
    check_origin(request.headers.get("origin"), request.headers.get("host"))
    if (request.headers.get("content-type") or "").partition(";")[0].strip().lower() != "application/json":
        raise BadRequest("the body must be application/json")
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise BadRequest(in_words(error)) from error


def check_origin(origin: str | None, host: str | None) -> None:
    """Pages of others may not act for the people who look at them."""
    if origin is not None and _parts(origin).netloc.lower() != (host or "").lower():
        raise Forbidden("that page may not do this")


def check_host(hosts: list[str] | None, host: str | None) -> None:
    """On loopback the server answers only to its own names, so that nobody's page can point a browser at it."""
    name = _parts(f"//{host or ''}").hostname
    if hosts is not None and name not in hosts:
        raise Forbidden(f"this server is not called {name!r}")


def _parts(address: str) -> SplitResult:
    try:
        return urlsplit(address)
    except ValueError as error:
        raise Forbidden("that is no address") from error


def tokens_in(header: str | None) -> list[str]:
    """The seat tokens of a request."""
    return (header or "").split()[:2]


@get("/api/health", responses=SAYS_NO)
async def health(request: Asked) -> Health:
    """Whether the server is up, and where others reach it."""
    return Health("sandtable", __version__, PROTOCOL, request.app.state.addresses)


@get("/api/books", responses=SAYS_NO)
async def list_books(request: Asked) -> list[BookCard]:
    """The rulebooks there are, in a few words each."""
    found: list[BookCard] = await on_bench(request, catalogue.books)
    return found


@get("/api/rulesets", responses=SAYS_NO)
async def list_rulesets(request: Asked) -> list[RulesetView]:
    """The rulebooks there are, with their scenarios and switches."""
    found: list[RulesetView] = await on_bench(request, catalogue.rulesets)
    return [_in_this_house(request, one) for one in found]


@get("/api/rulesets/{name:str}", responses=SAYS_NO)
async def read_ruleset(request: Asked, name: FromPath[str]) -> RulesetView:
    """One rulebook, with its scenarios and switches."""
    if name not in RULESETS:
        raise NotFound(f"no rulebook is called {name!r}")
    found: RulesetView = await on_bench(request, lambda: catalogue.ruleset_view(name))
    return _in_this_house(request, found)


def _in_this_house(request: Asked, view: RulesetView) -> RulesetView:
    """A rulebook with what its battles begin with on this server."""
    house = _lobby(request).house.get(view.name)
    return view if house is None else msgspec.structs.replace(view, page_options={**view.page_options, **house})


@get("/api/rulesets/{name:str}/rules", responses=SAYS_NO)
async def read_rules(request: Asked, name: FromPath[str]) -> RulesView:
    """A rulebook to read."""
    if name not in RULESETS:
        raise NotFound(f"no rulebook is called {name!r}")
    await asyncio.to_thread(catalogue.citations, name)
    found: RulesView = await on_bench(request, lambda: catalogue.rules_of(name))
    return found


@get("/api/rules-archive", responses=SAYS_NO)
async def find_archive() -> ArchiveView:
    """Where the rules lie that a browser can run itself."""
    archive = await asyncio.to_thread(rules_archive)
    return ArchiveView(f"/api/rules-archive/{archive.name}", len(archive.body))


@get("/api/rules-archive/{name:str}", media_type="application/zip", responses=SAYS_NO)
async def read_archive(name: FromPath[str]) -> Response[bytes]:
    """The rules that a browser can run itself."""
    archive = await asyncio.to_thread(rules_archive)
    if name != archive.name:
        raise NotFound(f"the rules are no longer kept as {name!r}")
    headers = {"cache-control": "public, max-age=31536000, immutable"}
    return Response(archive.body, media_type="application/zip", headers=headers)


@get("/api/battles", responses=SAYS_NO)
async def list_battles(request: Asked) -> list[BattleRow]:
    """The battles touched last."""
    return await _lobby(request).every()


@post("/api/battles", responses=SAYS_NO)
async def begin_battle(request: Asked, data: JSONBody[NewBattle]) -> Opened:
    """Begin a battle."""
    assert data is not None  # its form is documented by it; what counts is decoded strictly
    return await _lobby(request).begin(await strictly(request, NewBattle))


@get("/api/battles/{battle:str}/history", responses=SAYS_NO)
async def read_history(request: Asked, battle: FromPath[str], seat_tokens: FromHeader[str | None] = None) -> History:
    """A battle as far as it has gone."""
    return await _lobby(request).history(battle, tokens_in(request.headers.get("x-seat-tokens") or seat_tokens))


@get("/api/battles/{battle:str}/luck", responses=SAYS_NO)
async def read_luck(
    request: Asked,
    battle: FromPath[str],
    swings: FromQuery[bool] = False,
    seat_tokens: FromHeader[str | None] = None,
) -> LuckView:
    """What the dice of a battle were expected to bring, and what they brought; with swings, what that was worth."""
    tokens = tokens_in(request.headers.get("x-seat-tokens") or seat_tokens)
    return await _lobby(request).luck(battle, tokens, swings=swings)


@get("/api/battles/{battle:str}/summary", responses=SAYS_NO)
async def read_summary(
    request: Asked, battle: FromPath[str], seat_tokens: FromHeader[str | None] = None
) -> SummaryView:
    """A battle that is over, told in short: what scored, losses, the turning point, the best throw and the worst."""
    return await _lobby(request).summary(battle, tokens_in(request.headers.get("x-seat-tokens") or seat_tokens))


@get("/api/battles/{battle:str}/lines", responses=SAYS_NO)
async def read_lines(request: Asked, battle: FromPath[str], before: FromQuery[int] = 1 << 30) -> list[Line]:
    """Older lines of a battle's log."""
    return await _lobby(request).lines(battle, tokens_in(request.headers.get("x-seat-tokens")), before)


@get("/api/battles/{battle:str}/record", media_type=MediaType.JSON, responses=SAYS_NO)
async def read_record_of(request: Asked, battle: FromPath[str]) -> Response[bytes]:
    """The record of a battle that is over."""
    record = await _lobby(request).record(battle)
    name = f"{record.header.scenario.name}-{battle}.json"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(write_record(record), media_type=MediaType.JSON, headers=headers)


@get("/api/battles/{battle:str}/verify", responses=SAYS_NO)
async def verify_battle(request: Asked, battle: FromPath[str]) -> Verified:
    """Prove the record of a battle that is over."""
    record: Record = await _lobby(request).record(battle)
    return await _lobby(request).verify(write_record(record))


@post("/api/battles/{battle:str}/fork", responses=SAYS_NO)
async def fork_battle(request: Asked, battle: FromPath[str], data: JSONBody[Fork]) -> Opened:
    """Go on from a moment of a battle as a new one."""
    assert data is not None
    return await _lobby(request).fork(battle, await strictly(request, Fork))


@post("/api/verify", status_code=200, responses=SAYS_NO)
async def verify_record(request: Asked) -> Verified:
    """Prove a record that somebody brings."""
    check_origin(request.headers.get("origin"), request.headers.get("host"))
    return await _lobby(request).verify(await request.body())


@post("/api/records", responses=SAYS_NO)
async def open_record(request: Asked) -> Opened:
    """Open a record that somebody brings, to be replayed here."""
    check_origin(request.headers.get("origin"), request.headers.get("host"))
    return await _lobby(request).import_record(await request.body())


@route(
    [
        "/",
        "/battle/{rest:path}",
        "/replay/{rest:path}",
        "/rules",
        "/rules/{rest:path}",
        "/umpire",
        "/umpire/{rest:path}",
        "/compare",
        "/compare/{rest:path}",
        "/gallery",
    ],
    http_method=[HttpMethod.GET, HttpMethod.HEAD],
    media_type=MediaType.HTML,
    include_in_schema=False,
)
async def page() -> Response[bytes]:
    """The page; where it is on it is its own business."""
    return Response(_page(), media_type=MediaType.HTML, headers={"cache-control": "no-cache"})


def _page() -> bytes:
    file = PAGE / "index.html"
    return file.read_bytes() if file.is_file() else MISSING.encode()


def problem(status: int, code: str, reason: str, headers: dict[str, str] | None = None) -> Response[Problem]:
    """What was wrong, as plain data."""
    kept = {**HEADERS, "cache-control": "no-store", **(headers or {})}
    return Response(Problem(code, reason), status_code=status, media_type=MediaType.JSON, headers=kept)


def _by_hand(request: Asked) -> bool:
    """Whether somebody has opened the address in a browser: the page tells him better that nothing is there."""
    return "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api/")


STATUS: dict[type[Exception], tuple[int, str]] = {
    NotFound: (404, "not-found"),
    BadRequest: (400, "bad-request"),
    AskError: (400, "bad-request"),
    Forbidden: (403, "forbidden"),
    BattleBroken: (503, "try-again"),
    StoreError: (503, "store"),
    RecursionError: (400, "bad-request"),  # of a body that is nested too deeply to be read
}


def say_what_is_wrong(request: Asked, error: Exception) -> Response[Problem] | Response[bytes]:
    """Every error as a problem in words; nobody is shown a stack trace."""
    if isinstance(error, HTTPException) and error.status_code == 404 and _by_hand(request):
        headers = {**HEADERS, "cache-control": "no-store"}
        return Response(_page(), status_code=404, media_type=MediaType.HTML, headers=headers)
    for kind, (status, code) in STATUS.items():
        if isinstance(error, kind):
            return problem(status, code, str(error) or "the battle is being taken up again; try once more")
    if isinstance(error, HTTPException):
        extra = error.extra if isinstance(error.extra, list) else []
        said = "; ".join(_misfit(one) for one in extra if isinstance(one, dict)) or error.detail
        said = "there is nothing at this address" if error.status_code == 404 else said
        code = "bad-request" if error.status_code == 400 else str(error.status_code)
        return problem(error.status_code, code, said, error.headers)
    LOG.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return problem(500, "failed", "the server failed at that; it has been noted in its log")


def _misfit(told: dict[str, Any]) -> str:
    """What does not fit in a request that was turned away before it was read, and where."""
    said, key = plainly(str(told.get("message", ""))), str(told.get("key", ""))
    return said if key in {"", "data"} else f"{key}: {said}"


HANDLERS = [
    health, list_books, list_rulesets, read_ruleset, read_rules, find_archive, read_archive, list_battles, begin_battle,
    read_history, read_luck, read_summary,
    read_lines, read_record_of, verify_battle, fork_battle, verify_record, open_record, page,
]  # fmt: skip
