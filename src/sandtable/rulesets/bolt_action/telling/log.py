"""The log: one line for everything that happens, in words a player would use."""

import msgspec

from sandtable.grammar import Noun, count_of, within
from sandtable.mechanics.telling import Words, log, meaning_of, words_of
from sandtable.play.events import Event, Thrown
from sandtable.play.refusal import about
from sandtable.rulesets.bolt_action.state import Battle
from sandtable.rulesets.bolt_action.verbs import VERBS

DRAWN = ("ba.turn.draw",)  # a die that is drawn is told as an event
SAID = {"fubar": "FUBAR", "fighter-bomber": "fighter-bomber"}
POSTURES = {"down": "Down", "ambush": "in Ambush"}
TESTED = {
    "pass": "passes its order test",
    "fail": "fails its order test",
    "fubar": "fails its order test with two sixes",
}
CONFUSED = {"friendly fire": "mistakes friends for the enemy", "panic": "panics"}


def _meaning(thrown: Thrown) -> str:
    """What the faces amount to, where that is not plain to see."""
    value = thrown.value
    if isinstance(value, str):
        return f" = {_row(value)}"
    if isinstance(value, (tuple, list)) and tuple(value) != thrown.faces:  # dice that do damage, band by band
        return meaning_of(msgspec.structs.replace(thrown, value=sum(value)))
    return meaning_of(thrown)


def _row(key: str) -> str:
    """A row of a chart as a player would say it."""
    return SAID.get(key) or key.replace("-", " ")


def _line(_state: Battle, event: Event) -> str:
    """The line of an event: a vehicle that only turns is said to have gone a hair."""
    if event.verb == "moved" and event.tells["length"] <= 1:
        return "{unit:turns} on the spot" if event.tells["length"] else "{unit:stays} in {unit:~its} place"
    return VERBS[event.verb].line


def _arms(names: str) -> str:
    """What does harm, by its names or as something that happens: the light machine gun and the rifle, the collision."""
    return " and ".join(one if one.startswith("the ") else f"the {within(one)}" for one in names.split(" and "))


def _words(state: Battle, event: Event) -> Words:
    """What a line may name: whatever the event tells and sets, the unit, its men, and numbers as people say them."""
    words = words_of(state, event)
    unit: Noun = words["unit"]
    words["who"] = f"the spotter of {unit}" if words.get("spotter_moved") else unit
    if "length" in words:
        words["length"] = about(int(words["length"]))
    if "row" in words:
        words["row"] = _row(words["row"])
    if event.verb == "was not hurt":
        words["by"] = _arms(words["by"])
    words["posture"] = POSTURES.get(words.get("order", ""), "")
    words["tested"] = unit.does(TESTED.get(words.get("result", ""), ""))
    words["confusion"] = unit.does(CONFUSED.get(words.get("row", ""), ""))
    words["passes"] = unit.does("passes" if words.get("passed") else "fails")
    words["lost"] = count_of(len(event.figures), "man", "men")
    words["saved"] = count_of(words["saved"], "man", "men")
    if isinstance(words.get("hit"), bool):
        words["hits"] = unit.does("hits" if words["hit"] else "misses")
    elif "hits" in words:
        words["hits"] = count_of(int(words["hits"]), "hit")
    words["order"] = str(words["order"]).replace(": ", ", ")
    words["support"] = "an air strike" if words.get("kind") == "airstrike" else "a barrage"
    words["hiding"] = "hidden" if words.get("hidden") else ""
    if words.get("why"):
        words["cause"] = f"{unit:~it} {unit.does(words['why'])}"
        words["why"] = unit.says(words["why"])
    return words


sentence = log(VERBS, _words, _meaning, line_of=_line, silent=DRAWN)
