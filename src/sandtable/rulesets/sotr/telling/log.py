"""The log: one line for everything that happens, in words a player would use."""

from sandtable.grammar import count_of
from sandtable.mechanics.telling import Words, figures_of, log, meaning_of, words_of
from sandtable.play.events import Event
from sandtable.play.refusal import about
from sandtable.rulesets.sotr.basics.charts import kinds
from sandtable.rulesets.sotr.basics.hidden import called
from sandtable.rulesets.sotr.state import Battle
from sandtable.rulesets.sotr.verbs import VERBS

UNITS = ("target", "by", "charger", "foe")  # what names a unit by its number
LENGTHS = ("length", "distance")


def _words(state: Battle, event: Event) -> Words:
    """What a line may name: whatever the event tells and sets, the unit, and numbers as people say them."""
    words = words_of(state, event)
    for name in UNITS:
        if isinstance(words.get(name), int) and not isinstance(words[name], bool):
            words[name] = called(state, words[name])
    for name in LENGTHS:
        if isinstance(words.get(name), int):
            words[name] = about(words[name])
    words["passes"] = words["unit"].does("passes" if words.get("passed") else "fails")
    words["he_passes"] = words["whose"].does("passes" if words.get("passed") else "fails")
    if isinstance(words.get("hit"), bool):
        words["hits"] = words["unit"].does("hits" if words["hit"] else "misses")
    elif isinstance(words.get("hits"), int):
        words["hits"] = count_of(words["hits"], "hit")
    if event.verb == "lost a weapon":
        words["weapon"] = kinds()[words["weapon"]].name
    words["count"] = count_of(len(event.figures), "model")
    words["goner"] = "a GONER" if len(event.figures) == 1 else "GONERs"
    words.setdefault("who", figures_of(state, event, "model"))
    return words


sentence = log(VERBS, _words, meaning_of)
