"""The application: the lobby, the store and the page behind one address."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

from litestar import Litestar, Response
from litestar.config.compression import CompressionConfig
from litestar.datastructures import CacheControlHeader, State
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.static_files import create_static_files_router

from sandtable import __version__

from .connection import battle_socket
from .lobby import EMPTY_FOR, Lobby
from .routes import HANDLERS, HEADERS, PAGE, Asked, check_host, say_what_is_wrong
from .store import Store
from .workbench import Workbench

LARGEST_BODY = 8 * 1024 * 1024  # a record of a long battle is about half a megabyte
FOR_EVER = CacheControlHeader(public=True, max_age=31_536_000, immutable=True)  # their names change with what they hold
ASK_AGAIN = CacheControlHeader(no_cache=True)


def _with_headers(response: Response[Any]) -> Response[Any]:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("cache-control", "no-store")  # what a seat may know depends on who asks
    return response


def _check_host(request: Asked) -> None:
    check_host(request.app.state.hosts, request.headers.get("host"))


async def _put_away(lobby: Lobby) -> None:
    while True:
        await asyncio.sleep(EMPTY_FOR)
        await lobby.put_away()


def make_app(address: str, hosts: list[str] | None = None) -> Litestar:
    """The application on a store; `hosts` are the names it may be called by (None: any)."""

    @asynccontextmanager
    async def running(app: Litestar) -> AsyncIterator[None]:
        store = await Store.open(address)
        bench = Workbench()
        lobby = Lobby(store, bench)
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

    assets = []
    if (PAGE / "assets").is_dir():
        assets = [
            create_static_files_router(
                "/assets", [PAGE / "assets"], cache_control=FOR_EVER, include_in_schema=False, name="assets"
            ),
            create_static_files_router("/", [PAGE], cache_control=ASK_AGAIN, include_in_schema=False, name="files"),
        ]
    return Litestar(
        route_handlers=[*HANDLERS, battle_socket, *assets],
        lifespan=[running],
        after_request=_with_headers,
        exception_handlers={Exception: say_what_is_wrong},
        compression_config=CompressionConfig(backend="gzip", minimum_size=1000, gzip_compress_level=5),
        request_max_body_size=LARGEST_BODY,
        openapi_config=OpenAPIConfig(
            title="sandtable", version=__version__, path="/api/schema", render_plugins=[JsonRenderPlugin()]
        ),
        before_request=_check_host,
        state=State({"hosts": hosts}),
        logging_config=None,  # whoever runs us decides what is logged
        debug=False,
    )
