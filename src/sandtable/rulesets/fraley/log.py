"""The log: one line for everything that happens, in words a player would use."""

from sandtable.mechanics.telling import Words, capital, count_of, figures_of, hundredths, meaning_of, words_of
from sandtable.play.events import Event, Happening, Thrown

from .state import Battle
from .verbs import VERBS

LENGTHS = ("length", "distance")


def sentence(state: Battle, happening: Happening) -> str:
    """The line for something that happened; empty for what is not worth one."""
    if isinstance(happening, Thrown):
        return _throw(happening)
    line = VERBS[happening.verb].line
    if not line or happening.tells.get("length") == 0:  # a move on which nobody went anywhere
        return ""
    text = line.format_map(_words(state, happening))
    return capital(text)


def _throw(thrown: Thrown) -> str:
    faces = " ".join(map(str, thrown.faces))
    needs = thrown.needs
    if needs:  # a number to reach, or what the faces stand for
        needs = f", needs {needs}" if "+" in needs else f" ({needs})"
    text = f"{thrown.why}{needs}: {faces}{meaning_of(thrown)}"
    return capital(text)


def _words(state: Battle, event: Event) -> Words:
    """What a line may name: whatever the event tells and sets, the Unit, its Teams, and numbers as people say them."""
    words = words_of(event)
    if event.unit is not None:
        words["unit"] = state.units[event.unit].name
    for name in LENGTHS:
        if isinstance(words.get(name), int):
            words[name] = hundredths(words[name])
    words["passes"] = "passes" if words.get("passed") else "fails"
    words["because"] = f" ({words['why']})" if words.get("why") else ""
    if isinstance(words.get("hits"), int):
        words["hits"] = count_of(words["hits"], "hit", "hits")
    words["count"] = count_of(len(event.figures), "Team", "Teams")
    words.setdefault("who", figures_of(state, event, "Team", "Teams"))
    return words
