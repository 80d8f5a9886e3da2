"""Signals for processes that tests start."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def hearing_ctrl_c() -> Iterator[None]:
    """Processes that are started here hear Ctrl-C, even if the tests themselves run in the background and do not."""
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
