"""The log: one line for everything that happens, in words a player would use."""

from sandtable.mechanics.telling import Words, capital, count_of, hundredths, meaning_of, throw_line, words_of
from sandtable.play.events import Event, Happening, Thrown

from .state import Battle
from .verbs import VERBS

LENGTHS = ("length", "distance")


def sentence(state: Battle, happening: Happening) -> str:
    """The line for something that happened; empty for what is not worth one."""
    if isinstance(happening, Thrown):
        text = throw_line(happening, _meaning(happening))
        return capital(text)
    line = VERBS[happening.verb].line
    if not line or ("{length}" in line and happening.tells.get("length") == 0):  # nobody went anywhere
        return ""
    text = line.format_map(_words(state, happening))
    return capital(text)


def _meaning(thrown: Thrown) -> str:
    """What the faces amount to: of one die that needs a score, whether it has it."""
    if len(thrown.faces) == 1 and "+" in thrown.needs:
        return " = yes" if thrown.value else " = no"
    return meaning_of(thrown)


def _words(state: Battle, event: Event) -> Words:
    """What a line may name: whatever the event tells and sets, the unit, its models, and numbers as people say them."""
    words = words_of(event)
    if event.unit is not None:
        words["unit"] = state.units[event.unit].name
    for name in LENGTHS:
        if isinstance(words.get(name), int):
            words[name] = hundredths(words[name])
    words["because"] = f" ({words['why']})" if words.get("why") else ""
    if isinstance(words.get("hits"), int):
        words["hits"] = count_of(words["hits"], "hit", "hits")
    words["count"] = count_of(len(event.figures), "model", "models")
    words.setdefault("who", _who(state, event))
    return words


def _who(state: Battle, event: Event) -> str:
    """The models an event is about: one by what it is, several by their number."""
    if len(event.figures) != 1:
        return count_of(len(event.figures), "model", "models")
    one = state.figures[event.figures[0]]
    alike = sum(other.unit == one.unit and other.role == one.role for other in state.figures)
    return f"the {one.role}" if alike == 1 else f"{'an' if one.role[0] in 'aeiou' else 'a'} {one.role}"
