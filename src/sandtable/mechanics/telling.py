"""What all rulebooks have in common in words: how a throw is told, words that may be missing, numbers, names."""

from collections.abc import Mapping, Sequence
from typing import Any

from sandtable.geometry.units import show
from sandtable.play.events import Event, Thrown
from sandtable.play.state import State

HUNDREDTH = 10  # thousandths of an inch


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


def words_of(event: Event) -> Words:
    """What a line may name of an event: whatever it tells, and whatever it sets."""
    return Words({**event.sets, **event.tells})


def capital(text: str) -> str:
    """A line with a capital at its beginning; a heading stays as it is."""
    return text if text.startswith("#") else text[:1].upper() + text[1:]


def kept_secret(event: Event) -> bool:
    """Whether this is what those are told who may not know."""
    return event.known_to is not None and not (event.tells or event.sets or event.figures or event.rolls)


def hundredths(length: int) -> str:
    """A length in inches, to the nearest hundredth."""
    return show((length + HUNDREDTH // 2) // HUNDREDTH * HUNDREDTH)


def figures_of(state: State[Any, Any], event: Event, one: str, many: str) -> str:
    """The figures an event is about: a single one by what it is, several by their number."""
    if len(event.figures) != 1:
        return count_of(len(event.figures), one, many)
    return f"the {state.figures[event.figures[0]].role}"


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


def heading_outside(phase: str, agenda: Sequence[str], before: Mapping[str, str]) -> str:
    """Where a battle is before its first turn, by what is done next, and once it is over; empty in between."""
    if phase == "setup":
        return f"Before the battle: {before.get(agenda[0], agenda[0]) if agenda else 'setting up'}"
    return "The battle is over" if phase == "over" else ""
