"""The log: one line for everything that happens, in words a player would use."""

from sandtable.mechanics.telling import capital, throw_line, words_of
from sandtable.play.events import Event, Happening, Thrown
from sandtable.play.refusal import about

from .state import Battle
from .verbs import VERBS

SAID = {"fubar": "FUBAR", "fighter-bomber": "fighter-bomber"}
POSTURES = {"down": "Down", "ambush": "in Ambush"}
TESTED = {
    "pass": "passes its order test",
    "fail": "fails its order test",
    "fubar": "fails its order test with two sixes",
}
CONFUSED = {"friendly fire": "mistakes friends for the enemy", "panic": "panics"}


def sentence(state: Battle, happening: Happening) -> str:
    """The line for something that happened; empty for what is not worth one."""
    if isinstance(happening, Thrown):
        return "" if happening.because == ("ba.turn.draw",) else throw_line(happening, _meaning(happening))
    return _tell(state, happening)


def _meaning(thrown: Thrown) -> str:
    """What the faces amount to, where that is not plain to see."""
    value = thrown.value
    if isinstance(value, str):
        return f" = {_words(value)}"
    if isinstance(value, (tuple, list)) and tuple(value) != thrown.faces:  # dice that do damage, band by band
        return f" = {sum(value)}"
    if isinstance(value, int) and (len(thrown.faces) > 1 or value != thrown.faces[0]):
        return f" = {value}"
    return ""


def _words(key: str) -> str:
    """A row of a chart as a player would say it."""
    return SAID.get(key) or key.replace("-", " ")


def _tell(state: Battle, event: Event) -> str:
    line = VERBS[event.verb].line
    if event.verb == "moved" and event.tells["length"] <= 1:  # a vehicle that only turns is said to have gone a hair
        line = "{unit} turns on the spot" if event.tells["length"] else "{unit} stays in its place"
    if not line:
        return ""
    words = words_of(event)
    if event.unit is not None:
        words["unit"] = state.units[event.unit].name
        words["who"] = f"the spotter of {words['unit']}" if words.get("spotter_moved") else words["unit"]
    if "length" in words:
        words["length"] = about(int(words["length"]))
    if "row" in words:
        words["row"] = _words(words["row"])
    words["posture"] = POSTURES.get(words.get("order", ""), "")
    words["tested"] = TESTED.get(words.get("result", ""), "")
    words["confusion"] = CONFUSED.get(words.get("row", ""), "")
    words["passes"] = "passes" if words.get("passed") else "fails"
    words["lost"] = _count(len(event.figures), "man", "men")
    if "saved" in words:
        words["saved"] = _count(int(words["saved"]), "man", "men")
    if isinstance(words.get("hit"), bool):
        words["hits"] = "hits" if words["hit"] else "misses"
    elif "hits" in words:
        words["hits"] = _count(int(words["hits"]), "hit", "hits")
    words["support"] = "an air strike" if words.get("kind") == "airstrike" else "a barrage"
    line = line.replace("{, hidden}", ", hidden" if words.get("hidden") else "")
    line = line.replace("{; why}", f": it {words['why']}" if words.get("why") else "")
    text = line.format_map(words)
    if " 1 pins" in text:
        text = text.replace(" 1 pins", " 1 pin")
    return capital(text)


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"
