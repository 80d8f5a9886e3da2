"""The log: one line for everything that happens, in words a player would use."""

from sandtable.grammar import Noun, an, count_of
from sandtable.mechanics.telling import Words, hundredths, log, meaning_of, words_of
from sandtable.play.events import Event
from sandtable.rulesets.d10.state import Battle
from sandtable.rulesets.d10.verbs import VERBS

LENGTHS = ("length", "distance")


def _words(state: Battle, event: Event) -> Words:
    """What a line may name: whatever the event tells and sets, the unit, its models, and numbers as people say them."""
    words = words_of(state, event)
    for name in LENGTHS:
        if isinstance(words.get(name), int):
            words[name] = hundredths(words[name])
    if isinstance(words.get("hits"), int):
        words["hits"] = count_of(words["hits"], "hit")
    if isinstance(words.get("how"), str):
        words["how"] = words["unit"].does(words["how"])
    words["count"] = count_of(len(event.figures), "model")
    words.setdefault("who", _who(state, event))
    return words


def _who(state: Battle, event: Event) -> Noun:
    """The models an event is about: one by what it is, several by their number."""
    if len(event.figures) != 1:
        return Noun(count_of(len(event.figures), "model"))
    one = state.figures[event.figures[0]]
    alike = sum(other.unit == one.unit and other.role == one.role for other in state.figures)
    return Noun(f"the {one.role}" if alike == 1 else an(one.role), several=False)


sentence = log(VERBS, _words, meaning_of)
