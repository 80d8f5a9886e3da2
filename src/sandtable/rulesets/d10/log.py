"""The log: one line for everything that happens, in words a player would use."""

from sandtable.geometry.units import show
from sandtable.mechanics.telling import Words, count_of, meaning_of, throw_line
from sandtable.play.events import Event, Happening, Thrown

from .state import Battle
from .verbs import VERBS

LENGTHS = ("length", "distance")
HUNDREDTH = 10  # thousandths: what was gone is told to the nearest of these


def sentence(state: Battle, happening: Happening) -> str:
    """The line for something that happened; empty for what is not worth one."""
    if isinstance(happening, Thrown):
        text = throw_line(happening, _meaning(happening))
        return text[:1].upper() + text[1:]
    line = VERBS[happening.verb].line
    if not line or ("{length}" in line and happening.tells.get("length") == 0):  # nobody went anywhere
        return ""
    text = line.format_map(_words(state, happening))
    return text if text.startswith("#") else text[:1].upper() + text[1:]


def _meaning(thrown: Thrown) -> str:
    """What the faces amount to: of one die that needs a score, whether it has it."""
    if len(thrown.faces) == 1 and "+" in thrown.needs:
        return " = yes" if thrown.value else " = no"
    return meaning_of(thrown)


def _words(state: Battle, event: Event) -> Words:
    """What a line may name: whatever the event tells and sets, the unit, its models, and numbers as people say them."""
    words = Words(event.tells)
    words |= {name: value for name, value in event.sets.items() if name not in words}
    if event.unit is not None:
        words["unit"] = state.units[event.unit].name
    for name in LENGTHS:
        if isinstance(words.get(name), int):
            words[name] = show((words[name] + HUNDREDTH // 2) // HUNDREDTH * HUNDREDTH)
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
