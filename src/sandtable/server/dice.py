"""A throw as a page shows it: what it was for in a word or two, which dice did it, and why they needed what they needed."""

import re
from collections.abc import Mapping

from sandtable.grammar import mended
from sandtable.play.events import Thrown

from .messages import Dice

AT_LEAST = re.compile(r"(\d+)\+?")
REASONS = re.compile(r"\(([^()]*[+-]\d[^()]*)\)$")  # modifiers, at the end of what is needed or of what it is for
SPOKEN = re.compile(r"\(([^()]+)\)$")  # reasons as they are read out
MINUS = "\N{MINUS SIGN}"


def dice_of(thrown: Thrown, names: Mapping[str, str]) -> Dice:
    """A throw, by what a rulebook calls its throws."""
    return Dice(
        thrown.sides,
        thrown.faces,
        thrown.seat,
        thrown.wanted,
        mended(thrown.why),
        _result(thrown),
        _what(thrown, names),
        thrown.wanted.partition(" (")[0],
        _good(thrown),
        _note(thrown),
    )


def _what(thrown: Thrown, names: Mapping[str, str]) -> str:
    """What a throw is for: as its rulebook calls it, else what stands after the last colon of its reason."""
    for clause, name in names.items():
        if clause in thrown.because:
            return name
    _, colon, rest = thrown.why.rpartition(": ")
    rest = re.split(r"[,(]", rest)[0].strip()
    return rest[:1].upper() + rest[1:] if colon else ""


def _good(thrown: Thrown) -> tuple[bool, ...]:
    """Which dice did what they had to, where each is asked for by itself and they add up to what came of it."""
    least = AT_LEAST.fullmatch(thrown.needs.partition(" (")[0])
    if least is None:
        return ()
    good = tuple(face >= int(least[1]) for face in thrown.faces)
    value = thrown.value
    if isinstance(value, tuple | list) and all(isinstance(one, int) for one in value):
        return good if sum(value) == sum(good) else ()
    if thrown.faces == (value,) or isinstance(value, str):
        return good if len(good) == 1 else ()
    return good if value == sum(good) else ()


def _note(thrown: Thrown) -> str:
    """The modifiers of a throw, in words."""
    found = SPOKEN.search(thrown.aloud) or REASONS.search(thrown.needs) or REASONS.search(thrown.why)
    return re.sub(r"-(?=\d)", MINUS, found[1]) if found else ""


def _result(thrown: Thrown) -> str:
    """What came of a throw, in a word or two."""
    value = thrown.value
    if isinstance(value, bool):
        return "yes" if value else "no"
    if thrown.faces == (value,):  # the die itself was asked for, a 1 too
        return ""
    if value in (0, 1) and len(thrown.faces) == 1 and thrown.needs:
        return "yes" if value else "no"
    if isinstance(value, str):
        return value.replace("-", " ")
    if isinstance(value, int):
        return str(value)
    # Plain numbers add up; a book's own kind of tuple (who failed) does not.
    if type(value) in {tuple, list} and all(isinstance(one, int) for one in value):
        return str(sum(value)) if tuple(value) != thrown.faces else ""
    return ""
