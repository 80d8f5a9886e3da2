"""The log: one line for everything that happens, in words a player would use."""

import re

from sandtable.mechanics.telling import (
    Words,
    capital,
    count_of,
    figures_of,
    kept_secret,
    meaning_of,
    throw_line,
    words_of,
)
from sandtable.play.events import Event, Happening, Thrown
from sandtable.play.refusal import about

from .hidden import called
from .state import Battle
from .verbs import VERBS

WITH_WHY = {
    "{: why}": ": {}",
    "{, why}": ", {}",
    "{ (why)}": " ({})",
}  # parts of a line that go where there is no reason
UNITS = ("target", "by", "charger", "foe")  # what names a unit by its number
LENGTHS = ("length", "distance")
ONE = re.compile(r"\b1 model (crawl|fall|lose|recover|stay|take)\b")  # a single one takes another form of the verb


def sentence(state: Battle, happening: Happening) -> str:
    """The line for something that happened; empty for what is not worth one."""
    if isinstance(happening, Thrown):
        return throw_line(happening, meaning_of(happening))
    return _tell(state, happening)


def _tell(state: Battle, event: Event) -> str:
    line = VERBS[event.verb].line
    if not line or kept_secret(event) or event.tells.get("length") == 0:  # a move on which nobody went anywhere
        return ""
    words = _words(state, event)
    said = str(words.get("why") or "")
    for part, form in WITH_WHY.items():
        line = line.replace(part, form.format(said) if said else "")
    text = ONE.sub(r"1 model \1s", line.format_map(words))
    return capital(text)


def _words(state: Battle, event: Event) -> Words:
    """What a line may name: whatever the event tells and sets, the unit, and numbers as people say them."""
    words = words_of(event)
    if event.unit is not None:
        words["unit"] = state.units[event.unit].name
    for name in UNITS:
        if isinstance(words.get(name), int) and not isinstance(words[name], bool):
            words[name] = called(state, words[name])
    for name in LENGTHS:
        if isinstance(words.get(name), int):
            words[name] = about(words[name])
    words["passes"] = "passes" if words.get("passed") else "fails"
    if isinstance(words.get("hit"), bool):
        words["hits"] = "hits" if words["hit"] else "misses"
    elif isinstance(words.get("hits"), int):
        words["hits"] = count_of(words["hits"], "hit", "hits")
    words["count"] = count_of(len(event.figures), "model", "models")
    words.setdefault("who", figures_of(state, event, "model", "models"))
    return words
