"""Reading data files: what is wrong with one is said by file, key and reason."""

import tomllib
from pathlib import Path
from typing import TypeVar

import msgspec

T = TypeVar("T")


class DataError(Exception):
    """A file that cannot be used."""

    def __init__(self, file: str, key: str, reason: str) -> None:
        super().__init__(f"{file}: {key}: {reason}" if key else f"{file}: {reason}")
        self.file = file
        self.key = key
        self.reason = reason


def parse_toml(text: str, file: str, kind: type[T]) -> T:
    """A typed value from the text of a TOML file."""
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # what is wrong with TOML, and numbers or nesting beyond all measure
        raise DataError(file, "", f"not valid TOML: {error}") from error
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        reason, _, key = str(error).partition(" - at `$")
        raise DataError(file, key.rstrip("`").lstrip("."), reason) from error


def read_toml(path: Path, kind: type[T]) -> T:
    """A typed value from a TOML file."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise DataError(str(path), "", "no such file") from error
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(str(path), "", f"cannot be read: {error}") from error
    return parse_toml(text, path.name, kind)


def check(condition: bool, file: str, key: str, reason: str) -> None:
    """Say what is wrong with a key unless the condition holds."""
    if not condition:
        raise DataError(file, key, reason)
