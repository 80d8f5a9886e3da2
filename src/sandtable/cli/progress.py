"""A bar for those who wait at a terminal: on the error stream, and gone when the work is done or broken off."""

import sys
from types import TracebackType
from typing import Self

WIDE = 30


class Progress:
    """How much of something is done; says nothing where nobody looks at a terminal."""

    def __init__(self, total: int, what: str) -> None:
        self._total = total
        self._what = what
        self._shown = sys.stderr.isatty()

    def __enter__(self) -> Self:
        self.tell(0)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._write("")

    def tell(self, done: int) -> None:
        """So much is done."""
        full = WIDE * done // self._total
        self._write(f"{'#' * full}{'.' * (WIDE - full)} {done} of {self._total} {self._what}")

    def _write(self, text: str) -> None:
        if self._shown:
            sys.stderr.write(f"\r\x1b[K{text}")  # the line begins again, empty
            sys.stderr.flush()
