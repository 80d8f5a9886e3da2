"""The application: the lobby, the store and the page behind one address."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

from litestar import Litestar, Response, Router
from litestar.config.compression import CompressionConfig
from litestar.datastructures import CacheControlHeader, State
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.static_files import create_static_files_router

from sandtable import __version__

from .comparing import COMPARING
from .connection import battle_socket
from .lobby import EMPTY_FOR, House, Lobby
from .routes import HANDLERS, HEADERS, PAGE, Asked, check_host, say_what_is_wrong
from .store import Store
from .umpiring import UMPIRING
from .workbench import Workbench

OVER_HTTP = [*HANDLERS, *UMPIRING, *COMPARING]
LARGEST_BODY = 8 * 1024 * 1024  # a record of a long battle is about half a megabyte
FOR_EVER = CacheControlHeader(public=True, max_age=31_536_000, immutable=True)  # their names change with what they hold
ASK_AGAIN = CacheControlHeader(no_cache=True)
# Only for the worker that runs the rules in the browser: it compiles Python's interpreter, and does nothing but fetch.
WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"


def _with_headers(response: Response[Any]) -> Response[Any]:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("cache-control", "no-store")  # what a seat may know depends on who asks
    return response


def _with_worker_headers(response: Response[Any]) -> Response[Any]:
    response.headers["content-security-policy"] = WORKER_POLICY
    return _with_headers(response)


def _check_host(request: Asked) -> None:
    check_host(request.app.state.hosts, request.headers.get("host"))


async def _put_away(lobby: Lobby) -> None:
    while True:
        await asyncio.sleep(EMPTY_FOR)
        await lobby.put_away()


def _files() -> list[Router]:
    """The built page: what is named after what it holds is kept for ever, everything else is asked for again."""
    if not (PAGE / "assets").is_dir():
        return []
    kept = [
        create_static_files_router(
            f"/{name}",
            [PAGE / name],
            cache_control=FOR_EVER,
            include_in_schema=False,
            name=name,
            after_request=_with_worker_headers if name == "worker" else None,
        )
        for name in ("assets", "offline", "worker")
        if (PAGE / name).is_dir()
    ]
    rest = create_static_files_router("/", [PAGE], cache_control=ASK_AGAIN, include_in_schema=False, name="files")
    return [*kept, rest]


def make_app(
    address: str, hosts: list[str] | None = None, house: House | None = None, addresses: tuple[str, ...] = ()
) -> Litestar:
    """The application on a store.

    `hosts` are the names it may be called by (None: any), `house` what battles begin with, `addresses` are where others
    reach it.
    """

    @asynccontextmanager
    async def running(app: Litestar) -> AsyncIterator[None]:
        store = await Store.open(address)
        bench = Workbench()
        lobby = Lobby(store, bench, house)
        app.state.lobby, app.state.bench = lobby, bench
        tidying = asyncio.create_task(_put_away(lobby))
        try:
            yield
        finally:
            tidying.cancel()
            with suppress(asyncio.CancelledError):
                await tidying
            await lobby.close()
            await store.close()
            bench.close()

    return Litestar(
        route_handlers=[*OVER_HTTP, battle_socket, *_files()],
        lifespan=[running],
        after_request=_with_headers,
        exception_handlers={Exception: say_what_is_wrong},
        compression_config=CompressionConfig(
            backend="gzip",
            minimum_size=1000,
            gzip_compress_level=5,
            exclude=["^/offline/"],  # an interpreter of ten megabytes would hold up every battle for a second
        ),
        request_max_body_size=LARGEST_BODY,
        openapi_config=OpenAPIConfig(
            title="sandtable", version=__version__, path="/api/schema", render_plugins=[JsonRenderPlugin()]
        ),
        before_request=_check_host,
        state=State({"hosts": hosts, "addresses": addresses}),
        logging_config=None,  # whoever runs us decides what is logged
        debug=False,
    )
