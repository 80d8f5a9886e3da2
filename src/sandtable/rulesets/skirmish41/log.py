"""The log: one line for everything that happens, in words a player would use."""

from sandtable.geometry.units import show
from sandtable.mechanics.telling import Words, count_of, meaning_of, throw_line
from sandtable.play.events import Event, Happening, Thrown

from .damage import WORDS
from .hidden import called
from .state import Battle
from .verbs import VERBS

HUNDREDTH = 10  # thousandths: what was gone is told to the nearest of these


def sentence(state: Battle, happening: Happening) -> str:
    """The line for something that happened; empty for what is not worth one, or nobody's to know."""
    if isinstance(happening, Thrown):
        if happening.known_to is not None:
            return ""
        text = throw_line(happening, _meaning(happening))
        return text[:1].upper() + text[1:]
    line = VERBS[happening.verb].line
    if not line or _kept_secret(happening) or ("{length}" in line and happening.tells.get("length") == 0):
        return ""
    text = line.format_map(_words(state, happening))
    return text if text.startswith("#") else text[:1].upper() + text[1:]


def _kept_secret(event: Event) -> bool:
    """Whether this is what those are told who may not know."""
    return event.known_to is not None and not (event.tells or event.sets or event.figures or event.rolls)


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
    words = Words(event.tells)
    words |= {name: value for name, value in event.sets.items() if name not in words}
    if event.unit is not None:
        words["unit"] = called(state, event.unit) if event.known_to is None else state.units[event.unit].name
    if isinstance(words.get("length"), int):
        words["length"] = show((words["length"] + HUNDREDTH // 2) // HUNDREDTH * HUNDREDTH)
    words["because"] = f" ({words['why']})" if words.get("why") else ""
    for name, one, many in (("men", "figure", "figures"), ("hits", "hit", "hits"), ("shots", "shot", "shots")):
        if isinstance(words.get(name), int):
            words[name] = count_of(words[name], one, many)
    if isinstance(words.get("markers"), int):
        words["markers"] = count_of(words["markers"], "marker", "markers")
    if words.get("load") == "wp":
        words["load"] = "white phosphorus"
    words.setdefault("who", _who(state, event))
    return words


def _who(state: Battle, event: Event) -> str:
    """The figures an event is about: one by what it is, several by their number."""
    if len(event.figures) != 1:
        return count_of(len(event.figures), "figure", "figures")
    return f"the {state.figures[event.figures[0]].role}"
