"""The log: one line for everything that happens, in words a player would use."""

from sandtable.grammar import Noun, count_of
from sandtable.mechanics.telling import Words, figures_of, hundredths, log, meaning_of, words_of
from sandtable.play.events import Event, Thrown
from sandtable.rulesets.skirmish41.basics.charts import SHOTS, SPOKEN
from sandtable.rulesets.skirmish41.harm.damage import WORDS
from sandtable.rulesets.skirmish41.spotting.hidden import called
from sandtable.rulesets.skirmish41.state import Battle
from sandtable.rulesets.skirmish41.verbs import VERBS

DONE = {"failed its morale": ("result",), "carried on": ("why",)}  # what is said of a team in words that are handed in
MOUNTED = {"hmg machine gun": "heavy machine gun"}  # which no table of weapons names
THINGS = {"men": "figure", "hits": "hit", "shots": "shot", "markers": "marker"}


def _meaning(thrown: Thrown) -> str:
    """What the faces amount to, in the words of the charts."""
    if thrown.value in WORDS and isinstance(thrown.value, str):
        return f" = {WORDS[thrown.value]}"
    if isinstance(thrown.value, tuple | list):
        return f" = {thrown.value[0]}" if thrown.needs and len(thrown.value) == 1 else ""
    return meaning_of(thrown)


def _words(state: Battle, event: Event) -> Words:
    """What a line may name: whatever the event tells and sets, the team, and numbers as people say them."""
    words = words_of(state, event)
    if event.unit is not None and event.known_to is None:
        words["unit"] = Noun(called(state, event.unit))
    if isinstance(words.get("length"), int):
        words["length"] = hundredths(words["length"])
    for name, thing in THINGS.items():
        if isinstance(words.get(name), int):
            words[name] = count_of(words[name], thing)
    for name in DONE.get(event.verb, ()):
        words[name] = words["unit"].does(words[name])
    if words.get("how") in SHOTS:
        words["how"] = SPOKEN[SHOTS.index(words["how"])]
    if event.verb == "lost a weapon":
        words["weapon"] = MOUNTED.get(words["weapon"], words["weapon"])
    if words.get("load") == "wp":
        words["load"] = "white phosphorus"
    words.setdefault("who", figures_of(state, event, "figure"))
    return words


sentence = log(VERBS, _words, _meaning)
