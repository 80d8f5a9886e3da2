"""The log: one line for everything that happens, in words a player would use."""

from sandtable.mechanics.telling import (
    Words,
    capital,
    count_of,
    figures_of,
    hundredths,
    kept_secret,
    meaning_of,
    throw_line,
    words_of,
)
from sandtable.play.events import Event, Happening, Thrown

from .damage import WORDS
from .hidden import called
from .state import Battle
from .verbs import VERBS


def sentence(state: Battle, happening: Happening) -> str:
    """The line for something that happened; empty for what is not worth one, or nobody's to know."""
    if isinstance(happening, Thrown):
        if happening.known_to is not None:
            return ""
        text = throw_line(happening, _meaning(happening))
        return capital(text)
    line = VERBS[happening.verb].line
    if not line or kept_secret(happening) or ("{length}" in line and happening.tells.get("length") == 0):
        return ""
    text = line.format_map(_words(state, happening))
    return capital(text)


def _meaning(thrown: Thrown) -> str:
    """What the faces amount to: of one die that needs a score, whether it has it."""
    if len(thrown.faces) == 1 and "+" in thrown.needs and thrown.value in {0, 1}:
        return " = yes" if thrown.value else " = no"
    if thrown.value in WORDS and isinstance(thrown.value, str):
        return f" = {WORDS[thrown.value]}"
    if isinstance(thrown.value, tuple | list):
        return f" = {thrown.value[0]}" if thrown.needs and len(thrown.value) == 1 else ""
    return meaning_of(thrown)


def _words(state: Battle, event: Event) -> Words:
    """What a line may name: whatever the event tells and sets, the team, and numbers as people say them."""
    words = words_of(event)
    if event.unit is not None:
        words["unit"] = called(state, event.unit) if event.known_to is None else state.units[event.unit].name
    if isinstance(words.get("length"), int):
        words["length"] = hundredths(words["length"])
    words["because"] = f" ({words['why']})" if words.get("why") else ""
    for name, one, many in (("men", "figure", "figures"), ("hits", "hit", "hits"), ("shots", "shot", "shots")):
        if isinstance(words.get(name), int):
            words[name] = count_of(words[name], one, many)
    if isinstance(words.get("markers"), int):
        words["markers"] = count_of(words["markers"], "marker", "markers")
    if words.get("load") == "wp":
        words["load"] = "white phosphorus"
    words.setdefault("who", figures_of(state, event, "figure", "figures"))
    return words
