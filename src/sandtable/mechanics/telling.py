"""What all rulebooks have in common in words: how a throw is told, words that may be missing, numbers, names."""

from collections.abc import Sequence
from typing import Any

from sandtable.play.events import Thrown


def throw_line(thrown: Thrown, meaning: str) -> str:
    """The line for a throw: what it was for, what a die needed, the faces, and what they mean."""
    faces = " ".join(map(str, thrown.faces))
    needs = f", needs {thrown.needs}" if thrown.needs else ""
    return f"{thrown.why}{needs}: {faces}{meaning}"


def meaning_of(thrown: Thrown) -> str:
    """What the faces amount to, where that is not plain to see."""
    value = thrown.value
    if isinstance(value, str):
        return f" = {value}"
    if isinstance(value, bool):
        return " = yes" if value else " = no"
    if isinstance(value, int) and (len(thrown.faces) > 1 or value != thrown.faces[0]):
        return f" = {value}"
    return ""


class Words(dict[str, Any]):
    """Words of a line; one that nobody gave is left out rather than stopping the log."""

    def __missing__(self, key: str) -> str:
        return ""


def count_of(number: int, one: str, many: str) -> str:
    """A number of things: `1 model`, `3 models`, `no models`."""
    return f"{number or 'no'} {one if number == 1 else many}"


def whose(name: str) -> str:
    """A name of which something is said to be: Able's, Shermans'."""
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def numbered(title: str, taken: Sequence[str]) -> str:
    """A name of its own: the title, with a number if another has it."""
    number, name = 1, title
    while name in taken:
        number += 1
        name = f"{title} {number}"
    return name
