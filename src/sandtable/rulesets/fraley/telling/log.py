"""The log: one line for everything that happens, in words a player would use."""

from sandtable.grammar import Noun, count_of
from sandtable.mechanics.telling import Words, figures_of, hundredths, log, meaning_of, words_of
from sandtable.play.events import Event
from sandtable.rulesets.fraley.basics.teams import called
from sandtable.rulesets.fraley.state import Battle
from sandtable.rulesets.fraley.verbs import VERBS

LENGTHS = ("length", "distance")


def _words(state: Battle, event: Event) -> Words:
    """What a line may name: whatever the event tells and sets, the Unit, its Teams, and numbers as people say them."""
    words = words_of(state, event)
    for name in LENGTHS:
        if isinstance(words.get(name), int):
            words[name] = hundredths(words[name])
    words["passes"] = words["unit"].does("passes" if words.get("passed") else "fails")
    if isinstance(words.get("hits"), int):
        words["hits"] = count_of(words["hits"], "hit")
    words["count"] = count_of(len(event.figures), "Team")
    if event.verb == "ranged in":
        words["how"] = words["unit"].does(words["how"])
    words.setdefault("who", _teams(state, event))
    return words


def _teams(state: Battle, event: Event) -> Noun:
    """The Teams an event is about: one by its number among its like, as dice name it, several by how many they are."""
    spoken = figures_of(state, event, "Team")
    if len(event.figures) != 1:
        return spoken
    name = called(state, event.figures[0])
    return spoken if spoken.endswith(f" {name}") else Noun(name)


sentence = log(VERBS, _words, meaning_of)
