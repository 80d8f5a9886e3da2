"""One server for the tests of a module, and a fresh data folder for those that need their own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from .kit import Server, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A running server."""
    with serving(tmp_path_factory.mktemp("data")) as found:
        yield found
        found.close_pages()


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """An empty data folder."""
    return tmp_path
