"""Writing answers: JSON, and columns for people."""

import textwrap

import msgspec

from sandtable.play.wire import to_plain


def print_json(value: object) -> None:
    """One JSON value on one line."""
    print(msgspec.json.encode(to_plain(value)).decode())


def wrapped(text: str, indent: str = "    ", width: int = 100, hanging: str | None = None) -> str:
    """A paragraph, indented; `hanging` is for the lines after the first."""
    later = indent if hanging is None else hanging
    return textwrap.fill(text, width, initial_indent=indent, subsequent_indent=later, break_on_hyphens=False)


def counted(number: int, what: str) -> str:
    """So many of something, in words that fit one as well as several."""
    return f"{number} {what}{'s' * (number != 1)}"
