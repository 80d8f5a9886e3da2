"""One server and one Chromium for the browser tests of a process."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.server.kit import Server, serving

from .kit import Person, launch, person


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A running server."""
    with serving(tmp_path_factory.mktemp("data")) as found:
        yield found


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A running Chromium."""
    with sync_playwright() as playwright:
        found = launch(playwright)
        yield found
        found.close()


@pytest.fixture
def somebody(browser: Browser, server: Server) -> Iterator[Person]:
    """A person at the page, who must have had nothing to complain about."""
    with person(browser, f"http://127.0.0.1:{server.port}") as found:
        yield found
        assert found.complaints == []
