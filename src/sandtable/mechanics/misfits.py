"""What does not fit, in words: a value that its field does not take, a name that nobody knows, a body of a wrong form.

Whoever asks reads these; nothing in them may speak of types.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches

MOST_NAMED = 40
MOST_LETTERS = 40

_KINDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "a set of names with their values",
    "null": "nothing",
}


def shown(value: object) -> str:
    """A value as it was put, short enough to be read."""
    match value:
        case None:
            return "nothing"
        case bool():
            return "true" if value else "false"
        case str():
            return repr(_cut(value))
        case int() | float():
            return _cut(f"{value:g}" if isinstance(value, float) else str(value))
        case Mapping():
            return _KINDS["object"]
        case _:
            return _KINDS["array"]


def _cut(text: str) -> str:
    return text if len(text) <= MOST_LETTERS else f"{text[:MOST_LETTERS]}…"


def named(names: Iterable[str]) -> str:
    """Names in a row, not too many of them."""
    every = list(names)
    more = len(every) - MOST_NAMED
    return f"{', '.join(every[:MOST_NAMED])}{f' and {more} more' if more > 0 else ''}"


def nearest(wanted: str, there: Mapping[str, str]) -> list[str]:
    """Which of some names were meant, by their own spelling or by the words for them."""
    spelled = {name.lower(): name for name in there} | {words.lower(): name for name, words in there.items() if words}
    near = get_close_matches(wanted.lower()[:MOST_LETTERS], spelled, n=3, cutoff=0.7)
    return list(dict.fromkeys(spelled[one] for one in near))


def or_list(names: Iterable[str]) -> str:
    """Names of which one is to be taken: `soft, hard or none`."""
    every = list(names)
    return f"{', '.join(every[:-1])} or {every[-1]}" if len(every) > 1 else "".join(every)


def unknown(wanted: str, there: Mapping[str, str], what: str) -> str:
    """That there is nothing of this name; which was meant, and what there is."""
    near = nearest(wanted, there)
    meant = f"did you mean {or_list(near)}? " if near else ""
    there_are = f"there are {named(there)}" if there else "there are none"
    return f"no {what} is called {shown(wanted)}: {meant}{there_are}"


def in_words(error: Exception) -> str:
    """What does not fit in something that was sent, and where."""
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    if isinstance(error, UnicodeError):
        return "that is not text"
    reason, _, place = str(error).partition(" - at `")
    where = place.rstrip("`").removeprefix("key in ").removeprefix("$").lstrip(".")
    said = plainly(reason)
    return f"{where}: {said}" if where else said


def plainly(reason: str) -> str:
    """What a reader of types has said, for people."""
    for pattern, words in _FORMS:
        found = pattern.fullmatch(reason)
        if found:
            return words(*found.groups())
    return reason


def _kind(kinds: str) -> str:
    """One of several types, as people call it."""
    return or_list(_KINDS.get(kind, kind) for kind in kinds.split(" | ") if kind != "null" or kinds == "null")


def _bounded(kind: str, sign: str, bound: str) -> str:
    words = {">=": "from", "<=": "up to", ">": "above", "<": "below"}[sign]
    return f"it takes {_kind(kind)} {words} {bound.removesuffix('.0')}"


def _long(kind: str, sign: str, bound: str) -> str:
    if (sign, bound) == (">=", "1"):
        return f"it takes {_kind(kind)} that is not empty"
    parts = "letters" if kind == "str" else "entries"
    return f"it takes {_kind(kind)} of at {'most' if sign == '<=' else 'least'} {bound} {parts}"


_FORMS: list[tuple[re.Pattern[str], Callable[..., str]]] = [
    (re.compile(r"Expected `([^`]*)`, got `([^`]*)`"), lambda kind, got: f"it takes {_kind(kind)}, not {_kind(got)}"),
    (re.compile(r"Expected `([^`]*)` (>=|<=|>|<) (\S+)"), _bounded),
    (re.compile(r"Expected `([^`]*)` of length (>=|<=) (\d+)"), _long),
    (re.compile(r"Expected `([^`]*)` of length (\d+).*"), lambda kind, many: f"it takes {_kind(kind)} of {many} entries"),
    (re.compile(r"Expected `str` matching regex .*"), lambda: "that is not written as it should be"),
    (re.compile(r"Invalid enum value (.*)"), lambda value: f"{_cut(value)} is none of those it takes"),
    (re.compile(r"Object contains unknown field `(.*)`", re.DOTALL), lambda name: f"nothing here is called {_cut(name)!r}"),
    (re.compile(r"Object missing required field `(.*)`"), lambda name: f"{_cut(name)!r} is missing"),
    (re.compile(r"(?:JSON is malformed|Input data was truncated|Invalid)\b(.*)", re.DOTALL), lambda _: "that is not JSON"),
]  # fmt: skip
